/* SPDX-License-Identifier: MIT */
/* See elf_names.h. */
#include "module/elf_names.h"

#include <stdlib.h>
#include <string.h>

/* --- sections ------------------------------------------------------------------------------------ */

struct section_namer {
    struct hw_elf_file *file;
    unsigned *copy; /* the number of each section's name; 0: not yet known */
};

static bool is_text(const struct hw_elf_section *section)
{
    return hw_cubin_skip_prefix(section->name, CUBIN_TEXT) != NULL;
}

/* Whether other files see the code: its section names the symbol. */
static bool is_seen(const struct hw_elf_file *file, const struct hw_elf_section *text)
{
    const uint32_t number = text->info & ((1u << CUBIN_REGISTER_SHIFT) - 1);
    struct hw_elf_symbol symbol;

    return number && number < file->symbol_count && hw_elf_symbol(file, number, &symbol, NULL) == HW_OK &&
           symbol.binding != STB_LOCAL;
}

/* Sections of one name lie together in the list, in their order.  Number those that have none yet: the first
 * that is seen before the others. */
static void number_run(struct section_namer *namer, const struct hw_name *run, size_t count)
{
    unsigned next = 1;

    for (size_t i = 0; i < count; i++)
        next = namer->copy[run[i].number] >= next ? namer->copy[run[i].number] + 1 : next;
    for (size_t i = 0; i < count && next == 1; i++) {
        const struct hw_elf_section *section = &namer->file->sections[run[i].number];
        if (is_text(section) && is_seen(namer->file, section))
            namer->copy[run[i].number] = next++;
    }
    for (size_t i = 0; i < count; i++)
        if (!namer->copy[run[i].number])
            namer->copy[run[i].number] = next++;
}

/* Code first, for others follow it. */
static void number_runs(struct section_namer *namer, const struct hw_name_index *names, bool text)
{
    for (size_t i = 0, end; i < names->count; i = end) {
        for (end = i + 1; end < names->count && strcmp(names->list[end].name, names->list[i].name) == 0;)
            end++;
        if (is_text(&namer->file->sections[names->list[i].number]) == text)
            number_run(namer, &names->list[i], end - i);
    }
}

/* Whether the name of a section is that of another one with something in front: ".rel.text.f" and ".text.f",
 * ".nv.info.f" and ".text.f". */
static bool belongs(const struct hw_elf_section *section, const struct hw_elf_section *to)
{
    const char *code = hw_cubin_skip_prefix(to->name, CUBIN_TEXT), *end = code ? code - 1 : to->name;
    const size_t length = strlen(section->name), tail = strlen(end);

    return length > tail && strcmp(section->name + length - tail, end) == 0;
}

/* Sections of another one get its number; relocations last, for what they are for may belong to a code. */
static void follow(struct section_namer *namer, bool relocations)
{
    const struct hw_elf_file *file = namer->file;

    for (uint32_t i = 1; i < file->section_count; i++) {
        const struct hw_elf_section *section = &file->sections[i];
        if ((section->type == SHT_REL || section->type == SHT_RELA) != relocations || is_text(section) ||
            !section->info || section->info >= file->section_count)
            continue;
        if (belongs(section, &file->sections[section->info]))
            namer->copy[i] = namer->copy[section->info];
    }
}

/* Of sections that follow others two may have come to one number, if a file says so. */
static hw_status check_numbers(const struct section_namer *namer, const struct hw_name_index *names,
                               struct hw_error *error)
{
    const struct hw_elf_section *sections = namer->file->sections;

    for (size_t i = 0; i < names->count; i++)
        for (size_t k = i + 1; k < names->count && strcmp(names->list[k].name, names->list[i].name) == 0; k++)
            if (namer->copy[names->list[i].number] == namer->copy[names->list[k].number])
                return hw_elf_fail(error, HW_ERR_FORMAT, sections[names->list[k].number].header,
                                   "there are two sections named %.100s for the same section; expected one",
                                   names->list[k].name);
    return HW_OK;
}

hw_status hw_elf_name_sections(struct hw_elf_file *file, char ***made, struct hw_error *error)
{
    struct section_namer namer = {.file = file, .copy = calloc(file->section_count + 1, sizeof(unsigned))};
    struct hw_name_index names = {0};
    char **list = *made = calloc(file->section_count + 1, sizeof *list);
    bool listed = namer.copy && list;

    for (uint32_t i = 1; listed && i < file->section_count; i++)
        listed = hw_name_index_add(&names, file->sections[i].name, i);
    hw_name_index_sort(&names);
    if (listed) {
        number_runs(&namer, &names, true);
        follow(&namer, false);
        follow(&namer, true);
        number_runs(&namer, &names, false);
    }
    hw_status status = listed ? check_numbers(&namer, &names, error) : hw_module_no_memory(error);
    for (uint32_t i = 1; status == HW_OK && i < file->section_count; i++) {
        list[i] = hw_name_numbered(file->sections[i].name, namer.copy[i]);
        status = list[i] ? HW_OK : hw_module_no_memory(error);
    }
    for (uint32_t i = 1; status == HW_OK && i < file->section_count; i++)
        file->sections[i].name = list[i];
    hw_name_index_free(&names);
    free(namer.copy);
    return status;
}

