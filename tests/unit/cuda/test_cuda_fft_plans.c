/* SPDX-License-Identifier: MIT */
/* cuFFT since CUDA 5: plans in two steps, work areas, types that are named one by one, descriptors,
 * callbacks, several host threads; right and wrong use.  Transforms are compared with the sum that they are.
 */
#include "cuda/fft/cufft.h"
#include "cuda_host_library.h"

#include <complex.h>
#include <math.h>
#include <pthread.h>

static const char *const fftw[] = {"libfftw3f.so.3", NULL};

#define OK(call) assert_int_equal(call, CUFFT_SUCCESS)
#define N        16

static float complex numbers[N], expected[N];

static void fill(uint32_t seed, int direction)
{
    for (int i = 0; i < N; i++)
        numbers[i] = (float)next_number(&seed) + (float)next_number(&seed) * I;
    for (int k = 0; k < N; k++) {
        double complex sum = 0;
        for (int i = 0; i < N; i++)
            sum += numbers[i] * cexp(direction * 2 * M_PI * I * (i * k % N) / N);
        expected[k] = (float complex)sum;
    }
}

static void expect_transform(const void *memory)
{
    float complex got[N];

    host_copy(got, memory, sizeof got);
    for (int i = 0; i < N; i++)
        assert_true(cabsf(got[i] - expected[i]) < 1e-5f);
}

static void test_two_steps(void **state)
{
    cufftHandle plan;
    size_t bytes = 0, same = 1;

    (void)state;
    need_library(fftw);
    fill(1, CUFFT_FORWARD);
    void *memory = device_copy(numbers, sizeof numbers), *area;
    OK(cufftCreate(&plan));
    assert_int_equal(cufftExecC2C(plan, memory, memory, CUFFT_FORWARD), CUFFT_INVALID_PLAN);
    assert_int_equal(cufftSetWorkArea(plan, memory), CUFFT_INVALID_PLAN);
    OK(cufftSetAutoAllocation(plan, 0));
    OK(cufftGetSize1d(plan, N, CUFFT_C2C, 1, &same));
    OK(cufftMakePlan1d(plan, N, CUFFT_C2C, 1, &bytes));
    assert_int_equal(bytes, same);
    assert_int_equal(cufftMakePlan1d(plan, N, CUFFT_C2C, 1, &bytes), CUFFT_INVALID_PLAN);
    OK(cufftGetSize(plan, &same));
    assert_int_equal(bytes, same);
    assert_int_equal(cufftExecC2C(plan, memory, memory, CUFFT_FORWARD), CUFFT_NO_WORKSPACE);
    OK(cufftSetWorkArea(plan, numbers)); /* the host's */
    assert_int_equal(cufftExecC2C(plan, memory, memory, CUFFT_FORWARD), CUFFT_EXEC_FAILED);
    assert_int_equal(cudaMalloc(&area, bytes), cudaSuccess);
    OK(cufftSetWorkArea(plan, area));
    OK(cufftExecC2C(plan, memory, memory, CUFFT_FORWARD));
    expect_transform(memory);
    OK(cufftDestroy(plan));
    assert_int_equal(cufftGetSize(plan, &same), CUFFT_INVALID_PLAN);
    cudaFree(area);
    cudaFree(memory);
}

static void test_many_of_64_bits(void **state)
{
    long long n[] = {N}, embed[] = {N};
    float complex spread[3 * N];
    cufftHandle plan;
    size_t bytes;

    (void)state;
    need_library(fftw);
    fill(2, CUFFT_INVERSE);
    for (int i = 0; i < N; i++)
        spread[3 * i] = numbers[i];
    void *in = device_copy(spread, sizeof spread), *out = device_copy(spread, sizeof numbers);
    OK(cufftCreate(&plan));
    OK(cufftGetSizeMany64(plan, 1, n, embed, 3, 3 * N, embed, 1, N, CUFFT_C2C, 1, &bytes));
    assert_int_equal(cufftMakePlanMany64(plan, 1, n, embed, 0, 3 * N, embed, 1, N, CUFFT_C2C, 1, &bytes),
                     CUFFT_INVALID_VALUE);
    assert_int_equal(
        cufftMakePlanMany64(plan, 1, (long long[]){1LL << 60}, NULL, 1, 1, NULL, 1, 1, CUFFT_C2C, 1, &bytes),
        CUFFT_INVALID_SIZE);
    OK(cufftMakePlanMany64(plan, 1, n, embed, 3, 3 * N, embed, 1, N, CUFFT_C2C, 1, &bytes));
    OK(cufftExecC2C(plan, in, out, CUFFT_INVERSE));
    expect_transform(out);
    OK(cufftDestroy(plan));
    cudaFree(in);
    cudaFree(out);
}

