r"""The one table of cues: every word the readers listen to, English and Chinese.

Plain data. Entries are regular-expression fragments, matched on lower-case text after cleaning (NFKC, straight quotes,
half-width punctuation), longest first where they compete. A space in an English entry stands for any run of blanks.
Nothing else in ``replies`` holds words of a language; to teach the readers a phrase, add it here and to the corpus.
"""

from __future__ import annotations

# --- Declarations -----------------------------------------------------------------------------------------------------

#: Words that announce an answer; what follows (after BRIDGES) is the declared answer.
DECLARATIONS: dict[str, tuple[str, ...]] = {
    "en": (
        r"\banswers?(?: key| to [^.\n:]{1,60})?[\"'\s]{0,3}(?:is|was|would be|should be|must be|will be|has to be|(?:would|will) have to be|turns out to be|comes (?:out|down) (?:as|to)|remains|stays|stands at|:|=|->|→|=>|-|–|—)",
        r"^\W{0,4}(?:final |my )?answers?\b(?!s)",
        r"<(?:final_?)?(?:answer|option|choice|selection|output|result|response|label|category|class|rating|score|verdict|decision|"
        r"solution|conclusion|prediction|classification|final)>",
        r"\b(?:choice|option|selection|pick|label|category|class|classification|prediction|verdict|decision|conclusion|output|"
        r"diagnosis|emotion|feeling|stage|cause|primary|rating|score|sensitivity|grade|mark|response|severity(?: level)?|level|result|assessment|judge?ment|recommendation|preference|(?:main|primary|present|central|core) (?:concern|issue|problem))[\"'\s]{0,3}"
        r"(?:is|was|would be|should be|must be|will be|has to be|(?:would|will) have to be|turns out to be|comes (?:out|down) (?:as|to)|remains|stays|"
        r"stands at|:|=|->|→|=>|[-–—](?= ))",
        r"\b(?:choice|option|selection|answer|pick)\b[^.\n]{0,60}\b(?:is|would be)\b",
        r"\b(?:level|label|category|class|code|tag)\b(?: [\w']+){1,4} (?:is|would be)\b",
        r"\b(?:best|right|correct|preferred|ideal|proper|likeliest|most \w+|better) (?:one|fit|match|bet|course(?: of action)?|approach|step|thing|move|"
        r"description|candidate|way(?: forward)?|path|letter|number)\b(?: [\w']+){0,4},? (?:is|would be|seems to be|has to be|must be|:|=)",
        r"\b(?:everything|all|most|much|this|that|it) (?:speaks|points|argues|pleads) (?:for|to|towards?|in favou?r of)\b",
        r"\b(?:and|then|finally|eventually|so) (?:in the end |finally |eventually |ultimately )?(?:chose|picked|settled on|went with|decided on|opted for)\b",
        r"\b(?:deserves?|earns?|merits?|warrants?|receives?) (?:the |an? )?(?:label|tag|rating|score|category)\b(?: of)?",
        r"\bmy (?:vote|money|bet|call|take|preference|inclination)\b,? (?:is|would be|:|=)",
        r"\b(?:choice|vote|verdict|decision|preference|nod) (?:falls|fell|goes|lands|rests|settles) (?:on|to|with|for)\b",
        r"\b(?:change|changing|changed|revise|revising|revised|switch|switching|switched|update|updating|amend|amending|correct|correcting)"
        r"(?: (?:my|the) (?:\w+ )?(?:answer|choice|mind|vote|rating|label|verdict|pick)| it| that| this| myself| over)? (?:to|in favou?r of)\b",
        r"\b(?:let's|let us|let me|i'd rather|we|we'd|we'll) (?:(?:would|should|can|will|therefore|then|just|now) )*"
        r"(?:choose|select|pick|go with|go for|opt for|settle on|say|call it|label it|rate it)\b",
        r"\bi(?:'d| would| will|'ll| have| am|'m| must| do)?(?: (?:now|therefore|thus|still|most|definitely|say|have to|"
        r"going to|want to|ultimately|finally))* "
        r"(?:choose|chose|chosen|choosing|select|selected|selecting|pick|picked|picking|go with|going with|go for|going for|opt for|opting for|vote(?: for)?|"
        r"side with|stick with|sticking with|stay with|end up with|land on|landing on|come down on|conclude|agree with|concur with|endorse|"
        r"mark|circle|tick|tag|code|(?:put|place|file|class|see|read|take|interpret|understand|view|regard|call|name|judge|deem|consider) (?:it|this|that|the (?:text|post|message|case))(?: (?:at|as|under|in|for|to be))?|"
        r"score|grade|evaluate|assess|"
        r"settle on|settled on|answer|say|submit|prefer|recommend|suggest|favou?r|rate|give|assign|classify|label|categori[sz]e|lean(?: to(?:wards?)?)?|leaning(?: to(?:wards?)?)?)\b",
        r"\b(?:choose|select|pick)(?:ing|ed)?\s{0,2}:",
        r"\bi (?:think|believe|feel|guess|suspect|reckon)\b",
        r"\bonly (?:option |choice )?\(?(?=[a-j]\b)",
        r"\b(?:should|would|must|ought to) (?:\w+ )?(?:choose|select|pick|go with|opt for)\b",
        r"\b(?:classified|categori[sz]ed|labell?ed|rated|scored|described|identified|flagged|coded|marked|tagged|captured|summed up)"
        r"(?: \w+){0,3} (?:as|under|at|by)\b",
        r"\b(?:classify|categori[sz]e|label|rate|code|mark)(?: \w+){0,4} (?:as|under|at|with)\b",
        r"\b(?:falls?|fits?|belongs?|goes) (?:\w+ ){0,2}(?:under|into|in|to|within)\b",
        r"\b(?:falls?|fits?) (?:best )?(?:the )?(?:category|class|label)\b",
        r"\b(?:corresponds? to|maps? to|qualif(?:y|ies) as|counts? as|amounts? to|comes? closest to|is closest to)\b",
    ),
    "zh": (
        r"(?:答案|答)\s?(?:应该是|应该为|应该选|应是|应为|应选|就是|则是|为|是|选|:|=)",
        r"^\W{0,4}(?:最终|正确)?答案",
        r"选(?!项|了|手|取|民)(?:择|定)?\s?(?:的(?:是|选项是|答案是))?(?:是|为|:)?",
        r"(?:正确|合适|恰当|最佳|最好|最优|合理|妥当|妥善)(?:的)?(?:答案|选项|选择|做法|处理|方案)?(?:应该是|应是|是|为|:)",
        r"(?:选项|选择|标签|类别|分类|分类结果|类型|判断|判断结果|结论|结果|评分|打分|得分|分数|评级|等级|级别|诊断|情绪|严重程度)"
        r"\s?(?:应该是|应该为|应为|应是|就是|为|是|:|=)",
        r"(?:判断|判定|归类|归|分类|划分|分|标注|标记|评定|评估|认定|归结)\s?(?:到|为|是|成|于)",
        r"只有(?:选项)?(?=[a-j])",
        r"(?:属于|归于|归入|符合|对应)",
        r"(?:优先考虑|优先选择|优先选|倾向于|我倾向|我支持|我赞成|我赞同|我推荐|我投)(?:选择|选)?(?:是|给)?",
        r"(?:评|打|给|评为|打了|给出)\s?(?=[\d一二三四五六七八九十负-])",
    ),
}

