/* SPDX-License-Identifier: MIT */
/* Kernels of Maxwell in text: what the tests of its warps share. */
#ifndef HW_TESTS_MAXWELL_H
#define HW_TESTS_MAXWELL_H

#include "kernel.h"

/* R0 = thread number; R2:R3 = the thread's own word of the output. */
#define START                                                          \
    "S2R R0, SR_TID.X\nMOV R2, c[0x0][0x140]\nMOV R3, c[0x0][0x144]\n" \
    "ISCADD R2.CC, R0, R2, 0x2\nIADD.X R3, R3, RZ\n"
#define STORE(reg)      "STG.E [R2], " reg "\n"
#define END             "EXIT\n"
#define LESS(reg, than) "ISETP.LT.AND P0, PT, " reg ", " than ", PT\n"

static inline void make(struct kernel *k, uint32_t threads, const char *source)
{
    kernel_make(k, "gm107", source);
    k->launch.block[0] = threads;
}

/* Run, expect no fault, and compare each thread's word with a function of its number. */
static inline void expect(uint32_t threads, const char *source, uint32_t (*value)(uint32_t thread))
{
    struct kernel k;

    make(&k, threads, source);
    kernel_expect_ok(&k);
    for (uint32_t i = 0; i < threads; i++)
        if (k.out[i] != value(i))
            fail_msg("thread %u: 0x%x, expected 0x%x", i, k.out[i], value(i));
    kernel_free(&k);
}

#endif
