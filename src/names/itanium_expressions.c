/* SPDX-License-Identifier: MIT */
/* The expressions in C++ symbols: literals, and what dependent types compute. */
#include "names/itanium.h"

#include <ctype.h>
#include <string.h>

typedef const struct hw_itanium_node node_t;

/* L TYPE VALUE E, and L _Z SYMBOL E. */
node_t *hw_itanium_literal(struct hw_itanium_parser *p)
{
    if (!hw_itanium_take(p, "L"))
        return NULL;
    if (hw_itanium_take(p, "_Z") || hw_itanium_take(p, "Z")) {
        node_t *symbol = hw_itanium_encoding(p);
        return hw_itanium_take(p, "E") ? symbol : NULL;
    }
    node_t *type = hw_itanium_type(p);
    const char *start = p->at;
    while (p->at < p->end && *p->at != 'E')
        p->at++;
    struct hw_itanium_node *node = type ? hw_itanium_make(p, HW_ITANIUM_LITERAL) : NULL;
    if (!node)
        return NULL;
    node->left = type;
    node->text = start;
    node->length = (size_t)(p->at - start);
    return hw_itanium_take(p, "E") ? node : NULL;
}

/* fp [qualifiers] [N] _, fL N p [qualifiers] [N] _, fpT */
static node_t *parameter(struct hw_itanium_parser *p)
{
    size_t level;

    if (hw_itanium_take(p, "fpT"))
        return hw_itanium_text(p, HW_ITANIUM_NAME, "this", NULL);
    if (hw_itanium_take(p, "fL")) {
        if (!hw_itanium_number(p, &level) || !hw_itanium_take(p, "p"))
            return NULL;
    } else if (!hw_itanium_take(p, "fp")) {
        return NULL;
    }
    hw_itanium_qualifiers(p);
    struct hw_itanium_node *node = hw_itanium_make(p, HW_ITANIUM_PARAMETER);
    if (!node || !hw_itanium_sequence(p, 10, &node->number))
        return NULL;
    node->number++;
    return node;
}

/* fl OPERATOR PACK, fr, fL OPERATOR FIRST PACK, fR. */
static node_t *fold(struct hw_itanium_parser *p)
{
    const char kind = p->at[1];
    const struct hw_itanium_operator *with = p->end - p->at >= 4 ? hw_itanium_operator(p->at + 2) : NULL;

    if (!with || with->operands != 2)
        return NULL;
    p->at += 4;
    node_t *first = hw_itanium_expression(p), *second = NULL;
    if (first && (kind == 'L' || kind == 'R'))
        second = hw_itanium_expression(p);
    if (!first || ((kind == 'L' || kind == 'R') && !second))
        return NULL;
    struct hw_itanium_node *node = hw_itanium_text(p, HW_ITANIUM_FOLD, with->text, first);
    if (!node)
        return NULL;
    node->right = second;
    node->qualifiers = kind == 'l' ? HW_QUALIFY_LEFT_FOLD : 0;
    return node;
}

static node_t *with_arguments(struct hw_itanium_parser *p, node_t *name)
{
    return hw_itanium_is(p, "I")
               ? hw_itanium_two(p, HW_ITANIUM_TEMPLATE, name, hw_itanium_arguments(p, false))
               : name;
}

/* A name that is looked up when the template is instantiated: NAME, on OPERATOR, dn TYPE. */
static node_t *unresolved(struct hw_itanium_parser *p)
{
    if (hw_itanium_take(p, "dn")) {
        node_t *type =
            isdigit((unsigned char)hw_itanium_next(p)) ? hw_itanium_source_name(p) : hw_itanium_type(p);
        return hw_itanium_one(p, HW_ITANIUM_DESTRUCTOR, type);
    }
    hw_itanium_take(p, "on");
    return with_arguments(p, hw_itanium_unqualified(p, NULL, NULL));
}

/* sr TYPE NAME, srN TYPE NAME... E NAME */
static node_t *scoped(struct hw_itanium_parser *p)
{
    const bool many = hw_itanium_take(p, "N");
    node_t *scope = hw_itanium_type(p);

    while (scope && many && !hw_itanium_take(p, "E"))
        scope = hw_itanium_two(p, HW_ITANIUM_NESTED, scope, with_arguments(p, hw_itanium_source_name(p)));
    return scope ? hw_itanium_two(p, HW_ITANIUM_NESTED, scope, unresolved(p)) : NULL;
}

static node_t *of_expression(struct hw_itanium_parser *p, const char *text)
{
    node_t *of = hw_itanium_expression(p);

    return of ? hw_itanium_text(p, HW_ITANIUM_OF, text, of) : NULL;
}

static node_t *of_type(struct hw_itanium_parser *p, const char *text)
{
    node_t *of = hw_itanium_type(p);

    return of ? hw_itanium_text(p, HW_ITANIUM_OF, text, of) : NULL;
}

/* cv TYPE EXPRESSION, cv TYPE _ EXPRESSION... E */
static node_t *cast(struct hw_itanium_parser *p)
{
    const bool outer = p->no_arguments;

    p->no_arguments = true;
    node_t *type = hw_itanium_type(p);
    p->no_arguments = outer;
    if (type && hw_itanium_take(p, "_"))
        return hw_itanium_two(p, HW_ITANIUM_CAST, type, hw_itanium_list(p, hw_itanium_expression));
    return type ? hw_itanium_two(p, HW_ITANIUM_CAST, type, hw_itanium_expression(p)) : NULL;
}

