/* SPDX-License-Identifier: MIT */
/* Cubins in which local names repeat, as nvlink leaves them: functions and their sections of several files,
 * and variables beside those that other files see. */
#include "cubin_listing.h"

#include <halfwarp/image.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Two functions, one of a file of its own and one that all files see; the local one comes first, and it alone
 * has literals.  The kernel calls both. */
static const char functions[] =
    ".target sm_61\n.container elf64\n"
    ".function f#2\n.registers 7\n.info 3 MAXREG_COUNT 2\n.code\nMOV R0, c[0x2][0x0]\nRET\n.end\n"
    ".function f\n.registers 9\n.info 3 MAXREG_COUNT 1\n.code\nIADD32I R0, R0, 0x2\nRET\n.end\n"
    ".kernel k\n.registers 10\n.code\nfirst:\nJCAL 0x0\nsecond:\nJCAL 0x0\nEXIT\n.end\n"
    ".section .text.f#2 1 6 32 0 0 link .symtab modelled\n"
    ".section .text.f 1 6 32 0 0 link .symtab modelled\n"
    ".section .nv.info.f#2 1879048192 0 4 0 0 link .symtab info .text.f#2 modelled\n"
    ".section .nv.info.f 1879048192 0 4 0 0 link .symtab info .text.f modelled\n"
    ".section .nv.constant2.f#2 1 2 4 0 4 info .text.f#2\n.u32 0x12345678\n"
    ".symbol f#2 .text.f#2 2 0 0 0 0\n"
    ".symbol .text.f#2 .text.f#2 3 0 0 0 0\n"
    ".symbol f .text.f 2 1 0 0 0\n"
    ".symbol k .text.k 2 1 16 0 0\n"
    ".relocate .text.f 8 R_CUDA_ABS32_20 f\n"
    ".relocate .text.f#2 8 R_CUDA_ABS32_20 f#2\n"
    ".relocate .text.k first R_CUDA_ABS32_20 f\n"
    ".relocate .text.k second R_CUDA_ABS32_20 f#2\n";

/* How often a text with its end stands in a file: of a section's name also as the end of that of its
 * relocations, and in that of its symbol. */
static unsigned count_of(const uint8_t *bytes, size_t length, const char *text)
{
    const size_t size = strlen(text) + 1;
    unsigned count = 0;

    for (size_t at = 0; at + size <= length; at++)
        count += memcmp(bytes + at, text, size) == 0;
    return count;
}

static struct hw_module *through_file(const char *listing, unsigned names, const char *name)
{
    struct hw_module *from = NULL, *module = NULL;
    struct hw_error error = {0};
    uint8_t *bytes = NULL;
    size_t length = 0;

    if (hw_listing_read(listing, HW_SYNTAX_NV, NULL, &from, &error) != HW_OK ||
        hw_module_write(from, HW_CONTAINER_ELF64, &bytes, &length, &error) != HW_OK ||
        hw_module_read(bytes, length, &module, &error) != HW_OK)
        fail_msg("line %u: %s", error.line, error.text);
    assert_int_equal(count_of(bytes, length, name), names);
    hw_module_free(from);
    free(bytes);
    return module;
}

static void functions_of_one_name(void **state)
{
    (void)state;
    struct hw_module *module = through_file(functions, 5, ".text.f");
    const struct hw_kernel *seen = hw_module_find_kernel(module, "f"),
                           *local = hw_module_find_kernel(module, "f#2");
    assert_non_null(seen);
    assert_non_null(local);
    assert_true(seen->registers == 9 && local->registers == 7);
    assert_true(seen->infos.list[0].value == 1 && local->infos.list[0].value == 2);
    assert_int_equal(hw_module_find_symbol(module, "f")->binding, HW_BINDING_GLOBAL);
    assert_string_equal(hw_module_find_symbol(module, "f")->section, ".text.f");
    assert_string_equal(hw_module_find_symbol(module, "f#2")->section, ".text.f#2");
    assert_string_equal(hw_module_find_symbol(module, ".text.f#2")->section, ".text.f#2");
    /* What belongs to one of them follows it, though no other has such a section. */
    assert_int_equal(local->const_count, 1);
    assert_int_equal(seen->const_count, 0);
    assert_int_equal(local->consts[0]->data[3], 0x12);
    assert_string_equal(hw_module_find_section(module, ".nv.constant2.f#2")->info, ".text.f#2");
    for (size_t i = 0; i < module->reloc_count; i++)
        if (strcmp(module->relocs[i].section, ".text.k") != 0)
            assert_string_equal(module->relocs[i].section + strlen(".text."), module->relocs[i].symbol);
    hw_module_free(module);
}

