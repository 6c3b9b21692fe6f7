/* SPDX-License-Identifier: MIT */
/* The runtime API with kernels: launches, variables, textures and surfaces by reference, faults, host
 * threads.
 *
 * Device code is from tests/data/programs, for sm_20; what nvcc makes of <<< >>> is written out. */
#include "cuda_test.h"
#include "made_fatbin.h"

#include <pthread.h>

#define HOST_THREADS 4

static const char *const targets[] = {"sm_20", NULL};
static const char *const newer_targets[] = {"sm_35", NULL};

/* What the host knows device code by. */
static char constant_stub, written_stub, named_stub, assert_stub, null_stub, newer_stub, recursive_stub,
    unknown_stub;
static char primes, counters, stamp, missing;
static struct textureReference plane = {.addressMode = {1, 1, 1},
                                        .channelDesc = {32, 0, 0, 0, cudaChannelFormatKindFloat}};
static struct textureReference line = {.addressMode = {1, 1, 1},
                                       .channelDesc = {32, 0, 0, 0, cudaChannelFormatKindSigned}};
static struct surfaceReference image;

static struct fatbin variables, references, service, newer, calls;
static void **handles[5];

static int register_code(void **state)
{
    (void)state;
    fatbin_make(&variables, "variables", targets);
    fatbin_make(&references, "references", targets);
    fatbin_make(&service, "service", targets);
    fatbin_make(&newer, "variables", newer_targets);
    fatbin_make(&calls, "calls", targets);
    handles[0] = __cudaRegisterFatBinary(&variables.wrapper);
    handles[1] = __cudaRegisterFatBinary(&references.wrapper);
    handles[2] = __cudaRegisterFatBinary(&service.wrapper);
    handles[3] = __cudaRegisterFatBinary(&newer.wrapper);
    handles[4] = __cudaRegisterFatBinary(&calls.wrapper);
    add_kernel(handles[0], &constant_stub, "variable_constant");
    add_kernel(handles[0], &written_stub, "variable_written");
    add_kernel(handles[0], &unknown_stub, "no_such_kernel");
    __cudaRegisterVar(handles[0], &primes, NULL, "primes", 0, 64, 1, 0);
    __cudaRegisterVar(handles[0], &counters, NULL, "counters", 0, 16, 0, 0);
    __cudaRegisterVar(handles[0], &stamp, NULL, "stamp", 0, 8, 0, 0);
    __cudaRegisterVar(handles[0], &missing, NULL, "no_such_variable", 0, 8, 0, 0);
    add_kernel(handles[1], &named_stub, "references_named");
    __cudaRegisterTexture(handles[1], &plane, NULL, "plane", 2, 0, 0);
    __cudaRegisterTexture(handles[1], &line, NULL, "line", 1, 0, 0);
    __cudaRegisterSurface(handles[1], &image, NULL, "image", 2, 0);
    add_kernel(handles[2], &assert_stub, "service_assert");
    add_kernel(handles[2], &null_stub, "service_null");
    add_kernel(handles[3], &newer_stub, "variable_written"); /* the same name again */
    add_kernel(handles[4], &recursive_stub, "call_recursive");
    return 0;
}

static int unregister_code(void **state)
{
    (void)state;
    cudaDeviceReset();
    for (int i = 0; i < 5; i++)
        __cudaUnregisterFatBinary(handles[i]);
    __cudaUnregisterFatBinary(NULL);
    fatbin_free(&variables);
    fatbin_free(&references);
    fatbin_free(&service);
    fatbin_free(&newer);
    fatbin_free(&calls);
    return 0;
}

struct usual {
    const void *in;
    void *out;
    uint32_t n;
};

static void *device_words(const uint32_t *words, size_t count)
{
    void *block = NULL;

    assert_cuda(cudaMalloc(&block, 4 * count));
    assert_cuda(words ? cudaMemcpy(block, words, 4 * count, H2D) : cudaMemset(block, 0, 4 * count));
    return block;
}

