/* SPDX-License-Identifier: MIT */
/* What a process shares with others on its machine: one file in memory, which begins with a table of slots,
 * one for each event or block of device memory that is shared; behind that lies the memory.
 *
 * A handle names the process, its descriptor of the file, the slot, and a random number that the slot holds
 * as long as what it stands for lives.  So a handle that is forged, or whose memory was freed, or whose
 * process has ended, is known as such; and when the process ends nothing is left behind. */
#ifndef HW_CUDA_CORE_IPC_IPC_SLOT_H
#define HW_CUDA_CORE_IPC_IPC_SLOT_H

#include "cuda/core/cuda_core.h"

#include <sys/types.h>

enum hw_shared_kind { HW_SHARED_MEMORY = 1, HW_SHARED_EVENT };

/* One of those that record an event: its process (0: nobody's), and up to which number its records have
 * happened. */
struct hw_shared_lane {
    _Atomic uint64_t done;
    _Atomic pid_t process;
};
#define HW_SHARED_LANES 28u

struct hw_shared_slot {
    _Alignas(64) _Atomic uint64_t secret; /* 0: the slot is free */
    enum hw_shared_kind kind;
    union {
        struct {
            uint64_t first, bytes; /* where the memory is in the file */
        };
        struct {
            _Atomic uint64_t last; /* record of an event: its number, and the lane that it is of */
            struct hw_shared_lane lane[HW_SHARED_LANES];
        };
    };
};

struct hw_shared_handle {
    char name[16];
    int32_t process, file;
    uint64_t slot, secret;
    uint64_t pool; /* the secret of the pool that its memory is of; 0: of none */
    uint64_t rest[2];
};
_Static_assert(sizeof(struct hw_shared_handle) == 64, "as cuda.h has them");

/* A slot of this process; NULL: no memory, or no room. */
struct hw_shared_slot *hw_shared_slot_make(enum hw_shared_kind kind);
void hw_shared_slot_free(struct hw_shared_slot *slot);
void hw_shared_handle_to(const struct hw_shared_slot *slot, struct hw_shared_handle *handle);
/* The file, where device memory's address 0 would be in it, and long enough for addresses up to `end`.  -1:
 * the host refuses. */
int hw_shared_file(uint64_t end);
#define HW_SHARED_TABLE ((uint64_t)1 << 22)

/* A process's file and the slot there, from a handle.  cudaErrorInvalidResourceHandle: there is nothing of
 * that kind any more. */
cudaError_t hw_shared_open(const struct hw_shared_handle *handle, enum hw_shared_kind kind, int *file,
                           struct hw_shared_slot *slot);
/* The same of another process.  cudaErrorDeviceUninitialized: it is of this one. */
cudaError_t hw_shared_open_others(const struct hw_shared_handle *handle, enum hw_shared_kind kind, int *file,
                                  struct hw_shared_slot *slot);

/* Device memory goes, and all that is shared with it. */
void hw_shared_end(void);

#endif
