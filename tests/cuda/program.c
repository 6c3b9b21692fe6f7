/* SPDX-License-Identifier: MIT */
/* A CUDA program as a user has one: it knows nothing of halfwarp, needs libcudart.so.4, and checks its own
 * result.
 *
 * tests/cli/test_run_program runs it with `halfwarp run`.  Only where its device code is from is unusual: the
 * fat binary is made at start of the cubins in tests/data/programs.  Arguments: nothing; `fault`, which reads
 * where nothing is; or `streams`, which works in two streams and prints what its events say. */
#include "cuda/runtime/runtime.h"
#include "made_fatbin.h"
#include "generation_hash.h"

#include <stdio.h>
#include <string.h>

#define BLOCK   128u
#define THREADS (8 * BLOCK)
#define ROUNDS  20u
#define LONG    400u /* rounds that take longer than the calls of a host */

/* What stands for the kernel on the host. */
static char hash_stub, scan_stub;

static struct fatbin fatbin;
static void **handle;

static void add_kernel(const char *stub, const char *name)
{
    char device[64];

    snprintf(device, sizeof device, "%s", name);
    __cudaRegisterFunction(handle, stub, device, name, -1, NULL, NULL, NULL, NULL, NULL);
}

static void register_code(bool later)
{
    static const char *const targets[] = {"sm_13", "sm_20", "sm_30", "sm_35", "sm_50", "sm_61",
                                          "sm_70", "sm_75", "sm_80", "sm_86", NULL};

    fatbin_make(&fatbin, "generations", targets);
    if (later)
        fatbin_rename(&fatbin, 86, 120);
    handle = __cudaRegisterFatBinary(&fatbin.wrapper);
    add_kernel(&hash_stub, "generation_hash");
    add_kernel(&scan_stub, "generation_scan");
}

/* As nvcc writes kernel<<<8, 128>>>(rounds, out). */
static cudaError_t launch_hash(uint32_t rounds, uint32_t *out, cudaStream_t stream)
{
    if (cudaConfigureCall((dim3){8, 1, 1}, (dim3){BLOCK, 1, 1}, 0, stream) != cudaSuccess)
        return cudaGetLastError();
    cudaSetupArgument(&rounds, sizeof rounds, 0);
    cudaSetupArgument(&out, sizeof out, 8);
    return cudaLaunch(&hash_stub);
}

static cudaError_t launch_scan(const uint32_t *in, uint32_t *out)
{
    if (cudaConfigureCall((dim3){8, 1, 1}, (dim3){BLOCK, 1, 1}, 0, NULL) != cudaSuccess)
        return cudaGetLastError();
    cudaSetupArgument(&in, sizeof in, 0);
    cudaSetupArgument(&out, sizeof out, 8);
    return cudaLaunch(&scan_stub);
}

static bool is_right(const uint32_t *got)
{
    uint32_t sum = 0;

    for (uint32_t i = 0; i < THREADS; i++) {
        sum = (i % BLOCK ? sum : 0) + generation_hash(i, ROUNDS);
        if (got[i] != sum)
            return false;
    }
    return true;
}

static int run(void)
{
    static uint32_t got[THREADS];
    struct cudaDeviceProp properties;
    uint32_t *hashes, *sums;

    cudaGetDeviceProperties(&properties, 0);
    printf("device %d.%d\n", properties.major, properties.minor);
    cudaMalloc((void **)&hashes, sizeof got);
    cudaMalloc((void **)&sums, sizeof got);
    cudaError_t error = launch_hash(ROUNDS, hashes, NULL);
    if (error == cudaSuccess)
        error = launch_scan(hashes, sums);
    if (error == cudaSuccess)
        error = cudaMemcpy(got, sums, sizeof got, cudaMemcpyDeviceToHost);
    printf("%s\n", error != cudaSuccess ? cudaGetErrorString(error) : is_right(got) ? "PASSED" : "FAILED");
    cudaFree(hashes);
    cudaFree(sums);
    return error != cudaSuccess;
}

/* Each of two streams hashes and copies; the second waits for an event of the first, and hashes again. */
static int streams(void)
{
    uint32_t *hashes[2], *got[2];
    cudaStream_t stream[2];
    cudaEvent_t begin, middle, end;
    float first, all;
    bool right = true;

    cudaEventCreate(&begin);
    cudaEventCreate(&middle);
    cudaEventCreate(&end);
    for (int i = 0; i < 2; i++) {
        cudaMalloc((void **)&hashes[i], THREADS * sizeof **hashes);
        cudaMallocHost((void **)&got[i], THREADS * sizeof **got);
        cudaStreamCreate(&stream[i]);
    }
    cudaMemset(hashes[0], 0, THREADS * sizeof **hashes);
    cudaEventRecord(begin, stream[0]);
    for (int i = 0; i < 2; i++) {
        launch_hash(LONG, hashes[i], stream[i]);
        cudaMemcpyAsync(got[i], hashes[i], THREADS * sizeof **got, cudaMemcpyDeviceToHost, stream[i]);
    }
    cudaEventRecord(middle, stream[0]);
    cudaStreamWaitEvent(stream[1], middle, 0);
    launch_hash(LONG, hashes[1], stream[1]);
    cudaEventRecord(end, stream[1]);
    cudaEventSynchronize(end);
    cudaEventElapsedTime(&first, begin, middle);
    cudaEventElapsedTime(&all, begin, end);
    for (uint32_t i = 0; i < THREADS; i++)
        right = right && got[0][i] == generation_hash(i, LONG) && got[1][i] == got[0][i];
    printf("%s %.9f %.9f\n", right ? "PASSED" : "FAILED", (double)first, (double)all);
    return !right;
}

static int fault(void)
{
    uint32_t *nowhere = NULL;

    cudaMalloc((void **)&nowhere, sizeof *nowhere);
    cudaFree(nowhere);
    const cudaError_t launched = launch_scan(nowhere, nowhere), after = cudaDeviceSynchronize();
    printf("launch: %s; then: %s\n", cudaGetErrorString(launched), cudaGetErrorString(after));
    return after != cudaSuccess;
}

/* Stay until standard input ends, with the libraries loaded. */
static int wait_for_input(void)
{
    puts("waiting");
    fflush(stdout);
    while (getchar() != EOF)
        ;
    return 0;
}

int main(int argc, char **argv)
{
    const char *const what = argc > 1 ? argv[1] : "";
    register_code(strcmp(what, "later") == 0); /* some of it for a chip that nobody here knows */
    const int status = strcmp(what, "fault") == 0     ? fault()
                       : strcmp(what, "streams") == 0 ? streams()
                       : strcmp(what, "wait") == 0    ? wait_for_input()
                                                      : run();
    cudaDeviceReset();
    __cudaUnregisterFatBinary(handle);
    fatbin_free(&fatbin);
    return status;
}
