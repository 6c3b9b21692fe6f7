/* SPDX-License-Identifier: MIT */
/* Video instructions on two halves or four bytes: the PTX ISA's pseudocode of vadd2 ... vset4 against every
 * form in every build, what the chips have beside it, and values worked out by hand. */
#include "test_ops_lanes.h"

/* Part `n` of a source, chosen by digits that are written as the PTX ISA writes them: the highest part
 * first. */
static __int128 chosen(const char *digits, unsigned parts, unsigned n, uint32_t a, uint32_t b, unsigned type)
{
    const unsigned digit = (unsigned)(digits[parts - 1 - n] - '0'), bits = 32 / parts;
    const uint32_t part = (digit < parts ? a : b) >> bits * (digit % parts) & ((1u << bits) - 1);

    return hw_type_signed(type) && part >> (bits - 1) ? (__int128)part - (1 << bits) : part;
}

static const char *choice(unsigned parts, unsigned source, unsigned code)
{
    static const char *const asel[] = {"0000", "1111", "2222", "3333", "3210", "4321", "5432",
                                       "6543", "3201", "3012", "0213", "3120", "1230", "2310"};
    static const char *const bsel[] = {"4444", "5555", "6666", "7777", "7654", "6543",
                                       "5432", "4321", "4567", "6745", "5476"};
    static const char *const halves[] = {"00", "01", "02", "03", "10", "11", "12", "13",
                                         "20", "21", "22", "23", "30", "31", "32", "33"};

    return parts == 2 ? halves[code] : source == 1 ? asel[code] : code == 15 ? "7654" : bsel[code];
}

/* Operations are listed by pairs, of halves and of bytes. */
static unsigned kind_of(const struct hw_semantics *view)
{
    return HW_OP_VADD2 + ((unsigned)view->op - HW_OP_VADD2) / 2 * 2;
}

static __int128 first_step(const struct hw_semantics *view, unsigned bits, __int128 x, __int128 y, bool pred)
{
    const unsigned count = (unsigned)(view->mod[HW_MOD_WRAP] ? (unsigned)y % bits
                                      : y > 32               ? 32
                                                             : (unsigned)y);
    const bool neg_a = view->operand[1].flags & HW_OPERAND_NEG,
               neg_b = view->operand[2].flags & HW_OPERAND_NEG;

    switch (kind_of(view)) {
    case HW_OP_VADD2:
        if (view->mod[HW_MOD_PO])
            return x + y >= 0 ? (x + y + 1) >> 1 : (x + y) >> 1;
        return (neg_a ? -x : x) + (neg_b ? -y : y);
    case HW_OP_VABSDIFF2: return x < y ? y - x : x - y;
    case HW_OP_VMNMX2: return (x < y) == !view->mod[HW_MOD_GREATER] ? x : y;
    case HW_OP_VSET2: return (view->mod[HW_MOD_CMP] & (x < y ? 1 : x == y ? 2 : 4)) != 0;
    case HW_OP_VSHL2: return x * ((__int128)1 << count);
    case HW_OP_VSHR2: return x >> count;
    default: return pred ? x : y;
    }
}

static __int128 limited(__int128 x, unsigned bits, bool is_signed)
{
    const __int128 least = is_signed ? -((__int128)1 << (bits - 1)) : 0;
    const __int128 most = least + ((__int128)1 << bits) - 1;

    return x < least ? least : x > most ? most : x;
}

/* The lesser or, if `greatest`, the greater of x and some low bits of a word. */
static __int128 extreme(__int128 x, uint32_t word, unsigned bits, bool is_signed, bool greatest)
{
    const __int128 low = word & (uint32_t)(((uint64_t)1 << bits) - 1);
    const __int128 old = is_signed && low >> (bits - 1) ? low - ((__int128)1 << bits) : low;

    return (x < old) != greatest ? x : old;
}

