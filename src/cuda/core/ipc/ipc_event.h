/* SPDX-License-Identifier: MIT */
/* Events that several processes record and wait for.
 *
 * The slot of such an event (ipc_slot.h) counts how often it was recorded, by whomever, and says which
 * record was the last one that happened.  An event has happened, for another process, when the last record
 * that was asked for by then has; or when the process that asked for it, or the event, is gone. */
#ifndef HW_CUDA_CORE_IPC_IPC_EVENT_H
#define HW_CUDA_CORE_IPC_IPC_EVENT_H

#include "cuda/core/ipc/ipc_slot.h"

struct hw_shared_event;

/* One of this process, or one that another process shares; errors as hw_shared_open has them. */
cudaError_t hw_shared_event_make(struct hw_shared_event **event);
cudaError_t hw_shared_event_open(const struct hw_shared_handle *handle, struct hw_shared_event **event);
/* A handle; false: the event is another process's. */
bool hw_shared_event_handle(const struct hw_shared_event *event, struct hw_shared_handle *handle);
/* Its owner, or its user, is done with it. */
void hw_shared_event_release(struct hw_shared_event *event);

/* It is recorded, which is the record of this number; and that has happened. */
uint64_t hw_shared_event_asks(struct hw_shared_event *event);
void hw_shared_event_done(struct hw_shared_event *event, uint64_t number);
/* Whether the last record has not happened. */
bool hw_shared_event_pending(const struct hw_shared_event *event);

/* Wait until it has happened: now, while others may have the lock; or in order of a stream. */
void hw_shared_event_wait(struct hw_shared_event *event);
cudaError_t hw_shared_event_hold(struct hw_shared_event *event, cudaStream_t stream);

#endif
