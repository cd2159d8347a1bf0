# Two commands do everything on a fresh machine with Python 3.11 and Node: make demo, make test.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
# Installing builds the screens where their sources have changed.
SCREENS := $(shell find dealer_station/screens -type f -not -path '*/node_modules/*' -not -path '*/dist/*' -not -name '*.py*')
ARGS ?=

.PHONY: install demo test check wheel bench crash lives pots format guides

install: $(STAMP)

$(STAMP): pyproject.toml deploy/constraints.txt deploy/build_screens.py $(SCREENS)
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --constraint deploy/constraints.txt --editable ".[pg,test,check]"
	touch $@

demo: install
	$(BIN)/dealer-station demo $(ARGS)

# May use apt as root: a browser and a second MQTT broker are tested for real.
test: install
	sh deploy/test_prerequisites.sh
	$(BIN)/python -m pytest -n 2 $(ARGS)

check: install
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/interrogate --quiet dealer_station drivers
	cd dealer_station/screens && npm ci --silent --no-audit --no-fund && npm run check

format: install
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

wheel: install
	$(BIN)/python -m build --wheel --outdir dist .

bench: install
	BENCH_RUNS=full $(BIN)/python -m pytest tests/bench -s -p no:randomly $(ARGS)

# Fifty rounds, with the station killed sixty times, each driver thirty, the broker away for 20 s.
crash: install
	CRASH_RUNS=full $(BIN)/python -m pytest tests/simulation -p no:randomly $(ARGS)

# Twenty thousand random lives of tables, others every time.
lives: install
	LIVES_RUNS=2000 DEALER_STATION_RANDOM_LIVES=1 $(BIN)/python -m pytest -n 2 \
		tests/properties/test_table_machine.py tests/properties/test_baccarat_machine.py \
		tests/properties/test_pot_machine.py $(ARGS)
	SECRECY_LOOKS=1000 API_EXAMPLES=100 $(BIN)/python -m pytest -n 2 --timeout 3600 \
		tests/properties/test_card_secrecy.py tests/integration/api/test_document.py

# Twenty thousand random hands of each pot game beside pokerkit. POT_HANDS_FROM=N begins at hand N.
pots: install
	POT_HANDS=20000 $(BIN)/python -m pytest -n 2 tests/properties/pots $(ARGS)

# The pictures of the guides, as the browser test of the three pages makes them.
guides: install
	$(BIN)/python -m pytest -q -p no:randomly tests/e2e/test_three_pages.py -k "not every_picture"
	mkdir -p deploy/guides/pictures
	cp test-results/guides/*.jpg deploy/guides/pictures/
