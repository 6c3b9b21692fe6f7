/* SPDX-License-Identifier: MIT */
/* Barriers in memory: tests/programs/mbarrier.cu against C, which counts arrivals as the PTX ISA says. */
#include "programs/program.h"
#include "programs/reference.h"

#define BLOCK 128u

/* A barrier as the PTX ISA describes it. */
struct barrier {
    uint32_t phase, pending, expected;
};

/* Arrives, and returns how many arrivals were pending before. */
static uint32_t arrive(struct barrier *barrier)
{
    const uint32_t before = barrier->pending;

    if (--barrier->pending == 0) {
        barrier->phase++;
        barrier->pending = barrier->expected;
    }
    return before;
}

static void mbarrier_states(const uint32_t *in, uint32_t *out)
{
    const uint32_t count = in[0] % 9 + 2;
    struct barrier barrier = {0, count, count};

    for (unsigned k = 0; k < 12; k++) {
        const uint32_t phase = barrier.phase;

        barrier.expected -= k == 2;
        put(&out, arrive(&barrier));
        put(&out, barrier.phase != phase);
        put(&out, barrier.phase & 1);
        put(&out, ~barrier.phase & 1);
    }
    put(&out, count << 16 | 1 << 8 | 1);
}

static void mbarrier_phases(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    (void)shape;
    for (uint32_t first = 0; first < n; first += BLOCK) {
        uint32_t words[2][BLOCK] = {{0}}, value[BLOCK];

        for (uint32_t t = 0; t < BLOCK; t++)
            value[t] = in[first + t];
        for (unsigned k = 0; k < 5; k++) {
            for (uint32_t t = 0; t < BLOCK; t++)
                if (k <= 2 || t % 3)
                    words[k & 1][t] = value[t];
            for (uint32_t t = 0; t < BLOCK; t++)
                if (k < 2 || t % 3)
                    value[t] = value[t] * 5 + words[k & 1][(t + 33) % BLOCK];
        }
        for (uint32_t t = 0; t < BLOCK; t++)
            out[first + t] = value[t];
    }
}

static void mbarrier_roles(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    (void)shape;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t t = i % BLOCK, first = i - t;

        out[i] = 0;
        for (uint32_t k = 0; k < 4 && t >= 32; k++)
            out[i] = out[i] * 3 + in[first + k * 32 + (t + k) % 32];
    }
}

static void mbarrier_copies(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    (void)shape;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t of_other = (i - i % BLOCK + (i + 65) % BLOCK) * 2;

        out[i * 2] = in[of_other];
        out[i * 2 + 1] = in[of_other + 1];
    }
}

/* Each arrival of a phase finds one fewer pending than the one before. */
static void mbarrier_generic(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    (void)shape;
    (void)in;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t expected = i & 1 ? BLOCK - 1 : BLOCK;

        out[i] = expected * (expected + 1) / 2;
    }
}

static void mbarrier_additions(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    (void)shape;
    for (uint32_t i = 0; i < n; i++) {
        const uint64_t old = in[i] % 3 < 2 ? 5 : in[i] & 1 ? 7 : in[i], sum = old + 0x100000000u + i;

        for (unsigned k = 0; k < 2; k++) {
            put(&out, (uint32_t)((k ? sum : old) & 0xffffffff));
            put(&out, (uint32_t)((k ? sum : old) >> 32));
        }
    }
}

static const struct program programs[] = {
    {.kernel = "mbarrier_states", .to = 89, .in = 1, .out = 49, .each = mbarrier_states},
    {.kernel = "mbarrier_phases", .in = 1, .out = 1, .whole = mbarrier_phases},
    {.kernel = "mbarrier_roles", .in = 1, .out = 1, .whole = mbarrier_roles},
    {.kernel = "mbarrier_copies", .in = 2, .out = 2, .whole = mbarrier_copies},
    {.kernel = "mbarrier_generic", .to = 89, .in = 1, .out = 1, .whole = mbarrier_generic},
    {.kernel = "mbarrier_additions", .in = 1, .out = 4, .whole = mbarrier_additions},
};

int main(void)
{
    return PROGRAMS_RUN_ASYNC("mbarrier", programs, "sm_80", "sm_86", "sm_90", "sm_100", "sm_120");
}
