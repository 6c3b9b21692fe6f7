/* SPDX-License-Identifier: MIT */
/* This file fills the declarations of an ELF cubin of sm_10 to sm_13 with the contents of its sections. */
#include "module/tesla_read.h"

#include "module/nv_info.h"
#include "module/elf_note.h"

#include <string.h>

/* The kernel that a section belongs to: its info field names the code section, its name the kernel. */
static struct hw_kernel *kernel_of(const struct hw_tesla_reader *reader, const struct hw_elf_section *section,
                                   const char *name)
{
    struct hw_kernel *kernel =
        section->info < reader->file->section_count ? reader->kernels[section->info] : NULL;
    return kernel && strcmp(kernel->name, name) == 0 ? kernel : hw_module_find_kernel(reader->module, name);
}

static hw_status read_size(struct hw_tesla_reader *reader, const struct hw_elf_section *section,
                           uint32_t *size)
{
    if (section->size > UINT32_MAX)
        return hw_elf_fail(reader->error, HW_ERR_RANGE, section->header, "%.100s claims 0x%llx bytes",
                           section->name, (unsigned long long)section->size);
    *size = (uint32_t)section->size;
    return HW_OK;
}

/* The records of a kernel, or with NULL of the module. */
static hw_status read_records(struct hw_tesla_reader *reader, const struct hw_elf_section *section,
                              struct hw_kernel *kernel)
{
    struct hw_module *module = reader->module;
    struct hw_nv_info_source source = {.file = reader->file, .module = module, .items = &reader->items};
    return hw_nv_info_read(&source, section, kernel, kernel ? &kernel->infos : &module->infos, reader->error);
}

/* Take in a section if it belongs to a kernel. */
static hw_status read_kernel_section(struct hw_tesla_reader *reader, uint32_t index)
{
    const struct hw_elf_section *section = &reader->file->sections[index];
    const char *shared = hw_cubin_skip_prefix(section->name, CUBIN_SHARED),
               *local = hw_cubin_skip_prefix(section->name, CUBIN_LOCAL);
    const char *info = hw_cubin_skip_prefix(section->name, CUBIN_INFO "."), *literals = NULL;
    uint32_t bank = 0;
    if (!hw_cubin_is_constant(section->name, &bank, &literals))
        literals = NULL;
    const char *name = shared ? shared : local ? local : info ? info : literals;
    struct hw_kernel *kernel = name ? kernel_of(reader, section, name) : NULL;
    if (!kernel)
        return HW_OK;
    reader->known[index] = true;
    if (shared)
        return read_size(reader, section, &kernel->shared_bytes);
    if (local)
        return read_size(reader, section, &kernel->local_bytes);
    if (info)
        return read_records(reader, section, kernel);
    return section->data ? hw_kernel_add_const(kernel, bank, 0, hw_cubin_clamp32(section->size),
                                               section->data, (size_t)section->size, NULL, reader->error)
                         : HW_OK;
}

/* --- the rest ------------------------------------------------------------------------------------ */

static hw_status keep_section(struct hw_tesla_reader *reader, const struct hw_elf_section *section)
{
    struct hw_section kept = {.name = (char *)(uintptr_t)section->name,
                              .type = section->type,
                              .flags = section->flags,
                              .align = section->align,
                              .entry_bytes = section->entry_bytes,
                              .data = (uint8_t *)(uintptr_t)section->data,
                              .bytes = (size_t)section->size};
    return hw_module_add_section(reader->module, &kept, reader->error);
}

static bool is_foreign(const struct hw_tesla_reader *reader, uint32_t index)
{
    const struct hw_elf_section *section = &reader->file->sections[index];
    switch (section->type) {
    case SHT_NULL:
    case SHT_SYMTAB:
    case SHT_STRTAB:
    case SHT_REL:
    case SHT_RELA: return false;
    default:
        return !reader->known[index] && strcmp(section->name, CUBIN_GLOBAL) != 0 &&
               strcmp(section->name, CUBIN_GLOBAL_INIT) != 0;
    }
}

hw_status hw_tesla_read_sections(struct hw_tesla_reader *reader)
{
    struct hw_module *module = reader->module;
    hw_status status = HW_OK;
    for (uint32_t i = 1; !status && i < reader->file->section_count; i++) {
        const struct hw_elf_section *section = &reader->file->sections[i];
        status = read_kernel_section(reader, i);
        if (!status && strcmp(section->name, CUBIN_INFO) == 0) {
            reader->known[i] = true;
            status = read_records(reader, section, NULL);
        }
    }
    if (!status)
        status = hw_samplers_assign_units(module, reader->error);
    for (uint32_t i = 1; !status && i < reader->file->section_count; i++) {
        const struct hw_elf_section *section = &reader->file->sections[i];
        if (section->data && section->type == SHT_NOTE && strcmp(section->name, CUBIN_NOTE) == 0)
            status = hw_elf_note_read(module, section->data, (size_t)section->size, section->offset,
                                      reader->error);
        else if (is_foreign(reader, i))
            status = keep_section(reader, section);
    }
    return status;
}
