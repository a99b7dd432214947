"""Options as a user names them: known ones pass, every other is one line that says what there is."""

from __future__ import annotations

import pytest

from trustmh.items import TrustmhError
from trustmh.pillars.options import check_options, parse_options
from trustmh.pillars.table import BY_ID


def test_pairs_are_read_and_a_pair_twice_is_one() -> None:
    assert parse_options(["refusal=rules", "facets=yes", "refusal=rules"]) == {"refusal": "rules", "facets": "yes"}
    assert parse_options(["a=b=c"]) == {"a": "b=c"}


@pytest.mark.parametrize("value", ["", "rules", "=rules", "refusal="])
def test_what_is_no_pair_says_how_to_write_one(value: str) -> None:
    with pytest.raises(TrustmhError, match=f"^--option {value}: write NAME=VALUE"):
        parse_options([value])


def test_two_values_for_one_option_are_an_error() -> None:
    with pytest.raises(TrustmhError, match=r"^options=facets is given twice$"):
        parse_options(["facets=yes", "facets=no"], "options=")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"facets": "some"}, "--option facets=some: choose from no, yes"),
        ({"tone": "kind"}, "--option tone=kind: no subtask of this run has that option; there is facets=no|yes"),
    ],
)
def test_what_no_subtask_declares_is_an_error_that_names_what_there_is(options: dict[str, str], words: str) -> None:
    with pytest.raises(TrustmhError) as caught:
        check_options(options, [BY_ID["oeq"], BY_ID["ethical_reasoning"]])
    assert str(caught.value) == words


def test_declared_values_pass_and_so_does_nothing() -> None:
    check_options({"facets": "yes"}, [BY_ID["oeq"]])
    check_options({}, [BY_ID["privacy_awareness"]])
    with pytest.raises(TrustmhError, match=r"there is none$"):
        check_options({"facets": "yes"}, [BY_ID["privacy_awareness"]])
