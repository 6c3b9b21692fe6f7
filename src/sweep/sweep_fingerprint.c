/* SPDX-License-Identifier: MIT */
/* See sweep_fingerprint.h. */
#include "sweep/sweep_fingerprint.h"

#include "fnv.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* With its NUL, so that two texts are not as one. */
static uint64_t add_text(uint64_t sum, const char *text)
{
    return hw_fnv(sum, text, strlen(text) + 1);
}

static hw_status add_file(uint64_t *sum, const char *folder, const char *name, struct hw_error *error)
{
    static char block[1 << 16];
    char path[PATH_MAX];
    size_t got;

    if ((size_t)snprintf(path, sizeof path, "%s%s%s", name[0] == '/' ? "" : folder, name[0] == '/' ? "" : "/",
                         name) >= sizeof path)
        return hw_fail(error, HW_ERR_IO, "sweep", "the name of a file is too long: %.100s", name);
    FILE *from = fopen(path, "rb");
    if (!from)
        return hw_fail(error, HW_ERR_IO, "sweep", "cannot open %.200s: %s", path, strerror(errno));
    while ((got = fread(block, 1, sizeof block, from)) > 0)
        *sum = hw_fnv(*sum, block, got);
    const bool failed = ferror(from) != 0;
    fclose(from);
    return failed ? hw_fail(error, HW_ERR_IO, "sweep", "cannot read %.200s", path) : HW_OK;
}

/* --- names of files, each once --- */

static int by_name(const void *one, const void *other)
{
    return strcmp(*(const char *const *)one, *(const char *const *)other);
}

static hw_status add_files(uint64_t *sum, struct hw_string_pool *names, const char *folder,
                           struct hw_error *error)
{
    hw_status status = HW_OK;

    if (names->count)
        qsort(names->item, names->count, sizeof *names->item, by_name);
    for (size_t i = 0; status == HW_OK && i < names->count; i++) {
        if (i && strcmp(names->item[i], names->item[i - 1]) == 0)
            continue;
        *sum = add_text(*sum, names->item[i]);
        status = add_file(sum, folder, names->item[i], error);
    }
    return status;
}

static uint64_t add_point(uint64_t sum, const struct hw_plan *plan, const struct hw_point *point)
{
    for (unsigned a = 0; a < plan->axis_count; a++)
        sum = add_text(sum, point->value[a]->label);
    for (unsigned i = 0; i < point->argument_count; i++)
        sum = add_text(sum, point->argument[i]);
    return add_text(sum, point->kernel ? point->kernel : "");
}

hw_status hw_sweep_compute_fingerprint(const struct hw_plan *plan, const char *folder, const char *tool,
                                       struct hw_sweep_fingerprint *identity, struct hw_error *error)
{
    struct hw_string_pool names = {.count = 0};
    const char *last = "";
    hw_status status = HW_OK;

    *identity = (struct hw_sweep_fingerprint){HW_FNV_BEGIN, HW_FNV_BEGIN, HW_FNV_BEGIN};
    for (unsigned a = 0; a < plan->axis_count; a++)
        identity->plan = add_text(identity->plan, plan->axis[a].name);
    for (uint32_t i = 0; status == HW_OK && i < plan->points; i++) {
        struct hw_point point;
        status = hw_plan_point(plan, i, &point, error);
        if (status != HW_OK)
            break;
        identity->plan = add_point(identity->plan, plan, &point);
        if (strcmp(point.file, last) != 0)
            last = hw_string_pool_print(&names, "%s", point.file);
        hw_point_free(&point);
    }
    if (status == HW_OK && names.no_memory)
        status = hw_fail(error, HW_ERR_NO_MEMORY, "sweep", "no memory");
    if (status == HW_OK)
        status = add_files(&identity->files, &names, folder, error);
    if (status == HW_OK)
        status = add_file(&identity->tool, folder, tool, error);
    hw_string_pool_free(&names);
    return status;
}
