/* SPDX-License-Identifier: MIT */
/* This file writes the call graph and the prototypes of the output, as link_calls.c reads them: a driver that
 * links further needs them. The string table begins with the texts of prototypes, for both refer to it by
 * offsets. */
#include "link/linking.h"

#include "module/elf_cubin.h"

#include <stdlib.h>
#include <string.h>

#define GRAPH_TYPE     0x70000001u
#define PROTOTYPE_TYPE 0x70000002u
#define STRINGS_TYPE   3
#define PAIR_BYTES     8

struct graph {
    struct hw_linker *linker;
    struct hw_buffer pairs, prototypes, strings;
    struct hw_name_index texts; /* of the strings, and their offsets */
};

static void put_pair(struct hw_buffer *out, uint32_t first, uint32_t second)
{
    hw_buffer_u32(out, first);
    hw_buffer_u32(out, second);
}

/* --- texts --- */

static bool add_text(struct graph *graph, const char *text)
{
    return hw_name_index_add(&graph->texts, text, 0);
}

/* All texts once, in order. */
static void list_texts(struct graph *graph)
{
    size_t count = 0;
    hw_name_index_sort(&graph->texts);
    hw_buffer_zero(&graph->strings, 1);
    for (size_t i = 0; i < graph->texts.count; i++) {
        const char *text = graph->texts.list[i].name;
        if (count && strcmp(text, graph->texts.list[count - 1].name) == 0)
            continue;
        graph->texts.list[count] = (struct hw_name){text, *text ? (uint32_t)graph->strings.length : 0};
        count++;
        if (*text)
            hw_buffer_add(&graph->strings, text, strlen(text) + 1);
    }
    graph->texts.count = count;
}

static uint32_t text_offset(const struct graph *graph, const char *text)
{
    uint32_t offset = 0;
    hw_name_index_find(&graph->texts, text, &offset);
    return offset;
}

/* --- prototypes --- */

typedef bool prototype_fn(struct graph *graph, const struct hw_link_symbol *symbol, const char *text);

static bool note_text(struct graph *graph, const struct hw_link_symbol *symbol, const char *text)
{
    (void)symbol;
    return add_text(graph, text);
}

static bool put_prototype(struct graph *graph, const struct hw_link_symbol *symbol, const char *text)
{
    put_pair(&graph->prototypes, symbol->number, text_offset(graph, text));
    return true;
}

/* The call graph records of an input object for functions whose names it gives the output. */
static bool for_prototypes(struct graph *graph, const struct hw_link_object *unit, prototype_fn *take)
{
    const struct hw_section *section = hw_module_find_section(unit->module, CUBIN_PROTOTYPE);
    const struct hw_section *strings = hw_module_find_section(unit->module, CUBIN_STRTAB);
    bool taken = true;
    for (size_t at = 0; taken && section && section->data && at + PAIR_BYTES <= section->bytes;
         at += PAIR_BYTES) {
        const uint32_t number = hw_get32(section->data + at), offset = hw_get32(section->data + at + 4);
        if (!number || number > unit->module->symbol_count || !strings || !strings->data ||
            offset >= strings->bytes || !memchr(strings->data + offset, '\0', strings->bytes - offset))
            continue;
        const struct hw_link_symbol *symbol = &unit->symbols[number - 1];
        if (symbol->meant == symbol && symbol->number)
            taken = take(graph, symbol, (const char *)strings->data + offset);
    }
    return taken;
}

static bool for_all_prototypes(struct graph *graph, prototype_fn *take)
{
    bool taken = true;
    for (size_t u = 0; taken && u < graph->linker->unit_count; u++)
        if (graph->linker->units[u]->wanted)
            taken = for_prototypes(graph, graph->linker->units[u], take);
    return taken;
}

static bool gather_texts(struct graph *graph)
{
    bool added = for_all_prototypes(graph, note_text);
    for (size_t i = 0; i < graph->linker->codes.count; i++) {
        const struct hw_link_function *code = graph->linker->codes.list[i];
        for (size_t k = 0; added && k < code->indirect.count; k++)
            added = add_text(graph, code->indirect.list[k].name);
    }
    for (size_t u = 0; u < graph->linker->unit_count; u++) {
        const struct hw_link_object *unit = graph->linker->units[u];
        for (size_t i = 0; added && unit->wanted && i < unit->taken_count; i++)
            added = !unit->taken[i].prototype || add_text(graph, unit->taken[i].prototype);
    }
    return added;
}

