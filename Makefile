# SPDX-License-Identifier: MIT
# The front door: CMake and ninja do the work.  docs/building.md says what each target does.
#
# `make demo`, `make test` and `make test-all` install missing packages; the other targets only say which are missing, and how
# to get them (tools/install-packages).

SHELL := bash
.SHELLFLAGS := -o pipefail -c

BUILD  := build
PREFIX ?= /usr/local
JOBS   ?= $(shell nproc)
# Options for the first configuration of build/; docs/building.md lists them.
CMAKE_FLAGS ?= -DHW_WERROR=ON
# `make PACKAGES=no` does not look for packages.
PACKAGES ?= yes
packages := $(if $(filter no,$(PACKAGES)),: ,)tools/install-packages

.PHONY: all build demo test test-all bench bench-record fuzz valgrind facts coverage docs format install uninstall package wheel release clean

all: build

build:
	@$(packages) --check build
	@[ -f $(BUILD)/build.ninja ] && [ ! -f $(BUILD)/left-out.txt ] || cmake -S . -B $(BUILD) -G Ninja --log-level=WARNING $(CMAKE_FLAGS) >/dev/null
	@ninja -C $(BUILD) -j $(JOBS) --quiet | sed '/no work to do/d'
	@cat $(BUILD)/left-out.txt 2>/dev/null || true

demo:
	@$(packages)
	@$(MAKE) --no-print-directory build
	@examples/demo $(BUILD)/halfwarp

test:
	@$(packages)
	@tests/run -j $(JOBS)

test-all: test
	@tests/run --rest -j $(JOBS)

bench: build
	@bench/run $(BUILD)

bench-record: build
	@rm -f $(BUILD)/bench.json
	@bench/run $(BUILD) || [ -s $(BUILD)/bench.json ]
	@bench/record $(BUILD)
	@bench/draw

fuzz: build
	@$(packages) --check test
	@tests/fuzz/run -j $(JOBS)

valgrind: build
	@tests/run --valgrind -j $(JOBS)

facts: build
	@tools/facts/report

coverage:
	@$(packages) --check build
	@tools/coverage -j $(JOBS)

docs: build
	@tools/docs/build $(BUILD)

format:
	@tools/format

install: build
	@tools/install $(BUILD) $(PREFIX) $(DESTDIR)

uninstall:
	@tools/install --remove $(BUILD)

package: build
	@$(packages) --check package
	@rm -rf $(BUILD)/package
	@tools/package/debian $(BUILD) -o $(BUILD)/package

release:
	@$(packages) --check build jit package
	@tools/release

wheel: build
	@tools/package/wheel $(BUILD) -o $(BUILD)/wheel

clean:
	rm -rf $(BUILD)
