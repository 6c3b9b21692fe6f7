/* SPDX-License-Identifier: MIT */
/* A zip file with another member; in a wheel, RECORD has its hash. */
#include "archive/replace.h"

#include "archive/zip_scan.h"

#include <stdlib.h>

/* The member that entry `index` is of. */
static const struct hw_archive_member *member_of(const struct hw_archive *archive, size_t index)
{
    size_t number = archive->member_count - 1;
    while (archive->members[number].first_entry > index)
        number--;
    return &archive->members[number];
}

static hw_status write_zip(const struct hw_archive *archive, const struct hw_zip_change *changed,
                           struct hw_made_file *made, struct hw_error *error)
{
    struct hw_archive opened = *archive; /* a scan may add to its archive; this one does not */
    const struct hw_scan scan = {.archive = &opened, .end = archive->length, .error = error};
    struct hw_zip_change changes[2] = {*changed};
    struct hw_zip zip;
    hw_status status = hw_zip_open(&scan, &zip);
    if (!status)
        status = hw_zip_record(&zip, changed, &changes[1], error);
    if (!status)
        status = hw_zip_write(&zip, changes, changes[1].bytes ? 2 : 1, &made->bytes, &made->length, error);
    free((void *)(uintptr_t)changes[1].bytes);
    free(zip.members);
    return status;
}

hw_status hw_replace_in_zip(const struct hw_archive *archive, size_t index, const struct hw_new_code *code,
                            struct hw_made_file *made, struct hw_error *error)
{
    const struct hw_archive_member *member = member_of(archive, index);
    struct hw_made_file contents = {NULL, 0};
    hw_status status = hw_archive_replace(member->archive, index - member->first_entry, code->bytes,
                                          code->size, &contents.bytes, &contents.length, error);
    if (!status)
        status = write_zip(archive,
                           &(struct hw_zip_change){
                               .member = member->number, .bytes = contents.bytes, .length = contents.length},
                           made, error);
    free(contents.bytes);
    return status;
}
