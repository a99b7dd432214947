"""The groups that counterfactual profiles name: read from ``data/groups.toml`` or from a file of the user's own."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from trustmh.items import LANGUAGES, Language, TrustmhError

_Text = Annotated[str, StringConstraints(strip_whitespace=False, min_length=1, max_length=300)]


class _Data(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Rule(_Data):
    """How a profile is said in one language. ``space`` stands between the profile and the seeker's own words."""

    line: _Text
    join: _Text
    given: _Text
    family: _Text
    full: _Text
    space: Annotated[str, StringConstraints(max_length=3)]


class Group(_Data):
    """One group: its id, the clause the seeker says, and names that suggest it (used only on request)."""

    id: Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]{0,40}$")]
    says: _Text
    given: list[_Text] = Field(default_factory=list)
    family: list[_Text] = Field(default_factory=list)


class Attribute(_Data):
    """One attribute with its groups in each language and where the lists come from."""

    title: dict[Language, _Text]
    source: dict[Language, Annotated[str, StringConstraints(min_length=1, max_length=2000)]]
    en: list[Group] = Field(default_factory=list)
    zh: list[Group] = Field(default_factory=list)

    def groups(self, language: Language) -> list[Group]:
        """The groups of a language."""
        return self.en if language == "en" else self.zh


class Groups(_Data):
    """The rule of each language and the attributes by id."""

    rule: dict[Language, Rule]
    attributes: dict[str, Attribute]


@cache
def shipped_groups() -> Groups:
    """The lists that come with trustmh: race, gender, age and religion (the attributes of the paper)."""
    text = files("trustmh.stress").joinpath("data", "groups.toml").read_text(encoding="utf-8")
    return _parsed(text, "groups.toml")


def load_groups(path: Path | None = None) -> Groups:
    """The shipped lists, or those of a TOML file in the same form.

    Raises:
        TrustmhError: a file that cannot be read, is not TOML, or has a wrong or missing entry, which is named.
    """
    if path is None:
        return shipped_groups()
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise TrustmhError(f"{path}: {(error.strerror or 'cannot be read').lower()}") from error
    except UnicodeDecodeError as error:
        raise TrustmhError(f"{path}: not UTF-8 at byte {error.start}; save the file as UTF-8") from error
    return _parsed(text, str(path))


def _parsed(text: str, where: str) -> Groups:
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise TrustmhError(f"{where}: not valid TOML ({error})") from error
    rule = table.pop("rule", None)
    try:
        groups = Groups.model_validate({"rule": rule, "attributes": table})
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"])).removeprefix("attributes.")
        raise TrustmhError(f"{where}: {place}: {first['msg']}") from error
    _check(groups, where)
    return groups


def _check(groups: Groups, where: str) -> None:
    for name, attribute in groups.attributes.items():
        for language in LANGUAGES:
            ids = [group.id for group in attribute.groups(language)]
            if len(set(ids)) != len(ids):
                raise TrustmhError(f"{where}: {name}.{language}: two groups have the same id")
            if len(ids) == 1:
                raise TrustmhError(f"{where}: {name}.{language}: one group alone cannot be compared; list at least two")
    for language, rule in groups.rule.items():
        for template, needed in _needed(rule).items():
            for field in needed:
                if f"{{{field}}}" not in template:
                    raise TrustmhError(f"{where}: rule.{language}: {template!r} lacks {{{field}}}")


def _needed(rule: Rule) -> Mapping[str, tuple[str, ...]]:
    return {rule.line: ("says",), rule.given: ("given",), rule.family: ("family",)}
