/* SPDX-License-Identifier: MIT */
/* ELF cubins of Fermi and later that are refused: modules that no file can hold, and files that say what
 * cannot be. */
#include "cubin_listing.h"
#include "samples.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A file has one section of each name, and these are written for every one. */
static void tables_have_one_name(void **state)
{
    static const char *const names[] = {".symtab", ".shstrtab"};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        char text[128];
        struct file file;
        struct hw_error error = {0};
        snprintf(text, sizeof text, ".target sm_20\n.container elf32\n.section %s 0x20000000 0 1 0 0\n",
                 names[i]);
        struct hw_module *module = from_listing(text);
        assert_int_equal(hw_module_write(module, HW_CONTAINER_ELF32, &file.bytes, &file.size, &error),
                         HW_ERR_UNSUPPORTED);
        assert_non_null(strstr(error.text, "beside the table of that name"));
        hw_module_free(module);
    }
}

/* The header of the section of relocations says that they are for itself. */
static void relocations_are_for_code_or_data(void **state)
{
    enum { E_SHOFF = 40, HEADER_BYTES = 64, SH_TYPE = 4, SH_INFO = 44, REL = 9 };
    struct hw_error error = {0};
    uint64_t headers;
    (void)state;
    static const char text[] =
        ".target sm_30\n.container elf64\n.kernel k\n.code\ncall:\nJCAL 0x0\nEXIT\n.end\n"
        ".symbol malloc - 2 1 0 0 0\n.relocate .text.k call R_CUDA_ABS32_26 malloc\n";
    struct hw_module *module = from_listing(text);
    struct file file;
    assert_int_equal(hw_module_write(module, HW_CONTAINER_ELF64, &file.bytes, &file.size, &error), HW_OK);
    hw_module_free(module);
    memcpy(&headers, file.bytes + E_SHOFF, sizeof headers);
    for (uint8_t i = 1;; i++) {
        uint8_t *header = file.bytes + headers + (size_t)i * HEADER_BYTES;
        assert_true(header + HEADER_BYTES <= file.bytes + file.size);
        if (header[SH_TYPE] == REL) {
            header[SH_INFO] = i;
            break;
        }
    }
    assert_int_equal(hw_module_read(file.bytes, file.size, &module, &error), HW_ERR_FORMAT);
    assert_non_null(strstr(error.text, "expected code or data"));
    free(file.bytes);
}

static void parameters_stay_in_their_bank(void **state)
{
    static const char text[] =
        ".target sm_20\n.kernel k\n.param_base 0xffff\n.param_bytes 2\n.code\nEXIT\n.end\n";
    struct file file;
    struct hw_error error = {0};
    (void)state;
    struct hw_module *module = from_listing(text);
    assert_int_equal(hw_module_write(module, HW_CONTAINER_ELF32, &file.bytes, &file.size, &error),
                     HW_ERR_RANGE);
    assert_non_null(strstr(error.text, "end at byte 0x10001 of constant bank 0"));
    hw_module_free(module);
}

static void there_are_32_banks(void **state)
{
    struct hw_module *module;
    struct hw_kernel *kernel;
    struct hw_error error = {0};
    (void)state;
    assert_int_equal(hw_module_create("sm_20", 0, &module, NULL), HW_OK);
    assert_int_equal(hw_module_add_kernel(module, "k", &kernel, NULL), HW_OK);
    assert_int_equal(hw_kernel_add_const(kernel, 31, 0, 4, NULL, 0, NULL, NULL), HW_OK);
    assert_int_equal(hw_kernel_add_const(kernel, 32, 0, 4, NULL, 0, NULL, &error), HW_ERR_RANGE);
    assert_non_null(strstr(error.text, "expected 0 to 31"));
    assert_int_equal(hw_module_add_const(module, NULL, 32, 0, 4, NULL, 0, NULL, NULL), HW_ERR_RANGE);
    hw_module_free(module);
}

/* Of CUDA 12 and of CUDA 13. */
static const char *const wholes[] = {"tests/data/containers/parts.sm_52.cubin",
                                     "tests/data/containers/parts.sm_75.cubin"};
#define WHOLES (sizeof wholes / sizeof wholes[0])

static void cut_off(const char *path)
{
    struct sample sample = sample_read(path);
    for (size_t size = 0; size < sample.size; size++) {
        struct hw_module *module;
        struct hw_error error = {0};
        uint8_t *cut = malloc(size + 1); /* of its own, so that a sanitizer sees what lies behind it */
        assert_non_null(cut);
        memcpy(cut, sample.bytes, size);
        if (hw_module_read(cut, size, &module, &error) == HW_OK)
            fail_msg("%zu of %zu bytes of %s were taken for a cubin", size, sample.size, path);
        assert_true(error.text[0] != '\0');
        free(cut);
    }
    free(sample.bytes);
}

static void every_truncation_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < WHOLES; i++)
        cut_off(wholes[i]);
}

static void damage(const char *path)
{
    static const uint8_t values[] = {0, 1, 0x7f, 0xff};
    struct sample sample = sample_read(path);
    size_t step = getenv("HW_SAMPLE") ? 13 : 1;
    for (size_t at = 4; at < sample.size; at += step) {
        uint8_t old = sample.bytes[at];
        for (size_t v = 0; v < sizeof values; v++) {
            struct hw_module *module;
            uint8_t *bytes = NULL;
            size_t size;
            sample.bytes[at] = values[v];
            if (hw_module_read(sample.bytes, sample.size, &module, NULL) == HW_OK)
                hw_module_write(module, HW_CONTAINER_ELF64, &bytes, &size, NULL);
            free(bytes);
            hw_module_free(module);
        }
        sample.bytes[at] = old;
    }
    free(sample.bytes);
}

/* Whatever is read can be written or is refused, and does no harm. */
static void any_byte_can_be_damaged(void **state)
{
    (void)state;
    for (size_t i = 0; i < WHOLES; i++)
        damage(wholes[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_have_one_name),          cmocka_unit_test(relocations_are_for_code_or_data),
        cmocka_unit_test(parameters_stay_in_their_bank), cmocka_unit_test(there_are_32_banks),
        cmocka_unit_test(every_truncation_is_refused),   cmocka_unit_test(any_byte_can_be_damaged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
