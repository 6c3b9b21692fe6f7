/* SPDX-License-Identifier: MIT */
/* Single rules of schedules from Volta on, each in a few lines of code: latencies by who reads, scoreboards,
 * kept registers, views of memory. */
#include "scheduled.h"

/* Two instructions with one cycle between them: how many are missing. */
static void latencies_by_who_reads(void **state)
{
    (void)state;
    static const struct {
        const char *chip, *lines, *name;
        unsigned missing;
    } cases[] = {
        {"sm_70", "IADD3 R0, R1, R2, RZ ?W1\nLOP3.LUT R3, R0, R2, RZ, 0xc0, !PT ?W1", "R0", 3},
        {"sm_70", "IADD3 R0, R1, R2, RZ ?W1\nFFMA R3, R0, R2, R4 ?W1", "R0", 4},
        {"sm_70", "FFMA R0, R1, R2, R3 ?W1\nFADD R4, R0, R5 ?W1", "R0", 3},
        {"sm_70", "FFMA R0, R1, R2, R3 ?W1\nMUFU.RCP R4, R0 &wr=0 ?W2", "R0", 5},
        {"sm_70", "FFMA R0, R1, R2, R3 ?W1\nSTG.E.SYS [R4], R0 ?W1", "R0", 7},
        {"sm_86", "FFMA R0, R1, R2, R3 ?W1\nSTS [R4], R0 ?W1", "R0", 4},
        {"sm_86", "FFMA R0, R1, R2, R3 ?W1\nMUFU.RCP R4, R0 &wr=0 ?W2", "R0", 3},
        {"sm_75", "ISETP.NE.AND P3, PT, R0, RZ, PT ?W1\nSEL R1, R2, R3, P3 ?W1", "P3", 3},
        {"sm_75", "ISETP.NE.AND P3, PT, R0, RZ, PT ?W1\n@P3 MOV R1, R2 ?W1", "P3", 11},
        {"sm_80", "ISETP.NE.AND P3, PT, R0, RZ, PT ?W1\n@P3 MOV R1, R2 ?W1", "P3", 12},
        {"sm_75", "UIADD3 UR4, UR5, UR6, URZ ?W1\nIADD3 R0, R1, UR4, RZ ?W1", "UR4", 5},
        {"sm_75", "UIADD3 UR4, UR5, UR6, URZ ?W1\nUIADD3 UR7, UR4, UR6, URZ ?W1", "UR4", 3},
        {"sm_80", "UISETP.NE.AND UP2, UPT, UR4, URZ, UPT ?W1\n@UP2 UMOV UR5, 0x1 ?W1", "UP2", 10},
        {"sm_80", "ULDC.64 UR4, c[0x0][0x118] ?W1\nLDG.E R0, [R2.64] &wr=0 ?W2 # usrc2=0x4", "UR4", 1},
        {"sm_80", "HMMA.16816.F32 R4, R8, R12, R4 ?W1\nFADD R0, R7, R1 ?W1", "R7", 23},
        {"sm_80", "IMMA.8816.S8.S8 R4, R8.ROW, R9.COL, R4 ?W1\nIADD3 R0, R5, R1, RZ ?W1", "R5", 12},
        {"sm_90", "IADD3 R5, R1, R2, RZ ?W1\nIMAD.WIDE R6, R8, R9, R4 ?W1", "R5", 2},
        {"sm_90", "IADD3 R4, R1, R2, RZ ?W1\nIMAD.WIDE R6, R8, R9, R4 ?W1", "R4", 4},
        {"sm_90", "IADD3 R5, R1, R2, RZ ?W1\nIMAD.WIDE R6, R5, R9, R4 ?W1", "R5", 4},
        {"sm_90", "IMAD.WIDE R6, R8, R9, R4 ?W1\nIADD3 R0, R6, R1, RZ ?W1", "R6", 2},
        {"sm_90", "IMAD.WIDE R6, R8, R9, R4 ?W1\nIADD3 R0, R7, R1, RZ ?W1", "R7", 4},
        {"sm_90", "IMAD.WIDE R6, R8, R9, R4 ?W1\nIMAD.WIDE R10, R8, R9, R6 ?W1", "R6", 3},
        {"sm_100", "IMAD.WIDE R6, R8, R9, R4 ?W1\nIMAD.WIDE R10, R8, R9, R6 ?W1", "R6", 3},
        {"sm_120", "IMAD.WIDE R6, R8, R9, R4 ?W1\nIMAD.WIDE R10, R8, R9, R6 ?W1", "R6", 3},
        {"sm_90", "ULDC.64 UR4, c[0x0][0x208] ?W1\nLDG.E R0, desc[UR4][R2.64] &wr=0 ?W2", "UR4", 1},
        {"sm_90", "DADD R0, R2, R4 ?W1\nDADD R6, R0, R2 ?W1", "R0", 7},
        {"sm_90", "R2UR UR4, R0 ?W1\nUIADD3 UR5, UR4, UR6, URZ ?W1", "UR4", 12},
        {"sm_120", "IMAD R0, R1, R2, RZ ?W1\nMOV R4, R0 ?W1", "R0", 4},
        {"sm_120", "MOV R0, R1 ?W1\nMOV R4, R0 ?W1", "R0", 3},
        {"sm_120", "ISETP.NE.AND P3, PT, R0, RZ, PT ?W1\nSEL R1, R2, R3, P3 ?W1", "P3", 4},
        {"sm_70", "LDG.E.SYS R0, [R2] &wr=0 ?W2\nFADD R1, R0, R4 ?W1", "R0", 0},
        {"sm_70", "HMMA.884.F32.F32.STEP0 R8, R4.ROW, R6.COL, R8 &wr=1 ?W2\nFADD R1, R9, R4 ?W1", "R9", 0},
    };
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct made made = make(cases[i].chip, cases[i].lines);
        struct found found = check(&made.target, made.code, made.length);
        if (found.count != 1 || found.first.kind != HW_HAZARD_READ ||
            strcmp(found.first.name, cases[i].name) != 0 || found.first.missing != cases[i].missing)
            fail_msg("%s, %s: %u, %s, %u cycles", cases[i].chip, cases[i].lines, found.count,
                     found.first.name, found.first.missing);
        hw_module_free(made.module);
    }
}

