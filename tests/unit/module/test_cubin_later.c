/* SPDX-License-Identifier: MIT */
/* ELF cubins of sm_20 and later: what compilers make is read whole and written back, modules built from
 * nothing become cubins; test_cubin_refused has what is damaged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/module.h>

#include "samples.h"

#define SAMPLE   "tests/data/containers/parts.sm_52.cubin"
#define LINKABLE "tests/data/containers/linkable.sm_52.cubin"

static struct hw_module *must_read(const char *name, const uint8_t *bytes, size_t size)
{
    struct hw_module *module;
    struct hw_error error = {0};
    if (hw_module_read(bytes, size, &module, &error))
        fail_msg("%s: %s", name, error.text);
    return module;
}

static struct sample must_write(const struct hw_module *module, enum hw_container container)
{
    struct sample made = {.name = "written"};
    struct hw_error error = {0};
    if (hw_module_write(module, container, &made.bytes, &made.size, &error))
        fail_msg("%s", error.text);
    return made;
}

static struct hw_module *sample_module(const char *path)
{
    struct sample sample = sample_read(path);
    struct hw_module *module = must_read(path, sample.bytes, sample.size);
    free(sample.bytes);
    return module;
}

static const struct hw_nv_info *find_info(const struct hw_nv_infos *infos, const char *name)
{
    for (size_t i = 0; i < infos->count; i++)
        if (infos->list[i].attribute == hw_attribute_find(name))
            return &infos->list[i];
    fail_msg("there is no record %s", name);
    return NULL;
}

static uint32_t word(const struct hw_nv_info *info, size_t index)
{
    const uint8_t *p = info->data + 4 * index;
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* --- reading ------------------------------------------------------------------------------------- */

static void kernels_have_their_numbers(void **state)
{
    (void)state;
    struct hw_module *module = sample_module(SAMPLE);
    const struct hw_kernel *kernel = hw_module_find_kernel(module, "parts");
    assert_string_equal(module->target, "sm_52");
    assert_int_equal(module->container, HW_CONTAINER_ELF64);
    assert_int_equal(module->os_abi, 0x33);
    assert_int_equal(module->toolkit, 124);
    assert_false(module->relocatable);
    assert_int_equal(module->kernel_count, 2);
    assert_non_null(kernel);
    assert_false(kernel->function);
    assert_true(kernel->registers >= 8 && kernel->registers < 64);
    assert_int_equal(kernel->barriers, 1);
    assert_int_equal(kernel->shared_bytes, 128);
    assert_true(kernel->local_bytes >= 32 && kernel->local_bytes < 256);
    assert_int_equal(kernel->param_base, 0x140);
    assert_int_equal(kernel->param_bytes, 16);
    assert_int_equal(kernel->param_count, 3);
    assert_int_equal(kernel->params[0].ordinal, 2);
    assert_int_equal(kernel->params[0].offset, 12);
    assert_int_equal(kernel->params[2].bytes, 8);
    hw_module_free(module);
}

static void banks_symbols_and_relocations_are_there(void **state)
{
    (void)state;
    struct hw_module *module = sample_module(SAMPLE);
    static const uint8_t table[] = {1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0};
    const struct hw_symbol *symbol = hw_module_find_symbol(module, "table");
    assert_string_equal(symbol->section, ".nv.constant3");
    assert_int_equal(symbol->bytes, 16);
    bool found = false;
    for (size_t i = 0; i < module->const_count; i++)
        if (module->consts[i]->bank == 3) {
            assert_memory_equal(module->consts[i]->data + symbol->value, table, sizeof table);
            found = true;
        }
    assert_true(found);
    symbol = hw_module_find_symbol(module, "zeros");
    assert_string_equal(symbol->section, ".nv.global");
    assert_true(hw_module_find_section(module, ".nv.global")->bytes >= 64);
    symbol = hw_module_find_symbol(module, "counter");
    const struct hw_section *init = hw_module_find_section(module, ".nv.global.init");
    assert_int_equal(init->data[symbol->value], 7);
    assert_null(hw_module_find_symbol(module, "vprintf")->section);
    found = false;
    for (size_t i = 0; i < module->reloc_count; i++)
        if (strcmp(module->relocs[i].section, ".nv.global.init") == 0) {
            assert_string_equal(module->relocs[i].symbol, "counter");
            assert_string_equal(hw_reloc_kind(module->relocs[i].type)->name, "G64");
            found = true;
        }
    assert_true(found);
    hw_module_free(module);
}

