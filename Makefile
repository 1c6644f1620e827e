# Two commands for a newcomer: `make demo` and `make test`. Each works alone, on a fresh clone.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
ONE_THREAD := OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
# Modules are compiled when they are first imported, and kept: pip would compile thousands that nobody imports.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: demo test test-browser test-pandas2 java page lint types layers clean

demo: $(VENV)/.core
	$(BIN)/featureshift demo

# A file of tests stays in one process, which pays for its fixtures once; each process computes in one thread.
test: $(VENV)/.test
	@command -v java >/dev/null || echo "Tests of Spark are skipped: they need Java (make java)."
	$(MAKE) --jobs 4 --output-sync types lint layers test-pandas2
	$(ONE_THREAD) $(BIN)/python -m pytest --numprocesses auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder

# The tests that name pandas, once more with its previous major version.
test-pandas2: $(VENV)/.test
	$(ONE_THREAD) PYTHONPATH=$(VENV)/pandas2 EXPECTED_PANDAS=2 $(BIN)/python -m pytest -k pandas tests/tables tests/test_result.py

test-browser: $(VENV)/.browser
	$(BIN)/python -m pytest tests/report/templates -m browser

# The page of benchmarks and its figures from benchmarks/results.
page: $(VENV)/.test
	$(BIN)/python -m benchmarks.publish page

lint: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.test
	$(BIN)/mypy

layers: $(VENV)/.test
	$(BIN)/lint-imports

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.core: pyproject.toml | $(BIN)/python
	$(PIP) --constraint constraints.txt --editable .
	touch $@

# The previous major version of pandas lies beside the environment, and is fetched beside it too.
$(VENV)/.test: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) --no-deps --upgrade --target $(VENV)/pandas2 'pandas<3' pytz tzdata & \
	  $(PIP) --constraint constraints.txt --editable '.[train,publish,methods,test]' && wait $$!
	touch $@ $(VENV)/.core

# Spark runs on Java, which is Debian's.
java:
	command -v java >/dev/null || apt-get install --yes -qq --no-install-recommends default-jre-headless >/dev/null \
	  || { apt-get update -qq && apt-get install --yes -qq --no-install-recommends default-jre-headless >/dev/null; }

# The browser is Debian's: test tools would download one of their own.
$(VENV)/.browser: pyproject.toml constraints.txt | $(BIN)/python
	command -v chromium >/dev/null || apt-get install --yes -qq --no-install-recommends chromium >/dev/null \
	  || { apt-get update -qq && apt-get install --yes -qq --no-install-recommends chromium >/dev/null; }
	$(PIP) --constraint constraints.txt --editable '.[test,browser]'
	touch $@

clean:
	rm -rf $(VENV) dist build .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
