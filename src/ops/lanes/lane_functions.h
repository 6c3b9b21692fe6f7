/* SPDX-License-Identifier: MIT */
/* The lane functions have numbers, by family, and each build of src/ops/lanes exports lists of them. */
#ifndef HW_OPS_LANES_LANE_FUNCTIONS_H
#define HW_OPS_LANES_LANE_FUNCTIONS_H

#include "ops/uop.h"

enum hw_lanes_move {
    HW_LANES_MOVE_MOV,      /* words */
    HW_LANES_MOVE_MOV_PART, /* halves, or only some lanes of each quad */
    HW_LANES_MOVE_R2C,
    HW_LANES_MOVE_R2A,
    HW_LANES_MOVE_ADA,
    HW_LANES_MOVE_COUNT
};

enum hw_lanes_integer {
    HW_LANES_INTEGER_IADD, /* words, no carry in, no saturation */
    HW_LANES_INTEGER_IADD_ANY,
    HW_LANES_INTEGER_IMUL,
    HW_LANES_INTEGER_IMUL_HIGH,
    HW_LANES_INTEGER_IMAD, /* low product, no carry in, no saturation */
    HW_LANES_INTEGER_IMAD_ANY,
    HW_LANES_INTEGER_ISAD,
    HW_LANES_INTEGER_IMIN,
    HW_LANES_INTEGER_IMAX,
    HW_LANES_INTEGER_ISET,
    HW_LANES_INTEGER_SHL,
    HW_LANES_INTEGER_SHR,
    HW_LANES_INTEGER_AND,
    HW_LANES_INTEGER_OR,
    HW_LANES_INTEGER_XOR,
    HW_LANES_INTEGER_PASS_B,
    HW_LANES_INTEGER_COUNT
};

enum hw_lanes_sum {
    HW_LANES_SUM_IADD3, /* words, no carry, no flags */
    HW_LANES_SUM_IADD3_ANY,
    HW_LANES_SUM_ISCADD,
    HW_LANES_SUM_LEAHI, /* no carry, no predicate */
    HW_LANES_SUM_LEA_ANY,
    HW_LANES_SUM_LEAHI_ANY,
    HW_LANES_SUM_COUNT
};

/* Carries are predicates. */
enum hw_lanes_carry {
    HW_LANES_CARRY_IADD3,
    HW_LANES_CARRY_IADD3_WIDE, /* pairs */
    HW_LANES_CARRY_IMAD,
    HW_LANES_CARRY_IMADWIDE,
    HW_LANES_CARRY_IMADWIDE_HIGH,
    HW_LANES_CARRY_IMADWIDE_SUM,
    HW_LANES_CARRY_LEA,
    HW_LANES_CARRY_LEAHI,
    HW_LANES_CARRY_ISETP,
    HW_LANES_CARRY_COUNT
};

enum hw_lanes_bits {
    HW_LANES_BITS_SHL_ANY,
    HW_LANES_BITS_SHR_ANY, /* with wrap, brev or carry */
    HW_LANES_BITS_SHF_LEFT,
    HW_LANES_BITS_SHF_RIGHT,
    HW_LANES_BITS_BFE_U32,
    HW_LANES_BITS_BFE_S32,
    HW_LANES_BITS_BFI,
    HW_LANES_BITS_FLO,
    HW_LANES_BITS_POPC,
    HW_LANES_BITS_POPC_BOTH,
    HW_LANES_BITS_LOGIC_ANY, /* with a predicate or carry */
    HW_LANES_BITS_LOP3,
    HW_LANES_BITS_LOP3_ANY,
    HW_LANES_BITS_PRMT,
    HW_LANES_BITS_SHF_LOW, /* to the left: the low word */
    HW_LANES_BITS_BREV,
    HW_LANES_BITS_SGXT,
    HW_LANES_BITS_BMSK,
    HW_LANES_BITS_IABS,
    HW_LANES_BITS_COUNT
};

enum hw_lanes_xmad {
    HW_LANES_XMAD_XMAD, /* unsigned, addend c, no carry, no flags, no mrg */
    HW_LANES_XMAD_MRG,
    HW_LANES_XMAD_PSL_CBCC, /* the same with these */
    HW_LANES_XMAD_ANY,
    HW_LANES_XMAD_IMADSP,
    HW_LANES_XMAD_IMADSP_SD,
    HW_LANES_XMAD_IDP,
    HW_LANES_XMAD_COUNT
};

enum hw_lanes_compare {
    HW_LANES_COMPARE_ISETP,
    HW_LANES_COMPARE_ISET_ANY, /* with a predicate, carry or 1.0 for true */
    HW_LANES_COMPARE_IMNMX,
    HW_LANES_COMPARE_IMNMX_PART,
    HW_LANES_COMPARE_ICMP,
    HW_LANES_COMPARE_SEL,
    HW_LANES_COMPARE_COUNT
};

