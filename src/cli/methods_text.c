/* SPDX-License-Identifier: MIT */
/* This writer prints methods as text: lists, one with its fields, and the reference page. */
#include "cli/methods_command.h"

#include <stdarg.h>
#include <string.h>

/* Text that grows in a fixed buffer. */
struct piece {
    char *text;
    size_t size, used;
};

__attribute__((format(printf, 2, 3))) static void put(struct piece *piece, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    const int length = vsnprintf(piece->text + piece->used, piece->size - piece->used, format, arguments);
    va_end(arguments);
    piece->used +=
        (size_t)length < piece->size - piece->used ? (size_t)length : piece->size - piece->used - 1;
}

/* --- fields --- */

void hw_field_bits(const struct hw_method_field *field, char text[16])
{
    if (field->bits == 1)
        snprintf(text, 16, "%u", field->low);
    else
        snprintf(text, 16, "%u-%u", field->low, field->low + field->bits - 1u);
}

static const char *kind_name(unsigned kind)
{
    static const char *const name[] = {
        [HW_FIELD_HEX] = "bits",     [HW_FIELD_UNSIGNED] = "unsigned", [HW_FIELD_SIGNED] = "signed",
        [HW_FIELD_BOOLEAN] = "flag", [HW_FIELD_ENUM] = "one of",       [HW_FIELD_FLOAT] = "float",
        [HW_FIELD_HANDLE] = "handle"};

    return name[kind];
}

/* The most that the field's bits hold. */
static uint32_t most_of(const struct hw_method_field *field)
{
    return field->bits < 32 ? (1u << field->bits) - 1 : UINT32_MAX;
}

static void put_range(struct piece *piece, const struct hw_method_field *field)
{
    const uint32_t most = field->most < most_of(field) ? field->most : most_of(field);

    if (field->least || most < most_of(field))
        put(piece, most > 9 ? ", %u to 0x%x" : ", %u to %u", field->least, most);
    for (unsigned i = 0; i < 32; i++)
        if (field->refused >> i & 1)
            put(piece, ", not %u", i);
    if (field->align > 1)
        put(piece, ", a multiple of 0x%x", field->align);
}

void hw_field_values(const struct hw_method_field *field, char *text, size_t size)
{
    struct piece piece = {text, size, 0};

    put(&piece, "%s", kind_name(field->kind));
    for (uint32_t i = 0; i < field->name_count; i++)
        put(&piece, "%s%u %s", i ? ", " : ": ", field->names[i].value, field->names[i].name);
    if (field->kind != HW_FIELD_ENUM && field->kind != HW_FIELD_BOOLEAN)
        put_range(&piece, field);
}

void hw_method_chips(uint32_t chips, uint32_t of, char *text, size_t size)
{
    struct piece piece = {text, size, 0};

    text[0] = 0;
    if ((chips & of) == of)
        return;
    for (unsigned i = 0; hw_tesla_chip_at(i); i++)
        if ((chips & of) >> i & 1)
            put(&piece, "%s%s", piece.used ? ", " : "", hw_tesla_chip_at(i)->name);
}

/* --- lists --- */

static unsigned count_methods(const struct hw_object_class *object)
{
    unsigned count = 0;

    while (hw_method_at(object, count))
        count++;
    return count;
}

void hw_methods_list_classes(FILE *out)
{
    const struct hw_object_class *object;

    fprintf(out, "class   kind     name           rows\n");
    for (unsigned i = 0; (object = hw_object_class_at(i)) != NULL; i++)
        fprintf(out, "0x%04x  %-7s  %-13s  %4u\n", object->number, hw_object_kind_name(object->kind),
                object->name, count_methods(object));
}

/* "0x0600" or, of an array, "0x0600 + 4 * i". */
static void number_text(const struct hw_method *method, char text[32])
{
    if (method->count > 1)
        snprintf(text, 32, "0x%04x + 0x%x * i", method->number, method->stride);
    else
        snprintf(text, 32, "0x%04x", method->number);
}