static void test_estimates(void **state)
{
    size_t bytes = 0, more = 0;
    cufftHandle plan;

    (void)state;
    OK(cufftEstimate1d(100, CUFFT_Z2Z, 3, &bytes));
    assert_int_equal(bytes, 100 * 3 * 16);
    OK(cufftEstimate2d(10, 20, CUFFT_R2C, &bytes));
    assert_int_equal(bytes, 10 * 11 * 8);
    OK(cufftEstimate3d(2, 3, 4, CUFFT_C2C, &bytes));
    OK(cufftEstimateMany(3, (int[]){2, 3, 4}, NULL, 1, 1, NULL, 1, 1, CUFFT_C2C, 1, &more));
    assert_int_equal(bytes, more);
    assert_int_equal(cufftEstimate1d(0, CUFFT_C2C, 1, &bytes), CUFFT_INVALID_SIZE);
    assert_int_equal(cufftEstimate1d(8, (cufftType)1, 1, &bytes), CUFFT_INVALID_TYPE);
    assert_int_equal(cufftEstimate1d(8, CUFFT_C2C, 1, NULL), CUFFT_INVALID_VALUE);
    OK(cufftCreate(&plan));
    OK(cufftGetSize2d(plan, 10, 20, CUFFT_R2C, &bytes));
    OK(cufftGetSize3d(plan, 2, 10, 20, CUFFT_R2C, &more));
    assert_int_equal(2 * bytes, more);
    OK(cufftGetSizeMany(plan, 2, (int[]){10, 20}, NULL, 1, 1, NULL, 1, 1, CUFFT_R2C, 2, &bytes));
    assert_int_equal(bytes, more);
    OK(cufftDestroy(plan));
    assert_int_equal(cufftGetSize1d(plan, 8, CUFFT_C2C, 1, &bytes), CUFFT_INVALID_PLAN);
    assert_int_equal(cufftCreate(NULL), CUFFT_INVALID_VALUE);
}

/* --- types that are named --- */

static cufftResult make(cufftHandle *plan, long long n, cudaDataType in, cudaDataType out,
                        cudaDataType execution)
{
    size_t bytes;

    OK(cufftCreate(plan));
    return cufftXtMakePlanMany(*plan, 1, &n, NULL, 1, n, in, NULL, 1, n, out, 1, &bytes, execution);
}

/* A value of 16 bits that is a small integer. */
static uint16_t half_of(int value)
{
    return (uint16_t)((value < 0 ? 0x8000 : 0) | (value ? (ilogb(value) + 15) << 10 : 0) |
                      (value ? (int)((fabs((double)value) / (1 << ilogb(value)) - 1) * 1024) : 0));
}

static void test_half(void **state)
{
    uint16_t values[8], got[10];
    cufftHandle plan;

    (void)state;
    need_library(fftw);
    for (int i = 0; i < 8; i++)
        values[i] = half_of(i == 0 ? 3 : 0);
    values[4] = half_of(1);
    void *in = device_copy(values, sizeof values), *out = device_copy(got, sizeof got);
    OK(make(&plan, 8, CUDA_R_16F, CUDA_C_16F, CUDA_C_16F));
    OK(cufftXtExec(plan, in, out, CUFFT_FORWARD));
    host_copy(got, out, sizeof got);
    for (int k = 0; k < 5; k++) { /* 3 + (-1)^k */
        assert_int_equal(got[2 * k], half_of(k % 2 ? 2 : 4));
        assert_int_equal(got[2 * k + 1] & 0x7fff, 0);
    }
    assert_int_equal(cufftExecR2C(plan, in, out), CUFFT_INVALID_PLAN);
    OK(cufftDestroy(plan));
    OK(make(&plan, 8, CUDA_C_16F, CUDA_R_16F, CUDA_C_16F));
    OK(cufftXtExec(plan, out, in, CUFFT_INVERSE));
    host_copy(got, in, sizeof values);
    assert_int_equal(got[0], half_of(24));
    assert_int_equal(got[4], half_of(8));
    OK(cufftDestroy(plan));
    cudaFree(in);
    cudaFree(out);
}

