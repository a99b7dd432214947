"""llama.cpp's server inside this process, on a loopback port that only holders of a random key may use.

How many threads generate decides, now and then, which words come out at temperature 0 (sums are split among them); how
many read the prompt does not. So one thread generates unless the user says otherwise, and all read.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from trustmh.engine.local.gguf import trained_context
from trustmh.engine.local.processors import check_threads, usable_threads
from trustmh.items import TrustmhError

#: Tokens of prompt and reply together; more costs memory that a small machine may not have.
CONTEXT = 8192
_SILENT = -1


@dataclass
class LocalServer:
    """A running server.

    Attributes:
        threads: threads that generate.
        prompt_threads: threads that read the prompt.
        context: tokens per call.
        slots: calls worked on at once.
    """

    address: str
    key: str
    threads: int
    prompt_threads: int
    context: int
    slots: int
    _server: Any

    def stop(self) -> None:
        """Shut the server down and free the weights. Safe to call twice."""
        self._server = None


def start_server(
    path: Path,
    *,
    name: str,
    threads: int | None = None,
    prompt_threads: int | None = None,
    context: int | None = None,
    slots: int = 1,
) -> LocalServer:
    """Load weights and serve them.

    Args:
        path: a GGUF file.
        name: what the server calls the model in its answers.
        threads: processor threads; None for one that generates and all usable ones that read the prompt. More threads
            than idle processors are many times slower, more than processors are refused.
        prompt_threads: threads that read the prompt; None for as many as ``threads`` says.
        context: tokens per call; None for 8,192. Never more than the model was trained for.
        slots: calls worked on at once.

    Raises:
        TrustmhError: a bad number, the package ``xllamacpp`` is missing, or the file cannot be loaded.
    """
    check_threads("threads", threads)
    check_threads("prompt_threads", prompt_threads)
    for label, number in (("context", context), ("slots", slots)):
        if number is not None and number < 1:
            raise TrustmhError(f"{label} {number}: 1 or more")
    trained = trained_context(path)
    context = min(context or CONTEXT, trained or context or CONTEXT)
    prompt_threads = prompt_threads or threads or usable_threads()
    threads = threads or 1
    try:
        import xllamacpp
    except ImportError as error:
        raise TrustmhError(
            "local models need the package xllamacpp; install it with: pip install 'trustmh[local]'"
        ) from error
    key = secrets.token_hex(16)
    settings = xllamacpp.CommonParams()
    settings.model.path = str(path)
    settings.model_alias = [name]
    settings.n_ctx = context * slots
    settings.n_parallel = slots
    settings.cpuparams.n_threads = threads
    settings.cpuparams_batch.n_threads = prompt_threads
    settings.hostnames = ["127.0.0.1"]
    settings.port = 0
    settings.api_keys = [key]
    settings.verbosity = _SILENT
    settings.ui = False
    settings.endpoint_slots = False
    # What an earlier prompt left in a cache changes later replies; nothing is kept.
    settings.cache_prompt = False
    settings.cache_ram_mib = 0
    try:
        server = xllamacpp.Server(settings)
    except Exception as error:
        raise TrustmhError(
            f"weights file {path}: llama.cpp could not load it ({error}); is it whole, and is there memory?"
        ) from error
    return LocalServer(server.listening_address, key, threads, prompt_threads, context, slots, server)
