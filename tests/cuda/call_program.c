/* SPDX-License-Identifier: MIT */
/* A program of CUDA 12 that makes the calls that its arguments name and prints what each returns, for
 * tests/cli/test_fail and test_coverage: `malloc`, whose pointer it looks at, too; `cumalloc`, the driver's,
 * found by cuGetProcAddress; `last`; `launch`; `sync`; `copy`, of what the last kernel wrote, and whether it
 * is right; `threads`, many allocations by eight threads at once, and how many have failed; `end`, by _exit.
 */
#include "cuda/driver/driver.h"
#include "cuda/runtime/runtime.h"
#include "made_fatbin.h"
#include "generation_hash.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define BLOCK   128u
#define THREADS (2 * BLOCK)
#define ROUNDS  20u
#define HOSTS   8
#define CALLS   50

static char hash_stub;
/* The same memory: where a sanitizer leaves no room, it has one address for the host and one for the device.
 */
static uint32_t *out, *out_there;

static void register_code(void)
{
    static const char *const targets[] = {"sm_50", "sm_61", "sm_80", NULL};
    static char name[] = "generation_hash";
    static struct fatbin fatbin;

    fatbin_make(&fatbin, "generations", targets);
    void **handle = __cudaRegisterFatBinary(&fatbin.wrapper);
    __cudaRegisterFunction(handle, &hash_stub, name, name, -1, NULL, NULL, NULL, NULL, NULL);
    __cudaRegisterFatBinaryEnd(handle);
}

static int allocate(void)
{
    void *pointer = &out;
    const cudaError_t error = cudaMalloc(&pointer, 64);

    if (error != cudaSuccess && pointer != &out)
        printf("touched ");
    return (int)error;
}

static int allocate_by_driver(void)
{
    CUresult (*function)(CUdeviceptr *, size_t) = NULL;
    void *found = NULL;
    CUdeviceptr pointer;

    if (cuGetProcAddress("cuMemAlloc", &found, 12000, 0) != CUDA_SUCCESS)
        return -1;
    memcpy(&function, &found, sizeof function);
    return (int)function(&pointer, 64);
}

static int launch(void)
{
    uint32_t rounds = ROUNDS;
    void *arguments[] = {&rounds, &out_there};

    return (int)cudaLaunchKernel(&hash_stub, (dim3){2, 1, 1}, (dim3){BLOCK, 1, 1}, arguments, 0, NULL);
}

static int copy(void)
{
    static uint32_t got[THREADS];
    const cudaError_t error = cudaMemcpy(got, out_there, sizeof got, cudaMemcpyDeviceToHost);

    printf("%s ", error == cudaSuccess && got[5] == generation_hash(5, ROUNDS) ? "right" : "wrong");
    return (int)error;
}

static void *allocate_often(void *failed)
{
    for (int i = 0; i < CALLS; i++)
        *(int *)failed += allocate() != 0;
    return NULL;
}

static int allocate_at_once(void)
{
    pthread_t thread[HOSTS];
    int failed[HOSTS] = {0}, sum = 0;

    for (int i = 0; i < HOSTS; i++)
        pthread_create(&thread[i], NULL, allocate_often, &failed[i]);
    for (int i = 0; i < HOSTS; i++) {
        pthread_join(thread[i], NULL);
        sum += failed[i];
    }
    return sum;
}

static int last(void)
{
    return (int)cudaGetLastError();
}

static int end(void)
{
    _exit(3);
}

static int synchronize(void)
{
    return (int)cudaDeviceSynchronize();
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        int (*call)(void);
    } calls[] = {{"malloc", allocate},
                 {"cumalloc", allocate_by_driver},
                 {"last", last},
                 {"launch", launch},
                 {"sync", synchronize},
                 {"copy", copy},
                 {"threads", allocate_at_once},
                 {"end", end}};

    register_code();
    cudaMallocHost((void **)&out, THREADS * sizeof *out);
    cudaHostGetDevicePointer((void **)&out_there, out, 0);
    for (int i = 1; i < argc; i++)
        for (size_t c = 0; c < sizeof calls / sizeof *calls; c++)
            if (strcmp(argv[i], calls[c].name) == 0)
                printf("%d ", calls[c].call());
    printf("\n");
    return 0;
}
