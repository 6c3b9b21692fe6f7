/* SPDX-License-Identifier: MIT */
/* Functions by name: cuGetProcAddress.
 *
 * A name stands for several functions, whose arguments differ: which one a program means, the version of the
 * toolkit says that it was compiled with.  A form that this library does not have is not replaced by an older
 * one, except that of a per-thread default stream by the form of the legacy one. */
#include "cuda/driver/driver_call.h"
#include "cuda/driver/driver_later.h"
#include "cuda/driver/entry_point_rows.h"

#include <dlfcn.h>
#include <string.h>

#define NAME_BYTES 128

/* What is asked for, and the best word of the rows so far. */
struct entry_search {
    const char *name;
    size_t length;
    int version;
    bool per_thread;
    bool known; /* in some version */
    int since;  /* of the symbol; 0: none yet */
    bool symbol_per_thread;
    char symbol[NAME_BYTES];
};

static bool ends_with(const char *word, size_t length, const char *suffix)
{
    const size_t bytes = strlen(suffix);

    return length > bytes && memcmp(word + length - bytes, suffix, bytes) == 0;
}

/* Whether a word is a form of the name, and which. */
static bool is_form(const struct entry_search *search, const char *word, size_t length, bool *per_thread)
{
    const char *equals = memchr(word, '=', length);

    *per_thread = ends_with(word, length, "_ptds") || ends_with(word, length, "_ptsz");
    if (equals)
        length = (size_t)(equals - word);
    if (*per_thread)
        length -= strlen("_ptsz");
    if (length > 3 && memcmp(word + length - 3, "_v", 2) == 0)
        length -= 3;
    return length == search->length && memcmp(word, search->name, length) == 0;
}

static void consider(struct entry_search *search, int since, const char *word, size_t length)
{
    bool per_thread;

    if (!is_form(search, word, length, &per_thread))
        return;
    search->known = true;
    if (since > search->version || (per_thread && !search->per_thread) || since < search->since)
        return;
    if (since == search->since && search->symbol_per_thread)
        return;
    const char *equals = memchr(word, '=', length);
    const char *symbol = equals ? equals + 1 : word;
    length -= (size_t)(symbol - word);
    search->since = since;
    search->symbol_per_thread = per_thread;
    memcpy(search->symbol, symbol, length);
    search->symbol[length] = 0;
}

static void look_up(struct entry_search *search)
{
    for (size_t i = 0; i < sizeof hw_cu_names / sizeof *hw_cu_names; i++)
        for (const char *word = hw_cu_names[i].words; *word;) {
            const size_t length = strcspn(word, " ");
            consider(search, hw_cu_names[i].since, word, length);
            word += length + (word[length] == ' ');
        }
}

/* This library, by the place that the loader has it from. */
static void *open_self(void)
{
    Dl_info self;

    return dladdr((const void *)hw_cu_names, &self) ? dlopen(self.dli_fname, RTLD_LAZY | RTLD_NOLOAD) : NULL;
}

static void *exported(const char *symbol)
{
    void *self = open_self();
    void *function = self ? dlsym(self, symbol) : NULL;

    if (self)
        dlclose(self);
    return function;
}

enum entry_found { FOUND_SYMBOL, FOUND_NO_SYMBOL, FOUND_LATER_ONLY };

static enum entry_found find(const char *name, int version, bool per_thread, void **function)
{
    struct entry_search search = {
        .name = name, .length = strlen(name), .version = version, .per_thread = per_thread};

    look_up(&search);
    *function = search.since ? exported(search.symbol) : NULL;
    if (!*function && search.symbol_per_thread)
        return find(name, version, false, function);
    if (*function)
        return FOUND_SYMBOL;
    return search.known && !search.since ? FOUND_LATER_ONLY : FOUND_NO_SYMBOL;
}

/* The flags are CU_GET_PROC_ADDRESS_*: default, legacy stream, per-thread default stream. */
static CUresult get(const char *name, void **function, int version, uint64_t flags, bool per_thread,
                    enum entry_found *found)
{
    if (!name || !function || flags > 2 || version > HW_CUDA_DRIVER_VERSION)
        return CUDA_ERROR_INVALID_VALUE;
    *found = find(name, version, flags == 2 || (flags == 0 && per_thread), function);
    return CUDA_SUCCESS;
}

/* Of CUDA 11.3. */
static CUresult get_or_fail(const char *name, void **function, int version, uint64_t flags, bool per_thread)
{
    enum entry_found found;
    const CUresult result = get(name, function, version, flags, per_thread, &found);

    return result == CUDA_SUCCESS && found != FOUND_SYMBOL ? CUDA_ERROR_NOT_FOUND : result;
}

/* Of CUDA 12: what is not there is no error. */
CUresult cuGetProcAddress_v2(const char *symbol, void **function, int version, uint64_t flags, int *status)
{
    enum entry_found found;
    const CUresult result = get(symbol, function, version, flags, false, &found);

    if (result == CUDA_SUCCESS && status)
        *status = (int)found;
    return result;
}

CUresult cuGetProcAddress(const char *symbol, void **function, int version, uint64_t flags)
{
    return get_or_fail(symbol, function, version, flags, false);
}

CUresult cuGetProcAddress_ptsz(const char *symbol, void **function, int version, uint64_t flags)
{
    return get_or_fail(symbol, function, version, flags, true);
}
