/* Kernels in text that run on every generation with predicates: Fermi, Kepler, Maxwell.
 *
 * A source is written once; {words} in it are what each generation calls differently.  All read 64-bit addresses. */
#ifndef HW_TESTS_GENERATIONS_H
#define HW_TESTS_GENERATIONS_H

#include "kernel.h"

struct generation {
    const char *chip;
    struct {
        const char *word, *text;
    } says[10];
};

static const struct generation generations[] = {
    {"gf100", {{"{param}", "c[0x0][0x20]"}, {"{param4}", "c[0x0][0x24]"}, {"{sync}", "NOP.S CC.T"}, {"{store}", "ST.E"},
               {"{lds}", "LDS"}, {"{top}", "R62"}, {"{ntid}", "c[0x0][0x8]"},
               {"{bar}", "BAR.RED.POPC RZ,"}, {"{arv}", "BAR.ARV RZ,"}}},
    {"gk104", {{"{param}", "c[0x0][0x140]"}, {"{param4}", "c[0x0][0x144]"}, {"{sync}", "NOP.S CC.T"}, {"{store}", "ST.E"},
               {"{lds}", "LDS"}, {"{top}", "R62"}, {"{ntid}", "c[0x0][0x28]"},
               {"{bar}", "BAR.SYNC"}, {"{arv}", "BAR.ARV"}}},
    {"gk110", {{"{param}", "c[0x0][0x140]"}, {"{param4}", "c[0x0][0x144]"}, {"{sync}", "NOP.S CC.T"}, {"{store}", "ST.E"},
               {"{lds}", "LDS"}, {"{top}", "R254"}, {"{ntid}", "c[0x0][0x28]"},
               {"{bar}", "BAR.SYNC"}, {"{arv}", "BAR.ARV"}}},
    {"gm107", {{"{param}", "c[0x0][0x140]"}, {"{param4}", "c[0x0][0x144]"}, {"{sync}", "SYNC"}, {"{store}", "STG.E"},
               {"{lds}", "LDS.U.32"}, {"{top}", "R254"}, {"{ntid}", "c[0x0][0x8]"},
               {"{bar}", "BAR.SYNC"}, {"{arv}", "BAR.ARV"}}},
};
#define GENERATIONS (sizeof generations / sizeof generations[0])
#define GF100 (&generations[0])
#define GK104 (&generations[1])
#define GK110 (&generations[2])
#define GM107 (&generations[3])

/* R0 = thread number; R2:R3 = the thread's own word of the output. */
#define START \
    "S2R R0, SR33\nMOV R2, {param}\nMOV R3, {param4}\nISCADD R2.CC, R0, R2, 0x2\nIADD.X R3, R3, RZ\n"
#define SYNC "{sync}\n"
#define STORE(reg) "{store} [R2], " reg "\n"
#define END "EXIT\n"
#define LESS(reg, than) "ISETP.LT.AND P0, PT, " reg ", " than ", PT\n"

/* What a word in braces is to a generation. */
static inline const char *generation_says(const struct generation *generation, const char *word, size_t length)
{
    for (unsigned i = 0; i < 10 && generation->says[i].word; i++)
        if (strlen(generation->says[i].word) == length && strncmp(generation->says[i].word, word, length) == 0)
            return generation->says[i].text;
    fail_msg("no generation knows %.*s", (int)length, word);
    return "";
}

static inline void make(struct kernel *k, const struct generation *generation, uint32_t threads, const char *source)
{
    char text[4096];
    size_t length = 0;

    for (const char *at = source; *at;) {
        size_t plain = strcspn(at, "{"), word = at[plain] ? strcspn(at + plain, "}") + 1 : 0;
        length += (size_t)snprintf(text + length, sizeof text - length, "%.*s%s", (int)plain, at,
                                   word ? generation_says(generation, at + plain, word) : "");
        assert_true(length < sizeof text);
        at += plain + word;
    }
    kernel_make(k, generation->chip, text);
    k->launch.block[0] = threads;
}

/* Run, expect no fault, and compare each thread's word with a function of its number. */
static inline void expect_on(const struct generation *generation, uint32_t threads, const char *source,
                             uint32_t (*value)(uint32_t thread))
{
    struct kernel k;

    make(&k, generation, threads, source);
    kernel_expect_ok(&k);
    for (uint32_t i = 0; i < threads; i++)
        if (k.out[i] != value(i))
            fail_msg("%s, thread %u: 0x%x, expected 0x%x", generation->chip, i, k.out[i], value(i));
    kernel_free(&k);
}

static inline void expect(uint32_t threads, const char *source, uint32_t (*value)(uint32_t thread))
{
    for (unsigned i = 0; i < GENERATIONS; i++)
        expect_on(&generations[i], threads, source, value);
}

/* Run everywhere and expect a fault of this kind, whose sentence has these words in it. */
static inline void expect_fault(uint32_t threads, const char *source, unsigned kind, const char *says)
{
    for (unsigned i = 0; i < GENERATIONS; i++) {
        struct kernel k;
        make(&k, &generations[i], threads, source);
        kernel_expect_fault(&k, kind);
        if (!strstr(k.result.fault.sentence, says))
            fail_msg("%s: %s", generations[i].chip, k.result.fault.sentence);
        kernel_free(&k);
    }
}

#endif