/* Matrices take longer than one stall count lasts: a scoreboard tells, or so many cycles. */
static void a_matrix_is_waited_for_in_either_order(void **state)
{
    (void)state;
    static const char *const safe[] = {
        "HMMA.16816.F32 R4, R8, R12, R4 &wr=2 ?W2\nFADD R0, R7, R1 &req={2} ?W1",
        "HMMA.16816.F32 R4, R8, R12, R4 ?W15_Y\nNOP ?W9\nFADD R0, R7, R1 ?W1",
        "HMMA.16816.F32 R4, R8, R12, R4 &wr=2 ?W15_Y\nNOP ?W9\nFADD R0, R7, R1 ?W1",
    };
    for (unsigned i = 0; i < sizeof(safe) / sizeof(safe[0]); i++) {
        struct made made = make("sm_86", safe[i]);
        assert_int_equal(check(&made.target, made.code, made.length).count, 0);
        hw_module_free(made.module);
    }
    struct made made = make("sm_86", "HMMA.16816.F32 R4, R8, R12, R4\nFADD R0, R7, R1");
    assert_true(sched_of(&made, 0).write < HW_SCOREBOARD_COUNT);
    assert_int_equal(sched_of(&made, 1).wait, 1u << sched_of(&made, 0).write);
    hw_module_free(made.module);
}

/* DEPBAR counts what LDGDEPBAR has told of, so its scoreboard is nobody else's. */
static void copies_keep_the_scoreboard_that_is_named(void **state)
{
    (void)state;
    struct made made = make("sm_80", "LDGSTS.E [R0], [R2.64]\nLDGDEPBAR\nLDG.E R4, [R2.64] # usrc2=0x4\n"
                                     "DEPBAR.LE SB0, 0x0\nFADD R5, R4, R4");
    assert_int_equal(sched_of(&made, 1).write, 0);
    assert_true(sched_of(&made, 2).write > 0 && sched_of(&made, 2).write < HW_SCOREBOARD_COUNT);
    assert_int_equal(check(&made.target, made.code, made.length).count, 0);
    hw_module_free(made.module);
}

/* Where threads come together the results of both ways are pending. */
static void both_paths_lead_to_the_reconvergence_point(void **state)
{
    (void)state;
    struct made made = make("sm_75", "BSSY B0, L_1\n@P0 BRA L_0\nLDG.E.SYS R0, [R2]\nBSYNC B0\nL_0:\n"
                                     "LDG.E.SYS R0, [R4]\nBSYNC B0\nL_1:\nFADD R1, R0, R0");
    unsigned boards = 1u << sched_of(&made, 2).write | 1u << sched_of(&made, 4).write;
    assert_int_equal(sched_of(&made, 6).wait & boards, boards);
    assert_int_equal(check(&made.target, made.code, made.length).count, 0);
    hw_module_free(made.module);
}

