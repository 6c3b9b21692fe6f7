/* SPDX-License-Identifier: MIT */
/* What tells that a result is there where paths meet: a scoreboard of each path.  The same where the two
 * sides of a predicate have written one register, and for instructions that keep a part of one. */
#include "scheduled.h"

struct path_case {
    const char *chip, *lines;
    const char *name; /* of the only finding, NULL: none */
    unsigned kind;
};

static void check_cases(const struct path_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct made made = make(cases[i].chip, cases[i].lines);
        const struct found found = check(&made.target, made.code, made.length);
        if (found.count != (cases[i].name != NULL) ||
            (cases[i].name &&
             (strcmp(found.first.name, cases[i].name) != 0 || found.first.kind != cases[i].kind)))
            fail_msg("%s: %s\n%u, %s, kind %u", cases[i].chip, cases[i].lines, found.count, found.first.name,
                     found.first.kind);
        hw_module_free(made.module);
    }
}

#define CHECK_CASES(cases) check_cases(cases, sizeof(cases) / sizeof((cases)[0]))

#define LOAD(result, from, board)   "LDG.E " result ", desc[UR4][" from ".64] &wr=" board " ?W2\n"
#define ON_TWO_PATHS(first, second) "@P0 BRA L_1 ?W5\n" first "BRA L_2 ?W5\nL_1:\n" second "L_2:\n"
#define MERGED(wait)                ON_TWO_PATHS(LOAD("R0", "R2", "0"), LOAD("R0", "R4", "1")) "FADD R1, R0, R6 " wait " ?W5"
/* Loads from shared memory finish in order: the scoreboard of the second on the first path tells of both
 * there. */
#define LOAD_SHARED(result, from, board) "LDS " result ", [" from "] &wr=" board " ?W2\n"
#define MERGED_IN_ORDER(wait)                                                                             \
    ON_TWO_PATHS(LOAD_SHARED("R0", "R2", "0") LOAD_SHARED("R8", "R2", "1"), LOAD_SHARED("R0", "R4", "1")) \
    "FADD R1, R0, R6 " wait " ?W5"

static void a_scoreboard_of_each_path_is_waited_for(void **state)
{
    (void)state;
    static const struct path_case cases[] = {
        {"sm_90", MERGED("&req={0,1}"), NULL, 0},
        {"sm_120", MERGED("&req={0,1}"), NULL, 0},
        {"sm_90", MERGED("&req={0}"), "R0", HW_HAZARD_READ},
        {"sm_120", MERGED("&req={0}"), "R0", HW_HAZARD_READ},
        {"sm_90", MERGED("&req={1}"), "R0", HW_HAZARD_READ},
        {"sm_120", MERGED("&req={1}"), "R0", HW_HAZARD_READ},
        {"sm_90", MERGED_IN_ORDER("&req={1}"), NULL, 0},
        {"sm_120", MERGED_IN_ORDER("&req={1}"), NULL, 0},
        {"sm_90", MERGED_IN_ORDER("&req={0}"), "R0", HW_HAZARD_READ},
        {"sm_120", MERGED_IN_ORDER("&req={0}"), "R0", HW_HAZARD_READ},
    };
    CHECK_CASES(cases);
}

/* Other loads finish in no order, neither among themselves nor with those: ptxas waits for each. */
#define CONSTANT(result, board) "LDC " result ", c[0x0][0x10] &wr=" board " ?W2\n"
#define AFTER(loads, wait)      loads "FADD R1, R0, R6 " wait " ?W5"

