/* SPDX-License-Identifier: MIT */
/* The frame of every call of NVML, and what its files share. */
#ifndef HW_CUDA_NVML_NVML_CALL_H
#define HW_CUDA_NVML_NVML_CALL_H

#include "cuda/nvml/nvml.h"

/* Take the lock; an error before nvmlInit. */
nvmlReturn_t hw_nvml_begin(void);
nvmlReturn_t hw_nvml_end(const char *call, nvmlReturn_t result);

/* The body of a function, with an expression for what it does. */
#define HW_NVML_CALL(work)                                                    \
    do {                                                                      \
        const nvmlReturn_t begun = hw_nvml_begin();                           \
        return hw_nvml_end(__func__, begun == NVML_SUCCESS ? (work) : begun); \
    } while (0)

/* The number of a device; -1: the handle is none. */
int hw_nvml_index(nvmlDevice_t device);
nvmlReturn_t hw_nvml_about(nvmlDevice_t device, struct hw_cuda_installed *about);
/* Give text to the program, where it fits. */
nvmlReturn_t hw_nvml_give_text(char *to, unsigned length, const char *text);
/* Give a number to the program, where it has room for it and the device is one. */
nvmlReturn_t hw_nvml_give(nvmlDevice_t device, int *to, int value);
/* Refuse what a device does not have. */
nvmlReturn_t hw_nvml_refuse(nvmlDevice_t device, const void *to);

/* What rows of nvidia-ml.api call, and other functions of this room, too. */
nvmlReturn_t hw_nvml_find_index(unsigned index, nvmlDevice_t *device);
nvmlReturn_t hw_nvml_get_place(nvmlDevice_t device, nvmlPciInfo_t *info);
nvmlReturn_t hw_nvml_get_memory(nvmlDevice_t device, nvmlMemory_t *memory);
nvmlReturn_t hw_nvml_list_no_processes(nvmlDevice_t device, unsigned *count);

#endif
