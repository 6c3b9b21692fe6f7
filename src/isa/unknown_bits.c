/* SPDX-License-Identifier: MIT */
/* This file finds instructions with set bits of unknown meaning.  They are decoded and run as if the bits
 * were 0; here they are found, so that a caller can warn. */
#include <halfwarp/isa.h>

#include <stdio.h>

void hw_code_unknown(const struct hw_target *target, const void *code, size_t length,
                     struct hw_unknown_bits *found)
{
    size_t at = 0;

    *found = (struct hw_unknown_bits){.count = 0};
    while (at < length) {
        struct hw_insn insn;
        if (hw_decode_code(target, code, length, &at, &insn) != HW_OK)
            return;
        if ((insn.unknown[0] | insn.unknown[1]) && found->count++ == 0) {
            found->pc = at;
            found->insn = insn;
        }
        at += insn.bytes;
    }
}

void hw_unknown_bits_print(const struct hw_unknown_bits *found, const struct hw_target *target, char *text,
                           size_t size)
{
    char insn[HW_TEXT_MAX]; /* which ends with the bits */

    hw_print(&found->insn, hw_target_syntax(target), found->pc, insn, sizeof insn);
    snprintf(text, size, "%zu instruction%s that nobody knows; the first is 0x%04zx %s", found->count,
             found->count == 1 ? " has bits" : "s have bits", found->pc, insn);
}
