/* SPDX-License-Identifier: MIT */
/* The library as the loader has mapped it: of its segments those that nobody writes to, which are the same in
 * every process. */
#include "jit/jit_own.h"

#include <link.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct hw_jit_hash own;

static const void *start_of(const struct dl_phdr_info *library, const ElfW(Phdr) * segment)
{
    return (const void *)(library->dlpi_addr + segment->p_vaddr);
}

static bool is_here(const struct dl_phdr_info *library)
{
    const uintptr_t here = (uintptr_t)&once;

    for (unsigned i = 0; i < library->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &library->dlpi_phdr[i];
        if (segment->p_type == PT_LOAD && here - (uintptr_t)start_of(library, segment) < segment->p_memsz)
            return true;
    }
    return false;
}

/* Between a program's variables there is what the address sanitizer lets nobody read; so it may not see this.
 */
__attribute__((no_sanitize("address"))) static void copy(uint8_t *to, const volatile uint8_t *from,
                                                         size_t size)
{
    for (size_t i = 0; i < size; i++)
        to[i] = from[i];
}

/* Add a segment to the hash. */
static void add(const uint8_t *at, size_t size)
{
    struct {
        struct hw_jit_hash sofar;
        uint8_t piece[4096];
    } next;

    for (size_t taken; size; at += taken, size -= taken) {
        taken = size < sizeof next.piece ? size : sizeof next.piece;
        next.sofar = own;
        copy(next.piece, at, taken);
        own = hw_jit_hash_of(&next, sizeof next.sofar + taken);
    }
}

static int look(struct dl_phdr_info *library, size_t size, void *unused)
{
    (void)size;
    (void)unused;
    if (!is_here(library))
        return 0;
    for (unsigned i = 0; i < library->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &library->dlpi_phdr[i];
        if (segment->p_type == PT_LOAD && segment->p_flags & PF_R && !(segment->p_flags & PF_W))
            add(start_of(library, segment), segment->p_memsz);
    }
    return 1;
}

static void find(void)
{
    dl_iterate_phdr(look, NULL);
}

const struct hw_jit_hash *hw_jit_own_hash(void)
{
    pthread_once(&once, find);
    return &own;
}
