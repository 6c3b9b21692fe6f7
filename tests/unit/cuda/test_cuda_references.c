/* SPDX-License-Identifier: MIT */
/* The runtime API: what host code knows by an address or a name, on two devices, each of which has its own
 * variables and bindings; and what stays with a kernel. */
#include "cuda_test.h"
#include "made_fatbin.h"

static const char *const targets[] = {"sm_20", NULL};
static char written_stub, named_stub, counters, primes, missing;
static struct textureReference plane = {.addressMode = {1, 1, 1},
                                        .channelDesc = {32, 0, 0, 0, cudaChannelFormatKindFloat}};
static struct textureReference line = {.addressMode = {1, 1, 1},
                                       .channelDesc = {32, 0, 0, 0, cudaChannelFormatKindSigned}};
static struct textureReference unknown;
static struct surfaceReference image;
static struct fatbin variables, references;
static void **handles[2];

static int register_code(void **state)
{
    (void)state;
    fatbin_make(&variables, "variables", targets);
    fatbin_make(&references, "references", targets);
    handles[0] = __cudaRegisterFatBinary(&variables.wrapper);
    handles[1] = __cudaRegisterFatBinary(&references.wrapper);
    add_kernel(handles[0], &written_stub, "variable_written");
    __cudaRegisterVar(handles[0], &counters, NULL, "counters", 0, 16, 0, 0);
    __cudaRegisterVar(handles[0], &primes, NULL, "primes", 0, 64, 1, 0);
    __cudaRegisterShared(handles[0], NULL);
    __cudaRegisterSharedVar(handles[0], NULL, 16, 4, 0);
    add_kernel(handles[1], &named_stub, "references_named");
    __cudaRegisterTexture(handles[1], &plane, NULL, "plane", 2, 0, 0);
    __cudaRegisterTexture(handles[1], &line, NULL, "line", 1, 0, 0);
    __cudaRegisterSurface(handles[1], &image, NULL, "image", 2, 0);
    return 0;
}

static int unregister_code(void **state)
{
    (void)state;
    for (int device = 1; device >= 0; device--) {
        cudaSetDevice(device);
        cudaDeviceReset();
    }
    for (int i = 0; i < 2; i++)
        __cudaUnregisterFatBinary(handles[i]);
    fatbin_free(&variables);
    fatbin_free(&references);
    return 0;
}

static void variables_of_devices(void **state)
{
    const uint32_t mine[4] = {9, 8, 7, 6};
    uint32_t got[4];
    void *first, *second;

    (void)state;
    assert_cuda(cudaMemcpyToSymbol(&counters, mine, 16, 0, cudaMemcpyDefault));
    assert_cuda(cudaGetSymbolAddress(&first, &counters));
    assert_cuda(cudaSetDevice(1));
    assert_cuda(cudaMemcpyFromSymbol(got, "counters", 16, 0, D2H));
    assert_true(got[0] == 100 && got[3] == 400); /* as the file has them */
    assert_cuda(cudaGetSymbolAddress(&second, &counters));
    assert_ptr_not_equal(first, second);
    assert_cuda(cudaMemcpyToSymbolAsync(&counters, first, 8, 8, D2D, NULL)); /* from the other device */
    assert_cuda(cudaSetDevice(0));
    assert_cuda(cudaMemcpyFromSymbolAsync(got, &counters, 16, 0, cudaMemcpyDefault, NULL));
    assert_memory_equal(got, mine, 16);
    assert_cuda(cudaMemcpy(got, second, 16, D2H));
    assert_true(got[0] == 100 && got[2] == 9 && got[3] == 8);
    assert_error(cudaMemcpyToSymbol(&counters, mine, 16, 0, 17), cudaErrorInvalidMemcpyDirection);
    assert_error(cudaMemcpyToSymbol(&counters, mine, 4, SIZE_MAX, H2D), cudaErrorInvalidValue);
    assert_error(cudaMemcpyToSymbolAsync(&counters, mine, 4, 0, H2D, (cudaStream_t)(void *)&missing),
                 cudaErrorInvalidResourceHandle);
    assert_error(cudaMemcpyFromSymbolAsync(got, &counters, 4, 0, D2H, (cudaStream_t)(void *)&missing),
                 cudaErrorInvalidResourceHandle);
    assert_error(cudaMemcpyFromSymbol(got, &missing, 4, 0, D2H), cudaErrorInvalidSymbol);
    assert_cuda(cudaMemcpyToSymbol(&counters, mine, 0, 16, H2D));
}

