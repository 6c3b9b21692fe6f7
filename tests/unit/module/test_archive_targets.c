/* SPDX-License-Identifier: MIT */
/* Targets with a suffix: which chips their code is for, and how fatbins name them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/archive.h>

#include "samples.h"
#include "target_name.h"

#define SAMPLES "tests/data/containers/"

static void names_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool is_name;
        unsigned capability;
        enum hw_target_suffix suffix;
    } names[] = {
        {"sm_52", true, 52, HW_TARGET_PLAIN},       {"sm_90a", true, 90, HW_TARGET_ACCELERATED},
        {"sm_100f", true, 100, HW_TARGET_FAMILY},   {"sm_121a", true, 121, HW_TARGET_ACCELERATED},
        {"sm_90f", false, 0, HW_TARGET_PLAIN},      {"sm_89a", false, 0, HW_TARGET_PLAIN},
        {"sm_100b", false, 0, HW_TARGET_PLAIN},     {"sm_100af", false, 0, HW_TARGET_PLAIN},
        {"sm_", false, 0, HW_TARGET_PLAIN},         {"sm_a", false, 0, HW_TARGET_PLAIN},
        {"sm_052", false, 0, HW_TARGET_PLAIN},      {"sm_1000", false, 0, HW_TARGET_PLAIN},
        {"compute_100", false, 0, HW_TARGET_PLAIN}, {"sm_ 52", false, 0, HW_TARGET_PLAIN},
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct hw_target_name name;
        assert_int_equal(hw_target_name_read(names[i].text, "sm_", &name), names[i].is_name);
        if (!names[i].is_name)
            continue;
        assert_int_equal(name.capability, names[i].capability);
        assert_int_equal(name.suffix, names[i].suffix);
    }
}

/* What ptxas 13.5 makes of PTX for one target, and the guide's rules for cubins. */
static void code_runs_where_nvidia_says(void **state)
{
    (void)state;
    static const struct {
        unsigned of;
        enum hw_target_suffix suffix;
        unsigned on;
        bool cubin, ptx;
    } rules[] = {
        {80, HW_TARGET_PLAIN, 86, true, true},           {86, HW_TARGET_PLAIN, 80, false, false},
        {80, HW_TARGET_PLAIN, 90, false, true},          {90, HW_TARGET_PLAIN, 100, false, true},
        {90, HW_TARGET_ACCELERATED, 90, true, true},     {90, HW_TARGET_ACCELERATED, 100, false, false},
        {100, HW_TARGET_PLAIN, 103, true, true},         {100, HW_TARGET_PLAIN, 120, false, true},
        {100, HW_TARGET_FAMILY, 100, true, true},        {100, HW_TARGET_FAMILY, 103, true, true},
        {101, HW_TARGET_PLAIN, 103, false, true},        {101, HW_TARGET_PLAIN, 110, true, true},
        {101, HW_TARGET_FAMILY, 103, false, false},      {101, HW_TARGET_FAMILY, 110, true, true},
        {101, HW_TARGET_ACCELERATED, 103, false, false}, {101, HW_TARGET_ACCELERATED, 110, true, true},
        {110, HW_TARGET_FAMILY, 120, false, false},      {110, HW_TARGET_PLAIN, 120, false, true},
        {100, HW_TARGET_FAMILY, 107, true, true},        {103, HW_TARGET_FAMILY, 100, false, false},
        {100, HW_TARGET_FAMILY, 110, false, false},      {120, HW_TARGET_FAMILY, 121, true, true},
        {100, HW_TARGET_ACCELERATED, 100, true, true},   {100, HW_TARGET_ACCELERATED, 103, false, false},
    };
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        const struct hw_target_name name = {rules[i].of, rules[i].suffix};
        assert_int_equal(hw_target_cubin_runs(&name, rules[i].on), rules[i].cubin);
        assert_int_equal(hw_target_ptx_runs(&name, rules[i].on), rules[i].ptx);
    }
}

static void the_newest_is_best_then_the_one_with_most_features(void **state)
{
    (void)state;
    static const struct hw_target_name worse_first[] = {{80, HW_TARGET_PLAIN},
                                                        {100, HW_TARGET_PLAIN},
                                                        {100, HW_TARGET_FAMILY},
                                                        {100, HW_TARGET_ACCELERATED},
                                                        {103, HW_TARGET_PLAIN}};
    for (size_t i = 1; i < sizeof worse_first / sizeof worse_first[0]; i++)
        assert_true(hw_target_rank(&worse_first[i]) > hw_target_rank(&worse_first[i - 1]));
}

