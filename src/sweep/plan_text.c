/* SPDX-License-Identifier: MIT */
/* This file substitutes references within the texts of a plan: `$name`, `${expression}`, and `$$` for a
 * dollar sign.
 *
 * An expression is whole numbers, names, + - * / % and parentheses.  It is computed in 64 bits; division
 * rounds toward 0, and a size such as 16,4 counts as the product of its parts.  What a name stands for may
 * refer to others in turn. */
#include "sweep/sweep_plan.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH_MAX       16u    /* of references and of parentheses */
#define LENGTH_MAX      65536u /* of a text without references */
#define NAME_MAX_LENGTH 64u

struct expansion {
    struct hw_plan_scope scope;
    struct hw_string_pool *texts;
    struct hw_error *error;
    unsigned parentheses;
};

static bool begins_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_in_name(char c)
{
    return begins_name(c) || (c >= '0' && c <= '9');
}

const struct hw_plan_setting *hw_plan_find_setting(const struct hw_plan_scope *scope,
                                                   enum hw_setting_kind kind, const char *name)
{
    for (unsigned s = scope->count; s-- > 0;)
        for (unsigned i = scope->settings[s]->count; i-- > 0;) {
            const struct hw_plan_setting *setting = &scope->settings[s]->item[i];
            if (setting->kind == kind && strcmp(setting->name, name) == 0)
                return setting;
        }
    return NULL;
}

/* The text of the name at *at, which is moved behind it; NULL, with the error, where it has none. */
static const char *value_of_name(struct expansion *expansion, const char **at)
{
    const struct hw_plan_setting *setting;
    struct hw_plan_scope inner = expansion->scope;
    char name[NAME_MAX_LENGTH];
    size_t length = 0;

    while (is_in_name((*at)[length]))
        length++;
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), *at);
    *at += length;
    setting = hw_plan_find_setting(&inner, HW_SETTING_PARAMETER, name);
    if (!setting)
        setting = hw_plan_find_setting(&inner, HW_SETTING_KEY, name);
    if (!setting || setting->count != 1) {
        hw_fail(expansion->error, HW_ERR_NOT_FOUND, "sweep", "$%s is not known at this point", name);
        return NULL;
    }
    if (inner.depth++ == DEPTH_MAX || !*inner.left || !--*inner.left) {
        hw_fail(expansion->error, HW_ERR_LIMIT, "sweep", "$%s refers to itself, or to too much", name);
        return NULL;
    }
    return hw_plan_expand(&inner, setting->text[0], expansion->texts, expansion->error);
}

/* --- expressions --- */

static bool sum(struct expansion *expansion, const char **at, int64_t *value);

static void skip_blanks(const char **at)
{
    while (**at == ' ')
        ++*at;
}

static bool refuse(struct expansion *expansion, const char *at, const char *expected)
{
    hw_fail(expansion->error, HW_ERR_SYNTAX, "sweep", "expected %s at \"%.20s\"", expected, at);
    return false;
}

static bool overflow(struct expansion *expansion)
{
    hw_fail(expansion->error, HW_ERR_RANGE, "sweep", "a number is too large");
    return false;
}

static bool literal(struct expansion *expansion, const char **at, int64_t *value)
{
    char text[32];
    size_t length = 0;

    while (is_in_name((*at)[length]))
        length++;
    if (length >= sizeof text)
        return overflow(expansion);
    snprintf(text, sizeof text, "%.*s", (int)length, *at);
    if (!hw_plan_number(text, value))
        return refuse(expansion, *at, "a whole number");
    *at += length;
    return true;
}

/* A number, or of a size all that it counts: X * Y * Z. */
static bool count_of(const char *text, int64_t *value)
{
    char part[64];
    int64_t factor;

    for (*value = 1;; text++) {
        const size_t length = strcspn(text, ",");
        snprintf(part, sizeof part, "%.*s", (int)(length < sizeof part ? length : sizeof part - 1), text);
        if (!hw_plan_number(part, &factor) || __builtin_mul_overflow(*value, factor, value))
            return false;
        text += length;
        if (!*text)
            return true;
    }
}

static bool name(struct expansion *expansion, const char **at, int64_t *value)
{
    const char *begin = *at, *text = value_of_name(expansion, at);

    if (!text)
        return false;
    if (count_of(text, value))
        return true;
    hw_fail(expansion->error, HW_ERR_SYNTAX, "sweep", "%.*s is \"%.60s\", no whole number",
            (int)(*at - begin), begin, text);
    return false;
}

