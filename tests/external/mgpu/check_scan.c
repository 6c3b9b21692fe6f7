/* SPDX-License-Identifier: MIT */
/* mgpuscan: prefix sums of whole arrays, and of segments that are marked in three ways. */
#include "check.h"
#include "driver.h"

#include <mgpuscan.h>

#include <stdlib.h>
#include <string.h>

/* One block, its edges, many blocks, several rounds in each of the 14 multiprocessors' blocks. */
static const int counts[] = {1, 31, 1000, 4096, 4097, 20000, 65536, 123457, 300001};

enum kind { WHOLE, PACKED, FLAGS, KEYS };
static const char *const names[] = {"whole", "packed", "flags", "keys"};

static bool begins(enum kind kind, const uint32_t *values, const uint32_t *marks, int i)
{
    switch (kind) {
    case PACKED: return values[i] >> 31;
    case FLAGS: return marks[i] != 0;
    case KEYS: return i > 0 && marks[i] != marks[i - 1];
    default: return false;
    }
}

static void expect(enum kind kind, const uint32_t *values, const uint32_t *marks, int count, bool inclusive,
                   uint32_t *scan)
{
    uint32_t sum = 0;

    for (int i = 0; i < count; i++) {
        const uint32_t value = kind == PACKED ? values[i] & 0x7fffffff : values[i];
        if (begins(kind, values, marks, i))
            sum = 0;
        scan[i] = inclusive ? sum + value : sum;
        sum += value;
    }
}

static scanStatus_t scan_with(scanEngine_t engine, enum kind kind, CUdeviceptr values, CUdeviceptr marks,
                              CUdeviceptr scan, int count, uint32_t *total, bool inclusive)
{
    switch (kind) {
    case PACKED: return scanSegmentedPacked(engine, values, scan, count, inclusive);
    case FLAGS: return scanSegmentedFlags(engine, values, marks, scan, count, inclusive);
    case KEYS: return scanSegmentedKeys(engine, values, marks, scan, count, inclusive);
    default: return scanArray(engine, values, scan, count, total, inclusive);
    }
}

/* Segments of some 50 values: marked in the values, in words beside them, or by keys that rise. */
static void mark(enum kind kind, uint32_t *values, uint32_t *marks, int count)
{
    uint32_t key = 5;

    for (int i = 0; i < count; i++) {
        const bool begin = next_random(50) == 0;
        if (kind == PACKED && begin)
            values[i] |= 0x80000000u;
        if (kind == FLAGS && begin)
            marks[i] = 1;
        if (kind == KEYS)
            marks[i] = key += begin;
    }
}

static void check(scanEngine_t engine, enum kind kind, int count, bool inclusive)
{
    const size_t bytes = 4 * (size_t)count;
    uint32_t *values = random_words((size_t)count, 100), *marks = calloc((size_t)count, 4);
    uint32_t *expected = malloc(bytes), *got = malloc(bytes), total = 0;

    mark(kind, values, marks, count);
    CUdeviceptr in = upload(values, bytes), with = upload(marks, bytes), to = upload(NULL, bytes);
    scanStatus_t status = scan_with(engine, kind, in, with, to, count, &total, inclusive);
    download(got, to, bytes);
    expect(kind, values, marks, count, inclusive, expected);
    bool right = status == SCAN_STATUS_SUCCESS && memcmp(got, expected, bytes) == 0;
    verdict(right, "scan %s of %d values, %s: %s", names[kind], count, inclusive ? "inclusive" : "exclusive",
            status == SCAN_STATUS_SUCCESS ? "wrong sums" : scanStatusString(status));
    cuMemFree(in);
    cuMemFree(with);
    cuMemFree(to);
    free(values);
    free(marks);
    free(expected);
    free(got);
}

void check_scan(void)
{
    scanEngine_t engine;

    if (scanCreateEngine(path_in(checkout, "scan/src/mgpuscan/mgpuscan.cubin"), &engine) !=
        SCAN_STATUS_SUCCESS) {
        verdict(false, "scan: no engine");
        return;
    }
    for (enum kind kind = WHOLE; kind <= KEYS; kind++) {
        driver_turn = kind == KEYS; /* its warps read what others may write already */
        for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
            for (int inclusive = 0; inclusive < 2; inclusive++)
                check(engine, kind, counts[i], inclusive);
    }
    driver_turn = 0;
    scanDestroyEngine(engine);
}
