/* SPDX-License-Identifier: MIT */
/* The sizes of workspaces of functions with sizes of 64 bits, which take the type of the numbers as an
 * argument. */
#include "cuda/solver/solver_dense.h"
#include "cuda/solver/solver_info.h"

/* The body of a bufferSize function of an m by n problem. */
cusolverStatus_t hw_solver_size_of(const char *name, cusolverDnHandle_t handle, cusolverDnParams_t params,
                                   int type, int64_t m, int64_t n, bool right, size_t *device_bytes,
                                   size_t *host_bytes)
{
    struct hw_solver_call call = hw_solver_begin(name, handle, type);

    hw_solver_sizes(&call, m, n, 0);
    hw_solver_demand(&call, right && (!params || hw_solver_is_params(params)));
    return hw_solver_end_bytes(&call, device_bytes, host_bytes);
}
