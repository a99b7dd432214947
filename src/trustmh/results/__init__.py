"""What a run leaves behind: its record, the grade table, the figures, and the board that compares runs.

Modules are imported by name (``trustmh.results.grade_table`` …), so that Parquet and pydantic load only where used.
"""
