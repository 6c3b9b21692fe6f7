/* SPDX-License-Identifier: MIT */
/* Comparisons, predicates, condition codes in registers, votes and shuffles, lane by lane and as a warp. */
#include "test_ops_lanes.h"

static bool compares(const struct hw_semantics *view, uint32_t a, uint32_t b)
{
    const bool is_signed = hw_type_signed(view->mod[HW_MOD_TYPE]);
    const bool less = is_signed ? (int32_t)a < (int32_t)b : a < b;

    return view->mod[HW_MOD_CMP] & (less ? 1 : a == b ? 2 : 4);
}

/* ISET.X as measured on a GM20B (nxgpucatch): t = a - b - 1 + C exactly; equal if t is 0 and Z held. */
static bool compares_x(const struct hw_semantics *view, uint32_t a, uint32_t b, uint32_t cond)
{
    const bool is_signed = hw_type_signed(view->mod[HW_MOD_TYPE]);
    const int64_t x = is_signed ? (int32_t)a : (int64_t)a, y = is_signed ? (int32_t)b : (int64_t)b;
    const int64_t t = x - y - 1 + (cond & HW_FLAG_C ? 1 : 0);
    const bool less = t < 0, equal = t == 0 && cond & HW_FLAG_Z;

    return view->mod[HW_MOD_CMP] & (less ? 1 : equal ? 2 : 4);
}

static bool holds(const struct hw_semantics *view, const struct lane *lane)
{
    return view->mod[HW_MOD_CARRY] ? compares_x(view, lane->a, lane->b, lane->cond)
                                   : compares(view, lane->a, lane->b);
}

static const struct hw_operand *last_of(const struct hw_semantics *view)
{
    return &view->operand[view->operand_count - 1];
}

static void expect_truth(const struct hw_semantics *view, struct lane *lane, bool truth)
{
    lane->d = !truth ? 0 : view->mod[HW_MOD_BF] ? 0x3f800000 : 0xffffffff;
    expect_flags(view, lane, zero_and_sign(lane->d));
}

/* Both predicates are computed from the old ones. */
static void expect_two(const struct hw_semantics *view, struct lane *lane, unsigned logic, bool t)
{
    const bool p = read_pred(lane, last_of(view));

    expect_pred(lane, view->operand[0].reg, combined(logic, t, p));
    expect_pred(lane, view->operand[1].reg, combined(logic, !t, p));
}

static void reference_isetp(const struct hw_semantics *view, struct lane *lane)
{
    expect_two(view, lane, view->mod[HW_MOD_BOOL], holds(view, lane));
}

static void reference_iset(const struct hw_semantics *view, struct lane *lane)
{
    expect_truth(view, lane,
                 combined(view->mod[HW_MOD_BOOL], holds(view, lane), read_pred(lane, last_of(view))));
}

static void reference_icmp(const struct hw_semantics *view, struct lane *lane)
{
    lane->d = compares(view, lane->c, 0) ? lane->a : lane->b;
}

static void reference_sel(const struct hw_semantics *view, struct lane *lane)
{
    lane->d = read_pred(lane, last_of(view)) ? lane->a : lane->b;
}

static void reference_imnmx(const struct hw_semantics *view, struct lane *lane)
{
    const bool is_signed = hw_type_signed(view->mod[HW_MOD_TYPE]);
    const bool less = is_signed ? (int32_t)lane->a < (int32_t)lane->b : lane->a < lane->b;

    lane->d = less == read_pred(lane, last_of(view)) ? lane->a : lane->b;
    expect_flags(view, lane, zero_and_sign(lane->d));
}

