/* SPDX-License-Identifier: MIT */
/* See ptx_arithmetic.h.  HW_ARITHMETIC_PTX is the file, which becomes a part of the object file as it is. */
#include "compiler/library/ptx_arithmetic.h"

__asm__(".section .rodata\n"
        "hw_arithmetic_ptx:\n"
        ".incbin \"" HW_ARITHMETIC_PTX "\"\n"
        ".byte 0\n"
        ".previous\n");
extern const char hw_arithmetic_ptx[];

const char *hw_arithmetic_text(void)
{
    return hw_arithmetic_ptx;
}
