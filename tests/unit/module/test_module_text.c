/* SPDX-License-Identifier: MIT */
/* Text cubins: what is read, what is written back, and what is refused where. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/module.h>

#include "fact.h"

#define HEADER "architecture {sm_10}\nabiversion {0}\nmodname {cubin}\n"
#define KERNEL(extra)                                                                    \
    "code  {\n\tname = k\n\tlmem = 0\n\tsmem = 24\n\treg = 2\n\tbar = 0\n\tbincode  {\n" \
    "\t\t0x10000801 0000000000 \n\t}\n" extra "}\n"

/* clang-format off */
static const char whole[] =
    HEADER
    "consts  {\n\tname = table\n\tsegname = const\n\tsegnum = 0\n\toffset = 8\n\tbytes = 40\n}\n"
    "consts  {\n\tname = two\n\tsegname = const\n\tsegnum = 0\n\toffset = 0\n\tbytes = 8\n"
    "\tmem  {\n\t\t0x00000003 0000000000 \n\t}\n}\n"
    "reloc  {\n\tname = heap\n\tsegname = reloc\n\tsegnum = 14\n\toffset = 4\n\tbytes = 4096\n}\n"
    "sampler  {\n\tname = image\n\ttexunit = 3\n}\n"
    KERNEL("\tconst  {\n\t\tsegname = const\n\t\tsegnum = 1\n\t\toffset = 0\n\t\tbytes = 20\n\t\tmem  {\n"
           "\t\t\t0x00000001 0x00000002 0x00000003 0x00000004 \n\t\t\t0x00000005 \n\t\t}\n\t}\n");

static struct hw_module *must_read(const char *text)
{
    struct hw_module *module;
    struct hw_error error = {0};
    if (hw_module_read(text, strlen(text), &module, &error))
        fail_msg("%u:%u: %s", error.line, error.column, error.text);
    return module;
}

/* Reading `text` and writing it gives `expected`. */
static void writes_as(const char *text, const char *expected)
{
    struct hw_module *module = must_read(text);
    uint8_t *bytes;
    size_t length;
    assert_int_equal(hw_module_write(module, HW_CONTAINER_TEXT, &bytes, &length, NULL), HW_OK);
    char *written = strndup((char *)bytes, length);
    assert_string_equal(written, expected);
    free(written);
    free(bytes);
    hw_module_free(module);
}

static void every_part_is_read(void **state)
{
    (void)state;
    struct hw_module *module = must_read(whole);
    assert_int_equal(module->container, HW_CONTAINER_TEXT);
    assert_string_equal(module->target, "sm_10");
    assert_int_equal(module->abi_version, 0);
    assert_string_equal(module->name, "cubin");
    assert_int_equal(module->item_count, 5);
    assert_int_equal(module->items[4].kind, HW_DECLARATION_KERNEL);

    assert_int_equal(module->const_count, 2);
    assert_string_equal(module->consts[0]->name, "table");
    assert_int_equal(module->consts[0]->offset, 8);
    assert_int_equal(module->consts[0]->bytes, 40);
    assert_null(module->consts[0]->data);
    assert_memory_equal(module->consts[1]->data, "\3\0\0\0\0\0\0\0", 8);

    assert_int_equal(module->variable_count, 1);
    assert_string_equal(module->variables[0]->name, "heap");
    assert_int_equal(module->variables[0]->bank, 14);
    assert_int_equal(module->variables[0]->offset, 4);
    assert_int_equal(module->variables[0]->bytes, 4096);

    assert_int_equal(module->sampler_count, 1);
    assert_string_equal(module->samplers[0]->name, "image");
    assert_int_equal(module->samplers[0]->unit, 3);

    const struct hw_kernel *kernel = hw_module_find_kernel(module, NULL);
    assert_ptr_equal(kernel, hw_module_find_kernel(module, "k"));
    assert_null(hw_module_find_kernel(module, "other"));
    assert_int_equal(kernel->registers, 2);
    assert_int_equal(kernel->shared_bytes, 24);
    assert_int_equal(kernel->param_bytes, -1);
    assert_int_equal(kernel->code_bytes, 8);
    assert_memory_equal(kernel->code, "\x01\x08\x00\x10\0\0\0\0", 8);
    assert_int_equal(kernel->const_count, 1);
    assert_int_equal(kernel->consts[0]->bank, 1);
    assert_int_equal(kernel->consts[0]->data[16], 5);
    hw_module_free(module);
}