static void names_of_references(void **state)
{
    const struct textureReference *texture = NULL;
    const struct surfaceReference *surface = NULL;

    (void)state;
    assert_cuda(cudaGetTextureReference(&texture, "line"));
    assert_ptr_equal(texture, &line);
    assert_cuda(cudaGetSurfaceReference(&surface, "image"));
    assert_ptr_equal(surface, &image);
    assert_error(cudaGetTextureReference(&texture, "image"), cudaErrorInvalidTexture);
    assert_error(cudaGetTextureReference(&texture, NULL), cudaErrorInvalidTexture);
    assert_error(cudaGetTextureReference(NULL, "line"), cudaErrorInvalidValue);
    assert_error(cudaGetSurfaceReference(&surface, "line"), cudaErrorInvalidSurface);
    assert_error(cudaGetSurfaceReference(NULL, "image"), cudaErrorInvalidValue);
}

static void offsets(void **state)
{
    size_t offset = 99;
    void *block;

    (void)state;
    assert_cuda(cudaMalloc(&block, 1024));
    assert_error(cudaGetTextureAlignmentOffset(&offset, &line), cudaErrorInvalidTextureBinding);
    assert_cuda(cudaBindTexture(&offset, &line, (char *)block + 8, &line.channelDesc, 64));
    offset = 99;
    assert_cuda(cudaGetTextureAlignmentOffset(&offset, &line));
    assert_int_equal(offset, 8);
    assert_error(cudaGetTextureAlignmentOffset(NULL, &line), cudaErrorInvalidValue);
    assert_error(cudaGetTextureAlignmentOffset(&offset, &unknown), cudaErrorInvalidTexture);
    assert_error(cudaGetTextureAlignmentOffset(&offset, NULL), cudaErrorInvalidTexture);
    assert_cuda(cudaSetDevice(1)); /* bound on the other device only */
    assert_error(cudaGetTextureAlignmentOffset(&offset, &line), cudaErrorInvalidTextureBinding);
    assert_cuda(cudaSetDevice(0));
    assert_cuda(cudaUnbindTexture(&line));
    assert_error(cudaGetTextureAlignmentOffset(&offset, &line), cudaErrorInvalidTextureBinding);
    assert_cuda(cudaBindTexture(NULL, &line, block, &line.channelDesc, 64));
    assert_cuda(cudaFree(block)); /* takes the binding along */
    assert_error(cudaGetTextureAlignmentOffset(&offset, &line), cudaErrorInvalidTextureBinding);
}

static void kernels(void **state)
{
    struct cudaFuncAttributes attributes;
    cudaStream_t stream;

    (void)state;
    assert_cuda(cudaFuncSetSharedMemConfig(&written_stub, cudaSharedMemBankSizeEightByte));
    assert_error(cudaFuncSetSharedMemConfig(&written_stub, 3), cudaErrorInvalidValue);
    assert_error(cudaFuncSetSharedMemConfig(&missing, 0), cudaErrorInvalidDeviceFunction);
    assert_cuda(cudaFuncSetCacheConfig("variable_written", cudaFuncCachePreferEqual));
    assert_error(cudaFuncSetCacheConfig(&written_stub, -1), cudaErrorInvalidValue);
    assert_cuda(cudaFuncGetAttributes(&attributes, "references_named"));
    assert_true(attributes.ptxVersion == 20 && attributes.binaryVersion == 20);
    /* Work for one device does not go to another's stream. */
    assert_cuda(cudaStreamCreate(&stream));
    assert_cuda(cudaSetDevice(1));
    assert_cuda(cudaConfigureCall((dim3){1, 1, 1}, (dim3){1, 1, 1}, 0, stream));
    assert_error(cudaLaunch(&written_stub), cudaErrorInvalidResourceHandle);
    assert_cuda(cudaSetDevice(0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(variables_of_devices, fresh_device),
        cmocka_unit_test_setup(names_of_references, fresh_device),
        cmocka_unit_test_setup(offsets, fresh_device),
        cmocka_unit_test_setup(kernels, fresh_device),
    };
    setenv("HALFWARP_CHIP", "gf100,gf100", 1);
    return cmocka_run_group_tests(tests, register_code, unregister_code);
}
