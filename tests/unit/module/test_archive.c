/* SPDX-License-Identifier: MIT */
/* Archives: every kind of file that holds GPU code, stored and packed, whole and damaged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/archive.h>
#include <halfwarp/module.h>

#include "samples.h"

#define FOLDER "tests/data/containers/"

static struct hw_archive *must_open(const struct sample *sample)
{
    struct hw_archive *archive;
    struct hw_error error = {0};
    if (hw_archive_open(sample->bytes, sample->size, &archive, &error))
        fail_msg("%s: %s", sample->name, error.text);
    return archive;
}

/* An entry's bytes are those of a file. */
static void unpacks_to(const struct hw_archive *archive, size_t index, const struct sample *expected)
{
    uint8_t *bytes;
    size_t length;
    struct hw_error error = {0};
    if (hw_entry_unpack(archive, index, &bytes, &length, &error))
        fail_msg("entry %zu: %s", index, error.text);
    assert_int_equal(length, expected->size);
    assert_memory_equal(bytes, expected->bytes, length);
    free(bytes);
}

static void is_ptx(const struct hw_archive *archive, size_t index)
{
    uint8_t *bytes;
    size_t length;
    assert_int_equal(archive->entries[index].kind, HW_ENTRY_PTX);
    assert_string_equal(archive->entries[index].target, "compute_52");
    assert_int_equal(hw_entry_unpack(archive, index, &bytes, &length, NULL), HW_OK);
    assert_non_null(strstr((const char *)bytes, ".visible .entry parts"));
    assert_true(bytes[length - 1] != '\0');
    free(bytes);
}

/* --- kinds --------------------------------------------------------------------------------------- */

static const struct {
    const char *file;
    enum hw_archive_kind kind;
    enum hw_packing packing;
    const char *member;
} files[] = {
    {FOLDER "stored.fatbin", HW_ARCHIVE_FATBIN, HW_PACKING_NONE, NULL},
    {FOLDER "lz4.fatbin", HW_ARCHIVE_FATBIN, HW_PACKING_LZ4, NULL},
    {FOLDER "zstd.fatbin", HW_ARCHIVE_FATBIN, HW_PACKING_ZSTD, NULL},
    {FOLDER "host.o", HW_ARCHIVE_ELF, HW_PACKING_ZSTD, NULL},
    {FOLDER "libhost.so", HW_ARCHIVE_ELF, HW_PACKING_ZSTD, NULL},
    {FOLDER "libhost.a", HW_ARCHIVE_AR, HW_PACKING_ZSTD, "a_member_with_a_long_name.o"},
    {FOLDER "host.exe", HW_ARCHIVE_PE, HW_PACKING_ZSTD, NULL},
    {FOLDER "host.obj", HW_ARCHIVE_COFF, HW_PACKING_ZSTD, NULL},
};

static void all_kinds_hold_the_same(void **state)
{
    (void)state;
    struct sample cubins[] = {sample_read(FOLDER "parts.sm_52.cubin"),
                              sample_read(FOLDER "parts.sm_61.cubin")};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        struct sample sample = sample_read(files[i].file);
        struct hw_archive *archive = must_open(&sample);
        assert_int_equal(archive->kind, files[i].kind);
        assert_int_equal(archive->entry_count, 3);
        for (size_t entry = 0; entry < 2; entry++) {
            assert_int_equal(archive->entries[entry].kind, HW_ENTRY_CUBIN);
            assert_int_equal(archive->entries[entry].packing, files[i].packing);
            assert_string_equal(archive->entries[entry].target, entry ? "sm_61" : "sm_52");
            unpacks_to(archive, entry, &cubins[entry]);
        }
        is_ptx(archive, 2);
        if (files[i].member)
            assert_string_equal(archive->entries[0].member, files[i].member);
        else
            assert_null(archive->entries[0].member);
        hw_archive_close(archive);
        free(sample.bytes);
    }
    free(cubins[0].bytes);
    free(cubins[1].bytes);
}

static void zlib_packs_too(void **state)
{
    (void)state;
    struct sample sample = sample_read(FOLDER "zlib.fatbin"), cubin = sample_read(FOLDER "parts.sm_52.cubin");
    struct hw_archive *archive = must_open(&sample);
    assert_int_equal(archive->entries[0].packing, HW_PACKING_ZLIB);
    unpacks_to(archive, 0, &cubin);
    hw_archive_close(archive);
    free(sample.bytes);
    free(cubin.bytes);
}

