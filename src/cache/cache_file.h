/* SPDX-License-Identifier: MIT */
/* A cached file holds one result in the cache directory: a file for each key, which says of itself what it is
 * for.
 *
 * A file is written under another name and then renamed, so no process sees a part of one; any number may
 * read and write at once.  What is truncated, damaged, of another key, or not the user's own is as if it were
 * not there; the next to make the same thing replaces it. */
#ifndef HW_CACHE_CACHE_FILE_H
#define HW_CACHE_CACHE_FILE_H

#include "cache/cache_dir.h"
#include "cache/cache_key.h"

/* Loads the result with a key, to be freed as `whole`; its file counts as used now.  False: there is none. */
struct hw_cache_found {
    uint8_t *whole; /* the file */
    const uint8_t *data;
    size_t size;
};
bool hw_cache_file_find(const struct hw_cache_dir *folder, const struct hw_cache_key *key,
                        struct hw_cache_found *found);

/* Stores the result with a key, if that is possible. */
void hw_cache_file_store(struct hw_cache_dir *folder, const struct hw_cache_key *key, const void *data,
                         size_t size);

#endif
