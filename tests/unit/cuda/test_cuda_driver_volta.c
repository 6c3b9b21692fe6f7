/* SPDX-License-Identifier: MIT */
/* Devices from Volta to Ada: what they say of themselves, and which code of a fat binary of CUDA 13 is
 * theirs. Shared memory beyond 48 KiB is for kernels that ask. */
#include "cuda/driver/driver.h"
#include "cuda_driver.h"

#include "samples.h"

#include <stdlib.h>

#define FATBIN "tests/data/containers/cuda13.fatbin" /* cubins of sm_75 and sm_86, PTX of compute_75 */
#define CHIPS  "V100 SXM2,xavier,RTX 2080 Ti,A100 SXM4,RTX 3060,orin,RTX 4090"

enum {
    SHARED_PER_BLOCK = 8,
    MULTIPROCESSORS = 16,
    LAYER_WIDTH = 27,
    MEMORY_CLOCK = 36,
    MEMORY_BITS = 37,
    L2_BYTES = 38,
    THREADS_PER_MP = 39,
    MAJOR = 75,
    MINOR = 76,
    SHARED_PER_MP = 81,
    SHARED_OPT_IN = 97,
    BLOCKS_PER_MP = 106,
    PERSISTING_L2 = 108,
    ACCESS_WINDOW = 109,
    SHARED_RESERVED = 111
};
enum { BINARY_VERSION = 6, MOST_DYNAMIC = 8, CARVEOUT = 9 };
enum { LIMIT_PERSISTING_L2 = 6 };
enum { V100, XAVIER, RTX_2080_TI, A100, RTX_3060, ORIN, RTX_4090 };

static int attribute(CUdevice device, int number)
{
    int value = -1;

    assert_cu(cuDeviceGetAttribute(&value, number, device));
    return value;
}

static void devices_tell_their_numbers(void **state)
{
    static const struct {
        int major, minor, per_mp, opt_in, reserved, threads, blocks;
    } expected[] = {
        [V100] = {7, 0, 98304, 98304, 0, 2048, 32},          [XAVIER] = {7, 2, 98304, 98304, 0, 2048, 32},
        [RTX_2080_TI] = {7, 5, 65536, 65536, 0, 1024, 16},   [A100] = {8, 0, 167936, 166912, 1024, 2048, 32},
        [RTX_3060] = {8, 6, 102400, 101376, 1024, 1536, 16}, [ORIN] = {8, 7, 167936, 166912, 1024, 1536, 16},
        [RTX_4090] = {8, 9, 102400, 101376, 1024, 1536, 24},
    };

    (void)state;
    for (int i = 0; i < (int)(sizeof expected / sizeof expected[0]); i++) {
        assert_int_equal(attribute(i, MAJOR), expected[i].major);
        assert_int_equal(attribute(i, MINOR), expected[i].minor);
        assert_int_equal(attribute(i, SHARED_PER_BLOCK), 49152);
        assert_int_equal(attribute(i, SHARED_PER_MP), expected[i].per_mp);
        assert_int_equal(attribute(i, SHARED_OPT_IN), expected[i].opt_in);
        assert_int_equal(attribute(i, SHARED_RESERVED), expected[i].reserved);
        assert_int_equal(attribute(i, THREADS_PER_MP), expected[i].threads);
        assert_int_equal(attribute(i, BLOCKS_PER_MP), expected[i].blocks);
        assert_int_equal(attribute(i, LAYER_WIDTH), 32768);
    }
    assert_int_equal(attribute(RTX_2080_TI, MEMORY_BITS), 352);
    assert_int_equal(attribute(RTX_2080_TI, MEMORY_CLOCK), 7000000);
    assert_int_equal(attribute(RTX_3060, L2_BYTES), 2359296);
    assert_int_equal(attribute(XAVIER, MULTIPROCESSORS), 8);
}

/* What may be set aside of the L2 (of the whole chip, as its L2 is), and the window of what is to stay there.
 */
