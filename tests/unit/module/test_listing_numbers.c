/* SPDX-License-Identifier: MIT */
/* Numbers of a listing that size something: what no file can hold is refused, with its place, and what a file
 * can hold comes back as it was. */
#include "cubin_listing.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEAD "//\n.target %s\n.container elf64\n.kernel k\n.code\n.end\n" /* six lines */

static void refused(const char *target, const char *text, uint32_t line, uint32_t column,
                    const char *sentence)
{
    char listing[600];
    struct hw_module *module;
    struct hw_error error = {0};
    snprintf(listing, sizeof listing, HEAD "%s", target, text);
    if (!hw_listing_read(listing, HW_LISTING_NATIVE, NULL, &module, &error))
        fail_msg("%s is taken", text);
    if (!strstr(error.text, sentence) || error.line != line || error.column != column)
        fail_msg("%s: %u:%u: %s", text, error.line, error.column, error.text);
}

static void numbers_that_nothing_can_hold_are_refused(void **state)
{
    static const char align[] = "expected the section's alignment, 0 or a power of two of at most 2147483648";
    static const struct {
        const char *text;
        uint32_t column;
        const char *sentence;
    } cases[] = {
        {".section .debug_line 1 0 3 0 4\n.u32 1\n", 26, align},
        {".section .debug_line 1 0 12 0 4\n.u32 1\n", 26, align},
        {".section .nv.global 8 3 257 0 64\n", 25, align},
        {".section .nv.shared.k 8 3 0x80000001 0 0 modelled\n", 27, align},
        {".section .text.k 1 6 0x100000000 0 0 modelled\n", 22, align},
        {".section .debug_line 1 0 0x8000000000000000 0 4\n.u32 1\n", 26, align},
        {".section .debug_line 1 0 0xffffffffffffffff 0 4\n.u32 1\n", 26, align},
        {".section .nv.global 8 3 4 0 18446744073709551616\n", 29, "the number is too large for its place"},
        {".section .nv.global 8 18446744073709551616 4 0 4\n", 23, "the number is too large for its place"},
        {".section .debug_line 1 0 1 0 4000000000000000000\n", 1,
         "there are 0 bytes of data below this directive; it says 4000000000000000000"},
        {".section .debug_line 1 0 1 0 8\n.u32 1\n.section .nv.global 8 3 4 0 4\n", 1,
         "there are 4 bytes of data below this directive; it says 8"},
        {".section .nv.global 8 3 4 0 4\n.u32 1\n", 1, "a section of this kind has no data of its own"},
        {".info 3 MAX_THREADS 4\n.u32 1\n.const 0 8 4\n", 1,
         "a record of format 3 has no data; expected format 4"},
        {".const 0 65532 8\n", 1, "passes the end of its segment"},
        {".const 0 0 8\n.u32 1\n.const 0 8 4\n", 1,
         "there are 4 bytes of data below this directive; it says 8"},
    };
    static const char *const targets[] = {"sm_10", "sm_20", "sm_35", "sm_61"};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (size_t k = 0; k < 4; k++)
            refused(targets[k], cases[i].text, 7, cases[i].column, cases[i].sentence);
}

static void words_of_later_chips_are_refused_for_tesla(void **state)
{
    struct hw_module *module;
    struct hw_error error = {0};
    (void)state;
    assert_int_equal(hw_listing_read(".target sm_10\n.kernel k\n.crs 64\n.end\n", HW_LISTING_NATIVE, NULL,
                                     &module, &error),
                     HW_ERR_UNSUPPORTED);
    assert_int_equal(error.line, 3);
    assert_int_equal(hw_listing_read(".target sm_10\n.kernel k\n.param_base 32\n.end\n", HW_LISTING_NATIVE,
                                     NULL, &module, &error),
                     HW_ERR_UNSUPPORTED);
    assert_int_equal(error.line, 3);
}

