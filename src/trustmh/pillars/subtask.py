"""What a subtask is: one record that carries its whole protocol.

A subtask module reads top to bottom as its protocol (data, prompt, reading, grading, metric) and ends in one
:class:`Subtask`. Commands, inspect-ai tasks, documentation, report and tests derive from the table of these records
(:mod:`trustmh.pillars.table`); nothing else lists the subtasks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Literal

from trustmh.items import (
    Decoding,
    Estimate,
    Grade,
    Item,
    Language,
    Message,
    Reading,
    Reply,
    Scoring,
    Suite,
)
from trustmh.judges.question import Question, Verdict
from trustmh.judges.rubric import Rubric


@dataclass(frozen=True, slots=True)
class Pillar:
    """One of the eight pillars; ``id`` is used in files, ``title`` is shown."""

    id: str
    title: Mapping[Language, str]


@dataclass(frozen=True, slots=True)
class Metric:
    """The headline metric and its declared anchors.

    ``floor`` maps to 0 and ``ideal`` to 100 on the pillar score, linearly and clipped, so that a model's score does not
    change when another model joins (protocol, "From subtasks to a board").
    """

    name: str
    better: Literal["up", "down"]
    floor: float
    ideal: float
    title: Mapping[Language, str]


@dataclass(frozen=True, slots=True)
class Difference:
    """One declared way in which audited scoring departs from the reference repository's, and why.

    ``figures`` names the figures it can move (``fnmatch`` patterns); every figure that differs between the two scorings
    must be covered by one.
    """

    figures: tuple[str, ...]
    reference: str
    audited: str
    reason: str
    moves_n: bool = False

    def explains(self, figure: str, *, n_moved: bool) -> bool:
        """Whether this difference can account for a figure that differs. ``moves_n``: only where n differs too."""
        return (n_moved or not self.moves_n) and any(fnmatchcase(figure, pattern) for pattern in self.figures)


@dataclass(frozen=True, slots=True)
class SubtaskResult:
    """All figures of one subtask. ``headline.value`` is None when the subtask has no figure."""

    subtask: str
    headline: Estimate
    secondary: tuple[Estimate, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Source:
    """Where items are to be taken from, and under which options.

    ``root`` is the folder of the paper suite's files; None for the cache that ``trustmh data fetch`` fills. ``options`` are declared by subtasks
    (:attr:`Subtask.options`); :meth:`option` gives the chosen or default value. A subtask that has options puts the value
    into the fields of its items, so that reading, questions and grading find it there.
    """

    suite: Suite
    root: Path | None = None
    scoring: Scoring = "audited"
    languages: tuple[Language, ...] = ("en", "zh")
    options: Mapping[str, str] = field(default_factory=dict)

    def option(self, name: str, allowed: tuple[str, ...]) -> str:
        """The chosen value of an option, else the first allowed one."""
        return self.options.get(name, allowed[0])


#: What something is needed for: nothing, secondary figures only, or the headline.
Need = Literal["no", "secondary", "headline"]
#: From the most that may rest on somebody to nothing.
NEEDS: tuple[Need, ...] = ("headline", "secondary", "no")


@dataclass(frozen=True, slots=True)
class Deciders:
    """Who decides about replies under the options chosen.

    Attributes:
        judge: what the judge is needed for.
        classifiers: what each classifier that is asked is needed for, by its id.
        rules: what decides the headline before or without them (``rules``, ``lexical``); empty for nothing.
    """

    judge: Need = "no"
    classifiers: Mapping[str, Need] = field(default_factory=dict)
    rules: str = ""


@dataclass(frozen=True, slots=True)
class ClassifierText:
    """A text about an item that a classifier is to score; ``classifier`` is its id."""

    classifier: str
    item: str
    language: Language
    text: str


def whole_cluster(item: Item) -> str:
    """The usual unit of a short run: all items of a cluster, or none."""
    return item.cluster


def gold_label(item: Item) -> str:
    """The usual stratum of a short run: the label or letter that is right; "" for items without one."""
    return item.gold if isinstance(item.gold, str) else ""


def no_questions(item: Item, reply: Reply, reading: Reading, scoring: Scoring) -> tuple[Question, ...]:
    """For subtasks graded without a judge."""
    return ()


def no_texts(item: Item, reply: Reply, reading: Reading, scoring: Scoring) -> tuple[ClassifierText, ...]:
    """For subtasks graded without a classifier."""
    return ()


@dataclass(frozen=True, slots=True)
class Subtask:
    """A subtask's protocol.

    Attributes:
        version: bumped when a change moves a score.
        prompt_version: bumped when what is sent changes; part of every reply call's key.
        load: items of a suite, in file order, every quirk of the data handled.
        messages: what is sent to the model.
        decoding: sampling, the output cap above all.
        read: reply text to outcome and value; never raises on any text.
        questions: what a judge is asked about the reply; empty for rule-graded items.
        texts: what classifiers are to score about the reply.
        grade: measures of one item, given the judge's verdicts by rubric id and the classifiers' by classifier id. A
            classifier's has its value from 0 to 1 as the score ``score``, or a problem; its ``judge`` is the
            classifier's identity.
        estimate: figures over all grades.
        rubrics: the rubrics its questions use; their versions are part of the run record.
        judged: what a judge is needed for when no option is chosen.
        decided: who decides under the options chosen; None where no option changes it. Read it by :meth:`deciders`.
        differences: audited against reference, with reasons.
        options: what a user may choose, by name: the allowed values, the default first.
        may_be_cut: fields that hold the item's long text (the first that an item has counts), of which the beginning may be
            left out when the whole is longer than the model takes; counted beside every figure
            (:mod:`trustmh.pillars.shortening`). Empty: such an item is a provider error.
        unit: names the smallest set of items that a short run must take together; ``--limit`` counts these.
        stratum: names the kind of an item of which a short run takes as many as of every other kind of the same dataset
            and language; the kind ``""`` comes first.
        call_protocol: tag of the reply calls where two subtasks score the same replies: with equal messages and decoding
            the store then makes each call once. Empty: the subtask's own tag.
    """

    id: str
    pillar: Pillar
    title: Mapping[Language, str]
    version: int
    prompt_version: int
    metric: Metric
    datasets: Mapping[Suite, tuple[str, ...]]
    load: Callable[[Source], list[Item]]
    messages: Callable[[Item, Scoring], tuple[Message, ...]]
    decoding: Callable[[Item, Scoring], Decoding]
    read: Callable[[Item, Reply, Scoring], Reading]
    grade: Callable[[Item, Reply, Reading, Mapping[str, Verdict], Scoring], Grade]
    estimate: Callable[[Sequence[Grade], Scoring], SubtaskResult]
    card: Path
    questions: Callable[[Item, Reply, Reading, Scoring], tuple[Question, ...]] = no_questions
    texts: Callable[[Item, Reply, Reading, Scoring], tuple[ClassifierText, ...]] = no_texts
    rubrics: tuple[Rubric, ...] = ()
    judged: Need = "no"
    decided: Callable[[Mapping[str, str]], Deciders] | None = None
    differences: tuple[Difference, ...] = field(default=())
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    call_protocol: str = ""
    may_be_cut: tuple[str, ...] = ()
    unit: Callable[[Item], str] = whole_cluster
    stratum: Callable[[Item], str] = gold_label

    @property
    def protocol(self) -> str:
        """The tag that reply calls carry in their key."""
        return self.call_protocol or f"{self.id}/{self.prompt_version}"

    def deciders(self, options: Mapping[str, str]) -> Deciders:
        """Who decides about its replies when these options are chosen; others have their defaults."""
        return Deciders(self.judged) if self.decided is None else self.decided(options)
