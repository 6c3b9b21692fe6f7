/* SPDX-License-Identifier: MIT */
/* Sums and products of words and of parts of words: against references in 64-bit arithmetic, and the
 * sequences that compilers make of them against what they stand for. */
#include "test_ops_lanes.h"

static uint32_t neg_if(const struct hw_operand *operand, uint32_t x)
{
    return operand->flags & HW_OPERAND_NEG ? ~x : x;
}

static bool is_neg(const struct hw_operand *operand)
{
    return operand->flags & HW_OPERAND_NEG;
}

/* x + y + carry: the sum, and C and O by their definitions. */
static uint32_t sum_of(uint32_t x, uint32_t y, uint32_t carry, bool sat, uint32_t *flags)
{
    const uint64_t wide = (uint64_t)x + y + carry;
    const int64_t exact = (int64_t)(int32_t)x + (int32_t)y + carry;
    const bool overflow = exact != (int32_t)exact;
    const uint32_t value = sat && overflow ? (exact < 0 ? 0x80000000u : 0x7fffffffu) : (uint32_t)wide;

    *flags = zero_and_sign(value) | (wide >> 32 ? HW_FLAG_C : 0) | (overflow ? HW_FLAG_O : 0);
    return value;
}

/* IADD, ISCADD, LEA, LEAHI: two addends, where the first may be shifted. */
static void reference_sum(const struct hw_semantics *view, struct lane *lane)
{
    const unsigned lea = view->operand[0].kind == HW_OPERAND_PRED;
    const struct hw_operand *a = &view->operand[lea + 1], *b = &view->operand[lea + 2];
    const unsigned count =
        view->op == HW_OP_IADD ? 0 : (unsigned)view->operand[view->operand_count - 1].offset;
    const uint64_t wide = ((uint64_t)lane->c << 32 | lane->a) << count;
    const uint32_t x = view->op == HW_OP_LEAHI ? (uint32_t)(wide >> 32) : (uint32_t)wide;
    const uint32_t one = is_neg(a) || is_neg(b) || view->mod[HW_MOD_PO];
    const uint32_t carry = view->mod[HW_MOD_CARRY] ? lane->cond / HW_FLAG_C & 1 : one;
    uint32_t flags;

    lane->d = sum_of(neg_if(a, x), neg_if(b, lane->b), carry, view->mod[HW_MOD_SAT], &flags);
    expect_flags(view, lane, flags);
    if (lea)
        expect_pred(lane, view->operand[0].reg, lane->d != 0);
}

static void sums_of_two(void **state)
{
    (void)state;
    for (unsigned variant = 0; variant < 64; variant++) {
        struct hw_semantics add = view_of(HW_OP_IADD), scaled = view_of(HW_OP_ISCADD);

        add_registers(&add, REG_D, REG_B);
        add_registers(&scaled, REG_D, REG_B);
        add_literal(&scaled, (int)(random_bits() % 32));
        for (unsigned i = 1; i < 3; i++)
            add.operand[i].flags = scaled.operand[i].flags = (variant & 3) == i ? HW_OPERAND_NEG : 0;
        add.mod[HW_MOD_PO] = scaled.mod[HW_MOD_PO] = (variant & 3) == 3;
        add.mod[HW_MOD_SAT] = variant >> 2 & 1;
        add.mod[HW_MOD_CARRY] = variant & 8 && (variant & 3) != 3;
        add.cond_out = scaled.cond_out = variant & 16 ? 0 : -1;
        check(&add, reference_sum, 40);
        check(&scaled, reference_sum, 40);
    }
}

static void addresses(void **state)
{
    (void)state;
    for (unsigned variant = 0; variant < 256; variant++) {
        struct hw_semantics view = view_of(variant & 1 ? HW_OP_LEAHI : HW_OP_LEA);

        add_pred(&view, variant & 2 ? 7 : 4);
        add_registers(&view, REG_D, variant & 1 ? REG_C : REG_B);
        add_literal(&view, variant >> 3);
        view.operand[2].flags = variant & 4 ? HW_OPERAND_NEG : 0;
        view.mod[HW_MOD_CARRY] = random_bits() & 1;
        view.cond_out = random_bits() & 1 ? 0 : -1;
        check(&view, reference_sum, 20);
    }
}