/* Beside the yield hint reuse bits are no reuse bits, and counts from 12 on have that hint. */
static void reuse_stays_where_it_can(void **state)
{
    (void)state;
    struct made made =
        make("sm_70", "FADD R0, R1.reuse, R2\nISETP.NE.AND P0, PT, R1.reuse, RZ, PT\n@P0 FADD R3, R1, R2");
    assert_int_equal(sched_of(&made, 0).reuse, 1);
    assert_int_equal(sched_of(&made, 1).stall, 12);
    assert_int_equal(sched_of(&made, 1).yield, 1);
    assert_int_equal(sched_of(&made, 1).reuse, 0);
    hw_module_free(made.module);
}

/* A register that the operand cache keeps must not change before the next instruction reads through its
 * slot. */
static void a_kept_register_does_not_change(void **state)
{
    (void)state;
    static const struct {
        const char *lines;
        unsigned found;
    } cases[] = {
        {"FADD R0, R1.reuse, R2 ?W4\nFADD R3, R1, R0 ?W4", 0},
        {"FADD R1, R1.reuse, R2 ?W4\nFADD R3, R1, R0 ?W4", 1},
        {"FADD R1, R1.reuse, R2 ?W4\nFADD R3, R0, R1 ?W4", 0},
        {"FADD R0, R1.reuse, R2 ?W4\nMOV R1, RZ ?W5\nFADD R3, R1, R0 ?W4", 1},
    };
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct made made = make("sm_86", cases[i].lines);
        struct found found = check(&made.target, made.code, made.length);
        if (found.count != cases[i].found || (found.count && found.first.kind != HW_HAZARD_KEPT))
            fail_msg("%s: %u, %s", cases[i].lines, found.count, found.first.name);
        hw_module_free(made.module);
    }
}

/* FENCE.VIEW tells by its scoreboard when asynchronous units see memory as it is: what starts them, or tells
 * other threads, waits for that.  Other loads do not. */
static void a_view_of_memory_is_waited_for(void **state)
{
    (void)state;
    static const struct {
        const char *chip, *fence, *next;
        bool waits;
    } cases[] = {
        {"sm_90", "FENCE.VIEW.ASYNC.S", "SYNCS.ARRIVE.TRANS64.A1T0 RZ, [R0+URZ], RZ", true},
        {"sm_90", "FENCE.VIEW.ASYNC.S", "UTMASTG.2D [UR8], [UR4]", true},
        {"sm_90", "FENCE.VIEW.ASYNC.S", "BAR.SYNC.DEFER_BLOCKING 0x1, 0x80", true},
        {"sm_90", "FENCE.VIEW.ASYNC.S", "LDS R4, [R0]", false},
        {"sm_100", "FENCE.VIEW.ASYNC.S", "LDTM.x8 R8, tmem[UR4]", false},
        {"sm_100", "FENCE.VIEW.ASYNC.T", "LDTM.x8 R8, tmem[UR4]", true},
        {"sm_100", "FENCE.VIEW.ASYNC.T", "BAR.SYNC.DEFER_BLOCKING 0x1, 0x80", true},
    };
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char lines[256];
        snprintf(lines, sizeof(lines), "%s &wr=0 ?W2\n%s ?W2", cases[i].fence, cases[i].next);
        struct made rash = make(cases[i].chip, lines);
        assert_int_equal(check(&rash.target, rash.code, rash.length).count, cases[i].waits);
        hw_module_free(rash.module);
        snprintf(lines, sizeof(lines), "%s\n%s", cases[i].fence, cases[i].next);
        struct made ours = make(cases[i].chip, lines);
        assert_int_equal(check(&ours.target, ours.code, ours.length).count, 0);
        assert_int_equal(sched_of(&ours, 1).wait, cases[i].waits ? 1u << sched_of(&ours, 0).write : 0);
        hw_module_free(ours.module);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(latencies_by_who_reads),
        cmocka_unit_test(a_matrix_is_waited_for_in_either_order),
        cmocka_unit_test(copies_keep_the_scoreboard_that_is_named),
        cmocka_unit_test(both_paths_lead_to_the_reconvergence_point),
        cmocka_unit_test(reuse_stays_where_it_can),
        cmocka_unit_test(a_kept_register_does_not_change),
        cmocka_unit_test(a_view_of_memory_is_waited_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
