/* The 32-lane functions by family: their numbers, and the lists that each build of rows_*.c exports. */
#ifndef HW_OPS_ALU_ROWS_H
#define HW_OPS_ALU_ROWS_H

#include "ops/mem.h"
#include "ops/uop.h"

enum hw_rows_move {
    HW_ROWS_MOV,        /* words */
    HW_ROWS_MOV_PART,   /* halves, or only some lanes of each quad */
    HW_ROWS_R2C, HW_ROWS_R2A, HW_ROWS_ADA,
    HW_ROWS_MOVE_COUNT
};

enum hw_rows_integer {
    HW_ROWS_IADD,       /* words, no carry in, no saturation */
    HW_ROWS_IADD_ANY,
    HW_ROWS_IMUL, HW_ROWS_IMUL_HIGH,
    HW_ROWS_IMAD,       /* low product, no carry in, no saturation */
    HW_ROWS_IMAD_ANY,
    HW_ROWS_ISAD,
    HW_ROWS_IMIN, HW_ROWS_IMAX, HW_ROWS_ISET,
    HW_ROWS_SHL, HW_ROWS_SHR,
    HW_ROWS_AND, HW_ROWS_OR, HW_ROWS_XOR, HW_ROWS_PASS_B,
    HW_ROWS_INTEGER_COUNT
};

enum hw_rows_fp32 {
    HW_ROWS_FADD, HW_ROWS_FMUL, HW_ROWS_FFMA,               /* to nearest, denormals kept */
    HW_ROWS_FADD_FTZ, HW_ROWS_FMUL_FTZ, HW_ROWS_FFMA_FTZ,   /* to nearest, flushed */
    HW_ROWS_FADD_ANY, HW_ROWS_FMUL_ANY, HW_ROWS_FFMA_ANY,
    HW_ROWS_QUADOP,
    HW_ROWS_FP32_COUNT
};

enum hw_rows_fmad { HW_ROWS_FMAD, HW_ROWS_FMAD_COUNT };   /* Tesla's own */

enum hw_rows_fp32_compare {
    HW_ROWS_FMNMX, HW_ROWS_FSETP, HW_ROWS_FSET, HW_ROWS_FCMP, HW_ROWS_FCHK,
    HW_ROWS_FP32_COMPARE_COUNT
};

enum hw_rows_sfu {
    HW_ROWS_RCP, HW_ROWS_RSQ, HW_ROWS_LG2, HW_ROWS_SIN, HW_ROWS_COS, HW_ROWS_EX2,
    HW_ROWS_RRO_SIN, HW_ROWS_RRO_EX2,
    HW_ROWS_SQRT, HW_ROWS_RCP64H, HW_ROWS_RSQ64H,
    HW_ROWS_SFU_COUNT
};

enum hw_rows_convert {
    HW_ROWS_I2I, HW_ROWS_I2F, HW_ROWS_F2I, HW_ROWS_F2F,   /* any of them, lane by lane */
    HW_ROWS_I2I_WORD,   /* the source fits s32 after abs and neg, or has neither */
    HW_ROWS_I2F_WORD,   /* f32 from an integer of at most 32 bits, to nearest, no abs or neg */
    HW_ROWS_F2I_WORD,   /* s32 or u32 from f32 */
    HW_ROWS_F2F_WORD,   /* f32 from f32 */
    HW_ROWS_CONVERT_COUNT
};

enum hw_rows_fp64 {
    HW_ROWS_DFMA, HW_ROWS_DADD, HW_ROWS_DMUL,         /* any rounding, lane by lane */
    HW_ROWS_DFMA_RN, HW_ROWS_DADD_RN, HW_ROWS_DMUL_RN,
    HW_ROWS_DMNMX, HW_ROWS_DSET, HW_ROWS_DSETP,
    HW_ROWS_FP64_COUNT
};

enum hw_rows_half {
    HW_ROWS_HADD2, HW_ROWS_HMUL2, HW_ROWS_HFMA2, HW_ROWS_HSET2, HW_ROWS_HSETP2,
    HW_ROWS_HALF_COUNT
};

enum hw_rows_atomic {
    HW_ROWS_ATOMIC,     /* any */
    HW_ROWS_REDUCE_ADD, /* RED.ADD of words */
    HW_ROWS_ATOMIC_COUNT
};

#define HW_ROWS_DECLARE(build)                                                          \
    extern hw_uop_fn *const hw_rows_move_##build[HW_ROWS_MOVE_COUNT];                   \
    extern hw_uop_fn *const hw_rows_integer_##build[HW_ROWS_INTEGER_COUNT];             \
    extern hw_uop_fn *const hw_rows_fp32_##build[HW_ROWS_FP32_COUNT];                   \
    extern hw_uop_fn *const hw_rows_fmad_##build[HW_ROWS_FMAD_COUNT];                   \
    extern hw_uop_fn *const hw_rows_fp32_compare_##build[HW_ROWS_FP32_COMPARE_COUNT];   \
    extern hw_uop_fn *const hw_rows_sfu_##build[HW_ROWS_SFU_COUNT];                     \
    extern hw_uop_fn *const hw_rows_convert_##build[HW_ROWS_CONVERT_COUNT];             \
    extern hw_uop_fn *const hw_rows_fp64_##build[HW_ROWS_FP64_COUNT];                   \
    extern hw_uop_fn *const hw_rows_half_##build[HW_ROWS_HALF_COUNT];                   \
    extern hw_uop_fn *const hw_rows_load_shared_##build[HW_WIDTHS];                     \
    extern hw_uop_fn *const hw_rows_store_shared_##build[HW_WIDTHS];                    \
    extern hw_uop_fn *const hw_rows_load_local_##build[HW_WIDTHS];                      \
    extern hw_uop_fn *const hw_rows_store_local_##build[HW_WIDTHS];                     \
    extern hw_uop_fn *const hw_rows_load_global_##build[HW_WIDTHS];                     \
    extern hw_uop_fn *const hw_rows_store_global_##build[HW_WIDTHS];                    \
    extern hw_uop_fn *const hw_rows_load_const_##build[HW_WIDTHS];                      \
    extern hw_uop_fn *const hw_rows_atomic_##build[HW_ROWS_ATOMIC_COUNT];               \
    extern uint32_t hw_rows_cond_##build(const uint32_t *cond_row, unsigned test);

HW_ROWS_DECLARE(base)
HW_ROWS_DECLARE(v3)
HW_ROWS_DECLARE(v4)

#endif
