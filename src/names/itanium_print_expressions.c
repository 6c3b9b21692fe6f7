/* SPDX-License-Identifier: MIT */
/* C++ expressions in template arguments and dependent types, as text. */
#include "names/itanium_print.h"

#include <string.h>

/* GNU's tools put all operands in parentheses that are not simple. */
static bool is_simple(const struct hw_itanium_node *node)
{
    return node->kind == HW_ITANIUM_NAME || node->kind == HW_ITANIUM_NESTED ||
           node->kind == HW_ITANIUM_PARAMETER || node->kind == HW_ITANIUM_BRACES;
}

static void put_in_parentheses(struct hw_itanium_printer *p, const struct hw_itanium_node *node)
{
    hw_name_put(p->out, "(");
    hw_itanium_put(p, node);
    hw_name_put(p->out, ")");
}

static void put_operand(struct hw_itanium_printer *p, const struct hw_itanium_node *node)
{
    if (is_simple(node))
        hw_itanium_put(p, node);
    else
        put_in_parentheses(p, node);
}

/* The address of a function in a scope goes without its parameters. */
static void put_prefix(struct hw_itanium_printer *p, const struct hw_itanium_node *node)
{
    const struct hw_itanium_node *of = node->left;

    hw_name_put(p->out, node->text);
    if (strcmp(node->text, "&") == 0 && of->kind == HW_ITANIUM_FUNCTION &&
        of->left->kind == HW_ITANIUM_NESTED)
        of = of->left;
    put_operand(p, of);
}

/* 5, 5u, true, (Kind)5 */
static void put_literal(struct hw_itanium_printer *p, const struct hw_itanium_node *node)
{
    static const struct {
        const char *type, *suffix;
    } integers[] = {{"int", ""},         {"unsigned int", "u"},        {"long", "l"}, {"unsigned long", "ul"},
                    {"long long", "ll"}, {"unsigned long long", "ull"}};
    const struct hw_itanium_node *type = node->left;
    const char *value = node->text, *suffix = NULL;
    size_t length = node->length;

    if (type->kind == HW_ITANIUM_NAME)
        for (size_t i = 0; i < sizeof integers / sizeof integers[0]; i++)
            if (type->length == strlen(integers[i].type) &&
                !memcmp(type->text, integers[i].type, type->length))
                suffix = integers[i].suffix;
    if (type->kind == HW_ITANIUM_NAME && type->length == 4 && !memcmp(type->text, "bool", 4) && length == 1) {
        hw_name_put(p->out, *value == '0' ? "false" : "true");
        return;
    }
    if (!suffix)
        put_in_parentheses(p, type);
    if (length && *value == 'n') {
        hw_name_put(p->out, "-");
        value++;
        length--;
    }
    hw_name_add(p->out, value, length);
    if (suffix)
        hw_name_put(p->out, suffix);
}

/* An operator > needs parentheses among template arguments. */
static void put_binary(struct hw_itanium_printer *p, const struct hw_itanium_node *node)
{
    const bool greater = strcmp(node->text, ">") == 0;

    if (greater)
        hw_name_put(p->out, "(");
    put_operand(p, node->left);
    hw_name_put(p->out, node->text);
    put_operand(p, node->right);
    if (greater)
        hw_name_put(p->out, ")");
}

static void put_fold(struct hw_itanium_printer *p, const struct hw_itanium_node *node)
{
    hw_name_put(p->out, "(");
    if (node->qualifiers & HW_QUALIFY_LEFT_FOLD)
        hw_name_put(p->out, "...");
    else
        put_operand(p, node->left);
    hw_name_put(p->out, node->text);
    if (node->qualifiers & HW_QUALIFY_LEFT_FOLD)
        put_operand(p, node->left);
    else
        hw_name_put(p->out, "...");
    if (node->right) {
        hw_name_put(p->out, node->text);
        put_operand(p, node->right);
    }
    hw_name_put(p->out, ")");
}

static void put_named_cast(struct hw_itanium_printer *p, const struct hw_itanium_node *node)
{
    hw_name_put(p->out, node->text);
    hw_name_put(p->out, "<");
    hw_itanium_put(p, node->left);
    hw_name_put(p->out, ">");
    put_in_parentheses(p, node->right);
}

bool hw_itanium_put_expression(struct hw_itanium_printer *p, const struct hw_itanium_node *node)
{
    switch (node->kind) {
    case HW_ITANIUM_LITERAL: put_literal(p, node); return true;
    case HW_ITANIUM_PREFIX: put_prefix(p, node); return true;
    case HW_ITANIUM_POSTFIX:
        put_operand(p, node->left);
        hw_name_put(p->out, node->text);
        return true;
    case HW_ITANIUM_BINARY: put_binary(p, node); return true;
    case HW_ITANIUM_MEMBER:
        put_operand(p, node->left);
        hw_name_put(p->out, node->text);
        hw_itanium_put(p, node->right);
        return true;
    case HW_ITANIUM_CONDITIONAL:
        put_operand(p, node->left);
        hw_name_put(p->out, "?");
        put_operand(p, node->right->left);
        hw_name_put(p->out, " : ");
        put_operand(p, node->right->right);
        return true;
    case HW_ITANIUM_CALL:
        put_operand(p, node->left);
        put_in_parentheses(p, node->right);
        return true;
    case HW_ITANIUM_SUBSCRIPT:
        put_operand(p, node->left);
        hw_name_put(p->out, "[");
        hw_itanium_put(p, node->right);
        hw_name_put(p->out, "]");
        return true;
    case HW_ITANIUM_CAST:
        put_in_parentheses(p, node->left);
        put_in_parentheses(p, node->right);
        return true;
    case HW_ITANIUM_NAMED_CAST: put_named_cast(p, node); return true;
    case HW_ITANIUM_OF:
        hw_name_put(p->out, node->text);
        put_in_parentheses(p, node->left);
        return true;
    case HW_ITANIUM_BRACES:
        if (node->left)
            hw_itanium_put(p, node->left);
        hw_name_put(p->out, "{");
        hw_itanium_put(p, node->right);
        hw_name_put(p->out, "}");
        return true;
    case HW_ITANIUM_PARAMETER:
        hw_name_put(p->out, "{parm#");
        hw_name_number(p->out, node->number);
        hw_name_put(p->out, "}");
        return true;
    case HW_ITANIUM_FOLD: put_fold(p, node); return true;
    default: return false;
    }
}
