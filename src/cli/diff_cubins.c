/* SPDX-License-Identifier: MIT */
/* Which cubins of two files are compared with each other.  A file that was changed may have them in another
 * order, so their place in it says nothing. */
#include "cli/diff.h"
#include "fnv.h"

#include <halfwarp/archive.h>

#include <stdlib.h>
#include <string.h>

/* --- reading --- */

static hw_status no_memory(struct hw_error *error)
{
    return hw_fail(error, HW_ERR_NO_MEMORY, "cli", "no memory to compare files");
}

/* A cubin that cannot be read is compared by its bytes. */
static hw_status take_module(const uint8_t *bytes, size_t length, struct hw_diff_cubin *cubin,
                             struct hw_error *error)
{
    struct hw_module *module = NULL;
    hw_status status = HW_OK;

    if (hw_module_read(bytes, length, &module, NULL) != HW_OK)
        return HW_OK;
    cubin->relocatable = module->relocatable;
    snprintf(cubin->target, sizeof cubin->target, "%s", module->target);
    for (size_t i = 0; i < module->kernel_count && status == HW_OK; i++) {
        const char *name = module->kernels[i]->name;
        if (!hw_kernel_names_add(&cubin->names, name, strlen(name)))
            status = no_memory(error);
    }
    hw_module_free(module);
    return status;
}

static hw_status add_cubin(struct hw_diff_file *file, size_t entry, struct hw_error *error)
{
    struct hw_diff_cubin *cubin = &file->cubin[file->count];
    uint8_t *bytes = NULL;
    hw_status status = hw_entry_unpack(file->archive, entry, &bytes, &cubin->bytes, error);

    if (status != HW_OK)
        return status;
    cubin->entry = entry;
    cubin->hash = hw_fnv(HW_FNV_BEGIN, bytes, cubin->bytes);
    snprintf(cubin->target, sizeof cubin->target, "%s", file->archive->entries[entry].target);
    status = take_module(bytes, cubin->bytes, cubin, error);
    free(bytes);
    file->count++;
    return status;
}

static hw_status list_cubins(const struct hw_diff_options *options, struct hw_diff_file *file,
                             struct hw_error *error)
{
    hw_status status = HW_OK;

    if (!(file->cubin = calloc(file->archive->entry_count + 1, sizeof *file->cubin)))
        return no_memory(error);
    for (size_t i = 0; i < file->archive->entry_count && status == HW_OK; i++) {
        const struct hw_entry *entry = &file->archive->entries[i];
        if (entry->kind == HW_ENTRY_CUBIN &&
            (!options->target || strcmp(entry->target, options->target) == 0))
            status = add_cubin(file, i, error);
    }
    return status;
}

static hw_status read_file(const struct hw_diff_options *options, struct hw_diff_file *file,
                           struct hw_error *error)
{
    const struct hw_code_choice choice = {.target = options->target};
    struct hw_module *module = NULL;
    size_t size;
    hw_status status = hw_read_file(file->name, HW_FILE_MAX, &file->data, &size, error);

    if (status == HW_OK)
        status = hw_cli_open_archive(file->data, size, 0, &file->archive, error);
    if (status == HW_OK)
        status = list_cubins(options, file, error);
    if (status == HW_OK && (!file->count || !hw_cli_holds_code(file->archive))) {
        /* whoever chooses one says what there is instead */
        status = hw_cli_open_module(file->data, size, &choice, &module, error);
        hw_module_free(module);
    }
    return status;
}

/* --- the kernel that is asked for --- */

/* Cubins without it are not compared. */
static void keep_named(struct hw_diff_file *file)
{
    size_t kept = 0;

    for (size_t i = 0; i < file->count; i++)
        if (hw_kernel_names_have(&file->cubin[i].names, file->symbol))
            file->cubin[kept++] = file->cubin[i];
        else
            hw_kernel_names_clear(&file->cubin[i].names);
    file->count = kept;
}

/* Where only one file has it, or where it may be several in one, the symbol of the other decides. */
static hw_status find_symbols(const char *kernel, struct hw_diff_file file[2], const char **at,
                              struct hw_error *error)
{
    struct hw_error why[2];
    hw_status status = HW_OK;

