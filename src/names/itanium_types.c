/* SPDX-License-Identifier: MIT */
/* The types in C++ symbols. */
#include "names/itanium.h"

#include <ctype.h>
#include <string.h>

/* Types that no substitution stands for.  The order: longer codes before shorter. */
static const struct hw_itanium_node *builtin(struct hw_itanium_parser *p)
{
    static const struct {
        const char *code, *text;
    } types[] = {{"v", "void"},
                 {"w", "wchar_t"},
                 {"b", "bool"},
                 {"c", "char"},
                 {"a", "signed char"},
                 {"h", "unsigned char"},
                 {"s", "short"},
                 {"t", "unsigned short"},
                 {"i", "int"},
                 {"j", "unsigned int"},
                 {"l", "long"},
                 {"m", "unsigned long"},
                 {"x", "long long"},
                 {"y", "unsigned long long"},
                 {"n", "__int128"},
                 {"o", "unsigned __int128"},
                 {"f", "float"},
                 {"d", "double"},
                 {"e", "long double"},
                 {"g", "__float128"},
                 {"z", "..."},
                 {"Dd", "decimal64"},
                 {"De", "decimal128"},
                 {"Df", "decimal32"},
                 {"Dh", "half"},
                 {"DF16b", "std::bfloat16_t"},
                 {"DF16_", "_Float16"},
                 {"DF32_", "_Float32"},
                 {"DF64_", "_Float64"},
                 {"DF128_", "_Float128"},
                 {"Di", "char32_t"},
                 {"Ds", "char16_t"},
                 {"Du", "char8_t"},
                 {"Da", "auto"},
                 {"Dc", "decltype(auto)"},
                 {"Dn", "decltype(nullptr)"}};

    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (hw_itanium_take(p, types[i].code))
            return hw_itanium_text(p, HW_ITANIUM_NAME, types[i].text, NULL);
    return NULL;
}

unsigned hw_itanium_qualifiers(struct hw_itanium_parser *p)
{
    unsigned qualifiers = 0;

    if (hw_itanium_take(p, "r"))
        qualifiers |= HW_QUALIFY_RESTRICT;
    if (hw_itanium_take(p, "V"))
        qualifiers |= HW_QUALIFY_VOLATILE;
    if (hw_itanium_take(p, "K"))
        qualifiers |= HW_QUALIFY_CONST;
    return qualifiers;
}

/* --- functions --- */

/* What ends the parameters: E, or R and O before it, which are types otherwise. */
static const struct hw_itanium_node *function_parameters(struct hw_itanium_parser *p, unsigned *qualifiers)
{
    struct hw_itanium_node *first = hw_itanium_make(p, HW_ITANIUM_LIST), *last = first;

    while (last && !hw_itanium_take(p, "E")) {
        if (hw_itanium_take(p, "RE")) {
            *qualifiers |= HW_QUALIFY_AMPERSAND;
            break;
        }
        if (hw_itanium_take(p, "OE")) {
            *qualifiers |= HW_QUALIFY_AMPERSANDS;
            break;
        }
        last = hw_itanium_append(p, last, hw_itanium_type);
    }
    return last ? first : NULL;
}

/* [Do] F [Y] RESULT PARAMETERS [R|O] E, behind its qualifiers. */
static const struct hw_itanium_node *function(struct hw_itanium_parser *p, unsigned qualifiers)
{
    if (hw_itanium_take(p, "Do"))
        qualifiers |= HW_QUALIFY_NOEXCEPT;
    if (!hw_itanium_take(p, "F"))
        return NULL;
    hw_itanium_take(p, "Y"); /* extern "C" */
    const struct hw_itanium_node *result = hw_itanium_type(p),
                                 *list = result ? function_parameters(p, &qualifiers) : NULL;
    struct hw_itanium_node *node = list ? hw_itanium_make(p, HW_ITANIUM_FUNCTION_TYPE) : NULL;
    if (!node)
        return NULL;
    node->left = result;
    node->right = list;
    node->qualifiers = qualifiers;
    return node;
}

static const struct hw_itanium_node *qualified(struct hw_itanium_parser *p)
{
    const unsigned qualifiers = hw_itanium_qualifiers(p);

    if (hw_itanium_is(p, "F") || hw_itanium_is(p, "DoF"))
        return function(p, qualifiers);
    const struct hw_itanium_node *type = hw_itanium_type(p);
    struct hw_itanium_node *node = type ? hw_itanium_make(p, HW_ITANIUM_QUALIFIED) : NULL;
    if (!node)
        return NULL;
    node->left = type;
    node->qualifiers = qualifiers;
    return node;
}

/* --- others that are made of types --- */

/* A number or an expression, then `_`; nothing where the number is missing. */
static const struct hw_itanium_node *dimension(struct hw_itanium_parser *p)
{
    const char *start = p->at;
    size_t number;
    const struct hw_itanium_node *node;

    if (hw_itanium_take(p, "_"))
        return hw_itanium_text(p, HW_ITANIUM_NAME, "", NULL);
    if (isdigit((unsigned char)hw_itanium_next(p))) {
        struct hw_itanium_node *text = hw_itanium_make(p, HW_ITANIUM_NAME);
        if (!text || !hw_itanium_number(p, &number))
            return NULL;
        text->text = start;
        text->length = (size_t)(p->at - start);
        node = text;
    } else {
        node = hw_itanium_expression(p);
    }
    return hw_itanium_take(p, "_") ? node : NULL;
}

static const struct hw_itanium_node *array(struct hw_itanium_parser *p, enum hw_itanium_kind kind)
{
    const struct hw_itanium_node *count = dimension(p);

    return count ? hw_itanium_two(p, kind, hw_itanium_type(p), count) : NULL;
}

