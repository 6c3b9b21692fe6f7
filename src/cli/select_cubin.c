/* SPDX-License-Identifier: MIT */
/* Cubin selection chooses one of the cubins that a file holds. */
#include "cli/cli.h"
#include "cli/file_kind.h"

#include <halfwarp/archive.h>
#include <halfwarp/isa.h>
#include <halfwarp/module.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned chip_of(const struct hw_entry *entry)
{
    return strncmp(entry->target, "sm_", 3) == 0 ? (unsigned)strtoul(entry->target + 3, NULL, 10) : 0;
}

/* How well an entry suits a chip: code runs on its own chip and on later ones of its family, the latest
 * best. */
static unsigned suits(const struct hw_entry *entry, unsigned capability)
{
    unsigned chip = chip_of(entry);
    return chip && chip <= capability && chip / 10 == capability / 10 ? chip : 0;
}

/* The best chip that there is code for, 0 where none suits. */
static unsigned best_chip(const struct hw_archive *archive, unsigned capability)
{
    unsigned best = 0;
    for (size_t i = 0; i < archive->entry_count; i++)
        if (archive->entries[i].kind == HW_ENTRY_CUBIN && suits(&archive->entries[i], capability) > best)
            best = suits(&archive->entries[i], capability);
    return best;
}

/* A cubin whose instructions are known; one that does not say its target may be. */
static bool is_known(const struct hw_entry *entry)
{
    struct hw_target target;
    return entry->kind == HW_ENTRY_CUBIN &&
           (!entry->target[0] || hw_target_find(entry->target, &target, NULL) == HW_OK);
}

static bool any_is_known(const struct hw_archive *archive)
{
    for (size_t i = 0; i < archive->entry_count; i++)
        if (is_known(&archive->entries[i]))
            return true;
    return false;
}

/* What is looked for: a target, or a chip's number; where both are absent, what is known, if anything is. */
struct cubin_choice {
    const char *target;
    unsigned chip;
    bool known;
};

static struct cubin_choice make_choice(const struct hw_archive *archive, const struct hw_code_choice *choice)
{
    struct cubin_choice wanted = {.target = choice->target};
    if (choice->capability)
        wanted.chip = best_chip(archive, choice->capability);
    wanted.known = !wanted.target && !wanted.chip && any_is_known(archive);
    return wanted;
}

static bool is_wanted(const struct hw_entry *entry, const struct cubin_choice *wanted)
{
    if (entry->kind != HW_ENTRY_CUBIN)
        return false;
    if (wanted->target)
        return strcmp(entry->target, wanted->target) == 0;
    return wanted->chip ? chip_of(entry) == wanted->chip : !wanted->known || is_known(entry);
}

/* Whether a module is what is wanted: a linker leaves empty cubins behind, which are not. */
static bool has_kernel(const struct hw_module *module, const char *name)
{
    const struct hw_kernel *kernel = hw_module_find_kernel(module, name);
    return kernel && (name || !kernel->function);
}

static hw_status read_entry(const struct hw_archive *archive, size_t index, struct hw_module **module,
                            struct hw_error *error)
{
    uint8_t *data = NULL;
    size_t size;
    hw_status status = hw_entry_unpack(archive, index, &data, &size, error);
    if (!status)
        status = hw_module_read(data, size, module, error);
    free(data);
    return status;
}

/* What there is, for the error. */
static hw_status none_fits(const struct hw_archive *archive, const struct hw_code_choice *choice,
                           struct hw_error *error)
{
    char list[160] = "";
    for (size_t i = 0; i < archive->entry_count && strlen(list) + 24 < sizeof list; i++) {
        const struct hw_entry *entry = &archive->entries[i];
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", list[0] ? ", " : "",
                 entry->target[0] ? entry->target : "unknown");
    }
    if (!archive->entry_count)
        return hw_fail(error, HW_ERR_NOT_FOUND, "cli", "there is no GPU code in this %s",
                       hw_archive_kind_name(archive->kind));
    return hw_fail(error, HW_ERR_NOT_FOUND, "cli",
                   "there is no cubin%s%.40s%s%.100s in this file, which holds code for %s",
                   choice->target ? " for " : "", choice->target ? choice->target : "",
                   choice->kernel ? " with kernel " : "", choice->kernel ? choice->kernel : "", list);
}

static hw_status choose(const struct hw_archive *archive, const struct hw_code_choice *choice,
                        struct hw_module **module, struct hw_error *error)
{
    const struct cubin_choice wanted = make_choice(archive, choice);
    size_t empty = SIZE_MAX; /* the first without kernels: better than nothing */
    for (size_t i = 0; i < archive->entry_count; i++) {
        if (!is_wanted(&archive->entries[i], &wanted))
            continue;
        hw_status status = read_entry(archive, i, module, error);
        if (status || has_kernel(*module, choice->kernel))
            return status;
        hw_module_free(*module);
        *module = NULL;
        empty = i < empty ? i : empty;
    }
    return empty == SIZE_MAX || (choice->kernel && archive->kind != HW_ARCHIVE_CUBIN)
               ? none_fits(archive, choice, error)
               : read_entry(archive, empty, module, error);
}

hw_status hw_cli_open_module(const void *data, size_t size, const struct hw_code_choice *choice,
                             struct hw_module **module, struct hw_error *error)
{
    const unsigned kinds =
        HW_FILE_KIND(HW_FILE_ELF) | HW_FILE_KIND(HW_FILE_CUBIN) | HW_FILE_KIND(HW_FILE_EMPTY);
    struct hw_archive *archive = NULL;
    *module = NULL;
    hw_status status =
        hw_file_kind_check(data, size, kinds, "a cubin, fatbin, program, library or object file", error);
    if (!status)
        status = hw_archive_open(data, size, &archive, error);
    if (!status)
        status = choose(archive, choice, module, error);
    hw_archive_close(archive);
    return status;
}
