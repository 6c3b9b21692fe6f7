/* SPDX-License-Identifier: MIT */
/* This file prints and parses names of methods: "LAUNCH", "CB_DATA[3]", "GLOBAL[14].LIMIT". */
#include "channel/methods/method_tables.h"
#include "channel/methods/method_text.h"

#include <string.h>

#define CHANNEL "CHANNEL." /* before a method of the channel whose name the class has for one of its own */

static const char module[] = "methods";

/* A name taken apart. */
struct method_name {
    char key[64];      /* in capitals, without brackets; rows have shorter names */
    const char *where; /* where in `key` the brackets stood; NULL: there were none */
    uint32_t element;
};

static hw_status no_such(const struct hw_object_class *object, const char *name, struct hw_error *error)
{
    return hw_fail(
        error, HW_ERR_NOT_FOUND, module,
        "%s has no method '%.40s'; expected a name like CB_DATA[3], or a number below 0x%x that is a "
        "multiple of 4",
        object ? object->name : hw_method_tables[0].object.name, name, HW_METHOD_END);
}

/* False: this is no name. */
static bool split_name(const char *name, struct method_name *parts)
{
    size_t length = 0;

    *parts = (struct method_name){.where = NULL};
    for (; *name; name++) {
        if (*name == '[' && !parts->where) {
            const char *end = strchr(name, ']');
            if (!end || !hw_method_integer(name + 1, (size_t)(end - name - 1), &parts->element))
                return false;
            parts->where = parts->key + length;
            name = end;
        } else if (length + 1 < sizeof parts->key) {
            parts->key[length++] = *name >= 'a' && *name <= 'z' ? (char)(*name - 'a' + 'A') : *name;
        } else {
            return false;
        }
    }
    return length > 0;
}

/* As strcmp of a key and the name of a row without its brackets. */
static int compare(const char *key, const char *row)
{
    for (;; key++, row++) {
        if (row[0] == '[')
            row += 2;
        if (*key != *row || !*key)
            return (unsigned char)*key - (unsigned char)*row;
    }
}

/* The row, and how its name is spelled: one of its other names, too. */
static const struct hw_method *find_alias(const struct hw_method_table *table, const char *key,
                                          const char **spelled)
{
    for (uint32_t i = 0; i < table->alias_count; i++)
        if (compare(key, table->alias[i].name) == 0) {
            *spelled = table->alias[i].name;
            return &hw_methods[table->alias[i].row];
        }
    return NULL;
}

static const struct hw_method *find_key(const struct hw_method_table *table, const char *key)
{
    uint32_t low = 0, high = table->count;

    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const struct hw_method *method = &hw_methods[table->by_name[middle]];
        const int order = compare(key, method->name);
        if (order == 0)
            return method;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

/* The row of a name: the class's own, or the channel's. */
static const struct hw_method *find_name(const struct hw_object_class *object, const char *key,
                                         const char **spelled)
{
    const struct hw_method_table *own = hw_method_table_of(object), *channel = hw_method_table_of(NULL);
    const size_t prefix = sizeof CHANNEL - 1;
    const struct hw_method *method;

    if (strncmp(key, CHANNEL, prefix) == 0)
        method = find_key(channel, key + prefix);
    else if (!(method = find_key(own, key)) && !(method = find_key(channel, key)))
        return find_alias(own, key, spelled);
    if (method)
        *spelled = method->name;
    return method;
}

hw_status hw_method_number(const struct hw_object_class *object, const char *name, uint32_t *number,
                           struct hw_error *error)
{
    struct method_name parts;

    if (hw_method_integer(name, strlen(name), number)) {
        if (*number % 4 || *number >= HW_METHOD_END)
            return hw_fail(error, HW_ERR_RANGE, module,
                           "'%.40s' is no number of a method; expected a multiple of 4 below 0x%x", name,
                           HW_METHOD_END);
        return HW_OK;
    }
    if (!split_name(name, &parts))
        return no_such(object, name, error);
    const char *spelled;
    const struct hw_method *method = find_name(object, parts.key, &spelled);
    if (!method)
        return no_such(object, name, error);
    const char *brackets = strchr(spelled, '[');
    if (parts.where) {
        const size_t behind = strlen(parts.where); /* the same part of the name stands behind the brackets */
        if (!brackets || strlen(brackets + 2) != behind)
            return hw_fail(error, HW_ERR_NOT_FOUND, module,
                           "the number of an element is misplaced in '%.40s'; expected %s", name, spelled);
        if (parts.element >= method->count)
            return hw_fail(error, HW_ERR_RANGE, module, "'%.40s': the elements of %s are 0 to %u", name,
                           spelled, method->count - 1u);
    }
    *number = method->number + parts.element * method->stride;
    return HW_OK;
}

size_t hw_method_name(const struct hw_object_class *object, uint32_t number, char *text, size_t size)
{
    struct method_text out = {text, size, 0};
    unsigned element;
    const struct hw_method *method = hw_method_find(object, number, &element);

    if (!method) {
        hw_method_append(&out, "0x%04x", number);
        return out.length;
    }
    const struct hw_method_table *table = hw_method_table_of(object);
    if (number < HW_CHANNEL_METHODS_END && table != hw_method_table_of(NULL) && find_key(table, method->name))
        hw_method_append(&out, CHANNEL);
    const char *brackets = strchr(method->name, '[');
    if (brackets)
        hw_method_append(&out, "%.*s[%u]%s", (int)(brackets - method->name), method->name, element,
                         brackets + 2);
    else
        hw_method_append(&out, "%s", method->name);
    return out.length;
}