static void what_is_read_is_written_back(void **state)
{
    (void)state;
    writes_as(whole, whole);
    writes_as(HEADER, HEADER);
    writes_as(HEADER KERNEL(""), HEADER KERNEL(""));
    static const char nameless[] = "architecture {sm_13}\nabiversion {1}\n" KERNEL("");
    writes_as(nameless, nameless);
    static const char spaced[] = "architecture {sm_10}\nabiversion {0}\nmodname {my module.cu}\n";
    writes_as(spaced, spaced);
}

static void layout_is_free_on_reading(void **state)
{
    (void)state;
    writes_as("architecture{sm_10}abiversion  {0}\r\nmodname {cubin}code{bar=0 reg = 2\tsmem =24 lmem= 0 name=k "
              "bincode{0X10000801 0 }}", HEADER KERNEL(""));
}

static void unknown_members_keep_their_order(void **state)
{
    (void)state;
    static const char text[] =
        "architecture {sm_11}\nabiversion {1}\nmodname {cubin}\n"
        "profile {sm_11}\n"
        "code  {\n\tunit = gpu\n\tname = k\n\tlmem = 0\n\tsmem = 24\n\treg = 2\n\tbar = 0\n"
        "\tparams_SMEM  {\n\t\tp0  {\n\t\t\toffset = 16\n\t\t}\n\t}\n"
        "\tbincode  {\n\t}\n"
        "\tconst  {\n\t\tsegname = const\n\t\talign = 16\n\t\tsegnum = 1\n\t\toffset = 0\n\t\tbytes = 0\n"
        "\t\tmem  {\n\t\t}\n\t\tlast = 1\n\t}\n"
        "\tdebug = off\n}\n"
        "sampler  {\n\tname = image\n\ttexunit = 3\n\tfilter = linear\n}\n"
        "trailer  {\n\tx = y\n}\n";
    writes_as(text, text);
}

/* Reading fails with this status at this place, with this in the sentence. */
static void refused(const char *text, hw_status status, unsigned line, unsigned column, const char *sentence)
{
    struct hw_module *module;
    struct hw_error error = {0};
    assert_int_equal(hw_module_read(text, strlen(text), &module, &error), status);
    assert_null(module);
    if (!strstr(error.text, sentence))
        fail_msg("\"%s\" does not say \"%s\"", error.text, sentence);
    assert_int_equal(error.line, line);
    assert_int_equal(error.column, column);
}

static void malformed_text_is_refused_with_its_position(void **state)
{
    (void)state;
    refused("hello {x}\n", HW_ERR_SYNTAX, 1, 1, "architecture");
    refused("architecture sm_10", HW_ERR_SYNTAX, 1, 14, "expected {");
    refused("architecture {sm_10", HW_ERR_FORMAT, 1, 20, "closing brace, found the end");
    refused("architecture {}", HW_ERR_SYNTAX, 1, 15, "a value in braces");
    refused("architecture {sm_10}\n", HW_ERR_FORMAT, 2, 1, "without its abiversion");
    refused("architecture {sm_10}\nabiversion {x}\n", HW_ERR_SYNTAX, 2, 13, "decimal number");
    refused(HEADER "modname {again}\n", HW_ERR_FORMAT, 4, 1, "twice");
    refused(HEADER "}\n", HW_ERR_SYNTAX, 4, 1, "found \"}\"");
    refused(HEADER "code  {\n\tname = k\n\tname = l\n}\n", HW_ERR_FORMAT, 6, 2, "name stands twice");
    refused(HEADER "code  {\n\tname = k\n\tlmem = -1\n}\n", HW_ERR_SYNTAX, 6, 9, "found \"-1\"");
    refused(HEADER "code  {\n\tname = k\n\tlmem = 4294967296\n}\n", HW_ERR_RANGE, 6, 9, "32 bits");
    refused(HEADER "code  {\n\tname = k\n}\n", HW_ERR_FORMAT, 4, 1, "no lmem");
    refused(HEADER "code  {\n\tname =\n}\n", HW_ERR_SYNTAX, 6, 1, "a value");
    refused(HEADER "code  {\n\tbincode  {\n\t\t0x123456789 \n", HW_ERR_SYNTAX, 6, 3, "0x10008001");
    refused(HEADER "code  {\n\tbincode  {\n\t\t12 \n", HW_ERR_SYNTAX, 6, 3, "found \"12\"");
    refused(HEADER "code  {\n\tname\n}\n", HW_ERR_SYNTAX, 6, 1, "= or {");
    refused(HEADER "other  {\n\tname = k\n", HW_ERR_FORMAT, 6, 1, "closing brace");
    refused(HEADER KERNEL("") KERNEL(""), HW_ERR_FORMAT, 14, 1, "two kernels named k");
    refused(HEADER "sampler  {\n\tname = \001\n", HW_ERR_SYNTAX, 5, 9, "byte 0x01");
    refused(HEADER "consts  {\n\tname = a\n\tsegname = code\n", HW_ERR_SYNTAX, 6, 12, "expected const");
    refused("", HW_ERR_FORMAT, 0, 0, "empty");
}