static void loads_finish_in_any_order(void **state)
{
    (void)state;
    static const char *const chips[] = {"sm_80", "sm_90", "sm_100", "sm_120"};
    for (size_t i = 0; i < sizeof chips / sizeof chips[0]; i++) {
        const bool old = i == 0; /* LDG without a descriptor */
#define LOADED(result, from, board) \
    (old ? "LDG.E " result ", [" from "] &wr=" board " ?W2\n" : LOAD(result, from, board))
        char lines[4][256];
        snprintf(lines[0], sizeof lines[0], "%s" AFTER("LDS R8, [R2] &wr=1 ?W2\n", "&req={1}"),
                 LOADED("R0", "R2", "0"));
        snprintf(lines[1], sizeof lines[1], AFTER("LDS R0, [R2] &wr=0 ?W2\n%s", "&req={1}"),
                 LOADED("R8", "R2", "1"));
        snprintf(lines[2], sizeof lines[2], AFTER(CONSTANT("R0", "0") "%s", "&req={1}"),
                 LOADED("R8", "R2", "1"));
        snprintf(lines[3], sizeof lines[3], "%s" AFTER("%s", "&req={1}"), LOADED("R0", "R2", "0"),
                 LOADED("R8", "R4", "1"));
        for (unsigned k = 0; k < 4; k++)
            CHECK_CASES(((const struct path_case[]){{chips[i], lines[k], "R0", HW_HAZARD_READ}}));
    }
}

/* Whether an atomic at a generic address was done is known with its sources: mbarrier_additions of
 * tests/programs waits so, by ptxas 13.5. */
#define ATOMIC(then) "ATOM.E.ADD.64.STRONG.GPU P0, R16, desc[UR4][R14.64], R2 &rd=1 &wr=5 ?W2\n" then

static void an_atomics_predicate_comes_with_its_sources(void **state)
{
    (void)state;
    static const struct path_case cases[] = {
        {"sm_90", ATOMIC("@P0 FADD R1, R6, R7 &req={1} ?W5"), NULL, 0},
        {"sm_120", ATOMIC("@P0 FADD R1, R6, R7 &req={5} ?W5"), NULL, 0},
        {"sm_100", ATOMIC("@P0 FADD R1, R6, R7 ?W5"), "P0", HW_HAZARD_READ},
        {"sm_100", ATOMIC("FADD R1, R16, R6 &req={1} ?W5"), "R16", HW_HAZARD_READ},
    };
    CHECK_CASES(cases);
}

/* What each path has read late must not be overwritten before either scoreboard tells. */
#define STORE(board)    "STG.E desc[UR4][R2.64], R0 &rd=" board " ?W2\n"
#define OVERWRITE(wait) ON_TWO_PATHS(STORE("0"), STORE("1")) "MOV R0, R6 " wait " ?W5"

static void sources_of_each_path_are_waited_for(void **state)
{
    (void)state;
    static const struct path_case cases[] = {
        {"sm_90", OVERWRITE("&req={0,1}"), NULL, 0},
        {"sm_120", OVERWRITE("&req={0,1}"), NULL, 0},
        {"sm_90", OVERWRITE("&req={0}"), "R0", HW_HAZARD_SOURCE},
        {"sm_120", OVERWRITE("&req={1}"), "R0", HW_HAZARD_SOURCE},
    };
    CHECK_CASES(cases);
}

/* These finish in no order. */
#define TWO_SIDES "@P0 " LOAD("R0", "R2", "0") "@!P0 MUFU.RCP R0, R4 &wr=1 ?W2\n"
#define CHANGED   "ISETP.NE.AND P0, PT, R7, RZ, PT ?W13_Y\n"

static void sides_of_a_predicate_are_waited_for_by_guard(void **state)
{
    (void)state;
    static const struct path_case cases[] = {
        {"sm_90", TWO_SIDES "@P0 FADD R1, R0, R6 &req={0} ?W5", NULL, 0},
        {"sm_120", TWO_SIDES "@!P0 FADD R1, R0, R6 &req={1} ?W5", NULL, 0},
        {"sm_90", TWO_SIDES "@P0 FADD R1, R0, R6 &req={1} ?W5", "R0", HW_HAZARD_READ},
        {"sm_120", TWO_SIDES "@!P0 FADD R1, R0, R6 &req={0} ?W5", "R0", HW_HAZARD_READ},
        {"sm_90", TWO_SIDES "FADD R1, R0, R6 &req={0,1} ?W5", NULL, 0},
        {"sm_120", TWO_SIDES "FADD R1, R0, R6 &req={0} ?W5", "R0", HW_HAZARD_READ},
        {"sm_90", TWO_SIDES "@P1 FADD R1, R0, R6 &req={0} ?W5", "R0", HW_HAZARD_READ},
        {"sm_120", TWO_SIDES CHANGED "@P0 FADD R1, R0, R6 &req={0} ?W5", "R0", HW_HAZARD_READ},
        {"sm_90", TWO_SIDES CHANGED "@P0 FADD R1, R0, R6 &req={0,1} ?W5", NULL, 0},
    };
    CHECK_CASES(cases);
}

