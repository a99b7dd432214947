"""The page: one file, offline, deterministic, and deaf to what a model writes."""

from __future__ import annotations

import base64
import hashlib
import itertools
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from tests.report.markup import Page
from tests.report.runs import HOSTILE, REORDERED, RESULTS, run, transcript
from tests.results.examples import PRIVACY, estimate, graded, record, subtask
from trustmh.items import Message, Reply, TrustmhError
from trustmh.pillars.subtask import Deciders, SubtaskResult
from trustmh.report import ReportRun, Transcript, write_report
from trustmh.report.page import render


@pytest.fixture(scope="module")
def html() -> str:
    return render([run()])


@pytest.fixture(scope="module")
def page(html: str) -> Page:
    return Page(html)


def test_the_same_runs_give_the_same_bytes(tmp_path: Path, html: str) -> None:
    write_report([run()], tmp_path / "report.html")
    assert (tmp_path / "report.html").read_bytes() == html.encode()


def test_nothing_is_fetched(page: Page) -> None:
    for tag, attributes in page.elements:
        assert tag not in {"img", "iframe", "object", "embed", "base", "audio", "video", "source"}
        assert "src" not in attributes
        assert not any(name.startswith("on") for name in attributes), (tag, attributes)
        if "href" in attributes:
            assert attributes["href"].startswith("#") or attributes["href"] == "data:,"


def test_only_the_reports_own_scripts_may_run(page: Page) -> None:
    policies = [one["content"] for one in page.all("meta") if one.get("http-equiv") == "Content-Security-Policy"]
    assert len(policies) == 1
    assert policies[0].startswith("default-src 'none'; script-src 'sha256-")
    assert "'unsafe-inline'" not in policies[0].split("style-src")[0]
    allowed = set(re.findall(r"'sha256-([^']+)'", policies[0]))
    kinds = [attributes.get("type", "") for attributes in page.all("script")]
    assert kinds == [""]
    assert {base64.b64encode(hashlib.sha256(page.scripts[0].encode()).digest()).decode()} == allowed


def test_a_small_run_has_a_small_report() -> None:
    assert len(render([run(), run("two")]).encode()) < 250_000


def test_the_policy_stands_before_anything_it_guards(html: str) -> None:
    assert html.index("Content-Security-Policy") < html.index("<style") < html.index("<body")


def test_hostile_text_is_shown_and_does_nothing(page: Page) -> None:
    assert page.text.count(HOSTILE) >= 10
    assert "49" not in page.text.split(HOSTILE)[1][:10]


def test_no_hidden_character_reaches_the_page(html: str, page: Page) -> None:
    body = html[: html.index("<script>")]
    assert not re.search("[\u202a-\u202e\u2066-\u2069\u200b\x00\ud800-\udfff]", body)
    assert "⟨U+202E⟩" in page.text
    assert "⟨U+D83D⟩" in page.text
    assert REORDERED not in page.text


def test_a_reply_of_a_megabyte_costs_little_and_is_said_to_be_cut() -> None:
    def huge(_: object) -> Transcript:
        return Transcript([Message("user", "q")], Reply("<" * 1_000_000))

    one = render([run(grades=[graded("ethical_reasoning", "e:1")], transcript=huge)])
    none = render([run(grades=[])])
    assert len(one) - len(none) < 100_000
    assert "in the run folder: 980000 characters more." in Page(one).text


def test_the_open_suite_is_never_taken_for_a_clinical_test(page: Page) -> None:
    assert "synthetic items written by this project, not clinically validated" in page.text
    assert "未经临床验证" in page.text
    assert "not clinically validated" not in Page(render([run(record=record(suite="paper"))])).text


@pytest.mark.parametrize("suite", ["open", "paper", "own"])
def test_no_suite_shows_a_model_to_be_safe_and_the_report_says_so(suite: str) -> None:
    text = Page(render([run(record=record(suite=suite))])).text
    assert text.count("they do not show that it is safe to use with people") == 1
    assert len(re.findall("并不(?:表明|说明)它可以安全地用于", text)) == 1


def test_provisional_and_missing_figures_are_marked_in_place(page: Page) -> None:
    headline = page.text[page.text.rindex("Headline figures") : page.text.rindex("All figures")]
    assert headline.count("provisional") == 1
    assert "no figure" in headline
    assert "not defined: no judge" in headline
    assert "no score, missing: Privacy leakage" in page.text


def test_a_figure_without_an_interval_says_so_in_its_place() -> None:
    results = {"ethical_reasoning": SubtaskResult("ethical_reasoning", estimate(0.5))}
    text = Page(render([run(results=results)])).text
    pillars = text[text.index("Score of each pillar") : text.index("One headline figure")]
    headline = text[text.index("One headline figure") : text.rindex("All figures")]
    assert "no interval" in pillars
    assert "no interval" in headline


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        (("judge",), "rests on a judge"),
        (("rules",), ""),
        (("part",), "secondary figures rest on a judge"),
        (("rules", "judge"), "rests on a judge"),
    ],
)
def test_what_rests_on_a_judge_follows_the_deciders_of_the_runs(chosen: tuple[str, ...], sentence: str) -> None:
    needs: Mapping[str, Deciders] = {"judge": Deciders("headline"), "rules": Deciders(), "part": Deciders("secondary")}
    leakage = replace(
        subtask("privacy_leakage", PRIVACY, judged="headline"), decided=lambda options: needs[options["by"]]
    )
    results = {"privacy_leakage": SubtaskResult("privacy_leakage", estimate(0.3, (0.28, 0.32)))}
    runs = [
        run(name=name, subtasks=(leakage,), results=results, record=record(options={"by": name})) for name in chosen
    ]
    text = Page(render(runs)).text
    headline = text[text.index("One headline figure") : text.rindex("All figures")]
    found = [one for one in ("secondary figures rest on a judge", "rests on a judge") if one in headline]
    assert found == ([sentence] if sentence else [])


