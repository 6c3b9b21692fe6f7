/* SPDX-License-Identifier: MIT */
/* The things that each of several devices has of its own: code, variables, memory, streams, and the fault of
 * a kernel. */
#include "cuda_test.h"
#include "made_fatbin.h"

static const char *const targets[] = {"sm_20", "sm_30", NULL};
static struct fatbin variables, service, references;
static void **handles[3];
static char written_stub, null_stub, named_stub, counters, primes;
static struct textureReference line = {.addressMode = {1, 1, 1},
                                       .channelDesc = {32, 0, 0, 0, cudaChannelFormatKindSigned}};
static struct textureReference plane = {.addressMode = {1, 1, 1},
                                        .channelDesc = {32, 0, 0, 0, cudaChannelFormatKindFloat}};
static struct surfaceReference image;

enum { FERMI, KEPLER, TESLA, DEVICES };

static int register_code(void **state)
{
    (void)state;
    fatbin_make(&variables, "variables", targets);
    fatbin_make(&service, "service", targets);
    fatbin_make(&references, "references", targets);
    handles[0] = __cudaRegisterFatBinary(&variables.wrapper);
    handles[1] = __cudaRegisterFatBinary(&service.wrapper);
    handles[2] = __cudaRegisterFatBinary(&references.wrapper);
    add_kernel(handles[0], &written_stub, "variable_written");
    __cudaRegisterVar(handles[0], &counters, NULL, "counters", 0, 16, 0, 0);
    __cudaRegisterVar(handles[0], &primes, NULL, "primes", 0, 64, 1, 0);
    add_kernel(handles[1], &null_stub, "service_null");
    add_kernel(handles[2], &named_stub, "references_named");
    __cudaRegisterTexture(handles[2], &plane, NULL, "plane", 2, 0, 0);
    __cudaRegisterTexture(handles[2], &line, NULL, "line", 1, 0, 0);
    __cudaRegisterSurface(handles[2], &image, NULL, "image", 2, 0);
    return 0;
}

static int fresh_devices(void **state)
{
    for (int device = DEVICES - 1; device >= 0; device--) {
        cudaSetDevice(device);
        fresh_device(state);
    }
    return 0;
}

/* Also after the devices have been reset. */
static int unregister_code(void **state)
{
    fresh_devices(state);
    for (int i = 0; i < 3; i++)
        __cudaUnregisterFatBinary(handles[i]);
    fatbin_free(&variables);
    fatbin_free(&service);
    fatbin_free(&references);
    return 0;
}

struct usual {
    const void *in;
    void *out;
    uint32_t n;
};

static void *device_words(size_t count)
{
    void *block = NULL;

    assert_cuda(cudaMalloc(&block, 4 * count));
    assert_cuda(cudaMemset(block, 0, 4 * count));
    return block;
}

static uint32_t first_counter(void)
{
    uint32_t got = 0;

    assert_cuda(cudaMemcpyFromSymbol(&got, &counters, 4, 0, D2H));
    return got;
}

static void variables_of_each_device(void **state)
{
    const uint32_t mine = 5;
    void *address[2];

    (void)state;
    for (int device = FERMI; device <= KEPLER; device++) {
        assert_cuda(cudaSetDevice(device));
        assert_int_equal(first_counter(), 100);
        assert_cuda(cudaGetSymbolAddress(&address[device], &primes));
    }
    assert_ptr_not_equal(address[FERMI], address[KEPLER]);
    assert_cuda(cudaMemcpyToSymbol(&counters, &mine, 4, 0, H2D));
    assert_int_equal(first_counter(), 5);
    assert_cuda(cudaSetDevice(FERMI));
    assert_int_equal(first_counter(), 100);
    assert_cuda(cudaSetDevice(TESLA)); /* has no code */
    assert_error(cudaMemcpyToSymbol(&counters, &mine, 4, 0, H2D), cudaErrorInvalidSymbol);
}

