/* SPDX-License-Identifier: MIT */
/* libcudart.so.2 as a program of CUDA 2.3 sees it: declarations are those of that toolkit, streams and events
 * are int, structures have its sizes, and the fat binary holds text. */
#include "cudart_properties.h"
#include "made_fatbin_old.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct {
    unsigned x, y, z;
} dim3;

struct channel {
    int x, y, z, w, kind;
};

struct properties {
    COMMON_PROPERTIES;
    int reserved[36];
};

struct attributes {
    size_t shared_bytes, constant_bytes, local_bytes;
    int threads, registers, reserved[8];
};

void **__cudaRegisterFatBinary(void *binary);
void __cudaUnregisterFatBinary(void **handle);
void __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name, int limit,
                            void *thread, void *block, dim3 *block_size, dim3 *grid_size, int *warp);
int cudaMalloc(void **address, size_t bytes);
int cudaFree(void *address);
int cudaMemcpy(void *to, const void *from, size_t bytes, int kind);
int cudaMemcpyAsync(void *to, const void *from, size_t bytes, int kind, int stream);
int with_flags(void **array, const struct channel *format, size_t width, size_t height,
               unsigned flags) __asm__("cudaMallocArray");
int cudaFreeArray(void *array);
int cudaGetDeviceProperties(struct properties *properties, int device);
int cudaGetDevice(int *device);
int cudaSetDevice(int device);
int cudaFuncGetAttributes(struct attributes *attributes, const char *kernel);
int cudaStreamCreate(int *stream);
int cudaStreamDestroy(int stream);
int cudaStreamQuery(int stream);
int cudaStreamSynchronize(int stream);
int cudaEventCreate(int *event);
int cudaEventRecord(int event, int stream);
int cudaEventQuery(int event);
int cudaEventElapsedTime(float *milliseconds, int from, int to);
int cudaEventDestroy(int event);
int cudaConfigureCall(dim3 grid, dim3 block, size_t shared_bytes, int stream);
int cudaSetupArgument(const void *argument, size_t bytes, size_t offset);
int cudaLaunch(const char *kernel);
int cudaThreadSynchronize(void);
int cudaThreadExit(void);
int cudaRuntimeGetVersion(int *version);
int cudaGetLastError(void);
const char *cudaGetErrorString(int error);
int cudaSetDoubleForDevice(double *value);
int cudaSetDoubleForHost(double *value);

enum {
    H2D = 1,
    D2H = 2,
    INVALID_VALUE = 11,
    INVALID_POINTER = 17,
    INVALID_HANDLE = 33,
    ON_ACTIVE_PROCESS = 36
};

static char saxpy_stub;
static struct fatbin_old fatbin;
static void **handle;

static int register_code(void **state)
{
    (void)state;
    fatbin_old_make(&fatbin, "examples/saxpy.hwasm", "sm_10", 2);
    handle = __cudaRegisterFatBinary(&fatbin.registered);
    __cudaRegisterFunction(handle, &saxpy_stub, (char[]){"saxpy"}, "saxpy", -1, NULL, NULL, NULL, NULL, NULL);
    return 0;
}

static int unregister_code(void **state)
{
    (void)state;
    cudaThreadExit();
    __cudaUnregisterFatBinary(handle);
    fatbin_old_free(&fatbin);
    return 0;
}

/* y = 2 x + y on eight elements; what it becomes is right? */
static bool saxpy(int stream)
{
    float x[8], y[8], two = 2;
    int n = 8;
    void *device_x, *device_y;

    for (int i = 0; i < 8; i++) {
        x[i] = (float)i;
        y[i] = 100;
    }
    bool right = cudaMalloc(&device_x, sizeof x) == 0 && cudaMalloc(&device_y, sizeof y) == 0 &&
                 cudaMemcpy(device_x, x, sizeof x, H2D) == 0 &&
                 cudaMemcpyAsync(device_y, y, sizeof y, H2D, stream) == 0 &&
                 cudaConfigureCall((dim3){1, 1, 1}, (dim3){8, 1, 1}, 0, stream) == 0 &&
                 cudaSetupArgument(&n, 4, 0) == 0 && cudaSetupArgument(&two, 4, 4) == 0 &&
                 cudaSetupArgument(&device_x, 8, 8) == 0 && cudaSetupArgument(&device_y, 8, 16) == 0 &&
                 cudaLaunch(&saxpy_stub) == 0 && cudaThreadSynchronize() == 0 &&
                 cudaMemcpy(y, device_y, sizeof y, D2H) == 0;
    for (int i = 0; i < 8; i++)
        right = right && y[i] == 100 + 2 * x[i];
    return right && cudaFree(device_x) == 0 && cudaFree(device_y) == 0;
}

static void launches(void **state)
{
    (void)state;
    assert_true(saxpy(0));
}

