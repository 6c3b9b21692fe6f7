/* SPDX-License-Identifier: MIT */
/* The library and its handles: versions, texts of statuses, the program's callback. */
#include "cuda/dnn/dnn_call.h"
#include "cuda/dnn/dnn_object.h"
#include "cuda/dnn/dnn_version.h"
#include "cuda/dnn/toolkit/dnn_toolkit.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

static struct dnn_listener {
    unsigned mask;
    void *user;
    cudnnCallback_t function;
} callback;

static __thread char last_error[256];

/* --- the library --- */

size_t cudnnGetVersion(void)
{
    const struct hw_dnn_version *version = hw_dnn_version();

    return (size_t)(version->major * hw_dnn_toolkit.major_factor + version->minor * 100 + version->patch);
}

size_t cudnnGetCudartVersion(void)
{
    return hw_dnn_version()->cudart;
}

size_t cudnnGetMaxDeviceVersion(void)
{
    return hw_dnn_toolkit.device; /* as NVIDIA's: any device will do */
}

const char *hw_dnn_status_name(int number)
{
    static const char *const names[] = {
#define NAME(number, number_of_9, name) [name] = #name,
        HW_CUDNN_STATUSES(NAME)
#undef NAME
    };

    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (hw_dnn_toolkit.status[i] == number)
            return names[i];
    return NULL;
}

const char *cudnnGetErrorString(int status)
{
    const char *name = hw_dnn_status_name(status);

    return name ? name : "CUDNN_UNKNOWN_STATUS";
}

/* What the calling thread's last failed call was. */
void cudnnGetLastErrorString(char *message, size_t bytes)
{
    if (message && bytes > 0)
        snprintf(message, bytes, "%s", last_error);
    last_error[0] = '\0';
}

cudnnStatus_t cudnnGetProperty(libraryPropertyType type, int *value)
{
    const struct hw_dnn_version *version = hw_dnn_version();
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);

    hw_dnn_need(&call, value != NULL);
    hw_dnn_check(&call, (unsigned)type <= PATCH_LEVEL, CUDNN_STATUS_INVALID_VALUE);
    if (hw_dnn_is_ready(&call))
        *value = type == MAJOR_VERSION   ? version->major
                 : type == MINOR_VERSION ? version->minor
                                         : version->patch;
    return hw_dnn_end(&call);
}

/* --- the callback --- */

cudnnStatus_t cudnnSetCallback(unsigned mask, void *user, cudnnCallback_t function)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);

    callback.mask = mask;
    callback.user = user;
    callback.function = function;
    return hw_dnn_end(&call);
}

cudnnStatus_t cudnnGetCallback(unsigned *mask, void **user, cudnnCallback_t *function)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);

    HW_DNN_GIVE(mask, callback.mask);
    HW_DNN_GIVE(user, callback.user);
    HW_DNN_GIVE(function, callback.function);
    return hw_dnn_end(&call);
}

void hw_dnn_tell(const struct hw_dnn_call *call, const char *status)
{
    const bool right = hw_dnn_is_ready(call);
    const cudnnSeverity_t severity = right ? CUDNN_SEV_INFO : CUDNN_SEV_ERROR;
    struct timespec now;
    char text[sizeof last_error];

    if (!right)
        snprintf(last_error, sizeof last_error, "%s: %s", call->name, status);
    hw_cuda_lock();
    const struct dnn_listener told = callback; /* which may call the library itself */
    hw_cuda_unlock(cudaSuccess);
    if (!told.function || !(told.mask & 1u << severity))
        return;
    clock_gettime(CLOCK_REALTIME, &now);
    const cudnnDebug_t debug = {
        .cudnn_version = (unsigned)cudnnGetVersion(),
        .status = hw_dnn_toolkit.status[call->status],
        .seconds = (unsigned)now.tv_sec,
        .microseconds = (unsigned)(now.tv_nsec / 1000),
        .handle = call->handle,
        .stream = call->handle ? call->handle->stream : NULL,
        .process = (unsigned long long)getpid(),
        .thread = (unsigned long long)gettid(),
    };
    snprintf(text, sizeof text, "%s: %s", call->name, status);
    told.function(severity, told.user, &debug, text);
}

/* --- handles --- */

cudnnStatus_t cudnnCreate(cudnnHandle_t *handle)
{
    struct hw_dnn_call call = {.name = __func__};

    if (!hw_cuda_enter())
        call.status = CUDNN_STATUS_NOT_INITIALIZED;
    hw_dnn_need(&call, handle != NULL);
    if (hw_dnn_is_ready(&call)) {
        *handle = hw_dnn_object_new(HW_DNN_HANDLE, sizeof **handle);
        hw_dnn_check(&call, *handle != NULL, CUDNN_STATUS_ALLOC_FAILED);
    }
    return hw_dnn_end(&call);
}

/* Also of a device that has been reset, or has a fault. */
cudnnStatus_t cudnnDestroy(cudnnHandle_t handle)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);

    if (handle)
        hw_dnn_need(&call, hw_dnn_object_free(handle, HW_DNN_HANDLE));
    return hw_dnn_end(&call);
}

cudnnStatus_t cudnnSetStream(cudnnHandle_t handle, cudaStream_t stream)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);

    if (hw_dnn_is_ready(&call))
        hw_dnn_need(&call, hw_cuda_stream_check(stream) == cudaSuccess);
    if (hw_dnn_is_ready(&call))
        handle->stream = stream;
    return hw_dnn_end(&call);
}

cudnnStatus_t cudnnGetStream(cudnnHandle_t handle, cudaStream_t *stream)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);

    hw_dnn_need(&call, stream != NULL);
    if (hw_dnn_is_ready(&call))
        *stream = handle->stream;
    return hw_dnn_end(&call);
}

/* Work that has been asked for has been done without an error of its own. */
cudnnStatus_t cudnnQueryRuntimeError(cudnnHandle_t handle, int *status, cudnnErrQueryMode_t mode, void *tag)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);

    (void)tag;
    hw_dnn_need(&call, status != NULL && (unsigned)mode <= CUDNN_ERRQUERY_BLOCKING);
    if (hw_dnn_is_ready(&call))
        *status = CUDNN_STATUS_SUCCESS;
    return hw_dnn_end(&call);
}
