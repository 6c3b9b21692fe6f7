/* Scheduling of the test programs: NVIDIA's own is safe by our rules, which measures the rules; what we compute in its
 * place is safe too and stalls for no longer; and listings carry either to the bit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/listing.h>
#include <halfwarp/sched.h>

#include "corpus.h"
#include "samples.h"

static struct hw_module *read_sample(const struct sample *sample)
{
    struct hw_module *module;
    struct hw_error error;
    if (hw_module_read(sample->bytes, sample->size, &module, &error) != HW_OK)
        fail_msg("%s: %s", sample->name, error.text);
    return module;
}

struct place {
    const char *file, *kernel, *whose;
    unsigned count;
};

static void note(void *context, const struct hw_hazard *hazard)
{
    struct place *place = context;
    if (place->count++ < 10)
        print_message("%s, %s, %s: at 0x%x %s comes too early after 0x%x (kind %u, %u cycles)\n", place->file,
                      place->kernel, place->whose, (unsigned)hazard->offset, hazard->name, (unsigned)hazard->producer,
                      hazard->kind, hazard->missing);
}

static unsigned hazards(const struct hw_target *target, const void *code, size_t length, const char *file,
                        const char *kernel, const char *whose)
{
    struct place place = {file, kernel, whose, 0};
    assert_int_equal(hw_sched_check(target, code, length, note, &place, NULL), HW_OK);
    return place.count;
}

static unsigned long stalls(const struct hw_target *target, const void *code, size_t length)
{
    unsigned long sum = 0;
    struct hw_insn insn;
    for (size_t at = 0; hw_decode_code(target, code, length, &at, &insn) == HW_OK; at += insn.bytes)
        sum += hw_sched_unpack(hw_sched_kind(target), insn.control).stall;
    return sum;
}

struct sums {
    unsigned long theirs, ours;
    unsigned bad_theirs, bad_ours;
    unsigned pairs, bad_pairs; /* where there are only counts: NVIDIA's, and those that our rules do not allow */
};

static void count_pairs(const struct hw_target *target, const void *code, size_t length, struct sums *sums)
{
    struct hw_insn first, second;
    if (hw_sched_kind(target) != HW_SCHED_COUNTS)
        return;
    for (size_t at = 0; hw_decode_code(target, code, length, &at, &first) == HW_OK;) {
        at += first.bytes;
        struct hw_sched sched = hw_sched_unpack(HW_SCHED_COUNTS, first.control);
        if (sched.unstated || sched.stall || hw_decode_code(target, code, length, &at, &second) != HW_OK)
            continue;
        sums->pairs++;
        const char *fault = hw_sched_pair_fault(target, &first, &second);
        if (fault && sums->bad_pairs++ < 10) {
            char text[2][HW_TEXT_MAX];
            hw_print(&first, HW_SYNTAX_NV, 0, text[0], HW_TEXT_MAX);
            hw_print(&second, HW_SYNTAX_NV, 0, text[1], HW_TEXT_MAX);
            print_message("a pair: %s; %s: %s\n", text[0], text[1], fault);
        }
    }
}

static void compare_kernel(const char *file, const struct hw_target *target, const struct hw_kernel *kernel,
                           struct sums *sums)
{
    size_t length = kernel->code_bytes;
    uint8_t *code = malloc(length + 1);
    assert_non_null(code);
    memcpy(code, kernel->code, length);
    sums->bad_theirs += hazards(target, code, length, file, kernel->name, "NVIDIA's");
    count_pairs(target, code, length, sums);
    sums->theirs += stalls(target, code, length);
    assert_int_equal(hw_schedule(target, code, length, NULL), HW_OK);
    sums->bad_ours += hazards(target, code, length, file, kernel->name, "ours");
    sums->ours += stalls(target, code, length);
    free(code);
}

static void both_schedules_are_safe(void **state)
{
    (void)state;
    size_t count;
    struct sums all[HW_SCHED_SCOREBOARDS + 1] = {{0}};
    struct sample *samples = sample_cubins("tests/programs", &count);
    assert_true(count > 0);
    for (size_t i = 0; i < count; i++) {
        struct hw_module *module = read_sample(&samples[i]);
        struct hw_target target;
        assert_int_equal(hw_target_find(module->target, &target, NULL), HW_OK);
        for (size_t k = 0; k < module->kernel_count; k++)
            compare_kernel(samples[i].name, &target, module->kernels[k], &all[hw_sched_kind(&target)]);
        hw_module_free(module);
    }
    sample_free(samples, count);
    const struct sums *counts = &all[HW_SCHED_COUNTS], *scoreboards = &all[HW_SCHED_SCOREBOARDS];
    print_message("stall cycles of all instructions: Maxwell: NVIDIA's %lu, ours %lu; Kepler: NVIDIA's %lu (%u issued "
                  "again, %u pairs, of which we would allow all but %u), ours %lu\n",
                  scoreboards->theirs, scoreboards->ours, counts->theirs, counts->bad_theirs, counts->pairs,
                  counts->bad_pairs, counts->ours);
    assert_int_equal(scoreboards->bad_theirs, 0);
    assert_int_equal(scoreboards->bad_ours, 0);
    assert_true(scoreboards->ours <= scoreboards->theirs);
    assert_int_equal(counts->bad_ours, 0);
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

/* Without scheduling in the listing: the same code but for the control words. */
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
    struct sample *samples = sample_cubins("tests/programs", &count);
    for (size_t i = 0; i < count; i++) {
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

/* The control words that compilers wrote, as text and back. */
static size_t check_control_words(char *text)
{
    size_t words = 0;
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"), words++) {
        uint64_t word = strtoull(line, NULL, 16);
        for (unsigned slot = 0; slot < 3; slot++) {
            uint32_t control = (uint32_t)(word >> (21 * slot)) & (slot == 2 ? 0x3fffff : 0x1fffff), back;
            char sched[HW_SCHED_TEXT_MAX];
            size_t length = hw_sched_print(HW_SCHED_SCOREBOARDS, control, 0, sched, sizeof(sched));
            assert_int_equal(hw_sched_parse(HW_SCHED_SCOREBOARDS, sched, length, &back, NULL), HW_OK);
            assert_int_equal(back, control);
        }
    }
    return words;
}

static void control_words_of_the_corpus_have_a_text(void **state)
{
    (void)state;
    static const char *const names[] = {"sm_50.control.txt", "sm_52.control.txt", "sm_53.control.txt",
                                        "sm_60.control.txt", "sm_61.control.txt", "sm_62.control.txt"};
    size_t words = 0;
    for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        char *text = corpus_text("words", names[i]);
        words += check_control_words(text);
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
