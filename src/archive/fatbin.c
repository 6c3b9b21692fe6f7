/* SPDX-License-Identifier: MIT */
/* This reader lists the entries of fatbins: code for several chips, and PTX, one behind the other.
 *
 * A header of 16 bytes (magic, version 1, its own size, bytes that follow), then entries, each with a header:
 *
 *    0 u16   kind: 1 PTX, 2 cubin, others (8: LTO)
 *    4 u32   bytes of the header      8 u64   bytes of the payload behind it, padding included
 *   16 u32   bytes of the packed payload (0: not packed, or packed by zlib)
 *   28 u32   chip                    32 u32   offset of the name in the header, 36 u32 its length
 *   40 u64   flags                   56 u64   bytes of the unpacked payload
 *
 * Seen in files of CUDA 4.2 to 13.5; cuobjdump's flags for packing: 0x1000 zlib, 0x2000 LZ4, 0x8000 zstd.
 * Others (fatbin.h): code for one chip alone (sm_100a), code for a family (sm_100f), and code that NVIDIA's
 * driver can make code for other chips of.
 * CUDA 5.0 packs with zlib and does not write the packed size; zlib's stream marks its own end.
 *
 * Kind 0x100 is a group (fatbinary 13.5, --concat): entries of one kind, packed as one.  Its header goes on
 * with their number and the bytes of what follows (32 bits each), then a header for each entry:
 *
 *    4 u32   where its payload begins in the unpacked group
 *   20 u32   offset of a string, 0: none; there are 32 bits each of its offset and length
 *
 * and kind, bytes of the payload, chip, name and flags as above.  It ends behind name and string, each with a
 * NUL. */
#include "archive/fatbin.h"
#include "target_name.h"

#include <stdio.h>
#include <string.h>

static const struct {
    uint64_t flag;
    enum hw_packing packing;
    bool counted; /* packed only where the header says how many bytes that gave */
} packings[] = {
    {0x1000, HW_PACKING_ZLIB, false}, {0x2000, HW_PACKING_LZ4, true}, {0x8000, HW_PACKING_ZSTD, true}};

bool hw_scan_is_fatbin(const struct hw_scan *scan)
{
    const uint8_t *bytes = hw_scan_at(scan, scan->begin);
    return hw_scan_has(scan, scan->begin, HW_FATBIN_HEADER) && hw_get32(bytes) == HW_FATBIN_MAGIC;
}

static enum hw_entry_kind kind_of(uint32_t kind)
{
    return kind == HW_FATBIN_KIND_PTX     ? HW_ENTRY_PTX
           : kind == HW_FATBIN_KIND_CUBIN ? HW_ENTRY_CUBIN
                                          : HW_ENTRY_OTHER;
}

/* How an entry with these flags and this count of packed bytes is packed. */
static enum hw_packing packing_of(uint64_t flags, uint64_t packed)
{
    enum hw_packing packing = packed ? HW_PACKING_UNKNOWN : HW_PACKING_NONE;
    for (size_t i = 0; i < sizeof packings / sizeof packings[0]; i++)
        if (flags & packings[i].flag && (packed || !packings[i].counted))
            packing = packings[i].packing;
    return packing;
}

/* The length of an entry's name; 0: it has none.  That of a linked cubin is a list of files, with a blank
 * behind each. */
static size_t name_of(const uint8_t *header, uint64_t header_bytes, const char **name)
{
    const uint32_t at = hw_get32(header + 32), most = hw_get32(header + 36);

    if (at > header_bytes || most > header_bytes - at)
        return 0;
    *name = (const char *)header + at;
    size_t length = strnlen(*name, most);
    while (length && (*name)[length - 1] == ' ')
        length--;
    return length;
}

static const char *suffix_of(uint64_t flags)
{
    return hw_target_suffix_text(flags & HW_FATBIN_FLAG_ACCELERATED ? HW_TARGET_ACCELERATED
                                 : flags & HW_FATBIN_FLAG_FAMILY    ? HW_TARGET_FAMILY
                                                                    : HW_TARGET_PLAIN);
}

static void set_target(struct hw_entry *entry, const uint8_t *header)
{
    snprintf(entry->target, sizeof entry->target, "%s_%u%s", entry->kind == HW_ENTRY_PTX ? "compute" : "sm",
             hw_get32(header + 28) % 100000, suffix_of(entry->flags));
}

/* How many bytes the header of an entry in a group has; more than there are where it does not end. */
static uint64_t member_header_bytes(const uint8_t *header, uint64_t room)
{
    const uint64_t string = hw_get32(header + 20), name = hw_get32(header + 32);
    uint64_t end = HW_FATBIN_ENTRY;
    if (name)
        end = name + hw_get32(header + 36) + 1;
    if (string && string + 8 > room)
        return room + 1;
    if (string) {
        const uint64_t behind = (uint64_t)hw_get32(header + string) + hw_get32(header + string + 4) + 1;
        end = behind > end ? behind : end;
    }
    return hw_round_up(end > HW_FATBIN_ENTRY ? end : HW_FATBIN_ENTRY, HW_FATBIN_ALIGN);
}

