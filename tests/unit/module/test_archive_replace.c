/* SPDX-License-Identifier: MIT */
/* Other code in the place of an entry, in every kind of file: what is replaced is there, and nothing else has
 * changed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/archive.h>

#include "archive/sha256.h"
#include "samples.h"

#define FOLDER "tests/data/containers/"

enum { MORE = 30000 }; /* bytes that larger code has behind a cubin */

/* The files all have a cubin for sm_52, one for sm_61, and PTX. */
static const struct {
    const char *file;
    bool grows; /* whether it can take larger code */
} files[] = {
    {FOLDER "stored.fatbin", true}, {FOLDER "lz4.fatbin", true}, {FOLDER "zstd.fatbin", true},
    {FOLDER "host.o", true},        {FOLDER "libhost.a", true},  {FOLDER "libhost.so", false},
    {FOLDER "host.exe", false},     {FOLDER "host.obj", false},
};
enum { FILES = sizeof files / sizeof files[0], ENTRIES = 3 };

static struct hw_archive *must_open(const struct sample *sample)
{
    struct hw_archive *archive;
    struct hw_error error = {0};
    if (hw_archive_open(sample->bytes, sample->size, &archive, &error))
        fail_msg("%s: %s", sample->name, error.text);
    return archive;
}

/* A cubin with bytes behind it that do not pack well. */
static struct sample larger(const char *file)
{
    struct sample sample = sample_read(file);
    uint32_t number = 1;
    sample.bytes = realloc(sample.bytes, sample.size + MORE);
    assert_non_null(sample.bytes);
    for (size_t i = 0; i < MORE; i++)
        sample.bytes[sample.size + i] = (uint8_t)((number = number * 1664525 + 1013904223) >> 24);
    sample.size += MORE;
    return sample;
}

/* A file with other code in it. */
static struct sample replaced(const struct sample *file, size_t index, const struct sample *code)
{
    struct hw_archive *archive = must_open(file);
    struct sample made = {.size = 0};
    struct hw_error error = {0};
    snprintf(made.name, sizeof made.name, "%s", file->name);
    if (hw_archive_replace(archive, index, code->bytes, code->size, &made.bytes, &made.size, &error))
        fail_msg("%s: %s", file->name, error.text);
    hw_archive_close(archive);
    return made;
}

static void refused(const struct sample *file, size_t index, const struct sample *code, hw_status status,
                    const char *sentence)
{
    struct hw_archive *archive = must_open(file);
    struct hw_error error = {0};
    uint8_t *bytes;
    size_t length;
    assert_int_equal(hw_archive_replace(archive, index, code->bytes, code->size, &bytes, &length, &error),
                     status);
    assert_null(bytes);
    if (!strstr(error.text, sentence))
        fail_msg("%s: \"%s\" does not say \"%s\"", file->name, error.text, sentence);
    hw_archive_close(archive);
}

static void holds(const struct hw_archive *archive, size_t index, const uint8_t *code, size_t size)
{
    uint8_t *bytes;
    size_t length;
    struct hw_error error = {0};
    if (hw_entry_unpack(archive, index, &bytes, &length, &error))
        fail_msg("entry %zu: %s", index, error.text);
    assert_true(length >= size && length < size + 8); /* what is stored is padded */
    assert_memory_equal(bytes, code, size);
    free(bytes);
}

/* The two have the same entries, but for the one that is `code`. */
static void differ_only_in(const struct sample *old, const struct sample *new, size_t index,
                           const struct sample *code)
{
    struct hw_archive *before = must_open(old), *after = must_open(new);
    assert_int_equal(after->kind, before->kind);
    assert_int_equal(after->entry_count, before->entry_count);
    for (size_t i = 0; i < before->entry_count; i++) {
        uint8_t *bytes;
        size_t length;
        assert_int_equal(after->entries[i].kind, before->entries[i].kind);
        assert_int_equal(after->entries[i].packing, before->entries[i].packing);
        assert_int_equal(after->entries[i].flags, before->entries[i].flags);
        assert_string_equal(after->entries[i].target, before->entries[i].target);
        assert_int_equal(hw_entry_unpack(before, i, &bytes, &length, NULL), HW_OK);
        holds(after, i, i == index ? code->bytes : bytes, i == index ? code->size : length);
        free(bytes);
    }
    hw_archive_close(before);
    hw_archive_close(after);
}

