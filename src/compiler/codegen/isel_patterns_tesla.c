/* SPDX-License-Identifier: MIT */
/* The table of instruction selection patterns for chips before GF100, in the pattern language of
 * isel_patterns.h.  Factors of 16 bits are halves of registers; only the first operand may come from memory;
 * no register reads as zero. */
#include "compiler/codegen/isel_patterns.h"

#define P        HW_CODEGEN_PRED
#define W        (HW_CODEGEN_16 | HW_CODEGEN_32) /* the low bits do not depend on the high ones */
#define B        (P | W)                         /* predicates are words */
#define I        HW_CODEGEN_32
#define L        HW_CODEGEN_64
#define F        HW_CODEGEN_FLOAT
#define D        HW_CODEGEN_DOUBLE
#define bits     HW_CODEGEN_READS_BITS
#define integers HW_CODEGEN_READS_INTEGERS
#define logic    HW_CODEGEN_READS_LOGIC
#define floats   HW_CODEGEN_READS_FLOATS
#define doubles  HW_CODEGEN_READS_DOUBLES

/* clang-format off */
const struct hw_isel_pattern hw_isel_patterns_tesla[] = {
    /* operation, classes, sources, scratch, early clobber, constants, template */
    {HW_IR_ADD, W, integers, 0, 0, 0, "IADD{sat} %0, %1, %2"},
    {HW_IR_ADD, W, integers, 0, 0, 0, "IADD32I{sat} %0, %1, %2"},
    {HW_IR_ADD, L, integers, 0, 0, 0, "IADD.C0 %0, %1, %2\nIADD.CARRY0 %0', %1', %2'"},
    {HW_IR_ADD, F, floats,   0, 0, 0, "FADD{sat}{round_name} %0, %1, %2"},
    {HW_IR_ADD, F, floats,   0, 0, 0, "FADD32I{sat}{round_name} %0, %1, %2"},
    {HW_IR_ADD, D, doubles,  0, 0, 0, "DADD{round_name} %0, %1, %2"},
    {HW_IR_SUB, W, integers, 0, 0, 0, "IADD{sat} %0, %1, -%2"},
    {HW_IR_SUB, W, integers, 0, 0, 0, "IADD{sat} %0, -%2, %1"},
    {HW_IR_SUB, W, integers, 0, 0, 0, "IADD32I{sat} %0, %1, -%2"},
    {HW_IR_SUB, W, integers, 0, 0, 0, "IADD32I{sat} %0, -%2, %1"},
    {HW_IR_SUB, L, integers, 1, 0, 0, "IADD.C0 %0, %2, -%3\nLOP.PASS_B %1, %2', ~%3'\nIADD.CARRY0 %0', %2', %1"},
    {HW_IR_SUB, F, floats,   0, 0, 0, "FADD{sat}{round_name} %0, %1, -%2"},
    {HW_IR_SUB, F, floats,   0, 0, 0, "FADD{sat}{round_name} %0, -%2, %1"},
    {HW_IR_SUB, F, floats,   0, 0, 0, "FADD32I{sat}{round_name} %0, %1, -%2"},
    {HW_IR_SUB, D, doubles,  0, 0, 0, "DADD{round_name} %0, %1, -%2"},
    {HW_IR_MUL, HW_CODEGEN_16, integers, 0, 0, 0, "IMUL.U16.U16 %0, %1L, %2L"},
    {HW_IR_MUL, I, integers, 1, 0, 0, "IMUL.U16.U16 %1, %2L, %3H\nIMAD.U16 %1, %2H, %3L, %1\nSHL %1, %1, 0x10\nIMAD.U16 %0, %2L, %3L, %1"},
    {HW_IR_MUL, F, floats,   0, 0, 0, "FMUL{sat}{round_name} %0, %1, %2"},
    {HW_IR_MUL, F, floats,   0, 0, 0, "FMUL32I{sat}{round_name} %0, %1, %2"},
    {HW_IR_MUL, F, floats,   0, 0, 0, "FMUL{round_name} %0, %1, %2\nF2F.F32.F32{sat} %0, %0"},
    {HW_IR_MUL, D, doubles,  0, 0, 0, "DMUL{round_name} %0, %1, %2"},
    {HW_IR_MUL_HIGH, I, integers, 2, 0, 0, "{if_unsigned}IMUL.U16.U16 %1, %3L, %4L\nSHR %1, %1, 0x10\nIMAD.U16 %1, %3H, %4L, %1\nI2I.U32.U16 %2, %1L\n"
                                           "IMAD.U16 %2, %3L, %4H, %2\nSHR %2, %2, 0x10\nSHR %1, %1, 0x10\nIADD %2, %2, %1\nIMAD.U16 %0, %3H, %4H, %2"},
    {HW_IR_MUL_WIDE, HW_CODEGEN_16, integers, 0, 0, 0, "IMUL{i16}{i16} %0, %1L, %2L"},
    {HW_IR_MUL_WIDE, HW_CODEGEN_16, integers, 0, 0, 0, "IMUL32I{i16}{i16} %0, %1L, %2"},
    {HW_IR_MAD_WIDE, HW_CODEGEN_16, integers, 0, 0, 0, "IMAD{i16} %0, %1L, %2L, %3"},
    {HW_IR_MUL24, I, integers, 0, 0, 0, "IMUL{i24_i24} %0, %1, %2"},
    {HW_IR_MUL_WIDE, HW_CODEGEN_16, integers, 0, 0, 0, "IMUL{i16}{i16} %0, %1L, %2L"},
    {HW_IR_MUL_WIDE, HW_CODEGEN_16, integers, 0, 0, 0, "IMUL32I{i16}{i16} %0, %1L, %2"},
    {HW_IR_MAD_WIDE, HW_CODEGEN_16, integers, 0, 0, 0, "IMAD{i16} %0, %1L, %2L, %3"},
    {HW_IR_MUL24, I, integers, 0, 0, 0, "IMUL32I{i24_i24} %0, %1, %2"},
    {HW_IR_MUL24_HIGH, I, integers, 0, 0, 0, "IMUL{i24_i24}.HI %0, %1, %2"},
    {HW_IR_MAD24, I, integers, 0, 0, 0, "IMAD{i24}{sat} %0, %1, %2, %3"},
    {HW_IR_MAD24_HIGH, I, integers, 0, 0, 0, "IMAD{i24}.HI{sat} %0, %1, %2, %3"},
    {HW_IR_MAD, HW_CODEGEN_16, integers, 0, 0, 0, "IMAD.U16 %0, %1L, %2L, %3"},
    {HW_IR_MAD, I, integers, 1, 0, 0, "IMUL.U16.U16 %1, %2L, %3H\nIMAD.U16 %1, %2H, %3L, %1\nSHL %1, %1, 0x10\nIMAD.U16 %1, %2L, %3L, %1\nIADD{sat} %0, %1, %4"},
    {HW_IR_MAD, I, integers, 1, 0, 0, "IMUL.U16.U16 %1, %2L, %3H\nIMAD.U16 %1, %2H, %3L, %1\nSHL %1, %1, 0x10\nIMAD.U16 %1, %2L, %3L, %1\nIADD32I{sat} %0, %1, %4"},
    {HW_IR_MAD, F, floats,   0, 0, 0, "FMAD{sat} %0, %1, %2, %3"},
    {HW_IR_MAD, D, doubles,  0, 0, 0, "DFMA{round_name} %0, %1, %2, %3"},
    {HW_IR_FMA, D, doubles,  0, 0, 0, "DFMA{round_name} %0, %1, %2, %3"},
    {HW_IR_SAD, I, integers, 0, 0, 0, "ISAD{s32} %0, %1, %2, %3"},
    {HW_IR_ABS, I, integers, 0, 0, 0, "I2I.S32.S32 %0, |%1|"},
    {HW_IR_ABS, F, floats,   0, 0, 0, "F2F.F32.F32 %0, |%1|"},
    {HW_IR_ABS, D, bits,     0, 0, 0, "LOP32I.AND %0', %1', 0x7fffffff\nMOV %0, %1"},
    {HW_IR_NEG, W, bits,     0, 0, 0, "IADD32I %0, -%1, 0x0"},
    {HW_IR_NEG, L, bits,     1, 0, 0, "MVI %1, 0x0\nIADD.C0 %0, -%2, %1\nLOP.PASS_B %0', %2', ~%2'\nIADD.CARRY0 %0', %0', %1"},
    {HW_IR_NEG, F, floats,   0, 0, 0, "F2F.F32.F32 %0, -%1"},
    {HW_IR_NEG, D, bits,     0, 0, 0, "LOP32I.XOR %0', %1', 0x80000000\nMOV %0, %1"},
    {HW_IR_MIN, I, integers, 0, 0, 0, "IMIN{s32} %0, %1, %2"},
    {HW_IR_MIN, F, floats,   0, 0, 0, "FMIN %0, %1, %2"},
    {HW_IR_MIN, D, doubles,  0, 0, 0, "DMIN %0, %1, %2"},
    {HW_IR_MAX, I, integers, 0, 0, 0, "IMAX{s32} %0, %1, %2"},
    {HW_IR_MAX, F, floats,   0, 0, 0, "FMAX %0, %1, %2"},
    {HW_IR_MAX, D, doubles,  0, 0, 0, "DMAX %0, %1, %2"},
    {HW_IR_RCP, F, floats,   0, 0, 0, "RCP %0, %1"},
    {HW_IR_RSQRT, F, floats, 0, 0, 0, "RSQ %0, %1"},
    {HW_IR_SQRT, F, floats,  0, 0, 0, "RSQ %0, %1\nRCP %0, %0"},
    {HW_IR_SIN, F, floats,   0, 0, 0, "RRO %0, %1, SIN\nSIN %0, %0"},
    {HW_IR_COS, F, floats,   0, 0, 0, "RRO %0, %1, SIN\nCOS %0, %0"},
    {HW_IR_EX2, F, floats,   0, 0, 0, "RRO %0, %1, EX2\nEX2 %0, %0"},
    {HW_IR_LG2, F, floats,   0, 0, 0, "LG2 %0, %1"},
    {HW_IR_AND, B, logic,    0, 0, 0, "LOP.AND %0, %1, %2"},
    {HW_IR_AND, B, logic,    0, 0, 0, "LOP32I.AND %0, %1, %2"},
    {HW_IR_AND, L, logic,    0, 0, 0, "LOP.AND %0, %1, %2\nLOP.AND %0', %1', %2'"},
    {HW_IR_OR, B, logic,     0, 0, 0, "LOP.OR %0, %1, %2"},
    {HW_IR_OR, B, logic,     0, 0, 0, "LOP32I.OR %0, %1, %2"},
    {HW_IR_OR, L, logic,     0, 0, 0, "LOP.OR %0, %1, %2\nLOP.OR %0', %1', %2'"},
    {HW_IR_XOR, B, logic,    0, 0, 0, "LOP.XOR %0, %1, %2"},
    {HW_IR_XOR, B, logic,    0, 0, 0, "LOP32I.XOR %0, %1, %2"},
    {HW_IR_XOR, L, logic,    0, 0, 0, "LOP.XOR %0, %1, %2\nLOP.XOR %0', %1', %2'"},
    {HW_IR_NOT, B, bits,     0, 0, 0, "LOP.PASS_B %0, %1, ~%1"},
    {HW_IR_NOT, L, bits,     0, 0, 0, "LOP.PASS_B %0, %1, ~%1\nLOP.PASS_B %0', %1', ~%1'"},
    {HW_IR_SHL, W, bits,     0, 0, 0, "SHL %0, %1, %2"},
    {HW_IR_SHR, I, bits,     0, 0, 0, "SHR{s32} %0, %1, %2"},
    {HW_IR_SETP, I, integers, 0, 0, 0, "ISET{s32} %0, %1, %2, {cmp_name}"},
    {HW_IR_SETP, I, integers, 0, 0, 0, "ISET{s32} %0, %2, %1, {cmp_name_swapped}"},
    {HW_IR_SETP, F, floats,  0, 0, 0, "FSET %0, %1, %2, {cmp_name}"},
    {HW_IR_SETP, F, floats,  0, 0, 0, "FSET %0, %2, %1, {cmp_name_swapped}"},
    {HW_IR_SETP, D, doubles, 0, 0, 0, "DSET %0, %1, %2, {cmp_name}"},
    {0},
};

/* Comparisons whose result only a condition holds. */
const struct hw_isel_pattern hw_isel_condition_patterns_tesla[] = {
    {HW_IR_SETP, I, integers, 0, 0, 0, "ISET{s32}.C0 %0, %1, %2, {cmp_name}"},
    {HW_IR_SETP, I, integers, 0, 0, 0, "ISET{s32}.C0 %0, %2, %1, {cmp_name_swapped}"},
    {HW_IR_SETP, F, floats,  0, 0, 0, "FSET.C0 %0, %1, %2, {cmp_name}"},
    {HW_IR_SETP, F, floats,  0, 0, 0, "FSET.C0 %0, %2, %1, {cmp_name_swapped}"},
    {HW_IR_SETP, D, doubles, 0, 0, 0, "DSET.C0 %0, %1, %2, {cmp_name}"},
    {0},
};
/* clang-format on */