static uint32_t half_of(const struct hw_operand *operand, uint32_t x)
{
    if (operand->bytes != 2)
        return x;
    return operand->flags & HW_OPERAND_HIGH ? x >> 16 : x & 0xffff;
}

static void reference_iadd3(const struct hw_semantics *view, struct lane *lane)
{
    const struct hw_operand *o = view->operand;
    const uint32_t negations = view->mod[HW_MOD_CARRY] ? 0 : is_neg(&o[1]) + is_neg(&o[2]) + is_neg(&o[3]);
    const uint32_t early = !view->mod[HW_MOD_CARRY] ? (is_neg(&o[1]) || is_neg(&o[2])) : lane->cond >> 3 & 1;
    const uint32_t late = !view->mod[HW_MOD_CARRY] ? negations - early : lane->cond >> 2 & 1;
    const uint64_t first =
        (uint64_t)neg_if(&o[1], half_of(&o[1], lane->a)) + neg_if(&o[2], half_of(&o[2], lane->b)) + early;
    const uint32_t moved = (uint32_t)(view->mod[HW_MOD_SHIFT] == 1   ? first >> 16
                                      : view->mod[HW_MOD_SHIFT] == 2 ? first << 16
                                                                     : first);
    const uint64_t second = (uint64_t)moved + neg_if(&o[3], half_of(&o[3], lane->c)) + late;

    lane->d = (uint32_t)second;
    expect_flags(view, lane,
                 zero_and_sign(lane->d) | (second >> 32 ? HW_FLAG_C : 0) | (first >> 32 ? HW_FLAG_O : 0));
}

static void sums_of_three(void **state)
{
    (void)state;
    for (unsigned variant = 0; variant < 600; variant++) {
        struct hw_semantics view = view_of(HW_OP_IADD3);
        const unsigned negated = variant % 4; /* two negated operands meet in the carry, see lanes_sum.c */

        add_registers(&view, REG_D, REG_C);
        if (negated)
            view.operand[negated].flags = HW_OPERAND_NEG;
        for (unsigned i = 1; i < 4 && variant & 4; i++)
            if (random_bits() & 1) {
                view.operand[i].bytes = 2;
                view.operand[i].flags |= random_bits() & 1 ? HW_OPERAND_HIGH : 0;
            }
        view.mod[HW_MOD_SHIFT] = variant / 8 % 3;
        view.mod[HW_MOD_CARRY] = variant / 32 % 2;
        view.cond_out = variant / 64 % 2 ? 0 : -1;
        check(&view, reference_iadd3, 10);
    }
}

/* What a GM20B answered (nxgpucatch): the flags of a sum of three. */
static void sums_of_three_as_measured(void **state)
{
    struct hw_semantics view = view_of(HW_OP_IADD3);

    (void)state;
    add_registers(&view, REG_D, REG_C);
    view.cond_out = 0;
    assert_int_equal(result_of(&view, 1, 0xffffffff, 0), 0);
    assert_int_equal(reg[REG_COND][0], HW_FLAG_Z | HW_FLAG_O);
    assert_int_equal(result_of(&view, 0xfffffffe, 1, 1), 0);
    assert_int_equal(reg[REG_COND][0], HW_FLAG_Z | HW_FLAG_C);
    assert_int_equal(result_of(&view, 0, 2, 0xffffffff), 1);
    assert_int_equal(reg[REG_COND][0], HW_FLAG_C);
}

static void flags_as_measured(void **state)
{
    struct hw_semantics view = view_of(HW_OP_IADD);

    (void)state;
    add_registers(&view, REG_D, REG_B);
    view.cond_out = 0;
    assert_int_equal(result_of(&view, 0x7fffffff, 2, 0), 0x80000001);
    assert_int_equal(reg[REG_COND][0], HW_FLAG_S | HW_FLAG_O);
    view.mod[HW_MOD_PO] = 1;
    assert_int_equal(result_of(&view, 3, 4, 0), 8);
}

