/* SPDX-License-Identifier: MIT */
/* Special registers, as PTX has them: the `number` of SPECIAL and CLOCK.  Registers of a numbered series
 * follow its first. */
#ifndef HW_COMPILER_IR_IR_SPECIAL_H
#define HW_COMPILER_IR_IR_SPECIAL_H

/* clang-format off */
#define HW_IR_SPECIALS(X) \
    X(TID_X, 1) X(TID_Y, 1) X(TID_Z, 1) X(NTID_X, 1) X(NTID_Y, 1) X(NTID_Z, 1) \
    X(CTAID_X, 1) X(CTAID_Y, 1) X(CTAID_Z, 1) X(NCTAID_X, 1) X(NCTAID_Y, 1) X(NCTAID_Z, 1) \
    X(LANEID, 1) X(WARPID, 1) X(NWARPID, 1) X(SMID, 1) X(NSMID, 1) X(GRIDID, 1) \
    X(LANEMASK_EQ, 1) X(LANEMASK_LE, 1) X(LANEMASK_LT, 1) X(LANEMASK_GE, 1) X(LANEMASK_GT, 1) \
    X(CLOCK, 1) X(CLOCK_HI, 1) X(CLOCK64, 1) X(GLOBALTIMER, 1) X(GLOBALTIMER_LO, 1) X(GLOBALTIMER_HI, 1) \
    X(TOTAL_SMEM_SIZE, 1) X(DYNAMIC_SMEM_SIZE, 1) X(PM, 8) X(ENVREG, 32) \
    X(CURRENT_GRAPH_EXEC, 1)
/* clang-format on */

enum hw_ir_special {
#define HW_IR_SPECIAL_ENUM(name, count) \
    HW_IR_SPECIAL_##name, HW_IR_SPECIAL_LAST_##name = HW_IR_SPECIAL_##name + (count)-1,
    HW_IR_SPECIALS(HW_IR_SPECIAL_ENUM)
#undef HW_IR_SPECIAL_ENUM
        HW_IR_SPECIAL_COUNT
};

#endif
