/* SPDX-License-Identifier: MIT */
/* Functions that device code calls and that are not in its module: the system calls of CUDA.
 *
 * Each has a code address of its own, far above any code.  The loader writes it where the code expects the
 * function's address; translation puts a micro-op and a return at it.  Arguments are in R4 and up, 64-bit
 * ones in even pairs, and the result in R4, as NVIDIA's compilers pass them from Fermi on; from Volta on the
 * return address is in R20.  A thread that calls __assertfail ends; the launch goes on, and has a fault at
 * its end. */
#ifndef HW_MACHINE_EXTERNAL_H
#define HW_MACHINE_EXTERNAL_H

#include "ops/uop.h"

enum hw_external {
    HW_EXTERNAL_VPRINTF = 0,
    HW_EXTERNAL_ASSERTFAIL,
    HW_EXTERNAL_MALLOC,
    HW_EXTERNAL_FREE,
    HW_EXTERNAL_GRID_HANDLE, /* the workspace of a cooperative launch */
    HW_EXTERNAL_GRID_SYNC,   /* grid_barrier.h */
    HW_EXTERNAL_UNDEFINED,   /* any function that nobody provides: calling it is a fault */
    HW_EXTERNALS
};

#define HW_EXTERNAL_RESULT  4 /* its register */
#define HW_EXTERNAL_RETURN  20
#define HW_EXTERNAL_BASE    0xfff00000u /* code address of the first one */
#define HW_EXTERNAL_STEP    32u
#define HW_EXTERNAL_NOWHERE (HW_EXTERNAL_BASE + HW_EXTERNAL_UNDEFINED * HW_EXTERNAL_STEP)

/* The code address of a function by name; 0 when nobody provides it. */
uint32_t hw_external_address(const char *name);

/* The name of the function at a code address; NULL when there is none. */
const char *hw_external_name(uint32_t address);

/* mode: enum hw_external. */
hw_uop_fn hw_uop_external;

#endif
