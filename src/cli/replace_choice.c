/* SPDX-License-Identifier: MIT */
/* See replace_choice.h.  Code takes the place of its like: of the same kind, for the same target, with the
 * same kernels, and relocatable if it is itself (a program with relocatable code holds each kernel in a
 * relocatable cubin, too, which no driver loads). */
#include "cli/replace_choice.h"

#include "cli/cli.h"
#include "cli/entry_kernels.h"
#include "cli/file_kind.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the new code says of itself. */
struct likeness {
    enum hw_entry_kind kind;
    char target[16];
    bool relocatable;
    struct hw_kernel_names kernels;
};

static bool is_relocatable(const uint8_t *bytes, size_t length)
{
    const size_t at = offsetof(Elf64_Ehdr, e_type); /* in both classes */
    return length >= at + 2 && memcmp(bytes, ELFMAG, SELFMAG) == 0 && bytes[at] == ET_REL;
}

static hw_status look_at(enum hw_entry_kind kind, const char *target, const uint8_t *bytes, size_t length,
                         struct likeness *likeness, struct hw_error *error)
{
    *likeness = (struct likeness){.kind = kind, .relocatable = is_relocatable(bytes, length)};
    snprintf(likeness->target, sizeof likeness->target, "%s", target);
    return hw_code_kernels(kind, bytes, length, &likeness->kernels, error);
}

static hw_status look_at_code(const void *code, size_t bytes, struct likeness *likeness,
                              struct hw_error *error)
{
    const unsigned kinds =
        HW_FILE_KIND(HW_FILE_ELF) | HW_FILE_KIND(HW_FILE_CUBIN) | HW_FILE_KIND(HW_FILE_PTX);
    struct hw_archive *opened;
    *likeness = (struct likeness){.kind = HW_ENTRY_OTHER};
    hw_status status = hw_file_kind_check(code, bytes, kinds, "a cubin or PTX", error);
    if (!status)
        status = hw_archive_open(code, bytes, &opened, error);
    if (status)
        return status;
    const bool is_code = (opened->kind == HW_ARCHIVE_CUBIN || opened->kind == HW_ARCHIVE_PTX) &&
                         opened->entry_count && opened->entries[0].target[0];
    if (is_code)
        status = look_at(opened->entries[0].kind, opened->entries[0].target, code, bytes, likeness, error);
    else
        status =
            hw_fail(error, HW_ERR_FORMAT, "cli",
                    "--with: expected a cubin or PTX, found: %s; `halfwarp extract` takes code out of files",
                    opened->kind == HW_ARCHIVE_CUBIN ? "neither" : hw_archive_kind_name(opened->kind));
    hw_archive_close(opened);
    return status;
}

/* Whether an entry is for the same, and the kernels in it, which the caller clears; one that cannot be read
 * is not. */
static bool is_like(const struct hw_archive *archive, size_t index, const struct hw_replace_choice *choice,
                    const struct likeness *code, struct hw_kernel_names *kernels)
{
    const struct hw_entry *entry = &archive->entries[index];
    struct likeness old = {.kind = entry->kind};
    uint8_t *bytes = NULL;
    size_t length;
    *kernels = (struct hw_kernel_names){.count = 0};
    if (entry->kind != code->kind ||
        !hw_entry_is_for(entry, choice->target ? choice->target : code->target) ||
        hw_entry_unpack(archive, index, &bytes, &length, NULL) != HW_OK)
        return false;
    const bool like = look_at(entry->kind, entry->target, bytes, length, &old, NULL) == HW_OK &&
                      old.relocatable == code->relocatable;
    *kernels = old.kernels;
    free(bytes);
    return like;
}

static bool is_meant(const struct hw_archive *archive, size_t index, const struct hw_replace_choice *choice,
                     const struct likeness *code)
{
    struct hw_kernel_names kernels;
    if (choice->entry >= 0)
        return (size_t)choice->entry == index;
    const bool meant = is_like(archive, index, choice, code, &kernels) &&
                       (choice->kernel ? hw_kernel_names_fit(&kernels, choice->kernel)
                                       : hw_kernel_names_equal(&kernels, &code->kernels));
    hw_kernel_names_clear(&kernels);
    return meant;
}

