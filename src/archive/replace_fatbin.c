/* SPDX-License-Identifier: MIT */
/* A fatbin with other code in one of its entries: the header that fatbin.c describes keeps what it says, but
 * for the sizes. */
#include "archive/replace.h"

#include "archive/cubin.h"
#include "archive/fatbin.h"
#include "archive/pack.h"

#include <stdlib.h>
#include <string.h>

enum { TOTAL_AT = 8, PAYLOAD_AT = 8, PACKED_AT = 16, FLAGS_AT = 40, UNPACKED_AT = 56 };

/* Where the header of the entry is whose payload begins at `payload`, all from the fatbin's beginning on. The
 * fatbin has been read before, so the entry is there. */
static uint64_t header_of(const uint8_t *fatbin, uint64_t payload)
{
    uint64_t at = hw_get16(fatbin + 6);
    while (at + hw_get32(fatbin + at + 4) != payload)
        at += hw_get32(fatbin + at + 4) + hw_get64(fatbin + at + PAYLOAD_AT);
    return at;
}

/* The sizes of a new payload.  CUDA 5 leaves the packed size 0, and so does what is not packed. */
static void put_sizes(uint8_t *header, size_t stored, size_t unpacked, enum hw_packing packing)
{
    hw_put64(header + PAYLOAD_AT, hw_round_up(stored, HW_FATBIN_ALIGN));
    if (hw_get32(header + PACKED_AT))
        hw_put32(header + PACKED_AT, (uint32_t)stored);
    if (packing != HW_PACKING_NONE)
        hw_put64(header + UNPACKED_AT, unpacked);
}

/* False: no memory. */
static bool assemble(const uint8_t *old, uint64_t old_bytes, uint64_t payload, const struct hw_entry *entry,
                     const struct hw_made_file *stored, size_t unpacked, struct hw_made_file *fatbin)
{
    const uint64_t header = header_of(old, payload);
    const uint64_t behind = payload + hw_get64(old + header + PAYLOAD_AT);
    const size_t room = (size_t)hw_round_up(stored->length, HW_FATBIN_ALIGN);
    fatbin->length = (size_t)(payload + room + (old_bytes - behind));
    fatbin->bytes = calloc(1, fatbin->length + 1);
    if (!fatbin->bytes)
        return false;
    memcpy(fatbin->bytes, old, (size_t)payload);
    memcpy(fatbin->bytes + payload, stored->bytes, stored->length);
    memcpy(fatbin->bytes + payload + room, old + behind, (size_t)(old_bytes - behind));
    put_sizes(fatbin->bytes + header, stored->length, unpacked, entry->packing);
    hw_put64(fatbin->bytes + TOTAL_AT, fatbin->length - hw_get16(old + 6));
    return true;
}

/* The flag of cubins with a capsule, where there is none now. */
static void drop_capsule_flag(uint8_t *header, const struct hw_new_code *code)
{
    const uint64_t flags = hw_get64(header + FLAGS_AT);
    if (flags & HW_FATBIN_FLAG_CAPSULE && !hw_cubin_has_capsule(code->bytes, code->size))
        hw_put64(header + FLAGS_AT, flags & ~(uint64_t)HW_FATBIN_FLAG_CAPSULE);
}

hw_status hw_replace_in_fatbin(const uint8_t *file, const struct hw_entry *entry,
                               const struct hw_new_code *code, struct hw_made_file *fatbin,
                               uint64_t *old_bytes, struct hw_error *error)
{
    const uint8_t *old = file + entry->fatbin;
    struct hw_made_file stored = {NULL, 0};
    *old_bytes = hw_get16(old + 6) + hw_get64(old + TOTAL_AT);
    /* PTX ends with a NUL in a fatbin. */
    char *text =
        entry->kind == HW_ENTRY_PTX ? hw_module_copy_text((const char *)code->bytes, code->size) : NULL;
    if (entry->kind == HW_ENTRY_PTX && !text)
        return hw_module_no_memory(error);
    const size_t size = code->size + (text != NULL);
    hw_status status = hw_pack(entry->packing, text ? (const uint8_t *)text : code->bytes, size,
                               &stored.bytes, &stored.length, error);
    if (!status && !assemble(old, *old_bytes, entry->offset - entry->fatbin, entry, &stored, size, fatbin))
        status = hw_module_no_memory(error);
    if (!status && entry->kind == HW_ENTRY_CUBIN)
        drop_capsule_flag(fatbin->bytes + header_of(fatbin->bytes, entry->offset - entry->fatbin), code);
    free(stored.bytes);
    free(text);
    return status;
}
