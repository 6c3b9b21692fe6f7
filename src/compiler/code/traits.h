/* SPDX-License-Identifier: MIT */
/* What the order of instructions has to know of those of a target, found in their text. */
#ifndef HW_COMPILER_CODE_TRAITS_H
#define HW_COMPILER_CODE_TRAITS_H

#include <halfwarp/chip.h>

#include "compiler/mach/mach_trait.h"

struct hw_codegen_traits {
    const struct hw_mach_function *function;
    const struct hw_chip_info *chip; /* whose latencies they are */
};

/* `context` is a struct hw_codegen_traits. */
struct hw_mach_trait hw_codegen_trait(void *context, const struct hw_mach_insn *insn);

/* Whether an instruction gives the same wherever its sources are the same, for less than an access to memory.
 */
bool hw_codegen_repeats(const struct hw_mach_insn *insn);

#endif
