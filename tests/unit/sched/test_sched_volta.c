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
#include "scheduled.h"

#define SAMPLE_STEP(n) (getenv("HW_SMALL_SAMPLE") ? (n) : 1)

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_schedules_are_safe),
        cmocka_unit_test(listings_carry_it),
        cmocka_unit_test(nothing_is_too_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
