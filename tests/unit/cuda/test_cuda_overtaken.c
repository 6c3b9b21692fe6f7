/* SPDX-License-Identifier: MIT */
/* Copies and fills in a stream that does not block come after a kernel that the default stream was asked for
 * before, as on a GPU, where kernels are short: nothing promises that (docs/executor.md).  Each order is in a
 * process of its own, which reads it once. */
#include "cuda/driver/driver.h"
#include "cuda_driver.h"
#include "generation_hash.h"
#include "made_fatbin.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define ROUNDS  20000u
#define THREADS 64u
#define TIMES   10

#define MUST(condition)      \
    do {                     \
        if (!(condition))    \
            return __LINE__; \
    } while (0)

static CUfunction hash;
static CUstream copies;
static CUdeviceptr out;
static uint32_t host[THREADS];

static int begin(struct fatbin *fatbin)
{
    CUmodule module;

    fatbin_make(fatbin, "generations", (const char *const[]){"sm_20", NULL});
    MUST(create_context(0) == 0 && cuModuleLoadFatBinary(&module, fatbin->bytes) == 0);
    MUST(cuModuleGetFunction(&hash, module, "generation_hash") == 0);
    MUST(cuStreamCreate(&copies, CU_STREAM_NON_BLOCKING) == 0 && cuMemAlloc_v2(&out, sizeof host) == 0);
    return 0;
}

static int launch(void)
{
    uint32_t rounds = ROUNDS;
    void *values[] = {&rounds, &out};

    MUST(cuMemsetD32_v2(out, 0, THREADS) == 0 && cuCtxSynchronize() == 0);
    MUST(cuLaunchKernel(hash, 1, 1, 1, THREADS, 1, 1, 0, NULL, values, NULL) == 0);
    return 0;
}

static int copy_from_device(void)
{
    MUST(launch() == 0);
    MUST(cuMemcpyDtoHAsync_v2(host, out, sizeof host, copies) == 0);
    MUST(host[THREADS - 1] == generation_hash(THREADS - 1, ROUNDS));
    return 0;
}

static int write_behind_kernel(bool fills)
{
    memset(host, 3, sizeof host);
    MUST(launch() == 0);
    MUST((fills ? cuMemsetD8Async(out, 3, sizeof host, copies)
                : cuMemcpyHtoDAsync_v2(out, host, sizeof host, copies)) == 0);
    MUST(cuCtxSynchronize() == 0 && cuMemcpyDtoH_v2(host, out, sizeof host) == 0);
    for (unsigned t = 0; t < THREADS; t++)
        MUST(host[t] == 0x03030303);
    return 0;
}

static int try_all(void)
{
    struct fatbin fatbin;

    MUST(begin(&fatbin) == 0);
    for (int i = 0; i < TIMES; i++)
        MUST(copy_from_device() == 0 && write_behind_kernel(true) == 0 && write_behind_kernel(false) == 0);
    fatbin_free(&fatbin);
    return end_context(NULL);
}

static void try_order(const char *order)
{
    int status = -1;
    const pid_t child = fork();

    if (child == 0) {
        setenv("HALFWARP_ORDER", order, 1); /* empty: none */
        exit(try_all());
    }
    assert_true(child > 0 && waitpid(child, &status, 0) == child);
    assert_int_equal(status, 0);
}

static void in_no_order(void **state)
{
    (void)state;
    try_order("");
}

static void in_the_fixed_order(void **state)
{
    (void)state;
    try_order("fixed");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(in_no_order), cmocka_unit_test(in_the_fixed_order)};

    setenv("HALFWARP_CHIP", "gf100", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
