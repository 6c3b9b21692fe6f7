/* SPDX-License-Identifier: MIT */
/* See lent_memory.h.
 *
 * The owner's pages become those of a file in memory that no folder shows (machine/memory/memory_shared.h),
 * so that nothing is left when processes die.  Others open it through /proc, and have it as virtual memory.
 * Behind the memory the file has a number for each allocation that is lent; tickets with another number are
 * of allocations that are gone. */
#include "cuda/core/lent_memory.h"

#include "cuda/core/allocation.h"
#include "cuda/core/context.h"
#include "cuda/core/device.h"
#include "cuda/core/stream_queue.h"
#include "cuda/core/virtual_memory.h"
#include "machine/memory/device_memory.h"

#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define UNIT 256 /* allocations begin at multiples */

static const char magic[8] = "hw-mem1";

/* A damaged ticket is known by its sum (FNV-1a, 64 bits). */
static uint64_t sum_of(const struct hw_cuda_ticket *ticket)
{
    const uint8_t *bytes = (const uint8_t *)ticket;
    uint64_t sum = 0xcbf29ce484222325;

    for (size_t i = 0; i < offsetof(struct hw_cuda_ticket, sum); i++)
        sum = (sum ^ bytes[i]) * 0x100000001b3;
    return sum;
}

/* Allocations of other processes. */
struct borrowed {
    struct borrowed *next;
    struct hw_cuda_context *context;
    struct hw_cuda_ticket ticket;
    void *pages; /* reserved addresses */
    size_t bytes;
    void *address; /* where the allocation begins */
    unsigned count;
};
static struct borrowed *borrowed;

/* --- the owner --- */

static uint64_t last_number;

/* Where the number of an allocation is in the file, whose memory has so many bytes. */
static off_t place_of_number(uint64_t memory_bytes, uint64_t address)
{
    return (off_t)(memory_bytes + address / UNIT * sizeof(uint64_t));
}

static bool set_number(uint64_t address, uint64_t number)
{
    return pwrite(hw_memory_shared_file(hw_cuda.memory), &number, sizeof number,
                  place_of_number(hw_memory_end(hw_cuda.memory), address)) == (ssize_t)sizeof number;
}

static uint64_t number_of(int file, uint64_t memory_bytes, uint64_t address)
{
    uint64_t number = 0;

    return pread(file, &number, sizeof number, place_of_number(memory_bytes, address)) ==
                   (ssize_t)sizeof number
               ? number
               : 0;
}

static uint64_t own_number(uint64_t address)
{
    return number_of(hw_memory_shared_file(hw_cuda.memory), hw_memory_end(hw_cuda.memory), address);
}

static bool lend_first(const struct hw_range *range)
{
    const uint64_t bytes = range->last - range->first + 1;

    if (!hw_memory_share(hw_cuda.memory, range->first, bytes))
        return false;
    hw_memory_lend(hw_cuda.memory, range->first, bytes);
    return set_number(range->first, ++last_number);
}

cudaError_t hw_cuda_lend(struct hw_cuda_ticket *ticket, const void *address)
{
    struct hw_range range;
    struct stat about;

    hw_cuda_queue_wait_all();
    if (!ticket || !hw_cuda_block_lend(address, &range))
        return cudaErrorInvalidValue;
    if (own_number(range.first) == 0 && !lend_first(&range))
        return cudaErrorMapBufferObjectFailed;
    const int file = hw_memory_shared_file(hw_cuda.memory);
    if (fstat(file, &about) != 0)
        return cudaErrorMapBufferObjectFailed;
    *ticket = (struct hw_cuda_ticket){.process = (int32_t)getpid(),
                                      .file = file,
                                      .device = about.st_dev,
                                      .inode = about.st_ino,
                                      .address = range.first,
                                      .bytes = range.last - range.first + 1,
                                      .number = own_number(range.first)};
    memcpy(ticket->magic, magic, sizeof magic);
    ticket->sum = sum_of(ticket);
    return cudaSuccess;
}

void hw_cuda_lent_back(uint64_t address, uint64_t bytes)
{
    hw_memory_take_back(hw_cuda.memory, address, bytes);
    set_number(address, 0);
}

/* --- who borrows --- */

