/* SPDX-License-Identifier: MIT */
/* Which words of its operands a wrapper loads and stores: what is left of the lane function is asked itself.
 */
#ifndef HW_JIT_COMPILER_JIT_FOOTPRINT_H
#define HW_JIT_COMPILER_JIT_FOOTPRINT_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include <stdbool.h>
#include <stdint.h>

/* The registers of an argument that points to the first of HW_SLICE_PAIR, a bit each. */
struct hw_jit_footprint {
    unsigned loaded, stored;
};

/* False: it is not known, for the address is computed, or goes elsewhere. */
bool hw_jit_footprint_of(LLVMValueRef wrapper, unsigned argument, struct hw_jit_footprint *use);

/* Add how far behind its base an address is, which a getelementptr computes.  False: that is not known. */
bool hw_jit_footprint_step(LLVMTargetDataRef layout, LLVMValueRef address, uint64_t *offset);

#endif
