/* SPDX-License-Identifier: MIT */
/* What the functions about texture references share. */
#ifndef HW_CUDA_DRIVER_DRIVER_TEXTURE_H
#define HW_CUDA_DRIVER_DRIVER_TEXTURE_H

#include "cuda/driver/driver_call.h"

/* hw_cuda_fail for a reference that is none. */
CUresult hw_cu_fail_reference(CUtexref reference);
/* Bind as another format, which stays when that can be. */
CUresult hw_cu_bind(CUtexref reference, const struct cudaChannelFormatDesc *texel,
                    const struct hw_cuda_binding *binding, size_t *offset);
/* The settings of a reference, where what `argument` names is sensible, such as room for what is asked; NULL:
 * *result says why not. */
struct hw_cuda_sampling *hw_cu_settings(CUtexref reference, bool sensible, const char *argument,
                                        CUresult *result);

#endif
