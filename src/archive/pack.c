/* SPDX-License-Identifier: MIT */
/* Code is packed by zlib, LZ4 and zstd, by their libraries.  What is packed goes where something else was, so
 * it is made as small as the method can; large code less so, since that takes seconds for each few megabytes.
 */
#include "archive/pack.h"

#include <lz4.h>
#include <lz4hc.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

enum { LARGE = 16 << 20, ZSTD_SMALLEST = 19, ZSTD_LARGE = 9 };
enum { WINDOW_NO_HEADER = -MAX_WBITS, MEMORY_DEFAULT = 8 };

/* The number of bytes packed, 0 on failure; `window` as deflateInit2 takes it. */
static size_t pack_zlib(const uint8_t *from, size_t size, uint8_t *to, size_t room, int window)
{
    z_stream stream = {
        .next_in = (Bytef *)(uintptr_t)from, .avail_in = (uInt)size, .next_out = to, .avail_out = (uInt)room};
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, window, MEMORY_DEFAULT, Z_DEFAULT_STRATEGY) !=
        Z_OK)
        return 0;
    const int result = deflate(&stream, Z_FINISH);
    const size_t made = stream.total_out;
    deflateEnd(&stream);
    return result == Z_STREAM_END ? made : 0;
}

static size_t pack_lz4(const uint8_t *from, size_t size, uint8_t *to, size_t room)
{
    const int made = LZ4_compress_HC((const char *)from, (char *)to, (int)size, (int)room,
                                     size < LARGE ? LZ4HC_CLEVEL_MAX : LZ4HC_CLEVEL_DEFAULT);
    return made > 0 ? (size_t)made : 0;
}

static size_t pack_zstd(const uint8_t *from, size_t size, uint8_t *to, size_t room)
{
    const size_t made = ZSTD_compress(to, room, from, size, size < LARGE ? ZSTD_SMALLEST : ZSTD_LARGE);
    return ZSTD_isError(made) ? 0 : made;
}

/* More bytes than any of the methods makes of `size`. */
static size_t room_for(size_t size)
{
    return size + size / 64 + 1024;
}

/* What was made, at its length, or the error. */
static hw_status finish(uint8_t *to, size_t made, uint8_t **packed, size_t *length, struct hw_error *error)
{
    if (!made) {
        free(to);
        return hw_fail(error, HW_ERR_NO_MEMORY, HW_ARCHIVE_ERROR, "no memory to pack code");
    }
    *packed = to;
    *length = made;
    return HW_OK;
}

hw_status hw_pack(enum hw_packing packing, const uint8_t *from, size_t size, uint8_t **packed, size_t *length,
                  struct hw_error *error)
{
    *packed = NULL;
    *length = 0;
    if (packing == HW_PACKING_UNKNOWN)
        return hw_fail(error, HW_ERR_UNSUPPORTED, HW_ARCHIVE_ERROR,
                       "the entry is packed with a method that is not known, so nothing else can be");
    if (size > HW_ENTRY_BYTES_MAX)
        return hw_fail(error, HW_ERR_LIMIT, HW_ARCHIVE_ERROR, "code of %zu bytes; at most 0x%llx are taken",
                       size, (unsigned long long)HW_ENTRY_BYTES_MAX);
    const size_t room = room_for(size);
    uint8_t *to = malloc(room);
    if (!to)
        return hw_module_no_memory(error);
    size_t made = 0;
    switch (packing) {
    case HW_PACKING_NONE:
        memcpy(to, from, size);
        made = size;
        break;
    case HW_PACKING_ZLIB: made = pack_zlib(from, size, to, room, MAX_WBITS); break;
    case HW_PACKING_LZ4: made = pack_lz4(from, size, to, room); break;
    case HW_PACKING_ZSTD: made = pack_zstd(from, size, to, room); break;
    case HW_PACKING_UNKNOWN: break;
    }
    return finish(to, made, packed, length, error);
}

hw_status hw_deflate(const uint8_t *from, size_t size, uint8_t **packed, size_t *length,
                     struct hw_error *error)
{
    const size_t room = room_for(size);
    uint8_t *to = room < UINT32_MAX ? malloc(room) : NULL; /* zlib counts in 32 bits */
    return to ? finish(to, pack_zlib(from, size, to, room, WINDOW_NO_HEADER), packed, length, error)
              : hw_module_no_memory(error);
}
