/* SPDX-License-Identifier: MIT */
/* See ipc_pool.h.  (CUDA Runtime API, "Stream Ordered Memory Allocator", and the driver's.) */
#include "cuda/core/ipc/ipc_pool.h"

#include "cuda/core/devices/device.h"
#include "cuda/core/ipc/ipc_memory.h"
#include "cuda/core/log/reason.h"
#include "cuda/core/memory/allocation.h"
#include "cuda/core/memory/memory_pool.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#define SEALS (F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE)

/* All that is in the file. */
struct pool_record {
    char name[16];
    uint64_t secret;
    int32_t device; /* its number among all */
    int32_t zero;
};

static const char name[16] = "halfwarp pool";

/* --- pools --- */

static cudaError_t check_type(const struct hw_pool_sharing *sharing, int type)
{
    if (type != HW_SHARE_FILE)
        return hw_cuda_fail(cudaErrorInvalidValue, "handle type %#x; expected 1 (a descriptor of a file)",
                            (unsigned)type);
    if (!(sharing->types & type))
        return hw_cuda_fail(cudaErrorInvalidValue, "the pool was not created for handles of type %d", type);
    return cudaSuccess;
}

static bool has_secret(struct hw_pool_sharing *sharing)
{
    uint64_t secret = sharing->secret;

    if (!secret && getrandom(&secret, sizeof secret, 0) != (ssize_t)sizeof secret)
        return false;
    sharing->secret = secret | 1;
    return true;
}

static int make_file(const struct pool_record *record)
{
    const int file = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);

    if (file < 0 || (write(file, record, sizeof *record) == (ssize_t)sizeof *record &&
                     fcntl(file, F_ADD_SEALS, SEALS) == 0))
        return file;
    close(file);
    return -1;
}

cudaError_t hw_cuda_pool_export(int *file, hw_pool pool, int type, unsigned long long flags)
{
    struct hw_pool_sharing *sharing = hw_cuda_pool_sharing(pool);

    if (!file || !sharing || flags)
        return cudaErrorInvalidValue;
    if (sharing->imported)
        return hw_cuda_fail(cudaErrorInvalidValue,
                            "the pool is imported; the process that created it has its "
                            "handles");
    const cudaError_t error = check_type(sharing, type);
    if (error != cudaSuccess)
        return error;
    if (!has_secret(sharing))
        return cudaErrorMemoryAllocation;
    struct pool_record record = {.secret = sharing->secret, .device = hw_cuda_pool_device(pool)->number};
    memcpy(record.name, name, sizeof name);
    const int made = make_file(&record);
    if (made < 0)
        return cudaErrorMemoryAllocation;
    *file = made;
    return cudaSuccess;
}

/* The system may add a seal of its own (vm.memfd_noexec: F_SEAL_EXEC). */
static bool is_sealed(int file)
{
    const int seals = fcntl(file, F_GET_SEALS);

    return seals >= 0 && (seals & SEALS) == SEALS;
}

/* Only a file that is sealed as ours are: reading some files does things. */
static bool read_record(int file, struct pool_record *record)
{
    struct stat about;

    return fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_size == (off_t)sizeof *record &&
           is_sealed(file) && pread(file, record, sizeof *record, 0) == (ssize_t)sizeof *record &&
           memcmp(record->name, name, sizeof name) == 0 && record->secret && !record->zero;
}

static struct hw_cuda_device *visible_device(int number)
{
    for (int i = 0; i < hw_cuda_device_count(); i++)
        if (hw_cuda_device_at(i)->number == number)
            return hw_cuda_device_at(i);
    return NULL;
}

cudaError_t hw_cuda_pool_open(hw_pool *pool, int file, int type, unsigned long long flags)
{
    const struct hw_pool_sharing any = {.types = HW_SHARE_FILE};
    struct pool_record record;

    if (!pool || flags)
        return cudaErrorInvalidValue;
    const cudaError_t error = check_type(&any, type);
    if (error != cudaSuccess)
        return error;
    if (!read_record(file, &record))
        return hw_cuda_fail(cudaErrorInvalidValue, "descriptor %d is not the handle of a pool", file);
    struct hw_cuda_device *device = visible_device(record.device);
    if (!device)
        return hw_cuda_fail(cudaErrorInvalidDevice,
                            "the pool is of device %d of the other process's machine, "
                            "which this process does not see",
                            (int)record.device);
    hw_pool made = hw_cuda_pool_import(device, record.secret);
    if (!made)
        return cudaErrorMemoryAllocation;
    *pool = made;
    return cudaSuccess;
}

/* --- memory of pools --- */

cudaError_t hw_cuda_pool_export_memory(void *data, const void *address)
{
    struct hw_cuda_pointer about;
    const struct hw_shared_slot *slot;
    struct hw_shared_handle made;
    void *first = NULL;

    if (!data || hw_cuda_pointer(address, &about) != cudaSuccess || !about.pool ||
        hw_cuda_address_range(address, &first, NULL) != cudaSuccess || first != address)
        return hw_cuda_fail(cudaErrorInvalidValue, "pointer %p is not where an allocation of a pool begins",
                            address);
    struct hw_pool_sharing *sharing = hw_cuda_pool_sharing(about.pool);
    if (!sharing || sharing->imported)
        return hw_cuda_fail(cudaErrorInvalidValue, "the pool of %p is %s", address,
                            sharing ? "imported" : "destroyed");
    cudaError_t error = check_type(sharing, HW_SHARE_FILE);
    if (error != cudaSuccess)
        return error;
    if (!has_secret(sharing))
        return cudaErrorMemoryAllocation;
    error = hw_cuda_block_share(address, about.pool, &slot);
    if (error != cudaSuccess)
        return error;
    hw_shared_handle_to(slot, &made);
    made.pool = sharing->secret;
    memcpy(data, &made, sizeof made);
    return cudaSuccess;
}

cudaError_t hw_cuda_pool_open_memory(void **address, hw_pool pool, const void *data)
{
    const struct hw_pool_sharing *sharing = hw_cuda_pool_sharing(pool);
    struct hw_shared_handle asked;

    if (!address || !data || !sharing)
        return cudaErrorInvalidValue;
    memcpy(&asked, data, sizeof asked);
    if (!sharing->imported || asked.pool != sharing->secret)
        return hw_cuda_fail(cudaErrorInvalidValue,
                            sharing->imported ? "the memory is of another pool" : "the pool is not imported");
    return hw_cuda_open_pool_memory(address, pool, &asked);
}
