/* SPDX-License-Identifier: MIT */
/* The registers that a micro-operation's code loads and stores. */
#ifndef HW_JIT_COMPILER_JIT_OPERANDS_H
#define HW_JIT_COMPILER_JIT_OPERANDS_H

#include "jit/compiler/jit_build.h"
#include "ops/lanes/lanes_slice.h"

#define HW_JIT_OPERANDS (HW_SLICE_PAIR * HW_SLICE_OPERANDS)

struct hw_jit_operand {
    uint16_t reg;
    bool loaded; /* or some of its words stay */
    bool read;   /* its words are looked at, or stay */
    bool stored;
    bool paired; /* the next one is the register behind it, found at one address with it */
    bool maybe;  /* the second of a pair, if the operation knows pairs */
};

/* How many there are; none where nothing is known, of calls.  Needs simple wrappers. */
unsigned hw_jit_operands_of(const struct hw_jit_build *build, uint32_t index,
                            struct hw_jit_operand operand[HW_JIT_OPERANDS]);

/* Whether the wrapper of what is inlined takes registers of the code's own. */
bool hw_jit_is_direct(const struct hw_jit_build *build, uint32_t index);

/* The register that has the addresses of an access, and the first that it loads or stores. */
uint16_t hw_jit_base_of(const struct hw_jit_unit *unit, uint32_t index);
uint16_t hw_jit_data_of(const struct hw_jit_unit *unit, uint32_t index);

#endif
