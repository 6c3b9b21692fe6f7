/* Inputs of one item a line: dis --words, as --lines, exec --vectors. */
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

bool hw_for_lines(const char *name, hw_line_fn *take, void *context)
{
    struct hw_error error;
    void *data;
    size_t size;
    if (hw_read_file(name, HW_FILE_MAX, &data, &size, &error) != HW_OK) {
        hw_report(name, NULL, &error);
        return false;
    }
    /* Lines are cut out of a copy: errors are reported with the whole text. */
    char *copy = strdup(data), *rest = copy;
    struct hw_line line = {.whole = data};
    if (!copy)
        hw_complain("no memory to read %s", name);
    while (rest) {
        line.text = strsep(&rest, "\n");
        line.text[strcspn(line.text, "\r")] = '\0';
        line.number++;
        if (!take(context, &line))
            break;
    }
    bool read = copy != NULL;
    free(copy);
    free(data);
    return read;
}
