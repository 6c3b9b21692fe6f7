/* Kernels of Fermi and Kepler in text: one source for GF100, GK104 and GK110.
 *
 * What differs is written as one of fermi_names: the places where a launch puts things, and spellings that CUDA 5
 * changed. */
#ifndef HW_TESTS_FERMI_H
#define HW_TESTS_FERMI_H

#include "kernel.h"

#define FERMI_NAMES 10
struct fermi_chip {
    const char *chip, *is[FERMI_NAMES];
};

static const char *const fermi_names[FERMI_NAMES] = {"TID_X", "OUT_LOW", "OUT_HIGH", "PARAM2",
                                                     "NTID_X", "STACK",  "SWIN",     "LWIN",
                                                     "JOIN",   "BARRIER"};
static const struct fermi_chip fermi_chips[] = {
    {"gf100",
     {"SR_Tid_X", "c[0x0][0x20]", "c[0x0][0x24]", "c[0x0][0x28]", "c[0x0][0x8]", "c[0x1][0x100]", "c[0x0][0x0]",
      "c[0x0][0x4]", "NOP.S CC.T", "BAR.RED.POPC RZ, RZ"}},
    {"gk104",
     {"SR_TID.X", "c[0x0][0x140]", "c[0x0][0x144]", "c[0x0][0x148]", "c[0x0][0x28]", "c[0x0][0x44]", "c[0x0][0x20]",
      "c[0x0][0x24]", "NOP.S", "BAR.SYNC 0x0"}},
    {"gk110",
     {"SR_TID.X", "c[0x0][0x140]", "c[0x0][0x144]", "c[0x0][0x148]", "c[0x0][0x28]", "c[0x0][0x44]", "c[0x0][0x20]",
      "c[0x0][0x24]", "NOP.S", "BAR.SYNC 0x0"}},
};
enum { GF100, GK104, GK110, FERMI_CHIPS };

/* R0 = thread number; R2:R3 = the thread's own word of the output. */
#define START \
    "S2R R0, TID_X\nMOV R2, OUT_LOW\nMOV R3, OUT_HIGH\n" \
    "ISCADD R2.CC, R0, R2, 0x2\nIADD.X R3, R3, RZ\n"
#define STORE(reg) "ST.E [R2], " reg "\n"
#define END "EXIT\n"

/* A launch of so many threads of the source. */
static inline void fermi_make(struct kernel *k, unsigned chip, uint32_t threads, const char *source)
{
    static char text[16384];
    char *to = text;

    for (const char *at = source; *at && to < text + sizeof text - 64;) {
        unsigned name = 0;
        while (name < FERMI_NAMES && strncmp(at, fermi_names[name], strlen(fermi_names[name])) != 0)
            name++;
        if (name < FERMI_NAMES) {
            to += sprintf(to, "%s", fermi_chips[chip].is[name]);
            at += strlen(fermi_names[name]);
        } else {
            *to++ = *at++;
        }
    }
    *to = '\0';
    kernel_make(k, fermi_chips[chip].chip, text);
    k->launch.block[0] = threads;
}

/* Run on a chip, expect no fault, and compare each thread's word with a function of its number. */
static inline void fermi_expect(unsigned chip, uint32_t threads, const char *source, uint32_t (*value)(uint32_t thread))
{
    struct kernel k;

    fermi_make(&k, chip, threads, source);
    kernel_expect_ok(&k);
    for (uint32_t i = 0; i < threads; i++)
        if (k.out[i] != value(i))
            fail_msg("%s, thread %u: 0x%x, expected 0x%x", fermi_chips[chip].chip, i, k.out[i], value(i));
    kernel_free(&k);
}

/* The same on all of them. */
static inline void fermi_expect_all(uint32_t threads, const char *source, uint32_t (*value)(uint32_t thread))
{
    for (unsigned chip = 0; chip < FERMI_CHIPS; chip++)
        fermi_expect(chip, threads, source, value);
}

#endif
