/* SPDX-License-Identifier: MIT */
/* Which instructions an operation becomes: a row for each way.
 *
 * Rows of one operation stand in the order in which they are tried; a target takes those that its own rows
 * in isa/ read, so no row names a generation.  A form is mir.h's: its lines are instructions, %0 is the
 * result, the registers that it needs for itself come next, then the operands.  Words in braces stand for
 * what the operation says of itself:
 *
 *   {f} .FTZ     {r} .RM .RP .RZ    {s} .SAT     {c} .LT ... of a comparison, {C} as seen from the other side
 *   {u} .U32     {U} .U32.U32, both of types without sign     {w} .W     {h} .SH     {n} the number
 *   {p} mode of a permutation     {b} .BF of a float result     {v} {V} types of dot products     {q} HI or
 * LO
 *   {!} nothing, and the row is only for what keeps denormals; {+} for what has no sign
 *   {x} {y} {z} of products of halves: the low one and the high one, both high ones, the high one and the low
 * one {t} .S32     {k} LT ... and {K}     {m} .U24.U24     {M} .U24     {o} .U16     {e} .FLOOR .CEIL .TRUNC
 */
#ifndef HW_COMPILER_CODEGEN_ISEL_PATTERNS_H
#define HW_COMPILER_CODEGEN_ISEL_PATTERNS_H

#include "compiler/ir/ir.h"

/* Sets of what operations work on. */
enum hw_codegen_class {
    HW_CODEGEN_PRED = 1,
    HW_CODEGEN_16 = 2, /* integers and bits */
    HW_CODEGEN_32 = 4,
    HW_CODEGEN_64 = 8,
    HW_CODEGEN_HALF = 16, /* floats */
    HW_CODEGEN_HALVES = 32,
    HW_CODEGEN_FLOAT = 64,
    HW_CODEGEN_DOUBLE = 128
};

/* What sources are, which decides how constants are written and what may be folded into them. */
enum hw_isel_source_kind {
    HW_CODEGEN_READS_BITS = 0,
    HW_CODEGEN_READS_INTEGERS,
    HW_CODEGEN_READS_LOGIC,
    HW_CODEGEN_READS_FLOATS,
    HW_CODEGEN_READS_DOUBLES
};

/* A target that reads such a row takes none behind it, not even for an operand that this one cannot take. */
#define HW_CODEGEN_BEST 0x80u

struct hw_isel_pattern {
    uint16_t op;           /* enum hw_ir_op */
    uint8_t classes;       /* enum hw_codegen_class, a set */
    uint8_t reads;         /* enum hw_isel_source_kind */
    uint8_t scratch;       /* words that it needs for itself, each a register */
    uint8_t early_clobber; /* operands that it reads when it has written the result, a bit each */
    uint8_t only;          /* operands that must be constants, a bit each; HW_CODEGEN_BEST */
    const char *template;
};

/* What an operation works on. */
enum hw_codegen_class hw_codegen_class(const struct hw_ir_insn *insn);

/* Rows of a family of chips; the last has no form. */
extern const struct hw_isel_pattern hw_isel_patterns_later[], hw_isel_patterns_tesla[],
    hw_isel_condition_patterns_tesla[];

/* The first of such rows from `rule` on that suits an operation.  NULL: there is none. */
const struct hw_isel_pattern *hw_isel_pattern(const struct hw_ir_insn *insn,
                                              const struct hw_isel_pattern *rule);

/* A form with the words in braces replaced. */
const char *hw_isel_expand_template(struct hw_arena *arena, const char *template,
                                    const struct hw_ir_modifiers *how);

bool hw_codegen_is_unsigned(unsigned type); /* enum hw_type */
unsigned hw_codegen_type_bits(unsigned type);

#endif
