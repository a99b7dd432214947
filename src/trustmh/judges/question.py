"""What a judge is asked, and what was read from its answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from trustmh.items import Language
from trustmh.judges.rubric import Rubric


@dataclass(frozen=True, slots=True)
class Question:
    """One rubric put to a judge about one reply.

    ``parts`` are the texts that fill the rubric's slots (scenario, reply, …). All of them are untrusted: the prompt
    builder fences them so that they cannot steer the judge.
    """

    rubric: Rubric
    item: str
    language: Language
    parts: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Verdict:
    """A judge's answer, read.

    ``scores`` holds one value per criterion that could be read (a number, or a label for closed sets); it is empty when
    nothing could be read after the bounded re-asking, and then ``problem`` says why. Never imputed.
    """

    rubric: str
    judge: str
    scores: Mapping[str, float | str] = field(default_factory=dict)
    problem: str = ""
    attempts: int = 1
    text: str = ""

    @property
    def complete(self) -> bool:
        """True when every criterion of the rubric was read."""
        return not self.problem
