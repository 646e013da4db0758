# Every target does its own set-up, and does it once: bin/setup leaves stamps with a hash of what they were made from.

HOST := 127.0.0.1
PORT ?= 8000
export LISTEN = $(HOST):$(PORT)
# What Python compiled is kept: otherwise each start would do it again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup tools demo run test test-other test-long test-nightly night chaos failover scale coverage check messages roles pictures \
  requirements package

help:
	@echo 'make demo        a championship in mid-life, in var/demo.sqlite3, remade each time'
	@echo 'make run         Troel itself, on var/troel.sqlite3 (HOST=0.0.0.0 lets the whole network in)'
	@echo 'make test        the fast tests; make test-long: the others of a day; make test-nightly: what repeats them at length'
	@echo 'make coverage    which lines and branches the fast tests go through'
	@echo 'make chaos       captains on a bad network, a server that is killed: nothing lost, doubled, changed (SEED=… again)'
	@echo 'make failover    several servers on one PostgreSQL: machines killed and frozen, nothing lost (SEED=… ROWS=… again)'
	@echo 'make scale       a thousand events on one PostgreSQL, beside ten: 30 minutes (SEED=… again, SCALE="--events 100")'
	@echo 'make check       lint, types, templates, translations, migrations'
	@echo 'make setup       .venv, static files and translations alone'

setup:
	@bin/setup run

tools:
	@bin/setup tools

run: setup
	@bin/need pdf
	@exec .venv/bin/python manage.py serve

demo: setup
	@bin/need pdf
	@exec .venv/bin/python manage.py demo

# Each test's file is rewritten before it runs: kept, that is done once instead of by every process. The tests of a file
# stay together, as they share what they begin with; long files begin in the order of their names, those of a browser
# first, so that a long one is not the last. Each process makes its tables from the models, in half the time;
# tests/serving/test_migrations.py shows that migrations lead to the same. Of the fast tests, none of which has a server,
# who is done first takes over from the other.
PYTEST = .venv/bin/python -m pytest -n 2 --dist loadfile --nomigrations

test: tools
	@bin/need pdf browser reading
	@$(PYTEST) --dist worksteal -m 'not long'

# A part of them on the newest other Python of this machine, if there is one (OTHER=/path/to/python3).
test-other: tools
	@bin/need reading
	@bin/other-python

test-long: tools
	@bin/need pdf browser reading
	@bin/need postgres debian
	@$(PYTEST) --no-loadscope-reorder -m 'long and not nightly'

# Before every tag: everything that repeats a day's tests in more languages, widths, seeds or moments.
test-nightly:
	@.ci/run night chaos coverage

night: tools
	@bin/need pdf browser reading
	@bin/need postgres debian image
	@$(PYTEST) --no-loadscope-reorder -m nightly
	@EXAMPLES=new $(PYTEST) -m hypothesis

# Which lines and branches the fast tests go through; pyproject.toml has the floor.
coverage: tools
	@bin/need pdf browser reading
	@rm -rf var/coverage
	@mkdir var/coverage
	@.venv/bin/coverage run -m pytest -n 2 --dist loadfile --nomigrations -m 'not long'
	@.venv/bin/coverage combine --quiet
	@.venv/bin/coverage report

# Some twenty minutes; CHAOS="--rounds 2" plays less, CHAOS=--postgres on PostgreSQL, SEED=… the same again.
chaos: tools
	@.venv/bin/python -m tests.chaos --seed "$(SEED)" $(CHAOS)

# At most twenty minutes; ROWS="killed frozen" plays some, FAILOVER="--kills 2" less, SEED=… the same again.
failover: tools
	@bin/need pdf postgres haproxy reading
	@.venv/bin/python -m tests.failover --seed "$(SEED)" $(FAILOVER) $(ROWS)

# At most half an hour. The seed chooses what is looked at and which events are proved; SCALE names other sizes.
scale: tools
	@bin/need postgres
	@.venv/bin/python benchmarks/scale.py --seed "$(SEED)" $(SCALE)

check: tools
	@bin/check

# New sentences into the .po files; `manage.py messages --check` tells what is still to be translated.
messages: tools
	@.venv/bin/python manage.py messages
	@.venv/bin/python -m tournament.site.translations

# docs/roles.md, from what every page asks of its visitors.
roles: tools
	@ROLES=write .venv/bin/python -m pytest -q -m long tests/site/test_roles.py

# docs/modules.md, from the first sentence of each module.
modules: tools
	@.venv/bin/python tools/house.py --modules > var/modules.md && mv var/modules.md docs/modules.md

# The pictures of the guides, from a real server with the demo.
pictures: tools
	@bin/need browser
	@GUIDES=write .venv/bin/python -m pytest -q -m long tests/browser/public/test_guides.py -k picture

# Newest versions that fit the .in files, with their hashes.
requirements: tools
	@bin/lock

# A wheel in dist/, from which Troel is installed anywhere.
package: tools
	@rm -f dist/troel-*.whl
	@.venv/bin/python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .
	@ls dist/*.whl
