/* The 32-lane functions by family: their numbers, and the lists that each build of rows_*.c exports. */
#ifndef HW_OPS_ALU_ROWS_H
#define HW_OPS_ALU_ROWS_H

#include "machine/memory/memory_ops.h"
#include "ops/uop.h"

enum hw_rows_move {
    HW_ROWS_MOV,      /* words */
    HW_ROWS_MOV_PART, /* halves, or only some lanes of each quad */
    HW_ROWS_R2C,
    HW_ROWS_R2A,
    HW_ROWS_ADA,
    HW_ROWS_MOVE_COUNT
};

enum hw_rows_integer {
    HW_ROWS_IADD, /* words, no carry in, no saturation */
    HW_ROWS_IADD_ANY,
    HW_ROWS_IMUL,
    HW_ROWS_IMUL_HIGH,
    HW_ROWS_IMAD, /* low product, no carry in, no saturation */
    HW_ROWS_IMAD_ANY,
    HW_ROWS_ISAD,
    HW_ROWS_IMIN,
    HW_ROWS_IMAX,
    HW_ROWS_ISET,
    HW_ROWS_SHL,
    HW_ROWS_SHR,
    HW_ROWS_AND,
    HW_ROWS_OR,
    HW_ROWS_XOR,
    HW_ROWS_PASS_B,
    HW_ROWS_INTEGER_COUNT
};

enum hw_rows_sum {
    HW_ROWS_IADD3, /* words, no carry, no flags */
    HW_ROWS_IADD3_ANY,
    HW_ROWS_ISCADD,
    HW_ROWS_LEAHI, /* no carry, no predicate */
    HW_ROWS_LEA_ANY,
    HW_ROWS_LEAHI_ANY,
    HW_ROWS_SUM_COUNT
};

enum hw_rows_bits {
    HW_ROWS_SHL_ANY,
    HW_ROWS_SHR_ANY, /* with wrap, brev or carry */
    HW_ROWS_SHF_LEFT,
    HW_ROWS_SHF_RIGHT,
    HW_ROWS_BFE_U32,
    HW_ROWS_BFE_S32,
    HW_ROWS_BFI,
    HW_ROWS_FLO,
    HW_ROWS_POPC,
    HW_ROWS_POPC_BOTH,
    HW_ROWS_LOGIC_ANY, /* with a predicate or carry */
    HW_ROWS_LOP3,
    HW_ROWS_LOP3_ANY,
    HW_ROWS_PRMT,
    HW_ROWS_BITS_COUNT
};

enum hw_rows_xmad {
    HW_ROWS_XMAD, /* unsigned, addend c, no carry, no flags, no mrg */
    HW_ROWS_XMAD_MRG,
    HW_ROWS_XMAD_PSL_CBCC, /* the same with these */
    HW_ROWS_XMAD_ANY,
    HW_ROWS_IMADSP,
    HW_ROWS_IMADSP_SD,
    HW_ROWS_IDP,
    HW_ROWS_XMAD_COUNT
};

enum hw_rows_compare {
    HW_ROWS_ISETP,
    HW_ROWS_ISET_ANY, /* with a predicate, carry or 1.0 for true */
    HW_ROWS_IMNMX,
    HW_ROWS_IMNMX_PART,
    HW_ROWS_ICMP,
    HW_ROWS_SEL,
    HW_ROWS_COMPARE_COUNT
};

enum hw_rows_predicate {
    HW_ROWS_PSETP,
    HW_ROWS_PSET,
    HW_ROWS_CSETP,
    HW_ROWS_CSET,
    HW_ROWS_P2R,
    HW_ROWS_P2R_COND,
    HW_ROWS_P2R_BOTH,
    HW_ROWS_R2P,
    HW_ROWS_R2P_COND,
    HW_ROWS_R2P_BOTH,
    HW_ROWS_BALLOT,
    HW_ROWS_SHFL,
    HW_ROWS_PREDICATE_COUNT
};

