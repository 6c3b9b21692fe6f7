/* Writing JSON: values one after another, indented by two blanks, commas and quoting done here.
 *
 *     hw_json_open(&json, NULL, '{');  hw_json_text(&json, "name", "sm_10");  hw_json_close(&json, '}'); */
#ifndef HW_CLI_JSON_H
#define HW_CLI_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct hw_json {
    FILE *out;
    int depth;
    bool not_first; /* something stands before in this object or list */
};

/* Each value takes its key in an object, NULL in a list. */
void hw_json_open(struct hw_json *json, const char *key, char bracket); /* '{' or '[' */
void hw_json_close(struct hw_json *json, char bracket); /* '}' or ']'; a newline after the last */
void hw_json_text(struct hw_json *json, const char *key, const char *value); /* NULL becomes null */
void hw_json_number(struct hw_json *json, const char *key, int64_t value);
void hw_json_bool(struct hw_json *json, const char *key, bool value);
void hw_json_null(struct hw_json *json, const char *key);

#endif
