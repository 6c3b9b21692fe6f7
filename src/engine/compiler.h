/* SPDX-License-Identifier: MIT */
/* The compiler of hot kernels, src/jit: what the engine tells it, and what it gives back.
 *
 * It is a shared library of its own, because it needs LLVM and the engine does not.  The engine looks for it
 * when it first could use it (tiers/find_compiler.c).  Both are made of the same tree: `version` and `layout`
 * tell libraries apart that do not belong together. */
#ifndef HW_ENGINE_COMPILER_H
#define HW_ENGINE_COMPILER_H

#include <halfwarp/status.h>

#include "machine/memory/memory_table.h"
#include "machine/program.h"
#include "machine/warp.h"
#include "ops/bind/alu.h"

/* Two codes for a program: for warps whose 32 lanes are all active, and for the others. */
enum hw_compiled_for { HW_COMPILED_FOR_ALL = 0, HW_COMPILED_FOR_SOME, HW_COMPILED_FORS };

/* A program to compile, and the engine's functions by which the compiler recognizes what a micro-operation
 * is. */
struct hw_compiler_source {
    const struct hw_program *program;
    enum hw_compiled_for lanes;
    const struct hw_alu_table *arithmetic;
    const struct hw_memory_table *memory;
    hw_uop_fn *guard, *unguard, *nop, *branch, *push, *call, *end, *special;
    void (*jump)(struct hw_warp *warp, const struct hw_uop *uop, uint32_t place);
};

struct hw_compiled {
    /* Run a warp from warp->next on, where `entry` must say that it can.  It returns where the interpreter
     * has to go on, at warp->next, or where the warp leaves: then the event is HW_EVENT_LEAVE. */
    void (*run)(struct hw_warp *warp);
    const uint8_t *entry; /* by place */
};

struct hw_compiler {
    const char *version; /* HW_VERSION_STRING */
    size_t layout;       /* HW_COMPILER_LAYOUT */
    const char *name;    /* see hw_engine_name */
    hw_status (*compile)(const struct hw_compiler_source *source, struct hw_compiled **compiled,
                         struct hw_error *error);
    void (*free)(struct hw_compiled *compiled);
};

/* A number that differs where the structures that both sides see do. */
#define HW_COMPILER_LAYOUT                                                                     \
    (sizeof(struct hw_uop) * 31 + sizeof(struct hw_warp) * 37 + sizeof(struct hw_block) * 41 + \
     sizeof(struct hw_program) * 43 + sizeof(struct hw_alu_table) * 47 + sizeof(struct hw_compiler_source))

/* What the shared library exports. */
typedef const struct hw_compiler *hw_compiler_fn(void);
hw_compiler_fn hw_jit_compiler;
#define HW_COMPILER_ENTRY   "hw_jit_compiler"
#define HW_COMPILER_LIBRARY "libhalfwarp-jit.so"

#endif
