/* SPDX-License-Identifier: MIT */
/* The kernels of cubins in files, one after the other, for programs that count what compilers do. */
#ifndef HW_TESTS_ORACLE_KERNEL_FILES_H
#define HW_TESTS_ORACLE_KERNEL_FILES_H

#include <halfwarp/isa.h>
#include <halfwarp/module.h>

#include <stddef.h>

/* A kernel, and where it is from.  Its code may be changed. */
struct kernel_place {
    const char *file, *target_name;
    struct hw_target target;
    struct hw_kernel *kernel;
};

typedef void kernel_visit(const struct kernel_place *place);

/* Visit those whose code has scoreboards.  `step`: of each file's cubins only every so manieth; `only`: of
 * archives only cubins for this target, "" for all.  A file that cannot be read ends the program. */
void each_kernel(const char *path, size_t step, const char *only, kernel_visit *visit);

#endif
