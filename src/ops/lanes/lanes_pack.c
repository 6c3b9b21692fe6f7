/* SPDX-License-Identifier: MIT */
/* Two results packed in a word, on 32 lanes: F2FP, F2IP, I2IP; and distances of bytes: VABSDIFF4.
 *
 * The result of b is below that of a.  Where there is room above the two, low bits of c fill it (PTX ISA,
 * cvt.pack; that F2IP does the same shows in how ptxas compiles cvt.rzi.u8.f32). */
#include "ops/lanes/lanes_half.h"

#include "ops/scalar/convert.h"

/* A single as a half or a bfloat16, by the reference: NaN stays with RELU and SATFINITE (PTX ISA, cvt). */
static inline uint32_t narrowed(uint32_t x, const struct hw_uop *uop, const struct hw_conversion *conversion)
{
    const uint32_t infinity = uop->type == HW_TYPE_F16 ? 0x7c00 : 0x7f80;
    uint32_t flags, value = (uint32_t)hw_convert_f2f(conversion, x, &flags);

    if (hw_fp32_is_nan(x))
        return value;
    if (uop->sat && (value & 0x7fff) == infinity)
        value--;
    return uop->pack.relu && value & 0x8000 ? 0 : value;
}

static void f2fp(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b);
    const struct hw_conversion conversion = {.type = uop->type, .type2 = HW_TYPE_F32, .round = uop->round};
    lanes value = {{0}};

    if (uop->round == HW_ROUND_RN && !uop->sat && !uop->pack.relu) {
        FOR_LANES(l) {
            const uint64_t x = double_bits((double)as_float(a[l])), y = double_bits((double)as_float(b[l]));

            value.lane[l] = uop->type == HW_TYPE_F16 ? half_of(x, false) << 16 | half_of(y, false)
                                                     : bfloat_of(x, false) << 16 | bfloat_of(y, false);
        }
    } else {
        FOR_EXECUTING(l)
            value.lane[l] = narrowed(a[l], uop, &conversion) << 16 | narrowed(b[l], uop, &conversion);
    }
    store(regs, uop, value.lane);
}

/* The two results of `bits` bits each, and c above them. */
static inline uint32_t packed(uint32_t x, uint32_t y, uint32_t c, unsigned bits)
{
    const uint32_t mask = (1u << bits) - 1, low = (x & mask) << bits | (y & mask);

    return bits == 16 ? low : low | c << 2 * bits;
}

static void f2ip(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b),
                   *c = register_at(regs, uop->c);
    const struct hw_conversion conversion = {
        .type = uop->type, .type2 = HW_TYPE_F32, .round = uop->round, .nan = uop->pack.nan};
    const unsigned shift = part_shift(uop->pack.above);
    lanes value = {{0}};

    FOR_EXECUTING(l) {
        const uint32_t negative = uop->pack.relu ? HW_FP32_SIGN : 0;
        const uint32_t x = a[l] & negative ? 0 : a[l], y = b[l] & negative ? 0 : b[l];
        uint32_t flags;

        value.lane[l] = packed((uint32_t)hw_convert_f2i(&conversion, x, &flags),
                               (uint32_t)hw_convert_f2i(&conversion, y, &flags), c[l] >> shift, 8);
    }
    store(regs, uop, value.lane);
}

static inline uint32_t clamped(uint32_t x, int32_t least, int32_t most)
{
    const int32_t number = (int32_t)x, low = number < most ? number : most;

    return (uint32_t)(low > least ? low : least);
}

static void i2ip(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b),
                   *c = register_at(regs, uop->c);
    const unsigned bits = hw_type_bits(uop->type), shift = part_shift(uop->pack.above);
    const bool is_signed = hw_type_signed(uop->type);
    const int32_t most = (1 << (bits - is_signed)) - 1, least = is_signed && !uop->pack.relu ? -most - 1 : 0;
    lanes value;

    FOR_LANES(l)
        value.lane[l] = packed(clamped(a[l], least, most), clamped(b[l], least, most), c[l] >> shift, bits);
    store(regs, uop, value.lane);
}

/* The distances of two bytes each, as bytes; or added to c.  Without the sum c is left alone, for compilers
 * hand over PTX's c where the instruction (vabsdiff4 into all four bytes) has no use for it. */
static void vabsdiff4(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b),
                   *c = register_at(regs, uop->c);
    const uint32_t flip = hw_type_signed(uop->type) ? 0x80808080u : 0;
    const bool sum = uop->pack.sum;
    lanes value;

    FOR_LANES(l) {
        const uint32_t x = a[l] ^ flip, y = b[l] ^ flip;
        uint32_t bytes = 0, total = c[l];

        for (unsigned i = 0; i < 32; i += 8) {
            const uint32_t p = x >> i & 0xff, q = y >> i & 0xff, distance = p > q ? p - q : q - p;

            bytes |= distance << i;
            total += distance;
        }
        value.lane[l] = sum ? total : bytes;
    }
    store(regs, uop, value.lane);
}

/* clang-format off */
hw_uop_fn *const HW_LANE_FUNCTIONS(pack)[HW_LANES_PACK_COUNT] = {
    [HW_LANES_PACK_F2FP] = f2fp,
    [HW_LANES_PACK_F2IP] = f2ip,
    [HW_LANES_PACK_I2IP] = i2ip,
    [HW_LANES_PACK_VABSDIFF4] = vabsdiff4,
};
/* clang-format on */
