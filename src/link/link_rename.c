/* SPDX-License-Identifier: MIT */
/* Symbol renaming makes names unique in the output.  What other files see keeps its name; of what is local to
 * its file the first of a name keeps it, further variables are numbered as hw_symbol says (the file has the
 * name again), further functions get another name, since their sections must differ. */
#include "link/linking.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER_ROOM 24

struct named {
    struct hw_link_symbol *symbol;
    size_t length, order; /* of the name without a number */
};

static struct hw_link_function *own_code(const struct hw_link_symbol *symbol)
{
    struct hw_link_function *code = hw_link_function_of(symbol);
    return code && code->symbol == symbol ? code : NULL;
}

static bool is_named(const struct hw_link_symbol *symbol)
{
    const struct hw_link_function *code = hw_link_function_of(symbol);
    return symbol->meant == symbol && symbol->from->type != HW_SYMBOL_SECTION && (!code || code->live);
}

/* By name; of one name those that others see first. */
static int compare_names(const void *a, const void *b)
{
    const struct named *first = a, *second = b;
    const size_t least = first->length < second->length ? first->length : second->length;
    const int order = memcmp(first->symbol->from->name, second->symbol->from->name, least);
    if (order || first->length != second->length)
        return order ? order : first->length < second->length ? -1 : 1;
    const bool local = first->symbol->from->binding == HW_BINDING_LOCAL;
    const bool local2 = second->symbol->from->binding == HW_BINDING_LOCAL;
    if (local != local2)
        return local - local2;
    return (first->order > second->order) - (first->order < second->order);
}

static bool list_names(const struct hw_linker *linker, struct named **list, size_t *count)
{
    for (size_t u = 0; u < linker->unit_count; u++) {
        const struct hw_link_object *unit = linker->units[u];
        for (size_t i = 0; unit->wanted && i < unit->module->symbol_count; i++) {
            struct hw_link_symbol *symbol = &unit->symbols[i];
            if (!is_named(symbol))
                continue;
            if (!hw_module_grow(list, *count, sizeof **list))
                return false;
            const bool local = symbol->from->binding == HW_BINDING_LOCAL;
            const size_t length =
                local ? hw_name_plain_length(symbol->from->name) : strlen(symbol->from->name);
            (*list)[*count] = (struct named){symbol, length, *count};
            (*count)++;
        }
    }
    if (*count)
        qsort(*list, *count, sizeof **list, compare_names);
    return true;
}

/* A code's own name is that of its section, too. */
static bool give_name(const struct named *named, unsigned copy)
{
    struct hw_link_symbol *symbol = named->symbol;
    struct hw_link_function *code = own_code(symbol);
    const size_t room = named->length + NUMBER_ROOM;
    symbol->name = malloc(room);
    if (!symbol->name)
        return false;
    snprintf(symbol->name, room, copy > 1 ? "%.*s%s%u" : "%.*s", (int)named->length, symbol->from->name,
             code ? "$" : HW_NAME_COPY, copy);
    if (code)
        code->name = hw_module_copy_text(symbol->name, strlen(symbol->name));
    return !code || code->name;
}

hw_status hw_link_rename_all(struct hw_linker *linker, struct hw_error *error)
{
    struct named *list = NULL;
    size_t count = 0;
    unsigned copy = 0;
    bool given = list_names(linker, &list, &count);
    for (size_t i = 0; given && i < count; i++) {
        const bool again =
            i && list[i].length == list[i - 1].length &&
            !memcmp(list[i].symbol->from->name, list[i - 1].symbol->from->name, list[i].length);
        copy = again ? copy + 1 : 1;
        given = give_name(&list[i], copy);
    }
    free(list);
    return given ? HW_OK : hw_link_no_memory(error);
}
