.DEFAULT_GOAL = help

PYTHON ?= python3
PORT ?= 8000
ARGS ?=
run: DATA ?= data
venue: DATA ?= venue-data

INSTALL = $(PYTHON) -m scripts.install
OPEN ?=
SERVE = --port "$(PORT)" --data "$(DATA)" $(if $(OPEN),--open "$(OPEN)")
# What benchmarks are measured against; not needed for anything else.
PEER = .venv/bin/pip install --quiet --require-hashes --no-deps -r requirements-bench.lock
COMPILE = uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-header --no-annotate --quiet

.PHONY: help run venue quick test coverage check format messages lock bench chaos clean

help: ## show this list
	@sed -n 's/^\([a-z]*\):.*## /\1	/p' Makefile | expand -t 12

run: ## start Arbitr here; PORT=8000 DATA=data PYTHON=python3
	@exec $(PYTHON) run.py $(SERVE)

venue: ## start Arbitr as the server of a playing venue; PORT=8000 DATA=venue-data OPEN=file
	@exec $(PYTHON) venue.py $(SERVE)

quick: ## run tests of rules and services on SQLite, in less than 90 s; ARGS as for test
	@$(INSTALL) --dev && exec .venv/bin/python -m tests --quick $(ARGS)

test: ## run all tests, on SQLite and on PostgreSQL; ARGS="-k swiss" goes to pytest
	@$(INSTALL) --dev && exec .venv/bin/python -m tests $(ARGS)

coverage: ## which branches of games/ its tests do not reach; fails unless all are
	@$(INSTALL) --dev && .venv/bin/python -m coverage run -m pytest -q tests/games $(ARGS)
	@.venv/bin/python -m coverage combine --quiet && .venv/bin/python -m coverage report

check: ## format, lint, types, scripts, stylesheets, templates, migrations, translations
	@$(INSTALL) --dev && exec .venv/bin/python -m scripts.check

format: ## rewrite the code in the project's format
	@$(INSTALL) --dev
	@.venv/bin/ruff format --quiet
	@.venv/bin/ruff check --fix --quiet
	@.venv/bin/djlint --reformat --quiet templates
	@DENO_NO_UPDATE_CHECK=1 .venv/bin/deno fmt --quiet

messages: ## bring locale/*/LC_MESSAGES/django.po up to date with the code; needs gettext
	@$(INSTALL) --dev && exec .venv/bin/python -m scripts.check_messages --write

lock: ## pin all packages, ARGS=--upgrade to the newest allowed; needs uv
	@command -v uv >/dev/null || { echo "make lock needs uv: https://docs.astral.sh/uv/" >&2; exit 1; }
	@$(COMPILE) $(ARGS) -o requirements.lock
	@$(COMPILE) $(ARGS) --group dev -c requirements.lock -o requirements-dev.lock
	@uv pip compile --group bench --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --no-header --no-annotate --quiet $(ARGS) -o requirements-bench.lock

bench: ## measure speed
	@$(INSTALL) --dev && $(PEER) && exec .venv/bin/python -m bench $(ARGS)

chaos: ## many races, retries and kills, and their figures; takes about an hour
	@$(INSTALL) --dev && exec .venv/bin/python -m tests.chaos $(ARGS)

clean: ## remove everything that can be made again; keeps data
	@rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis test-results staticfiles .installing
	@rm -f locale/*/LC_MESSAGES/*.mo
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