static void test_bfloat(void **state)
{
    const uint16_t one = 0x3f80, four = 0x4080;
    uint16_t values[8] = {one, 0};
    cufftHandle plan;

    (void)state;
    need_library(fftw);
    void *memory = device_copy(values, sizeof values);
    OK(make(&plan, 4, CUDA_C_16BF, CUDA_C_16BF, CUDA_C_16BF));
    OK(cufftXtExec(plan, memory, memory, CUFFT_FORWARD));
    host_copy(values, memory, sizeof values);
    for (int i = 0; i < 4; i++)
        assert_int_equal(values[2 * i], one);
    OK(cufftXtExec(plan, memory, memory, CUFFT_INVERSE));
    host_copy(values, memory, sizeof values);
    assert_int_equal(values[0], four);
    assert_int_equal(values[2], 0);
    OK(cufftDestroy(plan));
    cudaFree(memory);
}

static void test_named_types(void **state)
{
    cufftHandle plan;
    size_t bytes;
    long long n = N;

    (void)state;
    need_library(fftw);
    fill(3, CUFFT_FORWARD);
    void *memory = device_copy(numbers, sizeof numbers);
    OK(make(&plan, N, CUDA_C_32F, CUDA_C_32F, CUDA_C_32F));
    OK(cufftXtExec(plan, memory, memory, CUFFT_FORWARD));
    expect_transform(memory);
    OK(cufftXtGetSizeMany(plan, 1, &n, NULL, 1, n, CUDA_R_64F, NULL, 1, n, CUDA_C_64F, 2, &bytes,
                          CUDA_C_64F));
    assert_int_equal(bytes, 2 * (N / 2 + 1) * 16);
    assert_int_equal(cufftXtExec(plan, memory, memory, 3), CUFFT_INVALID_VALUE);
    OK(cufftDestroy(plan));
    assert_int_equal(cufftXtExec(plan, memory, memory, CUFFT_FORWARD), CUFFT_INVALID_PLAN);
    assert_int_equal(make(&plan, N, CUDA_R_32F, CUDA_R_32F, CUDA_C_32F), CUFFT_INVALID_TYPE);
    OK(cufftDestroy(plan));
    assert_int_equal(make(&plan, N, CUDA_C_32F, CUDA_C_64F, CUDA_C_64F), CUFFT_INVALID_TYPE);
    OK(cufftDestroy(plan));
    assert_int_equal(make(&plan, N, (cudaDataType)8, CUDA_C_32F, CUDA_C_32F), CUFFT_INVALID_TYPE);
    OK(cufftDestroy(plan));
    assert_int_equal(make(&plan, 12, CUDA_C_16F, CUDA_C_16F, CUDA_C_16F), CUFFT_INVALID_SIZE);
    OK(cufftDestroy(plan));
    cudaFree(memory);
}

/* --- what extended plans have besides --- */

static void test_descriptors(void **state)
{
    cudaLibXtDesc *memory, *other;
    float complex got[N];
    cufftHandle plan;
    size_t bytes;

    (void)state;
    need_library(fftw);
    fill(4, CUFFT_FORWARD);
    OK(cufftCreate(&plan));
    assert_int_equal(cufftXtSetGPUs(plan, 0, (int[]){0}), CUFFT_INVALID_VALUE);
    assert_int_equal(cufftXtSetGPUs(plan, 1, NULL), CUFFT_INVALID_VALUE);
    assert_int_equal(cufftXtSetGPUs(plan, 1, (int[]){99}), CUFFT_INVALID_DEVICE);
    OK(cufftXtSetGPUs(plan, 1, (int[]){0}));
    assert_int_equal(cufftXtMalloc(plan, &memory, CUFFT_XT_FORMAT_INPLACE), CUFFT_INVALID_PLAN);
    OK(cufftMakePlan1d(plan, N, CUFFT_C2C, 1, &bytes));
    assert_int_equal(cufftXtMalloc(plan, NULL, CUFFT_XT_FORMAT_INPLACE), CUFFT_INVALID_VALUE);
    OK(cufftXtMalloc(plan, &memory, CUFFT_XT_FORMAT_INPLACE));
    OK(cufftXtMalloc(plan, &other, CUFFT_XT_FORMAT_OUTPUT));
    assert_int_equal(memory->descriptor->nGPUs, 1);
    assert_int_equal(memory->descriptor->size[0], sizeof numbers);
    OK(cufftXtMemcpy(plan, memory, numbers, CUFFT_COPY_HOST_TO_DEVICE));
    OK(cufftXtExecDescriptorC2C(plan, memory, memory, CUFFT_FORWARD));
    OK(cufftXtMemcpy(plan, other, memory, CUFFT_COPY_DEVICE_TO_DEVICE));
    OK(cufftXtMemcpy(plan, got, other, CUFFT_COPY_DEVICE_TO_HOST));
    for (int i = 0; i < N; i++)
        assert_true(cabsf(got[i] - expected[i]) < 1e-5f);
    assert_int_equal(cufftXtExecDescriptorR2C(plan, memory, other), CUFFT_INVALID_PLAN);
    assert_int_equal(cufftXtExecDescriptor(plan, memory, (void *)numbers, 1), CUFFT_INVALID_VALUE);
    assert_int_equal(cufftXtMemcpy(plan, numbers, numbers, CUFFT_COPY_HOST_TO_DEVICE), CUFFT_INVALID_VALUE);
    OK(cufftXtFree(memory));
    OK(cufftXtFree(other));
    assert_int_equal(cufftXtFree((void *)numbers), CUFFT_INVALID_VALUE);
    OK(cufftDestroy(plan));
}

