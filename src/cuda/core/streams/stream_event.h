/* SPDX-License-Identifier: MIT */
/* Events, as streams see them. */
#ifndef HW_CUDA_CORE_STREAMS_STREAM_EVENT_H
#define HW_CUDA_CORE_STREAMS_STREAM_EVENT_H

#include "cuda/core/cuda_core.h"

struct hw_cuda_node;
struct hw_cuda_event_capture;
struct hw_cuda_pending;
struct hw_cuda_work;

/* It happens now in a resolved stream, as work of an item or (NULL) of a call: an earlier record that is
 * still to come does not count then, nor does that of an item where the event was recorded again. */
void hw_cuda_event_happens(cudaEvent_t event, cudaStream_t stream, const struct hw_cuda_pending *item);
/* Such a stream is held until it has happened (which the clock sees). */
void hw_cuda_event_holds(cudaEvent_t event, cudaStream_t stream);

/* Whether it has no time, and no other process may have it. */
bool hw_cuda_event_is_light(cudaEvent_t event);

/* The item that has to be done before it has happened; NULL: it has, or was never recorded, or the last
 * record is another process's. */
struct hw_cuda_pending *hw_cuda_event_item(cudaEvent_t event);
void hw_cuda_event_awaits(cudaEvent_t event, struct hw_cuda_pending *item);
/* The work of a wait for another process's record; false: the last one is this process's, or has happened. */
bool hw_cuda_event_other_wait(cudaEvent_t event, struct hw_cuda_work *work);
/* That item is done. */
void hw_cuda_event_ended(cudaEvent_t event, const struct hw_cuda_pending *item);

/* The context of a stream that a program made, or of an event; NULL: the handle is neither. */
struct hw_cuda_context *hw_cuda_owner(const void *handle);

/* What it was last recorded in; and a node of that goes. */
struct hw_cuda_event_capture *hw_cuda_event_capture(cudaEvent_t event);
void hw_cuda_events_forget_node(struct hw_cuda_node *node);

/* Destroy all of a context. */
void hw_cuda_events_clear(struct hw_cuda_context *context);

#endif