/* A 64-bit sum of three and a 64-bit difference, as compilers spell them. */
static void chains_of_words(void **state)
{
    (void)state;
    for (unsigned n = 0; n < 300; n++) {
        struct hw_semantics low = view_of(HW_OP_IADD3), high = view_of(HW_OP_IADD3);
        uint64_t x[3], expected = 0;
        uint32_t value;

        add_registers(&low, REG_D, REG_C);
        add_registers(&high, REG_D, REG_C);
        low.cond_out = 0;
        high.mod[HW_MOD_CARRY] = 1;
        for (unsigned i = 0; i < 3; i++) {
            const bool negated = n % 4 == i + 1;

            x[i] = (uint64_t)random_operand() << 32 | random_operand();
            low.operand[i + 1].flags = high.operand[i + 1].flags = negated ? HW_OPERAND_NEG : 0;
            expected += negated ? 0 - x[i] : x[i];
        }
        value = result_of(&low, (uint32_t)x[0], (uint32_t)x[1], (uint32_t)x[2]);
        assert_int_equal(value, (uint32_t)expected);
        value = result_of(&high, x[0] >> 32, x[1] >> 32, x[2] >> 32);
        assert_int_equal(value, expected >> 32);
    }
}

static uint32_t extended(uint32_t x, unsigned type)
{
    switch (type) {
    case HW_TYPE_S8: return (uint32_t)(int32_t)(int8_t)x;
    case HW_TYPE_U8: return x & 0xff;
    case HW_TYPE_S16: return (uint32_t)(int32_t)(int16_t)x;
    case HW_TYPE_U16: return x & 0xffff;
    case HW_TYPE_U24: return x & 0xffffff;
    case HW_TYPE_S24: return (uint32_t)((int32_t)(x << 8) >> 8);
    default: return x;
    }
}

static uint32_t shifted_half(const struct hw_operand *operand, uint32_t x)
{
    return operand->flags & HW_OPERAND_HIGH ? x >> 16 : x;
}

/* The half that is not taken. */
static uint32_t shifted_rest(const struct hw_operand *operand, uint32_t x)
{
    return operand->flags & HW_OPERAND_HIGH ? x & 0xffff : x >> 16;
}

static void reference_xmad(const struct hw_semantics *view, struct lane *lane)
{
    const uint32_t pa = extended(shifted_half(&view->operand[1], lane->a), view->mod[HW_MOD_TYPE]);
    const uint32_t pb = extended(shifted_half(&view->operand[2], lane->b), view->mod[HW_MOD_TYPE2]);
    const uint32_t product = (uint32_t)((int64_t)(int32_t)pa * (int32_t)pb)
                             << (view->mod[HW_MOD_PSL] ? 16 : 0);
    const uint32_t carry = view->mod[HW_MOD_CARRY] ? lane->cond / HW_FLAG_C & 1 : 0;
    uint32_t c = lane->c, flags;

    switch (view->mod[HW_MOD_XMAD]) {
    case 1: c &= 0xffff; break;
    case 2: c >>= 16; break;
    case 3:
        c -= pa >> 31 && shifted_rest(&view->operand[2], lane->b) ? 65536 : 0;
        c -= pb >> 31 && shifted_rest(&view->operand[1], lane->a) ? 65536 : 0;
        break;
    case 4: c += lane->b << 16; break;
    default: break;
    }
    lane->d = sum_of(product, c, carry, false, &flags);
    if (view->mod[HW_MOD_MRG])
        lane->d = (lane->d & 0xffff) | (lane->b & 0xffff) << 16;
    expect_flags(view, lane, (flags & (HW_FLAG_C | HW_FLAG_O)) | zero_and_sign(lane->d));
}

static void add_half_lanes(struct hw_semantics *view, unsigned which)
{
    add_registers(view, REG_D, REG_C);
    for (unsigned i = 1; i < 3; i++) {
        view->operand[i].bytes = 2;
        view->operand[i].flags = which >> (i - 1) & 1 ? HW_OPERAND_HIGH : 0;
    }
}