/* `left` and the expression that follows, with a text. */
static node_t *with_text(struct hw_itanium_parser *p, enum hw_itanium_kind kind, const char *text,
                         node_t *left)
{
    node_t *right = left ? hw_itanium_expression(p) : NULL;
    struct hw_itanium_node *node = right ? hw_itanium_text(p, kind, text, left) : NULL;

    if (node)
        node->right = right;
    return node;
}

static node_t *named_cast(struct hw_itanium_parser *p, const char *text)
{
    return with_text(p, HW_ITANIUM_NAMED_CAST, text, hw_itanium_type(p));
}

static node_t *braces(struct hw_itanium_parser *p, bool typed)
{
    node_t *type = typed ? hw_itanium_type(p) : NULL;
    struct hw_itanium_node *node = typed && !type ? NULL : hw_itanium_make(p, HW_ITANIUM_BRACES);

    if (!node)
        return NULL;
    node->left = type;
    node->right = hw_itanium_list(p, hw_itanium_expression);
    return node->right ? node : NULL;
}

static node_t *two(struct hw_itanium_parser *p, enum hw_itanium_kind kind)
{
    node_t *left = hw_itanium_expression(p);

    return left ? hw_itanium_two(p, kind, left, hw_itanium_expression(p)) : NULL;
}

static node_t *call(struct hw_itanium_parser *p)
{
    node_t *function = hw_itanium_expression(p);

    return function ? hw_itanium_two(p, HW_ITANIUM_CALL, function, hw_itanium_list(p, hw_itanium_expression))
                    : NULL;
}

static node_t *conditional(struct hw_itanium_parser *p)
{
    node_t *condition = hw_itanium_expression(p);

    return condition ? hw_itanium_two(p, HW_ITANIUM_CONDITIONAL, condition, two(p, HW_ITANIUM_LIST)) : NULL;
}

static node_t *member(struct hw_itanium_parser *p, const char *text)
{
    return with_text(p, HW_ITANIUM_MEMBER, text, hw_itanium_expression(p));
}

static node_t *with_operator(struct hw_itanium_parser *p)
{
    const struct hw_itanium_operator *found = p->end - p->at >= 2 ? hw_itanium_operator(p->at) : NULL;

    if (!found || !found->operands)
        return NULL;
    p->at += 2;
    if (found->operands == 1) {
        const bool before = hw_itanium_take(p, "_"),
                   step = !strcmp(found->text, "++") || !strcmp(found->text, "--");
        node_t *of = hw_itanium_expression(p);
        return of ? hw_itanium_text(p, step && !before ? HW_ITANIUM_POSTFIX : HW_ITANIUM_PREFIX, found->text,
                                    of)
                  : NULL;
    }
    return with_text(p, HW_ITANIUM_BINARY, found->text, hw_itanium_expression(p));
}

static node_t *expression(struct hw_itanium_parser *p)
{
    static const struct {
        const char *code, *text;
        node_t *(*read)(struct hw_itanium_parser *p, const char *text);
    } texts[] = {{"sc", "static_cast", named_cast},
                 {"dc", "dynamic_cast", named_cast},
                 {"cc", "const_cast", named_cast},
                 {"rc", "reinterpret_cast", named_cast},
                 {"st", "sizeof ", of_type},
                 {"sz", "sizeof ", of_expression},
                 {"at", "alignof ", of_type},
                 {"az", "alignof ", of_expression},
                 {"ti", "typeid ", of_type},
                 {"te", "typeid ", of_expression},
                 {"nx", "noexcept ", of_expression},
                 {"tw", "throw ", of_expression},
                 {"dt", ".", member},
                 {"pt", "->", member}};
    const char next = hw_itanium_next(p);

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (hw_itanium_take(p, texts[i].code))
            return texts[i].read(p, texts[i].text);
    if (next == 'L')
        return hw_itanium_literal(p);
    if (next == 'T')
        return hw_itanium_parameter(p);
    if (hw_itanium_is(p, "fp") ||
        (hw_itanium_is(p, "fL") && p->end - p->at > 2 && isdigit((unsigned char)p->at[2])))
        return parameter(p);
    if (next == 'f')
        return p->end - p->at > 2 && strchr("lrLR", p->at[1]) ? fold(p) : NULL;
    if (hw_itanium_take(p, "sr"))
        return scoped(p);
    if (hw_itanium_take(p, "cv"))
        return cast(p);
    if (hw_itanium_take(p, "cl"))
        return call(p);
    if (hw_itanium_take(p, "ix"))
        return two(p, HW_ITANIUM_SUBSCRIPT);
    if (hw_itanium_take(p, "qu"))
        return conditional(p);
    if (hw_itanium_take(p, "sZ"))
        return hw_itanium_one(p, HW_ITANIUM_PACK_SIZE,
                              hw_itanium_is(p, "T") ? hw_itanium_parameter(p) : parameter(p));
    if (hw_itanium_take(p, "sp"))
        return hw_itanium_one(p, HW_ITANIUM_EXPANSION, hw_itanium_expression(p));
    if (hw_itanium_take(p, "tl"))
        return braces(p, true);
    if (hw_itanium_take(p, "il"))
        return braces(p, false);
    if (hw_itanium_take(p, "tr"))
        return hw_itanium_text(p, HW_ITANIUM_NAME, "throw", NULL);
    hw_itanium_take(p, "gs");
    if (isdigit((unsigned char)hw_itanium_next(p)) || hw_itanium_is(p, "on") || hw_itanium_is(p, "dn"))
        return unresolved(p);
    return with_operator(p);
}

node_t *hw_itanium_expression(struct hw_itanium_parser *p)
{
    if (!hw_itanium_deeper(p))
        return NULL;
    node_t *node = expression(p);
    p->depth--;
    return node;
}
