/* SPDX-License-Identifier: MIT */
/* What the course notes (the third source document) state about units, issue and latency, with their worked
 * examples: each number of each diagram. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/course.h>

#include "fact.h"

static const char example_1[] = "I1:  FMUL R17, R19, R29;    // Uses CUDA Core.\n"
                                "I2:  RSQ R7, R7;            // Uses Special FU.\n";
static const char example_2[] = "I1:  IADD R1, R0, R5;\n"
                                "I2:  IMAD.U16 R3, g [0x6].U16, R5L, R2;\n"
                                "I3:  IADD R2, R1, R5;                // Depends on I1\n";
/* d = sin(a) or cos(a): four instructions each, each in need of the one before it. */
static const char example_3[] = "BR: BRA C0.NE, 0x40\n"
                                "if W0=even W1=all\n"
                                "S1: FMUL R1, R0, R0; S2: FMUL R1, R1, R1\n"
                                "S3: FMUL R1, R1, R1; S4: FMUL R1, R1, R1\n"
                                "else\n"
                                "C1: FADD R1, R0, R0; C2: FADD R1, R1, R1\n"
                                "C3: FADD R1, R1, R1; C4: FADD R1, R1, R1\n"
                                "endif\n"
                                "ST: GST.U32 global14 [R2], R1\n";

static const unsigned capabilities[] = {10, 11, 12, 13, 20, 21, 30, 32, 35, 37, 50, 52, 53, 60, 61, 62};
#define CAPABILITIES (sizeof capabilities / sizeof capabilities[0])

static struct hw_course_fragment *fragment_of(const char *isa, const char *text)
{
    struct hw_target target;
    struct hw_course_fragment *fragment;
    struct hw_error error = {.text = ""};
    assert_int_equal(hw_target_find(isa, &target, NULL), HW_OK);
    if (hw_course_fragment_read(text, strlen(text), &target, HW_SYNTAX_NV, &fragment, &error) != HW_OK)
        fail_msg("%s: %s", text, error.text);
    return fragment;
}

/* Run it; free with end(). */
static struct hw_course_run run_with(unsigned capability, const char *isa, const char *text, unsigned warps,
                                     unsigned latency)
{
    struct hw_course_run run;
    assert_int_equal(
        hw_course_run(hw_course_machine(capability), fragment_of(isa, text), warps, latency, &run, NULL),
        HW_OK);
    return run;
}

static struct hw_course_run run_of(unsigned capability, const char *text, unsigned warps)
{
    char isa[16];
    snprintf(isa, sizeof isa, "sm_%u", capability);
    return run_with(capability, isa, text, warps, 0);
}

static void end(struct hw_course_run *run)
{
    hw_course_fragment_free((struct hw_course_fragment *)(uintptr_t)run->fragment);
    hw_course_run_end(run);
}

static void assert_dispatch(const struct hw_course_run *run, unsigned warp, unsigned insn, unsigned first,
                            unsigned last)
{
    const struct hw_course_event *event = hw_course_event(run, warp, insn);
    assert_non_null(event);
    assert_int_equal(event->start, first);
    assert_int_equal(event->start + event->cycles - 1, last);
}

typedef hw_status print_fn(const struct hw_course_run *run, bool short_form, FILE *out,
                           struct hw_error *error);

static void assert_prints(const struct hw_course_run *run, print_fn *print, bool short_form,
                          const char *expected)
{
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    assert_int_equal(print(run, short_form, out, NULL), HW_OK);
    fclose(out);
    assert_string_equal(text, expected);
    free(text);
}

static hw_status print_paths(const struct hw_course_run *run, bool short_form, FILE *out,
                             struct hw_error *error)
{
    (void)short_form;
    return hw_course_print_paths(run, out, error);
}

static void facts(unsigned from, unsigned to)
{
    char id[16];
    for (unsigned i = from; i <= to; i++) {
        snprintf(id, sizeof id, "SF-%03u", i);
        hw_fact(id);
    }
}

/* ---------------------------------------------------------------- the machines */

