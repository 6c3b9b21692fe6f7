/* SPDX-License-Identifier: MIT */
/* See virtual_memory.h.
 *
 * Physical memory is a file in memory, whose pages are put over those of the device window.  Reservations lie
 * at the end of device memory, from the highest address downwards, where other allocations come last.  There
 * is one address space for all devices, so memory is reached if any of them has access; what each was given
 * is kept for who asks. */
#include "cuda/core/memory/virtual_memory.h"

#include "cuda/core/devices/context.h"
#include "cuda/core/devices/device.h"
#include "cuda/core/handle.h"
#include "cuda/core/log/reason.h"
#include "cuda/core/memory/allocation.h"
#include "cuda/core/streams/stream_queue.h"
#include "machine/memory/device_memory.h"

#include "own_descriptor.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define DEVICES_MAX 64
#define CAPABILITY  30 /* the first that halfwarp offers it for */

struct reserved_range {
    struct reserved_range *next; /* at a lower address */
    uint64_t first, bytes;
};

struct hw_cuda_physical {
    int file;
    uint64_t bytes;
    struct hw_allocation_properties properties;
    bool imported; /* another process pays for it */
    unsigned handles, mappings;
};

enum reach { REACH_NONE, REACH_READ, REACH_WRITE };

struct mapping {
    struct mapping *next;
    uint64_t first, bytes, skip;
    hw_physical physical;
    uint64_t readers, writers; /* devices, a bit each */
    enum reach reach;          /* how it is in device memory now */
};

static struct reserved_range *reservations;
static struct mapping *mappings;

static bool in_steps(uint64_t bytes)
{
    return bytes > 0 && bytes % HW_CUDA_GRANULARITY == 0;
}

/* Whether [first, first + bytes) is a part of the other range. */
static bool is_within(uint64_t first, uint64_t bytes, uint64_t outer, uint64_t outer_bytes)
{
    return first >= outer && first - outer <= outer_bytes && bytes <= outer_bytes - (first - outer);
}

/* --- addresses --- */

/* There is device memory as long as a context is active, with addresses of 64 bits. */
static cudaError_t need_memory(void)
{
    struct hw_cuda_context *context = hw_cuda.context ? hw_cuda.context : hw_cuda_primary(0);

    if (!context)
        return cudaErrorNoDevice;
    if (!hw_cuda_context_activate(context))
        return cudaErrorMemoryAllocation;
    return context->address_bits == 32 || context->device->chip->capability < CAPABILITY
               ? cudaErrorNotSupported
               : cudaSuccess;
}

/* Put a reservation into the list, below what ends the gap; false: there is no such gap. */
static bool place(struct reserved_range *made, size_t alignment)
{
    struct reserved_range **link = &reservations;
    uint64_t end = hw_memory_end(hw_cuda.memory);

    for (;; link = &(*link)->next) {
        const uint64_t low = *link ? (*link)->first + (*link)->bytes : end / 2;

        if (end >= made->bytes && (made->first = (end - made->bytes) & ~(uint64_t)(alignment - 1)) >= low)
            break;
        if (!*link)
            return false;
        end = (*link)->first;
    }
    made->next = *link;
    *link = made;
    return true;
}

cudaError_t hw_cuda_reserve(void **address, size_t bytes, size_t alignment, unsigned long long flags)
{
    const size_t align = alignment > HW_CUDA_GRANULARITY ? alignment : HW_CUDA_GRANULARITY;

    if (!address || !in_steps(bytes) || (alignment & (alignment - 1)) || flags)
        return cudaErrorInvalidValue;
    const cudaError_t error = need_memory();
    if (error != cudaSuccess)
        return error;
    struct reserved_range *made = calloc(1, sizeof *made);
    if (made)
        made->bytes = bytes;
    if (!made || !place(made, align)) {
        free(made);
        return cudaErrorMemoryAllocation;
    }
    *address = (void *)(uintptr_t)made->first;
    return cudaSuccess;
}

static bool is_free(uint64_t first, uint64_t bytes)
{
    const struct mapping *mapping = mappings;

    while (mapping && (first >= mapping->first + mapping->bytes || mapping->first >= first + bytes))
        mapping = mapping->next;
    return !mapping;
}

