/* SPDX-License-Identifier: MIT */
/* The driver API: launches with their parameters in every form, what functions have, faults, and four host
 * threads that launch at a time. */
#include "cuda/driver/driver.h"
#include "cuda_driver.h"
#include "made_fatbin.h"
#include "generation_hash.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

#define HOST_THREADS 4
#define ROUNDS       100u

static CUmodule generations, parameters, service;
static CUfunction hash, many;
static struct fatbin fatbins[3];

static int load(CUmodule *module, struct fatbin *fatbin, const char *program)
{
    fatbin_make(fatbin, program, (const char *const[]){"sm_20", NULL});
    return cuModuleLoadFatBinary(module, fatbin->bytes);
}

static int begin(void **state)
{
    (void)state;
    return create_context(0) || load(&generations, &fatbins[0], "generations") ||
           load(&parameters, &fatbins[1], "parameters") || load(&service, &fatbins[2], "service") ||
           cuModuleGetFunction(&hash, generations, "generation_hash") ||
           cuModuleGetFunction(&many, parameters, "parameter_many");
}

static int end(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++)
        fatbin_free(&fatbins[i]);
    return end_context(state);
}

static CUdeviceptr words(size_t count)
{
    const CUdeviceptr address = allocate(count * 4);

    assert_cu(cuMemsetD32_v2(address, 0, count));
    return address;
}

static bool hashed(CUdeviceptr memory, uint32_t count)
{
    uint32_t got[256];

    if (cuMemcpyDtoH_v2(got, memory, count * 4) != CUDA_SUCCESS)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (got[i] != generation_hash(i, ROUNDS))
            return false;
    return true;
}

/* --- parameters --- */

