/* SPDX-License-Identifier: MIT */
/* Lane functions for integer arithmetic are loops around integer.h. */
#include "ops/lanes/lanes_add.h"

/* The width of the operation, of which `type` is. */
static inline unsigned width(const struct hw_uop *uop)
{
    return hw_type_bits(uop->type) == 16 ? 16 : 32;
}

static inline const uint32_t *operand_a(const struct hw_regs *regs, const struct hw_uop *uop, lanes *buffer)
{
    return operand(regs, uop->a, uop->a_part, uop->type, buffer);
}

static inline const uint32_t *operand_b(const struct hw_regs *regs, const struct hw_uop *uop, lanes *buffer)
{
    return operand(regs, uop->b, uop->b_part, uop->type2, buffer);
}

static __attribute__((noinline)) void iadd_rest(struct hw_regs *regs, const struct hw_uop *uop)
{
    add_registers(regs, uop, register_at(regs, uop->a), uop->a_xor, register_at(regs, uop->b), uop->b_xor);
}

/* Plain ones need no copy on the stack. */
static void iadd(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t a_xor = uop->a_xor, b_xor = uop->b_xor, carry = uop->sum.plus;
    const vector *a = (const vector *)(const void *)register_at(regs, uop->a);
    const vector *b = (const vector *)(const void *)register_at(regs, uop->b);
    vector *d = (vector *)(void *)register_at(regs, uop->d);

    if (!is_plain(regs, uop)) {
        iadd_rest(regs, uop);
        return;
    }
    for (unsigned i = 0; i < REGISTER_BYTES / VECTOR_BYTES; i++)
        d[i] = (a[i] ^ a_xor) + (b[i] ^ b_xor) + carry;
}

static void iadd_any(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t mask = hw_int_mask(width(uop));
    lanes a, b;

    add_lanes_any(regs, uop, operand_a(regs, uop, &a), uop->a_xor & mask, operand_b(regs, uop, &b),
                  uop->b_xor & mask, width(uop));
}

/* The high part of a product is bits 47:16 of 24-bit numbers, and the high word of words. */
static inline void multiply(const struct hw_regs *regs, const struct hw_uop *uop, bool high, lanes *product)
{
    lanes a_buffer, b_buffer;
    const uint32_t *a = operand_a(regs, uop, &a_buffer), *b = operand_b(regs, uop, &b_buffer);

    if (high && hw_type_bits(uop->type) == 32) {
        const bool a_signed = hw_type_signed(uop->type), b_signed = hw_type_signed(uop->type2);

        FOR_LANES(l)
            product->lane[l] = hw_int_mul_word_high(a[l], b[l], a_signed, b_signed);
        return;
    }
    FOR_LANES(l)
        product->lane[l] = high ? hw_int_mul_high(a[l], b[l]) : hw_int_mul(a[l], b[l]);
}

static inline void store_product(const struct hw_regs *regs, const struct hw_uop *uop, bool high)
{
    lanes product;

    multiply(regs, uop, high, &product);
    if (wants_flags(uop))
        store_integer_flags(regs, uop, product.lane, 32);
    store(regs, uop, product.lane);
}

static void imul(struct hw_regs *regs, const struct hw_uop *uop)
{
    store_product(regs, uop, false);
}

static void imul_high(struct hw_regs *regs, const struct hw_uop *uop)
{
    store_product(regs, uop, true);
}

static __attribute__((noinline)) void imad_rest(struct hw_regs *regs, const struct hw_uop *uop)
{
    lanes product;

    multiply(regs, uop, false, &product);
    add_registers(regs, uop, product.lane, uop->a_xor, register_at(regs, uop->c), uop->c_xor);
}

/* Plain ones of words. */
static void imad(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t product_xor = uop->a_xor, c_xor = uop->c_xor, carry = uop->sum.plus;
    const vector *a = (const vector *)(const void *)register_at(regs, uop->a);
    const vector *b = (const vector *)(const void *)register_at(regs, uop->b);
    const vector *c = (const vector *)(const void *)register_at(regs, uop->c);
    vector *d = (vector *)(void *)register_at(regs, uop->d);

    if (!is_plain(regs, uop) || hw_type_bits(uop->type) != 32 || hw_type_bits(uop->type2) != 32 ||
        uop->a_part != HW_PART_WORD || uop->b_part != HW_PART_WORD) {
        imad_rest(regs, uop);
        return;
    }
    for (unsigned i = 0; i < REGISTER_BYTES / VECTOR_BYTES; i++)
        d[i] = (a[i] * b[i] ^ product_xor) + (c[i] ^ c_xor) + carry;
}

static void imad_any(struct hw_regs *regs, const struct hw_uop *uop)
{
    lanes product;

    multiply(regs, uop, uop->high, &product);
    add_lanes_any(regs, uop, product.lane, uop->a_xor, register_at(regs, uop->c), uop->c_xor, 32);
}

/* The sum and its flags are of words even where halves are compared. */
static void isad(struct hw_regs *regs, const struct hw_uop *uop)
{
    const bool is_signed = hw_type_signed(uop->type);
    lanes a_buffer, b_buffer, distance;
    const uint32_t *a = operand_a(regs, uop, &a_buffer), *b = operand_b(regs, uop, &b_buffer);

    FOR_LANES(l)
        distance.lane[l] = hw_int_distance(a[l], b[l], is_signed);
    add_registers(regs, uop, distance.lane, 0, register_at(regs, uop->c), 0);
}

