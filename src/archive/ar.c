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

bool hw_scan_is_ar(const struct hw_scan *scan)
{
    return hw_scan_has(scan, scan->begin, HW_AR_MAGIC) &&
           memcmp(hw_scan_at(scan, scan->begin), "!<arch>\n", HW_AR_MAGIC) == 0;
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

/* How many bytes of the contents are the name. */
static uint64_t inner_name_bytes(const uint8_t *header)
{
    return memcmp(header, "#1/", 3) == 0 ? number(header + 3, HW_AR_NAME - 3) : 0;
}

hw_status hw_ar_member_at(const struct hw_scan *scan, uint64_t at, struct hw_ar_member *member)
{
    const uint8_t *header = hw_scan_at(scan, at);
    if (!hw_scan_has(scan, at, HW_AR_HEADER))
        return hw_scan_fail(scan, HW_ERR_FORMAT, at, "the library ends inside the header of a member");
    const uint64_t bytes = number(header + HW_AR_SIZE_AT, HW_AR_SIZE), name = inner_name_bytes(header);
    *member = (struct hw_ar_member){.header = at, .begin = at + HW_AR_HEADER};
    if (!hw_scan_has(scan, member->begin, bytes))
        return hw_scan_fail(scan, HW_ERR_FORMAT, at, "a member of %llu bytes passes the end of its library",
                            (unsigned long long)bytes);
    member->end = member->begin + bytes;
    member->begin += name < bytes ? name : bytes;
    member->next = member->end + (member->end - scan->begin) % 2;
    return HW_OK;
}

static void member_name(const struct hw_scan *library, const struct library *names,
                        const struct hw_ar_member *member, char *name, size_t size)
{
    const uint8_t *header = hw_scan_at(library, member->header);
    const char *text = (const char *)header;
    size_t length = HW_AR_NAME;
    if (inner_name_bytes(header)) {
        text += HW_AR_HEADER;
        length = (size_t)(member->begin - member->header - HW_AR_HEADER);
    } else if (header[0] == '/' && header[1] >= '0' && header[1] <= '9') {
        uint64_t at = number(header + 1, HW_AR_NAME - 1);
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
    struct hw_ar_member member = {.next = scan->begin + HW_AR_MAGIC};
    while (!status && member.next < scan->end) {
        status = hw_ar_member_at(scan, member.next, &member);
        if (status)
            return status;
        const uint8_t *header = hw_scan_at(scan, member.header);
        if (memcmp(header, "// ", 3) == 0) {
            names =
                (struct library){(const char *)header + HW_AR_HEADER, (size_t)(member.end - member.begin)};
            continue;
        }
        char name[256];
        member_name(scan, &names, &member, name, sizeof name);
        struct hw_scan contents = *scan;
        contents.begin = member.begin;
        contents.end = member.end;
        contents.member = name;
        status = scan_member(&contents);
    }
    return status;
}
