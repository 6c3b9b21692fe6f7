/* SPDX-License-Identifier: MIT */
/* See ptx_text.h.
 *
 * nvJitLink compiles for linking, which there is since version 3.1 of PTX.  What an older text says it says
 * in 3.1 as well: versions have added to the language, and a text has the target that it was made for. */
#include "cuda/core/modules/ptx_text.h"

#include <halfwarp/archive.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DIRECTIVE ".version"
#define LINKABLE  "3.1"

/* Behind comments and blanks PTX begins with its version (PTX ISA, directive .version). */
const char *hw_cuda_ptx_version(const char *text)
{
    for (;;) {
        text += strspn(text, " \t\r\n");
        if (strncmp(text, "//", 2) == 0)
            text += strcspn(text, "\n");
        else if (strncmp(text, "/*", 2) == 0 && strstr(text + 2, "*/"))
            text = strstr(text + 2, "*/") + 2;
        else
            return strncmp(text, DIRECTIVE, strlen(DIRECTIVE)) == 0 ? text : NULL;
    }
}

/* Where the number of the version begins in a text that says less than 3.1, and how long it is. */
static const char *old_number(const char *text, size_t *length)
{
    const char *directive = hw_cuda_ptx_version(text);
    unsigned major, minor;
    int end = 0;

    if (!directive || sscanf(directive, DIRECTIVE " %u.%u%n", &major, &minor, &end) != 2 || major > 3 ||
        major * 10 + minor > 30)
        return NULL;
    const char *number = directive + strcspn(directive, "0123456789");
    *length = (size_t)(directive + end - number);
    return number;
}

cudaError_t hw_cuda_ptx_lift(const struct hw_cuda_image *ptx, struct hw_cuda_image *copy)
{
    const size_t more = strlen(LINKABLE);
    size_t length;

    *copy = (struct hw_cuda_image){calloc(1, ptx->length + more + 1), ptx->length};
    if (!copy->bytes)
        return cudaErrorMemoryAllocation;
    memcpy(copy->bytes, ptx->bytes, ptx->length);
    const char *number = old_number((const char *)copy->bytes, &length);
    if (!number)
        return cudaSuccess;
    const size_t first = (size_t)(number - (const char *)copy->bytes), rest = ptx->length - first - length;
    memmove(copy->bytes + first + more, copy->bytes + first + length, rest + 1);
    memcpy(copy->bytes + first, LINKABLE, more);
    copy->length = first + more + rest;
    return cudaSuccess;
}

bool hw_cuda_ptx_target(const struct hw_cuda_image *ptx, struct hw_target_name *target)
{
    struct hw_archive *archive;

    if (hw_archive_open(ptx->bytes, ptx->length, &archive, NULL) != HW_OK)
        return false;
    const bool found = archive->kind == HW_ARCHIVE_PTX && archive->entry_count &&
                       hw_target_name_read(archive->entries[0].target, "compute_", target);
    hw_archive_close(archive);
    return found;
}
