from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
from typing import Any

import pytest
import regex
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from tests.stress.texts import HARD, any_text, chinese, english, hard_text, intensities, languages, seeds
from trustmh.items import TrustmhError
from trustmh.stress.edits import apply_edits, undo_edits
from trustmh.stress.made import makes_guarded
from trustmh.stress.operations.table import INTENSITIES, LEVELS
from trustmh.stress.perturb import Perturbed, perturb, perturb_each
from trustmh.stress.source import Source
from trustmh.stress.units import Characters

EN = "I keep thinking about the evening when my friends left, and I don't know what to tell Dr. Smith. It was 3 weeks ago!"
ZH = "我已经两个星期没有睡好了，一想到工作就很焦虑。妈妈说我应该去看医生，可是我觉得说不出口。"


def every_way() -> list[dict[str, Any]]:
    ways: list[dict[str, Any]] = [{"level": level} for level in LEVELS]
    return [*ways, {"levels": ("character", "word")}, {"levels": ("character", "word", "sentence")}]


@settings(max_examples=300, deadline=None)
@given(any_text, languages, st.sampled_from(every_way()), intensities, seeds, st.booleans())
@example("", "en", {"level": "character"}, "high", 0, False)
@example("".join(HARD), "zh", {"levels": LEVELS}, "high", 1, False)
@example("a" * 5000, "en", {"levels": LEVELS}, "high", 1, False)
@example("(" * 2000 + "<{`" * 300, "en", {"levels": LEVELS}, "high", 1, False)
def test_any_text_is_perturbed_the_same_way_twice(
    text: str, language: Any, way: dict[str, Any], intensity: Any, seed: int, free: bool
) -> None:
    first = perturb(text, language, **way, intensity=intensity, seed=seed, allow_meaning_changes=free)
    assert first == perturb(text, language, **way, intensity=intensity, seed=seed, allow_meaning_changes=free)
    current = text
    for one in first.passes:
        assert apply_edits(current, one.edits) == one.text
        assert undo_edits(one.text, one.edits) == current
        current = one.text
    assert current == first.text
    assert first.distance == Levenshtein.distance(text, first.text)
    assert (first.distance == 0) == (not first.edits)


