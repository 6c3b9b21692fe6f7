/* SPDX-License-Identifier: MIT */
/* The divergence section of the microarchitecture notes, instruction by instruction: which lanes execute
 * what, and in which order, from Fermi to Pascal.  A path is noted whenever the active lanes of a warp
 * change. */
#include <math.h>

#include "generations.h"

#define PATHS 128
#define ALL   0xffffffffu

/* The paths that warp 0 took, in order: the lanes, and how many instructions they executed. */
struct paths {
    uint32_t count;
    struct {
        uint32_t lanes, instructions;
    } path[PATHS];
};

static void note(void *context, const struct hw_written_event *event)
{
    struct paths *paths = context;

    if (event->at.warp != 0)
        return;
    assert_int_equal(event->executed & ~event->active, 0); /* a masked lane executes nothing */
    if (!paths->count || paths->path[paths->count - 1].lanes != event->active) {
        assert_true(paths->count < PATHS);
        paths->path[paths->count++].lanes = event->active;
    }
    paths->path[paths->count - 1].instructions++;
}

static void trace_on(struct kernel *k, struct paths *paths, unsigned generation, uint32_t threads,
                     const char *source)
{
    make_on(k, generation, threads, source);
    memset(paths, 0, sizeof *paths);
    kernel_listen(k, note, paths);
    kernel_expect_ok(k);
}

/* Two sides of three and two instructions, then one instruction for all: odd lanes take the branch. */
#define ODD "LOP.AND R5, R0, 0x1\nISETP.NE.AND P0, PT, R5, RZ, PT\n"
#define SIDES                                   \
    "SSY @together\n@P0 BRA @odd\n"             \
    "MOV32I R4, 0x200\nIADD R4, R4, R0\nJOIN\n" \
    "odd: MOV32I R4, 0x100\nJOIN\n"             \
    "together: IADD R4, R4, 0x1\n" STORE("R4") END

static void test_one_path_then_the_other(void **state)
{
    (void)state;
    for (unsigned g = 0; g < GENERATIONS; g++) {
        struct kernel k;
        struct paths paths;

        trace_on(&k, &paths, g, 32, START ODD SIDES);
        const bool odd_first = paths.path[1].lanes == 0xaaaaaaaa;
        const uint32_t first = odd_first ? 0xaaaaaaaa : 0x55555555;

        assert_int_equal(paths.count, 4);
        assert_int_equal(paths.path[0].lanes, ALL);
        assert_int_equal(paths.path[1].lanes, first);
        assert_int_equal(paths.path[2].lanes, ~first);
        assert_int_equal(paths.path[1].instructions, odd_first ? 2 : 3);
        assert_int_equal(paths.path[2].instructions, odd_first ? 3 : 2);
        assert_int_equal(paths.path[3].lanes, ALL);
        assert_int_equal(paths.path[3].instructions, 3); /* each once for all: IADD, the store, EXIT */
        for (uint32_t t = 0; t < 32; t++)
            assert_int_equal(k.out[t], t % 2 ? 0x101 : 0x201 + t);
        kernel_free(&k);
    }
    hw_fact("SF-281");
    hw_fact("SF-362");
    hw_fact("SF-363");
}

/* Where all lanes decide alike, whichever way, the warp stays one path. */
static void test_no_divergence(void **state)
{
    static const char *const outcome[] = {"ISETP.NE.AND P0, PT, RZ, RZ, PT\n",
                                          "ISETP.EQ.AND P0, PT, RZ, RZ, PT\n"};
    char source[1024];

    (void)state;
    for (unsigned taken = 0; taken < 2; taken++)
        for (unsigned g = 0; g < GENERATIONS; g++) {
            struct kernel k;
            struct paths paths;

            snprintf(source, sizeof source, "%s%s%s", START, outcome[taken], SIDES);
            trace_on(&k, &paths, g, 32, source);
            assert_int_equal(paths.count, 1);
            assert_int_equal(paths.path[0].lanes, ALL);
            assert_int_equal(k.result.stats.divergent_branches, 0);
            kernel_free(&k);
        }
    hw_fact("SF-364");
}

/* if (a) { if (b) ... else ...; } else ...; where a holds for lanes 0 to 15 and b for the even ones. */
static void test_nested(void **state)
{
    static const uint32_t sides[] = {0x0000ffff, 0x00005555, 0x0000aaaa, 0xffff0000};

    (void)state;
    for (unsigned g = 0; g < GENERATIONS; g++) {
        struct kernel k;
        struct paths paths;

        trace_on(&k, &paths, g, 32,
                 START ODD "ISETP.GE.AND P1, PT, R0, 0x10, PT\n"
                           "SSY @outer\n@P1 BRA @proc4\n"
                           "SSY @inner\n@P0 BRA @proc3\n"
                           "MOV32I R4, 0x2\nJOIN\n"
                           "proc3: MOV32I R4, 0x3\nJOIN\n"
                           "inner: IADD R4, R4, 0x10\nJOIN\n"
                           "proc4: MOV32I R4, 0x4\nJOIN\n"
                           "outer: IADD R4, R4, 0x100\n" STORE("R4") END);
        for (unsigned side = 0; side < 4; side++) {
            bool seen = false;
            for (uint32_t n = 0; n < paths.count; n++)
                seen |= paths.path[n].lanes == sides[side];
            assert_true(seen);
        }
        assert_int_equal(paths.path[0].lanes, ALL);
        assert_int_equal(paths.path[paths.count - 1].lanes, ALL);
        assert_int_equal(paths.path[paths.count - 1].instructions, 3);
        assert_int_equal(k.result.stats.divergent_branches, 2);
        for (uint32_t t = 0; t < 32; t++)
            assert_int_equal(k.out[t], t >= 16 ? 0x104 : t % 2 ? 0x113 : 0x112);
        kernel_free(&k);
    }
    hw_fact("SF-365");
}