static void comparisons(void **state)
{
    (void)state;
    for (unsigned variant = 0; variant < 8 * 64; variant++) {
        struct hw_semantics setp = view_of(HW_OP_ISETP), set = view_of(HW_OP_ISET);
        const unsigned source = random_bits() & 15;

        add_pred(&setp, random_bits() % 3 ? random_bits() & 7 : 7);
        add_pred(&setp, random_bits() % 3 ? random_bits() & 7 : 7);
        add_registers(&setp, REG_A, REG_B);
        add_pred(&setp, source);
        add_registers(&set, REG_D, REG_B);
        add_pred(&set, variant & 8 ? 7 : source);
        setp.mod[HW_MOD_CMP] = variant % 8;
        setp.mod[HW_MOD_TYPE] = variant & 16 ? HW_TYPE_S32 : HW_TYPE_U32;
        setp.mod[HW_MOD_CARRY] = variant >> 5 & 1;
        setp.mod[HW_MOD_BOOL] = (uint8_t)(random_bits() % 3);
        memcpy(set.mod, setp.mod, sizeof set.mod);
        set.mod[HW_MOD_BF] = variant >> 6 & 1;
        set.cond_out = variant >> 7 & 1 ? 0 : -1;
        if (variant & 8)
            set.mod[HW_MOD_BOOL] = 0;
        check(&setp, reference_isetp, 10);
        check(&set, reference_iset, 10);
    }
}

static void choices(void **state)
{
    (void)state;
    for (unsigned variant = 0; variant < 64; variant++) {
        struct hw_semantics icmp = view_of(HW_OP_ICMP), sel = view_of(HW_OP_SEL),
                            imnmx = view_of(HW_OP_IMNMX);

        add_registers(&icmp, REG_D, REG_C);
        icmp.mod[HW_MOD_CMP] = variant % 8;
        icmp.mod[HW_MOD_TYPE] = variant & 16 ? HW_TYPE_S32 : HW_TYPE_U32;
        check(&icmp, reference_icmp, 20);
        add_registers(&sel, REG_D, REG_B);
        add_pred(&sel, variant & 15);
        check(&sel, reference_sel, 20);
        add_registers(&imnmx, REG_D, REG_B);
        add_pred(&imnmx, variant & 15);
        imnmx.mod[HW_MOD_TYPE] = variant & 16 ? HW_TYPE_S32 : HW_TYPE_U32;
        imnmx.cond_out = variant & 32 ? 0 : -1;
        check(&imnmx, reference_imnmx, 20);
    }
}

/* IMNMX.XHI.CC of the high words, .XMED.CC of those between, .XLO of the low ones: a minimum of 96 bits. */
static void longer_minima(void **state)
{
    (void)state;
    for (unsigned n = 0; n < 2000; n++) {
        struct hw_semantics part = view_of(HW_OP_IMNMX);
        const bool is_signed = n & 1, least = n & 2;
        uint32_t a[3], b[3], d[3];
        bool less = false;

        for (unsigned i = 0; i < 3; i++) {
            a[i] = random_operand();
            b[i] = random_bits() & 1 ? a[i] : random_operand();
        }
        for (unsigned i = 0; i < 3; i++)
            if (a[i] != b[i])
                less = is_signed && i == 2 ? (int32_t)a[i] < (int32_t)b[i] : a[i] < b[i];
        add_registers(&part, REG_D, REG_B);
        add_pred(&part, least ? 7 : 15);
        for (int i = 2; i >= 0; i--) {
            part.mod[HW_MOD_PART] = (uint8_t)(i + 1);
            part.mod[HW_MOD_TYPE] = is_signed && i == 2 ? HW_TYPE_S32 : HW_TYPE_U32;
            part.cond_out = i ? 0 : -1;
            d[i] = result_of(&part, a[i], b[i], 0);
        }
        assert_memory_equal(d, less == least ? a : b, sizeof d);
    }
}

/* PSETP: predicates p, q, r; t = p (bool) q. */
static bool first_two(const struct hw_semantics *view, const struct lane *lane)
{
    const unsigned first = view->operand_count - 3u;

    return combined(view->mod[HW_MOD_BOOL], read_pred(lane, &view->operand[first]),
                    read_pred(lane, &view->operand[first + 1]));
}

static void reference_psetp(const struct hw_semantics *view, struct lane *lane)
{
    expect_two(view, lane, view->mod[HW_MOD_BOOL2], first_two(view, lane));
}