/* Other types of numbers in descriptors: forth and back is the number of elements times what it was. */
static void test_descriptor_types(void **state)
{
    static const struct {
        cufftType forth, back;
        size_t bytes;
    } kinds[] = {
        {CUFFT_R2C, CUFFT_C2R, sizeof(float)},
        {CUFFT_D2Z, CUFFT_Z2D, sizeof(double)},
        {CUFFT_Z2Z, CUFFT_Z2Z, sizeof(double)},
    };
    cudaLibXtDesc *memory, *none = NULL;
    cufftHandle forth, back;
    size_t bytes;

    (void)state;
    need_library(fftw);
    need_library((const char *const[]){"libfftw3.so.3", NULL});
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        double wide[2 * N + 2] = {0}, got[2 * N + 2];
        float narrow[2 * N + 2] = {0};
        for (int i = 0; i < N; i++)
            narrow[i] = (float)(wide[i] = i % 5 - 2);
        void *start = kinds[k].bytes == sizeof(float) ? (void *)narrow : (void *)wide;
        OK(cufftCreate(&forth));
        OK(cufftCreate(&back));
        OK(cufftXtSetGPUs(forth, 1, (int[]){0}));
        OK(cufftXtSetGPUs(back, 1, (int[]){0}));
        OK(cufftMakePlan1d(forth, N, kinds[k].forth, 1, &bytes));
        OK(cufftMakePlan1d(back, N, kinds[k].back, 1, &bytes));
        OK(cufftXtMalloc(forth, &memory, CUFFT_XT_FORMAT_INPLACE));
        const size_t size = memory->descriptor->size[0];
        OK(cudaMemcpy(memory->descriptor->data[0], start, size, cudaMemcpyHostToDevice));
        if (k == 0) {
            OK(cufftXtExecDescriptorR2C(forth, memory, memory));
            OK(cufftXtExecDescriptorC2R(back, memory, memory));
            assert_int_equal(cufftXtExecDescriptorC2R(back, none, memory), CUFFT_INVALID_VALUE);
            assert_int_equal(cufftXtExecDescriptorZ2D(back, memory, memory), CUFFT_INVALID_PLAN);
        } else if (k == 1) {
            OK(cufftXtExecDescriptorD2Z(forth, memory, memory));
            OK(cufftXtExecDescriptorZ2D(back, memory, memory));
            assert_int_equal(cufftXtExecDescriptorD2Z(forth, memory, none), CUFFT_INVALID_VALUE);
            assert_int_equal(cufftXtExecDescriptorC2R(back, memory, memory), CUFFT_INVALID_PLAN);
        } else {
            OK(cufftXtExecDescriptorZ2Z(forth, memory, memory, CUFFT_FORWARD));
            OK(cufftXtExecDescriptorZ2Z(back, memory, memory, CUFFT_INVERSE));
            assert_int_equal(cufftXtExecDescriptorZ2Z(forth, memory, memory, 7), CUFFT_INVALID_VALUE);
            assert_int_equal(cufftXtExecDescriptorD2Z(forth, memory, memory), CUFFT_INVALID_PLAN);
        }
        OK(cudaMemcpy(got, memory->descriptor->data[0], size, cudaMemcpyDeviceToHost));
        for (int i = 0; i < N; i++)
            assert_true(fabs((kinds[k].bytes == sizeof(float) ? (double)((float *)got)[i] : got[i]) -
                             N * wide[i]) < 1e-4);
        OK(cufftXtFree(memory));
        OK(cufftDestroy(forth));
        OK(cufftDestroy(back));
    }
}

