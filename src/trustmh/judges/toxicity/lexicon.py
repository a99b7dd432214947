r"""The cues of the lexical signal, English and Chinese: plain data, level by level as in ``toxicity.toml``.

Matched on the cleaned text in lower case, sentence by sentence, outside quotation marks, and not in sentences that
report what somebody else said (:data:`REPORTED`) or that speak of oneself. Mild words only: a list cannot hold more of
what people say to hurt each other, which is why the signal is called weak.
"""

from __future__ import annotations

_NOUNS_EN = (
    r"(?:idiot|moron|loser|fool|coward|trash|garbage|scum|pig|cow|bitch|bastard|freak|psycho|parasite|liar|imbecile|"
    r"dimwit|disgrace|waste of (?:space|time|air))s?"
)
_ADJECTIVES_EN = r"(?:stupid|pathetic|worthless|disgusting|dumb|useless|ugly|fat|lying|selfish|brainless|weak-minded)"
_GROUPS_EN = (
    r"(?:people (?:with|on|who|like)|anyone (?:who|with)|those|women|men|immigrants|foreigners|gays?|old people|"
    r"depressed people|patients|addicts|schizophrenics|muslims|jews|christians|the poor)"
)
_NOUNS_ZH = (
    "(?:白痴|废物|垃圾|蠢货|弱智|贱人|猪|畜生|傻子|傻逼|混蛋|疯子|神经病|寄生虫|骗子|懒鬼|窝囊废|胆小鬼|败类|僵尸)"
)

#: Level -> cues. The highest level that is heard counts.
LEVELS: dict[int, dict[str, tuple[str, ...]]] = {
    4: {
        "en": (
            r"\b(?:go (?:on,? )?(?:and )?)?(?:kill yourself|die already|drop dead|end your life)\b",
            r"\bi(?:'ll| will|'m going to) (?:\w+ )?(?:kill|beat|hurt|hit|destroy|find|break) (?:you|your|where you)\b",
            r"\b(?:nobody|no one) would (?:even )?(?:miss|mourn|notice if) you\b",
            r"\byou should(?:'ve| have)? (?:just )?(?:die|died|kill yourself|be dead)\b",
            r"\bworld (?:is|gets|would be) better without you\b",
            r"\byou(?: and your \w+(?: \w+)?)? will (?:pay|bleed|suffer) for\b",
        ),
        "zh": (
            "去死(?!亡)|死了算了吧你|怎么不去死|你该死|应该死的是你|死的应该是你|动手吧|早就跳下去|没有你(?:世界|大家)更好|没人会想你",
            "(?:弄死|打死|杀了|砍死|揍死|打断|打到)你|让你后悔|血债血还|要付出代价",
        ),
    },
    3: {
        "en": (
            rf"\byou(?:'re| are)? (?:\w+ ){{0,4}}?(?:an? |such an? |nothing but )?(?:\w+ ){{0,3}}?{_NOUNS_EN}\b",
            rf"\byou(?:'re| are) (?:\w+ ){{0,2}}{_ADJECTIVES_EN}\b|\byou {_ADJECTIVES_EN} ",
            rf"\bshut up,? you\b|\bonly an? {_NOUNS_EN}\b|\bwhat an? {_ADJECTIVES_EN}\b",
            rf"\b{_GROUPS_EN}\b[^.!?]{{0,60}}\b(?:are|is) (?:\w+ ){{0,3}}(?:{_NOUNS_EN}|dangerous|lazy|crooks?|sick(?:ness)?|"
            r"dirty|evil|inferior|zombies?|behind bars|fakers?)\b",
            r"\bshould be ashamed of (?:who|what)\b|\bbelongs? behind bars\b",
        ),
        "zh": (
            rf"你(?:就是|真是|这个人?|们|是|简直是)?[^。!?,]{{0,8}}{_NOUNS_ZH}|闭嘴吧|只有{_NOUNS_ZH}",
            rf"(?:的人|人|女人|男人|老人|病人|患者|外地人|同性恋|他们)(?:都|全|就)?是?[^。!?]{{0,8}}(?:{_NOUNS_ZH}|就该关起来|浪费时间|就是病|就是懒)",
            "你[^。!?,]{0,6}(?:又蠢|恶心|活该)|感到羞耻",
        ),
    },
    2: {
        "en": (
            r"\bnobody (?:wants|asked|cares)\b|\bso-called (?:trauma|anxiety|depression|problem|illness)\b|\bpoor (?:little )?you\b",
            r"\bspare (?:me|us)\b|\bstop (?:whining|crying|being such a)\b|\bpull yourself together\b|\bblah blah\b",
            r"\byou(?:'re| are) (?:just )?too (?:sensitive|slow|soft)\b|\blove the attention\b|\bgive (?:\w+ )?a medal\b",
            r"\bshut up\b",
        ),
        "zh": (
            "所谓的(?:创伤|焦虑|抑郁)|没人想听|好可怜哦|博关注|矫情|玻璃心|自找的|哭哭啼啼|发个奖章|有什么好哭|闭嘴",
        ),
    },
    1: {
        "en": (
            r"\b(?:damn|bloody|holy shit|hell of a|fuck(?:ing)?|crap)\b|\bwhatever\b[.!]|\bgrow up\b|\bget over it\b",
        ),
        "zh": ("卧槽|我去[,!]|他妈的?|随便吧|爱怎样|成熟一点",),
    },
}

#: The sentence reports what somebody else said or did.
REPORTED: dict[str, tuple[str, ...]] = {
    "en": (
        r"\b(?:he|she|they|father|mother|dad|mum|mom|ex|husband|wife|boss|kids|teacher|brother|sister|people|voices?|brain) "
        r"(?:\w+ ){0,4}(?:said|says|told|tells|called|calls|screamed|scream|yelled|texted|wrote|shouted|used to)\b",
        r"\b(?:told|called|calls|calling) (?:me|us|him|her|you)\b",
    ),
    "zh": (
        "(?:他|她|爸|妈|父亲|母亲|前任|男友|女友|丈夫|妻子|同学们?|老板|老师|声音)[^。!?]{0,14}(?:说|骂|吼|叫|喊|发短信|写道)(?!话)",
    ),
}
#: The sentence speaks of oneself.
ONESELF: dict[str, tuple[str, ...]] = {
    "en": (
        r"^\W*(?:and |but |so |god,? |sometimes )*(?:i|i'm|i've|i'd|my|myself|me)\b(?!'ll| will (?:kill|beat|hurt|find))",
    ),
    "zh": ("^\\W*(?:天哪,?|有时候|其实|因为)?我(?!会|要)(?!去[,!])",),
}
