"""The small frozen types every room speaks: Item, Reply, Reading, Grade, Estimate.

Data moves one way through the benchmark: a dataset row becomes an :class:`Item`, a model answers it with a
:class:`Reply`, the reply is read into a :class:`Reading` (an outcome and a value), graded into a :class:`Grade`
(named measures), and grades become :class:`Estimate` figures. Nothing here imports anything of trustmh.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal

Language = Literal["en", "zh"]
LANGUAGES: tuple[Language, ...] = ("en", "zh")

Scoring = Literal["audited", "reference"]
SCORINGS: tuple[Scoring, ...] = ("audited", "reference")

#: ``open`` ships with trustmh, ``paper`` is the original datasets, ``own`` is files of the user's in the open suite's form.
Suite = Literal["open", "paper", "own"]
SUITES: tuple[Suite, ...] = ("open", "paper", "own")


class TrustmhError(Exception):
    """A user's mistake or a fault from outside. Its message says what is wrong, where, and what to do next.

    The command line prints it as one line and exits with status 2; it never becomes a traceback.
    """


#: What reading a record from outside may raise: no JSON, other fields or types than ours, nested beyond reason.
UNREADABLE = (ValueError, LookupError, TypeError, AttributeError, RecursionError, OverflowError)


@dataclass(frozen=True, slots=True)
class Message:
    """One chat message. ``content`` is plain text."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class Decoding:
    """How a reply is sampled. ``max_tokens`` is the output cap; ``temperature`` 0 is greedy where the provider allows."""

    max_tokens: int
    temperature: float = 0.0
    top_p: float | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """One thing a model is asked.

    Attributes:
        id: stable over releases, ``dataset:row`` with optional further parts (``psyleak:17:control``).
        dataset: id of the catalogue card the item comes from.
        language: language of the prompt.
        fields: the dataset's own fields, as the loader documents them.
        gold: what the reply is compared with (label, letter, rating), or None for judged items.
        cluster: the unit of resampling; items that share a dialogue, story or question share a cluster.
        groups: breakdowns shown beside the headline (subcategory, kind of question, reason, …).
    """

    id: str
    dataset: str
    language: Language
    fields: Mapping[str, Any]
    gold: str | float | None = None
    cluster: str = ""
    groups: Mapping[str, str] = field(default_factory=dict)


class Stop(StrEnum):
    """Why the model stopped, normalised over providers."""

    STOP = "stop"
    MAX_TOKENS = "max_tokens"
    CONTENT_FILTER = "content_filter"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back for one item.

    Attributes:
        text: the reply as given, without the provider's separate reasoning channel.
        stop: why generation ended.
        reasoning: the provider's separate reasoning text, kept for the transcript and never read for an answer.
        error: set when the provider failed for good; then ``text`` is empty.
        missing: True when replies were recorded elsewhere and none was recorded for the item.
        reconstructed: True when only a parsed value was recorded and ``text`` was rebuilt from it.
        kept: share of the item's text that was sent; below 1 where the whole did not fit the model's context.
    """

    text: str
    stop: Stop = Stop.UNKNOWN
    reasoning: str = ""
    error: str | None = None
    missing: bool = False
    reconstructed: bool = False
    kept: float = 1.0


class Outcome(StrEnum):
    """What became of one item. Every item has exactly one outcome; all are counted beside every figure."""

    ANSWERED = "answered"
    REFUSED = "refused"
    FILTERED = "filtered"
    EMPTY = "empty"
    TRUNCATED = "truncated"
    UNPARSED = "unparsed"
    PROVIDER_ERROR = "provider_error"
    MISSING = "missing"


#: Outcomes that say nothing about the model: they leave the score, are shown beside it,
#: and more than PROVISIONAL_SHARE of them makes a figure provisional (protocol, "Denominator").
NOT_THE_MODEL = frozenset({Outcome.PROVIDER_ERROR, Outcome.MISSING})
PROVISIONAL_SHARE = 0.01


@dataclass(frozen=True, slots=True)
class Reading:
    """A reply, read. ``value`` is None unless a usable answer was found; ``rule`` names the rule that fired."""

    outcome: Outcome
    value: Any = None
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Grade:
    """An item's measures.

    Attributes:
        measures: measure name -> value; None means *unscored*, and then ``reasons`` says why. A measure that does not
            apply to the item is absent.
        reasons: measure name -> why it is unscored (``no judge``, ``verdict unread``, ``provider error``, …).
        kept: share of the item's text that the model was shown.
        unfit: measure name -> why the judges whose verdicts it rests on are too weak for any figure; also of measures that
            do not apply on such a judge's word.
    """

    subtask: str
    item: Item
    outcome: Outcome
    reading: Reading
    measures: Mapping[str, float | None]
    reasons: Mapping[str, str] = field(default_factory=dict)
    kept: float = 1.0
    unfit: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with what is needed to believe it.

    Attributes:
        name: measure or metric, for example ``accuracy``.
        value: None when the figure is not defined; then ``note`` says why.
        n: items the value rests on (the denominator).
        interval: 95 % interval, or None when it is not defined.
        method: how the interval was made (``wilson``, ``cluster bootstrap``, ``fisher z``, …).
        clusters: independent units behind ``n``.
        unscored: items that should count but have no value (judge failures).
        outcomes: outcome -> count over every item sent, zeros left out.
        provisional: True when the figure may not be relied on yet: too many items without a reply or a verdict or not shown
            whole, a judge measured unfit, a part of the data not covered. ``outcomes``, ``unscored`` and ``note`` say which.
        note: what a reader must know beside the number.
    """

    name: str
    value: float | None
    n: int
    interval: tuple[float, float] | None = None
    method: str = ""
    clusters: int = 0
    unscored: int = 0
    outcomes: Mapping[str, int] = field(default_factory=dict)
    provisional: bool = False
    note: str = ""
