/* SPDX-License-Identifier: MIT */
/* Random kernels of every instruction set, as text for kernel.h: random instructions between random control
 * flow, with faults planted in half of them.
 *
 * A kernel has one parameter, the address of its buffer.  Each block has RANDOM_PART bytes of it: it reads
 * and writes the first half as it likes, loads what most or all of its registers begin with from the second,
 * and stores there what they end with. */
#ifndef HW_TESTS_RANDOM_KERNEL_H
#define HW_TESTS_RANDOM_KERNEL_H

#include "random_insn.h"

#define RANDOM_PART        0x4000u
#define RANDOM_BLOCKS      3u
#define RANDOM_LOCAL_BYTES 256u /* of a thread; from Fermi on at the end of a window of 16 MiB */

/* Those that have a language of their own. */
enum random_generation { RANDOM_TESLA = 100, RANDOM_VOLTA };

struct random_kernel {
    uint64_t seed;
    const char *chip;
    char text[65536];

    uint32_t blocks, block[2], lanes, turn, stack_entries, workers;
    uint64_t max_instructions;
    bool strict, calls_out;

    /* While it is made. */
    struct random_insns insns;
    unsigned generation; /* of unit/engine/generations.h, or enum random_generation */
    size_t used;
    unsigned lines, labels, counters, functions, functions_made;
    bool faults;
};

#define RANDOM_CHIPS 16u

/* The kernel of a seed, and the chip that it is for: they take turns. */
void random_kernel_make(struct random_kernel *kernel, uint64_t seed);
const char *random_kernel_chip(uint64_t seed);
bool random_kernel_has_chip(const char *name);

#endif
