/* SPDX-License-Identifier: MIT */
/* ELF cubins of sm_70 to sm_89: both OS ABIs, and the relocations and records that came with these chips.
 * test_cubin_later reads and writes the same samples whole. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/listing.h>
#include <halfwarp/module.h>

#include "cubin_listing.h"
#include "samples.h"

#define SAMPLES "tests/data/containers/"

static struct hw_module *sample_module(const char *path)
{
    struct sample sample = sample_read(path);
    struct hw_module *module;
    struct hw_error error = {0};
    if (hw_module_read(sample.bytes, sample.size, &module, &error))
        fail_msg("%s: %s", path, error.text);
    free(sample.bytes);
    return module;
}

static struct hw_module *written_and_read(const struct hw_module *module)
{
    struct hw_module *again = NULL;
    struct hw_error error = {0};
    uint8_t *bytes;
    size_t size;
    if (hw_module_write(module, HW_CONTAINER_ELF64, &bytes, &size, &error) ||
        hw_module_read(bytes, size, &again, &error))
        fail_msg("%s", error.text);
    free(bytes);
    return again;
}

static char *listing_of(const struct hw_module *module)
{
    const struct hw_listing_options options = {.syntax = HW_LISTING_NATIVE, .sched = true};
    struct hw_error error = {0};
    char *text;
    size_t length;
    if (hw_listing_write(module, &options, &text, &length, &error))
        fail_msg("%s", error.text);
    return text;
}

static const struct hw_reloc_kind *kind_called(const char *name)
{
    const int number = hw_reloc_find(name);
    assert_true(number >= 0);
    return hw_reloc_kind((uint32_t)number);
}

static void both_os_abis_have_their_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *path, *target;
        uint32_t os_abi, abi_version, toolkit;
    } samples[] = {
        {SAMPLES "parts.sm_70.cubin", "sm_70", 0x33, 7, 124},
        {SAMPLES "parts.sm_75.cubin", "sm_75", 0x41, 8, 1},
        {SAMPLES "parts.sm_86.cubin", "sm_86", 0x41, 8, 1},
    };
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
        struct hw_module *module = sample_module(samples[i].path);
        const struct hw_kernel *kernel = hw_module_find_kernel(module, "parts");
        assert_string_equal(module->target, samples[i].target);
        assert_int_equal(module->os_abi, samples[i].os_abi);
        assert_int_equal(module->abi_version, samples[i].abi_version);
        assert_int_equal(module->toolkit, samples[i].toolkit);
        assert_int_equal(kernel->code_bytes % 128, 0);
        assert_int_equal(kernel->barriers, 1);
        assert_true(kernel->registers >= 16 && kernel->registers < 64);
        assert_int_equal(kernel->param_base, 0x160);
        assert_int_equal(kernel->param_bytes, 16);
        assert_int_equal(kernel->param_count, 3);
        assert_int_equal(kernel->shared_bytes, 128);
        hw_module_free(module);
    }
}

/* CUDA 13 says the barriers in a record, and then code has none in its section's flags. */
static void barriers_go_where_the_file_has_them(void **state)
{
    (void)state;
    static const char *const paths[] = {SAMPLES "parts.sm_70.cubin", SAMPLES "parts.sm_75.cubin"};
    for (int i = 0; i < 2; i++) {
        struct hw_module *module = sample_module(paths[i]);
        hw_module_find_kernel(module, "parts")->barriers = 5;
        struct hw_module *again = written_and_read(module);
        const struct hw_kernel *kernel = hw_module_find_kernel(again, "parts");
        unsigned records = 0;
        assert_int_equal(kernel->barriers, 5);
        for (size_t r = 0; r < kernel->infos.count; r++)
            if (kernel->infos.list[r].attribute == hw_attribute_find("NUM_BARRIERS")) {
                assert_int_equal(kernel->infos.list[r].value, 5);
                records++;
            }
        assert_int_equal(records, i);
        hw_module_free(again);
        hw_module_free(module);
    }
}

/* The target of CALL.ABS counts words of 4 bytes and lies across the halves of the instruction. */
static void fields_lie_across_halves(void **state)
{
    (void)state;
    uint8_t target[16];
    const struct hw_reloc_kind *call = kind_called("ABS47_34");
    memset(target, 0xff, sizeof target);
    assert_int_equal(call->bytes, 16);
    hw_reloc_put(call, target, 0x112233445568);
    assert_true(hw_reloc_get(call, target) == 0x112233445568);
    static const uint8_t with_target[16] = {0xff, 0xff, 0xff, 0xff, 0x6b, 0x55, 0x44, 0x33,
                                            0x22, 0x11, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff};
    assert_memory_equal(target, with_target, sizeof target);

    memset(target, 0, sizeof target);
    hw_reloc_put(kind_called("CONST_FIELD19_40"), target, 2u << 16 | 0x28);
    static const uint8_t operand[8] = {0, 0, 0, 0, 0, 0x0a, 0x80, 0}; /* c[0x2][0x28], as nvlink 13 puts it */
    assert_memory_equal(target, operand, sizeof operand);
    memset(target, 0, sizeof target);
    hw_reloc_put(kind_called("CONST_FIELD21_38"), target, 2u << 16 | 0x8018);
    static const uint8_t load[8] = {0, 0, 0, 0, 0, 0x06, 0xa0, 0}; /* LDC of c[0x2][R - 0x8000 + 0x18] */
    assert_memory_equal(target, load, sizeof load);
}

