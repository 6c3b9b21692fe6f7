/* SPDX-License-Identifier: MIT */
/* Cubin selection chooses one of the cubins that a file holds. */
#include "cli/cli.h"
#include "cli/file_kind.h"
#include "names/search.h"
#include "names/shown.h"
#include "target_name.h"

#include <halfwarp/archive.h>
#include <halfwarp/chip.h>
#include <halfwarp/isa.h>
#include <halfwarp/module.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How well an entry suits a chip, 0: it does not run there. */
static unsigned suits(const struct hw_entry *entry, unsigned capability)
{
    struct hw_target_name name;
    return entry->kind == HW_ENTRY_CUBIN && hw_target_name_read(entry->target, "sm_", &name) &&
                   hw_target_cubin_runs(&name, capability)
               ? hw_target_rank(&name)
               : 0;
}

/* How well the best code suits it. */
static unsigned best_for(const struct hw_archive *archive, unsigned capability)
{
    unsigned best = 0;
    for (size_t i = 0; i < archive->entry_count; i++)
        if (suits(&archive->entries[i], capability) > best)
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

/* One of them that is run. */
static bool is_run(const struct hw_entry *entry)
{
    const struct hw_chip_info *chip;
    return is_known(entry) &&
           (!entry->target[0] || (hw_chip_find(entry->target, &chip, NULL) == HW_OK && hw_chip_runs(chip)));
}

typedef bool entry_fn(const struct hw_entry *entry);

static bool any_is(const struct hw_archive *archive, entry_fn *is)
{
    for (size_t i = 0; i < archive->entry_count; i++)
        if (is(&archive->entries[i]))
            return true;
    return false;
}

/* What is looked for: a target, or what suits a chip best; where both are absent, what is run or known, if
 * anything is. */
struct cubin_choice {
    const char *target;
    unsigned capability, best; /* 0: no code suits the chip */
    entry_fn *only;            /* NULL: any */
};

static struct cubin_choice make_choice(const struct hw_archive *archive, const struct hw_code_choice *choice)
{
    struct cubin_choice wanted = {.target = choice->target};
    wanted.capability = choice->capability;
    if (choice->capability)
        wanted.best = best_for(archive, choice->capability);
    if (wanted.target || wanted.best)
        return wanted;
    if (choice->runs && any_is(archive, is_run))
        wanted.only = is_run;
    else if (any_is(archive, is_known))
        wanted.only = is_known;
    return wanted;
}

static bool is_wanted(const struct hw_entry *entry, const struct cubin_choice *wanted)
{
    if (entry->kind != HW_ENTRY_CUBIN)
        return false;
    if (wanted->target)
        return hw_entry_is_for(entry, wanted->target);
    if (wanted->best)
        return suits(entry, wanted->capability) == wanted->best;
    return !wanted->only || wanted->only(entry);
}

/* A linker leaves empty cubins behind, which are not what is wanted. */
static bool has_kernels(const struct hw_module *module)
{
    const struct hw_kernel *kernel = hw_module_find_kernel(module, NULL);
    return kernel && !kernel->function;
}

bool hw_cli_holds_code(const struct hw_archive *archive)
{
    return archive->entry_count && (archive->kind != HW_ARCHIVE_CUBIN || archive->entries[0].target[0]);
}

hw_status hw_cli_read_entry(const struct hw_archive *archive, size_t index, struct hw_module **module,
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
                   "there is no cubin%s%.40s in this file, which holds code for %s",
                   choice->target ? " for " : "", choice->target ? choice->target : "", list);
}