static void reference_pset(const struct hw_semantics *view, struct lane *lane)
{
    expect_truth(view, lane,
                 combined(view->mod[HW_MOD_BOOL2], first_two(view, lane), read_pred(lane, last_of(view))));
}

static void predicates_of_predicates(void **state)
{
    (void)state;
    for (unsigned n = 0; n < 300; n++) {
        struct hw_semantics setp = view_of(HW_OP_PSETP), set = view_of(HW_OP_PSET);

        add_pred(&setp, random_bits() & 7);
        add_pred(&setp, random_bits() & 7);
        add_registers(&set, REG_D, REG_D);
        for (unsigned i = 0; i < 3; i++) {
            add_pred(&setp, random_bits() & 15);
            add_pred(&set, random_bits() & 15);
        }
        setp.mod[HW_MOD_BOOL] = set.mod[HW_MOD_BOOL] = n % 3;
        setp.mod[HW_MOD_BOOL2] = set.mod[HW_MOD_BOOL2] = n / 3 % 3;
        set.mod[HW_MOD_BF] = n & 1;
        set.cond_out = n & 2 ? 0 : -1;
        check(&setp, reference_psetp, 10);
        check(&set, reference_pset, 10);
    }
}

static bool tested(const struct hw_semantics *view, const struct lane *lane)
{
    const unsigned test = view->mod[HW_MOD_TEST];

    return !test || hw_cond_truth[test - 1] >> (lane->cond & 15) & 1;
}

static void reference_csetp(const struct hw_semantics *view, struct lane *lane)
{
    expect_two(view, lane, view->mod[HW_MOD_BOOL], tested(view, lane));
}

static void reference_cset(const struct hw_semantics *view, struct lane *lane)
{
    expect_truth(view, lane,
                 combined(view->mod[HW_MOD_BOOL], tested(view, lane), read_pred(lane, last_of(view))));
}

static void predicates_of_condition_codes(void **state)
{
    (void)state;
    for (unsigned n = 0; n < 170; n++) {
        struct hw_semantics setp = view_of(HW_OP_CSETP), set = view_of(HW_OP_CSET);

        add_pred(&setp, random_bits() & 7);
        add_pred(&setp, random_bits() & 7);
        add_operand(&setp, HW_OPERAND_COND, 0);
        add_pred(&setp, random_bits() & 15);
        add_registers(&set, REG_D, REG_D);
        add_operand(&set, HW_OPERAND_COND, 0);
        add_pred(&set, random_bits() & 15);
        setp.mod[HW_MOD_TEST] = set.mod[HW_MOD_TEST] = n % 17;
        setp.mod[HW_MOD_BOOL] = set.mod[HW_MOD_BOOL] = n % 3;
        set.mod[HW_MOD_BF] = n & 1;
        check(&setp, reference_csetp, 10);
        check(&set, reference_cset, 10);
    }
}

static void reference_p2r(const struct hw_semantics *view, struct lane *lane)
{
    const unsigned shift = 8 * view->mod[HW_MOD_BYTE];
    const uint32_t bits = view->mod[HW_MOD_CC] ? lane->cond : lane->pred;
    const uint32_t mask = (lane->b & (view->mod[HW_MOD_CC] ? 15 : 127)) << shift;

    lane->d = (lane->a & ~mask) | (bits << shift & mask);
}

static void reference_r2p(const struct hw_semantics *view, struct lane *lane)
{
    const uint32_t byte = lane->a >> 8 * view->mod[HW_MOD_BYTE] & 255;
    const uint32_t mask = lane->b & (view->mod[HW_MOD_CC] ? 15 : 127);
    uint32_t *bits = view->mod[HW_MOD_CC] ? &lane->cond : &lane->pred;

    *bits = (*bits & ~mask) | (byte & mask);
}

