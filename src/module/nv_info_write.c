/* SPDX-License-Identifier: MIT */
/* This writer serialises .nv.info records (EIATTR attributes); nv_info.h describes them. */
#include "module/elf_cubin.h"
#include "module/nv_info.h"

#include <string.h>

enum { PARAM_BYTES = 12, PAIR_BYTES = 8 };

static void put_header(struct hw_buffer *out, uint8_t format, uint8_t attribute, uint16_t value)
{
    hw_buffer_u32(out, format | (uint32_t)attribute << 8 | (uint32_t)value << 16);
}

/* A record of two words. */
static void put_pair(struct hw_buffer *out, uint8_t attribute, uint32_t first, uint32_t second)
{
    put_header(out, HW_FORMAT_DATA, attribute, PAIR_BYTES);
    hw_buffer_u32(out, first);
    hw_buffer_u32(out, second);
}

/* Where they begin in bank 0 and how many bytes they have, in one word. */
static uint32_t bank_word(const struct hw_kernel *kernel)
{
    return kernel->param_base | (uint32_t)kernel->param_bytes << 16;
}

/* Where the parameters lie and how many bytes they have: in shared memory on Tesla, later in bank 0. */
static void put_param_offset(struct hw_buffer *out, const struct hw_kernel *kernel, bool tesla,
                             const struct hw_name_index *symbols)
{
    uint16_t bytes = (uint16_t)kernel->param_bytes;
    char bank[HW_MODULE_NAME_MAX + sizeof CUBIN_CONSTANT "0."];
    uint32_t symbol = 0;
    if (tesla) {
        put_header(out, HW_FORMAT_HALF, HW_ATTRIBUTE_PARAM_BYTES_SHARED, bytes);
        return;
    }
    strcat(strcpy(bank, CUBIN_CONSTANT "0."), kernel->name);
    hw_name_index_find(symbols, bank, &symbol);
    if (!hw_nv_infos_have(&kernel->infos, HW_ATTRIBUTE_PARAM_CBANK))
        put_pair(out, HW_ATTRIBUTE_PARAM_CBANK, symbol, bank_word(kernel));
    if (bytes && !hw_nv_infos_have(&kernel->infos, HW_ATTRIBUTE_PARAM_BYTES_BANK))
        put_header(out, HW_FORMAT_HALF, HW_ATTRIBUTE_PARAM_BYTES_BANK, bytes);
}

static void put_params(struct hw_buffer *out, const struct hw_kernel *kernel, bool tesla,
                       const struct hw_name_index *symbols)
{
    if (kernel->param_bytes >= 0)
        put_param_offset(out, kernel, tesla, symbols);
    for (size_t i = 0; i < kernel->param_count; i++) {
        const struct hw_param *param = &kernel->params[i];
        put_header(out, HW_FORMAT_DATA, param->wide ? HW_ATTRIBUTE_WIDE_PARAM : HW_ATTRIBUTE_PARAM,
                   PARAM_BYTES);
        hw_buffer_u32(out, param->index);
        hw_buffer_u32(out, param->ordinal | (uint32_t)param->offset << 16);
        hw_buffer_u32(out, param->wide ? param->bytes | param->flags << HW_WIDE_PARAM_FLAG_BITS
                                       : param->flags | (uint32_t)param->bytes << HW_PARAM_FLAG_BITS);
    }
}

/* A number of a record: struct hw_kernel's overrules that of the record. */
static uint32_t number_of(const struct hw_module *module, const struct hw_kernel *kernel,
                          const struct hw_nv_info *info, size_t word)
{
    uint32_t value = hw_get32(info->data + 4 * word);
    if (kernel)
        return info->attribute == HW_ATTRIBUTE_CRS && info->value == 4 ? kernel->crs_bytes
               : info->attribute == HW_ATTRIBUTE_PARAM_CBANK && info->value == PAIR_BYTES && word == 1 &&
                       kernel->param_bytes >= 0
                   ? bank_word(kernel)
                   : value;
    if (info->attribute != HW_ATTRIBUTE_REGISTERS || !info->symbol_count || info->value != PAIR_BYTES ||
        word != 1)
        return value;
    const struct hw_kernel *function = hw_module_find_kernel(module, info->symbols[0]);
    return function ? function->registers : value;
}

static hw_status unknown_symbol(const struct hw_nv_info *info, const char *symbol, struct hw_error *error)
{
    const char *name = hw_attribute_name(info->attribute);
    return hw_fail(error, HW_ERR_NOT_FOUND, HW_MODULE_ERROR,
                   "a record %.40s (0x%02x) is for symbol %.100s, which the module does not have",
                   name ? name : "", info->attribute, symbol);
}

/* The same of a record's value. */
static uint16_t value_of(const struct hw_kernel *kernel, const struct hw_nv_info *info)
{
    if (hw_nv_info_is_barriers(info))
        return (uint16_t)kernel->barriers;
    return info->format == HW_FORMAT_HALF && info->attribute == HW_ATTRIBUTE_PARAM_BYTES_BANK &&
                   kernel->param_bytes >= 0
               ? (uint16_t)kernel->param_bytes
               : info->value;
}

