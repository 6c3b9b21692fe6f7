/* SPDX-License-Identifier: MIT */
/* Scheduling from Volta on: NVIDIA's schedules of our test programs (tests/data/programs/volta) are safe by
 * our rules, and ours are; ours stall for no longer; listings carry both; and what is taken away from a safe
 * schedule is missed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/effects.h>
#include <halfwarp/listing.h>
#include <halfwarp/sched.h>

#include "samples.h"

#define SAMPLE_STEP(n) (getenv("HW_SMALL_SAMPLE") ? (n) : 1)

struct found {
    unsigned count;
    struct hw_hazard first;
};

static void note(void *context, const struct hw_hazard *hazard)
{
    struct found *found = context;
    if (!found->count++)
        found->first = *hazard;
}

static struct found check(const struct hw_target *target, const uint8_t *code, size_t length)
{
    struct found found = {.count = 0};
    assert_int_equal(hw_sched_check(target, code, length, note, &found, NULL), HW_OK);
    return found;
}

static struct hw_module *assembled(const char *name, const char *text)
{
    struct hw_module *module;
    struct hw_error error;
    if (hw_listing_read(text, HW_LISTING_NATIVE, NULL, &module, &error) != HW_OK)
        fail_msg("%s:%u:%u: %s", name, error.line, error.column, error.text);
    return module;
}

static struct hw_target target_of(const struct hw_module *module)
{
    struct hw_target target;
    assert_int_equal(hw_target_find(module->target, &target, NULL), HW_OK);
    return target;
}

/* ---------------------------------------------------------------- compiled code */

/* What a test counts over all of it. */
struct taken {
    unsigned long of, missed;
};
struct sums {
    unsigned long instructions, theirs, ours; /* cycles of stalls */
    struct taken cycles, waits;
};

typedef void each_module(const char *name, struct hw_module *module, struct sums *sums);

static struct sums for_each_module(each_module *visit)
{
    struct sums sums = {0};
    size_t count;
    struct sample *samples = sample_cubins("tests/data/programs/volta", &count);
    assert_true(count >= 24);
    for (size_t i = 0; i < count; i += SAMPLE_STEP(5)) {
        struct hw_module *module;
        struct hw_error error;
        if (hw_module_read(samples[i].bytes, samples[i].size, &module, &error) != HW_OK)
            fail_msg("%s: %s", samples[i].name, error.text);
        visit(samples[i].name, module, &sums);
        hw_module_free(module);
    }
    sample_free(samples, count);
    return sums;
}

/* Cycles that a warp waits, each instruction once; the endless jump and NOPs are not counted. */
static unsigned long stalls(const struct hw_target *target, const uint8_t *code, size_t length,
                            unsigned long *instructions)
{
    unsigned long sum = 0;
    struct hw_insn insn;
    for (size_t at = 0; hw_decode_code(target, code, length, &at, &insn) == HW_OK; at += insn.bytes) {
        assert_non_null(insn.form); /* no schedule makes another instruction of it */
        uint64_t to;
        if (hw_form_op(insn.form) != HW_OP_NOP && (!hw_insn_target(&insn, at, &to) || to != at)) {
            sum += hw_sched_unpack(HW_SCHED_SCOREBOARDS, insn.control).stall;
            *instructions += 1;
        }
    }
    return sum;
}

static void compare(const char *name, struct hw_module *module, struct sums *sums)
{
    const struct hw_target target = target_of(module);
    for (size_t k = 0; k < module->kernel_count; k++) {
        struct hw_kernel *kernel = module->kernels[k];
        struct found theirs = check(&target, kernel->code, kernel->code_bytes);
        sums->theirs += stalls(&target, kernel->code, kernel->code_bytes, &sums->instructions);
        assert_int_equal(hw_schedule(&target, kernel->code, kernel->code_bytes, NULL), HW_OK);
        struct found ours = check(&target, kernel->code, kernel->code_bytes);
        if (theirs.count || ours.count)
            fail_msg("%s, %s: NVIDIA's at 0x%x %s, ours at 0x%x %s", name, kernel->name,
                     (unsigned)theirs.first.offset, theirs.first.name, (unsigned)ours.first.offset,
                     ours.first.name);
        unsigned long again = 0;
        sums->ours += stalls(&target, kernel->code, kernel->code_bytes, &again);
    }
}

static void both_schedules_are_safe(void **state)
{
    (void)state;
    const struct sums sums = for_each_module(compare);
    print_message("%lu instructions: NVIDIA's stalls %lu cycles, ours %lu\n", sums.instructions, sums.theirs,
                  sums.ours);
    assert_true(sums.ours <= sums.theirs);
}

static char *listing_of(const struct hw_module *module, bool sched)
{
    const struct hw_listing_options options = {.syntax = HW_LISTING_NATIVE, .sched = sched};
    char *text;
    size_t length;
    assert_int_equal(hw_listing_write(module, &options, &text, &length, NULL), HW_OK);
    return text;
}

