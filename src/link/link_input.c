/* SPDX-License-Identifier: MIT */
/* This file makes input objects of files: of each file the relocatable cubins for the target. */
#include "link/linking.h"

#include "module/elf_cubin.h"

#include <halfwarp/archive.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHIP_FIRST 20
#define CHIP_LAST  89
#define NAMES_ROOM 160

struct addition {
    struct hw_linker *linker;
    const char *name;
    const struct hw_archive *archive;
    size_t taken, already_linked; /* cubins for the target */
};

hw_status hw_link_set_target(struct hw_linker *linker, const char *target, struct hw_error *error)
{
    const uint32_t chip = hw_cubin_chip(target);
    if (chip < CHIP_FIRST || chip > CHIP_LAST)
        return hw_fail(error, HW_ERR_UNSUPPORTED, HW_LINK_ERROR,
                       "code for %.20s is not linked here%s; expected a target from sm_%d to sm_%d", target,
                       chip > CHIP_LAST ? " (NVIDIA's nvlink and nvJitLink do it)" : "", CHIP_FIRST,
                       CHIP_LAST);
    linker->target = hw_module_copy_text(target, strlen(target));
    return linker->target ? HW_OK : hw_link_no_memory(error);
}

/* The targets that a file has cubins for, as words. */
static size_t list_targets(const struct hw_archive *archive, char *text, size_t size)
{
    size_t count = 0, at = 0;
    text[0] = '\0';
    for (size_t i = 0; i < archive->entry_count; i++) {
        const struct hw_entry *entry = &archive->entries[i];
        bool seen =
            entry->kind != HW_ENTRY_CUBIN || !entry->target[0]; /* a file of no known kind says none */
        for (size_t k = 0; !seen && k < i; k++)
            seen = archive->entries[k].kind == HW_ENTRY_CUBIN &&
                   !strcmp(archive->entries[k].target, entry->target);
        if (seen)
            continue;
        if (at < size)
            at += (size_t)snprintf(text + at, size - at, "%s%.15s", count ? ", " : "", entry->target);
        count++;
    }
    return count;
}

static bool has_ptx(const struct hw_archive *archive)
{
    for (size_t i = 0; i < archive->entry_count; i++)
        if (archive->entries[i].kind == HW_ENTRY_PTX)
            return true;
    return false;
}

/* The target of the link, if this file is the first that determines it. */
static hw_status choose_target(const struct addition *add, struct hw_error *error)
{
    char targets[NAMES_ROOM];
    const size_t count = list_targets(add->archive, targets, sizeof targets);
    if (!count)
        return hw_fail(error, HW_ERR_UNSUPPORTED, HW_LINK_ERROR, "%.100s has no machine code%s", add->name,
                       has_ptx(add->archive) ? ", only PTX, which has to be compiled first" : "");
    if (add->linker->target)
        return HW_OK;
    if (count > 1)
        return hw_fail(error, HW_ERR_NOT_FOUND, HW_LINK_ERROR,
                       "%.100s has code for %.150s; expected a choice of the target", add->name, targets);
    for (size_t i = 0; i < add->archive->entry_count; i++)
        if (add->archive->entries[i].kind == HW_ENTRY_CUBIN)
            return hw_link_set_target(add->linker, add->archive->entries[i].target, error);
    return HW_OK;
}

/* "lib.a(member.o)", "file". */
static char *unit_name(const struct addition *add, const struct hw_entry *entry)
{
    char *name = NULL;
    if (asprintf(&name, entry->member ? "%s(%s)" : "%s", add->name, entry->member) < 0)
        return NULL;
    return name;
}

/* A cubin that is linked already can only be the single input; in other files it is there for tools that do
 * not link.
 */
static hw_status take_whole(struct addition *add, const char *name, struct hw_module *module,
                            struct hw_error *error)
{
    struct hw_linker *linker = add->linker;
    add->already_linked++;
    if (add->archive->kind != HW_ARCHIVE_CUBIN || linker->whole) {
        bool first = add->archive->kind != HW_ARCHIVE_CUBIN;
        hw_module_free(module);
        return first ? HW_OK
                     : hw_fail(error, HW_ERR_FORMAT, HW_LINK_ERROR,
                               "%.100s is linked already; expected relocatable code (ptxas -c, nvcc -dc)",
                               name);
    }
    linker->whole = calloc(1, sizeof *linker->whole);
    if (linker->whole)
        linker->whole->name = hw_module_copy_text(name, strlen(name));
    if (!linker->whole || !linker->whole->name) {
        hw_module_free(module);
        return hw_link_no_memory(error);
    }
    linker->whole->module = module;
    return HW_OK;
}

