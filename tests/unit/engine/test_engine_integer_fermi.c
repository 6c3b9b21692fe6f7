/* SPDX-License-Identifier: MIT */
/* Integers of Fermi and Kepler: sums and products with carries and saturation, minima, comparisons. */
#include "fermi_lanes.h"

/* a + b + carry, with all flags. */
static void add(struct lane *x, uint32_t a, uint32_t b, unsigned carry)
{
    const uint64_t sum = (uint64_t)a + b + carry;
    const int64_t exact = (int64_t)(int32_t)a + (int32_t)b + carry;

    word_with_cc(x, (uint32_t)sum);
    x->pr |= (sum >> 32 ? CC_C : 0) | (exact != (int32_t)sum ? CC_O : 0);
}

static bool carry(const struct lane *x)
{
    return x->pr & CC_C;
}

static int32_t saturated(int64_t value)
{
    return value < INT32_MIN ? INT32_MIN : value > INT32_MAX ? INT32_MAX : (int32_t)value;
}

WORD(iadd, A + B)
DOES(iadd_cc, add(x, A, B, 0))
DOES(isub_cc, add(x, A, ~B, 1))
DOES(isubr_cc, add(x, ~A, B, 1))
DOES(iadd_po_cc, add(x, A, B, 1))
WORD(iadd_x, A + B + carry(x))
DOES(iadd_x_cc, add(x, A, B, carry(x)))
DOES(isub_x_cc, add(x, A, ~B, carry(x)))
WORD(iadd_sat, saturated((int64_t)SA + SB))
WORD(isub_sat, saturated((int64_t)SA - SB))
WORD(iadd32i, A + 0x12345678)
DOES(iadd32i_cc, add(x, A, 0x80000001, 0))
WORD(iadd32i_x, A + 0x7fff + carry(x))
WORD(iadd32i_neg, 0x12345678 - A)
WORD(iadd32i_po, A + 0x12345678 + 1)
WORD(iadd32i_sat, saturated((int64_t)SA + 0x7fff0000))
WORD(iadd_literal, A + 0x7ffff)

static void test_sums(void **state)
{
    static const struct instruction table[] = {
        EVERY("IADD R14, R8, R10", iadd),
        EVERY("IADD R14.CC, R8, R10", iadd_cc),
        EVERY("ISUB R14.CC, R8, R10", isub_cc),
        EVERY("IADD R14.CC, -R8, R10", isubr_cc),
        EVERY("IADD.PO R14.CC, R8, R10", iadd_po_cc),
        EVERY("IADD.X R14, R8, R10", iadd_x),
        EVERY("IADD.X R14.CC, R8, R10", iadd_x_cc),
        EVERY("ISUB.X R14.CC, R8, R10", isub_x_cc),
        EVERY("IADD.SAT R14, R8, R10", iadd_sat),
        EVERY("ISUB.SAT R14, R8, R10", isub_sat),
        EVERY("IADD R14, R8, 0x7ffff", iadd_literal),
        EVERY("IADD32I R14, R8, 0x12345678", iadd32i),
        EVERY("IADD32I R14.CC, R8, -0x7fffffff", iadd32i_cc),
        EVERY("IADD32I.X R14, R8, 0x7fff", iadd32i_x),
        EVERY("IADD32I R14, -R8, 0x12345678", iadd32i_neg),
        EVERY("IADD32I.PO R14, R8, 0x12345678", iadd32i_po),
        EVERY("IADD32I.SAT R14, R8, 0x7fff0000", iadd32i_sat),
    };

    (void)state;
    CHECK(table, INTEGERS);
}

WORD(iscadd, (A << 5) + B)
DOES(iscadd_cc, add(x, A << 5, B, 0))
DOES(iscadd_neg_a, add(x, ~(A << 5), B, 1))
DOES(iscadd_neg_b, add(x, A << 5, ~B, 1))
DOES(iscadd_po, add(x, A << 5, B, 1))
WORD(iscadd32i, (A << 16) + 0x12345678)
WORD(isad, (SA < SB ? B - A : A - B) + C)
WORD(isad_u32, (A < B ? B - A : A - B) + C)
DOES(isad_cc, add(x, SA < SB ? B - A : A - B, C, 0))

static void test_shifted_sums(void **state)
{
    static const struct instruction table[] = {
        EVERY("ISCADD R14, R8, R10, 0x5", iscadd),
        EVERY("ISCADD R14.CC, R8, R10, 0x5", iscadd_cc),
        EVERY("ISCADD R14.CC, -R8, R10, 0x5", iscadd_neg_a),
        EVERY("ISCADD R14.CC, R8, -R10, 0x5", iscadd_neg_b),
        EVERY("ISCADD.PO R14.CC, R8, R10, 0x5", iscadd_po),
        EVERY("ISCADD32I R14, R8, 0x12345678, 0x10", iscadd32i),
        EVERY("ISAD R14, R8, R10, R12", isad),
        EVERY("ISAD.U32 R14, R8, R10, R12", isad_u32),
        EVERY("ISAD R14.CC, R8, R10, R12", isad_cc),
    };

    (void)state;
    CHECK(table, INTEGERS);
}

