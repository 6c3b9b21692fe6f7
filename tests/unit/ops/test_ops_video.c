/* SPDX-License-Identifier: MIT */
/* Video instructions: the PTX ISA's pseudocode of the scalar ones against every form in every build, and
 * values worked out by hand. */
#include "test_ops_lanes.h"

/* An operand of the PTX ISA: a byte, a half or a word, signed or not. */
struct part {
    uint8_t type, bytes, first;
};
static const struct part parts[] = {
    {HW_TYPE_U8, 1, 0},  {HW_TYPE_U8, 1, 3},  {HW_TYPE_S8, 1, 1},  {HW_TYPE_S8, 1, 2},  {HW_TYPE_U16, 2, 0},
    {HW_TYPE_U16, 2, 2}, {HW_TYPE_S16, 2, 0}, {HW_TYPE_S16, 2, 2}, {HW_TYPE_U32, 4, 0}, {HW_TYPE_S32, 4, 0},
};
#define PARTS (sizeof parts / sizeof *parts)

static void set_part(struct hw_semantics *view, unsigned source, unsigned mod, const struct part *part)
{
    struct hw_operand *operand = &view->operand[source];

    view->mod[mod] = part->type;
    operand->bytes = part->bytes;
    if (part->bytes == 2)
        operand->flags |= part->first ? HW_OPERAND_HIGH : 0;
    else
        operand->offset = part->first;
}

static __int128 value_of(const struct hw_semantics *view, unsigned source, unsigned type, uint32_t word)
{
    const struct hw_operand *operand = &view->operand[source];
    const unsigned bits = hw_type_bits(type);
    const unsigned shift =
        operand->bytes == 2 ? (operand->flags & HW_OPERAND_HIGH ? 16 : 0) : 8 * (unsigned)operand->offset;
    const __int128 low = (word >> shift) & (bits == 32 ? 0xffffffffu : (1u << bits) - 1);

    return hw_type_signed(type) && low >> (bits - 1) ? low - ((__int128)1 << bits) : low;
}

static __int128 limited(__int128 x, unsigned bits, bool is_signed)
{
    const __int128 least = is_signed ? -((__int128)1 << (bits - 1)) : 0;
    const __int128 most = is_signed ? ((__int128)1 << (bits - 1)) - 1 : ((__int128)1 << bits) - 1;

    return x < least ? least : x > most ? most : x;
}

/* optSaturate, then optSecondaryOp or optMerge. */
static uint32_t finished(const struct hw_semantics *view, __int128 x, uint32_t c)
{
    static const struct {
        uint8_t shift, bits;
    } field[5] = {{0, 32}, {16, 16}, {0, 16}, {0, 8}, {16, 8}};
    const bool is_signed = hw_type_signed(view->mod[HW_MOD_TYPE3]);
    const unsigned vop = view->mod[HW_MOD_VOP], bits = vop < 5 ? field[vop].bits : 32;
    const uint32_t d = (uint32_t)(view->mod[HW_MOD_SAT] ? limited(x, bits, is_signed) : x);
    const bool less = is_signed ? (int32_t)d < (int32_t)c : d < c;

    if (vop == 5)
        return d + c;
    if (vop >= 6)
        return less == (vop == 6) ? d : c;
    const uint32_t mask = (uint32_t)(((uint64_t)1 << bits) - 1) << field[vop].shift;
    return (c & ~mask) | (d << field[vop].shift & mask);
}

static __int128 product(const struct hw_semantics *view, __int128 a, __int128 b, uint32_t word)
{
    const bool neg = view->operand[1].flags & HW_OPERAND_NEG, neg_c = view->operand[3].flags & HW_OPERAND_NEG;
    const bool is_signed =
        hw_type_signed(view->mod[HW_MOD_TYPE]) || hw_type_signed(view->mod[HW_MOD_TYPE2]) || neg || neg_c;
    const __int128 c = is_signed ? (int32_t)word : (__int128)word;
    const __int128 sum = (neg ? -(a * b) : a * b) + (neg_c ? -c : c) + view->mod[HW_MOD_PO];
    const __int128 scaled = sum >> view->mod[HW_MOD_VSCALE];

    return view->mod[HW_MOD_SAT] ? limited(scaled, 32, is_signed) : scaled;
}

