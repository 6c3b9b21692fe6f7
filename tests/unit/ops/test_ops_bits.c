/* SPDX-License-Identifier: MIT */
/* Shifts, bit fields, logic and bytes: values that are documented or were measured, and every function
 * against a reference of its own that goes bit by bit. */
#include "test_ops_lanes.h"

static unsigned bit(uint32_t x, unsigned n)
{
    return n < 32 ? x >> n & 1 : 0;
}

static uint32_t reversed(uint32_t x)
{
    uint32_t value = 0;

    for (unsigned n = 0; n < 32; n++)
        value |= bit(x, n) << (31 - n);
    return value;
}

static void done(const struct hw_semantics *view, struct lane *lane, uint32_t value)
{
    lane->d = value;
    expect_flags(view, lane, zero_and_sign(value));
}

/* PTX bfe: bit i of the result is bit place + i of the source, or the field's sign. */
static void reference_bfe(const struct hw_semantics *view, struct lane *lane)
{
    const uint32_t a = view->mod[HW_MOD_BREV] ? reversed(lane->a) : lane->a;
    const unsigned begin = lane->b & 255, length = lane->b >> 8 & 255;
    const unsigned last = begin + length - 1 < 31 ? begin + length - 1 : 31;
    const unsigned sign = length && hw_type_signed(view->mod[HW_MOD_TYPE]) ? bit(a, last) : 0;
    uint32_t value = 0;

    for (unsigned n = 0; n < 32; n++)
        value |= (n < length && begin + n < 32 ? bit(a, begin + n) : sign) << n;
    done(view, lane, value);
}

/* PTX bfi. */
static void reference_bfi(const struct hw_semantics *view, struct lane *lane)
{
    const unsigned begin = lane->b & 255, length = lane->b >> 8 & 255;
    uint32_t value = lane->c;

    for (unsigned n = 0; n < length && begin + n < 32; n++)
        value = (value & ~(1u << (begin + n))) | bit(lane->a, n) << (begin + n);
    done(view, lane, value);
}

static void reference_flo(const struct hw_semantics *view, struct lane *lane)
{
    uint32_t x = view->operand[1].flags & HW_OPERAND_INV ? ~lane->a : lane->a, value = ~0u;

    if (hw_type_signed(view->mod[HW_MOD_TYPE]) && x >> 31)
        x = ~x;
    for (unsigned n = 0; n < 32; n++)
        if (bit(x, n))
            value = view->mod[HW_MOD_SHIFT] ? 31 - n : n;
    done(view, lane, value);
}

static void reference_popc(const struct hw_semantics *view, struct lane *lane)
{
    const uint32_t x = view->operand[1].flags & HW_OPERAND_INV ? ~lane->a : lane->a;
    const uint32_t y = view->operand[2].flags & HW_OPERAND_INV ? ~lane->b : lane->b;
    const bool two = view->operand_count > 2;
    uint32_t value = 0;

    for (unsigned n = 0; n < 32; n++)
        value += bit(x, n) && (!two || bit(y, n));
    done(view, lane, value);
}

static void reference_shf(const struct hw_semantics *view, struct lane *lane)
{
    const unsigned type = view->mod[HW_MOD_TYPE],
                   width = type == HW_TYPE_U64 || type == HW_TYPE_S64 ? 64 : 32;
    unsigned count = view->mod[HW_MOD_WRAP] ? lane->b % width : lane->b < width ? lane->b : width;
    uint64_t x = (uint64_t)lane->c << 32 | lane->a;

    for (; count; count--) /* a bit at a time */
        x = view->mod[HW_MOD_RIGHT] ? x >> 1 | (type == HW_TYPE_S64 ? x & (uint64_t)1 << 63 : 0) : x << 1;
    done(view, lane, (uint32_t)(view->mod[HW_MOD_RIGHT] && !view->mod[HW_MOD_HIGH] ? x : x >> 32));
}

/* The rule of integer.h for flags, with .W, .BREV and .X. */
static void reference_shift(const struct hw_semantics *view, struct lane *lane)
{
    const bool right = view->op == HW_OP_SHR;
    const bool is_signed = right && hw_type_signed(view->mod[HW_MOD_TYPE]) && !view->mod[HW_MOD_CARRY];
    const uint32_t a = view->mod[HW_MOD_BREV] ? reversed(lane->a) : lane->a;
    const uint32_t wanted = view->mod[HW_MOD_WRAP] ? lane->b % 32 : lane->b,
                   count = wanted < 40 ? wanted : 40;
    const uint32_t carry = view->mod[HW_MOD_CARRY] ? lane->cond >> 2 & 1 : 0;
    uint32_t value = a, last = 0;

    for (unsigned n = 0; n < count; n++) {
        const uint32_t in = n == 0 ? carry : 0;

        last = right ? value & 1 : value >> 31;
        value = right ? (uint32_t)((is_signed ? (uint64_t)(int64_t)(int32_t)value : value) >> 1) : value << 1;
        value |= right ? in << 31 : in;
    }
    if (wanted == 0 || wanted >= 32)
        last = 0;
    lane->d = value;
    expect_flags(view, lane,
                 zero_and_sign(value) | last << 2 |
                     (wanted == 1 && (a ^ (right && carry ? 0 : value)) >> 31 ? 8u : 0));
}

