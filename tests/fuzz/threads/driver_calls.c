/* SPDX-License-Identifier: MIT */
/* Calls of the driver API, with a thread's own objects and, as handles are the same, with those of all. */
#include "caller.h"

#include "cuda/driver/driver.h"

#include <dlfcn.h>
#include <string.h>

#define STEP (2u << 20) /* of virtual memory */

static const char module_text[] = ".version 4.0\n.target sm_30\n.address_size 64\n"
                                  ".visible .entry set(.param .u64 p, .param .u32 n)\n{\n"
                                  ".reg .u64 %a; .reg .u32 %n; ld.param.u64 %a, [p]; ld.param.u32 %n, [n];\n"
                                  "cvta.to.global.u64 %a, %a; st.global.u32 [%a], %n; ret;\n}\n";

/* Errors that manuals name for handles that others destroy, and for what there is not. */
static bool is_documented(CUresult result)
{
    static const int results[] = {0, 1, 2, 101, 201, 400, 401, 600, 700 + 4, 700 + 5, 709, 800, 801};

    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        if ((int)result == results[i])
            return true;
    return result >= 900 && result <= 910;
}

static bool driver_call(struct caller *caller, CUresult result, const char *call)
{
    atomic_fetch_add(&caller->world->calls, 1);
    if (result == CUDA_SUCCESS)
        return true;
    atomic_fetch_add(&caller->world->errors, 1);
    if (!is_documented(result))
        world_fail(caller->world, "%.200s gave %d", call, (int)result);
    return false;
}
#define DRIVER(call) driver_call(caller, call, #call)

/* --- the own module: loaded, launched, unloaded --- */

static void use_module(struct caller *caller)
{
    const uint32_t number = caller_below(caller, 1u << 20);
    volatile uint32_t *words = caller->words;
    CUfunction function;
    CUmodule module;
    CUdeviceptr address;
    uint32_t n = number;
    void *arguments[] = {&address, &n};

    if (cudaSetDevice(caller->device) != cudaSuccess || !DRIVER(cuModuleLoadData(&module, module_text)))
        return;
    if (DRIVER(cuModuleGetFunction(&function, module, "set")) &&
        DRIVER(cuMemHostGetDevicePointer_v2(&address, caller->words, 0)) &&
        DRIVER(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, (CUstream)caller->stream, arguments, NULL)) &&
        DRIVER(cuStreamSynchronize((CUstream)caller->stream)) && words[0] != number)
        world_fail(caller->world, "a module's kernel stored %u, not %u", words[0], number);
    DRIVER(cuModuleUnload(module));
}

/* --- virtual memory --- */

static void use_virtual_memory(struct caller *caller)
{
    const struct hw_allocation_properties properties = {.allocation_type = HW_ALLOCATION_PINNED,
                                                        .location = {HW_LOCATION_DEVICE, caller->device}};
    const struct hw_access_right right = {{HW_LOCATION_DEVICE, caller->device}, HW_ACCESS_RIGHT_WRITE};
    CUmemGenericAllocationHandle handle;
    CUdeviceptr address;
    uint32_t word = 0;

    if (cudaSetDevice(caller->device) != cudaSuccess || !DRIVER(cuMemAddressReserve(&address, STEP, 0, 0, 0)))
        return;
    if (DRIVER(cuMemCreate(&handle, STEP, &properties, 0))) {
        if (DRIVER(cuMemMap(address, STEP, 0, handle, 0)) &&
            DRIVER(cuMemSetAccess(address, STEP, &right, 1)) &&
            DRIVER(cuMemsetD32Async(address, 5, 1, (CUstream)caller->stream)) &&
            DRIVER(cuStreamSynchronize((CUstream)caller->stream)) &&
            DRIVER(cuMemcpyDtoH_v2(&word, address, sizeof word)) && word != 5)
            world_fail(caller->world, "a word of virtual memory is %u, not 5", word);
        DRIVER(cuMemUnmap(address, STEP));
        DRIVER(cuMemRelease(handle));
    }
    DRIVER(cuMemAddressFree(address, STEP));
}

/* --- contexts --- */

static void use_context(struct caller *caller)
{
    CUcontext context, popped;
    unsigned flags;
    int active;

    if (!DRIVER(cuDevicePrimaryCtxRetain(&context, caller->device)))
        return;
    if (DRIVER(cuCtxPushCurrent_v2(context))) {
        DRIVER(cuStreamQuery((CUstream)caller_any_stream(caller)));
        DRIVER(cuCtxPopCurrent_v2(&popped));
        if (popped != context)
            world_fail(caller->world, "a thread's stack of contexts has another one");
    }
    DRIVER(cuDevicePrimaryCtxGetState(caller->device, &flags, &active));
    DRIVER(cuDevicePrimaryCtxRelease_v2(caller->device));
}

/* --- values in memory: written and waited for in the own stream --- */

typedef CUresult value_function(CUstream stream, CUdeviceptr address, uint32_t value, unsigned flags);

static void use_values(struct caller *caller)
{
    static const char *const names[2] = {"cuStreamWriteValue32_v2", "cuStreamWaitValue32_v2"};
    const uint32_t number = 1 + caller_below(caller, 1000);
    CUdeviceptr address;

    if (cudaSetDevice(caller->device) != cudaSuccess ||
        !DRIVER(cuMemHostGetDevicePointer_v2(&address, caller->words, 0)))
        return;
    for (unsigned i = 0; i < 2; i++) {
        void *function = dlsym(RTLD_DEFAULT, names[i]);
        if (!function)
            world_fail(caller->world, "the driver has no %s", names[i]);
        if (!function || !driver_call(caller,
                                      ((value_function *)(uintptr_t)function)((CUstream)caller->stream,
                                                                              address + 4, number, i),
                                      names[i]))
            return;
    }
    if (DRIVER(cuStreamSynchronize((CUstream)caller->stream)) && caller->words[1] != number)
        world_fail(caller->world, "a stream wrote %u, not %u", caller->words[1], number);
}

void caller_call_driver(struct caller *caller)
{
    CUcontext context;
    CUdevice device;
    int number;

    switch (caller_below(caller, 9)) {
    case 0: use_module(caller); break;
    case 1: use_virtual_memory(caller); break;
    case 2: use_context(caller); break;
    case 3: use_values(caller); break;
    case 4: DRIVER(cuCtxGetCurrent(&context)); break;
    case 5: DRIVER(cuCtxGetDevice(&device)); break;
    case 6: DRIVER(cuStreamQuery((CUstream)caller_any_stream(caller))); break;
    case 7: DRIVER(cuStreamSynchronize((CUstream)caller_any_stream(caller))); break;
    default:
        DRIVER(cuPointerGetAttribute(
            &number, 2, /* the kind of memory */
            (CUdeviceptr)(uintptr_t)atomic_load(&caller->world->memory[caller_below(caller, SLOTS)])));
        break;
    }
}
