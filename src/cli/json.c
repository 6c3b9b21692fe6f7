/* Writing JSON (RFC 8259).  Bytes above 0x7f pass as they are: names in cubins are UTF-8 or ASCII. */
#include "json.h"

#include <inttypes.h>

static void put_string(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            fprintf(out, "\\%c", c);
        else if (c < ' ')
            fprintf(out, "\\u%04x", c);
        else
            fputc(c, out);
    }
    fputc('"', out);
}

/* What stands before a value: comma, line, indentation, key. */
static void begin(struct hw_json *json, const char *key)
{
    if (json->not_first)
        fputc(',', json->out);
    if (json->depth)
        fprintf(json->out, "\n%*s", 2 * json->depth, "");
    if (key) {
        put_string(json->out, key);
        fputs(": ", json->out);
    }
    json->not_first = true;
}

void hw_json_open(struct hw_json *json, const char *key, char bracket)
{
    begin(json, key);
    fputc(bracket, json->out);
    json->depth++;
    json->not_first = false;
}

void hw_json_close(struct hw_json *json, char bracket)
{
    json->depth--;
    if (json->not_first)
        fprintf(json->out, "\n%*s", 2 * json->depth, "");
    fputc(bracket, json->out);
    if (!json->depth)
        fputc('\n', json->out);
    json->not_first = true;
}

void hw_json_text(struct hw_json *json, const char *key, const char *value)
{
    begin(json, key);
    if (value)
        put_string(json->out, value);
    else
        fputs("null", json->out);
}

void hw_json_number(struct hw_json *json, const char *key, int64_t value)
{
    begin(json, key);
    fprintf(json->out, "%" PRId64, value);
}

void hw_json_bool(struct hw_json *json, const char *key, bool value)
{
    begin(json, key);
    fputs(value ? "true" : "false", json->out);
}

void hw_json_null(struct hw_json *json, const char *key)
{
    begin(json, key);
    fputs("null", json->out);
}