#: Announce an answer only if it follows at once and ends the sentence: "so C.", "but YTA", 而是C。
SHORT_DECLARATIONS: dict[str, tuple[str, ...]] = {
    "en": (
        r"\b(?:so|thus|hence|therefore|(?<!anything\s)(?<!everything\s)(?<!all\s)(?<!any\s)but|it is|it's|it (?:must|has to|should|would|could) be|that leaves|leaving|leaves)\b,?:?",
        r"(?:->|→|=>|⇒)",
        r"\b(?:overall|all things considered|all in all|in conclusion|to conclude|in sum|in summary|in brief|in short|to sum up|on balance|"
        r"ultimately|in the end|finally|at the end of the day|everything considered|taken together|bottom line|definitely|clearly|"
        r"leaning|lean|gut feeling|(?<!\w\s)(?<!\w-)(?:correct|best)|yes|yep|yeah)\b[,:]? ?",
        r"(?:^|[.!?;:,]\s|\n)\s{0,3}(?:choose|select|pick|go with|go for|opt for|mark|put me down for|make it|call it|i say|i'd say|choosing|selecting|"
        r"picking|going with|opting for)\b",
        r"\b(?:had|have|having|forced|pressed|pushed|asked|need) to (?:choose|pick|decide|answer|guess|say|commit)(?: (?:just |only )?one)?,",
        r"\bi(?:'ll| will| would|'d)? (?:take|end up (?:at|with)|come out at|come down on|land (?:at|on)|arrive at)\b",
        r"\b(?:more|closer|nearer) (?:towards?|to)\b",
        r"\bif (?:pressed|pushed|forced|anything|i must|need be),",
        r"\bedit: ?[^.\n]{0,60},",
        r"\b(?:gotta be|got to be|going to be|going to say|gonna say|gonna go with|leaves us with|leaves only|left with|brings me to|brings us to|points to|leads to|leads me to)\b",
    ),
    "zh": (
        "(?:综合考虑|综合来看|综合分析|综合判断|综合以上|综上所述?|综上|总之|总的来说|总体来说|总体而言|权衡(?:利弊|之后|后|再三)|最终|最后|看来|显然|答曰)(?:,|:)?(?:是|还是|选)?",
        "(?:而是|所以|因此|故|于是|那么|只剩下?)(?:是|选)?",
        "(?<=,)\\s?(?:应该)?是",
    ),
}

#: Words that may stand between an announcement and the answer.
BRIDGES: dict[str, tuple[str, ...]] = {
    "en": (
        "is", "be", "are", "as", "the", "an?(?= )", "option", "choice", "answer", "letter", "number", "label", "category",
        "class", "rating", "score", "definitely", "clearly", "likely", "most likely", "probably", "simply", "therefore", "so", "hence", "i think", "i believe", "i guess", "i would say", "i'd say", "in my opinion", "soft", "hard", "strong", "solid", "firm", "clear", "number", "it is", "it's", "it would be",
        "thus", "as follows", "following", "that", "with", "for", "to", "of", "it", "this", "them", "this one", "best",
        "correct", "most", "indeed", "still", "actually", "just", "at(?! (?:most|least))", "in fact", "in truth", "really", "truly", "rather", "instead", "reply", "conversation", "dialogue", "item", "response", "answer", "passage", "statement", "about", "around", "somewhere", "roughly", "approximately", "exactly", "precisely", "my", "final", "closest to", "level",
        "would be", "should be", "would have to be", "will have to be", "has to be", "one", "this", "this information", "information", "post", "message", "case", "user", "text", "this post as", "under", "a rating of",
        "a score of", "a",
    ),
    "zh": ("选项", "答案", "应该", "应当", "应", "是", "为", "选", "选择", "字母", "数字", "最可能", "可能", "更", "最",
           "该选", "第", "了", "的", "类别", "标签", "一个", "到", "于", "在",
           "大约", "约", "大概", "差不多"),
}  # fmt: skip

#: Said of an option after it is named: it is the answer.
AFFIRMED_AFTER: dict[str, tuple[str, ...]] = {
    "en": (
        r"(?: option| choice| answer)?(?:,? (?:which|that))? (?:is|seems|appears|looks|remains|would be|must be)(?: \w+ly)?"
        r"(?: to be)?(?: (?:the|my))?(?: (?:single|one|only|most|more|best|clearly|overall))* "
        r"(?:correct|right|best|better|appropriate|suitable|accurate|likely|fitting|ethical|final|preferred|preferable|balanced)\b"
        r"(?! (?:if|only|when))",
        r" (?:is|would be|will be|remains|becomes) (?:clearly |definitely |still )?(?:the|my) (?:final |first |top |preferred |clear |sole )?"
        r"(?:answer|choice|pick|selection|option|recommendation|preference|vote|verdict|call|way to go|one to (?:choose|pick|take)|one for me|winner)\b"
        r"(?! (?:if|only|when|in|for|under|elsewhere|were|unless))",
        r" (?:gets|has|receives|earns|would get|would have) my (?:tick|point|mark|vote|preference|support|pick|nod)\b",
        r",? (?:edges out|beats|wins|prevails|trumps|comes out (?:on top|ahead|best)|comes first|has the edge|fits (?:best|better|most)|"
        r"does (?:this )?best|is where i land|all the way|hands down|for sure|is the one)\b",
        r" (?:is|seems|looks|feels|sounds|remains|strikes me as|comes across as|appears to be|would be|to be|as)(?: to me| like| to be)? (?:the |my )?"
        r"(?:best|safest|soundest|wisest|kindest|fairest|strongest|likeliest|closest|gentlest|sanest|healthiest|nearest|favou?rite|"
        r"(?:most|more) (?:sound|wise|reasonable|sensible|defensible|convincing|responsible|humane|helpful|professional|prudent|viable|fair|safe|"
        r"logical|plausible|effective|compelling|persuasive|apt))\b(?! (?:if|only|when))",
        r" it is\b",
        r" stands out\b",
        r" remains\b",
        r" is (?:what|the one|the option|the choice) (?:that )?i\b",
        r" is what i would\b",
        r" (?:should|must) be (?:chosen|selected|picked)\b",
        r" ?[:=?] ?(?:yes|correct|right)\b",
        r"(?:项|选项)? ?[:=]? ?[✓✔✅√]",
    ),
    "zh": (
        r"(?:项|选项)?\s?[:=]?\s?(?:是|才是|就是)?\s?(?:最为|更为|较为|比较|相对|最|更|为|较)?(?:正确|合适|恰当|准确|符合|妥当|妥善|妥(?=[,.。!;的]|$)|合理|适合|佳|优|好|可能|可取|对(?=[,.。!;的]|$))(?:的)?"
        r"(?!吗|性)",
        r"(?:项|选项)?\s?(?:是|就是|为)(?:最佳|最好|最终|正确|我的)",
        r"(?:项|选项)?\s?(?:是|就是|才是|为)?(?:一个)?(?:最|更)(?!差|不|糟|坏|错|少|没|欠|危|难)(?:为)?[\u4e00-\u9fff]{1,3}的?(?:选项|选择|做法|答案|方案|办法|一项|一个)",
    ),
}

#: Words of options and how models soften or respell them.
SPELLINGS: dict[str, tuple[str, ...]] = {
    "the asshole": ("an asshole", "the a-hole", "an a-hole", "the ah"),
    "asshole": ("a-hole", "ahole", "a hole", "arsehole", "ah"),
    "behaviour": ("behavior",),
    "behavior": ("behaviour",),
    "counsellor": ("counselor",),
    "counselor": ("counsellor",),
}

#: A verdict on one option or person in a row of verdicts ("C: yes", "| D | correct |", "B ✗").
VERDICT_SIGNS: tuple[str, str] = ("✓✔✅☑👍√⭕", "✗✘❌✖❎🚫👎⛔×")
VERDICT_YES: tuple[str, ...] = ("yes", "true", "correct", "right", "best", "chosen", "selected", "acceptable", "accept", "accepted", "keep", "present",
                                "knows?", "aware", "applies", "y", "appropriate", "suitable", "ethical", "good", "strong", "fits", "most appropriate", "the best", "妥当", "恰当", "可取", "可以", "是", "对", "正确", "知道", "知情", "选", "合适", "有", "符合")  # fmt: skip
VERDICT_NO: tuple[str, ...] = ("no", "false", "incorrect", "wrong", "not correct", "not present", "absent", "rejected", "reject", "unacceptable", "out", "none",
                               "doesn't know", "does not know", "unaware", "not aware", "does not apply", "n", "inappropriate", "unsuitable", "unethical", "bad", "weak", "poor", "not appropriate", "less appropriate", "not suitable", "不妥", "不当",
                               "不恰当", "不可取", "不可以", "否", "不对", "错", "错误", "不正确", "不知道",
                               "不知情", "不选", "不合适", "无", "没有", "不符合", "不是")  # fmt: skip

#: Said of an option after it is named: it would do as well, so there are several answers.
ALSO_AFTER: dict[str, tuple[str, ...]] = {
    "en": (
        r" (?:is|are|would be|might be|could be|may be) (?:also|equally) \w+",
        r" (?:also )?works? (?:too|as well)\b",
        r" also works?\b",
    ),
    "zh": ("(?:项|选项)?也(?:可以|行|对|正确|合适|可)",),
}

