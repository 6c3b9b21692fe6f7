/* SPDX-License-Identifier: MIT */
/* Video instructions of Fermi and Kepler: what their encodings mean.  All combinations of the operations
 * themselves are tested in test_ops_video.c and test_ops_simd.c. */
#include "fermi_lanes.h"

static int64_t limited(int64_t value, int64_t least, int64_t most)
{
    return value < least ? least : value > most ? most : value;
}

static uint32_t byte(uint32_t word, unsigned n)
{
    return word >> 8 * n & 255;
}

static uint32_t distance(int64_t a, int64_t b)
{
    return (uint32_t)(a < b ? b - a : a - b);
}

WORD(vadd, A + B)
WORD(vadd_bytes, byte(A, 1) + byte(B, 3))
WORD(vadd_signed, (uint32_t)((int16_t)(A >> 16) + (int8_t)B))
WORD(vadd_minus, A - B)
WORD(vadd_minus_a, B - A)
WORD(vadd_po, A + B + 1)
WORD(vadd_acc, byte(A, 0) + (B >> 16) + C)
WORD(vadd_sat, limited((int64_t)SA + SB, INT32_MIN, INT32_MAX))
WORD(vadd_ud_sat, limited((int64_t)A + B, 0, UINT32_MAX))
WORD(vadd_16h, (C & 0xffff) | (A + B) << 16)
WORD(vadd_16l, (C & 0xffff0000) | ((A + B) & 0xffff))
WORD(vadd_8b0, (C & 0xffffff00) | ((A + B) & 0xff))
WORD(vadd_8b2_sat, (C & 0xff00ffff) | (uint32_t)limited((int64_t)A + B, 0, 255) << 16)
WORD(vadd_min, SA + (int64_t)SB < SC || (int32_t)(A + B) < SC ? ((int32_t)(A + B) < SC ? A + B : C) : C)
DOES(vadd_cc, word_with_cc(x, byte(A, 2) - byte(B, 0)))
WORD(vadd_literal, A + 0x1234)
WORD(vmnmx, SA < SB ? A : B)
WORD(vmnmx_mx_acc, (A > B ? A : B) + C)
WORD(vmnmx_max, (SA < SB ? SA : SB) > SC ? (SA < SB ? A : B) : C)
WORD(vabsdiff, distance(byte(A, 2), byte(B, 2)) + C)
WORD(vabsdiff_word, distance(SA, SB))
WORD(vset, (A & 0xffff) < (B & 0xffff) ? 1 : 0)
WORD(vset_acc, ((int8_t)byte(A, 1) >= (int64_t)(B >> 16)) + C)
WORD(vshr, (B < 32 ? A >> B : 0) + C)
WORD(vshr_wrap, A >> (B & 31))
WORD(vshl, (B < 32 ? A << B : 0) + C)
WORD(vshl_byte, byte(B, 1) < 32 ? A << byte(B, 1) : 0)
WORD(vshl_literal, A << 3)
WORD(vmad, byte(A, 0) * byte(B, 3) + C)
WORD(vmad_signed, (uint32_t)((int16_t)A *(int16_t)(B >> 16)) - C)
WORD(vmad_shr, (uint64_t)((int64_t)((int16_t)A *(int16_t)B) + SC) >> 15)
WORD(vmad_po, byte(A, 1) * (B & 0xffff) + C + 1)
DOES(vsetp, const bool holds = byte(A, 3) >= byte(B, 0), with = pred(x, 3); set_pred(x, 1, holds &&with);
     set_pred(x, 2, !holds && with))

