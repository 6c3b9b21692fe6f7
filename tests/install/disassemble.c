/* SPDX-License-Identifier: MIT */
/* A C program on the installed library: decode one instruction, print it, parse it back.
 * It needs halfwarp-isa only, and is built against either library. */
#include <halfwarp/isa.h>

#include <stdio.h>
#include <string.h>

int main(void)
{
    static const unsigned char code[8] = {0x15, 0x80, 0x01, 0x10, 0x03, 0x00, 0x00, 0x00};
    struct hw_error error;
    struct hw_target target;
    struct hw_insn insn, again;
    char text[HW_TEXT_MAX];

    if (hw_target_find("sm_10", &target, &error) || hw_decode(&target, code, sizeof code, &insn)) {
        fprintf(stderr, "no sm_10, or no instruction\n");
        return 1;
    }
    hw_print(&insn, HW_SYNTAX_NV, 0, text, sizeof text);
    puts(text);
    if (hw_parse(&target, HW_SYNTAX_NV, text, 0, &again, &error)) {
        fprintf(stderr, "column %u: %s\n", error.column, error.text);
        return 1;
    }
    return strcmp(text, "MVI R5, 0x1") != 0 || again.word[0] != insn.word[0];
}
