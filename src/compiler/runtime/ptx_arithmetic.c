/* SPDX-License-Identifier: MIT */
/* Embeds the runtime library: see ptx_arithmetic.h.  The files become parts of the object file as they are;
 * HW_PTX_LIBRARY is their folder. */
#include "compiler/runtime/ptx_arithmetic.h"

#define INCLUDE(symbol, file) \
    __asm__(".section .rodata\n" symbol ":\n.incbin \"" HW_PTX_LIBRARY "/" file "\"\n.byte 0\n.previous\n")

INCLUDE("hw_arithmetic_ptx", "arithmetic.ptx");
INCLUDE("hw_arithmetic_tesla_ptx", "arithmetic_tesla.ptx");
extern const char hw_arithmetic_ptx[], hw_arithmetic_tesla_ptx[];

const char *hw_arithmetic_text(void)
{
    return hw_arithmetic_ptx;
}

const char *hw_arithmetic_tesla_text(void)
{
    return hw_arithmetic_tesla_ptx;
}
