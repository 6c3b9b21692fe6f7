/* SPDX-License-Identifier: MIT */
/* The object has no code: the debugger reads that in the process, where the sections' addresses say that it
 * is.  A copy of LLVM's object would not do, since all kernels have the same symbols there. */
#include "jit/symbols/jit_gdb_object.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "jit/symbols/jit_code_name.h"
#include "jit/symbols/jit_gdb_dwarf.h"
#include "module/module_internal.h"

enum gdb_section { NONE, TEXT, UNWIND, SYMBOLS, STRINGS, NAMES, ABBREVIATIONS, INFO, LINES, SECTIONS };
static const char *const section_name[SECTIONS] = {
    [NONE] = "",
    [TEXT] = ".text",
    [UNWIND] = ".eh_frame",
    [SYMBOLS] = ".symtab",
    [STRINGS] = ".strtab",
    [NAMES] = ".shstrtab",
    [ABBREVIATIONS] = ".debug_abbrev",
    [INFO] = ".debug_info",
    [LINES] = ".debug_line",
};
static const uint32_t section_type[SECTIONS] = {
    [TEXT] = SHT_NOBITS,  [UNWIND] = SHT_PROGBITS,        [SYMBOLS] = SHT_SYMTAB, [STRINGS] = SHT_STRTAB,
    [NAMES] = SHT_STRTAB, [ABBREVIATIONS] = SHT_PROGBITS, [INFO] = SHT_PROGBITS,  [LINES] = SHT_PROGBITS,
};

#define ALIGN 8u

struct gdb_object {
    struct hw_buffer content[SECTIONS];
    Elf64_Shdr header[SECTIONS];
};

/* --- contents --- */

static void add_symbols(struct gdb_object *object, const struct hw_compile_input *source,
                        const struct hw_jit_symbols *symbols)
{
    struct hw_buffer *table = &object->content[SYMBOLS], *strings = &object->content[STRINGS];
    char name[HW_JIT_CODE_NAME];

    hw_buffer_zero(table, sizeof(Elf64_Sym));
    hw_buffer_zero(strings, 1);
    for (size_t i = 0; i < symbols->symbol_count; i++) {
        const struct hw_jit_symbol *function = &symbols->symbol[i];
        const Elf64_Sym symbol = {.st_name = (uint32_t)strings->length,
                                  .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC),
                                  .st_shndx = TEXT,
                                  .st_value = function->offset,
                                  .st_size = function->size};
        hw_jit_code_symbol(source, function->name, name);
        hw_buffer_add(table, &symbol, sizeof symbol);
        hw_buffer_add(strings, name, strlen(name) + 1);
    }
    object->header[SYMBOLS].sh_link = STRINGS;
    object->header[SYMBOLS].sh_info = 1; /* the first global one */
    object->header[SYMBOLS].sh_entsize = sizeof(Elf64_Sym);
}

static void set_addresses(struct gdb_object *object, const struct hw_jit_loaded *loaded,
                          const struct hw_jit_symbols *symbols)
{
    const uint64_t memory = (uint64_t)(uintptr_t)loaded->memory;

    object->header[TEXT].sh_flags = SHF_ALLOC | SHF_EXECINSTR;
    object->header[TEXT].sh_addr = memory;
    object->header[TEXT].sh_size = loaded->code_size;
    object->header[UNWIND].sh_flags = SHF_ALLOC;
    object->header[UNWIND].sh_addr = memory + symbols->unwind;
    hw_buffer_add(&object->content[UNWIND], (const uint8_t *)loaded->memory + symbols->unwind,
                  symbols->unwind_size);
}

static void add_section_names(struct gdb_object *object)
{
    for (unsigned i = 0; i < SECTIONS; i++) {
        object->header[i].sh_name = (uint32_t)object->content[NAMES].length;
        hw_buffer_add(&object->content[NAMES], section_name[i], strlen(section_name[i]) + 1);
    }
}

/* --- the file --- */

static void add_header(struct hw_buffer *out)
{
    const Elf64_Ehdr header = {
        .e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB, EV_CURRENT},
        .e_type = ET_REL,
        .e_machine = EM_X86_64,
        .e_version = EV_CURRENT,
        .e_shoff = sizeof header,
        .e_ehsize = sizeof header,
        .e_shentsize = sizeof(Elf64_Shdr),
        .e_shnum = SECTIONS,
        .e_shstrndx = NAMES};

    hw_buffer_add(out, &header, sizeof header);
}

/* The header, the section headers, then the contents. */
static void write_object(struct gdb_object *object, struct hw_buffer *out)
{
    uint64_t offset = sizeof(Elf64_Ehdr) + SECTIONS * sizeof(Elf64_Shdr);

    add_header(out);
    for (unsigned i = 0; i < SECTIONS; i++) {
        Elf64_Shdr *header = &object->header[i];
        header->sh_type = section_type[i];
        header->sh_addralign = i == NONE ? 0 : 1;
        if (i != NONE)
            header->sh_offset = offset;
        if (i != TEXT)
            header->sh_size = object->content[i].length;
        offset += (object->content[i].length + ALIGN - 1) / ALIGN * ALIGN;
        hw_buffer_add(out, header, sizeof *header);
    }
    for (unsigned i = 0; i < SECTIONS; i++) {
        const struct hw_buffer *content = &object->content[i];
        hw_buffer_add(out, content->bytes, content->length);
        hw_buffer_zero(out, (ALIGN - content->length % ALIGN) % ALIGN);
        out->failed |= content->failed;
    }
}

uint8_t *hw_jit_gdb_object(const struct hw_jit_loaded *loaded, const struct hw_compile_input *source,
                           const struct hw_jit_symbols *symbols, const struct hw_jit_listing *listing,
                           size_t *size)
{
    struct gdb_object object = {.content[NONE].bytes = NULL};
    const struct hw_jit_gdb_dwarf dwarf = {.abbreviations = &object.content[ABBREVIATIONS],
                                           .info = &object.content[INFO],
                                           .lines = &object.content[LINES]};
    struct hw_buffer out = {.bytes = NULL};

    add_symbols(&object, source, symbols);
    set_addresses(&object, loaded, symbols);
    add_section_names(&object);
    hw_jit_gdb_dwarf_add(&dwarf, loaded, source, symbols, listing);
    write_object(&object, &out);
    for (unsigned i = 0; i < SECTIONS; i++)
        free(object.content[i].bytes);
    if (out.failed) {
        free(out.bytes);
        return NULL;
    }
    *size = out.length;
    return out.bytes;
}