static void variables_by_address_and_name(void **state)
{
    const uint32_t in[4] = {1, 2, 3, 4}, mine[4] = {10, 20, 30, 40};
    uint32_t got[4];
    void *address;
    size_t bytes;
    const struct usual parameters = {device_words(in, 4), device_words(NULL, 32), 7};

    (void)state;
    assert_cuda(cudaMemcpyFromSymbol(got, &counters, 16, 0, D2H));
    assert_true(got[0] == 100 && got[3] == 400); /* as the file has them */
    assert_cuda(cudaMemcpyToSymbol("counters", mine + 1, 8, 4, H2D));
    assert_cuda(launch(&written_stub, (dim3){32, 1, 1}, &parameters, 20));
    assert_cuda(cudaMemcpyFromSymbolAsync(got, "counters", 16, 0, D2H, NULL));
    assert_true(got[0] == 101 && got[1] == 22 && got[2] == 33 && got[3] == 404);
    assert_cuda(cudaGetSymbolSize(&bytes, &stamp));
    assert_int_equal(bytes, 8);
    assert_cuda(cudaGetSymbolAddress(&address, &stamp));
    assert_cuda(cudaMemcpy(got, address, 8, D2H));
    assert_true(got[0] == 7 && got[1] == 5 << 8);
    assert_int_equal(cudaMemcpyToSymbol(&counters, mine, 16, 4, H2D), cudaErrorInvalidValue);
    assert_int_equal(cudaMemcpyToSymbol(&counters, mine, 16, 0, D2H), cudaErrorInvalidMemcpyDirection);
    assert_int_equal(cudaMemcpyToSymbol("nothing", mine, 16, 0, H2D), cudaErrorInvalidSymbol);
    assert_int_equal(cudaMemcpyToSymbol(&missing, mine, 8, 0, H2D), cudaErrorInvalidSymbol);
    assert_int_equal(cudaMemcpyFromSymbol(got, "nothing", 16, 0, D2H), cudaErrorInvalidSymbol);
    assert_int_equal(cudaMemcpyFromSymbol(got, &counters, 16, 0, H2D), cudaErrorInvalidMemcpyDirection);
    assert_int_equal(cudaGetSymbolAddress(&address, NULL), cudaErrorInvalidSymbol);
    assert_int_equal(cudaGetSymbolAddress(NULL, &stamp), cudaErrorInvalidValue);
    assert_int_equal(cudaGetSymbolSize(&bytes, "nothing"), cudaErrorInvalidSymbol);
    assert_int_equal(cudaGetSymbolSize(NULL, &stamp), cudaErrorInvalidValue);
}

/* A constant that is written before or between launches is what kernels read, whichever was loaded first. */
static void constants(void **state)
{
    const uint32_t in[2] = {0, 0}, three = 1000, first = 5;
    uint32_t got[13], all[16];
    const struct usual parameters = {device_words(in, 2), device_words(NULL, 16), 1};
    void *address, *device_value = device_words(&first, 1);

    (void)state;
    assert_cuda(cudaMemcpyToSymbolAsync(&primes, &three, 4, 12, H2D, NULL));
    assert_cuda(launch(&constant_stub, (dim3){1, 1, 1}, &parameters, 20));
    assert_cuda(cudaMemcpy(got, parameters.out, sizeof got, D2H));
    assert_int_equal(got[0], 1000 + 2);
    assert_cuda(cudaMemcpyToSymbol(&primes, device_value, 4, 0, cudaMemcpyDeviceToDevice));
    assert_cuda(launch(&constant_stub, (dim3){1, 1, 1}, &parameters, 20));
    assert_cuda(cudaMemcpy(got, parameters.out, sizeof got, D2H));
    assert_int_equal(got[0], 1000 + 5);
    assert_cuda(cudaMemcpyFromSymbol(all, &primes, 64, 0, D2H));
    assert_true(all[0] == 5 && all[1] == 3 && all[3] == 1000 && all[15] == 53);
    assert_cuda(
        cudaGetSymbolAddress(&address, &primes)); /* constants have addresses, and are the same bytes there */
    assert_cuda(cudaMemcpy((char *)address + 4, &three, 4, H2D));
    assert_cuda(cudaMemcpyFromSymbol(all, &primes, 64, 0, D2H));
    assert_true(all[0] == 5 && all[1] == 1000);
    assert_cuda(launch(&constant_stub, (dim3){1, 1, 1}, &parameters, 20));
    assert_cuda(cudaDeviceReset());
    assert_cuda(cudaMemcpyFromSymbol(all, &primes, 64, 0, D2H));
    assert_true(all[0] == 2 && all[3] == 7);
}