/* Raw words in code are not data of what follows. */
static void words_of_code_are_no_data(void **state)
{
    (void)state;
    struct hw_module *module =
        from_listing(".target sm_10\n.kernel k\n.code\n.u32 0x10000001\n.const 1 0 4\n.end\n");
    assert_null(module->kernels[0]->consts[0]->data);
    hw_module_free(module);
}

static void write_refused(const char *text, const char *sentence)
{
    struct hw_error error = {0};
    struct hw_module *module = from_listing(text);
    struct file file;
    assert_int_equal(hw_module_write(module, HW_CONTAINER_ELF64, &file.bytes, &file.size, &error),
                     HW_ERR_RANGE);
    if (!strstr(error.text, sentence))
        fail_msg("%s", error.text);
    hw_module_free(module);
}

/* A section that only reserves memory has no data, whatever an item before it had. */
static void memory_of_any_size_needs_no_room(void **state)
{
    static const char *const targets[] = {"sm_10", "sm_35"};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        char text[200];
        struct file file;
        struct hw_error error = {0};
        snprintf(text, sizeof text,
                 ".target %s\n.const 0 0 4 c\n.u32 1\n.section .heap 8 3 4 0 4000000000000000000\n",
                 targets[i]);
        struct hw_module *module = from_listing(text);
        assert_null(module->sections[0].data);
        if (hw_module_write(module, HW_CONTAINER_ELF64, &file.bytes, &file.size, &error))
            fail_msg("%s", error.text);
        assert_true(file.size < 4096);
        free(file.bytes);
        hw_module_free(module);
    }
}

static void flags_leave_room_for_the_chip(void **state)
{
    (void)state;
    write_refused(".target sm_35\n.elf_flags 0x500ff\n",
                  "the ELF flags 0x500ff have bits where the target goes; "
                  "expected 0 in those of 0xff");
    write_refused(".target sm_35\n.os_abi 65\n.elf_flags 0x5000\n", "expected 0 in those of 0xff00");
}

/* The listing of the file that a listing makes. */
static char *there_and_back(const char *text)
{
    struct hw_error error = {0};
    struct hw_module *module = from_listing(text);
    struct file file;
    char *again;
    size_t length;
    if (hw_module_write(module, module->container, &file.bytes, &file.size, &error))
        fail_msg("%s", error.text);
    hw_module_free(module);
    if (hw_module_read(file.bytes, file.size, &module, &error))
        fail_msg("%s", error.text);
    free(file.bytes);
    if (hw_listing_write(module, &(struct hw_listing_options){.syntax = HW_LISTING_NATIVE}, &again, &length,
                         &error))
        fail_msg("%s", error.text);
    hw_module_free(module);
    return again;
}

/* A listing that says none has those of its OS ABI, and its own chip comes back. */
static void flags_that_are_not_said_hold_no_chip(void **state)
{
    static const char *const listings[] = {
        ".target sm_35\n.container elf64\n",
        ".target sm_35\n.container elf64\n.os_abi 65\n",
        ".target sm_75\n.container elf32\n.os_abi 65\n",
        ".target sm_80\n.container elf64\n.os_abi 65\n.elf_flags 0\n",
    };
    (void)state;
    for (size_t i = 0; i < sizeof listings / sizeof listings[0]; i++) {
        char *again = there_and_back(listings[i]);
        assert_memory_equal(again, listings[i], strlen(".target sm_35\n"));
        free(again);
    }
}

/* PTX's .align reaches to 2 GiB, and the assembler puts it into the section's header; the file must not grow
 * with it. */
