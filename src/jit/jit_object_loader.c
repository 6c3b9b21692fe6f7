/* SPDX-License-Identifier: MIT */
/* The object loader maps the loaded sections of an ELF object one after the other, those with instructions
 * first, then relocates them.  They are in one mapping, so that they reach each other by 32-bit distances.
 * After them is a jump for each runtime symbol, as in a procedure linkage table, because halfwarp's functions
 * may be too far away for a call.
 */
#include "jit/jit_object_loader.h"

#include <gelf.h>
#include <libelf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "jit/jit_object_image.h"
#include "jit/jit_runtime_symbols.h"
#include "jit/request/jit_protocol.h"
#include "jit/symbols/jit_symbols.h"

#define ABSENT  HW_JIT_ABSENT
#define LARGEST (1ull << 30) /* so that distances have 31 bits */

/* jmp *address: an instruction, and the address after it. */
struct jump {
    uint8_t instruction[8];
    uint64_t address;
};
static const uint8_t jump_instruction[8] = {0xff, 0x25, 2, 0, 0, 0, 0x0f, 0x0b};

/* --- layout --- */

static bool is_loaded(const GElf_Shdr *section)
{
    return section->sh_flags & SHF_ALLOC && section->sh_size &&
           (section->sh_type == SHT_PROGBITS || section->sh_type == SHT_NOBITS ||
            section->sh_type == SHT_X86_64_UNWIND);
}

/* Assign an offset to a section; false: none is possible. */
static bool place_section(struct hw_jit_image *image, size_t index, const GElf_Shdr *section)
{
    const uint64_t align = section->sh_addralign ? section->sh_addralign : 1;

    if (align & (align - 1) || align > 4096 || section->sh_size > LARGEST)
        return false;
    image->offset[index] = (image->size + align - 1) & ~(align - 1);
    image->size = image->offset[index] + section->sh_size;
    return image->size <= LARGEST;
}

/* Those with instructions, or those without. */
static bool lay_out_sections(struct hw_jit_image *image, bool with_code)
{
    for (size_t i = 0; i < image->sections; i++) {
        GElf_Shdr section;
        if (!gelf_getshdr(elf_getscn(image->elf, i), &section))
            return false;
        if (!with_code && !is_loaded(&section))
            image->offset[i] = ABSENT;
        else if (is_loaded(&section) && !!(section.sh_flags & SHF_EXECINSTR) == with_code &&
                 !place_section(image, i, &section))
            return false;
    }
    return true;
}

static bool place_all(struct hw_jit_image *image)
{
    GElf_Ehdr header;

    if (!gelf_getehdr(image->elf, &header) || header.e_machine != EM_X86_64 || header.e_type != ET_REL ||
        header.e_ident[EI_CLASS] != ELFCLASS64 || elf_getshdrnum(image->elf, &image->sections) != 0 ||
        image->sections > HW_JIT_SECTIONS || !lay_out_sections(image, true))
        return false;
    image->code_size = image->size;
    if (!lay_out_sections(image, false))
        return false;
    image->jumps = (image->size + sizeof(struct jump) - 1) & ~(sizeof(struct jump) - 1);
    image->size = image->jumps + HW_JIT_RUNTIME_SYMBOLS * sizeof(struct jump);
    return true;
}

static bool copy_sections(const struct hw_jit_image *image)
{
    for (size_t i = 0; i < image->sections; i++) {
        if (image->offset[i] == ABSENT)
            continue;
        const Elf_Data *data = elf_rawdata(elf_getscn(image->elf, i), NULL);
        GElf_Shdr section;
        if (!data || !gelf_getshdr(elf_getscn(image->elf, i), &section) || data->d_size > section.sh_size)
            return false;
        if (data->d_buf)
            memcpy(image->memory + image->offset[i], data->d_buf, data->d_size);
    }
    for (unsigned i = 0; i < HW_JIT_RUNTIME_SYMBOLS; i++) {
        struct jump jump = {.address = (uint64_t)(uintptr_t)hw_jit_runtime_symbols[i].address};
        memcpy(jump.instruction, jump_instruction, sizeof jump_instruction);
        memcpy(image->memory + image->jumps + i * sizeof jump, &jump, sizeof jump);
    }
    return true;
}

/* --- symbols --- */

/* The offset of the jump to a runtime symbol; ABSENT: there is none of that name. */
static uint64_t jump_to(struct hw_jit_image *image, const char *name)
{
    for (unsigned i = 0; i < HW_JIT_RUNTIME_SYMBOLS; i++)
        if (strcmp(hw_jit_runtime_symbols[i].name, name) == 0)
            return image->jumps + i * sizeof(struct jump);
    image->unknown = name;
    return ABSENT;
}

uint64_t hw_jit_image_offset(struct hw_jit_image *image, size_t table, const GElf_Sym *symbol)
{
    GElf_Shdr section;

    if (symbol->st_shndx == SHN_UNDEF) {
        const char *name = gelf_getshdr(elf_getscn(image->elf, table), &section)
                               ? elf_strptr(image->elf, section.sh_link, symbol->st_name)
                               : NULL;
        return name ? jump_to(image, name) : ABSENT;
    }
    if (symbol->st_shndx >= image->sections || image->offset[symbol->st_shndx] == ABSENT ||
        symbol->st_value > image->size)
        return ABSENT;
    return image->offset[symbol->st_shndx] + symbol->st_value;
}

/* --- relocations --- */

/* Whether a relocation is of the address of a runtime symbol, which is in its jump.  LLVM reads it if the
 * code calls the function often. */
