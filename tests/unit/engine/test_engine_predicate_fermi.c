/* SPDX-License-Identifier: MIT */
/* Predicates and the condition code of Fermi and Kepler: logic, tests, as bits of registers; votes, choices,
 * lane masks of moves. */
#include "fermi_lanes.h"

static void both(struct lane *x, bool holds, bool with)
{
    set_pred(x, 1, holds && with);
    set_pred(x, 2, !holds && with);
}
DOES(psetp_and_or, const bool first = pred(x, 3) && !pred(x, 4), third = pred(x, 5);
     set_pred(x, 1, first || third); set_pred(x, 2, !first || third))
DOES(psetp_xor_and, both(x, pred(x, 1) != pred(x, 2), !pred(x, 0)))
DOES(psetp_or_xor, const bool first = pred(x, 3) || pred(x, 4); set_pred(x, 1, first != pred(x, 5)))
WORD(pset, pred(x, 3) && pred(x, 4) ? ~0u : 0)
WORD(pset_bf, (pred(x, 3) || pred(x, 4)) != !pred(x, 6) ? 0x3f800000 : 0)
DOES(pset_cc, word_with_cc(x, pred(x, 3) ? ~0u : 0))

static void test_logic(void **state)
{
    static const struct instruction table[] = {
        EVERY("PSETP.AND.OR P1, P2, P3, !P4, P5", psetp_and_or),
        EVERY("PSETP.XOR.AND P1, P2, P1, P2, !P0", psetp_xor_and),
        EVERY("PSETP.OR.XOR P1, PT, P3, P4, P5", psetp_or_xor),
        EVERY("PSET.AND.AND R14, P3, P4, PT", pset),
        EVERY("PSET.BF.OR.XOR R14, P3, P4, !P6", pset_bf),
        EVERY("PSET.AND.AND R14.CC, PT, P3, PT", pset_cc),
    };

    (void)state;
    CHECK(table, INTEGERS);
}

/* The tests by what they say of a comparison a - b, which left its flags. */
#define CC_LT(x) (((x)->pr & CC_S && !((x)->pr & CC_Z)) != !!((x)->pr & CC_O))
DOES(csetp_z, const bool holds = x->pr & CC_Z && !(x->pr & CC_S); both(x, holds, pred(x, 3)))
DOES(csetp_lo, const bool holds = !(x->pr & CC_C); both(x, holds, pred(x, 3)))
DOES(csetp_hs, const bool holds = x->pr & CC_C; both(x, holds, pred(x, 3)))
DOES(csetp_sft, const bool holds = x->pr & CC_S; both(x, holds, pred(x, 3)))
DOES(csetp_off, const bool holds = !(x->pr & CC_O); both(x, holds, pred(x, 3)))
DOES(csetp_hi, const bool holds = !(x->pr & CC_Z) && x->pr & CC_C; both(x, holds, pred(x, 3)))
DOES(csetp_or, const bool with = !pred(x, 3); set_pred(x, 1, CC_LT(x) || with))
WORD(cset_t, ~0u)
WORD(cset_f, 0)
WORD(cset_bf, x->pr &CC_O ? 0x3f800000 : 0)
/* What the flags of a subtraction say, with and without a sign. */
DOES(cset_ge, set_cc(x, 0); x->d = SA >= SB ? ~0u : 0)
DOES(cset_ls, set_cc(x, 0); x->d = A <= B ? ~0u : 0)

static void test_condition_code(void **state)
{
    static const struct instruction table[] = {
        EVERY("CSETP.EQ.AND P1, P2, CC, P3", csetp_z),
        EVERY("CSETP.LO.AND P1, P2, CC, P3", csetp_lo),
        EVERY("CSETP.HS.AND P1, P2, CC, P3", csetp_hs),
        EVERY("CSETP.SFT.AND P1, P2, CC, P3", csetp_sft),
        EVERY("CSETP.OFF.AND P1, P2, CC, P3", csetp_off),
        EVERY("CSETP.HI.AND P1, P2, CC, P3", csetp_hi),
        EVERY("CSETP.LT.OR P1, PT, CC, !P3", csetp_or),
        EVERY("CSET.T.AND R14, CC, PT", cset_t),
        EVERY("CSET.F.AND R14, CC, PT", cset_f),
        EVERY("CSET.BF.OFT.AND R14, CC, PT", cset_bf),
        EVERY("ISUB RZ.CC, R8, R10\nCSET.GE.AND R14, CC, PT" NO_CC, cset_ge),
        EVERY("ISUB RZ.CC, R8, R10\nCSET.LS.AND R14, CC, PT" NO_CC, cset_ls),
    };

    (void)state;
    CHECK(table, INTEGERS);
}