void hw_elf_names_free(const struct hw_elf_file *file, char **names)
{
    for (uint32_t i = 0; names && i < file->section_count; i++)
        free(names[i]);
    free(names);
}

/* --- symbols ------------------------------------------------------------------------------------- */

const char *hw_elf_symbol_name(const char *name, const char *section, unsigned type)
{
    const char *code = section ? hw_cubin_skip_prefix(section, CUBIN_TEXT) : NULL;
    const char *own = type == STT_SECTION ? section : type == STT_FUNC ? code : NULL;

    if (type == STT_SECTION && !name[0] && section)
        return section;
    return own && strlen(name) == hw_name_plain_length(own) && strncmp(name, own, strlen(name)) == 0 ? own
                                                                                                     : name;
}

/* Which of several symbols keeps the name: 0 is better than 1. */
static unsigned rank_of(const struct hw_symbol *symbol)
{
    const char *code = symbol->section ? hw_cubin_skip_prefix(symbol->section, CUBIN_TEXT) : NULL;

    if (symbol->type == STT_FUNC && code && strcmp(code, symbol->name) == 0)
        return 0;
    return symbol->binding != STB_LOCAL ? 1 : 2;
}

struct symbol_namer {
    struct hw_module *module;
    struct hw_name_index names; /* sorted, as symbols were called before */
    struct hw_name_index made;  /* names that were given since, if any of these may be given again: */
    bool marked; /* some name had a number before, so that others share what stands before it */
};

static bool is_free(const struct symbol_namer *namer, const char *name)
{
    uint32_t number;

    if (hw_name_index_find(&namer->names, name, &number))
        return false;
    for (size_t i = 0; i < namer->made.count; i++)
        if (strcmp(namer->made.list[i].name, name) == 0)
            return false;
    return true;
}

/* Give a symbol the next name that is free; the old one stays in the list. */
static bool rename_symbol(struct symbol_namer *namer, uint32_t number, unsigned *copy)
{
    struct hw_symbol *symbol = namer->module->symbols[number];
    char *plain = hw_module_copy_text(symbol->name, hw_name_plain_length(symbol->name)), *name = NULL;

    do {
        free(name);
        name = plain ? hw_name_numbered(plain, ++*copy) : NULL;
    } while (name && !is_free(namer, name));
    free(plain);
    if (!name)
        return false;
    symbol->name = name;
    return !namer->marked || hw_name_index_add(&namer->made, name, number);
}

/* Symbols of one name. */
static bool number_symbols(struct symbol_namer *namer, size_t first, size_t end)
{
    const struct hw_name *list = namer->names.list;
    struct hw_symbol **symbols = namer->module->symbols;
    size_t kept = first;
    unsigned copy = 1;
    bool renamed = true;

    for (size_t i = first + 1; i < end; i++)
        if (rank_of(symbols[list[i].number]) < rank_of(symbols[list[kept].number]))
            kept = i;
    for (size_t i = first; renamed && i < end; i++)
        if (i != kept)
            renamed = rename_symbol(namer, list[i].number, &copy);
    return renamed;
}

hw_status hw_elf_number_symbols(struct hw_module *module, struct hw_error *error)
{
    struct symbol_namer namer = {.module = module};
    struct hw_name_index *names = &namer.names;
    bool named = true;

    for (uint32_t i = 0; named && i < module->symbol_count; i++) {
        const char *name = module->symbols[i]->name;
        namer.marked |= name[hw_name_plain_length(name)] != '\0';
        named = hw_name_index_add(names, name, i);
    }
    hw_name_index_sort(names);
    for (size_t i = 0, end; named && i < names->count; i = end) {
        for (end = i + 1; end < names->count && strcmp(names->list[end].name, names->list[i].name) == 0;)
            end++;
        named = number_symbols(&namer, i, end);
    }
    for (size_t i = 0; i < names->count; i++)
        if (module->symbols[names->list[i].number]->name != names->list[i].name)
            free((char *)(uintptr_t)names->list[i].name);
    hw_name_index_free(names);
    hw_name_index_free(&namer.made);
    return named ? HW_OK : hw_module_no_memory(error);
}
