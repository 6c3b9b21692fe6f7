/* SPDX-License-Identifier: MIT */
/* Reading special registers in tests of Maxwell. */
#ifndef HW_TESTS_MAXWELL_SPECIAL_H
#define HW_TESTS_MAXWELL_SPECIAL_H

#include "maxwell.h"

/* Run `before`, then read a register with an instruction into each thread's word. */
static inline void read_with(struct kernel *k, uint32_t threads, const char *before, const char *insn)
{
    char source[1024];

    snprintf(source, sizeof source, START "%s%s\n" STORE("R4") END, before, insn);
    make(k, threads, source);
}

static inline void read_number(struct kernel *k, uint32_t threads, const char *mnemonic, unsigned number)
{
    char insn[32];

    snprintf(insn, sizeof insn, "%s R4, SR%u", mnemonic, number);
    read_with(k, threads, "", insn);
}

/* What lane 0 of one warp reads. */
static inline uint32_t value_of(const char *mnemonic, unsigned number)
{
    struct kernel k;

    read_number(&k, 32, mnemonic, number);
    kernel_expect_ok(&k);
    uint32_t value = k.out[0];
    for (unsigned l = 1; l < 32; l++)
        if (k.out[l] != value)
            fail_msg("SR%u differs from lane to lane", number);
    kernel_free(&k);
    return value;
}

#endif
