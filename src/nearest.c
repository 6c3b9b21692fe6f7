/* SPDX-License-Identifier: MIT */
/* See nearest.h.  The distance is that of optimal string alignment: insertions, deletions, substitutions and
 * transpositions of neighbours, each 1. */
#include "nearest.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static bool is_same(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

static unsigned edit_distance(const char *a, size_t rows, const char *b, size_t columns)
{
    unsigned lines[3][HW_NEAREST_LENGTH + 1];
    unsigned *before = lines[0], *above = lines[1], *line = lines[2];

    for (size_t j = 0; j <= columns; j++)
        line[j] = (unsigned)j;
    for (size_t i = 1; i <= rows; i++) {
        unsigned *oldest = before;
        before = above;
        above = line;
        line = oldest;
        line[0] = (unsigned)i;
        for (size_t j = 1; j <= columns; j++) {
            line[j] = least(least(above[j], line[j - 1]) + 1, above[j - 1] + !is_same(a[i - 1], b[j - 1]));
            if (i > 1 && j > 1 && is_same(a[i - 1], b[j - 2]) && is_same(a[i - 2], b[j - 1]))
                line[j] = least(line[j], before[j - 2] + 1);
        }
    }
    return line[columns];
}

static bool begins_with(const char *name, size_t length, const char *front, size_t front_length)
{
    size_t i = 0;

    while (i < front_length && i < length && is_same(name[i], front[i]))
        i++;
    return i == front_length;
}

void hw_nearest_begin(struct hw_nearest *nearest, const char *wanted)
{
    nearest->wanted = wanted;
    nearest->count = 0;
}

/* Whether a kept name stands before a new one. */
static bool stands_before(const struct hw_nearest *nearest, unsigned at, unsigned distance, unsigned edits)
{
    return nearest->item[at].distance < distance ||
           (nearest->item[at].distance == distance && nearest->item[at].edits <= edits);
}

/* A name comes once: whether it is there as near.  If it is there and farther, it goes. */
static bool is_kept(struct hw_nearest *nearest, unsigned distance, unsigned edits, const char *name,
                    size_t length)
{
    unsigned at = 0;

    while (at < nearest->count &&
           (nearest->item[at].length != length || memcmp(nearest->item[at].name, name, length) != 0))
        at++;
    if (at == nearest->count || stands_before(nearest, at, distance, edits))
        return at < nearest->count;
    nearest->count--;
    memmove(&nearest->item[at], &nearest->item[at + 1], (nearest->count - at) * sizeof nearest->item[0]);
    return false;
}

static void keep(struct hw_nearest *nearest, unsigned distance, unsigned edits, const char *name,
                 size_t length)
{
    if (is_kept(nearest, distance, edits, name, length))
        return;
    unsigned at = nearest->count;
    while (at && !stands_before(nearest, at - 1, distance, edits))
        at--;
    if (at == HW_NEAREST_MAX)
        return;
    if (nearest->count < HW_NEAREST_MAX)
        nearest->count++;
    memmove(&nearest->item[at + 1], &nearest->item[at], (nearest->count - at - 1) * sizeof nearest->item[0]);
    nearest->item[at].name = name;
    nearest->item[at].length = length;
    nearest->item[at].distance = distance;
    nearest->item[at].edits = edits;
    while (nearest->item[nearest->count - 1].distance > nearest->item[0].distance + 1)
        nearest->count--;
}

static void offer(struct hw_nearest *nearest, const char *compared, size_t compared_length, const char *name,
                  size_t length)
{
    const size_t wanted_length = strnlen(nearest->wanted, HW_NEAREST_LENGTH);
    const size_t columns = compared_length < HW_NEAREST_LENGTH ? compared_length : HW_NEAREST_LENGTH;
    const unsigned edits = edit_distance(nearest->wanted, wanted_length, compared, columns);
    unsigned distance = edits;

    if (distance > 1 && wanted_length > 1 && begins_with(compared, columns, nearest->wanted, wanted_length))
        distance = 1;
    if (distance <= (wanted_length + 2) / 3 && distance < columns)
        keep(nearest, distance, edits, name, length);
}

void hw_nearest_offer(struct hw_nearest *nearest, const char *name, size_t length)
{
    offer(nearest, name, length, name, length);
}

void hw_nearest_offer_as(struct hw_nearest *nearest, const char *compared, const char *name, size_t length)
{
    offer(nearest, compared, strlen(compared), name, length);
}

char *hw_nearest_write(const struct hw_nearest *nearest, char *text, size_t bytes)
{
    size_t used = 0;

    *text = '\0';
    for (unsigned i = 0; i < nearest->count && used < bytes; i++) {
        const char *before = !i ? "" : i + 1 == nearest->count ? " or " : ", ";
        used += (size_t)snprintf(text + used, bytes - used, "%s%.*s", before, (int)nearest->item[i].length,
                                 nearest->item[i].name);
    }
    return text;
}

char *hw_nearest_ask(const struct hw_nearest *nearest, char *text, size_t bytes)
{
    static const char before[] = "; did you mean ";
    char *const names = text + sizeof before - 1;

    hw_nearest_write(nearest, names, bytes - sizeof before); /* the last byte is the question mark's */
    if (*names) {
        memcpy(text, before, sizeof before - 1);
        strcat(names, "?");
    } else {
        *text = '\0';
    }
    return text;
}
