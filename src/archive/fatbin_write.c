/* SPDX-License-Identifier: MIT */
/* This writer makes fatbins: the container that fatbin.c reads, with every entry stored as it is.
 *
 * The kind of an entry (cubin or PTX) and its chip are read from its bytes. */
#include "archive/fatbin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VERSION = 1, ENTRY_VERSION = 0x101 };
enum { FLAG_64_BIT = 1, FLAG_LINUX = 0x10 }; /* of the entries that CUDA 4.2 to 13 make on this host */

static size_t stored_bytes(const struct hw_fatbin_part *part)
{
    return (size_t)hw_round_up(part->length, HW_FATBIN_ALIGN);
}

/* Kind and chip of a part; HW_ERR_FORMAT where it is none that a fatbin can hold. */
static hw_status look_at(const struct hw_fatbin_part *part, size_t index, uint32_t *kind, uint32_t *chip,
                         struct hw_error *error)
{
    struct hw_archive *archive;
    hw_status status = hw_archive_open(part->bytes, part->length, &archive, error);

    if (status != HW_OK)
        return status;
    const struct hw_entry *entry = archive->entry_count ? archive->entries : NULL;
    const bool is_ptx = archive->kind == HW_ARCHIVE_PTX;
    const bool is_elf =
        archive->kind == HW_ARCHIVE_CUBIN && part->length >= 4 && !memcmp(part->bytes, "\177ELF", 4);
    *kind = is_ptx ? HW_FATBIN_KIND_PTX : HW_FATBIN_KIND_CUBIN;
    if (!entry || !(is_ptx || is_elf) || sscanf(entry->target, is_ptx ? "compute_%u" : "sm_%u", chip) != 1)
        status = hw_fail(error, HW_ERR_FORMAT, HW_ARCHIVE_ERROR,
                         "part %zu is neither an ELF cubin nor PTX, which is what a fatbin holds", index + 1);
    hw_archive_close(archive);
    return status;
}

static void put_entry(uint8_t *to, const struct hw_fatbin_part *part, uint32_t kind, uint32_t chip)
{
    hw_put16(to, (uint16_t)kind);
    hw_put16(to + 2, ENTRY_VERSION);
    hw_put32(to + 4, HW_FATBIN_ENTRY);
    hw_put64(to + 8, stored_bytes(part));
    hw_put32(to + 28, chip);
    hw_put64(to + 40, FLAG_64_BIT | FLAG_LINUX);
    memcpy(to + HW_FATBIN_ENTRY, part->bytes, part->length);
}

hw_status hw_fatbin_write(const struct hw_fatbin_part *parts, size_t count, uint8_t **bytes, size_t *length,
                          struct hw_error *error)
{
    size_t total = HW_FATBIN_HEADER;
    uint32_t kind, chip;
    hw_status status = HW_OK;

    *bytes = NULL;
    *length = 0;
    for (size_t i = 0; i < count; i++)
        total += HW_FATBIN_ENTRY + stored_bytes(&parts[i]);
    uint8_t *fatbin = calloc(1, total), *at = fatbin + HW_FATBIN_HEADER;
    if (!fatbin)
        return hw_fail(error, HW_ERR_NO_MEMORY, HW_ARCHIVE_ERROR, "no memory for a fatbin of %zu bytes",
                       total);
    hw_put32(fatbin, HW_FATBIN_MAGIC);
    hw_put16(fatbin + 4, VERSION);
    hw_put16(fatbin + 6, HW_FATBIN_HEADER);
    hw_put64(fatbin + 8, total - HW_FATBIN_HEADER);
    for (size_t i = 0; i < count && status == HW_OK; at += HW_FATBIN_ENTRY + stored_bytes(&parts[i]), i++)
        if ((status = look_at(&parts[i], i, &kind, &chip, error)) == HW_OK)
            put_entry(at, &parts[i], kind, chip);
    if (status != HW_OK) {
        free(fatbin);
        return status;
    }
    *bytes = fatbin;
    *length = total;
    return HW_OK;
}
