"""``trustmh data form``."""

from __future__ import annotations

import json

from trustmh.cli.streams import writes_unicode
from trustmh.datasets.lint.forms import FORMS
from trustmh.datasets.lint.meanings import meaning
from trustmh.datasets.open_rows import rows
from trustmh.datasets.own_rows import OPTIONAL
from trustmh.items import TrustmhError

_KINDS = {
    "string": "text",
    "number": "number",
    "integer": "whole number",
    "boolean": "true or false",
    "array": "list",
    "object": "object",
}


def form_command(name: str) -> None:
    """The fields of a file in the open suite's form with their meaning, and an example row without what may be left out."""
    stem = name.removesuffix(".jsonl")
    if stem not in FORMS:
        raise TrustmhError(
            f"no form of a file {name!r}; there are {', '.join(FORMS)}; docs/own-data.md says which subtask reads which"
        )
    left_out = {*OPTIONAL, "provenance"}
    print(f"{stem}.jsonl, one JSON object a line; fields:")
    schema = FORMS[stem][0].model_json_schema()["properties"]
    for field, about in schema.items():
        if field != "provenance":
            kind = (
                " | ".join(about["enum"]) if "enum" in about else _KINDS.get(about.get("type", ""), "see the example")
            )
            print(f"  {field:<20} {kind}{'  (may be left out)' if field in left_out else ''}")
            print(f"  {'':<20}   {meaning(stem, field)}")
    example = {key: value for key, value in rows(stem)[0].items() if key not in left_out}
    print("example:")
    print(json.dumps({**example, "id": f"{stem}:1"}, ensure_ascii=not writes_unicode()))
