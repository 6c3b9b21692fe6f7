/* SPDX-License-Identifier: MIT */
/* This reader makes modules of ELF cubins of sm_20 and later; elf_cubin.h describes the layout.
 *
 * All sections and symbols are kept in their order.  Contents that mean the same for every generation (code,
 * constant banks, sizes of memory, records) go into the structures of their own; all others stay with their
 * section.  The string table is made anew, except where other sections refer to it: .nv.prototype of
 * relocatable cubins, .nv.merc.symtab. */
#include "module/elf_cubin.h"
#include "module/nv_info.h"
#include "module/elf_names.h"
#include "module/elf_relocs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER_BYTES = 12 };

struct elf_reader {
    struct hw_elf_file *file;
    struct hw_module *module;
    char **unique;                /* names of sections */
    struct hw_name_index names;   /* of the sections: their numbers */
    struct hw_name_index kernels; /* of kernels and functions: their indices in the module */
    struct hw_error *error;
};

/* --- sections ------------------------------------------------------------------------------------ */

static hw_status list_sections(struct elf_reader *reader)
{
    const struct hw_elf_file *file = reader->file;
    hw_status status = hw_elf_name_sections(reader->file, &reader->unique, reader->error);
    for (uint32_t i = 1; !status && i < file->section_count; i++)
        if (!hw_name_index_add(&reader->names, file->sections[i].name, i))
            status = hw_module_no_memory(reader->error);
    hw_name_index_sort(&reader->names);
    return status;
}

static struct hw_kernel *find_kernel(const struct elf_reader *reader, const char *name)
{
    uint32_t number;
    return hw_name_index_find(&reader->kernels, name, &number) ? reader->module->kernels[number] : NULL;
}

static hw_status add_kernel(struct elf_reader *reader, const struct hw_elf_section *section, const char *name)
{
    struct hw_kernel *kernel = NULL;
    hw_status status = hw_cubin_add_code(reader->module, section, name, &kernel, reader->error);
    if (status)
        return status;
    if (!hw_name_index_add(&reader->kernels, kernel->name, (uint32_t)reader->module->kernel_count - 1))
        return hw_module_no_memory(reader->error);
    kernel->function = true; /* until a symbol says that it is a kernel */
    return HW_OK;
}

/* Bank 0 is filled by the launch: where its section is all zeros it has no value of its own. */
static bool is_zero(const struct hw_elf_section *section)
{
    for (uint64_t i = 0; i < section->size; i++)
        if (section->data[i])
            return false;
    return true;
}

static hw_status add_bank(struct elf_reader *reader, const struct hw_elf_section *section, uint32_t bank,
                          struct hw_kernel *kernel)
{
    uint32_t size = hw_cubin_clamp32(section->size);
    const uint8_t *data = bank == 0 && is_zero(section) ? NULL : section->data;
    size_t bytes = data ? (size_t)section->size : 0;
    if (kernel)
        return hw_kernel_add_const(kernel, bank, 0, size, data, bytes, NULL, reader->error);
    return hw_module_add_const(reader->module, NULL, bank, 0, size, data, bytes, NULL, reader->error);
}

static hw_status take_size(struct elf_reader *reader, const struct hw_elf_section *section, uint32_t *size)
{
    if (section->size > UINT32_MAX)
        return hw_elf_fail(reader->error, HW_ERR_RANGE, section->header, "%.100s claims 0x%llx bytes",
                           section->name, (unsigned long long)section->size);
    *size = (uint32_t)section->size;
    return HW_OK;
}

/* Take in what a section holds for a structure of its own; *modelled says whether it did.  Records come
 * later, for they name symbols. */
static hw_status take_section(struct elf_reader *reader, const struct hw_elf_section *section, bool *modelled)
{
    const char *shared = hw_cubin_skip_prefix(section->name, CUBIN_SHARED), *owner = NULL;
    const char *local = hw_cubin_skip_prefix(section->name, CUBIN_LOCAL);
    const char *info = hw_cubin_skip_prefix(section->name, CUBIN_INFO);
    uint32_t bank = 0;
    *modelled = true;
    if (hw_cubin_skip_prefix(section->name, CUBIN_TEXT))
        return HW_OK; /* all code was taken before */
    if (section->type == SHT_REL || section->type == SHT_RELA)
        return HW_OK;
    if (section->data && hw_cubin_is_constant(section->name, &bank, &owner)) {
        struct hw_kernel *kernel = owner ? find_kernel(reader, owner) : NULL;
        if (!owner || kernel)
            return add_bank(reader, section, bank, kernel);
    }
    struct hw_kernel *kernel = shared || local ? find_kernel(reader, shared ? shared : local) : NULL;
    if (kernel && !section->data)
        return take_size(reader, section, shared ? &kernel->shared_bytes : &kernel->local_bytes);
    *modelled = section->data && info && (!info[0] || (info[0] == '.' && find_kernel(reader, info + 1)));
    return HW_OK;
}

