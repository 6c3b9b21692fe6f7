/* SPDX-License-Identifier: MIT */
/* See build_id.h.  The id is a note of the loaded file (gABI, note section; name GNU, type 3). */
#include "cache/build_id.h"

#include <link.h>
#include <stdbool.h>
#include <string.h>

#define GNU "GNU"

struct build_id_search {
    uintptr_t address;
    uint8_t *id;
    size_t length;
};

static bool is_within(const struct dl_phdr_info *file, uintptr_t address)
{
    for (unsigned i = 0; i < file->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &file->dlpi_phdr[i];
        if (part->p_type == PT_LOAD && address - (file->dlpi_addr + part->p_vaddr) < part->p_memsz)
            return true;
    }
    return false;
}

static size_t padded(size_t bytes)
{
    return (bytes + 3) & ~(size_t)3;
}

/* Each note is a head, its name and its content, padded to words. */
static void read_notes(struct build_id_search *search, const uint8_t *notes, size_t left)
{
    ElfW(Nhdr) head;

    while (left >= sizeof head) {
        memcpy(&head, notes, sizeof head);
        const size_t name = padded(head.n_namesz), whole = sizeof head + name + padded(head.n_descsz);
        if (whole > left)
            return;
        if (head.n_type == NT_GNU_BUILD_ID && head.n_namesz == sizeof GNU &&
            memcmp(notes + sizeof head, GNU, sizeof GNU) == 0 && head.n_descsz <= HW_BUILD_ID_MAX) {
            search->length = head.n_descsz;
            memcpy(search->id, notes + sizeof head + name, search->length);
            return;
        }
        notes += whole;
        left -= whole;
    }
}

static int look_at(struct dl_phdr_info *file, size_t unused, void *context)
{
    struct build_id_search *search = context;

    (void)unused;
    if (!is_within(file, search->address))
        return 0;
    for (unsigned i = 0; i < file->dlpi_phnum && !search->length; i++) {
        const ElfW(Phdr) *part = &file->dlpi_phdr[i];
        if (part->p_type == PT_NOTE)
            read_notes(search, (const uint8_t *)(file->dlpi_addr + part->p_vaddr), part->p_memsz);
    }
    return 1;
}

size_t hw_build_id(const void *address, uint8_t id[HW_BUILD_ID_MAX])
{
    struct build_id_search search = {.address = (uintptr_t)address, .id = id};

    dl_iterate_phdr(look_at, &search);
    return search.length;
}
