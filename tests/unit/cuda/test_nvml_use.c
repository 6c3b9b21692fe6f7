/* SPDX-License-Identifier: MIT */
/* What NVML says of the use of a device while a kernel, fills or a math library run there, asked from the
 * program's other thread. */
#include "cuda/driver/driver.h"
#include "cuda_driver.h"

#include "cuda/nvml/nvml.h"

#include <pthread.h>
#include <time.h>
#include <unistd.h>

#define assert_nvml(call) assert_int_equal(call, NVML_SUCCESS)
#define PERIODS           4 /* of a sixth of a second each: more than one of them is over */

static const char kernel[] = ".version 4.0\n.target sm_30\n.address_size 64\n"
                             ".visible .entry await(.param .u64 pa)\n{\n"
                             ".reg .pred %p; .reg .u64 %a; .reg .u32 %x;\n"
                             "ld.param.u64 %a, [pa];\n"
                             "WAIT: ld.volatile.global.u32 %x, [%a]; setp.eq.u32 %p, %x, 0; @%p bra WAIT;\n"
                             "ret;\n}\n";

static nvmlDevice_t used, unused;

static void pass_periods(void)
{
    nanosleep(&(struct timespec){.tv_nsec = PERIODS * 166666667l}, NULL);
}

struct asked {
    nvmlUtilization_t rates, others;
    nvmlReturn_t result, others_result;
};

static void *ask(void *asked)
{
    struct asked *answer = asked;

    answer->result = nvmlDeviceGetUtilizationRates(used, &answer->rates);
    answer->others_result = nvmlDeviceGetUtilizationRates(unused, &answer->others);
    return NULL;
}

static struct asked ask_another_thread(void)
{
    struct asked asked = {.result = NVML_ERROR_UNKNOWN, .others_result = NVML_ERROR_UNKNOWN};
    pthread_t thread;

    assert_int_equal(pthread_create(&thread, NULL, ask, &asked), 0);
    pthread_join(thread, NULL);
    assert_nvml(asked.result);
    assert_nvml(asked.others_result);
    assert_true(asked.others.gpu == 0 && asked.others.memory == 0);
    return asked;
}

static unsigned long long microseconds_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return (unsigned long long)now.tv_sec * 1000000 + (unsigned long long)now.tv_nsec / 1000;
}

/* The kernel runs until the program writes the word. */
static void a_kernel_that_runs(void **state)
{
    nvmlSample_t sample[256];
    nvmlProcessUtilizationSample_t line = {0};
    unsigned count = 0, most = 0;
    int type = 0;
    CUdeviceptr mapped;
    CUmodule module;
    CUfunction await;
    uint32_t *word;
    const unsigned long long begin = microseconds_now();

    (void)state;
    assert_int_equal(nvmlDeviceGetSamples(used, 1, 0, &type, &count, sample), NVML_ERROR_NOT_FOUND);
    assert_cu(cuModuleLoadData(&module, kernel));
    assert_cu(cuModuleGetFunction(&await, module, "await"));
    assert_cu(cuMemHostAlloc((void **)&word, 64, 2));
    assert_cu(cuMemHostGetDevicePointer_v2(&mapped, word, 0));
    *word = 0;
    assert_cu(cuLaunchKernel(await, 1, 1, 1, 1, 1, 1, 0, NULL, (void *[]){&mapped}, NULL));
    pass_periods();
    const struct asked busy = ask_another_thread();
    assert_true(busy.rates.gpu > 95 && busy.rates.memory == 0);
    __atomic_store_n(word, 1, __ATOMIC_RELEASE);
    assert_cu(cuCtxSynchronize());
    pass_periods();
    const struct asked idle = ask_another_thread();
    assert_true(idle.rates.gpu == 0);

    /* Samples of the whole time, and of a part of it. */
    assert_nvml(nvmlDeviceGetSamples(used, 1, 0, &type, &count, NULL));
    assert_true(count > 0 && count <= 256);
    assert_nvml(nvmlDeviceGetSamples(used, 1, 0, &type, &count, sample));
    assert_true(type == NVML_VALUE_TYPE_UNSIGNED_INT && count >= 2 * PERIODS - 2);
    for (unsigned i = 0; i < count; i++) {
        most = sample[i].sampleValue.number > most ? sample[i].sampleValue.number : most;
        assert_true(sample[i].timeStamp > begin && sample[i].timeStamp <= microseconds_now());
        assert_true(i == 0 || sample[i].timeStamp > sample[i - 1].timeStamp);
    }
    assert_true(most > 95 && sample[count - 1].sampleValue.number == 0);
    const unsigned all = count;
    assert_nvml(nvmlDeviceGetSamples(used, 1, sample[all - 2].timeStamp, &type, &count, sample));
    assert_true(count >= 1 && count < all);
    count = 1;
    assert_nvml(nvmlDeviceGetSamples(used, 2, 0, &type, &count, sample)); /* the newest, where few fit */
    assert_true(count == 1 && sample[0].sampleValue.number == 0);
    assert_int_equal(nvmlDeviceGetSamples(used, 0, 0, &type, &count, sample), NVML_ERROR_NOT_SUPPORTED);
    assert_int_equal(nvmlDeviceGetSamples(used, 99, 0, &type, &count, sample), NVML_ERROR_INVALID_ARGUMENT);
    assert_int_equal(nvmlDeviceGetSamples(NULL, 1, 0, &type, &count, sample), NVML_ERROR_INVALID_ARGUMENT);
    assert_int_equal(nvmlDeviceGetSamples(used, 1, microseconds_now() + 9000000, &type, &count, sample),
                     NVML_ERROR_NOT_FOUND);
    count = 0;
    assert_int_equal(nvmlDeviceGetProcessUtilization(used, NULL, &count, 0), NVML_ERROR_INSUFFICIENT_SIZE);
    assert_int_equal(count, 1);
    assert_nvml(nvmlDeviceGetProcessUtilization(used, &line, &count, 0));
    assert_true(line.pid == (unsigned)getpid() && line.smUtil > 15 && line.smUtil < 85 && line.memUtil == 0);
    assert_int_equal(nvmlDeviceGetProcessUtilization(used, &line, NULL, 0), NVML_ERROR_INVALID_ARGUMENT);
    assert_int_equal(nvmlDeviceGetProcessUtilization(unused, &line, &count, 0), NVML_ERROR_NOT_FOUND);
    assert_cu(cuMemFreeHost(word));
}