static void reference_logic(const struct hw_semantics *view, struct lane *lane)
{
    const unsigned registers = view->operand_count == 4 ? 1 : 0, popt = view->mod[HW_MOD_POPT];
    const uint32_t a = view->operand[registers + 1].flags & HW_OPERAND_INV ? ~lane->a : lane->a;
    const uint32_t b = view->operand[registers + 2].flags & HW_OPERAND_INV ? ~lane->b : lane->b;
    const uint32_t all[4] = {a & b, a | b, a ^ b, b}, value = all[view->mod[HW_MOD_LOGIC]];
    const bool zero = value == 0 && (!view->mod[HW_MOD_CARRY] || lane->cond & HW_FLAG_Z);

    lane->d = value;
    expect_flags(view, lane, (zero ? HW_FLAG_Z : 0) | (value >> 31) * HW_FLAG_S);
    if (registers)
        expect_pred(lane, view->operand[0].reg, popt == 1 || (popt == 2 && zero) || (popt == 3 && !zero));
}

static void reference_lop3(const struct hw_semantics *view, struct lane *lane)
{
    const unsigned table = (unsigned)view->operand[5].offset, popt = view->mod[HW_MOD_POPT];
    uint32_t value = 0;

    for (unsigned n = 0; n < 32; n++)
        value |= bit(table, bit(lane->a, n) * 4 + bit(lane->b, n) * 2 + bit(lane->c, n)) << n;
    const bool zero = value == 0 && (!view->mod[HW_MOD_CARRY] || lane->cond & HW_FLAG_Z);

    lane->d = value;
    expect_flags(view, lane, (zero ? HW_FLAG_Z : 0) | (value >> 31) * HW_FLAG_S);
    expect_pred(lane, view->operand[0].reg, popt == 1 || (popt == 2 && zero) || (popt == 3 && !zero));
}

/* The modes of prmt as the PTX ISA's table describes them, byte by byte. */
static void reference_prmt(const struct hw_semantics *view, struct lane *lane)
{
    const uint64_t both = (uint64_t)lane->c << 32 | lane->a;
    const int s = (int)(lane->b & 3);
    uint32_t value = 0;

    for (int n = 0; n < 4; n++) {
        const unsigned nibble = lane->b >> 4 * n & 15;
        int from = 0;

        switch (view->mod[HW_MOD_PRMT]) {
        case 0: from = (int)(nibble & 7); break;
        case 1: from = s + n; break;
        case 2: from = (s - n + 8) % 8; break;
        case 3: from = s; break;
        case 4: from = n > s ? n : s; break;
        case 5: from = n < s ? n : s; break;
        default: from = (s & 1) * 2 + (n & 1); break;
        }
        uint32_t byte = both >> 8 * from & 0xff;
        if (view->mod[HW_MOD_PRMT] == 0 && nibble & 8)
            byte = byte & 0x80 ? 0xff : 0;
        value |= byte << 8 * n;
    }
    lane->d = value;
}

static struct hw_semantics view_with(unsigned op, unsigned last)
{
    struct hw_semantics view = view_of(op);

    add_registers(&view, REG_D, last);
    return view;
}

static void fields(void **state)
{
    (void)state;
    for (unsigned variant = 0; variant < 8; variant++) {
        struct hw_semantics bfe = view_with(HW_OP_BFE, REG_B), bfi = view_with(HW_OP_BFI, REG_C);

        bfe.mod[HW_MOD_TYPE] = variant & 1 ? HW_TYPE_S32 : HW_TYPE_U32;
        bfe.mod[HW_MOD_BREV] = variant >> 1 & 1;
        bfe.cond_out = bfi.cond_out = variant & 4 ? 0 : -1;
        check(&bfe, reference_bfe, 300);
        check(&bfi, reference_bfi, 100);
    }
}