static void test_scalar(void **state)
{
    static const struct instruction table[] = {
        EVERY("VADD R14, R8, R10, RZ", vadd),
        EVERY("VADD.UD.U8.U8 R14, R8.B1, R10.B3, RZ", vadd_bytes),
        EVERY("VADD.S16.S8 R14, R8.H1, R10, RZ", vadd_signed),
        EVERY("VADD R14, R8, -R10, RZ", vadd_minus),
        EVERY("VADD R14, -R8, R10, RZ", vadd_minus_a),
        EVERY("VADD.UD.U32.U32.PO R14, R8, R10, RZ", vadd_po),
        EVERY("VADD.UD.U8.U16.ACC R14, R8, R10.H1, R12", vadd_acc),
        EVERY("VADD.SAT R14, R8, R10, RZ", vadd_sat),
        EVERY("VADD.UD.U32.U32.SAT R14, R8, R10, RZ", vadd_ud_sat),
        EVERY("VADD.MRG_16H R14, R8, R10, R12", vadd_16h),
        EVERY("VADD.MRG_16L R14, R8, R10, R12", vadd_16l),
        EVERY("VADD.MRG_8B0 R14, R8, R10, R12", vadd_8b0),
        EVERY("VADD.UD.U32.U32.SAT.MRG_8B2 R14, R8, R10, R12", vadd_8b2_sat),
        EVERY("VADD.MIN R14, R8, R10, R12", vadd_min),
        EVERY("VADD.U8.U8 R14.CC, R8.B2, -R10, RZ", vadd_cc),
        EVERY("VADD.UD.U32.U16 R14, R8, 0x1234, RZ", vadd_literal),
        EVERY("VMNMX R14, R8, R10, RZ", vmnmx),
        EVERY("VMNMX.UD.U32.U32.MX.ACC R14, R8, R10, R12", vmnmx_mx_acc),
        EVERY("VMNMX.MAX R14, R8, R10, R12", vmnmx_max),
        EVERY("VABSDIFF.U8.U8.ACC R14, R8.B2, R10.B2, R12", vabsdiff),
        EVERY("VABSDIFF R14, R8, R10, RZ", vabsdiff_word),
        EVERY("VSET.LT.U16.U16 R14, R8, R10, RZ", vset),
        EVERY("VSET.GE.S8.U16.ACC R14, R8.B1, R10.H1, R12", vset_acc),
        EVERY("VSHR.UD.U32.U32.ACC R14, R8, R10, R12", vshr),
        EVERY("VSHR.UD.U32.U32.W R14, R8, R10, RZ", vshr_wrap),
        EVERY("VSHL.UD.U32.U32.ACC R14, R8, R10, R12", vshl),
        EVERY("VSHL.UD.U32.U8 R14, R8, R10.B1, RZ", vshl_byte),
        EVERY("VSHL.UD.U32.U16 R14, R8, 0x3, RZ", vshl_literal),
        EVERY("VMAD.U8.U8 R14, R8, R10.B3, R12", vmad),
        EVERY("VMAD.S16.S16 R14, R8, R10.H1, -R12", vmad_signed),
        EVERY("VMAD.S16.S16.SHR_15 R14, R8, R10, R12", vmad_shr),
        EVERY("VMAD.U8.U16.PO R14, R8.B1, R10, R12", vmad_po),
        EVERY("VSETP.GE.U8.U8.AND P1, P2, R8.B3, R10, P3", vsetp),
    };

    (void)state;
    CHECK(table, INTEGERS);
}

/* ---------------------------------------------------------------- two and four at once */

typedef int64_t part_fn(int64_t x, int64_t y);

static int64_t plus(int64_t x, int64_t y)
{
    return x + y;
}
static int64_t minus(int64_t x, int64_t y)
{
    return x - y;
}
static int64_t mean(int64_t x, int64_t y)
{
    return (x + y + (x + y >= 0)) >> 1;
}
static int64_t least(int64_t x, int64_t y)
{
    return x < y ? x : y;
}
static int64_t greatest(int64_t x, int64_t y)
{
    return x > y ? x : y;
}
static int64_t apart(int64_t x, int64_t y)
{
    return x < y ? y - x : x - y;
}
static int64_t above(int64_t x, int64_t y)
{
    return x > y;
}
static int64_t below(int64_t x, int64_t y)
{
    return x < y;
}
/* Counts have no sign. */
static int64_t shifted_left(int64_t x, int64_t y)
{
    return y >= 0 && y < 32 ? x * ((int64_t)1 << y) : 0;
}
static int64_t shifted_right(int64_t x, int64_t y)
{
    return x >> (y >= 0 && y < 32 ? y : 32);
}