/* The name of the section that a header field means; NULL for none. */
static const char *section_name(const struct hw_elf_file *file, uint32_t index)
{
    return index && index < file->section_count ? file->sections[index].name : NULL;
}

/* Whether other sections name strings of the string table, so that it has to stay as it is. */
static bool keeps_strings(const struct elf_reader *reader, uint32_t strings)
{
    const struct hw_elf_file *file = reader->file;
    bool kept = reader->module->relocatable;
    for (uint32_t i = 1; i < file->section_count; i++)
        kept |= file->sections[i].link == strings && &file->sections[i] != file->symbol_section;
    return kept;
}

/* What a section's field `info` means, where it is a section; that of code is read later. */
static const char *info_name(const struct hw_elf_file *file, const struct hw_elf_section *section,
                             char number[NUMBER_BYTES])
{
    if (hw_cubin_skip_prefix(section->name, CUBIN_TEXT))
        return NULL;
    if (!hw_cubin_info_is_number(section->type))
        return section_name(file, section->info);
    snprintf(number, NUMBER_BYTES, "%u", section->info);
    return number;
}

static hw_status add_section(struct elf_reader *reader, uint32_t index)
{
    const struct hw_elf_file *file = reader->file;
    const struct hw_elf_section *section = &file->sections[index];
    bool text = hw_cubin_skip_prefix(section->name, CUBIN_TEXT) != NULL;
    char number[NUMBER_BYTES];
    struct hw_section kept = {
        .name = (char *)(uintptr_t)section->name,
        .type = section->type,
        .flags = section->flags,
        .align = section->align,
        .entry_bytes = section->entry_bytes,
        .link = (char *)(uintptr_t)section_name(file, section->link),
        .info = (char *)(uintptr_t)info_name(file, section, number),
        .bytes = (size_t)section->size,
    };
    bool strings = strcmp(section->name, CUBIN_STRTAB) == 0 && keeps_strings(reader, index);
    if ((section->type == SHT_STRTAB && !strings) || section == file->symbol_section)
        return HW_OK;
    hw_status status = take_section(reader, section, &kept.modelled);
    if (status)
        return status;
    if (text)
        kept.flags &= ~((uint64_t)CUBIN_BARRIER_MAX << CUBIN_BARRIER_SHIFT);
    if (kept.modelled)
        kept.bytes = 0;
    else
        kept.data = (uint8_t *)(uintptr_t)section->data;
    return hw_module_add_section(reader->module, &kept, reader->error);
}

static hw_status add_sections(struct elf_reader *reader)
{
    const struct hw_elf_file *file = reader->file;
    hw_status status = list_sections(reader);
    for (uint32_t i = 1; !status && i < file->section_count; i++) {
        const char *name = hw_cubin_skip_prefix(file->sections[i].name, CUBIN_TEXT);
        if (name)
            status = add_kernel(reader, &file->sections[i], name);
    }
    hw_name_index_sort(&reader->kernels);
    for (uint32_t i = 1; !status && i < file->section_count; i++)
        status = add_section(reader, i);
    return status;
}

/* --- symbols ------------------------------------------------------------------------------------- */

static hw_status add_symbol(struct elf_reader *reader, uint32_t index)
{
    const struct hw_elf_file *file = reader->file;
    struct hw_elf_symbol from;
    hw_status status = hw_elf_symbol(file, index, &from, reader->error);
    if (status)
        return status;
    if (strlen(from.name) > HW_MODULE_NAME_MAX)
        return hw_elf_fail(reader->error, HW_ERR_RANGE, file->symbol_section->offset,
                           "the name of symbol %u is longer than %d bytes", index, HW_MODULE_NAME_MAX);
    bool in_section = from.section < SHN_LORESERVE;
    if (in_section && from.section >= file->section_count)
        return hw_elf_fail(reader->error, HW_ERR_FORMAT, file->symbol_section->offset,
                           "symbol %u (%.100s) is in section %u; there are %u", index, from.name,
                           from.section, file->section_count);
    const char *section = in_section ? section_name(file, from.section) : NULL;
    const char *name = hw_elf_symbol_name(from.name, section, from.type);
    char *numbered = name == from.name ? hw_name_numbered(name, 1) : NULL;
    if (name == from.name && !numbered)
        return hw_module_no_memory(reader->error);
    struct hw_symbol symbol = {
        .name = numbered ? numbered : (char *)(uintptr_t)name,
        .section = (char *)(uintptr_t)section,
        .type = from.type,
        .binding = from.binding,
        .other = from.other,
        .absolute = !in_section && from.section != SHN_COMMON,
        .common = from.section == SHN_COMMON,
        .value = from.value,
        .bytes = from.size,
    };
    const char *code = section ? hw_cubin_skip_prefix(section, CUBIN_TEXT) : NULL;
    if (code && from.type == STT_FUNC && strcmp(code, name) == 0) {
        struct hw_kernel *kernel = find_kernel(reader, code);
        kernel->function &= !(from.other & HW_SYMBOL_ENTRY);
        if (symbol.bytes == kernel->code_bytes)
            symbol.bytes = 0; /* all of it */
    }
    status = hw_module_add_symbol(reader->module, &symbol, reader->error);
    free(numbered);
    return status;
}

