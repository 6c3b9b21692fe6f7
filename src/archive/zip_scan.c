/* SPDX-License-Identifier: MIT */
/* This reader lists the GPU code in zip files: of members that begin or are named like a file that may hold
 * some, each is inflated and read as an archive of its own.  No zip file in a zip file. */
#include "archive/zip_scan.h"

#include "archive/detect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEFLATE_MOST = 1032 }; /* bytes that a packed one can stand for */

static bool may_hold_code(const struct hw_zip_member *member)
{
    uint8_t first[HW_FIRST_BYTES];

    return member->bytes >= HW_FIRST_BYTES && hw_zip_read(member, first, HW_FIRST_BYTES) &&
           (hw_is_named_like_code(member->name, member->name_bytes) || hw_begins_like_code(first));
}

/* The whole member: in *made where it had to be inflated. */
static hw_status read_whole(const struct hw_scan *scan, const struct hw_zip_member *member, uint8_t **made)
{
    *made = NULL;
    if (member->method == HW_ZIP_STORED && member->packed_bytes == member->bytes)
        return HW_OK;
    const bool possible = member->bytes / DEFLATE_MOST <= member->packed_bytes;
    *made = possible ? malloc((size_t)member->bytes + 1) : NULL;
    if (possible && !*made)
        return hw_module_no_memory(scan->error);
    if (possible && hw_zip_read(member, *made, (size_t)member->bytes))
        return HW_OK;
    free(*made);
    *made = NULL;
    return hw_scan_fail(scan, HW_ERR_FORMAT, (uint64_t)(member->data - scan->archive->bytes),
                        "member %.*s does not inflate to the %llu bytes and the checksum that it claims",
                        hw_zip_shown(member), member->name, (unsigned long long)member->bytes);
}

/* An entry as the zip file's own; its member is that of the zip file, and behind a colon that of a library in
 * it. */
static hw_status add_entry(const struct hw_scan *scan, const struct hw_zip_member *member,
                           const struct hw_entry *entry)
{
    char name[1024];
    snprintf(name, sizeof name, "%.*s%s%s", (int)member->name_bytes, member->name, entry->member ? ":" : "",
             entry->member ? entry->member : "");
    struct hw_scan at = *scan;
    at.member = name;
    return hw_scan_add(&at, entry, entry->name, entry->name ? strlen(entry->name) : 0);
}

/* Whether an archive holds GPU code.  A file that is of no known kind is taken for a text cubin, and says no
 * target; a zip file in a zip file is not looked into. */
static bool holds_code(const struct hw_archive *archive)
{
    return archive->entry_count && archive->kind != HW_ARCHIVE_ZIP &&
           (archive->kind != HW_ARCHIVE_CUBIN || archive->entries[0].target[0]);
}

/* Keep an archive whose entries are now the zip file's, too. */
static hw_status keep(const struct hw_scan *scan, const struct hw_archive_member *found,
                      const struct hw_zip_member *member)
{
    struct hw_archive *archive = scan->archive;
    hw_status status = HW_OK;
    if (!hw_module_grow(&archive->members, archive->member_count, sizeof *found)) {
        hw_archive_close(found->archive);
        free(found->made);
        return hw_module_no_memory(scan->error);
    }
    archive->members[archive->member_count++] = *found;
    for (size_t i = 0; !status && i < found->archive->entry_count; i++)
        status = add_entry(scan, member, &found->archive->entries[i]);
    return status;
}

static hw_status scan_member(const struct hw_scan *scan, const struct hw_zip_member *member, size_t number)
{
    struct hw_archive_member found = {.first_entry = scan->archive->entry_count, .number = number};
    struct hw_error error;
    hw_status status = read_whole(scan, member, &found.made);
    if (status)
        return status;
    status = hw_archive_open(found.made ? found.made : member->data, (size_t)member->bytes, &found.archive,
                             &error);
    if (!status && holds_code(found.archive))
        return keep(scan, &found, member);
    hw_archive_close(found.archive);
    free(found.made);
    if (status)
        hw_fail(scan->error, status, HW_ARCHIVE_ERROR, "in member %.*s: %.180s", hw_zip_shown(member),
                member->name, error.text);
    return status;
}

hw_status hw_scan_zip(const struct hw_scan *scan)
{
    struct hw_zip zip;
    uint64_t inflated = 0;
    hw_status status = hw_zip_open(scan, &zip);
    for (size_t i = 0; !status && i < zip.count; i++) {
        if (!may_hold_code(&zip.members[i]))
            continue;
        if (zip.members[i].bytes > HW_ARCHIVE_INFLATED_MAX - inflated)
            status = hw_scan_fail(scan, HW_ERR_LIMIT, scan->begin,
                                  "the members inflate to more than 0x%llx bytes, which is refused",
                                  (unsigned long long)HW_ARCHIVE_INFLATED_MAX);
        else
            status = scan_member(scan, &zip.members[i], i);
        inflated += zip.members[i].bytes;
    }
    free(zip.members);
    return status;
}

void hw_archive_members_free(struct hw_archive *archive)
{
    for (size_t i = 0; i < archive->member_count; i++) {
        hw_archive_close(archive->members[i].archive);
        free(archive->members[i].made);
    }
    free(archive->members);
}
