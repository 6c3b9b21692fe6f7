/* SPDX-License-Identifier: MIT */
/* See needed_libraries.h. */
#include "cli/needed_libraries.h"

#include <fcntl.h>
#include <gelf.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void take_name(const char *library, const char *stem, char *name, size_t bytes)
{
    if (library && strncmp(library, stem, strlen(stem)) == 0)
        snprintf(name, bytes, "%s", library);
}

static void read_dynamic(Elf *elf, Elf_Scn *section, const GElf_Shdr *header,
                         struct hw_needed_libraries *needs)
{
    Elf_Data *data = elf_getdata(section, NULL);
    GElf_Dyn entry;

    for (int i = 0; data && gelf_getdyn(data, i, &entry) && entry.d_tag != DT_NULL; i++) {
        if (entry.d_tag == DT_FLAGS_1 && (entry.d_un.d_val & DF_1_PIE))
            needs->is_library = false;
        if (entry.d_tag != DT_NEEDED)
            continue;
        const char *library = elf_strptr(elf, header->sh_link, entry.d_un.d_val);
        take_name(library, "libcudart.so", needs->runtime, sizeof needs->runtime);
        take_name(library, "libcuda.so", needs->driver, sizeof needs->driver);
        take_name(library, "libglut.so", needs->glut, sizeof needs->glut);
        take_name(library, "libasan.so", needs->sanitizer, sizeof needs->sanitizer);
    }
}

static void read_sections(Elf *elf, struct hw_needed_libraries *needs)
{
    size_t names;
    Elf_Scn *section = NULL;
    GElf_Shdr header;

    if (elf_getshdrstrndx(elf, &names) != 0)
        return;
    while ((section = elf_nextscn(elf, section)) != NULL) {
        if (!gelf_getshdr(section, &header))
            continue;
        const char *name = elf_strptr(elf, names, header.sh_name);
        if (header.sh_type == SHT_DYNAMIC)
            read_dynamic(elf, section, &header, needs);
        needs->has_code |= name && (strcmp(name, ".nv_fatbin") == 0 || strcmp(name, ".nvFatBinSegment") == 0);
    }
}

/* Shared objects without a loader are libraries, or programs that need none, which the dynamic section says
 * (DF_1_PIE). */
static bool lacks_interpreter(Elf *elf, const GElf_Ehdr *header)
{
    GElf_Phdr segment;

    for (int i = 0; i < header->e_phnum; i++)
        if (gelf_getphdr(elf, i, &segment) && segment.p_type == PT_INTERP)
            return false;
    return header->e_type == ET_DYN;
}

void hw_needed_libraries_read(const char *path, struct hw_needed_libraries *needs)
{
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    GElf_Ehdr header;

    memset(needs, 0, sizeof *needs);
    elf_version(EV_CURRENT);
    Elf *elf = file >= 0 ? elf_begin(file, ELF_C_READ, NULL) : NULL;
    if (elf && elf_kind(elf) == ELF_K_ELF && gelf_getehdr(elf, &header)) {
        needs->is_program = header.e_machine == EM_X86_64 &&
                            (header.e_type == ET_EXEC || header.e_type == ET_DYN) && access(path, X_OK) == 0;
        needs->is_library = lacks_interpreter(elf, &header);
        read_sections(elf, needs);
        needs->is_program &= !needs->is_library;
    }
    elf_end(elf);
    if (file >= 0)
        close(file);
}
