"""Whole numbers from outside: digits that ``int`` refuses, or spells anew, are none."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from trustmh.datasets import cssrs, ethicmh, jailbreakmh, psyharm
from trustmh.datasets.digits import whole_number
from trustmh.items import TrustmhError


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("007", 7),
        ("1" * 18, int("1" * 18)),
        ("", None),
        ("-1", None),
        ("+1", None),
        (" 1", None),
        ("1\n", None),
        ("1_000", None),
        ("1.0", None),
        ("²", None),
        ("①", None),
        ("٣", None),
        ("３", None),
        ("三", None),
        ("9" * 5000, None),
    ],
)
def test_only_ascii_digits_write_a_number(text: str, number: int | None) -> None:
    assert whole_number(text) == number


@pytest.mark.parametrize("number", ["²", "٣", "9" * 5000], ids=["superscript", "other script", "endless"])
@pytest.mark.parametrize(
    ("load", "header", "row"),
    [
        (cssrs.iterate, "User,Post,Label", "user-{},['a'],Ideation"),
        (psyharm.iterate, ",".join(psyharm.COLUMNS), "{},Generate Bias,a"),
        (lambda path: jailbreakmh.iterate(path, ()), ",".join(jailbreakmh.COLUMNS), "{},Generate Bias,scenario,a"),
        (ethicmh.load, ",".join(ethicmh.COLUMNS), "{},s,t,A.a,r,A,m"),
    ],
    ids=["cssrs", "psyharm", "jailbreakmh", "ethicmh"],
)
def test_a_table_whose_number_is_none_is_one_line(
    tmp_path: Path, load: Callable[[Path], Iterable[object]], header: str, row: str, number: str
) -> None:
    path = tmp_path / "table.csv"
    path.write_text(f"{header}\n{row.format(number)}\n", encoding="utf-8")
    with pytest.raises(TrustmhError, match=r"table\.csv: row .*number|a user such as user-0") as caught:
        list(load(path))
    assert "\n" not in str(caught.value)