static void schedulers_and_dispatch_units(void **state)
{
    (void)state;
    for (size_t i = 0; i < CAPABILITIES; i++) {
        const struct hw_course_machine *machine = hw_course_machine(capabilities[i]);
        unsigned major = capabilities[i] / 10;
        assert_int_equal(machine->schedulers, capabilities[i] == 60 ? 2
                                              : major == 1          ? 1
                                              : major == 2          ? 2
                                                                    : 4);
        if (major >= 5)
            assert_int_equal(machine->dispatch_units, 2);
        assert_int_equal(machine->issue, major == 2 || major == 3 ? 2 : 1);
    }
    assert_null(hw_course_machine(9));
    assert_null(hw_course_machine(14));
    assert_null(hw_course_machine(70));
    hw_fact("SF-282");
    hw_fact("SF-283");
    hw_fact("SF-287");
    hw_fact("SF-312");
}

/* Per scheduler and per multiprocessor, and the cycles that a warp takes. */
static void units_of_each_capability(void **state)
{
    (void)state;
    static const struct {
        unsigned capability, each[HW_COURSE_UNITS], all[HW_COURSE_UNITS], cycles[HW_COURSE_UNITS];
        /* clang-format off */
    } expected[] = {
        {10, { 8, 2,  1,  0}, {  8,  2,  1,  0}, {4, 16, 32, 4}},
        {13, { 8, 2,  1,  0}, {  8,  2,  1,  0}, {4, 16, 32, 4}},
        {20, {16, 2, 16, 16}, { 32,  4, 16, 16}, {2, 16,  2, 2}},
        {21, {24, 4,  4, 16}, { 48,  8,  4, 16}, {2,  8,  8, 2}},
        {30, {48, 8,  2,  8}, {192, 32,  8, 32}, {1,  4, 16, 4}},
        {35, {48, 8, 16,  8}, {192, 32, 64, 32}, {1,  4,  2, 4}},
        {50, {32, 8,  1,  8}, {128, 32,  4, 32}, {1,  4, 32, 4}},
        {52, {32, 8,  1,  8}, {128, 32,  4, 32}, {1,  4, 32, 4}},
        {60, {32, 8, 16,  8}, { 64, 16, 32, 16}, {1,  4,  2, 4}},
        {61, {32, 8,  1,  8}, {128, 32,  4, 32}, {1,  4, 32, 4}},
        {62, {32, 8,  1,  8}, {128, 32,  4, 32}, {1,  4, 32, 4}},
    };
    /* clang-format on */
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        const struct hw_course_machine *machine = hw_course_machine(expected[i].capability);
        for (unsigned unit = 0; unit < HW_COURSE_UNITS; unit++) {
            assert_int_equal(machine->units[unit].each, expected[i].each[unit]);
            assert_int_equal(machine->units[unit].all, expected[i].all[unit]);
            assert_int_equal(hw_course_cycles(machine, unit), expected[i].cycles[unit]);
            assert_in_range(hw_course_cycles(machine, unit), 1, 32);
        }
    }
    facts(292, 311);
    facts(313, 316);
    hw_fact("SF-323");
}

static void which_unit_executes(void **state)
{
    (void)state;
    static const struct {
        const char *isa, *text;
        enum hw_course_unit unit;
    } expected[] = {
        {"sm_10", "IADD R1, R0, R5", HW_COURSE_CORE},     {"sm_10", "FMUL R1, R2, R3", HW_COURSE_CORE},
        {"sm_10", "RCP R1, R2", HW_COURSE_SPECIAL},       {"sm_10", "RSQ R7, R7", HW_COURSE_SPECIAL},
        {"sm_10", "SIN R1, R2", HW_COURSE_SPECIAL},       {"sm_10", "COS R1, R2", HW_COURSE_SPECIAL},
        {"sm_13", "DADD R0, R2, R4", HW_COURSE_DOUBLE},   {"sm_20", "IMAD R1, R2, R3, R4", HW_COURSE_CORE},
        {"sm_20", "FFMA R1, R2, R3, R4", HW_COURSE_CORE}, {"sm_20", "MUFU.SIN R1, R2", HW_COURSE_SPECIAL},
        {"sm_35", "MUFU.RCP R1, R2", HW_COURSE_SPECIAL},  {"sm_52", "MUFU.RSQ R1, R2", HW_COURSE_SPECIAL},
        {"sm_20", "DADD R0, R2, R4", HW_COURSE_DOUBLE},   {"sm_60", "DADD R0, R2, R4", HW_COURSE_DOUBLE},
        {"sm_20", "LD.E R0, [R4]", HW_COURSE_MEMORY},     {"sm_52", "LDG.E R0, [R4]", HW_COURSE_MEMORY},
    };
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        struct hw_course_fragment *fragment = fragment_of(expected[i].isa, expected[i].text);
        assert_int_equal(hw_course_insn_unit(fragment, 0), expected[i].unit);
        hw_course_fragment_free(fragment);
    }
    hw_fact("SF-318");
}

