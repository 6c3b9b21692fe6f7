/* SPDX-License-Identifier: MIT */
/* See launched_kernels.h. */
#include "cuda/inject/launched_kernels.h"

#include "names/name.h"
#include "nearest.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define MOST 256 /* that are remembered */

static pthread_mutex_t remembering = PTHREAD_MUTEX_INITIALIZER;
static char *symbols[MOST];
static size_t count;

void hw_inject_remember_kernel(const char *symbol)
{
    size_t at = 0;

    pthread_mutex_lock(&remembering);
    while (at < count && strcmp(symbols[at], symbol) != 0)
        at++;
    if (at == count && count < MOST && (symbols[count] = strdup(symbol)))
        count++;
    pthread_mutex_unlock(&remembering);
}

/* Cut a name to what the wanted one has; where it begins. */
static const char *cut(struct hw_symbol_name *name, const char *wanted)
{
    const char *start = name->text + name->parts.name;
    char *arguments = name->text + name->parts.arguments, *end = name->text + name->parts.name_end;

    if (!strchr(wanted, '('))
        *end = '\0';
    if (!strchr(wanted, '<'))
        memmove(arguments, end, strlen(end) + 1);
    if (strstr(wanted, "::"))
        return start;
    for (const char *at = start; at + 2 < arguments; at++)
        if (memcmp(at, "::", 2) == 0)
            start = at + 2;
    return start;
}

char *hw_inject_near_kernels(const char *wanted, char *text, size_t bytes)
{
    struct hw_symbol_name name[MOST];
    struct hw_nearest nearest;

    pthread_mutex_lock(&remembering);
    hw_nearest_begin(&nearest, wanted);
    for (size_t i = 0; i < count; i++) {
        name[i] = hw_name_of(symbols[i]);
        if (!name[i].text)
            continue;
        const char *shown = cut(&name[i], wanted);
        hw_nearest_offer(&nearest, shown, strlen(shown));
    }
    hw_nearest_write(&nearest, text, bytes);
    for (size_t i = 0; i < count; i++)
        free(name[i].text);
    pthread_mutex_unlock(&remembering);
    return text;
}