/* Fills of some MiB, one after the other, for as long. */
static void fills(void **state)
{
    const size_t bytes = (size_t)8 << 20;
    const unsigned long long end = microseconds_now() + PERIODS * 166667;
    CUdeviceptr block;

    (void)state;
    assert_cu(cuMemAlloc_v2(&block, bytes));
    while (microseconds_now() < end) {
        assert_cu(cuMemsetD32Async(block, 7, bytes / 4, NULL));
        assert_cu(cuCtxSynchronize());
    }
    const struct asked busy = ask_another_thread();
    assert_true(busy.rates.memory > 20 && busy.rates.gpu == 0);
    assert_cu(cuMemFree_v2(block));
}

/* A math library computes without the core's lock, so another thread may ask meanwhile. */
static cudaError_t compute(void *data)
{
    (void)data;
    pass_periods();
    pass_periods();
    return cudaSuccess;
}

static void *ask_later(void *asked)
{
    pass_periods();
    return ask(asked);
}

static void a_math_library_at_work(void **state)
{
    struct asked asked = {.result = NVML_ERROR_UNKNOWN};
    pthread_t thread;
    cudaError_t error = cudaErrorUnknown;

    (void)state;
    pass_periods();
    assert_int_equal(pthread_create(&thread, NULL, ask_later, &asked), 0);
    if (hw_cuda_enter())
        error = hw_cuda_work(NULL, compute, NULL, 0);
    hw_cuda_unlock(cudaSuccess);
    pthread_join(thread, NULL);
    assert_int_equal(error, cudaSuccess);
    assert_nvml(asked.result);
    assert_nvml(asked.others_result);
    assert_true(asked.rates.gpu > 90 && asked.rates.memory == 0 && asked.others.gpu == 0);
    pass_periods();
    assert_true(ask_another_thread().rates.gpu == 0);
}

static int begin(void **state)
{
    CUcontext context;

    (void)state;
    return cuInit(0) || nvmlInit_v2() || nvmlDeviceGetHandleByIndex_v2(0, &used) ||
           nvmlDeviceGetHandleByIndex_v2(1, &unused) || cuCtxCreate_v2(&context, 0, 0);
}

static void generations(void **state)
{
    unsigned architecture = 0;

    (void)state;
    assert_nvml(nvmlDeviceGetArchitecture(used, &architecture));
    assert_int_equal(architecture, 2); /* Kepler */
    assert_nvml(nvmlDeviceGetArchitecture(unused, &architecture));
    assert_int_equal(architecture, 8); /* Ada */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(generations), cmocka_unit_test(a_kernel_that_runs),
                                       cmocka_unit_test(fills), cmocka_unit_test(a_math_library_at_work)};

    setenv("HALFWARP_CHIP", "gk110,ad102", 1);
    return cmocka_run_group_tests(tests, begin, NULL);
}
