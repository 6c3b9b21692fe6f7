// Sorting and searching, a problem a thread: local arrays, unequal loops, bytes.
#include "program.cuh"

// Quicksort of 24 words with a stack of its own.
KERNEL(search_quicksort)
{
    THREAD(24, 24);
    u32 words[24];
    signed char stack[32];
    s32 top = 0;
    for (u32 k = 0; k < 24; k++)
        words[k] = in[k];
    stack[top++] = 0;
    stack[top++] = 23;
    while (top) {
        s32 high = stack[--top], low = stack[--top], i = low - 1;
        if (low >= high)
            continue;
        u32 pivot = words[high];
        for (s32 j = low; j <= high; j++)
            if (words[j] <= pivot) {
                i++;
                u32 swap = words[i];
                words[i] = words[j];
                words[j] = swap;
            }
        // The longer part below, so that the stack stays short.
        bool left_longer = i - low > high - i;
        stack[top++] = left_longer ? low : i + 1;
        stack[top++] = left_longer ? i - 1 : high;
        stack[top++] = left_longer ? i + 1 : low;
        stack[top++] = left_longer ? high : i - 1;
    }
    for (u32 k = 0; k < 24; k++)
        PUT(words[k]);
}

// Where a pattern of three letters stands in a text of 64, and how often.
KERNEL(search_text)
{
    THREAD(16, 2);
    const unsigned char *text = (const unsigned char *)in;
    const unsigned char pattern[3] = {1, 2, 1};
    u32 count = 0, first = 64;
    for (u32 at = 0; at + 3 <= 64; at++) {
        u32 k = 0;
        while (k < 3 && (text[at + k] & 3) == pattern[k])
            k++;
        if (k < 3)
            continue;
        count++;
        first = min(first, at);
    }
    PUT(count);
    PUT(first);
}

// The edit distance of two words of 12 letters.
KERNEL(search_distance)
{
    THREAD(6, 1);
    const unsigned char *a = (const unsigned char *)in, *b = a + 12;
    unsigned char row[13];
    for (u32 j = 0; j <= 12; j++)
        row[j] = j;
    for (u32 i = 1; i <= 12; i++) {
        u32 corner = row[0];
        row[0] = i;
        for (u32 j = 1; j <= 12; j++) {
            u32 up = row[j], other = corner + ((a[i - 1] & 7) != (b[j - 1] & 7));
            row[j] = min(min(up, (u32)row[j - 1]) + 1, other);
            corner = up;
        }
    }
    PUT((u32)row[12]);
}

// Queens on a board of 4 to 7 rows, by recursion on bit masks.
static __device__ __noinline__ u32 queens(u32 all, u32 columns, u32 left, u32 right)
{
    if (columns == all)
        return 1;
    u32 count = 0;
    for (u32 free = all & ~(columns | left | right); free;) {
        u32 bit = free & -free;
        free -= bit;
        count += queens(all, columns | bit, (left | bit) << 1, (right | bit) >> 1);
    }
    return count;
}

KERNEL(search_queens)
{
    THREAD(1, 1);
    PUT(queens((1u << (4 + in[0] % 4)) - 1, 0, 0, 0));
}

// A heap of 16 words, built and emptied.
KERNEL(search_heap)
{
    THREAD(16, 16);
    u32 heap[17], size = 0;
    for (u32 k = 0; k < 16; k++) {
        u32 at = ++size;
        for (; at > 1 && heap[at / 2] > in[k]; at /= 2)
            heap[at] = heap[at / 2];
        heap[at] = in[k];
    }
    while (size) {
        PUT(heap[1]);
        u32 last = heap[size--], at = 1;
        while (at * 2 <= size) {
            u32 child = at * 2;
            if (child < size && heap[child + 1] < heap[child])
                child++;
            if (heap[child] >= last)
                break;
            heap[at] = heap[child];
            at = child;
        }
        heap[at] = last;
    }
}