static void wrong_launches(void **state)
{
    const struct usual parameters = {device_words(NULL, 4), device_words(NULL, 32), 0};
    static const uint8_t many[5000];

    (void)state;
    assert_int_equal(cudaLaunch(&written_stub), cudaErrorMissingConfiguration);
    assert_int_equal(cudaSetupArgument(&parameters, 4, 0), cudaErrorMissingConfiguration);
    assert_int_equal(launch(&written_stub, (dim3){0, 1, 1}, &parameters, 20), cudaErrorInvalidConfiguration);
    assert_int_equal(launch(&written_stub, (dim3){1024, 2, 1}, &parameters, 20),
                     cudaErrorInvalidConfiguration);
    assert_int_equal(launch(&written_stub, (dim3){32, 1, 1}, many, 64), cudaErrorLaunchOutOfResources);
    assert_int_equal(launch(&unknown_stub, (dim3){1, 1, 1}, &parameters, 20), cudaErrorInvalidDeviceFunction);
    assert_int_equal(launch("nothing", (dim3){1, 1, 1}, &parameters, 20), cudaErrorInvalidDeviceFunction);
    assert_int_equal(launch(&newer_stub, (dim3){1, 1, 1}, &parameters, 20), cudaErrorInvalidDeviceFunction);
    assert_int_equal(cudaConfigureCall((dim3){1, 1, 1}, (dim3){1, 1, 1}, 0, (cudaStream_t)(void *)&missing),
                     cudaErrorInvalidResourceHandle);
    assert_cuda(cudaConfigureCall((dim3){1, 1, 1}, (dim3){1, 1, 1}, 1 << 20, NULL));
    assert_int_equal(cudaSetupArgument(many, sizeof many, 0), cudaErrorInvalidValue);
    assert_int_equal(cudaSetupArgument(NULL, 4, 0), cudaErrorInvalidValue);
    assert_cuda(cudaSetupArgument(&parameters, 20, 0));
    assert_int_equal(cudaLaunch(&written_stub), cudaErrorLaunchOutOfResources);
    assert_int_equal(launch(&written_stub, (dim3){32, 1, 1}, &parameters, 16), cudaErrorInvalidValue);
    assert_cuda(launch("variable_constant", (dim3){1, 1, 1}, &parameters, 20)); /* a name is right, too */
    for (int i = 0; i < 16; i++)
        assert_cuda(cudaConfigureCall((dim3){1, 1, 1}, (dim3){1, 1, 1}, 0, NULL));
    assert_int_equal(cudaConfigureCall((dim3){1, 1, 1}, (dim3){1, 1, 1}, 0, NULL),
                     cudaErrorInvalidConfiguration);
    for (int i = 0; i < 16; i++)
        assert_int_equal(cudaLaunch(&unknown_stub), cudaErrorInvalidDeviceFunction);
}

static void attributes(void **state)
{
    struct cudaFuncAttributes found;

    (void)state;
    assert_cuda(cudaFuncGetAttributes(&found, &written_stub));
    assert_true(found.numRegs > 0 && found.maxThreadsPerBlock == 1024 && found.binaryVersion == 20);
    assert_int_equal(found.constSizeBytes, 324); /* of all constants in the file */
    assert_int_equal(cudaFuncGetAttributes(NULL, &written_stub), cudaErrorInvalidValue);
    assert_int_equal(cudaFuncGetAttributes(&found, &missing), cudaErrorInvalidDeviceFunction);
    assert_cuda(cudaFuncSetCacheConfig(&written_stub, cudaFuncCachePreferL1));
    assert_int_equal(cudaFuncSetCacheConfig(&written_stub, 7), cudaErrorInvalidValue);
    assert_int_equal(cudaFuncSetCacheConfig(&missing, 0), cudaErrorInvalidDeviceFunction);
}

