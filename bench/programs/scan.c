/* SPDX-License-Identifier: MIT */
/* Scan: running sums of a list (bench/cuda/scan.cu): of each block, of the blocks' totals, and both
 * together. */
#include "program.h"
#include "stub.h"

#include <string.h>

DEVICE_CODE(FATBINS "/scan.fatbin")
STUB(scan_blocks, (const unsigned *in, unsigned *out, unsigned *totals),
     ARGUMENT(in) ARGUMENT(out) ARGUMENT(totals))
STUB(scan_add, (unsigned *out, const unsigned *totals), ARGUMENT(out) ARGUMENT(totals))

enum { N = 1 << 20, BYTES = N * 4, BLOCK = 256, PART = 4 * BLOCK, BLOCKS = N / PART };
_Static_assert(BLOCKS == PART, "the totals fill one block");
static uint32_t *in, *got, *expected;

static void prepare(void)
{
    in = random_words(N);
    got = zeros(BYTES);
    expected = zeros(BYTES);
}

static void device(void)
{
    unsigned *device_in = to_device(in, BYTES), *device_out = to_device(NULL, BYTES);
    unsigned *totals = to_device(NULL, BLOCKS * 4), *total = to_device(NULL, 4);
    const dim3 grid = {BLOCKS, 1, 1}, single = {1, 1, 1}, block = {BLOCK, 1, 1};

    if (cudaConfigureCall(grid, block, 0, NULL) == cudaSuccess)
        scan_blocks(device_in, device_out, totals);
    if (cudaConfigureCall(single, block, 0, NULL) == cudaSuccess)
        scan_blocks(totals, totals, total);
    if (cudaConfigureCall(grid, block, 0, NULL) == cudaSuccess)
        scan_add(device_out, totals);
    must(cudaGetLastError(), "scan");
    from_device(got, device_out, BYTES);
    cudaFree(device_in);
    cudaFree(totals);
    cudaFree(total);
}

static void host(void)
{
    uint32_t sum = 0;

    for (int i = 0; i < N; i++)
        expected[i] = sum += in[i];
}

static bool agree(void)
{
    return memcmp(got, expected, BYTES) == 0;
}

const struct program program_scan = {"scan", prepare, device, host, agree, 1};
