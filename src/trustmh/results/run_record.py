"""The run record: everything that was set when a run was started, kept as ``run.json`` in the run folder."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, field_validator

from trustmh.items import Decoding, Language, Scoring, Suite, TrustmhError
from trustmh.results.atomic_file import read_text, write_atomically

RUN_RECORD_FILE = "run.json"
#: Begins the name of a judge whose verdicts were recorded elsewhere.
RECORDED = "recorded/"
#: Begins the name of a model whose replies were recorded elsewhere.
REPLAY = "replay/"
#: These do not make another run: a version that moves a score also moves the subtask's protocol version.
_NOT_COMPARED = frozenset({"format", "trustmh", "created", "notes"})
_SECRET = re.compile(r"api[-_ ]?key|authorization|bearer|secret|password|credential", re.IGNORECASE)

Sha256 = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


def _is_a_time(text: str) -> str:
    if datetime.fromisoformat(text).year < _FIRST_YEAR:
        raise ValueError(f"before {_FIRST_YEAR}")
    return text


#: ISO 8601, as written; a time that no run can have been made at is damage.
CreatedText = Annotated[str, AfterValidator(_is_a_time)]
_FIRST_YEAR = 2000


class ModelRecord(_Frozen):
    """A model, judge or classifier.

    ``name`` is what the user asked for; ``identity`` is what stands in the keys of its calls; ``describe`` holds what
    else is known (provider, file hash, quantisation, threads), for reading only, and must not hold credentials.
    """

    name: str
    identity: str
    describe: dict[str, str | int | float | bool | None] = Field(default_factory=dict)

    @property
    def decides_as(self) -> str:
        """What tells one decider from another: its identity; of a recorded judge, all that is known of it, its name.

        The identity of a recorded judge goes by the file its verdicts lie in, which also holds the model's replies.
        """
        return self.name if self.name.startswith(RECORDED) else self.identity

    @field_validator("describe")
    @classmethod
    def _holds_no_credentials(cls, describe: dict[str, Any]) -> dict[str, Any]:
        for key in describe:
            if _SECRET.search(key):
                raise ValueError(f"{key} must not be recorded")
        return describe


class ProtocolRecord(_Frozen):
    """Versions of one subtask's protocol, and of the rubrics it puts to the judge (rubric id -> version)."""

    version: int
    prompt_version: int
    rubrics: dict[str, int] = Field(default_factory=dict)


class RunRecord(_Frozen):
    """What was run.

    Attributes:
        trustmh: version of this package.
        created: when the run was started, ISO 8601 with zone.
        model: the model asked.
        judge: the judge, or None.
        classifiers: classifier id -> the classifier, for those that the options chosen ask.
        suite: ``open`` or ``paper``.
        subtasks: subtask id -> protocol versions, in the order asked for.
        limits: subtask id -> most clusters of items asked; subtasks that were asked in full are absent.
        scoring: ``audited`` or ``reference``.
        seed: seed of everything that is drawn.
        languages: languages of the items.
        options: options of subtasks that were chosen.
        reasoning_tokens: added to every output cap of the model.
        data: data file (as named in the catalogue, no machine path) -> sha256.
        decoding: subtask id -> every decoding of its reply calls.
        notes: what a reader must know of data and judge before any figure; follows from the rest and is not compared.
    """

    format: Literal[1] = 1
    trustmh: str
    created: CreatedText
    model: ModelRecord
    judge: ModelRecord | None = None
    classifiers: dict[str, ModelRecord] = Field(default_factory=dict)
    suite: Suite
    subtasks: dict[str, ProtocolRecord]
    limits: dict[str, Annotated[int, Field(ge=1)]] = Field(default_factory=dict)
    scoring: Scoring = "audited"
    seed: int = 0
    languages: tuple[Language, ...] = ("en", "zh")
    options: dict[str, str] = Field(default_factory=dict)
    reasoning_tokens: int = Field(default=0, ge=0)
    data: dict[str, Sha256] = Field(default_factory=dict)
    decoding: dict[str, tuple[Decoding, ...]] = Field(default_factory=dict)
    notes: tuple[str, ...] = ()


def write_run_record(path: Path, record: RunRecord) -> None:
    """Write the record as readable JSON. Raises :class:`TrustmhError` when the disk refuses."""
    text = json.dumps(record.model_dump(mode="json"), indent=2, ensure_ascii=True)
    write_atomically(path, (text + "\n").encode())


def read_run_record(path: Path) -> RunRecord:
    """Read a record back. Raises :class:`TrustmhError` when it is missing, damaged or of another format."""
    remedy = "name the folder of a run, or start it again with another folder"
    text = read_text(path, "run record", remedy)
    try:
        return RunRecord.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        place = ".".join(map(str, first["loc"])) or "file"
        raise TrustmhError(f"run record {path} is not valid at {place}: {first['msg']}; {remedy}") from error


def differences(first: RunRecord, second: RunRecord) -> list[str]:
    """Names of the settings in which two records differ, dotted (``model.identity``); empty for the same run.

    The package version, the time of the start and the notes are not compared, nor is a model's ``describe``.
    """
    return _differing(settings(first), settings(second), "")


def settings(record: RunRecord) -> dict[str, Any]:
    """What makes it this run and no other, as plain data: equal for two records of one run."""
    fields = record.model_dump(mode="json", exclude=set(_NOT_COMPARED))
    for one in (fields["model"], fields["judge"], *fields["classifiers"].values()):
        if one is not None:
            one.pop("describe")
    if not fields["classifiers"]:
        # A run without any keeps the folder's name that it had when there were none.
        fields.pop("classifiers")
    return fields


def _differing(first: Any, second: Any, name: str) -> list[str]:
    if isinstance(first, Mapping) and isinstance(second, Mapping):
        keys = [*first, *(key for key in second if key not in first)]
        missing = object()
        return [
            found
            for key in keys
            for found in _differing(first.get(key, missing), second.get(key, missing), f"{name}.{key}" if name else key)
        ]
    return [] if first == second else [name]