static const struct hw_itanium_node *member_pointer(struct hw_itanium_parser *p)
{
    const struct hw_itanium_node *owner = hw_itanium_type(p);

    return owner ? hw_itanium_two(p, HW_ITANIUM_MEMBER_POINTER, owner, hw_itanium_type(p)) : NULL;
}

static const struct hw_itanium_node *suffixed(struct hw_itanium_parser *p, const char *text)
{
    const struct hw_itanium_node *type = hw_itanium_type(p);

    return type ? hw_itanium_text(p, HW_ITANIUM_SUFFIXED, text, type) : NULL;
}

/* U NAME [ARGUMENTS] TYPE: a qualifier of a vendor. */
static const struct hw_itanium_node *vendor_qualified(struct hw_itanium_parser *p)
{
    const struct hw_itanium_node *name = hw_itanium_source_name(p);

    if (name && hw_itanium_is(p, "I"))
        name = hw_itanium_two(p, HW_ITANIUM_TEMPLATE, name, hw_itanium_arguments(p, false));
    const struct hw_itanium_node *type = name ? hw_itanium_type(p) : NULL;
    struct hw_itanium_node *node = type ? hw_itanium_make(p, HW_ITANIUM_SUFFIXED) : NULL;
    if (!node)
        return NULL;
    node->left = type;
    node->text = "";
    node->right = name;
    return node;
}

const struct hw_itanium_node *hw_itanium_decltype(struct hw_itanium_parser *p)
{
    if (!hw_itanium_take(p, "Dt") && !hw_itanium_take(p, "DT"))
        return NULL;
    const struct hw_itanium_node *of = hw_itanium_expression(p);
    return of && hw_itanium_take(p, "E") ? hw_itanium_text(p, HW_ITANIUM_OF, "decltype ", of) : NULL;
}

static const struct hw_itanium_node *d_type(struct hw_itanium_parser *p)
{
    if (hw_itanium_is(p, "Dt") || hw_itanium_is(p, "DT"))
        return hw_itanium_decltype(p);
    if (hw_itanium_take(p, "Dp"))
        return hw_itanium_one(p, HW_ITANIUM_EXPANSION, hw_itanium_type(p));
    if (hw_itanium_take(p, "Dv"))
        return array(p, HW_ITANIUM_VECTOR);
    return function(p, 0);
}

/* A parameter of a template, of a template's template, or a name behind struct, union, enum. */
static const struct hw_itanium_node *t_type(struct hw_itanium_parser *p)
{
    if (hw_itanium_take(p, "Ts") || hw_itanium_take(p, "Tu") || hw_itanium_take(p, "Te"))
        return hw_itanium_name(p, NULL);
    const struct hw_itanium_node *parameter = hw_itanium_parameter(p);
    if (!hw_itanium_is(p, "I") || p->no_arguments)
        return parameter;
    if (!hw_itanium_substitute(p, parameter))
        return NULL;
    return hw_itanium_two(p, HW_ITANIUM_TEMPLATE, parameter, hw_itanium_arguments(p, false));
}

/* *known: it is a substitution itself. */
static const struct hw_itanium_node *s_type(struct hw_itanium_parser *p, bool *known)
{
    if (hw_itanium_is(p, "St"))
        return hw_itanium_name(p, NULL);
    const struct hw_itanium_node *node = hw_itanium_substitution(p);
    *known = !hw_itanium_is(p, "I") || p->no_arguments;
    return *known ? node : hw_itanium_two(p, HW_ITANIUM_TEMPLATE, node, hw_itanium_arguments(p, false));
}

static const struct hw_itanium_node *type_of(struct hw_itanium_parser *p, bool *known)
{
    switch (hw_itanium_next(p)) {
    case 'r':
    case 'V':
    case 'K': return qualified(p);
    case 'F': return function(p, 0);
    case 'D': return d_type(p);
    case 'T': return t_type(p);
    case 'S': return s_type(p, known);
    case 'N':
    case 'Z': return hw_itanium_name(p, NULL);
    default: break;
    }
    if (hw_itanium_take(p, "P"))
        return hw_itanium_one(p, HW_ITANIUM_POINTER, hw_itanium_type(p));
    if (hw_itanium_take(p, "R"))
        return hw_itanium_one(p, HW_ITANIUM_REFERENCE, hw_itanium_type(p));
    if (hw_itanium_take(p, "O"))
        return hw_itanium_one(p, HW_ITANIUM_RVALUE_REFERENCE, hw_itanium_type(p));
    if (hw_itanium_take(p, "C"))
        return suffixed(p, " _Complex");
    if (hw_itanium_take(p, "G"))
        return suffixed(p, " _Imaginary");
    if (hw_itanium_take(p, "A"))
        return array(p, HW_ITANIUM_ARRAY);
    if (hw_itanium_take(p, "M"))
        return member_pointer(p);
    if (hw_itanium_take(p, "u"))
        return hw_itanium_source_name(p);
    return hw_itanium_is(p, "Ul") || hw_itanium_is(p, "Ut") || isdigit((unsigned char)hw_itanium_next(p))
               ? hw_itanium_name(p, NULL)
           : hw_itanium_take(p, "U") ? vendor_qualified(p)
                                     : NULL;
}

const struct hw_itanium_node *hw_itanium_type(struct hw_itanium_parser *p)
{
    bool known = false;
    const struct hw_itanium_node *node = builtin(p);

    if (node || !hw_itanium_deeper(p))
        return node;
    node = type_of(p, &known);
    p->depth--;
    if (!known && !hw_itanium_substitute(p, node))
        return NULL;
    return node;
}