/* The first module with kernels, else the first. */
static hw_status choose_any(const struct hw_archive *archive, const struct hw_code_choice *choice,
                            struct hw_module **module, struct hw_error *error)
{
    const struct cubin_choice wanted = make_choice(archive, choice);
    size_t empty = SIZE_MAX;
    for (size_t i = 0; i < archive->entry_count; i++) {
        if (!is_wanted(&archive->entries[i], &wanted))
            continue;
        hw_status status = hw_cli_read_entry(archive, i, module, error);
        if (status || has_kernels(*module))
            return status;
        hw_module_free(*module);
        *module = NULL;
        empty = i < empty ? i : empty;
    }
    return empty == SIZE_MAX ? none_fits(archive, choice, error)
                             : hw_cli_read_entry(archive, empty, module, error);
}

hw_status hw_cli_for_cubins(const struct hw_archive *archive, const struct hw_code_choice *choice,
                            hw_cli_cubin_fn *visit, void *context, struct hw_error *error)
{
    const struct cubin_choice wanted = make_choice(archive, choice);
    size_t count = 0;

    if (choice->capability && !wanted.target && !wanted.best)
        return hw_fail(error, HW_ERR_NOT_FOUND, "cli", "no cubin of this file runs on a chip of sm_%u",
                       choice->capability);
    for (size_t i = 0; i < archive->entry_count; i++)
        if (is_wanted(&archive->entries[i], &wanted)) {
            count++;
            visit(context, archive, i);
        }
    return count ? HW_OK : none_fits(archive, choice, error);
}

/* --- the one with a kernel --- */

static hw_status offer_kernels(struct hw_name_search *search, const struct hw_module *module, bool *certain,
                               struct hw_error *error)
{
    *certain = false;
    for (size_t i = 0; i < module->kernel_count && !*certain; i++) {
        const hw_status status = hw_name_search_offer(search, module->kernels[i]->name,
                                                      module->kernels[i]->function, certain, error);
        if (status)
            return status;
    }
    return HW_OK;
}

/* Which symbol is meant by choice->kernel: in all cubins that may be meant, up to one that has it literally.
 */
static hw_status search_cubins(const struct hw_archive *archive, const struct cubin_choice *wanted,
                               struct hw_name_search *search, struct hw_error *error)
{
    bool certain = false;
    hw_status status = HW_OK;

    for (size_t i = 0; i < archive->entry_count && !certain && !status; i++) {
        struct hw_module *module = NULL;
        if (!is_wanted(&archive->entries[i], wanted))
            continue;
        status = hw_cli_read_entry(archive, i, &module, error);
        if (!status)
            status = offer_kernels(search, module, &certain, error);
        hw_module_free(module);
    }
    return status;
}

/* In all cubins that can be read; the error is that of the first that cannot. */
static hw_status search_all(const struct hw_archive *archive, struct hw_name_search *search,
                            struct hw_error *error)
{
    hw_status unread = HW_OK;
    bool certain = false;

    for (size_t i = 0; i < archive->entry_count && !certain; i++) {
        struct hw_module *module = NULL;
        struct hw_error why;
        if (archive->entries[i].kind != HW_ENTRY_CUBIN)
            continue;
        hw_status status = hw_cli_read_entry(archive, i, &module, &why);
        if (!status)
            status = offer_kernels(search, module, &certain, &why);
        hw_module_free(module);
        if (status && !unread) {
            unread = status;
            *error = why;
        }
    }
    return unread;
}

hw_status hw_cli_find_symbol(const struct hw_archive *archive, const char *text, char **symbol,
                             struct hw_error *error)
{
    struct hw_name_search search;
    const char *found;

    *symbol = NULL;
    if (!text)
        return HW_OK;
    hw_name_search_begin(&search, text, "kernel");
    const hw_status unread = search_all(archive, &search, error);
    hw_status status = hw_name_search_end(&search, &found, unread ? NULL : error);
    if (status && unread) /* it may be there: what cannot be read is the error */
        status = unread;
    if (!status && !(*symbol = strdup(found)))
        status = hw_fail(error, HW_ERR_NO_MEMORY, "cli", "out of memory");
    hw_name_search_free(&search);
    return status;
}