static void devices_set_aside_their_caches(void **state)
{
    static const struct {
        int device, persisting, window;
    } expected[] = {
        {V100, 0, 0},
        {RTX_2080_TI, 0, 0},
        {A100, 37748736, 134213632},
        {RTX_3060, 1622016, 134213632},
        {RTX_4090, 69206016, 134213632},
    };

    (void)state;
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        const size_t most = (size_t)expected[i].persisting;
        CUcontext context;
        size_t size = 9;
        assert_int_equal(attribute(expected[i].device, PERSISTING_L2), most);
        assert_int_equal(attribute(expected[i].device, ACCESS_WINDOW), expected[i].window);
        assert_cu(cuCtxCreate_v2(&context, 0, expected[i].device));
        if (most) {
            assert_cu(cuCtxGetLimit(&size, LIMIT_PERSISTING_L2));
            assert_int_equal(size, 0);
            assert_cu(cuCtxSetLimit(LIMIT_PERSISTING_L2, 4096));
            assert_cu(cuCtxGetLimit(&size, LIMIT_PERSISTING_L2));
            assert_int_equal(size, 4096);
            assert_cu(cuCtxSetLimit(LIMIT_PERSISTING_L2, most + 1));
            assert_cu(cuCtxGetLimit(&size, LIMIT_PERSISTING_L2));
            assert_int_equal(size, most);
            assert_cu(cuCtxResetPersistingL2Cache());
        } else {
            assert_int_equal(cuCtxSetLimit(LIMIT_PERSISTING_L2, 4096), CUDA_ERROR_UNSUPPORTED_LIMIT);
        }
        assert_int_equal(cuCtxSetLimit(LIMIT_PERSISTING_L2 - 1, 1), CUDA_ERROR_INVALID_VALUE);
        assert_cu(cuCtxDestroy_v2(context));
    }
}

/* The kernel `other` of the fat binary on a device, which then has a current context. */
static CUresult load(CUdevice device, CUcontext *context, CUfunction *function)
{
    struct sample file = sample_read(FATBIN);
    CUmodule module;
    CUresult status;

    assert_cu(cuCtxCreate_v2(context, 0, device));
    status = cuModuleLoadData(&module, file.bytes);
    free(file.bytes);
    return status ? status : cuModuleGetFunction(function, module, "other");
}

/* Code of the same major and of no higher minor number; else PTX that is for no later chip. */
static void each_gets_its_code(void **state)
{
    static const int versions[] = {[RTX_2080_TI] = 75, [RTX_3060] = 86, [ORIN] = 86, [RTX_4090] = 86};

    (void)state;
    for (int device = V100; device <= RTX_4090; device++) {
        CUcontext context;
        CUfunction function;
        int version = 0;
        const CUresult status = load(device, &context, &function);
        if (device == V100 || device == XAVIER) /* its PTX is for later chips */
            assert_int_equal(status, CUDA_ERROR_NO_BINARY_FOR_GPU);
        else if (device == A100) /* for it there is PTX alone, which is not compiled for it yet */
            assert_int_not_equal(status, CUDA_SUCCESS);
        else {
            assert_cu(status);
            assert_cu(cuFuncGetAttribute(&version, BINARY_VERSION, function));
            assert_int_equal(version, versions[device]);
        }
        assert_cu(cuCtxDestroy_v2(context));
    }
}

static void kernels_ask_for_more_shared_memory(void **state)
{
    CUcontext context;
    CUfunction function;
    int most = 0;

    (void)state;
    assert_cu(load(RTX_2080_TI, &context, &function));
    assert_cu(cuFuncGetAttribute(&most, MOST_DYNAMIC, function));
    assert_int_equal(most, 49152);
    assert_int_equal(
        cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 49153, NULL, (void *[]){&(CUdeviceptr){0}}, NULL),
        CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuFuncSetAttribute(function, MOST_DYNAMIC, 65537), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuFuncSetAttribute(function, MOST_DYNAMIC, 65536));
    assert_cu(cuFuncGetAttribute(&most, MOST_DYNAMIC, function));
    assert_int_equal(most, 65536);
    assert_cu(cuCtxDestroy_v2(context));
}

