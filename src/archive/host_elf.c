/* SPDX-License-Identifier: MIT */
/* This reader finds fatbins in the host's programs, shared libraries and object files in ELF: they lie in
 * .nv_fatbin, and those that were compiled to be linked again in __nv_relfatbin. */
#include "archive/fatbin.h"
#include "archive/host_file.h"
#include "module/elf_file.h"

#include <string.h>

/* Whether a section of this name holds fatbins, and nothing else. */
static bool holds_fatbins(const char *section)
{
    return strcmp(section, ".nv_fatbin") == 0 || strcmp(section, "__nv_relfatbin") == 0;
}

const struct hw_elf_section *hw_elf_fatbin_section(const struct hw_elf_file *file, uint64_t fatbin,
                                                   uint64_t bytes)
{
    for (uint32_t i = 0; i < file->section_count; i++) {
        const struct hw_elf_section *section = &file->sections[i];
        if (section->data && holds_fatbins(section->name) && section->offset <= fatbin &&
            fatbin + bytes <= section->offset + section->size)
            return section;
    }
    return NULL;
}

static hw_status scan_sections(const struct hw_scan *scan, const struct hw_elf_file *file)
{
    hw_status status = HW_OK;
    for (uint32_t i = 0; !status && i < file->section_count; i++) {
        const struct hw_elf_section *section = &file->sections[i];
        struct hw_scan inside = *scan;
        inside.begin = scan->begin + section->offset;
        inside.end = inside.begin + section->size;
        if (section->data && holds_fatbins(section->name))
            status = hw_scan_fatbins(&inside);
    }
    return status;
}

hw_status hw_scan_host_elf(const struct hw_scan *scan)
{
    struct hw_elf_file file;
    size_t before = scan->archive->entry_count;
    hw_status status =
        hw_elf_open(&file, hw_scan_at(scan, scan->begin), (size_t)(scan->end - scan->begin), EM_NONE, NULL);
    if (!status)
        status = scan_sections(scan, &file);
    else
        status = HW_OK; /* no section headers, or damaged ones */
    hw_elf_close(&file);
    if (!status && scan->archive->entry_count == before)
        status = hw_scan_carve(scan);
    return status;
}
