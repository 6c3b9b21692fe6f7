/* SPDX-License-Identifier: MIT */
/* ELF cubins of sm_90 and later: targets with `a`, records that came with these chips, capsules (.nv.capmerc)
 * and their data, which come back byte for byte. */
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
#include "module/elf_file.h"
#include "samples.h"

#define SAMPLES "tests/data/containers/"

static const struct {
    const char *path, *target;
    uint32_t os_abi, abi_version, flags;
} samples[] = {
    {SAMPLES "clusters.sm_90a.cubin", "sm_90a", 0x33, 7, 0x5a0d5a},
    {SAMPLES "clusters.sm_100a.cubin", "sm_100a", 0x41, 8, 0x600640a},
    {SAMPLES "clusters.sm_103a.cubin", "sm_103a", 0x41, 8, 0x6006702},
    {SAMPLES "linkable.sm_103a.cubin", "sm_103a", 0x41, 8, 0x6006702},
};
enum { SAMPLE_COUNT = sizeof samples / sizeof samples[0] };

static struct hw_module *must_read(const uint8_t *bytes, size_t size)
{
    struct hw_module *module;
    struct hw_error error = {0};
    if (hw_module_read(bytes, size, &module, &error))
        fail_msg("%s", error.text);
    return module;
}

static struct hw_module *sample_module(const char *path)
{
    struct sample sample = sample_read(path);
    struct hw_module *module = must_read(sample.bytes, sample.size);
    free(sample.bytes);
    return module;
}

static struct file written(const struct hw_module *module)
{
    struct file file = {NULL, 0};
    struct hw_error error = {0};
    if (hw_module_write(module, HW_CONTAINER_ELF64, &file.bytes, &file.size, &error))
        fail_msg("%s", error.text);
    return file;
}

static struct hw_module *listed(const struct hw_module *module)
{
    const struct hw_listing_options options = {.syntax = HW_LISTING_NATIVE, .sched = true};
    struct hw_error error = {0};
    char *text;
    size_t length;
    if (hw_listing_write(module, &options, &text, &length, &error))
        fail_msg("%s", error.text);
    struct hw_module *again = from_listing(text);
    free(text);
    return again;
}

static const struct hw_nv_info *find_info(const struct hw_nv_infos *infos, const char *name)
{
    for (size_t i = 0; i < infos->count; i++)
        if (infos->list[i].attribute == hw_attribute_find(name))
            return &infos->list[i];
    fail_msg("there is no record %s", name);
    return NULL;
}

/* --- files ---------------------------------------------------------------------------------------- */

static void same_section(const struct hw_elf_section *a, const struct hw_elf_section *b)
{
    assert_string_equal(a->name, b->name);
    assert_int_equal(a->type, b->type);
    assert_int_equal(a->flags, b->flags);
    assert_int_equal(a->link, b->link);
    if (a->type != SHT_SYMTAB) /* its number of local symbols is not what NVIDIA's tools say there */
        assert_int_equal(a->info, b->info);
    assert_int_equal(a->align, b->align);
    assert_int_equal(a->entry_bytes, b->entry_bytes);
    if (a->type == SHT_STRTAB || a->type == SHT_SYMTAB)
        return; /* names stand elsewhere; same_symbols */
    assert_int_equal(a->size, b->size);
    assert_int_equal(!a->data, !b->data);
    if (a->data)
        assert_memory_equal(a->data, b->data, a->size);
}

static void same_symbols(const struct hw_elf_file *a, const struct hw_elf_file *b)
{
    assert_int_equal(a->symbol_count, b->symbol_count);
    for (uint32_t i = 1; i < a->symbol_count; i++) {
        struct hw_elf_symbol from, to;
        assert_int_equal(hw_elf_symbol(a, i, &from, NULL), HW_OK);
        assert_int_equal(hw_elf_symbol(b, i, &to, NULL), HW_OK);
        assert_string_equal(from.name, to.name);
        assert_int_equal(from.type, to.type);
        assert_int_equal(from.binding, to.binding);
        assert_int_equal(from.other, to.other);
        assert_int_equal(from.section, to.section);
        assert_int_equal(from.value, to.value);
        assert_int_equal(from.size, to.size);
    }
}

static const struct hw_elf_section *find_section(const struct hw_elf_file *file, const char *name)
{
    for (uint32_t i = 0; i < file->section_count; i++)
        if (strcmp(file->sections[i].name, name) == 0)
            return &file->sections[i];
    return NULL;
}

/* Symbols of the capsule's data are named by the string table, which is kept then. */
static void same_strings(const struct hw_elf_file *a, const struct hw_elf_file *b)
{
    const struct hw_elf_section *from = find_section(a, ".strtab"), *to = find_section(b, ".strtab");
    if (!find_section(a, ".nv.merc.symtab"))
        return;
    assert_int_equal(from->size, to->size);
    assert_memory_equal(from->data, to->data, from->size);
}