/* PR of Fermi and Kepler: predicates, and the condition code from bit 12 on. */
static void reference_p2r_both(const struct hw_semantics *view, struct lane *lane)
{
    const unsigned shift = 8 * view->mod[HW_MOD_BYTE];
    const uint32_t bits = (lane->pred & 0x7f) | lane->cond << 12, mask = (lane->b & 0xf07f) << shift;

    lane->d = (lane->a & ~mask) | (bits << shift & mask);
}

static void reference_r2p_both(const struct hw_semantics *view, struct lane *lane)
{
    const uint32_t bits = lane->a >> 8 * view->mod[HW_MOD_BYTE];
    const uint32_t of_pred = lane->b & 0x7f, of_cond = lane->b >> 12 & 15;

    lane->pred = (lane->pred & ~of_pred) | (bits & of_pred);
    lane->cond = (lane->cond & ~of_cond) | (bits >> 12 & of_cond);
}

static void halves_of_registers(void **state)
{
    (void)state;
    for (unsigned byte = 0; byte < 4; byte++) {
        struct hw_semantics p2r = view_of(HW_OP_P2R), r2p = view_of(HW_OP_R2P);

        add_registers(&p2r, REG_D, REG_B);
        add_registers(&r2p, REG_A, REG_B);
        p2r.mod[HW_MOD_BYTE] = r2p.mod[HW_MOD_BYTE] = (uint8_t)byte;
        p2r.mod[HW_MOD_CC] = r2p.mod[HW_MOD_CC] = 2;
        check(&p2r, reference_p2r_both, 100);
        check(&r2p, reference_r2p_both, 100);
    }
}

static void bytes_of_registers(void **state)
{
    (void)state;
    for (unsigned variant = 0; variant < 8; variant++) {
        struct hw_semantics p2r = view_of(HW_OP_P2R), r2p = view_of(HW_OP_R2P);

        add_registers(&p2r, REG_D, REG_B);
        add_registers(&r2p, REG_A, REG_B);
        p2r.mod[HW_MOD_BYTE] = r2p.mod[HW_MOD_BYTE] = variant & 3;
        p2r.mod[HW_MOD_CC] = r2p.mod[HW_MOD_CC] = variant >> 2;
        check(&p2r, reference_p2r, 100);
        check(&r2p, reference_r2p, 100);
    }
}

static void votes(void **state)
{
    const struct hw_alu_table *table;

    (void)state;
    for (unsigned i = 0; (table = hw_alu_table_at(i)) != NULL; i++)
        for (unsigned n = 0; n < 300; n++) {
            struct hw_semantics view = view_of(HW_OP_BALLOT);
            const unsigned mode = n % 3;

            fill_rows();
            if (n % 7 < 3)
                regs.pred[2] = n % 7 == 0 ? 0 : n % 7 == 1 ? ~0u : regs.exec;
            add_registers(&view, REG_D, REG_D);
            add_pred(&view, n & 1 ? 7 : 5);
            add_pred(&view, n & 2 ? 2 : 2 | 8);
            view.mod[HW_MOD_VOTE] = (uint8_t)mode;
            const uint32_t yes = (n & 2 ? regs.pred[2] : ~regs.pred[2]) & regs.exec, old = regs.pred[5];
            const uint32_t untouched = reg[REG_D][regs.exec == ~0u ? 0 : __builtin_ctz(~regs.exec)];
            const bool all = yes == regs.exec, result = mode == 0   ? all
                                                        : mode == 1 ? yes != 0
                                                                    : all || yes == 0;
            run(&view, table);
            for (unsigned l = 0; l < HW_LANES; l++)
                if (regs.exec >> l & 1)
                    assert_int_equal(reg[REG_D][l], yes);
            if (regs.exec != ~0u)
                assert_int_equal(reg[REG_D][__builtin_ctz(~regs.exec)], untouched);
            assert_int_equal(regs.pred[7], ~0u);
            assert_int_equal(regs.pred[5], n & 1 ? old : (old & ~regs.exec) | (result ? regs.exec : 0));
        }
}

