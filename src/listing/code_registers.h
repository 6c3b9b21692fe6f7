/* SPDX-License-Identifier: MIT */
/* How many registers code names. */
#ifndef HW_LISTING_CODE_REGISTERS_H
#define HW_LISTING_CODE_REGISTERS_H

#include <halfwarp/isa.h>
#include <halfwarp/module.h>

/* One more than the highest register that the code reads or writes, 0 for none: of a pair the second counts,
 * RZ does not. */
uint32_t hw_code_registers(const struct hw_target *target, const void *code, size_t size);

/* The same of a kernel where it is more than a thread has, else 0; and 0 for a function, which has its
 * caller's, and for a kernel that changes the number of its registers (USETMAXREG). */
uint32_t hw_kernel_excess_registers(const struct hw_target *target, const struct hw_kernel *kernel);

#endif
