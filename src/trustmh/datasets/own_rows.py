"""A dataset of the user's own: JSON Lines files in the open suite's form, checked row by row."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

from trustmh.datasets.files import MissingDataError, iterate_jsonl
from trustmh.items import TrustmhError

if TYPE_CHECKING:
    from pydantic import ValidationError

#: Faults of one row that are named.
_MOST_FAULTS = 4
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
            or an id that stands there twice. :class:`MissingDataError` for no such file.
    """
    # The forms are those that the open suite itself is checked against; pydantic is loaded only when somebody's own
    # files are read.
    from pydantic import ValidationError

    from trustmh.datasets.lint.faults import PROVENANCE
    from trustmh.datasets.lint.forms import form_of

    path = folder / f"{name}.jsonl"
    if not path.is_file():
        raise MissingDataError(
            f"{path}: no such file; a suite of your own has one file a kind of item, see docs/own-data.md", path.name
        )
    form, _, stem = form_of(name)
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
            named = _faults(error, list(form.model_fields))
            raise TrustmhError(f"{where}: {named}; trustmh data form {name} shows the fields") from error
        found[identity] = complete
    if not found:
        raise TrustmhError(f"{path}: holds no rows")
    return tuple(found.values())


def _faults(error: ValidationError, fields: list[str]) -> str:
    """The first faults of a row: a misspelt field is told together with the one that is missed for it."""
    found = error.errors(include_url=False, include_input=False)
    missing = {str(fault["loc"][-1]) for fault in found if fault["type"] == "missing"}
    shown = []
    for fault in found[:_MOST_FAULTS]:
        place = ".".join(str(part)[:80] for part in fault["loc"])
        if fault["type"] == "value_error":  # a check of ours on several fields: its own words, without the library's
            shown.append(str(fault["ctx"]["error"]))
            continue
        if fault["type"] != "extra_forbidden":
            shown.append(f"{place}: {fault['msg']}")
            continue
        meant = get_close_matches(str(fault["loc"][-1]), [*missing, *fields], n=1)
        shown.append(f"{place}: no such field{f', {meant[0]} was perhaps meant' if meant else ''}")
    if len(found) > _MOST_FAULTS:
        shown.append(f"and {len(found) - _MOST_FAULTS} more faults")
    return "; ".join(shown)
