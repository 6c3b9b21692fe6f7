/* SPDX-License-Identifier: MIT */
/* Reduction: a sum a block (bench/cuda/reduction.cu), which the host adds up. */
#include "program.h"
#include "stub.h"

#include <string.h>

DEVICE_CODE(FATBINS "/reduction.fatbin")
STUB(reduction, (unsigned n, const unsigned *in, unsigned *out), ARGUMENT(n) ARGUMENT(in) ARGUMENT(out))

enum { N = 1 << 22, BYTES = N * 4, BLOCK = 256, BLOCKS = 512 };
static uint32_t *in, got, expected;

static void prepare(void)
{
    in = random_words(N);
}

static void device(void)
{
    unsigned *device_in = to_device(in, BYTES), *device_out = to_device(NULL, BLOCKS * 4), sums[BLOCKS];

    if (cudaConfigureCall((dim3){BLOCKS, 1, 1}, (dim3){BLOCK, 1, 1}, 0, NULL) == cudaSuccess)
        reduction(N, device_in, device_out);
    must(cudaGetLastError(), "reduction");
    from_device(sums, device_out, sizeof sums);
    cudaFree(device_in);
    got = 0;
    for (int i = 0; i < BLOCKS; i++)
        got += sums[i];
}

static void host(void)
{
    uint32_t sum = 0;

    for (int i = 0; i < N; i++)
        sum += in[i];
    expected = sum;
}

static bool agree(void)
{
    return got == expected;
}

const struct program program_reduction = {"reduction", prepare, device, host, agree, 1};
