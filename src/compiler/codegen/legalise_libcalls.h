/* SPDX-License-Identifier: MIT */
/* Library calls (libcalls) replace operations that the target has no instruction for.  The library is a
 * module like any other (src/compiler/runtime).
 *
 * The name of a library function states what it does: the operation, the rounding if it is one of floats,
 * ftz, the type: div_u32, rem_s64, div_rn_f32, sqrt_rn_ftz_f32, rcp_rz_f64, popc_b32.  An operation that the
 * library has no function for stays; one with ftz gets the function without ftz, if only that exists. */
#ifndef HW_COMPILER_CODEGEN_LEGALISE_LIBCALLS_H
#define HW_COMPILER_CODEGEN_LEGALISE_LIBCALLS_H

#include "compiler/codegen/codegen_target.h"
#include "compiler/ir/ir_module.h"

enum hw_codegen_library {
    HW_LIBCALL_FAMILY, /* for what a family of chips lacks: struct hw_codegen_target_hooks */
    HW_LIBCALL_COMMON, /* for what no chip has */
    HW_LIBCALL_COUNT
};

/* Whether there is an operation that is a function of the library, if the library has it. */
bool hw_codegen_needs_library(enum hw_codegen_library library, const struct hw_codegen_target *target,
                              const struct hw_ir_function *function);

/* Whether anything became a call; hw_pass_inline makes the functions of the calls, in which there may be
 * operations of this or another library. */
bool hw_codegen_legalise_libcalls(enum hw_codegen_library library, const struct hw_codegen_target *target,
                                  struct hw_ir_function *function, const struct hw_ir_module *functions);

#endif