/* CUDA 5.0 writes 0 for the count of packed bytes, as seen in objects of Visual Studio projects. */
static void zlib_needs_no_count(void **state)
{
    (void)state;
    struct sample sample = sample_read(FOLDER "zlib.fatbin"), cubin = sample_read(FOLDER "parts.sm_52.cubin");
    enum { PACKED_COUNT = 16 + 16 }; /* in the first entry */
    memset(sample.bytes + PACKED_COUNT, 0, 4);
    struct hw_archive *archive = must_open(&sample);
    assert_int_equal(archive->entries[0].packing, HW_PACKING_ZLIB);
    assert_int_equal(archive->entries[0].bytes % 8, 0); /* with its padding */
    unpacks_to(archive, 0, &cubin);
    hw_archive_close(archive);
    free(sample.bytes);
    free(cubin.bytes);
}

static void a_cubin_is_an_archive_of_one(void **state)
{
    (void)state;
    static const char *const names[] = {FOLDER "parts.sm_61.cubin", "tests/data/add.cubin"};
    static const char *const targets[] = {"sm_61", "sm_10"};
    for (size_t i = 0; i < 2; i++) {
        struct sample sample = sample_read(names[i]);
        struct hw_archive *archive = must_open(&sample);
        assert_int_equal(archive->kind, HW_ARCHIVE_CUBIN);
        assert_int_equal(archive->entry_count, 1);
        assert_string_equal(archive->entries[0].target, targets[i]);
        unpacks_to(archive, 0, &sample);
        hw_archive_close(archive);
        free(sample.bytes);
    }
}

static void text_of_ptx_is_known(void **state)
{
    (void)state;
    static char text[] = "//\n// Generated\n\n.version 7.8\n.target sm_70\n.address_size 64\n";
    struct sample sample = {.bytes = (uint8_t *)text, .size = strlen(text)};
    struct hw_archive *archive = must_open(&sample);
    assert_int_equal(archive->kind, HW_ARCHIVE_PTX);
    assert_string_equal(archive->entries[0].target, "compute_70");
    hw_archive_close(archive);
}

/* A program without section headers, and a cubin and a text cubin as plain data. */
static void code_is_found_without_sections(void **state)
{
    (void)state;
    static const char text[] = "architecture {sm_10}\nabiversion {1}\n";
    struct sample program = sample_read(FOLDER "libhost.so"), cubin = sample_read(FOLDER "parts.sm_52.cubin");
    size_t size = program.size + 3 + cubin.size + sizeof text;
    uint8_t *bytes = malloc(size);
    assert_non_null(bytes);
    memcpy(bytes, program.bytes, program.size);
    memset(bytes + 40, 0, 8); /* e_shoff */
    memset(bytes + 58, 0, 6); /* and the numbers of its entries */
    memset(bytes + program.size, 1, 3);
    memcpy(bytes + program.size + 3, cubin.bytes, cubin.size);
    memcpy(bytes + program.size + 3 + cubin.size, text, sizeof text);
    struct sample sample = {.name = "no sections", .bytes = bytes, .size = size};
    struct hw_archive *archive = must_open(&sample);
    assert_int_equal(archive->entry_count, 5);
    unpacks_to(archive, 0, &cubin);
    unpacks_to(archive, 3, &cubin);
    assert_string_equal(archive->entries[4].target, "sm_10");
    assert_int_equal(archive->entries[4].bytes, sizeof text - 1);
    hw_archive_close(archive);
    free(bytes);
    free(program.bytes);
    free(cubin.bytes);
}

static void files_without_code_are_empty(void **state)
{
    (void)state;
    struct sample library = {.name = "empty library", .bytes = (uint8_t *)(uintptr_t) "!<arch>\n", .size = 8};
    struct hw_archive *archive = must_open(&library);
    assert_int_equal(archive->kind, HW_ARCHIVE_AR);
    assert_int_equal(archive->entry_count, 0);
    hw_archive_close(archive);
}

/* --- damage -------------------------------------------------------------------------------------- */

static void put(uint8_t *at, uint64_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        at[i] = (uint8_t)(value >> (8 * i));
}

