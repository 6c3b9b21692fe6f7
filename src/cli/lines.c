/* SPDX-License-Identifier: MIT */
/* This file reads inputs of one item a line: dis --words, as --lines, exec --vectors. */
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

/* Lines are cut out of a copy: errors show the line as it was. */
static bool take_lines(const char *name, const char *data, size_t size, hw_line_fn *take, void *context)
{
    if (strlen(data) != size) {
        struct hw_error error;
        hw_fail(&error, HW_ERR_FORMAT, "cli", "byte %zu is NUL: this is no text", strlen(data));
        return hw_report(name, NULL, &error), false;
    }
    char *copy = strdup(data), *rest = copy;
    if (!copy)
        return hw_complain("no memory to read %s", name), false;
    struct hw_line line = {.number = 0};
    while (rest) {
        line.text = strsep(&rest, "\n");
        line.start = data + (line.text - copy);
        line.text[strcspn(line.text, "\r")] = '\0';
        line.number++;
        if (!take(context, &line))
            break;
    }
    free(copy);
    return true;
}

bool hw_for_lines(const char *name, hw_line_fn *take, void *context)
{
    struct hw_error error;
    void *data;
    size_t size;
    if (hw_read_file(name, HW_FILE_MAX, &data, &size, &error) != HW_OK) {
        hw_report(name, NULL, &error);
        return false;
    }
    bool read = take_lines(name, data, size, take, context);
    free(data);
    return read;
}
