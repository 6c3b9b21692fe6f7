/* SPDX-License-Identifier: MIT */
/* See coverage_listing.h. */
#include "coverage/coverage_listing.h"

#include "coverage/coverage_records.h"
#include "fnv.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NAME_BYTES 128 /* of a function's name in a file's */

void hw_coverage_folder(const char *tracefile, char folder[HW_COVERAGE_PATH])
{
    static const char ending[] = ".info";
    const size_t length = strlen(tracefile), bytes = sizeof ending - 1;
    const bool ends = length > bytes && strcmp(tracefile + length - bytes, ending) == 0;

    snprintf(folder, HW_COVERAGE_PATH, "%.*s.d", (int)(length - (ends ? bytes : 0)), tracefile);
}

struct covered_listing {
    FILE *out;
    const struct hw_covered_module *module;
    const struct hw_covered_function *function;
};

static bool put_instruction(void *context, size_t number, size_t offset, const struct hw_insn *insn)
{
    const struct covered_listing *listing = context;
    const struct hw_covered_row *row = hw_covered_row(listing->function, offset);
    char text[HW_TEXT_MAX];

    (void)number;
    hw_print(insn, hw_target_syntax(&listing->module->target), offset, text, sizeof text);
    if (row)
        fprintf(listing->out, "/*%04zx*/  %-48s  // %s:%" PRIu32 "\n", offset, text,
                listing->module->file[row->file], row->line);
    else
        fprintf(listing->out, "/*%04zx*/  %s\n", offset, text);
    return true;
}

static hw_status fail_with(const char *path, struct hw_error *error)
{
    return hw_fail(error, HW_ERR_IO, "coverage", "%.160s cannot be written: %s", path, strerror(errno));
}

/* Under another name first: others may look for it. */
static hw_status write_listing(const struct covered_listing *wanted, const char *path, struct hw_error *error)
{
    char draft[HW_COVERAGE_PATH + 16];
    struct covered_listing listing = *wanted;

    snprintf(draft, sizeof draft, "%s.%d", path, (int)getpid());
    listing.out = fopen(draft, "we");
    if (!listing.out)
        return fail_with(draft, error);
    hw_covered_each(&listing.module->target, listing.function, put_instruction, &listing);
    if (fclose(listing.out) == 0 && rename(draft, path) == 0)
        return HW_OK;
    (void)fail_with(path, error);
    unlink(draft);
    return HW_ERR_IO;
}

hw_status hw_coverage_list(const struct hw_covered_module *module, const struct hw_covered_function *function,
                           const char *folder, char path[HW_COVERAGE_PATH], struct hw_error *error)
{
    char name[NAME_BYTES];

    snprintf(name, sizeof name, "%s", function->name);
    for (char *at = name; *at; at++)
        if (!isalnum((unsigned char)*at) && !strchr("_.-", *at))
            *at = '_';
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return fail_with(folder, error);
    if ((size_t)snprintf(path, HW_COVERAGE_PATH, "%s/%s-%016" PRIx64 ".sass", folder, name,
                         hw_fnv(HW_FNV_BEGIN, function->code, function->bytes)) >= HW_COVERAGE_PATH) {
        errno = ENAMETOOLONG;
        return fail_with(folder, error);
    }
    if (access(path, F_OK) == 0)
        return HW_OK;
    return write_listing(&(struct covered_listing){NULL, module, function}, path, error);
}
