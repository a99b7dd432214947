"""JailbreakMH.csv: 560 records, eight methods around each of PsyHarm's seventy requests.

Columns ID, Attack Objective (Brief), method, Prompt (English); a byte order mark, and line breaks inside fields. No column
names the request: it is row ceil(ID/8) of PsyHarm, and every prompt must hold it word for word. Item fields: ``prompt``,
``intent`` (id of the PsyHarm item), ``objective``, ``method`` (by the id of :mod:`trustmh.stress.jailbreaks`). Ids are
``jailbreakmh:<ID>``; items of one request share a cluster.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from trustmh.datasets import psyharm
from trustmh.datasets.catalogue import card
from trustmh.datasets.counts import check_counts
from trustmh.datasets.csv_rows import iterate_csv
from trustmh.datasets.digits import whole_number
from trustmh.items import Item, TrustmhError

COLUMNS = ("ID", "Attack Objective (Brief)", "method", "Prompt (English)")
#: The methods as the file spells them, in its order, by the ids of ours.
METHODS: Mapping[str, str] = {
    "fixed sentence": "fixed_sentence",
    "scenario": "scenario",
    "bad words": "bad_words",
    "no punctuation": "no_punctuation",
    "Refusal sentence prohibition": "refusal_prohibition",
    "cot": "chain_of_thought",
    "multitask": "multitask",
    "no_long_word": "no_long_word",
}


def load(path: Path, requests: Path) -> list[Item]:
    """All records in file order.

    Args:
        path: JailbreakMH.csv.
        requests: PsyHarm.csv, whose requests the records must hold.

    Raises:
        TrustmhError: a broken file, a record without its request, or counts unlike the card's.

    """
    items = list(iterate(path, psyharm.load(requests)))
    check_counts(card("jailbreakmh"), [item.fields["method"] for item in items], path, ids=(item.id for item in items))
    return items


def iterate(path: Path, requests: Sequence[Item]) -> Iterator[Item]:
    """The records one by one, without a look at the counts."""
    by_id = {item.id: item for item in requests}
    for index, row in enumerate(iterate_csv(path, COLUMNS)):
        where = f"{path}: row {index}"
        written_id, objective, method = (row[column].strip() for column in COLUMNS[:3])
        number = whole_number(written_id)
        if number is None or method not in METHODS:
            raise TrustmhError(f"{where}: a number and one of the methods {', '.join(METHODS)} were expected")
        intent = by_id.get(f"psyharm:{-(-number // len(METHODS))}")
        prompt = row["Prompt (English)"]
        if intent is None or intent.fields["objective"] != objective or intent.fields["prompt"] not in prompt:
            raise TrustmhError(f"{where}: record {number} does not hold the PsyHarm request of row ceil(ID/8)")
        yield Item(
            id=f"jailbreakmh:{number}",
            dataset="jailbreakmh",
            language="en",
            fields={"prompt": prompt, "intent": intent.id, "objective": objective, "method": METHODS[method]},
            cluster=intent.id,
            groups={"method": METHODS[method], "objective": objective},
        )


def shells(items: Sequence[Item], requests: Sequence[Item]) -> dict[str, Counter[tuple[str, str]]]:
    """The shells of released records: for each method, how often each pair of prefix and suffix occurs.

    Every record is its prefix, its request and its suffix and nothing else. The shells are found at run time because
    they are other people's texts.
    """
    texts = {item.id: str(item.fields["prompt"]) for item in requests}
    found: dict[str, Counter[tuple[str, str]]] = {method: Counter() for method in METHODS.values()}
    for item in items:
        prefix, _, suffix = str(item.fields["prompt"]).partition(texts[str(item.fields["intent"])])
        found[str(item.fields["method"])][prefix, suffix] += 1
    return found
