/* SPDX-License-Identifier: MIT */
/* See detect.h. */
#include "archive/detect.h"

#include "archive/cubin.h"
#include "archive/fatbin.h"
#include "archive/host_file.h"

#include <string.h>

enum hw_archive_kind hw_scan_kind(const struct hw_scan *scan)
{
    if (hw_scan_is_fatbin(scan))
        return HW_ARCHIVE_FATBIN;
    if (hw_scan_is_cubin(scan))
        return HW_ARCHIVE_CUBIN;
    if (hw_scan_is_elf(scan))
        return HW_ARCHIVE_ELF;
    if (hw_scan_is_pe(scan))
        return HW_ARCHIVE_PE;
    if (hw_scan_is_coff(scan))
        return HW_ARCHIVE_COFF;
    return hw_scan_is_ptx(scan) ? HW_ARCHIVE_PTX : HW_ARCHIVE_CUBIN;
}

hw_status hw_scan_file(const struct hw_scan *scan, enum hw_archive_kind kind)
{
    switch (kind) {
    case HW_ARCHIVE_CUBIN: return hw_scan_cubin(scan);
    case HW_ARCHIVE_PTX: return hw_scan_ptx(scan);
    case HW_ARCHIVE_FATBIN: return hw_scan_fatbins(scan);
    case HW_ARCHIVE_ELF: return hw_scan_host_elf(scan);
    case HW_ARCHIVE_PE: return hw_scan_pe(scan);
    case HW_ARCHIVE_COFF: return hw_scan_coff(scan);
    case HW_ARCHIVE_AR:
    case HW_ARCHIVE_ZIP: break;
    }
    return HW_OK;
}

bool hw_begins_like_code(const uint8_t first[HW_FIRST_BYTES])
{
    return memcmp(first, "\177ELF", 4) == 0 || memcmp(first, "!<arch>\n", 8) == 0 ||
           memcmp(first, "MZ", 2) == 0 || hw_get32(first) == HW_FATBIN_MAGIC;
}

bool hw_is_named_like_code(const char *name, size_t length)
{
    static const char *const endings[] = {".cubin", ".ptx", ".obj"};

    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        const size_t bytes = strlen(endings[i]);
        if (length >= bytes && memcmp(name + length - bytes, endings[i], bytes) == 0)
            return true;
    }
    return false;
}
