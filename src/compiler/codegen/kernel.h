/* SPDX-License-Identifier: MIT */
/* Code generation of one kernel or function: from its IR to its listing lines and the resource usage that
 * its cubin states. */
#ifndef HW_COMPILER_CODEGEN_KERNEL_H
#define HW_COMPILER_CODEGEN_KERNEL_H

#include <halfwarp/status.h>

#include "compiler/codegen/codegen.h"
#include "compiler/codegen/emit.h"
#include "compiler/codegen/variable_layout.h"
#include "compiler/ir/ir_module.h"

struct hw_codegen_kernel {
    struct hw_codegen_emitted emitted;
    uint32_t registers, local_bytes;
    uint64_t spill_stores, spill_loads; /* bytes */
};

/* `most`: the limit of registers.  Its variables on the stack get their addresses here.  The result is valid
 * until the next kernel is compiled. */
hw_status hw_codegen_kernel(struct hw_codegen_target *target, struct hw_codegen_layout *layout,
                            const struct hw_ir_routine *routine, unsigned most,
                            struct hw_codegen_kernel *kernel, struct hw_error *error);

/* What becomes of the error of a routine: it is refused, or all is wrong. */
hw_status hw_codegen_refuse(struct hw_arena *arena, struct hw_ir_routine *routine, hw_status status,
                            const struct hw_error *error);

/* Records spills and source lines, if the caller asks for them. */
void hw_codegen_report(const struct hw_codegen_options *options, struct hw_arena *arena, const char *name,
                       const struct hw_codegen_kernel *kernel);

#endif