/* A kernel on each device writes to memory of the first. */
static void kernels_share_an_address_space(void **state)
{
    const struct usual parameters = {device_words(4), device_words(32), 0};
    uint32_t got[32];

    (void)state;
    for (int device = FERMI; device <= KEPLER; device++) {
        assert_cuda(cudaSetDevice(device));
        assert_cuda(cudaMemset(parameters.out, 0xff, 128));
        assert_cuda(launch(&written_stub, (dim3){32, 1, 1}, &parameters, 20));
        assert_cuda(cudaMemcpy(got, parameters.out, 128, cudaMemcpyDefault));
        assert_int_equal(got[31], 31);
    }
    assert_cuda(cudaFree(parameters.out)); /* from any device */
    assert_cuda(cudaSetDevice(TESLA));
    assert_error(launch(&written_stub, (dim3){32, 1, 1}, &parameters, 20), cudaErrorInvalidDeviceFunction);
    assert_error(cudaMemcpy(got, parameters.in, 16, cudaMemcpyDefault), cudaErrorInvalidMemcpyDirection);
}

static void memory_of_each_device(void **state)
{
    size_t before, now, total;
    void *block;

    (void)state;
    assert_cuda(cudaMemGetInfo(&before, &total));
    assert_cuda(cudaMalloc(&block, 1 << 20));
    assert_cuda(cudaMemGetInfo(&now, &total));
    assert_int_equal(before - now, 1 << 20);
    assert_cuda(cudaSetDevice(TESLA));
    assert_cuda(cudaMemGetInfo(&now, &total));
    assert_int_equal(now, total);
    assert_cuda(cudaMalloc(&block, 1 << 20));
    assert_true((uintptr_t)block <= UINT32_MAX); /* as far as its code can reach */
}