/* A const block of the module, or with `kernel` of a kernel. */
static const char *const_text(bool kernel, unsigned bank, unsigned offset, unsigned bytes, const char *mem)
{
    static char text[1024];
    char segment[256];
    snprintf(segment, sizeof segment, "segname = const segnum = %u offset = %u bytes = %u %s }", bank, offset, bytes,
             mem);
    if (kernel)
        snprintf(text, sizeof text, HEADER "code { name = k lmem = 0 smem = 0 reg = 1 bar = 0 bincode { } const { %s }",
                 segment);
    else
        snprintf(text, sizeof text, HEADER "consts { name = a %s", segment);
    return text;
}

static void there_are_16_constant_segments(void **state)
{
    (void)state;
    for (unsigned kernel = 0; kernel < 2; kernel++) {
        for (unsigned bank = 0; bank < 16; bank++)
            hw_module_free(must_read(const_text(kernel, bank, 0, 4, "mem { 0x1 }")));
        refused(const_text(kernel, 16, 0, 4, "mem { 0x1 }"), HW_ERR_RANGE, 4, kernel ? 63 : 1, "expected 0 to 15");
    }
    refused(HEADER "reloc { name = a segname = reloc segnum = 16 offset = 0 bytes = 4 }", HW_ERR_RANGE, 4, 1,
            "expected 0 to 15");
}

static void constant_segments_hold_64_kib(void **state)
{
    (void)state;
    hw_module_free(must_read(const_text(false, 0, 0, 65536, "")));
    hw_module_free(must_read(const_text(false, 0, 65532, 4, "mem { 0x1 }")));
    refused(const_text(false, 0, 0, 65537, ""), HW_ERR_RANGE, 4, 1, "64 KiB");
    refused(const_text(true, 1, 65532, 8, "mem { 0x1 0x2 }"), HW_ERR_RANGE, 4, 63, "64 KiB");
    refused(const_text(false, 0, 4294967295u, 4294967295u, ""), HW_ERR_RANGE, 4, 1, "64 KiB");
    refused(HEADER "reloc { name = a segname = reloc segnum = 14 offset = 65533 bytes = 4 }", HW_ERR_RANGE, 4, 1,
            "64 KiB");
    hw_fact("SF-248");
}

static void data_must_fill_its_constant(void **state)
{
    (void)state;
    refused(const_text(false, 0, 0, 8, "mem { 0x1 }"), HW_ERR_FORMAT, 4, 1, "expected 8");
    refused(const_text(true, 0, 0, 4, "mem { 0x1 0x2 }"), HW_ERR_FORMAT, 4, 63, "expected 4");
    hw_module_free(must_read(const_text(false, 0, 0, 3, "mem { 0x1 }")));
}

static void no_truncation_is_taken_for_a_file(void **state)
{
    (void)state;
    for (size_t length = 0; length < sizeof whole - 1; length++) {
        struct hw_module *module;
        struct hw_error error = {0};
        char *copy = malloc(length + 1);   /* no byte more, so that the sanitizer sees reading past the end */
        assert_non_null(copy);
        memcpy(copy, whole, length);
        hw_status status = hw_module_read(copy, length, &module, &error);
        /* A file that ends behind a block is a file. */
        const char *next = whole + length;
        bool boundary = length >= strlen("architecture {sm_10}\nabiversion {0}") && whole[length - 1] == '}' &&
                        *next == '\n';
        bool after_boundary = length && whole[length - 1] == '\n' && length > 35 && whole[length - 2] == '}';
        if (status == HW_OK)
            assert_true(boundary || after_boundary);
        else
            assert_true(error.text[0] && (error.line || length == 0));
        hw_module_free(module);
        free(copy);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_part_is_read),
        cmocka_unit_test(what_is_read_is_written_back),
        cmocka_unit_test(layout_is_free_on_reading),
        cmocka_unit_test(unknown_members_keep_their_order),
        cmocka_unit_test(malformed_text_is_refused_with_its_position),
        cmocka_unit_test(there_are_16_constant_segments),
        cmocka_unit_test(constant_segments_hold_64_kib),
        cmocka_unit_test(data_must_fill_its_constant),
        cmocka_unit_test(no_truncation_is_taken_for_a_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* clang-format on */