/* From sm_90 on the lowest bits of a call's target are in front of the others. */
static void targets_of_far_calls_are_in_two_parts(void **state)
{
    (void)state;
    uint8_t target[16] = {0};
    const struct hw_reloc_kind *call = kind_called("ABS55_16_34");
    hw_reloc_put(call, target, 0x112233445568);
    static const uint8_t word[16] = {0, 0, 0x5a, 0, 0x54, 0x44, 0x33, 0x22, 0x11};
    assert_memory_equal(target, word, sizeof word);
    assert_true(hw_reloc_get(call, target) == 0x112233445568);
    const struct hw_reloc_kind *through_register = kind_called("ABS56_16_34");
    memset(target, 0xff, sizeof target);
    hw_reloc_put(through_register, target, 0);
    assert_true(hw_reloc_get(through_register, target) == 0);
    assert_int_equal(target[2], 0);
    assert_int_equal(target[4] & 3, 3); /* not its bits */
    assert_int_equal(target[10], 0xfc); /* bits 81:34 are */
}

static void new_numbers_have_names(void **state)
{
    (void)state;
    assert_string_equal(hw_reloc_kind(75)->name, "ABS55_16_34");
    assert_string_equal(hw_reloc_kind(115)->name, "CONST_FIELD22_37");
    assert_null(hw_reloc_kind(116));
    assert_string_equal(hw_attribute_name(0x53), "GEN_ERRBAR_AT_EXIT");
    assert_string_equal(hw_attribute_name(0x6d), "PREEXIT_USED");
    assert_null(hw_attribute_name(0x56));
    struct hw_nv_info masks = {.format = 4, .attribute = 0x44, .value = 16, .data = (uint8_t[16]){0}};
    assert_int_equal(hw_nv_info_word(&masks, 2), HW_WORD_CODE);
    assert_int_equal(hw_nv_info_word(&masks, 3), HW_WORD_NUMBER);
}

/* A relocation that only concerns the instruction names no symbol; its listing has `-` there. */
static void relocations_without_symbol_are_listed(void **state)
{
    (void)state;
    struct hw_module *module = sample_module(SAMPLES "linkable.sm_75.cubin");
    const struct hw_reloc reloc = {.section = (char[]){".text.parts"},
                                   .offset = 16,
                                   .type = (uint32_t)hw_reloc_find("YIELD_OPCODE9_0"),
                                   .explicit_addend = true,
                                   .addend = 0x118};
    assert_int_equal(hw_module_add_reloc(module, &reloc, NULL), HW_OK);
    char *text = listing_of(module);
    assert_non_null(strstr(text, "\n.relocate .text.parts L_0010 R_CUDA_YIELD_OPCODE9_0 - 280\n"));
    struct hw_module *again = from_listing(text);
    const struct hw_reloc *last = &again->relocs[again->reloc_count - 1];
    assert_int_equal(again->reloc_count, module->reloc_count);
    assert_null(last->symbol);
    assert_int_equal(last->addend, 0x118);
    char *same = listing_of(again);
    assert_string_equal(text, same);
    free(text);
    free(same);
    hw_module_free(again);
    hw_module_free(module);
}

/* Code, records, sections, symbols and relocations come back from the listing, scheduling bits included. */
static void listings_give_the_same_cubin(void **state)
{
    (void)state;
    static const char *const paths[] = {SAMPLES "parts.sm_70.cubin", SAMPLES "parts.sm_75.cubin",
                                        SAMPLES "parts.sm_86.cubin", SAMPLES "linkable.sm_75.cubin"};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        struct hw_module *module = sample_module(paths[i]);
        char *text = listing_of(module);
        struct hw_module *from_text = from_listing(text);
        struct hw_module *again = written_and_read(from_text);
        assert_int_equal(again->kernel_count, module->kernel_count);
        for (size_t k = 0; k < module->kernel_count; k++) {
            assert_int_equal(again->kernels[k]->code_bytes, module->kernels[k]->code_bytes);
            assert_memory_equal(again->kernels[k]->code, module->kernels[k]->code,
                                module->kernels[k]->code_bytes);
        }
        char *same = listing_of(again);
        assert_string_equal(text, same);
        free(text);
        free(same);
        hw_module_free(again);
        hw_module_free(from_text);
        hw_module_free(module);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_os_abis_have_their_numbers),
        cmocka_unit_test(barriers_go_where_the_file_has_them),
        cmocka_unit_test(fields_lie_across_halves),
        cmocka_unit_test(targets_of_far_calls_are_in_two_parts),
        cmocka_unit_test(new_numbers_have_names),
        cmocka_unit_test(relocations_without_symbol_are_listed),
        cmocka_unit_test(listings_give_the_same_cubin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
