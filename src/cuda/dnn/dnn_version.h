/* SPDX-License-Identifier: MIT */
/* Which cuDNN the library says it is: the one that the program would have loaded without us.  Frameworks
 * compare it with the one they were built with, and refuse an older one. */
#ifndef HW_CUDA_DNN_DNN_VERSION_H
#define HW_CUDA_DNN_DNN_VERSION_H

#include "cuda/dnn/toolkit/dnn_toolkit.h"

/* Looked for once. */
const struct hw_dnn_version *hw_dnn_version(void);

#endif
