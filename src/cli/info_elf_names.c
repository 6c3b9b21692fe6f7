/* SPDX-License-Identifier: MIT */
/* ELF's numbers by the names of the format and of NVIDIA's tools: those of NVIDIA as cuobjdump 13.5 prints
 * them for compiled cubins; others stay numbers. */
#include "cli/info_elf.h"

#include <elf.h>
#include <stdio.h>

#define CUDA_CONSTANT  0x70000064u /* SHT_CUDA_CONSTANT: of bank 0; the others follow */
#define CONSTANT_BANKS 8u          /* from 0x7000006c on cuobjdump has no name */

struct number_name {
    uint32_t number;
    const char *name;
};

static const struct number_name section_types[] = {
    {SHT_NULL, "NULL"},
    {SHT_PROGBITS, "PROGBITS"},
    {SHT_SYMTAB, "SYMTAB"},
    {SHT_STRTAB, "STRTAB"},
    {SHT_RELA, "RELA"},
    {SHT_HASH, "HASH"},
    {SHT_DYNAMIC, "DYNAMIC"},
    {SHT_NOTE, "NOTE"},
    {SHT_NOBITS, "NOBITS"},
    {SHT_REL, "REL"},
    {0x70000000, "CUDA_INFO"},
    {0x70000001, "CUDA_CALLGRAPH"},
    {0x70000002, "CUDA_PROTOTYPE"},
    {0x70000007, "CUDA_GLOBAL"},
    {0x70000008, "CUDA_GLOBAL_INIT"},
    {0x7000000a, "CUDA_SHARED"},
    {0x7000000b, "CUDA_RELOCINFO"},
    {0x7000000e, "CUDA_UFT"},
    {0x70000010, "CUDA_UIDX"},
    {0x70000011, "CUDA_UFT_ENTRY"},
    {0x70000012, "CUDA_UDT"},
    {0x70000014, "CUDA_UDT_ENTRY"},
    {0x70000015, "CUDA_RESERVED_SHARED"},
    {0x70000086, "CUDA_COMPAT_INFO"},
    {0, NULL},
};
static const struct number_name symbol_types[] = {
    {STT_NOTYPE, "NOTYPE"}, {STT_OBJECT, "OBJECT"},
    {STT_FUNC, "FUNC"},     {STT_SECTION, "SECTION"},
    {STT_FILE, "FILE"},     {STT_COMMON, "COMMON"},
    {10, "CUDA_TEXTURE"},   {12, "CUDA_SURFACE"},
    {13, "CUDA_OBJECT"},    {0, NULL},
};
static const struct number_name bindings[] = {
    {STB_LOCAL, "LOCAL"}, {STB_GLOBAL, "GLOBAL"}, {STB_WEAK, "WEAK"}, {0, NULL}};
/* STO_CUDA_*: bits above those of the visibility. */
static const struct number_name others[] = {{0x10, "ENTRY"},  {0x04, "MANAGED"}, {0x80, "CONSTANT"},
                                            {0x20, "GLOBAL"}, {0x40, "SHARED"},  {0, NULL}};

static const char *find(const struct number_name *list, uint32_t number, char text[HW_ELF_NAME])
{
    for (; list->name; list++)
        if (list->number == number)
            return list->name;
    snprintf(text, HW_ELF_NAME, "0x%x", number);
    return text;
}

const char *hw_elf_section_type(uint32_t type, char text[HW_ELF_NAME])
{
    if (type < CUDA_CONSTANT || type >= CUDA_CONSTANT + CONSTANT_BANKS)
        return find(section_types, type, text);
    snprintf(text, HW_ELF_NAME, "CUDA_CONSTANT_B%u", type - CUDA_CONSTANT);
    return text;
}

const char *hw_elf_symbol_type(unsigned type, char text[HW_ELF_NAME])
{
    return find(symbol_types, type, text);
}

const char *hw_elf_binding(unsigned binding, char text[HW_ELF_NAME])
{
    return find(bindings, binding, text);
}

const char *hw_elf_visibility(unsigned other)
{
    static const char *const names[] = {"DEFAULT", "INTERNAL", "HIDDEN", "PROTECTED"};

    return names[other & 3];
}

const char *hw_elf_other(unsigned other, char text[HW_ELF_NAME])
{
    return other & ~3u ? find(others, other & ~3u, text) : "-";
}