/* Each path has loaded under a guard. */
#define SIDE_ON_EACH(first, second) \
    ON_TWO_PATHS(first " " LOAD("R0", "R2", "0"), second " MUFU.RCP R0, R4 &wr=1 ?W2\n")

static void sides_merge_where_paths_do(void **state)
{
    (void)state;
    static const struct path_case cases[] = {
        {"sm_90", SIDE_ON_EACH("@P1", "@P1") "@P1 FADD R1, R0, R6 &req={0,1} ?W5", NULL, 0},
        {"sm_90", SIDE_ON_EACH("@P1", "@P1") "@P1 FADD R1, R0, R6 &req={0} ?W5", "R0", HW_HAZARD_READ},
        {"sm_120", SIDE_ON_EACH("@P1", "@P1") "@P1 FADD R1, R0, R6 &req={1} ?W5", "R0", HW_HAZARD_READ},
        {"sm_120", SIDE_ON_EACH("@P1", "@P1") "@!P1 FADD R1, R0, R6 ?W5", NULL, 0},
        {"sm_90", SIDE_ON_EACH("@!P1", "@!P1") "@!P1 FADD R1, R0, R6 &req={0} ?W5", "R0", HW_HAZARD_READ},
        {"sm_120", SIDE_ON_EACH("@!P1", "@!P1") "@P1 FADD R1, R0, R6 ?W5", NULL, 0},
        {"sm_90", SIDE_ON_EACH("@P1", "@!P1") "@P1 FADD R1, R0, R6 &req={0} ?W5", NULL, 0},
        {"sm_120", SIDE_ON_EACH("@P1", "@!P1") "@!P1 FADD R1, R0, R6 &req={0} ?W5", "R0", HW_HAZARD_READ},
        {"sm_90", SIDE_ON_EACH("@P1", "@P2") "@!P1 FADD R1, R0, R6 &req={0} ?W5", "R0", HW_HAZARD_READ},
        {"sm_120", SIDE_ON_EACH("@P1", "@P2") "@!P2 FADD R1, R0, R6 &req={1} ?W5", "R0", HW_HAZARD_READ},
    };
    CHECK_CASES(cases);
}

/* A store reads the register under one guard, and the other overwrites it. */
static void sources_under_the_other_guard_may_change(void **state)
{
    (void)state;
    static const struct path_case cases[] = {
        {"sm_90", "@P0 " STORE("0") "@!P0 MOV R0, R6 ?W5", NULL, 0},
        {"sm_120", "@!P0 " STORE("0") "@P0 MOV R0, R6 ?W5", NULL, 0},
        {"sm_90", "@P0 " STORE("0") "@P0 MOV R0, R6 ?W5", "R0", HW_HAZARD_SOURCE},
        {"sm_120", "@!P0 " STORE("0") "@!P0 MOV R0, R6 ?W5", "R0", HW_HAZARD_SOURCE},
        {"sm_80",
         "LDG.E R8, [R2.64] &wr=0 ?W2 # usrc2=0x4\n@!P3 LDG.E R9, [R2.64] &wr=1 ?W2 # usrc2=0x4\n"
         "@P3 MOV R2, R6 &req={0} ?W5",
         NULL, 0},
        {"sm_90", "@P0 " STORE("0") "MOV R0, R6 ?W5", "R0", HW_HAZARD_SOURCE},
        {"sm_120", "@!P0 " STORE("0") CHANGED "@P0 MOV R0, R6 ?W5", "R0", HW_HAZARD_SOURCE},
    };
    CHECK_CASES(cases);
}

#define LOW_THREADS  "LDTM.16dp32bit_t0_t15.x2 R8, tmem[UR4] &wr=0 ?W2\n"
#define HIGH_THREADS "LDTM.16dp32bit_t16_t31.x2 R8, tmem[UR4+0x100] &wr=1 ?W2\n"

