# Every target does its own set-up; the first run on a fresh machine takes some minutes.
#   make demo      kick, walk, fall, get up: prints what happens and leaves a video and figures
#   make test      all tests but the long campaigns
#   make check     format, lint, types, layers of imports
#   make bench     measure the figures of the README that are older than the code, then long campaigns
#   make diagrams  draw the state machine from its table
# PYTHON=... chooses the interpreter of the virtual environment.

SHELL := /bin/bash
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

# The control cycle is many tiny operations: a thread pool for each of them only costs time.
export OPENBLAS_NUM_THREADS := 1
# Tests and campaigns start hundreds of processes: compile each module once.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup demo test check bench diagrams

setup: $(READY)

demo: setup
	$(BIN)/hsm demo

test: setup
	$(BIN)/pytest -n 2 --dist worksteal -m "not benchmark"

check: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy --strict
	$(BIN)/mypy --strict examples
	$(BIN)/mypy --strict tests/benchmarks
	$(BIN)/lint-imports

bench: setup
	$(BIN)/hsm measure readme --write
	$(BIN)/pytest tests/benchmarks -m benchmark

diagrams: setup
	$(BIN)/hsm diagrams

$(READY): pyproject.toml .ci/system_packages
	@.ci/system_packages
	@if [ ! -x $(BIN)/python ]; then .ci/new_environment $(VENV) $(PYTHON); fi
	@echo "Installing Python packages into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev,report,tune,naoqi,mcap,view]'
	@touch $@