static void same_files(const uint8_t *bytes, size_t size, const struct file *made)
{
    struct hw_elf_file a, b;
    struct hw_error error;
    assert_int_equal(hw_elf_open(&a, bytes, size, EM_CUDA, &error), HW_OK);
    assert_int_equal(hw_elf_open(&b, made->bytes, made->size, EM_CUDA, &error), HW_OK);
    assert_int_equal(a.flags, b.flags);
    assert_int_equal(a.version, b.version);
    assert_int_equal(a.os_abi, b.os_abi);
    assert_int_equal(a.abi_version, b.abi_version);
    assert_int_equal(a.section_count, b.section_count);
    for (uint32_t i = 1; i < a.section_count; i++)
        same_section(&a.sections[i], &b.sections[i]);
    same_symbols(&a, &b);
    same_strings(&a, &b);
    hw_elf_close(&a);
    hw_elf_close(&b);
}

static void files_come_back(void **state)
{
    (void)state;
    for (size_t i = 0; i < SAMPLE_COUNT; i++) {
        struct sample sample = sample_read(samples[i].path);
        struct hw_module *module = must_read(sample.bytes, sample.size), *again = listed(module);
        struct file direct = written(module), through = written(again);
        same_files(sample.bytes, sample.size, &direct);
        same_files(sample.bytes, sample.size, &through);
        free(direct.bytes);
        free(through.bytes);
        free(sample.bytes);
        hw_module_free(module);
        hw_module_free(again);
    }
}

/* Capsules count symbols where other sections name a section. */
static void capsules_have_numbers(void **state)
{
    (void)state;
    struct hw_module *module = sample_module(SAMPLES "clusters.sm_103a.cubin");
    struct hw_section *capsule = hw_module_find_section(module, ".nv.capmerc.text.cluster");
    struct hw_elf_file elf;
    struct hw_error error;
    uint8_t *bytes;
    size_t size;
    free(capsule->info);
    capsule->info = strdup("1234");
    struct file file = written(module);
    assert_int_equal(hw_elf_open(&elf, file.bytes, file.size, EM_CUDA, &error), HW_OK);
    assert_int_equal(find_section(&elf, capsule->name)->info, 1234);
    hw_elf_close(&elf);
    struct hw_module *again = must_read(file.bytes, file.size);
    assert_string_equal(hw_module_find_section(again, capsule->name)->info, "1234");
    capsule->info[0] = 'x';
    assert_int_equal(hw_module_write(module, HW_CONTAINER_ELF64, &bytes, &size, &error), HW_ERR_RANGE);
    assert_non_null(strstr(error.text, ".nv.capmerc.text.cluster is for x234; expected a number"));
    free(file.bytes);
    hw_module_free(module);
    hw_module_free(again);
}

/* They name sections by number, so they go when sections do. */
static void one_kernel_has_no_capsule(void **state)
{
    (void)state;
    struct hw_module *module = sample_module(SAMPLES "clusters.sm_103a.cubin");
    struct hw_elf_file elf;
    struct hw_error error;
    assert_int_equal(hw_module_extract_kernel(module, "ranked", &error), HW_OK);
    struct file file = written(module);
    assert_int_equal(hw_elf_open(&elf, file.bytes, file.size, EM_CUDA, &error), HW_OK);
    for (uint32_t i = 0; i < elf.section_count; i++) {
        assert_null(strstr(elf.sections[i].name, "merc"));
        assert_null(strstr(elf.sections[i].name, "cluster"));
    }
    assert_int_equal(elf.flags, 0x6006704);
    assert_string_equal(elf.sections[elf.flags >> 24].name, ".note.nv.cuinfo");
    hw_elf_close(&elf);
    struct hw_module *again = must_read(file.bytes, file.size);
    assert_int_equal(again->kernel_count, 1);
    free(file.bytes);
    hw_module_free(module);
    hw_module_free(again);
}

/* --- targets -------------------------------------------------------------------------------------- */

static uint32_t flags_of(const struct file *file)
{
    struct hw_elf_file elf;
    struct hw_error error;
    assert_int_equal(hw_elf_open(&elf, file->bytes, file->size, EM_CUDA, &error), HW_OK);
    const uint32_t flags = elf.flags;
    hw_elf_close(&elf);
    return flags;
}

