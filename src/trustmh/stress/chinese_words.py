"""Chinese words by jieba's dictionary, without jieba's cache file and without its statistical guesses at new words."""

from __future__ import annotations

import logging
import warnings
from functools import cache
from typing import Any


@cache
def _tokenizer() -> Any:
    with warnings.catch_warnings():
        # jieba's source holds escapes that newer Pythons warn about, and it asks for a deprecated package.
        warnings.simplefilter("ignore")
        import jieba
    jieba.setLogLevel(logging.WARNING)
    tokenizer = jieba.Tokenizer()
    # jieba would store its dictionary in the system's shared temporary folder and load it from there with marshal,
    # whoever wrote that file. Reading the packaged dictionary takes a second and trusts nobody.
    tokenizer.FREQ, tokenizer.total = tokenizer.gen_pfdict(tokenizer.get_dict_file())
    tokenizer.initialized = True
    return tokenizer


def pieces(text: str) -> list[str]:
    """The text cut into words, spaces and punctuation; joined they give the text back."""
    found: list[str] = _tokenizer().lcut(text, HMM=False)
    return found if "".join(found) == text else list(text)
