"""Small language models on this machine: pinned weights, an in-process llama.cpp server, an inspect-ai provider."""