static bool is_of_address(uint64_t type)
{
    return type == R_X86_64_GOTPCREL || type == R_X86_64_GOTPCRELX || type == R_X86_64_REX_GOTPCRELX;
}

/* Write a relative address; false: its relocation type is not supported, or its symbol is unknown. */
static bool relocate(const struct hw_jit_image *image, uint64_t target, const GElf_Rela *relocation,
                     uint64_t to)
{
    const uint64_t at = image->offset[target] + relocation->r_offset, type = GELF_R_TYPE(relocation->r_info);
    GElf_Shdr section;

    if (to != ABSENT && to >= image->jumps && is_of_address(type))
        to += offsetof(struct jump, address);
    else if (type != R_X86_64_PC32 && type != R_X86_64_PLT32)
        return false;
    if (to == ABSENT || !gelf_getshdr(elf_getscn(image->elf, target), &section) || section.sh_size < 4 ||
        relocation->r_offset > section.sh_size - 4 || relocation->r_addend != (int32_t)relocation->r_addend)
        return false;
    const int64_t distance = (int64_t)to + relocation->r_addend - (int64_t)at;
    const int32_t word = (int32_t)distance;
    memcpy(image->memory + at, &word, sizeof word);
    return word == distance;
}

static bool relocate_section(struct hw_jit_image *image, Elf_Scn *list, const GElf_Shdr *section)
{
    Elf_Data *data = elf_getdata(list, NULL),
             *symbols = elf_getdata(elf_getscn(image->elf, section->sh_link), NULL);

    if (section->sh_info >= image->sections)
        return false;
    if (image->offset[section->sh_info] == ABSENT) /* of a section that is not loaded */
        return true;
    if (!data || !symbols || data->d_type != ELF_T_RELA || symbols->d_type != ELF_T_SYM)
        return false;
    for (int i = 0;; i++) {
        GElf_Rela relocation;
        GElf_Sym symbol;
        if (!gelf_getrela(data, i, &relocation))
            return true;
        if (!gelf_getsym(symbols, (int)GELF_R_SYM(relocation.r_info), &symbol) ||
            !relocate(image, section->sh_info, &relocation,
                      hw_jit_image_offset(image, section->sh_link, &symbol)))
            return false;
    }
}

/* The functions that are searched for in an object file; the offset is ABSENT if it does not have one. */
enum { KERNEL, STATELESS, FUNCTIONS };
static const char *const function_name[FUNCTIONS] = {
    [KERNEL] = HW_JIT_FUNCTION, [STATELESS] = HW_JIT_STATELESS};

/* Do all relocations and find the functions; false: an error, or there is no kernel function. */
static bool link_all(struct hw_jit_image *image, uint64_t function[FUNCTIONS])
{
    for (size_t i = 0; i < image->sections; i++) {
        Elf_Scn *scn = elf_getscn(image->elf, i);
        GElf_Shdr section;
        GElf_Sym symbol;
        if (!gelf_getshdr(scn, &section))
            return false;
        if (section.sh_type == SHT_RELA && !relocate_section(image, scn, &section))
            return false;
        Elf_Data *data = section.sh_type == SHT_SYMTAB ? elf_getdata(scn, NULL) : NULL;
        for (int n = 0; data && gelf_getsym(data, n, &symbol); n++) {
            const char *name = elf_strptr(image->elf, section.sh_link, symbol.st_name);
            for (unsigned f = 0; name && f < FUNCTIONS; f++)
                if (strcmp(name, function_name[f]) == 0)
                    function[f] = hw_jit_image_offset(image, i, &symbol);
        }
    }
    return function[KERNEL] < image->jumps &&
           (function[STATELESS] == ABSENT || function[STATELESS] < image->jumps);
}

static bool map_memory(struct hw_jit_image *image)
{
    const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);

    image->size = (image->size + page - 1) / page * page;
    image->memory = mmap(NULL, image->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return image->memory != MAP_FAILED;
}

hw_status hw_jit_load(struct hw_jit_loaded *loaded, struct hw_jit_symbols *symbols, const void *object,
                      size_t size, struct hw_error *error)
{
    struct hw_jit_image image = {.memory = MAP_FAILED};
    uint64_t function[FUNCTIONS] = {ABSENT, ABSENT};
    bool ok = false;

    elf_version(EV_CURRENT);
    image.elf = elf_memory((char *)(uintptr_t)object, size); /* which it does not change */
    if (image.elf && place_all(&image) && map_memory(&image) && copy_sections(&image) &&
        link_all(&image, function) && (!symbols || hw_jit_symbols_read(symbols, &image)))
        ok = mprotect(image.memory, image.size, PROT_READ | PROT_EXEC) == 0;
    if (!ok) {
        if (image.memory != MAP_FAILED)
            munmap(image.memory, image.size);
        hw_fail(error, HW_ERR_FORMAT, "jit", "the compiler's object file cannot be loaded%s%.80s",
                image.unknown ? ": it calls " : "", image.unknown ? image.unknown : "");
    }
    elf_end(image.elf);
    if (!ok)
        return HW_ERR_FORMAT;
    *loaded = (struct hw_jit_loaded){
        .memory = image.memory,
        .size = image.size,
        .code_size = image.code_size,
        .run = (void (*)(struct hw_warp *))(uintptr_t)(image.memory + function[KERNEL])};
    if (function[STATELESS] != ABSENT)
        loaded->stateless = (hw_stateless_fn *)(uintptr_t)(image.memory + function[STATELESS]);
    return HW_OK;
}

void hw_jit_unload(struct hw_jit_loaded *loaded)
{
    munmap(loaded->memory, loaded->size);
}
