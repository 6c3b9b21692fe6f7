/* SPDX-License-Identifier: MIT */
/* This reader makes modules of ELF cubins of sm_10 to sm_13; elf_cubin.h describes the layout.
 *
 * The symbol table gives the items and their order, sections give the contents.  Sections that a module does
 * not know are carried along.  A malformed section is an error with its offset in the file. */
#include "module/tesla_read.h"

#include <stdlib.h>
#include <string.h>

/* --- relocations ------------------------------------------------------------------------------- */

static hw_status read_rel_section(struct hw_tesla_reader *reader, const struct hw_elf_section *section,
                                  uint32_t bank)
{
    const struct hw_elf_file *file = reader->file;
    const struct hw_elf_section *target =
        section->info < file->section_count ? &file->sections[section->info] : NULL;
    Elf_Data *rels;
    size_t count;
    hw_status status = hw_elf_rels(file, section, &rels, &count, reader->error);
    if (status)
        return status;
    for (size_t i = count; i-- > 0;) { /* backwards, for the lists grow at their heads */
        GElf_Rel rel = {0};
        bool read = gelf_getrel(rels, (int)i, &rel) != NULL;
        uint64_t symbol = GELF_R_SYM(rel.r_info), type = GELF_R_TYPE(rel.r_info);
        if (!read || symbol >= file->symbol_count || type != CUBIN_REL_ADDRESS)
            return hw_elf_fail(
                reader->error, HW_ERR_UNSUPPORTED, section->header,
                "relocation %zu of %s has type %llu and symbol %llu; expected type %u and one of %u symbols",
                i, section->name, (unsigned long long)type, (unsigned long long)symbol, CUBIN_REL_ADDRESS,
                file->symbol_count);
        if (!target || !target->data || target->size < 4 || rel.r_offset > target->size - 4)
            return hw_elf_fail(reader->error, HW_ERR_FORMAT, section->header,
                               "relocation %zu of %s lies outside the section that it is for", i,
                               section->name);
        if (!hw_module_grow(&reader->addresses, reader->address_count, sizeof reader->addresses[0]))
            return hw_module_no_memory(reader->error);
        reader->addresses[reader->address_count++] = (struct hw_tesla_address){
            .bank = bank,
            .offset = hw_cubin_clamp32(rel.r_offset),
            .addend = hw_get32(target->data + rel.r_offset),
            .next = reader->first_address[symbol],
        };
        reader->first_address[symbol] = (uint32_t)reader->address_count;
    }
    return HW_OK;
}

/* --- constants ---------------------------------------------------------------------------------- */

static hw_status find_banks(struct hw_tesla_reader *reader)
{
    for (uint32_t i = 1; i < reader->file->section_count; i++) {
        const struct hw_elf_section *section = &reader->file->sections[i];
        const char *name =
            section->type == SHT_REL ? hw_cubin_skip_prefix(section->name, CUBIN_REL) : section->name;
        const char *kernel;
        uint32_t bank;
        if (!name || !hw_cubin_is_constant(name, &bank, &kernel) || kernel)
            continue;
        reader->known[i] = true;
        if (section->type == SHT_REL) {
            hw_status status = read_rel_section(reader, section, bank);
            if (status)
                return status;
            continue;
        }
        if (reader->banks[bank] || !section->data || section->size > HW_CONST_BANK_BYTES)
            return hw_elf_fail(
                reader->error, HW_ERR_RANGE, section->header,
                "%s has 0x%llx bytes or stands twice; expected it once, with contents of at most 64 KiB",
                section->name, (unsigned long long)section->size);
        reader->banks[bank] = i;
    }
    return HW_OK;
}

static hw_status add_const(struct hw_tesla_reader *reader, const struct hw_elf_symbol *symbol, uint32_t bank,
                           uint32_t index)
{
    const struct hw_elf_section *section = &reader->file->sections[symbol->section];
    bool empty = symbol->size == 0; /* may stand anywhere */
    if (!section->data ||
        (!empty && (symbol->value > section->size || symbol->size > section->size - symbol->value)))
        return hw_elf_fail(reader->error, HW_ERR_FORMAT, section->header, "symbol %u passes the end of %s",
                           index, section->name);
    reader->const_bytes += symbol->size;
    if (reader->const_bytes > HW_CONST_BANKS * HW_CONST_BANK_BYTES)
        return hw_elf_fail(reader->error, HW_ERR_RANGE, section->header,
                           "the constants of %s overlap: up to symbol %u they are more than all banks hold",
                           section->name, index);
    return hw_module_add_const(reader->module, symbol->name[0] ? symbol->name : NULL, bank,
                               hw_cubin_clamp32(symbol->value), hw_cubin_clamp32(symbol->size),
                               section->data + (empty ? 0 : symbol->value), (size_t)symbol->size, NULL,
                               reader->error);
}