enum hw_rows_video {
    HW_ROWS_VIDEO,
    HW_ROWS_VSETP,
    HW_ROWS_VABSDIFF_WORD, /* of words of one sign, with or without addition */
    HW_ROWS_SIMD,          /* of halves and bytes */
    HW_ROWS_VIDEO_COUNT
};

enum hw_rows_fp32 {
    HW_ROWS_FADD,
    HW_ROWS_FMUL,
    HW_ROWS_FFMA, /* to nearest, denormals kept */
    HW_ROWS_FADD_FTZ,
    HW_ROWS_FMUL_FTZ,
    HW_ROWS_FFMA_FTZ, /* to nearest, flushed */
    HW_ROWS_FADD_ANY,
    HW_ROWS_FMUL_ANY,
    HW_ROWS_FFMA_ANY,
    HW_ROWS_QUADOP,
    HW_ROWS_FP32_COUNT
};

enum hw_rows_fmad { HW_ROWS_FMAD, HW_ROWS_FMAD_COUNT }; /* Tesla's own */

enum hw_rows_fp32_compare {
    HW_ROWS_FMNMX,
    HW_ROWS_FSETP,
    HW_ROWS_FSET,
    HW_ROWS_FCMP,
    HW_ROWS_FCHK,
    HW_ROWS_FP32_COMPARE_COUNT
};

enum hw_rows_sfu {
    HW_ROWS_RCP,
    HW_ROWS_RSQ,
    HW_ROWS_LG2,
    HW_ROWS_SIN,
    HW_ROWS_COS,
    HW_ROWS_EX2,
    HW_ROWS_RRO_SIN,
    HW_ROWS_RRO_EX2,
    HW_ROWS_MUFU_LG2,
    HW_ROWS_SQRT,
    HW_ROWS_RCP64H,
    HW_ROWS_RSQ64H,
    HW_ROWS_SFU_COUNT
};

enum hw_rows_convert {
    HW_ROWS_I2I,
    HW_ROWS_I2F,
    HW_ROWS_F2I,
    HW_ROWS_F2F,      /* any of them, lane by lane */
    HW_ROWS_I2I_WORD, /* clamped; the source fits s32 after abs and neg, or has neither */
    HW_ROWS_I2I_WRAP, /* not clamped; of at most 32 bits */
    HW_ROWS_I2F_WORD, /* f32 from an integer of at most 32 bits, no abs or neg */
    HW_ROWS_F2I_WORD, /* s32 or u32 from f32 */
    HW_ROWS_F2F_WORD, /* f32 from f32 */
    HW_ROWS_F2F_HALF, /* f32 from f16, f16 to nearest from f32 or f16 */
    HW_ROWS_CONVERT_COUNT
};

enum hw_rows_convert_wide {
    HW_ROWS_F2F_WIDEN,
    HW_ROWS_F2F_NARROW, /* f32 to f64, f64 to f32 with denormals kept */
    HW_ROWS_I2F_WIDE,
    HW_ROWS_F2I_WIDE, /* f64 from at most 32 bits, s32 or u32 from f64 */
    HW_ROWS_I2F_LONG,
    HW_ROWS_F2I_LONG, /* f32, or f64 to nearest, from 64 bits; 64 bits from f32 or f64 */
    HW_ROWS_CONVERT_WIDE_COUNT
};

enum hw_rows_fp64 {
    HW_ROWS_DFMA,
    HW_ROWS_DADD,
    HW_ROWS_DMUL, /* any rounding, lane by lane */
    HW_ROWS_DFMA_RN,
    HW_ROWS_DADD_RN,
    HW_ROWS_DMUL_RN,
    HW_ROWS_DMNMX,
    HW_ROWS_DSET,
    HW_ROWS_DSETP,
    HW_ROWS_DCHK,
    HW_ROWS_FP64_COUNT
};

enum hw_rows_half {
    HW_ROWS_HADD2,
    HW_ROWS_HMUL2,
    HW_ROWS_HFMA2,
    HW_ROWS_HSET2,
    HW_ROWS_HSETP2,
    HW_ROWS_HALF_COUNT
};

