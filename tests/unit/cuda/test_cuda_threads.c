/* SPDX-License-Identifier: MIT */
/* The runtime API from four host threads at once: each has its own device, configurations of launches and
 * last error, and all share the devices' memory. */
#include "cuda_test.h"
#include "made_fatbin.h"

#include <pthread.h>
#include <semaphore.h>
#include <time.h>

#define HOST_THREADS 4
#define ROUNDS       12

static const char *const targets[] = {"sm_20", NULL};
static char written_stub, counters, missing;
static struct fatbin variables;
static void **handle;
static void *shared; /* memory of device 0 that all threads use parts of */

struct usual {
    const void *in;
    void *out;
    uint32_t n;
};

static int register_code(void **state)
{
    (void)state;
    fatbin_make(&variables, "variables", targets);
    handle = __cudaRegisterFatBinary(&variables.wrapper);
    add_kernel(handle, &written_stub, "variable_written");
    __cudaRegisterVar(handle, &counters, NULL, "counters", 0, 16, 0, 0);
    return 0;
}

static int unregister_code(void **state)
{
    (void)state;
    for (int device = 0; device < 2; device++) {
        cudaSetDevice(device);
        cudaDeviceReset();
    }
    __cudaUnregisterFatBinary(handle);
    fatbin_free(&variables);
    return 0;
}

/* Two configurations at once, launched in the opposite order, between calls that fail. */
static bool launch_twice(const struct usual *first, const struct usual *second)
{
    return cudaConfigureCall((dim3){1, 1, 1}, (dim3){32, 1, 1}, 0, NULL) == cudaSuccess &&
           cudaSetupArgument(first, 20, 0) == cudaSuccess &&
           cudaConfigureCall((dim3){1, 1, 1}, (dim3){16, 1, 1}, 0, NULL) == cudaSuccess &&
           cudaSetDevice(9) == cudaErrorInvalidDevice && cudaSetupArgument(second, 20, 0) == cudaSuccess &&
           cudaLaunch(&written_stub) == cudaSuccess && cudaLaunch(&written_stub) == cudaSuccess &&
           cudaLaunch(&written_stub) == cudaErrorMissingConfiguration &&
           cudaGetLastError() == cudaErrorMissingConfiguration;
}

static bool has_numbers(const void *block, uint32_t count)
{
    uint32_t got[32];

    if (cudaMemcpy(got, block, sizeof got, D2H) != cudaSuccess)
        return false;
    for (uint32_t i = 0; i < 32; i++)
        if (got[i] != (i < count ? i : UINT32_MAX))
            return false;
    return true;
}

static bool round_of(int device, const void *in)
{
    struct usual first = {in, NULL, 1}, second = first;
    cudaStream_t stream;
    cudaEvent_t event;
    int current = -1;
    bool right = cudaGetDevice(&current) == cudaSuccess && current == device &&
                 cudaMalloc(&first.out, 128) == cudaSuccess && cudaMalloc(&second.out, 128) == cudaSuccess &&
                 cudaMemset(first.out, 0xff, 128) == cudaSuccess &&
                 cudaMemset(second.out, 0xff, 128) == cudaSuccess;

    right =
        right && launch_twice(&first, &second) && has_numbers(first.out, 32) && has_numbers(second.out, 16);
    right = right && cudaStreamCreate(&stream) == cudaSuccess && cudaEventCreate(&event) == cudaSuccess &&
            cudaEventRecord(event, stream) == cudaSuccess && cudaStreamSynchronize(stream) == cudaSuccess &&
            cudaEventDestroy(event) == cudaSuccess && cudaStreamDestroy(stream) == cudaSuccess;
    return right && cudaFree(first.out) == cudaSuccess && cudaFree(second.out) == cudaSuccess &&
           cudaGetLastError() == cudaSuccess;
}

struct worker {
    pthread_t thread;
    int number;
    bool right;
};

static void *work(void *argument)
{
    struct worker *worker = argument;
    const int device = worker->number % 2;
    const uint32_t zeros[4] = {0};
    uint32_t mine = 1000 + (uint32_t)worker->number;
    void *in = NULL;

    bool right = cudaSetDevice(device) == cudaSuccess && cudaMalloc(&in, 16) == cudaSuccess &&
                 cudaMemcpy(in, zeros, 16, H2D) == cudaSuccess;
    for (int round = 0; right && round < ROUNDS; round++)
        right = round_of(device, in);
    worker->right = right && cudaMemcpy((uint32_t *)shared + worker->number, &mine, 4, H2D) == cudaSuccess;
    return NULL;
}

