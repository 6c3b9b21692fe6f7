/* SPDX-License-Identifier: MIT */
/* Bits of words of Fermi and Kepler: shifts, fields, logic, counts, bytes. */
#include "fermi_lanes.h"

static uint32_t shl(uint32_t a, uint32_t count)
{
    return count < 32 ? a << count : 0;
}

static uint32_t shr(uint32_t a, uint32_t count)
{
    return count < 32 ? a >> count : 0;
}

static uint32_t sar(uint32_t a, uint32_t count)
{
    return (uint32_t)((int32_t)a >> (count < 32 ? count : 31));
}

static uint32_t reversed(uint32_t a)
{
    uint32_t value = 0;

    for (unsigned n = 0; n < 32; n++)
        value |= (a >> n & 1) << (31 - n);
    return value;
}

WORD(shl_clamp, shl(A, B))
WORD(shl_wrap, A << (B & 31))
WORD(shl_33, 0)
WORD(shl_w_33, A << 1)
WORD(shr_u32, shr(A, B))
WORD(shr_s32, sar(A, B))
WORD(shr_wrap, A >> (B & 31))
WORD(shr_brev, shr(reversed(A), B))
DOES(shl_cc, x->d = shl(A, 3);
     set_cc(x, (x->d == 0 ? CC_Z : 0) | (x->d >> 31 ? CC_S : 0) | (A >> 29 & 1 ? CC_C : 0)))
/* A shift by 1 of two words, through the carry. */
DOES(shl_64, x->d = x->a << 1; set_cc(x, 0))
DOES(shr_64, x->d = x->a >> 1; set_cc(x, 0))

static void test_shifts(void **state)
{
    static const struct instruction table[] = {
        EVERY("SHL.W R14, R8, R10", shl_wrap),
        EVERY("SHL R14, R8, R10", shl_clamp),
        EVERY("SHL R14, R8, 0x21", shl_33),
        EVERY("SHL.W R14, R8, 0x21", shl_w_33),
        EVERY("SHR.U32 R14, R8, R10", shr_u32),
        EVERY("SHR R14, R8, R10", shr_s32),
        EVERY("SHR.U32.W R14, R8, R10", shr_wrap),
        EVERY("SHR.U32.BREV R14, R8, R10", shr_brev),
        EVERY("SHL R14.CC, R8, 0x3", shl_cc),
        EVERY("SHL R14.CC, R8, 0x1\nSHL.X R15, R9, 0x1" NO_CC, shl_64),
        EVERY("SHR.U32 R15.CC, R9, 0x1\nSHR.U32.X R14, R8, 0x1" NO_CC, shr_64),
    };

    (void)state;
    CHECK(table, INTEGERS);
}

/* {c, a} shifted by b. */
static uint64_t funnel(const struct lane *x)
{
    return (uint64_t)(uint32_t)x->c << 32 | (uint32_t)x->a;
}

static uint32_t limited(uint32_t count, uint32_t most)
{
    return count < most ? count : most;
}

WORD(shf_l, limited(B, 32) == 32 ? A : (uint32_t)((funnel(x) << limited(B, 32)) >> 32))
WORD(shf_l_w, funnel(x) << (B & 31) >> 32)
WORD(shf_l_u64, limited(B, 64) == 64 ? 0 : funnel(x) << limited(B, 64) >> 32)
WORD(shf_r, limited(B, 32) == 32 ? C : (uint32_t)(funnel(x) >> limited(B, 32)))
WORD(shf_r_u64, limited(B, 64) == 64 ? 0 : funnel(x) >> limited(B, 64))
WORD(shf_r_s64_hi, (uint64_t)((int64_t)funnel(x) >> limited(B, 63)) >> 32)
WORD(shf_r_w_s64, (int64_t)funnel(x) >> (B & 63))
WORD(shf_l_4, funnel(x) << 4 >> 32)

