"""The grade table: what is written is read back, the bytes are stable, and a bad file is told apart from a good one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pyarrow import parquet

from tests.results.examples import graded
from trustmh.items import Grade, Item, Outcome, Reading, TrustmhError
from trustmh.results.grade_table import COLUMNS, GRADE_TABLE_FILE, GradedItem, read_grades, write_grades

ITEMS = [
    graded(
        "ethical_reasoning",
        "ethics:1",
        measures={"accuracy": 1.0, "sc1": None, "sc2": 4.0},
        groups={"b": "2", "a": "1"},
    ),
    graded("ethical_reasoning", "ethics:2", Outcome.UNPARSED, measures={"accuracy": 0.0}, cluster="two", language="zh"),
    graded("privacy_awareness", "confaide:1", Outcome.PROVIDER_ERROR, measures={}, pillar="privacy", gold=3.8),
    graded("privacy_awareness", "confaide:2", gold=None, pillar="privacy"),
]


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / GRADE_TABLE_FILE
    write_grades(path, ITEMS)
    assert read_grades(path) == ITEMS


def test_verdict_keys_and_judge_are_kept_by_measure(tmp_path: Path) -> None:
    one = GradedItem("ethics", ITEMS[0].grade, "reply", {"sc2": "verdict"}, "local/two")
    write_grades(tmp_path / "g", [one])
    assert read_grades(tmp_path / "g") == [one]


def test_one_row_for_each_measure_and_one_for_an_item_without_any(tmp_path: Path) -> None:
    write_grades(tmp_path / "g", ITEMS)
    table = parquet.read_table(tmp_path / "g")
    assert table.column_names == list(COLUMNS)
    assert table["item"].to_pylist() == ["ethics:1"] * 3 + ["ethics:2", "confaide:1", "confaide:2"]
    assert table["score"].to_pylist() == [1.0, None, 4.0, 0.0, None, 1.0]
    assert table["measure"].to_pylist()[4] is None
    assert table["reason"].to_pylist()[1] == "verdict unread"
    assert table["groups"].to_pylist()[0] == '{"a": "1", "b": "2"}'


def test_the_same_grades_give_the_same_bytes(tmp_path: Path) -> None:
    write_grades(tmp_path / "one", ITEMS)
    write_grades(tmp_path / "two", iter(ITEMS))
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_an_empty_table_is_a_table(tmp_path: Path) -> None:
    write_grades(tmp_path / "g", [])
    assert read_grades(tmp_path / "g") == []


def test_an_item_graded_twice_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="ethics:1 is graded twice"):
        write_grades(tmp_path / "g", [ITEMS[0], ITEMS[1], ITEMS[0]])
    assert not (tmp_path / "g").exists()


@pytest.mark.parametrize("score", [float("nan"), float("inf")])
def test_a_score_that_is_no_number_is_an_error(tmp_path: Path, score: float) -> None:
    with pytest.raises(ValueError, match="an unscored measure is None"):
        write_grades(tmp_path / "g", [graded("ethical_reasoning", "e", measures={"sc1": score})])


TEXT = st.text(st.characters(codec=None), max_size=20)


@given(value=st.one_of(st.none(), TEXT, st.lists(TEXT, max_size=3), st.dictionaries(TEXT, st.integers(), max_size=2)))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_reading_survives(tmp_path: Path, value: object) -> None:
    """Lone surrogates too: a model can write them, Parquet's text cannot hold them."""
    item = Item("i", "d", "zh", {})
    one = GradedItem("ethics", Grade("s", item, Outcome.ANSWERED, Reading(Outcome.ANSWERED, value, "r"), {"m": 0.5}))
    write_grades(tmp_path / "g", [one])
    assert read_grades(tmp_path / "g")[0].grade.reading.value == value


def test_half_a_surrogate_pair_in_a_reason_is_made_visible(tmp_path: Path) -> None:
    grade = Grade(
        "s", Item("i", "d", "en", {}), Outcome.ANSWERED, Reading(Outcome.ANSWERED), {"m": None}, {"m": "bad \ud800"}
    )
    write_grades(tmp_path / "g", [GradedItem("ethics", grade)])
    assert read_grades(tmp_path / "g")[0].grade.reasons == {"m": "bad \\ud800"}


def _truncated(path: Path) -> None:
    write_grades(path, ITEMS)
    path.write_bytes(path.read_bytes()[:-40])


def _no_parquet(path: Path) -> None:
    path.write_text("item,score\n1,1\n", encoding="utf-8")


def _foreign(path: Path) -> None:
    parquet.write_table(pa.table({"item": ["a"], "score": [1.0]}), path)


def _renamed_column(path: Path) -> None:
    write_grades(path, ITEMS)
    table = parquet.read_table(path)
    parquet.write_table(table.rename_columns(["foreign", *table.column_names[1:]]), path)


def _unknown_outcome(path: Path) -> None:
    write_grades(path, ITEMS)
    table = parquet.read_table(path)
    place = table.column_names.index("outcome")
    changed = pa.array(["guessed"] * table.num_rows)
    parquet.write_table(table.set_column(place, table.schema.field("outcome"), changed), path)


def _with_values(text: str) -> Callable[[Path], None]:
    def spoil(path: Path) -> None:
        write_grades(path, ITEMS)
        table = parquet.read_table(path)
        values = pa.array([text] * table.num_rows)
        parquet.write_table(
            table.set_column(table.column_names.index("value"), table.schema.field("value"), values), path
        )

    return spoil


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda path: None, "no grade table at"),
        (lambda path: path.write_bytes(b""), "damaged or no Parquet"),
        (lambda path: path.mkdir(), "damaged or no Parquet"),
        (_truncated, "damaged or no Parquet"),
        (_no_parquet, "damaged or no Parquet"),
        (_foreign, "no grade table of this version"),
        (_renamed_column, "no grade table of this version"),
        (_unknown_outcome, "holds a row that cannot be read"),
        (_with_values("{"), "holds a row that cannot be read"),
        (_with_values("[" * 100_000), "holds a row that cannot be read"),
    ],
)
def test_a_file_that_is_no_grade_table_gives_one_clear_line(tmp_path: Path, spoil: object, message: str) -> None:
    path = tmp_path / GRADE_TABLE_FILE
    assert callable(spoil)
    spoil(path)
    with pytest.raises(TrustmhError, match=message) as caught:
        read_grades(path)
    assert "\n" not in str(caught.value)
    assert f"command that made this run again, with --out {tmp_path}: " in str(caught.value)
