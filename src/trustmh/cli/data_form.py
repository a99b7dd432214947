"""``trustmh data form``."""

from __future__ import annotations

import json

from trustmh.datasets.lint.forms import FORMS
from trustmh.datasets.open_rows import rows
from trustmh.datasets.own_rows import OPTIONAL
from trustmh.items import TrustmhError


def form_command(name: str) -> None:
    """The fields of a file in the open suite's form, and an example row without what may be left out."""
    stem = name.removesuffix(".jsonl")
    if stem not in FORMS:
        raise TrustmhError(f"no file {name!r} in the open suite; there are {', '.join(FORMS)}")
    left_out = {*OPTIONAL, "provenance"}
    print(f"{stem}.jsonl, one JSON object a line; fields:")
    for field, about in FORMS[stem][0].model_fields.items():
        if field != "provenance":
            annotation = str(about.annotation).replace("typing.", "").replace("trustmh.datasets.lint.schemas.", "")
            annotation = annotation.removeprefix("<class '").removesuffix("'>")
            print(f"  {field:<20} {annotation}{'  (may be left out)' if field in left_out else ''}")
    example = {key: value for key, value in rows(stem)[0].items() if key not in left_out}
    print("example:")
    print(json.dumps({**example, "id": "mine:1"}, ensure_ascii=False))