    for (unsigned i = 0; i < 2; i++)
        if (hw_cli_find_symbol(file[i].archive, kernel, &file[i].symbol, &why[i]) != HW_OK)
            file[i].symbol = NULL;
    if (!file[0].symbol && !file[1].symbol) {
        hw_report(file[0].name, NULL, &why[0]);
        *at = file[1].name;
        *error = why[1];
        return why[1].status;
    }
    for (unsigned i = 0; i < 2 && status == HW_OK; i++) {
        if (!file[i].symbol && !(file[i].symbol = strdup(file[1 - i].symbol)))
            status = no_memory(error);
        else
            keep_named(&file[i]);
    }
    if (status == HW_OK && !file[0].count && !file[1].count)
        status = hw_fail(error, HW_ERR_NOT_FOUND, "cli", "no cubin of this target has kernel %.200s", kernel);
    return status;
}

hw_status hw_diff_files_read(const struct hw_diff_options *options, struct hw_diff_file file[2],
                             const char **at, struct hw_error *error)
{
    hw_status status = HW_OK;

    for (unsigned i = 0; i < 2 && status == HW_OK; i++) {
        *at = file[i].name = options->file[i];
        status = read_file(options, &file[i], error);
    }
    if (status != HW_OK)
        return status;
    *at = NULL;
    return options->kernel ? find_symbols(options->kernel, file, at, error) : HW_OK;
}

void hw_diff_files_free(struct hw_diff_file file[2])
{
    for (unsigned f = 0; f < 2; f++) {
        for (size_t i = 0; i < file[f].count; i++)
            hw_kernel_names_clear(&file[f].cubin[i].names);
        hw_archive_close(file[f].archive);
        free(file[f].cubin);
        free(file[f].symbol);
        free(file[f].data);
    }
}

/* --- pairs --- */

/* From the surest on. */
enum pair_rule { SAME_BYTES, SAME_KERNELS, SOME_KERNELS, SAME_TARGET, PAIR_RULES };

static bool have_common(const struct hw_kernel_names *a, const struct hw_kernel_names *b)
{
    for (size_t i = 0; i < a->count; i++)
        if (hw_kernel_names_have(b, a->name[i]))
            return true;
    return false;
}

static bool fits(const struct hw_diff_cubin *a, const struct hw_diff_cubin *b, enum pair_rule rule)
{
    if (strcmp(a->target, b->target) != 0 || a->relocatable != b->relocatable)
        return false;
    switch (rule) {
    case SAME_BYTES: return a->hash == b->hash && a->bytes == b->bytes;
    case SAME_KERNELS: return hw_kernel_names_equal(&a->names, &b->names);
    case SOME_KERNELS: return have_common(&a->names, &b->names);
    case SAME_TARGET:
    case PAIR_RULES: break;
    }
    return true;
}

static struct hw_diff_cubin *find_like(struct hw_diff_file *file, const struct hw_diff_cubin *cubin,
                                       enum pair_rule rule)
{
    for (size_t i = 0; i < file->count; i++)
        if (!file->cubin[i].taken && fits(cubin, &file->cubin[i], rule))
            return &file->cubin[i];
    return NULL;
}

/* The only one without a partner. */
static struct hw_diff_cubin *last_of(struct hw_diff_file *file)
{
    struct hw_diff_cubin *last = NULL;

    for (size_t i = 0; i < file->count; i++) {
        if (!file->cubin[i].taken && last)
            return NULL;
        last = file->cubin[i].taken ? last : &file->cubin[i];
    }
    return last;
}

static void marry(struct hw_diff_file file[2], struct hw_diff_cubins *pair, struct hw_diff_cubin *a,
                  struct hw_diff_cubin *b)
{
    a->taken = b->taken = true;
    pair[a - file[0].cubin].b = b;
}

struct hw_diff_cubins *hw_diff_cubins_pair(struct hw_diff_file file[2], size_t *count)
{
    struct hw_diff_cubins *pair = calloc(file[0].count + file[1].count + 1, sizeof *pair);

    *count = file[0].count;
    for (size_t i = 0; pair && i < file[0].count; i++)
        pair[i].a = &file[0].cubin[i];
    for (enum pair_rule rule = 0; pair && rule < PAIR_RULES; rule++)
        for (size_t i = 0; i < file[0].count; i++) {
            struct hw_diff_cubin *a = &file[0].cubin[i];
            struct hw_diff_cubin *b = a->taken ? NULL : find_like(&file[1], a, rule);
            if (b)
                marry(file, pair, a, b);
        }
    if (pair && last_of(&file[0]) && last_of(&file[1])) /* for different targets, say */
        marry(file, pair, last_of(&file[0]), last_of(&file[1]));
    for (size_t i = 0; pair && i < file[1].count; i++)
        if (!file[1].cubin[i].taken)
            pair[(*count)++].b = &file[1].cubin[i];
    return pair;
}