#: Said of an option after it is named: it is not the answer.
REJECTED_AFTER: dict[str, tuple[str, ...]] = {
    "en": (
        r"(?: option| choice| answer)?(?: (?:is|are|was|would be|seems|looks|does|do|can|could|may|might))?(?: \w+ly)?(?:n't| not|"
        r" incorrect| wrong| inappropriate| inaccurate| less| unlikely| unsuitable| ruled out| be ruled out| be excluded|"
        r" be eliminated| excluded| eliminated| out\b| too\b| insufficient| contraindicated| problematic| tempting| unethical| premature)",
        r"(?: option| choice)? (?:fails|ignores|violates|overlooks|lacks|misses|neglects|falls short|goes too far)\b",
        r" (?:is|are|was|were|seems) (?:\w+ly )?(?:absent|missing|denied|lacking|edged out|beaten|off the table)\b",
        r"(?:项|选项)? ?[:=|]? ?[✗✘❌✖🚫👎×]",
        r" ?[:=?] ?(?:no|none|absent|negative|not present)(?= ?(?:[.,;!|]|$))",
        r" ?(?:[:=]|[-–—]{1,2}) ?(?:incorrect|wrong|inappropriate|unethical|rejected|excluded|false|unacceptable|unsuitable|weak|poor|bad)\b",
    ),
    "zh": (
        r"(?:项|选项)?\s?[:=]?\s?(?:是|就|也|则|并|显然|明显|都|均|皆)?\s?(?:不|错|有误|排除|并非|过于|违反|忽视|忽略|缺乏|可以排除|可排除|欠妥)",
    ),
}

#: An announcement in such company declares nothing: a supposition, somebody else's view, a first impression.
SUPPOSED: dict[str, tuple[str, ...]] = {
    "en": (
        r"\bsecond(?:ary)?\b", r"\btertiary\b", r"\brunner\b", r"\bsome signs?\b", r"\balternatives?\b", r"\bworst\b", r"\bleast (?:appropriate|suitable|likely|ethical|correct)\b",
        r"\b(?:if(?! (?:i|we) (?:were|was|had|have|must|am|could|may)\b)|unless|whether|suppose)\b", r"^(?:had|were)\b(?! i\b)", r"\b(?:some|one|many|others|someone|people|you|they|everyone|everybody|anyone|most|critics|colleagues|lawyers) "
        r"(?:\w+ )?(?:might|may|could|would|will)\b", r"\b(?:might|may|could) (?:\w+ )?(?:think|say|argue|choose|pick|seem|be)\b",
        r"\bat first\b", r"\binitially\b", r"\btempt(?:ed|ing)\b", r"\b(?:why|not) the\b", r"\bwrong\b", r"\bincorrect\b",
        r"\bcan(?:'t|not)\b", r"\bwon't\b", r"\bwouldn't\b", r"\bnot\b", r"\bfirst thought\b", r"\bfirst instinct\b",
        r"\b(?:please|format|for example|e\.g\.|such as|respond with|reply with|in the form)\b", r"\brather than\b",
        r"\binstead of\b", r"\botherwise\b",
        r"\b(?:common|popular|typical|usual|frequent|naive|your|their|his|her|old|previous|earlier|original|superficial|intuitive|user)[ _]"
        r"(?:\w+ )?(?:answer|choice|option|pick|rating|label|verdict|guess|score)\b",
        r"\b(?:my|his|her|our|their|the|a) \w+ (?:might|may|could|would)(?: (?:think|say|argue|choose|pick|answer|prefer|opt|go|favou?r))\b",
        r"\b(?:took|had taken|was (?:on|taking)|used to|previously|in the past|(?:has|had) (?:been on|tried)|history of|formerly)\b",
        r"\b(?:user|client|patient|he|she|they|person|author|poster) (?:said|says|chose|thinks|wants|believes)\b",
    ),
    "zh": ("如果", "否则", "其次", "次要", "第二", "错误的", "最差", "假如", "若", "倘若", "有人", "乍看", "一开始", "起初", "看似", "似乎", "容易误", "误", "不能", "不应", "不要",
           "不选", "不会", "不", "难以", "无法", "例如", "比如", "格式", "请", "为什么", "而不是", "而非"),
}  # fmt: skip

#: Before a short option text in its sentence: it is chosen, advised or predicated, and not only named.
ENDORSED: dict[str, tuple[str, ...]] = {
    "en": (
        r"\b(?:should|must|ought|would|will|needs?|has to|have to|let's|let us|i'd|i'll|she'd|he'd|we'd)\b",
        r"\b(?:recommend|suggest|prescribe|start|give|choose|pick|select|switch|use|try|add|prefer|favou?r|advise|order|administer|begin|consider|continue|put|"
        r"want|opt|go|going)(?:s|ed|ing)?\b",
        r"\b(?:is|are|be|feels?|feeling|seems?|expresses|shows?|conveys?|experiences?|experiencing|has|read|call|label|name|see|sense|hear|best|right|correct|"
        r"preferred|answer|choice|option|diagnosis|only|most|with|sounds?|looks?)\b",
    ),
    "zh": (
        "应",
        "宜",
        "可",
        "建议",
        "推荐",
        "选",
        "是",
        "为",
        "需",
        "要",
        "最",
        "更",
        "感到",
        "觉得",
        "属于",
        "考虑",
        "采用",
        "使用",
    ),
}

#: In the sentence of a value that is only named: it is spoken of with disapproval, or belongs to something else.
DISAPPROVED: dict[str, tuple[str, ...]] = {
    "en": (
        r"\b(?:naive|harmful|mistakes?|wrong|unwise|reckless|irresponsible|premature|dangerous|risky|harsh|cruel|unfair|unhelpful|foolish|"
        r"inappropriate|unethical|unacceptable|problematic|worst|worse|tempting|excessive|overkill|insufficient|misguided|pointless|useless|out of the question)\b",
        r"\b(?:stay|staying|keep|keeping) (?:away|clear) from\b",
        r"\b(?:steer|stay|keep) clear of\b",
        r"\bshy away\b",
        r"\b(?:hesitate|hesitant|reluctant|wary|afraid)\b",
        r"\bagainst\b",
        r"\brefrain\b",
        r"\bcaution\b",
        r"\bhardly\b",
        r"\b(?:betray|harm|damage|violate|ignore|undermine|destroy|endanger|break)s?\b",
        r"\b(?:drop|skip|dismiss|discard|forget|oppose|question|doubt|fear)\b",
        r"\btoo (?!\w*(?:$|[.,]))\w+",
        r"\bbad idea\b",
        r"\bno good\b",
        r"\bonly if\b",
        r"\bwould (?:have been|have)\b",
    ),
    "zh": (
        "过于",
        "太过",
        "不妥",
        "不当",
        "不合适",
        "不可取",
        "危险",
        "风险",
        "伤害",
        "破坏",
        "违反",
        "违背",
        "草率",
        "天真",
        "错误",
        "反对",
        "慎用",
        "避免",
        "禁忌",
    ),
}

#: A change of mind: what follows replaces what stood before.
CORRECTIONS: dict[str, tuple[str, ...]] = {
    "en": (
        r"\bno[,.!:—–-]+", r"\bwait[,.!—–-]*", r"\bactually[,:]?", r"\bcorrection[,:]", r"\bscratch that[,.!—–-]*",
        r"\bon (?:second thought|reflection)[,.]?", r"\bi mean(?:t)?[,:]?", r"\brather[,:]", r"\bsorry[,.!—–-]+",
        r"\bi(?:'ll)? (?:change|revise|correct) (?:my answer|it|that|this|myself) to", r"\bmake (?:it|that)", r"\bhmm+[,.]*",
        r"\bmy (?:revised|corrected|updated) answer(?: is|:)?", r"\bedit:", r"\bupdate:", r"\boops[,.!—–-]*", r"\bmy (?:mistake|bad)[,.:!—–-]*",
        r"\bto correct myself[,:]?", r"\bthat should (?:be|read|say)", r"\bshould have (?:been|said)", r"\blet me (?:correct|revise|change) (?:that|this|it|myself)[,:.]?(?: to)?",
    ),
    "zh": ("不对[,.。!]*", "等等[,.。!]*", "更正[,:为]*", "纠正[,:为]*", "改为", "改选", "改答", "改成", "我指的是", "我是说", "修正为", "应该是", "不[,.。]+", "哦不[,.]*",
           "我改成", "其实是", "其实应该是", "再想想[,.。]*", "(?:我)?(?:说|写|选|打)错了?[,.。!]*", "更准确地说[,:]?", "应当是", "重新考虑[后,.。]*", "修改为", "修改[:]", "还是觉得", "觉得还是", "还是选"),
}  # fmt: skip

