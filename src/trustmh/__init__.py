"""trustmh: can a language model be trusted with someone's mental health?

An implementation of TrustMH-Bench (arXiv 2603.03047): eight pillars, nineteen subtasks, English and Chinese.
Importing the package is cheap on purpose; heavy libraries are loaded by the rooms that need them.
"""

__version__ = "0.1.0"
