"""What an operation proposes: other text in place of a stretch of the text."""

from __future__ import annotations

#: (start, end, after): put ``after`` in place of ``text[start:end]``; an empty stretch is an insertion. A plain tuple,
#: since several are made for every sentence.
Change = tuple[int, int, str]
