/* SPDX-License-Identifier: MIT */
/* The compiler interface is what the engine asks of a just-in-time compiler for hot programs.
 *
 * The engine defines it; src/jit, which is above the engine, implements it (jit/jit_interface.c).  Any thread
 * may call these functions. */
#ifndef HW_ENGINE_COMPILER_INTERFACE_H
#define HW_ENGINE_COMPILER_INTERFACE_H

#include <halfwarp/status.h>

#include "machine/memory/memory_table.h"
#include "machine/program.h"
#include "machine/stateless.h"

struct hw_warp;

/* A program is compiled twice: for warps whose 32 lanes are all active, and for the others. */
enum hw_code_warps { HW_CODE_FULL_WARPS = 0, HW_CODE_PARTIAL_WARPS, HW_CODE_WARPS_COUNT };

/* What is compiled at once has at most so many micro-operations: LLVM's time grows with them. */
#define HW_COMPILE_UOPS_MAX 8192u

/* A program or a part of one to compile, and the tables by which the compiler recognizes the lane function of
 * a micro-operation. */
struct hw_compile_input {
    const struct hw_program *program;
    uint32_t first, end; /* of its micro-operations these are compiled; end 0: all */
    enum hw_code_warps lanes;
    bool ids_in_r0;   /* as in the program's kernel ABI */
    bool is_baseline; /* baseline code: made in half of the time, a little slower */
    bool only_cached; /* code that is not cached is not made: HW_ERR_NOT_FOUND */
    const struct hw_alu_table *arithmetic;
    const struct hw_memory_table *memory;
};

struct hw_compiled_code {
    /* Run a warp from warp->next on as far as it can: not at all unless `entry` has that index, nor where a
     * loop's counters are not uniform (jit/compiler/jit_uniform.h).  It returns where the interpreter has to
     * go on, at warp->next, or where the warp leaves: then the event is HW_EVENT_STOP. */
    void (*run)(struct hw_warp *warp);
    const uint8_t *entry; /* by index, from the input's first on: whether the code can be entered there */
    struct hw_stateless stateless;
};

#define HW_COMPILER_VERSION_SIZE 24

struct hw_compiler_interface {
    /* The version of its LLVM.  An error says why there is no compiler, or none that runs. */
    hw_status (*version)(char version[HW_COMPILER_VERSION_SIZE], struct hw_error *error);
    /* HW_OK if the compiler is installed, without starting it; else the error says why it is missing. */
    hw_status (*installed)(struct hw_error *error);
    /* Code for a program, or a part of one; it may take seconds. */
    hw_status (*compile)(const struct hw_compile_input *input, struct hw_compiled_code **code,
                         struct hw_error *error);
    void (*free)(struct hw_compiled_code *code);
    /* HW_OK if the environment variables that the compiler reads have values that it accepts. */
    hw_status (*check_environment)(struct hw_error *error);
};

/* The one compiler.  This is the only name of a room above that is used from below: a static library has only
 * objects whose symbols are used, so the compiler cannot register itself (tests/source/test_includes,
 * LINKED). */
extern const struct hw_compiler_interface hw_jit_compiler;

#endif