static void products_of_halves(void **state)
{
    (void)state;
    for (unsigned variant = 0; variant < 5 * 128; variant++) {
        struct hw_semantics view = view_of(HW_OP_XMAD);

        add_half_lanes(&view, variant);
        view.mod[HW_MOD_TYPE] = variant & 4 ? HW_TYPE_S16 : HW_TYPE_U16;
        view.mod[HW_MOD_TYPE2] = variant & 8 ? HW_TYPE_S16 : HW_TYPE_U16;
        view.mod[HW_MOD_PSL] = variant >> 4 & 1;
        view.mod[HW_MOD_MRG] = variant >> 5 & 1;
        view.cond_out = variant & 64 && random_bits() & 1 ? 0 : -1;
        view.mod[HW_MOD_CARRY] = variant & 64 && random_bits() & 1;
        view.mod[HW_MOD_XMAD] = (uint8_t)(variant / 128);
        check(&view, reference_xmad, 10);
    }
}

/* XMAD t, a, b, c; XMAD.MRG u, a, b.H1, RZ; XMAD.PSL.CBCC d, a.H1, u.H1, t is a product of words plus c. */
static void the_product_of_words(void **state)
{
    struct hw_semantics first = view_of(HW_OP_XMAD), second = view_of(HW_OP_XMAD),
                        third = view_of(HW_OP_XMAD);

    (void)state;
    add_half_lanes(&first, 0);
    add_half_lanes(&second, 2);
    second.mod[HW_MOD_MRG] = 1;
    add_half_lanes(&third, 3);
    third.mod[HW_MOD_PSL] = 1;
    third.mod[HW_MOD_XMAD] = 4;
    for (unsigned n = 0; n < 1000; n++) {
        const uint32_t a = random_operand(), b = random_operand(), c = random_operand();
        const uint32_t t = result_of(&first, a, b, c), u = result_of(&second, a, b, 0);

        assert_int_equal(result_of(&third, a, u, t), a * b + c);
    }
}

static struct hw_semantics halves_of(unsigned which, unsigned type, unsigned type2, unsigned addend)
{
    struct hw_semantics view = view_of(HW_OP_XMAD);

    add_half_lanes(&view, which);
    view.mod[HW_MOD_TYPE] = (uint8_t)type;
    view.mod[HW_MOD_TYPE2] = (uint8_t)type2;
    view.mod[HW_MOD_XMAD] = (uint8_t)addend;
    return view;
}

/* The high word of a signed product as compilers make it: of four XMAD, one with .CSFU, and IADD3.RS. */
static void the_high_word_of_a_product(void **state)
{
    const struct hw_semantics low = halves_of(0, HW_TYPE_U16, HW_TYPE_U16, 0);
    const struct hw_semantics mixed = halves_of(1, HW_TYPE_S16, HW_TYPE_U16, 2);
    const struct hw_semantics other = halves_of(2, HW_TYPE_U16, HW_TYPE_S16, 0);
    const struct hw_semantics high = halves_of(3, HW_TYPE_S16, HW_TYPE_S16, 3);
    struct hw_semantics sum = view_of(HW_OP_IADD3);

    (void)state;
    add_registers(&sum, REG_D, REG_C);
    sum.mod[HW_MOD_SHIFT] = 1;
    for (unsigned n = 0; n < 3000; n++) {
        const uint32_t a = n ? random_operand() : 0x80000000, b = n ? random_operand() : 1,
                       c = random_operand();
        const uint32_t t = result_of(&low, a, b, 0), u = result_of(&mixed, a, b, t);
        const uint32_t v = result_of(&other, a, b, 0), w = result_of(&high, a, b, c);
        const int64_t product = (int64_t)(int32_t)a * (int32_t)b;

        assert_int_equal(result_of(&sum, u, v, w), (uint32_t)((uint64_t)product >> 32) + c);
    }
}

