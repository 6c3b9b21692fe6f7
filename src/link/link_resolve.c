/* SPDX-License-Identifier: MIT */
/* Symbol resolution decides which members of libraries are wanted, which definition of a name counts, and
 * which names are undefined.
 *
 * Of several definitions one may be strong; else the first weak one counts, else variables that are common
 * share one address.  Functions and kernels whose definition does not count are lost. */
#include "link/linking.h"

#include <stdlib.h>
#include <string.h>

/* All symbols of units that other units see. */
struct seen_name {
    const char *name;
    struct hw_link_symbol *symbol;
    size_t order;
};
struct seen_names {
    struct seen_name *list;
    size_t count;
};

static int compare(const void *a, const void *b)
{
    const struct seen_name *first = a, *second = b;
    const int order = strcmp(first->name, second->name);
    return order ? order : (first->order > second->order) - (first->order < second->order);
}

static bool is_seen(const struct hw_link_symbol *symbol)
{
    return symbol->from->binding != HW_BINDING_LOCAL && symbol->from->name[0];
}

/* The symbols of the units that are wanted, or of the others, in order. */
static bool list_symbols(const struct hw_linker *linker, bool wanted, struct seen_names *entries)
{
    for (size_t u = 0; u < linker->unit_count; u++) {
        struct hw_link_object *unit = linker->units[u];
        for (size_t i = 0; unit->wanted == wanted && i < unit->module->symbol_count; i++) {
            struct hw_link_symbol *symbol = &unit->symbols[i];
            if (!is_seen(symbol) || (!wanted && !hw_link_is_defined(symbol)))
                continue;
            if (!hw_module_grow(&entries->list, entries->count, sizeof *entries->list))
                return false;
            entries->list[entries->count] = (struct seen_name){symbol->from->name, symbol, entries->count};
            entries->count++;
        }
    }
    if (entries->count)
        qsort(entries->list, entries->count, sizeof *entries->list, compare);
    return true;
}

/* The first entry behind those of the same name. */
static size_t end_of_name(const struct seen_names *entries, size_t from)
{
    size_t end = from;
    while (end < entries->count && strcmp(entries->list[end].name, entries->list[from].name) == 0)
        end++;
    return end;
}

/* --- members of libraries --- */

static bool is_wanted(const struct seen_names *entries, size_t from, size_t end)
{
    bool wanted = false;
    for (size_t i = from; i < end; i++) {
        const struct hw_link_symbol *symbol = entries->list[i].symbol;
        if (hw_link_is_defined(symbol))
            return false;
        wanted |= symbol->from->binding == HW_BINDING_GLOBAL && !hw_link_is_dynamic_shared(symbol);
    }
    return wanted;
}

/* Take the member that is first in the order of the files; false if no more is wanted. */
static bool take_members(const struct seen_names *wanted, const struct seen_names *offered)
{
    size_t at = 0;
    bool taken = false;
    for (size_t from = 0; from < wanted->count; from = end_of_name(wanted, from)) {
        const char *name = wanted->list[from].name;
        while (at < offered->count && strcmp(offered->list[at].name, name) < 0)
            at++;
        if (at == offered->count || strcmp(offered->list[at].name, name) != 0 ||
            !is_wanted(wanted, from, end_of_name(wanted, from)))
            continue;
        offered->list[at].symbol->unit->wanted = true;
        taken = true;
    }
    return taken;
}

static hw_status choose_members(struct hw_linker *linker, struct hw_error *error)
{
    bool taken = linker->library_members > 0, listed = true;
    while (taken && listed) {
        struct seen_names wanted = {0}, offered = {0};
        listed = list_symbols(linker, true, &wanted) && list_symbols(linker, false, &offered);
        taken = listed && take_members(&wanted, &offered);
        free(wanted.list);
        free(offered.list);
    }
    return listed ? HW_OK : hw_link_no_memory(error);
}

/* --- definitions --- */

static bool is_strong(const struct hw_link_symbol *symbol)
{
    return hw_link_is_defined(symbol) && !symbol->from->common && symbol->from->binding == HW_BINDING_GLOBAL;
}

/* The definition of a run of entries of one name: strong, weak, common; else the first use. */
static struct hw_link_symbol *choose_definition(struct hw_linker *linker, const struct seen_names *entries,
                                                size_t from, size_t end)
{
    struct hw_link_symbol *strong = NULL, *weak = NULL, *common = NULL;
    for (size_t i = from; i < end; i++) {
        struct hw_link_symbol *symbol = entries->list[i].symbol;
        if (strong && is_strong(symbol))
            hw_link_complain(linker, HW_ERR_FORMAT, "multiple definitions of '%.100s': in %.80s and in %.80s",
                             symbol->from->name, strong->unit->name, symbol->unit->name);
        else if (is_strong(symbol))
            strong = symbol;
        else if (symbol->from->common)
            common = common ? common : symbol;
        else if (hw_link_is_defined(symbol) && !weak)
            weak = symbol;
    }
    return strong ? strong : weak ? weak : common ? common : entries->list[from].symbol;
}

static bool is_function(const struct hw_link_symbol *symbol)
{
    return symbol->from->type == HW_SYMBOL_FUNCTION;
}

static void check_use(struct hw_linker *linker, const struct hw_link_symbol *symbol)
{
    const struct hw_link_symbol *meant = symbol->meant;
    const bool sizes = hw_link_is_defined(meant) && !is_function(meant) && !symbol->from->common &&
                       !meant->from->common && symbol->from->bytes && meant->from->bytes;
    if (is_function(symbol) != is_function(meant))
        hw_link_complain(linker, HW_ERR_FORMAT, "'%.100s' is a %s in %.80s and a %s in %.80s",
                         symbol->from->name, is_function(symbol) ? "function" : "variable",
                         symbol->unit->name, is_function(meant) ? "function" : "variable", meant->unit->name);
    else if (sizes && symbol->from->bytes != meant->from->bytes)
        hw_link_complain(linker, HW_ERR_FORMAT, "'%.100s' has %llu bytes in %.80s and %llu in %.80s",
                         symbol->from->name, (unsigned long long)symbol->from->bytes, symbol->unit->name,
                         (unsigned long long)meant->from->bytes, meant->unit->name);
}

static void join(struct hw_linker *linker, struct hw_link_symbol *symbol, struct hw_link_symbol *meant)
{
    struct hw_link_function *code = hw_link_function_of(symbol);
    symbol->meant = meant;
    if (code && code->symbol == symbol && symbol != meant)
        code->lost = true;
    if (symbol->from->common && meant->from->common) {
        if (symbol->from->bytes > meant->common_bytes)
            meant->common_bytes = symbol->from->bytes;
        if (symbol->from->value > meant->common_align)
            meant->common_align = symbol->from->value;
    }
    check_use(linker, symbol);
}

hw_status hw_link_resolve(struct hw_linker *linker, struct hw_error *error)
{
    struct seen_names entries = {0};
    hw_status status = choose_members(linker, error);
    if (!status && !list_symbols(linker, true, &entries))
        status = hw_link_no_memory(error);
    for (size_t from = 0, end; !status && from < entries.count; from = end) {
        end = end_of_name(&entries, from);
        struct hw_link_symbol *meant = choose_definition(linker, &entries, from, end);
        for (size_t i = from; i < end; i++)
            join(linker, entries.list[i].symbol, meant);
    }
    free(entries.list);
    return status;
}
