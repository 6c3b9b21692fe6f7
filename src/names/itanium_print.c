/* SPDX-License-Identifier: MIT */
/* C++ names as text, in the spelling of GNU's tools. */
#include "names/itanium_print.h"

/* --- lists and packs --- */

void hw_itanium_put_list(struct hw_itanium_printer *p, const struct hw_itanium_node *list)
{
    bool first = true;

    for (; list && list->left; list = list->right) {
        const size_t before = p->out->length;
        if (!first)
            hw_name_put(p->out, ", ");
        const size_t start = p->out->length;
        hw_itanium_put(p, list->left);
        if (p->out->length == start)
            hw_name_cut(p->out, before);
        else
            first = false;
    }
}

void hw_itanium_put_arguments(struct hw_itanium_printer *p, const struct hw_itanium_node *list)
{
    hw_name_put(p->out, hw_name_ends_in(p->out, '<') ? " <" : "<");
    hw_itanium_put_list(p, list);
    hw_name_put(p->out, hw_name_ends_in(p->out, '>') ? " >" : ">");
}

static size_t list_length(struct hw_itanium_printer *p, const struct hw_itanium_node *list)
{
    size_t length = 0;

    for (; list && list->left && hw_name_step(p->out); list = list->right)
        length++;
    return length;
}

const struct hw_itanium_node *hw_itanium_element(struct hw_itanium_printer *p,
                                                 const struct hw_itanium_node *node)
{
    if (node->kind != HW_ITANIUM_PACK_PARAMETER)
        return node;
    const struct hw_itanium_node *list = node->left->left;
    if (p->pack_count == HW_ITANIUM_NO_PACK) {
        p->pack_count = list_length(p, list);
        p->pack_index = 0;
    }
    for (size_t i = 0; list && list->left && i < p->pack_index && hw_name_step(p->out); i++)
        list = list->right;
    return list && list->left ? list->left : NULL;
}

/* Once for each element; once with dots where there is no pack in it, or nobody knows which. */
static void put_expansion(struct hw_itanium_printer *p, const struct hw_itanium_node *pattern)
{
    const struct hw_itanium_printer outer = *p;
    const size_t before = p->out->length;

    p->pack_index = p->pack_count = HW_ITANIUM_NO_PACK;
    hw_itanium_put(p, pattern);
    if (p->pack_count == HW_ITANIUM_NO_PACK)
        hw_name_put(p->out, "...");
    else if (p->pack_count == 0)
        hw_name_cut(p->out, before);
    for (size_t i = 1; p->pack_count != HW_ITANIUM_NO_PACK && i < p->pack_count && !p->out->failed; i++) {
        hw_name_put(p->out, ", ");
        p->pack_index = i;
        hw_itanium_put(p, pattern);
    }
    *p = outer;
}

static void put_pack_size(struct hw_itanium_printer *p, const struct hw_itanium_node *of)
{
    if (of->kind == HW_ITANIUM_PACK_PARAMETER) {
        hw_name_number(p->out, list_length(p, of->left->left));
        return;
    }
    hw_name_put(p->out, "sizeof...(");
    hw_itanium_put(p, of);
    hw_name_put(p->out, ")");
}

/* --- names --- */

/* The class's own name, without scope and arguments. */
static const struct hw_itanium_node *last_name(const struct hw_itanium_node *node)
{
    for (;;) {
        if (node->kind == HW_ITANIUM_NESTED)
            node = node->right;
        else if (node->kind == HW_ITANIUM_TEMPLATE || node->kind == HW_ITANIUM_TAGGED)
            node = node->left;
        else
            return node;
    }
}

static void put_numbered(struct hw_itanium_printer *p, const char *text, size_t number)
{
    hw_name_put(p->out, text);
    hw_name_number(p->out, number);
    hw_name_put(p->out, "}");
}

static void put_lambda(struct hw_itanium_printer *p, const struct hw_itanium_node *node)
{
    const struct hw_itanium_node type = {.kind = HW_ITANIUM_FUNCTION_TYPE, .right = node->left};

    hw_name_put(p->out, "{lambda");
    hw_itanium_put_parameters(p, &type);
    put_numbered(p, "#", node->number);
}

static void put_name(struct hw_itanium_printer *p, const struct hw_itanium_node *name,
                     struct hw_name_parts *parts)
{
    if (name->kind == HW_ITANIUM_TEMPLATE && parts) {
        hw_itanium_put(p, name->left);
        parts->arguments = p->out->length;
        hw_itanium_put_arguments(p, name->right);
    } else {
        hw_itanium_put(p, name);
        if (parts)
            parts->arguments = p->out->length;
    }
    if (parts)
        parts->name_end = p->out->length;
}

