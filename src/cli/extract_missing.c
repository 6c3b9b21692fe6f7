/* SPDX-License-Identifier: MIT */
/* What to say when no entry is what was asked for: which targets and kernels there are. */
#include "cli/cli.h"
#include "cli/extract.h"

#include <string.h>

enum { SEEN_MAX = 10000 }; /* names that are kept */

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

static int missing_kernel(const struct hw_extract *extract)
{
    char text[1024];

    return hw_complain("no entry has kernel %s%s", extract->kernel,
                       hw_kernel_names_advise(&extract->kernels, extract->kernel, text, sizeof text));
}

int hw_extract_missing(const struct hw_extract *extract)
{
    char text[1024];
    if (extract->kernel && !hw_kernel_names_fit(&extract->kernels, extract->kernel))
        return missing_kernel(extract);
    if (extract->target && !hw_kernel_names_have(&extract->targets, extract->target)) {
        hw_kernel_names_list(&extract->targets, text, sizeof text);
        return hw_complain("no entry is for %s; there are some for %s", extract->target, text);
    }
    if (extract->entry >= 0 && (size_t)extract->entry >= extract->most)
        return hw_complain("there is no entry %lld; the last is %zu", (long long)extract->entry,
                           extract->most - 1);
    return hw_complain("none of the entries is all that was asked for; without options all are listed");
}
