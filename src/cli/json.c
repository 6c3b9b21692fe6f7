/* SPDX-License-Identifier: MIT */
/* These functions build JSON with json-c.  Its constructors fail when memory is out.  That ends the program:
 * a value would otherwise be missing from the answer, and nobody would notice. */
#include "cli/json.h"

#include "cli/cli.h"
#include "utf8.h"

#include <halfwarp/names.h>
#include <stdlib.h>
#include <string.h>

static void out_of_memory(void)
{
    hw_complain("out of memory");
    exit(HW_EXIT_FAILED);
}

/* json-c's null is a null pointer, so whether a value was made is told apart here. */
static void add_value(struct json_object *in, const char *key, struct json_object *value, bool made)
{
    if (!made || (key ? json_object_object_add(in, key, value) : json_object_array_add(in, value)))
        out_of_memory();
}

static struct json_object *add_container(struct json_object *in, const char *key,
                                         struct json_object *container)
{
    if (in)
        add_value(in, key, container, container != NULL);
    else if (!container)
        out_of_memory();
    return container;
}

struct json_object *hw_json_object(struct json_object *in, const char *key)
{
    return add_container(in, key, json_object_new_object());
}

struct json_object *hw_json_list(struct json_object *in, const char *key)
{
    return add_container(in, key, json_object_new_array());
}

/* JSON is UTF-8; each byte of a name makes two at most. */
static char *to_utf8(const char *value)
{
    char *made = malloc(2 * strlen(value) + 1), *to = made;

    if (!made)
        out_of_memory();
    while (*value)
        to += hw_utf8_put(hw_utf8_next(&value), to);
    *to = '\0';
    return made;
}

void hw_json_text(struct json_object *in, const char *key, const char *value)
{
    char *utf8 = value ? to_utf8(value) : NULL;
    struct json_object *text = value ? json_object_new_string(utf8) : NULL;
    free(utf8);
    add_value(in, key, text, text || !value);
}

void hw_json_readable(struct json_object *in, const char *key, const char *symbol)
{
    char *name = hw_readable_name(symbol);

    if (!name)
        out_of_memory();
    hw_json_text(in, key, name);
    free(name);
}

void hw_json_demangled(struct json_object *in, const char *symbol)
{
    hw_json_readable(in, "demangled_name", symbol);
}

void hw_json_number(struct json_object *in, const char *key, int64_t value)
{
    struct json_object *number = json_object_new_int64(value);
    add_value(in, key, number, number != NULL);
}

void hw_json_real(struct json_object *in, const char *key, double value)
{
    char text[32];

    snprintf(text, sizeof text, "%.6g", value);
    struct json_object *number = json_object_new_double_s(value, text);
    add_value(in, key, number, number != NULL);
}

void hw_json_bool(struct json_object *in, const char *key, bool value)
{
    struct json_object *truth = json_object_new_boolean(value);
    add_value(in, key, truth, truth != NULL);
}

void hw_json_null(struct json_object *in, const char *key)
{
    add_value(in, key, NULL, true);
}

void hw_json_print(struct json_object *whole, FILE *out)
{
    const char *text = json_object_to_json_string_ext(
        whole, JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_SPACED | JSON_C_TO_STRING_NOSLASHESCAPE);
    if (!text)
        out_of_memory();
    fprintf(out, "%s\n", text);
    json_object_put(whole);
}
