/* SPDX-License-Identifier: MIT */
/* The special-function unit has these interpolation tables (sfu_tables.c). */
#ifndef HW_OPS_SCALAR_SFU_TABLES_H
#define HW_OPS_SCALAR_SFU_TABLES_H

#include <stdint.h>

#define HW_SFU_SLICES 128 /* at most: the reciprocals'; the other tables have half as many */

/* The same as columns, to take words from registers, and as entries, to load. */
struct hw_sfu_table {
    int32_t a[HW_SFU_SLICES], bc[HW_SFU_SLICES];
    struct {
        int32_t a, bc;
    } entry[HW_SFU_SLICES];
};

/* b has at most 17 bits and a sign, c 11 and a sign. */
#define HW_SFU_PACK(b, c) ((b)*4096 | ((c)&4095))
#define HW_SFU_B(bc)      ((bc) >> 12)
#define HW_SFU_C(bc)      ((int32_t)((uint32_t)(bc) << 20) >> 20)

extern const struct hw_sfu_table hw_sfu_table_rcp, hw_sfu_table_rsq, hw_sfu_table_sin, hw_sfu_table_ex2,
    hw_sfu_table_lg2;

#endif
