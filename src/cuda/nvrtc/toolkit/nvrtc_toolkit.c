/* SPDX-License-Identifier: MIT */
/* The toolkit that a library stands for. */
#include "cuda/nvrtc/nvrtc.h"

const int hw_nvrtc_toolkit = HW_TOOLKIT;
