/* SPDX-License-Identifier: MIT */
/* This function prints the encoding of an instruction as hexadecimal digits, the high part first. */
#ifndef HW_CLI_WORD_TEXT_H
#define HW_CLI_WORD_TEXT_H

#include <halfwarp/insn.h>

#define HW_WORD_TEXT 35 /* bytes that hold 0x, 32 digits and the NUL */

/* Two digits a byte of the instruction, behind `prefix`: "0x", or nothing. */
void hw_word_text(const struct hw_insn *insn, const char *prefix, char text[HW_WORD_TEXT]);

#endif
