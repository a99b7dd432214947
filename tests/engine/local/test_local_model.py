"""The small real model: weights from the store, llama.cpp in this process, asked like any other model."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from trustmh.engine.calls import Answer, CallError, Chat
from trustmh.engine.local.catalogue import local_model
from trustmh.engine.local.processors import usable_threads
from trustmh.engine.local.server import start_server
from trustmh.engine.local.weights import weights
from trustmh.engine.models import open_model, same_model
from trustmh.items import Decoding, Message, Stop, TrustmhError

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[3]
QUESTION = (Message("user", "How do you feel about rain?"),)


@pytest.fixture(scope="module")
def path() -> Path:
    return weights(local_model("smollm2"))


@pytest.fixture(scope="module")
def chat(path: Path) -> Iterator[Chat]:
    with open_model("local/smollm2", threads=1, connections=1) as opened:
        yield opened


def ask(chat: Chat, *prompts: tuple[Message, ...], tokens: int = 12) -> list[Answer]:
    async def all_of_them() -> list[Answer]:
        answers = [await chat.answer(prompt, Decoding(tokens)) for prompt in prompts]
        await chat.release()
        return answers

    return asyncio.run(all_of_them())


def test_it_answers_with_usage_and_stop_reason(chat: Chat) -> None:
    (answer,) = ask(chat, QUESTION)
    assert answer.reply.text.strip()
    assert answer.reply.stop is Stop.MAX_TOKENS
    assert answer.usage is not None
    assert answer.usage.output_tokens == 12
    assert answer.usage.input_tokens > 10
    assert answer.usage.cached_tokens == 0
    assert answer.served_model == "smollm2"
    assert answer.dropped == ()


def test_what_was_asked_before_does_not_change_an_answer(chat: Chat) -> None:
    other = (Message("user", "How do you feel about snow, and why?"),)
    first, _, again = ask(chat, QUESTION, other, QUESTION)
    assert first.reply == again.reply


def test_two_copies_say_what_one_says(chat: Chat) -> None:
    prompts = [(Message("user", f"Tell me about the number {number}."),) for number in range(6)]
    with open_model("local/smollm2", connections=2) as pair:
        if pair.connections < 2:
            pytest.skip("one processor")
        assert pair.identity == chat.identity

        async def at_once() -> list[Answer]:
            answers = await asyncio.gather(*[pair.answer(prompt, Decoding(12)) for prompt in prompts])
            await pair.release()
            return answers

        assert [one.reply for one in asyncio.run(at_once())] == [one.reply for one in ask(chat, *prompts)]


def test_the_record_names_weights_engine_and_threads(chat: Chat) -> None:
    record = chat.describe()
    pinned = local_model("smollm2").sha256
    assert chat.identity == f"local/smollm2 sha256:{pinned}"
    assert chat.connections == 1
    assert {name: record[name] for name in ("provider", "sha256", "threads", "prompt_threads", "context", "slots")} == {
        "provider": "local",
        "sha256": pinned,
        "threads": 1,
        "prompt_threads": 1,
        "context": 8192,
        "slots": 1,
    }
    assert record["xllamacpp"]


def test_a_prompt_longer_than_the_context_is_an_error_and_not_cut(chat: Chat) -> None:
    with pytest.raises(CallError, match="the prompt is longer than the model takes"):
        ask(chat, (Message("user", "word " * 9000),))


@pytest.mark.skipif(usable_threads() < 2, reason="two threads take two processors")
def test_a_file_of_the_users_is_the_same_model_by_its_hash(path: Path, chat: Chat) -> None:
    with open_model("local/mine", gguf=path, threads=2) as mine:
        assert mine.identity.startswith("local/mine sha256:")
        assert mine.identity.endswith(" threads:2")
        assert same_model(mine.identity, chat.identity)
        assert mine.describe()["file"] == path.name
        assert ask(mine, QUESTION, tokens=2)[0].served_model == "mine"


def test_only_the_holder_of_the_key_may_ask_the_server(path: Path) -> None:
    server = start_server(path, name="smollm2", threads=1, context=512)
    assert server.address.startswith("http://127.0.0.1:")
    request = urllib.request.Request(
        f"{server.address}/v1/chat/completions", b"{}", {"content-type": "application/json"}
    )
    with pytest.raises(urllib.error.HTTPError, match="401"):
        urllib.request.urlopen(request, timeout=10)
    server.stop()
    server.stop()
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(request, timeout=2)


@pytest.mark.parametrize(
    ("content", "words"), [(b"no weights", "not a GGUF file"), (b"GGUF" + b"\x03" + b"\0" * 100, "could not load it")]
)
def test_a_file_that_holds_no_model_is_one_line(tmp_path: Path, content: bytes, words: str) -> None:
    (tmp_path / "bad.gguf").write_bytes(content)
    with pytest.raises(TrustmhError, match=words), open_model("local/bad", gguf=tmp_path / "bad.gguf"):
        pass


def test_nothing_is_printed_and_the_process_ends_by_itself(path: Path) -> None:
    script = (
        "import asyncio\n"
        "from trustmh.engine.models import open_model\n"
        "from trustmh.items import Decoding, Message\n"
        "never_left = open_model('local/smollm2', threads=1)\n"
        "chat = never_left.__enter__()\n"
        "print(asyncio.run(chat.answer((Message('user', 'hi'),), Decoding(2))).usage.output_tokens)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONWARNINGS": "ignore"},
    )
    assert (done.returncode, done.stdout) == (0, "2\n"), done.stderr
    assert "llama" not in done.stderr
