/* SPDX-License-Identifier: MIT */
/* See ptx_cache.h.  What is kept is the length of the cubin, the cubin, and two texts with NULs behind them:
 * what was said, and what was refused. */
#include "cuda/core/modules/ptx_cache.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cache/build_id.h"
#include "cache/cache_file.h"

#define MOST_IN_PROCESS (64u << 20) /* bytes of keys and codes */

/* --- what is asked for --- */

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct hw_cache_dir folder;
static bool is_off;

static void read_environment(void)
{
    const char *disable = secure_getenv("CUDA_CACHE_DISABLE");
    const struct hw_cache_options wish = {.named = secure_getenv("CUDA_CACHE_PATH"),
                                          .limit = secure_getenv("CUDA_CACHE_MAXSIZE"),
                                          .own = "ptx"};

    is_off = disable && strcmp(disable, "1") == 0;
    hw_cache_dir_choose(&folder, &wish);
}

/* --- keys --- */

bool hw_cuda_ptx_cache_key(struct hw_cache_key *key, const struct hw_cuda_image *ptx,
                           const struct hw_compile_options *options)
{
    uint8_t build[HW_BUILD_ID_MAX];
    char how[128];

    pthread_once(&once, read_environment);
    const size_t build_size = hw_build_id((const void *)(uintptr_t)hw_compile_ptx, build);
    const size_t how_size = (size_t)snprintf(
        how, sizeof how, "%s level %u registers %u lines %d relocatable %d says %d leaves out %d\n",
        options->target, options->level, options->most_registers, options->lines, options->is_relocatable,
        options->used != NULL, options->refused != NULL);

    *key = (struct hw_cache_key){.size = build_size + how_size + ptx->length};
    key->bytes = is_off || build_size == 0 ? NULL : malloc(key->size);
    if (!key->bytes)
        return false;
    memcpy(key->bytes, build, build_size);
    memcpy(key->bytes + build_size, how, how_size);
    memcpy(key->bytes + build_size + how_size, ptx->bytes, ptx->length);
    key->hash = hw_cache_hash_of(key->bytes, key->size);
    return true;
}

/* --- codes as bytes --- */

void hw_cuda_ptx_code_free(struct hw_cuda_ptx_code *code)
{
    hw_cuda_image_free(&code->cubin);
    free(code->said);
    free(code->refused);
    *code = (struct hw_cuda_ptx_code){.said = NULL};
}

static uint8_t *pack(const struct hw_cuda_ptx_code *code, size_t *size)
{
    const char *const said = code->said ? code->said : "", *const refused =
                                                               code->refused ? code->refused : "";
    const uint64_t length = code->cubin.length;
    const size_t before = sizeof length + code->cubin.length, first = strlen(said) + 1,
                 second = strlen(refused) + 1;
    uint8_t *bytes = malloc(before + first + second);

    *size = before + first + second;
    if (bytes) {
        memcpy(bytes, &length, sizeof length);
        memcpy(bytes + sizeof length, code->cubin.bytes, code->cubin.length);
        memcpy(bytes + before, said, first);
        memcpy(bytes + before + first, refused, second);
    }
    return bytes;
}

/* A text that ends within the bytes, and what is behind it; NULL is for "". */
static bool take_text(const char **at, size_t *left, char **text)
{
    const size_t length = strnlen(*at, *left);

    *text = NULL;
    if (length == *left || (length && !(*text = strdup(*at))))
        return false;
    *at += length + 1;
    *left -= length + 1;
    return true;
}

/* False: the bytes are not as they were packed, or there is no memory. */
static bool unpack(const uint8_t *bytes, size_t size, struct hw_cuda_ptx_code *code)
{
    uint64_t length;

    *code = (struct hw_cuda_ptx_code){.said = NULL};
    if (size < sizeof length)
        return false;
    memcpy(&length, bytes, sizeof length);
    if (length > size - sizeof length)
        return false;
    const char *texts = (const char *)bytes + sizeof length + length;
    size_t left = size - sizeof length - length;
    code->cubin = (struct hw_cuda_image){malloc(length + 1), length};
    if (code->cubin.bytes && take_text(&texts, &left, &code->said) &&
        take_text(&texts, &left, &code->refused) && left == 0) {
        memcpy(code->cubin.bytes, bytes + sizeof length, length);
        return true;
    }
    hw_cuda_ptx_code_free(code);
    return false;
}

/* --- within the process --- */

/* Those that were used last stand first. */
struct ptx_kept {
    struct ptx_kept *next;
    struct hw_cache_key key;
    uint8_t *bytes;
    size_t size;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct ptx_kept *all;

static size_t weight(const struct ptx_kept *kept)
{
    return kept->key.size + kept->size;
}

static void drop(struct ptx_kept *kept)
{
    hw_cache_key_clear(&kept->key);
    free(kept->bytes);
    free(kept);
}

/* Those behind the first that are too many go. */
static void bound(void)
{
    struct ptx_kept **link = &all;
    size_t sum = 0;

    while (*link && (sum += weight(*link)) <= MOST_IN_PROCESS)
        link = &(*link)->next;
    while (*link) {
        struct ptx_kept *gone = *link;
        *link = gone->next;
        drop(gone);
    }
}

static void keep_in_process(const struct hw_cache_key *key, const uint8_t *bytes, size_t size)
{
    struct ptx_kept *made = calloc(1, sizeof *made);

    if (!made)
        return;
    *made = (struct ptx_kept){.key = *key, .bytes = malloc(size), .size = size};
    made->key.bytes = malloc(key->size);
    if (!made->bytes || !made->key.bytes) {
        drop(made);
        return;
    }
    memcpy(made->bytes, bytes, size);
    memcpy(made->key.bytes, key->bytes, key->size);
    pthread_mutex_lock(&lock);
    made->next = all;
    all = made;
    bound();
    pthread_mutex_unlock(&lock);
}

static bool find_in_process(const struct hw_cache_key *key, struct hw_cuda_ptx_code *code)
{
    bool found = false;

    pthread_mutex_lock(&lock);
    for (struct ptx_kept **link = &all; *link && !found; link = &(*link)->next)
        if (hw_cache_key_equal(&(*link)->key, key)) {
            struct ptx_kept *kept = *link;
            *link = kept->next;
            kept->next = all;
            all = kept;
            found = true;
            break;
        }
    found = found && unpack(all->bytes, all->size, code);
    pthread_mutex_unlock(&lock);
    return found;
}

/* --- both --- */

bool hw_cuda_ptx_cache_find(const struct hw_cache_key *key, struct hw_cuda_ptx_code *code)
{
    struct hw_cache_found found;

    if (find_in_process(key, code))
        return true;
    if (!hw_cache_file_find(&folder, key, &found))
        return false;
    const bool ok = unpack(found.data, found.size, code);
    if (ok)
        keep_in_process(key, found.data, found.size);
    free(found.whole);
    return ok;
}

void hw_cuda_ptx_cache_keep(const struct hw_cache_key *key, const struct hw_cuda_ptx_code *code)
{
    size_t size;
    uint8_t *bytes = pack(code, &size);

    if (!bytes)
        return;
    keep_in_process(key, bytes, size);
    hw_cache_file_store(&folder, key, bytes, size);
    free(bytes);
}