/* --- what goes ----------------------------------------------------------------------------------- */

static void code_goes_back_into_every_kind_of_file(void **state)
{
    (void)state;
    struct sample cubin = sample_read(FOLDER "parts.sm_61.cubin");
    memset(cubin.bytes + cubin.size - 256, 0, 256); /* it packs no worse */
    for (size_t i = 0; i < FILES; i++) {
        struct sample file = sample_read(files[i].file), made = replaced(&file, 1, &cubin);
        differ_only_in(&file, &made, 1, &cubin);
        free(made.bytes);
        free(file.bytes);
    }
    free(cubin.bytes);
}

static void larger_code_goes_where_it_can(void **state)
{
    (void)state;
    struct sample cubin = larger(FOLDER "parts.sm_52.cubin");
    for (size_t i = 0; i < FILES; i++) {
        struct sample file = sample_read(files[i].file);
        if (files[i].grows) {
            struct sample made = replaced(&file, 0, &cubin);
            differ_only_in(&file, &made, 0, &cubin);
            free(made.bytes);
        } else {
            refused(&file, 0, &cubin, HW_ERR_UNSUPPORTED,
                    strstr(files[i].file, ".so") ? "no pointer to it is known" : "only a 64-bit ELF file");
        }
        free(file.bytes);
    }
    free(cubin.bytes);
}

static void smaller_code_leaves_room_for_the_old(void **state)
{
    (void)state;
    struct sample large = larger(FOLDER "parts.sm_52.cubin"), small = sample_read(FOLDER "parts.sm_52.cubin");
    struct sample file = sample_read(FOLDER "host.o"), grown = replaced(&file, 0, &large);
    struct sample less = replaced(&grown, 0, &small), again = replaced(&less, 0, &large);
    assert_int_equal(less.size, grown.size);
    assert_int_equal(again.size, grown.size);
    differ_only_in(&file, &less, 0, &small);
    differ_only_in(&file, &again, 0, &large);
    free(again.bytes);
    free(less.bytes);
    free(grown.bytes);
    free(file.bytes);
    free(small.bytes);
    free(large.bytes);
}

static void ptx_is_replaced_by_ptx(void **state)
{
    (void)state;
    static char text[] = ".version 7.8\n.target sm_52\n.address_size 64\n";
    struct sample ptx = {.bytes = (uint8_t *)text, .size = strlen(text)};
    for (size_t i = 0; i < FILES; i++) {
        struct sample file = sample_read(files[i].file), made = replaced(&file, 2, &ptx);
        differ_only_in(&file, &made, 2, &ptx);
        free(made.bytes);
        free(file.bytes);
    }
}

static void zlib_without_a_count_keeps_none(void **state)
{
    (void)state;
    enum { PACKED_COUNT = 16 + 16 }; /* in the first entry */
    struct sample file = sample_read(FOLDER "zlib.fatbin"), cubin = sample_read(FOLDER "parts.sm_52.cubin");
    memset(file.bytes + PACKED_COUNT, 0, 4);
    cubin.bytes[cubin.size - 1] ^= 1;
    struct sample made = replaced(&file, 0, &cubin);
    differ_only_in(&file, &made, 0, &cubin);
    assert_memory_equal(made.bytes + PACKED_COUNT, "\0\0\0\0", 4);
    free(made.bytes);
    free(cubin.bytes);
    free(file.bytes);
}

/* --- what does not ------------------------------------------------------------------------------- */