WORD(p2r, (A & ~(B & 0xf07f)) | (x->pr & B & 0xf07f))
WORD(p2r_f000, x->pr & 0xf000)
WORD(p2r_upper, (A & ~((B & 0xf07f) << 16)) | (x->pr & B & 0xf07f) << 16)
WORD(p2r_byte1, (A & ~((B & 0xf07f) << 8)) | (x->pr & B & 0xf07f) << 8)
DOES(r2p, x->pr = (x->pr & ~(B & 0xf07f)) | (A & B & 0xf07f))
DOES(r2p_3, x->pr = (x->pr & ~3u) | (A & 3))
DOES(r2p_upper, x->pr = (x->pr & ~(B & 0xf07f)) | (A >> 16 & B & 0xf07f))
DOES(r2p_byte2, x->pr = (x->pr & ~(B & 0xf07f)) | (A >> 16 & B & 0xf07f))

static void test_registers(void **state)
{
    static const struct instruction table[] = {
        EVERY("P2R R14, PR, R8, R10", p2r),
        EVERY("P2R R14, PR, RZ, 0xf000", p2r_f000),
        EARLIER("P2R.H1 R14, PR, R8, R10", p2r_upper),
        LATEST("P2R.B1 R14, PR, R8, R10", p2r_byte1),
        EVERY("R2P PR, R8, R10", r2p),
        EVERY("R2P PR, R8, 0x3", r2p_3),
        EARLIER("R2P.H1 PR, R8, R10", r2p_upper),
        LATEST("R2P.B2 PR, R8, R10", r2p_byte2),
    };

    (void)state;
    CHECK(table, INTEGERS);
}

/* The lanes of a lane's warp in which a predicate holds: one that the votes leave alone. */
static uint32_t holding(const struct lane *x, unsigned number)
{
    uint32_t mask = 0;

    for (unsigned i = 0; i < 32; i++)
        mask |= (uint32_t)pred(x - lane_number(x) + i, number) << i;
    return mask;
}
WORD(vote_ballot, holding(x, 3))
DOES(vote_all, x->d = holding(x, 3); x->pr = (x->pr & ~0x40u) | (holding(x, 3) == ~0u) << 6)
DOES(vote_any, x->pr = (x->pr & ~0x40u) | (holding(x, 3) != 0) << 6)
DOES(vote_eq, const uint32_t mask = holding(x, 3); x->pr = (x->pr & ~0x40u) | (mask == 0 || mask == ~0u) << 6)
WORD(sel, pred(x, 3) ? A : B)
WORD(sel_not, pred(x, 3) ? 1 : A)
WORD(mov_lanes, lane_number(x) % 4 == 0 || lane_number(x) % 4 == 2 ? B : 0)
WORD(mov32i_lanes, lane_number(x) % 4 == 3 ? 0x12345678 : 0)
WORD(mov_no_lane, 0)

static void test_warp(void **state)
{
    /* clang-format off */
    static const struct instruction table[] = {
        EVERY("VOTE.ANY R14, PT, P3", vote_ballot),
        EVERY("VOTE.ALL R14, P6, P3", vote_all),
        EVERY("VOTE.ANY RZ, P6, P3", vote_any),
        EVERY("VOTE.EQ RZ, P6, P3", vote_eq),
        EVERY("SEL R14, R8, R10, P3", sel),
        EVERY("SEL R14, R8, 0x1, !P3", sel_not),
        EVERY("MOV R14, R10, 0x5", mov_lanes),
        EVERY("MOV32I R14, 0x12345678, 0x8", mov32i_lanes),
        EVERY("MOV R14, R10, 0x0", mov_no_lane),
        EVERY("MOV32I R14, 0x12345678, 0x0", mov_no_lane),
    };
    /* clang-format on */

    (void)state;
    CHECK(table, INTEGERS);
}

/* What the scheduler is told: a literal mask says which of predicates and condition code are meant. */
static void test_effects(void **state)
{
    static const struct {
        const char *text;
        uint8_t pred_read, pred_written, cond_read, cond_written;
        /* clang-format off */
    } table[] = {
        {"P2R R14, PR, RZ, 0xf000", 0, 0, 1, 0},   {"P2R R14, PR, R8, 0x5", 5, 0, 0, 0},
        {"P2R R14, PR, R8, R10", 0x7f, 0, 1, 0},   {"R2P PR, R8, 0x3", 0, 3, 0, 0},
        {"R2P PR, R8, R10", 0, 0x7f, 0, 1},        {"IMNMX.XHI R14.CC, R8, R10, PT", 0, 0, 0, 1},
        {"IMNMX.XMED R14.CC, R8, R10, PT", 0, 0, 1, 1}, {"IMNMX.XLO R14, R8, R10, P2", 4, 0, 1, 0},
        {"CSETP.LO.AND P1, P2, CC, P3", 8, 6, 1, 0},
    };
    /* clang-format on */

    (void)state;
    for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
        for (unsigned chip = 0; chip < FERMI_CHIPS; chip++) {
            const struct hw_effects effects = effects_of(chip, table[i].text);

            assert_int_equal(effects.pred_read, table[i].pred_read);
            assert_int_equal(effects.pred_written, table[i].pred_written);
            assert_int_equal(effects.cond_read, table[i].cond_read);
            assert_int_equal(effects.cond_written, table[i].cond_written);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_logic), cmocka_unit_test(test_condition_code), cmocka_unit_test(test_registers),
        cmocka_unit_test(test_warp),  cmocka_unit_test(test_effects),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
