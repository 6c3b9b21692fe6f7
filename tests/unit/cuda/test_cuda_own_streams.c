/* SPDX-License-Identifier: MIT */
/* Functions whose names end in _ptsz and _ptds, for which stream 0 is the calling thread's own: it does not
 * wait for other threads, and is in order with the thread's other calls. */
#include "cuda/driver/driver.h"
#include "cuda/runtime/runtime.h"
#include "cuda_graphs.h"

#include <pthread.h>
#include <semaphore.h>

/* --- threads do not wait for each other --- */

extern __typeof__(cudaLaunchHostFunc) cudaLaunchHostFunc_ptsz;
extern __typeof__(cudaStreamQuery) cudaStreamQuery_ptsz;
extern __typeof__(cudaStreamSynchronize) cudaStreamSynchronize_ptsz;
extern __typeof__(cudaMemcpy) cudaMemcpy_ptds;
extern __typeof__(cudaMemcpyAsync) cudaMemcpyAsync_ptsz;
extern __typeof__(cudaMemset) cudaMemset_ptds;
extern __typeof__(cudaMemsetAsync) cudaMemsetAsync_ptsz;

static sem_t gate, there;

static void pass(void *nothing)
{
    (void)nothing;
    while (sem_wait(&gate) != 0)
        ;
}

static void *wait_at_gate(void *errors)
{
    *(int *)errors = cudaLaunchHostFunc_ptsz(NULL, pass, NULL) != cudaSuccess;
    *(int *)errors += cudaStreamQuery_ptsz(NULL) != cudaErrorNotReady;
    sem_post(&there);
    *(int *)errors += cudaStreamSynchronize_ptsz(NULL) != cudaSuccess;
    *(int *)errors += cudaStreamQuery_ptsz(NULL) != cudaSuccess;
    return NULL;
}

static void threads_do_not_wait(void **state)
{
    uint32_t *block = zeroed(8), word = 5, got = 0;
    pthread_t thread;
    int errors = -1;

    (void)state;
    assert_int_equal(sem_init(&gate, 0, 0) | sem_init(&there, 0, 0), 0);
    assert_int_equal(pthread_create(&thread, NULL, wait_at_gate, &errors), 0);
    while (sem_wait(&there) != 0)
        ;
    assert_error(cudaStreamQuery(NULL), cudaErrorNotReady); /* the legacy one would wait */
    assert_cuda(cudaStreamQuery_ptsz(NULL));
    assert_cuda(cudaMemcpy_ptds(block, &word, 4, H2D));
    assert_cuda(cudaMemcpyAsync_ptsz(block + 1, block, 4, D2D, NULL));
    assert_cuda(cudaMemcpy_ptds(&got, block + 1, 4, D2H));
    assert_int_equal(got, 5);
    assert_cuda(cudaMemset_ptds(block, 1, 4));
    assert_cuda(cudaMemsetAsync_ptsz(block, 2, 4, NULL));
    assert_cuda(cudaMemcpy_ptds(&got, block, 4, D2H));
    assert_int_equal(got, 0x02020202);
    sem_post(&gate);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(errors, 0);
}

/* --- the runtime's --- */

extern __typeof__(cudaMemcpy2D) cudaMemcpy2D_ptds;
extern __typeof__(cudaMemcpy2DAsync) cudaMemcpy2DAsync_ptsz;
extern __typeof__(cudaMemcpy3D) cudaMemcpy3D_ptds;
extern __typeof__(cudaMemset2D) cudaMemset2D_ptds;
extern __typeof__(cudaMemset3D) cudaMemset3D_ptds;
extern __typeof__(cudaLaunchKernel) cudaLaunchKernel_ptsz;
extern __typeof__(cudaEventRecord) cudaEventRecord_ptsz;
extern __typeof__(cudaStreamWaitEvent) cudaStreamWaitEvent_ptsz;
extern __typeof__(cudaMemcpyToArray) cudaMemcpyToArray_ptds;
extern __typeof__(cudaMemcpyFromArray) cudaMemcpyFromArray_ptds;
extern __typeof__(cudaMemcpyArrayToArray) cudaMemcpyArrayToArray_ptds;

