/* SPDX-License-Identifier: MIT */
/* Numbers in random programs.  What a compiler makes of a number depends on its words: 0, 1, all ones, a
 * power of two and their neighbours have shorter or other instructions, and so does a number of 64 bits one
 * of whose words is such. */
#ifndef HW_TESTS_PTX_NUMBER_H
#define HW_TESTS_PTX_NUMBER_H

#include "ptx_statement.h"

/* The number of a class that comes of a random one: its bits. */
uint64_t ptx_number(enum ptx_class class, uint64_t random);

#endif
