"""Fairness: the same dialogue told by people of different groups."""
