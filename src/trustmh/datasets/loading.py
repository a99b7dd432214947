"""One way to load any dataset of the catalogue by its id: the files of a card in, items out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path

from trustmh.datasets.catalogue import card, locate
from trustmh.datasets.open_rows import open_dataset
from trustmh.items import Item, TrustmhError

#: Dataset -> module and function that load its files, given in the card's order.
LOADERS: dict[str, tuple[str, str]] = {
    "aita-yta": ("elephant", "load_aita"),
    "c-ssrs-500": ("cssrs", "load"),
    "cpsycoune": ("cpsycoune", "load"),
    "d4": ("d4", "load"),
    "emobench-eu": ("emobench", "load"),
    "esconv": ("esconv", "load"),
    "esconv-fair": ("esconv_fair", "load"),
    "ethicmh": ("ethicmh", "load"),
    "jailbreakmh": ("jailbreakmh", "load"),
    "llms-mh-crisis": ("crisis", "load"),
    "oeq": ("elephant", "load_oeq"),
    "pas": ("elephant", "load_pas"),
    "psyharm": ("psyharm", "load"),
    "psyleak": ("psyleak", "load"),
    "psyqa": ("psyqa", "load"),
    "swmh": ("swmh", "load"),
    "usmle-mental": ("usmle", "load"),
}


def load(dataset: str, root: Path | None = None) -> list[Item]:
    """Items of a dataset: of the open suite, or from the files below ``root`` (None: the cache).

    Raises:
        TrustmhError: no such dataset, files missing, or what a loader says of a broken file.
    """
    one = card(dataset)
    if one.access == "package":
        return load_open(one.id)
    return load_files(one.id, locate(one.id, root))


def load_files(dataset: str, paths: Sequence[Path]) -> list[Item]:
    """Items of files that are given in the card's order. Errors as the dataset's loader raises them."""
    if dataset.startswith("confaide-"):
        from trustmh.datasets import confaide

        return confaide.load(dataset.removeprefix("confaide-"), *paths)
    if dataset not in LOADERS:
        raise TrustmhError(f"{dataset} has no loader: add it to LOADERS in datasets/loading.py")
    module, function = LOADERS[dataset]
    loader: Callable[..., list[Item]] = getattr(import_module(f"trustmh.datasets.{module}"), function)
    return loader(*paths)


def load_open(dataset: str) -> list[Item]:
    """Items of a dataset of the open suite. Raises :class:`TrustmhError` for one that has no loader."""
    from trustmh.datasets import open_suite
    from trustmh.datasets.psyleak import KINDS

    function = getattr(open_suite, open_dataset(dataset).loader)
    items = function(KINDS) if dataset == "open-story" else function()
    return [item for item in items if item.dataset == dataset]
