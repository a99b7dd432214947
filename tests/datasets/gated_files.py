"""Files in the published form of the datasets that cannot be had without an agreement, with sentences of this project.

On its own: ``python -m tests.datasets.gated_files FOLDER`` writes them, to try the paper suite's commands.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from tests.datasets.rows_on_disk import write_csv, write_json

FORUMS = ("self.depression", "self.SuicideWatch", "self.Anxiety", "self.bipolar", "self.offmychest")
POST = "This is day {number} of a long week. I sleep badly, I eat too little, and I do not know whom to tell about it."


def write_gated_files(folder: Path) -> Path:
    """Write ESConv, D4 and SWMH below ``folder`` and return it."""
    for name in ("esconv", "d4", "swmh"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    write_json(folder / "esconv" / "ESConv.json", [_conversation(number) for number in range(6)])
    for place, split in enumerate(("train", "val", "test")):
        write_json(folder / "d4" / f"raw_data_{split}.json", [_dialogue(place, grade) for grade in range(4)])
        rows = [(POST.format(number=number + 1), FORUMS[number % len(FORUMS)]) for number in range(10)]
        write_csv(folder / "swmh" / f"{split}.csv", ("text", "label"), rows)
    return folder


def _conversation(number: int) -> dict[str, Any]:
    talk = [
        ("seeker", f"Hello. This is week {number + 1} in the new job and I come home exhausted every evening."),
        ("supporter", "That sounds tiring. What takes the most out of you?"),
        ("seeker", "The meetings. I prepare for hours and then I do not dare to say anything."),
        ("supporter", "You put a lot of work into them, and then it stays unheard."),
        ("seeker", "Yes, and afterwards I am angry with myself."),
        ("supporter", "What would you say to a friend who told you this?"),
    ]
    return {
        "experience_type": "Current Experience",
        "emotion_type": "anxiety",
        "problem_type": "job crisis",
        "situation": "I cannot speak up in meetings.",
        "survey_score": {"seeker": {}, "supporter": {}},
        "dialog": [{"speaker": speaker, "annotation": {}, "content": content} for speaker, content in talk],
    }


def _dialogue(place: int, grade: int) -> dict[str, Any]:
    said = [
        ("doctor", "最近睡眠怎么样？"),
        ("patient", f"这{place + 1}周一直睡得不太好，白天没有精神。"),
        ("doctor", "对平时喜欢的事情还有兴趣吗？"),
        ("patient", "没有以前那么有兴趣了，也不太想见朋友。"),
    ]
    return {
        "log": [{"speaker": speaker, "text": text, "action": None, "topic": []} for speaker, text in said],
        "portrait": {"drisk": grade, "srisk": 0, "age": "30"},
        "record": {"drisk": grade, "srisk": (grade + place) % 4, "summary": ""},
    }


if __name__ == "__main__":
    write_gated_files(Path(sys.argv[1]))
