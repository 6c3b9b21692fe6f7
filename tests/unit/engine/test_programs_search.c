/* SPDX-License-Identifier: MIT */
/* Sorting and searching, a problem a thread: tests/programs/search.cu against C. */
#include "programs/program.h"
#include "programs/reference.h"

static int compare_words(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void search_quicksort(const uint32_t *in, uint32_t *out)
{
    memcpy(out, in, 24 * 4);
    qsort(out, 24, 4, compare_words);
}

static void search_heap(const uint32_t *in, uint32_t *out)
{
    memcpy(out, in, 16 * 4);
    qsort(out, 16, 4, compare_words);
}

static uint32_t byte(const uint32_t *words, uint32_t k)
{
    return words[k / 4] >> 8 * (k % 4) & 0xff;
}

static void search_text(const uint32_t *in, uint32_t *out)
{
    uint32_t count = 0, first = 64;
    for (uint32_t at = 61; at < 62; at--)
        if ((byte(in, at) & 3) == 1 && (byte(in, at + 1) & 3) == 2 && (byte(in, at + 2) & 3) == 1) {
            count++;
            first = at;
        }
    put(&out, count);
    put(&out, first);
}

static void search_distance(const uint32_t *in, uint32_t *out)
{
    uint32_t table[13][13];
    for (uint32_t i = 0; i <= 12; i++)
        for (uint32_t j = 0; j <= 12; j++) {
            if (i == 0 || j == 0) {
                table[i][j] = i + j;
                continue;
            }
            const uint32_t same = (byte(in, i - 1) & 7) == (byte(in, 12 + j - 1) & 7);
            uint32_t best = table[i - 1][j - 1] + !same;
            if (table[i - 1][j] + 1 < best)
                best = table[i - 1][j] + 1;
            if (table[i][j - 1] + 1 < best)
                best = table[i][j - 1] + 1;
            table[i][j] = best;
        }
    put(&out, table[12][12]);
}

static void search_queens(const uint32_t *in, uint32_t *out)
{
    static const uint32_t solutions[4] = {2, 10, 4, 40}; /* on 4 x 4 to 7 x 7 */
    put(&out, solutions[in[0] % 4]);
}

static const struct program programs[] = {
    {.kernel = "search_quicksort", .in = 24, .out = 24, .each = search_quicksort},
    {.kernel = "search_text", .in = 16, .out = 2, .each = search_text},
    {.kernel = "search_distance", .in = 6, .out = 1, .each = search_distance},
    {.kernel = "search_queens", .shape = {{2}, {64}, 0}, .in = 1, .out = 1, .each = search_queens},
    {.kernel = "search_heap", .in = 16, .out = 16, .each = search_heap},
};

int main(void)
{
    return PROGRAMS_RUN("search", programs, PROGRAMS_COMMON, PROGRAMS_NEWER);
}
