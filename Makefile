# Two commands do everything on a machine with Python 3.11 or newer, make and a package registry:
#   make run    the main job: local model, local judge, a little of all nineteen subtasks, report
#   make test   the tests
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: run test check lock bench clean

$(READY): requirements.lock pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "trustmh needs Python 3.11 or newer; name one with: make PYTHON=python3.12 run")'
	@echo "Installing into $(VENV): about 70 seconds and 1.1 GB"
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --no-compile --require-hashes --requirement requirements.lock
	$(BIN)/python -m compileall -q -j 0 $(VENV)/lib || true # on all processors, where pip uses one
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	touch $@

# Status 1 means that a subtask has no figure, which is said in the output: so few items may leave a rate without any reply
# to stand on. Anything else fails.
run: $(READY)
	$(BIN)/trustmh run --model local/smollm2 --judge local/qwen2.5-coder-1.5b --suite open --limit 1 \
	  --limit knowledge=2 --limit emotion_recognition=2 --limit psychological_diagnosis=2 --limit crisis_identification=7 \
	  --limit severity_identification=5 --limit privacy_awareness=12 --limit aita_yta=4 --limit robust_diagnosis=2 \
	  --option groups=two --option attribute=gender --option perturbation=short --refusal rules || [ $$? -eq 1 ]

test: $(READY)
	$(BIN)/python -m pytest --numprocesses 3 --dist worksteal # some wait for others, so three on two processors

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

lock: ## rebuild requirements.lock from pyproject.toml (needs pip-tools)
	$(PYTHON) -m piptools compile --quiet --extra dev --extra local --generate-hashes --allow-unsafe \
	  --strip-extras --no-emit-index-url --no-emit-find-links --no-header --output-file requirements.lock pyproject.toml

bench: $(READY)
	for script in benchmarks/*.py; do $(BIN)/python $$script || exit 1; done

clean:
	rm -rf $(VENV)
