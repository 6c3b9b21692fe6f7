/* SPDX-License-Identifier: MIT */
/* This reader parses .nv.info records (EIATTR attributes); nv_info.h describes them. */
#include "module/nv_info.h"
#include "module/elf_flags.h"

#include <stdlib.h>
#include <string.h>

enum { PARAM_BYTES = 12, PAIR_BYTES = 8, RECORD_BYTES = 4 };

bool hw_nv_info_has(const struct hw_nv_infos *infos, uint8_t attribute, const char *name)
{
    for (size_t i = 0; i < infos->count; i++)
        if (infos->list[i].attribute == attribute && infos->list[i].symbol_count &&
            strcmp(infos->list[i].symbols[0], name) == 0)
            return true;
    return false;
}

bool hw_nv_infos_have(const struct hw_nv_infos *infos, uint8_t attribute)
{
    for (size_t i = 0; i < infos->count; i++)
        if (infos->list[i].attribute == attribute)
            return true;
    return false;
}

bool hw_nv_info_is_barriers(const struct hw_nv_info *info)
{
    return info->format == HW_FORMAT_BYTE && info->attribute == HW_ATTRIBUTE_BARRIERS;
}

bool hw_nv_info_has_barriers(const struct hw_nv_infos *infos)
{
    for (size_t i = 0; i < infos->count; i++)
        if (hw_nv_info_is_barriers(&infos->list[i]))
            return true;
    return false;
}

bool hw_nv_info_states_barriers(const struct hw_module *module, const struct hw_kernel *kernel)
{
    return hw_module_os_abi(module) == CUBIN_OSABI_NEW || hw_nv_info_has_barriers(&kernel->infos);
}

/* The name that a symbol's number has in the module: on Tesla that of an item; NULL for none. */
static const char *symbol_name(const struct hw_nv_info_source *source, uint32_t index)
{
    const struct hw_module *module = source->module;
    struct hw_elf_symbol symbol;
    uint32_t number;
    if (!hw_module_is_tesla(module))
        return index && index <= module->symbol_count ? module->symbols[index - 1]->name : NULL;
    if (index >= source->file->symbol_count || hw_elf_symbol(source->file, index, &symbol, NULL) ||
        !hw_name_index_find(source->items, symbol.name, &number))
        return NULL;
    return symbol.name;
}

/* Keep a record; the symbols that it names are kept by name if all of them are known. */
static hw_status keep_record(const struct hw_nv_info_source *source, struct hw_nv_infos *infos,
                             const struct hw_nv_info *info, struct hw_error *error)
{
    /* Records that name symbols begin with one. */
    size_t words = hw_nv_info_word(info, 0) == HW_WORD_SYMBOL ? info->value / 4u : 0, count = 0;
    const char **names = words ? calloc(words, sizeof *names) : NULL;
    if (words && !names)
        return hw_module_no_memory(error);
    bool known = true;
    for (size_t i = 0; i < words; i++) {
        if (hw_nv_info_word(info, i) != HW_WORD_SYMBOL)
            continue;
        names[count] = symbol_name(source, hw_get32(info->data + 4 * i));
        known &= names[count++] != NULL;
    }
    hw_status status = hw_nv_infos_add(infos, info->format, info->attribute, info->value, info->data, names,
                                       known ? count : 0, error);
    free(names);
    return status;
}

static hw_status read_param(struct hw_kernel *kernel, const uint8_t *data, bool wide, struct hw_error *error)
{
    uint32_t packed = hw_get32(data + 8);
    struct hw_param param = {
        .ordinal = (uint16_t)hw_get16(data + 4),
        .offset = (uint16_t)hw_get16(data + 6),
        .bytes = (uint16_t)(wide ? packed : packed >> HW_PARAM_FLAG_BITS),
        .flags = wide ? packed >> HW_WIDE_PARAM_FLAG_BITS : packed & ((1u << HW_PARAM_FLAG_BITS) - 1),
        .index = hw_get32(data),
        .wide = wide,
    };
    return hw_kernel_add_param(kernel, &param, error);
}

/* Whether the parameters' bank or size is said behind the parameters, as ptxas 12.8 and later do: then it
 * is a record in the list, and its number stands in struct hw_kernel, too. */
