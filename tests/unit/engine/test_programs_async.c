/* SPDX-License-Identifier: MIT */
/* Copies to shared memory that go on by themselves: tests/programs/async.cu against C. */
#include "programs/program.h"
#include "programs/reference.h"

#define OLD 0x55555555u

static void async_widths(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    (void)shape;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t *of_other = in + (i ^ 1) * 4;
        for (unsigned k = 0; k < 4; k++)
            put(&out, of_other[k]);
        put(&out, of_other[0]);
        put(&out, of_other[1]);
        put(&out, of_other[1]);
    }
}

static void async_zeros(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    (void)shape;
    for (uint32_t i = 0; i < n; i++)
        for (unsigned k = 0; k < 4; k++)
            put(&out, k < i % 5 ? in[i * 4 + k] : 0);
}

static void async_condition(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    (void)shape;
    for (uint32_t i = 0; i < n; i++)
        for (unsigned k = 0; k < 8; k++)
            put(&out, i % 3 ? in[i * 4 + k % 4] : k < 4 ? OLD : 0);
}

static const struct program programs[] = {
    {.kernel = "async_widths", .in = 4, .out = 7, .whole = async_widths},
    {.kernel = "async_zeros", .in = 4, .out = 4, .whole = async_zeros},
    {.kernel = "async_condition", .in = 4, .out = 8, .whole = async_condition},
};

int main(void)
{
    return PROGRAMS_RUN_ASYNC("async", programs, "sm_80", "sm_86", "sm_90", "sm_100", "sm_120");
}