static void test_funnel_shifts(void **state)
{
    static const struct instruction table[] = {
        LATEST("SHF.L R14, R8, R10, R12", shf_l),
        LATEST("SHF.L.W R14, R8, R10, R12", shf_l_w),
        LATEST("SHF.L.U64 R14, R8, R10, R12", shf_l_u64),
        LATEST("SHF.R R14, R8, R10, R12", shf_r),
        LATEST("SHF.R.U64 R14, R8, R10, R12", shf_r_u64),
        LATEST("SHF.R.S64.HI R14, R8, R10, R12", shf_r_s64_hi),
        LATEST("SHF.R.W.S64 R14, R8, R10, R12", shf_r_w_s64),
        LATEST("SHF.L R14, R8, 0x4, R12", shf_l_4),
    };

    (void)state;
    CHECK(table, INTEGERS);
}

/* A field bit by bit, as the PTX ISA says. */
static uint32_t field(uint32_t a, uint32_t where, bool is_signed)
{
    const unsigned first = where & 255, length = where >> 8 & 255;
    const unsigned last = first + length - 1 < 31 ? first + length - 1 : 31;
    const uint32_t sign = is_signed && length ? a >> last & 1 : 0;
    uint32_t value = 0;

    for (unsigned n = 0; n < 32; n++)
        value |= (n < length && first + n <= 31 ? a >> (first + n) & 1 : sign) << n;
    return value;
}

static uint32_t inserted(uint32_t a, uint32_t where, uint32_t c)
{
    for (unsigned n = 0; n < (where >> 8 & 255); n++)
        if ((where & 255) + n < 32) {
            const unsigned bit = (where & 255) + n;
            c = (c & ~(1u << bit)) | (a >> (n & 31) & 1) << bit;
        }
    return c;
}

static uint32_t highest(uint32_t a)
{
    return a ? 31 - (uint32_t)__builtin_clz(a) : ~0u;
}

WORD(bfe_u32, field(A, B, false))
WORD(bfe_s32, field(A, B, true))
WORD(bfe_brev, field(reversed(A), B, false))
WORD(brev, reversed(A))
DOES(bfe_cc, word_with_cc(x, field(A, B, true)))
WORD(bfi, inserted(A, B, C))
WORD(bfi_808, inserted(A, 0x808, C))
DOES(bfi_cc, word_with_cc(x, inserted(A, B, C)))
WORD(flo_u32, highest(B))
WORD(flo_s32, highest(SB < 0 ? ~B : B))
WORD(flo_sh, B ? 31 - highest(B) : ~0u)
WORD(flo_inv, highest(~B))
WORD(popc, __builtin_popcount(A &B))
WORD(popc_inv, __builtin_popcount(~A &B))
WORD(popc_15, __builtin_popcount(A & 15))

static void test_fields(void **state)
{
    static const struct instruction table[] = {
        EVERY("BFE.U32 R14, R8, R10", bfe_u32),
        EVERY("BFE R14, R8, R10", bfe_s32),
        EVERY("BFE.U32.BREV R14, R8, R10", bfe_brev),
        EVERY("BFE.U32.BREV R14, R8, 0x2000", brev),
        EVERY("BFE R14.CC, R8, R10", bfe_cc),
        EVERY("BFI R14, R8, R10, R12", bfi),
        EVERY("BFI R14, R8, 0x808, R12", bfi_808),
        EVERY("BFI R14.CC, R8, R10, R12", bfi_cc),
        EVERY("FLO.U32 R14, R10", flo_u32),
        EVERY("FLO R14, R10", flo_s32),
        EVERY("FLO.U32.SH R14, R10", flo_sh),
        EVERY("FLO.U32 R14, ~R10", flo_inv),
        EVERY("POPC R14, R8, R10", popc),
        EVERY("POPC R14, ~R8, R10", popc_inv),
        EVERY("POPC R14, R8, 0xf", popc_15),
    };

    (void)state;
    CHECK(table, INTEGERS);
}

