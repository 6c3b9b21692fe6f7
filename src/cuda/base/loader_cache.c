/* SPDX-License-Identifier: MIT */
/* See loader_cache.h.  glibc's dl-cache.h has the form: a header of 48 bytes that begins with a text, entries
 * of 24 bytes, and texts, whose places are counted from the header.  Caches of older systems have another
 * form before it. */
#include "cuda/base/loader_cache.h"

#include <stdint.h>
#include <string.h>

#define MAGIC        "glibc-ld.so.cache1.1"
#define HEADER_BYTES 48u
#define ENTRY_BYTES  24u
#define X86_64       0x0300u /* of an entry's flags; 3 below it: a library of glibc */
#define LIBC6        3u

static uint32_t word_at(const char *bytes, size_t at)
{
    uint32_t word;

    memcpy(&word, bytes + at, sizeof word);
    return word;
}

/* The text at a place; NULL: it does not end within the cache. */
static const char *text_at(const char *cache, size_t length, uint32_t place)
{
    return place < length && memchr(cache + place, '\0', length - place) ? cache + place : NULL;
}

const char *hw_loader_cache_find(const char *bytes, size_t length, const char *name)
{
    const char *cache = length ? memmem(bytes, length, MAGIC, strlen(MAGIC)) : NULL;

    if (!cache || (length -= (size_t)(cache - bytes)) < HEADER_BYTES)
        return NULL;
    const size_t most = (length - HEADER_BYTES) / ENTRY_BYTES, count = word_at(cache, strlen(MAGIC));
    for (size_t i = 0; i < count && i < most; i++) {
        const size_t entry = HEADER_BYTES + i * ENTRY_BYTES;
        const char *key = text_at(cache, length, word_at(cache, entry + 4)),
                   *path = text_at(cache, length, word_at(cache, entry + 8));
        if (word_at(cache, entry) == (X86_64 | LIBC6) && key && path && strcmp(key, name) == 0)
            return path;
    }
    return NULL;
}
