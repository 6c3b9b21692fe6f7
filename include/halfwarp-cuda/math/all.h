/* SPDX-License-Identifier: MIT */
/* The whole library of math functions. */
#ifndef HALFWARP_CUDA_MATH_ALL_H
#define HALFWARP_CUDA_MATH_ALL_H

#include "bessel.h"
#include "error_function.h"
#include "gamma.h"
#include "inverse_trigonometric.h"
#include "parts.h"
#include "power.h"
#include "roots.h"
#include "trigonometric.h"

#endif