#: Between two values: both were declared. Longer entries first.
TOGETHER: tuple[str, ...] = (
    r",?\s{0,2}\b(?:tending to(?:wards?)?|leaning (?:to(?:wards?)?)?|if not|alternatively|(?:closely )?followed by|then|or else|"
    r"as well as|along with|plus|versus|vs\b\.?|through|up to|at (?:the )?most|and/or|and|or)(?!\w)",
    r",?\s?(?:也可能|可能也|甚至|其次|或者|或|最多|至多|最高|偏)(?:是|为)?",
    r"->", r"→", r",", r"/", r"\|(?!\|)", r"&", r"\+", r"\.{2,3}", "…", r"\bto\b(?=\s{0,2}[-\d])", r"-(?=\s{0,2}\d)", "与", "和", "及", "、", "以及", "还是", "~", "到", "至",
)  # fmt: skip
#: Between two values, the second of which ends there: "ideation - behaviour", "50 (60)", "B (or C)".
TOGETHER_AT_END: tuple[str, ...] = (
    r"[-–—]{1,2}",
    r"\bto\b",
    r"[(\[]\s?(?:(?:or|and|maybe|perhaps|possibly|even|或者|或|也可能|可能|也许)(?:是|为)?[\s,]{0,2}){0,3}",
)
#: Before "X to Y": X is chosen, or given up.
PREFERS: dict[str, tuple[str, ...]] = {
    "en": (r"\bprefer", r"\bfavou?r", r"\bsuperior\b", r"\bfrom\b"),
    "zh": ("从",),
}

#: The model says that it did not decide.
UNDECIDED: dict[str, tuple[str, ...]] = {
    "en": (
        r"\b(?:cannot|can't|could not|couldn't|unable to|hard to|difficult to|impossible to|not able to) (?:\w+ )?(?:decide|choose|"
        r"determine|say|tell|pick|select|classify|rate)\b", r"\b(?:it )?depends\b", r"\bnot (?:sure|certain)\b", r"\bunsure\b",
        r"\btoss[- ]?up\b", r"\bequally\b", r"\bneither\b", r"\bnone of (?:the|these)\b", r"\bundecided\b", r"\b(?:unclear|not clear|n't clear)\b",
        r"\bnot enough (?:information|context)\b", r"\binsufficient (?:information|context)\b", r"\beither\b", r"\ball of the above\b",
        r"\bboth (?:are|of|options|choices|answers|\(?[a-j]\)? and)\b",
        r"\b(?:somewhere|halfway|midway|borderline|in) between\b",
    ),
    "zh": ("(?:不能|无从|没法|不好|不易|很难|难)(?:以|于)?(?:确定|判断|断定|说清|区分|分清|选择|取舍)", "拿不准", "说不清", "无法(?:确定|判断|选择|决定|给出|区分|断定)", "难以(?:确定|判断|选择|决定)", "不确定", "不好说", "取决于", "看情况", "视情况",
           "都不(?:对|正确|合适|是)", "以上都不", "以上都", "都可以", "都有道理", "信息不足", "介于", "两者之间"),
}  # fmt: skip

# --- Negation ---------------------------------------------------------------------------------------------------------

#: Before a label, in the same clause and at most four words (six characters in Chinese) away: the label is denied.
NEGATIONS: dict[str, tuple[str, ...]] = {
    "en": (
        r"\b(?:nobody|no one|no-one|none)\b", r"\b(?:anything|everything|all|any) but\b", r"(?<!\bif\s)\bnot\b(?! (?:only|just|merely))", r"\bno\b(?! (?:doubt|question))", r"\bnon\b", r"\bnever\b", r"n't\b", r"\bcannot\b",
        r"\bwithout\b(?! (?:a )?(?:doubt|question))", r"\brather than\b", r"\binstead of\b", r"\bneither\b", r"\bnor\b",
        r"\bnothing\b", r"\brul(?:e|es|ed|ing) out\b", r"\bexclud(?:e|es|ed|ing)\b", r"\bexcept(?: for)?\b", r"\black(?:s|ing)?\b",
        r"\babsen(?:ce|t)\b", r"\bfree of\b", r"\bunlikely\b", r"\bden(?:y|ies|ied|ying)\b", r"\bnegative for\b", r"\breject(?:s|ed)?\b",
        r"\beliminat(?:e|es|ed|ing)\b", r"\bunlike\b", r"\bavoid(?:s|ed|ing)?\b", r"\bstop(?:ping)?\b", r"\bdiscontinu(?:e|ing)\b", r"\bas opposed to\b", r"\bless\b", r"\bhardly\b", r"\bisnt\b", r"\bdoesnt\b",
        r"\bbeyond\b", r"\bmore than\b", r"\bfar from\b",
    ),
    "zh": ("不(?!仅|但|只|过|断|安|得不|同|良|稳)", "没有", "没(?!错)", "并非", "(?<!莫)非(?!常)", "无(?!助|望|疑|论|价)", "未(?!来|婚)", "排除",
           "而非", "而不是", "否认", "缺乏", "除了", "不包括", "别选", "勿"),
}  # fmt: skip

#: Before a denied value: what follows its comma is chosen in its stead.
CONTRASTS: tuple[str, ...] = (r"\b(?:rather than|instead of)\b", "与其", "而不是")

#: A new clause inside a sentence: negation does not reach across it.
CLAUSE_BREAKS: dict[str, tuple[str, ...]] = {
    "en": (r"(?<!anything\s)(?<!everything\s)(?<!all\s)(?<!any\s)\bbut\b", r"\band (?:\w+ )?(?:start|give|use|switch|begin|prescribe|choose|pick|select|go|take|try|add|is|are|shows?|has)\b", r"\bhowever\b", r"\binstead\b(?! of)", r"\brather\b(?! than)", r"\bthough\b", r"\bbecause\b", r"\bso\b", r"\byet\b"),
    "zh": ("但", "而是", "却", "因为", "所以", "因此"),
}  # fmt: skip

#: A word right after one of these is said of the message or the person.
PREDICATES: dict[str, tuple[str, ...]] = {
    "en": (
        r"\b(?:labell?ed|called|is|are|seems?|appears?|looks?|shows?|has|indicates?|suggests?|expresses|reflects?|describes?|about|as|of|for|with|from|through|only|just|merely|(?:sounds?|looks?|seems?|feels?|reads?) (?:\w+ )?like|experienc(?:es|ing)|faces?|facing|clear|evident|obvious|definite|marked)",
    ),
    "zh": ("是", "为", "有"),
}

# --- Ratings ----------------------------------------------------------------------------------------------------------

#: "3 out of 4", "3/4", "3分（满分4分）".
OUT_OF: tuple[str, ...] = (
    r"\s{0,2}/\s{0,2}",
    r"\s{1,2}(?:points? |stars? )?out of(?: a(?: possible)?)?\s{1,2}",
    r"\s{1,2}(?:points? )?(?:out )?of (?:a )?(?:maximum|total|possible)(?: of)?\s{1,2}",
    r"\s{0,2}分?\s?[,(]?\s?满分\s?(?:为|是)?\s?",
)

