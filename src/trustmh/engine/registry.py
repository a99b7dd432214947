"""What inspect-ai finds under the entry point ``trustmh``: tasks, scorer, metric and the provider ``local``."""

from trustmh.engine.local.provider import LocalAPI
from trustmh.engine.task_scoring import headline, subtask_scorer
from trustmh.engine.tasks import TASKS, ask

__all__ = ["TASKS", "LocalAPI", "ask", "headline", "subtask_scorer"]
