# Musterbook's commands. `make run` needs git, make and Python 3.11 or newer with venv, nothing else.

.DEFAULT_GOAL := help
.PHONY: help setup run dev test test-all check clients mutants fuzz examples lock bench stress slow shot fonts

ADDR ?= 127.0.0.1:8000
AGAINST ?=
ARGS ?=
WORKERS ?= auto
FUZZ ?= 600
DB ?= sqlite
MARKS ?= not browser and not process
PY := .venv/bin/python
TEST := $(PY) -m pytest --numprocesses $(WORKERS)
ON_DB = $(if $(filter postgresql,$(DB)),exec $(PY) scripts/pg.py)
# Migrations take a while. CI runs them, and PostgreSQL's search index is made by one.
NO_MIGRATIONS = $(if $(CI)$(filter postgresql,$(DB)),,--no-migrations)
# What Python and pytest compile is kept for the next run, whatever the machine says.
export PYTHONDONTWRITEBYTECODE :=
SETUP := @sh scripts/setup.sh
LOCK := .venv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate

help: ## List these commands
	@grep -E '^[a-z-]+: .*##' Makefile | sed -E 's/^([a-z-]+): .*## (.*)/  make \1\t\2/' | expand -t 16

setup: ## Make .venv with the runtime packages, and this checkout's secret key
	$(SETUP)

run: ## Serve Musterbook on this computer (ADDR=127.0.0.1:8000)
	$(SETUP)
	@exec $(PY) scripts/serve.py "$(ADDR)"

dev: ## Serve with DEBUG on, reloading as files change (ADDR=127.0.0.1:8000)
	$(SETUP) --dev
	@DEBUG=on $(PY) manage.py prepare
	@DEBUG=on exec $(PY) manage.py runserver "$(ADDR)"

test: ## Test what a change needs (DB=postgresql, MARKS="browser", ARGS="-k name")
	$(SETUP) --dev
	$(ON_DB) $(TEST) $(NO_MIGRATIONS) -m "$(MARKS)" $(ARGS)

test-all: ## Test everything on both databases: every case, many examples; it takes an hour
	$(SETUP) --dev
	$(TEST) --wide $(ARGS)
	exec $(PY) scripts/pg.py $(TEST) --wide -m "not browser" $(ARGS)

check: export DEBUG := off
check: export HTTPS := on
check: export SECRET_KEY := only-for-these-checks-0123456789-abcdefghijklmnopqrstuvwxyz
check: export ALLOWED_HOSTS := musterbook.example
check: export PRIVACY_FILE := docs/examples/texts/privacy.md
check: export TERMS_FILE := docs/examples/texts/terms.md
check: export CONTACT_FILE := docs/examples/texts/contact.md
check: export TAKEDOWN_FILE := docs/examples/texts/takedown.md
check: export DATABASE_URL := sqlite://:memory:
check: ## Lint, types, layers, templates, migrations, deployment settings
	$(SETUP) --dev
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	.venv/bin/lint-imports
	find templates -name '*.html' -exec .venv/bin/djade --check --target-version 5.2 {} +
	$(PY) manage.py makemigrations --check --dry-run
	$(PY) manage.py check --deploy --fail-level WARNING

fonts: ## Install fonts for more scripts on papers: Chinese, Japanese, Korean, Hindi, Thai and others
	$(SETUP)
	@$(PY) scripts/fonts.py

clients: ## Generate, type-check and run the API clients of docs/examples, against a site of their own
	$(SETUP) --dev
	$(PY) scripts/clients.py

mutants: ## Change the points core and name the changes that no test notices (ARGS="builder.points.pricing.*")
	$(SETUP) --dev
	.venv/bin/mutmut run $(ARGS)
	.venv/bin/mutmut results | grep -v "not checked$$" || true

fuzz: ## Send the REST API what nobody would, for long (ARGS="-k lists", FUZZ=600 requests an operation)
	$(SETUP) --dev
	FUZZ=$(FUZZ) $(PY) -m pytest tests/api/shared/test_schemathesis.py -q $(ARGS)

examples: ## Make the examples of the REST API again from the sample lists (api/examples)
	$(SETUP) --dev
	$(PY) -m pytest tests/api/shared/test_examples.py -q --no-migrations --write-examples

lock: ## Update the lock files from pyproject.toml (ARGS=--upgrade for newer versions)
	$(SETUP) --dev
	$(LOCK) $(ARGS) pyproject.toml --output-file requirements.lock
	$(LOCK) $(ARGS) pyproject.toml --extra dev --constraint requirements.lock --output-file requirements-dev.lock
	echo uv | $(LOCK) - --constraint requirements-dev.lock --output-file requirements-uv.lock

bench: ## Measure changes, pages and papers of the five games (AGAINST=another checkout, ARGS="--rows Zapp")
	$(SETUP) --dev
	$(PY) -m bench $(if $(AGAINST),--against "$(AGAINST)") $(ARGS)

stress: ## Let many writers save at once, and kill some: no change is lost (DB=postgresql, ARGS="--kills 9")
	$(SETUP) --dev
	DEBUG=on $(ON_DB) $(PY) -m bench.stress $(ARGS)

slow: ## Measure how long others wait while 50 clients are slow (ARGS=--short)
	$(SETUP) --dev
	$(PY) -m bench.slow_clients $(ARGS)

shot: ## Make the pictures of docs/ again with Chromium
	$(SETUP) --dev
	$(PY) -m scripts.screenshot
	$(PY) -m scripts.five_rosters
	$(PY) -m scripts.stargrave_external