#: Before a value: it is a bound ("at least 3", "up to behaviour") and no single value.
BOUNDS_BEFORE: dict[str, tuple[str, ...]] = {
    "en": (
        r"\bat (?:an? |the )?(?:very )?(?:least|most|minimum|maximum)",
        r"\bup to",
        r"\bupwards? of",
        r"\b(?:no|not|nothing) (?:more|less|fewer|higher|lower|greater|milder|worse|smaller|larger) than",
        r"\bnot (?:below|above|under|over|beneath)",
        r"\b(?:minimum|maximum|min|max)\b\.?(?: of)?:?",
        r"(?<!\w\s)(?:above|below)",
        r"\b(?:higher|lower|worse|milder) than",
    ),
    "zh": ("至少", "至多", "最多", "最少", "最低", "最高", "起码", "不止", "不只", "不(?:低|高|少|多|大|小)于", "(?:不|未)?超过", "超出",
           "(?<!不)(?:低|高)于", "比"),
}  # fmt: skip
#: Before a number, besides those above.
NUMBER_BOUNDS_BEFORE: dict[str, tuple[str, ...]] = {
    "en": (
        r"\b(?:over|above|under|below|beneath|beyond|past|nearly|almost|north of|south of)",
        r"\b(?:more|less|fewer|higher|lower|greater|larger|smaller|bigger)(?: than)? or equal to",
        r"\b(?:more|less|fewer|higher|lower|greater|larger|smaller|bigger) than(?: or equal to)?",
        r"\bexceed(?:s|ed|ing)?",
        r"\b(?:below|above) or equal to",
    ),
    "zh": ("(?:大|小|多|少)于(?:或?等于)?", "将近", "不到", "未到", "不足"),
}
#: After a value: it is a bound ("3 or more", 50以上, "50+").
BOUNDS_AFTER: dict[str, tuple[str, ...]] = {
    "en": (
        r"\+(?![ ]?[\w(])",
        r"[ ]\+(?=[\s.]*$)",
        r"[,(\s]{1,3}(?:or|and|if not) (?:even )?(?:an? (?:bit|little|touch) |slightly )?(?:more|above|higher|greater|over|up|upwards?|worse|beyond|less|below|lower|under|fewer)\b"
        r"(?! (?:than|likely|all|again|over|\w+ly))",
        r"[,(\s]{1,3}(?:maybe|perhaps|possibly|probably) (?:even )?(?:an? (?:bit|little|touch) |slightly )?(?:more|above|higher|worse|less|below|lower)\b(?! (?:than|likely|\w+ly))",
        r"[,(\s]{1,3}at (?:an? |the )?(?:very |bare )?(?:least|most|minimum|maximum)(?=\s{0,2}(?:$|[.,;!)\]\n]))",
        r" (?:minimum|maximum|upwards?|or so[, ]{1,2}or)\b",
        r" plus(?=[\s.]*$)",
        r" and a (?:half|quarter)\b",
        r"[½¼¾]",
    ),
    "zh": (
        r"(?:分|级|档)?\s?(?:及|或|和|、)?(?:其)?(?:以上|以下|之上|之下)",
        r"(?:分|级|档)?[,(]?(?:或|、|甚至|可能)?(?:更高|更低|更重|更轻)",
        "(?:分|级|档)?(?:往上|起步|多分)",
    ),
}  # fmt: skip
#: Between two halves of a phrase said once: "mild to moderate depression", 轻到中度.
JOINTS: tuple[str, ...] = (
    "to",
    "or",
    "and",
    "through",
    "and/or",
    "or even",
    "/",
    "-",
    "–",
    "~",
    ", or",
    "到",
    "至",
    "或者?",
    "和",
    "与",
    "、",
    "及",
    "以及",
    "偏",
)

#: Before two ratings: a range.
RANGES: dict[str, tuple[str, ...]] = {"en": (r"\bbetween\b", r"\bsomewhere from\b"), "zh": ("介于",)}
#: Heads of "head: number" that name the rating asked for, the surest first; other heads rate a part.
OVERALL: tuple[tuple[str, ...], ...] = (
    (
        r"\boverall\b",
        r"\b(?:new|revised|updated|corrected)\b",
        r"\btotal\b",
        r"\bfinal\b",
        r"\bfinally\b",
        "总",
        "最终",
        "综合",
    ),
    (
        r"\brating\b",
        r"\bscore\b",
        r"\banswer\b",
        r"\bsensitivity\b",
        r"\bgrade\b",
        r"\bresponse\b",
        r"\bresult\b",
        "评分",
        "打分",
        "得分",
        "答案",
        "分数",
        "评级",
    ),
)

#: Number words. Chinese numerals and tens are composed in ``ratings.py``.
NUMBER_WORDS: dict[str, float] = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
    "one hundred": 100, "a hundred": 100, "hundred": 100,
}  # fmt: skip
MINUS_WORDS: tuple[str, ...] = ("minus", "negative")
ZH_DIGITS: dict[str, int] = {
    "零": 0,
    "〇": 0,
    "一": 1,
    "二": 2,
    "两": 2,
    "三": 3,
    "四": 4,
    "五": 5,
    "六": 6,
    "七": 7,
    "八": 8,
    "九": 9,
}
ZH_UNITS: dict[str, int] = {"十": 10, "百": 100}
ZH_MINUS: tuple[str, ...] = ("负", "減", "减")

# --- Yes and no -------------------------------------------------------------------------------------------------------

#: The first words of a reply that settle it.
YES_FIRST: dict[str, tuple[str, ...]] = {
    "en": (r"(?:an? )?(?:hard|firm|clear|definite|resounding|strong|soft|big|cautious|qualified) yes", r"yes", r"yeah", r"yep", r"yup", r"(?:sure(?! enough)|of course(?! not)|certainly(?! not)|true|correct|indeed|right|ok(?:ay)?)(?=\s{0,2}(?:$|[.!\n:–—-]|,\s{0,2}(?:but|as long|go|you|they|he|she|share|tell|because|since|if|provided|with|that)\b)|\s{1,2}(?:you|they|he|she|it|one|we|i|that)\b)", r"absolutely(?! not)",
           r"definitely(?! not)", r"affirmative", r"i (?:do )?think so", r"i believe so", r"no problem"),
    "zh": ("是的", "是(?!否|不是|吗|指)", "对(?!于|此|方|不|她|他|我|你|这)", "可以(?!吗|说|理解|看出|想)", "行(?!为|动|业)", "好的", "当然(?!不)", "能(?!否|力)",
           "应该(?!不|由|先|看|视|取决)", "没问题", "没错", "同意", "允许", "有(?!人|时|些|关)", "会(?!不会)", "正确", "肯定(?!不)", "可(?=[,.。!]|$)"),
}  # fmt: skip
NO_FIRST: dict[str, tuple[str, ...]] = {
    "en": (r"(?:an? )?(?:hard|firm|clear|definite|resounding|strong|soft|big|very) no", r"no(?! (?:problem|doubt|wonder|one|worries|more|less|longer|sooner|matter|question|comment|idea|clue|answer|opinion|way (?:of|to)|information|easy|simple|clear|single|"
           r"definite|definitive|context|details?|preference|verdict|consensus|further|real|obvious|general|universal|rule|right or|yes|objections?|harm|issues?|reason))", r"nope", r"nah", r"never(?! mind)", r"absolutely not", r"certainly not",
           r"definitely not", r"of course not", r"not (?:at all|ok|okay|appropriate|acceptable|really|without|unless|ethical|permitted|"
           r"allowed|advisable|right)", r"negative", r"false", r"incorrect", r"i (?:do not|don't) (?:think|believe) (?:so|it|that)",
           r"by no means", r"under no circumstances", r"wrong", r"surely not", r"probably not", r"generally not"),
    "zh": ("不(?!过|完全|一定|确定|清楚|知道|仅|同|好说|妨)", "否", "没有", "并非", "不是", "不行", "不可以", "不能", "不应该", "不应", "绝不", "绝对不",
           "当然不", "肯定不", "不会", "不对", "不同意", "不允许", "不合适", "错", "未", "没(?!问题|错|关系)", "无(?!论|法)"),
}  # fmt: skip