cudaError_t hw_cuda_unreserve(void *address, size_t bytes)
{
    struct reserved_range **link = &reservations;

    while (*link && (*link)->first != (uintptr_t)address)
        link = &(*link)->next;
    struct reserved_range *found = *link;
    if (!found || found->bytes != bytes || !is_free(found->first, found->bytes))
        return cudaErrorInvalidValue;
    *link = found->next;
    free(found);
    return cudaSuccess;
}

/* --- physical memory --- */

static struct hw_cuda_device *device_of(const struct hw_allocation_properties *properties)
{
    return properties->location.type == HW_LOCATION_DEVICE ? hw_cuda_device_at(properties->location.id)
                                                           : NULL;
}

static bool is_sensible(const struct hw_allocation_properties *properties)
{
    return properties && properties->allocation_type == HW_ALLOCATION_PINNED &&
           (properties->handle_types & ~HW_SHARE_FILE) == 0 && !properties->security;
}

static hw_physical add_physical(int file, uint64_t bytes, const struct hw_allocation_properties *properties)
{
    hw_physical made = file >= 0 ? calloc(1, sizeof *made) : NULL;

    if (!made || !hw_cuda_handle_add(made, HW_CUDA_PHYSICAL)) {
        free(made);
        if (file >= 0)
            close(file);
        return NULL;
    }
    *made = (struct hw_cuda_physical){.file = file, .bytes = bytes, .properties = *properties, .handles = 1};
    return made;
}

static int make_file(uint64_t bytes)
{
    const int file = hw_own_descriptor(memfd_create("halfwarp memory", MFD_CLOEXEC));

    if (file < 0 || ftruncate(file, (off_t)bytes) == 0)
        return file;
    close(file);
    return -1;
}

cudaError_t hw_cuda_physical_create(hw_physical *physical, size_t bytes,
                                    const struct hw_allocation_properties *properties,
                                    unsigned long long flags)
{
    if (!physical || !in_steps(bytes) || !is_sensible(properties) || flags)
        return cudaErrorInvalidValue;
    if (properties->compression || properties->direct || properties->usage)
        return hw_cuda_fail(cudaErrorNotSupported,
                            "compressionType %u, gpuDirectRDMACapable %u, usage %u; expected 0 of each",
                            properties->compression, properties->direct, properties->usage);
    struct hw_cuda_device *device = device_of(properties);
    if (!device)
        return properties->location.type == HW_LOCATION_DEVICE ? cudaErrorInvalidDevice
                                                               : cudaErrorInvalidValue;
    if (bytes > device->memory_bytes - device->used)
        return hw_cuda_fail_memory(device, bytes);
    hw_physical made = add_physical(make_file(bytes), bytes, properties);
    if (!made)
        return cudaErrorMemoryAllocation;
    device->used += bytes;
    *physical = made;
    return cudaSuccess;
}

static void settle(hw_physical physical)
{
    struct hw_cuda_device *device = device_of(&physical->properties);

    if (physical->handles || physical->mappings)
        return;
    if (device && !physical->imported)
        device->used -= physical->bytes;
    hw_cuda_handle_remove(physical);
    close(physical->file);
    free(physical);
}

static bool is_physical(hw_physical physical)
{
    return hw_cuda_is(physical, HW_CUDA_PHYSICAL) && physical->handles;
}

cudaError_t hw_cuda_physical_release(hw_physical physical)
{
    if (!is_physical(physical))
        return cudaErrorInvalidValue;
    physical->handles--;
    settle(physical);
    return cudaSuccess;
}

static struct mapping *mapping_of(const void *address)
{
    struct mapping *mapping = mappings;

    while (mapping && (uintptr_t)address - mapping->first >= mapping->bytes)
        mapping = mapping->next;
    return mapping;
}

cudaError_t hw_cuda_physical_at(hw_physical *physical, const void *address)
{
    const struct mapping *mapping = mapping_of(address);

    if (!physical || !mapping)
        return cudaErrorInvalidValue;
    mapping->physical->handles++;
    *physical = mapping->physical;
    return cudaSuccess;
}

cudaError_t hw_cuda_physical_properties(struct hw_allocation_properties *properties, hw_physical physical)
{
    if (!properties || !is_physical(physical))
        return cudaErrorInvalidValue;
    *properties = physical->properties;
    return cudaSuccess;
}

