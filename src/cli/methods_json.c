/* SPDX-License-Identifier: MIT */
/* This writer prints the methods of a class as JSON. */
#include "cli/json.h"
#include "cli/methods_command.h"

static void add_field(const struct hw_method_field *field, struct json_object *list)
{
    struct json_object *object = hw_json_object(list, NULL);
    char values[4 * HW_METHOD_TEXT];

    hw_field_values(field, values, sizeof values);
    hw_json_text(object, "name", field->name);
    hw_json_number(object, "low", field->low);
    hw_json_number(object, "bits", field->bits);
    hw_json_text(object, "values", values);
    hw_json_text(object, "what", field->what);
    if (field->name_count) {
        struct json_object *names = hw_json_object(object, "names");
        for (uint32_t i = 0; i < field->name_count; i++)
            hw_json_number(names, field->names[i].name, field->names[i].value);
    }
}

void hw_methods_json(const struct hw_object_class *object, FILE *out)
{
    struct json_object *whole = hw_json_object(NULL, NULL);
    const struct hw_method *method;

    hw_json_number(whole, "class", object->number);
    hw_json_text(whole, "name", object->name);
    struct json_object *methods = hw_json_list(whole, "methods");
    for (unsigned i = 0; (method = hw_method_at(object, i)) != NULL; i++) {
        struct json_object *one = hw_json_object(methods, NULL);
        char chips[HW_METHOD_TEXT];
        hw_method_chips(method->chips, object->chips, chips, sizeof chips);
        hw_json_text(one, "name", method->name);
        hw_json_number(one, "number", method->number);
        hw_json_number(one, "count", method->count);
        hw_json_number(one, "stride", method->stride);
        hw_json_text(one, "chips", *chips ? chips : NULL);
        hw_json_text(one, "what", method->what);
        struct json_object *fields = hw_json_list(one, "fields");
        for (uint32_t f = 0; f < method->field_count; f++)
            add_field(&method->field[f], fields);
    }
    hw_json_print(whole, out);
}
