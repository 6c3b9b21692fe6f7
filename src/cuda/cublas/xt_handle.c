/* SPDX-License-Identifier: MIT */
/* Handles of cuBLASXt and what a program sets on them, which changes nothing: the host's BLAS works on the
 * whole matrices. */
#include "cuda/blas/blas_handle.h"
#include "cuda/core/cuda_core.h"
#include "cuda/cublas/cublas_call.h"

enum { FIRST_BLOCK = 2048, FUNCTIONS = 12, TYPES = 4 };

cublasStatus_t cublasXtCreate(cublasXtHandle_t *handle)
{
    struct hw_blas_call call = hw_blas_begin_plain(__func__);

    if (hw_blas_is_ready(&call))
        call.status = hw_blas_handle_create(handle, HW_BLAS_HANDLE_OF_MANY);
    if (hw_blas_is_ready(&call))
        (*handle)->block = FIRST_BLOCK;
    return hw_blas_end(&call);
}

cublasStatus_t cublasXtDestroy(cublasXtHandle_t handle)
{
    struct hw_blas_call call = hw_cublas_begin_xt(__func__, handle);

    if (hw_blas_is_ready(&call))
        call.status = hw_blas_handle_destroy(handle);
    return hw_blas_end(&call);
}

/* --- devices: each is a board of its own --- */

static bool are_devices(int count, const int *device)
{
    const int all = hw_cuda_device_count();

    for (int i = 0; i < count; i++)
        if (device[i] < 0 || device[i] >= all)
            return false;
    return true;
}

cublasStatus_t cublasXtMaxBoards(int *boards)
{
    struct hw_blas_call call = hw_blas_begin_plain(__func__);

    hw_blas_check(&call, boards != NULL, CUBLAS_STATUS_INVALID_VALUE);
    if (hw_blas_is_ready(&call))
        *boards = hw_cuda_device_count();
    return hw_blas_end(&call);
}

cublasStatus_t cublasXtGetNumBoards(int devices, int device[], int *boards)
{
    struct hw_blas_call call = hw_blas_begin_plain(__func__);

    hw_blas_check(&call, devices > 0 && device && boards, CUBLAS_STATUS_INVALID_VALUE);
    hw_blas_check(&call, hw_blas_is_ready(&call) && are_devices(devices, device),
                  CUBLAS_STATUS_INVALID_VALUE);
    if (hw_blas_is_ready(&call))
        *boards = devices;
    return hw_blas_end(&call);
}

cublasStatus_t cublasXtDeviceSelect(cublasXtHandle_t handle, int devices, int device[])
{
    struct hw_blas_call call = hw_cublas_begin_xt(__func__, handle);

    hw_blas_check(&call, devices > 0 && device, CUBLAS_STATUS_INVALID_VALUE);
    hw_blas_check(&call, hw_blas_is_ready(&call) && are_devices(devices, device),
                  CUBLAS_STATUS_INVALID_VALUE);
    return hw_blas_end(&call);
}

/* --- numbers that a handle keeps --- */

static cublasStatus_t set(const char *name, cublasXtHandle_t handle, size_t member, bool right, int value)
{
    struct hw_blas_call call = hw_cublas_begin_xt(name, handle);

    hw_blas_check(&call, right, CUBLAS_STATUS_INVALID_VALUE);
    if (hw_blas_is_ready(&call))
        *(int *)((char *)handle + member) = value;
    return hw_blas_end(&call);
}

static cublasStatus_t get(const char *name, cublasXtHandle_t handle, size_t member, int *value)
{
    struct hw_blas_call call = hw_cublas_begin_xt(name, handle);

    hw_blas_check(&call, value != NULL, CUBLAS_STATUS_INVALID_VALUE);
    if (hw_blas_is_ready(&call))
        *value = *(const int *)((const char *)handle + member);
    return hw_blas_end(&call);
}

cublasStatus_t cublasXtSetBlockDim(cublasXtHandle_t handle, int block)
{
    return set(__func__, handle, offsetof(struct cublasContext, block), block > 0, block);
}

cublasStatus_t cublasXtGetBlockDim(cublasXtHandle_t handle, int *block)
{
    return get(__func__, handle, offsetof(struct cublasContext, block), block);
}

cublasStatus_t cublasXtSetPinningMemMode(cublasXtHandle_t handle, int mode)
{
    return set(__func__, handle, offsetof(struct cublasContext, pinning), mode == 0 || mode == 1, mode);
}

cublasStatus_t cublasXtGetPinningMemMode(cublasXtHandle_t handle, int *mode)
{
    return get(__func__, handle, offsetof(struct cublasContext, pinning), mode);
}

/* --- the program's own BLAS --- */

static cublasStatus_t take(const char *name, cublasXtHandle_t handle, bool right)
{
    struct hw_blas_call call = hw_cublas_begin_xt(name, handle);

    hw_blas_check(&call, right, CUBLAS_STATUS_INVALID_VALUE);
    return hw_blas_end(&call);
}

static bool is_routine(int function, int type)
{
    return function >= 0 && function < FUNCTIONS && type >= 0 && type < TYPES;
}

cublasStatus_t cublasXtSetCpuRoutine(cublasXtHandle_t handle, int function, int type, void *routine)
{
    return take(__func__, handle, is_routine(function, type) && routine);
}

cublasStatus_t cublasXtSetCpuRatio(cublasXtHandle_t handle, int function, int type, float ratio)
{
    return take(__func__, handle, is_routine(function, type) && ratio >= 0 && ratio <= 1);
}
