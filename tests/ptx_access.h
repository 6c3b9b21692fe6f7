/* SPDX-License-Identifier: MIT */
/* Accesses of random PTX programs to a few bytes of global memory that are a thread's own: loads, stores and
 * atomic operations of all widths, so that they overlap and their order counts. */
#ifndef HW_TESTS_PTX_ACCESS_H
#define HW_TESTS_PTX_ACCESS_H

#include <stdint.h>

enum { PTX_OWN_BYTES = 16 };

struct ptx_access {
    const char *before, *behind; /* of the place */
    char class;                  /* of its registers: w or d */
    uint8_t bytes;
    uint8_t work;
};

/* Access number `number`, modulo how many there are. */
const struct ptx_access *ptx_access(unsigned number);
/* Where it goes: any multiple of its bytes. */
unsigned ptx_access_place(const struct ptx_access *access, unsigned number);
/* Do it: what register $d is then, which is `d` before; `a` is register $a. */
uint64_t ptx_access_do(const struct ptx_access *access, uint8_t own[PTX_OWN_BYTES], unsigned place,
                       uint64_t d, uint64_t a);

#endif
