/* SPDX-License-Identifier: MIT */
/* Attributes of a device that toolkits since CUDA 5 have added (see attribute.c). */
#ifndef HW_CUDA_CORE_DEVICES_ATTRIBUTES_CUDA5_H
#define HW_CUDA_CORE_DEVICES_ATTRIBUTES_CUDA5_H

#include "cuda/core/devices/device.h"

#define HW_CUDA_STREAM_PRIORITIES 78 /* whether there are any */

#define HW_CUDA_PERSISTING_L2 108

/* How much of a chip's L2 may be set aside for what is to stay there. */
uint32_t hw_cuda_persisting_l2(const struct hw_chip_info *chip);
/* The value of one of them; 0 for what a device of these generations does not have, as for numbers that there
 * are not. */
int hw_cuda_later_attribute(const struct hw_cuda_device *device, int attribute);

#endif