/* From 2.0 on a double-precision instruction keeps the cores from others; a load does not. */
static void double_precision_is_distinct_in_1x_only(void **state)
{
    (void)state;
    for (size_t i = 0; i < CAPABILITIES; i++)
        assert_int_equal(hw_course_machine(capabilities[i])->double_distinct, capabilities[i] < 20);
    struct hw_course_run run = run_of(20, "DADD R0, R2, R4; FADD R6, R7, R8", 1);
    assert_dispatch(&run, 0, 1, 2, 3);
    end(&run);
    run = run_of(20, "LD.E R0, [R4]; FADD R6, R7, R8", 1);
    assert_dispatch(&run, 0, 1, 0, 1);
    end(&run);
    hw_fact("SF-317");
}

/* 2.0 has 16 double-precision units for both schedulers: the second waits for the first. */
static void units_are_contended_for(void **state)
{
    (void)state;
    struct hw_course_run run = run_of(20, "DADD R0, R2, R4", 2);
    assert_dispatch(&run, 0, 0, 0, 1);
    assert_dispatch(&run, 1, 0, 2, 3);
    end(&run);
    run = run_of(35, "DADD R0, R2, R4", 2);
    assert_dispatch(&run, 0, 0, 0, 1);
    assert_dispatch(&run, 1, 0, 0, 1);
    end(&run);
    hw_fact("SF-288");
}

/* ---------------------------------------------------------------- issue */

/* x units take x threads a cycle, in order. */
static void threads_go_to_units_by_the_cycle(void **state)
{
    (void)state;
    static const char *const text[HW_COURSE_UNITS] = {"FADD R0, R1, R2", "MUFU.RCP R0, R1", "DADD R0, R2, R4",
                                                      "LDS R0, [R2]"};
    for (size_t i = 0; i < CAPABILITIES; i++) {
        if (capabilities[i] < 20)
            continue;
        for (unsigned unit = 0; unit < HW_COURSE_UNITS; unit++) {
            struct hw_course_run run = run_of(capabilities[i], text[unit], 1);
            unsigned each = run.machine->units[unit].each;
            for (unsigned lane = 0; lane < 32; lane++)
                assert_int_equal(hw_course_lane_cycle(&run, &run.events[0], lane), lane / each);
            assert_int_equal(run.cycles, (32 + each - 1) / each);
            assert_int_equal(run.events[0].unit, unit);
            end(&run);
        }
    }
    hw_fact("SF-322");
}

/* The chosen warp is a ready one; one or two of its instructions go along; a place in the code counts for all
 * threads that are not masked. */
static void a_ready_warp_is_chosen(void **state)
{
    (void)state;
    static const char text[] = "MUFU.RCP R0, R1; FADD R2, R3, R4; FADD R5, R2, R2";
    struct hw_course_run run = run_of(30, text, 1);
    assert_dispatch(&run, 0, 0, 0, 3); /* two at once */
    assert_dispatch(&run, 0, 1, 0, 0);
    assert_dispatch(&run, 0, 2, 11, 11); /* waits for the second */
    end(&run);
    run = run_of(50, text, 1);
    assert_dispatch(&run, 0, 1, 1, 1); /* one at a time */
    end(&run);
    /* While both warps wait for an operand nothing is issued; as soon as one is ready, it is. */
    run = run_of(10, "FADD R1, R0, R0; FADD R2, R1, R1", 2);
    assert_dispatch(&run, 1, 0, 4, 7);
    assert_dispatch(&run, 0, 1, 24, 27);
    assert_dispatch(&run, 1, 1, 28, 31);
    end(&run);
    run = run_of(10, "BRA C0.NE, 0x40\nif 0-15\nFADD R1, R0, R0\nendif", 1);
    assert_int_equal(hw_course_event(&run, 0, 0)->lanes, 0xffffffff);
    assert_int_equal(hw_course_event(&run, 0, 1)->lanes, 0xffff);
    end(&run);
    hw_fact("SF-320");
    hw_fact("SF-321");
}

