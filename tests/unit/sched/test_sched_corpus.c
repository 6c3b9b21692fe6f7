/* SPDX-License-Identifier: MIT */
/* Scheduling of the test programs: NVIDIA's own is safe by our rules, which measures the rules; what we
 * compute in its place is safe too and stalls for no longer; and listings carry either to the bit. */
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

#include "corpus.h"
#include "samples.h"

#define SAMPLE_STEP(n) (getenv("HW_SMALL_SAMPLE") ? (n) : 1)

static struct hw_module *read_sample(const struct sample *sample)
{
    struct hw_module *module;
    struct hw_error error;
    if (hw_module_read(sample->bytes, sample->size, &module, &error) != HW_OK)
        fail_msg("%s: %s", sample->name, error.text);
    return module;
}

struct location {
    const char *file, *kernel, *whose;
    unsigned count;
};

static void note(void *context, const struct hw_hazard *hazard)
{
    struct location *location = context;
    if (location->count++ < 10)
        print_message("%s, %s, %s: at 0x%x %s comes too early after 0x%x (kind %u, %u cycles)\n",
                      location->file, location->kernel, location->whose, (unsigned)hazard->offset,
                      hazard->name, (unsigned)hazard->producer, hazard->kind, hazard->missing);
}

static unsigned hazards(const struct hw_target *target, const void *code, size_t length, const char *file,
                        const char *kernel, const char *whose)
{
    struct location location = {file, kernel, whose, 0};
    assert_int_equal(hw_sched_check(target, code, length, note, &location, NULL), HW_OK);
    return location.count;
}

/* What a schedule costs and what is wrong with it. */
struct sums {
    unsigned long stalls; /* cycles that a warp waits, each instruction once; 32 where nothing is stated */
    unsigned pairs, wrong_pairs; /* and those that our rules do not allow */
    unsigned hazards;
};

static bool jumps_to_itself(const struct hw_insn *insn, size_t at)
{
    struct hw_semantics view;
    uint64_t target;
    hw_insn_semantics(insn, &view);
    return view.op == HW_OP_BRA && hw_insn_target(insn, at, &target) && (target == at || target + 8 == at);
}

static bool is_paired(enum hw_sched_kind kind, const struct hw_insn *insn)
{
    struct hw_sched sched = hw_sched_unpack(kind, insn->control);
    return kind == HW_SCHED_COUNTS && !sched.stall && !sched.unstated;
}

static void add_pair(const struct hw_target *target, const struct hw_insn *first,
                     const struct hw_insn *second, struct sums *sums)
{
    const char *fault = hw_sched_pair_fault(target, first, second);
    sums->pairs++;
    if (fault && sums->wrong_pairs++ < 10) {
        char text[2][HW_TEXT_MAX];
        hw_print(first, HW_SYNTAX_NV, 0, text[0], HW_TEXT_MAX);
        hw_print(second, HW_SYNTAX_NV, 0, text[1], HW_TEXT_MAX);
        print_message("a pair: %s; %s: %s\n", text[0], text[1], fault);
    }
}

/* The endless jump at the end and what fills its group behind it never issue. */
static void add_up(const struct hw_target *target, const void *code, size_t length, struct sums *sums)
{
    enum hw_sched_kind kind = hw_sched_kind(target);
    struct hw_insn insn, next;
    for (size_t at = 0, behind; hw_decode_code(target, code, length, &at, &insn) == HW_OK; at = behind) {
        struct hw_sched sched = hw_sched_unpack(kind, insn.control);
        behind = at + insn.bytes;
        if (hw_form_op(insn.form) != HW_OP_NOP && !jumps_to_itself(&insn, at))
            sums->stalls += sched.unstated ? 32 : sched.stall;
        size_t after = behind;
        if (is_paired(kind, &insn) && hw_decode_code(target, code, length, &after, &next) == HW_OK)
            add_pair(target, &insn, &next, sums);
    }
}

struct both {
    struct sums theirs, ours;
};

static void compare_kernel(const char *file, const struct hw_target *target, const struct hw_kernel *kernel,
                           struct both *both)
{
    size_t length = kernel->code_bytes;
    uint8_t *code = malloc(length + 1);
    assert_non_null(code);
    memcpy(code, kernel->code, length);
    both->theirs.hazards += hazards(target, code, length, file, kernel->name, "NVIDIA's");
    add_up(target, code, length, &both->theirs);
    assert_int_equal(hw_schedule(target, code, length, NULL), HW_OK);
    both->ours.hazards += hazards(target, code, length, file, kernel->name, "ours");
    add_up(target, code, length, &both->ours);
    free(code);
}

static void tell(const char *chip, const char *whose, const struct sums *sums)
{
    print_message("%s, %s: %lu stall cycles, %u pairs (%u that can not be), %u too early\n", chip, whose,
                  sums->stalls, sums->pairs, sums->wrong_pairs, sums->hazards);
}