static void sections_keep_their_alignment_and_size_of_records(void **state)
{
    static const char *const sections[] = {
        ".section .debug_line 1 0 0 0 4\n        .u32 0x00000001\n",
        ".section .debug_line 1 0 512 0 4\n        .u32 0x00000001\n",
        ".section .nv.global 8 3 65536 0 64\n",
        ".section .nv.global 8 3 2147483648 0 64\n",
        ".section .debug_loc 1 0 1 24 4\n        .u32 0x00000001\n",
    };
    static const char *const containers[] = {"elf32", "elf64"};
    (void)state;
    for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++)
        for (size_t k = 0; k < 2; k++) {
            char text[300];
            snprintf(text, sizeof text,
                     ".target sm_35\n.container %s\n.kernel k\n.code\n        EXIT\n.end\n%s", containers[k],
                     sections[i]);
            char *again = there_and_back(text);
            if (!strstr(again, sections[i]))
                fail_msg("%s of %s became\n%s", sections[i], containers[k], again);
            free(again);
        }
}

static void kernels_keep_what_their_headers_say(void **state)
{
    (void)state;
    char *again = there_and_back(
        ".target sm_35\n.container elf64\n.kernel k\n.registers 40\n.code_registers 24\n.crs 128\n"
        ".code\n        EXIT\n.end\n");
    assert_non_null(strstr(again, ".registers 40\n"));
    assert_non_null(strstr(again, ".code_registers 24\n"));
    assert_non_null(strstr(again, ".crs 128\n"));
    free(again);
}

/* Of the string table, which other sections refer to, a listing may give none of the bytes that it says. */
static void a_string_table_without_bytes_is_none(void **state)
{
    struct hw_error error = {0};
    struct hw_module *module;
    struct file file;
    char name[] = ".strtab";
    const struct hw_section section = {.name = name, .type = SHT_STRTAB, .align = 1, .bytes = 4};
    (void)state;
    assert_int_equal(hw_module_create("sm_35", 7, &module, &error), HW_OK);
    assert_int_equal(hw_module_add_section(module, &section, &error), HW_OK);
    assert_int_equal(hw_module_write(module, HW_CONTAINER_ELF64, &file.bytes, &file.size, &error), HW_OK);
    free(file.bytes);
    hw_module_free(module);
}

static void relocations_lie_in_their_section(void **state)
{
    (void)state;
    write_refused(
        ".target sm_35\n.kernel k\n.code\n        EXIT\n.end\n.relocate .text.k 18446744073709551615 "
        "R_CUDA_32 k\n",
        "a relocation at byte 0xffffffffffffffff of .text.k needs 4 bytes there; the section has 0x40");
    write_refused(".target sm_35\n.section .nv.global 8 3 4 0 4\n.symbol g .nv.global 1 1 0 0 4\n.relocate "
                  ".nv.global 0 "
                  "R_CUDA_32 g\n",
                  "a relocation at byte 0x0 of .nv.global needs 4 bytes there; the section has 0x0");
}

static void more_sections_than_elf_can_number_are_named(void **state)
{
    enum { COUNT = 65300 };
    static const char *const targets[] = {"sm_10", "sm_35"};
    (void)state;
    for (size_t k = 0; k < 2; k++) {
        char *text = malloc(40 * COUNT), *at = text;
        assert_non_null(text);
        at += sprintf(at, ".target %s\n", targets[k]);
        for (unsigned i = 0; i < COUNT; i++)
            at += sprintf(at, ".section s%u 8 0 1 0 4\n", i);
        write_refused(text, "more sections than ELF can number");
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_that_nothing_can_hold_are_refused),
        cmocka_unit_test(words_of_later_chips_are_refused_for_tesla),
        cmocka_unit_test(words_of_code_are_no_data),
        cmocka_unit_test(memory_of_any_size_needs_no_room),
        cmocka_unit_test(flags_leave_room_for_the_chip),
        cmocka_unit_test(flags_that_are_not_said_hold_no_chip),
        cmocka_unit_test(sections_keep_their_alignment_and_size_of_records),
        cmocka_unit_test(kernels_keep_what_their_headers_say),
        cmocka_unit_test(a_string_table_without_bytes_is_none),
        cmocka_unit_test(relocations_lie_in_their_section),
        cmocka_unit_test(more_sections_than_elf_can_number_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
