/* SPDX-License-Identifier: MIT */
/* Kernels in text that run on every generation with predicates, from one source: Fermi, Kepler, Maxwell.
 *
 * What differs is written as one of generation_names: places where a launch puts things, instructions that
 * have other names, and spellings that CUDA 5 changed.  All read 64-bit addresses. */
#ifndef HW_TESTS_GENERATIONS_H
#define HW_TESTS_GENERATIONS_H

#include "kernel.h"

enum { GF100, GK104, GK110, GM107, GENERATIONS };

#define GENERATION_NAMES 17
struct generation {
    const char *chip, *is[GENERATION_NAMES];
};

/* clang-format off */
static const char *const generation_names[GENERATION_NAMES] = {
    "TID_X", "OUT_LOW", "OUT_HIGH", "PARAM2",  "NTID_X",   "STACK",   "SWIN",     "LWIN",
    "JOIN",  "BARRIER", "BAR_SYNC", "BAR_ARV", "BAR_LAST", "ST_WORD", "LDS_WORD", "LAST_REG",
    "LD_WORD",
};
/* clang-format on */
static const struct generation generations[GENERATIONS] = {
    {"gf100",
     {"SR_TID.X", "c[0x0][0x20]", "c[0x0][0x24]", "c[0x0][0x28]", "c[0x0][0x8]", "c[0x1][0x100]",
      "c[0x0][0x0]", "c[0x0][0x4]", "NOP.S CC.T", "BAR.RED.POPC RZ, RZ, RZ, PT", "BAR.RED.POPC RZ,",
      "BAR.ARV RZ,", ", PT", "ST.E", "LDS", "R62", "LD.E"}},
    {"gk104",
     {"SR_TID.X", "c[0x0][0x140]", "c[0x0][0x144]", "c[0x0][0x148]", "c[0x0][0x28]", "c[0x0][0x44]",
      "c[0x0][0x20]", "c[0x0][0x24]", "NOP.S", "BAR.SYNC 0x0", "BAR.SYNC", "BAR.ARV", "", "ST.E", "LDS",
      "R62", "LD.E"}},
    {"gk110",
     {"SR_TID.X", "c[0x0][0x140]", "c[0x0][0x144]", "c[0x0][0x148]", "c[0x0][0x28]", "c[0x0][0x44]",
      "c[0x0][0x20]", "c[0x0][0x24]", "NOP.S", "BAR.SYNC 0x0", "BAR.SYNC", "BAR.ARV", "", "ST.E", "LDS",
      "R254", "LD.E"}},
    {"gm107",
     {"SR_TID.X", "c[0x0][0x140]", "c[0x0][0x144]", "c[0x0][0x148]", "c[0x0][0x8]", "c[0x0][0x20]",
      "c[0x0][0x0]", "c[0x0][0x4]", "SYNC", "BAR.SYNC 0x0", "BAR.SYNC", "BAR.ARV", "", "STG.E", "LDS.U.32",
      "R254", "LDG.E"}},
};

/* R0 = thread number; R2:R3 = the thread's own word of the output. */
#define START \
    "S2R R0, TID_X\nMOV R2, OUT_LOW\nMOV R3, OUT_HIGH\nISCADD R2.CC, R0, R2, 0x2\nIADD.X R3, R3, RZ\n"
/* In a launch of several blocks of 64 threads: the words of a block lie behind those of the block before. */
#define OF_BLOCK        "S2R R9, SR_CTAID.X\nSHL R9, R9, 0x8\nIADD R2.CC, R2, R9\nIADD.X R3, R3, RZ\n"
#define STORE(reg)      "ST_WORD [R2], " reg "\n"
#define END             "EXIT\n"
#define LESS(reg, than) "ISETP.LT.AND P0, PT, " reg ", " than ", PT\n"

/* The source as a generation's text; returns its length. */
static inline size_t generation_text(unsigned generation, const char *source, char *text, size_t size)
{
    char *to = text;

    for (const char *at = source; *at && to < text + size - 64;) {
        unsigned name = 0;
        while (name < GENERATION_NAMES &&
               strncmp(at, generation_names[name], strlen(generation_names[name])) != 0)
            name++;
        if (name < GENERATION_NAMES) {
            to += sprintf(to, "%s", generations[generation].is[name]);
            at += strlen(generation_names[name]);
        } else {
            *to++ = *at++;
        }
    }
    *to = '\0';
    return (size_t)(to - text);
}

/* A launch of so many threads of the source. */
static inline void make_on(struct kernel *k, unsigned generation, uint32_t threads, const char *source)
{
    static char text[16384];

    generation_text(generation, source, text, sizeof text);
    kernel_make(k, generations[generation].chip, text);
    k->launch.block[0] = threads;
}

/* Run, expect no fault, and compare each thread's word with a function of its number. */
static inline void expect_on(unsigned generation, uint32_t threads, const char *source,
                             uint32_t (*value)(uint32_t thread))
{
    struct kernel k;

    make_on(&k, generation, threads, source);
    kernel_expect_ok(&k);
    for (uint32_t i = 0; i < threads; i++)
        if (k.out[i] != value(i))
            fail_msg("%s, thread %u: 0x%x, expected 0x%x", generations[generation].chip, i, k.out[i],
                     value(i));
    kernel_free(&k);
}

/* The same on all of them. */
static inline void expect_on_all(uint32_t threads, const char *source, uint32_t (*value)(uint32_t thread))
{
    for (unsigned i = 0; i < GENERATIONS; i++)
        expect_on(i, threads, source, value);
}

/* Run and expect a fault of this kind, whose sentence has these words in it. */
static inline void expect_fault_on(unsigned generation, uint32_t threads, const char *source, unsigned kind,
                                   const char *says)
{
    struct kernel k;

    make_on(&k, generation, threads, source);
    kernel_expect_fault(&k, kind);
    if (!strstr(k.result.fault.sentence, says))
        fail_msg("%s: '%s' does not say '%s'", generations[generation].chip, k.result.fault.sentence, says);
    kernel_free(&k);
}

static inline void expect_fault_on_all(uint32_t threads, const char *source, unsigned kind, const char *says)
{
    for (unsigned i = 0; i < GENERATIONS; i++)
        expect_fault_on(i, threads, source, kind, says);
}

#endif