static void records_have_names(void **state)
{
    (void)state;
    struct hw_module *module = sample_module(SAMPLE);
    const struct hw_kernel *kernel = hw_module_find_kernel(module, "parts");
    const struct hw_nv_info *externs = find_info(&kernel->infos, "EXTERNS");
    const struct hw_nv_info *exits = find_info(&kernel->infos, "EXIT_INSTR_OFFSETS");
    const struct hw_nv_info *branches = find_info(&kernel->infos, "INDIRECT_BRANCH_TARGETS");
    assert_int_equal(externs->symbol_count, 1);
    assert_string_equal(externs->symbols[0], "vprintf");
    assert_int_equal(hw_nv_info_word(externs, 0), HW_WORD_SYMBOL);
    for (size_t i = 0; i < exits->value / 4u; i++) {
        assert_int_equal(hw_nv_info_word(exits, i), HW_WORD_CODE);
        assert_true(word(exits, i) < kernel->code_bytes);
    }
    assert_int_equal(hw_nv_info_word(exits, exits->value / 4u), HW_WORD_NUMBER);
    assert_int_equal(hw_nv_info_word(branches, 0), HW_WORD_CODE);
    assert_int_equal(hw_nv_info_word(branches, 1), HW_WORD_NUMBER);
    assert_int_equal(hw_nv_info_word(branches, 2), HW_WORD_NUMBER);
    for (size_t i = 0; i < word(branches, 2); i++)
        assert_int_equal(hw_nv_info_word(branches, 3 + i), HW_WORD_CODE);
    assert_string_equal(hw_attribute_name(0x1e), "CRS_STACK_SIZE");
    assert_null(hw_attribute_name(0xff));
    assert_int_equal(hw_attribute_find("NOTHING"), -1);
    hw_module_free(module);
}

static void relocatable_cubins_have_functions(void **state)
{
    (void)state;
    struct hw_module *module = sample_module(LINKABLE);
    const struct hw_kernel *function = NULL;
    assert_true(module->relocatable);
    for (size_t i = 0; i < module->kernel_count; i++)
        if (strstr(module->kernels[i]->name, "slow"))
            function = module->kernels[i];
    assert_non_null(function);
    assert_true(function->function);
    assert_false(hw_module_find_kernel(module, "parts")->function);
    assert_false(hw_module_find_kernel(module, NULL)->function);
    /* Two parameters' symbols have one name; the second is told apart, and written as it was. */
    assert_non_null(hw_module_find_symbol(module, "_param"));
    assert_non_null(hw_module_find_symbol(module, "_param#2"));
    struct sample made = must_write(module, HW_CONTAINER_ELF64);
    assert_null(memmem(made.bytes, made.size, "_param#2", 8));
    free(made.bytes);
    hw_module_free(module);
}

/* --- there and back ------------------------------------------------------------------------------- */

static void same_infos(const struct hw_nv_infos *a, const struct hw_nv_infos *b)
{
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; i++) {
        const struct hw_nv_info *first = &a->list[i], *second = &b->list[i];
        assert_int_equal(first->attribute, second->attribute);
        assert_int_equal(first->value, second->value);
        assert_int_equal(first->symbol_count, second->symbol_count);
        for (size_t s = 0; s < first->symbol_count; s++)
            assert_string_equal(first->symbols[s], second->symbols[s]);
        for (size_t w = 0; first->data && w < first->value / 4u; w++)
            if (hw_nv_info_word(first, w) != HW_WORD_SYMBOL)
                assert_int_equal(word(first, w), word(second, w));
    }
}

