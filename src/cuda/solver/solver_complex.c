/* SPDX-License-Identifier: MIT */
/* cuSOLVER's functions for complex floats. */
#include "cuda/solver/solver_dense.h"

#define TYPE        HW_NUMBER_C32F
#define T           float _Complex
#define REAL        float
#define DN(name)    cusolverDnC##name
#define DN_OR(name) cusolverDnCun##name
#define DN_SY(name) cusolverDnChe##name
#include "cuda/solver/solver_typed.h"
#include "cuda/solver/solver_typed_values.h"