static void reference_product(const struct hw_semantics *view, struct lane *lane)
{
    const bool signed_a = hw_type_signed(view->mod[HW_MOD_TYPE]),
               signed_b = hw_type_signed(view->mod[HW_MOD_TYPE2]);
    const int64_t a = signed_a ? (int32_t)lane->a : (int64_t)lane->a;
    const int64_t b = signed_b ? (int32_t)lane->b : (int64_t)lane->b;
    const uint64_t product = (uint64_t)a * (uint64_t)b;
    const uint32_t part = (uint32_t)(view->mod[HW_MOD_HIGH] ? product >> 32 : product);
    uint32_t flags = zero_and_sign(part);

    lane->d = part;
    if (view->op == HW_OP_IMAD) {
        const uint32_t one = is_neg(&view->operand[1]) || is_neg(&view->operand[3]) || view->mod[HW_MOD_PO];

        lane->d =
            sum_of(neg_if(&view->operand[1], part), neg_if(&view->operand[3], lane->c),
                   view->mod[HW_MOD_CARRY] ? lane->cond / HW_FLAG_C & 1 : one, view->mod[HW_MOD_SAT], &flags);
    }
    expect_flags(view, lane, flags);
}

static void products_of_words(void **state)
{
    (void)state;
    for (unsigned variant = 0; variant < 256; variant++) {
        struct hw_semantics mul = view_of(HW_OP_IMUL), mad = view_of(HW_OP_IMAD);

        add_registers(&mul, REG_D, REG_B);
        add_registers(&mad, REG_D, REG_C);
        mul.mod[HW_MOD_TYPE] = variant & 1 ? HW_TYPE_S32 : HW_TYPE_U32;
        mul.mod[HW_MOD_TYPE2] = variant & 2 ? HW_TYPE_S32 : HW_TYPE_U32;
        mul.mod[HW_MOD_HIGH] = variant >> 2 & 1;
        mul.cond_out = mad.cond_out = variant & 8 ? 0 : -1;
        memcpy(mad.mod, mul.mod, sizeof mad.mod);
        mad.operand[1].flags = (variant >> 4 & 3) == 1 ? HW_OPERAND_NEG : 0;
        mad.operand[3].flags = (variant >> 4 & 3) == 2 ? HW_OPERAND_NEG : 0;
        mad.mod[HW_MOD_PO] = (variant >> 4 & 3) == 3;
        mad.mod[HW_MOD_SAT] = variant >> 6 & 1;
        mad.mod[HW_MOD_CARRY] = variant >> 7 && !mad.mod[HW_MOD_PO];
        check(&mul, reference_product, 10);
        check(&mad, reference_product, 10);
    }
}

static void reference_imadsp(const struct hw_semantics *view, struct lane *lane)
{
    const uint32_t a = extended(shifted_half(&view->operand[1], lane->a), view->mod[HW_MOD_TYPE]);
    const uint32_t b = extended(shifted_half(&view->operand[2], lane->b), view->mod[HW_MOD_TYPE2]);
    const uint32_t c = extended(shifted_half(&view->operand[3], lane->c), view->mod[HW_MOD_TYPE3]);

    lane->d = a * b + c;
}

/* IMADSP.SD: the types are in the top bits of b. */
static void reference_imadsp_sd(const struct hw_semantics *view, struct lane *lane)
{
    static const uint32_t mask[3][4] = {{~0u, 0xffffff, 0xffff, 0xffff0000},
                                        {0xffff, 0xffffff, 0xffff, 0xffffff},
                                        {~0u, 0xffffff, 0xffff, ~0u}};
    const unsigned type_a = lane->b >> 30, type_b = lane->b >> 28 & 3, type_c = lane->b >> 26 & 3;
    const uint32_t a = (lane->a & mask[0][type_a]) >> (type_a == 3 ? 16 : 0);

    lane->d = a * (lane->b & mask[1][type_b]) + (lane->c & mask[2][type_c]);
    expect_flags(view, lane, zero_and_sign(lane->d));
}

static void products_described_by_b(void **state)
{
    (void)state;
    for (unsigned variant = 0; variant < 2; variant++) {
        struct hw_semantics view = view_of(HW_OP_IMADSP);

        add_registers(&view, REG_D, REG_C);
        view.mod[HW_MOD_SD] = 1;
        view.cond_out = variant ? 0 : -1;
        check(&view, reference_imadsp_sd, 200);
    }
}

