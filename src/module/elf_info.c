/* Reading and writing .nv.info records; elf_info.h says what they look like. */
#include "module/elf_info.h"
#include "module/elf_cubin.h"

#include <string.h>

enum { FORMAT_HALF = 3, FORMAT_DATA = 4 };
enum {
    ATTRIBUTE_TEXTURE = 0x02,
    ATTRIBUTE_TEXTURE_STATE = 0x07,
    ATTRIBUTE_PARAM = 0x17,
    ATTRIBUTE_PARAM_BYTES = 0x18
};
enum { TEXTURE_BYTES = 8, PARAM_BYTES = 12, RECORD_BYTES = 4 };

#define PARAM_FLAG_BITS 18

/* The sampler that a record's symbol index means; NULL where it is no sampler. */
static struct hw_sampler *sampler_of(const struct hw_elf_file *file, const struct hw_module *module,
                                     uint32_t index)
{
    struct hw_elf_symbol symbol;
    if (index >= file->symbol_count || hw_elf_symbol(file, index, &symbol, NULL) ||
        symbol.type != CUBIN_SYMBOL_TEXTURE)
        return NULL;
    for (size_t i = 0; i < module->sampler_count; i++)
        if (strcmp(module->samplers[i]->name, symbol.name) == 0)
            return module->samplers[i];
    return NULL;
}

/* Whether any record of the module names this sampler's texture unit. */
static bool has_unit(const struct hw_infos *infos, const struct hw_sampler *sampler)
{
    for (size_t i = 0; i < infos->count; i++)
        if (infos->list[i].attribute == ATTRIBUTE_TEXTURE && infos->list[i].symbol &&
            strcmp(infos->list[i].symbol, sampler->name) == 0)
            return true;
    return false;
}

static hw_status read_param(struct hw_kernel *kernel, const uint8_t *data, struct hw_error *error)
{
    uint32_t packed = hw_get32(data + 8);
    struct hw_param param = {
        .ordinal = (uint16_t)hw_get16(data + 4),
        .offset = (uint16_t)hw_get16(data + 6),
        .bytes = (uint16_t)(packed >> PARAM_FLAG_BITS),
        .flags = packed & ((1u << PARAM_FLAG_BITS) - 1),
    };
    return hw_kernel_add_param(kernel, &param, error);
}

static hw_status read_record(const struct hw_elf_file *file, const uint8_t *record, struct hw_module *module,
                             struct hw_kernel *kernel, struct hw_infos *infos, struct hw_error *error)
{
    uint8_t format = record[0], attribute = record[1];
    uint16_t value = (uint16_t)hw_get16(record + 2);
    const uint8_t *data = format == FORMAT_DATA ? record + RECORD_BYTES : NULL;
    if (kernel && format == FORMAT_HALF && attribute == ATTRIBUTE_PARAM_BYTES) {
        kernel->param_bytes = value;
        return HW_OK;
    }
    if (kernel && data && attribute == ATTRIBUTE_PARAM && value == PARAM_BYTES && hw_get32(data) == 0)
        return read_param(kernel, data, error);
    struct hw_sampler *sampler = NULL;
    if (data && value >= 4 && (attribute == ATTRIBUTE_TEXTURE || attribute == ATTRIBUTE_TEXTURE_STATE))
        sampler = sampler_of(file, module, hw_get32(data));
    if (sampler && attribute == ATTRIBUTE_TEXTURE && value == TEXTURE_BYTES && !has_unit(infos, sampler))
        sampler->unit = hw_get32(data + 4);
    return hw_infos_add(infos, format, attribute, value, data, sampler ? sampler->name : NULL, error);
}

hw_status hw_elf_infos_read(const struct hw_elf_file *file, const struct hw_elf_section *section,
                            struct hw_module *module, struct hw_kernel *kernel, struct hw_infos *infos,
                            struct hw_error *error)
{
    hw_status status = HW_OK;
    for (uint64_t at = 0; !status && section->data && at < section->size;) {
        const uint8_t *record = section->data + at;
        uint64_t left = section->size - at, length = RECORD_BYTES;
        if (left >= RECORD_BYTES && record[0] == FORMAT_DATA)
            length += hw_get16(record + 2);
        if (left < length)
            return hw_elf_fail(error, HW_ERR_FORMAT, section->offset + at,
                               "a record of %s passes the end of its section", section->name);
        status = read_record(file, record, module, kernel, infos, error);
        at += length;
    }
    return status;
}

static void put_header(struct hw_buffer *out, uint8_t format, uint8_t attribute, uint16_t value)
{
    hw_buffer_u32(out, format | (uint32_t)attribute << 8 | (uint32_t)value << 16);
}

static void put_params(struct hw_buffer *out, const struct hw_kernel *kernel)
{
    if (kernel->param_bytes >= 0)
        put_header(out, FORMAT_HALF, ATTRIBUTE_PARAM_BYTES, (uint16_t)kernel->param_bytes);
    for (size_t i = 0; i < kernel->param_count; i++) {
        const struct hw_param *param = &kernel->params[i];
        put_header(out, FORMAT_DATA, ATTRIBUTE_PARAM, PARAM_BYTES);
        hw_buffer_u32(out, 0);
        hw_buffer_u32(out, param->ordinal | (uint32_t)param->offset << 16);
        hw_buffer_u32(out, param->flags | (uint32_t)param->bytes << PARAM_FLAG_BITS);
    }
}

static void put_record(struct hw_buffer *out, const struct hw_module *module, const struct hw_info *info,
                       const uint32_t *sampler_symbols)
{
    put_header(out, info->format, info->attribute, info->value);
    if (!info->data)
        return;
    size_t skip = 0;
    for (size_t i = 0; info->symbol && info->value >= 4 && i < module->sampler_count; i++) {
        if (strcmp(module->samplers[i]->name, info->symbol) == 0) {
            hw_buffer_u32(out, sampler_symbols[i]);
            skip = 4;
            break;
        }
    }
    hw_buffer_add(out, info->data + skip, info->value - skip);
}

/* A text cubin does not say which kernel reads a texture, so every kernel gets the record then. */
static void put_units(struct hw_buffer *out, const struct hw_module *module, const uint32_t *sampler_symbols)
{
    for (size_t i = 0; i < module->sampler_count; i++) {
        bool said = has_unit(&module->infos, module->samplers[i]);
        for (size_t k = 0; !said && k < module->kernel_count; k++)
            said = has_unit(&module->kernels[k]->infos, module->samplers[i]);
        if (said)
            continue;
        put_header(out, FORMAT_DATA, ATTRIBUTE_TEXTURE, TEXTURE_BYTES);
        hw_buffer_u32(out, sampler_symbols[i]);
        hw_buffer_u32(out, module->samplers[i]->unit);
    }
}

/* Textures stand before the parameters, all else behind them, as NVIDIA's tools order them. */
void hw_elf_infos_write(const struct hw_module *module, const struct hw_kernel *kernel,
                        const uint32_t *sampler_symbols, struct hw_buffer *out)
{
    const struct hw_infos *infos = kernel ? &kernel->infos : &module->infos;
    if (kernel || module->kernel_count == 0)
        put_units(out, module, sampler_symbols);
    for (size_t i = 0; i < infos->count; i++)
        if (infos->list[i].attribute == ATTRIBUTE_TEXTURE)
            put_record(out, module, &infos->list[i], sampler_symbols);
    if (kernel)
        put_params(out, kernel);
    for (size_t i = 0; i < infos->count; i++)
        if (infos->list[i].attribute != ATTRIBUTE_TEXTURE)
            put_record(out, module, &infos->list[i], sampler_symbols);
}