static void streams_are_numbers(void **state)
{
    struct {
        int stream, guard;
    } made = {0, 77};
    int begin, end;
    float milliseconds = -1;

    (void)state;
    assert_int_equal(cudaStreamCreate(&made.stream), 0);
    assert_true(made.stream != 0 && made.guard == 77);
    assert_true(saxpy(made.stream));
    assert_int_equal(cudaEventCreate(&begin), 0);
    assert_int_equal(cudaEventCreate(&end), 0);
    assert_true(begin != end && begin != made.stream);
    assert_int_equal(cudaEventRecord(begin, made.stream), 0);
    assert_int_equal(cudaEventRecord(end, 0), 0);
    assert_int_equal(cudaEventQuery(end), 0);
    assert_int_equal(cudaEventElapsedTime(&milliseconds, begin, end), 0);
    assert_true(milliseconds >= 0);
    assert_int_equal(cudaEventDestroy(begin), 0);
    assert_int_equal(cudaEventRecord(begin, 0), INVALID_HANDLE);
    assert_int_equal(cudaStreamSynchronize(made.stream), 0);
    assert_int_equal(cudaStreamDestroy(made.stream), 0);
    assert_int_equal(cudaStreamQuery(made.stream), INVALID_HANDLE);
    assert_int_equal(cudaStreamQuery(12345), INVALID_HANDLE);
    for (int i = 0; i < 200; i++) /* more than the table had room for at first */
        assert_int_equal(cudaStreamCreate(&made.stream), 0);
    assert_int_equal(cudaStreamQuery(made.stream), 0);
}

static void structures(void **state)
{
    struct {
        struct properties properties;
        int guard;
    } has;
    struct attributes attributes;
    int version;

    (void)state;
    memset(&has, 0x55, sizeof has);
    memset(&attributes, 0x55, sizeof attributes);
    assert_int_equal(sizeof has.properties, 512);
    assert_int_equal(cudaGetDeviceProperties(&has.properties, 0), 0);
    assert_true(has.properties.major == 1 && has.properties.multiprocessors > 0 &&
                has.properties.can_map == 1);
    assert_true(has.properties.compute_mode == 0 && has.guard == 0x55555555);
    assert_int_equal(cudaFuncGetAttributes(&attributes, &saxpy_stub), 0);
    assert_true(attributes.registers > 0 && attributes.reserved[0] == 0x55555555);
    assert_int_equal(cudaRuntimeGetVersion(&version), 0);
    assert_int_equal(version, 2030);
    assert_string_equal(cudaGetErrorString(38), "no CUDA-capable device is detected");
    assert_string_equal(cudaGetErrorString(59), "unknown error");
}

/* The parameter with the flags, which later toolkits have, is not there: whatever its register holds means
 * nothing. */
static void arrays_have_no_flags(void **state)
{
    const struct channel format = {32, 0, 0, 0, 2};
    void *array;

    (void)state;
    assert_int_equal(with_flags(&array, &format, 8, 4, 0xdeadbeef), 0);
    assert_int_equal(cudaFreeArray(array), 0);
}

/* A device of capability 1.0 has no doubles: they go there as floats. */
static void doubles(void **state)
{
    double value = 1.5;
    float single;

    (void)state;
    assert_int_equal(cudaSetDoubleForDevice(&value), 0);
    memcpy(&single, (void *)&value, sizeof single);
    assert_true(single == 1.5f);
    assert_int_equal(cudaSetDoubleForHost(&value), 0);
    assert_true(value == 1.5);
    assert_int_equal(cudaSetDoubleForDevice(NULL), INVALID_VALUE);
    assert_int_equal(cudaSetDoubleForHost(NULL), INVALID_VALUE);
}

/* Each thread has a context of its own: what one ends, another keeps. */
static void *short_life(void *right)
{
    int device;

    *(bool *)right = saxpy(0) && cudaSetDevice(0) == 0 && cudaGetDevice(&device) == 0 && device == 0 &&
                     cudaThreadExit() == 0 && saxpy(0);
    return NULL;
}

static void contexts_of_threads(void **state)
{
    void *block;
    pthread_t threads[4];
    bool right[4];
    int word = 5;

    (void)state;
    assert_int_equal(cudaMalloc(&block, 4), 0);
    assert_int_equal(cudaMemcpy(block, &word, 4, H2D), 0);
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, short_life, &right[i]), 0);
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
        assert_true(right[i]);
    }
    word = 0;
    assert_int_equal(cudaMemcpy(&word, block, 4, D2H), 0);
    assert_int_equal(word, 5);
    assert_int_equal(cudaSetDevice(1), ON_ACTIVE_PROCESS);
    assert_int_equal(cudaGetLastError(), ON_ACTIVE_PROCESS);
    assert_int_equal(cudaThreadExit(), 0);
    assert_int_equal(cudaFree(block), INVALID_POINTER);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(launches),
        cmocka_unit_test(streams_are_numbers),
        cmocka_unit_test(structures),
        cmocka_unit_test(doubles),
        cmocka_unit_test(arrays_have_no_flags),
        cmocka_unit_test(contexts_of_threads),
    };
    setenv("HALFWARP_CHIP", "g80,g80", 1);
    return cmocka_run_group_tests(tests, register_code, unregister_code);
}
