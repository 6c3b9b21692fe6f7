/* SPDX-License-Identifier: MIT */
/* cuSOLVER's functions for doubles. */
#include "cuda/solver/solver_dense.h"

#define TYPE        HW_NUMBER_R64F
#define T           double
#define REAL        double
#define DN(name)    cusolverDnD##name
#define DN_OR(name) cusolverDnDor##name
#define DN_SY(name) cusolverDnDsy##name
#include "cuda/solver/solver_typed.h"
#include "cuda/solver/solver_typed_values.h"
