/* SPDX-License-Identifier: MIT */
/* Carving finds GPU code in files that do not say where it is: programs without section headers, and those of
 * the oldest toolkits, which hold cubins as plain data.
 *
 * Fatbins and ELF cubins are known by their magic numbers, and must be whole; anything else with such a
 * number is passed over.  Text cubins are strings: they begin with `architecture {sm_` and a number (programs
 * that look for cubins, like this one, hold the words alone) and end with a NUL. */
#include "archive/cubin.h"
#include "archive/fatbin.h"
#include "archive/host_file.h"

#include <string.h>

static const char text_mark[] = "architecture {sm_";

/* A file made to look like many cubins, none of which is whole, must not cost more than this many looks. */
enum { FALSE_CUBINS_MAX = 64 };

static bool is_text_cubin(const char *text, size_t room)
{
    const size_t mark = sizeof text_mark - 1;

    return room > mark && memcmp(text, text_mark, mark) == 0 && text[mark] >= '0' && text[mark] <= '9';
}

/* Try what begins here; *length is how much it was, 0 for nothing. */
static hw_status try_here(const struct hw_scan *here, unsigned *false_cubins, uint64_t *length)
{
    struct hw_scan scan = *here;
    struct hw_archive *archive = scan.archive;
    *length = 0;
    if (hw_scan_is_fatbin(&scan)) {
        size_t before = archive->entry_count;
        scan.error = NULL; /* it may be no fatbin */
        hw_status status = hw_scan_fatbin(&scan, length);
        if (status == HW_ERR_FORMAT && archive->entry_count == before) {
            *length = 0;
            return HW_OK;
        }
        return status == HW_ERR_FORMAT ? HW_OK : status;
    }
    if (hw_scan_is_cubin(&scan) && *false_cubins < FALSE_CUBINS_MAX) {
        *length = hw_cubin_length(hw_scan_at(&scan, scan.begin), (size_t)(scan.end - scan.begin));
        *false_cubins += *length == 0;
        scan.end = scan.begin + *length;
        return *length ? hw_scan_cubin(&scan) : HW_OK;
    }
    const char *text = (const char *)hw_scan_at(&scan, scan.begin);
    size_t room = (size_t)(scan.end - scan.begin);
    if (is_text_cubin(text, room)) {
        *length = strnlen(text, room);
        scan.end = scan.begin + *length;
        return hw_scan_cubin(&scan);
    }
    return HW_OK;
}

hw_status hw_scan_carve(const struct hw_scan *scan)
{
    struct hw_scan rest = *scan;
    hw_status status = HW_OK;
    unsigned false_cubins = 0;
    while (!status && rest.begin < rest.end) {
        uint8_t first = *hw_scan_at(&rest, rest.begin);
        uint64_t length = 0;
        if (first == 0x50 || first == 0x7f || first == (uint8_t)text_mark[0])
            status = try_here(&rest, &false_cubins, &length);
        rest.begin += length ? length : 1;
    }
    return status;
}