/* The kernels of all entries that are like the code. */
static void list_kernels(const struct hw_archive *archive, const struct hw_replace_choice *choice,
                         const struct likeness *code, struct hw_kernel_names *all)
{
    for (size_t i = 0; i < archive->entry_count; i++) {
        struct hw_kernel_names kernels;
        const bool like = is_like(archive, i, choice, code, &kernels);
        for (size_t k = 0; like && k < kernels.count; k++)
            if (!hw_kernel_names_have(all, kernels.name[k]))
                hw_kernel_names_add(all, kernels.name[k], strlen(kernels.name[k]));
        hw_kernel_names_clear(&kernels);
    }
}

static hw_status no_kernel(const struct hw_archive *archive, const struct hw_replace_choice *choice,
                           const struct likeness *code, struct hw_error *error)
{
    struct hw_kernel_names all = {.count = 0};
    char advice[160];
    list_kernels(archive, choice, code, &all);
    const hw_status status =
        hw_fail(error, HW_ERR_NOT_FOUND, "cli", "there is no %s%s for %s with kernel %.60s in this file%s",
                code->relocatable ? "relocatable " : "", hw_entry_kind_name(code->kind),
                choice->target ? choice->target : code->target, choice->kernel,
                all.count ? hw_kernel_names_advise(&all, choice->kernel, advice, sizeof advice)
                          : "; `halfwarp extract` lists what there is");
    hw_kernel_names_clear(&all);
    return status;
}

static hw_status none_is(const struct hw_archive *archive, const struct hw_replace_choice *choice,
                         const struct likeness *code, struct hw_error *error)
{
    const char *target = choice->target ? choice->target : code->target;
    if (!hw_cli_holds_code(archive))
        return hw_fail(error, HW_ERR_NOT_FOUND, "cli", "there is no GPU code in this %s",
                       archive->entry_count ? "file" : hw_archive_kind_name(archive->kind));
    if (choice->entry >= 0)
        return hw_fail(error, HW_ERR_NOT_FOUND, "cli", "there is no entry %lld: the file has %zu",
                       (long long)choice->entry, archive->entry_count);
    if (choice->kernel)
        return no_kernel(archive, choice, code, error);
    return hw_fail(
        error, HW_ERR_NOT_FOUND, "cli",
        "there is no %s%s for %s with the same kernels in this file; `halfwarp extract` lists what there "
        "is, --kernel or --entry says what to replace",
        code->relocatable ? "relocatable " : "", hw_entry_kind_name(code->kind), target);
}

/* What the new code would take away. */
static size_t count_lost(const struct hw_archive *archive, size_t index, const struct likeness *code)
{
    struct hw_kernel_names old;
    size_t lost = 0;

    if (hw_entry_kernels(archive, index, &old, NULL) == HW_OK)
        for (size_t i = 0; i < old.count; i++)
            lost += !hw_kernel_names_have(&code->kernels, old.name[i]);
    hw_kernel_names_clear(&old);
    return lost;
}

hw_status hw_replace_choose(const struct hw_archive *archive, const struct hw_replace_choice *choice,
                            const void *code, size_t code_bytes, struct hw_replaced *replaced,
                            struct hw_error *error)
{
    struct likeness wanted;
    char list[120] = "";
    size_t count = 0;
    hw_status status = look_at_code(code, code_bytes, &wanted, error);
    *replaced = (struct hw_replaced){.code_is_wrong = status != HW_OK};
    for (size_t i = 0; !status && i < archive->entry_count; i++) {
        if (!is_meant(archive, i, choice, &wanted))
            continue;
        replaced->index = count++ ? replaced->index : i;
        const size_t used = strlen(list);
        if (used + 24 < sizeof list)
            snprintf(list + used, sizeof list - used, "%s%zu", used ? ", " : "", i);
    }
    if (!status && !count)
        status = none_is(archive, choice, &wanted, error);
    else if (!status && count > 1)
        status =
            hw_fail(error, HW_ERR_NOT_FOUND, "cli",
                    "%zu entries could be meant (%s); --entry N says which, `halfwarp extract` lists them",
                    count, list);
    if (!status)
        replaced->lost = count_lost(archive, replaced->index, &wanted);
    hw_kernel_names_clear(&wanted.kernels);
    return status;
}