static void textures_and_surfaces(void **state)
{
    const struct cudaChannelFormatDesc bytes4 = {8, 8, 8, 8, cudaChannelFormatKindUnsigned};
    float texels[4][8], got[4][8][2], back[4][8];
    uint32_t numbers[8];
    struct cudaArray *texel_array, *image_array;
    size_t offset = 9;
    void *linear, *out = device_words(NULL, 64), *pitched;

    (void)state;
    for (int i = 0; i < 32; i++)
        texels[i / 8][i % 8] = (float)(i * 3);
    for (int i = 0; i < 8; i++)
        numbers[i] = (uint32_t)(-1000 * i);
    linear = device_words(numbers, 8);
    assert_cuda(cudaMallocArray(&texel_array, &plane.channelDesc, 8, 4, 0));
    assert_cuda(cudaMallocArray(&image_array, &plane.channelDesc, 8, 4, cudaArraySurfaceLoadStore));
    assert_cuda(cudaMemcpyToArray(texel_array, 0, 0, texels, sizeof texels, H2D));
    assert_cuda(cudaBindTextureToArray(&plane, texel_array, &plane.channelDesc));
    assert_cuda(cudaBindTexture(&offset, &line, linear, &line.channelDesc, UINT32_MAX));
    assert_int_equal(offset, 0);
    assert_cuda(cudaBindSurfaceToArray(&image, image_array, &plane.channelDesc));
    assert_cuda(launch(&named_stub, (dim3){8, 4, 1}, &out, sizeof out));
    assert_cuda(cudaMemcpy(got, out, sizeof got, D2H));
    assert_cuda(cudaMemcpyFromArray(back, image_array, 0, 0, sizeof back, D2H));
    for (int y = 0; y < 4; y++)
        for (int x = 0; x < 8; x++) {
            const float sum = texels[y][x] + (float)(-1000 * x);
            assert_true(got[y][x][0] == sum && got[y][x][1] == 0 && back[y][x] == 2 * sum);
        }
    assert_cuda(cudaMalloc(&pitched, 512 * 4));
    assert_cuda(cudaMemcpy2D(pitched, 512, back, 32, 32, 4, H2D));
    assert_cuda(cudaBindTexture2D(NULL, &plane, pitched, &plane.channelDesc, 8, 4, 512));
    assert_cuda(launch(&named_stub, (dim3){8, 4, 1}, &out, sizeof out));
    assert_cuda(cudaMemcpy(got, out, sizeof got, D2H));
    assert_true(got[3][7][0] == back[3][7] - 7000 && got[3][7][1] == back[3][7]);

    assert_int_equal(cudaBindTextureToArray(NULL, texel_array, &plane.channelDesc), cudaErrorInvalidTexture);
    assert_int_equal(cudaBindTextureToArray(&plane, NULL, &plane.channelDesc),
                     cudaErrorInvalidResourceHandle);
    assert_int_equal(cudaBindTextureToArray(&plane, texel_array, NULL), cudaErrorInvalidChannelDescriptor);
    assert_int_equal(cudaBindTexture(NULL, &line, (char *)linear + 4, &line.channelDesc, 16),
                     cudaErrorInvalidValue);
    assert_cuda(cudaBindTexture(&offset, &line, (char *)linear + 4, &line.channelDesc, 16));
    assert_int_equal(offset, 4);
    assert_int_equal(cudaBindTexture(NULL, &line, linear, NULL, 16), cudaErrorInvalidChannelDescriptor);
    assert_cuda(cudaBindTexture(NULL, &line, linear, &line.channelDesc, 64)); /* beyond the allocation */
    assert_cuda(launch(&named_stub, (dim3){8, 4, 1}, &out, sizeof out));
    assert_cuda(cudaMemcpy(got, out, sizeof got, D2H));
    assert_true(got[3][7][0] == back[3][7] - 7000);
    assert_int_equal(cudaBindTexture(NULL, &line, (void *)4096, &line.channelDesc, 64),
                     cudaErrorInvalidValue);
    assert_int_equal(cudaBindTexture2D(NULL, &plane, pitched, &plane.channelDesc, 8, 0, 512),
                     cudaErrorInvalidValue);
    plane.filterMode = 1;
    assert_int_equal(cudaBindTextureToArray(&plane, texel_array, &bytes4), cudaErrorInvalidFilterSetting);
    plane.filterMode = 0;
    assert_int_equal(cudaBindSurfaceToArray(&image, texel_array, &plane.channelDesc), cudaErrorInvalidValue);
    assert_int_equal(cudaBindSurfaceToArray(NULL, image_array, &plane.channelDesc), cudaErrorInvalidSurface);
    assert_int_equal(cudaBindSurfaceToArray(&image, image_array, NULL), cudaErrorInvalidChannelDescriptor);
    assert_cuda(cudaUnbindTexture(&plane));
    assert_int_equal(cudaUnbindTexture(NULL), cudaErrorInvalidTexture);
}