/* Open a copy of the zlib sample with a number changed; unpack it if it opens. */
static void lies(size_t offset, uint64_t value, unsigned bytes, hw_status status, const char *sentence)
{
    struct sample sample = sample_read(FOLDER "zlib.fatbin");
    struct hw_archive *archive;
    struct hw_error error = {0};
    uint8_t *unpacked = NULL;
    size_t length;
    put(sample.bytes + offset, value, bytes);
    hw_status got = hw_archive_open(sample.bytes, sample.size, &archive, &error);
    if (!got)
        got = hw_entry_unpack(archive, 0, &unpacked, &length, &error);
    assert_int_equal(got, status);
    if (!strstr(error.text, sentence))
        fail_msg("\"%s\" does not say \"%s\"", error.text, sentence);
    free(unpacked);
    hw_archive_close(archive);
    free(sample.bytes);
}

static void sizes_that_lie_are_refused(void **state)
{
    (void)state;
    enum { ENTRY = 16, PAYLOAD = 80 };
    lies(8, 1 << 20, 8, HW_ERR_FORMAT, "a fatbin of 0x100000 bytes");
    lies(8, UINT64_MAX, 8, HW_ERR_FORMAT, "passes the end");
    lies(6, 8, 2, HW_ERR_FORMAT, "a fatbin");
    lies(ENTRY + 4, 8, 4, HW_ERR_FORMAT, "behind a header of 0x8");
    lies(ENTRY + 4, UINT32_MAX, 4, HW_ERR_FORMAT, "passes the end");
    lies(ENTRY + 8, UINT64_MAX - 16, 8, HW_ERR_FORMAT, "passes the end");
    lies(ENTRY + 16, 1 << 20, 4, HW_ERR_FORMAT, "packed ones");
    lies(ENTRY + 56, 100, 8, HW_ERR_FORMAT, "does not unpack to the 100 bytes");
    lies(ENTRY + 56, 1 << 20, 8, HW_ERR_FORMAT, "does not unpack");
    lies(ENTRY + 56, HW_ENTRY_BYTES_MAX + 1, 8, HW_ERR_LIMIT, "at most 0x10000000");
    lies(ENTRY + 56, UINT64_MAX, 8, HW_ERR_LIMIT, "at most");
    lies(PAYLOAD + 40, 0x5555555555555555, 8, HW_ERR_FORMAT, "packed with zlib");
    lies(ENTRY + 40, 0x2011, 8, HW_ERR_FORMAT, "packed with LZ4");
    lies(ENTRY + 40, 0x8011, 8, HW_ERR_FORMAT, "packed with zstd");
    lies(ENTRY + 40, 0x11, 8, HW_ERR_FORMAT, "packed with a method");
}

/* Open `size` bytes that are their own allocation, and unpack and read all that is found. */
static void try(const uint8_t *bytes, size_t size)
{
    struct hw_archive *archive;
    struct hw_error error = {0};
    uint8_t *copy = malloc(size + 1);
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    if (hw_archive_open(copy, size, &archive, &error))
        assert_true(error.text[0] != '\0');
    for (size_t i = 0; archive && i < archive->entry_count; i++) {
        uint8_t *unpacked;
        size_t length;
        hw_entry_unpack(archive, i, &unpacked, &length, NULL);
        free(unpacked);
    }
    hw_archive_close(archive);
    free(copy);
}

static void any_length_is_survived(void **state)
{
    (void)state;
    size_t step = getenv("HW_SAMPLE") ? 37 : 5;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        struct sample sample = sample_read(files[i].file);
        for (size_t size = 0; size < sample.size; size += size < 512 ? 1 : step)
            try(sample.bytes, size);
        free(sample.bytes);
    }
}

static void any_header_byte_can_be_damaged(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        struct sample sample = sample_read(files[i].file);
        for (size_t at = 0; at < 256; at++) {
            uint8_t old = sample.bytes[at];
            sample.bytes[at] = 0xff;
            try(sample.bytes, sample.size);
            sample.bytes[at] = (uint8_t)(old + 1);
            try(sample.bytes, sample.size);
            sample.bytes[at] = old;
        }
        free(sample.bytes);
    }
}