static void same_kernel(const struct hw_kernel *a, const struct hw_kernel *b)
{
    assert_string_equal(a->name, b->name);
    assert_int_equal(a->code_bytes, b->code_bytes);
    assert_memory_equal(a->code, b->code, a->code_bytes);
    assert_int_equal(a->function, b->function);
    assert_int_equal(a->registers, b->registers);
    assert_int_equal(a->barriers, b->barriers);
    assert_int_equal(a->shared_bytes, b->shared_bytes);
    assert_int_equal(a->local_bytes, b->local_bytes);
    assert_int_equal(a->crs_bytes, b->crs_bytes);
    assert_int_equal(a->param_bytes, b->param_bytes);
    assert_int_equal(a->param_base, b->param_base);
    assert_int_equal(a->param_count, b->param_count);
    for (size_t i = 0; i < a->param_count; i++) {
        assert_int_equal(a->params[i].ordinal, b->params[i].ordinal);
        assert_int_equal(a->params[i].offset, b->params[i].offset);
        assert_int_equal(a->params[i].bytes, b->params[i].bytes);
        assert_int_equal(a->params[i].flags, b->params[i].flags);
    }
    assert_int_equal(a->const_count, b->const_count);
    for (size_t i = 0; i < a->const_count; i++) {
        assert_int_equal(a->consts[i]->bank, b->consts[i]->bank);
        assert_int_equal(a->consts[i]->bytes, b->consts[i]->bytes);
        assert_int_equal(a->consts[i]->data != NULL, b->consts[i]->data != NULL);
        if (a->consts[i]->data)
            assert_memory_equal(a->consts[i]->data, b->consts[i]->data, a->consts[i]->bytes);
    }
    same_infos(&a->infos, &b->infos);
}

static void same_module(const struct hw_module *a, const struct hw_module *b)
{
    assert_string_equal(a->target, b->target);
    assert_int_equal(a->elf_flags, b->elf_flags);
    assert_int_equal(a->toolkit, b->toolkit);
    assert_int_equal(a->os_abi, b->os_abi);
    assert_int_equal(a->relocatable, b->relocatable);
    assert_int_equal(a->kernel_count, b->kernel_count);
    for (size_t i = 0; i < a->kernel_count; i++)
        same_kernel(a->kernels[i], b->kernels[i]);
    same_infos(&a->infos, &b->infos);
    assert_int_equal(a->section_count, b->section_count);
    for (size_t i = 0; i < a->section_count; i++) {
        assert_string_equal(a->sections[i].name, b->sections[i].name);
        assert_int_equal(a->sections[i].bytes, b->sections[i].bytes);
        assert_int_equal(a->sections[i].align, b->sections[i].align);
    }
    assert_int_equal(a->symbol_count, b->symbol_count);
    for (size_t i = 0; i < a->symbol_count; i++) {
        assert_string_equal(a->symbols[i]->name, b->symbols[i]->name);
        assert_int_equal(a->symbols[i]->value, b->symbols[i]->value);
        assert_int_equal(a->symbols[i]->bytes, b->symbols[i]->bytes);
        assert_int_equal(a->symbols[i]->other, b->symbols[i]->other);
    }
    assert_int_equal(a->reloc_count, b->reloc_count);
    for (size_t i = 0; i < a->reloc_count; i++) {
        assert_string_equal(a->relocs[i].section, b->relocs[i].section);
        assert_string_equal(a->relocs[i].symbol, b->relocs[i].symbol);
        assert_int_equal(a->relocs[i].offset, b->relocs[i].offset);
        assert_int_equal(a->relocs[i].type, b->relocs[i].type);
        assert_int_equal(a->relocs[i].addend, b->relocs[i].addend);
    }
}

/* In both classes: no tool makes cubins of the 32-bit class any more, so our own writer's stand for them. */
static void survives(const struct sample *sample)
{
    static const enum hw_container classes[] = {HW_CONTAINER_ELF64, HW_CONTAINER_ELF32};
    struct hw_module *module = must_read(sample->name, sample->bytes, sample->size);
    for (size_t i = 0; i < 2; i++) {
        struct sample made = must_write(module, classes[i]);
        struct hw_module *again = must_read(sample->name, made.bytes, made.size);
        assert_int_equal(again->container, classes[i]);
        same_module(module, again);
        struct sample twice = must_write(again, classes[i]);
        assert_int_equal(made.size, twice.size);
        assert_memory_equal(made.bytes, twice.bytes, made.size);
        free(made.bytes);
        free(twice.bytes);
        hw_module_free(again);
    }
    hw_module_free(module);
}