/* "GLOBAL[16].LIMIT": the number of elements in the brackets. */
static void name_text(const struct hw_method *method, char text[HW_METHOD_TEXT])
{
    const char *brackets = strchr(method->name, '[');

    if (brackets)
        snprintf(text, HW_METHOD_TEXT, "%.*s[%u%s", (int)(brackets - method->name), method->name,
                 method->count, brackets + 1);
    else
        snprintf(text, HW_METHOD_TEXT, "%s", method->name);
}

void hw_methods_list(const struct hw_object_class *object, FILE *out)
{
    const struct hw_method *method;
    char name[HW_METHOD_TEXT];

    for (unsigned i = 0; (method = hw_method_at(object, i)) != NULL; i++) {
        name_text(method, name);
        fprintf(out, "0x%04x  %-30s%s%s\n", method->number, name, *method->what ? "  " : "", method->what);
    }
}

/* --- one method --- */

static void show_field(const struct hw_method *method, const struct hw_method_field *field, FILE *out)
{
    char bits[16], values[4 * HW_METHOD_TEXT];

    hw_field_bits(field, bits);
    hw_field_values(field, values, sizeof values);
    fprintf(out, "  %-6s %-16s %s", bits, field->name, values);
    if (field->when)
        fprintf(out, "; only where %s is %u", method->field[field->when - 1].name, field->when_value);
    fprintf(out, "%s%s\n", *field->what ? ": " : "", field->what);
}

void hw_methods_show(const struct hw_object_class *object, const struct hw_method *method, FILE *out)
{
    char name[HW_METHOD_TEXT], number[32], chips[HW_METHOD_TEXT];

    name_text(method, name);
    number_text(method, number);
    hw_method_chips(method->chips, object->chips, chips, sizeof chips);
    fprintf(out, "%s.%s  %s\n", object->name, name, number);
    if (*chips)
        fprintf(out, "  on %s\n", chips);
    if (*method->what)
        fprintf(out, "  %s\n", method->what);
    for (uint32_t i = 0; i < method->field_count; i++)
        show_field(method, &method->field[i], out);
}

bool hw_methods_show_data(const struct hw_object_class *object, uint32_t number, uint32_t data, FILE *out)
{
    const struct hw_method *method = hw_method_find(object, number, NULL);
    const struct hw_method_field *field = NULL;
    const enum hw_data_error refused = hw_method_check(method, data, &field);
    char name[HW_METHOD_TEXT], value[HW_METHOD_TEXT];

    (void)hw_method_name(object, number, name, sizeof name);
    (void)hw_method_value(method, data, value, sizeof value);
    fprintf(out, "%s.%s = %s\n", object->name, name, value);
    if (refused == HW_DATA_OK)
        return true;
    fprintf(out, "  DATA_ERROR %s(0x%x)%s%s\n", hw_data_error_name(refused), refused,
            field && *field->name ? " in " : "", field ? field->name : "");
    return false;
}

/* --- the reference --- */

/* A field as a part of a cell. */
static void markdown_field(const struct hw_method_field *field, bool first, FILE *out)
{
    char bits[16], values[4 * HW_METHOD_TEXT];

    hw_field_bits(field, bits);
    hw_field_values(field, values, sizeof values);
    fputs(first ? "" : "<br>", out);
    if (*field->name)
        fprintf(out, "%s `%s` ", bits, field->name);
    fputs(values, out);
    if (*field->what)
        fprintf(out, ": %s", field->what);
}

void hw_methods_markdown(const struct hw_object_class *object, FILE *out)
{
    const struct hw_method *method;
    char name[HW_METHOD_TEXT], number[32], chips[HW_METHOD_TEXT];

    fprintf(out, "## %s (0x%04x)\n\n| method | number | data | |\n|---|---|---|---|\n", object->name,
            object->number);
    for (unsigned i = 0; (method = hw_method_at(object, i)) != NULL; i++) {
        name_text(method, name);
        number_text(method, number);
        hw_method_chips(method->chips, object->chips, chips, sizeof chips);
        fprintf(out, "| `%s` | %s | ", name, number);
        for (uint32_t f = 0; f < method->field_count; f++)
            markdown_field(&method->field[f], f == 0, out);
        fprintf(out, " | %s%s%s%s |\n", method->what, *chips ? " (" : "", chips, *chips ? ")" : "");
    }
    fputc('\n', out);
}
