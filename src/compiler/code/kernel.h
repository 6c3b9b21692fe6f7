/* SPDX-License-Identifier: MIT */
/* One kernel: from its function to its lines and the numbers that its cubin states. */
#ifndef HW_COMPILER_CODE_KERNEL_H
#define HW_COMPILER_CODE_KERNEL_H

#include <halfwarp/status.h>

#include "compiler/code/codegen.h"
#include "compiler/code/emit.h"
#include "compiler/code/layout.h"

struct hw_codegen_kernel {
    struct hw_codegen_emitted emitted;
    uint32_t registers, local_bytes;
    uint64_t spill_stores, spill_loads; /* bytes */
};

/* `most`: registers that it may have.  What comes of it lasts until the next kernel is made. */
hw_status hw_codegen_kernel(struct hw_codegen_target *target, const struct hw_codegen_layout *layout,
                            struct hw_ir_function *function, unsigned most, struct hw_codegen_kernel *kernel,
                            struct hw_error *error);

/* Say what spilled, and keep the lines, for who wants to know. */
void hw_codegen_tell(const struct hw_codegen_options *options, struct hw_arena *arena, const char *name,
                     const struct hw_codegen_kernel *kernel);

#endif