static void pointers_to_parameters(void **state)
{
    CUdeviceptr out = words(256);
    uint32_t rounds = ROUNDS;
    void *values[] = {&rounds, &out}, *some[] = {&rounds, NULL};

    (void)state;
    assert_cu(cuLaunchKernel(hash, 2, 1, 1, 64, 1, 1, 0, NULL, values, NULL));
    assert_true(hashed(out, 128));
    for (uintptr_t stream = 1; stream <= 2; stream++) { /* the default streams with handles */
        assert_cu(cuMemsetD32Async(out, 0, 128, (CUstream)stream));
        assert_cu(cuLaunchKernel(hash, 2, 1, 1, 64, 1, 1, 0, (CUstream)stream, values, NULL));
        assert_cu(cuStreamSynchronize((CUstream)stream));
        assert_true(hashed(out, 128));
    }
    assert_int_equal(cuLaunchKernel(hash, 2, 1, 1, 64, 1, 1, 0, NULL, some, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuLaunchKernel(hash, 2, 1, 1, 64, 1, 1, 0, NULL, NULL, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuMemFree_v2(out));
}

static void a_buffer_of_parameters(void **state)
{
    struct {
        uint32_t rounds, unused;
        CUdeviceptr out;
    } all = {ROUNDS, 0, words(128)};
    size_t bytes = sizeof all, large = 5000, small = 12;
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &all, CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes,
                     CU_LAUNCH_PARAM_END};
    void *no_buffer[] = {CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes, CU_LAUNCH_PARAM_END};
    void *too_large[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &all, CU_LAUNCH_PARAM_BUFFER_SIZE, &large,
                         CU_LAUNCH_PARAM_END};
    void *too_small[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &all, CU_LAUNCH_PARAM_BUFFER_SIZE, &small,
                         CU_LAUNCH_PARAM_END};
    void *unknown[] = {(void *)7, &all, CU_LAUNCH_PARAM_END}, *values[] = {&all.rounds, &all.out};
    void **const wrong[] = {no_buffer, too_large, too_small, unknown};
    const CUlaunchConfig launch = {
        .gridDimX = 1, .gridDimY = 1, .gridDimZ = 1, .blockDimX = 32, .blockDimY = 1, .blockDimZ = 1};

    (void)state;
    assert_cu(cuLaunchKernel(hash, 1, 1, 1, 128, 1, 1, 0, NULL, NULL, extra));
    assert_true(hashed(all.out, 128));
    assert_cu(cuMemsetD32_v2(all.out, 0, 128));
    assert_cu(cuLaunchKernelEx(&launch, hash, values, NULL));
    assert_true(hashed(all.out, 32));
    assert_int_equal(cuLaunchKernelEx(NULL, hash, values, NULL), CUDA_ERROR_INVALID_VALUE);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(cuLaunchKernel(hash, 1, 1, 1, 8, 1, 1, 0, NULL, NULL, wrong[i]),
                         CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuLaunchKernel(hash, 1, 1, 1, 8, 1, 1, 0, NULL, values, extra),
                     CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuMemFree_v2(all.out));
}

/* Of every size and alignment. */
static void parameters_of_many_kinds(void **state)
{
    CUdeviceptr out = words(12 * 2), k = words(4);
    signed char a = -3;
    unsigned short b = 40000;
    int32_t c = -70000, got[24];
    int64_t d = -5;
    float e = 1.5f;
    double f = 2.25, numbers[2] = {10, 20};
    unsigned char g = 200;
    uint64_t h = 0x100000000ull;
    bool i = true;
    short j = -7;
    uint32_t l = 3;
    void *values[] = {&out, &a, &b, &c, &d, &e, &f, &g, &h, &i, &j, &k, &l};
    size_t offset, bytes;

    (void)state;
    assert_cu(cuMemcpyHtoD_v2(k, numbers, sizeof numbers));
    assert_cu(cuLaunchKernel(many, 1, 1, 1, 2, 1, 1, 0, NULL, values, NULL));
    assert_cu(cuMemcpyDtoH_v2(got, out, sizeof got));
    assert_true(got[0] == -3 && got[1] == 40000 && got[2] == -70000 && got[3] == -5 && got[4] == -1);
    assert_true(got[6] == 1200 && got[8] == 1 && got[9] == -21 && got[12] == -2 && got[15] == -6);
    assert_cu(cuFuncGetParamInfo(many, 2, &offset, &bytes));
    assert_true(offset == 10 && bytes == 2);
    assert_cu(cuFuncGetParamInfo(many, 0, &offset, NULL));
    assert_int_equal(cuFuncGetParamInfo(many, 13, &offset, &bytes), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuFuncGetParamInfo(many, 0, NULL, &bytes), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuFuncGetParamInfo(NULL, 0, &offset, &bytes), CUDA_ERROR_INVALID_HANDLE);
    assert_cu(cuMemFree_v2(out));
    assert_cu(cuMemFree_v2(k));
}

/* As before CUDA 4. */
static void parameters_that_stay(void **state)
{
    CUdeviceptr out = words(128);
    CUfunction none;

    (void)state;
    assert_int_equal(cuLaunch(hash), CUDA_ERROR_INVALID_VALUE); /* no block yet */
    assert_cu(cuFuncSetBlockShape(hash, 64, 1, 1));
    assert_cu(cuParamSeti(hash, 0, ROUNDS));
    assert_cu(cuParamSetv(hash, 8, &out, sizeof out));
    assert_cu(cuParamSetSize(hash, 16));
    assert_cu(cuLaunch(hash));
    assert_true(hashed(out, 64));
    assert_cu(cuMemsetD32_v2(out, 0, 128));
    assert_cu(cuLaunchGrid(hash, 2, 1));
    assert_true(hashed(out, 128));
    assert_cu(cuMemsetD32_v2(out, 0, 128));
    assert_cu(cuFuncSetBlockShape(hash, 16, 1, 1));
    assert_cu(cuFuncSetSharedSize(hash, 1024));
    assert_cu(cuLaunchGridAsync(hash, 4, 1, NULL));
    assert_true(hashed(out, 64));
    assert_cu(cuFuncSetSharedSize(hash, 1 << 20));
    assert_int_equal(cuLaunch(hash), CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES);
    assert_cu(cuFuncSetSharedSize(hash, 0));
    assert_int_equal(cuLaunchGrid(hash, 0, 1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuLaunchGrid(hash, 1, -1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuLaunchGridAsync(hash, 1, 1, no_stream), CUDA_ERROR_INVALID_HANDLE);
    assert_cu(cuParamSetSize(hash, 64)); /* more than the kernel takes */
    assert_int_equal(cuLaunch(hash), CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES);
    assert_cu(cuParamSetSize(hash, 15)); /* less */
    assert_int_equal(cuLaunch(hash), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuParamSetSize(hash, 5000), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuParamSetf(hash, -4, 1.0f), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuParamSeti(hash, 4349, 1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuParamSetv(hash, 0, NULL, 4), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuParamSetv(hash, 4, &out, UINT32_MAX), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuParamSetf(hash, 4, 1.0f));
    assert_int_equal(cuFuncSetBlockShape(hash, 0, 1, 1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuFuncSetBlockShape(NULL, 1, 1, 1), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuFuncSetSharedSize(NULL, 1), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuParamSeti(NULL, 0, 1), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuParamSetSize(NULL, 0), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuLaunch((CUfunction)&none), CUDA_ERROR_INVALID_HANDLE);
    assert_cu(cuMemFree_v2(out));
}

/* --- what a launch may be --- */

static void shapes(void **state)
{
    CUdeviceptr out = words(32);
    uint32_t rounds = 0;
    void *values[] = {&rounds, &out};
    const struct {
        CUfunction function;
        unsigned grid, block, shared_bytes;
        CUstream stream;
        CUresult error;
    } wrong[] = {
        {hash, 0, 1, 0, NULL, CUDA_ERROR_INVALID_VALUE},
        {hash, 1, 1025, 0, NULL, CUDA_ERROR_INVALID_VALUE},
        {hash, 65536, 1, 0, NULL, CUDA_ERROR_INVALID_VALUE},
        {hash, 1, 1, 50000, NULL, CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES},
        {hash, 1, 1, 0, no_stream, CUDA_ERROR_INVALID_HANDLE},
        {NULL, 1, 1, 0, NULL, CUDA_ERROR_INVALID_HANDLE},
    };

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(cuLaunchKernel(wrong[i].function, wrong[i].grid, 1, 1, wrong[i].block, 1, 1,
                                        wrong[i].shared_bytes, wrong[i].stream, values, NULL),
                         wrong[i].error);
    assert_cu(cuMemFree_v2(out));
}

static size_t quarter(int block)
{
    return (size_t)block / 4;
}

static void attributes_of_functions(void **state)
{
    int value, grid, block;

    (void)state;
    for (int attribute = 0; attribute <= CU_FUNC_ATTRIBUTE_BINARY_VERSION; attribute++)
        assert_cu(cuFuncGetAttribute(&value, attribute, hash));
    assert_int_equal(value, 20);
    assert_cu(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, hash));
    assert_int_equal(value, 1024);
    assert_cu(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_NUM_REGS, hash));
    assert_in_range(value, 1, 63);
    assert_int_equal(cuFuncGetAttribute(&value, 99, hash), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuFuncGetAttribute(NULL, 0, hash), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuFuncGetAttribute(&value, 0, NULL), CUDA_ERROR_INVALID_HANDLE);
    assert_cu(cuFuncSetCacheConfig(hash, CU_FUNC_CACHE_PREFER_L1));
    assert_int_equal(cuFuncSetCacheConfig(hash, 9), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuFuncSetCacheConfig(NULL, 0), CUDA_ERROR_INVALID_HANDLE);
    assert_cu(cuFuncSetSharedMemConfig(hash, CU_SHARED_MEM_CONFIG_EIGHT_BYTE));
    assert_int_equal(cuFuncSetSharedMemConfig(hash, -1), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuFuncSetAttribute(hash, 8, 1024));
    assert_int_equal(cuFuncSetAttribute(hash, 1, 1024), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuFuncSetAttribute(NULL, 8, 1024), CUDA_ERROR_INVALID_HANDLE);
    assert_cu(cuOccupancyMaxActiveBlocksPerMultiprocessor(&value, hash, 256, 0));
    assert_int_equal(value, 6); /* 1536 threads */
    assert_cu(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&value, hash, 32, 0, 1));
    assert_int_equal(value, 8);
    assert_cu(cuOccupancyMaxActiveBlocksPerMultiprocessor(&value, hash, 64, 1025));
    assert_int_equal(value, 0); /* more than attribute 8 */
    assert_cu(cuFuncSetAttribute(hash, 8, 24000));
    assert_cu(cuOccupancyMaxActiveBlocksPerMultiprocessor(&value, hash, 64, 24000));
    assert_int_equal(value, 2);
    assert_int_equal(cuOccupancyMaxActiveBlocksPerMultiprocessor(NULL, hash, 256, 0),
                     CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&value, hash, 256, 0, 4),
                     CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuOccupancyMaxPotentialBlockSize(&grid, &block, hash, NULL, 0, 0));
    assert_true(block == 768 && grid % 2 == 0);
    assert_cu(cuOccupancyMaxPotentialBlockSize(&grid, &block, hash, quarter, 0, 256));
    assert_int_equal(block, 256);
    assert_int_equal(cuOccupancyMaxPotentialBlockSize(NULL, &block, hash, NULL, 0, 0),
                     CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuOccupancyMaxPotentialBlockSize(&grid, &block, NULL, NULL, 0, 0),
                     CUDA_ERROR_INVALID_HANDLE);
}

/* --- faults --- */

/* What a call writes to standard error. */
static const char *told_by(CUresult (*call)(void), CUresult expected)
{
    static char text[2048];
    FILE *file = tmpfile();
    const int before = dup(STDERR_FILENO);

    assert_true(file && before >= 0);
    fflush(stderr);
    dup2(fileno(file), STDERR_FILENO);
    const CUresult result = call();
    fflush(stderr);
    dup2(before, STDERR_FILENO);
    close(before);
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    assert_int_equal(result, expected);
    return text;
}

/* A line for each thread, where the program hears of it, and once. */
static void expect_lines_of_assertions(void)
{
    const char *text = told_by(cuCtxSynchronize, CUDA_ERROR_ASSERT);
    unsigned lines = 0;

    for (const char *at = text; (at = strstr(at, "Assertion `threadIdx.x < limit` failed.\n")); at++)
        lines++;
    assert_int_equal(lines, 5);
    assert_non_null(strstr(text, "block: [0,0,0], thread: [7,0,0]"));
    assert_string_equal(told_by(cuCtxSynchronize, CUDA_ERROR_ASSERT), "");
}

/* Of the context, for good; other contexts go on. */
static void a_fault_stays_with_its_context(void **state)
{
    CUcontext own;
    CUmodule module;
    CUfunction function;
    CUdeviceptr out;
    CUdevice device;
    uint32_t limit = 3;
    void *values[] = {&out, &limit};

    (void)state;
    assert_cu(cuCtxCreate_v2(&own, 0, 0));
    assert_cu(cuModuleLoadFatBinary(&module, fatbins[2].bytes));
    assert_cu(cuModuleGetFunction(&function, module, "service_assert"));
    out = words(32);
    assert_cu(cuLaunchKernel(function, 1, 1, 1, 8, 1, 1, 0, NULL, values, NULL));
    expect_lines_of_assertions();
    assert_int_equal(cuMemFree_v2(out), CUDA_ERROR_ASSERT);
    assert_int_equal(cuLaunchKernel(function, 1, 1, 1, 8, 1, 1, 0, NULL, values, NULL), CUDA_ERROR_ASSERT);
    assert_cu(cuCtxGetDevice(&device));
    assert_cu(cuCtxPopCurrent_v2(NULL));
    assert_cu(cuCtxSynchronize());
    assert_cu(cuCtxDestroy_v2(own));
}

/* --- host threads --- */

static void *launch_often(void *ok)
{
    CUdeviceptr out;
    uint32_t rounds = ROUNDS;
    void *values[] = {&rounds, &out};
    bool good =
        cuCtxPushCurrent_v2(group_context) == CUDA_SUCCESS && cuMemAlloc_v2(&out, 256 * 4) == CUDA_SUCCESS;

    for (int i = 0; i < 10 && good; i++)
        good = cuMemsetD32_v2(out, 0, 256) == CUDA_SUCCESS &&
               cuLaunchKernel(hash, 4, 1, 1, 64, 1, 1, 0, NULL, values, NULL) == CUDA_SUCCESS &&
               hashed(out, 256);
    good = good && cuMemFree_v2(out) == CUDA_SUCCESS && cuCtxPopCurrent_v2(NULL) == CUDA_SUCCESS;
    *(bool *)ok = good;
    return NULL;
}

static void threads_launch_in_one_context(void **state)
{
    pthread_t threads[HOST_THREADS];
    bool ok[HOST_THREADS];

    (void)state;
    for (int i = 0; i < HOST_THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, launch_often, &ok[i]), 0);
    for (int i = 0; i < HOST_THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_true(ok[i]);
    }
}

