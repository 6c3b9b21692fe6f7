/* SPDX-License-Identifier: MIT */
/* cuBLAS's work in streams: from four host threads at once, captured into graphs, and behind a function of
 * the program. */
#include "cuda/cublas/cublas.h"
#include "cuda/runtime/runtime.h"
#include "cuda_host_library.h"

#include <math.h>
#include <pthread.h>
#include <semaphore.h>

static const char *const blas[] = {"libopenblas.so.0", "libcblas.so.3", "libblas.so.3", NULL};

enum { N = 24, CELLS = N * N, ROUNDS = 20, HOST_THREADS = 4 };

#define RIGHT(call) assert_int_equal(call, CUBLAS_STATUS_SUCCESS)
#define DONE(call)  assert_int_equal(call, cudaSuccess)

/* A matrix whose elements are all alike, on the device. */
static float *filled(float value)
{
    float numbers[CELLS];

    for (int i = 0; i < CELLS; i++)
        numbers[i] = value;
    return device_copy(numbers, sizeof numbers);
}

static bool all_are(const float *device, float value)
{
    float numbers[CELLS];

    if (cudaMemcpy(numbers, device, sizeof numbers, cudaMemcpyDeviceToHost) != cudaSuccess)
        return false;
    for (int i = 0; i < CELLS; i++)
        if (fabsf(numbers[i] - value) > 1e-4f * fabsf(value))
            return false;
    return true;
}

/* C = alpha A B + C, of matrices whose elements are all alike. */
static cublasStatus_t add_product(cublasHandle_t handle, const float *alpha, const float *one, const float *a,
                                  const float *b, float *c)
{
    return cublasSgemm_v2(handle, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, alpha, a, N, b, N, one, c, N);
}

/* --- threads --- */

/* True for a thread whose products and sums all are right. */
static void *work(void *number)
{
    const float mine = (float)(size_t)number + 1, alpha = 0.5f, one = 1;
    cublasHandle_t handle;
    cudaStream_t stream;
    float *a = filled(mine), *b = filled(2), *c = filled(0), dot;
    bool right = cublasCreate_v2(&handle) == CUBLAS_STATUS_SUCCESS &&
                 cudaStreamCreate(&stream) == cudaSuccess &&
                 cublasSetStream_v2(handle, stream) == CUBLAS_STATUS_SUCCESS;

    for (int i = 0; i < ROUNDS && right; i++)
        right = add_product(handle, &alpha, &one, a, b, c) == CUBLAS_STATUS_SUCCESS &&
                cublasSdot_v2(handle, CELLS, a, 1, b, 1, &dot) == CUBLAS_STATUS_SUCCESS &&
                fabsf(dot - 2 * mine * CELLS) < 1 &&
                add_product(NULL, &alpha, &one, a, b, c) == CUBLAS_STATUS_NOT_INITIALIZED;
    right = right && cudaStreamSynchronize(stream) == cudaSuccess && all_are(c, mine * N * ROUNDS) &&
            cublasDestroy_v2(handle) == CUBLAS_STATUS_SUCCESS;
    cudaStreamDestroy(stream);
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    return right ? number : NULL;
}

static void test_threads(void **state)
{
    pthread_t threads[HOST_THREADS];
    void *result;

    (void)state;
    need_library(blas);
    for (size_t i = 0; i < HOST_THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, work, (void *)(i + 1)), 0);
    for (size_t i = 0; i < HOST_THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], &result), 0);
        assert_ptr_equal(result, (void *)(i + 1));
    }
}

/* --- graphs --- */

/* Scalars of the host are those of the call, numbers of the device those of the launch. */
static void test_capture(void **state)
{
    float host_alpha = 2, device_alpha = 3, one = 1, dot;
    cublasHandle_t handle;
    cudaStream_t stream;
    hw_graph graph;
    hw_exec exec;

    (void)state;
    need_library(blas);
    float *a = filled(1), *b = filled(2), *c = filled(0), *alpha = device_copy(&device_alpha, sizeof *alpha);
    float *beta = device_copy(&one, sizeof *beta);
    RIGHT(cublasCreate_v2(&handle));
    DONE(cudaStreamCreate(&stream));
    RIGHT(cublasSetStream_v2(handle, stream));
    DONE(cudaStreamBeginCapture(stream, 0));
    RIGHT(add_product(handle, &host_alpha, &one, a, b, c));
    host_alpha = 1000;
    RIGHT(cublasSetPointerMode_v2(handle, CUBLAS_POINTER_MODE_DEVICE));
    RIGHT(add_product(handle, alpha, beta, a, b, c));
    DONE(cudaStreamEndCapture(stream, &graph));
    assert_true(all_are(c, 0));
    DONE(cudaGraphInstantiateWithFlags(&exec, graph, 0));
    DONE(cudaGraphLaunch(exec, stream));
    DONE(cudaStreamSynchronize(stream));
    assert_true(all_are(c, (2 + 3) * 2 * N));
    device_alpha = 5;
    DONE(cudaMemcpy(alpha, &device_alpha, sizeof device_alpha, cudaMemcpyHostToDevice));
    DONE(cudaGraphLaunch(exec, stream));
    DONE(cudaStreamSynchronize(stream));
    assert_true(all_are(c, (2 + 3 + 2 + 5) * 2 * N));
    /* A result for the host cannot be waited for. */
    RIGHT(cublasSetPointerMode_v2(handle, CUBLAS_POINTER_MODE_HOST));
    DONE(cudaStreamBeginCapture(stream, 0));
    assert_int_not_equal(cublasSdot_v2(handle, CELLS, a, 1, b, 1, &dot), CUBLAS_STATUS_SUCCESS);
    assert_int_not_equal(cudaStreamEndCapture(stream, &graph), cudaSuccess);
    DONE(cudaGraphExecDestroy(exec));
    RIGHT(cublasDestroy_v2(handle));
    DONE(cudaStreamDestroy(stream));
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    cudaFree(alpha);
    cudaFree(beta);
}

/* --- behind a function of the program --- */

static void pass(void *gate)
{
    while (sem_wait(gate) != 0)
        ;
}

static void test_kept(void **state)
{
    float alpha = 2, one = 1;
    cublasHandle_t handle;
    cudaStream_t stream;
    sem_t gate;

    (void)state;
    need_library(blas);
    float *a = filled(1), *b = filled(2), *c = filled(0);
    RIGHT(cublasCreate_v2(&handle));
    DONE(cudaStreamCreate(&stream));
    RIGHT(cublasSetStream_v2(handle, stream));
    assert_int_equal(sem_init(&gate, 0, 0), 0);
    DONE(cudaLaunchHostFunc(stream, pass, &gate));
    RIGHT(add_product(handle, &alpha, &one, a, b, c));
    alpha = one = 1000;
    RIGHT(cublasDestroy_v2(handle)); /* the work needs it no more */
    assert_int_equal(cudaStreamQuery(stream), cudaErrorNotReady);
    assert_int_equal(sem_post(&gate), 0);
    DONE(cudaStreamSynchronize(stream));
    assert_true(all_are(c, 4 * N));
    DONE(cudaStreamDestroy(stream));
    sem_destroy(&gate);
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_threads), cmocka_unit_test(test_capture),
                                       cmocka_unit_test(test_kept)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
