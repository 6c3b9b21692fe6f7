/* SPDX-License-Identifier: MIT */
/* What keeps the work of a stream in order: each stream has a lane, and each context one for its legacy
 * default stream. */
#ifndef HW_CUDA_CORE_LANE_H
#define HW_CUDA_CORE_LANE_H

#include <stdbool.h>

struct hw_cuda_capture;
struct hw_cuda_pending;

struct hw_cuda_lane {
    struct hw_cuda_pending *tail; /* the last item that is not done; NULL: none */
    bool alone;                   /* it has no order with the legacy default stream */
};

#endif
