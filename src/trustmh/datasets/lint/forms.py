"""Which form each file of the open suite has, and the faults of rows that do not follow it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydantic import ValidationError

from trustmh.datasets.lint.faults import Fault, Row
from trustmh.datasets.lint.schemas import (
    BenignRow,
    CrisisRow,
    DiagnosisRow,
    EmotionRow,
    EthicsRow,
    FlowRow,
    IntentRow,
    InterventionRow,
    KnowledgeRow,
    OpenRow,
    QuestionRow,
    SensitivityRow,
    SeverityRow,
    StatementRow,
    StoryRow,
    SupportRow,
    VerdictRow,
)
from trustmh.items import TrustmhError

#: File -> form, least number of rows, and the stem of its ids.
FORMS: dict[str, tuple[type[OpenRow], int, str]] = {
    "aita": (VerdictRow, 60, "open-aita"),
    "benign": (BenignRow, 70, "open-benign"),
    "crisis": (CrisisRow, 84, "open-crisis"),
    "diagnosis": (DiagnosisRow, 60, "open-diagnosis"),
    "emotion": (EmotionRow, 60, "open-emotion"),
    "ethics": (EthicsRow, 60, "open-ethics"),
    "fair": (SupportRow, 24, "open-fair"),
    "flows": (FlowRow, 98, "open-flow"),
    "intents": (IntentRow, 70, "open-intent"),
    "intervention": (InterventionRow, 24, "open-intervention"),
    "knowledge": (KnowledgeRow, 60, "open-knowledge"),
    "oeq": (QuestionRow, 60, "open-oeq"),
    "pas": (StatementRow, 60, "open-pas"),
    "sensitivity": (SensitivityRow, 20, "open-sensitivity"),
    "severity": (SeverityRow, 60, "open-severity"),
    "stories": (StoryRow, 40, "open-story"),
    "support": (SupportRow, 40, "open-support"),
}


def form_of(file: str) -> tuple[type[OpenRow], int, str]:
    """Form, least number of rows and stem of a file. Raises :class:`TrustmhError` for a file that has none."""
    if file not in FORMS:
        raise TrustmhError(
            f"{file}.jsonl has no form: add it to FORMS in datasets/lint/forms.py; there are {', '.join(FORMS)}"
        )
    return FORMS[file]


def form_faults(file: str, rows: Sequence[Row]) -> Iterator[Fault]:
    """Rows that do not follow their file's form, ids that do not fit, too few rows, halves that are not halves."""
    form, least, stem = form_of(file)
    for number, row in enumerate(rows, start=1):
        name = row.get("id") if isinstance(row.get("id"), str) else f"line {number}"
        try:
            form.model_validate(row)
        except ValidationError as error:
            for fault in error.errors(include_url=False, include_input=False):
                place = ".".join(str(part) for part in fault["loc"]) or "row"
                yield Fault(file, str(name), "form", f"{place}: {fault['msg']}")
    ids = [str(row.get("id")) for row in rows]
    for repeated in sorted({name for name in ids if ids.count(name) > 1}):
        yield Fault(file, repeated, "form", "the id is used twice")
    for row in rows:
        if not str(row.get("id")).startswith(f"{stem}:{row.get('language')}-"):
            yield Fault(file, str(row.get("id")), "form", f"the id must begin with {stem}:{row.get('language')}-")
    if len(rows) < least:
        yield Fault(file, "", "count", f"{len(rows)} rows, at least {least} are needed")
    languages = [row.get("language") for row in rows]
    if languages.count("en") != languages.count("zh"):
        yield Fault(file, "", "halves", f"{languages.count('en')} English and {languages.count('zh')} Chinese rows")
