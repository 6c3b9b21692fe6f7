/* SPDX-License-Identifier: MIT */
/* See ipc_event.h.  Each event maps the table that its slot is in for itself, so that those who wait may
 * look at it, which they do again and again, while device memory goes.
 *
 * Records of one process need not happen in the order of their numbers, since they may be in several streams;
 * its lane counts up to the first one that has not happened. */
#include "cuda/core/ipc/ipc_event.h"

#include "cuda/core/devices/context.h"
#include "cuda/core/streams/stream_queue.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define LOOK_NANOSECONDS 200000

/* A record is a number, from 1 on, and the lane below it. */
#define LANE_BITS 8u
_Static_assert(HW_SHARED_LANES <= 1u << LANE_BITS, "a lane fits");

struct hw_shared_event {
    struct hw_shared_handle handle;
    struct hw_shared_slot *table, *slot; /* the slot is the event's as long as it holds the secret */
    bool own;                            /* this process's */
    unsigned users;
    uint32_t lane;
    uint64_t asked;                /* the last number of that lane */
    struct hw_cuda_pending *first; /* records that have not happened, in the order of their numbers */
};

static bool is_alive(const struct hw_shared_event *event)
{
    return event->slot->secret == event->handle.secret;
}

/* Also one that has ended and whose parent has not asked for its status: it has no program any more. */
static bool is_gone(pid_t process)
{
    char path[32], program[8];

    if (process == 0)
        return true;
    snprintf(path, sizeof path, "/proc/%d/exe", (int)process);
    return readlink(path, program, sizeof program) < 0 && (errno == ENOENT || errno == ESRCH);
}

static uint64_t number_of(uint64_t record)
{
    return record >> LANE_BITS;
}

static uint32_t lane_of(uint64_t record)
{
    return (uint32_t)record & ((1u << LANE_BITS) - 1);
}

/* --- making --- */

/* One that is nobody's; all of its records count as done. */
static bool take_lane(struct hw_shared_event *event)
{
    for (uint32_t i = 0; i < HW_SHARED_LANES; i++) {
        struct hw_shared_lane *lane = &event->slot->lane[i];
        pid_t was = lane->process;
        if (!is_gone(was) || !atomic_compare_exchange_strong(&lane->process, &was, getpid()))
            continue;
        event->lane = i;
        event->asked = number_of(event->slot->last);
        lane->done = event->asked;
        return true;
    }
    return false;
}

static cudaError_t make(const struct hw_shared_handle *handle, int file, bool own,
                        struct hw_shared_event **event)
{
    struct hw_shared_slot *table = mmap(NULL, HW_SHARED_TABLE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);

    if (table == MAP_FAILED)
        return cudaErrorMapBufferObjectFailed;
    struct hw_shared_event *made = malloc(sizeof *made);
    if (made)
        *made = (struct hw_shared_event){
            .handle = *handle, .table = table, .slot = &table[handle->slot], .own = own, .users = 1};
    if (!made || !take_lane(made)) {
        free(made);
        munmap(table, HW_SHARED_TABLE);
        return cudaErrorMemoryAllocation;
    }
    *event = made;
    return cudaSuccess;
}

cudaError_t hw_shared_event_make(struct hw_shared_event **event)
{
    struct hw_shared_slot *slot = hw_shared_slot_make(HW_SHARED_EVENT);
    struct hw_shared_handle handle;

    if (!slot)
        return cudaErrorMapBufferObjectFailed;
    hw_shared_handle_to(slot, &handle);
    const cudaError_t error = make(&handle, handle.file, true, event);
    if (error != cudaSuccess)
        hw_shared_slot_free(slot);
    return error;
}

cudaError_t hw_shared_event_open(const struct hw_shared_handle *handle, struct hw_shared_event **event)
{
    struct hw_shared_slot found;
    int file;
    cudaError_t error = hw_shared_open_others(handle, HW_SHARED_EVENT, &file, &found);

    if (error != cudaSuccess)
        return error;
    error = make(handle, file, false, event);
    close(file);
    return error;
}

bool hw_shared_event_handle(const struct hw_shared_event *event, struct hw_shared_handle *handle)
{
    *handle = event->handle;
    return event->own;
}

void hw_shared_event_retain(struct hw_shared_event *event)
{
    event->users++;
}

void hw_shared_event_release(struct hw_shared_event *event)
{
    if (--event->users > 0)
        return;
    if (is_alive(event))
        event->slot->lane[event->lane].process = 0;
    if (event->own)
        hw_shared_slot_free(event->slot);
    munmap(event->table, HW_SHARED_TABLE);
    free(event);
}

/* --- records --- */

static void publish(struct hw_shared_event *event)
{
    if (is_alive(event))
        event->slot->lane[event->lane].done = event->first ? event->first->record - 1 : event->asked;
}

static void append(struct hw_shared_event *event, struct hw_cuda_pending *item)
{
    struct hw_cuda_pending **link = &event->first;

    while (*link)
        link = &(*link)->next_record;
    *link = item;
    item->record = event->asked;
    item->record_of = event;
    event->users++;
}

void hw_shared_event_record(struct hw_shared_event *event, struct hw_cuda_pending *item)
{
    uint64_t last = event->slot->last, next;

    if (!is_alive(event))
        return;
    do
        next = (number_of(last) + 1) << LANE_BITS | event->lane;
    while (!atomic_compare_exchange_weak(&event->slot->last, &last, next));
    event->asked = number_of(next);
    if (item)
        append(event, item);
    publish(event);
}

void hw_shared_event_record_ended(struct hw_cuda_pending *item)
{
    struct hw_shared_event *event = item->record_of;
    struct hw_cuda_pending **link;

    if (!event)
        return;
    for (link = &event->first; *link != item; link = &(*link)->next_record)
        ;
    *link = item->next_record;
    item->record_of = NULL;
    publish(event);
    hw_shared_event_release(event);
}

bool hw_shared_event_has_happened(const struct hw_shared_event *event, uint64_t record)
{
    const struct hw_shared_lane *lane = &event->slot->lane[lane_of(record)];

    return record == 0 || !is_alive(event) || lane->done >= number_of(record) || is_gone(lane->process);
}

bool hw_shared_event_is_others(const struct hw_shared_event *event)
{
    const uint64_t last = event->slot->last;

    return last != 0 && lane_of(last) != event->lane;
}

pid_t hw_shared_event_recorder(const struct hw_shared_event *event, uint64_t record)
{
    return event->slot->lane[lane_of(record)].process;
}

uint64_t hw_shared_event_awaited(const struct hw_shared_event *event)
{
    const uint64_t last = event->slot->last;

    return hw_shared_event_has_happened(event, last) ? 0 : last;
}

void hw_shared_event_wait(struct hw_shared_event *event)
{
    struct hw_cuda_context *context = hw_cuda.context;
    const uint64_t record = event->slot->last;

    event->users++;
    hw_cuda_unlock(cudaSuccess);
    while (!hw_shared_event_has_happened(event, record))
        nanosleep(&(struct timespec){.tv_nsec = LOOK_NANOSECONDS}, NULL);
    hw_cuda_lock();
    hw_cuda.context = context;
    hw_shared_event_release(event);
}