static void what_compilers_make_survives(void **state)
{
    (void)state;
    static const char *const folders[] = {"tests/data/containers", "tests/data/programs"};
    for (size_t f = 0; f < sizeof folders / sizeof folders[0]; f++) {
        size_t count;
        struct sample *samples = sample_cubins(folders[f], &count);
        for (size_t i = 0; i < count; i++)
            survives(&samples[i]);
        sample_free(samples, count);
    }
}

static void flags_of_cuda_13_have_the_chip_elsewhere(void **state)
{
    (void)state;
    struct hw_module *module = sample_module(SAMPLE);
    module->os_abi = 0x41;
    module->elf_flags = 0x06000004;
    struct sample made = must_write(module, HW_CONTAINER_ELF64);
    assert_int_equal(made.bytes[7], 0x41);
    assert_int_equal(made.bytes[48], 0x04);
    assert_int_equal(made.bytes[49], 52);
    struct hw_module *again = must_read("written", made.bytes, made.size);
    assert_string_equal(again->target, "sm_52");
    assert_int_equal(again->elf_flags, 0x06000004);
    free(made.bytes);
    hw_module_free(again);
    hw_module_free(module);
}

/* --- building ------------------------------------------------------------------------------------ */

static void modules_from_nothing_become_cubins(void **state)
{
    (void)state;
    static const uint8_t code[32] = {1, 2, 3}, literals[] = {9, 8, 7, 6};
    struct hw_module *module;
    struct hw_kernel *kernel;
    assert_int_equal(hw_module_create("sm_61", 0, &module, NULL), HW_OK);
    assert_int_equal(hw_module_add_kernel(module, "k", &kernel, NULL), HW_OK);
    assert_int_equal(hw_kernel_set_code(kernel, code, sizeof code, NULL), HW_OK);
    kernel->registers = 20;
    kernel->shared_bytes = 64;
    kernel->local_bytes = 24;
    kernel->barriers = 2;
    kernel->param_base = 0x140;
    kernel->param_bytes = 12;
    assert_int_equal(hw_kernel_add_const(kernel, 2, 0, 4, literals, 4, NULL, NULL), HW_OK);
    assert_int_equal(hw_module_add_const(module, "table", 3, 0, 4, literals, 4, NULL, NULL), HW_OK);
    assert_int_equal(module->container, HW_CONTAINER_ELF64);
    struct sample made = must_write(module, module->container);
    struct hw_module *again = must_read("built", made.bytes, made.size);
    assert_string_equal(again->target, "sm_61");
    const struct hw_kernel *read = again->kernels[0];
    assert_memory_equal(read->code, code, sizeof code);
    assert_false(read->function);
    assert_int_equal(read->registers, 20);
    assert_int_equal(read->shared_bytes, 64);
    assert_int_equal(read->local_bytes, 24);
    assert_int_equal(read->barriers, 2);
    assert_int_equal(read->param_base, 0x140);
    assert_int_equal(read->param_bytes, 12);
    assert_string_equal(hw_module_find_symbol(again, "table")->section, ".nv.constant3");
    assert_non_null(hw_module_find_section(again, ".nv.constant0.k"));
    free(made.bytes);
    hw_module_free(again);
    hw_module_free(module);
}

