/* SPDX-License-Identifier: MIT */
/* Instruction selection patterns: a table row for each machine instruction, or sequence of them, that an IR
 * operation may become.
 *
 * The patterns of one operation stand in the order in which they are tried.  A target takes those whose
 * template its tables in isa/ parse, so no pattern names a generation.  A template is the text of one or more
 * instructions, a line each (mir.h), in which % names an operand and braces a modifier of the operation.  For
 * example
 *
 *     {HW_IR_SHR, I, bits, 0, 0, 0, "SHR{u32} %0, %1, %2"}
 *     {HW_IR_CLZ, I, bits, 1, 0, 0, "FLO.U32 %1, %2\nIADD %0, -%1, 0x1f"}
 *
 * SHR matches shr.u32 and shr.s32, with which {u32} is ".U32" and "".  Operands are numbered: %0 is the
 * result; then come the pattern's scratch registers (CLZ has one, %1); then the operation's operands, so the
 * first is %1 in SHR and %2 in CLZ.  %1' is the second word of a register.  What braces expand to:
 *
 *   {ftz}         .FTZ                   {unless_ftz}  nothing; the pattern matches only without .ftz
 *   {sat}         .SAT                   {if_unsigned} nothing; it matches only unsigned types
 *   {round}       .RM .RP .RZ            {round_name}  .FLOOR .CEIL .TRUNC
 *   {cmp}         .LT ..., a comparison  {cmp_swapped} the comparison of swapped operands: .GT for .LT
 *   {cmp_name}    LT ..., without a dot  {cmp_name_swapped}
 *   {u32}         .U32 if unsigned       {u32_u32}     .U32.U32 if unsigned
 *   {s32}         .S32 if signed         {i64}         .U64 .S64
 *   {i16} {i24}   .U16 .S16; .U24 .S24   {i24_i24}     .U24.U24 .S24.S24
 *   {w} {sh}      .W of a shift that wraps; .SH of a found bit that is a shift amount
 *   {bf}          .BF, a result that is a float
 *   {prmt}        the mode of a byte permutation
 *   {dp4a} {dp2a} source types of dot products; {half}: HI or LO, the bytes that DP2A takes
 *   {number}      the operation's number
 *
 * {xmad_lo_hi}, {xmad_hi_hi} and {xmad_hi_lo} are modifiers of XMAD for three partial products of 16-bit
 * halves: low and high one, both high ones, and high and low one, which adds the carry (.CHI). */
#ifndef HW_COMPILER_CODEGEN_ISEL_PATTERNS_H
#define HW_COMPILER_CODEGEN_ISEL_PATTERNS_H

#include "compiler/ir/ir.h"

/* Classes of types that operations work on; a pattern has a set of them. */
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

/* How a pattern reads its sources, which decides how constants are written and what may be folded into them.
 */
enum hw_isel_source_kind {
    HW_CODEGEN_READS_BITS = 0,
    HW_CODEGEN_READS_INTEGERS,
    HW_CODEGEN_READS_LOGIC,
    HW_CODEGEN_READS_FLOATS,
    HW_CODEGEN_READS_DOUBLES
};

/* In `constants`: a target that parses such a pattern tries none after it, not even for an operand that this
 * one cannot take. */
#define HW_CODEGEN_BEST 0x80u

struct hw_isel_pattern {
    uint16_t op;           /* enum hw_ir_op */
    uint8_t classes;       /* enum hw_codegen_class, a set */
    uint8_t reads;         /* enum hw_isel_source_kind */
    uint8_t scratch;       /* number of scratch registers, a word each */
    uint8_t early_clobber; /* operands that are read after the result's first word is written, a bit each */
    uint8_t constants;     /* operands that must be constants, a bit each; HW_CODEGEN_BEST */
    const char *template;
};

/* The class of an operation. */
enum hw_codegen_class hw_codegen_class(const struct hw_ir_insn *insn);

/* The tables for families of chips; the last pattern of each has no template. */
extern const struct hw_isel_pattern hw_isel_patterns_later[], hw_isel_patterns_tesla[],
    hw_isel_condition_patterns_tesla[];

/* The first pattern from `pattern` on for this operation and its class.  NULL: there is none. */
const struct hw_isel_pattern *hw_isel_pattern(const struct hw_ir_insn *insn,
                                              const struct hw_isel_pattern *pattern);

/* A template with its braces expanded.  NULL: the pattern does not match such modifiers. */
const char *hw_isel_expand_template(struct hw_arena *arena, const char *template,
                                    const struct hw_ir_modifiers *how);

bool hw_codegen_is_unsigned(unsigned type); /* enum hw_type */
unsigned hw_codegen_type_bits(unsigned type);

#endif