static bool compares(const struct hw_semantics *view, __int128 a, __int128 b)
{
    return view->mod[HW_MOD_CMP] & (a < b ? 1 : a == b ? 2 : 4);
}

static void reference_video(const struct hw_semantics *view, struct lane *lane)
{
    const __int128 a = value_of(view, 1, view->mod[HW_MOD_TYPE], lane->a);
    const __int128 b = value_of(view, 2, view->mod[HW_MOD_TYPE2], lane->b);
    const unsigned count = (unsigned)(view->mod[HW_MOD_WRAP] ? (uint32_t)b & 31 : b > 32 ? 32 : (uint32_t)b);
    const __int128 x = view->operand[1].flags & HW_OPERAND_NEG ? -a : a;
    const __int128 y = view->operand[2].flags & HW_OPERAND_NEG ? -b : b;

    switch (view->op) {
    case HW_OP_VADD: lane->d = finished(view, x + y + view->mod[HW_MOD_PO], lane->c); break;
    case HW_OP_VABSDIFF: lane->d = finished(view, a < b ? b - a : a - b, lane->c); break;
    case HW_OP_VMNMX: lane->d = finished(view, (a < b) == !view->mod[HW_MOD_GREATER] ? a : b, lane->c); break;
    case HW_OP_VSET: lane->d = finished(view, compares(view, a, b), lane->c); break;
    case HW_OP_VSHL: lane->d = finished(view, a * ((__int128)1 << count), lane->c); break;
    case HW_OP_VSHR: lane->d = finished(view, a >> count, lane->c); break;
    default: lane->d = (uint32_t)product(view, a, b, lane->c); break;
    }
    expect_flags(view, lane, zero_and_sign(lane->d));
}

/* An instruction with operands and modifiers drawn at random, but only those that it has. */
static struct hw_semantics drawn(unsigned op, unsigned vop)
{
    const uint64_t r = random_bits();
    const bool shift = op == HW_OP_VSHL || op == HW_OP_VSHR, plain = op == HW_OP_VSET;
    struct hw_semantics view = view_of(op);

    add_registers(&view, REG_D, REG_C);
    set_part(&view, 1, HW_MOD_TYPE, &parts[(r >> 8) % PARTS]);
    set_part(&view, 2, HW_MOD_TYPE2, &parts[shift ? (r >> 16 & 4) : (r >> 16) % PARTS]);
    view.mod[HW_MOD_TYPE3] = plain ? HW_TYPE_NONE : r & 1 ? HW_TYPE_S32 : HW_TYPE_U32;
    view.mod[HW_MOD_SAT] = !plain && r >> 1 & 1;
    view.mod[HW_MOD_WRAP] = shift && r >> 2 & 1;
    view.mod[HW_MOD_GREATER] = op == HW_OP_VMNMX && r >> 3 & 1;
    view.mod[HW_MOD_CMP] = plain ? r >> 4 & 7 : 0;
    view.mod[HW_MOD_VOP] = (uint8_t)vop;
    view.cond_out = r >> 24 & 1 ? 0 : -1;
    if (op == HW_OP_VADD || op == HW_OP_VMAD) {
        const unsigned sign = r >> 32 & 3;

        view.operand[1].flags |= sign == 1 ? HW_OPERAND_NEG : 0;
        view.operand[op == HW_OP_VADD ? 2 : 3].flags |= sign == 2 ? HW_OPERAND_NEG : 0;
        view.mod[HW_MOD_PO] = sign == 3;
    }
    if (op == HW_OP_VMAD)
        view.mod[HW_MOD_VSCALE] = (uint8_t)(r >> 40 & 3 ? 0 : r >> 42 & 1 ? 7 : 15);
    return view;
}

