/* SPDX-License-Identifier: MIT */
/* See inject_rule.h. */
#include "cuda/inject/inject_rule.h"

#include "cuda/inject/inject_function.h"
#include "cuda/inject/inject_status.h"
#include "environment.h"

#include <stdio.h>
#include <string.h>

#define KERNEL      "kernel:"
#define MOST_DIGITS 18
#define BLANKS      " \t\n"
#define FORM \
    "expected FUNCTION:COUNT[:ERROR] or kernel:NAME:COUNT[:ERROR], where COUNT is N, N+ or *, N from 1"

struct part {
    const char *text;
    size_t length;
};

/* The length of a rule: up to a comma that is in no list of arguments (a kernel's name may have some), and
 * the blanks in front of that. */
static size_t rule_length(const char *text)
{
    size_t length = 0;
    int depth = 0;

    for (; text[length] && (text[length] != ',' || depth > 0); length++)
        depth += (strchr("<(", text[length]) != NULL) - (strchr(">)", text[length]) != NULL);
    while (length && strchr(BLANKS, text[length - 1]))
        length--;
    return length;
}

/* Parts apart: at colons, of which C++ has two within a name.  How many there are, of which `most` are kept.
 */
static size_t split(const char *text, size_t length, struct part *part, size_t most)
{
    size_t count = 0, start = 0;

    for (size_t i = 0; i <= length; i++) {
        const bool within = i + 1 < length && text[i] == ':' && text[i + 1] == ':';
        if (within)
            i++;
        else if (i == length || text[i] == ':') {
            if (count < most)
                part[count] = (struct part){text + start, i - start};
            count++;
            start = i + 1;
        }
    }
    return count;
}

/* N, N+ or *. */
static bool read_count(const struct part *part, struct hw_inject_rule *rule)
{
    const bool open = part->length > 1 && part->text[part->length - 1] == '+';
    const size_t digits = part->length - open;
    uint64_t number = 0;

    if (part->length == 1 && *part->text == '*') {
        rule->first = 1;
        rule->last = UINT64_MAX;
        return true;
    }
    for (size_t i = 0; i < digits; i++) {
        if (part->text[i] < '0' || part->text[i] > '9')
            return false;
        number = number * 10 + (uint64_t)(part->text[i] - '0');
    }
    rule->first = number;
    rule->last = open ? UINT64_MAX : number;
    return number > 0 && digits <= MOST_DIGITS;
}

static hw_status unknown_function(const struct part *name, struct hw_error *error)
{
    char wanted[96], likely[256 + 16];
    struct hw_nearest nearest;

    snprintf(wanted, sizeof wanted, "%.*s", (int)name->length, name->text);
    hw_nearest_begin(&nearest, wanted);
    hw_inject_offer_functions(&nearest);
    return hw_fail(error, HW_ERR_NOT_FOUND, "inject",
                   "no function of CUDA's libraries that returns a status is called %s%s", wanted,
                   hw_nearest_ask(&nearest, likely, sizeof likely));
}

static hw_status read_function(struct hw_inject_rule *rule, const struct part *part, bool has_error,
                               struct hw_error *error)
{
    const struct hw_inject_function *function = hw_inject_function(part[0].text, part[0].length);

    if (!function)
        return unknown_function(&part[0], error);
    rule->status = function->status;
    rule->own = true;
    return has_error ? hw_inject_status(function->statuses, part[2].text, part[2].length, &rule->status,
                                        &rule->own, error)
                     : HW_OK;
}

static hw_status read_rule(struct hw_inject_rule *rule, struct hw_error *error)
{
    const size_t kernel = strncmp(rule->text, KERNEL, strlen(KERNEL)) == 0 ? strlen(KERNEL) : 0;
    struct part part[3];
    const size_t count = split(rule->text + kernel, rule->text_length - kernel, part, 3);

    if (count < 2 || count > 3 || !part[0].length || !read_count(&part[1], rule))
        return hw_fail(error, HW_ERR_ARGUMENT, "inject", FORM);
    rule->name = part[0].text;
    rule->name_length = part[0].length;
    rule->kernel = kernel != 0;
    if (!rule->kernel)
        return read_function(rule, part, count == 3, error);
    rule->status = HW_INJECT_USUAL_FAULT;
    return count == 3 ? hw_inject_fault(part[2].text, part[2].length, &rule->status, error) : HW_OK;
}

hw_status hw_inject_read(const char *text, struct hw_inject_rules *rules, struct hw_error *error)
{
    struct hw_error found;

    memset(rules, 0, sizeof *rules);
    for (const char *at = text + strspn(text, BLANKS); *at;) {
        const size_t length = rule_length(at);
        struct hw_inject_rule *rule = &rules->rule[rules->count];
        if (rules->count == HW_INJECT_RULES)
            return hw_fail(error, HW_ERR_RANGE, "inject", "HALFWARP_FAIL has more than %d rules",
                           HW_INJECT_RULES);
        rule->text = at;
        rule->text_length = length;
        const hw_status status = read_rule(rule, &found);
        if (status != HW_OK)
            return hw_fail(error, status, "inject", "HALFWARP_FAIL has `%.*s`: %s", (int)length, at,
                           found.text);
        rules->count++;
        at += length + strspn(at + length, BLANKS);
        at += *at == ',';
        at += strspn(at, BLANKS);
    }
    return HW_OK;
}

hw_status hw_inject_read_environment(struct hw_inject_rules *rules, struct hw_error *error)
{
    const char *text = hw_environment(HW_ENVIRONMENT_FAIL);

    return hw_inject_read(text ? text : "", rules, error);
}
