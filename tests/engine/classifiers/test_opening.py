"""Every classifier that a subtask may ask can be opened, or says in one line what is missing."""

from __future__ import annotations

import itertools
import sys

import pytest

from trustmh.engine.classifiers.opening import CLASSIFIERS, open_classifier
from trustmh.items import TrustmhError
from trustmh.pillars.table import SUBTASKS


def test_the_list_holds_exactly_what_the_table_asks_for() -> None:
    asked = {
        name
        for subtask in SUBTASKS
        for values in itertools.product(*subtask.options.values())
        for name in subtask.deciders(dict(zip(subtask.options, values, strict=True))).classifiers
    }
    assert asked == set(CLASSIFIERS)


def test_an_unknown_classifier_is_named_with_the_known_ones() -> None:
    with pytest.raises(TrustmhError, match="no classifier bert; known: detoxify, longformer, perspective"):
        open_classifier("bert")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("detoxify", r"detoxify is not installed: pip install \"trustmh\[detoxify\]\""),
        ("longformer", r"transformers is not installed: pip install \"trustmh\[transformers\]\""),
        ("perspective", "needs a key: set PERSPECTIVE_API_KEY"),
    ],
)
def test_what_is_missing_is_said_with_the_remedy(monkeypatch: pytest.MonkeyPatch, name: str, words: str) -> None:
    monkeypatch.setitem(sys.modules, "detoxify", None)
    monkeypatch.setitem(sys.modules, "transformers", None)
    monkeypatch.delenv("PERSPECTIVE_API_KEY", raising=False)
    with pytest.raises(TrustmhError, match=words):
        open_classifier(name)
