"""Weights of local models, fetched where it can be seen: before a model is opened, with a note and a bar."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from trustmh.engine.local.catalogue import local_model
from trustmh.engine.local.weights import WeightsProgress, is_here, weights

#: Entered while weights are fetched; gives what is told how far they are.
Fetching = Callable[[], AbstractContextManager[Callable[[WeightsProgress], None]]]


def unseen() -> AbstractContextManager[Callable[[WeightsProgress], None]]:
    """For callers that show nothing."""
    return nullcontext(lambda _: None)


def have_weights(name: str | None, note: Callable[[str], None], fetching: Fetching) -> None:
    """Fetch the weights of a local model of the catalogue where they are not here; other models have none to fetch.

    Raises:
        TrustmhError: as :func:`trustmh.engine.local.weights.weights` does.
    """
    if name is None or not name.startswith("local/"):
        return
    model = local_model(name.removeprefix("local/"))
    if not is_here(model):
        note(f"fetching the weights of {name}, {model.size / 1e6:,.0f} MB")
        with fetching() as progress:
            weights(model, progress=progress)