/* Instructions of one kind: no more threads a cycle than units of that kind; cores are the most. */
static void throughput_is_bounded_by_units(void **state)
{
    (void)state;
    static const char *const later[] = {"FADD R0, R1, R2; FADD R3, R4, R5",
                                        "MUFU.RCP R0, R1; MUFU.EX2 R3, R4",
                                        "DADD R0, R2, R4; DADD R6, R2, R4", "LDS R0, [R2]; LDS R3, [R4]"};
    static const char *const older[] = {"FADD R0, R1, R2; FADD R3, R4, R5", "RCP R0, R1; RSQ R3, R4",
                                        "DADD R0, R2, R4; DADD R6, R2, R4", NULL};
    for (size_t i = 0; i < CAPABILITIES; i++)
        for (unsigned unit = 0; unit < HW_COURSE_UNITS; unit++) {
            const struct hw_course_machine *machine = hw_course_machine(capabilities[i]);
            const char *text = (capabilities[i] < 20 ? older : later)[unit];
            if (!text || (unit == HW_COURSE_DOUBLE && capabilities[i] < 13))
                continue;
            struct hw_course_run run = run_of(capabilities[i], text, machine->contexts);
            unsigned units = machine->units[unit].all, cores = machine->units[HW_COURSE_CORE].all;
            assert_true(hw_course_throughput(&run) <= units);
            assert_true(hw_course_throughput(&run) <= cores);
            if (32 % machine->units[unit].each == 0)
                assert_true(hw_course_throughput(&run) > 0.9 * units);
            end(&run);
        }
    hw_fact("SF-324");
}

static void latency_counts_from_dispatch_to_use(void **state)
{
    (void)state;
    static const char text[] = "FADD R1, R0, R0; FADD R2, R1, R1; FADD R3, R0, R0";
    for (size_t i = 0; i < CAPABILITIES; i++) {
        unsigned latency = capabilities[i] < 30 ? 24 : 11;
        struct hw_course_run run = run_of(capabilities[i], text, 1);
        assert_int_equal(run.latency, latency);
        assert_int_equal(hw_course_event(&run, 0, 1)->start, latency); /* no bypass: the whole latency */
        assert_int_equal(hw_course_event(&run, 0, 2)->start,
                         latency + hw_course_event(&run, 0, 1)->cycles); /* nothing to wait for */
        end(&run);
    }
    struct hw_course_run run = run_with(10, "sm_10", text, 1, 22);
    assert_dispatch(&run, 0, 1, 22, 25);
    end(&run);
    facts(325, 328);
}

/* Each thread waits for its own operand: the last of a special function's comes 15 cycles behind the first.
 */
static void a_slow_dispatch_delays_its_users(void **state)
{
    (void)state;
    struct hw_course_run run = run_of(10, "RSQ R1, R0; FADD R2, R1, R1; RCP R3, R2", 1);
    assert_dispatch(&run, 0, 0, 0, 15);
    assert_dispatch(&run, 0, 1, 36, 39); /* thread 31: 15 + 24 = 36 + 3 */
    assert_dispatch(&run, 0, 2, 60, 75); /* thread 0: 36 + 24 */
    end(&run);
}

/* ---------------------------------------------------------------- the examples */

static void the_first_example(void **state)
{
    (void)state;
    struct hw_course_run run = run_of(10, example_1, 1);
    assert_dispatch(&run, 0, 0, 0, 3);
    assert_dispatch(&run, 0, 1, 4, 19);
    const struct hw_course_event *second = hw_course_event(&run, 0, 1);
    assert_int_equal(second->unit, HW_COURSE_SPECIAL);
    assert_int_equal(hw_course_lane_cycle(&run, second, 0), 4);
    assert_int_equal(hw_course_lane_cycle(&run, second, 1), 4);
    assert_int_equal(hw_course_lane_cycle(&run, second, 2), 5);
    assert_int_equal(hw_course_lane_cycle(&run, second, 3), 5);
    assert_prints(&run, hw_course_print_warps, true,
                  "Cyc:  0  1  2  3  4  5  6  7  8  9  10 11 12 13 14 15 16 17 18 19\n"
                  "W00:  [-- I1 --]  [-- I2 -----]\n");
    assert_prints(&run, hw_course_print_warps, false,
                  "Cyc:  0  1  2  3  4  5  6  7  8  9  10 11 12 13 14 15 16 17 18 19\n"
                  "W00:  [-- I1 --]  [-- I2 --------------------------------------]\n");
    end(&run);
    run = run_of(10, "I1: FMUL R7, R19, R29; I2: RSQ R7, R7", 1); /* dependent */
    assert_int_equal(hw_course_event(&run, 0, 1)->start, 24);
    end(&run);
    facts(329, 334);
}

