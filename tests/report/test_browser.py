"""The page in a real browser: it draws, it complains of nothing, and hostile text stays text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.report.conftest import Browser
from tests.report.runs import HOSTILE, run
from tests.report.test_crisis_view import crisis_run, some
from trustmh.report import write_report


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_page_draws_and_nothing_is_refused(browser: Browser, tmp_path: Path, language: str) -> None:
    """A fetch, or a script that the policy stops, would be a line on the console."""
    path = tmp_path / "report.html"
    write_report([run(), run(HOSTILE)], path, "zh" if language == "zh" else "en")
    done = browser(path.as_uri())
    assert done.console == []
    assert done.page.count('class="radar"') == 1
    assert ("隐私</text>" if language == "zh" else "Privacy</text>") in done.page
    assert "<title>owned" not in done.page
    assert "<img" not in done.page[: done.page.index("<script>")]


def _reported(tmp_path: Path, script: str) -> Path:
    """A report of crises with a script of the test's own, for which the policy is taken out."""
    path = tmp_path / "report.html"
    write_report([crisis_run(some())], path)
    html = re.sub('<meta http-equiv="Content-Security-Policy"[^>]*>', "", path.read_text(encoding="utf-8"))
    path.write_text(html.replace("</body>", f"<script>{script}</script></body>"), encoding="utf-8")
    return path


#: Says which visible texts of the radar lie on one another or stick out of their card, by language and width.
COLLISIONS = """
const found = [];
for (const language of ["en", "zh-CN"]) for (const width of [330, 440, 700]) {
  document.documentElement.lang = language;
  const card = document.querySelector(".radar").closest("figure");
  card.style.width = `${width}px`;
  const edge = card.getBoundingClientRect();
  const texts = Array.from(card.querySelectorAll("svg.radar text")).map((one) => [one.textContent, one.getBoundingClientRect()]).filter(([, box]) => box.width);
  if (texts.length < 13) found.push([language, width, texts.length]);
  texts.forEach(([said, box], place) => {
    if (box.left < edge.left || box.right > edge.right || box.top < edge.top) found.push([language, width, said]);
    texts.slice(0, place).forEach(([other, beside]) => {
      const apart = box.left >= beside.right || beside.left >= box.right || box.top + 3 >= beside.bottom || beside.top + 3 >= box.bottom;
      if (!apart) found.push([language, width, said, other]);
    });
  });
}
document.body.dataset.collisions = JSON.stringify(found);
"""


@pytest.mark.slow
def test_labels_of_the_radar_keep_apart_in_both_languages_and_at_every_width(browser: Browser, tmp_path: Path) -> None:
    assert 'data-collisions="[]"' in browser(_reported(tmp_path, COLLISIONS).as_uri()).page


@pytest.mark.slow
def test_the_switch_changes_language_and_title(browser: Browser, tmp_path: Path) -> None:
    page = browser(_reported(tmp_path, "document.getElementById('language-switch').click();").as_uri()).page
    assert re.search(r'<html lang="zh-CN"', page)
    assert re.search(r"<title>可信度报告 · ", page)


def _item(page: str, place: str) -> str:
    found = re.search(rf'<details class="item" id="{place}"[^>]*>', page)
    assert found is not None
    return found.group()


MISSED, OTHER = "item-0-crisis_identification-2", "item-0-crisis_identification-1"
FILTER = (
    "const box = document.getElementById('filter-text'); box.value = 'nowhere'; box.dispatchEvent(new Event('input'));"
)


@pytest.mark.slow
def test_a_link_to_a_missed_crisis_opens_it_and_leaves_the_text_covered(browser: Browser, tmp_path: Path) -> None:
    page = browser(f"{_reported(tmp_path, '').as_uri()}#{MISSED}").page
    assert " open" in _item(page, MISSED)
    assert " open" not in _item(page, OTHER)
    assert re.search(r'<details class="cover"[^>]* open', page) is None


@pytest.mark.slow
def test_a_filter_hides_items_and_a_link_undoes_it(browser: Browser, tmp_path: Path) -> None:
    hidden = browser(_reported(tmp_path, FILTER).as_uri()).page
    assert "hidden" in _item(hidden, MISSED)
    click = f"{FILTER} document.querySelector('a[href=\"#{MISSED}\"]').click();"
    shown = browser(_reported(tmp_path, click).as_uri()).page
    assert "hidden" not in _item(shown, MISSED)
    assert " open" in _item(shown, MISSED)
    assert f'<span id="filter-count">{len(some())}</span>' in shown
