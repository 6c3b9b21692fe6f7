/* SPDX-License-Identifier: MIT */
/* A static library with another member: what stands behind it moves, and the indexes of symbols with it.
 *
 * An index has the offsets of members' headers.  System V's is the first member, `/`: 32 bits count, offsets,
 * big-endian; `/SYM64/` the same of 64 bits.  Windows has a second `/`: 32 bits count, offsets,
 * little-endian. BSD's is `__.SYMDEF`: 32 bits of bytes that follow, then pairs, of which the second is the
 * offset. */
#include "archive/replace.h"

#include "archive/ar.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct changed_library {
    struct hw_scan scan; /* the original */
    struct hw_ar_member changed;
    uint64_t moved_by; /* modulo 2^64 */
    struct hw_made_file *made;
};

static uint64_t get_big(const uint8_t *at, unsigned bytes)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < bytes; i++)
        value = value << 8 | at[i];
    return value;
}

static void put_big(uint8_t *at, unsigned bytes, uint64_t value)
{
    for (unsigned i = 0; i < bytes; i++)
        at[i] = (uint8_t)(value >> 8 * (bytes - 1 - i));
}

static uint64_t moved(const struct changed_library *library, uint64_t offset)
{
    return offset > library->changed.header ? offset + library->moved_by : offset;
}

static void move_big(const struct changed_library *library, const struct hw_ar_member *index, unsigned bytes)
{
    uint8_t *at = library->made->bytes + index->begin;
    const uint64_t size = index->end - index->begin, count = size < bytes ? 0 : get_big(at, bytes);
    for (uint64_t i = 1; i <= count && (i + 1) * bytes <= size; i++)
        put_big(at + i * bytes, bytes, moved(library, get_big(at + i * bytes, bytes)));
}

static void move_windows(const struct changed_library *library, const struct hw_ar_member *index)
{
    uint8_t *at = library->made->bytes + index->begin;
    const uint64_t size = index->end - index->begin, count = size < 4 ? 0 : hw_get32(at);
    for (uint64_t i = 1; i <= count && (i + 1) * 4 <= size; i++)
        hw_put32(at + i * 4, (uint32_t)moved(library, hw_get32(at + i * 4)));
}

static void move_bsd(const struct changed_library *library, const struct hw_ar_member *index)
{
    uint8_t *at = library->made->bytes + index->begin;
    const uint64_t size = index->end - index->begin, bytes = size < 4 ? 0 : hw_get32(at);
    for (uint64_t i = 0; i + 8 <= bytes && 4 + i + 8 <= size; i += 8)
        hw_put32(at + 4 + i + 4, (uint32_t)moved(library, hw_get32(at + 4 + i + 4)));
}

/* Whether a member's name, in the header or before the contents, begins so. */
static bool is_named(const struct changed_library *library, const struct hw_ar_member *member,
                     const char *name)
{
    const size_t length = strlen(name);
    const bool inside = member->begin - member->header > HW_AR_HEADER;
    const uint8_t *text = hw_scan_at(&library->scan, member->header + (inside ? HW_AR_HEADER : 0));
    return (!inside || member->begin - member->header - HW_AR_HEADER >= length) &&
           memcmp(text, name, length) == 0;
}

/* Indexes stand before all other members. */
static hw_status move_indexes(const struct changed_library *library)
{
    struct hw_ar_member member = {.next = HW_AR_MAGIC};
    bool seen = false;
    while (member.next < library->changed.header) {
        hw_status status = hw_ar_member_at(&library->scan, member.next, &member);
        if (status)
            return status;
        if (is_named(library, &member, "/SYM64/ "))
            move_big(library, &member, 8);
        else if (is_named(library, &member, "/ ") && seen)
            move_windows(library, &member);
        else if (is_named(library, &member, "/ "))
            move_big(library, &member, 4);
        else if (is_named(library, &member, "__.SYMDEF_64"))
            return hw_fail(library->scan.error, HW_ERR_UNSUPPORTED, HW_ARCHIVE_ERROR,
                           "the library has an index __.SYMDEF_64, which is not known");
        else if (is_named(library, &member, "__.SYMDEF"))
            move_bsd(library, &member);
        seen = true;
    }
    return HW_OK;
}

/* The library with `contents` in place of the member's. */
static hw_status put_member(struct changed_library *library, const struct hw_made_file *contents)
{
    const struct hw_archive *archive = library->scan.archive;
    const struct hw_ar_member *member = &library->changed;
    const uint64_t next = member->next < archive->length ? member->next : archive->length;
    const uint64_t end = member->begin + contents->length, padded = end + end % 2;
    char size[HW_AR_SIZE + 16];
    library->moved_by = padded - next;
    library->made->length = (size_t)(padded + (archive->length - next));
    library->made->bytes = malloc(library->made->length + 1);
    if (!library->made->bytes)
        return hw_module_no_memory(library->scan.error);
    uint8_t *bytes = library->made->bytes;
    memcpy(bytes, archive->bytes, (size_t)member->begin);
    memcpy(bytes + member->begin, contents->bytes, contents->length);
    memset(bytes + end, '\n', (size_t)(padded - end));
    memcpy(bytes + padded, archive->bytes + next, (size_t)(archive->length - next));
    const int digits = snprintf(size, sizeof size, "%-*llu", HW_AR_SIZE,
                                (unsigned long long)(end - member->header - HW_AR_HEADER));
    if (digits != HW_AR_SIZE)
        return hw_fail(library->scan.error, HW_ERR_LIMIT, HW_ARCHIVE_ERROR,
                       "a member of so many bytes is more than the header of a library can say");
    memcpy(bytes + member->header + HW_AR_SIZE_AT, size, HW_AR_SIZE);
    return move_indexes(library);
}

/* The member's contents with other code in it. */
static hw_status replace_inside(const struct changed_library *library, const struct hw_entry *entry,
                                const struct hw_new_code *code, struct hw_made_file *contents)
{
    const struct hw_ar_member *member = &library->changed;
    struct hw_archive *inside;
    size_t index = 0;
    hw_status status = hw_archive_open(hw_scan_at(&library->scan, member->begin),
                                       (size_t)(member->end - member->begin), &inside, library->scan.error);
    if (status)
        return status;
    while (index < inside->entry_count && inside->entries[index].stored != entry->stored)
        index++;
    status = hw_archive_replace(inside, index, code->bytes, code->size, &contents->bytes, &contents->length,
                                library->scan.error);
    hw_archive_close(inside);
    return status;
}

hw_status hw_replace_in_ar(const struct hw_archive *archive, const struct hw_entry *entry,
                           const struct hw_new_code *code, struct hw_made_file *made, struct hw_error *error)
{
    struct hw_archive opened = *archive; /* a scan may add to its archive; this one does not */
    struct changed_library library = {
        .scan = {.archive = &opened, .end = archive->length, .fatbin = HW_NO_FATBIN, .error = error},
        .changed = {.next = HW_AR_MAGIC},
        .made = made};
    struct hw_made_file contents = {NULL, 0};
    hw_status status;
    do
        status = hw_ar_member_at(&library.scan, library.changed.next, &library.changed);
    while (!status && library.changed.end <= entry->offset);
    if (!status)
        status = replace_inside(&library, entry, code, &contents);
    if (!status)
        status = put_member(&library, &contents);
    free(contents.bytes);
    return status;
}
