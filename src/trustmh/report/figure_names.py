"""Names of figures in words: what kind of figure, and the part of the items it is of.

Subtasks name their figures for files: ``macro_f1``, ``language/zh``, ``over_refusal/objective/Minor Safety Risk``. The
texts hold ``figure.<kind>`` for every kind and ``part.<value>`` for values from closed sets; a value that comes from a
user's own data is shown as it stands.
"""

from __future__ import annotations

from collections.abc import Callable

from markupsafe import Markup

from trustmh.report.texts import has, say
from trustmh.report.untrusted import visible

_LENGTH = 120

#: The text of a key: :func:`trustmh.report.texts.say` for both languages, or one language's words.
Say = Callable[[str], Markup]


def figure_name(name: str, say: Say = say) -> Markup:
    """A figure's name, from the general to the particular; in both languages unless ``say`` speaks only one."""
    if has(f"figure.{name}"):
        return say(f"figure.{name}")
    kind, _, part = name.partition("/")
    return _joined(say(f"figure.{kind}") if has(f"figure.{kind}") else _as_it_stands(kind), part, say)


def measure_name(name: str) -> Markup:
    """The name of an item's measure, in both languages."""
    return say(f"measure.{name}") if has(f"measure.{name}") else part_name(name)


def part_name(part: str, say: Say = say) -> Markup:
    """Name of the part of the items that a figure is of; a part may be of a figure of its own (``language/zh``).

    Values may hold a slash themselves (``Cause Harm/Injury``), so one is only taken for a mark between two names when
    what stands before it has a name.
    """
    whole = _said(part, say)
    if whole is not None:
        return whole
    first, _, rest = part.partition("/")
    head = _said(first, say)
    return _as_it_stands(part) if head is None else _joined(head, rest, say)


def _said(part: str, say: Say) -> Markup | None:
    for key in (f"part.{part}", f"figure.{part}"):
        if has(key):
            return say(key)
    stacked = [f"part.{one}" for one in part.split("+")]
    return Markup(" + ").join(map(say, stacked)) if len(stacked) > 1 and all(map(has, stacked)) else None


def _joined(head: Markup, part: str, say: Say) -> Markup:
    return Markup("{} · {}").format(head, part_name(part, say)) if part else head


def _as_it_stands(text: str) -> Markup:
    shown = text.replace("_", " ")
    return visible(shown if len(shown) <= _LENGTH else shown[: _LENGTH - 1] + "…")
