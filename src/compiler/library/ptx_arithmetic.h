/* SPDX-License-Identifier: MIT */
/* Arithmetic that no chip has as one instruction, as functions in PTX (arithmetic.ptx), which is a part of
 * this library.  Their names say which operation they stand for: code/lower_calls.h. */
#ifndef HW_COMPILER_LIBRARY_PTX_ARITHMETIC_H
#define HW_COMPILER_LIBRARY_PTX_ARITHMETIC_H

const char *hw_arithmetic_text(void);

#endif