static hw_status put_record(struct hw_buffer *out, const struct hw_module *module,
                            const struct hw_kernel *kernel, const struct hw_nv_info *info,
                            const struct hw_name_index *symbols, struct hw_error *error)
{
    size_t words = info->value / 4u, taken = 0;
    put_header(out, info->format, info->attribute, kernel ? value_of(kernel, info) : info->value);
    if (!info->data)
        return HW_OK;
    for (size_t i = 0; i < words; i++) {
        uint32_t value = number_of(module, kernel, info, i);
        if (taken < info->symbol_count && hw_nv_info_word(info, i) == HW_WORD_SYMBOL) {
            const char *symbol = info->symbols[taken++];
            if (!hw_name_index_find(symbols, symbol, &value))
                return unknown_symbol(info, symbol, error);
        }
        hw_buffer_u32(out, value);
    }
    hw_buffer_add(out, info->data + 4 * words, info->value - 4 * words);
    return HW_OK;
}

/* A text cubin does not say which kernel reads a texture, so every kernel gets the record then. */
static void put_units(struct hw_buffer *out, const struct hw_module *module,
                      const struct hw_name_index *symbols)
{
    for (size_t i = 0; i < module->sampler_count; i++) {
        const struct hw_sampler *sampler = module->samplers[i];
        uint32_t symbol = 0;
        if (sampler->unread || hw_sampler_has_unit(module, sampler->name))
            continue;
        hw_name_index_find(symbols, sampler->name, &symbol);
        put_pair(out, HW_ATTRIBUTE_TEXTURE, symbol, sampler->unit);
    }
}

/* The control-flow stack of a kernel that has no record of it: of a module that was built from nothing. */
static void put_crs(struct hw_buffer *out, const struct hw_kernel *kernel)
{
    if (!kernel->crs_bytes || hw_nv_infos_have(&kernel->infos, HW_ATTRIBUTE_CRS))
        return;
    put_header(out, HW_FORMAT_DATA, HW_ATTRIBUTE_CRS, sizeof kernel->crs_bytes);
    hw_buffer_u32(out, kernel->crs_bytes);
}

/* The barriers of a kernel of OS ABI 0x41 that has no record of them: only functions that it calls use some.
 */
static void put_barriers(struct hw_buffer *out, const struct hw_module *module,
                         const struct hw_kernel *kernel)
{
    if (kernel->barriers && hw_nv_info_states_barriers(module, kernel) &&
        !hw_nv_info_has_barriers(&kernel->infos))
        put_header(out, HW_FORMAT_BYTE, HW_ATTRIBUTE_BARRIERS, (uint16_t)kernel->barriers);
}

/* The numbers of a kernel that no record is there for: of a module that was built from nothing. */
static void put_missing(struct hw_buffer *out, const struct hw_module *module, const struct hw_kernel *kernel,
                        const struct hw_name_index *symbols)
{
    uint32_t symbol = 0;
    if (hw_nv_info_has(&module->infos, HW_ATTRIBUTE_REGISTERS, kernel->name) ||
        hw_nv_info_has(&module->infos, HW_ATTRIBUTE_STACK, kernel->name))
        return;
    hw_name_index_find(symbols, kernel->name, &symbol);
    put_pair(out, HW_ATTRIBUTE_REGISTERS, symbol, kernel->registers);
    put_pair(out, HW_ATTRIBUTE_STACK, symbol, kernel->local_bytes);
    put_pair(out, HW_ATTRIBUTE_FRAME, symbol, kernel->local_bytes);
}

hw_status hw_nv_info_write(const struct hw_module *module, const struct hw_kernel *kernel,
                           const struct hw_name_index *symbols, struct hw_buffer *out, struct hw_error *error)
{
    const struct hw_nv_infos *infos = kernel ? &kernel->infos : &module->infos;
    bool tesla = hw_module_is_tesla(module);
    hw_status status = HW_OK;
    if (tesla && (kernel || module->kernel_count == 0))
        put_units(out, module, symbols);
    for (size_t i = 0; !status && i < infos->count; i++) {
        if (kernel && i == kernel->param_slot)
            put_params(out, kernel, tesla, symbols);
        status = put_record(out, module, kernel, &infos->list[i], symbols, error);
    }
    if (kernel && infos->count <= kernel->param_slot)
        put_params(out, kernel, tesla, symbols);
    if (kernel && !tesla) {
        put_crs(out, kernel);
        put_barriers(out, module, kernel);
    }
    bool built = !tesla && !kernel && !hw_module_find_section(module, CUBIN_INFO);
    for (size_t i = 0; built && i < module->kernel_count; i++)
        put_missing(out, module, module->kernels[i], symbols);
    return status;
}
