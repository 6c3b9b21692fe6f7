/* SPDX-License-Identifier: MIT */
/* The stack frame of a function that calls or is called.
 *
 * From R1 on: stack parameters of its callees; results in memory that these return; its own variables;
 * spilled registers; callee-saved registers; the caller's R1, if R1 had to be rounded for a variable's
 * alignment.  If the stack grows while the function runs (alloca), R2 is the frame pointer: it has the
 * address of all this but the first two, which move down with R1. */
#ifndef HW_COMPILER_CODEGEN_FRAME_H
#define HW_COMPILER_CODEGEN_FRAME_H

#include "compiler/codegen/calling_convention.h"
#include "compiler/codegen/variable_layout.h"
#include "compiler/codegen/isel.h"

struct hw_codegen_frame {
    bool is_called;             /* not a kernel */
    bool grows;                 /* while it runs */
    bool is_rounded;            /* R1 is rounded down to the alignment */
    uint32_t align;             /* of variables */
    uint32_t arguments;         /* bytes of stack parameters of its callees */
    uint32_t bottom;            /* bytes below its own variables */
    struct hw_codegen_call own; /* how it is called itself */
    uint32_t result;            /* the register with the address of its results in memory; 0: none */
};

/* The frame of a routine; NULL: it neither calls nor is called, and needs none.  The layout reserves the
 * bottom of the frame, so variables come later. */
struct hw_codegen_frame *hw_codegen_frame(const struct hw_ir_routine *routine,
                                          struct hw_codegen_layout *layout);

/* After all variables have addresses. */
void hw_codegen_align_frame(struct hw_codegen_frame *frame, const struct hw_codegen_layout *layout);

/* After register allocation: inserts prologue and epilogue.  `bytes` are those of variables and spilled
 * registers; returns the size of the entire frame. */
uint32_t hw_codegen_insert_prologue(struct hw_isel *s, uint32_t bytes);

/* Loads of stack parameters: their last operands are offsets from the caller's R1 and, of the second, before
 * it the stack slot of that address. */
extern const char hw_codegen_incoming[], hw_codegen_incoming_far[];

#endif
