/* SPDX-License-Identifier: MIT */
/* A program of the driver API that is linked with no library of CUDA and opens libcuda.so itself, as
 * matrixMulDynlinkJIT of CUDA SDK 4.2 does; tests/cli/test_run_program runs it with `halfwarp run`.
 *
 * Built with STATIC_RUNTIME it has the section of device code that nvcc makes, but no libcudart, and so looks
 * like a program with NVIDIA's runtime inside. */
#include "cuda/driver/driver.h"
#include "made_fatbin.h"
#include "generation_hash.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#define THREADS 64u

#ifdef STATIC_RUNTIME
__attribute__((section(".nv_fatbin"), used)) static const char code[] = "device code";
#endif

/* The functions that it needs, in the order that it needs them. */
#define FUNCTIONS(FUNCTION)             \
    FUNCTION(cuInit)                    \
    FUNCTION(cuDeviceGet)               \
    FUNCTION(cuDeviceComputeCapability) \
    FUNCTION(cuCtxCreate_v2)            \
    FUNCTION(cuModuleLoadFatBinary)     \
    FUNCTION(cuModuleGetFunction)       \
    FUNCTION(cuMemAlloc_v2)             \
    FUNCTION(cuLaunchKernel)            \
    FUNCTION(cuMemcpyDtoH_v2)           \
    FUNCTION(cuCtxDestroy_v2)

static struct {
#define FUNCTION(name) __typeof__(name) *name;
    FUNCTIONS(FUNCTION)
#undef FUNCTION
} cuda;

static void *find(void *library, const char *name)
{
    void *function = dlsym(library, name);

    if (!function)
        printf("no %s\n", name);
    return function;
}

static int open_library(void)
{
    void *library = dlopen("libcuda.so", RTLD_NOW);

    if (!library)
        printf("%s\n", dlerror());
#define FUNCTION(name) &&(cuda.name = (__typeof__(name) *)find(library, #name)) != NULL
    return library FUNCTIONS(FUNCTION);
#undef FUNCTION
}

static int must(CUresult result, const char *what)
{
    if (result == CUDA_SUCCESS)
        return 1;
    printf("%s: %d\n", what, result);
    exit(1);
}
#define MUST(call) must(cuda.call, #call)

static int run(const struct fatbin *fatbin)
{
    CUcontext context;
    CUmodule module;
    CUfunction kernel;
    CUdevice device;
    struct {
        uint32_t rounds, unused;
        CUdeviceptr out;
    } parameters = {.rounds = 1};
    size_t bytes = sizeof parameters;
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &parameters, CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes,
                     CU_LAUNCH_PARAM_END};
    uint32_t got[THREADS];
    int major, minor, right = 1;

    MUST(cuInit(0));
    MUST(cuDeviceGet(&device, 0));
    MUST(cuDeviceComputeCapability(&major, &minor, device));
    MUST(cuCtxCreate_v2(&context, 0, device));
    MUST(cuModuleLoadFatBinary(&module, fatbin->bytes));
    MUST(cuModuleGetFunction(&kernel, module, "generation_hash"));
    MUST(cuMemAlloc_v2(&parameters.out, sizeof got));
    MUST(cuLaunchKernel(kernel, 1, 1, 1, THREADS, 1, 1, 0, NULL, NULL, extra));
    MUST(cuMemcpyDtoH_v2(got, parameters.out, sizeof got));
    MUST(cuCtxDestroy_v2(context));
    for (uint32_t i = 0; i < THREADS; i++)
        right = right && got[i] == generation_hash(i, parameters.rounds);
    printf("device %d.%d\n%s\n", major, minor, right ? "PASSED" : "FAILED");
    return right ? 0 : 1;
}

int main(void)
{
    static const char *const targets[] = {"sm_13", "sm_20", "sm_30", "sm_35", "sm_50", "sm_61", NULL};
    struct fatbin fatbin;
    int status = 1;

    fatbin_make(&fatbin, "generations", targets);
    if (open_library())
        status = run(&fatbin);
    fatbin_free(&fatbin);
    return status;
}
