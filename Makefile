# `make run` and `make test` need Python 3.11 or newer and nothing else; `make help` lists the rest.
# PORT (8000) and STET_DATA_DIR (.stet) let several copies run on one machine.
# DATABASE_URL and REDIS_URL take the place of the servers that come with it.

SUPPORTED := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	"$$python" -c '$(SUPPORTED)' 2>/dev/null && echo "$$python" && break; done)
IN := .venv/bin/python
.DEFAULT_GOAL := help

.PHONY: help
help: ## Say what there is
	@sed -n 's/^\([a-z-]*\):.*## /  make \1	/p' $(MAKEFILE_LIST) | expand -t 22

.PHONY: run
run: .venv/installed-run ## Serve Stet with demo data until Ctrl-C
	@$(IN) -m reviewapp.local run

.PHONY: test
test: .venv/installed-dev ## Run every check and every test
	@$(IN) -m reviewapp.local test

.PHONY: check
check: .venv/installed-dev ## Run what needs no server: lint, types, tests of the pure packages
	@$(IN) -m reviewapp.local check

.PHONY: lint
lint: .venv/installed-dev ## Run the checks that need no server
	@$(IN) -m ruff check --quiet && $(IN) -m ruff format --check --quiet && $(IN) -m mypy . && .venv/bin/lint-imports

.PHONY: drill
drill: .venv/installed-run ## See how long rules survive compaction, with no model: report in .stet/drill
	@mkdir -p .stet/drill
	@$(IN) -m reviewapp.drill --html .stet/drill/drill.html --json .stet/drill/drill.json --junit .stet/drill/drill.xml
	@echo "The report with its plots: .stet/drill/drill.html"

.PHONY: look
look: .venv/installed-dev ## Photograph the pages of a running Stet into docs/screens
	@$(IN) -m tests.e2e.look

.PHONY: lock
lock: .venv/installed-dev ## Write requirements/*.txt anew from pyproject.toml
	@$(IN) -m pip install -qq uv
	@$(call compile,server,--group pyproject.toml:server)
	@$(call compile,run,--constraint requirements/server.txt --group pyproject.toml:server --group pyproject.toml:local)
	@$(call compile,dev,--constraint requirements/run.txt --group pyproject.toml:dev)

.PHONY: clean-data
clean-data: ## Remove the data folder: databases, secrets, demo logins
	@if [ -x $(IN) ]; then $(IN) -m reviewapp.local clean; fi

compile = .venv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
	--no-annotate --no-emit-index-url $(2) --output-file requirements/$(1).txt

.venv/bin/python:
	@if [ -z "$(PYTHON)" ]; then echo "Stet needs Python 3.11 or newer: install it, or name one as in PYTHON=/path/to/python."; exit 1; fi
	@echo "Making .venv with $(PYTHON) ..." >&2
	@$(PYTHON) -m venv .venv || { rm -rf .venv; \
		echo "Python came without its venv module: on Debian and Ubuntu, apt install python3-venv."; exit 1; }

.venv/installed-%: requirements/%.txt | .venv/bin/python
	@echo "Installing packages (a minute the first time) ..." >&2
	@$(IN) -m pip install -qq --disable-pip-version-check --require-hashes --no-deps --requirement $<
	@touch $@
