/* SPDX-License-Identifier: MIT */
/* cuSOLVER's functions for complex doubles. */
#include "cuda/solver/solver_dense.h"

#define TYPE        HW_NUMBER_C64F
#define T           double _Complex
#define REAL        double
#define DN(name)    cusolverDnZ##name
#define DN_OR(name) cusolverDnZun##name
#define DN_SY(name) cusolverDnZhe##name
#include "cuda/solver/solver_typed.h"
#include "cuda/solver/solver_typed_values.h"
