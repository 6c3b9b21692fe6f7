/* SPDX-License-Identifier: MIT */
/* See cache_file.h.  A file is a header, the key, and the data; the header's check covers all of it. */
#include "cache/cache_file.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "cache/cache_evict.h"
#include "write_all.h"

#define LARGEST (64u << 20) /* a file */

struct header {
    char magic[8];
    uint64_t key_size, data_size;
    struct hw_cache_hash check; /* of the file, with zeros here */
};
static const char magic[8] = "hwcache\n";

/* --- finding --- */

/* All bytes of a file that could be one of ours; NULL: it is none. */
static uint8_t *load(int file, size_t *size)
{
    struct stat status;

    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode) || !hw_cache_dir_trusts(&status) ||
        status.st_size < (off_t)sizeof(struct header) || status.st_size > (off_t)LARGEST)
        return NULL;
    *size = (size_t)status.st_size;
    uint8_t *whole = malloc(*size);
    if (whole && read(file, whole, *size) != (ssize_t)*size) { /* it may change; then the check fails */
        free(whole);
        whole = NULL;
    }
    return whole;
}

/* Whether a file is as it was written, and for this key. */
static bool is_for(uint8_t *whole, size_t size, const struct hw_cache_key *key)
{
    struct header header;

    memcpy(&header, whole, sizeof header);
    const struct hw_cache_hash check = header.check;
    memset(whole + offsetof(struct header, check), 0, sizeof check);
    const struct hw_cache_hash is = hw_cache_hash_of(whole, size);
    return memcmp(&is, &check, sizeof check) == 0 && memcmp(header.magic, magic, sizeof magic) == 0 &&
           header.key_size == key->size && header.key_size <= size - sizeof header &&
           header.data_size == size - sizeof header - key->size &&
           memcmp(whole + sizeof header, key->bytes, key->size) == 0;
}

static bool find_in(int folder, const struct hw_cache_key *key, struct hw_cache_found *found)
{
    char name[HW_CACHE_KEY_NAME];
    size_t size;

    hw_cache_key_name(key, name);
    const int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (file < 0)
        return false;
    uint8_t *whole = load(file, &size);
    const bool ok = whole && is_for(whole, size, key);
    if (ok) {
        const size_t before = sizeof(struct header) + key->size;
        *found = (struct hw_cache_found){.whole = whole, .data = whole + before, .size = size - before};
        futimens(file, NULL); /* the oldest are evicted first; if the time may not be set, this one seems
                                 older than it is */
    } else {
        free(whole);
    }
    close(file);
    return ok;
}

bool hw_cache_file_find(const struct hw_cache_dir *folder, const struct hw_cache_key *key,
                        struct hw_cache_found *found)
{
    const int opened = hw_cache_dir_open(folder, false);

    if (opened < 0)
        return false;
    const bool ok = find_in(opened, key, found);
    close(opened);
    return ok;
}

/* --- keeping --- */

/* A file's bytes; NULL: there is no memory. */
static uint8_t *compose(const struct hw_cache_key *key, const void *data, size_t size, size_t all)
{
    struct header header = {.key_size = key->size, .data_size = size};
    uint8_t *whole = malloc(all);

    if (!whole)
        return NULL;
    memcpy(header.magic, magic, sizeof magic);
    memcpy(whole, &header, sizeof header);
    memcpy(whole + sizeof header, key->bytes, key->size);
    memcpy(whole + sizeof header + key->size, data, size);
    header.check = hw_cache_hash_of(whole, all);
    memcpy(whole, &header, sizeof header);
    return whole;
}

/* Write a file under a unique name, and rename it. */
static bool store(int folder, const char *name, const uint8_t *whole, size_t size)
{
    char other[HW_CACHE_KEY_NAME + sizeof HW_CACHE_UNFINISHED + 16];
    uint64_t random;

    if (getrandom(&random, sizeof random, GRND_NONBLOCK) != sizeof random)
        return false;
    snprintf(other, sizeof other, "%s" HW_CACHE_UNFINISHED "%016" PRIx64, name, random);
    const int file =
        openat(folder, other, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (file < 0)
        return false;
    bool ok = hw_write_all(file, whole, size);
    ok = close(file) == 0 && ok && renameat(folder, other, folder, name) == 0;
    if (!ok)
        unlinkat(folder, other, 0);
    return ok;
}

void hw_cache_file_store(struct hw_cache_dir *folder, const struct hw_cache_key *key, const void *data,
                         size_t size)
{
    const size_t all = sizeof(struct header) + key->size + size;
    char name[HW_CACHE_KEY_NAME];

    if (all > LARGEST || all > folder->limit)
        return;
    const int opened = hw_cache_dir_open(folder, true);
    if (opened < 0)
        return;
    uint8_t *whole = compose(key, data, size, all);
    hw_cache_key_name(key, name);
    if (whole && store(opened, name, whole, all))
        hw_cache_evict(folder, opened, all);
    free(whole);
    close(opened);
}
