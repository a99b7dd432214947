from __future__ import annotations

import pytest

from trustmh.judges.identity import family, same_model

HASH_A, HASH_B = "a" * 64, "b" * 64


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("openai/gpt-4o", "openai/gpt-4o"),
        ("openai/gpt-4o", "openrouter/openai/gpt-4o"),
        ("openai/gpt-4o", "openai-api/x/GPT-4o"),
        ("openai/gpt-4o", "openai/gpt-4o-2024-08-06"),
        ("openai/gpt-4o-2024-08-06", "openrouter/openai/gpt-4o-2024-08-06"),
        ("anthropic/claude-sonnet-4-5-20250929", "openrouter/anthropic/claude-sonnet-4-5"),
        ("anthropic/claude-sonnet-4-5-20250929", "x/claude-sonnet-4-5-2025-09-29"),
        ("ollama/llama3:latest", "ollama/llama3"),
        ("openrouter/deepseek/deepseek-chat:free", "deepseek/deepseek-chat"),
        (f"local/smollm2 sha256:{HASH_A}", f"local/mine sha256:{HASH_A}"),
        ("local/smollm2", f"local/smollm2 sha256:{HASH_A}"),
    ],
)
def test_one_model_under_two_names(a: str, b: str) -> None:
    assert same_model(a, b)
    assert same_model(b, a)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("openai/gpt-4o", "openai/gpt-4o-mini"),
        ("openai/gpt-4o", "openai/gpt-4.1"),
        ("openai/gpt-4o-2024-05-13", "openai/gpt-4o-2024-08-06"),
        ("ollama/llama3:8b", "ollama/llama3:70b"),
        (f"local/smollm2 sha256:{HASH_A}", f"local/smollm2 sha256:{HASH_B}"),
        (f"local/smollm2 sha256:{HASH_A}", "openai/gpt-4o"),
        ("x/model-20", "x/model-2"),
    ],
)
def test_two_models(a: str, b: str) -> None:
    assert not same_model(a, b)
    assert not same_model(b, a)


@pytest.mark.parametrize(
    ("name", "maker"),
    [
        ("openai/gpt-4.1", "openai"),
        ("openrouter/openai/o3-mini", "openai"),
        ("ollama/gpt-oss:20b", "openai"),
        ("anthropic/claude-sonnet-4-5", "anthropic"),
        ("google/gemini-2.5-flash", "google"),
        ("hf/meta-llama/Llama-3.1-8B-Instruct", "meta"),
        ("local/qwen2.5-coder-1.5b", "qwen"),
        (f"local/smollm2 sha256:{HASH_A}", "huggingface"),
        ("deepseek/deepseek-r1-distill-qwen-7b", "deepseek"),
        ("mistral/mistral-large-latest", "mistral"),
        ("openai-api/x/my-own-model", None),
        ("vllm/hello1", None),
    ],
)
def test_the_maker_is_known_by_the_models_name(name: str, maker: str | None) -> None:
    assert family(name) == maker
