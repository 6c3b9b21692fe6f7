/* SPDX-License-Identifier: MIT */
/* mgpubwt: the Burrows-Wheeler transform of blocks of text, whose rotations are sorted by their first bytes
 * on the device (which gathers keys of up to six words, sorts, and compares neighbours) and by the rest on
 * the host. */
#include "check.h"

#include <mgpubwt.h>

#include <stdlib.h>
#include <string.h>

static const uint8_t *sorted_text; /* twice in a row */
static size_t sorted_count;

static int by_rotation(const void *a, const void *b)
{
    return memcmp(sorted_text + *(const uint32_t *)a, sorted_text + *(const uint32_t *)b, sorted_count);
}

/* Words of a small vocabulary: rotations agree in a few bytes or in many, but never in all. */
static uint8_t *make_text(size_t count, uint32_t words)
{
    uint8_t *text = malloc(2 * count + 32);

    for (size_t i = 0; i < count;) {
        uint32_t word = next_random(words) * 2654435761u;
        for (unsigned letter = 0; letter < 3 + word % 5 && i < count;
             letter++, word = word * 1103515245u + 12345)
            text[i++] = (uint8_t)('a' + (word >> 16) % 26);
        if (i < count)
            text[i++] = ' ';
    }
    text[count - 1] = '.';
    memcpy(text + count, text, count);
    return text;
}

static void check(bwtEngine_t engine, size_t count, uint32_t words, int key_bytes)
{
    uint8_t *text = make_text(count, words), *got = malloc(count);
    uint32_t *order = malloc(4 * count);
    size_t wrong = 0;
    int segments;
    float average;

    for (size_t i = 0; i < count; i++)
        order[i] = (uint32_t)i;
    sorted_text = text;
    sorted_count = count;
    qsort(order, count, sizeof *order, by_rotation);
    const bwtStatus_t status =
        bwtSortBlock(engine, text, (int)count, key_bytes, got, NULL, &segments, &average);
    for (size_t i = 0; i < count; i++)
        wrong += got[i] != text[order[i] + count - 1];
    verdict(status == BWT_STATUS_SUCCESS && !wrong,
            "transform of %zu bytes, %u words, keys of %d bytes: %s, %zu wrong", count, words, key_bytes,
            bwtStatusString(status), wrong);
    free(text);
    free(got);
    free(order);
}

void check_bwt(void)
{
    static const size_t counts[] = {3001, 20000, 100003};
    bwtEngine_t engine;

    if (bwtCreateEngine(path_in(checkout, "bwt/src/cubin/"), &engine) != BWT_STATUS_SUCCESS) {
        verdict(false, "bwt: no engine");
        return;
    }
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        for (int key_bytes = 1; key_bytes <= 24; key_bytes += key_bytes == 1 ? 3 : 4)
            for (uint32_t words = 20; words <= 2000; words *= 100)
                check(engine, counts[i], words, key_bytes);
    bwtDestroyEngine(engine);
}