/* --- calls --- */

static void put_calls(struct graph *graph, const struct hw_link_function *code)
{
    for (size_t i = 0; i < code->callee_count; i++) {
        const struct hw_link_symbol *callee = code->callees[i]->meant;
        bool before = !callee->number;
        for (size_t k = 0; !before && k < i; k++)
            before = code->callees[k]->meant == callee;
        if (!before)
            put_pair(&graph->pairs, code->symbol->number, callee->number);
    }
}

static void put_indirect(struct graph *graph, const struct hw_link_function *code)
{
    const struct hw_name_index *texts = &code->indirect;
    for (size_t i = 0; i < texts->count; i++)
        if (!i || strcmp(texts->list[i].name, texts->list[i - 1].name) != 0)
            put_pair(&graph->pairs, code->symbol->number, text_offset(graph, texts->list[i].name));
}

/* Also of functions that no file of a partial link defines. */
static void put_taken(struct graph *graph, bool takers)
{
    for (size_t u = 0; u < graph->linker->unit_count; u++) {
        const struct hw_link_object *unit = graph->linker->units[u];
        for (size_t i = 0; unit->wanted && i < unit->taken_count; i++) {
            const struct hw_link_address_taken *taken = &unit->taken[i];
            const uint32_t symbol = taken->symbol->meant->number;
            const uint32_t taker = taken->taker ? taken->taker->meant->number : 0;
            if (symbol && takers && taker)
                put_pair(&graph->pairs, taker, symbol);
            else if (symbol && !takers && taken->prototype)
                put_pair(&graph->pairs, symbol, text_offset(graph, taken->prototype));
        }
    }
}

static void put_part(struct graph *graph, uint32_t part,
                     void put(struct graph *, const struct hw_link_function *))
{
    put_pair(&graph->pairs, 0, 0 - part);
    for (size_t i = 0; put && i < graph->linker->codes.count; i++)
        put(graph, graph->linker->codes.list[i]);
}

static void put_graph(struct graph *graph)
{
    put_part(graph, 1, put_calls);
    put_part(graph, 2, NULL);
    put_taken(graph, false);
    put_part(graph, 3, put_indirect);
    put_part(graph, 4, NULL);
    put_taken(graph, true);
}

/* --- sections --- */

static hw_status add_table(struct hw_linker *linker, const char *name, uint32_t type,
                           const struct hw_buffer *bytes, struct hw_error *error)
{
    const bool strings = type == STRINGS_TYPE;
    const struct hw_section section = {.name = (char *)(uintptr_t)name,
                                       .type = type,
                                       .align = strings ? 1 : 4,
                                       .entry_bytes = strings ? 0 : PAIR_BYTES,
                                       .data = bytes->bytes,
                                       .bytes = bytes->length,
                                       .link = strings ? NULL : (char[]){CUBIN_SYMTAB}};
    if (bytes->failed)
        return hw_link_no_memory(error);
    return bytes->length ? hw_module_add_section(linker->out, &section, error) : HW_OK;
}

static bool has_graph(const struct hw_linker *linker)
{
    bool has = false;
    for (size_t u = 0; u < linker->unit_count; u++)
        has |= linker->units[u]->wanted && hw_module_find_section(linker->units[u]->module, CUBIN_CALLGRAPH);
    return has;
}

hw_status hw_link_make_call_graph(struct hw_linker *linker, struct hw_error *error)
{
    struct graph graph = {.linker = linker};
    if (!has_graph(linker))
        return HW_OK;
    hw_status status = gather_texts(&graph) ? HW_OK : hw_link_no_memory(error);
    if (!status) {
        list_texts(&graph);
        put_graph(&graph);
        for_all_prototypes(&graph, put_prototype);
        status = add_table(linker, CUBIN_STRTAB, STRINGS_TYPE, &graph.strings, error);
    }
    if (!status)
        status = add_table(linker, CUBIN_CALLGRAPH, GRAPH_TYPE, &graph.pairs, error);
    if (!status)
        status = add_table(linker, CUBIN_PROTOTYPE, PROTOTYPE_TYPE, &graph.prototypes, error);
    free(graph.pairs.bytes);
    free(graph.prototypes.bytes);
    free(graph.strings.bytes);
    hw_name_index_free(&graph.texts);
    return status;
}
