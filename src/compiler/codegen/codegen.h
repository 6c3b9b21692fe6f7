/* SPDX-License-Identifier: MIT */
/* Code generation turns the intermediate representation into machine code. */
#ifndef HW_COMPILER_CODEGEN_CODEGEN_H
#define HW_COMPILER_CODEGEN_CODEGEN_H

#include <halfwarp/module.h>

#include "compiler/ir/ir_module.h"

struct hw_codegen_options {
    const char *target;               /* sm_52 */
    unsigned most_registers;          /* 0: as many as there are */
    bool is_ordered;                  /* instructions get an order in which they wait less */
    struct hw_codegen_spills *spills; /* which are recorded; NULL: none */
    struct hw_codegen_lines *lines;   /* which are recorded; NULL: none */
    bool is_relocatable;              /* for a linker */
    bool is_alone;                    /* which gets no other module: constants stay where they are here */
};

/* What each kernel or function stores and loads for want of registers, in bytes. */
struct hw_codegen_spill_of {
    const char *name;
    uint64_t stores, loads;
};
struct hw_codegen_spills {
    struct hw_codegen_spill_of *list;
    size_t count, capacity;
};

/* Where the code of each kernel comes from: instructions, counted from 0, at which the line changes. */
struct hw_codegen_line_of {
    const char *kernel;
    uint32_t insn, file, line;
};
struct hw_codegen_lines {
    struct hw_codegen_line_of *list;
    size_t count, capacity;
};

/* Prints the code of a module as a listing (docs/listing.md), in the module's arena.  Functions are in SSA
 * form and get changed.  What the target cannot do is refused and left out; a function that calls such a
 * function still needs it. */
hw_status hw_codegen_print_module(const struct hw_ir_module *module, const struct hw_codegen_options *options,
                                  const char **text, struct hw_error *error);

/* Registers that a kernel may have; 0: as many as there are. */
unsigned hw_codegen_max_registers(const struct hw_ir_routine *routine,
                                  const struct hw_codegen_options *options);

#endif
