"""Opening a model by its inspect-ai name, and asking it.

Models are reached through inspect-ai's model layer only (providers, stop reasons, reasoning, retries), which is
imported when a model is opened and not before.
"""

from __future__ import annotations

import logging
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from trustmh.engine.address import check_address, without_login
from trustmh.engine.baselines import baseline, is_baseline
from trustmh.engine.calls import Chat
from trustmh.engine.keys import check_key
from trustmh.engine.local.processors import local_copies, usable_threads
from trustmh.engine.provider_errors import opening_error
from trustmh.items import TrustmhError
from trustmh.judges.identity import family, same_model

__all__ = ["Chat", "family", "open_model", "same_model"]

#: Calls in flight at once when the user names no number.
CONNECTIONS = 10
#: Seconds that one attempt may take. A local model on a small machine needs minutes for a long reply.
TIMEOUT = 180
LOCAL_TIMEOUT = 1800
MAX_RETRIES = 5
#: Seconds; more is a mistake of units.
LONGEST_TIMEOUT = 86_400


@contextmanager
def open_model(
    name: str,
    *,
    connections: int | None = None,
    threads: int | None = None,
    gguf: Path | None = None,
    base_url: str | None = None,
    timeout: float | None = None,
    max_retries: int = MAX_RETRIES,
) -> Iterator[Chat]:
    """A model ready to be asked, closed again on the way out.

    Args:
        name: any inspect-ai model name (``openai/gpt-4o``, ``openai-api/SERVICE/MODEL``, …), ``local/NAME``, or a
            built-in ``baseline/NAME``, which no other argument concerns.
        connections: calls in flight at once; None for the default of the kind of model. A local model is loaded once for
            each, as far as processors and memory allow (:mod:`trustmh.engine.pool`).
        threads: processor threads of each copy of a local model; None for one that generates, and a fair share of the
            processors to read the prompt.
        gguf: weights file of the user's for a local model; then NAME is only a label.
        base_url: another address of the provider's interface.
        timeout: seconds per attempt.
        max_retries: attempts after the first, with growing pauses, for errors that may pass.

    Raises:
        TrustmhError: a bad number or address, unknown provider, missing key or package, unknown local model, weights not to be had.
    """
    if is_baseline(name):
        yield baseline(name)
        return
    # Imported here: inspect-ai costs more than a second, and most commands never reach a model.
    from inspect_ai.model import GenerateConfig, get_model

    from trustmh.engine.asking import InspectChat
    from trustmh.engine.pool import PooledChat

    local = name.startswith("local/")
    if (gguf is not None or threads is not None) and not local:
        raise TrustmhError(f"model {name!r}: threads and a weights file go with local/NAME only")
    wanted = connections
    connections = CONNECTIONS if connections is None else connections
    timeout = timeout if timeout is not None else (LOCAL_TIMEOUT if local else TIMEOUT)
    if connections < 1 or not 0 < timeout <= LONGEST_TIMEOUT or max_retries < 0:
        raise TrustmhError(
            f"connections must be 1 or more, the timeout above 0 and at most {LONGEST_TIMEOUT:,} seconds, retries not negative"
        )
    if base_url is not None:
        check_address(base_url, said="--base-url", example="http://localhost:8000/v1")
    arguments: dict[str, Any] = {}
    if local:
        import trustmh.engine.local.provider  # noqa: F401  (registers the provider)

        connections = local_copies(name.removeprefix("local/"), gguf, threads, wanted)
        share = max(1, usable_threads() // connections)
        arguments = {
            "gguf": None if gguf is None else str(gguf),
            "threads": threads,
            "prompt_threads": threads or share,
        }
    config = GenerateConfig(
        max_retries=max_retries,
        attempt_timeout=max(1, round(timeout)),
        # Our own askers hold the limit; inspect's would be shared by all models of one address and name.
        max_connections=max(1000, connections),
    )

    def opened(calls: int) -> InspectChat:
        try:
            model = get_model(name, config=config, base_url=base_url, memoize=False, **arguments)
        except TrustmhError:
            raise
        except Exception as error:
            raise opening_error(name, error) from error
        check_key(getattr(model.api, "api_key", None) or "", f"the key of {name} in the environment")
        chat = InspectChat(name, model, calls, address=without_login(base_url) if base_url else None)
        closing.callback(chat.close)
        return chat

    with _quiet_inspect(), ExitStack() as closing:
        yield PooledChat([opened(1) for _ in range(connections)]) if local else opened(connections)


@contextmanager
def _quiet_inspect() -> Iterator[None]:
    """Warnings of the model layer would break the progress display; what they say is recorded with each answer."""
    loggers = [logging.getLogger(name) for name in ("inspect_ai", "httpx", "httpx2", "openai", "aiohttp")]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            # A server that answers with other types than the interface has: the warning would quote its answer.
            warnings.filterwarnings("ignore", message="Pydantic serializer warnings")
            yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)
