/* SPDX-License-Identifier: MIT */
/* Functions, as the files of this room see them, and the state that toolkits before 4.0 keep with one for its
 * launches. */
#ifndef HW_CUDA_DRIVER_FUNCTION_STATE_H
#define HW_CUDA_DRIVER_FUNCTION_STATE_H

#include "cuda/driver/driver_call.h"

/* A handle of a program becomes the function that it means in the current context: one of a module, or a
 * kernel of a library. */
CUresult hw_cu_function(CUfunction *function);
/* The parts of calls for functions that are those of calls for kernels of libraries, too. */
CUresult hw_cu_function_attribute(int *value, int attribute, CUfunction function);
CUresult hw_cu_function_set_attribute(CUfunction function, int attribute, int value);
CUresult hw_cu_function_prefer_cache(CUfunction function, int config);
CUresult hw_cu_function_parameter(CUfunction function, size_t index, size_t *offset, size_t *bytes);
CUresult hw_cu_function_parameter_count(CUfunction function, size_t *count);

struct hw_cu_prepared {
    dim3 block; /* 0: not set */
    unsigned shared_bytes, parameter_bytes;
    size_t most; /* bytes of parameters that there is room for: as many as the device takes */
    uint8_t parameters[];
};

/* A function's, which is made at the first use and goes with the function. */
CUresult hw_cu_prepared(CUfunction function, struct hw_cu_prepared **prepared);

#endif
