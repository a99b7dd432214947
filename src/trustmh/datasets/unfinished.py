"""An unfinished download on disk: its bytes, and a note that says which answer they belong to."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from trustmh.items import UNREADABLE


@dataclass(frozen=True, slots=True)
class Unfinished:
    """The file ``path`` and, beside it, its note (``.json``). Without a fitting note its bytes are worth nothing."""

    path: Path

    @property
    def size(self) -> int:
        """Bytes that are there."""
        return self.path.stat().st_size if self.path.is_file() else 0

    def resumable(self, address: str) -> tuple[int, str]:
        """Bytes to go on from and the validator of their answer; (0, "") when the file must be fetched from the start."""
        try:
            note = json.loads(self._note.read_text(encoding="utf-8"))
            validator = note["validator"]
            if note["address"] == address and isinstance(validator, str) and validator:
                return self.size, validator
        except (OSError, *UNREADABLE):
            pass
        return 0, ""

    def begin(self, address: str, validator: str) -> None:
        """Note which answer the bytes to come belong to. An empty validator: they cannot be continued."""
        self._note.write_text(json.dumps({"address": address, "validator": validator}), encoding="utf-8")

    def discard(self) -> None:
        """Remove the bytes and the note."""
        self.path.unlink(missing_ok=True)
        self._note.unlink(missing_ok=True)

    @property
    def _note(self) -> Path:
        return self.path.with_suffix(".json")
