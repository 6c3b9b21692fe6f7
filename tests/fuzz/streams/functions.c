/* SPDX-License-Identifier: MIT */
/* The meaning of work, in C: what kernels.c has as kernels, host functions of the program, and the model
 * that results are compared with. */
#include "program.h"

#include <string.h>

#define DIVERGE_MOST 300u

const char *const function_names[FUNCTIONS] = {
    [FUNCTION_FILL] = "fill",       [FUNCTION_ADD] = "add",         [FUNCTION_COPY] = "copy",
    [FUNCTION_PERMUTE] = "permute", [FUNCTION_SCATTER] = "scatter", [FUNCTION_HASH] = "hash",
    [FUNCTION_DIVERGE] = "diverge", [FUNCTION_REVERSE] = "reverse",
};

/* A well-mixed function of 32 bits. */
static uint32_t mix(uint32_t x)
{
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return x ^ x >> 16;
}

uint32_t initial_word(uint32_t buffer, uint32_t at)
{
    return mix(buffer << 16 | at);
}

/* Steps of 3n + 1 to one, or so many. */
static uint32_t steps(uint32_t n)
{
    uint32_t count = 0;

    while (n != 1 && count < DIVERGE_MOST) {
        n = n & 1 ? 3 * n + 1 : n >> 1;
        count++;
    }
    return count;
}

static uint32_t rounds(uint32_t x, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        x = mix(x + i);
    return x;
}

static void compute(const struct work *work, uint32_t *to, const uint32_t *from)
{
    const uint32_t number = work->number, threads = 32u * work->threads;

    for (uint32_t i = 0; i < WORDS; i++)
        switch (work->function) {
        case FUNCTION_FILL: to[i] = mix(i + number); break;
        case FUNCTION_ADD: to[i] += from[i] * (number | 1); break;
        case FUNCTION_COPY: to[i] = from[(i + number) & (WORDS - 1)]; break;
        case FUNCTION_PERMUTE: to[(i * (number | 1)) & (WORDS - 1)] = from[i]; break;
        case FUNCTION_SCATTER: to[from[i] & (WORDS - 1)] += mix(i + number); break;
        case FUNCTION_HASH: to[i] = rounds(from[i], number); break;
        case FUNCTION_DIVERGE: to[i] = from[i] + steps(from[i] & 0xff) * number; break;
        default: to[i] = from[(i / threads + 1) * threads - 1 - i % threads] + number; break;
        }
}

/* A box is rows; all else is one row. */
static void move(const struct work *work, uint32_t *to, const uint32_t *from)
{
    for (uint32_t row = 0; row < work->rows; row++)
        memmove(to + work->to_at + (size_t)row * ROW_WORDS, from + work->from_at + (size_t)row * ROW_WORDS,
                work->columns * sizeof *to);
}

static void set(const struct work *work, uint32_t *to)
{
    for (uint32_t row = 0; row < work->rows; row++)
        memset(to + work->to_at + (size_t)row * ROW_WORDS, (int)(work->number & 0xff),
               work->columns * sizeof *to);
}

/* A copy, then a sum: what two kernels do with memory of their own between them. */
static void by_scratch(const struct work *work, uint32_t *to, const uint32_t *from)
{
    for (uint32_t i = 0; i < WORDS; i++)
        to[i] += from[(i + work->number) & (WORDS - 1)] * (work->number | 1);
}

void work_do(const struct work *work, uint32_t *to, const uint32_t *from)
{
    switch (work->kind) {
    case WORK_FUNCTION: compute(work, to, from); break;
    case WORK_MOVE:
    case WORK_MOVE_BOX: move(work, to, from); break;
    case WORK_SET:
    case WORK_SET_BOX: set(work, to); break;
    case WORK_SCRATCH: by_scratch(work, to, from); break;
    default: break;
    }
}
