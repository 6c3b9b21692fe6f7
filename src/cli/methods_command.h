/* SPDX-License-Identifier: MIT */
/* The parts of `halfwarp methods` share this header. */
#ifndef HW_CLI_METHODS_COMMAND_H
#define HW_CLI_METHODS_COMMAND_H

#include "cli/cli.h"

#include <halfwarp/methods.h>

#include <stdio.h>

struct json_object;

/* --- methods_text.c --- */

/* "8-11", "0". */
void hw_field_bits(const struct hw_method_field *field, char text[16]);
/* The kind of a field with the values that it takes: "unsigned, 0 to 8, 15". */
void hw_field_values(const struct hw_method_field *field, char *text, size_t size);
/* "G84 and later"; "" where all chips have it. */
void hw_method_chips(uint32_t chips, uint32_t of, char *text, size_t size);

/* A line for each class, for each method of one, and all about one method. */
void hw_methods_list_classes(FILE *out);
void hw_methods_list(const struct hw_object_class *object, FILE *out);
void hw_methods_show(const struct hw_object_class *object, const struct hw_method *method, FILE *out);
/* Data of a method: its text, and whether the hardware takes it.  False: it does not. */
bool hw_methods_show_data(const struct hw_object_class *object, uint32_t number, uint32_t data, FILE *out);
/* The reference of a class as a section of Markdown. */
void hw_methods_markdown(const struct hw_object_class *object, FILE *out);

/* --- methods_json.c --- */

void hw_methods_json(const struct hw_object_class *object, FILE *out);

#endif
