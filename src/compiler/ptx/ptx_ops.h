/* SPDX-License-Identifier: MIT */
/* The opcodes of PTX, a row each: name; text; min and max number of operands; for those that this compiler
 * recognises but does not translate, the target that they need.  Which modifiers an instruction takes is
 * stated where it is translated (irgen/ptx_table.h). */
#ifndef HW_COMPILER_PTX_PTX_OPS_H
#define HW_COMPILER_PTX_PTX_OPS_H

/* clang-format off */
#define HW_PTX_OPS(X) \
    X(ABS, "abs", 2, 2, "") \
    X(ACTIVEMASK, "activemask", 1, 1, "") \
    X(ADD, "add", 3, 3, "") \
    X(ADDC, "addc", 3, 3, "") \
    X(ALLOCA, "alloca", 2, 3, "") \
    X(AND, "and", 3, 3, "") \
    X(APPLYPRIORITY, "applypriority", 2, 2, "") \
    X(ATOM, "atom", 2, 4, "") \
    X(BAR_ARRIVE, "bar.arrive", 2, 2, "") \
    X(BAR_CTA_SYNC, "bar.cta.sync", 1, 2, "") \
    X(BAR_CTA_ARRIVE, "bar.cta.arrive", 2, 2, "") \
    X(BAR_CTA_RED, "bar.cta.red", 2, 4, "") \
    X(BAR_RED, "bar.red", 2, 4, "") \
    X(BAR_SYNC, "bar.sync", 1, 2, "") \
    X(BAR_WARP_SYNC, "bar.warp.sync", 1, 1, "") \
    X(BARRIER_ARRIVE, "barrier.arrive", 2, 2, "") \
    X(BARRIER_CTA_SYNC, "barrier.cta.sync", 1, 2, "") \
    X(BARRIER_CTA_ARRIVE, "barrier.cta.arrive", 2, 2, "") \
    X(BARRIER_CTA_RED, "barrier.cta.red", 2, 4, "") \
    X(BARRIER_CLUSTER, "barrier.cluster", 0, 0, "sm_90") \
    X(BARRIER_RED, "barrier.red", 2, 4, "") \
    X(BARRIER_SYNC, "barrier.sync", 1, 2, "") \
    X(BFE, "bfe", 4, 4, "") \
    X(BFI, "bfi", 5, 5, "") \
    X(BFIND, "bfind", 2, 2, "") \
    X(BMSK, "bmsk", 3, 3, "") \
    X(BRA, "bra", 1, 2, "") \
    X(BREV, "brev", 2, 2, "") \
    X(BRKPT, "brkpt", 0, 0, "") \
    X(BRX_IDX, "brx.idx", 2, 2, "") \
    X(CALL, "call", 1, 4, "") \
    X(CLZ, "clz", 2, 2, "") \
    X(CNOT, "cnot", 2, 2, "") \
    X(COPYSIGN, "copysign", 3, 3, "") \
    X(COS, "cos", 2, 2, "") \
    X(CP_ASYNC, "cp.async", 0, 0, "sm_80") \
    X(CP_REDUCE, "cp.reduce", 0, 0, "sm_90") \
    X(CREATEPOLICY, "createpolicy", 0, 0, "sm_80") \
    X(CVT, "cvt", 2, 4, "") \
    X(CVT_PACK, "cvt.pack", 3, 4, "") \
    X(CVTA, "cvta", 2, 2, "") \
    X(DISCARD, "discard", 2, 2, "") \
    X(DIV, "div", 3, 3, "") \
    X(DP2A, "dp2a", 4, 4, "") \
    X(DP4A, "dp4a", 4, 4, "") \
    X(ELECT, "elect", 0, 0, "sm_90") \
    X(EX2, "ex2", 2, 2, "") \
    X(EXIT, "exit", 0, 0, "") \
    X(FENCE, "fence", 0, 0, "") \
    X(FMA, "fma", 4, 4, "") \
    X(FNS, "fns", 4, 4, "") \
    X(GETCTARANK, "getctarank", 0, 0, "sm_90") \
    X(GRIDDEPCONTROL, "griddepcontrol", 0, 0, "sm_90") \
    X(ISSPACEP, "isspacep", 2, 2, "") \
    X(ISTYPEP, "istypep", 2, 2, "") \
    X(LD, "ld", 2, 3, "") \
    X(LDMATRIX, "ldmatrix", 0, 0, "sm_75") \
    X(LDU, "ldu", 2, 2, "") \
    X(LG2, "lg2", 2, 2, "") \
    X(LOP3, "lop3", 5, 6, "") \
    X(MAD, "mad", 4, 4, "") \
    X(MAD24, "mad24", 4, 4, "") \
    X(MADC, "madc", 4, 4, "") \
    X(MAPA, "mapa", 0, 0, "sm_90") \
    X(MATCH, "match", 0, 0, "sm_70") \
    X(MAX, "max", 3, 4, "") \
    X(MBARRIER, "mbarrier", 0, 0, "sm_80") \
    X(MEMBAR, "membar", 0, 0, "") \
    X(MIN, "min", 3, 4, "") \
    X(MMA, "mma", 0, 0, "sm_70") \
    X(MOV, "mov", 2, 2, "") \
    X(MOVMATRIX, "movmatrix", 0, 0, "sm_75") \
    X(MUL, "mul", 3, 3, "") \
    X(MUL24, "mul24", 3, 3, "") \
    X(MULTIMEM, "multimem", 0, 0, "sm_90") \
    X(NANOSLEEP, "nanosleep", 0, 0, "sm_70") \
    X(NEG, "neg", 2, 2, "") \
    X(NOT, "not", 2, 2, "") \
    X(OR, "or", 3, 3, "") \
    X(PMEVENT, "pmevent", 1, 1, "") \
    X(POPC, "popc", 2, 2, "") \
    X(PREFETCH, "prefetch", 1, 1, "") \
    X(PREFETCHU, "prefetchu", 1, 1, "") \
    X(PRMT, "prmt", 4, 4, "") \
    X(RCP, "rcp", 2, 2, "") \
    X(RED, "red", 2, 3, "") \
    X(RED_ASYNC, "red.async", 0, 0, "sm_90") \
    X(REDUX, "redux", 0, 0, "sm_80") \
    X(REM, "rem", 3, 3, "") \
    X(RET, "ret", 0, 0, "") \
    X(RSQRT, "rsqrt", 2, 2, "") \
    X(SAD, "sad", 4, 4, "") \
    X(SELP, "selp", 4, 4, "") \
    X(SET, "set", 3, 4, "") \
    X(SETMAXNREG, "setmaxnreg", 0, 0, "sm_90") \
    X(SETP, "setp", 3, 4, "") \
    X(SHF, "shf", 4, 4, "") \
    X(SHFL, "shfl", 4, 5, "") \
    X(SHL, "shl", 3, 3, "") \
    X(SHR, "shr", 3, 3, "") \
    X(SIN, "sin", 2, 2, "") \
    X(SLCT, "slct", 4, 4, "") \
    X(SQRT, "sqrt", 2, 2, "") \
    X(ST, "st", 2, 3, "") \
    X(ST_ASYNC, "st.async", 0, 0, "sm_90") \
    X(ST_BULK, "st.bulk", 0, 0, "sm_100") \
    X(STACKRESTORE, "stackrestore", 1, 1, "") \
    X(STACKSAVE, "stacksave", 1, 1, "") \
    X(STMATRIX, "stmatrix", 0, 0, "sm_90") \
    X(SUB, "sub", 3, 3, "") \
    X(SUBC, "subc", 3, 3, "") \
    X(SULD, "suld", 2, 2, "") \
    X(SUQ, "suq", 2, 2, "") \
    X(SURED, "sured", 2, 2, "") \
    X(SUST, "sust", 2, 2, "") \
    X(SZEXT, "szext", 3, 3, "") \
    X(TANH, "tanh", 0, 0, "sm_75") \
    X(TCGEN05, "tcgen05", 0, 0, "sm_100") \
    X(TENSORMAP, "tensormap", 0, 0, "sm_90") \
    X(TESTP, "testp", 2, 2, "") \
    X(TEX, "tex", 2, 6, "") \
    X(TLD4, "tld4", 2, 4, "") \
    X(TRAP, "trap", 0, 0, "") \
    X(TXQ, "txq", 2, 3, "") \
    X(VABSDIFF, "vabsdiff", 3, 4, "") \
    X(VABSDIFF2, "vabsdiff2", 4, 4, "") \
    X(VABSDIFF4, "vabsdiff4", 4, 4, "") \
    X(VADD, "vadd", 3, 4, "") \
    X(VADD2, "vadd2", 4, 4, "") \
    X(VADD4, "vadd4", 4, 4, "") \
    X(VAVRG2, "vavrg2", 4, 4, "") \
    X(VAVRG4, "vavrg4", 4, 4, "") \
    X(VMAD, "vmad", 4, 4, "") \
    X(VMAX, "vmax", 3, 4, "") \
    X(VMAX2, "vmax2", 4, 4, "") \
    X(VMAX4, "vmax4", 4, 4, "") \
    X(VMIN, "vmin", 3, 4, "") \
    X(VMIN2, "vmin2", 4, 4, "") \
    X(VMIN4, "vmin4", 4, 4, "") \
    X(VOTE, "vote", 2, 3, "") \
    X(VSET, "vset", 3, 4, "") \
    X(VSET2, "vset2", 4, 4, "") \
    X(VSET4, "vset4", 4, 4, "") \
    X(VSHL, "vshl", 3, 4, "") \
    X(VSHR, "vshr", 3, 4, "") \
    X(VSUB, "vsub", 3, 4, "") \
    X(VSUB2, "vsub2", 4, 4, "") \
    X(VSUB4, "vsub4", 4, 4, "") \
    X(WGMMA, "wgmma", 0, 0, "sm_90") \
    X(WMMA, "wmma", 0, 0, "sm_70") \
    X(XOR, "xor", 3, 3, "")
/* clang-format on */

enum hw_ptx_op {
#define HW_PTX_OP_ENUM(name, text, least, most, needs) HW_PTX_##name,
    HW_PTX_OPS(HW_PTX_OP_ENUM)
#undef HW_PTX_OP_ENUM
        HW_PTX_OP_COUNT
};

struct hw_ptx_op_row {
    const char *name;
    unsigned least, most;
    const char *needs; /* sm_90; "": what this compiler has */
};

const struct hw_ptx_op_row *hw_ptx_op_row(enum hw_ptx_op op);

#endif
