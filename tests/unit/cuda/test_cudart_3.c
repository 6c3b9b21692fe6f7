/* SPDX-License-Identifier: MIT */
/* libcudart.so.3 as a program of CUDA 3.2 sees it: its structures, its fat binary of ELF cubins and PTX, a
 * context for each host thread. */
#include "cuda_test.h"
#include "cudart_properties.h"
#include "made_fatbin_old.h"

/* What CUDA 3.2 has in place of struct cudaDeviceProp. */
struct properties {
    COMMON_PROPERTIES;
    int texture_1d, texture_2d[2], texture_3d[3], texture_layered[3];
    size_t surface_alignment;
    int concurrent, ecc, bus, device, tcc, reserved[21];
};

static char saxpy_stub, ptx_stub;
static struct fatbin_old fatbin, ptx;
static void **handles[2];

static int register_code(void **state)
{
    (void)state;
    fatbin_old_make(&fatbin, "examples/saxpy.hwasm", "sm_10", 4);
    fatbin_old_make_ptx(&ptx, ".version 1.4\n.target sm_10, map_f64_to_f32\n.entry compiled () { exit; }\n",
                        "compute_10");
    handles[0] = __cudaRegisterFatBinary(&fatbin.registered);
    add_kernel(handles[0], &saxpy_stub, "saxpy");
    handles[1] = __cudaRegisterFatBinary(&ptx.registered);
    add_kernel(handles[1], &ptx_stub, "compiled");
    return 0;
}

static int unregister_code(void **state)
{
    (void)state;
    cudaThreadExit();
    for (int i = 0; i < 2; i++)
        __cudaUnregisterFatBinary(handles[i]);
    fatbin_old_free(&fatbin);
    fatbin_old_free(&ptx);
    return 0;
}

static void launches(void **state)
{
    struct {
        int n;
        float a;
        void *x, *y;
    } parameters = {4, 3, NULL, NULL};
    float x[4] = {1, 2, 3, 4}, y[4] = {10, 20, 30, 40};

    (void)state;
    assert_cuda(cudaMalloc(&parameters.x, sizeof x));
    assert_cuda(cudaMalloc(&parameters.y, sizeof y));
    assert_cuda(cudaMemcpy(parameters.x, x, sizeof x, H2D));
    assert_cuda(cudaMemcpy(parameters.y, y, sizeof y, H2D));
    assert_cuda(launch(&saxpy_stub, (dim3){4, 1, 1}, &parameters, sizeof parameters));
    assert_cuda(cudaThreadSynchronize());
    assert_cuda(cudaMemcpy(y, parameters.y, sizeof y, D2H));
    for (int i = 0; i < 4; i++)
        assert_true(y[i] == (float)(10 * (i + 1) + 3 * (i + 1)));
    assert_cuda(launch("saxpy", (dim3){4, 1, 1}, &parameters, sizeof parameters));
    assert_cuda(cudaConfigureCall((dim3){1, 1, 1}, (dim3){1, 1, 1}, 0, NULL));
    assert_cuda(cudaLaunch(&ptx_stub));
}

static void structures(void **state)
{
    union {
        struct properties properties;
        struct cudaDeviceProp passed; /* as the function is declared here */
    } has;
    int version;

    (void)state;
    memset(&has, 0x55, sizeof has);
    assert_int_equal(sizeof has.properties, 520);
    assert_cuda(cudaGetDeviceProperties(&has.passed, 0));
    assert_true(has.properties.major == 1 && has.properties.minor == 3 &&
                has.properties.multiprocessors == 30);
    assert_true(has.properties.texture_1d == 8192 && has.properties.texture_layered[2] == 512);
    assert_true(has.properties.concurrent == 0 && has.properties.tcc == 0 &&
                has.properties.surface_alignment > 0);
    assert_int_equal(has.properties.reserved[20], 0x55555555); /* not all of 3.x have it */
    assert_cuda(cudaRuntimeGetVersion(&version));
    assert_int_equal(version, 3020);
    assert_string_equal(cudaGetErrorString(cudaErrorAssert), "unknown error");
}

static void arrays_and_contexts(void **state)
{
    const struct cudaChannelFormatDesc format = {32, 0, 0, 0, cudaChannelFormatKindFloat};
    struct cudaArray *array;
    cudaStream_t stream;

    (void)state;
    assert_cuda(cudaMallocArray(&array, &format, 8, 4, 0xdeadbeef)); /* as a program of 3.0 would */
    assert_cuda(cudaStreamCreate(&stream));
    assert_cuda(cudaStreamQuery(stream));
    assert_error(cudaSetDevice(1), cudaErrorSetOnActiveProcess);
    assert_error(cudaSetDeviceFlags(8), cudaErrorSetOnActiveProcess);
    assert_cuda(cudaThreadExit());
    assert_error(cudaStreamQuery(stream), cudaErrorInvalidResourceHandle);
    assert_error(cudaFreeArray(array), cudaErrorInvalidValue);
    assert_cuda(cudaThreadExit());
    assert_cuda(cudaSetDevice(1));
    assert_cuda(cudaThreadSynchronize());
    assert_error(cudaSetDevice(0), cudaErrorSetOnActiveProcess);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(launches),
        cmocka_unit_test(structures),
        cmocka_unit_test(arrays_and_contexts),
    };
    setenv("HALFWARP_CHIP", "g200,g200", 1);
    return cmocka_run_group_tests(tests, register_code, unregister_code);
}
