"""The radar's data: pillar scores of each run on fixed axes from 0 to 100; a gap is null and stays a gap."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import escape

from trustmh.items import LANGUAGES
from trustmh.pillars.subtask import Pillar
from trustmh.report.texts import TAGS
from trustmh.report.untrusted import revealed
from trustmh.results.board import Board

_NAME_LENGTH = 60


def radar_data(pillars: Sequence[Pillar], board: Board) -> dict[str, Any]:
    """Axis labels by language and one series a run.

    Names of runs are escaped, because Plotly reads a small set of tags in them.
    """
    scores: Mapping[str, Any] = board.scores
    return {
        "labels": {TAGS[language]: [pillar.title[language] for pillar in pillars] for language in LANGUAGES},
        "series": [
            {
                "name": str(escape(revealed(name[:_NAME_LENGTH]))),
                "values": [
                    None if pillar.id not in scores else scores[pillar.id][place].score.value for pillar in pillars
                ],
            }
            for place, name in enumerate(board.runs)
        ],
    }


def json_block(data: Any) -> str:
    """JSON that may stand inside a script element: no ``<``, no ``>``, no ``&``, ASCII only."""
    text = json.dumps(data, ensure_ascii=True, allow_nan=False, sort_keys=True)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
