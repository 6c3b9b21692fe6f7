/* SPDX-License-Identifier: MIT */
/* These functions build JSON with json-c: each call adds a value to an object under `key` or, where the key
 * is NULL, to the end of a list.  An object owns the values added to it; hw_json_print takes ownership of the
 * whole. */
#ifndef HW_CLI_JSON_H
#define HW_CLI_JSON_H

#include <json-c/json_object.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* A new object or list; `in` is NULL for the outermost. */
struct json_object *hw_json_object(struct json_object *in, const char *key);
struct json_object *hw_json_list(struct json_object *in, const char *key);

void hw_json_text(struct json_object *in, const char *key, const char *value);      /* NULL becomes null */
void hw_json_readable(struct json_object *in, const char *key, const char *symbol); /* its readable name */
void hw_json_demangled(struct json_object *in, const char *symbol); /* the same as "demangled_name" */
void hw_json_number(struct json_object *in, const char *key, int64_t value);
void hw_json_real(struct json_object *in, const char *key, double value); /* with six digits */
void hw_json_bool(struct json_object *in, const char *key, bool value);
void hw_json_null(struct json_object *in, const char *key);

/* Print the outermost object or list, indented by two blanks, with a newline behind it, and free it. */
void hw_json_print(struct json_object *whole, FILE *out);

#endif
