/* SPDX-License-Identifier: MIT */
/* See word_text.h. */
#include "cli/word_text.h"

#include <inttypes.h>
#include <stdio.h>

void hw_word_text(const struct hw_insn *insn, const char *prefix, char text[HW_WORD_TEXT])
{
    if (insn->bytes > 8)
        snprintf(text, HW_WORD_TEXT, "%s%016" PRIx64 "%016" PRIx64, prefix, insn->word[1], insn->word[0]);
    else
        snprintf(text, HW_WORD_TEXT, "%s%0*" PRIx64, prefix, 2 * insn->bytes, insn->word[0]);
}
