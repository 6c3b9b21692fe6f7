/* SPDX-License-Identifier: MIT */
/* Codes for the cache of a test: each has a number, its key and its bytes come of that. */
#ifndef HW_TESTS_CACHED_CODE_H
#define HW_TESTS_CACHED_CODE_H

#include "cache/cache_file.h"
#include "unit/cache/temporary_folder.h"

/* A key like any other: its bytes mean nothing here. */
static struct hw_cache_key key_of(unsigned number)
{
    static uint8_t bytes[64][40];

    memset(bytes[number], (int)number, sizeof bytes[number]);
    struct hw_cache_key key = {.bytes = bytes[number], .size = sizeof bytes[number]};
    key.hash = hw_cache_hash_of(key.bytes, key.size);
    return key;
}

static struct hw_cache_dir folder;

static void choose(const char *named, const char *limit)
{
    const struct hw_cache_options options = {.named = named, .limit = limit, .own = "own"};

    hw_cache_dir_choose(&folder, &options);
}

static void path_of(char path[LONGEST], unsigned number)
{
    const struct hw_cache_key key = key_of(number);
    char name[HW_CACHE_KEY_NAME];

    hw_cache_key_name(&key, name);
    snprintf(path, LONGEST, "%s/%s", folder.path, name);
}

static void keep(unsigned number, size_t size)
{
    static uint8_t code[1 << 16];
    const struct hw_cache_key key = key_of(number);

    memset(code, (int)~number, size);
    hw_cache_file_store(&folder, &key, code, size);
}

/* Whether a code is found; it must be the right one then. */
static bool finds(unsigned number, size_t size)
{
    const struct hw_cache_key key = key_of(number);
    struct hw_cache_found found;

    if (!hw_cache_file_find(&folder, &key, &found))
        return false;
    assert_int_equal(found.size, size);
    for (size_t i = 0; i < size; i++)
        assert_int_equal(found.data[i], (uint8_t)~number);
    free(found.whole);
    return true;
}

static int begin(void **state)
{
    const int failed = make_folder(state);

    choose(folder_name, NULL);
    return failed;
}

#endif
