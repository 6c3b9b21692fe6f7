/* SPDX-License-Identifier: MIT */
/* Fat binaries as programs of CUDA 2.x and 3.x register them. */
#ifndef HW_CUDA_CORE_MODULES_REGISTERED_FATBIN_OLD_H
#define HW_CUDA_CORE_MODULES_REGISTERED_FATBIN_OLD_H

#include <halfwarp/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether what a program registers is of that kind. */
bool hw_cuda_fatbin_is_old(const void *registered);
/* Its code in a container as later toolkits make them, for the caller to free. */
hw_status hw_cuda_fatbin_convert(const void *registered, uint8_t **container, size_t *bytes,
                                 struct hw_error *error);

#endif
