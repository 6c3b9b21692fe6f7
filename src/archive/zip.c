/* SPDX-License-Identifier: MIT */
/* This reader lists the members of zip files, and inflates them.
 *
 *   end record       22 bytes and a comment, at the end of the file: PK 5 6, 10 u16 members, 12 u32 bytes
 *                    and 16 u32 offset of the central directory, 20 u16 bytes of the comment
 *   locator (zip64)  20 bytes before it: PK 6 7, 8 u64 offset of the record of zip64:
 *                    PK 6 6, 32 u64 members, 40 u64 bytes, 48 u64 offset
 *   central header   46 bytes: PK 1 2, 8 u16 flags, 10 u16 method, 16 u32 CRC, 20 u32 packed, 24 u32 bytes,
 *                    28, 30, 32 u16 bytes of name, extra fields and comment, which follow,
 *                    42 u32 offset of the local header
 *   local header     30 bytes: PK 3 4, 26 and 28 u16 bytes of name and extra fields, which follow; then the
 *                    data
 *   extra field 1    where zip64 has the sizes and the offset that are 0xffffffff, in this order
 *
 * Members may not overlap: together they have no more bytes than the file. */
#include "archive/zip.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { LOCATOR = 20, END64 = 56, COMMENT_MAX = 0xffff };
enum { FLAG_ENCRYPTED = 1 };

static bool has_magic(const uint8_t *bytes, uint8_t third, uint8_t fourth)
{
    return bytes[0] == 'P' && bytes[1] == 'K' && bytes[2] == third && bytes[3] == fourth;
}

bool hw_scan_is_zip(const struct hw_scan *scan)
{
    return hw_scan_has(scan, scan->begin, HW_ZIP_END) &&
           (has_magic(hw_scan_at(scan, scan->begin), 3, 4) || has_magic(hw_scan_at(scan, scan->begin), 5, 6));
}

bool hw_zip_ends_in(const struct hw_zip_member *member, const char *ending)
{
    const size_t length = strlen(ending);
    return member->name_bytes >= length &&
           memcmp(member->name + member->name_bytes - length, ending, length) == 0;
}

int hw_zip_shown(const struct hw_zip_member *member)
{
    return (int)(member->name_bytes < 100 ? member->name_bytes : 100);
}

/* Where the central directory is, and how many members it names. */
struct directory {
    uint64_t offset, bytes, members;
};

/* The end record, from the end on: a comment may follow it. */
static hw_status find_end(const struct hw_scan *scan, uint64_t *end)
{
    const uint64_t last = scan->end - HW_ZIP_END;
    for (uint64_t back = 0; back <= COMMENT_MAX && back <= last - scan->begin; back++)
        if (has_magic(hw_scan_at(scan, last - back), 5, 6) &&
            hw_get16(hw_scan_at(scan, last - back) + 20) == back) {
            *end = last - back;
            return HW_OK;
        }
    return hw_scan_fail(scan, HW_ERR_FORMAT, scan->end,
                        "the zip file has no end record: it is cut, or something stands behind it");
}

static hw_status find_directory(const struct hw_scan *scan, struct directory *directory)
{
    uint64_t end = 0;
    hw_status status = find_end(scan, &end);
    if (status)
        return status;
    const uint8_t *record = hw_scan_at(scan, end);
    *directory = (struct directory){hw_get32(record + 16), hw_get32(record + 12), hw_get16(record + 10)};
    if (end - scan->begin >= LOCATOR && has_magic(record - LOCATOR, 6, 7)) {
        const uint64_t at = scan->begin + hw_get64(record - LOCATOR + 8);
        if (!hw_scan_has(scan, at, END64) || !has_magic(hw_scan_at(scan, at), 6, 6))
            return hw_scan_fail(scan, HW_ERR_FORMAT, end - LOCATOR,
                                "the locator of zip64 points at no end record of zip64");
        record = hw_scan_at(scan, at);
        *directory = (struct directory){hw_get64(record + 48), hw_get64(record + 40), hw_get64(record + 32)};
    }
    directory->offset += scan->begin;
    if (!hw_scan_has(scan, directory->offset, directory->bytes) ||
        directory->members > directory->bytes / HW_ZIP_CENTRAL)
        return hw_scan_fail(scan, HW_ERR_FORMAT, end,
                            "a central directory of 0x%llx bytes from 0x%llx cannot hold %llu members",
                            (unsigned long long)directory->bytes, (unsigned long long)directory->offset,
                            (unsigned long long)directory->members);
    return HW_OK;
}

/* The next value of zip64's extra field, if `value` says that it stands there. */
static void take_wide(uint64_t *value, const uint8_t **field, size_t *left)
{
    if (*value != UINT32_MAX || *left < 8)
        return;
    *value = hw_get64(*field);
    *field += 8;
    *left -= 8;
}