/* Thousands of headers, each of a cubin that is not whole: the search must not take long over them. */
static void false_cubins_cost_little(void **state)
{
    (void)state;
    struct sample cubin = sample_read(FOLDER "parts.sm_52.cubin"), program = sample_read(FOLDER "libhost.so");
    enum { HEADER = 64, COUNT = 20000 };
    uint8_t *bytes = malloc(HEADER * (COUNT + 1));
    assert_non_null(bytes);
    memcpy(bytes, program.bytes, HEADER);
    memset(bytes + 40, 0, 8);
    memset(bytes + 58, 0, 6);
    for (size_t i = 1; i <= COUNT; i++)
        memcpy(bytes + HEADER * i, cubin.bytes, HEADER);
    struct sample sample = {.name = "false cubins", .bytes = bytes, .size = HEADER * (COUNT + 1)};
    struct hw_archive *archive = must_open(&sample);
    assert_int_equal(archive->entry_count, 0);
    hw_archive_close(archive);
    free(bytes);
    free(cubin.bytes);
    free(program.bytes);
}

/* --- writing ------------------------------------------------------------------------------------- */

static struct hw_fatbin_part part_of(const struct sample *sample)
{
    return (struct hw_fatbin_part){sample->bytes, sample->size};
}

static void a_written_fatbin_holds_its_parts(void **state)
{
    (void)state;
    static const char ptx[] = ".version 7.8\n.target sm_52\n.address_size 64\n";
    struct sample old = sample_read(FOLDER "parts.sm_52.cubin"),
                  new = sample_read(FOLDER "parts.sm_61.cubin");
    const struct hw_fatbin_part parts[] = {part_of(&old), part_of(&new), {ptx, sizeof ptx - 1}};
    struct sample written = {.name = "written"};
    struct hw_error error = {0};
    assert_int_equal(hw_fatbin_write(parts, 3, &written.bytes, &written.size, &error), HW_OK);
    struct hw_archive *archive = must_open(&written);
    assert_int_equal(archive->kind, HW_ARCHIVE_FATBIN);
    assert_int_equal(archive->entry_count, 3);
    assert_string_equal(archive->entries[0].target, "sm_52");
    assert_string_equal(archive->entries[1].target, "sm_61");
    assert_string_equal(archive->entries[2].target, "compute_52");
    assert_int_equal(archive->entries[2].kind, HW_ENTRY_PTX);
    assert_memory_equal(written.bytes + archive->entries[0].offset, old.bytes, old.size);
    assert_memory_equal(written.bytes + archive->entries[1].offset, new.bytes, new.size);
    assert_memory_equal(written.bytes + archive->entries[2].offset, ptx, sizeof ptx - 1);
    hw_archive_close(archive);
    free(written.bytes);
    free(old.bytes);
    free(new.bytes);
}

static void only_cubins_and_ptx_go_into_a_fatbin(void **state)
{
    (void)state;
    static const char text[] = "architecture {sm_10}\nabiversion {1}\n";
    struct sample fatbin = sample_read(FOLDER "stored.fatbin");
    const struct hw_fatbin_part wrong[] = {{text, sizeof text - 1}, {"", 0}, part_of(&fatbin)};
    for (size_t i = 0; i < 3; i++) {
        uint8_t *bytes;
        size_t length;
        struct hw_error error = {0};
        assert_int_equal(hw_fatbin_write(&wrong[i], 1, &bytes, &length, &error), HW_ERR_FORMAT);
        assert_null(bytes);
        assert_non_null(strstr(error.text, "part 1 is neither"));
    }
    free(fatbin.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_kinds_hold_the_same),
        cmocka_unit_test(zlib_packs_too),
        cmocka_unit_test(zlib_needs_no_count),
        cmocka_unit_test(a_cubin_is_an_archive_of_one),
        cmocka_unit_test(text_of_ptx_is_known),
        cmocka_unit_test(code_is_found_without_sections),
        cmocka_unit_test(files_without_code_are_empty),
        cmocka_unit_test(sizes_that_lie_are_refused),
        cmocka_unit_test(any_length_is_survived),
        cmocka_unit_test(any_header_byte_can_be_damaged),
        cmocka_unit_test(false_cubins_cost_little),
        cmocka_unit_test(a_written_fatbin_holds_its_parts),
        cmocka_unit_test(only_cubins_and_ptx_go_into_a_fatbin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
