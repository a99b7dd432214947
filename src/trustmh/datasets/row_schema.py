"""Checking a row from outside against the schema its dataset documents."""

from __future__ import annotations

from typing import TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from trustmh.items import TrustmhError


class Row(BaseModel):
    """Base of a dataset's row: numbers where text is documented are taken as text, unknown columns are left alone."""

    model_config = ConfigDict(frozen=True, extra="ignore", coerce_numbers_to_str=True, populate_by_name=True)


RowT = TypeVar("RowT", bound=Row)


def checked(schema: type[RowT], value: object, where: str) -> RowT:
    """The value as a row of ``schema``.

    Raises:
        TrustmhError: the first fault, naming ``where`` and the column but never the value: rows hold people's posts.

    """
    try:
        return schema.model_validate(value)
    except ValidationError as error:
        fault = error.errors(include_input=False, include_url=False)[0]
        column = ".".join(str(part) for part in fault["loc"]) or "row"
        raise TrustmhError(f"{where}: column {column!r}: {fault['msg'][:160]}") from None
