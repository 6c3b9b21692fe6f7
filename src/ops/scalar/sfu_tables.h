/* SPDX-License-Identifier: MIT */
/* The interpolation tables of the special-function unit: see sfu_tables.c. */
#ifndef HW_OPS_SCALAR_SFU_TABLES_H
#define HW_OPS_SCALAR_SFU_TABLES_H

#include <stdint.h>

#define HW_SFU_SLICES 128 /* at most: the reciprocals'; the other tables have half as many */

struct hw_sfu_table {
    int32_t a[HW_SFU_SLICES], b[HW_SFU_SLICES], c[HW_SFU_SLICES];
};

extern const struct hw_sfu_table hw_sfu_table_rcp, hw_sfu_table_rsq, hw_sfu_table_sin, hw_sfu_table_ex2,
    hw_sfu_table_lg2;

#endif
