/* SPDX-License-Identifier: MIT */
/* This reader finds fatbins in programs and libraries for Windows (PE) and their object files (COFF): in
 * sections whose names are cut to eight characters in a program and stand in a string table in an object.
 *
 *   PE              at 0x3c the offset of "PE\0\0"; the COFF header stands behind it
 *   COFF header     20 bytes: machine, number of sections (16 bits each), 8 offset of the symbols,
 *                   12 number of symbols, 16 bytes of the optional header (16 bits)
 *   optional header stands before the section headers
 *   section header  40 bytes: 8 name, 16 bytes in the file, 20 their offset
 *   big object      more than 65,279 sections: 0, 0xffff, version 2; from 44 on the numbers of sections and
 *                   symbols in 32 bits */
#include "archive/fatbin.h"
#include "archive/host_file.h"

#include <stdlib.h>
#include <string.h>

enum { COFF_HEADER = 20, BIG_HEADER = 56, SECTION_HEADER = 40, SYMBOL = 18, BIG_SYMBOL = 20, NAME = 8 };

struct coff {
    uint64_t sections; /* offset of the first section header */
    uint32_t count;
    uint64_t strings; /* offset of the string table, 0 for none */
};

static bool is_machine(uint32_t machine)
{
    return machine == 0x8664 || machine == 0x14c || machine == 0xaa64;
}

/* The offset of the COFF header in a PE file, 0 where it is none. */
static uint64_t pe_header(const struct hw_scan *scan)
{
    const uint8_t *bytes = hw_scan_at(scan, scan->begin);
    if (!hw_scan_has(scan, scan->begin, 0x40) || memcmp(bytes, "MZ", 2) != 0)
        return 0;
    uint64_t at = scan->begin + hw_get32(bytes + 0x3c);
    if (!hw_scan_has(scan, at, 4 + COFF_HEADER) || memcmp(hw_scan_at(scan, at), "PE\0\0", 4) != 0)
        return 0;
    return at + 4;
}

bool hw_scan_is_pe(const struct hw_scan *scan)
{
    return pe_header(scan) != 0;
}

static bool is_big(const struct hw_scan *scan)
{
    const uint8_t *bytes = hw_scan_at(scan, scan->begin);
    return hw_scan_has(scan, scan->begin, BIG_HEADER) && hw_get32(bytes) == 0xffff0000 &&
           hw_get16(bytes + 4) >= 2 && is_machine(hw_get16(bytes + 6));
}

/* A plain COFF header has no magic number but its machine, so its tables must fit as well. */
bool hw_scan_is_coff(const struct hw_scan *scan)
{
    const uint8_t *bytes = hw_scan_at(scan, scan->begin);
    if (is_big(scan))
        return true;
    return hw_scan_has(scan, scan->begin, COFF_HEADER) && is_machine(hw_get16(bytes)) &&
           hw_get16(bytes + 16) == 0 &&
           hw_scan_has(scan, scan->begin + COFF_HEADER, (uint64_t)hw_get16(bytes + 2) * SECTION_HEADER) &&
           hw_scan_has(scan, scan->begin + hw_get32(bytes + 8), 0);
}

/* A section's name: up to eight characters, or `/N` for an offset in the string table. */
static void section_name(const struct hw_scan *scan, const struct coff *coff, const uint8_t *header,
                         char *name, size_t size)
{
    char number[NAME + 1] = "";
    memcpy(number, header, NAME);
    memcpy(name, number, sizeof number);
    if (number[0] != '/' || !coff->strings)
        return;
    uint64_t at = coff->strings + strtoul(number + 1, NULL, 10);
    if (!hw_scan_has(scan, at, 1))
        return;
    size_t length = strnlen((const char *)hw_scan_at(scan, at), (size_t)(scan->end - at));
    if (length < size) {
        memcpy(name, hw_scan_at(scan, at), length);
        name[length] = '\0';
    }
}

static hw_status scan_sections(const struct hw_scan *scan, const struct coff *coff)
{
    size_t before = scan->archive->entry_count;
    hw_status status = HW_OK;
    if (!hw_scan_has(scan, coff->sections, (uint64_t)coff->count * SECTION_HEADER))
        return hw_scan_fail(scan, HW_ERR_FORMAT, coff->sections,
                            "%u section headers pass the end of the file", coff->count);
    for (uint32_t i = 0; !status && i < coff->count; i++) {
        const uint8_t *header = hw_scan_at(scan, coff->sections + (uint64_t)i * SECTION_HEADER);
        char name[64];
        struct hw_scan inside = *scan;
        section_name(scan, coff, header, name, sizeof name);
        if (strncmp(name, ".nv_fatb", 8) != 0 && strncmp(name, "__nv_rel", 8) != 0)
            continue;
        inside.begin = scan->begin + hw_get32(header + 20);
        inside.end = inside.begin + hw_get32(header + 16);
        if (!hw_scan_has(scan, inside.begin, inside.end - inside.begin))
            return hw_scan_fail(scan, HW_ERR_FORMAT, coff->sections + (uint64_t)i * SECTION_HEADER,
                                "section %s passes the end of the file", name);
        status = hw_scan_fatbins(&inside);
    }
    return status || scan->archive->entry_count != before ? status : hw_scan_carve(scan);
}

hw_status hw_scan_pe(const struct hw_scan *scan)
{
    uint64_t at = pe_header(scan);
    const uint8_t *header = hw_scan_at(scan, at);
    struct coff coff = {.sections = at + COFF_HEADER + hw_get16(header + 16), .count = hw_get16(header + 2)};
    return scan_sections(scan, &coff);
}

hw_status hw_scan_coff(const struct hw_scan *scan)
{
    const uint8_t *header = hw_scan_at(scan, scan->begin);
    bool big = is_big(scan);
    uint32_t symbols = hw_get32(header + (big ? 48 : 8)), count = hw_get32(header + (big ? 52 : 12));
    struct coff coff = {.sections = scan->begin + (big ? BIG_HEADER : COFF_HEADER),
                        .count = big ? hw_get32(header + 44) : hw_get16(header + 2)};
    if (symbols)
        coff.strings = scan->begin + symbols + (uint64_t)count * (big ? BIG_SYMBOL : SYMBOL);
    return scan_sections(scan, &coff);
}
