# How to link with the static library of a build tree that is not installed; for ../bench, too.
# CMake has noted there which compiler and sanitizers it used, and the pkg-config file says what the library needs.
BUILD ?= ../build
noted    = $(shell sed -n 's/^$(1): *//p' $(BUILD)/generated/halfwarp.pc)
setting  = $(shell sed -n 's/^$(1):[A-Z]*=//p' $(BUILD)/CMakeCache.txt)

HALFWARP_CC   := $(or $(call setting,CMAKE_C_COMPILER),cc)
HALFWARP_SAN  := $(addprefix -fsanitize=,$(call setting,HW_SANITIZE)) $(if $(filter ON,$(call setting,HW_COVERAGE)),--coverage)
HALFWARP_LIB  := $(BUILD)/libhalfwarp.a
HALFWARP_LIBS := $(HALFWARP_LIB) $(shell pkg-config --libs $(call noted,Requires.private)) $(call noted,Libs.private)
