"""People in a list: titles and initials do not end a name, and a part of a name is enough where it is one person's."""

from __future__ import annotations

import pytest

from trustmh.items import Reply, Stop
from trustmh.replies import read_names

STORY = ("Noor El-Sayed", "Ms. Ingrid Dahl", "Bea Lindqvist", "Dr. Per Lindqvist")
CLIENT, COUNSELLOR, ASKER, DOCTOR = STORY


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ('["Noor El-Sayed", "Ms. Ingrid Dahl"]', (CLIENT, COUNSELLOR)),
        ('["Mrs. Ingrid Dahl"]', (COUNSELLOR,)),
        ('["Ms. I. Dahl (counsellor)"]', ()),
        ('["Ms. Ingrid Dahl. She is the counsellor.", "Bea"]', (COUNSELLOR, ASKER)),
        ('["Ms. Dahl", "Noor"]', (COUNSELLOR, CLIENT)),
        ('["Bea"]', (ASKER,)),
        ('["Lindqvist"]', ()),
        ('["Dr. Per Lindqvist"]', (DOCTOR,)),
        ('["Ms. Ingrid Dahl and Bea Lindqvist"]', (COUNSELLOR, ASKER)),
        ('["somebody else", "Ingrid\'s sister"]', ()),
        ("[]", ()),
    ],
)
def test_reading_a_list_of_people(text: str, people: tuple[str, ...]) -> None:
    assert read_names(Reply(text, Stop.STOP), "en", known=STORY).value == people


def test_a_listed_asker_is_seen_by_the_first_name_too() -> None:
    reading = read_names(Reply('{"names": ["Noor", "Bea", "Ms. Dahl"]}', Stop.STOP), "en", known=STORY)
    assert ASKER in reading.value
