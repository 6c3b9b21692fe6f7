/* SPDX-License-Identifier: MIT */
/* What all rules of the grammar of C++ symbols read and make: characters, numbers, lists, nodes,
 * substitutions. */
#include "names/itanium.h"

#include <string.h>

char hw_itanium_next(const struct hw_itanium_parser *p)
{
    return p->at < p->end ? *p->at : '\0';
}

bool hw_itanium_is(const struct hw_itanium_parser *p, const char *text)
{
    const size_t length = strlen(text);

    return (size_t)(p->end - p->at) >= length && memcmp(p->at, text, length) == 0;
}

bool hw_itanium_take(struct hw_itanium_parser *p, const char *text)
{
    if (!hw_itanium_is(p, text))
        return false;
    p->at += strlen(text);
    return true;
}

static bool digit(char c, unsigned base, unsigned *value)
{
    if (c >= '0' && c <= '9')
        *value = (unsigned)(c - '0');
    else if (c >= 'A' && c <= 'Z')
        *value = (unsigned)(c - 'A') + 10;
    else
        return false;
    return *value < base;
}

static bool digits(struct hw_itanium_parser *p, unsigned base, size_t *number)
{
    unsigned value;
    const char *start = p->at;

    for (*number = 0; digit(hw_itanium_next(p), base, &value); p->at++) {
        if (*number > HW_NAME_SYMBOL_MAX)
            return false;
        *number = *number * base + value;
    }
    return p->at > start;
}

bool hw_itanium_number(struct hw_itanium_parser *p, size_t *number)
{
    return digits(p, 10, number);
}

/* `_` is the first, `0_` the second. */
bool hw_itanium_sequence(struct hw_itanium_parser *p, unsigned base, size_t *number)
{
    *number = 0;
    if (hw_itanium_take(p, "_"))
        return true;
    if (!digits(p, base, number) || !hw_itanium_take(p, "_"))
        return false;
    ++*number;
    return true;
}

bool hw_itanium_deeper(struct hw_itanium_parser *p)
{
    return ++p->depth <= HW_NAME_DEPTH_MAX;
}

/* There is room for one a character of the symbol, and each takes one at least. */
bool hw_itanium_substitute(struct hw_itanium_parser *p, const struct hw_itanium_node *node)
{
    if (!node || p->substitution_count == p->node_room)
        return false;
    p->substitutions[p->substitution_count++] = (struct hw_itanium_substitution){
        .node = node, .is_parameter = node == p->parameter, .number = p->parameter_number};
    p->parameter = NULL;
    return true;
}

struct hw_itanium_node *hw_itanium_make(struct hw_itanium_parser *p, enum hw_itanium_kind kind)
{
    if (p->node_count == p->node_room)
        return NULL;
    struct hw_itanium_node *node = &p->nodes[p->node_count++];
    *node = (struct hw_itanium_node){.kind = kind};
    return node;
}

struct hw_itanium_node *hw_itanium_text(struct hw_itanium_parser *p, enum hw_itanium_kind kind,
                                        const char *text, const struct hw_itanium_node *left)
{
    struct hw_itanium_node *node = hw_itanium_make(p, kind);

    if (node) {
        node->text = text;
        node->length = strlen(text);
        node->left = left;
    }
    return node;
}

const struct hw_itanium_node *hw_itanium_one(struct hw_itanium_parser *p, enum hw_itanium_kind kind,
                                             const struct hw_itanium_node *left)
{
    struct hw_itanium_node *node = left ? hw_itanium_make(p, kind) : NULL;

    if (node)
        node->left = left;
    return node;
}

const struct hw_itanium_node *hw_itanium_two(struct hw_itanium_parser *p, enum hw_itanium_kind kind,
                                             const struct hw_itanium_node *left,
                                             const struct hw_itanium_node *right)
{
    struct hw_itanium_node *node = left && right ? hw_itanium_make(p, kind) : NULL;

    if (node) {
        node->left = left;
        node->right = right;
    }
    return node;
}

struct hw_itanium_node *hw_itanium_append(struct hw_itanium_parser *p, struct hw_itanium_node *last,
                                          hw_itanium_rule *element)
{
    struct hw_itanium_node *next = last->left ? hw_itanium_make(p, HW_ITANIUM_LIST) : last;

    if (!next)
        return NULL;
    next->left = element(p);
    if (next != last)
        last->right = next;
    return next->left ? next : NULL;
}

const struct hw_itanium_node *hw_itanium_list(struct hw_itanium_parser *p, hw_itanium_rule *element)
{
    struct hw_itanium_node *first = hw_itanium_make(p, HW_ITANIUM_LIST), *last = first;

    while (last && !hw_itanium_take(p, "E"))
        last = hw_itanium_append(p, last, element);
    return last ? first : NULL;
}

/* --- substitutions and parameters --- */

static const struct hw_itanium_node *resolve(struct hw_itanium_parser *p, size_t number)
{
    if (p->in_lambda) {
        struct hw_itanium_node *node = hw_itanium_text(p, HW_ITANIUM_NAME, "auto:", NULL);
        if (node)
            node->number = number + 1;
        return node;
    }
    return number < p->parameter_count ? p->parameters[p->parameter_base + number] : NULL;
}

const struct hw_itanium_node *hw_itanium_parameter(struct hw_itanium_parser *p)
{
    size_t number;

    if (!hw_itanium_take(p, "T") || !hw_itanium_sequence(p, 10, &number))
        return NULL;
    p->parameter = resolve(p, number);
    p->parameter_number = number;
    return p->parameter;
}

const struct hw_itanium_node *hw_itanium_substitution(struct hw_itanium_parser *p)
{
    static const struct {
        const char *code, *text;
    } standard[] = {{"Sa", "std::allocator"}, {"Sb", "std::basic_string"}, {"Ss", "std::string"},
                    {"Si", "std::istream"},   {"So", "std::ostream"},      {"Sd", "std::iostream"}};
    size_t number;

    for (size_t i = 0; i < sizeof standard / sizeof standard[0]; i++)
        if (hw_itanium_take(p, standard[i].code)) {
            const struct hw_itanium_node *name = hw_itanium_text(p, HW_ITANIUM_NAME, standard[i].text, NULL);
            const struct hw_itanium_node *tagged = hw_itanium_tags(p, name);
            if (tagged != name && !hw_itanium_substitute(p, tagged))
                return NULL;
            return tagged;
        }
    if (!hw_itanium_take(p, "S") || !hw_itanium_sequence(p, 36, &number) || number >= p->substitution_count)
        return NULL;
    const struct hw_itanium_substitution *found = &p->substitutions[number];
    const struct hw_itanium_node *here = found->is_parameter ? resolve(p, found->number) : NULL;
    return here ? here : found->node;
}

const struct hw_itanium_node *hw_itanium_source_name(struct hw_itanium_parser *p)
{
    size_t length;

    if (!hw_itanium_number(p, &length) || !length || length > (size_t)(p->end - p->at))
        return NULL;
    struct hw_itanium_node *node = hw_itanium_make(p, HW_ITANIUM_NAME);
    if (!node)
        return NULL;
    node->text = p->at;
    node->length = length;
    p->at += length;
    /* _GLOBAL__N_1 and what nvcc makes of it: the namespace without a name. */
    if (length >= 10 && memcmp(node->text, "_GLOBAL_", 8) == 0 && strchr("._$", node->text[8]) &&
        node->text[9] == 'N') {
        node->text = "(anonymous namespace)";
        node->length = 21;
    }
    return node;
}
