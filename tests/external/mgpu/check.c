/* SPDX-License-Identifier: MIT */
/* Runs the checks for pointers of one width and counts. */
#include "check.h"
#include "driver.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TILE_BYTES 65536

const char *checkout, *out;

static unsigned passed, failed;
static uint32_t state = 1;

const char *path_in(const char *directory, const char *name)
{
    static char path[4096];

    snprintf(path, sizeof path, "%s/%s", directory, name);
    return path;
}

uint32_t next_random(uint32_t limit)
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return limit ? state % limit : state;
}

uint32_t *random_words(size_t count, uint32_t limit)
{
    uint32_t *words = malloc(4 * count + 4);

    for (size_t i = 0; words && i < count; i++)
        words[i] = next_random(limit);
    return words;
}

CUdeviceptr upload(const void *data, size_t bytes)
{
    CUdeviceptr address = 0;

    if (cuMemAlloc(&address, bytes + TILE_BYTES) != CUDA_SUCCESS ||
        (data && cuMemcpyHtoD(address, data, bytes) != CUDA_SUCCESS))
        exit(1);
    return address;
}

void download(void *to, CUdeviceptr from, size_t bytes)
{
    if (cuMemcpyDtoH(to, from, bytes) != CUDA_SUCCESS)
        exit(1);
}

void verdict(bool right, const char *format, ...)
{
    va_list arguments;

    *(right ? &passed : &failed) += 1;
    if (right)
        return;
    printf("not ok: ");
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
}

bool launch_words(CUmodule module, const char *kernel, unsigned blocks, unsigned threads, unsigned count,
                  const uint32_t *words)
{
    CUfunction function;
    size_t bytes = 4 * (size_t)count;
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, (void *)words, CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes,
                     CU_LAUNCH_PARAM_END};

    return cuModuleGetFunction(&function, module, kernel) == CUDA_SUCCESS &&
           cuLaunchKernel(function, blocks, 1, 1, threads, 1, 1, 0, NULL, NULL, extra) == CUDA_SUCCESS;
}

static void run(const char *name, void check(void))
{
    const struct driver_counts before = driver_counts;
    const unsigned passed_before = passed, failed_before = failed;

    check();
    printf("%d-bit %-7s %3u kernels, %5u launches, %4u cases passed, %u failed, %llu thread instructions\n",
           MGPU_POINTER_BITS, name, driver_counts.kernels - before.kernels,
           driver_counts.launches - before.launches, passed - passed_before, failed - failed_before,
           driver_counts.instructions - before.instructions);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    checkout = argv[1];
    out = argv[2];
    run("sort", check_sort); /* the one library whose cubins were published for both widths */
    if (MGPU_POINTER_BITS == 32) {
        run("scan", check_scan);
        run("select", check_select);
        run("reduce", check_small);
        run("search", check_search);
        run("sparse", check_sparse);
        run("bwt", check_bwt);
    }
    return failed != 0;
}
