/* SPDX-License-Identifier: MIT */
/* The table of instruction selection patterns for chips from GF100 on, in the pattern language of
 * isel_patterns.h. */
#include "compiler/codegen/isel_patterns.h"

#define P        HW_CODEGEN_PRED
#define W        (HW_CODEGEN_16 | HW_CODEGEN_32) /* the low bits do not depend on the high ones */
#define I        HW_CODEGEN_32
#define L        HW_CODEGEN_64
#define F        HW_CODEGEN_FLOAT
#define D        HW_CODEGEN_DOUBLE
#define H        HW_CODEGEN_HALF
#define HH       HW_CODEGEN_HALVES
#define bits     HW_CODEGEN_READS_BITS
#define integers HW_CODEGEN_READS_INTEGERS
#define logic    HW_CODEGEN_READS_LOGIC
#define floats   HW_CODEGEN_READS_FLOATS
#define doubles  HW_CODEGEN_READS_DOUBLES
#define best     HW_CODEGEN_BEST

/* Multiplications with a high word as result read bits (no negation): a chip negates the product, not the
 * factors. */
/* clang-format off */
const struct hw_isel_pattern hw_isel_patterns_later[] = {
    /* operation, classes, sources, scratch, early clobber, constants, template */
    {HW_IR_ADD, W, integers, 0, 0, 0, "IADD{sat} %0, %1, %2"},
    {HW_IR_ADD, W, integers, 0, 0, 0, "IADD32I{sat} %0, %1, %2"},
    {HW_IR_ADD, L, integers, 0, 0, 0, "IADD %0.CC, %1, %2\nIADD.X %0', %1', %2'"},
    {HW_IR_ADD, L, integers, 0, 0, 0, "IADD32I %0.CC, %1, %2\nIADD.X %0', %1', %2'"},
    {HW_IR_ADD, L, integers, 0, 0, 0, "IADD32I %0.CC, %1, %2\nIADD32I.X %0', %1', %2'"},
    {HW_IR_ADD, F, floats,   0, 0, 0, "FADD{ftz}{round}{sat} %0, %1, %2"},
    {HW_IR_ADD, F, floats,   0, 0, 0, "FADD32I{ftz}{round}{sat} %0, %1, %2"},
    {HW_IR_ADD, D, doubles,  0, 0, 0, "DADD{round} %0, %1, %2"},
    {HW_IR_SUB, W, integers, 0, 0, 0, "ISUB{sat} %0, %1, %2"},
    {HW_IR_SUB, W, integers, 0, 0, 0, "IADD{sat} %0, %1, -%2"},
    {HW_IR_SUB, W, integers, 0, 0, 0, "IADD{sat} %0, -%2, %1"},
    {HW_IR_SUB, W, integers, 0, 0, 0, "IADD32I{sat} %0, %1, -%2"},
    {HW_IR_SUB, L, integers, 0, 0, 0, "ISUB %0.CC, %1, %2\nISUB.X %0', %1', %2'"},
    {HW_IR_SUB, L, integers, 0, 0, 0, "IADD %0.CC, %1, -%2\nIADD.X %0', %1', -%2'"},
    {HW_IR_SUB, F, floats,   0, 0, 0, "FADD{ftz}{round}{sat} %0, %1, -%2"},
    {HW_IR_SUB, F, floats,   0, 0, 0, "FADD32I{ftz}{round}{sat} %0, %1, -%2"},
    {HW_IR_SUB, F, floats,   0, 0, 0, "FADD{ftz}{round}{sat} %0, -%2, %1"},
    {HW_IR_SUB, D, doubles,  0, 0, 0, "DADD{round} %0, %1, -%2"},
    {HW_IR_SUB, D, doubles,  0, 0, 0, "DADD{round} %0, -%2, %1"},
    {HW_IR_MUL, W, integers, 1, 0, 2, "XMAD %1, %2, %3, RZ\nXMAD.PSL %0, %2.H1, %3, %1"},
    {HW_IR_MUL, W, integers, 2, 0, best, "XMAD %1, %3, %4, RZ\nXMAD.MRG %2, %3, %4.H1, RZ\nXMAD.PSL.CBCC %0, %3.H1, %2.H1, %1"},
    {HW_IR_MUL, W, integers, 0, 0, 0, "IMUL.U32.U32 %0, %1, %2"},
    {HW_IR_MUL, W, integers, 0, 0, 0, "IMUL32I.U32.U32 %0, %1, %2"},
    {HW_IR_MUL, L, bits,     3, 3, best, "XMAD %1, %4, %5, RZ\nXMAD %2, %4, %5.H1, RZ\nXMAD %0', %4.H1, %5.H1, RZ\nXMAD.CHI %3, %4.H1, %5, %1\n"
                                      "IADD3.RS %3, %3, %2, %0'\nXMAD.MRG %2, %4, %5'.H1, RZ\nXMAD %3, %4, %5', %3\n"
                                      "XMAD.PSL.CBCC %3, %4.H1, %2.H1, %3\nXMAD.MRG %2, %4', %5.H1, RZ\nXMAD %3, %4', %5, %3\n"
                                      "XMAD.PSL.CBCC %0', %4'.H1, %2.H1, %3\nXMAD.MRG %2, %4, %5.H1, RZ\nXMAD.PSL.CBCC %0, %4.H1, %2.H1, %1"},
    {HW_IR_MUL, L, bits,     1, 0, 0, "IMUL.U32.U32.HI %1, %2, %3\nIMAD.U32.U32 %1, %2, %3', %1\nIMAD.U32.U32 %0', %2', %3, %1\nIMUL.U32.U32 %0, %2, %3"},
    {HW_IR_MUL, F, floats,   0, 0, 0, "FMUL{ftz}{round}{sat} %0, %1, %2"},
    {HW_IR_MUL, F, floats,   0, 0, 0, "FMUL32I{ftz}{round}{sat} %0, %1, %2"},
    {HW_IR_MUL, D, doubles,  0, 0, 0, "DMUL{round} %0, %1, %2"},
    {HW_IR_MUL_HIGH, I, bits,     3, 0, best, "XMAD %1, %4, %5, RZ\nXMAD{xmad_lo_hi} %2, %4, %5.H1, RZ\nXMAD{xmad_hi_hi} %3, %4.H1, %5.H1, RZ\nXMAD{xmad_hi_lo} %1, %4.H1, %5, %1\n"
                                           "IADD3.RS %0, %1, %2, %3"},
    {HW_IR_MUL_HIGH, I, bits,     0, 0, 0, "IMUL{u32_u32}.HI %0, %1, %2"},
    {HW_IR_MUL_HIGH, I, bits,     0, 0, 0, "IMUL32I{u32_u32}.HI %0, %1, %2"},
    {HW_IR_MUL_WIDE, I, bits,     3, 3, best, "XMAD %1, %4, %5, RZ\nXMAD{xmad_lo_hi} %2, %4, %5.H1, RZ\nXMAD{xmad_hi_hi} %0', %4.H1, %5.H1, RZ\nXMAD{xmad_hi_lo} %3, %4.H1, %5, %1\n"
                                           "IADD3.RS %0', %3, %2, %0'\nXMAD.MRG %2, %4, %5.H1, RZ\nXMAD.PSL.CBCC %0, %4.H1, %2.H1, %1"},
    {HW_IR_MUL_WIDE, I, bits,     0, 3, 0, "IMUL{u32_u32} %0, %1, %2\nIMUL{u32_u32}.HI %0', %1, %2"},
    {HW_IR_MUL_WIDE, I, bits,     0, 3, 0, "IMUL32I{u32_u32} %0, %1, %2\nIMUL32I{u32_u32}.HI %0', %1, %2"},
    {HW_IR_MAD, W, integers, 1, 0, 2, "XMAD %1, %2, %3, %4\nXMAD.PSL %0, %2.H1, %3, %1"},
    {HW_IR_MAD, W, integers, 2, 0, best, "XMAD %1, %3, %4, %5\nXMAD.MRG %2, %3, %4.H1, RZ\nXMAD.PSL.CBCC %0, %3.H1, %2.H1, %1"},
    {HW_IR_MAD, W, integers, 0, 0, 0, "IMAD.U32.U32{sat} %0, %1, %2, %3"},
    {HW_IR_MAD, F, floats,   0, 0, 0, "FFMA{ftz}{round}{sat} %0, %1, %2, %3"},
    {HW_IR_MAD, D, doubles,  0, 0, 0, "DFMA{round} %0, %1, %2, %3"},
    {HW_IR_MAD_HIGH, I, bits,     3, 4, best, "XMAD %1, %4, %5, RZ\nXMAD{xmad_lo_hi} %2, %4, %5.H1, RZ\nXMAD{xmad_hi_hi} %3, %4.H1, %5.H1, RZ\nXMAD{xmad_hi_lo} %1, %4.H1, %5, %1\n"
                                           "IADD3.RS %0, %1, %2, %3\nIADD{sat} %0, %0, %6"},
    {HW_IR_MAD_HIGH, I, bits,     0, 0, 0, "IMAD{u32_u32}.HI{sat} %0, %1, %2, %3"},
    {HW_IR_MAD_WIDE, I, bits,     4, 4, best, "XMAD %1, %5, %6, RZ\nXMAD{xmad_lo_hi} %2, %5, %6.H1, RZ\nXMAD{xmad_hi_hi} %4, %5.H1, %6.H1, RZ\nXMAD{xmad_hi_lo} %3, %5.H1, %6, %1\n"
                                           "IADD3.RS %3, %3, %2, %4\nXMAD.MRG %2, %5, %6.H1, RZ\nXMAD.PSL.CBCC %1, %5.H1, %2.H1, %1\n"
                                           "IADD %0.CC, %1, %7\nIADD.X %0', %3, %7'"},
    {HW_IR_MAD_WIDE, I, bits,     0, 3, 0, "IMAD{u32_u32} %0.CC, %1, %2, %3\nIMAD{u32_u32}.HI.X %0', %1, %2, %3'"},
    {HW_IR_FMA, F, floats,   0, 0, 0, "FFMA{ftz}{round}{sat} %0, %1, %2, %3"},
    {HW_IR_FMA, D, doubles,  0, 0, 0, "DFMA{round} %0, %1, %2, %3"},
    {HW_IR_SAD, I, integers, 0, 0, 0, "ISAD{u32} %0, %1, %2, %3"},
    {HW_IR_SAD, I, integers, 2, 0, 0, "IMNMX{u32} %1, %3, %4, !PT\nIMNMX{u32} %2, %3, %4, PT\nIADD %1, %1, -%2\nIADD %0, %1, %5"},
    {HW_IR_ABS, I, integers, 0, 0, 0, "I2I.S32.S32 %0, |%1|"},
    {HW_IR_ABS, F, bits,     0, 0, 0, "{unless_ftz}LOP32I.AND %0, %1, 0x7fffffff"},
    {HW_IR_ABS, F, floats,   0, 0, 0, "FADD{ftz} %0, |%1|, -RZ"},
    {HW_IR_ABS, D, bits,     0, 0, 0, "LOP32I.AND %0', %1', 0x7fffffff\nMOV %0, %1"},
    {HW_IR_NEG, W, bits,     0, 0, 0, "IADD %0, -%1, RZ"},
    {HW_IR_NEG, L, bits,     0, 0, 0, "IADD %0.CC, -%1, RZ\nIADD.X %0', -%1', RZ"},
    {HW_IR_NEG, F, bits,     0, 0, 0, "{unless_ftz}LOP32I.XOR %0, %1, 0x80000000"},
    {HW_IR_NEG, F, floats,   0, 0, 0, "FADD{ftz} %0, -%1, -RZ"},
    {HW_IR_NEG, D, bits,     0, 0, 0, "LOP32I.XOR %0', %1', 0x80000000\nMOV %0, %1"},
    {HW_IR_MIN, I, integers, 0, 0, 0, "IMNMX{u32} %0, %1, %2, PT"},
    {HW_IR_MIN, F, floats,   0, 0, 0, "FMNMX{ftz} %0, %1, %2, PT"},
    {HW_IR_MIN, D, doubles,  0, 0, 0, "DMNMX %0, %1, %2, PT"},
    {HW_IR_MAX, I, integers, 0, 0, 0, "IMNMX{u32} %0, %1, %2, !PT"},
    {HW_IR_MAX, F, floats,   0, 0, 0, "FMNMX{ftz} %0, %1, %2, !PT"},
    {HW_IR_MAX, D, doubles,  0, 0, 0, "DMNMX %0, %1, %2, !PT"},
    {HW_IR_RCP, F, floats,   0, 0, 0, "MUFU.RCP %0, %1"},
    {HW_IR_RCP, D, doubles,  0, 0, 0, "MUFU.RCP64H %0', %1'\nMOV %0, RZ"},
    {HW_IR_RSQRT, F, floats, 0, 0, 0, "MUFU.RSQ %0, %1"},
    {HW_IR_RSQRT, D, doubles, 0, 0, 0, "MUFU.RSQ64H %0', %1'\nMOV %0, RZ"},
    {HW_IR_SQRT, F, floats,  1, 0, 0, "MUFU.RSQ %1, %2\nMUFU.RCP %0, %1"},
    {HW_IR_SIN, F, floats,   1, 0, 0, "RRO.SINCOS %1, %2\nMUFU.SIN %0, %1"},
    {HW_IR_COS, F, floats,   1, 0, 0, "RRO.SINCOS %1, %2\nMUFU.COS %0, %1"},
    {HW_IR_EX2, F, floats,   1, 0, 0, "RRO.EX2 %1, %2\nMUFU.EX2 %0, %1"},
    {HW_IR_LG2, F, floats,   0, 0, 0, "MUFU.LG2 %0, %1"},
    {HW_IR_AND, P, bits,     0, 0, 0, "PSETP.AND.AND %0, PT, %1, %2, PT"},
    {HW_IR_AND, W, logic,    0, 0, 0, "LOP.AND %0, %1, %2"},
    {HW_IR_AND, W, logic,    0, 0, 0, "LOP32I.AND %0, %1, %2"},
    {HW_IR_AND, L, logic,    0, 0, 0, "LOP.AND %0, %1, %2\nLOP.AND %0', %1', %2'"},
    {HW_IR_AND, L, logic,    0, 0, 0, "LOP32I.AND %0, %1, %2\nLOP.AND %0', %1', %2'"},
    {HW_IR_AND, L, logic,    0, 0, 0, "LOP32I.AND %0, %1, %2\nLOP32I.AND %0', %1', %2'"},
    {HW_IR_OR, P, bits,      0, 0, 0, "PSETP.OR.AND %0, PT, %1, %2, PT"},
    {HW_IR_OR, W, logic,     0, 0, 0, "LOP.OR %0, %1, %2"},
    {HW_IR_OR, W, logic,     0, 0, 0, "LOP32I.OR %0, %1, %2"},
    {HW_IR_OR, L, logic,     0, 0, 0, "LOP.OR %0, %1, %2\nLOP.OR %0', %1', %2'"},
    {HW_IR_OR, L, logic,     0, 0, 0, "LOP32I.OR %0, %1, %2\nLOP32I.OR %0', %1', %2'"},
    {HW_IR_XOR, P, bits,     0, 0, 0, "PSETP.XOR.AND %0, PT, %1, %2, PT"},
    {HW_IR_XOR, W, logic,    0, 0, 0, "LOP.XOR %0, %1, %2"},
    {HW_IR_XOR, W, logic,    0, 0, 0, "LOP32I.XOR %0, %1, %2"},
    {HW_IR_XOR, L, logic,    0, 0, 0, "LOP.XOR %0, %1, %2\nLOP.XOR %0', %1', %2'"},
    {HW_IR_XOR, L, logic,    0, 0, 0, "LOP32I.XOR %0, %1, %2\nLOP32I.XOR %0', %1', %2'"},
    {HW_IR_NOT, P, bits,     0, 0, 0, "PSETP.AND.AND %0, PT, !%1, PT, PT"},
    {HW_IR_NOT, W, bits,     0, 0, 0, "LOP.PASS_B %0, RZ, ~%1"},
    {HW_IR_NOT, L, bits,     0, 0, 0, "LOP.PASS_B %0, RZ, ~%1\nLOP.PASS_B %0', RZ, ~%1'"},
    {HW_IR_LOP3, I, bits,    0, 0, 0, "LOP3.LUT %0, %1, %2, %3, {number}"},
    {HW_IR_SHL, W, bits,     0, 0, 0, "SHL %0, %1, %2"},
    {HW_IR_SHL, L, bits,     0, 2, 0, "SHF.L.U64 %0', %1, %2, %1'\nSHL %0, %1, %2"},
    {HW_IR_SHR, I, bits,     0, 0, 0, "SHR{u32} %0, %1, %2"},
    {HW_IR_SHR, L, bits,     0, 2, 0, "SHF.R{i64} %0, %1, %2, %1'\nSHR{u32} %0', %1', %2"},
    {HW_IR_FUNNEL_LEFT, I, bits, 0, 0, 0, "SHF.L{w} %0, %1, %3, %2"},
    {HW_IR_FUNNEL_RIGHT, I, bits, 0, 0, 0, "SHF.R{w} %0, %1, %3, %2"},
    {HW_IR_BFE, I, bits,     1, 0, 0, "LOP.AND %1, %3, 0xff\nBFI %1, %4, 0x808, %1\nBFE{u32} %0, %2, %1"},
    {HW_IR_BFI, I, bits,     1, 0, 0, "LOP.AND %1, %4, 0xff\nBFI %1, %5, 0x808, %1\nBFI %0, %2, %1, %3"},
    {HW_IR_BFIND, I, bits,   0, 0, 0, "FLO{u32}{sh} %0, %1"},
    {HW_IR_POPC, I, bits,    0, 0, 0, "POPC %0, %1"},
    {HW_IR_POPC, I, bits,    0, 0, 0, "POPC %0, %1, %1"},
    {HW_IR_CLZ, I, bits,     1, 0, 0, "FLO.U32 %1, %2\nISUB %0, 0x1f, %1"},
    {HW_IR_CLZ, I, bits,     1, 0, 0, "FLO.U32 %1, %2\nIADD %0, -%1, 0x1f"},
    {HW_IR_BREV, I, bits,    0, 0, 0, "BFE.U32.BREV %0, %1, 0x2000"},
    {HW_IR_PRMT, I, bits,    0, 0, 0, "PRMT{prmt} %0, %1, %3, %2"},
    {HW_IR_DP4A, I, bits,    0, 0, 0, "IDP.4A{dp4a} %0, %1, %2, %3"},
    {HW_IR_DP2A, I, bits,    0, 0, 0, "IDP.2A.{half}{dp2a} %0, %1, %2, %3"},
    {HW_IR_SELECT, W | F | H | HH, bits, 0, 0, 0, "SEL %0, %2, %3, %1"},
    {HW_IR_SELECT, W | F | H | HH, bits, 0, 0, 0, "SEL %0, %3, %2, !%1"},
    {HW_IR_SELECT, L | D, bits, 0, 0, 0, "SEL %0, %2, %3, %1\nSEL %0', %2', %3', %1"},
    {HW_IR_SELECT, L | D, bits, 0, 0, 0, "SEL %0, %3, %2, !%1\nSEL %0', %3', %2', !%1"},
    {HW_IR_SETP, I, integers, 0, 0, 0, "ISETP{cmp}{u32}.AND %0, PT, %1, %2, PT"},
    {HW_IR_SETP, I, integers, 0, 0, 0, "ISETP{cmp_swapped}{u32}.AND %0, PT, %2, %1, PT"},
    {HW_IR_SETP, L, integers, 0, 0, 0, "ISUB RZ.CC, %1, %2\nISETP{cmp}{u32}.X.AND %0, PT, %1', %2', PT"},
    {HW_IR_SETP, L, integers, 0, 0, 0, "IADD RZ.CC, %1, -%2\nISETP{cmp}{u32}.X.AND %0, PT, %1', %2', PT"},
    {HW_IR_SETP, F, floats,  0, 0, 0, "FSETP{cmp}{ftz}.AND %0, PT, %1, %2, PT"},
    {HW_IR_SETP, F, floats,  0, 0, 0, "FSETP{cmp_swapped}{ftz}.AND %0, PT, %2, %1, PT"},
    {HW_IR_SETP, D, doubles, 0, 0, 0, "DSETP{cmp}.AND %0, PT, %1, %2, PT"},
    {HW_IR_SETP, D, doubles, 0, 0, 0, "DSETP{cmp_swapped}.AND %0, PT, %2, %1, PT"},
    {HW_IR_SET, I, integers, 0, 0, 0, "ISET{bf}{cmp}{u32}.AND %0, %1, %2, PT"},
    {HW_IR_SET, F, floats,   0, 0, 0, "FSET{bf}{cmp}{ftz}.AND %0, %1, %2, PT"},
    {HW_IR_SET, D, doubles,  0, 0, 0, "DSET{bf}{cmp}.AND %0, %1, %2, PT"},
    {HW_IR_ADD, H, bits,     0, 0, 0, "HADD2{ftz}{sat} %0, %1.H0_H0, %2.H0_H0"},
    {HW_IR_ADD, HH, bits,    0, 0, 0, "HADD2{ftz}{sat} %0, %1, %2"},
    {HW_IR_SUB, H, bits,     0, 0, 0, "HADD2{ftz}{sat} %0, %1.H0_H0, -%2.H0_H0"},
    {HW_IR_SUB, HH, bits,    0, 0, 0, "HADD2{ftz}{sat} %0, %1, -%2"},
    {HW_IR_MUL, H, bits,     0, 0, 0, "HMUL2{ftz}{sat} %0, %1.H0_H0, %2.H0_H0"},
    {HW_IR_MUL, HH, bits,    0, 0, 0, "HMUL2{ftz}{sat} %0, %1, %2"},
    {HW_IR_FMA, H, bits,     0, 0, 0, "HFMA2{ftz}{sat} %0, %1.H0_H0, %2.H0_H0, %3.H0_H0"},
    {HW_IR_FMA, HH, bits,    0, 0, 0, "HFMA2{ftz}{sat} %0, %1, %2, %3"},
    {HW_IR_ABS, H, bits,     0, 0, 0, "HADD2{ftz} %0, |%1.H0_H0|, -RZ.H0_H0"},
    {HW_IR_ABS, HH, bits,    0, 0, 0, "HADD2{ftz} %0, |%1|, -RZ.H0_H0"},
    {HW_IR_NEG, H, bits,     0, 0, 0, "HADD2{ftz} %0, -%1.H0_H0, -RZ.H0_H0"},
    {HW_IR_NEG, HH, bits,    0, 0, 0, "HADD2{ftz} %0, -%1, -RZ.H0_H0"},
    {HW_IR_SETP, H, bits,    0, 0, 0, "HSETP2{cmp}{ftz}.AND %0, PT, %1.H0_H0, %2.H0_H0, PT"},
    {0},
};
/* clang-format on */

