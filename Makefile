# The front door: every target first installs what is missing (tools/install-packages), then lets CMake work.
# docs/building.md says what each does.

SHELL := bash
.SHELLFLAGS := -o pipefail -c

BUILD  := build
PREFIX ?= /usr/local
JOBS   ?= $(shell nproc)
# Options for the first configuration of build/; docs/building.md lists them.
CMAKE_FLAGS ?= -DHW_WERROR=ON

.PHONY: all packages build demo test bench fuzz facts coverage docs install clean

all: build

packages:
	@tools/install-packages

build: packages
	@[ -f $(BUILD)/build.ninja ] || cmake -S . -B $(BUILD) -G Ninja --log-level=WARNING $(CMAKE_FLAGS) >/dev/null
	@ninja -C $(BUILD) -j $(JOBS) --quiet | sed '/no work to do/d'

demo: build
	@examples/demo $(BUILD)/halfwarp

test: packages
	@tests/run -j $(JOBS)

bench: build
	@bench/run $(BUILD)

fuzz: build
	@tests/fuzz/run -j $(JOBS)

facts: packages
	@tools/facts/report

coverage: packages
	@tools/coverage -j $(JOBS)

docs: build
	@tools/docs/build $(BUILD)

install: build
	@DESTDIR=$(DESTDIR) cmake --install $(BUILD) --prefix $(PREFIX)

clean:
	rm -rf $(BUILD)
