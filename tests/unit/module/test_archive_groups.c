/* SPDX-License-Identifier: MIT */
/* Groups of a fatbin: entries that fatbinary's --concat packs as one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/archive.h>

#include "samples.h"

#define SAMPLES "tests/data/containers/"

enum { ENTRIES = 5, FIRST = 1, LAST_CUBIN = 4 };                                   /* entry 0 is by itself */
enum { GROUP = 1408, COUNT = GROUP + 64, MEMBER = GROUP + 72, MEMBER_BYTES = 96 }; /* of two texts */

static struct hw_archive *must_open(const struct sample *sample)
{
    struct hw_archive *archive;
    struct hw_error error = {0};
    if (hw_archive_open(sample->bytes, sample->size, &archive, &error))
        fail_msg("%s", error.text);
    return archive;
}

static void each_entry_has_its_own_bytes(void **state)
{
    (void)state;
    static const char *const targets[ENTRIES] = {"sm_90a", "compute_100f", "compute_103a", "sm_100f",
                                                 "sm_103a"};
    struct sample sample = sample_read(SAMPLES "group.fatbin"),
                  alone = sample_read(SAMPLES "clusters.sm_103a.cubin");
    struct hw_archive *archive = must_open(&sample);
    struct hw_error error;
    uint8_t *bytes, *text;
    size_t size;
    assert_int_equal(archive->entry_count, ENTRIES);
    for (size_t i = 0; i < ENTRIES; i++) {
        const struct hw_entry *entry = &archive->entries[i];
        assert_string_equal(entry->target, targets[i]);
        assert_string_equal(entry->name, "clusters");
        assert_int_equal(entry->packing, HW_PACKING_ZSTD);
        assert_int_equal(entry->group_bytes != 0, i >= FIRST);
    }
    assert_int_equal(hw_entry_unpack(archive, LAST_CUBIN, &bytes, &size, &error), HW_OK);
    assert_int_equal(size, alone.size);
    assert_memory_equal(bytes, alone.bytes, size);
    free(bytes);
    for (size_t i = FIRST; i < FIRST + 2; i++) {
        assert_int_equal(hw_entry_unpack(archive, i, &text, &size, &error), HW_OK);
        assert_memory_equal(text, ".version", 8);
        assert_int_equal(size, strlen((const char *)text));
        assert_non_null(strstr((const char *)text, i == FIRST ? "sm_100f" : "sm_103a"));
        free(text);
    }
    hw_archive_close(archive);
    free(alone.bytes);
    free(sample.bytes);
}

static void put32(uint8_t *at, uint32_t value)
{
    for (unsigned i = 0; i < 4; i++)
        at[i] = (uint8_t)(value >> (8 * i));
}

static void lies(size_t offset, uint32_t value, const char *sentence)
{
    struct sample sample = sample_read(SAMPLES "group.fatbin");
    struct hw_archive *archive;
    struct hw_error error = {0};
    put32(sample.bytes + offset, value);
    assert_int_equal(hw_archive_open(sample.bytes, sample.size, &archive, &error), HW_ERR_FORMAT);
    if (!strstr(error.text, sentence))
        fail_msg("\"%s\" does not say \"%s\"", error.text, sentence);
    assert_null(archive);
    free(sample.bytes);
}

static void headers_that_lie_are_refused(void **state)
{
    (void)state;
    enum { BEGIN = 4, BYTES = 8, STRING = 20, NAME_BYTES = 36 };
    lies(COUNT, 3, "pass the end of its own");
    lies(COUNT, UINT32_MAX, "pass the end of its own");
    lies(MEMBER + BEGIN, 1857, "an entry of 0x3a0 bytes at 0x741 passes the end of its group of 0x740");
    lies(MEMBER + MEMBER_BYTES + BEGIN, 929, "passes the end of its group");
    lies(MEMBER + BYTES + 4, 1, "passes the end of its group");
    lies(MEMBER + STRING, 4096, "pass the end of its own");
    lies(MEMBER + STRING, UINT32_MAX, "pass the end of its own");
    lies(MEMBER + NAME_BYTES, UINT32_MAX, "pass the end of its own");
    lies(GROUP + 4, 64, "the header of a group is too short");
}

/* Whatever a byte of the headers is, nothing is read beyond them (the sanitizers look). */
static void any_header_byte_can_be_damaged(void **state)
{
    (void)state;
    struct sample sample = sample_read(SAMPLES "group.fatbin");
    static const uint8_t values[] = {0, 1, 0x40, 0x7f, 0xff};
    for (size_t at = GROUP; at < GROUP + 264; at++)
        for (size_t v = 0; v < sizeof values; v++) {
            struct hw_archive *archive;
            const uint8_t old = sample.bytes[at];
            sample.bytes[at] = values[v];
            hw_archive_open(sample.bytes, sample.size, &archive, NULL);
            for (size_t i = 0; archive && i < archive->entry_count; i++) {
                uint8_t *bytes;
                size_t size;
                if (hw_entry_unpack(archive, i, &bytes, &size, NULL) == HW_OK)
                    assert_true(size <= archive->entries[i].unpacked_bytes);
                free(bytes);
            }
            hw_archive_close(archive);
            sample.bytes[at] = old;
        }
    free(sample.bytes);
}

static void one_alone_is_not_replaced(void **state)
{
    (void)state;
    struct sample sample = sample_read(SAMPLES "group.fatbin"),
                  alone = sample_read(SAMPLES "clusters.sm_103a.cubin"),
                  first = sample_read(SAMPLES "clusters.sm_90a.cubin");
    struct hw_archive *archive = must_open(&sample);
    struct hw_error error = {0};
    uint8_t *bytes;
    size_t size;
    assert_int_equal(hw_archive_replace(archive, LAST_CUBIN, alone.bytes, alone.size, &bytes, &size, &error),
                     HW_ERR_UNSUPPORTED);
    assert_non_null(strstr(error.text, "packed as one with others"));
    assert_int_equal(hw_archive_replace(archive, 0, first.bytes, first.size, &bytes, &size, &error), HW_OK);
    struct hw_archive *again;
    assert_int_equal(hw_archive_open(bytes, size, &again, &error), HW_OK);
    assert_int_equal(again->entry_count, ENTRIES);
    hw_archive_close(again);
    free(bytes);
    hw_archive_close(archive);
    free(first.bytes);
    free(alone.bytes);
    free(sample.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_entry_has_its_own_bytes),
        cmocka_unit_test(headers_that_lie_are_refused),
        cmocka_unit_test(any_header_byte_can_be_damaged),
        cmocka_unit_test(one_alone_is_not_replaced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