static void of_the_runtime(void **state)
{
    float *in = zeroed(2 * BYTES), *out = zeroed(BYTES), values[4] = {1, 2, 3, 4}, got[4] = {0};
    const struct cudaMemcpy3DParms box = {.srcPtr = {values, 16, 16, 1},
                                          .dstPtr = {in, 16, 16, 1},
                                          .extent = {16, 1, 1},
                                          .kind = cudaMemcpyHostToDevice};
    const struct cudaChannelFormatDesc texel = {32, 0, 0, 0, cudaChannelFormatKindFloat};
    uint32_t number = COUNT;
    void *arguments[] = {&in, &out, &number};
    struct cudaArray *array, *other;
    cudaEvent_t event;

    (void)state;
    assert_cuda(cudaEventCreate(&event));
    assert_cuda(cudaMemcpy3D_ptds(&box));
    assert_cuda(cudaLaunchKernel_ptsz(&saxpy_stub, (dim3){1, 1, 1}, (dim3){COUNT, 1, 1}, arguments, 0, NULL));
    assert_cuda(cudaEventRecord_ptsz(event, NULL));
    assert_cuda(cudaStreamWaitEvent_ptsz(NULL, event, 0));
    assert_cuda(cudaMemcpy2D_ptds(got, 8, out, 8, 8, 1, D2H));
    assert_true(got[0] == 2.5f * 1 + 2 && got[1] == 2.5f * 3 + 4);
    assert_cuda(cudaMemset2D_ptds(in, 8, 0, 8, 1));
    assert_cuda(cudaMemset3D_ptds((struct cudaPitchedPtr){in + 2, 8, 8, 1}, 0, (struct cudaExtent){4, 1, 1}));
    assert_cuda(cudaMemcpy2DAsync_ptsz(got, 16, in, 16, 16, 1, D2H, NULL));
    assert_true(got[0] == 0 && got[1] == 0 && got[2] == 0 && got[3] == 4);
    assert_cuda(cudaMallocArray(&array, &texel, 4, 1, 0));
    assert_cuda(cudaMallocArray(&other, &texel, 4, 1, 0));
    assert_cuda(cudaMemcpyToArray_ptds(array, 0, 0, values, 16, H2D));
    assert_cuda(cudaMemcpyArrayToArray_ptds(other, 0, 0, array, 0, 0, 16, D2D));
    assert_cuda(cudaMemcpyFromArray_ptds(got, other, 0, 0, 16, D2H));
    assert_memory_equal(got, values, sizeof got);
    assert_error(cudaMemcpy_ptds(NULL, values, 16, H2D), cudaErrorInvalidValue);
    assert_error(cudaMemsetAsync_ptsz(in, 0, 4, (cudaStream_t)values), cudaErrorInvalidResourceHandle);
    assert_error(cudaStreamQuery_ptsz((cudaStream_t)values), cudaErrorInvalidResourceHandle);
    cudaGetLastError();
}

/* --- captures of the own stream --- */

extern __typeof__(cudaStreamBeginCapture) cudaStreamBeginCapture_ptsz;
extern __typeof__(cudaStreamEndCapture) cudaStreamEndCapture_ptsz;
extern __typeof__(cudaStreamIsCapturing) cudaStreamIsCapturing_ptsz;
extern __typeof__(cudaGraphLaunch) cudaGraphLaunch_ptsz;
extern __typeof__(cudaStreamGetCaptureInfo) cudaStreamGetCaptureInfo_ptsz;

static void captures(void **state)
{
    uint32_t *block = zeroed(4), got = 1;
    unsigned long long number = 0;
    int status = -1;
    hw_graph graph;

    (void)state;
    assert_cuda(cudaStreamBeginCapture_ptsz(NULL, HW_CAPTURE_THREAD));
    assert_cuda(cudaMemsetAsync_ptsz(block, 3, 4, NULL));
    assert_cuda(cudaStreamIsCapturing_ptsz(NULL, &status));
    assert_int_equal(status, HW_CAPTURED_NOW);
    assert_cuda(cudaStreamGetCaptureInfo_ptsz(NULL, &status, &number, NULL, NULL, NULL, NULL));
    assert_true(number > 0);
    assert_cuda(cudaStreamEndCapture_ptsz(NULL, &graph));
    assert_cuda(cudaGraphLaunch_ptsz(exec_of(graph), NULL));
    assert_cuda(cudaMemcpy_ptds(&got, block, 4, D2H));
    assert_int_equal(got, 0x03030303);
    assert_error(cudaStreamEndCapture_ptsz(NULL, &graph), cudaErrorIllegalState);
    cudaGetLastError();
}