#define UU ((uint64_t)A * B)
#define SS ((uint64_t)((int64_t)SA * SB))
#define SU ((uint64_t)((int64_t)SA * (int64_t)B))
#define US ((uint64_t)((int64_t)A * SB))
WORD(imul, SS)
WORD(imul_hi, SS >> 32)
WORD(imul_uu_hi, UU >> 32)
WORD(imul_su_hi, SU >> 32)
WORD(imul_us_hi, US >> 32)
DOES(imul_cc, word_with_cc(x, (uint32_t)SS))
WORD(imul32i, A * 0x12345u)
WORD(imul32i_hi, (uint64_t)A * 0x12345678u >> 32)

static void test_products(void **state)
{
    static const struct instruction table[] = {
        EVERY("IMUL R14, R8, R10", imul),
        EVERY("IMUL.HI R14, R8, R10", imul_hi),
        EVERY("IMUL.U32.U32.HI R14, R8, R10", imul_uu_hi),
        EVERY("IMUL.S32.U32.HI R14, R8, R10", imul_su_hi),
        EVERY("IMUL.U32.S32.HI R14, R8, R10", imul_us_hi),
        EVERY("IMUL R14.CC, R8, R10", imul_cc),
        EVERY("IMUL32I R14, R8, 0x12345", imul32i),
        EVERY("IMUL32I.U32.U32.HI R14, R8, 0x12345678", imul32i_hi),
    };

    (void)state;
    CHECK(table, INTEGERS);
}

WORD(imad, A *B + C)
WORD(imad_hi, (SS >> 32) + C)
WORD(imad_uu_hi, (UU >> 32) + C)
WORD(imad_su_hi, (SU >> 32) + C)
WORD(imad_us_hi, (US >> 32) + C)
DOES(imad_cc, add(x, A *B, C, 0))
DOES(imad_hi_x_cc, add(x, (uint32_t)(UU >> 32), C, carry(x)))
WORD(imad_x, A *B + C + carry(x))
DOES(imad_minus_c, add(x, A *B, ~C, 1))
DOES(imad_minus_product, add(x, ~(A *B), C, 1))
DOES(imad_po, add(x, A *B, C, 1))
WORD(imad_sat, saturated((int64_t)(int32_t)(SS >> 32) + SC))
WORD(imad32i, A * 0x12345u + 0)
WORD(imad32i_hi, (uint64_t)A * 0x12345678u >> 32)

static void test_multiply_add(void **state)
{
    static const struct instruction table[] = {
        EVERY("IMAD R14, R8, R10, R12", imad),
        EVERY("IMAD.HI R14, R8, R10, R12", imad_hi),
        EVERY("IMAD.U32.U32.HI R14, R8, R10, R12", imad_uu_hi),
        EVERY("IMAD.S32.U32.HI R14, R8, R10, R12", imad_su_hi),
        EVERY("IMAD.U32.S32.HI R14, R8, R10, R12", imad_us_hi),
        EVERY("IMAD R14.CC, R8, R10, R12", imad_cc),
        EVERY("IMAD.U32.U32.HI.X R14.CC, R8, R10, R12", imad_hi_x_cc),
        EVERY("IMAD.X R14, R8, R10, R12", imad_x),
        EVERY("IMAD R14.CC, R8, R10, -R12", imad_minus_c),
        EVERY("IMAD R14.CC, -R8, R10, R12", imad_minus_product),
        EVERY("IMAD.PO R14.CC, R8, R10, R12", imad_po),
        EVERY("IMAD.HI.SAT R14, R8, R10, R12", imad_sat),
        EVERY("IMAD32I R14, R8, 0x12345, R14", imad32i),
        EVERY("IMAD32I.U32.U32.HI R14, R8, 0x12345678, R14", imad32i_hi),
    };

    (void)state;
    CHECK(table, INTEGERS);
}

/* Parts of words.  NVIDIA's U24 of source 2 is U16H0 on the chip, and the other way round (NAK's tests). */
WORD(imadsp_wide, A *(B & 0xffff) + C)
WORD(imadsp_halves, (A & 0xffff) * (B & 0xffffff) + (C & 0xffff))
WORD(imadsp_signed,
     (uint32_t)((int32_t)(A << 8) >> 8) * (uint32_t)(int16_t)B + (uint32_t)((int32_t)(C << 8) >> 8))
