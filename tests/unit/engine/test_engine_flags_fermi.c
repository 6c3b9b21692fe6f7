/* SPDX-License-Identifier: MIT */
/* The condition code of Fermi and GK104, bit by bit, and the word that holds it together with the
 * predicates. */
#include "fermi.h"

enum { Z = 1, S = 2, C = 4, O = 8 };

/* The condition code behind an instruction on R5 = a and R6 = b, read with P2R. */
static uint32_t flags_of(unsigned chip, const char *insn, uint32_t a, uint32_t b)
{
    struct kernel k;
    char source[512];

    snprintf(source, sizeof source,
             START "MOV32I R5, 0x%x\nMOV32I R6, 0x%x\n%s\nP2R R4, PR, RZ, 0xf000\n" STORE("R4") END, a, b,
             insn);
    fermi_make(&k, chip, 32, source);
    kernel_expect_ok(&k);
    const uint32_t word = k.out[31];
    assert_int_equal(word & 0xffff0fff, 0);
    kernel_free(&k);
    return word >> 12;
}

struct flags_case {
    const char *insn;
    uint32_t a, b, flags;
};

static void check(const struct flags_case *c, size_t count)
{
    for (unsigned chip = GF100; chip <= GK104; chip++)
        for (size_t i = 0; i < count; i++) {
            uint32_t flags = flags_of(chip, c[i].insn, c[i].a, c[i].b);
            if (flags != c[i].flags)
                fail_msg("%s: %s of 0x%x and 0x%x: 0x%x, expected 0x%x", fermi_chips[chip].chip, c[i].insn,
                         c[i].a, c[i].b, flags, c[i].flags);
        }
}

static void test_integers(void **state)
{
    static const struct flags_case cases[] = {
        {"IADD R7.CC, R5, R6", 5, 7, 0},
        {"IADD R7.CC, R5, R6", 0, 0, Z},
        {"IADD R7.CC, R5, R6", 1, 0xffffffff, Z | C},
        {"IADD R7.CC, R5, R6", 0x80000000, 1, S},
        {"IADD R7.CC, R5, R6", 0xffffffff, 2, C},
        {"IADD R7.CC, R5, R6", 0x7fffffff, 1, S | O},
        {"IADD R7.CC, R5, R6", 0x80000000, 0x80000000, Z | C | O},
        {"IADD R7.CC, R5, R6", 0x80000000, 0xffffffff, C | O},
        {"LOP.AND R7.CC, R5, R6", 0xf0, 0x0f, Z},
        {"LOP.OR R7.CC, R5, R6", 0xf0000000, 0x0f, S},
    };
    (void)state;
    check(cases, sizeof cases / sizeof *cases);
    hw_fact("SF-173");
    hw_fact("SF-174");
}

/* A float's zero flag says zero or NaN, its sign flag negative or NaN. */
static void test_floats(void **state)
{
    static const struct flags_case cases[] = {
        {"FADD R7.CC, R5, R6", 0x3f800000, 0x3f800000, 0},
        {"FADD R7.CC, R5, R6", 0x3f800000, 0xbf800000, Z},
        {"FADD R7.CC, R5, R6", 0x3f800000, 0xc0000000, S},
        {"FADD R7.CC, R5, R6", 0x3f800000, 0x7fc00000, Z | S},
        {"FADD R7.CC, R5, R6", 0x7f800000, 0x3f800000, 0},
        {"FADD R7.CC, R5, R6", 0x7f800000, 0xff800000, Z | S}, /* infinity less infinity is a NaN */
        {"FMUL R7.CC, R5, R6", 0x40000000, 0xc0000000, S},
    };
    (void)state;
    check(cases, sizeof cases / sizeof *cases);
    hw_fact("SF-171");
    hw_fact("SF-172");
}

/* Predicates in bits 6:0 and the condition code in 15:12 of one word, written as read; a mask says which of
 * them. */
static uint32_t packed(uint32_t i)
{
    return i % 2 << 0 | i / 2 % 2 << 3 | 1u << 6 | (i == 5 ? Z | C : i < 5 ? S : C) << 12;
}

#define SET                                                                                                \
    "LOP.AND R5, R0, 0x1\nISETP.NE.AND P0, PT, R5, RZ, PT\nLOP.AND R5, R0, 0x2\nISETP.NE.AND P3, PT, R5, " \
    "RZ, PT\n"                                                                                             \
    "ISETP.EQ.AND P6, PT, RZ, RZ, PT\nIADD RZ.CC, R0, -0x5\n"
#define LOSE                                                                                              \
    "ISETP.NE.AND P0, PT, RZ, RZ, PT\nISETP.NE.AND P3, PT, RZ, RZ, PT\nISETP.EQ.AND P5, PT, RZ, RZ, PT\n" \
    "ISETP.NE.AND P6, PT, RZ, RZ, PT\nIADD RZ.CC, RZ, 0x1\n"

static void test_packed(void **state)
{
    (void)state;
    for (unsigned chip = GF100; chip <= GK104; chip++) {
        fermi_expect(chip, 32, START SET "P2R R4, PR, RZ, 0xf07f\n" STORE("R4") END, packed);
        fermi_expect(chip, 32,
                     START SET "P2R R6, PR, RZ, 0xf07f\n" LOSE
                               "R2P PR, R6, 0xf07f\nP2R R4, PR, RZ, 0xf07f\n" STORE("R4") END,
                     packed);
        /* as compilers save the condition code: the mask leaves the predicates alone */
        fermi_expect(chip, 32,
                     START SET "P2R R6, PR, RZ, 0xf000\nIADD RZ.CC, RZ, 0x1\nR2P PR, R6, 0xf000\n"
                               "P2R R4, PR, RZ, 0xf07f\n" STORE("R4") END,
                     packed);
    }
    hw_fact("SF-175");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_integers),
        cmocka_unit_test(test_floats),
        cmocka_unit_test(test_packed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
