/* SPDX-License-Identifier: MIT */
/* Symbols are read from the symbol table of the object file, and rows from its line table (DWARF), in which
 * the compiler numbers micro-operations as if they were lines of a file. */
#include "jit/symbols/jit_symbols.h"

#include <stdlib.h>
#include <string.h>

#include "jit/jit_object_image.h"
#include "module/line_program.h"
#include "module/module_internal.h"

/* --- functions --- */

static bool add_symbol(struct hw_jit_symbols *symbols, const char *name, uint64_t offset, uint64_t size)
{
    char *copy = strdup(name);

    if (!copy || !hw_module_grow(&symbols->symbol, symbols->symbol_count, sizeof *symbols->symbol)) {
        free(copy);
        return false;
    }
    symbols->symbol[symbols->symbol_count++] =
        (struct hw_jit_symbol){.name = copy, .offset = (uint32_t)offset, .size = (uint32_t)size};
    return true;
}

/* Of one symbol table, whose section number is `table`. */
static bool read_functions(struct hw_jit_symbols *symbols, struct hw_jit_image *image, size_t table)
{
    Elf_Scn *scn = elf_getscn(image->elf, table);
    Elf_Data *data = elf_getdata(scn, NULL);
    GElf_Shdr section;
    GElf_Sym symbol;

    if (!data || !gelf_getshdr(scn, &section))
        return false;
    for (int i = 0; gelf_getsym(data, i, &symbol); i++) {
        if (GELF_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_shndx == SHN_UNDEF)
            continue;
        const uint64_t offset = hw_jit_image_offset(image, table, &symbol);
        const char *name = elf_strptr(image->elf, section.sh_link, symbol.st_name);
        if (!name || offset >= image->code_size || symbol.st_size > image->code_size - offset ||
            !add_symbol(symbols, name, offset, symbol.st_size))
            return false;
    }
    return true;
}

/* --- rows --- */

struct row_reader {
    struct hw_jit_symbols *symbols;
    struct hw_jit_image *image;
    const uint8_t *section; /* .debug_line ... */
    size_t number;          /* ... and its number */
};

/* Where a sequence begins: the symbol that a relocation of .debug_line adds. */
static bool find_start(const struct row_reader *table, Elf_Scn *list, const GElf_Shdr *section, uint64_t at,
                       uint64_t *offset)
{
    Elf_Data *data = elf_getdata(list, NULL),
             *symbols = elf_getdata(elf_getscn(table->image->elf, section->sh_link), NULL);
    GElf_Rela relocation;
    GElf_Sym symbol;

    for (int i = 0; data && symbols && gelf_getrela(data, i, &relocation); i++) {
        if (relocation.r_offset != at || GELF_R_TYPE(relocation.r_info) != R_X86_64_64 ||
            !gelf_getsym(symbols, (int)GELF_R_SYM(relocation.r_info), &symbol))
            continue;
        *offset = hw_jit_image_offset(table->image, section->sh_link, &symbol);
        if (*offset == HW_JIT_ABSENT)
            return false;
        *offset += (uint64_t)relocation.r_addend;
        return true;
    }
    return false;
}

static bool line_address(void *context, const uint8_t *at, uint64_t *address)
{
    struct row_reader *table = context;

    for (size_t i = 0; i < table->image->sections; i++) {
        Elf_Scn *list = elf_getscn(table->image->elf, i);
        GElf_Shdr section;
        if (gelf_getshdr(list, &section) && section.sh_type == SHT_RELA && section.sh_info == table->number)
            return find_start(table, list, &section, (uint64_t)(at - table->section), address);
    }
    return false;
}

static bool line_row(void *context, const struct hw_line_state *state)
{
    struct row_reader *table = context;
    struct hw_jit_symbols *symbols = table->symbols;

    if (state->address > table->image->code_size || state->line < 0 || state->line >= UINT32_MAX ||
        !hw_module_grow(&symbols->row, symbols->row_count, sizeof *symbols->row))
        return false;
    symbols->row[symbols->row_count] = (struct hw_jit_row){.offset = (uint32_t)state->address,
                                                           .line = state->is_end ? 0 : (uint32_t)state->line,
                                                           .order = (uint32_t)symbols->row_count};
    symbols->row_count++;
    return true;
}

static int compare_rows(const void *left, const void *right)
{
    const struct hw_jit_row *one = left, *other = right;

    if (one->offset != other->offset)
        return one->offset < other->offset ? -1 : 1;
    return one->order < other->order ? -1 : 1;
}

/* Of rows at one address the last one counts, and rows that say the same again are left out. */
static void sort_rows(struct hw_jit_symbols *symbols)
{
    struct hw_jit_row *row = symbols->row;
    size_t kept = 0;

    if (symbols->row_count)
        qsort(row, symbols->row_count, sizeof *row, compare_rows);
    for (size_t i = 0; i < symbols->row_count; i++)
        if ((i + 1 == symbols->row_count || row[i + 1].offset != row[i].offset) &&
            (!kept || row[kept - 1].line != row[i].line))
            row[kept++] = row[i];
    symbols->row_count = kept;
}

static bool read_rows(struct hw_jit_symbols *symbols, struct hw_jit_image *image, size_t number)
{
    Elf_Data *data = elf_rawdata(elf_getscn(image->elf, number), NULL);
    struct row_reader table = {.symbols = symbols, .image = image, .number = number};
    const struct hw_line_reader reader = {.context = &table, .address = line_address, .row = line_row};

    if (!data || !data->d_buf)
        return false;
    table.section = data->d_buf;
    if (!hw_line_table_read(&reader, data->d_buf, data->d_size))
        return false;
    sort_rows(symbols);
    return true;
}

/* --- all of it --- */

static bool read_section(struct hw_jit_symbols *symbols, struct hw_jit_image *image, size_t number,
                         const char *name, const GElf_Shdr *section)
{
    if (section->sh_type == SHT_SYMTAB)
        return read_functions(symbols, image, number);
    if (strcmp(name, ".debug_line") == 0)
        return read_rows(symbols, image, number);
    if (strcmp(name, ".eh_frame") == 0 && image->offset[number] != HW_JIT_ABSENT) {
        symbols->unwind = (uint32_t)image->offset[number];
        symbols->unwind_size = (uint32_t)section->sh_size;
    }
    return true;
}

bool hw_jit_symbols_read(struct hw_jit_symbols *symbols, struct hw_jit_image *image)
{
    size_t names;

    *symbols = (struct hw_jit_symbols){.symbol = NULL};
    if (elf_getshdrstrndx(image->elf, &names) != 0)
        return false;
    for (size_t i = 1; i < image->sections; i++) {
        GElf_Shdr section;
        if (!gelf_getshdr(elf_getscn(image->elf, i), &section))
            return false;
        const char *name = elf_strptr(image->elf, names, section.sh_name);
        if (!name || !read_section(symbols, image, i, name, &section))
            return false;
    }
    return true;
}

void hw_jit_symbols_clear(struct hw_jit_symbols *symbols)
{
    for (size_t i = 0; i < symbols->symbol_count; i++)
        free(symbols->symbol[i].name);
    free(symbols->symbol);
    free(symbols->row);
    *symbols = (struct hw_jit_symbols){.symbol = NULL};
}