static void fields_by_hand(void **state)
{
    struct hw_semantics bfe = view_with(HW_OP_BFE, REG_B), bfi = view_with(HW_OP_BFI, REG_C);

    (void)state;
    assert_int_equal(result_of(&bfe, 0x12345678, 0x0804, 0), 0x67);
    assert_int_equal(result_of(&bfe, 0xdeadbeef, 0x2000, 0), 0xdeadbeef);
    assert_int_equal(result_of(&bfe, 0xdeadbeef, 0xff10, 0), 0xdead);
    assert_int_equal(result_of(&bfe, 0xdeadbeef, 0x0020, 0), 0);
    bfe.mod[HW_MOD_TYPE] = HW_TYPE_S32;
    assert_int_equal(result_of(&bfe, 0xdeadbeef, 0x0804, 0), 0xffffffee);
    assert_int_equal(result_of(&bfe, 0xdeadbeef, 0x0828, 0), 0xffffffff); /* beyond the end: the sign */
    assert_int_equal(result_of(&bfe, 0xdeadbeef, 0x0004, 0), 0);          /* nothing is 0 */
    bfe.mod[HW_MOD_BREV] = 1;
    assert_int_equal(result_of(&bfe, 0x80000000, 0x0100, 0), 0xffffffff);
    assert_int_equal(result_of(&bfi, 0xab, 0x0808, 0x12345678), 0x1234ab78);
    assert_int_equal(result_of(&bfi, 0xab, 0x0820, 0x12345678), 0x12345678);
    assert_int_equal(result_of(&bfi, 0xab, 0x0008, 0x12345678), 0x12345678);
    assert_int_equal(result_of(&bfi, 0xdeadbeef, 0xff00, 0x12345678), 0xdeadbeef);
}

static void counting(void **state)
{
    (void)state;
    for (unsigned variant = 0; variant < 16; variant++) {
        struct hw_semantics flo = view_with(HW_OP_FLO, REG_A), popc = view_with(HW_OP_POPC, REG_A);

        flo.mod[HW_MOD_TYPE] = variant & 1 ? HW_TYPE_S32 : HW_TYPE_U32;
        flo.mod[HW_MOD_SHIFT] = variant >> 1 & 1;
        flo.operand[1].flags = popc.operand[1].flags = variant & 4 ? HW_OPERAND_INV : 0;
        flo.cond_out = popc.cond_out = variant & 8 ? 0 : -1;
        check(&flo, reference_flo, 200);
        check(&popc, reference_popc, 100);
        add_operand(&popc, HW_OPERAND_REG, REG_B)->flags = variant & 1 ? HW_OPERAND_INV : 0;
        check(&popc, reference_popc, 100);
    }
}

static void counting_by_hand(void **state)
{
    struct hw_semantics flo = view_with(HW_OP_FLO, REG_A);

    (void)state;
    flo.mod[HW_MOD_TYPE] = HW_TYPE_U32;
    assert_int_equal(result_of(&flo, 0, 0, 0), 0xffffffff);
    assert_int_equal(result_of(&flo, 1, 0, 0), 0);
    assert_int_equal(result_of(&flo, 0x80000000, 0, 0), 31);
    flo.mod[HW_MOD_SHIFT] = 1; /* clz of PTX, except for 0 */
    assert_int_equal(result_of(&flo, 0, 0, 0), 0xffffffff);
    assert_int_equal(result_of(&flo, 1, 0, 0), 31);
    flo.mod[HW_MOD_SHIFT] = 0;
    flo.mod[HW_MOD_TYPE] = HW_TYPE_S32; /* bfind.s32 */
    assert_int_equal(result_of(&flo, 0xffffffff, 0, 0), 0xffffffff);
    assert_int_equal(result_of(&flo, 0xfffffffe, 0, 0), 0);
    assert_int_equal(result_of(&flo, 0x80000000, 0, 0), 30);
}

static void shifts(void **state)
{
    (void)state;
    for (unsigned variant = 0; variant < 32; variant++)
        for (unsigned right = 0; right < 2; right++) {
            struct hw_semantics view = view_with(right ? HW_OP_SHR : HW_OP_SHL, REG_B);

            view.mod[HW_MOD_TYPE] = right && variant & 1 ? HW_TYPE_S32 : HW_TYPE_U32;
            view.mod[HW_MOD_WRAP] = variant >> 1 & 1;
            view.mod[HW_MOD_CARRY] = variant >> 2 & 1;
            view.mod[HW_MOD_BREV] = right && variant & 8;
            view.cond_out = variant & 16 ? 0 : -1;
            check(&view, reference_shift, 100);
        }
}

