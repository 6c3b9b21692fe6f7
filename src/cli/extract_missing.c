/* SPDX-License-Identifier: MIT */
/* What to say when no entry is what was asked for: which targets and kernels there are. */
#include "cli/cli.h"
#include "cli/extract.h"
#include "names/search.h"
#include "names/shown.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEEN_MAX = 10000, LISTED_MAX = 8 }; /* names that are kept; that are listed rather than guessed at */

static void keep(struct hw_kernel_names *names, const char *name)
{
    if (names->count < SEEN_MAX && name[0] && !hw_kernel_names_have(names, name))
        hw_kernel_names_add(names, name, strlen(name));
}

void hw_extract_seen(struct hw_extract *extract, const struct hw_entry *entry,
                     const struct hw_kernel_names *kernels)
{
    if (extract->target)
        keep(&extract->targets, entry->target);
    for (size_t i = 0; extract->kernel && i < kernels->count; i++)
        keep(&extract->kernels, kernels->name[i]);
}

static void list(const struct hw_kernel_names *names, char *text, size_t size)
{
    text[0] = '\0';
    for (size_t i = 0; i < names->count; i++) {
        const size_t used = strlen(text);
        snprintf(text + used, size - used, "%s%s", i ? ", " : "", HW_SHOWN(names->name[i]));
    }
}

/* "a or b": kernels whose names are near; empty where there are none. */
static char *near_kernels(const struct hw_extract *extract, char *text, size_t size)
{
    const size_t count = extract->kernels.count;
    struct hw_symbol_name *name = calloc(count + 1, sizeof *name);
    struct hw_nearest nearest;
    hw_nearest_begin(&nearest, extract->kernel);
    for (size_t i = 0; i < count && name; i++) {
        name[i] = hw_name_of(extract->kernels.name[i]);
        if (name[i].text)
            hw_name_offer(&nearest, &name[i]);
    }
    hw_nearest_write(&nearest, text, size);
    for (size_t i = 0; i < count && name; i++)
        free(name[i].text);
    free(name);
    return text;
}

static int missing_kernel(const struct hw_extract *extract)
{
    char text[1024];
    if (*near_kernels(extract, text, sizeof text))
        return hw_complain("no entry has kernel %s; did you mean %s?", extract->kernel, text);
    if (extract->kernels.count > LISTED_MAX)
        return hw_complain("no entry has kernel %s; there are %zu others, which are listed without -k",
                           extract->kernel, extract->kernels.count);
    list(&extract->kernels, text, sizeof text);
    return hw_complain("no entry has kernel %s; there are %s", extract->kernel, text[0] ? text : "none");
}

int hw_extract_missing(const struct hw_extract *extract)
{
    char text[1024];
    if (extract->kernel && !hw_kernel_names_fit(&extract->kernels, extract->kernel))
        return missing_kernel(extract);
    if (extract->target && !hw_kernel_names_have(&extract->targets, extract->target)) {
        list(&extract->targets, text, sizeof text);
        return hw_complain("no entry is for %s; there are some for %s", extract->target, text);
    }
    if (extract->entry >= 0 && (size_t)extract->entry >= extract->most)
        return hw_complain("there is no entry %lld; the last is %zu", (long long)extract->entry,
                           extract->most - 1);
    return hw_complain("none of the entries is all that was asked for; without options all are listed");
}
