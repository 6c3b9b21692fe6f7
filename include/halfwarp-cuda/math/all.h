/* SPDX-License-Identifier: MIT */
/* The whole library of math functions. */
#ifndef HALFWARP_CUDA_MATH_ALL_H
#define HALFWARP_CUDA_MATH_ALL_H

#include "math/bessel.h"
#include "math/error_function.h"
#include "math/gamma.h"
#include "math/inverse_trigonometric.h"
#include "math/parts.h"
#include "math/power.h"
#include "math/roots.h"
#include "math/trigonometric.h"

#endif
