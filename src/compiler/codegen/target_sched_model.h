/* SPDX-License-Identifier: MIT */
/* The scheduling model of a target: latency, memory access and side effects of an instruction, found in its
 * text. */
#ifndef HW_COMPILER_CODEGEN_TARGET_SCHED_MODEL_H
#define HW_COMPILER_CODEGEN_TARGET_SCHED_MODEL_H

#include <halfwarp/chip.h>

#include "compiler/mir/mir_sched_model.h"

struct hw_codegen_sched_model {
    const struct hw_mir_function *function;
    const struct hw_chip_info *chip; /* whose latencies they are */
};

/* `context` is a struct hw_codegen_sched_model. */
struct hw_mir_sched_info hw_codegen_sched_info(void *context, const struct hw_mir_insn *insn);

/* Whether an instruction is a pure function of its sources, and cheaper than a memory access.
 */
bool hw_codegen_can_rematerialise(const struct hw_mir_insn *insn);

#endif