/* The second LDTM leaves the register of the other threads as it was: it does not read it. */
static void halves_of_a_warp_load_one_register(void **state)
{
    (void)state;
    static const struct path_case cases[] = {
        {"sm_100", LOW_THREADS HIGH_THREADS "FADD R1, R9, R6 &req={1} ?W5", NULL, 0},
        {"sm_103", LOW_THREADS HIGH_THREADS "FADD R1, R9, R6 &req={0} ?W5", "R9", HW_HAZARD_READ},
        {"sm_100", "FADD R8, R1, R6 ?W1\n" HIGH_THREADS, NULL, 0},
        {"sm_103", "MUFU.RCP R9, R2 &wr=0 ?W2\n" HIGH_THREADS, "R9", HW_HAZARD_WRITE},
    };
    CHECK_CASES(cases);
}

/* A fence of a view orders memory; the registers of accesses before it may still be read. */
static void a_fence_of_a_view_drains_nothing(void **state)
{
    (void)state;
    static const struct path_case cases[] = {
        {"sm_100", "STTM.x2 tmem[UR6], R8 &rd=0 ?W2\nFENCE.VIEW.ASYNC.T &wr=1 ?W2\nMOV R9, R1 ?W5", "R9",
         HW_HAZARD_SOURCE},
        {"sm_100", "STTM.x2 tmem[UR6], R8 &rd=0 ?W2\nFENCE.VIEW.ASYNC.T &wr=1 ?W2\nMOV R9, R1 &req={0} ?W5",
         NULL, 0},
        {"sm_90", "STS [R2], R8 &rd=0 ?W2\nFENCE.VIEW.ASYNC.S &wr=1 ?W2\nMOV R8, R1 ?W5", "R8",
         HW_HAZARD_SOURCE},
        {"sm_90", "STS [R2], R8 &rd=0 ?W2\nMEMBAR.ALL.CTA ?W6\nMOV R8, R1 ?W5", NULL, 0},
        {"sm_90", "STS [R2], R8 &rd=0 ?W2\nBAR.SYNC.DEFER_BLOCKING 0x0 ?W5\nMOV R8, R1 ?W5", NULL, 0},
    };
    CHECK_CASES(cases);
}

/* On GB202 a comparison of 64 bits takes a cycle more to a guard than one of 32. */
static void wide_comparisons_guard_later(void **state)
{
    (void)state;
    static const struct path_case cases[] = {
        {"sm_120", "ISETP.GT.S64.AND P0, PT, R20, R22, PT ?W14_Y\n@P0 MOV R1, R2 ?W5", NULL, 0},
        {"sm_120", "ISETP.GT.S64.AND P0, PT, R20, R22, PT ?W13_Y\n@P0 MOV R1, R2 ?W5", "P0", HW_HAZARD_READ},
        {"sm_120", "ISETP.GT.AND P0, PT, R20, R22, PT ?W13_Y\n@P0 MOV R1, R2 ?W5", NULL, 0},
        {"sm_120", "ISETP.GT.AND P0, PT, R20, R22, PT ?W12_Y\n@P0 MOV R1, R2 ?W5", "P0", HW_HAZARD_READ},
        {"sm_120", "ISETP.GT.S64.AND P0, PT, R20, R22, PT ?W5\nSEL R1, R2, R3, P0 ?W5", NULL, 0},
        {"sm_120", "ISETP.GT.S64.AND P0, PT, R20, R22, PT ?W4\nSEL R1, R2, R3, P0 ?W5", "P0", HW_HAZARD_READ},
    };
    CHECK_CASES(cases);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_scoreboard_of_each_path_is_waited_for),
        cmocka_unit_test(loads_finish_in_any_order),
        cmocka_unit_test(an_atomics_predicate_comes_with_its_sources),
        cmocka_unit_test(sources_of_each_path_are_waited_for),
        cmocka_unit_test(sides_of_a_predicate_are_waited_for_by_guard),
        cmocka_unit_test(sides_merge_where_paths_do),
        cmocka_unit_test(sources_under_the_other_guard_may_change),
        cmocka_unit_test(halves_of_a_warp_load_one_register),
        cmocka_unit_test(a_fence_of_a_view_drains_nothing),
        cmocka_unit_test(wide_comparisons_guard_later),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
