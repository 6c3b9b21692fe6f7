/* SPDX-License-Identifier: MIT */
/* What a call does to registers: which the callee reads, which keep their values, which it may write.
 *
 * For a function whose code the module has, that is computed from the code.  For any other it is the ABI of
 * CUDA's compilers (seen in code of sm_50 to sm_89, and the same in nvdisasm's life ranges): R0 and R3 to R15
 * are lost; R1 (the stack), R2, R16 to R31 and of each eight beyond them the upper four are kept; of the
 * uniform datapath UR4 to UR35 are lost; arguments are passed from R4 on.  */
#ifndef HW_FLOW_CALL_EFFECTS_H
#define HW_FLOW_CALL_EFFECTS_H

#include <halfwarp/flow.h>

struct hw_call_effects {
    struct hw_register_set reads; /* before it writes them */
    struct hw_register_set keeps; /* not written on some path, or restored */
    struct hw_register_set writes;
};

/* What the ABI says of a function; its arguments are not among `reads`. */
struct hw_call_effects hw_call_effects_abi(unsigned registers);

/* The stack's pointer, R1, belongs to whatever is called. */
struct hw_register_set hw_call_stack(void);

/* R4 to R15, and what CALL leaves the return address in from Volta on: what is written for a call. */
struct hw_register_set hw_call_arguments(void);

/* What is live where a function returns to a caller that is not known: registers that it has to keep, and
 * where results are, R4 if it writes it, R5 if it writes it on all paths. */
struct hw_register_set hw_call_live_at_return(unsigned registers, const struct hw_call_effects *effects);

#endif
