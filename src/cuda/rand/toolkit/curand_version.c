/* SPDX-License-Identifier: MIT */
/* The version that cuRAND has in a toolkit: its own since CUDA 10.1, that of the toolkit before. */
#include "cuda/rand/curand.h"

const int hw_rand_version = HW_TOOLKIT < 10010 ? HW_TOOLKIT : 10400;
