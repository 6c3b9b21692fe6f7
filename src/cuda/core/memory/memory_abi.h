/* SPDX-License-Identifier: MIT */
/* Structures and numbers about memory that both interfaces have alike since CUDA 11.2, under names of their
 * own; sizes and offsets are part of the binary interface.  (cuda.h and driver_types.h of CUDA 11.7 to 13.)
 */
#ifndef HW_CUDA_CORE_MEMORY_MEMORY_ABI_H
#define HW_CUDA_CORE_MEMORY_MEMORY_ABI_H

#include <stddef.h>
#include <stdint.h>

/* Where memory is, or who uses it. */
enum { HW_LOCATION_NONE, HW_LOCATION_DEVICE, HW_LOCATION_HOST, HW_LOCATION_NUMA, HW_LOCATION_NUMA_CURRENT };

struct hw_location {
    int type, id;
};

enum { HW_ALLOCATION_PINNED = 1, HW_ALLOCATION_MANAGED };
enum { HW_SHARE_NONE, HW_SHARE_FILE }; /* types of handles for other processes: a bit each */
enum { HW_ACCESS_RIGHT_NONE = 0, HW_ACCESS_RIGHT_READ = 1, HW_ACCESS_RIGHT_WRITE = 3 };

struct hw_access_right {
    struct hw_location location;
    int flags;
};

struct hw_pool_properties {
    int allocation_type, handle_types;
    struct hw_location location;
    void *security;
    size_t most_bytes; /* 0: as the system allows; toolkits before 12 have zeros there */
    unsigned short usage;
    unsigned char reserved[54];
};

struct hw_allocation_properties {
    int allocation_type, handle_types;
    struct hw_location location;
    void *security;
    unsigned char compression, direct;
    unsigned short usage;
    unsigned char reserved[4];
};

enum {
    HW_POOL_REUSE_FOLLOW_EVENTS = 1,
    HW_POOL_REUSE_OPPORTUNISTIC,
    HW_POOL_REUSE_INTERNAL,
    HW_POOL_RELEASE_THRESHOLD,
    HW_POOL_RESERVED,
    HW_POOL_RESERVED_HIGH,
    HW_POOL_USED,
    HW_POOL_USED_HIGH,
};

_Static_assert(sizeof(struct hw_pool_properties) == 88, "CUmemPoolProps");
_Static_assert(sizeof(struct hw_access_right) == 12, "CUmemAccessDesc");
_Static_assert(sizeof(struct hw_allocation_properties) == 32, "CUmemAllocationProp");

#endif
