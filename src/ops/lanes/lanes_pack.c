/* SPDX-License-Identifier: MIT */
/* Lane functions pack two results in a word: F2FP, F2IP, I2IP; and compute byte distances: VABSDIFF4.
 *
 * The result of b is below that of a.  Where there is room above the two, low bits of c fill it (PTX ISA,
 * cvt.pack; that F2IP does the same shows in how ptxas compiles cvt.rzi.u8.f32). */
#include "ops/lanes/lanes_half.h"

#include "ops/scalar/convert.h"
#include "ops/scalar/fp16.h"
#include "ops/scalar/fp8.h"

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

/* What is above the results: a half of c. */
static inline uint32_t kept_half(const struct hw_uop *uop, uint32_t c)
{
    return uop->pack.above == HW_PART_HIGH ? c & 0xffff0000u : c << 16;
}

/* The result of a alone, a half of b above it. */
static void f2fp_merge(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b);
    const struct hw_conversion conversion = {.type = uop->type, .type2 = HW_TYPE_F32, .round = uop->round};
    lanes value = {{0}};

    FOR_EXECUTING(l)
        value.lane[l] = narrowed(a[l], uop, &conversion) | kept_half(uop, b[l]);
    store(regs, uop, value.lane);
}

/* A single as a byte: what is negative becomes 0 with RELU, a NaN stays. */
static inline uint32_t narrowed_to_byte(uint32_t x, const struct hw_uop *uop)
{
    const uint32_t byte = hw_fp8_narrow(x, uop->type == HW_TYPE_E5M2);

    return uop->pack.relu && byte & 0x80 ? 0 : byte;
}

/* Two bytes, a half of c above them. */
static void f2fp_bytes(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b),
                   *c = register_at(regs, uop->c);
    lanes value = {{0}};

    FOR_EXECUTING(l)
        value.lane[l] = narrowed_to_byte(a[l], uop) << 8 | narrowed_to_byte(b[l], uop) | kept_half(uop, c[l]);
    store(regs, uop, value.lane);
}

/* The same of the two halves of a, with a half of b. */
static void f2fp_halves(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b);
    lanes value = {{0}};

    FOR_EXECUTING(l)
        value.lane[l] = narrowed_to_byte(hw_fp16_widen(a[l] >> 16), uop) << 8 |
                        narrowed_to_byte(hw_fp16_widen(a[l] & 0xffff), uop) | kept_half(uop, b[l]);
    store(regs, uop, value.lane);
}

static inline uint32_t widened_byte(uint32_t byte, const struct hw_uop *uop)
{
    const uint32_t half = hw_fp8_widen(byte & 0xff, uop->type2 == HW_TYPE_E5M2);

    return uop->pack.relu && half & 0x8000 ? 0 : half;
}

/* Two bytes of a half of a, as halves. */
static void f2fp_unpack(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a);
    lanes value = {{0}};

    FOR_EXECUTING(l) {
        const uint32_t bytes = kept_half(uop, a[l]) >> 16;

        value.lane[l] = widened_byte(bytes >> 8, uop) << 16 | widened_byte(bytes, uop);
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
    [HW_LANES_PACK_F2FP_MERGE] = f2fp_merge,
    [HW_LANES_PACK_F2FP_BYTES] = f2fp_bytes,
    [HW_LANES_PACK_F2FP_HALVES] = f2fp_halves,
    [HW_LANES_PACK_F2FP_UNPACK] = f2fp_unpack,
    [HW_LANES_PACK_F2IP] = f2ip,
    [HW_LANES_PACK_I2IP] = i2ip,
    [HW_LANES_PACK_VABSDIFF4] = vabsdiff4,
};
/* clang-format on */
