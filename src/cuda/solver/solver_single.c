/* SPDX-License-Identifier: MIT */
/* cuSOLVER's functions for floats. */
#include "cuda/solver/solver_dense.h"

#define TYPE        HW_NUMBER_R32F
#define T           float
#define REAL        float
#define DN(name)    cusolverDnS##name
#define DN_OR(name) cusolverDnSor##name
#define DN_SY(name) cusolverDnSsy##name
#include "cuda/solver/solver_typed.h"
#include "cuda/solver/solver_typed_values.h"
