/* SPDX-License-Identifier: MIT */
/* Which of the devices a program sees, by CUDA_VISIBLE_DEVICES. */
#ifndef HW_CUDA_CORE_DEVICES_VISIBLE_DEVICES_H
#define HW_CUDA_CORE_DEVICES_VISIBLE_DEVICES_H

#include <stdint.h>

/* The identifier of device `number` of all: the same in every run. */
#define HW_CUDA_UUID_BYTES 16
void hw_cuda_uuid_of(int number, uint8_t id[HW_CUDA_UUID_BYTES]);
/* The same as text: "GPU-" and hexadecimal digits in groups. */
#define HW_CUDA_UUID_TEXT_BYTES 48
void hw_cuda_uuid_text(int number, char text[HW_CUDA_UUID_TEXT_BYTES]);

/* Put the numbers of those that a list names among `all` devices into `chosen`, which has room for all, and
 * return how many they are.  NULL: all. */
int hw_cuda_visible(const char *list, int all, int *chosen);

#endif
