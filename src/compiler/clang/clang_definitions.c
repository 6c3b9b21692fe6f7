/* SPDX-License-Identifier: MIT */
/* Writes the file of macro definitions: see clang_definitions.h. */
#include "compiler/clang/clang_definitions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILE_NAME "definitions.h"

static bool is_for_all(const char *definition)
{
    return definition[0] == '_' ||
           (strncmp(definition, "NDEBUG", 6) == 0 && strspn(definition + 6, "=") == strlen(definition + 6));
}

/* NAME is 1; NAME=VALUE, where NAME may have arguments. */
static void write_one(FILE *to, const char *definition)
{
    const int name = (int)strcspn(definition, "=");

    fprintf(to, "#define %.*s %s\n", name, definition, definition[name] ? definition + name + 1 : "1");
}

hw_status hw_clang_write_definitions(const struct hw_clang_folder *folder,
                                     const struct hw_cuda_options *options, struct hw_error *error)
{
    char *text = NULL;
    size_t length = 0;
    FILE *to = open_memstream(&text, &length);

    for (size_t i = 0; to && i < options->definition_count; i++)
        if (!is_for_all(options->definitions[i]))
            write_one(to, options->definitions[i]);
    const bool made = to && fclose(to) == 0;
    const hw_status status = made ? hw_clang_folder_write(folder, FILE_NAME, text, length, error)
                                  : hw_fail(error, HW_ERR_NO_MEMORY, "clang", "no memory for definitions");
    free(text);
    return status;
}

void hw_clang_arguments_of_definitions(const struct hw_clang_folder *folder,
                                       const struct hw_cuda_options *options, struct hw_clang_arguments *list)
{
    for (size_t i = 0; i < options->definition_count; i++)
        if (is_for_all(options->definitions[i]))
            hw_clang_argument(list, "-D%s", options->definitions[i]);
    if (!options->definition_count)
        return;
    hw_clang_argument(list, "-include");
    hw_clang_argument(list, "%s/" FILE_NAME, folder->path);
}
