/* SPDX-License-Identifier: MIT */
/* C++ types as text: what stands before a declared name, and what behind it. */
#include "names/itanium_print.h"

#include <string.h>

static bool is_reference(const struct hw_itanium_node *node)
{
    return node->kind == HW_ITANIUM_REFERENCE || node->kind == HW_ITANIUM_RVALUE_REFERENCE;
}

/* The type without the qualifiers around it: array and function hide behind them. */
static const struct hw_itanium_node *unqualified(struct hw_itanium_printer *p,
                                                 const struct hw_itanium_node *node)
{
    node = hw_itanium_element(p, node);
    while (node && node->kind == HW_ITANIUM_QUALIFIED)
        node = hw_itanium_element(p, node->left);
    return node;
}

/* T&& is T& where T is a reference itself. */
static const struct hw_itanium_node *referred(struct hw_itanium_printer *p,
                                              const struct hw_itanium_node *node, bool *rvalue)
{
    const struct hw_itanium_node *inner = node;

    *rvalue = true;
    while (inner && is_reference(inner)) {
        *rvalue = *rvalue && inner->kind == HW_ITANIUM_RVALUE_REFERENCE;
        node = inner->left;
        inner = hw_itanium_element(p, node);
    }
    return node;
}

/* What a pointer, a reference or a pointer to a member is declared with. */
static const struct hw_itanium_node *target(struct hw_itanium_printer *p, const struct hw_itanium_node *node)
{
    bool rvalue;

    if (is_reference(node))
        return referred(p, node, &rvalue);
    if (node->kind == HW_ITANIUM_MEMBER_POINTER)
        return node->right;
    return node->kind == HW_ITANIUM_POINTER ? node->left : NULL;
}

static bool is_declarator(const struct hw_itanium_node *node)
{
    return node && (node->kind == HW_ITANIUM_ARRAY || node->kind == HW_ITANIUM_FUNCTION_TYPE);
}

bool hw_itanium_has_right(struct hw_itanium_printer *p, const struct hw_itanium_node *node)
{
    while (node) {
        node = unqualified(p, node);
        if (is_declarator(node))
            return true;
        node = node ? target(p, node) : NULL;
    }
    return false;
}

static void put_qualifiers(struct hw_itanium_printer *p, unsigned qualifiers)
{
    static const struct {
        unsigned bit;
        const char *text;
    } all[] = {{HW_QUALIFY_CONST, " const"},           {HW_QUALIFY_VOLATILE, " volatile"},
               {HW_QUALIFY_RESTRICT, " __restrict__"}, {HW_QUALIFY_AMPERSAND, " &"},
               {HW_QUALIFY_AMPERSANDS, " &&"},         {HW_QUALIFY_NOEXCEPT, " noexcept"}};

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (qualifiers & all[i].bit)
            hw_name_put(p->out, all[i].text);
}

static void put_qualified(struct hw_itanium_printer *p, const struct hw_itanium_node *node)
{
    const struct hw_itanium_node *of = hw_itanium_element(p, node->left);

    hw_itanium_put_left(p, node->left);
    put_qualifiers(p, of && of->kind == HW_ITANIUM_QUALIFIED ? node->qualifiers & ~of->qualifiers
                                                             : node->qualifiers);
}

/* The mark of a pointer, in parentheses before an array or the parameters of a function. */
static void put_pointer(struct hw_itanium_printer *p, const struct hw_itanium_node *node)
{
    const struct hw_itanium_node *to = target(p, node), *declared = unqualified(p, to);
    bool rvalue = false;

    hw_itanium_put_left(p, to);
    if (is_declarator(declared))
        hw_name_put(p->out, declared->kind == HW_ITANIUM_ARRAY ? " (" : "(");
    else if (node->kind == HW_ITANIUM_MEMBER_POINTER)
        hw_name_put(p->out, " ");
    if (node->kind == HW_ITANIUM_MEMBER_POINTER) {
        hw_itanium_put(p, node->left);
        hw_name_put(p->out, "::*");
    } else if (node->kind == HW_ITANIUM_POINTER) {
        hw_name_put(p->out, "*");
    } else {
        referred(p, node, &rvalue);
        hw_name_put(p->out, rvalue ? "&&" : "&");
    }
}

void hw_itanium_put_parameters(struct hw_itanium_printer *p, const struct hw_itanium_node *type)
{
    const struct hw_itanium_node *first = type->right->left;
    const bool none = first && !type->right->right && first->kind == HW_ITANIUM_NAME && first->length == 4 &&
                      memcmp(first->text, "void", 4) == 0;

    hw_name_put(p->out, "(");
    if (!none)
        hw_itanium_put_list(p, type->right);
    hw_name_put(p->out, ")");
    put_qualifiers(p, type->qualifiers);
}

bool hw_itanium_put_type(struct hw_itanium_printer *p, const struct hw_itanium_node *node)
{
    switch (node->kind) {
    case HW_ITANIUM_QUALIFIED: put_qualified(p, node); return true;
    case HW_ITANIUM_SUFFIXED:
        hw_itanium_put_left(p, node->left);
        hw_name_put(p->out, node->text);
        if (node->right) {
            hw_name_put(p->out, " ");
            hw_itanium_put(p, node->right);
        }
        return true;
    case HW_ITANIUM_POINTER:
    case HW_ITANIUM_REFERENCE:
    case HW_ITANIUM_RVALUE_REFERENCE:
    case HW_ITANIUM_MEMBER_POINTER: put_pointer(p, node); return true;
    case HW_ITANIUM_FUNCTION_TYPE:
        if (node->left) {
            hw_itanium_put_left(p, node->left);
            hw_name_put(p->out, " ");
        }
        return true;
    case HW_ITANIUM_ARRAY: hw_itanium_put_left(p, node->left); return true;
    case HW_ITANIUM_VECTOR:
        hw_itanium_put(p, node->left);
        hw_name_put(p->out, " __vector(");
        hw_itanium_put(p, node->right);
        hw_name_put(p->out, ")");
        return true;
    default: return false;
    }
}

static void put_dimension(struct hw_itanium_printer *p, const struct hw_itanium_node *node)
{
    hw_name_put(p->out, hw_name_ends_in(p->out, ']') ? "[" : " [");
    hw_itanium_put(p, node->right);
    hw_name_put(p->out, "]");
    hw_itanium_put_right(p, node->left);
}

void hw_itanium_put_type_right(struct hw_itanium_printer *p, const struct hw_itanium_node *node)
{
    const struct hw_itanium_node *to = target(p, node);

    if (to) {
        if (is_declarator(unqualified(p, to)))
            hw_name_put(p->out, ")");
        hw_itanium_put_right(p, to);
    } else if (node->kind == HW_ITANIUM_QUALIFIED || node->kind == HW_ITANIUM_SUFFIXED) {
        hw_itanium_put_right(p, node->left);
    } else if (node->kind == HW_ITANIUM_FUNCTION_TYPE) {
        hw_itanium_put_parameters(p, node);
        if (node->left)
            hw_itanium_put_right(p, node->left);
    } else if (node->kind == HW_ITANIUM_ARRAY) {
        put_dimension(p, node);
    }
}
