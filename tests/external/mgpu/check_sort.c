/* SPDX-License-Identifier: MIT */
/* mgpusort: radix sorts of keys alone, with their indices, and with one and several values.
 *
 * A pass of 1 to 6 bits is a kernel of its own for each step (count, three for the histogram, sort), for 128
 * and for 256 threads, and another that looks for what is sorted already. */
#include "check.h"

#include <mgpusort.h>

#include <stdlib.h>
#include <string.h>

#define MOST_VALUES 6

struct pair {
    uint32_t key, index;
};

static uint32_t key_mask;

static int by_key(const void *a, const void *b)
{
    const struct pair *x = a, *y = b;
    const uint32_t p = x->key & key_mask, q = y->key & key_mask;

    return p != q ? (p > q) - (p < q) : (x->index > y->index) - (x->index < y->index);
}

/* Where each key comes from in sorted order; the sort keeps the order of equal keys. */
static struct pair *sorted(const uint32_t *keys, int count, int first_bit, int end_bit)
{
    struct pair *pairs = malloc(sizeof *pairs * (size_t)count);

    key_mask = (end_bit == 32 ? 0 : 1u << end_bit) - (1u << first_bit);
    for (int i = 0; i < count; i++)
        pairs[i] = (struct pair){keys[i], (uint32_t)i};
    qsort(pairs, (size_t)count, sizeof *pairs, by_key);
    return pairs;
}

struct sort_case {
    int count, values; /* -1 value: the index of each key */
    int threads, pass_bits, first_bit, end_bit;
    bool early; /* look for what is sorted already */
    int order;  /* 0: random keys; 1: mostly sorted; 2: sorted */
};

/* What was in a row of words before the sort. */
static uint32_t value_at(const struct sort_case *c, int row, uint32_t index)
{
    return c->values < 0 ? index : index * 2654435761u + (uint32_t)row;
}

static bool rows_right(const struct sort_case *c, const sortData_d *data, const struct pair *pairs)
{
    const int rows = c->values < 0 ? 1 : c->values;
    uint32_t *got = malloc(4 * (size_t)c->count);
    bool right = true;

    download(got, data->keys[0], 4 * (size_t)c->count);
    for (int i = 0; i < c->count; i++)
        right &= got[i] == pairs[i].key;
    for (int row = 0; row < rows; row++) {
        download(got, data->values[row][0], 4 * (size_t)c->count);
        for (int i = 0; i < c->count; i++)
            right &= got[i] == value_at(c, row, pairs[i].index);
    }
    free(got);
    return right;
}

static void fill(const struct sort_case *c, sortData_d *data, uint32_t *keys)
{
    uint32_t *row = malloc(4 * (size_t)c->count);

    if (c->order)
        for (int i = 0; i < c->count; i++)
            if (c->order == 2 || i % 5000 < 4500)
                keys[i] = (uint32_t)i * (UINT32_MAX / (uint32_t)c->count);
    cuMemcpyHtoD(data->keys[0], keys, 4 * (size_t)c->count);
    for (int r = 0; r < c->values; r++) {
        for (int i = 0; i < c->count; i++)
            row[i] = value_at(c, r, (uint32_t)i);
        cuMemcpyHtoD(data->values[r][0], row, 4 * (size_t)c->count);
    }
    free(row);
}

static void check(sortEngine_t engine, const struct sort_case *c)
{
    sortData_t data;
    uint32_t *keys = random_words((size_t)c->count, 0);
    sortStatus_t status = sortCreateData(engine, c->count, c->values, &data);

    if (status == SORT_STATUS_SUCCESS) {
        fill(c, data, keys);
        data->firstBit = c->first_bit;
        data->endBit = c->end_bit;
        data->earlyExit = c->early;
        status = c->threads ? sortArrayEx(engine, data, c->threads, 8, c->pass_bits, false)
                            : sortArray(engine, data);
    }
    struct pair *pairs = sorted(keys, c->count, c->first_bit, c->end_bit);
    verdict(status == SORT_STATUS_SUCCESS && rows_right(c, data, pairs),
            "sort of bits %d to %d of %d keys (%s) with %d values, %d threads, %d bits a pass%s: %s",
            c->first_bit, c->end_bit, c->count,
            c->order ? c->order == 1 ? "mostly sorted" : "sorted" : "random", c->values, c->threads,
            c->pass_bits, c->early ? ", early exit" : "",
            status == SORT_STATUS_SUCCESS ? "wrong order" : sortStatusString(status));
    free(pairs);
    free(keys);
    if (status == SORT_STATUS_SUCCESS)
        sortDestroyData(data);
}

/* Each kernel of the set: threads, bits of a pass, kind of value, looking for order or not. */
static void check_kernels(sortEngine_t engine)
{
    static const int values[] = {0, -1, 1, 3};

    for (int threads = 128; threads <= 256; threads += 128)
        for (int bits = 1; bits <= 6; bits++)
            for (size_t v = 0; v < sizeof values / sizeof values[0]; v++)
                for (int early = 0; early < 2; early++)
                    check(engine, &(struct sort_case){.count = 10000 + 37 * bits,
                                                      .values = values[v],
                                                      .threads = threads,
                                                      .pass_bits = bits,
                                                      .first_bit = 26,
                                                      .end_bit = 26 + bits,
                                                      .early = early,
                                                      .order = early});
}

void check_sort(void)
{
    static const int counts[] = {1, 100, 2048, 2049, 30000, 131072, 200003};
    const char *folder = MGPU_POINTER_BITS == 32 ? "sort/src/cubin/" : "sort/src/cubin64/";
    sortEngine_t engine;

    if (sortCreateEngine(path_in(checkout, folder), &engine) != SORT_STATUS_SUCCESS) {
        verdict(false, "sort: no engine");
        return;
    }
    check_kernels(engine);
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        for (int values = -1; values <= MOST_VALUES; values += values < 1 ? 1 : MOST_VALUES - 1)
            check(engine, &(struct sort_case){.count = counts[i], .values = values, .end_bit = 32});
    for (int order = 0; order <= 2; order++) /* the last is sorted: no pass moves anything */
        check(engine,
              &(struct sort_case){.count = 50000, .values = 1, .end_bit = 32, .early = true, .order = order});
    sortReleaseEngine(engine);
}