/* The first cubin that has this kernel. */
static hw_status open_with(const struct hw_archive *archive, const struct cubin_choice *wanted,
                           const char *symbol, struct hw_module **module, struct hw_error *error)
{
    hw_status status = HW_OK;

    for (size_t i = 0; i < archive->entry_count && !status; i++) {
        if (!is_wanted(&archive->entries[i], wanted))
            continue;
        status = hw_cli_read_entry(archive, i, module, error);
        if (status || hw_module_find_kernel(*module, symbol))
            return status;
        hw_module_free(*module);
        *module = NULL;
    }
    return hw_fail(error, HW_ERR_NOT_FOUND, "cli", "there is no kernel '%.100s' in this file", symbol);
}

static hw_status choose_by_kernel(const struct hw_archive *archive, const struct hw_code_choice *choice,
                                  struct hw_module **module, struct hw_error *error)
{
    const struct cubin_choice wanted = make_choice(archive, choice);
    struct hw_name_search search;
    const char *symbol;

    hw_name_search_begin(&search, choice->kernel, "kernel");
    hw_status status = search_cubins(archive, &wanted, &search, error);
    if (!status)
        status =
            search.count ? hw_name_search_end(&search, &symbol, error) : none_fits(archive, choice, error);
    if (!status)
        status = open_with(archive, &wanted, symbol, module, error);
    hw_name_search_free(&search);
    return status;
}

#define NAMED_MOST  8u /* kernels, in a message */
#define NAMED_BYTES 300u

/* How many kernels there are; in `names` ": a, b" where they are few and short, else nothing. */
static size_t name_kernels(const struct hw_module *module, char names[NAMED_BYTES])
{
    size_t kernels = 0, used = 0;

    for (size_t i = 0; i < module->kernel_count; i++) {
        if (module->kernels[i]->function)
            continue;
        const char *join = kernels++ ? ", " : ": ";
        if (used < NAMED_BYTES)
            used += (size_t)snprintf(names + used, NAMED_BYTES - used, "%s%s", join,
                                     HW_SHOWN(module->kernels[i]->name));
    }
    if (kernels > NAMED_MOST || used >= NAMED_BYTES || !kernels)
        names[0] = '\0';
    return kernels;
}

hw_status hw_cli_find_kernel(const struct hw_module *module, const char *text,
                             const struct hw_kernel **kernel, struct hw_error *error)
{
    char names[NAMED_BYTES];

    if (text)
        return hw_module_find_kernel_by_text(module, text, kernel, error);
    const size_t kernels = name_kernels(module, names);
    *kernel = hw_module_find_kernel(module, NULL);
    if (kernels == 1)
        return HW_OK;
    if (!kernels)
        return hw_fail(error, HW_ERR_NOT_FOUND, "cli", "there is no kernel in this file");
    return hw_fail(error, HW_ERR_NOT_FOUND, "cli", "the file has %zu kernels%s; name one with -k", kernels,
                   names);
}

hw_status hw_cli_open_archive(const void *data, size_t size, unsigned also, struct hw_archive **archive,
                              struct hw_error *error)
{
    const unsigned kinds =
        HW_FILE_KIND(HW_FILE_ELF) | HW_FILE_KIND(HW_FILE_CUBIN) | HW_FILE_KIND(HW_FILE_EMPTY);
    const hw_status status = hw_file_kind_check(data, size, kinds | also,
                                                "a cubin, fatbin, program, library or object file", error);

    *archive = NULL;
    return status ? status : hw_archive_open(data, size, archive, error);
}

hw_status hw_cli_open_module(const void *data, size_t size, const struct hw_code_choice *choice,
                             struct hw_module **module, struct hw_error *error)
{
    struct hw_archive *archive;
    *module = NULL;
    hw_status status = hw_cli_open_archive(data, size, 0, &archive, error);
    if (!status)
        status = choice->kernel ? choose_by_kernel(archive, choice, module, error)
                                : choose_any(archive, choice, module, error);
    hw_archive_close(archive);
    return status;
}
