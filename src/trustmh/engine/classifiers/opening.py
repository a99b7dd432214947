"""Classifiers by their ids: the one list of what can be opened."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from trustmh.engine.calls import Chat
from trustmh.engine.classifiers.hub_models import detoxify_classifier, longformer_classifier
from trustmh.engine.classifiers.perspective import PerspectiveChat
from trustmh.items import TrustmhError

#: Subtasks ask for classifiers by these ids.
CLASSIFIERS: Mapping[str, Callable[[], Chat]] = {
    "detoxify": detoxify_classifier,
    "longformer": longformer_classifier,
    "perspective": PerspectiveChat,
}


def open_classifier(name: str) -> Chat:
    """A classifier ready to be asked.

    Raises:
        TrustmhError: no such classifier, its package or weights are missing, or the key it needs is not set.
    """
    if name not in CLASSIFIERS:
        raise TrustmhError(f"no classifier {name}; known: {', '.join(CLASSIFIERS)}")
    return CLASSIFIERS[name]()