/* Percent of 64 KiB, of which 32 and 64 can be had; it counts before what the kernel or the context prefers
 * of the cache. */
static void occupancy_counts_the_carve_out(void **state)
{
    static const struct {
        int percent, blocks;
    } rows[] = {{0, 2}, {1, 2}, {50, 2}, {51, 4}, {100, 4}, {-1, 2}};
    CUcontext context;
    CUfunction function;
    int blocks = 0, percent = 9;

    (void)state;
    assert_cu(load(RTX_2080_TI, &context, &function));
    assert_cu(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, 32, 16384));
    assert_int_equal(blocks, 4);
    assert_cu(cuFuncSetCacheConfig(function, CU_FUNC_CACHE_PREFER_L1));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_cu(cuFuncSetAttribute(function, CARVEOUT, rows[i].percent));
        assert_cu(cuFuncGetAttribute(&percent, CARVEOUT, function));
        assert_cu(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, 32, 16384));
        assert_true(percent == rows[i].percent && blocks == rows[i].blocks);
    }
    assert_cu(cuCtxDestroy_v2(context));
}

/* What cuda_occupancy.h of CUDA 13.5 answers for blocks of 32 threads, of a kernel without shared memory of
 * its own: blocks with 20001 and 49153 bytes of dynamic shared memory, the most bytes for 2 and 4 blocks, and
 * the best block that has 60000. */
static void occupancy_counts_the_limit_of_the_kernel(void **state)
{
    static const struct {
        int device, most, carveout, blocks[2], bytes[2], best;
    } rows[] = {
        {RTX_2080_TI, 49152, -1, {3, 0}, {32768, 16384}, 0},
        {RTX_2080_TI, 65536, 30, {1, 1}, {16384, 8192}, 1024},
        {RTX_2080_TI, 20000, 100, {0, 0}, {20000, 16384}, 0},
        {RTX_2080_TI, 20000, 0, {0, 0}, {16384, 8192}, 0},
        {RTX_3060, 49152, -1, {4, 0}, {49152, 24576}, 0},
        {RTX_3060, 65536, 30, {1, 1}, {15360, 7168}, 1024},
        {RTX_3060, 65536, 100, {4, 2}, {50176, 24576}, 1024},
        {RTX_3060, 20000, 0, {0, 0}, {3072, 1024}, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        CUcontext context;
        CUfunction function;
        size_t bytes[2];
        int blocks[2], grid = -1, best = -1;
        assert_cu(load(rows[i].device, &context, &function));
        assert_cu(cuFuncSetAttribute(function, MOST_DYNAMIC, rows[i].most));
        assert_cu(cuFuncSetAttribute(function, CARVEOUT, rows[i].carveout));
        for (int k = 0; k < 2; k++) {
            assert_cu(
                cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks[k], function, 32, k ? 49153 : 20001));
            assert_cu(cuOccupancyAvailableDynamicSMemPerBlock(&bytes[k], function, k ? 4 : 2, 32));
            assert_true(blocks[k] == rows[i].blocks[k] && (int)bytes[k] == rows[i].bytes[k]);
        }
        assert_cu(cuOccupancyMaxPotentialBlockSize(&grid, &best, function, NULL, 60000, 0));
        assert_true(best == rows[i].best && (grid == 0) == (best == 0));
        assert_cu(cuCtxDestroy_v2(context));
    }
}

static int begin(void **state)
{
    (void)state;
    return cuInit(0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(devices_tell_their_numbers),
        cmocka_unit_test(devices_set_aside_their_caches),
        cmocka_unit_test(each_gets_its_code),
        cmocka_unit_test(kernels_ask_for_more_shared_memory),
        cmocka_unit_test(occupancy_counts_the_carve_out),
        cmocka_unit_test(occupancy_counts_the_limit_of_the_kernel),
    };

    setenv("HALFWARP_CHIP", CHIPS, 1);
    return cmocka_run_group_tests(tests, begin, NULL);
}