static void a_fault_is_one_devices(void **state)
{
    const struct usual parameters = {device_words(4), device_words(32), 0};
    const void *const nothing[2] = {NULL, NULL};
    void *other, *block;

    (void)state;
    assert_cuda(cudaSetDevice(KEPLER));
    other = device_words(4);
    assert_cuda(cudaSetDevice(FERMI));
    assert_cuda(launch(&null_stub, (dim3){32, 1, 1}, nothing, sizeof nothing));
    assert_error(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
    assert_error(cudaMalloc(&block, 4), cudaErrorLaunchFailure);
    assert_cuda(cudaSetDevice(KEPLER));
    assert_cuda(cudaDeviceSynchronize());
    assert_cuda(launch(&written_stub, (dim3){32, 1, 1}, &parameters, 20));
    assert_cuda(cudaSetDevice(FERMI));
    assert_cuda(cudaDeviceReset());
    assert_cuda(cudaDeviceSynchronize());
    assert_error(cudaFree(parameters.out), cudaErrorInvalidDevicePointer); /* it went with the device */
    assert_cuda(cudaFree(other));
}

static void streams_of_each_device(void **state)
{
    const struct usual parameters = {device_words(4), device_words(32), 0};
    cudaStream_t stream;
    cudaEvent_t event, second;
    float milliseconds;

    (void)state;
    assert_cuda(cudaStreamCreate(&stream));
    assert_cuda(cudaEventCreate(&event));
    assert_cuda(cudaEventRecord(event, stream));
    assert_cuda(cudaSetDevice(KEPLER));
    assert_cuda(cudaEventCreate(&second));
    assert_cuda(cudaEventRecord(second, NULL));
    assert_cuda(cudaConfigureCall((dim3){1, 1, 1}, (dim3){32, 1, 1}, 0, stream));
    assert_cuda(cudaSetupArgument(&parameters, 20, 0));
    assert_error(cudaLaunch(&written_stub), cudaErrorInvalidResourceHandle);
    assert_error(cudaEventRecord(second, stream), cudaErrorInvalidResourceHandle);
    assert_error(cudaEventElapsedTime(&milliseconds, event, second), cudaErrorInvalidResourceHandle);
    assert_cuda(cudaStreamSynchronize(stream));
    assert_cuda(cudaStreamWaitEvent(NULL, event, 0));
    assert_cuda(cudaEventSynchronize(event));
    assert_cuda(cudaDeviceReset());
    assert_error(cudaEventQuery(second), cudaErrorInvalidResourceHandle);
    assert_cuda(cudaEventQuery(event));
}

/* What a texture was bound to is not read when it has been freed. */
static void freed_memory_is_bound_no_more(void **state)
{
    const struct cudaChannelFormatDesc real = {32, 0, 0, 0, cudaChannelFormatKindFloat};
    void *numbers = device_words(8), *out = device_words(64);
    struct cudaArray *texels, *pixels;

    (void)state;
    assert_cuda(cudaMallocArray(&texels, &real, 8, 4, 0));
    assert_cuda(cudaMallocArray(&pixels, &real, 8, 4, cudaArraySurfaceLoadStore));
    assert_cuda(cudaBindTexture(NULL, &line, numbers, &line.channelDesc, 32));
    assert_cuda(cudaBindTextureToArray(&plane, texels, &real));
    assert_cuda(cudaBindSurfaceToArray(&image, pixels, &real));
    assert_cuda(launch(&named_stub, (dim3){8, 4, 1}, &out, 8));
    assert_cuda(cudaDeviceSynchronize());
    assert_cuda(cudaFree(numbers));
    assert_cuda(launch(&named_stub, (dim3){8, 4, 1}, &out, 8));
    assert_error(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
}

/* A kernel writes behind what was allocated: that goes as on a chip, unless a guard is asked for. */
static void overruns(void **state)
{
    const void *in = device_words(4);
    uint32_t word;

    (void)state;
    for (int guarded = 0; guarded < 2; guarded++) {
        if (guarded)
            setenv("HALFWARP_GUARD", "1", 1);
        const struct usual parameters = {in, device_words(16), 0};
        assert_cuda(launch(&written_stub, (dim3){32, 1, 1}, &parameters, 20));
        assert_error(cudaDeviceSynchronize(), guarded ? cudaErrorLaunchFailure : cudaSuccess);
        if (!guarded) /* calls are held to what was allocated all the same */
            assert_error(cudaMemcpy(&word, (char *)parameters.out + 64, 4, D2H), cudaErrorInvalidValue);
    }
    unsetenv("HALFWARP_GUARD");
}

/* A kernel reads and writes below the first allocation, where a chip has a page; with a guard it faults. */
static void below_the_first_allocation(void **state)
{
    void *in = device_words(4), *out = device_words(32);
    char *const first =
        (char *)(uintptr_t)0x200000000; /* where memory of 64-bit code begins (hw_memory_fit) */
    uint32_t sums[4];

    (void)state;
    assert_true((char *)in >= first && (char *)in < first + 0x100000);
    const struct usual write = {in, first - 128, 0}, read = {first - 128, out, 0};
    assert_cuda(cudaMemset(in, 0, 16));
    assert_cuda(cudaMemcpyToSymbol(&counters, (uint32_t[4]){5, 5, 5, 5}, 16, 0, H2D));
    assert_cuda(launch(&written_stub, (dim3){32, 1, 1}, &write, 20));
    assert_cuda(launch(&written_stub, (dim3){32, 1, 1}, &read, 20));
    assert_cuda(cudaMemcpyFromSymbol(sums, &counters, 16, 0, D2H));
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(sums[i], 5 + i);
    assert_error(cudaMemset(first - 128, 0, 4),
                 cudaErrorInvalidValue); /* it is not the program's all the same */
    setenv("HALFWARP_GUARD", "1", 1);
    assert_cuda(launch(&written_stub, (dim3){32, 1, 1}, &read, 20));
    assert_error(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
    unsetenv("HALFWARP_GUARD");
}

/* Addresses that no page has fault with and without a guard, and so do small ones. */
static void wild_addresses(void **state)
{
    static const uintptr_t wild[] = {0,           64,          0x10000, 0x100000000, 0x200000000 - 0x40000,
                                     0x280000000, 0x7000000000};

    for (unsigned i = 0; i < sizeof wild / sizeof wild[0]; i++) {
        fresh_devices(state);
        const struct usual parameters = {(void *)wild[i], device_words(32), 0};
        assert_cuda(launch(&written_stub, (dim3){32, 1, 1}, &parameters, 20));
        assert_error(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(variables_of_each_device, fresh_devices),
        cmocka_unit_test_setup(kernels_share_an_address_space, fresh_devices),
        cmocka_unit_test_setup(memory_of_each_device, fresh_devices),
        cmocka_unit_test_setup(a_fault_is_one_devices, fresh_devices),
        cmocka_unit_test_setup(streams_of_each_device, fresh_devices),
        cmocka_unit_test_setup(freed_memory_is_bound_no_more, fresh_devices),
        cmocka_unit_test_setup(overruns, fresh_devices),
        cmocka_unit_test_setup(below_the_first_allocation, fresh_devices),
        cmocka_unit_test_setup(wild_addresses, fresh_devices),
    };

    setenv("HALFWARP_CHIP", "gf100,gk104,g200", 1);
    return cmocka_run_group_tests(tests, register_code, unregister_code);
}