/* The notes' example: `if (a > b) d = sin(a); else d = cos(a); array[idx] = d`, with four instructions a
 * side; a > b holds for the odd lanes of warp 0 and all of warp 1.  Here a is the thread's number. */
#define FOUR(function) "I2F.F32.U32 R4, R0\nRRO.SINCOS R4, R4\nMUFU." function " R4, R4\nJOIN\n"

static void test_sine_or_cosine(void **state)
{
    (void)state;
    for (unsigned g = 0; g < GENERATIONS; g++) {
        struct kernel k;
        struct paths paths;

        trace_on(&k, &paths, g, 64,
                 START ODD "ISETP.GE.OR P0, PT, R0, 0x20, P0\n"
                           "SSY @st\n@!P0 BRA @cosine\n" FOUR("SIN") "cosine: " FOUR("COS") "st: " STORE("R4")
                               END);
        /* Outside of the sides a warp executes START's five, ODD's two, the comparison, SSY, BRA, ST and
         * EXIT. */
        assert_int_equal(k.result.stats.warp_instructions, 2 * (5 + 2 + 3 + 2) + (4 + 4) + 4);
        assert_int_equal(k.result.stats.divergent_branches, 1); /* warp 1 does not notice */
        for (uint32_t t = 0; t < 64; t++) {
            const double d = t >= 32 || t % 2 ? sin(t) : cos(t);
            float got;
            memcpy(&got, &k.out[t], sizeof got);
            assert_true(fabs(got - d) < 1e-5);
        }
        kernel_free(&k);
    }
    hw_fact("SF-366");
}

/* A switch in which each lane has a case of its own: a lane at a time, 32 times the instructions of one
 * case. */
static void test_factor_of_32(void **state)
{
    enum { CASE = 50 };
    static char source[16384];

    (void)state;
    for (unsigned g = 0; g < GENERATIONS; g++)
        for (unsigned apart = 0; apart < 2; apart++) {
            struct kernel k;
            struct paths paths;

            int at = snprintf(source, sizeof source, "%s%s", START, apart ? "MOV R5, R0\n" : "MOV R5, RZ\n");
            at += snprintf(source + at, sizeof source - (size_t)at,
                           "MOV R4, RZ\nMOV R6, RZ\nPBK @end\n"
                           "next: ISETP.NE.AND P0, PT, R5, R6, PT\nIADD R6, R6, 0x1\n@P0 BRA @next\n");
            for (unsigned n = 0; n < CASE - 1; n++)
                at += snprintf(source + at, sizeof source - (size_t)at, "IADD R4, R4, 0x1\n");
            snprintf(source + at, sizeof source - (size_t)at, "BRK\nend: " STORE("R4") END);
            trace_on(&k, &paths, g, 32, source);
            uint32_t in_case = 0;
            for (uint32_t n = 0; n < paths.count; n++)
                in_case += paths.path[n].instructions / CASE * CASE;
            assert_int_equal(in_case, apart ? 32 * CASE : CASE);
            for (uint32_t t = 0; t < 32; t++)
                assert_int_equal(k.out[t], CASE - 1);
            kernel_free(&k);
        }
    hw_fact("SF-361");
}

/* A stack for each warp, whose entries are a place and lanes: two warps are deep in different nests at once,
 * each with its own, while a barrier makes them take turns. */
static uint32_t turns(uint32_t i)
{
    return i < 32 ? 0x10 + i : 0x20 + i % 4;
}

static void test_stack_of_each_warp(void **state)
{
    (void)state;
    expect_on_all(64,
                  START "ISETP.GE.AND P2, PT, R0, 0x20, PT\n@P2 BRA @second\n"
                        "SSY @one\nMOV R4, RZ\nloop: ISETP.GE.AND P0, PT, R4, R0, PT\n@P0 JOIN\n"
                        "IADD R4, R4, 0x1\nBRA @loop\n"
                        "one: BARRIER\nIADD R4, R4, 0x10\nBRA @store\n"
                        "second: LOP.AND R5, R0, 0x3\nSSY @two\nMOV R4, RZ\n"
                        "again: ISETP.GE.AND P0, PT, R4, R5, PT\n@P0 JOIN\nIADD R4, R4, 0x1\nBRA @again\n"
                        "two: BARRIER\nIADD R4, R4, 0x20\n"
                        "store: " STORE("R4") END,
                  turns);
    hw_fact("SF-373");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_path_then_the_other),
        cmocka_unit_test(test_no_divergence),
        cmocka_unit_test(test_nested),
        cmocka_unit_test(test_sine_or_cosine),
        cmocka_unit_test(test_factor_of_32),
        cmocka_unit_test(test_stack_of_each_warp),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
