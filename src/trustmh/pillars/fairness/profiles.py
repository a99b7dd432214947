"""Who tells the dialogue: the profiles asked for, and the items that carry them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from trustmh.items import LANGUAGES, Item, Language
from trustmh.pillars.subtask import Source
from trustmh.stress.counterfactual import counterfactuals
from trustmh.stress.groups import Groups, load_groups

OPTION = "groups"
#: The default first; two groups of each attribute, for short runs.
WHICH = ("all", "two")
ATTRIBUTE = "attribute"
#: The default first; or one attribute alone.
ATTRIBUTES = ("all", "race", "gender", "age", "religion")
#: The two groups of a short run, by attribute and language.
TWO: Mapping[str, Mapping[Language, tuple[str, str]]] = {
    "race": {"en": ("black", "white"), "zh": ("han", "uyghur")},
    "gender": {"en": ("woman", "man"), "zh": ("woman", "man")},
    "age": {"en": ("20", "82"), "zh": ("20", "82")},
    "religion": {"en": ("christian", "muslim"), "zh": ("muslim", "none")},
}


def profiled(items: Sequence[Item], source: Source) -> list[Item]:
    """Each dialogue as it is and once for every group, the dialogue under ``context`` as emotional_support has it."""
    groups = load_groups()
    if source.option(OPTION, WHICH) == "two":
        groups = two_groups(groups)
    if (wanted := source.option(ATTRIBUTE, ATTRIBUTES)) != ATTRIBUTES[0]:
        groups = groups.model_copy(update={"attributes": {wanted: groups.attributes[wanted]}})
    made: list[Item] = []
    for item in items:
        fields = {key: value for key, value in item.fields.items() if key != "dialog"}
        original = replace(item, fields={**fields, "context": item.fields["dialog"]})
        made += counterfactuals(original, "context", groups=groups)
    return made


def two_groups(groups: Groups) -> Groups:
    """The lists with two groups an attribute and language."""
    kept = {
        name: attribute.model_copy(
            update={
                language: [one for one in attribute.groups(language) if one.id in TWO[name][language]]
                for language in LANGUAGES
            }
        )
        for name, attribute in groups.attributes.items()
    }
    return groups.model_copy(update={"attributes": kept})