static void put_function(struct hw_itanium_printer *p, const struct hw_itanium_node *node, bool with_result,
                         struct hw_name_parts *parts)
{
    const struct hw_itanium_node *type = node->right, *result = with_result ? type->left : NULL;

    if (result) {
        hw_itanium_put_left(p, result);
        if (!hw_itanium_has_right(p, result))
            hw_name_put(p->out, " ");
    }
    if (parts)
        parts->name = p->out->length;
    put_name(p, node->left, parts);
    hw_itanium_put_parameters(p, type);
    if (result)
        hw_itanium_put_right(p, result);
}

static bool put_named(struct hw_itanium_printer *p, const struct hw_itanium_node *node)
{
    switch (node->kind) {
    case HW_ITANIUM_NAME:
        hw_name_add(p->out, node->text, node->length);
        if (node->number)
            hw_name_number(p->out, node->number);
        return true;
    case HW_ITANIUM_NESTED:
        if (node->left->kind == HW_ITANIUM_FUNCTION)
            put_function(p, node->left, false, NULL);
        else
            hw_itanium_put(p, node->left);
        hw_name_put(p->out, "::");
        hw_itanium_put(p, node->right);
        return true;
    case HW_ITANIUM_TEMPLATE:
        hw_itanium_put(p, node->left);
        hw_itanium_put_arguments(p, node->right);
        return true;
    case HW_ITANIUM_DESTRUCTOR:
        hw_name_put(p->out, "~");
        hw_itanium_put(p, last_name(node->left));
        return true;
    case HW_ITANIUM_CONSTRUCTOR: hw_itanium_put(p, last_name(node->left)); return true;
    case HW_ITANIUM_OPERATOR:
        hw_name_put(p->out, "operator");
        hw_name_add(p->out, node->text, node->length);
        return true;
    case HW_ITANIUM_CONVERSION:
        hw_name_put(p->out, "operator ");
        hw_itanium_put(p, node->left);
        return true;
    case HW_ITANIUM_LITERAL_OPERATOR:
        hw_name_put(p->out, "operator\"\" ");
        hw_itanium_put(p, node->left);
        return true;
    case HW_ITANIUM_LAMBDA: put_lambda(p, node); return true;
    case HW_ITANIUM_UNNAMED: put_numbered(p, "{unnamed type#", node->number); return true;
    case HW_ITANIUM_TAGGED:
        hw_itanium_put(p, node->left);
        hw_name_put(p->out, "[abi:");
        hw_name_add(p->out, node->text, node->length);
        hw_name_put(p->out, "]");
        return true;
    case HW_ITANIUM_SPECIAL:
        hw_name_put(p->out, node->text);
        hw_itanium_put(p, node->left);
        return true;
    case HW_ITANIUM_FUNCTION: put_function(p, node, true, NULL); return true;
    case HW_ITANIUM_LIST: hw_itanium_put_list(p, node); return true;
    case HW_ITANIUM_PACK: hw_itanium_put_list(p, node->left); return true;
    case HW_ITANIUM_EXPANSION: put_expansion(p, node->left); return true;
    case HW_ITANIUM_PACK_SIZE: put_pack_size(p, node->left); return true;
    default: return false;
    }
}

/* --- all --- */

void hw_itanium_put_left(struct hw_itanium_printer *p, const struct hw_itanium_node *node)
{
    if (!hw_name_enter(p->out))
        return;
    node = hw_itanium_element(p, node);
    if (node && !put_named(p, node) && !hw_itanium_put_type(p, node))
        hw_itanium_put_expression(p, node);
    hw_name_leave(p->out);
}

void hw_itanium_put_right(struct hw_itanium_printer *p, const struct hw_itanium_node *node)
{
    if (!hw_name_enter(p->out))
        return;
    node = hw_itanium_element(p, node);
    if (node)
        hw_itanium_put_type_right(p, node);
    hw_name_leave(p->out);
}

void hw_itanium_put(struct hw_itanium_printer *p, const struct hw_itanium_node *node)
{
    hw_itanium_put_left(p, node);
    hw_itanium_put_right(p, node);
}

void hw_itanium_print(struct hw_name_text *out, const struct hw_itanium_node *symbol,
                      struct hw_name_parts *parts)
{
    struct hw_itanium_printer p = {
        .out = out, .pack_index = HW_ITANIUM_NO_PACK, .pack_count = HW_ITANIUM_NO_PACK};

    if (symbol->kind == HW_ITANIUM_FUNCTION)
        put_function(&p, symbol, true, parts);
    else
        put_name(&p, symbol, parts);
}
