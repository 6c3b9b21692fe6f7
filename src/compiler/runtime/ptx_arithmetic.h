/* SPDX-License-Identifier: MIT */
/* Arithmetic that chips lack as one instruction, as functions in PTX, which are a part of this library. Their
 * names say which operation they stand for: codegen/legalise_libcalls.h. */
#ifndef HW_COMPILER_RUNTIME_PTX_ARITHMETIC_H
#define HW_COMPILER_RUNTIME_PTX_ARITHMETIC_H

const char *hw_arithmetic_text(void);       /* arithmetic.ptx: what no chip has */
const char *hw_arithmetic_tesla_text(void); /* arithmetic_tesla.ptx: what chips before GF100 lack beside */

#endif
