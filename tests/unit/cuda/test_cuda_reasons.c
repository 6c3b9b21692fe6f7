/* SPDX-License-Identifier: MIT */
/* What the log says of calls that fail: which argument is wrong, and what was expected; in both interfaces,
 * and nothing of calls that succeed. */
#include "cuda/driver/driver.h"
#include "cuda/driver/driver_object.h"
#include "cuda/runtime/runtime.h"
#include "cuda/runtime/runtime_object.h"
#include "cuda_test.h"
#include "made_fatbin.h"

#include <stdio.h>
#include <unistd.h>

static char path[] = "/tmp/halfwarp-test-reasons-XXXXXX";
static FILE *told;
static char stub, memory[64];
static struct fatbin variables;
static void **handle;

/* The lines that the log has got since the last call. */
static void assert_told(const char *line)
{
    char text[4096] = "";
    const size_t length = fread(text, 1, sizeof text - 1, told);

    clearerr(told);
    text[length] = '\0';
    if (strcmp(text, line) != 0)
        fail_msg("told: %s expected: %s", text, line);
}

#define REASON(call, error, reason)                                            \
    do {                                                                       \
        char line[1024];                                                       \
        snprintf(line, sizeof line, "halfwarp: call %s: %s\n", error, reason); \
        (void)(call);                                                          \
        assert_told(line);                                                     \
    } while (0)

static void *block(size_t bytes)
{
    void *address = NULL;

    assert_cuda(cudaMalloc(&address, bytes));
    return address;
}

static const char *sentence(const char *format, const void *address)
{
    static char text[512];

    snprintf(text, sizeof text, format, address);
    return text;
}

static void copies(void **state)
{
    void *small = block(32);

    (void)state;
    REASON(cudaMemcpy(small, memory, 40, H2D), "cudaMemcpy: 11 cudaErrorInvalidValue",
           sentence("destination: 40 bytes at %p; 32 bytes of the device are there", small));
    REASON(cudaMemcpy(memory, small, 40, D2H), "cudaMemcpy: 11 cudaErrorInvalidValue",
           sentence("source: 40 bytes at %p; 32 bytes of the device are there", small));
    REASON(cudaMemcpy(memory, small, 4, 9), "cudaMemcpy: 21 cudaErrorInvalidMemcpyDirection",
           "kind 9; expected 0 to 4");
    REASON(cudaMemcpy2D(small, 16, memory, 4, 8, 2, H2D), "cudaMemcpy2D: 12 cudaErrorInvalidPitchValue",
           "pitch 4 of the source; expected at least the width, 8, and at most 2147483647, or 0 for a single "
           "row");
    REASON(cudaMemcpyAsync(small, memory, 4, H2D, (cudaStream_t)(void *)memory),
           "cudaMemcpyAsync: 33 cudaErrorInvalidResourceHandle",
           sentence("stream %p is none that lives", memory));
    REASON(cudaMemcpyToSymbol("nothing", memory, 4, 0, H2D), "cudaMemcpyToSymbol: 13 cudaErrorInvalidSymbol",
           sentence("symbol %p is no variable that the program registered", "nothing"));
    REASON(cudaMemcpy3D(NULL), "cudaMemcpy3D: 11 cudaErrorInvalidValue", "the copy's description is null");
    REASON(cudaMemcpyToArray(NULL, 0, 0, memory, 4, H2D), "cudaMemcpyToArray: 11 cudaErrorInvalidValue",
           "the destination is null");
    assert_cuda(cudaMemcpy(small, memory, 32, H2D));
    assert_cuda(cudaFree(small));
    assert_told("");
}

static void memory_of_both(void **state)
{
    void *place;

    (void)state;
    REASON(cudaFree((void *)16), "cudaFree: 17 cudaErrorInvalidDevicePointer",
           "pointer 0x10 is not where an allocation begins");
    REASON(
        cudaMalloc(&place, (size_t)1 << 50), "cudaMalloc: 2 cudaErrorMemoryAllocation",
        "1125899906842624 bytes; the device has 1073741824 of 1073741824 left; --memory or HALFWARP_MEMORY "
        "gives it more");
    REASON(cuMemAlloc_v2(&(CUdeviceptr){0}, 0), "cuMemAlloc_v2: 1 CUDA_ERROR_INVALID_VALUE",
           "0 bytes; expected 1 or more");
    REASON(cudaFreeHost(memory), "cudaFreeHost: 11 cudaErrorInvalidValue",
           sentence("pointer %p is not where page-locked memory begins", memory));
    REASON(cudaHostUnregister(memory), "cudaHostUnregister: 62 cudaErrorHostMemoryNotRegistered",
           sentence("pointer %p is not where registered memory begins", memory));
}