/* How the parts are chosen (digits as in the text: of a 0, 1, ..., of b the next ones), and what becomes of
 * them. */
struct simd {
    unsigned parts;
    part_fn *function;
    bool is_signed, saturate, sum;
    unsigned lanes;
    const char *of_a, *of_b;
};

static int64_t part(const struct simd *how, const struct lane *x, const char *digits, unsigned n)
{
    const unsigned digit = (unsigned)(digits[how->parts - 1 - n] - '0'), bits = 32 / how->parts;
    const uint32_t word = digit < how->parts ? A : B, mask = (1u << bits) - 1;
    const int64_t value = word >> digit % how->parts * bits & mask;

    return how->is_signed && value >> (bits - 1) ? value - (1 << bits) : value;
}

static void simd(struct lane *x, struct simd how)
{
    const unsigned bits = 32 / how.parts;
    const uint32_t mask = (1u << bits) - 1;
    const int64_t low = how.is_signed ? -(1 << (bits - 1)) : 0, high = low + mask;
    uint32_t value = C;

    for (unsigned n = 0; n < how.parts; n++) {
        int64_t result = how.function(part(&how, x, how.of_a, n), part(&how, x, how.of_b, n));

        if (how.saturate)
            result = limited(result, low, high);
        if (how.lanes >> n & 1)
            value = how.sum ? value + (uint32_t)result
                            : (value & ~(mask << n * bits)) | ((uint32_t)result & mask) << n * bits;
    }
    x->d = value;
}
#define BYTES(name, ...)  DOES(name, simd(x, (struct simd){4, __VA_ARGS__}))
#define HALVES(name, ...) DOES(name, simd(x, (struct simd){2, __VA_ARGS__}))
#define ALL4              15, "3210", "7654"
#define ALL2              3, "10", "32"
BYTES(vadd4, plus, false, false, false, ALL4)
BYTES(vadd4_sat, plus, false, true, false, ALL4)
BYTES(vadd4_signed, minus, true, true, false, ALL4)
BYTES(vadd4_mean, mean, false, false, false, ALL4)
BYTES(vadd4_lanes, plus, false, false, false, 5, "3210", "7654")
BYTES(vadd4_chosen, plus, false, false, false, 15, "1230", "4567")
BYTES(vadd4_equal_selectors, plus, false, false, false, 15, "2222", "7777")
BYTES(vmnmx4, greatest, false, false, false, ALL4)
BYTES(vabsdiff4, apart, false, false, true, ALL4)
BYTES(vset4, above, false, false, false, ALL4)
BYTES(vset4_sum, below, true, false, true, ALL4)
BYTES(vshl4, shifted_left, false, false, false, ALL4)
BYTES(vshr4, shifted_right, true, false, false, ALL4)
HALVES(vadd2, plus, false, false, false, ALL2)
HALVES(vadd2_signed, minus, true, true, false, ALL2)
HALVES(vadd2_chosen, plus, false, false, true, 3, "01", "22")
HALVES(vmnmx2, least, true, false, false, ALL2)
HALVES(vabsdiff2, apart, true, false, false, 2, "10", "32")
HALVES(vset2, below, false, false, false, ALL2)
HALVES(vshr2, shifted_right, false, false, false, ALL2)
DOES(vadd2_literal, x->d = ((A + 0x1234) & 0xffff) | (A & 0xffff0000))
DOES(vadd4_literal, uint32_t value = 0;
     for (unsigned n = 0; n < 4; n++) value |= ((byte(A, n) + 5) & 255) << 8 * n; x->d = value)
