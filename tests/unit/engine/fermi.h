/* SPDX-License-Identifier: MIT */
/* Kernels of Fermi and Kepler in text: the generations before Maxwell, one source for GF100, GK104 and
 * GK110. */
#ifndef HW_TESTS_FERMI_H
#define HW_TESTS_FERMI_H

#include "unit/engine/generations.h"

#define FERMI_CHIPS GM107
static const struct generation *const fermi_chips = generations;

static inline void fermi_make(struct kernel *k, unsigned chip, uint32_t threads, const char *source)
{
    make_on(k, chip, threads, source);
}

static inline void fermi_expect(unsigned chip, uint32_t threads, const char *source,
                                uint32_t (*value)(uint32_t thread))
{
    expect_on(chip, threads, source, value);
}

static inline void fermi_expect_all(uint32_t threads, const char *source, uint32_t (*value)(uint32_t thread))
{
    for (unsigned chip = 0; chip < FERMI_CHIPS; chip++)
        expect_on(chip, threads, source, value);
}

/* One thread, whose own word of the output is at [R2], meets a fault in these instructions. */
static inline void fermi_expect_fault(unsigned chip, const char *insns, unsigned kind, const char *says)
{
    char source[1024];

    snprintf(source, sizeof source, START "%s\n" END, insns);
    expect_fault_on(chip, 1, source, kind, says);
}

#endif