#: Stances inside a sentence. The first table is tried first: a negation always holds the plain stance inside itself.
NO_STANCE: dict[str, tuple[str, ...]] = {
    "en": (
        r"\b(?:is|are|was|would|should|could|can|do|does|may|must|will|might|it's|that's)(?:n't| not| never)\b(?: (?:be|really|generally|"
        r"ever|seem|usually|at all|think|believe|it|is|it's|that|this|consider|considered|an?|the|very|feel|appear|to))* "
        r"(?:ok|okay|appropriate|acceptable|fine|right|ethical|permissible|permitted|allowed|good|share|sharing|disclose|reveal|tell|"
        r"discuss|advisable|professional|correct|proper|all right|alright|legal|suitable|recommended|wise|safe|justified|justifiable|shared|disclosed|revealed|told|discussed|passed on|mentioned|known|repeated|given|leave|pass|recommend|advise|support|endorse|condone|encourage|mention|pass|repeat|speak|talk)\b",
        r"\b(?:ought not|had better not|best not|better not|rather not|not supposed|no right|no need|not entitled) to\b",
        r"\b(?:not|n't|never) (?:be )?a good idea\b",
        r"\bnot (?:mine|yours|ours|hers|his|theirs) to (?:share|tell)\b",
        r"\boff[- ]limits\b",
        r"\bi (?:would|will|do|could)(?:n't| not)(?=[.,;!]|$)",
        r"\ba (?:clear |firm |hard |definite )?no\b(?= from|[.,;!]|$)",
        r"\bbad idea\b",
        r"\b(?:needs?|has|ought|must|should)(?: to)? (?:stay|remain|be kept) (?:[\w']+ ){0,3}(?:confidential|private|secret|between)\b",
        r"\bcannot (?:\w+ )?(?:share|disclose|reveal|tell|discuss|be (?:shared|disclosed|revealed))\b",
        r"\bnot (?:ok|okay|appropriate|acceptable|right|ethical|permissible|permitted|allowed|advisable|proper|alright)\b",
        r"\b(?:inappropriate|unacceptable|unethical|impermissible|improper|inadvisable|unprofessional|wrong)\b",
        r"\b(?:should|must|would) (?:\w+ )?(?:decline|refuse|refrain|avoid)\b",
        r"\b(?:violat(?:e|es|ion of)|breach(?:es)?)\b (?:[\w']+ ){0,3}(?:confidential|privacy|trust|ethic)",
        r"\b(?:my|the) answer (?:is|would be)[:,]? \W?no\b",
        r"\b(?:advise|recommend|caution|counsel) against\b",
        r"\b(?:keep|keeping|remain|stay) (?:[\w']+ ){0,3}(?:confidential|private|secret)\b",
        r"\bi(?:'d| would) (?:say|answer|have to say)[:,]? \W?no\b",
    ),
    "zh": (
        "不(?:太|是很|被|会被|能被|是|怎么|会|该|大)?(?:可以|行|应该|应当|应|能|合适|恰当|妥当|适合|妥|允许|同意|可|该|对|好|要|合理|道德|合乎|符合|宜|建议|赞成|提倡)",
        "(?:不得|禁止|严禁|切勿|绝不|拒绝|避免)",
        "(?:违反|违背|侵犯)",
        "(?:应当|应该|必须|需要|须)?(?:严格)?保密(?!原则|义务)",
        "(?:答案|回答|结论)(?:是|为|:)?(?:否|不|没有)",
    ),
}
#: A denied objection is an assent; tried before the others, since it holds the words of one.
FINE_STANCE: dict[str, tuple[str, ...]] = {
    "en": (
        r"\b(?:not|n't|no|never|hardly|without) (?:\w+ )?(?:see|have|find)(?: \w+)? (?:problem|issue|harm|objection|reason not)s?\b",
        r"\b(?:no|nothing) (?:\w+ )?(?:problem|issue|harm|objection|reason not|wrong|improper|inappropriate|unethical)s?\b",
        r"n't (?:see|have|find) (?:an?|any) (?:\w+ )?(?:problem|issue|harm|objection|reason not)s?\b",
        r"\b(?:not|n't|hardly) (?:be )?(?:(?:an?|at all|really|in any way) )?(?:problem|problematic|wrong|inappropriate|unethical|improper|unprofessional|"
        r"unacceptable|breach|violation|harmful)\b",
        r"\b(?:no|without) (?:\w+ )?(?:objection|harm|problem|issue|breach|violation)s?\b",
    ),
    "zh": (
        "(?:没有|没|无)(?:什么)?(?:问题|不妥|不可|不当|不合适)",
        "(?:并不|不|并未|没有|不会)(?:算)?(?:违反|违背|侵犯)",
        "无妨",
        "不妨",
    ),
}
YES_STANCE: dict[str, tuple[str, ...]] = {
    "en": (
        r"(?:\b(?:is|are|would be|should be|it's|that's|seems|may be)|'d be)(?: (?:generally|perfectly|completely|totally|absolutely|certainly|"
        r"definitely|entirely|ethically|quite|considered))* (?:ok|okay|appropriate|acceptable|fine|right|ethical|permissible|permitted|"
        r"allowed|all right|alright|advisable|correct|proper|justified|justifiable)\b",
        r"\b(?:can|may|should|could|must)(?: (?:certainly|definitely|absolutely|ethically|freely|safely))* "
        r"(?:share|disclose|reveal|tell|discuss|mention|pass|be (?:shared|disclosed|revealed|told|discussed|mentioned|passed|given))\b",
        r"\b(?:good idea|has (?:a|every) right to know|free to (?:share|tell|disclose|discuss|mention)|fine by me|a (?:clear |firm |definite )?yes\b(?= from|[.,;!]|$)|"
        r"entitled to (?:know|share|hear|the))",
        r"\bi (?:would|will|do)(?=[.!]|$)",
        r"\b(?:my|the) answer (?:is|would be)[:,]? \W?yes\b",
        r"\bi(?:'d| would) (?:say|answer|have to say)[:,]? \W?yes\b",
    ),
    "zh": (
        "可以(?!说|理解|看出|想)",
        "应该(?!由|先|看|视|取决|不|拒绝|避免|保密|保持|严格)",
        "应当(?!不|拒绝|避免|保密|保持|严格)",
        "合适",
        "恰当",
        "妥当",
        "允许",
        "没问题",
        "没有问题",
        "能够",
        "合理",
        "(?:答案|回答|结论)(?:是|为|:)?(?:是|可以|有|会)",
    ),
}

#: Right after a yes or a no, before the other word: both are said. The first do so wherever they stand, the second where the
#: other word ends its clause.
BOTH_JOINTS: tuple[str, ...] = ("and", "or", "/", "和", "与", "或")
BOTH_JOINTS_AT_END: tuple[str, ...] = (
    "and",
    "or",
    "but",
    "yet",
    "then again",
    "with a",
    "also",
    "well",
    "maybe",
    "perhaps",
    "though",
    "although",
)
#: After a Chinese yes: it is denied in the same breath (是也不是).
BOTH_ZH: tuple[str, ...] = ("[也又]不", r",?\s?[也又]不(?:是|可以|行|对|能|会)?(?=[。.,!]|$)")
#: Before a yes or a no that holds for another part, and after it: "yes for her, although no for him".
PARTLY: tuple[str, ...] = ("and", "but", "although", "though", "while", "whereas")
PARTS: tuple[str, ...] = ("for", "to", "in", "from", "on", "as", "with", "when", "where")
#: "It is not okay unless …" keeps its stance; these have none.
HEDGES: dict[str, tuple[str, ...]] = {
    "en": (r"\bdepends\b", r"\bnot (?:sure|certain|clear|necessarily)\b", r"n't (?:sure|certain|clear|know)\b", r"\bwhether\b(?! or not)", r"\bunsure\b", r"\bunclear\b", r"\bmaybe\b", r"\bperhaps\b",
           r"\bhard to say\b", r"\bdifficult to say\b", r"\byes and no\b", r"\b(?:not|n't|neither) (?:an? )?(?:\w+ )?(?:yes|no) n?or (?:an? )?(?:yes|no)\b", r"\byes or no\b(?=.{0,20}(?:hard|difficult|cannot|can't|simple))",
           r"\b(?:cannot|can't|could not|unable to) (?:\w+ )?(?:say|answer|determine|decide|tell)\b", r"\bgr[ae]y area\b"),
    "zh": ("取决于", "看情况", "视情况", "不一定", "不确定", "不好说", "很难说", "难说", "也许", "或许", "无法(?:判断|确定|回答)", "不清楚", "说不准"),
}  # fmt: skip

# --- Names ------------------------------------------------------------------------------------------------------------

