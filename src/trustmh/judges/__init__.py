"""Judges: rubrics as data, prompts built from them, verdicts read from what a judge model answers.

Nothing here calls a model; the engine does.
"""
