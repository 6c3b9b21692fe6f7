/* SPDX-License-Identifier: MIT */
/* See ipc_slot.h.  Other processes open the file as /proc/PROCESS/fd/FILE, which the system allows to
 * those of the same user.  It cannot be made shorter, so what is mapped stays mapped. */
#include "cuda/core/ipc/ipc_slot.h"

#include "cuda/core/log/reason.h"

#include "own_descriptor.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#define SLOTS (HW_SHARED_TABLE / sizeof(struct hw_shared_slot))

static const char name[16] = "halfwarp shared";

static int own_file = -1;
static uint64_t own_bytes;
static struct hw_shared_slot *table;

/* --- this process's --- */

static bool make_file(void)
{
    const int file = hw_own_descriptor(memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING));
    void *place = MAP_FAILED;

    if (file >= 0 && ftruncate(file, (off_t)HW_SHARED_TABLE) == 0 &&
        fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK) == 0)
        place = mmap(NULL, HW_SHARED_TABLE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (place == MAP_FAILED) {
        if (file >= 0)
            close(file);
        return false;
    }
    own_file = file;
    own_bytes = HW_SHARED_TABLE;
    table = place;
    return true;
}

int hw_shared_file(uint64_t end)
{
    const uint64_t bytes = HW_SHARED_TABLE + end;

    if (!table && !make_file())
        return -1;
    if (bytes > own_bytes && ftruncate(own_file, (off_t)bytes) != 0)
        return -1;
    own_bytes = bytes > own_bytes ? bytes : own_bytes;
    return own_file;
}

struct hw_shared_slot *hw_shared_slot_make(enum hw_shared_kind kind)
{
    uint64_t secret = 0;
    size_t at = 0;

    if (hw_shared_file(0) < 0)
        return NULL;
    while (at < SLOTS && table[at].secret)
        at++;
    if (at == SLOTS)
        hw_cuda_fail(cudaErrorMapBufferObjectFailed,
                     "the process shares %zu allocations and events with others already, which are all that "
                     "it can",
                     SLOTS);
    if (at == SLOTS || getrandom(&secret, sizeof secret, 0) != (ssize_t)sizeof secret)
        return NULL;
    memset(&table[at], 0, sizeof table[at]);
    table[at].kind = kind;
    table[at].secret = secret | 1;
    return &table[at];
}

void hw_shared_slot_free(struct hw_shared_slot *slot)
{
    slot->secret = 0;
}

void hw_shared_handle_to(const struct hw_shared_slot *slot, struct hw_shared_handle *handle)
{
    *handle = (struct hw_shared_handle){
        .process = getpid(), .file = own_file, .slot = (uint64_t)(slot - table), .secret = slot->secret};
    memcpy(handle->name, name, sizeof name);
}

void hw_shared_end(void)
{
    if (!table)
        return;
    munmap(table, HW_SHARED_TABLE);
    close(own_file);
    table = NULL;
    own_file = -1;
}

/* --- another's --- */

/* Only a file that is as ours is: a handle may be anything, and opening some files does things. */
static int open_file(const struct hw_shared_handle *handle)
{
    char path[64];
    struct stat about;

    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)handle->process, (int)handle->file);
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode))
        return -1;
    const int file = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK);
    if (file < 0)
        return -1;
    const int seals = fcntl(file, F_GET_SEALS);
    if (seals >= 0 && (seals & F_SEAL_SHRINK))
        return file;
    close(file);
    return -1;
}

static bool is_whole(int file, const struct hw_shared_slot *slot)
{
    struct stat about;

    return slot->kind != HW_SHARED_MEMORY ||
           (fstat(file, &about) == 0 && slot->bytes > 0 && slot->first >= HW_SHARED_TABLE &&
            slot->first <= (uint64_t)about.st_size && slot->bytes <= (uint64_t)about.st_size - slot->first);
}

cudaError_t hw_shared_open(const struct hw_shared_handle *handle, enum hw_shared_kind kind, int *file,
                           struct hw_shared_slot *slot)
{
    if (memcmp(handle->name, name, sizeof name) != 0 || handle->process <= 0 || handle->file < 0 ||
        handle->slot >= SLOTS || handle->secret == 0 || handle->rest[0] || handle->rest[1])
        return cudaErrorInvalidResourceHandle;
    *file = open_file(handle);
    if (*file < 0)
        return cudaErrorInvalidResourceHandle;
    const bool found =
        pread(*file, slot, sizeof *slot, (off_t)(handle->slot * sizeof *slot)) == (ssize_t)sizeof *slot &&
        slot->secret == handle->secret && slot->kind == kind && is_whole(*file, slot);
    if (found)
        return cudaSuccess;
    close(*file);
    return cudaErrorInvalidResourceHandle;
}

cudaError_t hw_shared_open_others(const struct hw_shared_handle *handle, enum hw_shared_kind kind, int *file,
                                  struct hw_shared_slot *slot)
{
    const cudaError_t error = hw_shared_open(handle, kind, file, slot);

    if (error != cudaSuccess || handle->process != getpid())
        return error;
    close(*file);
    return cudaErrorDeviceUninitialized;
}
