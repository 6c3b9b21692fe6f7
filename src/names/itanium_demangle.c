/* SPDX-License-Identifier: MIT */
/* A C++ symbol becomes a name: what it is of, its result, its parameters. */
#include "names/demangle.h"
#include "names/itanium.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const struct hw_itanium_node *special(struct hw_itanium_parser *p, bool *found)
{
    static const struct {
        const char *code, *text;
        bool type; /* of a type, not of a name */
    } specials[] = {{"TV", "vtable for ", true},
                    {"TT", "VTT for ", true},
                    {"TI", "typeinfo for ", true},
                    {"TS", "typeinfo name for ", true},
                    {"GV", "guard variable for ", false},
                    {"TW", "TLS wrapper function for ", false},
                    {"TH", "TLS init function for ", false}};

    for (size_t i = 0; i < sizeof specials / sizeof specials[0]; i++)
        if (hw_itanium_take(p, specials[i].code)) {
            const struct hw_itanium_node *of =
                specials[i].type ? hw_itanium_type(p) : hw_itanium_name(p, NULL);
            *found = true;
            return of ? hw_itanium_text(p, HW_ITANIUM_SPECIAL, specials[i].text, of) : NULL;
        }
    return NULL;
}

/* The parameters go to the end of the symbol, or of the local name's function. */
static const struct hw_itanium_node *parameters(struct hw_itanium_parser *p)
{
    struct hw_itanium_node *first = hw_itanium_make(p, HW_ITANIUM_LIST), *last = first;

    while (last && p->at < p->end && !strchr("E.", *p->at))
        last = hw_itanium_append(p, last, hw_itanium_type);
    return last && last->left ? first : NULL;
}

static const struct hw_itanium_node *encoding(struct hw_itanium_parser *p)
{
    struct hw_itanium_naming naming = {.arguments = false};
    const struct hw_itanium_node *result = NULL;
    bool is_special = false;
    const struct hw_itanium_node *name = special(p, &is_special);

    if (is_special)
        return name;
    name = hw_itanium_name(p, &naming);
    if (!name || p->at == p->end || strchr("E.", *p->at))
        return name;
    if (naming.arguments && !naming.no_result) {
        result = hw_itanium_type(p);
        if (!result)
            return NULL;
    }
    const struct hw_itanium_node *list = parameters(p);
    struct hw_itanium_node *type = list ? hw_itanium_make(p, HW_ITANIUM_FUNCTION_TYPE) : NULL;
    if (!type)
        return NULL;
    type->left = result;
    type->right = list;
    type->qualifiers = naming.qualifiers;
    return hw_itanium_two(p, HW_ITANIUM_FUNCTION, name, type);
}

/* What a function's template parameters are ends with the function, if it is the scope of a local name. */
const struct hw_itanium_node *hw_itanium_encoding(struct hw_itanium_parser *p)
{
    const size_t base = p->parameter_base, count = p->parameter_count;

    if (!hw_itanium_deeper(p))
        return NULL;
    p->parameter_base += count;
    p->parameter_count = 0;
    const struct hw_itanium_node *node = encoding(p);
    p->parameter_base = base;
    p->parameter_count = count;
    p->depth--;
    return node;
}

/* What a compiler made of a function in pieces, as in f.constprop.0.cold. */
static void put_clones(struct hw_name_text *out, const struct hw_itanium_parser *p)
{
    const char *at = p->at;

    while (at < p->end) {
        const char *start = at++;
        while (at < p->end && (*at != '.' || (p->end - at > 1 && isdigit((unsigned char)at[1]))))
            at++;
        hw_name_put(out, " [clone ");
        hw_name_add(out, start, (size_t)(at - start));
        hw_name_put(out, "]");
    }
}

/* A symbol of n characters has at most n substitutions and arguments, and at most three nodes for each. */
static bool allocate(struct hw_itanium_parser *p, size_t length)
{
    p->node_room = 3 * length + 16;
    p->nodes = malloc(p->node_room * sizeof *p->nodes);
    p->substitutions = malloc(p->node_room * sizeof *p->substitutions);
    p->parameters = malloc(p->node_room * sizeof *p->parameters);
    return p->nodes && p->substitutions && p->parameters;
}

bool hw_itanium_demangle(const char *symbol, size_t length, struct hw_name_text *out,
                         struct hw_name_parts *parts)
{
    struct hw_itanium_parser p = {.at = symbol + 2, .end = symbol + length};
    bool done = false;

    if (length < 3 || memcmp(symbol, "_Z", 2) != 0)
        return false;
    if (allocate(&p, length)) {
        const struct hw_itanium_node *node = hw_itanium_encoding(&p);
        if (node && (p.at == p.end || *p.at == '.')) {
            hw_itanium_print(out, node, parts);
            put_clones(out, &p);
            done = !out->failed && out->length;
        }
    }
    free(p.nodes);
    free(p.substitutions);
    free(p.parameters);
    return done;
}
