/* SPDX-License-Identifier: MIT */
/* Events that several processes record and wait for.
 *
 * The slot of such an event (ipc_slot.h) counts how often it was recorded, by whomever, and has a lane for
 * each of those that may record it: the numbers of a lane's records that are done.  A wait is for the record
 * that was the last one when the wait was asked for, whatever is recorded later, and by whom.  That record
 * has happened when its lane says so; or when the process of the lane, or the event, is gone.
 *
 * Of its own records a process knows the items of its streams (stream_event.c); only those of others are
 * waited for here. */
#ifndef HW_CUDA_CORE_IPC_IPC_EVENT_H
#define HW_CUDA_CORE_IPC_IPC_EVENT_H

#include "cuda/core/ipc/ipc_slot.h"

struct hw_cuda_pending;
struct hw_shared_event;

/* One of this process, or one that another process shares; errors as hw_shared_open has them, and
 * cudaErrorMemoryAllocation: as many as possible have it. */
cudaError_t hw_shared_event_make(struct hw_shared_event **event);
cudaError_t hw_shared_event_open(const struct hw_shared_handle *handle, struct hw_shared_event **event);
/* A handle; false: the event is another process's. */
bool hw_shared_event_handle(const struct hw_shared_event *event, struct hw_shared_handle *handle);
/* Another user; its owner, or a user, is done with it. */
void hw_shared_event_retain(struct hw_shared_event *event);
void hw_shared_event_release(struct hw_shared_event *event);

/* It is recorded: as an item, with whose end that happens, or (NULL) at once. */
void hw_shared_event_record(struct hw_shared_event *event, struct hw_cuda_pending *item);
/* An item that recorded an event has ended. */
void hw_shared_event_record_ended(struct hw_cuda_pending *item);

/* Whether the last record is another's; that record, if it has not happened, else 0; and whether it has. */
bool hw_shared_event_is_others(const struct hw_shared_event *event);
uint64_t hw_shared_event_awaited(const struct hw_shared_event *event);
bool hw_shared_event_has_happened(const struct hw_shared_event *event, uint64_t record);
/* The process whose record that is. */
pid_t hw_shared_event_recorder(const struct hw_shared_event *event, uint64_t record);
/* Wait until it has happened, while others may have the lock. */
void hw_shared_event_wait(struct hw_shared_event *event);

#endif