static void funnel_shifts(void **state)
{
    static const uint8_t types[] = {HW_TYPE_U32, HW_TYPE_U64, HW_TYPE_S64};

    (void)state;
    for (unsigned variant = 0; variant < 16; variant++)
        for (unsigned t = 0; t < 3; t++) {
            struct hw_semantics view = view_with(HW_OP_SHF, REG_C);

            view.mod[HW_MOD_TYPE] = types[t];
            view.mod[HW_MOD_RIGHT] = variant & 1;
            view.mod[HW_MOD_WRAP] = variant >> 1 & 1;
            view.mod[HW_MOD_HIGH] = variant & 1 && variant & 4;
            view.cond_out = variant & 8 ? 0 : -1;
            check(&view, reference_shf, 100);
        }
}

static void logic(void **state)
{
    (void)state;
    for (unsigned variant = 0; variant < 512; variant++) {
        struct hw_semantics view = view_of(HW_OP_LOP);
        const unsigned registers = variant & 1;

        if (registers)
            add_pred(&view, variant & 2 ? 7 : 3);
        add_registers(&view, REG_D, REG_B);
        view.mod[HW_MOD_LOGIC] = variant >> 2 & 3;
        view.mod[HW_MOD_POPT] = variant >> 4 & 3;
        view.mod[HW_MOD_CARRY] = variant >> 6 & 1;
        view.cond_out = variant & 128 ? 0 : -1;
        view.operand[registers + 1].flags = variant & 256 ? HW_OPERAND_INV : 0;
        view.operand[registers + 2].flags = variant & 256 ? 0 : HW_OPERAND_INV;
        check(&view, reference_logic, 10);
    }
}

static void tables_of_three(void **state)
{
    struct hw_semantics view;

    (void)state;
    for (unsigned variant = 0; variant < 512; variant++) {
        view = view_of(HW_OP_LOP3);
        add_pred(&view, variant & 256 ? 2 : 7);
        add_registers(&view, REG_D, REG_C);
        add_literal(&view, variant & 255);
        view.mod[HW_MOD_POPT] = variant >> 3 & 3;
        view.mod[HW_MOD_CARRY] = variant & 256 && variant & 1;
        view.cond_out = variant & 4 ? 0 : -1;
        check(&view, reference_lop3, 10);
    }
    view.operand[5].offset = 0xf0; /* the PTX ISA's: a is 0xf0, b 0xcc, c 0xaa */
    view.cond_out = -1;
    assert_int_equal(result_of(&view, 0x12345678, 0, ~0u), 0x12345678);
    view.operand[5].offset = 0x1a; /* (a & b | c) ^ a there is 0x1a */
    assert_int_equal(result_of(&view, 0xff00ff00, 0xf0f0f0f0, 0xcccccccc),
                     ((0xff00ff00 & 0xf0f0f0f0) | 0xcccccccc) ^ 0xff00ff00);
}

static void permutations(void **state)
{
    (void)state;
    for (unsigned mode = 0; mode < 7; mode++) {
        struct hw_semantics view = view_with(HW_OP_PRMT, REG_C);

        view.mod[HW_MOD_PRMT] = (uint8_t)mode;
        check(&view, reference_prmt, 400);
        if (mode == 0) {
            assert_int_equal(result_of(&view, 0x33221100, 0x3210, 0x77665544), 0x33221100);
            assert_int_equal(result_of(&view, 0x33221100, 0x0765, 0x77665544), 0x00776655);
            assert_int_equal(result_of(&view, 0x80007f00, 0xb9a8, 0), 0xff000000);
        }
    }
}

static void what_no_chip_has_is_refused(void **state)
{
    struct hw_semantics view = view_with(HW_OP_PRMT, REG_C);
    struct hw_uop uop;

    (void)state;
    view.mod[HW_MOD_PRMT] = 7;
    assert_false(try_bind(&view, hw_alu_table(), &uop));
    view = view_with(HW_OP_SHF, REG_C);
    view.mod[HW_MOD_HIGH] = 1; /* to the left there is nothing but the high word */
    assert_false(try_bind(&view, hw_alu_table(), &uop));
    view = view_with(HW_OP_LOP, REG_B);
    view.mod[HW_MOD_LOGIC] = 4;
    assert_false(try_bind(&view, hw_alu_table(), &uop));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields),       cmocka_unit_test(fields_by_hand),
        cmocka_unit_test(counting),     cmocka_unit_test(counting_by_hand),
        cmocka_unit_test(shifts),       cmocka_unit_test(funnel_shifts),
        cmocka_unit_test(logic),        cmocka_unit_test(tables_of_three),
        cmocka_unit_test(permutations), cmocka_unit_test(what_no_chip_has_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