/* The entry of a group whose header begins at `header`, with `room` bytes; *length is what it has of them. */
static hw_status read_member(const struct hw_scan *scan, const struct hw_entry *group, const uint8_t *header,
                             uint64_t room, uint64_t *length)
{
    *length = room < HW_FATBIN_ENTRY ? room + 1 : member_header_bytes(header, room);
    if (*length > room)
        return hw_scan_fail(scan, HW_ERR_FORMAT, group->offset,
                            "the headers of a group of entries pass the end of its own");
    struct hw_entry entry = *group;
    const char *name;
    const size_t name_bytes = name_of(header, *length, &name);
    entry.kind = kind_of(hw_get16(header));
    entry.flags |= hw_get64(header + 40);
    entry.group_bytes = group->unpacked_bytes;
    entry.group_at = hw_get32(header + 4);
    entry.unpacked_bytes = hw_get64(header + 8);
    set_target(&entry, header);
    if (entry.group_at > entry.group_bytes || entry.unpacked_bytes > entry.group_bytes - entry.group_at)
        return hw_scan_fail(scan, HW_ERR_FORMAT, group->offset,
                            "an entry of 0x%llx bytes at 0x%llx passes the end of its group of 0x%llx",
                            (unsigned long long)entry.unpacked_bytes, (unsigned long long)entry.group_at,
                            (unsigned long long)entry.group_bytes);
    return hw_scan_add(scan, &entry, name_bytes ? name : NULL, name_bytes);
}

static hw_status read_group(const struct hw_scan *scan, const struct hw_entry *group, const uint8_t *header,
                            uint64_t header_bytes)
{
    uint64_t at = HW_FATBIN_GROUP, length = 0;
    hw_status status = HW_OK;
    if (header_bytes < HW_FATBIN_GROUP)
        return hw_scan_fail(scan, HW_ERR_FORMAT, group->offset, "the header of a group is too short");
    for (uint32_t i = 0; !status && i < hw_get32(header + HW_FATBIN_ENTRY); i++, at += length)
        status = read_member(scan, group, header + at, header_bytes - at, &length);
    return status;
}

/* The entry at `offset`; *next is where the one behind it begins. */
static hw_status read_entry(const struct hw_scan *scan, uint64_t offset, uint64_t *next)
{
    const uint8_t *header = hw_scan_at(scan, offset);
    if (!hw_scan_has(scan, offset, HW_FATBIN_ENTRY))
        return hw_scan_fail(scan, HW_ERR_FORMAT, offset, "the fatbin ends inside the header of an entry");
    uint64_t header_bytes = hw_get32(header + 4), bytes = hw_get64(header + 8),
             packed = hw_get32(header + 16);
    if (header_bytes < HW_FATBIN_ENTRY || !hw_scan_has(scan, offset, header_bytes) ||
        !hw_scan_has(scan, offset + header_bytes, bytes))
        return hw_scan_fail(scan, HW_ERR_FORMAT, offset,
                            "an entry of 0x%llx bytes behind a header of 0x%llx passes the end of its fatbin",
                            (unsigned long long)bytes, (unsigned long long)header_bytes);
    if (packed > bytes)
        return hw_scan_fail(scan, HW_ERR_FORMAT, offset + 16,
                            "an entry of 0x%llx bytes is to hold 0x%llx packed ones",
                            (unsigned long long)bytes, (unsigned long long)packed);
    const char *name;
    const size_t name_bytes = name_of(header, header_bytes, &name);
    struct hw_entry entry = {.kind = kind_of(hw_get16(header)),
                             .offset = offset + header_bytes,
                             .bytes = packed ? packed : bytes,
                             .unpacked_bytes = bytes,
                             .flags = hw_get64(header + 40)};
    entry.packing = packing_of(entry.flags, packed);
    if (entry.packing != HW_PACKING_NONE)
        entry.unpacked_bytes = hw_get64(header + 56);
    *next = offset + header_bytes + bytes;
    if (hw_get16(header) == HW_FATBIN_KIND_GROUP)
        return read_group(scan, &entry, header, header_bytes);
    set_target(&entry, header);
    return hw_scan_add(scan, &entry, name_bytes ? name : NULL, name_bytes);
}

hw_status hw_scan_fatbin(const struct hw_scan *scan, uint64_t *length)
{
    const uint8_t *header = hw_scan_at(scan, scan->begin);
    uint64_t header_bytes = hw_get16(header + 6), bytes = hw_get64(header + 8);
    if (header_bytes < HW_FATBIN_HEADER || !hw_scan_has(scan, scan->begin, header_bytes) ||
        !hw_scan_has(scan, scan->begin + header_bytes, bytes))
        return hw_scan_fail(
            scan, HW_ERR_FORMAT, scan->begin,
            "a fatbin of 0x%llx bytes behind a header of 0x%llx passes the end of what holds it",
            (unsigned long long)bytes, (unsigned long long)header_bytes);
    struct hw_scan inside = *scan;
    hw_status status = HW_OK;
    inside.begin = scan->begin + header_bytes;
    inside.end = inside.begin + bytes;
    inside.fatbin = scan->begin;
    for (uint64_t at = inside.begin; !status && at < inside.end;)
        status = read_entry(&inside, at, &at);
    *length = header_bytes + bytes;
    return status;
}

hw_status hw_scan_fatbins(const struct hw_scan *scan)
{
    struct hw_scan rest = *scan;
    hw_status status = HW_OK;
    while (!status && rest.begin < rest.end) {
        uint64_t length = HW_FATBIN_ALIGN;
        if (hw_scan_is_fatbin(&rest))
            status = hw_scan_fatbin(&rest, &length);
        uint64_t step = hw_round_up(length, HW_FATBIN_ALIGN);
        rest.begin = step < rest.end - rest.begin ? rest.begin + step : rest.end;
    }
    return status;
}