static void read_extra(struct hw_zip_member *member, uint64_t *local)
{
    const uint8_t *at = member->central + HW_ZIP_CENTRAL + member->name_bytes;
    size_t left = hw_get16(member->central + 30);
    while (left >= 4) {
        size_t bytes = hw_get16(at + 2);
        const uint8_t *field = at + 4;
        if (bytes > left - 4)
            return;
        at += 4 + bytes;
        left -= 4 + bytes;
        if (hw_get16(field - 4) != HW_ZIP_EXTRA_64)
            continue;
        take_wide(&member->bytes, &field, &bytes);
        take_wide(&member->packed_bytes, &field, &bytes);
        take_wide(local, &field, &bytes);
    }
}

/* A member's data, behind its local header. */
static hw_status find_data(const struct hw_scan *scan, struct hw_zip_member *member, uint64_t local)
{
    const uint64_t at = scan->begin + local;
    if (local > scan->end - scan->begin || !hw_scan_has(scan, at, HW_ZIP_LOCAL) ||
        !has_magic(hw_scan_at(scan, at), 3, 4))
        return hw_scan_fail(scan, HW_ERR_FORMAT, (uint64_t)(member->central - scan->archive->bytes),
                            "member %.*s has no local header at 0x%llx", hw_zip_shown(member), member->name,
                            (unsigned long long)at);
    member->local = hw_scan_at(scan, at);
    const uint64_t data = at + HW_ZIP_LOCAL + hw_get16(member->local + 26) + hw_get16(member->local + 28);
    if (!hw_scan_has(scan, data, member->packed_bytes))
        return hw_scan_fail(scan, HW_ERR_FORMAT, at,
                            "member %.*s of 0x%llx bytes passes the end of its zip file",
                            hw_zip_shown(member), member->name, (unsigned long long)member->packed_bytes);
    member->data = hw_scan_at(scan, data);
    return HW_OK;
}

static hw_status read_member(const struct hw_scan *scan, const struct directory *directory, uint64_t *at,
                             struct hw_zip_member *member)
{
    const uint64_t end = directory->offset + directory->bytes;
    const uint8_t *header = hw_scan_at(scan, *at);
    if (end - *at < HW_ZIP_CENTRAL || !has_magic(header, 1, 2) ||
        end - *at - HW_ZIP_CENTRAL <
            (uint64_t)hw_get16(header + 28) + hw_get16(header + 30) + hw_get16(header + 32))
        return hw_scan_fail(scan, HW_ERR_FORMAT, *at, "expected a header of the central directory");
    *member = (struct hw_zip_member){.name = (const char *)header + HW_ZIP_CENTRAL,
                                     .name_bytes = hw_get16(header + 28),
                                     .method = hw_get16(header + 10),
                                     .packed_bytes = hw_get32(header + 20),
                                     .bytes = hw_get32(header + 24),
                                     .central = header};
    *at += HW_ZIP_CENTRAL + member->name_bytes + hw_get16(header + 30) + hw_get16(header + 32);
    uint64_t local = hw_get32(header + 42);
    read_extra(member, &local);
    return find_data(scan, member, local);
}

hw_status hw_zip_open(const struct hw_scan *scan, struct hw_zip *zip)
{
    struct directory directory;
    uint64_t packed = 0;
    *zip = (struct hw_zip){NULL, 0};
    hw_status status = find_directory(scan, &directory);
    if (status)
        return status;
    zip->members = calloc(directory.members + 1, sizeof *zip->members);
    if (!zip->members)
        return hw_module_no_memory(scan->error);
    for (uint64_t at = directory.offset; !status && zip->count < directory.members;) {
        struct hw_zip_member *member = &zip->members[zip->count++];
        status = read_member(scan, &directory, &at, member);
        packed += status ? 0 : member->packed_bytes;
        if (packed > scan->end - scan->begin)
            status = hw_scan_fail(scan, HW_ERR_FORMAT, at,
                                  "the members overlap: together they have more bytes than their zip file");
    }
    if (status) {
        free(zip->members);
        *zip = (struct hw_zip){NULL, 0};
    }
    return status;
}

bool hw_zip_read(const struct hw_zip_member *member, uint8_t *to, size_t size)
{
    const bool plain = member->method == HW_ZIP_STORED && member->packed_bytes == member->bytes;
    if (size > member->bytes || hw_get16(member->central + 8) & FLAG_ENCRYPTED)
        return false;
    if (plain)
        memcpy(to, member->data, size);
    if (plain || member->method != HW_ZIP_DEFLATED || size > UINT32_MAX || member->packed_bytes > UINT32_MAX)
        return plain;
    z_stream stream = {.next_in = (Bytef *)(uintptr_t)member->data,
                       .avail_in = (uInt)member->packed_bytes,
                       .next_out = to,
                       .avail_out = (uInt)size};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK)
        return false;
    inflate(&stream, Z_SYNC_FLUSH);
    const bool whole = stream.avail_out == 0;
    inflateEnd(&stream);
    return whole && (size < member->bytes || crc32(0, to, (uInt)size) == hw_get32(member->central + 16));
}