/* Plans of two and three dimensions, and of many, in two steps: the sum of all is the first of each. */
static void test_more_dimensions(void **state)
{
    int sizes[] = {4, 2};
    float complex got[N], sums[2] = {0};
    cufftHandle plan;
    size_t bytes;
    void *areas[1];

    (void)state;
    need_library(fftw);
    fill(6, CUFFT_FORWARD);
    for (int i = 0; i < N; i++)
        sums[i / 8] += numbers[i];
    for (int way = 0; way < 3; way++) {
        void *memory = device_copy(numbers, sizeof numbers), *area;
        OK(cufftCreate(&plan));
        OK(cufftSetAutoAllocation(plan, 0));
        if (way == 0) {
            assert_int_equal(cufftMakePlan2d(plan, 4, 0, CUFFT_C2C, &bytes), CUFFT_INVALID_SIZE);
            OK(cufftMakePlan2d(plan, 4, 4, CUFFT_C2C, &bytes));
        } else if (way == 1) {
            assert_int_equal(cufftMakePlan3d(plan, 4, 2, -2, CUFFT_C2C, &bytes), CUFFT_INVALID_SIZE);
            OK(cufftMakePlan3d(plan, 4, 2, 2, CUFFT_C2C, &bytes));
        } else {
            assert_int_equal(
                cufftMakePlanMany(plan, 2, sizes, sizes, 0, 8, sizes, 1, 8, CUFFT_C2C, 2, &bytes),
                CUFFT_INVALID_VALUE);
            OK(cufftMakePlanMany(plan, 2, sizes, NULL, 1, 8, NULL, 1, 8, CUFFT_C2C, 2, &bytes));
        }
        assert_int_equal(cudaMalloc(&area, bytes + 1), cudaSuccess);
        areas[0] = area;
        OK(cufftXtSetWorkArea(plan, areas));
        assert_int_equal(cufftXtSetWorkArea(plan, NULL), CUFFT_INVALID_VALUE);
        OK(cufftExecC2C(plan, memory, memory, CUFFT_FORWARD));
        host_copy(got, memory, sizeof got);
        assert_true(cabsf(got[0] - sums[0] - (way == 2 ? 0 : sums[1])) < 1e-5f);
        assert_true(way < 2 || cabsf(got[8] - sums[1]) < 1e-5f);
        OK(cufftDestroy(plan));
        cudaFree(memory);
        cudaFree(area);
    }
}

static void test_settings(void **state)
{
    cufftHandle plan;
    long long value = -1;
    int part = -1, version;

    (void)state;
    need_library(fftw);
    OK(cufftCreate(&plan));
    OK(cufftSetPlanPropertyInt64(plan, NVFFT_PLAN_PROPERTY_INT64_MAX_NUM_HOST_THREADS, 4));
    OK(cufftGetPlanPropertyInt64(plan, NVFFT_PLAN_PROPERTY_INT64_MAX_NUM_HOST_THREADS, &value));
    assert_int_equal(value, 4);
    OK(cufftResetPlanProperty(plan, NVFFT_PLAN_PROPERTY_INT64_MAX_NUM_HOST_THREADS));
    assert_int_equal(cufftSetPlanPropertyInt64(plan, (cufftProperty)9, 4), CUFFT_NOT_SUPPORTED);
    assert_int_equal(cufftGetPlanPropertyInt64(plan, NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT, NULL),
                     CUFFT_INVALID_VALUE);
    OK(cufftXtSetWorkAreaPolicy(plan, CUFFT_WORKAREA_MINIMAL, NULL));
    assert_int_equal(cufftXtSetWorkAreaPolicy(plan, (cufftXtWorkAreaPolicy)7, NULL), CUFFT_INVALID_VALUE);
    assert_int_equal(cufftXtSetCallback(plan, NULL, CUFFT_CB_LD_COMPLEX, NULL), CUFFT_NOT_IMPLEMENTED);
    assert_int_equal(cufftXtSetCallback(plan + 1, NULL, CUFFT_CB_LD_COMPLEX, NULL), CUFFT_INVALID_PLAN);
    assert_int_equal(cufftXtSetJITCallback(plan, "f", NULL, 0, (cufftXtCallbackType)8, NULL),
                     CUFFT_INVALID_VALUE);
    assert_int_equal(cufftXtSetCallbackSharedSize(plan, CUFFT_CB_LD_COMPLEX, 4), CUFFT_NOT_IMPLEMENTED);
    OK(cufftXtClearCallback(plan, CUFFT_CB_LD_COMPLEX));
    assert_int_equal(cufftXtQueryPlan(plan, NULL, CUFFT_QUERY_1D_FACTORS), CUFFT_INVALID_PLAN);
    OK(cufftDestroy(plan));
    OK(cufftGetVersion(&version));
    OK(cufftGetProperty(MAJOR_VERSION, &part));
    assert_int_equal(part, version / 1000);
    assert_int_equal(cufftGetProperty((libraryPropertyType)3, &part), CUFFT_INVALID_VALUE);
    assert_int_equal(cufftGetProperty(MINOR_VERSION, NULL), CUFFT_INVALID_VALUE);
}