static bool operand(struct expansion *expansion, const char **at, int64_t *value)
{
    skip_blanks(at);
    if (**at >= '0' && **at <= '9')
        return literal(expansion, at, value);
    if (begins_name(**at))
        return name(expansion, at, value);
    if (**at != '(' && **at != '-')
        return refuse(expansion, *at, "a number, a name or `(`");
    if (expansion->parentheses == DEPTH_MAX)
        return refuse(expansion, *at, "fewer parentheses");
    const bool minus = *(*at)++ == '-';
    expansion->parentheses++;
    const bool ok = minus ? operand(expansion, at, value) : sum(expansion, at, value);
    expansion->parentheses--;
    if (!ok)
        return false;
    if (minus)
        return !__builtin_sub_overflow(INT64_C(0), *value, value) || overflow(expansion);
    skip_blanks(at);
    return *(*at)++ == ')' || refuse(expansion, *at - 1, "`)`");
}

static bool product(struct expansion *expansion, const char **at, int64_t *value)
{
    int64_t right;

    if (!operand(expansion, at, value))
        return false;
    for (skip_blanks(at); **at == '*' || **at == '/' || **at == '%'; skip_blanks(at)) {
        const char sign = *(*at)++;
        if (!operand(expansion, at, &right))
            return false;
        if (sign == '*' ? __builtin_mul_overflow(*value, right, value) : right == -1 && *value == INT64_MIN)
            return overflow(expansion);
        if (sign != '*' && !right) {
            hw_fail(expansion->error, HW_ERR_RANGE, "sweep", "a division by 0");
            return false;
        }
        if (sign != '*')
            *value = sign == '/' ? *value / right : *value % right;
    }
    return true;
}

static bool sum(struct expansion *expansion, const char **at, int64_t *value)
{
    int64_t right;

    if (!product(expansion, at, value))
        return false;
    for (skip_blanks(at); **at == '+' || **at == '-'; skip_blanks(at)) {
        const bool plus = *(*at)++ == '+';
        if (!product(expansion, at, &right))
            return false;
        if (plus ? __builtin_add_overflow(*value, right, value)
                 : __builtin_sub_overflow(*value, right, value))
            return overflow(expansion);
    }
    return true;
}

/* --- texts --- */

/* What stands behind a dollar sign, written to `out`; *at is moved behind it. */
static bool reference(struct expansion *expansion, const char **at, FILE *out)
{
    if (**at == '$') {
        ++*at;
        return fputc('$', out) != EOF;
    }
    if (**at != '{') {
        if (!begins_name(**at))
            return refuse(expansion, *at, "a name, `{` or `$` behind `$`");
        const char *text = value_of_name(expansion, at);
        return text && fputs(text, out) >= 0;
    }
    const char *only = ++*at; /* a name alone may stand for any text */
    while (is_in_name(*only))
        only++;
    if (*only == '}' && begins_name(**at)) {
        const char *text = value_of_name(expansion, at);
        ++*at;
        return text && fputs(text, out) >= 0;
    }
    int64_t value;
    if (!sum(expansion, at, &value))
        return false;
    if (*(*at)++ != '}')
        return refuse(expansion, *at - 1, "an operator or `}`");
    return fprintf(out, "%" PRId64, value) > 0;
}

const char *hw_plan_expand(const struct hw_plan_scope *scope, const char *text, struct hw_string_pool *texts,
                           struct hw_error *error)
{
    struct expansion expansion = {.scope = *scope, .texts = texts, .error = error};
    char *made = NULL;
    size_t size = 0;
    bool ok = true;

    if (!strchr(text, '$'))
        return text;
    FILE *out = open_memstream(&made, &size);
    if (!out) {
        hw_fail(error, HW_ERR_NO_MEMORY, "sweep", "no memory");
        return NULL;
    }
    while (ok && *text) {
        if (*text != '$')
            fputc(*text++, out);
        else {
            text++;
            ok = reference(&expansion, &text, out);
        }
        if (ok && ftell(out) > (long)LENGTH_MAX) {
            hw_fail(error, HW_ERR_LIMIT, "sweep", "the text becomes longer than %u characters", LENGTH_MAX);
            ok = false;
        }
    }
    fclose(out);
    if (ok && made)
        return hw_string_pool_adopt(texts, made);
    free(made);
    return NULL;
}
