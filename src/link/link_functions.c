/* SPDX-License-Identifier: MIT */
/* This file builds the kernels and functions of the output: those of the files, with the numbers of a kernel
 * for all that it may call. */
#include "link/linking.h"

#include "module/elf_cubin.h"
#include "module/nv_info.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXTERNS 0x0f

/* --- literals --- */

static struct hw_const *piece_of(const struct hw_kernel *kernel, uint32_t bank)
{
    for (size_t i = 0; i < kernel->const_count; i++)
        if (kernel->consts[i]->bank == bank)
            return kernel->consts[i];
    return NULL;
}

/* Relocations of a code's literals, in the kernel that has them now. */
static hw_status relocate_literals(struct hw_linker *linker, const struct hw_link_section *section,
                                   const struct hw_link_function *holder, struct hw_const *piece,
                                   uint64_t base, struct hw_error *error)
{
    char name[HW_MODULE_NAME_MAX + 64];
    if (!section->relocs)
        return HW_OK;
    if (!piece->data && !(piece->data = calloc(1, hw_round_up4(piece->bytes) + 1)))
        return hw_link_no_memory(error);
    snprintf(name, sizeof name, CUBIN_CONSTANT "%u.%s", section->bank, holder->name);
    const struct hw_link_target target = {
        .section = name, .base = base, .bytes = piece->data, .length = piece->bytes};
    return hw_link_relocate(linker, section, &target, error);
}

/* A function's literals go into each kernel that may run it. */
static hw_status give_literals(struct hw_linker *linker, const struct hw_link_section *section,
                               struct hw_error *error)
{
    const struct hw_const *piece = piece_of(section->code->kernel, section->bank);
    hw_status status = HW_OK;
    for (uint32_t i = 0; piece && !status && i < linker->kernels.count; i++) {
        const struct hw_link_function *kernel = linker->kernels.list[i];
        struct hw_const *copy = NULL;
        if (!hw_link_has(section->code->kernels, i))
            continue;
        status = hw_kernel_add_const(kernel->kernel, section->bank, (uint32_t)section->base, piece->bytes,
                                     piece->data, piece->data ? hw_round_up4(piece->bytes) : 0, &copy, error);
        if (!status)
            status = relocate_literals(linker, section, kernel, copy, section->base, error);
    }
    return status;
}

static void drop_literals(struct hw_kernel *function)
{
    hw_module_free_consts(function->consts, function->const_count);
    function->consts = NULL;
    function->const_count = 0;
}

static hw_status allocate_literals(struct hw_linker *linker, struct hw_error *error)
{
    hw_status status = HW_OK;
    for (size_t u = 0; u < linker->unit_count; u++) {
        const struct hw_link_object *unit = linker->units[u];
        for (size_t i = 0; !status && unit->wanted && i < unit->module->section_count; i++) {
            const struct hw_link_section *section = &unit->sections[i];
            if (section->space != HW_LINKED_LITERAL || !section->code->live)
                continue;
            struct hw_const *own = piece_of(section->code->kernel, section->bank);
            if (section->code->kernel->function && !linker->options.partial)
                status = give_literals(linker, section, error);
            else if (own)
                status = relocate_literals(linker, section, section->code, own, 0, error);
        }
    }
    for (size_t i = 0; !linker->options.partial && i < linker->codes.count; i++)
        if (linker->codes.list[i]->kernel->function)
            drop_literals(linker->codes.list[i]->kernel);
    return status;
}

/* --- records --- */

static const char *output_name(const struct hw_link_object *unit, const char *name)
{
    uint32_t number;
    struct hw_link_symbol *symbol =
        hw_name_index_find(&unit->symbol_names, name, &number) ? unit->symbols[number].meant : NULL;
    if (symbol)
        symbol->used = true;
    return symbol ? symbol->name : NULL;
}

static hw_status add_record(struct hw_nv_infos *to, const struct hw_nv_info *info,
                            const struct hw_link_object *unit, struct hw_error *error)
{
    const char **names = calloc(info->symbol_count + 1, sizeof *names);
    bool named = true;
    if (!names)
        return hw_link_no_memory(error);
    for (size_t i = 0; i < info->symbol_count; i++)
        named &= (names[i] = output_name(unit, info->symbols[i])) != NULL;
    hw_status status = HW_OK;
    if (named)
        status = hw_nv_infos_add(to, info->format, info->attribute, info->value, info->data, names,
                                 info->symbol_count, error);
    free(names);
    return status;
}

hw_status hw_link_copy_records(struct hw_nv_infos *to, const struct hw_nv_infos *from,
                               const struct hw_link_object *unit, hw_link_record_fn *wanted,
                               struct hw_error *error)
{
    hw_status status = HW_OK;
    for (size_t i = 0; !status && i < from->count; i++)
        if (wanted(&from->list[i], unit))
            status = add_record(to, &from->list[i], unit, error);
    return status;
}

static bool is_no_extern(const struct hw_nv_info *info, const struct hw_link_object *unit)
{
    (void)unit;
    return info->attribute != EXTERNS;
}

