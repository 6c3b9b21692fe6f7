/* SPDX-License-Identifier: MIT */
/* Lines of cubins that were compiled with them, and of damaged ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "module/debug_lines.h"
#include "samples.h"

static struct hw_module *open_module(const char *path)
{
    struct sample sample = sample_read(path);
    struct hw_module *module;
    struct hw_error error;

    if (hw_module_read(sample.bytes, sample.size, &module, &error) != HW_OK)
        fail_msg("%s", error.text);
    free(sample.bytes);
    return module;
}

/* The rows of `readelf --debug-dump=decodedline`, in part. */
static void lines_are_those_of_readelf(void **state)
{
    struct hw_module *module = open_module("tests/data/programs/flow.sm_61-G.cubin");
    struct hw_debug_lines lines;
    static const struct {
        uint64_t address;
        uint32_t line;
        const char *file;
    } rows[] = {{0, 4, "flow.cu"},      {0x1e7, 4, "flow.cu"},      {0x1e8, 6, "flow.cu"},
                {0x548, 10, "flow.cu"}, {0x558, 11, "flow.cu"},     {0xb78, 24, "program.cuh"},
                {0xcb8, 29, "flow.cu"}, {0xf10, 24, "program.cuh"}, {0x1050, 30, "flow.cu"}};

    (void)state;
    assert_int_equal(hw_debug_lines_read(module, &lines, NULL), HW_OK);
    assert_int_equal(lines.file_count, 2);
    const struct hw_section *section = hw_module_find_section(module, ".text.flow_if");
    assert_non_null(section);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct hw_debug_row *row = hw_debug_lines_find(&lines, section, rows[i].address);
        assert_non_null(row);
        assert_int_equal(row->line, rows[i].line);
        assert_string_equal(strrchr(lines.file[row->file], '/') + 1, rows[i].file);
    }
    assert_null(hw_debug_lines_find(&lines, section, 0x10c0)); /* behind the function */
    assert_null(hw_debug_lines_find(&lines, NULL, 0));
    hw_debug_lines_free(&lines);
    hw_module_free(module);
}

static void a_cubin_without_lines_has_none(void **state)
{
    struct hw_module *module = open_module("bench/maxwell/saxpy.cubin");
    struct hw_debug_lines lines;

    (void)state;
    assert_int_equal(hw_debug_lines_read(module, &lines, NULL), HW_OK);
    assert_int_equal(lines.row_count, 0);
    hw_debug_lines_free(&lines);
    hw_module_free(module);
}

/* A copy of the section ends where its memory does, so that sanitizers see what is read behind it. */
static void try(struct hw_module *module, struct hw_section *section, const uint8_t *bytes, size_t count)
{
    uint8_t *kept = section->data;
    const size_t kept_bytes = section->bytes;
    struct hw_debug_lines lines;

    section->data = malloc(count ? count : 1);
    section->bytes = count;
    memcpy(section->data, bytes, count);
    assert_int_equal(hw_debug_lines_read(module, &lines, NULL), HW_OK);
    for (size_t i = 0; i < lines.row_count; i++)
        assert_true(!lines.row[i].line || lines.row[i].file < lines.file_count);
    hw_debug_lines_free(&lines);
    free(section->data);
    section->data = kept;
    section->bytes = kept_bytes;
}

static void damage_is_no_harm(void **state)
{
    struct hw_module *module = open_module("tests/data/programs/flow.sm_35-G.cubin");
    struct hw_section *section = hw_module_find_section(module, ".debug_line");
    uint8_t *bytes;
    uint32_t random = 1;

    (void)state;
    assert_non_null(section);
    bytes = malloc(section->bytes);
    memcpy(bytes, section->data, section->bytes);
    for (size_t count = 0; count <= section->bytes; count++)
        try(module, section, bytes, count);
    for (unsigned round = 0; round < 4000; round++) {
        for (unsigned change = 0; change < 1 + round % 4; change++) {
            random = random * 1664525u + 1013904223u;
            const size_t at = (random >> 8) % (round % 2 ? 100 : section->bytes);
            bytes[at] = (uint8_t)(random >> 24);
        }
        try(module, section, bytes, section->bytes);
        memcpy(bytes, section->data, section->bytes);
    }
    free(bytes);
    hw_module_free(module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_those_of_readelf),
        cmocka_unit_test(a_cubin_without_lines_has_none),
        cmocka_unit_test(damage_is_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