static bool is_apart(const struct hw_kernel *kernel, const struct hw_nv_info *info)
{
    const bool late = kernel->param_count || kernel->infos.count > kernel->param_slot;
    return info->attribute == HW_ATTRIBUTE_PARAM_BYTES_BANK ? kernel->param_bytes < 0 || late || !info->value
           : info->attribute == HW_ATTRIBUTE_PARAM_CBANK    ? kernel->param_bytes >= 0 || kernel->param_count
                                                            : false;
}

/* Take a record about a kernel's parameters in; false where it is none, or is one of the list as well. */
static bool take_param(struct hw_kernel *kernel, const struct hw_nv_info *info, hw_status *status,
                       struct hw_error *error)
{
    const uint8_t *data = info->data;
    const bool apart = is_apart(kernel, info);
    if (info->format == HW_FORMAT_HALF && (info->attribute == HW_ATTRIBUTE_PARAM_BYTES_SHARED ||
                                           info->attribute == HW_ATTRIBUTE_PARAM_BYTES_BANK)) {
        kernel->param_bytes = info->value;
        return !apart;
    }
    if (data && info->attribute == HW_ATTRIBUTE_PARAM_CBANK && info->value == PAIR_BYTES) {
        kernel->param_base = hw_get16(data + 4);
        kernel->param_bytes = (int32_t)hw_get16(data + 6);
        return !apart;
    }
    if (data && (info->attribute == HW_ATTRIBUTE_PARAM || info->attribute == HW_ATTRIBUTE_WIDE_PARAM) &&
        info->value == PARAM_BYTES) {
        *status = read_param(kernel, data, info->attribute == HW_ATTRIBUTE_WIDE_PARAM, error);
        return true;
    }
    return false;
}

/* Numbers of functions that the module's records say. */
static void take_function(const struct hw_module *module, const struct hw_name_index *functions,
                          const struct hw_nv_info *kept)
{
    uint32_t found;
    bool registers = kept->attribute == HW_ATTRIBUTE_REGISTERS, stack = kept->attribute == HW_ATTRIBUTE_STACK;
    if (!kept->symbol_count || kept->value != PAIR_BYTES || !(registers || stack))
        return;
    if (!hw_name_index_find(functions, kept->symbols[0], &found))
        return;
    struct hw_kernel *kernel = module->kernels[found];
    uint32_t number = hw_get32(kept->data + 4);
    if (registers && number > kernel->registers) {
        kernel->code_registers = (int32_t)kernel->registers;
        kernel->registers = number;
    } else if (stack && number > kernel->local_bytes) {
        kernel->local_bytes = number;
    }
}

static hw_status read_record(const struct hw_nv_info_source *source, const uint8_t *record,
                             struct hw_kernel *kernel, struct hw_nv_infos *infos, struct hw_error *error)
{
    struct hw_nv_info info = {
        .format = record[0], .attribute = record[1], .value = (uint16_t)hw_get16(record + 2)};
    hw_status status = HW_OK;
    if (info.format == HW_FORMAT_DATA)
        info.data = (uint8_t *)(uintptr_t)(record + RECORD_BYTES); /* only read */
    bool first = kernel && kernel->param_bytes < 0 && !kernel->param_count;
    if (kernel && take_param(kernel, &info, &status, error)) {
        if (first)
            kernel->param_slot = infos->count;
        return status;
    }
    if (kernel && info.data && info.attribute == HW_ATTRIBUTE_CRS && info.value == 4)
        kernel->crs_bytes = hw_get32(info.data);
    if (kernel && hw_nv_info_is_barriers(&info) && info.value > kernel->barriers)
        kernel->barriers = info.value;
    status = keep_record(source, infos, &info, error);
    if (!status && !kernel && source->functions)
        take_function(source->module, source->functions, &infos->list[infos->count - 1]);
    return status;
}

hw_status hw_nv_info_read(const struct hw_nv_info_source *source, const struct hw_elf_section *section,
                          struct hw_kernel *kernel, struct hw_nv_infos *infos, struct hw_error *error)
{
    hw_status status = HW_OK;
    for (uint64_t at = 0; !status && section->data && at < section->size;) {
        const uint8_t *record = section->data + at;
        uint64_t left = section->size - at, length = RECORD_BYTES;
        if (left >= RECORD_BYTES && record[0] == HW_FORMAT_DATA)
            length += hw_get16(record + 2);
        if (left < length)
            return hw_elf_fail(error, HW_ERR_FORMAT, section->offset + at,
                               "a record of %s passes the end of its section", section->name);
        status = read_record(source, record, kernel, infos, error);
        at += length;
    }
    return status;
}
