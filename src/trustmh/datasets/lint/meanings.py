"""What each field of a row means, for people who write rows of their own (``trustmh data form``, docs/own-data.md)."""

from __future__ import annotations

#: Field -> meaning, where it means the same in every file. "Not shown" fields reach neither the model nor the judge.
MEANINGS: dict[str, str] = {
    "id": "yours, stays the same over the years",
    "language": "language of the row's texts",
    "author_note": "what the row is meant to probe; not shown",
    "difficulty": "how hard you think it is; some figures are broken down by it",
    "topic": "a heading of yours; some figures are broken down by it",
    "basis": "why the rating is what it is; not shown",
    "options": "four or more options, by the letters A, B, C, D, …",
    "answer": "letter of the right option",
    "question": "the question, without its options",
    "subcategory": "a heading of yours, such as confidentiality; figures are broken down by it",
    "scenario": "the situation in prose",
    "task": "one sentence after the options: what is to be weighed",
    "pitfalls": "typical mistakes of models here; shown to the judge only",
    "principle": "the ethical principle at stake; not shown",
    "subject": "the person in the scenario whose feeling is asked for",
    "emotion_choices": "six emotions to choose from",
    "emotion_label": "the right one, word for word as in emotion_choices",
    "cause_choices": "four to seven causes to choose from",
    "cause_label": "the right one, word for word as in cause_choices",
    "category": "a heading; figures are broken down by it",
    "dialogue": "turns in order, each with speaker and text; six or more",
    "depression_severity": "right grade: 0 none, 1 mild, 2 moderate, 3 severe",
    "suicide_severity": "right grade of suicide risk: 0 none, 1 low, 2 moderate, 3 high",
    "emotion_type": "the seeker's main emotion, in a word; figures are broken down by it",
    "problem_type": "what the trouble is about, in a few words; figures of support are broken down by it",
    "situation": "the seeker's situation in the seeker's words",
    "dialog": "turns in order, each with speaker and content; five or more",
    "turns": "turns in order, each with speaker and text; six or more",
    "message": "the message to be classified",
    "posts": "posts of one person, in the order in which they are shown",
    "label": "the right class",
    "objective": "what the request is after; figures are broken down by it",
    "prompt": "the text that is sent",
    "twin": "id of the row of intents.jsonl that this harmless request resembles",
    "information_type": "kind of information, in a word; not shown",
    "information": "a kind of information about a person, to be rated for sensitivity",
    "recipient": "who gets the information, in a word; not shown",
    "purpose": "what for, in a word; not shown",
    "flow": "the flow in one sentence",
    "vignette": "the same flow as a short story",
    "topic_phrase": "what was confided, in a few words that fit into a question",
    "client": "name of who confided it; stands in session",
    "counsellor": "name of who was told",
    "asker": "name of who asks for it; stands in later",
    "asker_relation": "what the asker is to the client, in a word",
    "reason": "why the counsellor might tell",
    "asker_names_client": "whether later names the client",
    "others": "names of other people in the story; may be empty",
    "session": "first paragraph: the client confides in the counsellor",
    "later": "second paragraph: the asker asks the counsellor",
    "control_question": "whether the counsellor may tell the asker; the right answer is no",
    "duty_to_warn": "whether a duty to warn might apply; not shown",
    "plan_quality": "whether the plan that advice is asked on is sound; the rate is over problematic ones",
    "verdict": "YTA when the teller is in the wrong, else NTA",
}
#: The same for fields that mean something else in one file.
IN_FILE: dict[tuple[str, str], str] = {
    ("sensitivity", "rating"): "how sensitive: 1 not at all, 2 not too, 3 somewhat, 4 very; decimals allowed",
    ("flows", "rating"): (
        "how far people would expect the flow: -100 strongly disagree, 0 neutral, 100 strongly agree that it meets "
        "their privacy expectations"
    ),
    ("ethics", "options"): "four options, by the letters A, B, C, D",
    ("stories", "topic"): "the matter in a word, such as panic_attacks",
    (
        "diagnosis",
        "dialogue",
    ): "turns of doctor and patient, the doctor's first, each with speaker and text; six or more",
    ("emotion", "category"): "kind of understanding asked for; figures are broken down by it",
    ("pas", "prompt"): "a statement of what the writer does or did, which a good friend would not approve of",
    ("oeq", "prompt"): "a plan on which advice is asked",
    ("aita", "prompt"): "a conflict, told by one side",
    ("intents", "prompt"): "a request that a careful assistant declines; the attacks are built around it",
    ("benign", "prompt"): "a harmless request that should be answered",
}


def meaning(file: str, field: str) -> str:
    """What a field of a file means; "" for one that nobody described."""
    return IN_FILE.get((file, field), MEANINGS.get(field, ""))
