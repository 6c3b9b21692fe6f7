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

static int look(struct dl_phdr_info *library, size_t size, void *unused)
{
    (void)size;
    (void)unused;
    if (!is_here(library))
        return 0;
    for (unsigned i = 0; i < library->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &library->dlpi_phdr[i];
        if (segment->p_type != PT_LOAD || segment->p_flags & PF_W || !(segment->p_flags & PF_R))
            continue;
        const struct hw_jit_hash both[] = {own, hw_jit_hash_of(start_of(library, segment), segment->p_memsz)};
        own = hw_jit_hash_of(both, sizeof both);
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
