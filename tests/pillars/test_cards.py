"""Protocol cards: every choice says where it comes from, whichever subtask it belongs to."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import trustmh.pillars

CARDS = sorted(Path(trustmh.pillars.__file__).parent.glob("*/*.md"))
#: A provenance letter as a word of its own.
LETTER = re.compile(r"(?<![A-Za-z])[PCDOU](?![A-Za-z])")


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.stem)
def test_every_choice_names_its_provenance(card: Path) -> None:
    rows = [line for line in card.read_text(encoding="utf-8").splitlines() if line.startswith("| ")][1:]
    assert len(rows) >= 8
    for row in rows:
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        assert len(cells) == 3, row
        assert LETTER.search(cells[2]), row


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.stem)
def test_every_letter_used_is_explained(card: Path) -> None:
    text = card.read_text(encoding="utf-8")
    legend = next(line for line in text.splitlines() if line.startswith("Provenance:"))
    used = {
        letter for line in text.splitlines() if line.startswith("| ") for letter in LETTER.findall(line.split("|")[3])
    }
    assert used <= set(re.findall(r"\*\*([PCDOU])\*\*", legend))