/* --- the driver's --- */

extern __typeof__(cuMemsetD32_v2) cuMemsetD32_v2_ptds;
extern __typeof__(cuMemsetD8Async) cuMemsetD8Async_ptsz;
extern __typeof__(cuMemcpyDtoH_v2) cuMemcpyDtoH_v2_ptds;
extern __typeof__(cuMemcpyHtoDAsync_v2) cuMemcpyHtoDAsync_v2_ptsz;
extern __typeof__(cuMemcpyDtoD_v2) cuMemcpyDtoD_v2_ptds;
extern __typeof__(cuStreamSynchronize) cuStreamSynchronize_ptsz;
extern __typeof__(cuStreamGetCtx) cuStreamGetCtx_ptsz;
extern __typeof__(cuStreamGetId) cuStreamGetId_ptsz;
extern __typeof__(cuStreamCopyAttributes) cuStreamCopyAttributes_ptsz;
extern __typeof__(cuLaunchKernelEx) cuLaunchKernelEx_ptsz;

static void of_the_driver(void **state)
{
    const CUdeviceptr block = (uintptr_t)zeroed(8);
    uint32_t word = 9, got = 0;
    unsigned long long own = 0, legacy = 1;
    CUcontext context = NULL, current = NULL;

    (void)state;
    assert_int_equal(cuMemsetD32_v2_ptds(block, 7, 1), CUDA_SUCCESS);
    assert_int_equal(cuMemcpyDtoD_v2_ptds(block + 4, block, 4), CUDA_SUCCESS);
    assert_int_equal(cuMemcpyDtoH_v2_ptds(&got, block + 4, 4), CUDA_SUCCESS);
    assert_int_equal(got, 7);
    assert_int_equal(cuMemcpyHtoDAsync_v2_ptsz(block, &word, 4, NULL), CUDA_SUCCESS);
    assert_int_equal(cuMemsetD8Async_ptsz(block + 1, 1, 1, NULL), CUDA_SUCCESS);
    assert_int_equal(cuStreamSynchronize_ptsz(NULL), CUDA_SUCCESS);
    assert_int_equal(cuMemcpyDtoH_v2_ptds(&got, block, 4), CUDA_SUCCESS);
    assert_int_equal(got, 0x109);
    assert_int_equal(cuStreamGetCtx_ptsz(NULL, &context), CUDA_SUCCESS);
    assert_int_equal(cuCtxGetCurrent(&current), CUDA_SUCCESS);
    assert_ptr_equal(context, current);
    assert_int_equal(cuStreamGetId_ptsz(NULL, &own), CUDA_SUCCESS);
    assert_int_equal(cuStreamGetId(NULL, &legacy), CUDA_SUCCESS);
    assert_true(own != legacy);
    assert_int_equal(cuStreamCopyAttributes_ptsz(NULL, NULL), CUDA_SUCCESS);
    assert_int_equal(cuLaunchKernelEx_ptsz(NULL, NULL, NULL, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemcpyDtoH_v2_ptds(NULL, block, 4), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemsetD8Async_ptsz(block, 1, 1, (CUstream)&word), CUDA_ERROR_INVALID_HANDLE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(threads_do_not_wait, fresh_device),
        cmocka_unit_test_setup(of_the_runtime, fresh_device),
        cmocka_unit_test_setup(captures, fresh_device),
        cmocka_unit_test_setup(of_the_driver, fresh_device),
    };
    setenv("HALFWARP_CHIP", "gf100", 1);
    return cmocka_run_group_tests(tests, register_code, unregister_program);
}