static void both_schedules_are_safe(void **state)
{
    (void)state;
    size_t count;
    struct both all[HW_SCHED_SCOREBOARDS + 1] = {0};
    struct sample *samples = sample_cubins("tests/data/programs", &count);
    assert_true(count > 0);
    for (size_t i = 0; i < count; i += SAMPLE_STEP(4)) {
        struct hw_module *module = read_sample(&samples[i]);
        struct hw_target target;
        assert_int_equal(hw_target_find(module->target, &target, NULL), HW_OK);
        for (size_t k = 0; k < module->kernel_count; k++)
            compare_kernel(samples[i].name, &target, module->kernels[k], &all[hw_sched_kind(&target)]);
        hw_module_free(module);
    }
    sample_free(samples, count);
    const struct both *kepler = &all[HW_SCHED_COUNTS], *maxwell = &all[HW_SCHED_SCOREBOARDS];
    tell("Maxwell", "NVIDIA's", &maxwell->theirs);
    tell("Maxwell", "ours", &maxwell->ours);
    tell("Kepler", "NVIDIA's", &kepler->theirs);
    tell("Kepler", "ours", &kepler->ours);
    assert_int_equal(maxwell->theirs.hazards, 0);
    assert_int_equal(maxwell->ours.hazards, 0);
    assert_int_equal(kepler->ours.hazards, 0);
    assert_int_equal(kepler->ours.wrong_pairs, 0);
    if (SAMPLE_STEP(4) != 1)
        return; /* costs are those of all programs together */
    assert_true(maxwell->ours.stalls <= maxwell->theirs.stalls);
    assert_true(kepler->ours.stalls <= kepler->theirs.stalls);
    assert_true(kepler->ours.pairs > kepler->theirs.pairs);
    assert_true(kepler->theirs.hazards < 100); /* moves of constants, and what the next block reads */
}

static char *listing_of(const struct hw_module *module, bool sched)
{
    const struct hw_listing_options options = {.syntax = HW_LISTING_NATIVE, .sched = sched};
    char *text;
    size_t length;
    struct hw_error error;
    if (hw_listing_write(module, &options, &text, &length, &error) != HW_OK)
        fail_msg("%s", error.text);
    return text;
}

static struct hw_module *assembled(const char *name, const char *text)
{
    struct hw_module *module;
    struct hw_error error;
    if (hw_listing_read(text, HW_LISTING_NATIVE, NULL, &module, &error) != HW_OK)
        fail_msg("%s:%u:%u: %s", name, error.line, error.column, error.text);
    return module;
}

static void assert_same_file(const char *name, const struct hw_module *a, const struct hw_module *b)
{
    uint8_t *first, *second;
    size_t first_length, second_length;
    assert_int_equal(hw_module_write(a, a->container, &first, &first_length, NULL), HW_OK);
    assert_int_equal(hw_module_write(b, b->container, &second, &second_length, NULL), HW_OK);
    if (first_length != second_length || memcmp(first, second, first_length))
        fail_msg("%s: dis --sched and as give another file", name);
    free(first);
    free(second);
}

/* Without scheduling in the listing: the same code except for the control words. */
static void assert_same_but_for_scheduling(const char *name, const struct hw_module *module)
{
    char *text = listing_of(module, false);
    struct hw_module *again = assembled(name, text);
    char *text_again = listing_of(again, false);
    assert_string_equal(text, text_again);
    free(text_again);
    hw_module_free(again);
    free(text);
}

static void listings_carry_all_of_it(void **state)
{
    (void)state;
    size_t count;
    struct sample *samples = sample_cubins("tests/data/programs", &count);
    for (size_t i = 0; i < count; i += SAMPLE_STEP(4)) {
        struct hw_module *module = read_sample(&samples[i]);
        char *text = listing_of(module, true);
        struct hw_module *again = assembled(samples[i].name, text);
        assert_same_file(samples[i].name, module, again);
        hw_module_free(again);
        free(text);
        assert_same_but_for_scheduling(samples[i].name, module);
        hw_module_free(module);
    }
    sample_free(samples, count);
}

/* One control word that a compiler wrote, as text and back, and from one place of code to another. */
static void check_control_word(const struct hw_target *target, uint64_t word)
{
    enum hw_sched_kind kind = hw_sched_kind(target);
    uint8_t code[64] = {0}, again[64];
    const size_t bytes = 8 * (hw_target_group(target) + 1u);
    for (unsigned i = 0; i < 8; i++)
        code[i] = (uint8_t)(word >> (8 * i));
    if (!hw_code_is_control(target, code, 0)) { /* a group that lacks its word: an instruction */
        struct hw_insn insn;
        assert_int_equal(hw_decode(target, code, bytes, &insn), HW_OK);
        assert_non_null(insn.form);
        return;
    }
    memcpy(again, code, sizeof(again));
    for (size_t at = 8; at < bytes; at += 8) {
        uint32_t control = hw_code_control(target, code, at), back;
        char sched[HW_SCHED_TEXT_MAX];
        size_t length = hw_sched_print(kind, control, 0, sched, sizeof(sched));
        assert_int_equal(hw_sched_parse(kind, sched, length, &back, NULL), HW_OK);
        assert_int_equal(back, control);
        hw_code_set_control(target, again, at, ~back);
        hw_code_set_control(target, again, at, back);
    }
    assert_memory_equal(again, code, sizeof(code));
}

static void control_words_of_the_corpus_have_a_text(void **state)
{
    (void)state;
    static const char *const chips[] = {"sm_30", "sm_32", "sm_35", "sm_37", "sm_50",
                                        "sm_52", "sm_53", "sm_60", "sm_61", "sm_62"};
    size_t words = 0;
    for (unsigned i = 0; i < sizeof(chips) / sizeof(chips[0]); i++) {
        struct hw_target target;
        char name[32];
        snprintf(name, sizeof(name), "%s.control.txt", chips[i]);
        char *text = corpus_text("words", name);
        assert_int_equal(hw_target_find(chips[i], &target, NULL), HW_OK);
        for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"), words++)
            check_control_word(&target, strtoull(line, NULL, 16));
        free(text);
    }
    print_message("%zu control words\n", words);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_schedules_are_safe),
        cmocka_unit_test(listings_carry_all_of_it),
        cmocka_unit_test(control_words_of_the_corpus_have_a_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
