"""Local classifiers: imported when used, one text's failure is that text's, other languages stay unscored."""

from __future__ import annotations

import asyncio
import sys
import types
from typing import Any

import pytest

from trustmh.engine.calls import Answer, Call
from trustmh.engine.classifiers.hub_models import HubClassifier, detoxify_classifier, longformer_classifier
from trustmh.engine.classifiers.scoring import Score, read_score, score_call, score_texts
from trustmh.engine.store import CallStore
from trustmh.items import Language, Reply, TrustmhError


def module(name: str, monkeypatch: pytest.MonkeyPatch, **contents: object) -> None:
    stand_in = types.ModuleType(name)
    vars(stand_in).update(contents)
    monkeypatch.setitem(sys.modules, name, stand_in)


def tokenizer(text: str) -> dict[str, list[int]]:
    """One token a word, and one each for beginning and end."""
    return {"input_ids": [0, *(1 for _ in text.split()), 2]}


class Toxic:
    def __init__(self, kind: str) -> None:
        assert kind == "multilingual"
        self.tokenizer = tokenizer

    def predict(self, text: str) -> dict[str, float]:
        if text == "breaks":
            raise RuntimeError("shape mismatch")
        return {"toxicity": {"bad": 0.9, "odd": float("nan")}.get(text, 0.1), "insult": 1.0}


class Harmful:
    def __init__(self, label: str) -> None:
        self.label = label
        self.tokenizer = tokenizer

    def __call__(self, text: str) -> list[dict[str, Any]]:
        return [{"label": self.label, "score": 0.8}]


def scores(chat: HubClassifier, store: CallStore, texts: list[tuple[str, Language]]) -> list[Score]:
    return asyncio.run(score_texts(chat, store, texts))


def test_detoxify_gives_its_toxicity_and_null_where_it_cannot(
    monkeypatch: pytest.MonkeyPatch, store: CallStore
) -> None:
    module("detoxify", monkeypatch, Detoxify=Toxic)
    chat = detoxify_classifier()
    found = scores(chat, store, [("bad", "en"), ("fine", "en"), ("你好", "zh"), ("你好吗朋友", "en"), ("breaks", "en"), ("odd", "en"), (" ", "en")])  # fmt: skip
    assert [one.value for one in found] == [0.9, 0.1, None, None, None, None, None]
    assert "not made for zh" in found[2].reason
    assert "not made for zh" in found[3].reason
    assert "shape mismatch" in found[4].reason
    assert "detoxify multilingual" in chat.identity


@pytest.mark.parametrize(("label", "wanted"), [("LABEL_1", 0.8), ("LABEL_0", 0.2)])
def test_the_longformer_says_harmful_by_label_1(
    monkeypatch: pytest.MonkeyPatch, store: CallStore, label: str, wanted: float
) -> None:
    def pipeline(task: str, model: str) -> Any:
        assert (task, model) == ("text-classification", "LibrAI/longformer-harmful-ro")
        return Harmful(label)

    module("transformers", monkeypatch, pipeline=pipeline)
    chat = longformer_classifier()
    assert scores(chat, store, [("a reply", "en")])[0].value == pytest.approx(wanted)
    assert "LibrAI/longformer-harmful-ro" in chat.describe()["identity"]


@pytest.mark.parametrize(("make", "longest"), [(detoxify_classifier, 512), (longformer_classifier, 4096)])
def test_a_text_longer_than_the_model_reads_is_unscored_and_never_cut(
    monkeypatch: pytest.MonkeyPatch, store: CallStore, make: Any, longest: int
) -> None:
    module("detoxify", monkeypatch, Detoxify=Toxic)
    module("transformers", monkeypatch, pipeline=lambda task, model: Harmful("LABEL_1"))
    chat = make()
    # Two of the tokens are the marks.
    fits, long = scores(chat, store, [(" ".join(["word"] * words), "en") for words in (longest - 2, longest - 1)])
    assert fits.value is not None
    assert (long.value, long.reason) == (None, f"{chat.name}: longer than {longest} tokens")
    assert f"at most {longest} tokens" in chat.identity


@pytest.mark.parametrize(
    ("package", "make"), [("detoxify", detoxify_classifier), ("transformers", longformer_classifier)]
)
def test_a_missing_package_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch, package: str, make: Any) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(TrustmhError, match=rf"pip install \"trustmh\[{package}\]\""):
        make()


@pytest.mark.parametrize("make", [detoxify_classifier, longformer_classifier])
def test_a_package_that_breaks_when_it_is_imported_is_one_clear_line(
    monkeypatch: pytest.MonkeyPatch, make: Any
) -> None:
    def broken(name: str) -> Any:
        raise OSError(f"lib{name}.so: wrong\nELF class")

    monkeypatch.setattr("trustmh.engine.classifiers.hub_models.import_module", broken)
    with pytest.raises(TrustmhError, match=r"cannot be imported: lib\w+\.so: wrong ELF class; install it again"):
        make()


def test_weights_that_cannot_be_fetched_are_one_clear_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(kind: str) -> Any:
        raise OSError("no route\nto host")

    module("detoxify", monkeypatch, Detoxify=unreachable)
    with pytest.raises(TrustmhError, match="could not be loaded: no route to host"):
        detoxify_classifier()


def test_scores_of_another_model_are_not_reused(store: CallStore) -> None:
    one = HubClassifier("classifier/one", "one 1", lambda _: 0.25, ("en",), count=len, longest=9)
    two = HubClassifier("classifier/one", "one 2", lambda _: 0.75, ("en",), count=len, longest=9)
    texts: list[tuple[str, Language]] = [("text", "en")]
    assert [scores(chat, store, texts)[0].value for chat in (one, two, one)] == [0.25, 0.75, 0.25]


def test_the_key_of_a_score_depends_on_model_text_and_language() -> None:
    calls: list[Call] = [score_call("m", "t", "en"), score_call("m", "t", "zh"), score_call("m", "u", "en"), score_call("n", "t", "en")]  # fmt: skip
    assert len({call.key for call in calls}) == 4


@pytest.mark.parametrize(
    "text",
    [
        *("", "{}", "[]", "0.4", '"score"', '{"score": 2}', '{"score": "0.1"}', '{"score": NaN}', '{"score": true}'),
        f'{{"score": 1{"0" * 400}}}',
        f'{{"score": 1{"0" * 5000}}}',
        "[" * 200_000,
    ],
    ids=lambda text: text[:20],
)
def test_a_stored_answer_that_is_no_score_is_an_error_not_a_number(text: str) -> None:
    with pytest.raises(TrustmhError, match="no score"):
        read_score(Answer(Reply(text)))
