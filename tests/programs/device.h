/* SPDX-License-Identifier: MIT */
/* A device for the test programs: a cubin of tests/data/programs, memory, and launches of its kernels.
 *
 * Whatever fails that a test does not look for fails the test, so callers need no checks.  A cubin is named
 * by its program and its variant: "integer" and "sm_50" is tests/data/programs/integer.sm_50.cubin; a variant
 * may go on behind the target ("sm_61-G", debug code).  Where there is no cubin, integer.sm_20.sass is
 * assembled.
 *
 * HW_PROGRAMS names another folder with cubins, of which tests take those that are there; HW_PROGRAMS_COSTS a
 * file that gets a line for each launch: kernel, warp instructions, clocks of the model of the chip. */
#ifndef HW_TESTS_PROGRAMS_DEVICE_H
#define HW_TESTS_PROGRAMS_DEVICE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/image.h>

struct device {
    struct hw_module *module;
    struct hw_memory *memory;
    struct hw_target target;
    const struct hw_chip_info *chip;
    struct hw_image image;
    struct hw_launch launch; /* of the last device_prepare */
    const char *kernel;      /* that was prepared last */
    bool prepared;
    struct hw_launch_result result;
    uint64_t async; /* hw_launch_code.async of the launches */
    struct hw_error error;
};

struct shape {
    uint32_t grid[3], block[3];
    uint32_t shared; /* dynamic shared memory, bytes */
};

void device_open(struct device *device, const char *program, const char *variant);
void device_close(struct device *device);
/* Whether there is a cubin. */
bool device_has(const char *program, const char *variant);

/* A cubin as `as` makes it from its listing without scheduling; all zero until device_reassemble has made
 * it. */
struct remade {
    uint8_t *bytes; /* from malloc */
    size_t length;
};
/* Assemble a listing into a cubin. */
void device_assemble(struct device *device, const char *text, struct remade *made);
/* Directly behind device_open: go on with the module made anew.  All uses of `remade` are of the same
 * cubin. */
void device_reassemble(struct device *device, struct remade *remade);

/* Memory of the device, and what is in it. */
uint64_t device_alloc(struct device *device, size_t bytes);
void device_write(struct device *device, uint64_t address, const void *data, size_t bytes);
void device_read(struct device *device, uint64_t address, void *data, size_t bytes);

/* The address of a module's variable. */
uint64_t device_variable(struct device *device, const char *name);

/* Load a kernel for launches of this shape; device->launch may be changed before device_run. */
void device_prepare(struct device *device, const char *kernel, const struct shape *shape);
/* Launch it with these parameter bytes. */
hw_status device_run(struct device *device, const void *params, size_t bytes);
/* The same where nothing may go wrong. */
void device_run_ok(struct device *device, const void *params, size_t bytes);

#endif
