/* SPDX-License-Identifier: MIT */
/* Calls of a program's static constructors before main, and of its destructors at the end: registration of
 * fat binaries and their contents.  A handle is only passed back to us. */
#include "cuda/runtime/runtime.h"

#include "cuda/base/message.h"

static struct hw_cuda_fatbin *of_handle(void **handle)
{
    return (struct hw_cuda_fatbin *)(void *)handle;
}

void **__cudaRegisterFatBinary(void *wrapper)
{
    hw_cuda_lock();
    struct hw_cuda_fatbin *fatbin = hw_cuda_fatbin_add(wrapper);
    hw_cuda_leave(fatbin ? cudaSuccess : cudaErrorMemoryAllocation);
    return (void **)(void *)fatbin;
}

void __cudaUnregisterFatBinary(void **handle)
{
    if (hw_cuda_call_is_interrupted()) /* exit() in a signal's handler */
        return;
    hw_cuda_lock();
    hw_cuda_fatbin_remove(of_handle(handle));
    hw_cuda_leave(cudaSuccess);
}

void __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name, int thread_limit,
                            void *thread, void *block, dim3 *block_size, dim3 *grid_size, int *warp_size)
{
    (void)device, (void)thread_limit, (void)thread, (void)block; /* the compiler says nothing by these */
    (void)block_size, (void)grid_size, (void)warp_size;
    hw_cuda_lock();
    if (handle)
        hw_cuda_add_kernel(of_handle(handle), host, name);
    hw_cuda_leave(cudaSuccess);
}

void __cudaRegisterVar(void **handle, char *host, char *device, const char *name, int external, int bytes,
                       int constant, int global)
{
    (void)device, (void)external, (void)global;
    hw_cuda_lock();
    if (handle)
        hw_cuda_add_variable(of_handle(handle), host, name, bytes > 0 ? (size_t)bytes : 0, constant != 0);
    hw_cuda_leave(cudaSuccess);
}

void __cudaRegisterManagedVar(void **handle, void **place, char *device, const char *name, int external,
                              size_t bytes, int constant, int global)
{
    (void)device, (void)external, (void)constant, (void)global;
    hw_cuda_lock();
    if (handle)
        hw_cuda_add_managed(of_handle(handle), place, name, bytes);
    hw_cuda_leave(cudaSuccess);
}

/* The host's code asks before it uses a managed variable for the first time; other code is loaded when it is
 * used. */
char __cudaInitModule(void **handle)
{
    cudaError_t error = cudaSuccess;

    if (handle)
        error =
            hw_cuda_leave(hw_runtime_enter() ? hw_cuda_begin_managed(of_handle(handle)) : hw_cuda_trouble());
    if (error != cudaSuccess)
        hw_cuda_message("the program's managed variables are not there: error %d", (int)error);
    return handle != NULL;
}

void __cudaRegisterTexture(void **handle, const struct textureReference *host, const void **device,
                           const char *name, int dimensions, int read_mode, int external)
{
    (void)device, (void)dimensions, (void)external; /* what is bound has its own dimensions */
    hw_cuda_lock();
    if (handle)
        hw_cuda_add_texture(of_handle(handle), host, name, read_mode);
    hw_cuda_leave(cudaSuccess);
}

void __cudaRegisterSurface(void **handle, const struct surfaceReference *host, const void **device,
                           const char *name, int dimensions, int external)
{
    (void)device, (void)dimensions, (void)external;
    hw_cuda_lock();
    if (handle)
        hw_cuda_add_surface(of_handle(handle), host, name);
    hw_cuda_leave(cudaSuccess);
}

/* Shared memory that host code has a name for: of no use to it. */
void __cudaRegisterShared(void **handle, void **device)
{
    (void)handle, (void)device;
}

void __cudaRegisterSharedVar(void **handle, void **device, size_t bytes, size_t alignment, int storage)
{
    (void)handle, (void)device, (void)bytes, (void)alignment, (void)storage;
}
