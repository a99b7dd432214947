"""Rows of a CSV file from outside, whole or one by one; every way the table can be wrong becomes one clear line."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from pathlib import Path

from trustmh.datasets.files import MAX_LINE_BYTES, text_lines
from trustmh.items import TrustmhError

#: Most commas of a line: a post as long as a book has fewer.
MAX_COMMAS = 200_000


def read_csv(path: Path, columns: Sequence[str], *, text: str | None = None) -> list[dict[str, str]]:
    """Rows of a CSV file with a header, every field a string.

    Args:
        path: the file, named in every error.
        columns: columns that must be present; further ones are kept.
        text: the file's text when the loader had to repair it first.

    Raises:
        TrustmhError: header wrong, a row with too few or too many fields (a truncated file shows up here), no rows.
    """
    lines = text_lines(path) if text is None else iter(io.StringIO(text, newline=""))
    return list(_csv_rows(lines, columns, path))


def iterate_csv(path: Path, columns: Sequence[str]) -> Iterator[dict[str, str]]:
    """Rows of a CSV file as :func:`read_csv` gives them, in flat memory. Errors as there, raised where they occur."""
    return _csv_rows(text_lines(path), columns, path)


def _csv_rows(lines: Iterator[str], columns: Sequence[str], path: Path) -> Iterator[dict[str, str]]:
    # A field may be long: the default limit of 131,072 characters is below real posts.
    csv.field_size_limit(MAX_LINE_BYTES)
    reader = csv.reader(_few_commas(lines, path), strict=True)
    empty = True
    try:
        header = next(reader, [])
        missing = [name for name in columns if name not in header]
        if missing:
            found = ", ".join(repr(name[:40]) for name in header[:12])
            raise TrustmhError(f"{path}: column {', '.join(missing)} is missing; found {found}")
        for fields in reader:
            if not fields:
                continue
            if len(fields) != len(header):
                raise TrustmhError(
                    f"{path}: the record ending at line {reader.line_num} has {len(fields)} fields, the header has "
                    f"{len(header)}; the file may be truncated"
                )
            empty = False
            yield dict(zip(header, fields, strict=True))
    except csv.Error as error:
        raise TrustmhError(f"{path}: broken CSV near line {reader.line_num} ({error}); is it truncated?") from error
    if empty:
        raise TrustmhError(f"{path}: holds a header but no rows")


def _few_commas(lines: Iterator[str], path: Path) -> Iterator[str]:
    """The lines, refused before they are split when one holds more commas than any text: memory grows with fields."""
    for number, line in enumerate(lines, start=1):
        if line.count(",") > MAX_COMMAS:
            raise TrustmhError(
                f"{path}:{number}: a line with more than {MAX_COMMAS:,} commas; not a table of this benchmark"
            )
        yield line