#: Said of a person: knows. Said of a person: does not know. Announces a list of those who know.
NOBODY: dict[str, tuple[str, ...]] = {
    "en": (r"nobody", r"no[- ]one", r"not (?:a single|one|any)(?: \w+)?", r"not a soul", r"zero (?:people|characters)", r"none", r"no (?:other )?(?:character|person|people|individual)s?", r"n/a", r"empty(?: list)?", r"no names?"),
    "zh": ("没有人", "没人", "无人", "无(?=[。.]|$)", "谁都不知道", "(?:其他|别的|其余)的?人(?:都|均|一概)?(?:不知道|不知情)", "没有任何人", "没有(?=[。.]|$)", "空(?=[。.]|$)"),
}  # fmt: skip
KNOWS_NOT: dict[str, tuple[str, ...]] = {
    "en": (
        r"\b(?:does|do|did|would|could|can|may|might|will|should)(?:n't| not| never)\b(?: \w+){0,2} (?:know|learn|gain|acquire|obtain|have|be aware|find out|hear|"
        r"possess|receive|qualify)\b", r"\b(?:is|are|was|were|has|have|had)(?:n't| not| never)\b(?: \w+){0,3} (?:aware|know|known|told|"
        r"informed|privy|included|listed|mentioned|given|shown|received|access|learned|knowledge|heard|someone who|one of)\b",
        r"\bcannot (?:know|have known)\b", r"\bunaware\b", r"\b(?:do|does|did|is|are|was|were|has|have)(?:n't| not)(?=\s{0,2}(?:$|[.,;!\n]))",
        r"\bleft out\b", r"\bexcluded\b", r"\bclueless\b", r"\buninformed\b", r"\bno clue\b", r"\bonly suspects?\b", r"\bguess(?:es|ing)?\b", r"\bnot (?:\w+ )?(?:aware|know|known|told|informed|privy|included|listed|given)\b",
        r"\bno (?:[\w,]+ ){0,3}(?:knowledge|idea|information|indication|access|evidence|awareness|clue)\b", r"\bwithout (?:knowing|knowledge)\b",
        r"\bignorant\b", r"\black(?:s|ed)? (?:\w+ )?(?:knowledge|access|information|awareness)\b", r"\boblivious\b",
        r"\bkept in the dark\b", r"\bin the dark\b", r"\bnever (?:told|learned|learns|knew|informed|found)\b", r"\bhas yet to\b",
        r"\b(?:wants?|wanted|asks?|asked|asking|seeks?|hopes?|tries|tried|trying|wish(?:es|ed)?|likes?|love|needs?|needed|curious|eager|keen|anxious|longs) to (?:know|learn|find out|hear|be told)\b",
        r"\b(?:told|knows?|knew|heard|learn(?:s|ed|t)|informed)(?: (?:of|about))? (?:nothing|none)\b",
        r"\b(?:will|shall|'ll|going to|about to) (?:\w+ )?(?:be (?:told|informed)|learn|find out|hear)\b",
        r"\b(?:will|shall|'ll|going to|about to) (?:\w+ )?know (?:of it |about it |it )?(?:soon|later|tomorrow|eventually|one day|next)\b",
        r"\bwill (?:soon|later|eventually) know\b",
        r"\b(?:could|would|should) (?:\w+ )?have (?:told|informed)\b",
        r"\b(?:pretend(?:s|ed)?|claim(?:s|ed)?) to (?:know|have (?:known|heard)|be (?:aware|informed))\b",
        r"\bkept out of (?:it|this|the (?:matter|loop))\b",
        r"\b(?:is|was|are|has) (?:only )?(?:asking|asked|inquir\w+|request\w+|seeking)\b",
    ),
    "zh": ("不知道", "不知情", "不了解", "不清楚", "并不知", "未被告知", "没有被告知", "没被告知", "毫不知情", "未得知", "不晓得", "尚不", "并未", "没有得知",
           "没有获得", "没有听", "无权", "不属于", "不算", "不在其中", "蒙在鼓里", "一无所知", "未获", "想知道", "询问", "打听", "无从得知", "不应(?:该)?知",
           "将(?:会|要)?(?:被)?(?:知道|得知|告知|知情)", "没(?:听|被|获|得)", "不可能(?:会)?(?:知道|知情|了解)", "未(?:听|被)", "(?:迟早|早晚|之后|明天|即将|很快|总有一天)(?:会|就会|将)?(?:知道|得知|知情)", "会被告知", "以后(?:会|才)"),
}  # fmt: skip
KNOWS: dict[str, tuple[str, ...]] = {
    "en": (r"\bknown (?:only )?(?:to|by)\b", r"\bknows?\b", r"\bknew\b", r"\baware\b", r"\binformed\b", r"\btold\b", r"\bprivy\b", r"\blearn(?:s|ed|t)\b", r"\bheard\b",
           r"\bknowledge\b", r"\baccess\b", r"\bfound out\b", r"\bin the know\b", r"\bin on (?:it|this|the (?:secret|matter))\b", r"\b(?:do|does|did)(?=\s{0,2}(?:$|[.,;!\n]))"),
    "zh": ("知道", "知情", "了解", "清楚", "得知", "知晓", "听说", "获悉", "告知"),
}  # fmt: skip
#: Between a name and a word of knowing: perhaps so, and nothing is said.
PERHAPS: dict[str, tuple[str, ...]] = {
    "en": (
        r"\b(?:might|may|could|possibly|perhaps|maybe|likely|probably|presumably|if|whether|unclear|unsure|seems?|appears?|allegedly|supposedly)\b",
        r"\b(?:thinks?|thought|believes?|believed|assumes?|assumed|says?|said|claims?|claimed) (?:that )?(?:he|she|they)\b",
    ),
    "zh": ("可能", "也许", "或许", "大概", "如果", "是否", "说不定", "(?:说|以为|认为|觉得|自称|声称)(?:他|她|自己)"),
}
#: In a bare list of names: the last is there only perhaps.
PERHAPS_ALSO: tuple[str, ...] = (
    r"\b(?:and|or),? (?:maybe|possibly|perhaps|probably)\b",
    r"[(,，、]\s?(?:maybe|possibly|perhaps|可能|也许|或许)",
)
#: Between two names of a list: either the one or the other.
OR: tuple[str, ...] = (r"\bor\b", "或者?")
#: Right before a name: it is one of several, or only perhaps one of those who know.
UNSURE_BEFORE: tuple[str, ...] = (
    r"\b(?:either|or|possibly|maybe|perhaps|probably|potentially)(?:\s(?:also|even|the))?",
    "要么",
    "(?:可能|也许|或许)(?:还有|包括|是)?",
    "或者?",
)
#: Right after a name: likewise.
UNSURE_AFTER: tuple[str, ...] = (r"\s?[(\[]\s?(?:possibly|maybe|perhaps|probably|likely|presumably|unsure|uncertain|not sure|可能|也许|或许|不确定|存疑|\?)", r"\s?\?", r"[\"']?\s?[-–—=:]{1,2}\s?[\"']?(?:maybe|possibly|perhaps|unclear|unsure|uncertain|可能|也许|或许|不确定)", "(?:二人|两人|其中)?(?:之一|中的?一)",
                                 r",? (?:possibly|maybe|perhaps|probably)(?=\s{0,2}(?:$|[.,;)\n]))")  # fmt: skip
#: Right before a name: somebody else's belief, from which nothing follows.
BELIEVED: tuple[str, ...] = (
    r"(?:(?<!\bi\s)(?:\bthinks?|\bbelieves?|\bassumes?|\bguess(?:es)?)|\b(?:suspects?|doubts?|fears?|hopes?|wonders?|den(?:y|ies)|claims?|suggests?|unlikely)) (?:that |if |whether )?",
    r"\b(?:no|any|little) (?:\w+ )?(?:evidence|indication|sign|mention|hint|proof|suggestion|reason to (?:think|believe))s? (?:that )?",
    r"\bnothing (?:here |in [\w ]{1,20} )?(?:to |that |which )?(?:show|suggest|indicate|prove|say)s? (?:that )?",
    r"\b(?:what|how much|some (?:say|claim)|rumou?r has it)(?: that)? ",
    "(?<!我)(?:认为|相信|猜测?)", "以为", "怀疑", "否认", "希望", "担心", "(?:没有|无)[\u4e00-\u9fff]{0,4}(?:证据|迹象|内容|地方)(?:能)?(?:表明|显示|说明|提到)?", "有人说", "声称", "谎称", "传言",
)  # fmt: skip
#: A sentence that begins so supposes and says nothing.
SUPPOSITIONS: tuple[str, ...] = (r"\W{0,4}(?:had|suppose|supposing|imagine)\b", r"\W{0,4}(?:假如|要是|倘若|假设)")
#: After two names: said of both.
BOTH_KNOW: tuple[str, ...] = (
    r"\b(?:both(?: of them)?|they both|the two(?: of them)?)(?: now)? (?:know|are aware|are informed)\b",
    "(?:两|二)(?:人|者|个人)(?:现在)?都(?:知道|知情|了解)",
)
#: After "nobody": it is told, not that nobody knows.
NOBODY_TOLD: tuple[str, ...] = (
    r"\s{1,3}(?:(?:has|had|have|ever|yet|else|here)\s{1,3}){0,3}(?:told|informed|asked|tells|informs)\b",
    "(?:曾经?|会|有|去)?(?:告诉|告知|通知|问)",
)
#: Behind a name: the same as was said before, in a word ("… was not told, but Anna was").
BARE_AUXILIARY: tuple[str, ...] = (r"\s(?:was|were|has|have|is|are|had)\s{0,2}",)
#: Behind a word of knowing: it is a person who is known, and no matter.
ACQUAINTED: tuple[str, ...] = (r"\s{1,2}(?:well|personally|from|as|through|for|since|too)\b", r"\s{0,2}(?:$|[.,;])")
#: Right before a name: what is said of it is denied ("neither X nor Y knows").
NEITHER: tuple[str, ...] = (r"\b(?:neither|none)(?: of)?(?: the)?\s{1,3}$",)
#: With these an exception is no exception: "besides X, Y knows", "apart from X, the only other person is Y".
BESIDES: tuple[str, ...] = (r"\bbesides\b", r"\bin addition to\b", r"\balong with\b")
OTHER: tuple[str, ...] = (
    r"\b(?:apart|aside) from\b.*\b(?:(?:only|sole|one|single) other|also|other person)\b",
    r"\bother than\b.*\b(?:only|sole) other\b",
    "除.*也",
)
#: "So does X", "nor does X": said of the next name what was said, or denied, before.
LIKEWISE: tuple[str, ...] = (r"\bso (?:does|do|did|is|has)\s{1,3}$", r"也知道$")
NOR: tuple[str, ...] = (r"\b(?:nor|neither) (?:does|do|did|is|has)\s{1,3}$",)
#: What follows is taken out of the list.
EXCEPT: dict[str, tuple[str, ...]] = {
    "en": (r"\bexcept(?: for|ing)?\b", r"\bbut not\b", r"\bexcluding\b", r"\bother than\b", r"\bapart from\b", r"\baside from\b", r"\bbesides\b", r"\bin addition to\b", r"\bsave(?: for)?\b", r"\b(?:one|nobody|none|else|everyone|everybody|all) but\b", r"\bnot including\b",
           r"\band not\b", r"\bnot\b", r"\bunlike\b", r"\bwith the exception of\b"),
    "zh": ("但不包括", "不包括", "不包含", "除了", "除", "但不含", "而非", "而不是", "不含", "排除"),
}  # fmt: skip

