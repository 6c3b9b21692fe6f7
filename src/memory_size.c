/* SPDX-License-Identifier: MIT */
/* The parser of HALFWARP_MEMORY reads sizes with commas between them, each a number of MiB or with K, M, G or
 * T (or k, m, g, t) for 2^10 to 2^40 bytes.  Memory costs the host what a program writes there, so it may be
 * more than the host has. */
#include "memory_size.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define LEAST_BYTES ((uint64_t)1 << 20)
#define MOST_BYTES  ((uint64_t)256 << 30) /* all devices share a window of 1 TiB */

/* The shift of a unit such as "G", "GB" or "GiB"; of none, a number's of MiB. */
static bool read_unit(const char *text, size_t length, unsigned *shift)
{
    static const struct {
        const char *name;
        unsigned shift;
    } units[] = {{"", 20}, {"K", 10}, {"M", 20}, {"G", 30}, {"T", 40}};
    const char *const endings[] = {"", "B", "iB"};

    for (size_t u = 0; u < sizeof units / sizeof *units; u++)
        for (size_t e = 0; e < (*units[u].name ? 3 : 1); e++) {
            const size_t name = strlen(units[u].name), ending = strlen(endings[e]);
            if (length == name + ending && strncasecmp(text, units[u].name, name) == 0 &&
                strncasecmp(text + name, endings[e], ending) == 0) {
                *shift = units[u].shift;
                return true;
            }
        }
    return false;
}

static bool read_size(const char *text, size_t length, uint64_t *bytes)
{
    const size_t digits = strspn(text, "0123456789");
    unsigned shift = 0;

    if (digits == 0 || digits > 12 || digits > length || !read_unit(text + digits, length - digits, &shift))
        return false;
    const uint64_t number = strtoull(text, NULL, 10);
    *bytes = number << shift;
    return *bytes >> shift == number && *bytes >= LEAST_BYTES && *bytes <= MOST_BYTES;
}

bool hw_memory_size(const char *list, int number, uint64_t *bytes)
{
    const char *at = list;

    if (!list || !*list)
        return true;
    for (;;) {
        const size_t length = strcspn(at, ",");
        if (!read_size(at, length, bytes))
            return false;
        if (number-- == 0 || !at[length])
            return true;
        at += length + 1;
    }
}