static void fills(void **state)
{
    void *small = block(32);

    (void)state;
    REASON(cudaMemset(small, 0, 33), "cudaMemset: 11 cudaErrorInvalidValue",
           sentence("address: 33 bytes at %p; 32 bytes of the device are there", small));
    REASON(cudaMemset2D(small, 2, 0, 4, 2), "cudaMemset2D: 12 cudaErrorInvalidPitchValue",
           "pitch 2; expected at least the width, 4 bytes");
    REASON(cuMemsetD32_v2((uintptr_t)small + 1, 0, 1), "cuMemsetD32_v2: 1 CUDA_ERROR_INVALID_VALUE",
           sentence("address %p; expected a multiple of 4, an element's bytes", (char *)small + 1));
    REASON(cuMemsetD2D32_v2((uintptr_t)small, 6, 0, 1, 2), "cuMemsetD2D32_v2: 1 CUDA_ERROR_INVALID_VALUE",
           "pitch 6; expected a multiple of 4, an element's bytes");
    assert_cuda(cudaFree(small));
}

static void textures(void **state)
{
    struct cudaResourceDesc resource = {.resType = cudaResourceTypeLinear};
    const struct cudaTextureDesc plain = {.addressMode = {1, 1, 1}};
    struct cudaTextureDesc smooth = plain;
    struct cudaMipmappedArray *mipmap;
    cudaTextureObject_t object = 0;
    char *small = block(32);

    (void)state;
    smooth.filterMode = 1;
    resource.res.linear.devPtr = small + 4;
    resource.res.linear.sizeInBytes = 16;
    resource.res.linear.desc = (struct cudaChannelFormatDesc){32, 0, 0, 0, cudaChannelFormatKindUnsigned};
    REASON(cudaCreateTextureObject(&object, &resource, &plain, NULL),
           "cudaCreateTextureObject: 11 cudaErrorInvalidValue",
           sentence("address %p; expected a multiple of 256", small + 4));
    resource.res.linear.devPtr = (void *)4096;
    REASON(cudaCreateTextureObject(&object, &resource, &plain, NULL),
           "cudaCreateTextureObject: 11 cudaErrorInvalidValue",
           "the texture's first texel: 4 bytes at 0x1000; 0 bytes of the device are there");
    resource.res.linear.devPtr = small;
    REASON(cudaCreateTextureObject(&object, &resource, &smooth, NULL),
           "cudaCreateTextureObject: 26 cudaErrorInvalidFilterSetting",
           "a linear filter of texels that are read as integers; expected floats, or integers of 8 or 16 "
           "bits as "
           "fractions");
    resource.res.linear.desc.y = 16;
    REASON(cudaCreateTextureObject(&object, &resource, &plain, NULL),
           "cudaCreateTextureObject: 20 cudaErrorInvalidChannelDescriptor",
           "channels of 32, 16, 0, 0 bits, kind 1; expected 1, 2 or 4 equal ones of 8, 16 or 32 bits, kind 0 "
           "to 2 (2 "
           "with 16 or 32 bits)");
    REASON(cudaDestroyTextureObject(99), "cudaDestroyTextureObject: 11 cudaErrorInvalidValue",
           "texture object 0x63 is none of this context");
    REASON(cudaCreateSurfaceObject(&object, &resource), "cudaCreateSurfaceObject: 11 cudaErrorInvalidValue",
           "resType 2; expected 0, an array");
    REASON(cuTexRefDestroy(NULL), "cuTexRefDestroy: 400 CUDA_ERROR_INVALID_HANDLE",
           "the texture reference is null");
    REASON(cuTexObjectDestroy(99), "cuTexObjectDestroy: 1 CUDA_ERROR_INVALID_VALUE",
           "texture object 0x63 is none of this context");
    REASON(cudaMallocMipmappedArray(&mipmap, &resource.res.linear.desc, (struct cudaExtent){4, 4, 0}, 1, 64),
           "cudaMallocMipmappedArray: 11 cudaErrorInvalidValue", "flags 0x40; expected some of 0xf");
    assert_cuda(cudaFree(small));
}