WORD(lop_and, A &B)
WORD(lop_or, A | ~B)
WORD(lop_xor, ~A ^ B)
WORD(lop_pass_b, ~B)
DOES(lop_cc, word_with_cc(x, A &B))
WORD(lop32i, A & 0xf0f00001)
WORD(lop32i_inv, ~A | 0x12345678)
/* Zero so far: the word below leaves its Z. */
DOES(lop_x, const bool zero = A == 0 && B == 0; word_with_cc(x, B);
     x->pr = (x->pr & ~(uint32_t)CC_Z) | (zero ? CC_Z : 0))

static void test_logic(void **state)
{
    static const struct instruction table[] = {
        EVERY("LOP.AND R14, R8, R10", lop_and),
        EVERY("LOP.OR R14, R8, ~R10", lop_or),
        EVERY("LOP.XOR R14, ~R8, R10", lop_xor),
        EVERY("LOP.PASS_B R14, RZ, ~R10", lop_pass_b),
        EVERY("LOP.AND R14.CC, R8, R10", lop_cc),
        EVERY("LOP32I.AND R14, R8, 0xf0f00001", lop32i),
        EVERY("LOP32I.OR R14, ~R8, 0x12345678", lop32i_inv),
        EVERY("LOP.PASS_B RZ.CC, RZ, R8\nLOP.PASS_B.X R14.CC, RZ, R10", lop_x),
    };

    (void)state;
    CHECK(table, INTEGERS);
}

static unsigned byte_of(const struct lane *x, unsigned n)
{
    return (unsigned)(((x->c << 32 | (uint32_t)x->a) >> 8 * (n & 7)) & 255);
}

static uint32_t four(const struct lane *x, unsigned n0, unsigned n1, unsigned n2, unsigned n3)
{
    return byte_of(x, n0) | byte_of(x, n1) << 8 | byte_of(x, n2) << 16 | byte_of(x, n3) << 24;
}

static void does_prmt(struct lane *x)
{
    uint32_t value = 0;

    for (unsigned i = 0; i < 4; i++) {
        const unsigned nibble = x->b >> 4 * i & 15, byte = byte_of(x, nibble & 7);
        value |= (nibble & 8 ? (byte >> 7) * 255 : byte) << 8 * i;
    }
    x->d = value;
}
#define N (B & 3)
WORD(prmt_f4e, four(x, N, N + 1, N + 2, N + 3))
WORD(prmt_b4e, four(x, N, N - 1, N - 2, N - 3))
WORD(prmt_rc8, four(x, N, N, N, N))
WORD(prmt_ecl, four(x, N > 0 ? N : 0, N > 1 ? N : 1, N > 2 ? N : 2, 3))
WORD(prmt_ecr, four(x, 0, N < 1 ? N : 1, N < 2 ? N : 2, N))
WORD(prmt_rc16, (A >> 16 * (B & 1) & 0xffff) * 0x10001)
WORD(prmt_literal, four(x, 0, 1, 4, 5))

static void test_bytes(void **state)
{
    /* clang-format off */
    static const struct instruction table[] = {
        EVERY("PRMT R14, R8, R10, R12", prmt),
        EVERY("PRMT.F4E R14, R8, R10, R12", prmt_f4e),
        EVERY("PRMT.B4E R14, R8, R10, R12", prmt_b4e),
        EVERY("PRMT.RC8 R14, R8, R10, R12", prmt_rc8),
        EVERY("PRMT.ECL R14, R8, R10, R12", prmt_ecl),
        EVERY("PRMT.ECR R14, R8, R10, R12", prmt_ecr),
        EVERY("PRMT.RC16 R14, R8, R10, R12", prmt_rc16),
        EVERY("PRMT R14, R8, 0x5410, R12", prmt_literal),
    };
    /* clang-format on */

    (void)state;
    CHECK(table, INTEGERS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shifts), cmocka_unit_test(test_funnel_shifts), cmocka_unit_test(test_fields),
        cmocka_unit_test(test_logic),  cmocka_unit_test(test_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
