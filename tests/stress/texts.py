"""Texts that the tests of this room share: generated sentences, hard Unicode, strategies."""

from __future__ import annotations

from hypothesis import strategies as st

from trustmh.stress.draws import Draws

EN_WORDS = [
    "keep", "talking", "about", "work", "because", "friends", "always", "listen", "when", "evening", "comes",
    "while", "mother", "waits", "near", "old", "station", "during", "heavy", "weeks", "people", "understand",
    "nothing", "everything", "feels", "slow", "quiet", "tired", "anxious", "letters", "phone", "messages",
    "remember", "forgotten", "promises", "kitchen", "the", "of", "so", "window", "street", "summer", "winter", "garden", "doctor",
    "teacher", "brother", "sister", "children",
]  # fmt: skip
ZH_WORDS = [
    "最近", "晚上", "睡觉", "工作", "压力", "朋友", "妈妈", "医生", "觉得", "心里", "难受", "学校", "同学", "老师", "时候", "希望", "身体", "每天",
    "回家", "说话", "担心", "事情", "生活", "孩子", "问题", "聊天", "下班", "电话", "的", "还", "就",
]  # fmt: skip


def english(count: int, seed: str = "en") -> list[str]:
    """Sentences of 14 to 24 words in one to four clauses that end in a full stop."""
    draws = Draws(f"tests|{seed}".encode())
    found = []
    for _ in range(count):
        words = [draws.pick(EN_WORDS) for _ in range(14 + draws.below(11))]
        found.append(" ".join(words).capitalize() + ".")
    return found


def chinese(count: int, seed: str = "zh") -> list[str]:
    """Sentences of 14 to 24 words."""
    draws = Draws(f"tests|{seed}".encode())
    clauses = ["".join(draws.pick(ZH_WORDS) for _ in range(7 + draws.below(6))) for _ in range(2 * count)]
    return [f"{first}，{second}。" for first, second in zip(clauses[::2], clauses[1::2], strict=True)]


#: Emoji with joiners and skin tones, flags, keycaps, marks, conjoining letters, Indic conjuncts, CR LF, half surrogates.
HARD = (
    "👨‍👩‍👧‍👦",
    "👍🏽",
    "🏳️‍🌈",
    "🇫🇷🇬🇧",
    "🇫",
    "1️⃣",
    "❤️",
    "e\u0301",
    "a\u0308\u0301",
    "क्षि",
    "각",
    "\u1100",
    "\u1161",
    "\u11a8",
    "\u0301",
    "\r\n",
    "\r",
    "\n",
    "\u200d",
    "\u200f",
    "\ud800",
    "\udc00",
    "\x00",
    "\u2028",
    "ﬁ",
    "İ",
    "ß",
    "ſ",
    "Ⅷ",
    "٣",
    "𝒜",
    "𠮷",
    "葛󠄀",
    "不",
    "没有",
    "not",
    "n't",
    "don’t",
    "3",
    "１２",
    "mg",
)

unicode_text = st.text(st.characters(codec=None), max_size=60)
hard_text = st.lists(
    st.sampled_from([*HARD, "a", "so", " tired ", ". ", "我很", "，", "累。", "'", "(A)", "A. ", "<b>", "`x`"]),
    max_size=25,
).map("".join)
sentence_text = st.lists(
    st.sampled_from([*EN_WORDS, "not", "no", "never", "3", "two", "don't", "I'm", "well.", "so?"]),
    min_size=1,
    max_size=40,
).map(" ".join)
any_text = st.one_of(unicode_text, hard_text, sentence_text)
languages = st.sampled_from(["en", "zh"])
intensities = st.sampled_from(["low", "medium", "high"])
seeds = st.integers(-(2**70), 2**70)