enum hw_lanes_predicate {
    HW_LANES_PREDICATE_PSETP,
    HW_LANES_PREDICATE_PSET,
    HW_LANES_PREDICATE_CSETP,
    HW_LANES_PREDICATE_CSET,
    HW_LANES_PREDICATE_P2R,
    HW_LANES_PREDICATE_P2R_COND,
    HW_LANES_PREDICATE_P2R_BOTH,
    HW_LANES_PREDICATE_R2P,
    HW_LANES_PREDICATE_R2P_COND,
    HW_LANES_PREDICATE_R2P_BOTH,
    HW_LANES_PREDICATE_BALLOT,
    HW_LANES_PREDICATE_SHFL,
    HW_LANES_PREDICATE_PLOP3,
    HW_LANES_PREDICATE_COUNT
};

enum hw_lanes_video {
    HW_LANES_VIDEO_VIDEO,
    HW_LANES_VIDEO_VSETP,
    HW_LANES_VIDEO_VABSDIFF_WORD, /* of words of one sign, with or without addition */
    HW_LANES_VIDEO_SIMD,          /* of halves and bytes */
    HW_LANES_VIDEO_COUNT
};

enum hw_lanes_fp32 {
    HW_LANES_FP32_FADD,
    HW_LANES_FP32_FMUL,
    HW_LANES_FP32_FFMA, /* to nearest, denormals kept */
    HW_LANES_FP32_FADD_FTZ,
    HW_LANES_FP32_FMUL_FTZ,
    HW_LANES_FP32_FFMA_FTZ, /* to nearest, flushed */
    HW_LANES_FP32_FADD_ANY,
    HW_LANES_FP32_FMUL_ANY,
    HW_LANES_FP32_FFMA_ANY,
    HW_LANES_FP32_QUADOP,
    HW_LANES_FP32_COUNT
};

enum hw_lanes_fmad { HW_LANES_FMAD_FMAD, HW_LANES_FMAD_COUNT }; /* Tesla's own */

enum hw_lanes_fp32_compare {
    HW_LANES_FP32_COMPARE_FMNMX,
    HW_LANES_FP32_COMPARE_FSETP,
    HW_LANES_FP32_COMPARE_FSET,
    HW_LANES_FP32_COMPARE_FCMP,
    HW_LANES_FP32_COMPARE_FCHK,
    HW_LANES_FP32_COMPARE_FSEL,
    HW_LANES_FP32_COMPARE_FMNMX_ANY, /* with rules */
    HW_LANES_FP32_COMPARE_COUNT
};

enum hw_lanes_sfu {
    HW_LANES_SFU_RCP,
    HW_LANES_SFU_RSQ,
    HW_LANES_SFU_LG2,
    HW_LANES_SFU_SIN,
    HW_LANES_SFU_COS,
    HW_LANES_SFU_EX2,
    HW_LANES_SFU_RRO_SIN,
    HW_LANES_SFU_RRO_EX2,
    HW_LANES_SFU_MUFU_LG2,
    HW_LANES_SFU_SQRT,
    HW_LANES_SFU_RCP64H,
    HW_LANES_SFU_RSQ64H,
    HW_LANES_SFU_SIN_TURNS, /* of numbers, not of what RRO makes of them */
    HW_LANES_SFU_COS_TURNS,
    HW_LANES_SFU_EX2_NUMBER,
    HW_LANES_SFU_TANH,
    HW_LANES_SFU_HALF, /* any of them, of halves */
    HW_LANES_SFU_COUNT
};

enum hw_lanes_convert {
    HW_LANES_CONVERT_I2I,
    HW_LANES_CONVERT_I2F,
    HW_LANES_CONVERT_F2I,
    HW_LANES_CONVERT_F2F,      /* any of them, lane by lane */
    HW_LANES_CONVERT_I2I_WORD, /* clamped; the source fits s32 after abs and neg, or has neither */
    HW_LANES_CONVERT_I2I_WRAP, /* not clamped; of at most 32 bits */
    HW_LANES_CONVERT_I2F_WORD, /* f32 from an integer of at most 32 bits, no abs or neg */
    HW_LANES_CONVERT_F2I_WORD, /* s32 or u32 from f32 */
    HW_LANES_CONVERT_F2F_WORD, /* f32 from f32 */
    HW_LANES_CONVERT_F2F_HALF, /* f32 from f16, f16 to nearest from f32 or f16 */
    HW_LANES_CONVERT_COUNT
};

