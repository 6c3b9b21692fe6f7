/* SPDX-License-Identifier: MIT */
/* The objects that hold what a program wants of Jacobi's functions, and of those with 64-bit sizes. */
#ifndef HW_CUDA_SOLVER_SOLVER_INFO_H
#define HW_CUDA_SOLVER_SOLVER_INFO_H

#include "cuda/solver/cusolver.h"

#include <stdbool.h>

bool hw_solver_is_syevj(syevjInfo_t info);
bool hw_solver_is_gesvdj(gesvdjInfo_t info);
bool hw_solver_is_params(cusolverDnParams_t params);

#endif
