/* SPDX-License-Identifier: MIT */
/* The calling convention of NVIDIA's compilers for chips from GF100 on states where functions take
 * parameters and return results, as code of ptxas 11.8 and 12.4 shows it.
 *
 * R1 is the stack pointer.  R4 to R15 hold parameters: each takes the lowest free registers, contiguous and
 * starting at a multiple of its alignment; one that finds none lies in memory, from the caller's R1
 * on.  Results are in R4 and the registers after it; if they have more than twelve words, R4 is the address
 * in local memory where the caller wants them.  R2, R16 to R31 and, of each eight after these, the last four
 * are callee-saved; predicates are not. */
#ifndef HW_COMPILER_CODEGEN_CALLING_CONVENTION_H
#define HW_COMPILER_CODEGEN_CALLING_CONVENTION_H

#include "compiler/ir/ir_module.h"
#include "compiler/mir/mir_allocate.h"

struct hw_codegen_value_location {
    bool in_memory;
    uint32_t at; /* the register, or bytes from R1, or from the address of results */
};

struct hw_codegen_call {
    struct hw_codegen_value_location *in, *out; /* by value */
    uint32_t ins, outs;                         /* how many there are */
    uint32_t bytes;                             /* of parameters in memory */
    uint32_t result_bytes;                      /* of results in memory; 0: they are in registers */
};

struct hw_codegen_call hw_codegen_call_of(struct hw_arena *arena, const struct hw_ir_signature *signature);

#define HW_CALL_STACK      1u /* registers */
#define HW_CALL_SPARE      3u
#define HW_CALL_FRAME      2u /* the frame's address, where the stack grows while a function runs */
#define HW_CALL_FIRST      4u
#define HW_CALL_END        16u
#define HW_CALL_STACK_UNIT 8u /* bytes that R1 is a multiple of */

/* What registers may be used for; `is_called`: by others, not a kernel. */
struct hw_mir_calling_convention hw_codegen_calling_convention(bool is_called, bool has_frame);

#endif