/* A run of a bank that no symbol covers becomes a nameless constant if the bank cannot be rebuilt without. */
static hw_status add_gap(struct hw_tesla_reader *reader, uint32_t bank, uint32_t from, uint32_t to)
{
    const struct hw_elf_section *section = &reader->file->sections[reader->banks[bank]];
    bool needed = to == section->size;
    for (uint32_t i = from; i < to && !needed; i++)
        needed = section->data[i] != 0;
    return needed ? hw_module_add_const(reader->module, NULL, bank, from, to - from, section->data + from,
                                        to - from, NULL, reader->error)
                  : HW_OK;
}

static void cover(uint8_t *covered, size_t size, uint32_t offset, uint32_t bytes)
{
    if (offset < size)
        memset(covered + offset, 1, bytes < size - offset ? bytes : size - offset);
}

static hw_status add_gaps(struct hw_tesla_reader *reader, uint32_t bank)
{
    const struct hw_elf_section *section = &reader->file->sections[reader->banks[bank]];
    const struct hw_module *module = reader->module;
    size_t size = (size_t)section->size;
    hw_status status = HW_OK;
    uint8_t *covered = calloc(1, size + 1);
    if (!covered)
        return hw_module_no_memory(reader->error);
    for (size_t i = 0; i < module->const_count; i++)
        if (module->consts[i]->bank == bank)
            cover(covered, size, module->consts[i]->offset, module->consts[i]->bytes);
    for (size_t i = 0; i < module->variable_count; i++)
        if (module->variables[i]->bank == bank && !module->variables[i]->unaddressed)
            cover(covered, size, module->variables[i]->offset, 4);
    for (uint32_t from = 0, to; !status && from < size; from = to) {
        for (to = from; to < size && covered[to] == covered[from]; to++)
            ;
        if (!covered[from])
            status = add_gap(reader, bank, from, to);
    }
    free(covered);
    return status;
}

/* --- symbols ------------------------------------------------------------------------------------ */

static hw_status fill_variable(struct hw_tesla_reader *reader, const struct hw_elf_symbol *symbol,
                               struct hw_variable *variable)
{
    const struct hw_elf_section *section = &reader->file->sections[symbol->section];
    if (!section->data)
        return HW_OK;
    if (symbol->value > section->size || symbol->size > section->size - symbol->value)
        return hw_elf_fail(reader->error, HW_ERR_FORMAT, section->header,
                           "variable %.100s passes the end of %s", symbol->name, section->name);
    variable->data = malloc((size_t)symbol->size + 1);
    if (!variable->data)
        return hw_module_no_memory(reader->error);
    memcpy(variable->data, section->data + symbol->value, (size_t)symbol->size);
    return HW_OK;
}

/* A variable in global memory, and every word that holds its address. */
static hw_status add_variable(struct hw_tesla_reader *reader, const struct hw_elf_symbol *symbol,
                              uint32_t index)
{
    uint32_t next = reader->first_address[index];
    bool unaddressed = next == 0, first = true;
    if (symbol->size > UINT32_MAX)
        return hw_elf_fail(reader->error, HW_ERR_RANGE, 0,
                           "variable %.100s has 0x%llx bytes; at most 4 GiB fit the address space",
                           symbol->name, (unsigned long long)symbol->size);
    do {
        static const struct hw_tesla_address nowhere;
        struct hw_tesla_address *address = next ? &reader->addresses[next - 1] : NULL;
        const struct hw_tesla_address *at = address ? address : &nowhere;
        struct hw_variable *variable = NULL;
        hw_status status = hw_module_add_variable(reader->module, symbol->name, at->bank, at->offset,
                                                  (uint32_t)symbol->size, &variable, reader->error);
        if (!status && first)
            status = fill_variable(reader, symbol, variable);
        first = false;
        if (status)
            return status;
        variable->addend = at->addend;
        variable->unaddressed = unaddressed;
        next = at->next;
        if (address)
            address->taken = true;
    } while (next);
    return HW_OK;
}

static hw_status add_object(struct hw_tesla_reader *reader, const struct hw_elf_symbol *symbol,
                            uint32_t index)
{
    const char *kernel, *name;
    uint32_t bank;
    if (symbol->section >= reader->file->section_count)
        return HW_OK;
    name = reader->file->sections[symbol->section].name;
    if (hw_cubin_is_constant(name, &bank, &kernel) && !kernel)
        return add_const(reader, symbol, bank, index);
    if (strcmp(name, CUBIN_GLOBAL) == 0 || strcmp(name, CUBIN_GLOBAL_INIT) == 0)
        return add_variable(reader, symbol, index);
    return HW_OK;
}

