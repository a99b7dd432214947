"""Counterfactual variants of an item: the same dialogue, told by somebody of another group.

The declared rule: a line in the seeker's voice, such as ``For context, I'm Black.``, is put at the start of the
seeker's first turn, with one space before the seeker's own words (none in Chinese). Nothing else changes, which
:func:`check_only_profile` verifies for every variant made. The neutral original goes along as a variant without a line.

The attributes are the paper's (race, gender, age, religion). The rule and the group lists are this project's: the
reference code that inserted profiles was not published.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from trustmh.items import Item, Language, TrustmhError
from trustmh.stress.draws import Draws
from trustmh.stress.groups import Group, Groups, Rule, load_groups
from trustmh.stress.own_words import own_words, with_words

#: The field that records the profile.
RECORD = "profile"
NEUTRAL = "neutral"


def counterfactuals(
    item: Item,
    field: str,
    *,
    attributes: Sequence[str] | None = None,
    pairs: Sequence[tuple[str, str]] = (),
    names: bool = False,
    seed: int = 0,
    groups: Groups | None = None,
) -> Iterator[Item]:
    """The neutral original and one variant for each group, then one for each pair of groups of crossed attributes.

    Args:
        item: the item as it is.
        field: the field with the dialogue (or a text).
        attributes: which attributes, in which order; default all that have groups in the item's language.
        pairs: pairs of attributes to cross (intersectional profiles).
        names: whether a name that suggests the group is said too, where the group has any.
        seed: chooses the names; the same name is used in every dialogue that shares a cluster.
        groups: the lists; default those that come with trustmh.

    Yields:
        Items with the id ``<id>~neutral`` or ``<id>~<attribute>-<group>[+<attribute>-<group>]``, the same cluster, the
        groups ``attribute`` and ``group``, and the field ``profile``.

    Raises:
        TrustmhError: an unknown attribute, one without groups in the language, a dialogue without a seeker's turn, or
            an item that is a variant already.
    """
    lists = groups or load_groups()
    if RECORD in item.fields or {"attribute", "group"} & set(item.groups):
        raise TrustmhError(f"{item.id}: is a counterfactual variant already; start from the original")
    wanted = _attributes(lists, item.language, attributes)
    for pair in pairs:
        _attributes(lists, item.language, pair)
        if pair[0] == pair[1]:
            raise TrustmhError(f"pair {pair[0]}, {pair[1]}: two different attributes are needed")
    yield _variant(item, field, (), "", "")
    crossed = [(one,) for one in wanted] + [tuple(pair) for pair in pairs]
    rule = lists.rule[item.language]
    for named in crossed:
        for chosen in product(*(lists.attributes[one].groups(item.language) for one in named)):
            line = _line(rule, chosen, item, seed if names else None)
            profile = tuple(zip(named, chosen, strict=True))
            yield _variant(item, field, profile, line, rule.space)


def without_profile(variant: Item) -> Item:
    """The original behind a counterfactual variant.

    Raises:
        TrustmhError: not a variant, or its words no longer start with the recorded line.
    """
    record = variant.fields.get(RECORD)
    if not isinstance(record, dict):
        raise TrustmhError(f"{variant.id}: carries no profile")
    field, inserted = record["field"], record["line"] + record["space"]
    first = own_words(variant, field)[0]
    if not first.text.startswith(inserted):
        raise TrustmhError(f"{variant.id}: the seeker's first words are no longer the recorded profile")
    fields = {key: value for key, value in variant.fields.items() if key != RECORD}
    if inserted:
        fields[field] = with_words(variant, field, [first._replace(text=first.text[len(inserted) :])])
    return Item(
        id=variant.id.removesuffix(record["suffix"]),
        dataset=variant.dataset,
        language=variant.language,
        fields=fields,
        gold=variant.gold,
        cluster=record["cluster"],
        groups={key: value for key, value in variant.groups.items() if key not in ("attribute", "group")},
    )


def check_only_profile(original: Item, variant: Item) -> None:
    """Raise :class:`TrustmhError` naming what differs unless the profile is all that the variant has beside the original."""
    restored = without_profile(variant)
    for part in ("id", "dataset", "language", "gold", "cluster", "groups"):
        if getattr(restored, part) != getattr(original, part):
            raise TrustmhError(f"{variant.id}: {part} differs from the original beside the profile")
    for key in sorted({*restored.fields, *original.fields}):
        if restored.fields.get(key) != original.fields.get(key) or (key in restored.fields) != (key in original.fields):
            raise TrustmhError(f"{variant.id}: field {key!r} differs from the original beside the profile")


def _attributes(lists: Groups, language: Language, named: Sequence[str] | None) -> list[str]:
    having = [name for name, attribute in lists.attributes.items() if attribute.groups(language)]
    for name in named or ():
        if name not in having:
            raise TrustmhError(f"attribute {name!r} has no groups in {language}; choose from {', '.join(having)}")
    if not having or language not in lists.rule:
        raise TrustmhError(f"the group lists have nothing for language {language}")
    return having if named is None else list(named)


def _line(rule: Rule, chosen: Sequence[Group], item: Item, seed: int | None) -> str:
    line = rule.line.replace("{says}", rule.join.join(group.says for group in chosen))
    name = "" if seed is None else _name(rule, chosen, item, seed)
    return line + rule.space + name if name else line


def _name(rule: Rule, chosen: Sequence[Group], item: Item, seed: int) -> str:
    draws = Draws(f"trustmh.names|{seed}|{item.cluster or item.id}".encode("utf-8", "surrogatepass"))
    given = next((draws.pick(group.given) for group in chosen if group.given), "")
    family = next((draws.pick(group.family) for group in chosen if group.family), "")
    template = {(True, True): rule.full, (True, False): rule.given, (False, True): rule.family}.get(
        (bool(given), bool(family)), ""
    )
    return template.replace("{given}", given).replace("{family}", family)


def _variant(item: Item, field: str, profile: Sequence[tuple[str, Group]], line: str, space: str) -> Item:
    own = own_words(item, field)
    if not own:
        raise TrustmhError(f"{item.id}: field {field!r} holds no turn of the seeker's to put a profile in")
    slug = "+".join(f"{attribute}-{group.id}" for attribute, group in profile) or NEUTRAL
    record = {
        "attributes": {attribute: group.id for attribute, group in profile},
        "field": field,
        "line": line,
        "space": space,
        "suffix": f"~{slug}",
        "cluster": item.cluster,
    }
    changed = (
        with_words(item, field, [own[0]._replace(text=line + space + own[0].text)]) if line else item.fields[field]
    )
    variant = Item(
        id=f"{item.id}~{slug}",
        dataset=item.dataset,
        language=item.language,
        fields={**item.fields, field: changed, RECORD: record},
        gold=item.gold,
        cluster=item.cluster or item.id,
        groups={
            **item.groups,
            "attribute": "+".join(attribute for attribute, _ in profile) or NEUTRAL,
            "group": "+".join(group.id for _, group in profile) or NEUTRAL,
        },
    )
    check_only_profile(item, variant)
    return variant
