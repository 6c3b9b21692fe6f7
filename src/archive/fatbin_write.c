/* SPDX-License-Identifier: MIT */
/* This writer makes fatbins: the container that fatbin.c reads, with every entry stored as it is.
 *
 * The kind of an entry (cubin or PTX) and its target are read from its bytes.  Headers of PTX, and of cubins
 * with a capsule (.nv.capmerc), have a string behind their 64 bytes, as fatbinary 13.5 writes them: its
 * offset, 72, and its length, then the string, a NUL and padding.  It is a copy of .nv.compat, or the options
 * of a compiler, which are empty here. */
#include "archive/fatbin.h"
#include "module/elf_cubin.h"
#include "target_name.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VERSION = 1, ENTRY_VERSION = 0x101 };
enum { FLAG_64_BIT = 1, FLAG_LINUX = 0x10 }; /* of the entries that CUDA 4.2 to 13 make on this host */
enum { STRING_AT = HW_FATBIN_ENTRY + 8 };

/* What the header of an entry says. */
struct entry_view {
    uint32_t kind;
    struct hw_target_name target;
    bool capsule;
    const uint8_t *compat; /* of a cubin */
    size_t compat_bytes;
};

static size_t stored_bytes(const struct hw_fatbin_part *part)
{
    return (size_t)hw_round_up(part->length, HW_FATBIN_ALIGN);
}

static bool has_string(const struct entry_view *view)
{
    return view->kind == HW_FATBIN_KIND_PTX || view->capsule;
}

static size_t header_bytes(const struct entry_view *view)
{
    return has_string(view) ? (size_t)hw_round_up(STRING_AT + view->compat_bytes + 1, HW_FATBIN_ALIGN)
                            : HW_FATBIN_ENTRY;
}

static hw_status look_at_cubin(const struct hw_fatbin_part *part, struct entry_view *view,
                               struct hw_error *error)
{
    struct hw_elf_file file;
    hw_status status = hw_elf_open(&file, part->bytes, part->length, EM_CUDA, error);
    for (uint32_t i = 0; !status && i < file.section_count; i++) {
        const struct hw_elf_section *section = &file.sections[i];
        view->capsule |= hw_cubin_skip_prefix(section->name, CUBIN_CAPSULE) != NULL;
        if (section->data && strcmp(section->name, CUBIN_COMPAT) == 0) {
            view->compat = section->data;
            view->compat_bytes = (size_t)section->size;
        }
    }
    hw_elf_close(&file);
    return status;
}

/* HW_ERR_FORMAT where a part is none that a fatbin can hold. */
static hw_status look_at(const struct hw_fatbin_part *part, size_t index, struct entry_view *view,
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
    *view = (struct entry_view){.kind = is_ptx ? HW_FATBIN_KIND_PTX : HW_FATBIN_KIND_CUBIN};
    if (!entry || !(is_ptx || is_elf) ||
        !hw_target_name_read(entry->target, is_ptx ? "compute_" : "sm_", &view->target))
        status = hw_fail(error, HW_ERR_FORMAT, HW_ARCHIVE_ERROR,
                         "part %zu is neither an ELF cubin nor PTX, which is what a fatbin holds", index + 1);
    if (status == HW_OK && is_elf)
        status = look_at_cubin(part, view, error);
    hw_archive_close(archive);
    return status;
}

static uint64_t flags_of(const struct entry_view *view)
{
    static const uint64_t suffixes[HW_TARGET_SUFFIXES] = {0, HW_FATBIN_FLAG_FAMILY,
                                                          HW_FATBIN_FLAG_ACCELERATED};
    return FLAG_64_BIT | FLAG_LINUX | suffixes[view->target.suffix] |
           (view->capsule ? HW_FATBIN_FLAG_CAPSULE : 0);
}

static void put_entry(uint8_t *to, const struct hw_fatbin_part *part, const struct entry_view *view)
{
    hw_put16(to, (uint16_t)view->kind);
    hw_put16(to + 2, ENTRY_VERSION);
    hw_put32(to + 4, (uint32_t)header_bytes(view));
    hw_put64(to + 8, stored_bytes(part));
    hw_put32(to + 28, view->target.capability);
    hw_put64(to + 40, flags_of(view));
    if (has_string(view)) {
        hw_put32(to + 20, HW_FATBIN_ENTRY);
        hw_put32(to + HW_FATBIN_ENTRY, STRING_AT);
        hw_put32(to + HW_FATBIN_ENTRY + 4, (uint32_t)view->compat_bytes);
        if (view->compat_bytes)
            memcpy(to + STRING_AT, view->compat, view->compat_bytes);
    }
    memcpy(to + header_bytes(view), part->bytes, part->length);
}

/* Lay the entries out, which have been looked at. */
static hw_status write_entries(const struct hw_fatbin_part *parts, const struct entry_view *views,
                               size_t count, uint8_t **bytes, size_t *length, struct hw_error *error)
{
    size_t total = HW_FATBIN_HEADER;
    for (size_t i = 0; i < count; i++)
        total += header_bytes(&views[i]) + stored_bytes(&parts[i]);
    uint8_t *fatbin = calloc(1, total), *at = fatbin + HW_FATBIN_HEADER;
    if (!fatbin)
        return hw_fail(error, HW_ERR_NO_MEMORY, HW_ARCHIVE_ERROR, "no memory for a fatbin of %zu bytes",
                       total);
    hw_put32(fatbin, HW_FATBIN_MAGIC);
    hw_put16(fatbin + 4, VERSION);
    hw_put16(fatbin + 6, HW_FATBIN_HEADER);
    hw_put64(fatbin + 8, total - HW_FATBIN_HEADER);
    for (size_t i = 0; i < count; at += header_bytes(&views[i]) + stored_bytes(&parts[i]), i++)
        put_entry(at, &parts[i], &views[i]);
    *bytes = fatbin;
    *length = total;
    return HW_OK;
}

hw_status hw_fatbin_write(const struct hw_fatbin_part *parts, size_t count, uint8_t **bytes, size_t *length,
                          struct hw_error *error)
{
    struct entry_view *views = calloc(count + 1, sizeof *views);
    hw_status status = views ? HW_OK : hw_module_no_memory(error);

    *bytes = NULL;
    *length = 0;
    for (size_t i = 0; i < count && status == HW_OK; i++)
        status = look_at(&parts[i], i, &views[i], error);
    if (status == HW_OK)
        status = write_entries(parts, views, count, bytes, length, error);
    free(views);
    return status;
}
