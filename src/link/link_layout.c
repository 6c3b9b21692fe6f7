/* SPDX-License-Identifier: MIT */
/* Section layout assigns addresses to variables in global memory and to constants of a module: one file's
 * behind those of the file before.
 */
#include "link/linking.h"

#define MEMORY_MAX (UINT64_C(1) << 40)
#define ALIGN_MAX  65536 /* between initialised variables of two files: the bytes are in the file */

static void append(struct hw_link_output *output, struct hw_link_section *section)
{
    const uint64_t align = section->from->align ? section->from->align : 1;
    output->size = hw_link_round_up(output->size, align);
    section->base = output->size;
    if (align > output->align)
        output->align = align;
}

/* The module's contents of a bank, for its section. */
static const struct hw_const *bank_piece(const struct hw_link_section *section,
                                         const struct hw_link_object *unit)
{
    for (size_t i = 0; i < unit->module->const_count; i++)
        if (unit->module->consts[i]->bank == section->bank)
            return unit->module->consts[i];
    return NULL;
}

static void add_bytes(struct hw_link_output *output, const void *bytes, uint64_t size)
{
    hw_buffer_zero(&output->bytes, (size_t)output->size - output->bytes.length);
    if (bytes)
        hw_buffer_add(&output->bytes, bytes, (size_t)size);
    else
        hw_buffer_zero(&output->bytes, (size_t)size);
    output->size += size;
}

static hw_status place_section(struct hw_linker *linker, struct hw_link_section *section,
                               const struct hw_link_object *unit, struct hw_error *error)
{
    const struct hw_const *piece = section->space == HW_LINKED_CONSTANT ? bank_piece(section, unit) : NULL;
    struct hw_link_output *output = section->from->data ? &linker->initialised : &linker->zeroed;
    if (section->space == HW_LINKED_CONSTANT && !piece)
        return HW_OK;
    output = piece ? &linker->bank[section->bank] : output;
    if (section->from->align > ALIGN_MAX && output != &linker->zeroed)
        return hw_fail(error, HW_ERR_RANGE, HW_LINK_ERROR,
                       "%.100s of %.100s has alignment %llu; at most %d can be linked", section->from->name,
                       unit->name, (unsigned long long)section->from->align, ALIGN_MAX);
    append(output, section);
    if (piece && section->base + piece->bytes > HW_CONST_BANK_BYTES)
        return hw_fail(error, HW_ERR_RANGE, HW_LINK_ERROR,
                       "constant bank %u is full: with %.100s it has %llu bytes, at most 65536 are possible",
                       section->bank, unit->name, (unsigned long long)section->base + piece->bytes);
    if (section->from->bytes > MEMORY_MAX || section->base > MEMORY_MAX)
        return hw_fail(error, HW_ERR_RANGE, HW_LINK_ERROR, "%.100s of %.100s has 0x%llx bytes",
                       section->from->name, unit->name, (unsigned long long)section->from->bytes);
    if (piece)
        add_bytes(output, piece->data, piece->bytes);
    else if (section->from->data)
        add_bytes(output, section->from->data, section->from->bytes);
    else
        output->size += section->from->bytes;
    return output->bytes.failed ? hw_link_no_memory(error) : HW_OK;
}

static hw_status place_common(struct hw_linker *linker, struct hw_link_symbol *symbol, struct hw_error *error)
{
    struct hw_link_output *output = &linker->zeroed;
    const uint64_t align = symbol->common_align ? symbol->common_align : 1;
    if (align > HW_SECTION_ALIGN_MAX || (align & (align - 1)) || symbol->common_bytes > MEMORY_MAX)
        return hw_fail(error, HW_ERR_FORMAT, HW_LINK_ERROR,
                       "'%.100s' of %.100s has %llu bytes and alignment %llu; expected a power of two",
                       symbol->from->name, symbol->unit->name, (unsigned long long)symbol->common_bytes,
                       (unsigned long long)align);
    symbol->address = hw_link_round_up(output->size, align);
    output->size = symbol->address + symbol->common_bytes;
    output->align = align > output->align ? align : output->align;
    return HW_OK;
}

hw_status hw_link_layout_all(struct hw_linker *linker, struct hw_error *error)
{
    hw_status status = HW_OK;
    for (size_t u = 0; !status && u < linker->unit_count; u++) {
        const struct hw_link_object *unit = linker->units[u];
        for (size_t i = 0; !status && unit->wanted && i < unit->module->section_count; i++)
            if (unit->sections[i].space == HW_LINKED_MEMORY || unit->sections[i].space == HW_LINKED_CONSTANT)
                status = place_section(linker, &unit->sections[i], unit, error);
    }
    for (size_t u = 0; !status && u < linker->unit_count && !linker->options.partial; u++) {
        const struct hw_link_object *unit = linker->units[u];
        for (size_t i = 0; !status && unit->wanted && i < unit->module->symbol_count; i++)
            if (unit->symbols[i].from->common && unit->symbols[i].meant == &unit->symbols[i])
                status = place_common(linker, &unit->symbols[i], error);
    }
    return status || linker->options.partial ? status : hw_link_allocate_all(linker, error);
}
