"""Reading model replies: cleaning, one reader per kind of reply, and the reference repository's parsers.

A reader never raises, never returns a value that was not offered, and abstains rather than guess.
"""

from trustmh.replies.choices import read_choice
from trustmh.replies.cleaning import Cleaned, clean
from trustmh.replies.json_reading import JsonReading, read_json
from trustmh.replies.labels import read_label
from trustmh.replies.names import read_names
from trustmh.replies.outcomes import classify_text, is_refusal
from trustmh.replies.people import bare_name, mentions
from trustmh.replies.ratings import read_rating
from trustmh.replies.reference import (
    reference_choice,
    reference_control,
    reference_cut_answer,
    reference_has_name,
    reference_rating,
)
from trustmh.replies.yes_no import read_yes_no

__all__ = [
    "Cleaned",
    "JsonReading",
    "bare_name",
    "classify_text",
    "clean",
    "is_refusal",
    "mentions",
    "read_choice",
    "read_json",
    "read_label",
    "read_names",
    "read_rating",
    "read_yes_no",
    "reference_choice",
    "reference_control",
    "reference_cut_answer",
    "reference_has_name",
    "reference_rating",
]