#: Titles that stand before a name; the last group follows a Chinese family name.
TITLES: dict[str, tuple[str, ...]] = {
    "en": ("dr", "doctor", "mr", "mrs", "ms", "miss", "prof", "professor", "counselor", "counsellor", "therapist", "nurse", "boss", "friend",
           "colleague", "supervisor", "family member", "manager", "teacher", "coach", "client", "patient", "uncle", "aunt", "sir", "madam",
           "psychologist", "psychiatrist"),
    "zh": ("医生", "大夫", "老师", "先生", "女士", "小姐", "教授", "主任", "经理", "老板", "同事", "朋友", "主管", "咨询师", "护士", "阿姨", "叔叔",
           "同学", "家人", "博士"),
}  # fmt: skip

# --- Outcomes ---------------------------------------------------------------------------------------------------------

#: The model declines. Looked for only where no answer was found.
REFUSALS: dict[str, tuple[str, ...]] = {
    "en": (
        r"\bi(?:'m| am)? ?(?:really |so |very |truly )?(?:sorry|afraid)?,? ?(?:but )?(?:i )?(?:cannot|can't|can not|am unable to|'m unable to|"
        r"am not able to|'m not able to|won't|will not|must decline|must refuse|have to decline|do not feel comfortable|"
        r"don't feel comfortable|am not comfortable|'m not comfortable|refuse to|decline to) ?(?:\w+ ){0,4}(?:choosing|picking|selecting|rating|classifying|labell?ing|judging|deciding|making|help|weigh in|comment|disclose|reveal|name|judge|decide|advise|take (?:a )?(?:position|sides?)|assist|provide|answer|"
        r"comply|fulfil|fulfill|engage|discuss|rate|classify|diagnose|choose|select|label|share|make|give|offer|support|do that|do this|"
        r"continue|evaluate|assess|respond|participate|with that|with this|to this|to that|that request|this request)",
        r"\b(?:unable|not able) to (?:\w+ ){0,2}(?:help|assist|provide|answer|comply|fulfil|fulfill|discuss|rate|classify|diagnose)",
        r"\bas an? (?:ai|artificial|language model|large language model)[^.\n]{0,80}(?:cannot|can't|not able|unable|not (?:qualified|appropriate)|"
        r"do not|don't)",
        r"\b(?:against|violates?) (?:my|our|openai's|the) (?:\w+ )?(?:guidelines|policy|policies|principles|programming)",
        r"\bi must (?:respectfully )?decline\b",
        r"\bi (?:respectfully )?decline\b",
        r"\bnot (?:something|able) i can\b",
        r"\bi'd rather not\b",
        r"\b(?:don't|do not) feel (?:able|qualified|equipped) to\b",
        r"\bbeyond (?:what i|my (?:scope|abilities|ability|remit|role))\b",
        r"\bi (?:prefer not to|would prefer not to|should not|shouldn't|do not think i should|don't think i should)\b",
        r"\bi(?:'m| am) not (?:qualified|a (?:doctor|therapist|licensed|mental health|medical))",
    ),
    "zh": (
        "(?:抱歉|对不起|很遗憾|不好意思)[^。\\n]{0,30}(?:无法|不能|不可以|没办法|不便|不方便)",
        "我(?:无法|不能|没有办法|不便|不方便|拒绝|无权)(?:\\w{0,8})"
        "(?:提供|回答|协助|帮助|回应|判断|诊断|评估|讨论|满足|完成|选择|给出|做出|继续|参与|处理|支持)",
        "作为(?:一个|一名)?(?:ai|人工智能|语言模型|助手|大模型)[^。\\n]{0,40}(?:无法|不能|不可以|没有|不具备|不便)",
        "违反[^。\\n]{0,12}(?:政策|准则|规定|原则|规范)",
        "我(?:不是|并非)(?:医生|专业|心理)",
        "(?:换个话题|聊点别的)",
        "无法(?:回答|提供|满足|协助)(?:这个|该|此|您|你)",
    ),
}

#: Notices a provider puts in place of a reply.
FILTER_NOTICES: tuple[str, ...] = (
    r"content management policy", r"content[ _]filter(?:ed|ing)?\b", r"data_inspection_failed", r"may contain inappropriate content",
    r"blocked by (?:the |our )?(?:safety|content)", r"prohibited_content", r"flagged as (?:potentially )?(?:violating|unsafe)",
    "内容安全(?:策略|审核|检查)", "敏感内容", "内容(?:不合规|违规|被过滤|已被屏蔽)",
)  # fmt: skip
ERROR_NOTICES: tuple[str, ...] = (
    r"error code: ?\d{3}\b", r"error\.?$", r"http(?:/1\.1)? ?(?:error ?)?[45]\d\d\b", r"\{?['\"]?error['\"]?: ?\{", r"(?:openai\.)?\w{0,20}(?:ratelimit|apiconnection|"
    r"timeout|internalserver|apistatus)error\b", r"rate limit (?:exceeded|reached)", r"(?:request|connection) (?:timed out|error)",
    r"(?:502 )?bad gateway", r"service (?:temporarily )?unavailable",
)  # fmt: skip

# --- JSON keys --------------------------------------------------------------------------------------------------------

#: Under which key an answer stands, most telling first.
ANSWER_KEYS: dict[str, tuple[str, ...]] = {
    "choice": ("final_answer", "choice", "answer", "final_choice", "selected_option", "selected", "selection", "option", "answer_choice",
               "correct_answer", "correct_option", "letter", "prediction", "decision", "verdict", "response", "result", "output",
               "选择", "答案", "最终答案", "选项", "回答", "结果"),
    "label": ("final_label", "label", "category", "class", "classification", "predicted_label", "prediction", "answer", "final_answer",
              "verdict", "severity", "diagnosis", "emotion", "type", "decision", "result", "response", "output",
              "标签", "类别", "分类", "判断", "诊断", "等级", "情绪", "答案", "结果"),
    "rating": ("final_rating", "rating", "score", "value", "answer", "final_answer", "sensitivity", "level", "result", "response", "output",
               "评分", "分数", "打分", "等级", "答案", "结果"),
    "yes_no": ("final_answer", "answer", "response", "verdict", "decision", "result", "output", "judgment", "judgement", "appropriate", "ok",
               "value", "答案", "回答", "判断", "结果"),
    "names": ("names", "knows", "know", "characters", "people", "persons", "knowers", "who_knows", "list", "answer", "final_answer", "result", "aware",
              "individuals", "output", "response", "人物", "名单", "知情者", "知道", "姓名", "答案", "知道的人", "知情人"),
}  # fmt: skip
