/* SPDX-License-Identifier: MIT */
/* Instruction selection for arithmetic: the semantics of an instruction select a lane function.
 *
 * A micro-operation is a function over 32 lanes (uop.h).  The functions exist several times, compiled
 * for different vector extensions, and for each of these again for few lanes; a table names those of one
 * build, hw_alu_table() chooses the best that this CPU runs, and hw_alu_select() picks the function of the
 * table that does what an instruction says.  All builds give the same bits, as long as the thread's
 * floating-point environment is the default one: round to nearest, and denormal numbers neither flushed nor
 * taken as zero. */
#ifndef HW_OPS_SELECT_ALU_H
#define HW_OPS_SELECT_ALU_H

#include <stdbool.h>
#include <stdint.h>

#include <halfwarp/insn.h>

#include "ops/select/chip_traits.h"
#include "ops/matrix/dot_matrix.h"
#include "ops/texture/tex_sample.h"
#include "ops/uop.h"

/* The vector extensions that the functions are compiled for: x86-64 levels. */
enum hw_host_level { HW_HOST_LEVEL_BASE = 0, HW_HOST_LEVEL_V3, HW_HOST_LEVEL_V4 };

/* The functions of one build, a list a family; lane_functions.h numbers them. */
struct hw_alu_table {
    enum hw_host_level build;
    const char *name;                  /* "base", "v3" or "v4" */
    const struct hw_alu_table *narrow; /* functions for uop->narrow; NULL in a list: there is none */
    hw_uop_fn *const *move, *const *integer, *const *fp32, *const *sfu, *const *convert, *const *fp64;
    hw_uop_fn *const *sum, *const *bits, *const *xmad, *const *compare, *const *predicate, *const *video;
    hw_uop_fn *const *fmad, *const *fp32_compare, *const *half, *const *convert_wide, *const *carry;
    hw_uop_fn *const *pack, *const *packed;
    /* The same as hw_cond_lanes of cond.h. */
    uint32_t (*cond_lanes)(const uint32_t *cond_register, unsigned test);
    hw_sample_lanes_fn *sample;
    struct hw_dot_functions dot;
};

/* The table for this CPU.  The environment variable HW_SIMD (base, v3, v4) forces one; a name that is
 * unknown or that the CPU cannot run is ignored. */
const struct hw_alu_table *hw_alu_table(void);

/* The tables that this CPU can run, best last; NULL past the last.  For tests and benchmarks. */
const struct hw_alu_table *hw_alu_table_at(unsigned index);

/* Which operands of an instruction are what to its micro-operation.  Predicates are coded as in hw_uop. */
struct hw_alu_operands {
    int8_t reg[4];            /* places in view->operand of what the registers d, a, b, c hold; -1: none */
    int8_t literal;           /* place of a literal that is no register; -1: none */
    int8_t cond_in, cond_out; /* condition code registers that are read and written beside these; -1: none */
    uint8_t p_out, p_out2;    /* predicates that are written */
    uint8_t p_first, p_second, p_in; /* predicates that are read: p_in is the last of them */
    bool whole_words;                /* sources are words even where the view names halves or bytes of them */
};
void hw_alu_operands(const struct hw_semantics *view, struct hw_alu_operands *found);

/* A predicate operand, as hw_uop has it: its number, and as a source with HW_PRED_NOT. */
uint8_t hw_predicate_number(const struct hw_operand *operand);
uint8_t hw_predicate_code(const struct hw_operand *operand);

/* Whether a carry that an operation takes is a predicate, as from Volta on, not a condition code's C. */
bool hw_predicate_carries(const struct hw_semantics *view);

/* Set uop->fn, uop->narrow and everything in it that comes from operation, modifiers, literals, predicates
 * and operand flags.
 *
 * The caller sets the rest, from hw_alu_operands: the registers d, a, b, c and their parts, cond_out and
 * cond_in (HW_NO_REGISTER where there is none).  A literal source is a register of equal words.  A memory
 * operand that is narrower than the operation is a register of words, extended by the caller; where it is
 * wider, the low bits count.  Registers are aligned to 64 bytes. Returns false, with `uop` untouched, when
 * the operation is no arithmetic (memory, control, texture, vote and graphics), or its modifiers are none
 * that a chip has. */
bool hw_alu_select(const struct hw_semantics *view, const struct hw_alu_table *table,
                   const struct hw_chip_traits *traits, struct hw_uop *uop);

#endif
