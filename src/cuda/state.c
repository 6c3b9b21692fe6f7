/* The lock, the choice of the chip, the device's life from first use to reset, and last errors. */
#include "cuda/state.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define DEFAULT_CAPABILITY 20 /* for programs without code for a device, which only ask for properties */

struct hw_cuda_state hw_cuda;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local cudaError_t last_error;

void hw_cuda_say(const char *format, ...)
{
    char text[1024];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fprintf(stderr, "halfwarp: %s\n", text);
}

double hw_cuda_seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

bool hw_cuda_choose_chip(void)
{
    const char *name = getenv("HALFWARP_CHIP");
    char by_code[16];
    struct hw_error error;

    if (hw_cuda.chip)
        return true;
    if (!name || !*name) {
        const unsigned capability = hw_cuda_fatbin_capability();
        snprintf(by_code, sizeof by_code, "sm_%u", capability ? capability : DEFAULT_CAPABILITY);
        name = by_code;
    }
    if (hw_chip_find(name, &hw_cuda.chip, &error) != HW_OK ||
        hw_target_find(hw_cuda.chip->variant, &hw_cuda.target, &error) != HW_OK) {
        hw_cuda.chip = NULL;
        hw_cuda_say("%s", error.text);
        return false;
    }
    return true;
}

static bool activate(void)
{
    struct hw_error error;

    if (hw_cuda.memory)
        return true;
    if (!hw_cuda_choose_chip())
        return false;
    hw_status status = hw_memory_create(&hw_cuda.memory, &error);
    if (status == HW_OK) {
        hw_memory_fit(hw_cuda.memory, &hw_cuda.target, 64);
        status = hw_memory_alloc(hw_cuda.memory, HW_CUDA_FENCE_BYTES, &hw_cuda.fence, &error);
    }
    if (status != HW_OK) {
        hw_cuda_say("%s", error.text);
        hw_memory_destroy(hw_cuda.memory);
        hw_cuda.memory = NULL;
    }
    return status == HW_OK;
}

void hw_cuda_lock(void)
{
    pthread_mutex_lock(&lock);
}

bool hw_cuda_enter(void)
{
    hw_cuda_lock();
    return hw_cuda.fault == cudaSuccess && activate();
}

cudaError_t hw_cuda_trouble(void)
{
    if (hw_cuda.fault != cudaSuccess)
        return hw_cuda.fault;
    return hw_cuda.chip ? cudaErrorInitializationError : cudaErrorNoDevice;
}

cudaError_t hw_cuda_leave(cudaError_t error)
{
    pthread_mutex_unlock(&lock);
    if (error != cudaSuccess && error != cudaErrorNotReady)
        last_error = error;
    return error;
}

cudaError_t hw_cuda_last_error(bool forget)
{
    const cudaError_t error = last_error;

    if (forget)
        last_error = cudaSuccess;
    return error;
}

bool hw_cuda_active(void)
{
    return hw_cuda.memory != NULL;
}

void hw_cuda_reset(void)
{
    for (struct hw_cuda_fatbin *fatbin = hw_cuda.fatbins; fatbin; fatbin = fatbin->next)
        hw_cuda_fatbin_unload(fatbin);
    hw_cuda_arrays_clear();
    hw_cuda_host_clear();
    hw_cuda_streams_clear();
    hw_memory_destroy(hw_cuda.memory);
    hw_cuda.memory = NULL;
    hw_cuda.used = 0;
    hw_cuda.fault = cudaSuccess;
    for (int i = 0; i < HW_CUDA_LIMITS; i++)
        hw_cuda.limits[i] = 0;
}
