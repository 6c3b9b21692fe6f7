/* SPDX-License-Identifier: MIT */
/* The driver API on a thread without a current context: streams and events bring their own, and the default
 * streams have none then. */
#include "cuda/driver/driver.h"
#include "cuda_driver.h"

#define STORE                                                                        \
    ".version 7.0\n.target sm_61\n.address_size 64\n"                                \
    ".visible .entry store(.param .u64 to) {\n.reg .b64 %rd<3>;\n.reg .b32 %r<2>;\n" \
    "ld.param.u64 %rd1, [to];\ncvta.to.global.u64 %rd2, %rd1;\nmov.u32 %r1, 42;\n"   \
    "st.global.u32 [%rd2], %r1;\nret;\n}\n"

static CUstream stream;
static CUevent first, second;
static CUdeviceptr block;
static CUlibrary library;
static CUkernel kernel;

/* Made in the context, which is no thread's then. */
static int begin(void **state)
{
    CUcontext popped;

    return begin_context(state) || cuStreamCreateWithPriority(&stream, CU_STREAM_NON_BLOCKING, 0) ||
           cuEventCreate(&first, 0) || cuEventCreate(&second, 0) || cuMemAlloc_v2(&block, 64) ||
           cuLibraryLoadData(&library, STORE, NULL, NULL, 0, NULL, NULL, 0) ||
           cuLibraryGetKernel(&kernel, library, "store") || cuCtxPopCurrent_v2(&popped);
}

static void assert_no_context(void)
{
    CUcontext current = group_context;

    assert_cu(cuCtxGetCurrent(&current));
    assert_null(current);
}

static void a_stream_tells_what_it_is(void **state)
{
    CUcontext context = NULL;
    unsigned long long number;
    CUdevice device = -1;
    unsigned flags = 0;
    int priority;

    (void)state;
    assert_cu(cuStreamGetCtx(stream, &context));
    assert_ptr_equal(context, group_context);
    context = NULL;
    assert_cu(cuStreamGetCtx_v2(stream, &context, NULL));
    assert_ptr_equal(context, group_context);
    assert_cu(cuStreamGetPriority(stream, &priority));
    assert_cu(cuStreamGetId(stream, &number));
    assert_cu(cuStreamGetDevice(stream, &device));
    assert_int_equal(device, 0);
    assert_cu(cuStreamGetFlags(stream, &flags));
    assert_int_equal(flags, CU_STREAM_NON_BLOCKING);
    assert_no_context();
}

static void a_stream_works(void **state)
{
    CUmemoryPool pool;
    CUdeviceptr taken = 0;
    uint32_t word = 0;
    float milliseconds;
    void *parameters[] = {&block};

    (void)state;
    assert_cu(cuDeviceGetDefaultMemPool(&pool, 0));
    assert_cu(cuMemAllocFromPoolAsync(&taken, 256, pool, stream));
    assert_cu(cuMemsetD8Async(taken, 7, 64, stream));
    assert_cu(cuEventRecord(first, stream));
    assert_cu(cuStreamWaitEvent(stream, first, 0));
    assert_cu(cuMemcpyDtoDAsync_v2(block, taken, 64, stream));
    assert_cu(cuMemFreeAsync(taken, stream));
    assert_cu(cuMemcpyDtoHAsync_v2(&word, block, sizeof word, stream));
    assert_cu(cuEventRecord(second, stream));
    assert_cu(cuStreamSynchronize(stream));
    assert_int_equal(word, 0x07070707);
    assert_cu(cuLaunchKernel((CUfunction)(void *)kernel, 1, 1, 1, 1, 1, 1, 0, stream, parameters, NULL));
    assert_cu(cuMemcpyDtoHAsync_v2(&word, block, sizeof word, stream));
    assert_cu(cuStreamSynchronize(stream));
    assert_int_equal(word, 42);
    assert_cu(cuEventSynchronize(second));
    assert_cu(cuEventElapsedTime(&milliseconds, first, second));
    assert_cu(cuStreamQuery(stream));
    assert_cu(cuEventQuery(first));
    assert_no_context();
}

static void default_streams_are_of_the_current_context(void **state)
{
    const CUstream none[] = {NULL, (CUstream)1, (CUstream)2};
    CUdeviceptr taken;

    (void)state;
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        assert_int_equal(cuStreamSynchronize(none[i]), CUDA_ERROR_INVALID_CONTEXT);
        assert_int_equal(cuMemsetD8Async(block, 7, 64, none[i]), CUDA_ERROR_INVALID_CONTEXT);
        assert_int_equal(cuMemAllocAsync(&taken, 64, none[i]), CUDA_ERROR_INVALID_CONTEXT);
        assert_int_equal(cuEventRecord(first, none[i]), CUDA_ERROR_INVALID_CONTEXT);
    }
    assert_int_equal(cuStreamSynchronize(no_stream), CUDA_ERROR_INVALID_CONTEXT);
}

static void they_are_given_back(void **state)
{
    (void)state;
    assert_cu(cuEventDestroy_v2(first));
    assert_cu(cuEventDestroy_v2(second));
    assert_cu(cuStreamDestroy_v2(stream));
    assert_int_equal(cuStreamQuery(stream), CUDA_ERROR_INVALID_CONTEXT); /* it is no stream any more */
    assert_int_equal(cuEventQuery(first), CUDA_ERROR_INVALID_CONTEXT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stream_tells_what_it_is),
        cmocka_unit_test(a_stream_works),
        cmocka_unit_test(default_streams_are_of_the_current_context),
        cmocka_unit_test(they_are_given_back),
    };

    setenv("HALFWARP_CHIP", "sm_61", 1);
    return cmocka_run_group_tests(tests, begin, end_context);
}
