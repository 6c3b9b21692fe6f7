/* SPDX-License-Identifier: MIT */
/* See jit_ternary.h.  Instructions need not be told apart for that: wherever in the file one begins, its
 * bytes follow each other (Intel's manual, volume 2, "EVEX encoding").  Constants that look alike do no harm.
 */
#include "jit/compiler/jit_ternary.h"

#include <stdint.h>

#define EVEX      0x62u
#define MAP       0x07u /* of the first byte behind it */
#define MAP_0F3A  0x03u
#define PREFIX    0x07u /* of the second: a bit that is set, and which prefix it stands for */
#define PREFIX_66 0x05u
#define MASK      0x07u /* of the third */
#define ZEROES    0x80u
#define VPTERNLOG 0x25u /* D and Q */
#define MODE      0xc0u /* of the byte of operands */
#define MODE_REG  0xc0u
#define LENGTH    6u

static bool is_doubtful(const uint8_t *code)
{
    return code[0] == EVEX && (code[1] & MAP) == MAP_0F3A && (code[2] & PREFIX) == PREFIX_66 &&
           (code[3] & MASK) && !(code[3] & ZEROES) && code[4] == VPTERNLOG && (code[5] & MODE) != MODE_REG;
}

bool hw_jit_ternary_is_in(const void *object, size_t size)
{
    const uint8_t *code = object;

    for (size_t i = 0; i + LENGTH <= size; i++)
        if (is_doubtful(&code[i]))
            return true;
    return false;
}