static void the_first_example_by_threads(void **state)
{
    (void)state;
    static const char *const cells[2] = {"I1", "I2"};
    char expected[4096] = "Cyc:  0  1  2  3  4  5  6  7  8  9  10 11 12 13 14 15 16 17 18 19\n";
    for (unsigned thread = 0; thread < 32; thread++) {
        char line[80];
        snprintf(line, sizeof line, "T%02u:  %*s%s%*s%s\n", thread, (int)(thread / 8 * 3), "", cells[0],
                 (int)((4 + thread / 2 - thread / 8) * 3 - 2), "", cells[1]);
        strcat(expected, line);
    }
    struct hw_course_run run = run_of(10, example_1, 1);
    assert_prints(&run, hw_course_print_threads, true, expected);
    end(&run);
}

static void two_warps_on_1_0(void **state)
{
    (void)state;
    static const unsigned start[2][3] = {{0, 8, 24}, {4, 12, 28}};
    struct hw_course_run run = run_of(10, example_2, 2);
    uint32_t begin, finish;
    unsigned warps;
    for (unsigned warp = 0; warp < 2; warp++)
        for (unsigned insn = 0; insn < 3; insn++)
            assert_dispatch(&run, warp, insn, start[warp][insn], start[warp][insn] + 3);
    assert_int_equal(run.cycles, 32);
    assert_int_equal(run.busy, 16 + 8);
    assert_true(hw_course_utilization(&run) == 0.75);
    assert_true(hw_course_throughput(&run) == 6);
    assert_true(hw_course_idle(&run, 0, &begin, &finish));
    assert_int_equal(begin, 16);
    assert_int_equal(finish, 24);
    assert_false(hw_course_idle(&run, finish, &begin, &finish));
    assert_int_equal(hw_course_warps_needed(run.machine, run.fragment, 0, &warps, NULL), HW_OK);
    assert_int_equal(warps, 3);
    assert_prints(&run, hw_course_print_warps, true,
                  "Cyc:  0  1  2  3  4  5  6  7  8  9  10 11 12 13 14 15 ... 24 25 26 27 28 29 30 31\n"
                  "W00:  [-- I1 --]              [-- I2 --]                  [-- I3 --]\n"
                  "W01:              [-- I1 --]              [-- I2 --]                  [-- I3 --]\n");
    end(&run);
    run = run_of(10, example_2, 1);
    assert_dispatch(&run, 0, 0, 0, 3);
    assert_dispatch(&run, 0, 1, 4, 7);
    assert_dispatch(&run, 0, 2, 24, 27);
    assert_int_equal(run.busy, 8 + 4);
    assert_int_equal(run.cycles, 28);
    end(&run);
    facts(335, 341);
}

static void four_warps_on_2_0(void **state)
{
    (void)state;
    static const unsigned start[4][3] = {{0, 4, 24}, {0, 4, 24}, {2, 6, 26}, {2, 6, 26}};
    struct hw_course_run run = run_with(20, "sm_10", example_2, 4, 0);
    uint32_t begin, finish;
    unsigned warps;
    for (unsigned warp = 0; warp < 4; warp++)
        for (unsigned insn = 0; insn < 3; insn++) {
            assert_dispatch(&run, warp, insn, start[warp][insn], start[warp][insn] + 1);
            assert_int_equal(hw_course_event(&run, warp, insn)->scheduler, warp % 2);
        }
    assert_int_equal(run.cycles, 28);
    assert_int_equal(run.busy, 2 * (8 + 4)); /* of two schedulers */
    assert_true(hw_course_utilization(&run) == 12.0 / 28);
    assert_true(hw_course_idle(&run, 0, &begin, &finish));
    assert_int_equal(begin, 8);
    assert_int_equal(finish, 24);
    assert_int_equal(hw_course_warps_needed(run.machine, run.fragment, 0, &warps, NULL), HW_OK);
    assert_int_equal(warps, 6 * run.machine->schedulers); /* "six warps": for each scheduler */
    static const char axis[] = "Cyc:  0  1  2  3  4  5  6  7  8  9  10 11 12 13 14 15 ... 24 25 26 27\n";
    char expected[1024];
    snprintf(expected, sizeof expected, "%s%s%s%s%s%s", axis,
             "W00:  [I1 ]       [I2 ]                                   [I3 ]\n",
             "W01:  [I1 ]       [I2 ]                                   [I3 ]\n",
             "W02:        [I1 ]       [I2 ]                                   [I3 ]\n",
             "W03:        [I1 ]       [I2 ]                                   [I3 ]\n", axis);
    assert_prints(&run, hw_course_print_warps, true, expected);
    end(&run);
    facts(342, 347);
}