WORD(vsel4, (pred(x, 3) ? A : B))
WORD(vsel2, (pred(x, 3) ? A << 16 | A >> 16 : B))
DOES(
    vmin4_of_each, uint32_t value = 0; for (unsigned n = 0; n < 4; n++) {
        const uint32_t of_a = byte(A, n), of_b = byte(B, n), of_c = byte(C, n);
        const uint32_t most = of_a > of_b ? of_a : of_b;
        value |= (most < of_c ? most : of_c) << 8 * n;
    } x->d = value)
DOES(
    vmax4_of_all, uint32_t value = C; for (unsigned n = 0; n < 4; n++) {
        const uint32_t less = byte(A, n) < byte(B, n) ? byte(A, n) : byte(B, n);
        value = less > value ? less : value;
    } x->d = value)

static void test_simd(void **state)
{
    static const struct instruction table[] = {
        EVERY("VADD4.UD.U8.U8 R14, R8, R10, R12", vadd4),
        EVERY("VADD4.UD.U8.U8.SAT R14, R8, R10, R12", vadd4_sat),
        EVERY("VADD4.SAT R14, R8, -R10, R12", vadd4_signed),
        EVERY("VADD4.UD.U8.U8.AVRG R14, R8, R10, R12", vadd4_mean),
        EVERY("VADD4.UD.U8.U8.XZ R14, R8, R10, R12", vadd4_lanes),
        EVERY("VADD4.UD.U8.U8 R14, R8.1230, R10.4567, R12", vadd4_chosen),
        EVERY("VADD4.UD.U8.U8 R14, R8.2222, R10.7777, R12", vadd4_equal_selectors),
        EVERY("VMNMX4.UD.U8.U8.MX R14, R8, R10, R12", vmnmx4),
        EVERY("VABSDIFF4.U8.U8.ACC R14, R8, R10, R12", vabsdiff4),
        EVERY("VSET4.GT.U8.U8 R14, R8, R10, R12", vset4),
        EVERY("VSET4.LT.ACC R14, R8, R10, R12", vset4_sum),
        EVERY("VADD2.UD.U16.U16 R14, R8, R10, R12", vadd2),
        EVERY("VADD2.SAT R14, R8, -R10, R12", vadd2_signed),
        EVERY("VADD2.UD.U16.U16.ACC R14, R8.01, R10.22, R12", vadd2_chosen),
        EVERY("VMNMX2 R14, R8, R10, R12", vmnmx2),
        EVERY("VABSDIFF2.SD.Y R14, R8, R10, R12", vabsdiff2),
        EVERY("VSET2.LT.U16.U16 R14, R8, R10, R12", vset2),
        EVERY("VADD2.UD.U16.U16 R14, R8, 0x1234, R12", vadd2_literal),
        EARLIER("VADD4.UD.U8.U8 R14, R8, 0x5.4444, RZ", vadd4_literal),
        EARLIER("VMNMX4.UD.U8.U8.MX.SIMD_MIN R14, R8, R10, R12", vmin4_of_each),
        EARLIER("VMNMX4.UD.U8.U8.MAX R14, R8, R10, R12", vmax4_of_all),
        EARLIER("VSHL4.UD.U8.U8 R14, R8, R10, R12", vshl4),
        EARLIER("VSHR4 R14, R8, R10, R12", vshr4),
        EARLIER("VSHR2.UD.U16.U16 R14, R8, R10, R12", vshr2),
        EARLIER("VSEL4.UD.U8.U8 R14, R8, R10, P3", vsel4),
        EARLIER("VSEL2.UD.U16.U16 R14, R8.01, R10, P3", vsel2),
    };

    (void)state;
    CHECK(table, INTEGERS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scalar),
        cmocka_unit_test(test_simd),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