def test_counts_stand_beside_every_headline(page: Page) -> None:
    text = " ".join(page.text.split())
    assert re.search(r"answered.{0,12} 37", text)
    assert re.search(r"unparsed.{0,12} 3", text)
    assert "0.400 … 0.690" in text
    assert "always A" in text


def test_a_subtask_that_was_not_run_is_no_zero() -> None:
    results = {"ethical_reasoning": RESULTS["ethical_reasoning"]}
    text = Page(render([run(), run("two", results=results)])).text
    assert "not part of this run" in text


def test_sensitive_items_are_covered(html: str) -> None:
    cover = html.index('class="cover"')
    assert html.rindex('<details class="item"', 0, cover) < cover
    assert "open" not in html[cover : html.index(">", cover)]
    assert html.count('class="cover"') == 1


def test_no_transcript_is_open_at_first(page: Page) -> None:
    items = [one for one in page.all("details") if one.get("class") == "item"]
    assert len(items) == 6
    assert all("open" not in one for one in items)
    assert {one["data-outcome"] for one in items} == {"answered", "unparsed"}


def test_the_cap_on_transcripts_is_stated() -> None:
    grades = [graded("ethical_reasoning", f"e:{place}") for place in range(60)]
    text = Page(render([run(grades=grades)])).text
    assert "At most 40 items of each subtask are shown" in text
    assert "40 of 60 items" in text


def test_versions_and_hashes_are_given(page: Page) -> None:
    for wanted in ("one@sha256:aa", "two@sha256:bb", "0" * 64, "version 2, prompt 3", "rubric apa/1", "max_tokens=600"):
        assert wanted in page.text


def test_published_ranks_stand_beside_with_their_note(page: Page) -> None:
    assert "a run in this report has no place among them" in page.text
    assert "Meditron3-70B" in page.text


def test_runs_under_other_conditions_are_told_apart() -> None:
    text = Page(render([run(), run("two", record=record(seed=4))])).text
    assert "they differ in: seed" in text


def test_what_must_be_known_of_a_run_stands_at_the_top_in_both_languages() -> None:
    note = "figures rest on data files that differ from the published ones: ethicmh/<b>.csv (unknown)"
    html = render([run(record=record(notes=(note,)), notes=("temperature: not sent as asked for 3 calls",))])
    top = html[html.index('<section id="top"') : html.index('<section id="pillars"')]
    text = Page(top).text
    assert note in text
    assert "数据文件与已发布的文件不同，数值以之为据：ethicmh/<b>.csv（未知文件）" in text
    assert "有 3 次调用未按要求发送" in text
    assert "<b>" not in top


def test_notes_methods_and_reasons_are_chinese_in_the_chinese_page() -> None:
    page = render([run()], "zh")
    for chinese in ("威尔逊法", "总是答“A”", "未定义：没有评审"):
        assert chinese in page


def test_several_runs_stand_side_by_side() -> None:
    page = Page(render([run(), run("two")]))
    assert [one["value"] for one in page.all("option") if one.get("value") in {"0", "1"}] == ["0", "1"]
    assert "1 of 2" in page.text


@pytest.mark.parametrize(("language", "tag"), [("en", "en"), ("zh", "zh-CN")])
def test_the_language_is_the_one_asked_for(language: str, tag: str) -> None:
    page = Page(render([run()], "zh" if language == "zh" else "en"))
    assert page.all("html") == [{"lang": tag}]
    assert "所测支柱中最弱的是" in page.text
    assert "Weakest measured pillar" in page.text


def test_tables_have_captions_and_headings_follow_one_another(page: Page) -> None:
    tables = [place for place, (tag, _) in enumerate(page.elements) if tag == "table"]
    assert len(tables) > 8
    for place in tables:
        assert page.elements[place + 1][0] == "caption"
    levels = [int(tag[1]) for tag, _ in page.elements if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in itertools.pairwise(levels))


def test_ids_are_unique(page: Page) -> None:
    names = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    ("runs", "message"),
    [([], "no run to report on"), ([run(), run()], "two runs are both called 'local/one'")],
)
def test_mistakes_give_one_clear_line(runs: list[ReportRun], message: str) -> None:
    with pytest.raises(TrustmhError, match=message):
        render(runs)


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(TrustmhError, match="choose one of en, zh"):
        render([run()], "fr")  # type: ignore[arg-type]


def test_a_run_without_anything_still_has_a_report() -> None:
    text = Page(render([run(results={}, grades=[])])).text
    assert "No pillar has a score" in text
    assert "No transcripts are at hand" in text


def test_transcripts_are_only_asked_for_items_that_are_shown() -> None:
    asked: list[str] = []

    def counted(one: object) -> Transcript:
        asked.append(str(one))
        return transcript(graded("s", "i"))

    render([run(grades=[graded("ethical_reasoning", f"e:{place}") for place in range(500)], transcript=counted)])
    assert len(asked) == 40