static void one_kernel_can_be_kept(void **state)
{
    (void)state;
    struct hw_module *module = sample_module(SAMPLE);
    assert_int_equal(hw_module_extract_kernel(module, "nobody", NULL), HW_ERR_NOT_FOUND);
    assert_int_equal(hw_module_extract_kernel(module, "other", NULL), HW_OK);
    assert_int_equal(module->kernel_count, 1);
    assert_null(hw_module_find_section(module, ".text.parts"));
    assert_null(hw_module_find_section(module, ".nv.info.parts"));
    assert_null(hw_module_find_symbol(module, "parts"));
    assert_non_null(hw_module_find_symbol(module, "table"));
    struct sample made = must_write(module, HW_CONTAINER_ELF64);
    struct hw_module *again = must_read("kept", made.bytes, made.size);
    assert_int_equal(again->kernel_count, 1);
    assert_string_equal(again->kernels[0]->name, "other");
    free(made.bytes);
    hw_module_free(again);
    hw_module_free(module);
}

static void values_go_into_their_fields(void **state)
{
    (void)state;
    uint8_t target[8] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
    const struct hw_reloc_kind *low = hw_reloc_kind((uint32_t)hw_reloc_find("ABS32_LO_20"));
    const struct hw_reloc_kind *high = hw_reloc_kind((uint32_t)hw_reloc_find("ABS32_HI_20"));
    const struct hw_reloc_kind *whole = hw_reloc_kind((uint32_t)hw_reloc_find("64"));
    hw_reloc_put(low, target, 0x1122334455667788);
    static const uint8_t low_expected[8] = {0xff, 0xff, 0x8f, 0x78, 0x67, 0x56, 0xf5, 0xff};
    assert_memory_equal(target, low_expected, 8);
    assert_true(hw_reloc_get(low, target) == 0x55667788);
    hw_reloc_put(high, target, 0x1122334455667788);
    assert_true(hw_reloc_get(high, target) == UINT64_C(0x1122334400000000));
    hw_reloc_put(whole, target, 0x1122334455667788);
    assert_true(hw_reloc_get(whole, target) == 0x1122334455667788);
    assert_null(hw_reloc_kind(100000));
    assert_int_equal(hw_reloc_find("ABS1"), -1);
    assert_int_equal(hw_reloc_find("NONE"), 0);
    assert_string_equal(hw_reloc_kind(42)->name, "ABS32_20");
    assert_string_equal(hw_reloc_kind(45)->name, "ABS24_20");
}

/* --- what is refused ------------------------------------------------------------------------------ */

static void cannot_be_written(const struct hw_module *module, enum hw_container container, hw_status status,
                              const char *sentence)
{
    struct hw_error error = {0};
    uint8_t *bytes;
    size_t size;
    assert_int_equal(hw_module_write(module, container, &bytes, &size, &error), status);
    assert_null(bytes);
    if (!strstr(error.text, sentence))
        fail_msg("\"%s\" does not say \"%s\"", error.text, sentence);
}

static void references_must_lead_somewhere(void **state)
{
    (void)state;
    struct hw_module *module = sample_module(SAMPLE);
    cannot_be_written(module, HW_CONTAINER_TEXT, HW_ERR_UNSUPPORTED, "text cubins are for sm_1x");
    struct hw_reloc reloc = {.section = ".text.parts", .type = 42, .symbol = "nobody"};
    assert_int_equal(hw_module_add_reloc(module, &reloc, NULL), HW_OK);
    cannot_be_written(module, HW_CONTAINER_ELF64, HW_ERR_NOT_FOUND, "symbol nobody");
    module->relocs[module->reloc_count - 1].symbol[0] = '\0';
    module->symbols[0]->section[0] = '?';
    cannot_be_written(module, HW_CONTAINER_ELF64, HW_ERR_NOT_FOUND, "does not have");
    hw_module_free(module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_have_their_numbers),
        cmocka_unit_test(banks_symbols_and_relocations_are_there),
        cmocka_unit_test(records_have_names),
        cmocka_unit_test(relocatable_cubins_have_functions),
        cmocka_unit_test(what_compilers_make_survives),
        cmocka_unit_test(flags_of_cuda_13_have_the_chip_elsewhere),
        cmocka_unit_test(modules_from_nothing_become_cubins),
        cmocka_unit_test(one_kernel_can_be_kept),
        cmocka_unit_test(values_go_into_their_fields),
        cmocka_unit_test(references_must_lead_somewhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