static void reference_simd(const struct hw_semantics *view, struct lane *lane)
{
    const unsigned parts = (view->op - HW_OP_VADD2) & 1 ? 4 : 2, bits = 32 / parts;
    const bool is_signed = hw_type_signed(view->mod[HW_MOD_TYPE3]);
    const bool select = kind_of(view) == HW_OP_VSEL2;
    const bool pred = select && read_pred(lane, &view->operand[3]);
    const uint32_t mask = (1u << bits) - 1;
    uint32_t value = select ? reg[LITERAL_REGISTER][0] : lane->c;

    for (unsigned n = 0; n < parts; n++) {
        const __int128 x = chosen(choice(parts, 1, view->mod[HW_MOD_ASEL]), parts, n, lane->a, lane->b,
                                  view->mod[HW_MOD_TYPE]);
        const __int128 y = chosen(choice(parts, 2, view->mod[HW_MOD_BSEL]), parts, n, lane->a, lane->b,
                                  view->mod[HW_MOD_TYPE2]);
        __int128 result = first_step(view, bits, x, y, pred);

        if (view->mod[HW_MOD_SAT])
            result = limited(result, bits, is_signed);
        if (!(view->mod[HW_MOD_LANES] >> n & 1))
            continue;
        switch (view->mod[HW_MOD_ACC]) {
        case 1: value += (uint32_t)result; continue;
        case 2:
        case 3: value = (uint32_t)extreme(result, value, 32, is_signed, view->mod[HW_MOD_ACC] == 3); continue;
        case 4:
        case 5:
            result = extreme(result, value >> bits * n, bits, is_signed, view->mod[HW_MOD_ACC] == 5);
            break;
        }
        value = (value & ~(mask << bits * n)) | ((uint32_t)result & mask) << bits * n;
    }
    lane->d = value;
    expect_flags(view, lane, zero_and_sign(value));
}

/* VSEL has no c: register LITERAL, of zeros, stands for it here as the register of zeros does in the engine.
 */
static struct hw_semantics drawn(unsigned op, unsigned n)
{
    const uint64_t r = random_bits();
    const unsigned parts = (op - HW_OP_VADD2) & 1 ? 4 : 2, kind = HW_OP_VADD2 + (op - HW_OP_VADD2) / 2 * 2;
    const bool shift = kind == HW_OP_VSHL2 || kind == HW_OP_VSHR2;
    const uint8_t types[2] = {parts == 4 ? HW_TYPE_U8 : HW_TYPE_U16, parts == 4 ? HW_TYPE_S8 : HW_TYPE_S16};
    struct hw_semantics view = view_of(op);

    add_registers(&view, REG_D, REG_B);
    if (kind == HW_OP_VSEL2)
        add_pred(&view, r >> 40 & 15);
    else
        add_operand(&view, HW_OPERAND_REG, REG_C);
    view.mod[HW_MOD_ASEL] = (uint8_t)(parts == 4 ? n % 14 : n % 16);
    view.mod[HW_MOD_BSEL] = (uint8_t)(parts == 4 ? n % 12 == 11 ? 15 : n % 12 : n / 16 % 16);
    view.mod[HW_MOD_TYPE] = types[r & 1];
    view.mod[HW_MOD_TYPE2] = types[shift ? 0 : r >> 1 & 1];
    view.mod[HW_MOD_TYPE3] = r & 4 ? HW_TYPE_S32 : HW_TYPE_U32;
    view.mod[HW_MOD_SAT] = r >> 3 & 1;
    view.mod[HW_MOD_ACC] = (uint8_t)((r >> 48) % 6);
    view.mod[HW_MOD_LANES] = r & 64 ? 15 : r >> 8 & 15;
    view.mod[HW_MOD_WRAP] = shift && r >> 12 & 1;
    view.mod[HW_MOD_GREATER] = kind == HW_OP_VMNMX2 && r >> 12 & 1;
    view.mod[HW_MOD_CMP] = kind == HW_OP_VSET2 ? r >> 12 & 7 : 0;
    if (kind == HW_OP_VADD2) {
        view.operand[1].flags = (r >> 16 & 3) == 1 ? HW_OPERAND_NEG : 0;
        view.operand[2].flags = (r >> 16 & 3) == 2 ? HW_OPERAND_NEG : 0;
        view.mod[HW_MOD_PO] = (r >> 16 & 3) == 3;
    }
    view.cond_out = r & 32 ? 0 : -1;
    return view;
}

static void all_forms(void **state)
{
    (void)state;
    for (unsigned op = HW_OP_VADD2; op < HW_OP_VSEL2; op++)
        for (unsigned n = 0; n < 400; n++) {
            const struct hw_semantics view = drawn(op, n);

            check(&view, reference_simd, 4);
        }
}