/* Cubins of one link have one layout. */
static hw_status check_compatible(const struct hw_linker *linker, const char *name,
                                  const struct hw_module *module, struct hw_error *error)
{
    const struct hw_link_object *first = linker->unit_count ? linker->units[0] : NULL;
    if (strcmp(module->target, linker->target) != 0)
        return hw_fail(error, HW_ERR_FORMAT, HW_LINK_ERROR, "%.100s is for %.20s; expected %.20s as before",
                       name, module->target, linker->target);
    if (first && module->container != first->module->container)
        return hw_fail(
            error, HW_ERR_FORMAT, HW_LINK_ERROR, "%.100s is an %s, %.100s an %s; expected one kind", name,
            hw_container_name(module->container), first->name, hw_container_name(first->module->container));
    return HW_OK;
}

static hw_status take_entry(struct addition *add, size_t index, struct hw_error *error)
{
    const struct hw_entry *entry = &add->archive->entries[index];
    struct hw_module *module = NULL;
    uint8_t *bytes = NULL;
    size_t length = 0;
    char *name = unit_name(add, entry);
    hw_status status =
        name ? hw_entry_unpack(add->archive, index, &bytes, &length, error) : hw_link_no_memory(error);
    if (!status)
        status = hw_module_read(bytes, length, &module, error);
    free(bytes);
    if (!status && (status = check_compatible(add->linker, name, module, error)))
        hw_module_free(module);
    else if (!status && !module->relocatable)
        status = take_whole(add, name, module, error);
    else if (!status) {
        add->taken++;
        add->linker->library_members += entry->member != NULL;
        status = hw_link_add_object(add->linker, name, module, !entry->member, error);
    }
    free(name);
    return status;
}

static hw_status take_entries(struct addition *add, struct hw_error *error)
{
    char targets[NAMES_ROOM];
    hw_status status = HW_OK;
    for (size_t i = 0; !status && i < add->archive->entry_count; i++) {
        const struct hw_entry *entry = &add->archive->entries[i];
        if (entry->kind == HW_ENTRY_CUBIN &&
            (add->archive->kind == HW_ARCHIVE_CUBIN || !strcmp(entry->target, add->linker->target)))
            status = take_entry(add, i, error);
    }
    if (status || add->taken || (add->already_linked && add->archive->kind == HW_ARCHIVE_CUBIN))
        return status;
    if (add->already_linked)
        return hw_fail(error, HW_ERR_FORMAT, HW_LINK_ERROR,
                       "what %.100s has for %.20s is linked already; expected relocatable code (nvcc -dc)",
                       add->name, add->linker->target);
    list_targets(add->archive, targets, sizeof targets);
    return hw_fail(error, HW_ERR_NOT_FOUND, HW_LINK_ERROR, "%.100s has no code for %.20s; it has %.120s",
                   add->name, add->linker->target, targets);
}

hw_status hw_linker_add(struct hw_linker *linker, const char *name, const void *bytes, size_t length,
                        struct hw_error *error)
{
    struct hw_archive *archive = NULL;
    hw_status status = HW_OK;
    if (linker->finished)
        status =
            hw_fail(error, HW_ERR_ARGUMENT, HW_LINK_ERROR, "%.100s comes too late: the link is done", name);
    if (!status)
        status = hw_archive_open(bytes, length, &archive, error);
    struct addition add = {.linker = linker, .name = name, .archive = archive};
    if (!status && archive->kind == HW_ARCHIVE_AR && !archive->entry_count) {
        hw_link_note(linker, "%s has no code for a GPU", name);
        hw_archive_close(archive);
        return HW_OK;
    }
    if (!status)
        status = choose_target(&add, error);
    if (!status)
        status = take_entries(&add, error);
    hw_archive_close(archive);
    if (!status && linker->whole && linker->unit_count)
        status = hw_fail(error, HW_ERR_FORMAT, HW_LINK_ERROR,
                         "%.100s is linked already; expected relocatable code (ptxas -c, nvcc -dc)",
                         linker->whole->name);
    return status;
}