static void other_code_is_refused(void **state)
{
    (void)state;
    static char text[] = "architecture {sm_52}\nabiversion {1}\n";
    struct sample file = sample_read(FOLDER "zstd.fatbin"), cubin = sample_read(FOLDER "parts.sm_52.cubin");
    struct sample words = {.bytes = (uint8_t *)text, .size = strlen(text)};
    refused(&file, 1, &cubin, HW_ERR_FORMAT, "the new code is for sm_52, the old for sm_61");
    refused(&file, 2, &cubin, HW_ERR_FORMAT, "cannot take the place of PTX");
    refused(&file, 0, &file, HW_ERR_FORMAT, "neither a cubin nor PTX");
    refused(&file, 0, &words, HW_ERR_FORMAT, "text cubin");
    refused(&file, 3, &cubin, HW_ERR_ARGUMENT, "there is no entry 3");
    free(cubin.bytes);
    free(file.bytes);
}

/* Replace in a file that may be damaged, and read what came of it. */
static void try(const uint8_t *bytes, size_t size, const struct sample *code)
{
    struct hw_archive *archive, *again;
    uint8_t *copy = malloc(size + 1), *made;
    size_t length;
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    if (hw_archive_open(copy, size, &archive, NULL) == HW_OK && archive->entry_count &&
        hw_archive_replace(archive, 0, code->bytes, code->size, &made, &length, NULL) == HW_OK) {
        hw_archive_open(made, length, &again, NULL);
        hw_archive_close(again);
        free(made);
    }
    hw_archive_close(archive);
    free(copy);
}

/* Headers stand at both ends of these files.  `make fuzz` does more of this. */
static void damaged_files_are_survived(void **state)
{
    (void)state;
    const size_t ends = 512, step = getenv("HW_SAMPLE") ? 64 : 32;
    struct sample cubin = sample_read(FOLDER "parts.sm_52.cubin");
    cubin.bytes = realloc(cubin.bytes, 2 * cubin.size);
    assert_non_null(cubin.bytes);
    memset(cubin.bytes + cubin.size, 1, cubin.size);
    cubin.size *= 2;
    for (size_t i = 0; i < FILES; i++) {
        struct sample file = sample_read(files[i].file);
        for (size_t at = 0; at < 2 * ends; at += step) {
            uint8_t *byte = at < ends ? &file.bytes[at] : &file.bytes[file.size - 1 - (at - ends)];
            const uint8_t old = *byte;
            *byte = (uint8_t)(old + 1);
            try(file.bytes, file.size, &cubin);
            *byte = old;
            try(file.bytes, (size_t)(byte - file.bytes), &cubin);
        }
        free(file.bytes);
    }
    free(cubin.bytes);
}

/* --- hashes -------------------------------------------------------------------------------------- */

/* Examples of FIPS 180-2, appendix B, and lengths on both sides of what a block takes. */
static void sha256_is_that_of_the_standard(void **state)
{
    (void)state;
    static const struct {
        const char *text, *hash;
    } cases[] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
        {"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
         "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"},
        {"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
         "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint8_t hash[HW_SHA256_BYTES];
        char text[2 * HW_SHA256_BYTES + 1];
        hw_sha256((const uint8_t *)cases[i].text, strlen(cases[i].text), hash);
        for (size_t byte = 0; byte < sizeof hash; byte++)
            snprintf(text + 2 * byte, 3, "%02x", hash[byte]);
        assert_string_equal(text, cases[i].hash);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(code_goes_back_into_every_kind_of_file),
        cmocka_unit_test(larger_code_goes_where_it_can),
        cmocka_unit_test(smaller_code_leaves_room_for_the_old),
        cmocka_unit_test(ptx_is_replaced_by_ptx),
        cmocka_unit_test(zlib_without_a_count_keeps_none),
        cmocka_unit_test(other_code_is_refused),
        cmocka_unit_test(damaged_files_are_survived),
        cmocka_unit_test(sha256_is_that_of_the_standard),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