static inline void choose(const struct hw_regs *regs, const struct hw_uop *uop, bool greater)
{
    const uint32_t flip = hw_type_signed(uop->type) ? 0 : 0x80000000u;
    lanes a_buffer, b_buffer, value;
    const uint32_t *a = operand_a(regs, uop, &a_buffer), *b = operand_b(regs, uop, &b_buffer);

    FOR_LANES(l) {
        const int32_t x = (int32_t)(a[l] ^ flip), y = (int32_t)(b[l] ^ flip);

        value.lane[l] = (uint32_t)(greater ? (x > y ? x : y) : (x < y ? x : y)) ^ flip;
    }
    if (wants_flags(uop))
        store_integer_flags(regs, uop, value.lane, width(uop));
    store(regs, uop, value.lane);
}

static void imin(struct hw_regs *regs, const struct hw_uop *uop)
{
    choose(regs, uop, false);
}

static void imax(struct hw_regs *regs, const struct hw_uop *uop)
{
    choose(regs, uop, true);
}

static void iset(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t flip = hw_type_signed(uop->type) ? 0 : 0x80000000u;
    const uint32_t less = uop->cmp & 1 ? ~0u : 0, equal = uop->cmp & 2 ? ~0u : 0,
                   greater = uop->cmp & 4 ? ~0u : 0;
    lanes a_buffer, b_buffer, value, flags;
    const uint32_t *a = operand_a(regs, uop, &a_buffer), *b = operand_b(regs, uop, &b_buffer);

    FOR_LANES(l)
        value.lane[l] = a[l] == b[l]                                      ? equal
                        : (int32_t)(a[l] ^ flip) < (int32_t)(b[l] ^ flip) ? less
                                                                          : greater;
    if (wants_flags(uop)) {
        FOR_LANES(l)
            flags.lane[l] = value.lane[l] ? HW_FLAG_S : HW_FLAG_Z;
        store_flags(regs, uop, flags.lane);
    }
    if (width(uop) == 16)
        FOR_LANES(l)
            value.lane[l] &= 0xffff;
    store(regs, uop, value.lane);
}

static inline void shift(const struct hw_regs *regs, const struct hw_uop *uop, bool right)
{
    const bool is_signed = hw_type_signed(uop->type);
    lanes a_buffer, b_buffer, value, flags;
    const uint32_t *a = operand_a(regs, uop, &a_buffer), *b = operand_b(regs, uop, &b_buffer);
    const unsigned bits = width(uop);

    FOR_LANES(l)
        value.lane[l] =
            (right ? hw_int_shr(a[l], b[l], bits, is_signed) : hw_int_shl(a[l], b[l], bits)).value;
    if (wants_flags(uop)) {
        FOR_LANES(l)
            flags.lane[l] =
                (right ? hw_int_shr(a[l], b[l], bits, is_signed) : hw_int_shl(a[l], b[l], bits)).flags;
        store_flags(regs, uop, flags.lane);
    }
    store(regs, uop, value.lane);
}

static void shl(struct hw_regs *regs, const struct hw_uop *uop)
{
    shift(regs, uop, false);
}

static void shr(struct hw_regs *regs, const struct hw_uop *uop)
{
    shift(regs, uop, true);
}

static inline void logic(const struct hw_regs *regs, const struct hw_uop *uop, unsigned operation)
{
    lanes a_buffer, b_buffer, value;
    const uint32_t *a = operand_a(regs, uop, &a_buffer), *b = operand_b(regs, uop, &b_buffer);
    const uint32_t a_xor = uop->a_xor, b_xor = uop->b_xor;

    FOR_LANES(l)
        value.lane[l] = hw_int_logic(a[l] ^ a_xor, b[l] ^ b_xor, operation);
    if (wants_flags(uop))
        store_integer_flags(regs, uop, value.lane, width(uop));
    store(regs, uop, value.lane);
}

static void logic_and(struct hw_regs *regs, const struct hw_uop *uop)
{
    logic(regs, uop, HW_LOGIC_AND);
}

static void logic_or(struct hw_regs *regs, const struct hw_uop *uop)
{
    logic(regs, uop, HW_LOGIC_OR);
}

static void logic_xor(struct hw_regs *regs, const struct hw_uop *uop)
{
    logic(regs, uop, HW_LOGIC_XOR);
}

static void logic_pass_b(struct hw_regs *regs, const struct hw_uop *uop)
{
    logic(regs, uop, HW_LOGIC_PASS_B);
}

/* clang-format off */
hw_uop_fn *const HW_LANE_FUNCTIONS(integer)[HW_LANES_INTEGER_COUNT] = {
    [HW_LANES_INTEGER_IADD] = iadd,
    [HW_LANES_INTEGER_IADD_ANY] = iadd_any,
    [HW_LANES_INTEGER_IMUL] = imul,
    [HW_LANES_INTEGER_IMUL_HIGH] = imul_high,
    [HW_LANES_INTEGER_IMAD] = imad,
    [HW_LANES_INTEGER_IMAD_ANY] = imad_any,
    [HW_LANES_INTEGER_ISAD] = isad,
    [HW_LANES_INTEGER_IMIN] = imin,
    [HW_LANES_INTEGER_IMAX] = imax,
    [HW_LANES_INTEGER_ISET] = iset,
    [HW_LANES_INTEGER_SHL] = shl,
    [HW_LANES_INTEGER_SHR] = shr,
    [HW_LANES_INTEGER_AND] = logic_and,
    [HW_LANES_INTEGER_OR] = logic_or,
    [HW_LANES_INTEGER_XOR] = logic_xor,
    [HW_LANES_INTEGER_PASS_B] = logic_pass_b,
};
/* clang-format on */
