"""Everything that reaches a model: the call store, fetching, providers, the local model, replay, inspect-ai tasks."""
