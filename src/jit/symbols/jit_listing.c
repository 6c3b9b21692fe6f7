/* SPDX-License-Identifier: MIT */
/* The name of a listing has a hash of its text, so that kernels with one name but other code have files of
 * their own, and a file that is there has the right text. */
#include "jit/symbols/jit_listing.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cache/cache_hash.h"

#define NAME 180 /* characters of a kernel's name that are in the file's */

/* The file's name, which is the kernel's as far as a file may be called so. */
static bool make_path(struct hw_jit_listing *listing, const char *folder, const struct hw_program *program)
{
    const struct hw_cache_hash hash = hw_cache_hash_of(program->listing, strlen(program->listing));
    char whole[PATH_MAX], name[NAME + 1];

    snprintf(name, sizeof name, "%s", program->name ? program->name : "a_kernel");
    for (char *at = name; *at; at++)
        if (*at == '/')
            *at = '_';
    return realpath(folder, whole) &&
           snprintf(listing->path, sizeof listing->path, "%.3800s/%s-%08" PRIx32 ".sass", whole, name,
                    (uint32_t)hash.word[0]) < PATH_MAX;
}

/* Under another name first: other processes see the whole file or none. */
static bool write_file(const struct hw_jit_listing *listing, const char *text)
{
    char draft[PATH_MAX + 40];

    snprintf(draft, sizeof draft, "%s.%d.%p", listing->path, (int)getpid(), (const void *)listing);
    FILE *file = fopen(draft, "wxe");
    if (!file)
        return false;
    const bool written = fputs(text, file) >= 0;
    if (fclose(file) == 0 && written && rename(draft, listing->path) == 0)
        return true;
    unlink(draft);
    return false;
}

void hw_jit_listing_write(struct hw_jit_listing *listing, const char *folder,
                          const struct hw_program *program)
{
    listing->path[0] = '\0';
    if (!program->listing || !make_path(listing, folder, program) ||
        (access(listing->path, R_OK) != 0 && !write_file(listing, program->listing)))
        listing->path[0] = '\0';
}

uint32_t hw_jit_listing_line(const struct hw_program *program, const struct hw_jit_row *row)
{
    return row->line && row->line <= program->uop_count ? program->insn_of[row->line - 1] + 2 : 1;
}
