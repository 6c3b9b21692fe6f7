/* SPDX-License-Identifier: MIT */
/* CUPTI_API_VERSION of the toolkit that a library stands for (CUPTI's documentation, cuptiGetVersion). */
#include "cuda/cupti/cupti.h"

#define SINCE_13 (HW_TOOLKIT / 1000 * 10000 + HW_TOOLKIT % 1000 / 10 * 100)

const uint32_t hw_cupti_version = HW_TOOLKIT >= 13000 ? SINCE_13 : HW_TOOLKIT >= 12090 ? 28 : 18;