static void launches(void **state)
{
    const dim3 one = {1, 1, 1};
    void *no_arguments[3] = {NULL};
    CUcontext context;
    CUfunction function = NULL;
    CUmodule module;

    (void)state;
    REASON(cudaLaunchKernel(memory, one, one, NULL, 0, NULL),
           "cudaLaunchKernel: 8 cudaErrorInvalidDeviceFunction",
           sentence("function %p is no kernel of the program", memory));
    REASON(cudaLaunchKernel(&stub, one, one, no_arguments, 0, NULL),
           "cudaLaunchKernel: 11 cudaErrorInvalidValue",
           "variable_written: the address of argument 0 is null");
    for (int i = 0; i < 3; i++)
        no_arguments[i] = memory;
    REASON(cudaLaunchKernel(&stub, one, (dim3){32, 64, 1}, no_arguments, 0, NULL),
           "cudaLaunchKernel: 9 cudaErrorInvalidConfiguration",
           "a block of 2048 threads; expected at most 1024");
    REASON(cudaLaunchKernel(&stub, (dim3){1, 0, 1}, one, no_arguments, 0, NULL),
           "cudaLaunchKernel: 9 cudaErrorInvalidConfiguration", "grid.y is 0; expected 1 to 65535");
    REASON(cudaLaunchKernel(&stub, one, one, no_arguments, 1 << 20, NULL),
           "cudaLaunchKernel: 7 cudaErrorLaunchOutOfResources",
           "1048576 bytes of dynamic shared memory; expected at most 49152");
    REASON(cudaLaunch(&stub), "cudaLaunch: 1 cudaErrorMissingConfiguration",
           "no cudaConfigureCall before it");
    assert_int_equal(cuCtxGetCurrent(&context), CUDA_SUCCESS);
    assert_int_equal(cuModuleLoadData(&module, variables.bytes), CUDA_SUCCESS);
    assert_int_equal(cuModuleGetFunction(&function, module, "variable_written"), CUDA_SUCCESS);
    REASON(cuLaunchKernel((CUfunction)(void *)memory, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL),
           "cuLaunchKernel: 400 CUDA_ERROR_INVALID_HANDLE",
           sentence("function %p is none that lives", memory));
    REASON(cuLaunchKernel(function, 1, 1, 1, 1, 1, 2000, 0, NULL, no_arguments, NULL),
           "cuLaunchKernel: 1 CUDA_ERROR_INVALID_VALUE", "block.z is 2000; expected 1 to 64");
    assert_int_equal(cuModuleUnload(module), CUDA_SUCCESS);
    assert_told("");
}

/* A box, whose members the sentence names. */
static void boxes(void **state)
{
    CUDA_MEMCPY3D copy = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                          .srcHost = memory,
                          .srcPitch = 4,
                          .dstMemoryType = 9,
                          .WidthInBytes = 8,
                          .Height = 2,
                          .Depth = 1};

    (void)state;
    REASON(cuMemcpy3D_v2(&copy), "cuMemcpy3D_v2: 1 CUDA_ERROR_INVALID_VALUE",
           "dstMemoryType is 9; expected 1 to 4");
    copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
    REASON(cuMemcpy3D_v2(&copy), "cuMemcpy3D_v2: 1 CUDA_ERROR_INVALID_VALUE",
           "srcPitch is 4; expected at least srcXInBytes and WidthInBytes, 0 and 8");
    copy.srcPitch = 8;
    copy.dstLOD = 1;
    REASON(cuMemcpy3D_v2(&copy), "cuMemcpy3D_v2: 1 CUDA_ERROR_INVALID_VALUE", "dstLOD is 1; expected 0");
    copy.dstLOD = 0;
    REASON(cuMemcpy3D_v2(&copy), "cuMemcpy3D_v2: 1 CUDA_ERROR_INVALID_VALUE", "the destination is null");
}

static int begin(void **state)
{
    static const char *const targets[] = {"sm_50", NULL};

    (void)state;
    setenv("HALFWARP_CHIP", "sm_50", 1);
    fatbin_make(&variables, "variables", targets);
    handle = __cudaRegisterFatBinary(&variables.wrapper);
    add_kernel(handle, &stub, "variable_written");
    told = fopen(path, "r");
    return !told;
}

static int end(void **state)
{
    (void)state;
    fclose(told);
    cudaDeviceReset();
    __cudaUnregisterFatBinary(handle);
    fatbin_free(&variables);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copies),   cmocka_unit_test(memory_of_both), cmocka_unit_test(fills),
        cmocka_unit_test(textures), cmocka_unit_test(launches),       cmocka_unit_test(boxes),
    };
    const int file = mkstemp(path);

    if (file < 0)
        return 1;
    close(file);
    setenv("HALFWARP_MEMORY", "1G", 1);
    setenv("HALFWARP_LOG", "errors", 1); /* read at the first call */
    setenv("HALFWARP_LOG_FILE", path, 1);
    const int failed = cmocka_run_group_tests(tests, begin, end);
    unlink(path);
    return failed;
}