/* --- the stack --- */

/* Kernels whose files ask for no stack: they store at its lowest byte of 1,024, which
 * has to be zero before, and below. */
static const char stacks[] = ".target sm_20\n.container elf64\n.kernel lowest\n.registers 8\n.code\n"
                             "MOV32I R2, 0xfffc00\nLDL R3, [R2]\nIADD R2, R2, R3\nSTL [R2], R2\nEXIT\n.end\n"
                             ".kernel below\n.registers 8\n.code\n"
                             "MOV32I R2, 0xfffbfc\nSTL [R2], R2\nEXIT\n.end\n";

static void stack_of_any_kernel(void **state)
{
    CUmodule module;
    CUfunction lowest, below;
    struct fatbin fatbin;
    CUcontext context;
    size_t limit = 0;

    (void)state;
    fatbin_make_text(&fatbin, stacks);
    assert_cu(cuCtxCreate_v2(&context, 0, 0));
    assert_cu(cuModuleLoadFatBinary(&module, fatbin.bytes));
    assert_cu(cuModuleGetFunction(&lowest, module, "lowest"));
    assert_cu(cuModuleGetFunction(&below, module, "below"));
    assert_cu(cuCtxGetLimit(&limit, CU_LIMIT_STACK_SIZE));
    assert_int_equal(limit, 1024);
    assert_cu(cuLaunchKernel(lowest, 100, 1, 1, 64, 1, 1, 0, NULL, NULL, NULL));
    assert_cu(cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 1028));
    assert_cu(cuLaunchKernel(below, 3, 1, 1, 64, 1, 1, 0, NULL, NULL, NULL));
    assert_cu(cuCtxSynchronize());
    assert_cu(cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 1024));
    assert_cu(cuLaunchKernel(below, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
    assert_int_equal(cuCtxSynchronize(), CUDA_ERROR_HARDWARE_STACK_ERROR);
    assert_cu(cuCtxDestroy_v2(context));
    fatbin_free(&fatbin);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pointers_to_parameters),
        cmocka_unit_test(a_buffer_of_parameters),
        cmocka_unit_test(parameters_of_many_kinds),
        cmocka_unit_test(parameters_that_stay),
        cmocka_unit_test(shapes),
        cmocka_unit_test(attributes_of_functions),
        cmocka_unit_test(a_fault_stays_with_its_context),
        cmocka_unit_test(stack_of_any_kernel),
        cmocka_unit_test(threads_launch_in_one_context),
    };

    setenv("HALFWARP_CHIP", "gf100", 1);
    return cmocka_run_group_tests(tests, begin, end);
}