static void scalar_instructions(void **state)
{
    static const uint16_t ops[] = {HW_OP_VADD, HW_OP_VABSDIFF, HW_OP_VMAD, HW_OP_VMNMX,
                                   HW_OP_VSET, HW_OP_VSHL,     HW_OP_VSHR};

    (void)state;
    for (unsigned i = 0; i < sizeof ops / sizeof *ops; i++)
        for (unsigned n = 0; n < 400; n++) {
            const struct hw_semantics view = drawn(ops[i], ops[i] == HW_OP_VMAD ? 0 : n % 8);

            check(&view, reference_video, 4);
        }
    for (unsigned variant = 0; variant < 8; variant++) { /* the distance of words has a loop of its own */
        struct hw_semantics view = view_of(HW_OP_VABSDIFF);

        add_registers(&view, REG_D, REG_C);
        view.mod[HW_MOD_TYPE] = view.mod[HW_MOD_TYPE2] = variant & 1 ? HW_TYPE_S32 : HW_TYPE_U32;
        view.mod[HW_MOD_VOP] = variant & 2 ? 5 : 0;
        view.cond_out = variant & 4 ? 0 : -1;
        check(&view, reference_video, 100);
    }
}

static void reference_vsetp(const struct hw_semantics *view, struct lane *lane)
{
    const struct hw_operand *a = &view->operand[2], *b = &view->operand[3];
    struct hw_semantics sources = view_of(HW_OP_VSET);

    add_registers(&sources, REG_D, REG_D);
    sources.operand[1] = *a;
    sources.operand[2] = *b;
    const bool t = compares(view, value_of(&sources, 1, view->mod[HW_MOD_TYPE], lane->a),
                            value_of(&sources, 2, view->mod[HW_MOD_TYPE2], lane->b));
    const bool p = read_pred(lane, &view->operand[4]);

    expect_pred(lane, view->operand[0].reg, combined(view->mod[HW_MOD_BOOL], t, p));
    expect_pred(lane, view->operand[1].reg, combined(view->mod[HW_MOD_BOOL], !t, p));
}

static void comparisons(void **state)
{
    (void)state;
    for (unsigned n = 0; n < 200; n++) {
        struct hw_semantics view = view_of(HW_OP_VSETP);

        add_pred(&view, random_bits() & 7);
        add_pred(&view, random_bits() & 7);
        add_registers(&view, REG_A, REG_B);
        add_pred(&view, random_bits() & 15);
        set_part(&view, 2, HW_MOD_TYPE, &parts[random_bits() % PARTS]);
        set_part(&view, 3, HW_MOD_TYPE2, &parts[random_bits() % PARTS]);
        view.mod[HW_MOD_CMP] = n % 8;
        view.mod[HW_MOD_BOOL] = n % 3;
        check(&view, reference_vsetp, 10);
    }
}

static void by_hand(void **state)
{
    struct hw_semantics view = view_of(HW_OP_VADD);

    (void)state;
    add_registers(&view, REG_D, REG_C);
    view.mod[HW_MOD_TYPE] = view.mod[HW_MOD_TYPE2] = HW_TYPE_U32;
    view.mod[HW_MOD_SAT] = 1;
    assert_int_equal(result_of(&view, 0xffffffff, 2, 0), 0xffffffff);
    view.mod[HW_MOD_TYPE3] = HW_TYPE_S32;
    assert_int_equal(result_of(&view, 0xffffffff, 2, 0), 0x7fffffff);
    view.op = HW_OP_VSHL;
    assert_int_equal(result_of(&view, 1, 32, 0), 0x7fffffff);
    view.mod[HW_MOD_SAT] = 0;
    assert_int_equal(result_of(&view, 0xffffffff, 32, 0), 0);
    view.mod[HW_MOD_WRAP] = 1;
    assert_int_equal(result_of(&view, 0x1234, 36, 0), 0x12340);
}

static void what_no_chip_has_is_refused(void **state)
{
    struct hw_semantics view = view_of(HW_OP_VADD);
    struct hw_uop uop;

    (void)state;
    add_registers(&view, REG_D, REG_C);
    view.mod[HW_MOD_VOP] = 8;
    assert_false(try_bind(&view, hw_alu_table(), &uop));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scalar_instructions),
        cmocka_unit_test(comparisons),
        cmocka_unit_test(by_hand),
        cmocka_unit_test(what_no_chip_has_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
