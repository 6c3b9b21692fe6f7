/* SPDX-License-Identifier: MIT */
/* mgpusearch: B-trees of sorted arrays of six types, and the lower and upper bounds of keys in them. */
#include "check.h"

typedef struct searchEngine_d searchEngine_d; /* the header is C++ in this one place */
#include <mgpusearch.h>

#include <stdlib.h>
#include <string.h>

/* Multiples of 16: of a rest the search looks beyond the end, in half of its threads. */
static const int counts[] = {32, 256, 4992, 70000, 200000};
#define QUERIES 5000

static int compare(searchType_t type, const void *a, const void *b)
{
#define CASE(name, type)          \
    case name: {                  \
        type x, y;                \
        memcpy(&x, a, sizeof x);  \
        memcpy(&y, b, sizeof y);  \
        return (x > y) - (x < y); \
    }
    switch (type) {
        CASE(SEARCH_TYPE_INT32, int32_t)
        CASE(SEARCH_TYPE_UINT32, uint32_t)
        CASE(SEARCH_TYPE_FLOAT, float)
        CASE(SEARCH_TYPE_INT64, int64_t)
        CASE(SEARCH_TYPE_UINT64, uint64_t)
        CASE(SEARCH_TYPE_DOUBLE, double)
    }
#undef CASE
    return 0;
}

static searchType_t sorted_type;

static int by_value(const void *a, const void *b)
{
    return compare(sorted_type, a, b);
}

static size_t bytes_of(searchType_t type)
{
    return type <= SEARCH_TYPE_FLOAT ? 4 : 8;
}

/* Numbers of both signs, some of them equal, as the type has them. */
static uint8_t *numbers(searchType_t type, size_t count)
{
    const size_t bytes = bytes_of(type);
    uint8_t *list = malloc(count * bytes);

    for (size_t i = 0; i < count; i++) {
        const int32_t number = (int32_t)next_random(60000) - 30000;
        const int64_t wide = (int64_t)number * 1000000007;
        const float single = (float)number / 8;
        const double twice = (double)wide / 8;
        const void *from = type == SEARCH_TYPE_FLOAT    ? (const void *)&single
                           : type == SEARCH_TYPE_DOUBLE ? (const void *)&twice
                           : bytes == 8                 ? (const void *)&wide
                                                        : (const void *)&number;
        memcpy(list + i * bytes, from, bytes);
    }
    return list;
}

/* The first place whose element is not less than the key, or with `upper` is greater. */
static uint32_t bound(searchType_t type, const uint8_t *list, int count, const uint8_t *key, bool upper)
{
    const size_t bytes = bytes_of(type);
    int low = 0, high = count;

    while (low < high) {
        const int middle = low + (high - low) / 2;
        const int order = compare(type, list + (size_t)middle * bytes, key);
        if (order < 0 || (upper && order == 0))
            low = middle + 1;
        else
            high = middle;
    }
    return (uint32_t)low;
}

static void check(searchEngine_t engine, searchType_t type, int count, searchAlgo_t algorithm)
{
    const size_t bytes = bytes_of(type);
    uint8_t *list = numbers(type, (size_t)count), *keys = numbers(type, QUERIES);
    uint32_t *got = malloc(4 * QUERIES);
    unsigned wrong = 0;

    sorted_type = type;
    qsort(list, (size_t)count, bytes, by_value);
    CUdeviceptr data = upload(list, (size_t)count * bytes), wanted = upload(keys, QUERIES * bytes);
    CUdeviceptr tree = upload(NULL, (size_t)searchTreeSize(count, type)), results = upload(NULL, 4 * QUERIES);
    cuMemsetD32(results, 0xffffffff, QUERIES);
    searchStatus_t status = searchBuildTree(engine, count, type, data, tree);
    if (status == SEARCH_STATUS_SUCCESS)
        status = searchKeys(engine, count, type, data, algorithm, wanted, QUERIES, tree, results);
    download(got, results, 4 * QUERIES);
    for (int i = 0; i < QUERIES; i++)
        wrong += got[i] !=
                 bound(type, list, count, keys + (size_t)i * bytes, algorithm == SEARCH_ALGO_UPPER_BOUND);
    verdict(status == SEARCH_STATUS_SUCCESS && !wrong,
            "search: type %d, %d elements, algorithm %d: %u of %d wrong", type, count, algorithm, wrong,
            QUERIES);
    cuMemFree(data);
    cuMemFree(wanted);
    cuMemFree(tree);
    cuMemFree(results);
    free(list);
    free(keys);
    free(got);
}

void check_search(void)
{
    searchEngine_t engine;

    if (searchCreate(path_in(checkout, "search/src/cubin/search.cubin"), &engine) != SEARCH_STATUS_SUCCESS) {
        verdict(false, "search: no engine");
        return;
    }
    for (searchType_t type = SEARCH_TYPE_INT32; type <= SEARCH_TYPE_DOUBLE; type++)
        for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
            for (searchAlgo_t algorithm = SEARCH_ALGO_LOWER_BOUND; algorithm <= SEARCH_ALGO_UPPER_BOUND;
                 algorithm++)
                check(engine, type, counts[i], algorithm);
    searchDestroy(engine);
}