/* Adds the undefined functions that a function calls to a list of names. */
static bool add_externs(struct hw_name_index *names, const struct hw_link_function *code)
{
    bool added = true;
    for (size_t i = 0; added && i < code->callee_count; i++) {
        struct hw_link_symbol *callee = code->callees[i]->meant;
        if (!hw_link_is_defined(callee) && callee->from->type == HW_SYMBOL_FUNCTION) {
            callee->used = true;
            added = hw_name_index_add(names, callee->name, 0);
        }
    }
    return added;
}

/* A kernel's record has what all that it may call needs. */
static bool list_externs(const struct hw_linker *linker, const struct hw_link_function *code,
                         struct hw_name_index *names)
{
    bool added = add_externs(names, code);
    for (size_t i = 0; added && i < linker->codes.count && !linker->options.partial; i++)
        if (!code->kernel->function && linker->codes.list[i] != code &&
            hw_link_has(linker->codes.list[i]->kernels, code->kernel_number))
            added = add_externs(names, linker->codes.list[i]);
    hw_name_index_sort(names);
    return added;
}

static hw_status record_externs(const struct hw_linker *linker, const struct hw_link_function *code,
                                struct hw_nv_infos *infos, struct hw_error *error)
{
    struct hw_name_index names = {0};
    size_t count = 0;
    hw_status status = list_externs(linker, code, &names) ? HW_OK : hw_link_no_memory(error);
    const char **list = calloc(names.count + 1, sizeof *list);
    uint8_t *words = calloc(names.count + 1, 4);
    for (size_t i = 0; list && i < names.count; i++)
        if (!i || strcmp(names.list[i].name, names.list[i - 1].name) != 0)
            list[count++] = names.list[i].name;
    if (!status && (!list || !words))
        status = hw_link_no_memory(error);
    if (!status && count && count <= UINT16_MAX / 4)
        status =
            hw_nv_infos_add(infos, HW_FORMAT_DATA, EXTERNS, (uint16_t)(4 * count), words, list, count, error);
    free(list);
    free(words);
    hw_name_index_free(&names);
    return status;
}

static hw_status rename_records(const struct hw_linker *linker, const struct hw_link_function *code,
                                struct hw_kernel *kernel, struct hw_error *error)
{
    struct hw_nv_infos old = kernel->infos;
    kernel->infos = (struct hw_nv_infos){NULL, 0};
    hw_status status = hw_link_copy_records(&kernel->infos, &old, code->unit, is_no_extern, error);
    for (size_t i = 0; i < old.count; i++)
        hw_nv_info_clear(&old.list[i]);
    free(old.list);
    if (kernel->param_slot > kernel->infos.count)
        kernel->param_slot = kernel->infos.count;
    return status ? status : record_externs(linker, code, &kernel->infos, error);
}

/* --- codes --- */

static uint32_t clamp(uint64_t bytes)
{
    return bytes > UINT32_MAX ? UINT32_MAX : (uint32_t)bytes;
}

/* Handles lie in bank 0 behind the parameters. */
static hw_status lengthen_bank(const struct hw_link_function *code, struct hw_kernel *kernel,
                               struct hw_error *error)
{
    const struct hw_const *own = piece_of(kernel, 0);
    const uint64_t end = own ? (uint64_t)own->offset + own->bytes : 0;
    if (code->bank_top[0] <= end)
        return HW_OK;
    return hw_kernel_add_const(kernel, 0, (uint32_t)end, (uint32_t)(code->bank_top[0] - end), NULL, 0, NULL,
                               error);
}

static hw_status fill_in(const struct hw_link_function *code, struct hw_kernel *kernel,
                         struct hw_error *error)
{
    const uint32_t own = kernel->code_registers < 0 ? kernel->registers : (uint32_t)kernel->code_registers;
    if (kernel->function) {
        kernel->shared_bytes = kernel->local_bytes = 0;
        return HW_OK;
    }
    kernel->code_registers = own < code->registers ? (int32_t)own : -1;
    kernel->registers = code->registers;
    kernel->barriers = code->barriers;
    kernel->shared_bytes = clamp(code->shared_top);
    kernel->local_bytes = clamp(code->stack);
    kernel->crs_bytes = clamp(code->crs);
    return lengthen_bank(code, kernel, error);
}

/* Move a code from its file's module to the output. */
static hw_status move_code(struct hw_linker *linker, struct hw_link_function *code, struct hw_error *error)
{
    struct hw_kernel *to = NULL;
    hw_status status = hw_module_add_kernel(linker->out, code->name, &to, error);
    if (status)
        return status;
    struct hw_kernel empty = *to;
    *to = *code->kernel;
    *code->kernel = empty;
    code->kernel->name = to->name;
    code->kernel->function = to->function;
    to->name = empty.name;
    char name[HW_MODULE_NAME_MAX + 64];
    snprintf(name, sizeof name, CUBIN_TEXT "%s", code->name);
    const struct hw_link_target target = {
        .section = name, .bytes = to->code, .length = to->code_bytes, .code = code};
    status = hw_link_relocate(linker, code->section, &target, error);
    if (!status)
        status = rename_records(linker, code, to, error);
    return status || linker->options.partial ? status : fill_in(code, to, error);
}

hw_status hw_link_make_functions(struct hw_linker *linker, struct hw_error *error)
{
    hw_status status = allocate_literals(linker, error);
    for (size_t i = 0; !status && i < linker->codes.count; i++)
        status = move_code(linker, linker->codes.list[i], error);
    return status;
}
