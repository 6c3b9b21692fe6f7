/* SPDX-License-Identifier: MIT */
/* This file reads the call graph of an input object.
 *
 * ptxas writes it into .nv.callgraph: pairs of words, with markers between the kinds (0 and -1 to -4).  A
 * pair behind -1 is a call, two numbers of symbols; behind -2 a function whose address is taken, and its
 * prototype; behind -3 a function that calls by address, and the prototype of what it calls; behind -4 a
 * function, and another whose address it takes.  A prototype is the offset of a text in .strtab ("#vl").  All
 * of this was seen in cubins of ptxas 11.8 and 12.4.  Without a call graph it is inferred from relocations:
 * one that fills in a full address is a call, one of half an address takes it. */
#include "link/linking.h"

#include "module/elf_cubin.h"

#include <stdlib.h>
#include <string.h>

enum { CALL = 1, TAKEN = 2, INDIRECT = 3, TAKER = 4, PAIR = 8 };

#define ANY_PROTOTYPE "" /* where there is no call graph */

bool hw_link_functions_add(struct hw_link_functions *codes, struct hw_link_function *code)
{
    if (!hw_module_grow(&codes->list, codes->count, sizeof(struct hw_link_function *)))
        return false;
    codes->list[codes->count++] = code;
    return true;
}

static bool add_call(struct hw_link_function *caller, struct hw_link_symbol *callee)
{
    if (!hw_module_grow(&caller->callees, caller->callee_count, sizeof(struct hw_link_symbol *)))
        return false;
    caller->callees[caller->callee_count++] = callee;
    return true;
}

static bool add_taken(struct hw_link_object *unit, const struct hw_link_address_taken *taken)
{
    if (!hw_module_grow(&unit->taken, unit->taken_count, sizeof *unit->taken))
        return false;
    unit->taken[unit->taken_count++] = *taken;
    return true;
}

/* A text of the string table, or NULL. */
static const char *prototype(const struct hw_link_object *unit, uint32_t offset)
{
    const struct hw_section *strings = hw_module_find_section(unit->module, CUBIN_STRTAB);
    if (!strings || !strings->data || offset >= strings->bytes ||
        !memchr(strings->data + offset, '\0', strings->bytes - offset))
        return NULL;
    return (const char *)strings->data + offset;
}

static struct hw_link_symbol *numbered(const struct hw_link_object *unit, uint32_t number)
{
    return number && number <= unit->module->symbol_count ? &unit->symbols[number - 1] : NULL;
}

static hw_status read_pair(struct hw_link_object *unit, unsigned kind, const uint8_t *pair,
                           struct hw_error *error)
{
    struct hw_link_symbol *first = numbered(unit, hw_get32(pair)), *second = NULL;
    struct hw_link_function *code = first ? hw_link_function_of(first) : NULL;
    const char *text = NULL;
    bool added = true;
    if (kind == CALL || kind == TAKER)
        second = numbered(unit, hw_get32(pair + 4));
    else
        text = prototype(unit, hw_get32(pair + 4));
    if (!first || (!second && !text))
        return hw_fail(error, HW_ERR_FORMAT, HW_LINK_ERROR,
                       "the call graph of %.100s names symbol %u and %s %u; one of them is not there",
                       unit->name, (unsigned)hw_get32(pair),
                       kind == CALL || kind == TAKER ? "symbol" : "prototype", (unsigned)hw_get32(pair + 4));
    if (kind == TAKEN)
        added = add_taken(unit, &(struct hw_link_address_taken){.symbol = first, .prototype = text});
    else if (kind == TAKER)
        added = add_taken(unit, &(struct hw_link_address_taken){.symbol = second, .taker = first});
    else if (code)
        added = kind == CALL ? add_call(code, second) : hw_name_index_add(&code->indirect, text, 0);
    return added ? HW_OK : hw_link_no_memory(error);
}

static hw_status read_graph(struct hw_link_object *unit, const struct hw_section *graph,
                            struct hw_error *error)
{
    hw_status status = HW_OK;
    unsigned kind = 0;
    for (size_t at = 0; !status && at + PAIR <= graph->bytes; at += PAIR) {
        const uint8_t *pair = graph->data + at;
        const uint32_t mark = 0 - hw_get32(pair + 4);
        if (hw_get32(pair) == 0 && mark >= 1 && mark <= 4)
            kind = mark;
        else if (kind >= CALL)
            status = read_pair(unit, kind, pair, error);
    }
    return status;
}

static bool is_half(const struct hw_reloc_kind *kind)
{
    return kind && (kind->shift || strstr(kind->name, "LO"));
}

/* A function's address in data, or half of it in code, is taken. */
static bool read_reloc(struct hw_link_object *unit, const struct hw_link_reloc *reloc,
                       const struct hw_link_section *section)
{
    const bool function = reloc->symbol && reloc->symbol->from->type == HW_SYMBOL_FUNCTION;
    const struct hw_reloc_kind *kind = hw_reloc_kind(reloc->from->type);
    if (!function || section->space == HW_LINKED_DISCARDED)
        return true;
    if (section->space != HW_LINKED_CODE || is_half(kind) || (kind && kind->value == HW_RELOC_FUNCTION))
        return add_taken(
            unit, &(struct hw_link_address_taken){.symbol = reloc->symbol, .prototype = ANY_PROTOTYPE});
    return add_call(section->code, reloc->symbol);
}

static hw_status read_relocs(struct hw_link_object *unit, struct hw_error *error)
{
    bool added = true;
    for (size_t i = 0; i < unit->module->section_count; i++) {
        const struct hw_link_section *section = &unit->sections[i];
        for (const struct hw_link_reloc *reloc = section->relocs; added && reloc; reloc = reloc->next)
            added = read_reloc(unit, reloc, section);
    }
    return added ? HW_OK : hw_link_no_memory(error);
}

hw_status hw_link_read_calls(struct hw_link_object *unit, struct hw_error *error)
{
    const struct hw_section *graph = hw_module_find_section(unit->module, CUBIN_CALLGRAPH);
    hw_status status = graph && graph->data ? read_graph(unit, graph, error) : read_relocs(unit, error);
    for (size_t i = 0; !status && i < unit->module->kernel_count; i++)
        hw_name_index_sort(&unit->codes[i].indirect);
    return status;
}
