"""``trustmh items``."""

from __future__ import annotations

import json

from trustmh.cli.streams import writes_unicode
from trustmh.runs.request import Request, plan


def items_command(request: Request) -> None:
    """What a model is asked, one JSON object a line: for systems that trustmh cannot reach itself."""
    for one in plan(request):
        for item in one.items:
            decoding = one.subtask.decoding(item, request.scoring)
            row = {
                "item": item.id,
                "subtask": one.subtask.id,
                "messages": [
                    {"role": m.role, "content": m.content} for m in one.subtask.messages(item, request.scoring)
                ],
                "max_tokens": decoding.max_tokens + request.reasoning_tokens,
                "temperature": decoding.temperature,
            }
            print(json.dumps(row, ensure_ascii=not writes_unicode()))
