/* SPDX-License-Identifier: MIT */
/* See nvidia_packages.h: wheels of CUDA 11 and 12 have a folder each, those of CUDA 13 one for all. */
#include "nvidia_packages.h"

#include <stddef.h>

const char *const hw_nvidia_packages[] = {"nvidia/cuda_nvrtc/lib", "nvidia/nvjitlink/lib", "nvidia/cu13/lib",
                                          NULL};