/* The plan is told of a stream; one that is gone is an error, not a crash. */
static void test_streams(void **state)
{
    cudaStream_t stream;
    cufftHandle plan;

    (void)state;
    need_library(fftw);
    fill(5, CUFFT_FORWARD);
    void *memory = device_copy(numbers, sizeof numbers);
    assert_int_equal(cudaStreamCreate(&stream), cudaSuccess);
    OK(cufftPlan1d(&plan, N, CUFFT_C2C, 1));
    OK(cufftSetStream(plan, stream));
    OK(cufftExecC2C(plan, memory, memory, CUFFT_FORWARD));
    assert_int_equal(cudaStreamSynchronize(stream), cudaSuccess);
    expect_transform(memory);
    cudaStreamDestroy(stream);
    assert_int_equal(cufftExecC2C(plan, memory, memory, CUFFT_FORWARD), CUFFT_EXEC_FAILED);
    OK(cufftSetStream(plan, NULL));
    OK(cufftExecC2C(plan, memory, memory, CUFFT_FORWARD));
    OK(cufftDestroy(plan));
    cudaFree(memory);
}

/* --- four host threads, each with plans of its own and one that all use --- */

static cufftHandle shared_plan;

static void *use_plans(void *argument)
{
    const int first = *(const int *)argument;
    bool right = true;

    for (int round = 0; round < 20; round++) {
        const int n = first + round;
        float complex one[64] = {1}, got[64];
        cufftHandle plan = 0;
        void *memory = NULL;
        right &= cudaMalloc(&memory, sizeof one) == cudaSuccess;
        right &= cudaMemcpy(memory, one, sizeof one, cudaMemcpyHostToDevice) == cudaSuccess;
        right &= cufftPlan1d(&plan, n, CUFFT_C2C, 1) == CUFFT_SUCCESS;
        right &= cufftExecC2C(plan, memory, memory, CUFFT_FORWARD) == CUFFT_SUCCESS;
        right &= cudaMemcpy(got, memory, sizeof got, cudaMemcpyDeviceToHost) == cudaSuccess;
        for (int i = 0; i < n; i++)
            right &= cabsf(got[i] - 1) < 1e-5f;
        right &= cufftExecC2C(shared_plan, memory, memory, CUFFT_INVERSE) == CUFFT_SUCCESS;
        right &= cufftDestroy(plan) == CUFFT_SUCCESS;
        cudaFree(memory);
    }
    return right ? argument : NULL;
}

static void test_threads(void **state)
{
    static const int first[] = {2, 9, 16, 23};
    pthread_t threads[4];
    void *right;

    (void)state;
    need_library(fftw);
    OK(cufftPlan1d(&shared_plan, 32, CUFFT_C2C, 2));
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, use_plans, (void *)&first[i]), 0);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(pthread_join(threads[i], &right), 0);
        assert_non_null(right);
    }
    OK(cufftDestroy(shared_plan));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_steps),        cmocka_unit_test(test_many_of_64_bits),
        cmocka_unit_test(test_estimates),        cmocka_unit_test(test_half),
        cmocka_unit_test(test_bfloat),           cmocka_unit_test(test_named_types),
        cmocka_unit_test(test_descriptors),      cmocka_unit_test(test_settings),
        cmocka_unit_test(test_descriptor_types), cmocka_unit_test(test_more_dimensions),
        cmocka_unit_test(test_streams),          cmocka_unit_test(test_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
