/* SPDX-License-Identifier: MIT */
/* The statuses that calls and launches are made to fail with. */
#ifndef HW_CUDA_INJECT_INJECT_STATUS_H
#define HW_CUDA_INJECT_INJECT_STATUS_H

#include "cuda/inject/inject_function.h"

#include <halfwarp/status.h>

/* Read a name or a number of a failure of the runtime, the driver or another library (of which only numbers
 * are known). *own: it is a number of runtime_error_rows.h, else one as programs see it. */
hw_status hw_inject_status(enum hw_inject_statuses statuses, const char *text, size_t length, int *status,
                           bool *own, struct hw_error *error);

/* Read what a kernel's fault is called: a number of the driver's, which the runtime has since CUDA 10.1, or a
 * name of the runtime's. */
hw_status hw_inject_fault(const char *text, size_t length, int *number, struct hw_error *error);
#define HW_INJECT_USUAL_FAULT 700 /* an illegal address */

#endif