#undef P
#undef W
#undef I
#undef L
#undef F
#undef D
#undef H
#undef HH

static const struct {
    uint8_t bits;
    bool is_unsigned;
    uint8_t class;
} types[] = {
    [HW_TYPE_U8] = {8, true, HW_CODEGEN_16},
    [HW_TYPE_S8] = {8, false, HW_CODEGEN_16},
    [HW_TYPE_U16] = {16, true, HW_CODEGEN_16},
    [HW_TYPE_S16] = {16, false, HW_CODEGEN_16},
    [HW_TYPE_U32] = {32, true, HW_CODEGEN_32},
    [HW_TYPE_S32] = {32, false, HW_CODEGEN_32},
    [HW_TYPE_U64] = {64, true, HW_CODEGEN_64},
    [HW_TYPE_S64] = {64, false, HW_CODEGEN_64},
    [HW_TYPE_F16] = {16, false, HW_CODEGEN_HALF},
    [HW_TYPE_F32] = {32, false, HW_CODEGEN_FLOAT},
    [HW_TYPE_F64] = {64, false, HW_CODEGEN_DOUBLE},
    [HW_TYPE_B16] = {16, true, HW_CODEGEN_16},
    [HW_TYPE_B32] = {32, true, HW_CODEGEN_32},
    [HW_TYPE_B64] = {64, true, HW_CODEGEN_64},
    [HW_TYPE_B128] = {128, true, 0},
    [HW_TYPE_F16X2] = {32, false, HW_CODEGEN_HALVES},
};

