/* SPDX-License-Identifier: MIT */
/* See utf8.h. */
#include "utf8.h"

#include <stddef.h>

/* The bytes of the UTF-8 character at `text`; 0 where there is none (RFC 3629, section 4). */
static size_t character_bytes(const unsigned char *text)
{
    const unsigned char first = text[0], second = first ? text[1] : 0;
    const size_t count = first < 0x80   ? 1
                         : first < 0xc2 ? 0
                         : first < 0xe0 ? 2
                         : first < 0xf0 ? 3
                         : first < 0xf5 ? 4
                                        : 0;

    if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) ||
        (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f))
        return 0;
    for (size_t i = 1; i < count; i++)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    return count;
}

uint32_t hw_utf8_next(const char **text)
{
    static const unsigned char first_bits[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    const unsigned char *at = (const unsigned char *)*text;
    const size_t count = character_bytes(at);
    uint32_t character = count ? at[0] & first_bits[count] : at[0];

    for (size_t i = 1; i < count; i++)
        character = character << 6 | (at[i] & 0x3fu);
    *text += !*at ? 0 : count ? count : 1;
    return character;
}

unsigned hw_utf8_put(uint32_t character, char bytes[4])
{
    if (character < 0x80) {
        bytes[0] = (char)character;
        return 1;
    }
    const unsigned count = character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
    static const unsigned char heads[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (unsigned i = count - 1; i > 0; i--, character >>= 6)
        bytes[i] = (char)(0x80 | (character & 0x3f));
    bytes[0] = (char)(heads[count] | character);
    return count;
}
