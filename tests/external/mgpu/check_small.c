/* SPDX-License-Identifier: MIT */
/* Kernels that mgpu publishes as examples: reductions, and scans of a warp, a block and a whole array. */
#include "check.h"
#include "driver.h"

#include <stdlib.h>
#include <string.h>

#define MOST     2048
#define NO_VALUE (-1.0f)

static bool load(CUmodule *module, const char *path)
{
    const bool loaded = cuModuleLoad(module, path_in(checkout, path)) == CUDA_SUCCESS;

    if (!loaded)
        verdict(false, "no module %s", path);
    return loaded;
}

/* --- the largest of many numbers, and where it is: one value a block, then one of all --- */

static void check_largest(CUmodule module, unsigned count, unsigned blocks)
{
    float *values = malloc(4 * (size_t)count), got = 0;
    uint32_t *ranges = malloc(8 * (size_t)blocks), place = 0, largest = 0;

    for (unsigned i = 0; i < count; i++)
        values[i] = (float)next_random(1u << 24) - (1 << 23);
    for (unsigned i = 0; i < count; i++) /* all different from the largest, which has one place then */
        largest = values[i] > values[largest] ? i : largest;
    values[largest] += 1;
    for (unsigned i = 0; i < blocks; i++) {
        ranges[2 * i] = (uint32_t)((uint64_t)count * i / blocks);
        ranges[2 * i + 1] = (uint32_t)((uint64_t)count * (i + 1) / blocks);
    }
    CUdeviceptr data = upload(values, 4 * (size_t)count), range = upload(ranges, 8 * (size_t)blocks);
    CUdeviceptr most = upload(NULL, 4 * (size_t)blocks), index = upload(NULL, 4 * (size_t)blocks);
    const uint32_t first[] = {(uint32_t)data, (uint32_t)most, (uint32_t)index, (uint32_t)range};
    const uint32_t second[] = {(uint32_t)most, (uint32_t)index, blocks};
    const bool ran = launch_words(module, "FindMaxIndexLoop", blocks, 256, 4, first) &&
                     launch_words(module, "FindMaxIndexReduce", 1, 256, 3, second);
    download(&got, most, 4);
    download(&place, index, 4);
    verdict(ran && got == values[largest] && place == largest, "the largest of %u numbers in %u blocks",
            count, blocks);
    cuMemFree(data);
    cuMemFree(range);
    cuMemFree(most);
    cuMemFree(index);
    free(values);
    free(ranges);
}

/* --- prefix sums of one block --- */

static void check_block_scan(CUmodule module, const char *kernel, unsigned threads)
{
    uint32_t *values = random_words(threads, 1000), inclusive[MOST], exclusive[MOST], sum = 0;
    CUdeviceptr from = upload(values, 4 * threads), with = upload(NULL, 4 * threads),
                without = upload(NULL, 4 * threads);
    const uint32_t params[] = {(uint32_t)from, (uint32_t)with, (uint32_t)without};
    bool right = launch_words(module, kernel, 1, threads, 3, params);

    download(inclusive, with, 4 * threads);
    download(exclusive, without, 4 * threads);
    for (unsigned i = 0; i < threads; i++) {
        right &= exclusive[i] == sum;
        sum += values[i];
        right &= inclusive[i] == sum;
    }
    verdict(right, "%s", kernel);
    cuMemFree(from);
    cuMemFree(with);
    cuMemFree(without);
    free(values);
}

/* --- the numbers that are not -1, moved together --- */

static void check_compaction(CUmodule module, const char *kernel, unsigned threads, unsigned one_in)
{
    float values[MOST], expected[MOST], got[MOST];
    uint32_t kept = 0, got_kept = 0;

    for (unsigned i = 0; i < threads; i++) {
        values[i] = one_in && next_random(one_in) == 0 ? NO_VALUE : (float)next_random(1000);
        if (values[i] != NO_VALUE)
            expected[kept++] = values[i];
    }
    CUdeviceptr from = upload(values, 4 * threads), to = upload(NULL, 4 * threads), count = upload(NULL, 4);
    const uint32_t params[] = {(uint32_t)from, (uint32_t)to, (uint32_t)count};
    const bool ran = launch_words(module, kernel, 1, threads, 3, params);
    download(got, to, 4 * threads);
    download(&got_kept, count, 4);
    verdict(ran && got_kept == kept && memcmp(got, expected, 4 * kept) == 0, "%s, one value in %u left out",
            kernel, one_in);
    cuMemFree(from);
    cuMemFree(to);
    cuMemFree(count);
}

/* --- sums within segments, whose first value has bit 31 --- */