/* Fermi's schedulers have the even and the odd warps; with three warps one has two of them.  Other machines
 * give a warp to whichever scheduler comes first. */
static void odd_and_even_warps(void **state)
{
    (void)state;
    static const char text[] = "FADD R0, R1, R2; FADD R3, R4, R5; FADD R6, R7, R8; FADD R9, R10, R11";
    struct hw_course_run run = run_of(20, text, 3);
    for (unsigned i = 0; i < run.event_count; i++)
        assert_int_equal(run.events[i].scheduler, run.events[i].warp % 2);
    assert_int_equal(run.cycles, 16);
    end(&run);
    run = run_of(60, text, 3);
    bool both = false;
    for (unsigned i = 0; i < run.event_count; i++)
        both |= run.events[i].scheduler != run.events[i].warp % 2;
    assert_true(both);
    assert_int_equal(run.cycles, 6); /* 12 instructions on two schedulers */
    end(&run);
    hw_fact("SF-350");
}

static void sine_and_cosine(void **state)
{
    (void)state;
    static const unsigned diverged[10] = {0, 24, 48, 72, 96, 120, 144, 168, 192, 216};
    struct hw_course_run run = run_of(10, example_3, 2);
    for (unsigned insn = 0; insn < 10; insn++) {
        bool cosine = insn >= 5 && insn < 9;
        assert_dispatch(&run, 0, insn, diverged[insn], diverged[insn] + 3);
        if (cosine)
            assert_null(hw_course_event(&run, 1, insn));
        else
            assert_dispatch(&run, 1, insn, insn == 9 ? 124 : diverged[insn] + 4,
                            insn == 9 ? 127 : diverged[insn] + 7);
        assert_int_equal(hw_course_event(&run, 0, insn)->lanes, cosine                  ? 0xaaaaaaaa
                                                                : insn > 0 && insn != 9 ? 0x55555555
                                                                                        : 0xffffffff);
    }
    assert_prints(&run, print_paths, true,
                  "Cycle:  0   24  48  72  96  120 144 168 192 216\n"
                  "T0      BR  S1  S2  S3  S4                  ST    Warp 0 First Thread\n"
                  "T1      BR                  C1  C2  C3  C4  ST\n"
                  "T2      BR  S1  S2  S3  S4                  ST\n"
                  "..\n"
                  "T31     BR                  C1  C2  C3  C4  ST    Warp 0 Last Thread\n"
                  "Cycle:  3   27  51  75  99  123 147 171 195 219\n"
                  "Cycle:  4   28  52  76  100 124 148 172 196 220\n"
                  "T32     BR  S1  S2  S3  S4  ST                    Warp 1 First Thread\n"
                  "T33     BR  S1  S2  S3  S4  ST\n"
                  "T34     BR  S1  S2  S3  S4  ST\n"
                  "..\n"
                  "T63     BR  S1  S2  S3  S4  ST                    Warp 1 Last Thread\n"
                  "Cycle:  7   31  55  79  103 127 151 175 199 223\n");
    /* From BR to ST: both paths for warp 0, one for warp 1. */
    assert_int_equal(hw_course_event(&run, 0, 9)->start, 24 * (1 + 4 + 4));
    assert_int_equal(hw_course_event(&run, 1, 9)->start - 4, 24 * (1 + 4));
    end(&run);
    facts(367, 371);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(schedulers_and_dispatch_units),
        cmocka_unit_test(units_of_each_capability),
        cmocka_unit_test(which_unit_executes),
        cmocka_unit_test(double_precision_is_distinct_in_1x_only),
        cmocka_unit_test(units_are_contended_for),
        cmocka_unit_test(threads_go_to_units_by_the_cycle),
        cmocka_unit_test(a_ready_warp_is_chosen),
        cmocka_unit_test(throughput_is_bounded_by_units),
        cmocka_unit_test(latency_counts_from_dispatch_to_use),
        cmocka_unit_test(a_slow_dispatch_delays_its_users),
        cmocka_unit_test(the_first_example),
        cmocka_unit_test(the_first_example_by_threads),
        cmocka_unit_test(two_warps_on_1_0),
        cmocka_unit_test(four_warps_on_2_0),
        cmocka_unit_test(odd_and_even_warps),
        cmocka_unit_test(sine_and_cosine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