static struct hw_archive *must_open(const void *bytes, size_t size)
{
    struct hw_archive *archive;
    struct hw_error error = {0};
    if (hw_archive_open(bytes, size, &archive, &error))
        fail_msg("%s", error.text);
    return archive;
}

static void fatbins_name_their_targets(void **state)
{
    (void)state;
    static const char *const targets[] = {"sm_90a", "sm_100f", "compute_100f", "sm_103a"};
    struct sample sample = sample_read(SAMPLES "targets.fatbin");
    struct hw_archive *archive = must_open(sample.bytes, sample.size);
    assert_int_equal(archive->entry_count, 4);
    for (size_t i = 0; i < 4; i++) {
        assert_string_equal(archive->entries[i].target, targets[i]);
        assert_true(hw_entry_is_for(&archive->entries[i], targets[i]));
    }
    /* A cubin for a family is not told from a plain one, PTX is. */
    assert_true(hw_entry_is_for(&archive->entries[1], "sm_100"));
    assert_false(hw_entry_is_for(&archive->entries[1], "sm_100a"));
    assert_false(hw_entry_is_for(&archive->entries[2], "compute_100"));
    assert_false(hw_entry_is_for(&archive->entries[3], "sm_103"));
    hw_archive_close(archive);
    free(sample.bytes);
}

static void cubins_say_their_targets(void **state)
{
    (void)state;
    static const struct {
        const char *path, *target;
    } cubins[] = {{SAMPLES "clusters.sm_90a.cubin", "sm_90a"},
                  {SAMPLES "clusters.sm_100a.cubin", "sm_100a"},
                  {SAMPLES "clusters.sm_103a.cubin", "sm_103a"}};
    for (size_t i = 0; i < 3; i++) {
        struct sample sample = sample_read(cubins[i].path);
        struct hw_archive *archive = must_open(sample.bytes, sample.size);
        assert_string_equal(archive->entries[0].target, cubins[i].target);
        hw_archive_close(archive);
        /* of a file that is cut off, the header alone says what it can */
        archive = must_open(sample.bytes, 100);
        assert_string_equal(archive->entries[0].target, i == 2 ? "sm_103" : cubins[i].target);
        hw_archive_close(archive);
        free(sample.bytes);
    }
}

/* The bytes of the header before an entry's payload: what fatbinary writes there, too. */
static void a_written_fatbin_says_targets_and_capsules(void **state)
{
    (void)state;
    static const char ptx[] = ".version 8.8\n.target sm_100f\n.address_size 64\n";
    struct sample hopper = sample_read(SAMPLES "clusters.sm_90a.cubin"),
                  blackwell = sample_read(SAMPLES "clusters.sm_103a.cubin"), made = {.name = "made"};
    const struct hw_fatbin_part parts[] = {
        {hopper.bytes, hopper.size}, {ptx, sizeof ptx - 1}, {blackwell.bytes, blackwell.size}};
    static const char *const targets[] = {"sm_90a", "compute_100f", "sm_103a"};
    static const uint64_t flags[] = {0x100011, 0x200011, 0x1100011};
    struct hw_error error;
    assert_int_equal(hw_fatbin_write(parts, 3, &made.bytes, &made.size, &error), HW_OK);
    struct hw_archive *archive = must_open(made.bytes, made.size);
    assert_int_equal(archive->entry_count, 3);
    for (size_t i = 0; i < 3; i++) {
        uint8_t *bytes;
        size_t size;
        assert_string_equal(archive->entries[i].target, targets[i]);
        assert_int_equal(archive->entries[i].flags, flags[i]);
        assert_int_equal(hw_entry_unpack(archive, i, &bytes, &size, &error), HW_OK);
        assert_int_equal(size, parts[i].length); /* without padding */
        assert_memory_equal(bytes, parts[i].bytes, size);
        free(bytes);
    }
    /* .nv.compat stands before the cubin, with its offset and length before it */
    const uint8_t *string = made.bytes + archive->entries[2].offset - 48;
    static const uint8_t head[] = {72, 0, 0, 0, 36, 0, 0, 0, 0x02, 0x09, 0x01, 0x00};
    assert_memory_equal(string, head, sizeof head);
    hw_archive_close(archive);
    free(made.bytes);
    free(hopper.bytes);
    free(blackwell.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_read),
        cmocka_unit_test(code_runs_where_nvidia_says),
        cmocka_unit_test(the_newest_is_best_then_the_one_with_most_features),
        cmocka_unit_test(fatbins_name_their_targets),
        cmocka_unit_test(cubins_say_their_targets),
        cmocka_unit_test(a_written_fatbin_says_targets_and_capsules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