WORD(imadsp_high, (A >> 16) * (B & 0xffff) + C)
DOES(imadsp_sd, const uint32_t of_a = B >> 30, of_b = B >> 28 & 3, of_c = B >> 26 & 3;
     const uint32_t a = of_a == 0   ? A
                        : of_a == 1 ? A & 0xffffff
                        : of_a == 2 ? A & 0xffff
                                    : A >> 16;
     const uint32_t b = of_b == 1 || of_b == 3 ? B & 0xffffff : B & 0xffff;
     x->d = (uint32_t)(a * b + (of_c == 1   ? C & 0xffffff
                                : of_c == 2 ? C & 0xffff
                                            : C)))

static void test_products_of_parts(void **state)
{
    static const struct instruction table[] = {
        KEPLER("IMADSP.U32.U24.U32 R14, R8, R10, R12", imadsp_wide),
        KEPLER("IMADSP.U16H0.U16H0.U16H0 R14, R8, R10, R12", imadsp_halves),
        KEPLER("IMADSP.S24.S24.S24 R14, R8, R10, R12", imadsp_signed),
        KEPLER("IMADSP.U16H1.U24.U32 R14, R8, R10, R12", imadsp_high),
        KEPLER("IMADSP.SD R14, R8, R10, R12", imadsp_sd),
    };

    (void)state;
    CHECK(table, INTEGERS);
}

WORD(imin, SA < SB ? A : B)
WORD(imax_u32, A > B ? A : B)
WORD(imnmx_pred, (SA < SB) == pred(x, 2) ? A : B)
/* A minimum of two words each: of a, whose upper word is R9, and b, whose upper word is R11. */
DOES(imin_64, x->d = (int64_t)x->a < (int64_t)x->b ? x->a : x->b; set_cc(x, 0))

static void test_minima(void **state)
{
    static const struct instruction table[] = {
        EVERY("IMNMX R14, R8, R10, PT", imin),
        EVERY("IMNMX.U32 R14, R8, R10, !PT", imax_u32),
        EVERY("IMNMX R14, R8, R10, P2", imnmx_pred),
        EVERY("IMNMX.XHI R15.CC, R9, R11, PT\nIMNMX.U32.XLO R14, R8, R10, PT" NO_CC, imin_64),
    };

    (void)state;
    CHECK(table, INTEGERS);
}

/* P1 and P2 of a comparison: it, and its opposite, each with P3. */
static void both(struct lane *x, bool holds)
{
    const bool with = pred(x, 3);

    set_pred(x, 1, holds && with);
    set_pred(x, 2, !holds && with);
}
DOES(isetp_lt, both(x, SA < SB))
DOES(isetp_ge_u32, both(x, A >= B))
DOES(isetp_or, const bool with = !pred(x, 3); set_pred(x, 1, A == B || with))
DOES(isetp_xor, const bool with = pred(x, 3); set_pred(x, 1, (SA != SB) != with))
/* 64 bits: the low words leave their flags. */
DOES(isetp_64, const bool holds = (int64_t)x->a < (int64_t)x->b; set_cc(x, 0); both(x, holds))
DOES(isetp_64_u, const bool holds = x->a <= x->b; set_cc(x, 0); both(x, holds))
WORD(iset, SA > SB ? ~0u : 0)
WORD(iset_bf, A < B && pred(x, 3) ? 0x3f800000 : 0)
DOES(iset_cc, word_with_cc(x, SA <= SB ? ~0u : 0))
WORD(icmp, SC > 0 ? A : B)
WORD(icmp_u32, C <= 0 ? A : B)

static void test_comparisons(void **state)
{
    static const struct instruction table[] = {
        EVERY("ISETP.LT.AND P1, P2, R8, R10, P3", isetp_lt),
        EVERY("ISETP.GE.U32.AND P1, P2, R8, R10, P3", isetp_ge_u32),
        EVERY("ISETP.EQ.OR P1, PT, R8, R10, !P3", isetp_or),
        EVERY("ISETP.NE.XOR P1, PT, R8, R10, P3", isetp_xor),
        EVERY("ISUB RZ.CC, R8, R10\nISETP.LT.X.AND P1, P2, R9, R11, P3" NO_CC, isetp_64),
        EVERY("ISUB RZ.CC, R8, R10\nISETP.LE.U32.X.AND P1, P2, R9, R11, P3" NO_CC, isetp_64_u),
        EVERY("ISET.GT.AND R14, R8, R10, PT", iset),
        EVERY("ISET.BF.LT.U32.AND R14, R8, R10, P3", iset_bf),
        EVERY("ISET.LE.AND R14.CC, R8, R10, PT", iset_cc),
        EVERY("ICMP.GT R14, R8, R10, R12", icmp),
        EVERY("ICMP.LE.U32 R14, R8, R10, R12", icmp_u32),
    };

    (void)state;
    CHECK(table, INTEGERS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sums),
        cmocka_unit_test(test_shifted_sums),
        cmocka_unit_test(test_products),
        cmocka_unit_test(test_multiply_add),
        cmocka_unit_test(test_products_of_parts),
        cmocka_unit_test(test_minima),
        cmocka_unit_test(test_comparisons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