/* A section of code says which symbol is the kernel's; in cubins of CUDA 4 that is the section's own
 * symbol. */
static hw_status name_code_symbols(struct elf_reader *reader)
{
    struct hw_module *module = reader->module;
    const uint32_t mask = (1u << CUBIN_REGISTER_SHIFT) - 1;
    for (size_t i = 0; i < module->section_count; i++) {
        struct hw_section *section = &module->sections[i];
        const char *kernel = hw_cubin_skip_prefix(section->name, CUBIN_TEXT);
        uint32_t number;
        if (!kernel || !hw_name_index_find(&reader->names, section->name, &number))
            continue;
        uint32_t symbol = reader->file->sections[number].info & mask;
        const char *name =
            symbol && symbol <= module->symbol_count ? module->symbols[symbol - 1]->name : kernel;
        if (strcmp(name, kernel) != 0 && !(section->info = hw_module_copy_text(name, strlen(name))))
            return hw_module_no_memory(reader->error);
    }
    return HW_OK;
}

/* Whether symbols of sections have no names, all of them. */
static bool is_nameless(const struct hw_elf_file *file)
{
    bool nameless = false;
    for (uint32_t i = 1; i < file->symbol_count; i++) {
        struct hw_elf_symbol symbol;
        if (hw_elf_symbol(file, i, &symbol, NULL) || symbol.type != STT_SECTION)
            continue;
        if (symbol.name[0])
            return false;
        nameless = true;
    }
    return nameless;
}

static hw_status add_symbols(struct elf_reader *reader)
{
    hw_status status = HW_OK;
    reader->module->nameless = is_nameless(reader->file);
    for (uint32_t i = 1; !status && i < reader->file->symbol_count; i++)
        status = add_symbol(reader, i);
    if (!status)
        status = hw_elf_number_symbols(reader->module, reader->error);
    return status ? status : name_code_symbols(reader);
}

/* --- records --------------------------------------------------------------------------------------- */

static hw_status read_records(struct elf_reader *reader, const struct hw_elf_section *section)
{
    struct hw_module *module = reader->module;
    const char *owner = hw_cubin_skip_prefix(section->name, CUBIN_INFO ".");
    struct hw_kernel *kernel = owner ? find_kernel(reader, owner) : NULL;
    struct hw_nv_info_source source = {.file = reader->file, .module = module, .functions = &reader->kernels};
    if (kernel)
        return hw_nv_info_read(&source, section, kernel, &kernel->infos, reader->error);
    if (strcmp(section->name, CUBIN_INFO) == 0)
        return hw_nv_info_read(&source, section, NULL, &module->infos, reader->error);
    return HW_OK;
}

/* CUDA 4 says frames but no stack where calls may nest without end; later ones say a stack of all ones. */
static void find_endless_stacks(struct hw_module *module)
{
    bool frames = false;
    for (size_t i = 0; i < module->infos.count; i++)
        frames |= module->infos.list[i].attribute == HW_ATTRIBUTE_FRAME;
    for (size_t i = 0; frames && !module->relocatable && i < module->kernel_count; i++) {
        struct hw_kernel *kernel = module->kernels[i];
        if (!kernel->function && !hw_nv_info_has(&module->infos, HW_ATTRIBUTE_STACK, kernel->name))
            kernel->local_bytes = UINT32_MAX;
    }
}

hw_status hw_cubin_later_read(struct hw_elf_file *file, struct hw_module *module, struct hw_error *error)
{
    struct elf_reader reader = {.file = file, .module = module, .error = error};
    module->os_abi = file->os_abi;
    module->toolkit = file->version;
    module->relocatable = file->type == ET_REL;
    hw_status status = add_sections(&reader);
    if (!status)
        status = add_symbols(&reader);
    for (uint32_t i = 1; !status && i < file->section_count; i++) {
        const struct hw_elf_section *section = &file->sections[i];
        if (section->type == SHT_REL || section->type == SHT_RELA)
            status = hw_elf_read_relocs(file, module, section, error);
        else if (section->data)
            status = read_records(&reader, section);
    }
    find_endless_stacks(module);
    hw_name_index_free(&reader.names);
    hw_name_index_free(&reader.kernels);
    hw_elf_names_free(file, reader.unique);
    return status;
}
