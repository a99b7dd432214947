"""The validator of the open suite: what its items must be, as rules that run in seconds."""
