/* SPDX-License-Identifier: MIT */
/* See string_pool.h. */
#include "sweep/string_pool.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *hw_string_pool_adopt(struct hw_string_pool *texts, char *text)
{
    if (text && texts->count == texts->room) {
        const size_t wanted = texts->room ? 2 * texts->room : 64;
        char **grown = realloc(texts->item, wanted * sizeof *grown);
        if (!grown) {
            free(text);
            text = NULL;
        } else {
            texts->item = grown;
            texts->room = wanted;
        }
    }
    if (!text) {
        texts->no_memory = true;
        return "";
    }
    return texts->item[texts->count++] = text;
}

const char *hw_string_pool_print(struct hw_string_pool *texts, const char *format, ...)
{
    char *text = NULL;
    va_list args;

    va_start(args, format);
    if (vasprintf(&text, format, args) < 0)
        text = NULL;
    va_end(args);
    return hw_string_pool_adopt(texts, text);
}

void hw_string_pool_free(struct hw_string_pool *texts)
{
    for (size_t i = 0; i < texts->count; i++)
        free(texts->item[i]);
    free(texts->item);
    memset(texts, 0, sizeof *texts);
}
