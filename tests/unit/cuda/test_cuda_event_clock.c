/* SPDX-License-Identifier: MIT */
/* Times between events under the clock are the model's: no host time is in them, and work that waits for the
 * program has none yet. */
#include "cuda/driver/driver.h"
#include "cuda_driver.h"

#include <time.h>

static const char kernels[] = ".version 4.0\n.target sm_30\n.address_size 64\n"
                              ".visible .entry count(.param .u32 pn)\n{\n"
                              ".reg .pred %p; .reg .u32 %n, %x;\n"
                              "ld.param.u32 %n, [pn]; mov.u32 %x, 0;\n"
                              "NEXT: add.u32 %x, %x, 1; bar.sync 0; setp.lt.u32 %p, %x, %n; @%p bra NEXT;\n"
                              "ret;\n}\n";

static CUcontext context;
static CUstream stream, other;
static CUfunction count;
static CUevent from, middle, to;

static void launch_count(CUstream where, uint32_t times)
{
    assert_cu(cuLaunchKernel(count, 1, 1, 1, 64, 1, 1, 0, where, (void *[]){&times}, NULL));
}

static float between(CUevent first, CUevent last)
{
    float milliseconds = -1;

    assert_cu(cuEventElapsedTime(&milliseconds, first, last));
    return milliseconds;
}

static void pass(unsigned milliseconds)
{
    nanosleep(&(struct timespec){.tv_nsec = milliseconds * 1000000l}, NULL);
}

/* The time of a launch of so many times, with or without a pause of the host before somebody waits. */
static float time_of(uint32_t times, unsigned pause)
{
    assert_cu(cuEventRecord(from, stream));
    launch_count(stream, times);
    assert_cu(cuEventRecord(to, stream));
    pass(pause);
    assert_cu(cuEventSynchronize(to));
    return between(from, to);
}

static void model_times(void **state)
{
    const float once = time_of(1000, 0), late = time_of(1000, 200), twice = time_of(2000, 0);

    (void)state;
    assert_true(once > 0 && once < 50 && once == late);
    assert_true(twice > 1.8f * once && twice < 2.2f * once);
}

/* Streams overlap in model time; one that waits for an event goes on from there. */
static void streams(void **state)
{
    (void)state;
    const float once = time_of(1000, 0);
    assert_cu(cuEventRecord(from, stream));
    assert_cu(cuStreamWaitEvent(other, from, 0));
    launch_count(stream, 1000);
    assert_cu(cuEventRecord(middle, stream));
    launch_count(other, 1000);
    assert_cu(cuEventRecord(to, other));
    assert_cu(cuCtxSynchronize());
    assert_true(between(from, to) < 1.5f * once);
    assert_cu(cuEventRecord(from, stream));
    launch_count(stream, 1000);
    assert_cu(cuEventRecord(middle, stream));
    assert_cu(cuStreamWaitEvent(other, middle, 0));
    launch_count(other, 1000);
    assert_cu(cuEventRecord(to, other));
    assert_cu(cuCtxSynchronize());
    assert_true(between(from, to) > 1.8f * once && between(from, middle) < 1.2f * once);
}

/* The stream waits for a value that the program writes later. */
static void not_yet(void **state)
{
    uint32_t *word;
    CUdeviceptr mapped;
    float milliseconds = -1;
    const float once = time_of(1000, 0);

    (void)state;
    assert_cu(cuMemHostAlloc((void **)&word, 64, 2));
    assert_cu(cuMemHostGetDevicePointer_v2(&mapped, word, 0));
    *word = 0;
    assert_cu(cuEventRecord(from, stream));
    assert_cu(cuStreamWaitValue32(stream, mapped, 1, 1));
    launch_count(stream, 1000);
    assert_cu(cuEventRecord(to, stream));
    assert_int_equal(cuEventElapsedTime(&milliseconds, from, to), CUDA_ERROR_NOT_READY);
    pass(100);
    assert_int_equal(cuEventElapsedTime(&milliseconds, from, to), CUDA_ERROR_NOT_READY);
    __atomic_store_n(word, 1, __ATOMIC_RELEASE);
    assert_cu(cuEventSynchronize(to));
    assert_true(between(from, to) > 0.9f * once && between(from, to) < 1.1f * once);
    assert_cu(cuMemFreeHost(word));
}

/* Kernels run alone, so grids cannot wait for each other. */
static void no_launch_on_several_devices(void **state)
{
    const CUDA_LAUNCH_PARAMS params[2] = {{.function = count, .hStream = stream}};

    (void)state;
    assert_int_equal(cuLaunchCooperativeKernelMultiDevice(params, 2, 0), CUDA_ERROR_NOT_SUPPORTED);
}

static int begin(void **state)
{
    CUmodule module;

    (void)state;
    return cuInit(0) || cuCtxCreate_v2(&context, 0, 0) || cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING) ||
           cuStreamCreate(&other, CU_STREAM_NON_BLOCKING) || cuModuleLoadData(&module, kernels) ||
           cuModuleGetFunction(&count, module, "count") || cuEventCreate(&from, 0) ||
           cuEventCreate(&middle, 0) || cuEventCreate(&to, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(model_times), cmocka_unit_test(streams),
                                       cmocka_unit_test(not_yet),
                                       cmocka_unit_test(no_launch_on_several_devices)};

    setenv("HALFWARP_CHIP", "gk110,gk110", 1);
    setenv("HALFWARP_TIME", "1", 1);
    setenv("HALFWARP_TIME_FILE", "/dev/null", 1);
    return cmocka_run_group_tests(tests, begin, NULL);
}
