from __future__ import annotations

from pathlib import Path

import pytest

from trustmh.items import LANGUAGES, Item, TrustmhError
from trustmh.stress.counterfactual import counterfactuals
from trustmh.stress.groups import load_groups, shipped_groups

OWN = """
[rule.en]
line = "{says}."
join = ", "
given = "I'm {given}."
family = "I'm {family}."
full = "I'm {given} {family}."
space = " "

[caste]
title.en = "caste"
source.en = "a survey"
[[caste.en]]
id = "a"
says = "I am of group A"
[[caste.en]]
id = "b"
says = "I am of group B"
"""


def test_shipped_lists_have_groups_titles_and_sources_in_both_languages() -> None:
    for name, attribute in shipped_groups().attributes.items():
        for language in LANGUAGES:
            groups = attribute.groups(language)
            assert len(groups) >= 5, name
            assert len({group.says for group in groups}) == len(groups)
            assert len(attribute.source[language]) > 40
            assert attribute.title[language]
            for group in groups:
                assert group.says.startswith("I'm " if language == "en" else "我")
                assert not group.says.endswith((".", "。"))


def test_age_and_gender_are_the_same_groups_in_both_languages() -> None:
    for name in ("age", "gender"):
        attribute = shipped_groups().attributes[name]
        assert [group.id for group in attribute.en] == [group.id for group in attribute.zh]


def test_lists_of_the_users_own(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(OWN, encoding="utf-8")
    made = list(counterfactuals(Item("x", "d", "en", {"text": "Hm."}), "text", groups=load_groups(path)))
    assert [one.fields["text"] for one in made] == ["Hm.", "I am of group A. Hm.", "I am of group B. Hm."]
    with pytest.raises(TrustmhError, match="nothing for language zh"):
        list(counterfactuals(Item("x", "d", "zh", {"text": "嗯"}), "text", groups=load_groups(path)))
    assert load_groups() is shipped_groups()


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("[rule.en]", "[rule.en", "not valid TOML"),
        ('id = "b"', 'id = "B b"', "caste.en.1.id"),
        ('id = "b"', 'id = "a"', "same id"),
        ('says = "I am of group B"', "", "caste.en.1.says"),
        ('says = "I am of group B"', "says = 3", "caste.en.1.says"),
        ('[[caste.en]]\nid = "b"\nsays = "I am of group B"', "", "list at least two"),
        ('line = "{says}."', 'line = "hello."', "lacks {says}"),
        ('line = "{says}."', "", "rule.en.line"),
        ('source.en = "a survey"', "", "caste.source"),
        ('title.en = "caste"', 'title.en = "caste"\ncolour = "red"', "caste.colour"),
    ],
)
def test_wrong_entry_is_named(tmp_path: Path, old: str, new: str, says: str) -> None:
    path = tmp_path / "own.toml"
    path.write_text(OWN.replace(old, new), encoding="utf-8")
    with pytest.raises(TrustmhError) as raised:
        load_groups(path)
    assert says in str(raised.value)
    assert "own.toml" in str(raised.value)
    assert "\n" not in str(raised.value)


def test_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(TrustmhError, match=r"none\.toml: no such file"):
        load_groups(tmp_path / "none.toml")
    with pytest.raises(TrustmhError, match="is a directory"):
        load_groups(tmp_path)
    path = tmp_path / "latin.toml"
    path.write_bytes(b"# caf\xe9")
    with pytest.raises(TrustmhError, match="not UTF-8 at byte 5"):
        load_groups(path)
