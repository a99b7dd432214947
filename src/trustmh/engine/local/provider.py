"""The inspect-ai provider ``local``: pinned or own weights behind the ordinary OpenAI-compatible client.

Registered under the plain name, so ``inspect eval … --model local/smollm2`` finds it too.
"""

from __future__ import annotations

import atexit
import weakref
from pathlib import Path
from typing import Any

from inspect_ai._util.error import PrerequisiteError
from inspect_ai.model import GenerateConfig, modelapi
from inspect_ai.model._providers.openai_compatible import OpenAICompatibleAPI

from trustmh.engine.local.catalogue import local_model
from trustmh.engine.local.gguf import must_be_gguf
from trustmh.engine.local.server import LocalServer, start_server
from trustmh.engine.local.weights import file_sha256, weights
from trustmh.items import TrustmhError


class LocalModelError(PrerequisiteError, TrustmhError):
    """A local model cannot be had. inspect-ai prints it without a traceback, and so do we."""

    def __init__(self, error: TrustmhError) -> None:
        super().__init__(str(error))
        self.args = (str(error),)


@modelapi(name="local")
class LocalAPI(OpenAICompatibleAPI):
    """A model of the catalogue, or a weights file of the user's.

    Args:
        model_name: name in the catalogue; only a label when ``gguf`` is given.
        gguf: path of a GGUF file.
        threads: processor threads (None: one generates, all read the prompt).
        prompt_threads: threads that read the prompt (None: as ``threads`` says).
        context: tokens per call (None: 8,192, or what the model was trained for when that is less).
        slots: calls worked on at once. More than one batches, which may change words now and then.
    """

    def __init__(
        self,
        model_name: str,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        config: GenerateConfig | None = None,
        gguf: str | None = None,
        threads: int | None = None,
        prompt_threads: int | None = None,
        context: int | None = None,
        slots: int = 1,
        **model_args: Any,
    ) -> None:
        try:
            if base_url is not None:
                raise TrustmhError("local models have no address; for a server use openai-api/SERVICE/MODEL")
            path, self.file, self.weights_sha256 = _weights_file(model_name, gguf)
            self.server: LocalServer = start_server(
                path, name=model_name, threads=threads, prompt_threads=prompt_threads, context=context, slots=slots
            )
        except TrustmhError as error:
            raise LocalModelError(error) from error
        _stop_at_exit(self.server)
        super().__init__(
            model_name=model_name,
            base_url=f"{self.server.address}/v1",
            api_key=self.server.key,
            config=config or GenerateConfig(),
            service="local",
            **model_args,
        )

    def completion_params(self, config: GenerateConfig, tools: bool) -> dict[str, Any]:
        """The request's settings. With prompt caching, temperature-0 replies depended on what ran before."""
        params = super().completion_params(config, tools)
        params["extra_body"] = {**params.get("extra_body", {}), "cache_prompt": False}
        return params

    def max_connections(self) -> int:
        """As many calls at once as the server works on."""
        return self.server.slots

    @property
    def fingerprint(self) -> str:
        """What decides the replies: the weights, and threads and slots where they are not one."""
        numbers = {"threads": self.server.threads, "slots": self.server.slots}
        changed = [f"{name}:{number}" for name, number in numbers.items() if number != 1]
        return " ".join([f"sha256:{self.weights_sha256}", *changed])

    def describe(self) -> dict[str, Any]:
        """Weights, engine and settings, for the run record."""
        import xllamacpp

        return {
            "file": self.file,
            "sha256": self.weights_sha256,
            "xllamacpp": xllamacpp.__version__,
            "threads": self.server.threads,
            "prompt_threads": self.server.prompt_threads,
            "context": self.server.context,
            "slots": self.server.slots,
        }

    def stop_server(self) -> None:
        """Shut the server down."""
        self.server.stop()

    async def aclose(self) -> None:
        """Close the client and shut the server down."""
        await super().aclose()
        self.stop_server()


def _weights_file(name: str, gguf: str | None) -> tuple[Path, str, str]:
    """Path, shown file name and SHA-256 of the weights."""
    if gguf is None:
        entry = local_model(name)
        return weights(entry), entry.file, entry.sha256
    path = Path(gguf).expanduser()
    must_be_gguf(path)
    return path, path.name, file_sha256(path)


def _stop_at_exit(server: LocalServer) -> None:
    """Stop a server that nobody stopped before the interpreter takes its modules apart."""
    reference = weakref.ref(server)

    def stop() -> None:
        running = reference()
        if running is not None:
            running.stop()

    atexit.register(stop)