/* With scheduling the same code comes back; without, the code that hw_schedule makes of it. */
static void list(const char *name, struct hw_module *module, struct sums *sums)
{
    (void)sums;
    const struct hw_target target = target_of(module);
    for (unsigned sched = 0; sched < 2; sched++) {
        char *text = listing_of(module, sched);
        struct hw_module *again = assembled(name, text);
        assert_int_equal(again->kernel_count, module->kernel_count);
        for (size_t k = 0; k < module->kernel_count; k++) {
            struct hw_kernel *kernel = module->kernels[k];
            if (sched)
                assert_memory_equal(again->kernels[k]->code, kernel->code, kernel->code_bytes);
            else
                assert_int_equal(check(&target, again->kernels[k]->code, kernel->code_bytes).count, 0);
        }
        hw_module_free(again);
        free(text);
    }
}

static void listings_carry_it(void **state)
{
    (void)state;
    for_each_module(list);
}

/* ---------------------------------------------------------------- what is taken away is missed */

static void take(const struct hw_target *target, uint8_t *code, size_t length, size_t at, uint32_t control,
                 struct taken *taken)
{
    const uint32_t whole = hw_code_control(target, code, at);
    hw_code_set_control(target, code, at, control);
    taken->of++;
    taken->missed += check(target, code, length).count != 0;
    hw_code_set_control(target, code, at, whole);
}

/* A computed schedule holds no cycle and no wait too many, but for what is waited for before calls and
 * returns: the checker must miss each. */
static void take_away(const char *name, struct hw_module *module, struct sums *sums)
{
    const struct hw_target target = target_of(module);
    (void)name;
    for (size_t k = 0; k < module->kernel_count; k++) {
        struct hw_kernel *kernel = module->kernels[k];
        struct hw_insn insn;
        if (kernel->code_bytes > 16 * 90)
            continue;
        assert_int_equal(hw_schedule(&target, kernel->code, kernel->code_bytes, NULL), HW_OK);
        for (size_t at = 0; hw_decode_code(&target, kernel->code, kernel->code_bytes, &at, &insn) == HW_OK;
             at += insn.bytes) {
            struct hw_sched sched = hw_sched_unpack(HW_SCHED_SCOREBOARDS, insn.control);
            const struct hw_sched all = sched;
            if (all.stall > 6 && all.stall < 15) {
                sched.stall--;
                take(&target, kernel->code, kernel->code_bytes, at,
                     hw_sched_pack(HW_SCHED_SCOREBOARDS, &sched), &sums->cycles);
            }
            sched = all;
            sched.wait = 0;
            if (all.wait)
                take(&target, kernel->code, kernel->code_bytes, at,
                     hw_sched_pack(HW_SCHED_SCOREBOARDS, &sched), &sums->waits);
        }
    }
}

static void nothing_is_too_many(void **state)
{
    (void)state;
    const struct sums sums = for_each_module(take_away);
    print_message("%lu of %lu cycles missed, %lu of %lu waits\n", sums.cycles.missed, sums.cycles.of,
                  sums.waits.missed, sums.waits.of);
    assert_true(sums.cycles.missed >= sums.cycles.of * 95 / 100 && sums.cycles.of);
    assert_true(sums.waits.missed >= sums.waits.of * 95 / 100 && sums.waits.of);
}

/* ---------------------------------------------------------------- single rules */

struct made {
    struct hw_module *module;
    struct hw_target target;
    uint8_t *code;
    size_t length;
};

static struct made make(const char *chip, const char *lines)
{
    char text[2048];
    snprintf(text, sizeof(text), ".target %s\n.kernel k\n%s\nEXIT%s\n.end\n", chip, lines,
             strchr(lines, '?') ? " ?W5" : "");
    struct made made = {.module = assembled(lines, text)};
    made.target = target_of(made.module);
    made.code = made.module->kernels[0]->code;
    made.length = made.module->kernels[0]->code_bytes;
    return made;
}

static struct hw_sched sched_of(const struct made *made, unsigned number)
{
    return hw_sched_unpack(HW_SCHED_SCOREBOARDS, hw_code_control(&made->target, made->code, 16u * number));
}

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_schedules_are_safe),
        cmocka_unit_test(listings_carry_it),
        cmocka_unit_test(nothing_is_too_many),
        cmocka_unit_test(latencies_by_who_reads),
        cmocka_unit_test(a_matrix_is_waited_for_in_either_order),
        cmocka_unit_test(copies_keep_the_scoreboard_that_is_named),
        cmocka_unit_test(both_paths_lead_to_the_reconvergence_point),
        cmocka_unit_test(reuse_stays_where_it_can),
        cmocka_unit_test(a_kept_register_does_not_change),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