/* The file of a ticket if it is still the same one, and of a process that lives; else -1. */
static int open_file(const struct hw_cuda_ticket *ticket, uint64_t *memory_bytes)
{
    char path[64];
    struct stat about;

    if (memcmp(ticket->magic, magic, sizeof magic) != 0 || ticket->sum != sum_of(ticket) ||
        ticket->process == getpid())
        return -1;
    snprintf(path, sizeof path, "/proc/%d/fd/%d", ticket->process, ticket->file);
    const int file = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK);
    if (file < 0)
        return -1;
    if (fstat(file, &about) == 0 && about.st_dev == ticket->device && about.st_ino == ticket->inode) {
        *memory_bytes = (uint64_t)about.st_size / (UNIT + sizeof(uint64_t)) * UNIT;
        if (ticket->bytes > 0 && ticket->address < *memory_bytes &&
            ticket->bytes <= *memory_bytes - ticket->address && ticket->number != 0 &&
            number_of(file, *memory_bytes, ticket->address) == ticket->number)
            return file;
    }
    close(file);
    return -1;
}

static struct borrowed **find_borrowed(const void *address)
{
    struct borrowed **link = &borrowed;

    while (*link && ((*link)->address != address || (*link)->context != hw_cuda.context))
        link = &(*link)->next;
    return link;
}

static void give_back(struct borrowed **link)
{
    struct borrowed *one = *link;

    *link = one->next;
    hw_cuda_unmap(one->pages, one->bytes);
    hw_cuda_unreserve(one->pages, one->bytes);
    free(one);
}

static cudaError_t map_physical(struct borrowed *made, hw_physical physical, uint64_t skip)
{
    const struct hw_access_right right = {{HW_LOCATION_DEVICE, hw_cuda.context->device->ordinal},
                                          HW_ACCESS_RIGHT_WRITE};
    cudaError_t error = hw_cuda_reserve(&made->pages, made->bytes, 0, 0);

    if (error != cudaSuccess)
        return error;
    error = hw_cuda_map(made->pages, made->bytes, skip, physical, 0);
    if (error == cudaSuccess)
        error = hw_cuda_set_access(made->pages, made->bytes, &right, 1);
    if (error == cudaSuccess)
        return cudaSuccess;
    hw_cuda_unmap(made->pages, made->bytes);
    hw_cuda_unreserve(made->pages, made->bytes);
    return error;
}

/* Whole steps of virtual memory around the allocation. */
static cudaError_t map(struct borrowed *made, int file)
{
    const uint64_t skip = made->ticket.address & ~(uint64_t)(HW_CUDA_GRANULARITY - 1),
                   before = made->ticket.address - skip;
    hw_physical physical;
    cudaError_t error = hw_cuda_physical_import(&physical, file, HW_SHARE_FILE);

    if (error != cudaSuccess)
        return error;
    made->bytes =
        (before + made->ticket.bytes + HW_CUDA_GRANULARITY - 1) & ~(uint64_t)(HW_CUDA_GRANULARITY - 1);
    error = map_physical(made, physical, skip);
    hw_cuda_physical_release(physical);
    made->address = (uint8_t *)made->pages + before;
    return error;
}

static cudaError_t borrow_first(void **address, const struct hw_cuda_ticket *ticket)
{
    struct borrowed *made = calloc(1, sizeof *made);
    uint64_t memory_bytes;
    const int file = made ? open_file(ticket, &memory_bytes) : -1;

    if (file < 0) {
        free(made);
        return cudaErrorMapBufferObjectFailed;
    }
    *made = (struct borrowed){.next = borrowed, .context = hw_cuda.context, .ticket = *ticket, .count = 1};
    const cudaError_t error = map(made, file);
    close(file);
    if (error != cudaSuccess) {
        free(made);
        return cudaErrorMapBufferObjectFailed;
    }
    borrowed = made;
    *address = made->address;
    return cudaSuccess;
}

cudaError_t hw_cuda_borrow(void **address, const struct hw_cuda_ticket *ticket)
{
    if (!address)
        return cudaErrorInvalidValue;
    for (struct borrowed *one = borrowed; one; one = one->next)
        if (one->context == hw_cuda.context && memcmp(&one->ticket, ticket, sizeof *ticket) == 0) {
            one->count++;
            *address = one->address;
            return cudaSuccess;
        }
    return borrow_first(address, ticket);
}

cudaError_t hw_cuda_bring_back(const void *address)
{
    hw_cuda_queue_wait_all();
    struct borrowed **link = find_borrowed(address);

    if (!*link)
        return cudaErrorInvalidValue;
    if (--(*link)->count == 0)
        give_back(link);
    return cudaSuccess;
}

void hw_cuda_borrowed_clear(struct hw_cuda_context *context)
{
    for (struct borrowed **link = &borrowed; *link;)
        if ((*link)->context == context)
            give_back(link);
        else
            link = &(*link)->next;
}