bool hw_codegen_is_unsigned(unsigned type)
{
    return type < sizeof types / sizeof types[0] && types[type].is_unsigned;
}

unsigned hw_codegen_type_bits(unsigned type)
{
    return type < sizeof types / sizeof types[0] ? types[type].bits : 0;
}

static enum hw_codegen_class class_of_kind(unsigned kind)
{
    static const uint8_t classes[HW_IR_KIND_COUNT] = {[HW_IR_KIND_PRED] = HW_CODEGEN_PRED,
                                                      [HW_IR_KIND_16] = HW_CODEGEN_16,
                                                      [HW_IR_KIND_32] = HW_CODEGEN_32,
                                                      [HW_IR_KIND_64] = HW_CODEGEN_64};
    return (enum hw_codegen_class)classes[kind];
}

enum hw_codegen_class hw_codegen_class(const struct hw_ir_insn *insn)
{
    const unsigned type = insn->op == HW_IR_SET && insn->how.from ? insn->how.from : insn->how.type;

    if (insn->op == HW_IR_SELECT ||
        (insn->results && insn->op != HW_IR_SETP && insn->result[0].kind == HW_IR_KIND_PRED))
        return class_of_kind(insn->result[0].kind);
    if (type && type < sizeof types / sizeof types[0])
        return (enum hw_codegen_class)types[type].class;
    return insn->results ? class_of_kind(insn->result[0].kind) : 0;
}

/* No chip has an instruction for correctly rounded roots and quotients. */
static bool is_exact(const struct hw_ir_insn *insn)
{
    return (insn->op == HW_IR_RCP || insn->op == HW_IR_SQRT || insn->op == HW_IR_DIV) &&
           !insn->how.approximate;
}

const struct hw_isel_pattern *hw_isel_pattern(const struct hw_ir_insn *insn,
                                              const struct hw_isel_pattern *pattern)
{
    if (is_exact(insn))
        return NULL;
    const enum hw_codegen_class class = hw_codegen_class(insn);

    for (; pattern->template; pattern++)
        if (pattern->op == insn->op && (pattern->classes & class))
            return pattern;
    return NULL;
}
