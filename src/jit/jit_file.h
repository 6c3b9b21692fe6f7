/* SPDX-License-Identifier: MIT */
/* Compiled code in the cache's folder: a file for each key, which says of itself what it is for.
 *
 * A file is written under another name and then renamed, so no process sees a part of one; any number may
 * read and write at once.  What is truncated, damaged, of another key, or not the user's own is as if it were
 * not there; the next to compile that program replaces it. */
#ifndef HW_JIT_JIT_FILE_H
#define HW_JIT_JIT_FILE_H

#include "jit/jit_folder.h"
#include "jit/jit_key.h"

/* The code of a key, to be freed as `whole`; its file counts as used now.  False: there is none. */
struct hw_jit_found {
    uint8_t *whole; /* the file */
    const uint8_t *code;
    size_t size;
};
bool hw_jit_file_find(const struct hw_jit_folder *folder, const struct hw_jit_key *key,
                      struct hw_jit_found *found);

/* Keep a key's code; or not, where that is not possible. */
void hw_jit_file_keep(struct hw_jit_folder *folder, const struct hw_jit_key *key, const void *code,
                      size_t size);

#endif
