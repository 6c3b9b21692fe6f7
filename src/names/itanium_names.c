/* SPDX-License-Identifier: MIT */
/* The names in C++ symbols: nested ones, local ones, operators, lambdas, template arguments. */
#include "names/itanium.h"

#include <ctype.h>
#include <string.h>

/* --- names without a scope --- */

const struct hw_itanium_node *hw_itanium_tags(struct hw_itanium_parser *p, const struct hw_itanium_node *node)
{
    while (node && hw_itanium_take(p, "B")) {
        const struct hw_itanium_node *tag = hw_itanium_source_name(p);
        struct hw_itanium_node *tagged = tag ? hw_itanium_make(p, HW_ITANIUM_TAGGED) : NULL;
        if (!tagged)
            return NULL;
        tagged->left = node;
        tagged->text = tag->text;
        tagged->length = tag->length;
        node = tagged;
    }
    return node;
}

/* Ul TYPES E [N] _ and Ut [N] _ */
static const struct hw_itanium_node *closure(struct hw_itanium_parser *p)
{
    const bool lambda = hw_itanium_take(p, "Ul"), outer = p->in_lambda;
    struct hw_itanium_node *node = NULL;
    const struct hw_itanium_node *types = NULL;

    if (!lambda && !hw_itanium_take(p, "Ut"))
        return NULL;
    if (lambda) {
        p->in_lambda = true;
        types = hw_itanium_list(p, hw_itanium_type);
        p->in_lambda = outer;
        if (!types)
            return NULL;
    }
    node = hw_itanium_make(p, lambda ? HW_ITANIUM_LAMBDA : HW_ITANIUM_UNNAMED);
    if (!node || !hw_itanium_sequence(p, 10, &node->number))
        return NULL;
    node->left = types;
    node->number++;
    return node;
}

static const struct hw_itanium_node *
structor(struct hw_itanium_parser *p, const struct hw_itanium_node *scope, struct hw_itanium_naming *naming)
{
    const bool constructor = *p->at++ == 'C', inherited = constructor && hw_itanium_take(p, "I");

    if (!isdigit((unsigned char)hw_itanium_next(p)))
        return NULL;
    p->at++;
    if (inherited && !hw_itanium_name(p, naming))
        return NULL;
    if (naming)
        naming->no_result = true;
    return hw_itanium_one(p, constructor ? HW_ITANIUM_CONSTRUCTOR : HW_ITANIUM_DESTRUCTOR, scope);
}

static const struct hw_itanium_node *conversion(struct hw_itanium_parser *p, struct hw_itanium_naming *naming)
{
    const bool outer = p->no_arguments;

    p->no_arguments = true;
    const struct hw_itanium_node *type = hw_itanium_type(p);
    p->no_arguments = outer;
    if (naming)
        naming->no_result = true;
    return hw_itanium_one(p, HW_ITANIUM_CONVERSION, type);
}

static const struct hw_itanium_node *operator_name(struct hw_itanium_parser *p,
                                                   struct hw_itanium_naming *naming)
{
    if (hw_itanium_take(p, "cv"))
        return conversion(p, naming);
    if (hw_itanium_take(p, "li"))
        return hw_itanium_one(p, HW_ITANIUM_LITERAL_OPERATOR, hw_itanium_source_name(p));
    const struct hw_itanium_operator *found = p->end - p->at >= 2 ? hw_itanium_operator(p->at) : NULL;
    if (!found)
        return NULL;
    p->at += 2;
    return hw_itanium_text(p, HW_ITANIUM_OPERATOR, found->text, NULL);
}

const struct hw_itanium_node *hw_itanium_unqualified(struct hw_itanium_parser *p,
                                                     const struct hw_itanium_node *scope,
                                                     struct hw_itanium_naming *naming)
{
    const struct hw_itanium_node *node;

    hw_itanium_take(p, "L"); /* with internal linkage */
    const char next = hw_itanium_next(p);
    if (isdigit((unsigned char)next))
        node = hw_itanium_source_name(p);
    else if (next == 'U')
        node = closure(p);
    else if (scope && (next == 'C' || next == 'D'))
        node = structor(p, scope, naming);
    else
        node = operator_name(p, naming);
    return hw_itanium_tags(p, node);
}

/* --- template arguments --- */

static const struct hw_itanium_node *argument(struct hw_itanium_parser *p)
{
    if (hw_itanium_take(p, "X")) {
        const struct hw_itanium_node *node = hw_itanium_expression(p);
        return hw_itanium_take(p, "E") ? node : NULL;
    }
    if (hw_itanium_take(p, "J"))
        return hw_itanium_one(p, HW_ITANIUM_PACK, hw_itanium_list(p, argument));
    return hw_itanium_next(p) == 'L' ? hw_itanium_literal(p) : hw_itanium_type(p);
}

/* An argument of the template that the symbol is of: T_ and its like stand for it. */
static const struct hw_itanium_node *own_argument(struct hw_itanium_parser *p)
{
    const struct hw_itanium_node *node = argument(p),
                                 *parameter = node && node->kind == HW_ITANIUM_PACK
                                                  ? hw_itanium_one(p, HW_ITANIUM_PACK_PARAMETER, node)
                                                  : node;

    if (!parameter || p->parameter_base + p->parameter_count == p->node_room)
        return NULL;
    p->parameters[p->parameter_base + p->parameter_count++] = parameter;
    return node;
}

const struct hw_itanium_node *hw_itanium_arguments(struct hw_itanium_parser *p, bool own)
{
    if (!hw_itanium_take(p, "I"))
        return NULL;
    if (own)
        p->parameter_count = 0;
    return hw_itanium_list(p, own ? own_argument : argument);
}

