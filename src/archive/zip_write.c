/* SPDX-License-Identifier: MIT */
/* This writer makes a zip file of another one's members, some of them changed.
 *
 * Headers keep what they say but for sizes, checksums and offsets.  Nothing is written in zip64: its extra
 * field goes, and what needs it is refused.  Sizes stand in the local headers, so data descriptors (flag 8)
 * go as well. */
#include "archive/zip.h"

#include "archive/pack.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { FLAG_DESCRIPTOR = 8 };

/* What a header says of a member's data. */
struct contents {
    const uint8_t *data;
    uint8_t *made; /* data that was packed for it, else NULL */
    uint64_t packed, bytes;
    uint32_t checksum;
};

static hw_status contents_of(const struct hw_zip *zip, size_t number, const struct hw_zip_change *changes,
                             size_t count, struct contents *contents, struct hw_error *error)
{
    const struct hw_zip_member *member = &zip->members[number];
    const struct hw_zip_change *change = NULL;
    *contents = (struct contents){.data = member->data,
                                  .packed = member->packed_bytes,
                                  .bytes = member->bytes,
                                  .checksum = hw_get32(member->central + 16)};
    for (size_t i = 0; i < count; i++)
        change = changes[i].member == number ? &changes[i] : change;
    if (!change)
        return HW_OK;
    *contents = (struct contents){.data = change->bytes, .packed = change->length, .bytes = change->length};
    if (change->length > UINT32_MAX)
        return HW_OK; /* which is refused with the others */
    contents->checksum = (uint32_t)crc32(0, change->bytes, (uInt)change->length);
    if (member->method == HW_ZIP_STORED)
        return HW_OK;
    size_t packed;
    hw_status status = hw_deflate(change->bytes, change->length, &contents->made, &packed, error);
    contents->data = contents->made;
    contents->packed = packed;
    return status;
}

/* Extra fields but that of zip64; returns their bytes. */
static uint32_t add_extra(struct hw_buffer *out, const uint8_t *extra, size_t size)
{
    uint32_t added = 0;
    while (size >= 4 && hw_get16(extra + 2) <= size - 4) {
        const uint32_t bytes = 4 + hw_get16(extra + 2);
        if (hw_get16(extra) != HW_ZIP_EXTRA_64) {
            hw_buffer_add(out, extra, bytes);
            added += bytes;
        }
        extra += bytes;
        size -= bytes;
    }
    return added;
}

/* Flags, checksum and sizes, which both headers have in this order from different places on. */
static void put_contents(uint8_t *header, size_t flags, size_t checksum, const struct contents *contents)
{
    hw_put16(header + flags, hw_get16(header + flags) & ~(uint32_t)FLAG_DESCRIPTOR);
    hw_put32(header + checksum, contents->checksum);
    hw_put32(header + checksum + 4, (uint32_t)contents->packed);
    hw_put32(header + checksum + 8, (uint32_t)contents->bytes);
}

static void add_local(struct hw_buffer *out, const struct hw_zip_member *member,
                      const struct contents *contents)
{
    const size_t at = out->length;
    const uint32_t name = hw_get16(member->local + 26);
    hw_buffer_add(out, member->local, HW_ZIP_LOCAL + name);
    const uint32_t extra = add_extra(out, member->local + HW_ZIP_LOCAL + name, hw_get16(member->local + 28));
    hw_buffer_add(out, contents->data, (size_t)contents->packed);
    if (out->failed)
        return;
    put_contents(out->bytes + at, 6, 14, contents);
    hw_put16(out->bytes + at + 28, extra);
}

static void add_central(struct hw_buffer *out, const struct hw_zip_member *member,
                        const struct contents *contents, uint64_t local)
{
    const size_t at = out->length;
    const uint8_t *extra_at = member->central + HW_ZIP_CENTRAL + member->name_bytes;
    hw_buffer_add(out, member->central, HW_ZIP_CENTRAL + member->name_bytes);
    const uint32_t extra = add_extra(out, extra_at, hw_get16(member->central + 30));
    hw_buffer_add(out, extra_at + hw_get16(member->central + 30), hw_get16(member->central + 32));
    if (out->failed)
        return;
    put_contents(out->bytes + at, 8, 16, contents);
    hw_put16(out->bytes + at + 30, extra);
    hw_put32(out->bytes + at + 42, (uint32_t)local);
}

static void add_end(struct hw_buffer *out, size_t members, size_t directory)
{
    uint8_t end[HW_ZIP_END] = {'P', 'K', 5, 6};
    hw_put16(end + 8, (uint32_t)members);
    hw_put16(end + 10, (uint32_t)members);
    hw_put32(end + 12, (uint32_t)(out->length - directory));
    hw_put32(end + 16, (uint32_t)directory);
    hw_buffer_add(out, end, sizeof end);
}

/* One member into the file, its header for the directory into `directory`. */
static hw_status add_member(const struct hw_zip_member *member, const struct contents *contents,
                            struct hw_buffer *out, struct hw_buffer *directory, struct hw_error *error)
{
    const uint64_t local = out->length;
    if (contents->packed >= UINT32_MAX || contents->bytes >= UINT32_MAX || local >= UINT32_MAX)
        return hw_fail(error, HW_ERR_UNSUPPORTED, HW_ARCHIVE_ERROR,
                       "member %.*s, or its place, needs zip64 (4 GiB), in which nothing is written",
                       hw_zip_shown(member), member->name);
    add_local(out, member, contents);
    add_central(directory, member, contents, local);
    return HW_OK;
}

hw_status hw_zip_write(const struct hw_zip *zip, const struct hw_zip_change *changes, size_t count,
                       uint8_t **bytes, size_t *length, struct hw_error *error)
{
    struct hw_buffer out = {0}, directory = {0};
    hw_status status = HW_OK;
    if (zip->count >= UINT16_MAX)
        return hw_fail(error, HW_ERR_UNSUPPORTED, HW_ARCHIVE_ERROR,
                       "%zu members need zip64, in which nothing is written", zip->count);
    for (size_t i = 0; !status && i < zip->count; i++) {
        struct contents contents;
        status = contents_of(zip, i, changes, count, &contents, error);
        if (!status)
            status = add_member(&zip->members[i], &contents, &out, &directory, error);
        free(contents.made);
    }
    const size_t behind = out.length;
    if (!status) {
        hw_buffer_add(&out, directory.bytes, directory.length);
        add_end(&out, zip->count, behind);
    }
    if (!status && (out.failed || directory.failed))
        status = hw_module_no_memory(error);
    free(directory.bytes);
    if (status) {
        free(out.bytes);
        return status;
    }
    *bytes = out.bytes;
    *length = out.length;
    return HW_OK;
}
