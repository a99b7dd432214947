"""A dataset of the user's own: JSON Lines files in the open suite's form, checked row by row."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from trustmh.datasets.files import iterate_jsonl
from trustmh.items import TrustmhError

#: What a row of the user's may leave out.
OPTIONAL = {
    "author_note": "-",
    "difficulty": "medium",
    "topic": "unsorted",
    "principle": "integrity",
    "duty_to_warn": False,
}


def own_rows(name: str, folder: Path) -> tuple[dict[str, Any], ...]:
    """Rows of ``folder/<name>.jsonl``.

    Raises:
        TrustmhError: no such file, a broken line, a field missing or of another form (file, line and field are named),
            or an id that stands there twice.
    """
    # The forms are those that the open suite itself is checked against; pydantic is loaded only when somebody's own
    # files are read.
    from pydantic import ValidationError

    from trustmh.datasets.lint.faults import PROVENANCE
    from trustmh.datasets.lint.forms import FORMS

    path = folder / f"{name}.jsonl"
    if not path.is_file():
        raise TrustmhError(
            f"{path}: no such file; a suite of your own has one file a kind of item, see docs/own-data.md"
        )
    form, _, stem = FORMS[name]
    filled = {key: value for key, value in OPTIONAL.items() if key in form.model_fields}
    found: dict[str, dict[str, Any]] = {}
    for number, row in iterate_jsonl(path):
        where = f"{path}:{number}"
        identity = row.get("id")
        if not isinstance(identity, str) or not identity.strip() or len(identity) > 200:
            raise TrustmhError(f"{where}: every row needs an id, a text that stays the same over the years")
        if identity in found:
            raise TrustmhError(f"{where}: the id {identity[:80]!r} stands there twice")
        # Provenance and the open suite's own numbering are not asked of others.
        kept = {key: value for key, value in row.items() if key != "provenance"}
        complete = {**filled, **kept}
        try:
            form.model_validate({**complete, "id": f"{stem}:en-001", "provenance": PROVENANCE})
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            place = ".".join(str(part) for part in first["loc"]) or "row"
            raise TrustmhError(f"{where}: {place}: {first['msg']}; see docs/own-data.md") from error
        found[identity] = complete
    if not found:
        raise TrustmhError(f"{path}: holds no rows")
    return tuple(found.values())
