/* SPDX-License-Identifier: MIT */
/* Decompression unpacks entries: zlib, LZ4 and zstd by their libraries, into a buffer of the size that the
 * entry claims. */
#include "archive/cubin.h"
#include "archive/fatbin.h"

#include <lz4.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

/* Values that zlib takes for its window size: data with a header of zlib or gzip, and data with none. */
enum { WINDOW_ANY_HEADER = 15 + 32, WINDOW_NO_HEADER = -15, METHOD_DEFLATE = 8 };

/* The number of bytes unpacked, or SIZE_MAX. */
static size_t unpack_zlib(const uint8_t *from, size_t size, uint8_t *to, size_t room)
{
    bool header = size && (from[0] & 15) == METHOD_DEFLATE;
    z_stream stream = {
        .next_in = (Bytef *)(uintptr_t)from, .avail_in = (uInt)size, .next_out = to, .avail_out = (uInt)room};
    if (inflateInit2(&stream, header ? WINDOW_ANY_HEADER : WINDOW_NO_HEADER) != Z_OK)
        return SIZE_MAX;
    int result = inflate(&stream, Z_FINISH);
    size_t got = stream.total_out;
    inflateEnd(&stream);
    return result == Z_STREAM_END ? got : SIZE_MAX;
}

static size_t unpack(enum hw_packing packing, const uint8_t *from, size_t size, uint8_t *to, size_t room)
{
    size_t got;
    int count;
    switch (packing) {
    case HW_PACKING_NONE: memcpy(to, from, size < room ? size : room); return size;
    case HW_PACKING_ZLIB: return unpack_zlib(from, size, to, room);
    case HW_PACKING_LZ4:
        count = LZ4_decompress_safe((const char *)from, (char *)to, (int)size, (int)room);
        return count < 0 ? SIZE_MAX : (size_t)count;
    case HW_PACKING_ZSTD:
        got = ZSTD_decompress(to, room, from, size);
        return ZSTD_isError(got) ? SIZE_MAX : got;
    case HW_PACKING_UNKNOWN: break;
    }
    return SIZE_MAX;
}

/* What is stored in a fatbin is padded; how many bytes there were, only the code itself says. */
static size_t without_padding(const struct hw_entry *entry, const uint8_t *bytes, size_t size)
{
    size_t end = size;
    while (end && bytes[end - 1] == '\0')
        end--;
    if (entry->kind == HW_ENTRY_PTX)
        return end;
    if (entry->kind != HW_ENTRY_CUBIN || entry->fatbin == HW_NO_FATBIN)
        return size;
    const size_t length = (size_t)hw_cubin_length(bytes, size);
    return length && length >= end && size - length < HW_FATBIN_ALIGN ? length : size;
}

hw_status hw_entry_unpack(const struct hw_archive *archive, size_t index, uint8_t **bytes, size_t *length,
                          struct hw_error *error)
{
    const struct hw_entry *entry = &archive->entries[index];
    const struct hw_scan scan = {.error = error};
    *bytes = NULL;
    *length = 0;
    const uint64_t whole = entry->group_bytes ? entry->group_bytes : entry->unpacked_bytes;
    if (whole > HW_ENTRY_BYTES_MAX || entry->bytes > HW_ENTRY_BYTES_MAX)
        return hw_scan_fail(&scan, HW_ERR_LIMIT, entry->offset,
                            "entry %zu claims 0x%llx bytes; at most 0x%llx are taken", index,
                            (unsigned long long)whole, (unsigned long long)HW_ENTRY_BYTES_MAX);
    size_t room = (size_t)whole;
    uint8_t *to = malloc(room + 1);
    if (!to)
        return hw_module_no_memory(error);
    size_t got = unpack(entry->packing, entry->stored, (size_t)entry->bytes, to, room);
    if (got != room) {
        free(to);
        return hw_scan_fail(&scan, HW_ERR_FORMAT, entry->offset,
                            "entry %zu, packed with %s, does not unpack to the %zu bytes that it claims",
                            index, hw_packing_name(entry->packing), room);
    }
    if (entry->group_bytes) {
        room = (size_t)entry->unpacked_bytes;
        memmove(to, to + entry->group_at, room);
    }
    room = without_padding(entry, to, room);
    to[room] = '\0';
    *bytes = to;
    *length = room;
    return HW_OK;
}
