/* SPDX-License-Identifier: MIT */
/* See library.h.  HW_LIBRARY_PTX is the file, which becomes a part of the object file as it is. */
#include "compiler/library/library.h"

__asm__(".section .rodata\n"
        "hw_library_ptx:\n"
        ".incbin \"" HW_LIBRARY_PTX "\"\n"
        ".byte 0\n"
        ".previous\n");
extern const char hw_library_ptx[];

const char *hw_library_text(void)
{
    return hw_library_ptx;
}
