"""The benchmark itself: one folder a pillar, one module a subtask, one table of them all."""