static const struct hw_itanium_node *with_arguments(struct hw_itanium_parser *p,
                                                    const struct hw_itanium_node *name,
                                                    struct hw_itanium_naming *naming)
{
    const struct hw_itanium_node *list = hw_itanium_arguments(p, naming != NULL);

    if (naming)
        naming->arguments = true;
    return hw_itanium_two(p, HW_ITANIUM_TEMPLATE, name, list);
}

/* --- names with a scope --- */

static const struct hw_itanium_node *scoped(struct hw_itanium_parser *p, const struct hw_itanium_node *scope,
                                            struct hw_itanium_naming *naming)
{
    const struct hw_itanium_node *part = hw_itanium_unqualified(p, scope, naming);

    return scope ? hw_itanium_two(p, HW_ITANIUM_NESTED, scope, part) : part;
}

/* The next part of a nested name; *known where it is a substitution, or no candidate for one. */
static const struct hw_itanium_node *prefix(struct hw_itanium_parser *p, const struct hw_itanium_node *scope,
                                            struct hw_itanium_naming *naming, bool *known)
{
    const char next = hw_itanium_next(p);

    *known = false;
    if (naming && next != 'I')
        naming->arguments = false;
    if (next == 'I')
        return scope && scope->kind != HW_ITANIUM_TEMPLATE ? with_arguments(p, scope, naming) : NULL;
    if (next == 'T')
        return scope ? NULL : hw_itanium_parameter(p);
    if (hw_itanium_is(p, "Dt") || hw_itanium_is(p, "DT"))
        return scope ? NULL : hw_itanium_decltype(p);
    if (next != 'S')
        return scoped(p, scope, naming);
    *known = true;
    if (scope)
        return NULL;
    return hw_itanium_take(p, "St") ? hw_itanium_text(p, HW_ITANIUM_NAME, "std", NULL)
                                    : hw_itanium_substitution(p);
}

/* N [qualifiers] PREFIX... E.  The whole is no substitution here: as a type it becomes one. */
static const struct hw_itanium_node *nested(struct hw_itanium_parser *p, struct hw_itanium_naming *naming)
{
    const struct hw_itanium_node *name = NULL;
    unsigned qualifiers = hw_itanium_qualifiers(p);
    bool known = false;

    if (hw_itanium_take(p, "R"))
        qualifiers |= HW_QUALIFY_AMPERSAND;
    else if (hw_itanium_take(p, "O"))
        qualifiers |= HW_QUALIFY_AMPERSANDS;
    while (!hw_itanium_take(p, "E")) {
        name = prefix(p, name, naming, &known);
        if (!name || (!known && !hw_itanium_is(p, "E") && !hw_itanium_substitute(p, name)))
            return NULL;
        hw_itanium_take(p, "M"); /* a lambda in the initialiser of this member */
    }
    if (naming)
        naming->qualifiers = qualifiers;
    return name;
}

/* _N, or __NN_ from ten on; the name does not show it. */
static bool discriminator(struct hw_itanium_parser *p)
{
    size_t number;

    if (hw_itanium_take(p, "__"))
        return hw_itanium_number(p, &number) && hw_itanium_take(p, "_");
    if (hw_itanium_is(p, "_") && p->end - p->at > 1 && isdigit((unsigned char)p->at[1]))
        p->at += 2;
    return true;
}

/* Z FUNCTION E NAME: what is local to a function. */
static const struct hw_itanium_node *local(struct hw_itanium_parser *p, struct hw_itanium_naming *naming)
{
    const struct hw_itanium_node *function = hw_itanium_encoding(p), *name;
    size_t number;

    if (!function || !hw_itanium_take(p, "E"))
        return NULL;
    if (hw_itanium_take(p, "s"))
        name = hw_itanium_text(p, HW_ITANIUM_NAME, "string literal", NULL);
    else if (hw_itanium_take(p, "d")) /* in a default argument */
        name = hw_itanium_sequence(p, 10, &number) ? hw_itanium_name(p, naming) : NULL;
    else
        name = hw_itanium_name(p, naming);
    return discriminator(p) ? hw_itanium_two(p, HW_ITANIUM_NESTED, function, name) : NULL;
}

/* A name that may have template arguments. */
static const struct hw_itanium_node *unscoped(struct hw_itanium_parser *p, struct hw_itanium_naming *naming)
{
    const bool known = hw_itanium_is(p, "S") && !hw_itanium_is(p, "St");
    const struct hw_itanium_node *name;

    if (known)
        name = hw_itanium_substitution(p);
    else if (hw_itanium_take(p, "St"))
        name = hw_itanium_two(p, HW_ITANIUM_NESTED, hw_itanium_text(p, HW_ITANIUM_NAME, "std", NULL),
                              hw_itanium_unqualified(p, NULL, naming));
    else
        name = hw_itanium_unqualified(p, NULL, naming);
    if (!hw_itanium_is(p, "I"))
        return known ? NULL : name;
    if (!name || (!known && !hw_itanium_substitute(p, name)))
        return NULL;
    return with_arguments(p, name, naming);
}

const struct hw_itanium_node *hw_itanium_name(struct hw_itanium_parser *p, struct hw_itanium_naming *naming)
{
    const struct hw_itanium_node *name;

    if (!hw_itanium_deeper(p))
        return NULL;
    if (hw_itanium_take(p, "N"))
        name = nested(p, naming);
    else if (hw_itanium_take(p, "Z"))
        name = local(p, naming);
    else
        name = unscoped(p, naming);
    p->depth--;
    return name;
}