/* PTX's pseudocode of shfl, for one lane. */
static bool shuffle_source(unsigned mode, int lane, uint32_t b, uint32_t c, int *source)
{
    const int value = (int)(b & 31), clamp = (int)(c & 31), segment = (int)(c >> 8 & 31);
    const int most = (lane & segment) | (clamp & ~segment), least = lane & segment;
    bool valid;

    switch (mode) {
    case 1:
        *source = lane - value;
        valid = *source >= most;
        break;
    case 2:
        *source = lane + value;
        valid = *source <= most;
        break;
    case 3:
        *source = lane ^ value;
        valid = *source <= most;
        break;
    default:
        *source = least | (value & ~segment);
        valid = *source <= most;
        break;
    }
    if (!valid)
        *source = lane;
    return valid;
}

static void shuffles(void **state)
{
    const struct hw_alu_table *table;

    (void)state;
    for (unsigned i = 0; (table = hw_alu_table_at(i)) != NULL; i++)
        for (unsigned n = 0; n < 1000; n++) {
            static _Alignas(64) hw_lanes before[REG_COUNT];
            struct hw_semantics view = view_of(HW_OP_SHFL);
            uint32_t old, valid = 0;

            fill_rows();
            for (unsigned l = 0; l < HW_LANES && n & 1; l++) { /* as compilers use it */
                reg[REG_B][l] = (uint32_t)(n >> 3 & 31);
                reg[REG_C][l] = n & 2 ? 0x1f : n & 4 ? 0x181f : 0x1000;
            }
            memcpy(before, reg, sizeof reg);
            old = regs.pred[1];
            add_pred(&view, 1);
            add_registers(&view, REG_D, REG_C);
            view.mod[HW_MOD_SHFL] = (uint8_t)(n / 8 % 4);
            run(&view, table);
            for (int l = 0; l < HW_LANES; l++) {
                int source;
                uint32_t given;

                if (shuffle_source(n / 8 % 4, l, before[REG_B][l], before[REG_C][l], &source))
                    valid |= 1u << l;
                given = regs.exec >> (source & 31) & 1 ? before[REG_A][source & 31] : 0;
                assert_int_equal(reg[REG_D][l], regs.exec >> l & 1 ? given : before[REG_D][l]);
            }
            assert_int_equal(regs.pred[1], (old & ~regs.exec) | (valid & regs.exec));
        }
}

static void what_no_chip_has_is_refused(void **state)
{
    struct hw_semantics view = view_of(HW_OP_ISETP);
    struct hw_uop uop;

    (void)state;
    add_pred(&view, 0);
    add_pred(&view, 7);
    add_registers(&view, REG_A, REG_B);
    add_pred(&view, 7);
    view.mod[HW_MOD_BOOL] = 3;
    assert_false(try_bind(&view, hw_alu_table(), &uop));
    view.op = HW_OP_CSETP;
    assert_false(try_bind(&view, hw_alu_table(), &uop));
    view.op = HW_OP_PSETP;
    assert_false(try_bind(&view, hw_alu_table(), &uop));
    view = view_of(HW_OP_SHFL);
    view.mod[HW_MOD_SHFL] = 4;
    assert_false(try_bind(&view, hw_alu_table(), &uop));
    view = view_of(HW_OP_BALLOT);
    view.mod[HW_MOD_VOTE] = 3;
    assert_false(try_bind(&view, hw_alu_table(), &uop));
    view = view_of(HW_OP_ISET);
    view.mod[HW_MOD_BOOL] = 3;
    assert_false(try_bind(&view, hw_alu_table(), &uop));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comparisons),
        cmocka_unit_test(choices),
        cmocka_unit_test(longer_minima),
        cmocka_unit_test(predicates_of_predicates),
        cmocka_unit_test(predicates_of_condition_codes),
        cmocka_unit_test(bytes_of_registers),
        cmocka_unit_test(halves_of_registers),
        cmocka_unit_test(votes),
        cmocka_unit_test(shuffles),
        cmocka_unit_test(what_no_chip_has_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