/* A choice by a predicate has no c, which the engine reads as zero. */
static void choices(void **state)
{
    const struct hw_alu_table *table;

    (void)state;
    memset(reg[LITERAL_REGISTER], 0, sizeof reg[LITERAL_REGISTER]);
    for (unsigned i = 0; (table = hw_alu_table_at(i)) != NULL; i++)
        for (unsigned n = 0; n < 400; n++) {
            const struct hw_semantics view = drawn(n & 1 ? HW_OP_VSEL4 : HW_OP_VSEL2, n);
            struct hw_uop uop;

            fill_rows();
            assert_true(try_bind(&view, table, &uop));
            uop.c = LITERAL_REGISTER;
            const struct hw_regs before = regs;
            const hw_lanes *const registers = reg;
            struct lane expected[HW_LANES];
            for (unsigned l = 0; l < HW_LANES; l++) {
                expected[l] = lane_at(registers, before.pred, l);
                if (regs.exec >> l & 1)
                    reference_simd(&view, &expected[l]);
            }
            uop.fn(&regs, &uop);
            for (unsigned l = 0; l < HW_LANES; l++) {
                const struct lane is = lane_at(registers, regs.pred, l);

                assert_memory_equal(&is, &expected[l], sizeof is);
            }
        }
}

static struct hw_semantics plain(unsigned op, unsigned type)
{
    struct hw_semantics view = view_of(op);

    add_registers(&view, REG_D, REG_C);
    view.mod[HW_MOD_TYPE] = view.mod[HW_MOD_TYPE2] = (uint8_t)type;
    view.mod[HW_MOD_ASEL] = 4;
    view.mod[HW_MOD_BSEL] = (op - HW_OP_VADD2) & 1 ? 4 : 14;
    view.mod[HW_MOD_LANES] = 15;
    return view;
}

static void by_hand(void **state)
{
    struct hw_semantics view = plain(HW_OP_VABSDIFF4, HW_TYPE_U8); /* __vabsdiffu4 and __vsadu4 of CUDA */

    (void)state;
    assert_int_equal(result_of(&view, 0x01ff8000, 0xff010080, 0), 0xfefe8080);
    view.mod[HW_MOD_ACC] = 1;
    assert_int_equal(result_of(&view, 0x01ff8000, 0xff010080, 10), 10 + 254 + 254 + 128 + 128);
    view = plain(HW_OP_VADD4, HW_TYPE_U8); /* __vadd4, __vaddus4, __vavgu4 */
    assert_int_equal(result_of(&view, 0xff01807f, 0x02ff8001, 0), 0x01000080);
    view.mod[HW_MOD_SAT] = 1;
    view.mod[HW_MOD_TYPE3] = HW_TYPE_U32;
    assert_int_equal(result_of(&view, 0xff01807f, 0x02ff8001, 0), 0xffffff80);
    view.mod[HW_MOD_PO] = 1;
    assert_int_equal(result_of(&view, 0xff01807f, 0x02ff8001, 0), 0x81808040);
    view = plain(HW_OP_VSET2, HW_TYPE_S16); /* __vsetgts2 */
    view.mod[HW_MOD_CMP] = 4;
    assert_int_equal(result_of(&view, 0x00018000, 0xffff7fff, 0), 0x00010000);
    view = plain(HW_OP_VMNMX2, HW_TYPE_S16); /* __vmins2 */
    assert_int_equal(result_of(&view, 0x00018000, 0xffff7fff, 0), 0xffff8000);
}

static void what_no_chip_has_is_refused(void **state)
{
    struct hw_semantics view = plain(HW_OP_VADD4, HW_TYPE_U8);
    struct hw_uop uop;

    (void)state;
    assert_true(try_bind(&view, hw_alu_table(), &uop));
    view.mod[HW_MOD_ASEL] = 14;
    assert_false(try_bind(&view, hw_alu_table(), &uop));
    view.mod[HW_MOD_ASEL] = 4;
    view.mod[HW_MOD_BSEL] = 11;
    assert_false(try_bind(&view, hw_alu_table(), &uop));
    view.mod[HW_MOD_BSEL] = 4;
    view.mod[HW_MOD_ACC] = 6;
    assert_false(try_bind(&view, hw_alu_table(), &uop));
    view.mod[HW_MOD_ACC] = 0;
    view.mod[HW_MOD_TYPE2] = HW_TYPE_U16;
    assert_false(try_bind(&view, hw_alu_table(), &uop));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_forms),
        cmocka_unit_test(choices),
        cmocka_unit_test(by_hand),
        cmocka_unit_test(what_no_chip_has_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
