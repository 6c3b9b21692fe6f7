/* SPDX-License-Identifier: MIT */
/* The interpolation tables of the special-function unit: see sfu_tables.c. */
#ifndef HW_OPS_SCALAR_SFU_TABLES_H
#define HW_OPS_SCALAR_SFU_TABLES_H

#include <stdint.h>

struct hw_sfu_table_64 {
    int32_t a[64], b[64], c[64];
};
struct hw_sfu_table_128 {
    int32_t a[128], b[128], c[128];
};

extern const struct hw_sfu_table_128 hw_sfu_rcp, hw_sfu_rsqrt;
extern const struct hw_sfu_table_64 hw_sfu_sin, hw_sfu_ex2, hw_sfu_lg2;

#endif