static void four_at_once(void **state)
{
    struct worker workers[HOST_THREADS];
    uint32_t got[HOST_THREADS];

    (void)state;
    assert_cuda(cudaMalloc(&shared, sizeof got));
    assert_error(cudaGetSymbolSize(&(size_t){0}, &missing), cudaErrorInvalidSymbol);
    for (int i = 0; i < HOST_THREADS; i++) {
        workers[i] = (struct worker){.number = i};
        assert_int_equal(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
    }
    for (int i = 0; i < HOST_THREADS; i++) {
        pthread_join(workers[i].thread, NULL);
        assert_true(workers[i].right);
    }
    assert_error(cudaGetLastError(), cudaErrorInvalidSymbol); /* this thread's own */
    assert_cuda(cudaMemcpy(got, shared, sizeof got, D2H));
    for (uint32_t i = 0; i < HOST_THREADS; i++)
        assert_int_equal(got[i], 1000 + i);
}

/* What one thread's kernel does wrong, all threads are told that use the device. */
static void *probe(void *result)
{
    *(cudaError_t *)result = cudaDeviceSynchronize();
    return NULL;
}

static void faults_are_shared(void **state)
{
    struct usual nowhere = {NULL, NULL, 1};
    cudaError_t error = cudaSuccess;
    pthread_t thread;

    (void)state;
    assert_cuda(launch(&written_stub, (dim3){32, 1, 1}, &nowhere, 20));
    assert_int_equal(pthread_create(&thread, NULL, probe, &error), 0);
    pthread_join(thread, NULL);
    assert_error(error, cudaErrorLaunchFailure);
    assert_cuda(cudaPeekAtLastError());
    assert_error(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
    assert_cuda(cudaSetDevice(1));
    assert_cuda(cudaDeviceSynchronize()); /* another device */
    assert_cuda(cudaSetDevice(0));
}

/* A math library computes for as long as another thread uses the device. */
struct computing {
    sem_t begun, used;
    bool in_time;
};

static cudaError_t compute(void *data)
{
    struct computing *computing = *(struct computing **)data;
    struct timespec until;

    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 60;
    sem_post(&computing->begun);
    computing->in_time = sem_timedwait(&computing->used, &until) == 0;
    return cudaSuccess;
}

static void *compute_in_call(void *data)
{
    cudaError_t error = cudaErrorUnknown;

    if (hw_cuda_enter())
        error = hw_cuda_work(NULL, compute, &data, sizeof data);
    hw_cuda_unlock(cudaSuccess);
    return error == cudaSuccess ? NULL : data;
}

static void libraries_compute_beside_calls(void **state)
{
    struct computing computing = {.in_time = false};
    struct usual usual = {.n = 1};
    pthread_t thread;
    cudaStream_t stream;
    void *memory, *failed;

    (void)state;
    sem_init(&computing.begun, 0, 0);
    sem_init(&computing.used, 0, 0);
    assert_int_equal(pthread_create(&thread, NULL, compute_in_call, &computing), 0);
    sem_wait(&computing.begun);
    assert_cuda(cudaStreamCreateWithFlags(&stream, 1)); /* does not wait for the default stream */
    assert_cuda(cudaMalloc(&memory, 1 << 20));
    usual.in = usual.out = memory;
    assert_cuda(cudaMemsetAsync(memory, 7, 1 << 20, stream));
    assert_cuda(cudaConfigureCall((dim3){1, 1, 1}, (dim3){32, 1, 1}, 0, stream));
    assert_cuda(cudaSetupArgument(&usual, 20, 0));
    assert_cuda(cudaLaunch(&written_stub));
    assert_cuda(cudaStreamSynchronize(stream));
    assert_cuda(cudaStreamDestroy(stream));
    sem_post(&computing.used);
    pthread_join(thread, &failed);
    assert_null(failed);
    assert_true(computing.in_time);
    assert_cuda(cudaFree(memory));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(four_at_once, fresh_device),
        cmocka_unit_test_setup(faults_are_shared, fresh_device),
        cmocka_unit_test_setup(libraries_compute_beside_calls, fresh_device),
    };
    setenv("HALFWARP_CHIP", "gf100,gf100", 1);
    return cmocka_run_group_tests(tests, register_code, unregister_code);
}