static void calls_reach_the_right_one(void **state)
{
    const struct hw_reloc_kind *field = hw_reloc_kind((uint32_t)hw_reloc_find("ABS32_20"));
    struct hw_memory *memory;
    struct hw_image image;
    struct hw_error error = {0};
    uint64_t offset;

    (void)state;
    struct hw_module *module = through_file(functions, 5, ".text.f");
    assert_int_equal(hw_memory_create(&memory, &error), HW_OK);
    if (hw_image_load(&image, module, hw_module_find_kernel(module, "k"), memory, &error))
        fail_msg("%s", error.text);
    for (unsigned i = 0; i < 2; i++) {
        const uint32_t address = (uint32_t)hw_reloc_get(field, image.code + 8 + 8 * i);
        const struct hw_section *section = hw_image_code_at(&image, address, &offset);
        assert_non_null(section);
        assert_string_equal(section->name, i ? ".text.f#2" : ".text.f");
    }
    hw_image_unload(&image);
    hw_memory_destroy(memory);
    hw_module_free(module);
}

/* The name that a host asks for is that of the variable that other files see, wherever it stands. */
static void variables_of_one_name(void **state)
{
    static const char listing[] = ".target sm_61\n.container elf64\n.kernel k\n.code\nEXIT\n.end\n"
                                  ".section .nv.global 1879048199 3 4 0 16\n"
                                  ".symbol v#2 .nv.global 1 0 0 4 4\n"
                                  ".symbol v#3 .nv.global 1 0 0 8 4\n"
                                  ".symbol v .nv.global 1 1 0 12 4\n"
                                  ".symbol w#2#1 .nv.global 1 1 0 0 4\n";

    (void)state;
    struct hw_module *module = through_file(listing, 1, "w#2"); /* a name of the file's own */
    assert_int_equal(hw_module_find_symbol(module, "v")->value, 12);
    assert_int_equal(hw_module_find_symbol(module, "v#2")->value, 4);
    assert_int_equal(hw_module_find_symbol(module, "v#3")->value, 8);
    assert_non_null(hw_module_find_symbol(module, "w#2#1"));
    hw_module_free(module);
}

/* CUDA 4 and NVIDIA's internal assembler give the symbols of sections no names. */
static void sections_may_have_nameless_symbols(void **state)
{
    struct hw_module *module = from_listing(".target sm_100\n.container elf64\n.nameless\n"
                                            ".kernel k\n.registers 8\n.param_base 896\n.param_bytes 8\n"
                                            ".code\nEXIT\n.end\n"),
                     *again;
    const char *const name = ".nv.constant0.k";
    struct hw_error error;
    uint8_t *bytes;
    size_t length;

    (void)state;
    assert_true(module->nameless);
    assert_int_equal(hw_module_write(module, HW_CONTAINER_ELF64, &bytes, &length, &error), HW_OK);
    const uint8_t *once = memmem(bytes, length, name, strlen(name)); /* the section's own */
    assert_non_null(once);
    assert_null(memmem(once + 1, length - (size_t)(once + 1 - bytes), name, strlen(name)));
    assert_int_equal(hw_module_read(bytes, length, &again, &error), HW_OK);
    assert_true(again->nameless);
    assert_string_equal(hw_module_find_symbol(again, name)->section, name);
    free(bytes);
    hw_module_free(module);
    hw_module_free(again);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_of_one_name),
        cmocka_unit_test(calls_reach_the_right_one),
        cmocka_unit_test(variables_of_one_name),
        cmocka_unit_test(sections_may_have_nameless_symbols),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
