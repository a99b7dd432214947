"""Classifiers as models: each is a :class:`trustmh.engine.calls.Chat` that answers a text with a score.

So they share the call store with models and judges: scores are durable before they count, an interrupted run goes on
where it stopped, and a score that could not be had is a recorded failure, never a number.
"""