/* What goes wrong in a kernel is the error of the next call that waits for it, and of all until the device is
 * reset. */
static void faults_stick(void **state)
{
    struct {
        void *out;
        uint32_t limit;
    } parameters = {device_words(NULL, 32), 3};
    void *addresses[2] = {parameters.out, NULL}, *block;
    int count;

    (void)state;
    assert_cuda(launch(&assert_stub, (dim3){8, 1, 1}, &parameters, 12));
    assert_cuda(cudaGetLastError());
    assert_int_equal(cudaDeviceSynchronize(), cudaErrorAssert);
    assert_int_equal(cudaGetLastError(), cudaErrorAssert);
    assert_int_equal(cudaMalloc(&block, 4), cudaErrorAssert);
    assert_int_equal(launch(&assert_stub, (dim3){8, 1, 1}, &parameters, 12), cudaErrorAssert);
    assert_cuda(cudaGetDeviceCount(&count));
    assert_cuda(cudaDeviceReset());
    assert_cuda(cudaDeviceSynchronize());
    addresses[0] = device_words(NULL, 32);
    assert_cuda(launch(&null_stub, (dim3){8, 1, 1}, addresses, sizeof addresses));
    assert_cuda(cudaMemset(addresses[0], 0, 4));
    assert_int_equal(cudaMemcpy(&count, addresses[0], 4, D2H), cudaErrorLaunchFailure);
    assert_int_equal(cudaMemset(addresses[0], 0, 4), cudaErrorLaunchFailure);
}

/* Recursion takes the stack that the program asks for. */
static void stack_limit(void **state)
{
    const uint32_t in[3] = {2, 5, 11};
    uint32_t got[3];
    struct usual parameters = {device_words(in, 3), device_words(NULL, 3), 1};

    (void)state;
    assert_cuda(cudaDeviceSetLimit(cudaLimitStackSize, 4096));
    assert_cuda(launch(&recursive_stub, (dim3){1, 1, 1}, &parameters, 20));
    assert_cuda(cudaMemcpy(got, parameters.out, sizeof got, D2H));
    assert_true(got[0] == 13 && got[1] == 89 && got[2] == 0);
    assert_cuda(cudaDeviceSetLimit(cudaLimitStackSize, 64));
    assert_cuda(launch(&recursive_stub, (dim3){1, 1, 1}, &parameters, 20));
    assert_int_equal(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
}

/* Each host thread has its own configurations and last error. */
static void *work(void *result)
{
    uint32_t in[4] = {0}, got[32];
    struct usual parameters = {NULL, NULL, 1};
    bool right = cudaMalloc((void **)&parameters.in, sizeof in) == cudaSuccess &&
                 cudaMalloc(&parameters.out, sizeof got) == cudaSuccess;

    for (int round = 0; right && round < 20; round++) {
        right = cudaMemset(parameters.out, 0xff, sizeof got) == cudaSuccess &&
                cudaSetDevice(1) != cudaSuccess &&
                launch(&written_stub, (dim3){32, 1, 1}, &parameters, 20) == cudaSuccess &&
                cudaMemcpy(got, parameters.out, sizeof got, D2H) == cudaSuccess &&
                cudaGetLastError() == cudaErrorInvalidDevice;
        for (uint32_t i = 0; i < 32; i++)
            right = right && got[i] == i;
    }
    *(bool *)result = right;
    return NULL;
}

static void host_threads(void **state)
{
    pthread_t threads[HOST_THREADS];
    bool right[HOST_THREADS];

    (void)state;
    for (int i = 0; i < HOST_THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, work, &right[i]), 0);
    for (int i = 0; i < HOST_THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_true(right[i]);
    }
    assert_cuda(cudaGetLastError());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(variables_by_address_and_name, fresh_device),
        cmocka_unit_test_setup(constants, fresh_device),
        cmocka_unit_test_setup(wrong_launches, fresh_device),
        cmocka_unit_test_setup(attributes, fresh_device),
        cmocka_unit_test_setup(textures_and_surfaces, fresh_device),
        cmocka_unit_test_setup(faults_stick, fresh_device),
        cmocka_unit_test_setup(stack_limit, fresh_device),
        cmocka_unit_test_setup(host_threads, fresh_device),
    };
    setenv("HALFWARP_CHIP", "gf100", 1);
    return cmocka_run_group_tests(tests, register_code, unregister_code);
}
