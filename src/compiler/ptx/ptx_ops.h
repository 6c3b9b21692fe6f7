/* SPDX-License-Identifier: MIT */
/* The instructions of PTX, one row each: name; text; how many operands it has at least and at most; its
 * modifiers.
 *
 * A word of the last column is a set of ptx_ops.c, or a modifier with its dot, and stands for one modifier of
 * the instruction, in any place among them; a ! behind it says that it has to be there.  An instruction that
 * this compiler knows by name only has the target there that it needs: sm_90. */
#ifndef HW_COMPILER_PTX_PTX_OPS_H
#define HW_COMPILER_PTX_PTX_OPS_H

#include <stdbool.h>
#include <stddef.h>

/* clang-format off */
#define HW_PTX_OPS(X) \
    X(ABS, "abs", 2, 2, ".ftz number!") \
    X(ACTIVEMASK, "activemask", 1, 1, ".b32!") \
    X(ADD, "add", 3, 3, "round .ftz .sat .cc number!") \
    X(ADDC, "addc", 3, 3, ".cc number!") \
    X(ALLOCA, "alloca", 2, 3, "bits!") \
    X(AND, "and", 3, 3, "logic!") \
    X(APPLYPRIORITY, "applypriority", 2, 2, "space .L2::evict_normal!") \
    X(ATOM, "atom", 2, 4, "order scope space atomic! .noftz cache_hint vector number!") \
    X(BAR_ARRIVE, "bar.arrive", 2, 2, "") \
    X(BAR_CTA_SYNC, "bar.cta.sync", 1, 2, "") \
    X(BAR_CTA_ARRIVE, "bar.cta.arrive", 2, 2, "") \
    X(BAR_CTA_RED, "bar.cta.red", 2, 4, "reduction! .u32 .pred") \
    X(BAR_RED, "bar.red", 2, 4, "reduction! .u32 .pred") \
    X(BAR_SYNC, "bar.sync", 1, 2, ".aligned") \
    X(BAR_WARP_SYNC, "bar.warp.sync", 1, 1, "") \
    X(BARRIER_ARRIVE, "barrier.arrive", 2, 2, ".aligned") \
    X(BARRIER_CTA_SYNC, "barrier.cta.sync", 1, 2, ".aligned") \
    X(BARRIER_CTA_ARRIVE, "barrier.cta.arrive", 2, 2, ".aligned") \
    X(BARRIER_CTA_RED, "barrier.cta.red", 2, 4, "reduction! .aligned .u32 .pred") \
    X(BARRIER_CLUSTER, "barrier.cluster", 0, 0, "sm_90") \
    X(BARRIER_RED, "barrier.red", 2, 4, "reduction! .aligned .u32 .pred") \
    X(BARRIER_SYNC, "barrier.sync", 1, 2, ".aligned") \
    X(BFE, "bfe", 4, 4, "number!") \
    X(BFI, "bfi", 5, 5, "bits!") \
    X(BFIND, "bfind", 2, 2, ".shiftamt number!") \
    X(BMSK, "bmsk", 3, 3, "wrap! .b32!") \
    X(BRA, "bra", 1, 2, ".uni") \
    X(BREV, "brev", 2, 2, "bits!") \
    X(BRKPT, "brkpt", 0, 0, "") \
    X(BRX_IDX, "brx.idx", 2, 2, ".uni") \
    X(CALL, "call", 1, 4, ".uni") \
    X(CLZ, "clz", 2, 2, "bits!") \
    X(CNOT, "cnot", 2, 2, "bits!") \
    X(COPYSIGN, "copysign", 3, 3, "number!") \
    X(COS, "cos", 2, 2, ".approx .ftz number!") \
    X(CP_ASYNC, "cp.async", 0, 0, "sm_80") \
    X(CP_REDUCE, "cp.reduce", 0, 0, "sm_90") \
    X(CREATEPOLICY, "createpolicy", 0, 0, "sm_80") \
    X(CVT, "cvt", 2, 4, "round .ftz .sat .satfinite .relu number! number") \
    X(CVT_PACK, "cvt.pack", 3, 4, ".sat! packed! number! number") \
    X(CVTA, "cvta", 2, 2, ".to space! number!") \
    X(DISCARD, "discard", 2, 2, "space .L2!") \
    X(DIV, "div", 3, 3, "round .approx .full .ftz .sat number!") \
    X(DP2A, "dp2a", 4, 4, "half! number! number!") \
    X(DP4A, "dp4a", 4, 4, "number! number!") \
    X(ELECT, "elect", 0, 0, "sm_90") \
    X(EX2, "ex2", 2, 2, ".approx .ftz number!") \
    X(EXIT, "exit", 0, 0, "") \
    X(FENCE, "fence", 0, 0, "order scope .proxy .alias") \
    X(FMA, "fma", 4, 4, "round .ftz .sat .relu number!") \
    X(FNS, "fns", 4, 4, ".b32!") \
    X(GETCTARANK, "getctarank", 0, 0, "sm_90") \
    X(GRIDDEPCONTROL, "griddepcontrol", 0, 0, "sm_90") \
    X(ISSPACEP, "isspacep", 2, 2, "space!") \
    X(ISTYPEP, "istypep", 2, 2, "opaque!") \
    X(LD, "ld", 2, 3, "order scope space cache evict cache_hint prefetch_size .unified vector number!") \
    X(LDMATRIX, "ldmatrix", 0, 0, "sm_75") \
    X(LDU, "ldu", 2, 2, "space vector number!") \
    X(LG2, "lg2", 2, 2, ".approx .ftz number!") \
    X(LOP3, "lop3", 5, 6, "reduction .b32!") \
    X(MAD, "mad", 4, 4, "half round .ftz .sat .cc number!") \
    X(MAD24, "mad24", 4, 4, "half! .sat number!") \
    X(MADC, "madc", 4, 4, "half! .cc number!") \
    X(MAPA, "mapa", 0, 0, "sm_90") \
    X(MATCH, "match", 3, 3, ".sync! match! bits!") \
    X(MAX, "max", 3, 4, ".ftz .NaN .xorsign .abs .relu number!") \
    X(MBARRIER, "mbarrier", 0, 0, "sm_80") \
    X(MEMBAR, "membar", 0, 0, "scope!") \
    X(MIN, "min", 3, 4, ".ftz .NaN .xorsign .abs .relu number!") \
    X(MMA, "mma", 0, 0, "sm_70") \
    X(MOV, "mov", 2, 2, "vector number!") \
    X(MOVMATRIX, "movmatrix", 0, 0, "sm_75") \
    X(MUL, "mul", 3, 3, "half round .ftz .sat number!") \
    X(MUL24, "mul24", 3, 3, "half! number!") \
    X(MULTIMEM, "multimem", 0, 0, "sm_90") \
    X(NANOSLEEP, "nanosleep", 1, 1, ".u32!") \
    X(NEG, "neg", 2, 2, ".ftz number!") \
    X(NOT, "not", 2, 2, "logic!") \
    X(OR, "or", 3, 3, "logic!") \
    X(PMEVENT, "pmevent", 1, 1, ".mask") \
    X(POPC, "popc", 2, 2, "bits!") \
    X(PREFETCH, "prefetch", 1, 1, "space prefetch!") \
    X(PREFETCHU, "prefetchu", 1, 1, ".L1!") \
    X(PRMT, "prmt", 4, 4, ".b32! prmt") \
    X(RCP, "rcp", 2, 2, "round .approx .ftz number!") \
    X(RED, "red", 2, 3, "order scope space atomic! .noftz cache_hint vector number!") \
    X(RED_ASYNC, "red.async", 0, 0, "sm_90") \
    X(REDUX, "redux", 0, 0, "sm_80") \
    X(REM, "rem", 3, 3, "number!") \
    X(RET, "ret", 0, 0, ".uni") \
    X(RSQRT, "rsqrt", 2, 2, ".approx .ftz number!") \
    X(SAD, "sad", 4, 4, "number!") \
    X(SELP, "selp", 4, 4, "number!") \
    X(SET, "set", 3, 4, "compare! reduction .ftz number! number!") \
    X(SETMAXNREG, "setmaxnreg", 0, 0, "sm_90") \
    X(SETP, "setp", 3, 4, "compare! reduction .ftz number!") \
    X(SHF, "shf", 4, 4, "side! wrap! .b32!") \
    X(SHFL, "shfl", 4, 5, ".sync shuffle! .b32!") \
    X(SHL, "shl", 3, 3, "bits!") \
    X(SHR, "shr", 3, 3, "number!") \
    X(SIN, "sin", 2, 2, ".approx .ftz number!") \
    X(SLCT, "slct", 4, 4, ".ftz number! number!") \
    X(SQRT, "sqrt", 2, 2, "round .approx .ftz number!") \
    X(ST, "st", 2, 3, "order scope space cache evict cache_hint vector number!") \
    X(ST_ASYNC, "st.async", 0, 0, "sm_90") \
    X(ST_BULK, "st.bulk", 0, 0, "sm_100") \
    X(STACKRESTORE, "stackrestore", 1, 1, "bits!") \
    X(STACKSAVE, "stacksave", 1, 1, "bits!") \
    X(STMATRIX, "stmatrix", 0, 0, "sm_90") \
    X(SUB, "sub", 3, 3, "round .ftz .sat .cc number!") \
    X(SUBC, "subc", 3, 3, ".cc number!") \
    X(SULD, "suld", 2, 2, ".b .p geometry! cache vector number! clamp") \
    X(SUQ, "suq", 2, 2, "query! .b32!") \
    X(SURED, "sured", 2, 2, ".b .p atomic! geometry! number! clamp") \
    X(SUST, "sust", 2, 2, ".b .p geometry! cache vector number! clamp") \
    X(SZEXT, "szext", 3, 3, "wrap! number!") \
    X(TANH, "tanh", 2, 2, ".approx! number!") \
    X(TCGEN05, "tcgen05", 0, 0, "sm_100") \
    X(TENSORMAP, "tensormap", 0, 0, "sm_90") \
    X(TESTP, "testp", 2, 2, "test! number!") \
    X(TEX, "tex", 2, 4, ".base .level .grad geometry! vector number! number!") \
    X(TLD4, "tld4", 2, 4, "component! geometry! vector! number! number!") \
    X(TRAP, "trap", 0, 0, "") \
    X(TXQ, "txq", 2, 3, ".level query! .b32!") \
    X(VABSDIFF, "vabsdiff", 3, 4, "number! number! number! .sat video") \
    X(VABSDIFF2, "vabsdiff2", 4, 4, "number! number! number! .sat .add") \
    X(VABSDIFF4, "vabsdiff4", 4, 4, "number! number! number! .sat .add") \
    X(VADD, "vadd", 3, 4, "number! number! number! .sat video") \
    X(VADD2, "vadd2", 4, 4, "number! number! number! .sat .add") \
    X(VADD4, "vadd4", 4, 4, "number! number! number! .sat .add") \
    X(VAVRG2, "vavrg2", 4, 4, "number! number! number! .sat .add") \
    X(VAVRG4, "vavrg4", 4, 4, "number! number! number! .sat .add") \
    X(VMAD, "vmad", 4, 4, "number! number! number! .sat .po shift") \
    X(VMAX, "vmax", 3, 4, "number! number! number! .sat video") \
    X(VMAX2, "vmax2", 4, 4, "number! number! number! .sat .add") \
    X(VMAX4, "vmax4", 4, 4, "number! number! number! .sat .add") \
    X(VMIN, "vmin", 3, 4, "number! number! number! .sat video") \
    X(VMIN2, "vmin2", 4, 4, "number! number! number! .sat .add") \
    X(VMIN4, "vmin4", 4, 4, "number! number! number! .sat .add") \
    X(VOTE, "vote", 2, 3, ".sync vote! .pred .b32") \
    X(VSET, "vset", 3, 4, "number! number! compare! video") \
    X(VSET2, "vset2", 4, 4, "number! number! compare! .add") \
    X(VSET4, "vset4", 4, 4, "number! number! compare! .add") \
    X(VSHL, "vshl", 3, 4, "number! number! number! .sat wrap! video") \
    X(VSHR, "vshr", 3, 4, "number! number! number! .sat wrap! video") \
    X(VSUB, "vsub", 3, 4, "number! number! number! .sat video") \
    X(VSUB2, "vsub2", 4, 4, "number! number! number! .sat .add") \
    X(VSUB4, "vsub4", 4, 4, "number! number! number! .sat .add") \
    X(WGMMA, "wgmma", 0, 0, "sm_90") \
    X(WMMA, "wmma", 0, 0, "sm_70") \
    X(XOR, "xor", 3, 3, "logic!")
/* clang-format on */

enum hw_ptx_op {
#define HW_PTX_OP_ENUM(name, text, least, most, modifiers) HW_PTX_##name,
    HW_PTX_OPS(HW_PTX_OP_ENUM)
#undef HW_PTX_OP_ENUM
        HW_PTX_OP_COUNT
};

struct hw_ptx_op_row {
    const char *name;
    unsigned least, most;
    const char *modifiers;
};

const struct hw_ptx_op_row *hw_ptx_op_row(enum hw_ptx_op op);
/* The operation of the longest name that `name` begins with, and ends with or goes on at a dot;
 * HW_PTX_OP_COUNT: none. */
enum hw_ptx_op hw_ptx_op_find(const char *name);
/* Whether only the name is known of an operation: its modifiers are the target that it needs. */
bool hw_ptx_op_is_refused(enum hw_ptx_op op);
/* Whether modifiers (without dots) suit an operation.  If not, *wrong is the first that does not, or their
 * count if one is missing, and `expected` is what may stand there. */
bool hw_ptx_op_suits(enum hw_ptx_op op, const char *const *modifier, size_t modifiers, size_t *wrong,
                     char *expected, size_t size);

#endif