static void check_segments(CUmodule module, const char *kernel, unsigned threads, unsigned count,
                           unsigned one_in)
{
    uint32_t *values = random_words(count, 4), expected[MOST], got[MOST], sum = 0;

    for (unsigned i = 0; i < count; i++) {
        const uint32_t value = values[i];
        if (i == 0 || next_random(one_in) == 0) {
            values[i] |= 0x80000000u;
            sum = 0;
        }
        expected[i] = sum;
        sum += value;
    }
    CUdeviceptr data = upload(values, 4 * count);
    const uint32_t params[] = {(uint32_t)data, (uint32_t)data};
    const bool ran = launch_words(module, kernel, 1, threads, 2, params);
    download(got, data, 4 * count);
    verdict(ran && memcmp(got, expected, 4 * count) == 0, "%s, segments of %u", kernel, one_in);
    cuMemFree(data);
    free(values);
}

/* --- prefix sums of an array, in place, by three kernels --- */

static void check_array_scan(CUmodule module, unsigned count, unsigned blocks, bool inclusive)
{
    uint32_t *values = random_words(count, 100), *got = malloc(4 * (size_t)count),
             *ranges = malloc(8 * (size_t)blocks);
    uint32_t sum = 0, tiles = (count + MOST - 1) / MOST;
    bool right = true;

    for (unsigned i = 0; i < blocks; i++) {
        ranges[2 * i] = i ? ranges[2 * i - 1] : 0;
        ranges[2 * i + 1] = tiles * (i + 1) / blocks * MOST;
        ranges[2 * i + 1] = ranges[2 * i + 1] < count ? ranges[2 * i + 1] : count;
    }
    CUdeviceptr data = upload(values, 4 * (size_t)count), range = upload(ranges, 8 * (size_t)blocks);
    CUdeviceptr totals = upload(NULL, 4 * (size_t)blocks + 4);
    right &= launch_words(module, "GlobalScanPass1", blocks, 256, 3,
                          (const uint32_t[]){(uint32_t)data, (uint32_t)range, (uint32_t)totals});
    right &= launch_words(module, "GlobalScanPass2", 1, 256, 2, (const uint32_t[]){(uint32_t)totals, blocks});
    right &= launch_words(module, "GlobalScanPass3", blocks, 256, 4,
                          (const uint32_t[]){(uint32_t)data, (uint32_t)range, (uint32_t)totals, inclusive});
    download(got, data, 4 * (size_t)count);
    for (unsigned i = 0; i < count; i++) {
        right &= got[i] == sum + (inclusive ? values[i] : 0);
        sum += values[i];
    }
    verdict(right, "GlobalScan of %u values in %u blocks", count, blocks);
    cuMemFree(data);
    cuMemFree(range);
    cuMemFree(totals);
    free(values);
    free(got);
    free(ranges);
}

/* --- all of them --- */

static void check_scans_of_a_block(void)
{
    static const struct {
        const char *path, *kernel;
        unsigned threads;
    } list[] = {
        {"snippets/warpscan1.cubin", "WarpScan1", 32},
        {"snippets/warpscan2.cubin", "WarpScan2", 32},
        {"snippets/multiscan.cubin", "Multiscan", 256},
    };
    CUmodule module;

    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
        if (load(&module, list[i].path)) {
            check_block_scan(module, list[i].kernel, list[i].threads);
            cuModuleUnload(module);
        }
}

static void check_compactions(void)
{
    CUmodule module;

    if (!load(&module, "support/src/ballotscan/ballotscan.cubin"))
        return;
    for (unsigned one_in = 0; one_in < 6; one_in++) {
        check_compaction(module, "ParallelScanWarp", 32, one_in);
        check_compaction(module, "BallotScanWarp", 32, one_in);
        check_compaction(module, "ParallelScanBlock", 256, one_in);
        check_compaction(module, "BallotScanBlock", 256, one_in);
    }
    cuModuleUnload(module);
}

void check_small(void)
{
    CUmodule module;

    if (load(&module, "mailbag/src/maxindex/maxindex.cubin")) {
        for (unsigned blocks = 1; blocks <= 84; blocks += 83)
            for (unsigned count = blocks; count < 400000; count = count * 7 + 3)
                check_largest(module, count, blocks);
        cuModuleUnload(module);
    }
    check_scans_of_a_block();
    check_compactions();
    if (load(&module, "support/src/segscan/segscan.cubin")) {
        for (unsigned one_in = 1; one_in < 200; one_in = 3 * one_in + 1) {
            check_segments(module, "SegScanWarp", 32, 32, one_in);
            check_segments(module, "SegScanWarp8", 32, 256, one_in);
            driver_turn = 1; /* all warps do the same sums at the same place */
            check_segments(module, "SegScanBlock8", 256, 2048, one_in);
            driver_turn = 0;
        }
        cuModuleUnload(module);
    }
    if (load(&module, "support/src/mgpuscan/globalscan.cubin")) {
        for (unsigned blocks = 1; blocks <= 56; blocks += 11)
            for (unsigned count = blocks * MOST - 5; count < 400000; count = count * 3 + 1)
                for (int inclusive = 0; inclusive < 2; inclusive++)
                    check_array_scan(module, count, blocks, inclusive);
        cuModuleUnload(module);
    }
}
