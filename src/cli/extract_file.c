/* SPDX-License-Identifier: MIT */
/* One file of `halfwarp extract`: what of it is chosen, as lines or JSON, and into files. */
#include "cli/cli.h"
#include "cli/extract.h"
#include "cli/file_kind.h"
#include "cli/info.h"
#include "cli/json.h"
#include "names/shown.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One entry of a file, while it is looked at. */
struct extract_entry {
    const char *path, *name;
    const struct hw_archive *archive;
    size_t index;
    struct hw_kernel_names kernels;
    bool unread;              /* they are not known: it is a cubin that cannot be read */
    struct json_object *json; /* the list of the file's entries, NULL before the first */
    bool headed;              /* the file's own line is printed */
};

static bool is_wanted(const struct hw_extract *extract, const struct extract_entry *found)
{
    const struct hw_entry *entry = &found->archive->entries[found->index];
    const bool any_kind = !extract->cubins && !extract->ptx;
    return (any_kind || (extract->cubins && entry->kind == HW_ENTRY_CUBIN) ||
            (extract->ptx && entry->kind == HW_ENTRY_PTX)) &&
           (extract->entry < 0 || (size_t)extract->entry == found->index) &&
           (!extract->target || hw_entry_is_for(entry, extract->target)) &&
           (!extract->kernel || hw_kernel_names_fit(&found->kernels, extract->kernel));
}

/* The file's own line, before its first entry that is chosen. */
static void print_head(struct extract_entry *found)
{
    const struct hw_archive *archive = found->archive;
    if (found->headed)
        return;
    found->headed = true;
    printf("%s: %s, %zu %s\n  entry  kind   target             bytes  packing kernels\n", found->path,
           hw_archive_kind_name(archive->kind), archive->entry_count,
           archive->entry_count == 1 ? "entry" : "entries");
}

/* Names of others, which may hold anything: a terminal shall not obey them. */
static void print_name(const char *before, const char *name)
{
    fputs(before, stdout);
    for (; *name; name++)
        putchar((unsigned char)*name < ' ' || *name == 0x7f ? '?' : *name);
}

static void print_entry(struct extract_entry *found, const char *written)
{
    const struct hw_entry *entry = &found->archive->entries[found->index];
    print_head(found);
    printf("  %5zu  %-5s  %-12s  %10llu  %-6s ", found->index, hw_entry_kind_name(entry->kind),
           entry->target[0] ? entry->target : "-", (unsigned long long)entry->unpacked_bytes,
           hw_packing_name(entry->packing));
    for (size_t i = 0; i < found->kernels.count; i++)
        print_name(i ? ", " : " ", HW_SHOWN(found->kernels.name[i]));
    if (!found->kernels.count)
        printf(" %s", found->unread ? "?" : "-");
    if (entry->member)
        print_name("  in ", entry->member);
    if (entry->name)
        print_name("  of ", entry->name);
    if (written)
        printf("  > %s", written);
    printf("\n");
}

static void put_entry(struct extract_entry *found, struct json_object *list, const char *written)
{
    if (!found->json) {
        struct json_object *file = hw_json_object(list, NULL);
        hw_json_text(file, "file", found->path);
        hw_json_text(file, "container", hw_archive_kind_name(found->archive->kind));
        found->json = hw_json_list(file, "entries");
    }
    struct json_object *json = hw_json_object(found->json, NULL);
    hw_info_entry_json(json, found->index, &found->archive->entries[found->index]);
    struct json_object *kernels = found->unread ? NULL : hw_json_list(json, "kernels");
    if (found->unread)
        hw_json_null(json, "kernels");
    for (size_t i = 0; i < found->kernels.count; i++)
        hw_json_text(kernels, NULL, found->kernels.name[i]);
    struct json_object *names = found->unread ? NULL : hw_json_list(json, "demangled_names");
    for (size_t i = 0; i < found->kernels.count; i++)
        hw_json_readable(names, NULL, found->kernels.name[i]);
    hw_json_text(json, "written", written);
}

/* To where the code is to go, if anywhere. */
static hw_status put_bytes(struct hw_extract *extract, const struct extract_entry *found, char **written,
                           struct hw_error *error)
{
    if (extract->standard)
        return hw_extract_keep(extract, found->archive, found->index, error);
    return extract->folder
               ? hw_extract_write(extract, found->archive, found->index, found->name, written, error)
               : HW_OK;
}

static void take_entry(struct hw_extract *extract, struct extract_entry *found)
{
    struct hw_error error;
    char *written = NULL;
    found->unread = hw_entry_kernels(found->archive, found->index, &found->kernels, &error) != HW_OK;
    if (found->unread && extract->kernel) { /* which may be in it */
        extract->status = hw_report(found->path, NULL, &error);
        hw_complain("that was entry %zu, whose kernels are therefore not known", found->index);
    }
    extract->unread += found->unread;
    hw_extract_seen(extract, &found->archive->entries[found->index], &found->kernels);
    if (is_wanted(extract, found)) {
        extract->found++;
        if (put_bytes(extract, found, &written, &error) != HW_OK)
            extract->status = hw_report(found->path, NULL, &error);
        if (extract->list)
            put_entry(found, extract->list, written);
        else if (!extract->standard)
            print_entry(found, written);
    }
    free(written);
    hw_kernel_names_clear(&found->kernels);
}

void hw_extract_file(struct hw_extract *extract, const char *path, const char *name, bool passed)
{
    struct hw_archive *archive = NULL;
    struct hw_error error;
    const unsigned kinds = HW_FILE_KIND(HW_FILE_ELF) | HW_FILE_KIND(HW_FILE_CUBIN) |
                           HW_FILE_KIND(HW_FILE_PTX) | HW_FILE_KIND(HW_FILE_TEXT);
    void *data = NULL;
    size_t size;
    hw_status status = hw_read_file(path, HW_FILE_MAX, &data, &size, &error);
    if (!status && !passed)
        status = hw_file_kind_check(data, size, kinds,
                                    "a program, library, object file, fatbin, cubin, PTX or wheel", &error);
    if (!status)
        status = hw_archive_open(data, size, &archive, &error);
    if (!status && !passed && !hw_cli_holds_code(archive))
        status =
            hw_fail(&error, HW_ERR_NOT_FOUND, "cli", "there is no GPU code in this file%s",
                    archive->kind == HW_ARCHIVE_ZIP ? ", of whose members those were looked into that are "
                                                      "stored or deflated, and no zip files themselves"
                                                    : "");
    if (status) {
        extract->status = hw_report(path, NULL, &error);
    } else if (hw_cli_holds_code(archive)) {
        struct extract_entry found = {.path = path, .name = name, .archive = archive};
        extract->files++;
        if (archive->entry_count > extract->most)
            extract->most = archive->entry_count;
        for (; found.index < archive->entry_count; found.index++)
            take_entry(extract, &found);
    }
    hw_archive_close(archive);
    free(data);
}
