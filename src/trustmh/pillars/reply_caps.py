"""Output caps in tokens, one per kind of reply, the same for every model.

A thinking model gets its room for thought on top (``--reasoning-tokens``). A reply that reaches its cap is counted as
truncated; an answer declared before the cut still counts.
"""

from __future__ import annotations

#: A letter, with room for "The answer is C." and a sentence a model could not hold back.
LETTER = 96
#: A label or a grade in a JSON object; long label names cost some twenty tokens.
LABEL = 128
#: Two letters in a JSON object.
TWO_LETTERS = 160
#: What one would write in a chat (512 in TrustMH-Bench's development settings, datasets.md section 4).
FREE_TEXT = 512