/* The kernel whose code section `index` holds, the first time that it is asked for. */
static hw_status add_kernel(struct hw_tesla_reader *reader, uint32_t index)
{
    const struct hw_elf_section *section = &reader->file->sections[index];
    const char *name = hw_cubin_skip_prefix(section->name, CUBIN_TEXT);
    struct hw_kernel *kernel = NULL;
    if (!name || reader->kernels[index])
        return HW_OK;
    hw_status status = hw_cubin_add_code(reader->module, section, name, &kernel, reader->error);
    if (status)
        return status;
    reader->kernels[index] = kernel;
    reader->known[index] = true;
    return HW_OK;
}

/* Records of kernels will say which kernels read it. */
static hw_status add_sampler(struct hw_tesla_reader *reader, const char *name)
{
    struct hw_sampler *sampler = NULL;
    hw_status status = hw_module_add_sampler(reader->module, name, 0, &sampler, reader->error);
    if (!status)
        sampler->unread = true;
    return status;
}

static hw_status add_symbol(struct hw_tesla_reader *reader, uint32_t index)
{
    struct hw_elf_symbol symbol;
    hw_status status = hw_elf_symbol(reader->file, index, &symbol, reader->error);
    if (status)
        return status;
    switch (symbol.type) {
    case STT_FUNC:
        return symbol.section < reader->file->section_count ? add_kernel(reader, symbol.section) : HW_OK;
    case STT_OBJECT: return add_object(reader, &symbol, index);
    case STT_FILE:
        return reader->module->name || !symbol.name[0]
                   ? HW_OK
                   : hw_module_set_name(reader->module, symbol.name, reader->error);
    case CUBIN_SYMBOL_TEXTURE: return add_sampler(reader, symbol.name);
    }
    return HW_OK;
}

static hw_status add_items(struct hw_tesla_reader *reader)
{
    hw_status status = HW_OK;
    for (uint32_t i = 1; !status && i < reader->file->symbol_count; i++)
        status = add_symbol(reader, i);
    for (uint32_t i = 1; !status && i < reader->file->section_count; i++)
        status = add_kernel(reader, i);
    for (uint32_t bank = 0; !status && bank < HW_CONST_BANKS; bank++)
        if (reader->banks[bank])
            status = add_gaps(reader, bank);
    for (size_t i = 0; !status && i < reader->address_count; i++)
        if (!reader->addresses[i].taken)
            status =
                hw_fail(reader->error, HW_ERR_UNSUPPORTED, HW_MODULE_ERROR,
                        "the relocation of c[%u][0x%x] is for a symbol that is no variable in global memory",
                        reader->addresses[i].bank, reader->addresses[i].offset);
    return status;
}

static hw_status list_items(struct hw_tesla_reader *reader)
{
    const struct hw_module *module = reader->module;
    bool listed = true;
    for (size_t i = 0; listed && i < module->kernel_count; i++)
        listed = hw_name_index_add(&reader->items, module->kernels[i]->name, (uint32_t)i);
    for (size_t i = 0; listed && i < module->const_count; i++)
        listed = !module->consts[i]->name ||
                 hw_name_index_add(&reader->items, module->consts[i]->name, (uint32_t)i);
    for (size_t i = 0; listed && i < module->variable_count; i++)
        listed = hw_name_index_add(&reader->items, module->variables[i]->name, (uint32_t)i);
    for (size_t i = 0; listed && i < module->sampler_count; i++)
        listed = hw_name_index_add(&reader->items, module->samplers[i]->name, (uint32_t)i);
    hw_name_index_sort(&reader->items);
    return listed ? HW_OK : hw_module_no_memory(reader->error);
}

hw_status hw_cubin_tesla_read(struct hw_elf_file *file, struct hw_module *module, struct hw_error *error)
{
    struct hw_tesla_reader reader = {.file = file, .module = module, .error = error};
    hw_status status = HW_OK;
    reader.kernels = calloc(file->section_count, sizeof reader.kernels[0]);
    reader.known = calloc(file->section_count, sizeof reader.known[0]);
    reader.first_address = calloc((size_t)file->symbol_count + 1, sizeof reader.first_address[0]);
    if (!reader.kernels || !reader.known || !reader.first_address)
        status = hw_module_no_memory(error);
    if (!status)
        status = find_banks(&reader);
    if (!status)
        status = add_items(&reader);
    if (!status)
        status = list_items(&reader);
    if (!status)
        status = hw_tesla_read_sections(&reader);
    free(reader.kernels);
    free(reader.known);
    free(reader.first_address);
    hw_name_index_free(&reader.items);
    free(reader.addresses);
    return status;
}
