/* SPDX-License-Identifier: MIT */
/* The runtime library (like libdevice or compiler-rt) has arithmetic that chips lack as one instruction, as
 * functions in PTX, embedded in this library.  Their names say which operation they stand for:
 * codegen/legalise_libcalls.h. */
#ifndef HW_COMPILER_RUNTIME_PTX_ARITHMETIC_H
#define HW_COMPILER_RUNTIME_PTX_ARITHMETIC_H

const char *hw_arithmetic_text(void);       /* arithmetic.ptx: what no chip has */
const char *hw_arithmetic_tesla_text(void); /* arithmetic_tesla.ptx: what chips before GF100 lack beside */

#endif
