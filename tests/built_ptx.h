/* SPDX-License-Identifier: MIT */
/* PTX text built for tests: as a module, taken through the passes one by one, run by tests/ir_run.h. */
#ifndef TESTS_BUILT_PTX_H
#define TESTS_BUILT_PTX_H

#include <halfwarp/status.h>

#include "compiler/irgen/irgen.h"

struct built_ptx {
    struct hw_arena arena;
    const struct hw_ir_module *module;
};

/* Read and build; what an error says goes to *error. */
hw_status built_ptx_try(struct built_ptx *built, const char *text, struct hw_error *error);
/* The same of a text that has to be good. */
void built_ptx_make(struct built_ptx *built, const char *text);

/* Static single assignment and passes in their order, of all functions; each leaves what hw_ir_check
 * accepts.  built_ptx_stages has their names, and that of the end. */
#define BUILT_STAGES 12u
extern const char *const built_ptx_stages[BUILT_STAGES + 1];
void built_ptx_do(const struct built_ptx *built, unsigned stage);

/* The first result of a function with three arguments. */
uint64_t built_ptx_run(const struct built_ptx *built, const char *name, const uint64_t in[3]);
void built_ptx_print(const struct built_ptx *built, const char *name);

#endif