cudaError_t hw_cuda_granularity(size_t *bytes, const struct hw_allocation_properties *properties, int option)
{
    if (!bytes || !is_sensible(properties) || option < 0 || option > 1)
        return cudaErrorInvalidValue;
    if (!device_of(properties))
        return cudaErrorInvalidDevice;
    *bytes = HW_CUDA_GRANULARITY;
    return cudaSuccess;
}

cudaError_t hw_cuda_physical_export(int *file, hw_physical physical, int type, unsigned long long flags)
{
    if (!file || !is_physical(physical) || type != HW_SHARE_FILE || flags ||
        !(physical->properties.handle_types & HW_SHARE_FILE))
        return cudaErrorInvalidValue;
    const int copy = fcntl(physical->file, F_DUPFD_CLOEXEC, 0);
    if (copy < 0)
        return cudaErrorMemoryAllocation;
    *file = copy;
    return cudaSuccess;
}

/* What the other process asked for is not known: memory of the first device. */
cudaError_t hw_cuda_physical_import(hw_physical *physical, int file, int type)
{
    const struct hw_allocation_properties properties = {.allocation_type = HW_ALLOCATION_PINNED,
                                                        .handle_types = HW_SHARE_FILE,
                                                        .location = {HW_LOCATION_DEVICE, 0}};
    struct stat about;

    if (!physical || type != HW_SHARE_FILE || fstat(file, &about) != 0 || !S_ISREG(about.st_mode) ||
        !in_steps((uint64_t)about.st_size))
        return cudaErrorInvalidValue;
    hw_physical made = add_physical(fcntl(file, F_DUPFD_CLOEXEC, 0), (uint64_t)about.st_size, &properties);
    if (!made)
        return cudaErrorMemoryAllocation;
    made->imported = true;
    *physical = made;
    return cudaSuccess;
}

/* --- both together --- */

static bool is_reserved(uint64_t first, uint64_t bytes)
{
    const struct reserved_range *one = reservations;

    while (one && !is_within(first, bytes, one->first, one->bytes))
        one = one->next;
    return one != NULL;
}

cudaError_t hw_cuda_map(void *address, size_t bytes, size_t offset, hw_physical physical,
                        unsigned long long flags)
{
    const uint64_t first = (uintptr_t)address;

    if (!is_physical(physical) || !in_steps(bytes) || first % HW_CUDA_GRANULARITY ||
        offset % HW_CUDA_GRANULARITY || flags || !is_within(offset, bytes, 0, physical->bytes) ||
        !is_reserved(first, bytes) || !is_free(first, bytes))
        return cudaErrorInvalidValue;
    struct mapping *made = malloc(sizeof *made);
    if (!made)
        return cudaErrorMemoryAllocation;
    *made = (struct mapping){
        .next = mappings, .first = first, .bytes = bytes, .skip = offset, .physical = physical};
    mappings = made;
    physical->mappings++;
    return cudaSuccess;
}

/* Bring a mapping into device memory as far as the devices may reach it. */
static cudaError_t set_reach(struct mapping *mapping, enum reach reach)
{
    hw_status status = HW_OK;

    if (reach == mapping->reach || !hw_cuda.memory)
        return cudaSuccess;
    if (mapping->reach == REACH_WRITE)
        hw_memory_reclaim(hw_cuda.memory, mapping->first, mapping->bytes);
    if (mapping->reach != REACH_NONE && reach == REACH_NONE)
        hw_memory_free(hw_cuda.memory, mapping->first, NULL);
    else if (mapping->reach != REACH_NONE) /* kernels that run find it all the time */
        status = hw_memory_set_read_only(hw_cuda.memory, mapping->first, reach == REACH_READ)
                     ? HW_OK
                     : HW_ERR_NO_MEMORY;
    else
        status = hw_memory_map_file(hw_cuda.memory, mapping->first, mapping->physical->file, mapping->skip,
                                    mapping->bytes, reach == REACH_READ, NULL);
    if (status == HW_OK)
        mapping->reach = reach;
    if (mapping->reach == REACH_WRITE) /* other mappings of the same memory may write */
        hw_memory_lend(hw_cuda.memory, mapping->first, mapping->bytes);
    return status == HW_OK ? cudaSuccess : cudaErrorMemoryAllocation;
}