enum hw_rows_atomic {
    HW_ROWS_ATOMIC,        /* any, at an offset in a segment */
    HW_ROWS_REDUCE_ADD,    /* RED.ADD of words, likewise */
    HW_ROWS_ATOMIC_DEVICE, /* the same two at 64-bit addresses */
    HW_ROWS_REDUCE_ADD_DEVICE,
    HW_ROWS_ATOMIC_SHARED,
    HW_ROWS_ADD_SHARED,
    HW_ROWS_ATOMIC_COUNT
};

#define HW_ROWS_DECLARE(build)                                                        \
    extern hw_uop_fn *const hw_rows_move_##build[HW_ROWS_MOVE_COUNT];                 \
    extern hw_uop_fn *const hw_rows_integer_##build[HW_ROWS_INTEGER_COUNT];           \
    extern hw_uop_fn *const hw_rows_sum_##build[HW_ROWS_SUM_COUNT];                   \
    extern hw_uop_fn *const hw_rows_bits_##build[HW_ROWS_BITS_COUNT];                 \
    extern hw_uop_fn *const hw_rows_xmad_##build[HW_ROWS_XMAD_COUNT];                 \
    extern hw_uop_fn *const hw_rows_compare_##build[HW_ROWS_COMPARE_COUNT];           \
    extern hw_uop_fn *const hw_rows_predicate_##build[HW_ROWS_PREDICATE_COUNT];       \
    extern hw_uop_fn *const hw_rows_video_##build[HW_ROWS_VIDEO_COUNT];               \
    extern hw_uop_fn *const hw_rows_fp32_##build[HW_ROWS_FP32_COUNT];                 \
    extern hw_uop_fn *const hw_rows_fmad_##build[HW_ROWS_FMAD_COUNT];                 \
    extern hw_uop_fn *const hw_rows_fp32_compare_##build[HW_ROWS_FP32_COMPARE_COUNT]; \
    extern hw_uop_fn *const hw_rows_sfu_##build[HW_ROWS_SFU_COUNT];                   \
    extern hw_uop_fn *const hw_rows_convert_##build[HW_ROWS_CONVERT_COUNT];           \
    extern hw_uop_fn *const hw_rows_convert_wide_##build[HW_ROWS_CONVERT_WIDE_COUNT]; \
    extern hw_uop_fn *const hw_rows_fp64_##build[HW_ROWS_FP64_COUNT];                 \
    extern hw_uop_fn *const hw_rows_half_##build[HW_ROWS_HALF_COUNT];                 \
    extern hw_uop_fn *const hw_rows_load_shared_##build[HW_WIDTHS];                   \
    extern hw_uop_fn *const hw_rows_store_shared_##build[HW_WIDTHS];                  \
    extern hw_uop_fn *const hw_rows_load_local_##build[HW_WIDTHS];                    \
    extern hw_uop_fn *const hw_rows_store_local_##build[HW_WIDTHS];                   \
    extern hw_uop_fn *const hw_rows_load_global_##build[HW_WIDTHS];                   \
    extern hw_uop_fn *const hw_rows_store_global_##build[HW_WIDTHS];                  \
    extern hw_uop_fn *const hw_rows_load_device_##build[HW_WIDTHS];                   \
    extern hw_uop_fn *const hw_rows_store_device_##build[HW_WIDTHS];                  \
    extern hw_uop_fn *const hw_rows_load_generic_##build[HW_WIDTHS];                  \
    extern hw_uop_fn *const hw_rows_store_generic_##build[HW_WIDTHS];                 \
    extern hw_uop_fn *const hw_rows_load_const_##build[HW_WIDTHS];                    \
    extern uint32_t hw_rows_cond_##build(const uint32_t *cond_row, unsigned test);

/* A build's functions for all lanes, and for few of them (rows_window.h). */
#define HW_ROWS_BUILD(build)     \
    HW_ROWS_DECLARE(build)       \
    HW_ROWS_DECLARE(few_##build) \
    extern hw_uop_fn *const hw_rows_atomic_##build[HW_ROWS_ATOMIC_COUNT];

HW_ROWS_BUILD(base)
HW_ROWS_BUILD(v3)
HW_ROWS_BUILD(v4)

#endif
