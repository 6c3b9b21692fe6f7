/* SPDX-License-Identifier: MIT */
/* The structure that nvcc of CUDA 2.x and 3.x put into a program: lists of PTX and cubins as strings, and, in
 * its version 4 (CUDA 3.x), a chain of ELF cubins.
 *
 * (Seen in what nvcc of CUDA 2.0 and 3.2 wrote into public projects.)  Strings of cubins are text, which
 * becomes ELF here, so that everything behind this file knows one kind of container. */
#include "cuda/core/modules/registered_fatbin_old.h"

#include <halfwarp/archive.h>
#include <halfwarp/module.h>

#include <stdlib.h>
#include <string.h>

#define MAGIC            0x1ee55a01u
#define VERSION_WITH_ELF 4
#define PARTS_MAX        32

/* Lists of these end with an entry without a profile ("sm_10", "compute_10"). */
struct text_entry {
    const char *profile, *text;
};

/* A chain that ends with an entry without one. */
struct elf_entry {
    const char *profile;
    const uint8_t *bytes;
    const struct elf_entry *next;
    unsigned length;
};

struct old_fatbin {
    unsigned long magic, version, information_version;
    const char *key, *source, *usage;
    const struct text_entry *ptx, *cubins;
    const void *debug, *more_debug;
    unsigned flags;
    const void *exported, *imported, *others; /* from version 3 on */
    unsigned characteristic;                  /* from version 4 on */
    const struct elf_entry *elf;
};

/* What goes into the container, and which of it is ours to free. */
struct parts {
    struct hw_fatbin_part part[PARTS_MAX];
    bool made[PARTS_MAX];
    size_t count;
};

bool hw_cuda_fatbin_is_old(const void *registered)
{
    uint32_t magic;

    memcpy(&magic, registered, sizeof magic);
    return magic == MAGIC;
}

static hw_status add(struct parts *parts, const void *bytes, size_t length, bool made, struct hw_error *error)
{
    if (parts->count == PARTS_MAX)
        return hw_fail(error, HW_ERR_LIMIT, "cuda", "a fat binary of the program has more than %d images",
                       PARTS_MAX);
    parts->part[parts->count] = (struct hw_fatbin_part){bytes, length};
    parts->made[parts->count++] = made;
    return HW_OK;
}

static hw_status add_text_cubin(struct parts *parts, const char *text, struct hw_error *error)
{
    struct hw_module *module = NULL;
    uint8_t *elf = NULL;
    size_t length;

    hw_status status = hw_module_read(text, strlen(text), &module, error);
    if (status == HW_OK)
        status = hw_module_write(module, HW_CONTAINER_ELF64, &elf, &length, error);
    if (status == HW_OK)
        status = add(parts, elf, length, true, error);
    if (status != HW_OK)
        free(elf);
    hw_module_free(module);
    return status;
}

static hw_status add_all(struct parts *parts, const struct old_fatbin *from, struct hw_error *error)
{
    hw_status status = HW_OK;

    for (const struct text_entry *cubin = from->cubins; !status && cubin && cubin->profile; cubin++)
        status = add_text_cubin(parts, cubin->text, error);
    for (const struct text_entry *ptx = from->ptx; !status && ptx && ptx->profile; ptx++)
        status = add(parts, ptx->text, strlen(ptx->text), false, error);
    const struct elf_entry *elf = from->version >= VERSION_WITH_ELF ? from->elf : NULL;
    for (; !status && elf && elf->profile; elf = elf->next)
        status = add(parts, elf->bytes, elf->length, false, error);
    return status;
}

hw_status hw_cuda_fatbin_convert(const void *registered, uint8_t **container, size_t *bytes,
                                 struct hw_error *error)
{
    struct parts parts = {.count = 0};
    hw_status status = add_all(&parts, registered, error);

    if (status == HW_OK)
        status = hw_fatbin_write(parts.part, parts.count, container, bytes, error);
    for (size_t i = 0; i < parts.count; i++)
        if (parts.made[i])
            free((void *)parts.part[i].bytes);
    return status;
}
