/* SPDX-License-Identifier: MIT */
/* Unsupported functions: kernels and functions that are left out of a module, since the target or the
 * compiler lacks something that they need.
 *
 * A function that names or calls such a function is left out, too.  A function may be found unsupported only
 * after its callers have been compiled; then everything is compiled once more without it. */
#ifndef HW_COMPILER_DRIVER_UNSUPPORTED_H
#define HW_COMPILER_DRIVER_UNSUPPORTED_H

#include <halfwarp/compiler.h>

#include "compiler/arena.h"
#include "compiler/ir/ir_module.h"

struct hw_unsupported_function {
    const char *name;
    struct hw_error why;
};
struct hw_unsupported {
    struct hw_arena *arena; /* that outlives a try */
    const struct hw_compile_options *options;
    struct hw_unsupported_function *list; /* in the order in which they were told */
    size_t count, capacity;
};

/* Searches a module after IR generation: functions of an earlier attempt are refused again, and their
 * callers.  Reports those that are new.  The error is the first refusal if there is no list for reports, or
 * if no kernel is left of some. */
hw_status hw_unsupported_in_ir(struct hw_unsupported *refusals, const struct hw_ir_module *module,
                               struct hw_error *error);
/* The same when there is code.  *again: a function is among those that were refused. */
hw_status hw_unsupported_in_code(struct hw_unsupported *refusals, const struct hw_ir_module *module,
                                 bool *again, struct hw_error *error);

#endif
