/* SPDX-License-Identifier: MIT */
/* The kernels of mgpuselect whose cubin was published: how often each digit of six bits occurs, for each
 * warp, and the sums of that, with the digit that the k-th smallest value begins with.
 *
 * The references follow the kernels' source in all they do.  The histogram of the upper 32 digits is not what
 * its name says: of the rows behind the first it adds those of the lower digits (the loop begins at 64 +
 * lane). */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#define DIGITS          64
#define ROWS            32 /* warps of the histogram's block: what they add up for themselves */
#define WARPS_PER_BLOCK 4

static const char *const count_kernels[] = {"KSmallestCountUint", "KSmallestCountInt", "KSmallestCountFloat"};

/* Where each warp begins and ends: whole steps of 256 values, and fewer than 32 more for the last. */
static void divide(uint32_t *ranges, unsigned warps, uint32_t steps, uint32_t rest)
{
    for (unsigned i = 0; i < warps; i++) {
        ranges[2 * i] = 256 * steps * i;
        ranges[2 * i + 1] = 256 * steps * (i + 1) + (i == warps - 1 ? rest : 0);
    }
}

static void check_count(CUmodule module, unsigned kind, unsigned warps, uint32_t steps, uint32_t rest,
                        unsigned shift, unsigned bits)
{
    const size_t count = 256 * (size_t)steps * warps + rest, words = DIGITS * (size_t)warps;
    uint32_t *values = random_words(count, 0), *ranges = malloc(8 * (size_t)warps);
    uint32_t *expected = calloc(words, 4), *got = malloc(4 * words);

    divide(ranges, warps, steps, rest);
    for (unsigned w = 0; w < warps; w++)
        for (uint32_t i = ranges[2 * w]; i < ranges[2 * w + 1]; i++)
            expected[DIGITS * w +
                     ((values[i] + (kind == 1 ? 0x80000000u : 0)) >> shift & ((1u << bits) - 1))]++;
    CUdeviceptr source = upload(values, 4 * count), to = upload(NULL, 4 * words),
                range = upload(ranges, 8 * (size_t)warps);
    const uint32_t params[] = {(uint32_t)source, (uint32_t)to, (uint32_t)range, shift, bits};
    const bool ran =
        launch_words(module, count_kernels[kind], warps / WARPS_PER_BLOCK, 32 * WARPS_PER_BLOCK, 5, params);
    download(got, to, 4 * words);
    verdict(ran && memcmp(got, expected, 4 * words) == 0, "%s of %zu values, bits %u to %u",
            count_kernels[kind], count, shift, shift + bits);
    cuMemFree(source);
    cuMemFree(to);
    cuMemFree(range);
    free(values);
    free(ranges);
    free(expected);
    free(got);
}

/* The last digit that occurs and begins at k or before. */
static uint32_t digit_of(const uint32_t *total, const uint32_t *scan, uint32_t k)
{
    uint32_t digit = 0;

    for (uint32_t i = 0; i < DIGITS; i++)
        if (total[i] && k >= scan[i])
            digit = i;
    return digit;
}

/* How many values of a digit the warps before each have. */
static void scan_warps(const uint32_t *counts, unsigned warps, uint32_t digit, uint32_t *out_scan)
{
    uint32_t sum = 0;

    for (unsigned w = 0; w < (warps + 31) / 32 * 32; w++) {
        out_scan[w] = sum;
        sum += w < warps ? counts[DIGITS * w + digit] : 0;
    }
}

static void expect_histogram(const uint32_t *counts, unsigned warps, const uint32_t k[2], unsigned ends,
                             uint32_t totals[2 * DIGITS + 2], uint32_t *scans)
{
    uint32_t rows[ROWS][DIGITS] = {{0}}, sum = 0;

    for (unsigned w = 0; w < warps; w++)
        for (unsigned d = 0; d < DIGITS; d++)
            rows[w % ROWS][d] += counts[DIGITS * w + d];
    for (unsigned d = 0; d < DIGITS; d++) {
        totals[d] = rows[0][d];
        for (unsigned r = 1; r < ROWS; r++)
            totals[d] += rows[r][d % 32];
    }
    for (unsigned d = 0; d < DIGITS; sum += totals[d++])
        totals[DIGITS + d] = sum;
    for (unsigned e = 0; e < ends; e++)
        totals[2 * DIGITS + e] = digit_of(totals, totals + DIGITS, k[e]);
    const uint32_t low = totals[2 * DIGITS], high = ends == 2 ? totals[2 * DIGITS + 1] : low;
    if (low == high) {
        scan_warps(counts, warps, low, scans);
    } else if (low + 1 == high) { /* the digits' places are exchanged */
        scan_warps(counts, warps, high, scans);
        scan_warps(counts, warps, low, scans + warps);
    }
}

static void check_histogram(CUmodule module, unsigned warps, const uint32_t k[2], unsigned ends)
{
    const size_t scan_bytes = 4 * (2 * (size_t)warps + 64);
    uint32_t *counts = random_words(DIGITS * (size_t)warps, 20), expected[2 * DIGITS + 2] = {0},
             got[2 * DIGITS + 2];
    uint32_t *scans = calloc(1, scan_bytes), *got_scans = malloc(scan_bytes);

    expect_histogram(counts, warps, k, ends, expected, scans);
    CUdeviceptr from = upload(counts, 4 * DIGITS * (size_t)warps), totals = upload(NULL, sizeof got);
    CUdeviceptr to = upload(NULL, scan_bytes);
    cuMemsetD32(totals, 0, 2 * DIGITS + 2);
    cuMemsetD32(to, 0, scan_bytes / 4);
    const uint32_t params[] = {(uint32_t)from, (uint32_t)totals, (uint32_t)to, warps, k[0], k[1]};
    const bool ran = launch_words(module, ends == 2 ? "KSmallestHistInterval" : "KSmallestHistValue", 1, 1024,
                                  4 + ends, params);
    download(got, totals, sizeof got);
    download(got_scans, to, scan_bytes);
    verdict(ran && memcmp(got, expected, sizeof got) == 0 && memcmp(got_scans, scans, scan_bytes) == 0,
            "KSmallestHist of %u warps, %u ends from %u", warps, ends, k[0]);
    cuMemFree(from);
    cuMemFree(totals);
    cuMemFree(to);
    free(counts);
    free(scans);
    free(got_scans);
}

void check_select(void)
{
    CUmodule module;

    if (cuModuleLoad(&module, path_in(out, "ksmallest.cubin")) != CUDA_SUCCESS) {
        verdict(false, "select: no module");
        return;
    }
    for (unsigned kind = 0; kind < 3; kind++)
        for (unsigned bits = 1; bits <= 6; bits++) {
            check_count(module, kind, 4, 1, 0, 32 - bits, bits);
            check_count(module, kind, 64, 3, 5 * bits, 7, bits);
        }
    /* Multiples of 32: else the two warps that scan write over each other's ends. */
    for (unsigned warps = 32; warps <= 352; warps += 64)
        for (uint32_t k = 0; k < 600 * warps; k += 97 * warps) {
            check_histogram(module, warps, (const uint32_t[]){k, 0}, 1);
            check_histogram(module, warps, (const uint32_t[]){k, k + 1}, 2);
            check_histogram(module, warps, (const uint32_t[]){k, k + 9 * warps}, 2);
        }
    cuModuleUnload(module);
}
