"""Runs: a plan of subtasks carried out in two stages over one store of calls, and scored.

This room sits above the engine (which makes calls) and the results (which keep figures) and joins the two.
"""
