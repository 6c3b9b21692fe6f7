/* SPDX-License-Identifier: MIT */
/* Copies in the legacy default stream between the memories of several contexts.
 *
 * Such a copy does not start until all commands that were issued to either device before are done, and is
 * done before any that are issued later start (CUDA C++ Programming Guide, "Peer-to-Peer Memory Copy"; the
 * driver API says the same of contexts).  In a stream of the program a copy is in the order of that stream
 * alone. */
#ifndef HW_CUDA_CORE_STREAMS_COPY_PEERS_H
#define HW_CUDA_CORE_STREAMS_COPY_PEERS_H

#include "cuda/core/streams/stream_work.h"

#define HW_CUDA_COPY_PEERS 2 /* at most: that of the source, and of the destination */

/* The contexts besides the current one with whose legacy default streams work of a resolved stream is in
 * order; how many they are. */
unsigned hw_cuda_copy_peers(cudaStream_t stream, const struct hw_cuda_work *work,
                            struct hw_cuda_context *peer[HW_CUDA_COPY_PEERS]);

#endif