enum hw_lanes_convert_wide {
    HW_LANES_CONVERT_WIDE_F2F_WIDEN,
    HW_LANES_CONVERT_WIDE_F2F_NARROW, /* f32 to f64, f64 to f32 with denormals kept */
    HW_LANES_CONVERT_WIDE_F2F_DOUBLE, /* F64 to F64 */
    HW_LANES_CONVERT_WIDE_I2F_WIDE,
    HW_LANES_CONVERT_WIDE_F2I_WIDE, /* f64 from at most 32 bits, s32 or u32 from f64 */
    HW_LANES_CONVERT_WIDE_I2F_LONG,
    HW_LANES_CONVERT_WIDE_F2I_LONG, /* f32, or f64 to nearest, from 64 bits; 64 bits from f32 or f64 */
    HW_LANES_CONVERT_WIDE_COUNT
};

enum hw_lanes_fp64 {
    HW_LANES_FP64_DFMA,
    HW_LANES_FP64_DADD,
    HW_LANES_FP64_DMUL, /* any rounding, lane by lane */
    HW_LANES_FP64_DFMA_RN,
    HW_LANES_FP64_DADD_RN,
    HW_LANES_FP64_DMUL_RN,
    HW_LANES_FP64_DMNMX,
    HW_LANES_FP64_DSET,
    HW_LANES_FP64_DSETP,
    HW_LANES_FP64_DCHK,
    HW_LANES_FP64_DSETP_CHOICE, /* of the smaller or the greater */
    HW_LANES_FP64_COUNT
};

enum hw_lanes_half {
    HW_LANES_HALF_HADD2,
    HW_LANES_HALF_HMUL2,
    HW_LANES_HALF_HFMA2,
    HW_LANES_HALF_HSET2,
    HW_LANES_HALF_HSETP2,
    HW_LANES_HALF_HMNMX2,
    HW_LANES_HALF_COUNT
};

enum hw_lanes_pack {
    HW_LANES_PACK_F2FP,
    HW_LANES_PACK_F2FP_MERGE,
    HW_LANES_PACK_F2FP_BYTES,
    HW_LANES_PACK_F2FP_HALVES,
    HW_LANES_PACK_F2FP_UNPACK,
    HW_LANES_PACK_F2IP,
    HW_LANES_PACK_I2IP,
    HW_LANES_PACK_VABSDIFF4,
    HW_LANES_PACK_COUNT
};

enum hw_lanes_packed {
    HW_LANES_PACKED_VIADD, /* of halves or bytes */
    HW_LANES_PACKED_VIMNMX,
    HW_LANES_PACKED_VIMNMX3,
    HW_LANES_PACKED_VIADDMNMX,
    HW_LANES_PACKED_ISETP_WIDE, /* pairs */
    HW_LANES_PACKED_IMNMX_WIDE,
    HW_LANES_PACKED_MOV_WIDE,
    HW_LANES_PACKED_SEL_WIDE,
    HW_LANES_PACKED_COUNT
};

/* clang-format off */
/* The lists of functions, with something that each of them is told. */
#define HW_LANES_FAMILIES(X, told)          \
    X(move, MOVE, told)                     \
    X(integer, INTEGER, told)               \
    X(sum, SUM, told)                       \
    X(carry, CARRY, told)                   \
    X(bits, BITS, told)                     \
    X(xmad, XMAD, told)                     \
    X(compare, COMPARE, told)               \
    X(predicate, PREDICATE, told)           \
    X(video, VIDEO, told)                   \
    X(fp32, FP32, told)                     \
    X(fmad, FMAD, told)                     \
    X(fp32_compare, FP32_COMPARE, told)     \
    X(sfu, SFU, told)                       \
    X(convert, CONVERT, told)               \
    X(convert_wide, CONVERT_WIDE, told)     \
    X(fp64, FP64, told)                     \
    X(half, HALF, told)                     \
    X(pack, PACK, told)                     \
    X(packed, PACKED, told)
/* clang-format on */

#define HW_LANES_LIST(name, NAME, build) \
    extern hw_uop_fn *const hw_lanes_##name##_##build[HW_LANES_##NAME##_COUNT];
#define HW_LANES_DECLARE(build)             \
    HW_LANES_FAMILIES(HW_LANES_LIST, build) \
    extern uint32_t hw_lanes_cond_##build(const uint32_t *cond_register, unsigned test);

/* A build's functions for all lanes, and for few of them (lanes_narrow.h). */
#define HW_LANES_BUILD(build) \
    HW_LANES_DECLARE(build)   \
    HW_LANES_DECLARE(narrow_##build)

HW_LANES_BUILD(base)
HW_LANES_BUILD(v3)
HW_LANES_BUILD(v4)
#ifdef HW_LANES_SLICE
HW_LANES_DECLARE(slice)
#endif

#endif