static void targets_are_named(void **state)
{
    (void)state;
    for (size_t i = 0; i < SAMPLE_COUNT; i++) {
        struct hw_module *module = sample_module(samples[i].path);
        struct file file = written(module);
        assert_string_equal(module->target, samples[i].target);
        assert_int_equal(module->os_abi, samples[i].os_abi);
        assert_int_equal(module->abi_version, samples[i].abi_version);
        assert_int_equal(flags_of(&file), samples[i].flags);
        free(file.bytes);
        hw_module_free(module);
    }
}

static void another_section_must_agree(void **state)
{
    (void)state;
    struct hw_module *module = sample_module(SAMPLES "clusters.sm_103a.cubin");
    struct hw_error error;
    uint8_t *bytes;
    size_t size;
    module->target[strlen("sm_103")] = '\0';
    assert_int_equal(hw_module_write(module, HW_CONTAINER_ELF64, &bytes, &size, &error), HW_ERR_UNSUPPORTED);
    assert_non_null(strstr(error.text, "the target is sm_103, and section .nv.compat says"));
    module->target[strlen("sm_103")] = 'a';
    module->elf_flags |= 0x8;
    assert_int_equal(hw_module_write(module, HW_CONTAINER_ELF64, &bytes, &size, &error), HW_ERR_RANGE);
    assert_non_null(strstr(error.text, "have bits where the target goes"));
    hw_module_free(module);
}

static void listings_make_files_of_the_targets_time(void **state)
{
    (void)state;
    static const struct {
        const char *target, *again;
        uint32_t os_abi, abi_version, flags;
    } made[] = {
        {"sm_89", "sm_89", 0x33, 7, 0x590559},      {"sm_90", "sm_90", 0x33, 7, 0x5a055a},
        {"sm_90a", "sm_90a", 0x33, 7, 0x5a0d5a},    {"sm_100", "sm_100", 0x41, 8, 0x5006404},
        {"sm_100f", "sm_100", 0x41, 8, 0x5006404},  {"sm_100a", "sm_100a", 0x41, 8, 0x5006404},
        {"sm_121a", "sm_121a", 0x41, 8, 0x5007904},
    };
    for (size_t i = 0; i < sizeof made / sizeof made[0]; i++) {
        char text[128];
        snprintf(text, sizeof text, ".target %s\n.kernel k\n.registers 24\n.barriers 2\nEXIT\n.end\n",
                 made[i].target);
        struct hw_module *module = from_listing(text);
        struct file file = written(module);
        struct hw_module *again = must_read(file.bytes, file.size);
        assert_string_equal(again->target, made[i].again);
        assert_int_equal(again->os_abi, made[i].os_abi);
        assert_int_equal(again->abi_version, made[i].abi_version);
        assert_int_equal(flags_of(&file), made[i].flags);
        assert_int_equal(again->kernels[0]->registers, 24);
        assert_int_equal(again->kernels[0]->barriers, 2);
        /* from sm_90 on the header of code says no registers */
        assert_int_equal(again->kernels[0]->code_registers, i ? 0 : -1);
        free(file.bytes);
        hw_module_free(module);
        hw_module_free(again);
    }
}

/* --- records -------------------------------------------------------------------------------------- */

static void records_of_instructions_are_offsets(void **state)
{
    (void)state;
    struct hw_module *module = sample_module(SAMPLES "clusters.sm_103a.cubin");
    const struct hw_nv_info *barriers =
        find_info(&hw_module_find_kernel(module, "cluster")->infos, "MBARRIER_INSTR_OFFSETS");
    assert_int_equal(barriers->value, 16);
    assert_int_equal(hw_nv_info_word(barriers, 0), HW_WORD_CODE);
    for (size_t i = 1; i < 4; i++)
        assert_int_equal(hw_nv_info_word(barriers, i), HW_WORD_NUMBER);
    hw_module_free(module);
}

/* Two spills with a text between them, and a mark of a kind that nobody knows. */
static void marks_have_kinds(void **state)
{
    (void)state;
    static const uint32_t words[] = {1, 0x40, 3, 5, 0x74786574, 0x21, 1, 0x50, 2, 0x60, 1, 0x70};
    const struct hw_nv_info info = {.format = 4,
                                    .attribute = (uint8_t)hw_attribute_find("ANNOTATIONS"),
                                    .value = sizeof words,
                                    .data = (uint8_t *)(uintptr_t)words};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        assert_int_equal(hw_nv_info_word(&info, i), i == 1 || i == 7 ? HW_WORD_CODE : HW_WORD_NUMBER);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_come_back),
        cmocka_unit_test(capsules_have_numbers),
        cmocka_unit_test(one_kernel_has_no_capsule),
        cmocka_unit_test(targets_are_named),
        cmocka_unit_test(another_section_must_agree),
        cmocka_unit_test(listings_make_files_of_the_targets_time),
        cmocka_unit_test(records_of_instructions_are_offsets),
        cmocka_unit_test(marks_have_kinds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
