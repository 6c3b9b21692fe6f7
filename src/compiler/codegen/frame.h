/* SPDX-License-Identifier: MIT */
/* The stack of what calls or is called.
 *
 * From R1 on: parameters in memory of whom it calls; results in memory that they give; its own variables;
 * registers that found no place; those that it must leave as they were; R1 as it was, where R1 had to be
 * rounded for a variable's alignment.  Where the stack grows while the function runs (alloca), R2 has the
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
    uint32_t arguments;         /* bytes of parameters in memory of whom it calls */
    uint32_t bottom;            /* bytes below its own variables */
    struct hw_codegen_call own; /* how it is called itself */
    uint32_t result;            /* the register with the address of its results in memory; 0: none */
};

/* The frame of a routine; NULL: it calls nobody, is called by nobody and needs none.  Room at the bottom is
 * taken in the layout, so variables come later. */
struct hw_codegen_frame *hw_codegen_frame(const struct hw_ir_routine *routine,
                                          struct hw_codegen_layout *layout);

/* All variables have places. */
void hw_codegen_align_frame(struct hw_codegen_frame *frame, const struct hw_codegen_layout *layout);

/* With all registers in place: what stands at the begin and at the end.  `bytes` are those of variables and
 * registers in memory; the size of the whole frame. */
uint32_t hw_codegen_insert_prologue(struct hw_isel *s, uint32_t bytes);

/* Loads of parameters from memory: their last operands are offsets from the caller's R1 and, of the second,
 * before it the place of that address. */
extern const char hw_codegen_incoming[], hw_codegen_incoming_far[];

#endif