/* Whether whole mappings fill a range. */
static bool is_filled(uint64_t first, uint64_t bytes)
{
    uint64_t filled = 0;

    for (const struct mapping *mapping = mappings; mapping; mapping = mapping->next)
        if (is_within(mapping->first, mapping->bytes, first, bytes))
            filled += mapping->bytes;
    return in_steps(bytes) && filled == bytes;
}

static void remove_mapping(struct mapping **link)
{
    struct mapping *mapping = *link;

    *link = mapping->next;
    set_reach(mapping, REACH_NONE);
    mapping->physical->mappings--;
    settle(mapping->physical);
    free(mapping);
}

cudaError_t hw_cuda_unmap(void *address, size_t bytes)
{
    hw_cuda_queue_wait_all();
    if (!is_filled((uintptr_t)address, bytes))
        return cudaErrorInvalidValue;
    for (struct mapping **link = &mappings; *link;)
        if (is_within((*link)->first, (*link)->bytes, (uintptr_t)address, bytes))
            remove_mapping(link);
        else
            link = &(*link)->next;
    return cudaSuccess;
}

/* --- access --- */

static bool are_sensible(const struct hw_access_right *rights, size_t count)
{
    bool sensible = rights && count > 0;

    for (size_t i = 0; sensible && i < count; i++)
        sensible = rights[i].location.type == HW_LOCATION_DEVICE && rights[i].location.id < DEVICES_MAX &&
                   hw_cuda_device_at(rights[i].location.id) &&
                   (rights[i].flags == HW_ACCESS_RIGHT_NONE || rights[i].flags == HW_ACCESS_RIGHT_READ ||
                    rights[i].flags == HW_ACCESS_RIGHT_WRITE);
    return sensible;
}

static enum reach reach_of(const struct mapping *mapping)
{
    return mapping->writers ? REACH_WRITE : mapping->readers ? REACH_READ : REACH_NONE;
}

static cudaError_t give(struct mapping *mapping, const struct hw_access_right *rights, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const uint64_t device = (uint64_t)1 << rights[i].location.id;

        mapping->readers =
            rights[i].flags == HW_ACCESS_RIGHT_READ ? mapping->readers | device : mapping->readers & ~device;
        mapping->writers =
            rights[i].flags == HW_ACCESS_RIGHT_WRITE ? mapping->writers | device : mapping->writers & ~device;
    }
    return set_reach(mapping, reach_of(mapping));
}

cudaError_t hw_cuda_set_access(void *address, size_t bytes, const struct hw_access_right *rights,
                               size_t count)
{
    cudaError_t error = cudaSuccess;

    hw_cuda_queue_wait_all();
    if (!are_sensible(rights, count) || !is_filled((uintptr_t)address, bytes))
        return cudaErrorInvalidValue;
    for (struct mapping *mapping = mappings; mapping && error == cudaSuccess; mapping = mapping->next)
        if (is_within(mapping->first, mapping->bytes, (uintptr_t)address, bytes))
            error = give(mapping, rights, count);
    return error;
}

cudaError_t hw_cuda_get_access(unsigned long long *flags, const struct hw_location *location,
                               const void *address)
{
    const struct mapping *mapping = mapping_of(address);

    if (!flags || !location || !mapping || location->type != HW_LOCATION_DEVICE || location->id < 0 ||
        location->id >= DEVICES_MAX || !hw_cuda_device_at(location->id))
        return cudaErrorInvalidValue;
    *flags = mapping->writers >> location->id & 1   ? HW_ACCESS_RIGHT_WRITE
             : mapping->readers >> location->id & 1 ? HW_ACCESS_RIGHT_READ
                                                    : HW_ACCESS_RIGHT_NONE;
    return cudaSuccess;
}

/* --- device memory comes and goes --- */

void hw_cuda_virtual_leave(void)
{
    for (struct mapping *mapping = mappings; mapping; mapping = mapping->next)
        set_reach(mapping, REACH_NONE);
}

void hw_cuda_virtual_return(void)
{
    for (struct mapping *mapping = mappings; mapping; mapping = mapping->next)
        set_reach(mapping, reach_of(mapping));
}
