/* SPDX-License-Identifier: MIT */
/* This reader lists the members of static libraries: `ar` files of objects, as System V, BSD and Windows
 * write them.
 *
 * Behind eight bytes of magic stand members, each with 60 bytes of text before it: 16 name, 10 bytes at 48
 * its size. A name `/N` is an offset in the member `//`, `#1/N` means that the first N bytes of the contents
 * are the name; members begin at even offsets. */
#include "archive/ar.h"

#include "archive/cubin.h"
#include "archive/detect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAGIC = 8, HEADER = 60, NAME = 16, SIZE_AT = 48, SIZE = 10 };

bool hw_scan_is_ar(const struct hw_scan *scan)
{
    return hw_scan_has(scan, scan->begin, MAGIC) &&
           memcmp(hw_scan_at(scan, scan->begin), "!<arch>\n", MAGIC) == 0;
}

/* Decimal digits of a field that blanks fill up. */
static uint64_t number(const uint8_t *text, size_t size)
{
    uint64_t value = 0;
    for (size_t i = 0; i < size && text[i] >= '0' && text[i] <= '9'; i++)
        value = value * 10 + (uint64_t)(text[i] - '0');
    return value;
}

struct library {
    const char *names; /* contents of the member of long names */
    size_t name_bytes;
};

/* Find a member's name; a name in the contents is cut off from them. */
static void member_name(const struct hw_scan *library, const struct library *names, const uint8_t *header,
                        struct hw_scan *contents, char *name, size_t size)
{
    const char *text = (const char *)header;
    size_t length = NAME;
    if (memcmp(header, "#1/", 3) == 0) {
        uint64_t bytes = number(header + 3, NAME - 3);
        text = (const char *)hw_scan_at(library, contents->begin);
        length = (size_t)(bytes < contents->end - contents->begin ? bytes : contents->end - contents->begin);
        contents->begin += length;
    } else if (header[0] == '/' && header[1] >= '0' && header[1] <= '9') {
        uint64_t at = number(header + 1, NAME - 1);
        text = at < names->name_bytes ? names->names + at : "";
        length = at < names->name_bytes ? names->name_bytes - (size_t)at : 0;
    }
    size_t count = 0;
    while (
        count < length && count + 1 < size && text[count] && text[count] != '\n' &&
        !(text[count] == '/' && (count + 1 == length || text[count + 1] == '\n' || text[count + 1] == ' ')))
        count++;
    while (count && text[count - 1] == ' ')
        count--;
    snprintf(name, size, "%.*s", (int)count, text);
}

/* A member may be anything: only kinds of files that can hold GPU code are looked into, and no library in a
 * library. */
static hw_status scan_member(const struct hw_scan *contents)
{
    if (hw_scan_is_ar(contents))
        return HW_OK;
    enum hw_archive_kind kind = hw_scan_kind(contents);
    bool text = kind == HW_ARCHIVE_CUBIN && !hw_scan_is_cubin(contents);
    return text ? HW_OK : hw_scan_file(contents, kind);
}

hw_status hw_scan_ar(const struct hw_scan *scan)
{
    struct library names = {0};
    hw_status status = HW_OK;
    uint64_t at = scan->begin + MAGIC;
    while (!status && at < scan->end) {
        const uint8_t *header = hw_scan_at(scan, at);
        char name[256];
        if (!hw_scan_has(scan, at, HEADER))
            return hw_scan_fail(scan, HW_ERR_FORMAT, at, "the library ends inside the header of a member");
        struct hw_scan contents = *scan;
        uint64_t bytes = number(header + SIZE_AT, SIZE);
        contents.begin = at + HEADER;
        if (!hw_scan_has(scan, contents.begin, bytes))
            return hw_scan_fail(scan, HW_ERR_FORMAT, at,
                                "a member of %llu bytes passes the end of its library",
                                (unsigned long long)bytes);
        contents.end = contents.begin + bytes;
        at = contents.end + (contents.end - scan->begin) % 2;
        if (memcmp(header, "// ", 3) == 0) {
            names = (struct library){(const char *)hw_scan_at(scan, contents.begin), (size_t)bytes};
            continue;
        }
        member_name(scan, &names, header, &contents, name, sizeof name);
        contents.member = name;
        status = scan_member(&contents);
    }
    return status;
}