def test_long_text_has_its_true_distance() -> None:
    text = " ".join(english(80))
    done = perturb(text, "en", levels=("character", "word"), intensity="high", seed=1)
    assert len(text) > 5_000
    assert done.distance == Levenshtein.distance(text, done.text) > 0


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "unit", ["a", ".", "<", "(", "'", "1", "我", "不", "e\u0301", "🇫", "so. ", "x@", "\n", "A. ", "”", "no "]
)
@pytest.mark.parametrize("level", LEVELS)
def test_time_grows_with_the_length_only(unit: str, level: Any) -> None:
    text = unit * (40_000 // len(unit))
    assert perturb(text, "zh", level=level, intensity="low", seed=1).passes[0].text


GOLDEN = "28c36b6accb9a24f69232e18836de689f1194589eb752f799419c210d6c918dc"


def golden() -> str:
    """One digest of what every level and intensity make of sentences of both languages."""
    digest = hashlib.sha256()
    for language, texts in (("en", [EN, *english(40)]), ("zh", [ZH, *chinese(40)])):
        for way in every_way():
            for intensity in ("low", "medium", "high"):
                for text in texts:
                    done = perturb(text, language, **way, intensity=intensity, seed=2026)  # type: ignore[arg-type]
                    digest.update(json.dumps([done.text, done.edits]).encode())
    return digest.hexdigest()


def test_same_seed_same_bytes_as_ever() -> None:
    assert golden() == GOLDEN, "bump trustmh.stress.perturb.VERSION and this digest together"


def test_hash_seed_of_the_interpreter_does_not_matter() -> None:
    code = "from tests.stress.test_perturb import golden; print(golden())"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONHASHSEED": "77", "PYTHONPATH": ":".join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == GOLDEN


def test_seed_text_and_operations_choose_the_edits() -> None:
    texts = {perturb(EN, "en", level="character", intensity="high", seed=seed).text for seed in range(20)}
    assert len(texts) == 20
    other = perturb(EN, "en", operations=["character.delete"], intensity="high", seed=0)
    assert other.text not in texts


@pytest.mark.parametrize("text", [EN, ZH, "so", "累了", "Tired.", "我累", "hm, so it goes"])
@pytest.mark.parametrize("intensity", ["low", "medium", "high"])
@pytest.mark.parametrize("level", LEVELS)
def test_at_least_one_edit_at_any_intensity(text: str, intensity: Any, level: Any) -> None:
    done = perturb(text, "zh" if text[0] > "z" else "en", level=level, intensity=intensity, seed=5)
    assert done.edits
    assert done.distance > 0
    assert done.rate > 0


@given(any_text, languages, seeds)
@example("0[A", "en", 0)
@example("well...no", "en", 0)
@settings(max_examples=150, deadline=None)
def test_no_edit_only_where_no_letter_may_be_edited(text: str, language: Any, seed: int) -> None:
    done = perturb(text, language, operations=["character.repeat"], intensity="low", seed=seed)
    if not done.edits and text.isascii():
        free = Characters(Source(text, language, [], True)).pool
        for at in free:
            for repeated in (text[at] * 2, text[at] * 3):
                # Every letter that is left free would have made a guarded word of its word.
                assert makes_guarded(
                    text,
                    at + 1,
                    at + 1,
                    repeated[1:],
                    *Characters(Source(text, language, [], True)).reach(at + 1, at + 1),
                )


@pytest.mark.parametrize("text", ["", " \n", "42", "…—", "3,5 %", "👨‍👩‍👧", "not", "不", "٣"])
def test_text_with_nothing_to_edit_comes_back_and_says_so(text: str) -> None:
    done = perturb(text, "zh", level="character", intensity="high", seed=1)
    assert done == Perturbed(text, done.passes, 0)
    assert done.edits == ()
    assert done.rate == 0


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("level", ["character", "word"])
def test_edits_of_a_lower_intensity_are_among_those_of_a_higher_one(language: Any, level: Any) -> None:
    for text in (english if language == "en" else chinese)(200):
        low, medium, high = (
            set(perturb(text, language, level=level, intensity=one, seed=3).edits) for one in INTENSITIES
        )
        assert low <= medium <= high


def test_stack_starts_from_what_the_level_before_left_whatever_order_is_given() -> None:
    single = perturb(EN, "en", level="character", intensity="high", seed=4)
    stack = perturb(EN, "en", levels=("sentence", "word", "character"), intensity="high", seed=4)
    assert [one.level for one in stack.passes] == ["character", "word", "sentence"]
    assert stack.passes[0] == single.passes[0]
    assert stack.passes[1].edits
    assert stack.passes[2].edits


#: Typed by hand, so that a form missing from the lists of the guards is a loss that this test sees.
NEGATIONS = "not no nor never nobody noone nah without unable hardly refuse lacks stopped cant can't shan't mightn't wouldn't've couldnt've"
NUMBERS = "two ten one twelve fourth hundreds thousands twice 3 20mg 2.5"
LOOKALIKES = "know note now north nerve too often tent bone want yes yet friend well, so. she they mother other none noon cane wont want"
STAYS = frozenset(f"{NEGATIONS} {NUMBERS} none wont yes".split())
CHINESE_STAYS = "不没冇唔别未一二两俩仨三十"


def kept(text: str) -> list[str]:
    """Negations, numbers and answers in their order."""
    latin = [word for word in re.split(r"[\s,]+|\.(?!\d)", text) if word.lower() in STAYS]
    return latin + [character for character in text if character in CHINESE_STAYS]


hard_sentences = st.lists(st.sampled_from(f"{NEGATIONS} {NUMBERS} {LOOKALIKES}".split()), min_size=1, max_size=30).map(
    " ".join
)
hard_chinese = st.lists(
    st.sampled_from(list("不没冇唔部步布别人我很想未来一二两俩仨以衣十时实事三个星期睡，。")), max_size=40
).map("".join)


@settings(max_examples=500, deadline=None)
@given(st.one_of(hard_sentences, hard_chinese), st.sampled_from(["character", "word"]), intensities, seeds)
def test_negations_and_numbers_are_neither_lost_nor_made_nor_moved(
    text: str, level: Any, intensity: Any, seed: int
) -> None:
    language: Any = "zh" if any(ord(one) > 0x3000 for one in text) else "en"
    done = perturb(text, language, level=level, intensity=intensity, seed=seed)
    assert kept(done.text) == kept(text)


@pytest.mark.parametrize("text", ["so so so", "我我我我", "so sad so sad so", "的的的", "abab abab"])
def test_edits_that_undo_each_other_are_no_variant(text: str) -> None:
    language: Any = "zh" if ord(text[0]) > 0x3000 else "en"
    for way in every_way():
        for seed in range(100):
            done = perturb(text, language, **way, intensity="high", seed=seed)
            assert (done.text == text) == (not done.edits) == (done.distance == 0)


def test_word_after_a_negation_keeps_its_negation() -> None:
    for seed in range(300):
        done = perturb("I am not happy here and never safe there now", "en", level="word", intensity="high", seed=seed)
        assert "not happy" in done.text
        assert "never safe" in done.text


def test_decisive_words_are_neither_dropped_nor_moved() -> None:
    text = "lately my thoughts circle around suicide and the river while everyone else sleeps"
    for seed in range(300):
        done = perturb(
            text, "en", operations=["word.delete", "word.swap", "word.stop-words"], intensity="high", seed=seed
        )
        assert "suicide" in done.text
        assert all("suicide" not in edit.before for edit in done.edits)


@settings(max_examples=200, deadline=None)
@given(any_text, languages, st.sampled_from(every_way()), seeds, st.data())
def test_protected_spans_survive_every_level(
    text: str, language: Any, way: dict[str, Any], seed: int, data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    done = perturb(
        text,
        language,
        **way,
        intensity="high",
        seed=seed,
        protect=[(start, end)],
        allow_meaning_changes=data.draw(st.booleans()),
    )
    assert text[start:end] in done.text


@pytest.mark.parametrize("level", LEVELS)
def test_protected_texts_and_patterns_survive(level: Any) -> None:
    text = "Choose between Bipolar disorder and Major depression, which one fits (see note A7 of the manual)? I feel tired every day."
    for seed in range(200):
        done = perturb(
            text,
            "en",
            level=level,
            intensity="high",
            seed=seed,
            protect=["Bipolar disorder", re.compile(r"Major \w+"), ""],
        )
        assert "Bipolar disorder" in done.text
        assert "Major depression" in done.text


@settings(max_examples=400, deadline=None)
@given(hard_text, languages, st.sampled_from(["character", "word", "sentence"]), seeds)
def test_graphemes_stay_whole(text: str, language: Any, level: Any, seed: int) -> None:
    done = perturb(text, language, level=level, intensity="high", seed=seed, allow_meaning_changes=True)
    source, result = bounds(text), bounds(done.text)
    shift = 0
    for edit in done.edits:
        assert {edit.start, edit.end} <= source
        shifted = edit.start + shift
        assert {shifted, shifted + len(edit.after)} <= result
        shift += len(edit.after) - len(edit.before)


def bounds(text: str) -> set[int]:
    return {0, *(match.end() for match in regex.finditer(r"\X", text))}


@pytest.mark.parametrize(
    "text", ["`so. here` we. Go on.", "We. go `so. here` now. On.", "Well. <a. b> Go. On.", "好。`对。行`吧。走。"]
)
def test_markup_that_spans_sentences_is_not_torn_apart(text: str) -> None:
    marked = re.findall(r"`.*?`|<.*?>", text)[0]
    for seed in range(80):
        for operation in ("sentence.reorder", "sentence.repeat", "sentence.irrelevant-inside", "sentence.punctuation"):
            done = perturb(text, "zh", operations=[operation], intensity="high", seed=seed)
            assert marked in done.text


def test_stream_of_texts_gives_what_single_calls_give() -> None:
    texts = english(5)
    each = perturb_each(iter(texts), "en", level="word", intensity="low", seed=9)
    assert list(each) == [perturb(text, "en", level="word", intensity="low", seed=9) for text in texts]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({}, "name a level"),
        ({"level": "letter"}, "choose from character, word, sentence"),
        ({"level": "word", "levels": ("word",)}, "not both"),
        ({"levels": ("word", "word")}, "twice"),
        ({"level": "word", "intensity": "extreme"}, "choose from low, medium, high"),
        ({"level": "word", "seed": 1.5}, "whole number"),
        ({"level": "word", "seed": True}, "whole number"),
        ({"operations": ["word.shout"]}, "no operation 'word.shout'"),
        ({"operations": ["character.homophone"]}, "is for zh"),
        ({"level": "word", "operations": ["character.delete"]}, "not of level word"),
        ({"levels": ("word", "character"), "operations": ["word.delete"]}, "no operation is left for level character"),
        ({"operations": ["word.negate"]}, "allow meaning changes"),
        ({"level": "word", "protect": [(3, 99)]}, "outside a text of 6 characters"),
        ({"level": "word", "protect": [7]}, "texts, compiled patterns or"),
    ],
)
def test_bad_option_is_one_clear_line(options: dict[str, Any], says: str) -> None:
    with pytest.raises(TrustmhError, match=regex.escape(says)) as raised:
        perturb("so sad", "en", **{"intensity": "low", "seed": 1, **options})
    assert "\n" not in str(raised.value)


def test_unknown_language_is_named() -> None:
    with pytest.raises(TrustmhError, match="'fr'"):
        perturb("triste", "fr", level="word", intensity="low", seed=1)  # type: ignore[arg-type]


def test_meaning_changes_only_on_request() -> None:
    for seed in range(50):
        done = perturb(
            "I am not well. I can sleep.",
            "en",
            operations=["word.negate"],
            intensity="high",
            seed=seed,
            allow_meaning_changes=True,
        )
        assert {edit.operation for edit in done.edits} == {"word.negate"}
    lifted = perturb(
        "not now", "en", operations=["character.delete"], intensity="high", seed=2, allow_meaning_changes=True
    )
    assert lifted.edits
