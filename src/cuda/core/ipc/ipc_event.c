/* SPDX-License-Identifier: MIT */
/* See ipc_event.h.  Each event maps the table that its slot is in for itself, so that those who wait may
 * look at it, which they do again and again, while device memory goes. */
#include "cuda/core/ipc/ipc_event.h"

#include "cuda/core/devices/context.h"
#include "cuda/core/streams/stream_work.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define LOOK_NANOSECONDS 200000

struct hw_shared_event {
    struct hw_shared_handle handle;
    struct hw_shared_slot *table, *slot; /* the slot is the event's as long as it holds the secret */
    bool own;                            /* this process's */
    unsigned users;
};

static cudaError_t make(const struct hw_shared_handle *handle, int file, bool own,
                        struct hw_shared_event **event)
{
    struct hw_shared_slot *table = mmap(NULL, HW_SHARED_TABLE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);

    if (table == MAP_FAILED)
        return cudaErrorMapBufferObjectFailed;
    *event = malloc(sizeof **event);
    if (!*event) {
        munmap(table, HW_SHARED_TABLE);
        return cudaErrorMemoryAllocation;
    }
    **event = (struct hw_shared_event){*handle, table, &table[handle->slot], own, 1};
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
    cudaError_t error = hw_shared_open(handle, HW_SHARED_EVENT, &file, &found);

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

void hw_shared_event_release(struct hw_shared_event *event)
{
    if (--event->users > 0)
        return;
    if (event->own)
        hw_shared_slot_free(event->slot);
    munmap(event->table, HW_SHARED_TABLE);
    free(event);
}

/* --- records --- */

static bool is_alive(const struct hw_shared_event *event)
{
    return event->slot->secret == event->handle.secret;
}

uint64_t hw_shared_event_asks(struct hw_shared_event *event)
{
    event->slot->asker = getpid();
    return ++event->slot->asked;
}

void hw_shared_event_done(struct hw_shared_event *event, uint64_t number)
{
    uint64_t done = event->slot->done;

    if (!is_alive(event))
        return;
    while (done < number && !atomic_compare_exchange_weak(&event->slot->done, &done, number))
        ;
}

/* Also one that has ended and whose parent has not asked for its status: it has no program any more. */
static bool is_gone(pid_t process)
{
    char path[32], program[8];

    snprintf(path, sizeof path, "/proc/%d/exe", (int)process);
    return readlink(path, program, sizeof program) < 0 && (errno == ENOENT || errno == ESRCH);
}

static bool is_done(const struct hw_shared_event *event, uint64_t number)
{
    const struct hw_shared_slot *slot = event->slot;

    return !is_alive(event) || slot->done >= number || is_gone(slot->asker);
}

bool hw_shared_event_pending(const struct hw_shared_event *event)
{
    return !is_done(event, event->slot->asked);
}

/* --- waiting --- */

static void look_until_done(const struct hw_shared_event *event, uint64_t number)
{
    while (!is_done(event, number))
        nanosleep(&(struct timespec){.tv_nsec = LOOK_NANOSECONDS}, NULL);
}

void hw_shared_event_wait(struct hw_shared_event *event)
{
    struct hw_cuda_context *context = hw_cuda.context;
    const uint64_t number = event->slot->asked;

    event->users++;
    hw_cuda_unlock(cudaSuccess);
    look_until_done(event, number);
    hw_cuda_lock();
    hw_cuda.context = context;
    hw_shared_event_release(event);
}

/* A record that a stream waits for. */
struct awaited_record {
    struct hw_shared_event *event;
    uint64_t number;
};

static void wait_and_release(const struct hw_cuda_host_work *work, cudaError_t status)
{
    struct awaited_record *record = work->data;

    if (status == cudaSuccess)
        look_until_done(record->event, record->number);
    hw_cuda_lock();
    hw_shared_event_release(record->event);
    hw_cuda_unlock(cudaSuccess);
    free(record);
}

cudaError_t hw_shared_event_hold(struct hw_shared_event *event, cudaStream_t stream)
{
    struct awaited_record *record = malloc(sizeof *record);

    if (!record)
        return cudaErrorMemoryAllocation;
    *record = (struct awaited_record){event, event->slot->asked};
    event->users++;
    const cudaError_t error = hw_cuda_call_host(
        stream, &(struct hw_cuda_host_work){.data = record, .stream = stream, .call = wait_and_release});
    if (error != cudaSuccess) {
        hw_shared_event_release(event);
        free(record);
    }
    return error;
}