static void products_of_parts(void **state)
{
    static const uint8_t types[] = {HW_TYPE_U32, HW_TYPE_S32, HW_TYPE_U24,
                                    HW_TYPE_S24, HW_TYPE_U16, HW_TYPE_S16};

    (void)state;
    for (unsigned variant = 0; variant < 6 * 6 * 6; variant++) {
        struct hw_semantics view = view_of(HW_OP_IMADSP);
        const unsigned type[3] = {variant % 6, variant / 6 % 6, variant / 36};
        const unsigned mod[3] = {HW_MOD_TYPE, HW_MOD_TYPE2, HW_MOD_TYPE3};

        add_registers(&view, REG_D, REG_C);
        for (unsigned i = 0; i < 3; i++) {
            view.mod[mod[i]] = types[type[i]];
            if (type[i] >= 4) {
                view.operand[i + 1].bytes = 2;
                view.operand[i + 1].flags = random_bits() & 1 ? HW_OPERAND_HIGH : 0;
            }
        }
        check(&view, reference_imadsp, 10);
    }
}

static void reference_idp(const struct hw_semantics *view, struct lane *lane)
{
    const bool bytes = view->mod[HW_MOD_IDP] == 0;
    uint32_t b = lane->b >> (view->mod[HW_MOD_IDP] == 2 ? 16 : 0);

    lane->d = lane->c;
    for (unsigned n = 0; n < (bytes ? 4 : 2); n++)
        lane->d += extended(lane->a >> n * (bytes ? 8 : 16), view->mod[HW_MOD_TYPE]) *
                   extended(b >> n * 8, view->mod[HW_MOD_TYPE2]);
}

static void dot_products(void **state)
{
    (void)state;
    for (unsigned variant = 0; variant < 12; variant++) {
        struct hw_semantics view = view_of(HW_OP_IDP);
        const unsigned kind = variant / 4;

        add_registers(&view, REG_D, REG_C);
        view.mod[HW_MOD_IDP] = (uint8_t)kind;
        view.mod[HW_MOD_TYPE] = (uint8_t)((kind ? HW_TYPE_U16 : HW_TYPE_U8) + (variant & 1));
        view.mod[HW_MOD_TYPE2] = (uint8_t)(HW_TYPE_U8 + (variant >> 1 & 1));
        check(&view, reference_idp, 100);
        if (variant == 3) /* dp4a.s32.s32: 1*5 + -2*6 + 3*-7 + -4*-8 + 100 */
            assert_int_equal(result_of(&view, 0xfc03fe01, 0xf8f90605, 100), 104);
    }
}

static void what_no_chip_has_is_refused(void **state)
{
    struct hw_semantics view = view_of(HW_OP_IADD);
    struct hw_uop uop;

    (void)state;
    add_registers(&view, REG_D, REG_B);
    view.mod[HW_MOD_PO] = view.mod[HW_MOD_CARRY] = 1;
    assert_false(try_bind(&view, hw_alu_table(), &uop));
    view = view_of(HW_OP_XMAD);
    add_registers(&view, REG_D, REG_C);
    view.mod[HW_MOD_XMAD] = 5;
    assert_false(try_bind(&view, hw_alu_table(), &uop));
    view.op = HW_OP_IDP;
    view.mod[HW_MOD_IDP] = 3;
    assert_false(try_bind(&view, hw_alu_table(), &uop));
    view.op = HW_OP_IADD3;
    view.mod[HW_MOD_SHIFT] = 3;
    assert_false(try_bind(&view, hw_alu_table(), &uop));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_of_two),
        cmocka_unit_test(addresses),
        cmocka_unit_test(sums_of_three),
        cmocka_unit_test(sums_of_three_as_measured),
        cmocka_unit_test(flags_as_measured),
        cmocka_unit_test(chains_of_words),
        cmocka_unit_test(products_of_halves),
        cmocka_unit_test(the_product_of_words),
        cmocka_unit_test(the_high_word_of_a_product),
        cmocka_unit_test(products_of_words),
        cmocka_unit_test(products_of_parts),
        cmocka_unit_test(products_described_by_b),
        cmocka_unit_test(dot_products),
        cmocka_unit_test(what_no_chip_has_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
