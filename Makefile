# fracas: what can be done here. `make help` lists it.
VENV   := .venv
PY     := $(VENV)/bin/python
PIP    := $(PY) -m pip install --quiet --disable-pip-version-check
# another interpreter: make PYTHON=/path/to/python install
PYTHON ?=
# more for pytest: make test PYTEST_ARGS="-k armour -x"
PYTEST_ARGS ?=
# where make run serves
PORT ?= 8000
NOTICE_PYTHON := fracas needs Python 3.11 or newer with its venv module, as python3.11 or python3 (Debian: apt install python3-venv), or name one: make PYTHON=...

MADE       := $(VENV)/.made
RUNTIME    := $(VENV)/.runtime
DEV        := $(VENV)/.dev

.DEFAULT_GOAL := help
.PHONY: help install run test check bench soak docs clean
.DELETE_ON_ERROR:

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' Makefile

install: $(RUNTIME) ## the fracas command, in .venv/bin/fracas

run: $(RUNTIME) ## the app, in the browser, with sample fights ready (make run PORT=8001 for another port)
	@$(VENV)/bin/fracas serve --open --samples --quiet --port $(PORT)

test: $(DEV) ## the import contracts, then every test
	@$(VENV)/bin/lint-imports
	@$(PY) -m pytest -q -n 3 $(PYTEST_ARGS)

check: $(DEV) ## format, lint, types, import contracts
	$(VENV)/bin/ruff format .
	$(VENV)/bin/ruff check --fix .
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports

bench: $(DEV) ## speed against its peers, in one run
	@$(PY) bench/run.py

soak: $(DEV) ## the long random tests
	@FRACAS_TIMES=10 $(PY) -m pytest -n 2 tests/test_laws.py tests/test_record.py $(PYTEST_ARGS)
	@FRACAS_TIMES=100 $(PY) -m pytest -n 2 tests/play/test_encounter.py -k random_legal $(PYTEST_ARGS)
	@FRACAS_TIMES=2 $(PY) -m pytest -n 2 tests/play/test_play_command.py -k policies_play $(PYTEST_ARGS)
	@FRACAS_TIMES=6 $(PY) -m pytest tests/web/test_schema.py $(PYTEST_ARGS)
	@FRACAS_TIMES=4 $(PY) -m pytest tests/rules/test_compiled.py $(PYTEST_ARGS)
	@$(PY) -m pytest -m soak tests $(PYTEST_ARGS)

docs: $(DEV) ## the rule pages, the JSON Schemas and the catalogues, written from the rules
	@$(PY) tools/rule_pages.py
	@$(PY) tools/case_fields.py
	@$(PY) tools/catalogues.py

clean: ## remove what make has made
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis .coverage
	find src tests tools bench -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# --- what the targets stand on: stamp files in .venv, so that a second run is quick ---

$(MADE):
	@for python in $(PYTHON) python3.11 python3; do \
	  if "$$python" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	    "$$python" -m venv --clear $(VENV) && touch $@; exit $$?; \
	  fi; \
	done; echo "$(NOTICE_PYTHON)" >&2; exit 1

$(RUNTIME): $(MADE) requirements.lock pyproject.toml
	@echo "installing what fracas needs into $(VENV) ..."
	@$(PIP) -r requirements.lock
	@$(PIP) --no-deps -e .
	@touch $@

# the development lock holds all of the runtime one, at the same versions
$(DEV): $(MADE) requirements-dev.lock requirements.lock pyproject.toml
	@echo "installing what fracas and its tests need into $(VENV) ..."
	@$(PIP) -r requirements-dev.lock
	@$(PIP) --no-deps -e .
	@touch $(RUNTIME) $@
