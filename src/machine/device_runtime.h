/* SPDX-License-Identifier: MIT */
/* The device runtime: functions that device code calls and that are not in its module, the system calls of
 * CUDA.
 *
 * Each has a code address of its own, far above any code.  The loader writes it where the code expects the
 * function's address; translation puts a micro-op and a return at it.  Calling convention: arguments are in
 * R4 and up, 64-bit ones in even pairs, and the result in R4, as NVIDIA's compilers pass them from Fermi on;
 * from Volta on the return address is in R20.  A thread that calls __assertfail ends; the launch goes on, and
 * has a fault at its end. */
#ifndef HW_MACHINE_DEVICE_RUNTIME_H
#define HW_MACHINE_DEVICE_RUNTIME_H

#include "ops/uop.h"

enum hw_device_call {
    HW_DEVICE_CALL_VPRINTF = 0,
    HW_DEVICE_CALL_ASSERTFAIL,
    HW_DEVICE_CALL_MALLOC,
    HW_DEVICE_CALL_FREE,
    HW_DEVICE_CALL_GRID_HANDLE, /* of a cooperative launch (cooperative_groups.h) */
    HW_DEVICE_CALL_GRID_SYNC,   /* grid_barrier.h */
    /* The same, as programs know it. */
    HW_DEVICE_CALL_GROUP_HANDLE,
    HW_DEVICE_CALL_GROUP_SYNC,
    HW_DEVICE_CALL_GROUP_SYNC_GRID,
    HW_DEVICE_CALL_GROUP_SIZE,
    HW_DEVICE_CALL_GROUP_RANK,
    HW_DEVICE_CALL_UNDEFINED, /* any function that is not provided: calling it is a fault */
    HW_DEVICE_CALLS /* those that launch kernels follow, as device_launch/device_function.h numbers them */
};

#define HW_DEVICE_CALL_RESULT  4 /* its register */
#define HW_DEVICE_CALL_RETURN  20
#define HW_DEVICE_CALL_BASE    0xfff00000u /* code address of the first one */
#define HW_DEVICE_CALL_STEP    32u
#define HW_DEVICE_CALL_NOWHERE (HW_DEVICE_CALL_BASE + HW_DEVICE_CALL_UNDEFINED * HW_DEVICE_CALL_STEP)

/* The code address of a function by name; 0 when it is not provided. */
uint32_t hw_device_call_address(const char *name);

/* Whether a name is that of a function that launches kernels or belongs to that
 * (device_launch/device_function.h). */
bool hw_device_call_launches(const char *name);
/* What code does that calls it: enum hw_device_use, there. */
uint32_t hw_device_call_use(const char *name);
/* Whether the function is called here even where a file defines it, by NVIDIA's code for NVIDIA's driver:
 * such a one, or one of groups of grids. */
bool hw_device_call_replaces(const char *name);

/* How many functions code can call. */
uint32_t hw_device_call_count(bool launches);

/* The name of the function at a code address; NULL when there is none. */
const char *hw_device_call_name(uint32_t address);

/* mode: enum hw_device_call. */
hw_uop_fn hw_uop_device_call;

#endif
