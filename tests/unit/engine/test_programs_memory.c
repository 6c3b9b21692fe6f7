/* SPDX-License-Identifier: MIT */
/* Memory of all spaces and widths: tests/programs/memory.cu against C. */
#include "programs/program.h"
#include "programs/reference.h"

static uint32_t byte(const uint32_t *words, unsigned k)
{
    return words[k / 4] >> 8 * (k % 4) & 0xff;
}

static uint32_t half(const uint32_t *words, unsigned k)
{
    return words[k / 2] >> 16 * (k % 2) & 0xffff;
}

static void memory_widths(const uint32_t *in, uint32_t *out)
{
    for (int i = 0; i < 4; i++)
        put(&out, in[7 - i]);
    put(&out, in[3]);
    put(&out, in[2]);
    put(&out, byte(in, 3) | byte(in, 1) << 8 | byte(in, 30) << 16 | byte(in, 17) << 24);
    put(&out, half(in, 9) | half(in, 2) << 16);
    put(&out, (uint32_t)(int8_t)byte(in, 6));
    put(&out, (uint32_t)(int16_t)half(in, 7));
    put(&out, byte(in, 11));
    put(&out, half(in, 5));
    put(&out, in[0]);
    put(&out, in[1]);
    put(&out, in[6]);
    put(&out, in[7]);
}

static void memory_cached(const uint32_t *in, uint32_t *out)
{
    uint32_t sum = 0;
    for (int k = 0; k < 7; k++)
        sum = sum * 5 + in[k];
    for (int k = 0; k < 5; k++, sum = sum * 3 + 1)
        put(&out, sum);
    put(&out, in[7]);
    put(&out, in[2] - in[3]);
    put(&out, byte(in, 5));
    put(&out, (uint32_t)(int16_t)half(in, 3));
}

static void memory_shared(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    (void)shape;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t t = i % 128, first = i - t;
        const uint32_t *other = in + (first + (t * 37 + 11) % 128) * 4;
        put(&out, other[0] & 0xff);
        put(&out, (uint32_t)(int8_t)(other[1] >> 8));
        put(&out, (uint32_t)(int16_t)other[1]);
        put(&out, other[2]);
        put64(&out, wide(other, 2));
        put(&out, other[0] ^ other[2]);
        put(&out, other[1] + other[3]);
        put(&out, in[(first + 127 - t) * 4 + 2]);
        put(&out, in[i * 4 + 1] >> 16);
    }
}

static void memory_dynamic(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    (void)shape;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t t = i % 128, first = i - t;
        put(&out, in[first + 127 - t] + in[first + t % 64] + 1);
        put(&out, (in[i ^ 1] >> 4 & 0xff) << 8 | (in[i] >> 4 & 0xff));
    }
}

static void memory_generic(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    (void)shape;
    for (uint32_t i = 0; i < n; i++, in += 4, out += 9) {
        const uint32_t t = i % 128, space = t % 3;
        uint32_t local[8], shared[2] = {in[1], in[2]}, *slot = local + (in[0] & 7);
        for (uint32_t k = 0; k < 8; k++)
            local[(k + in[3]) % 8] = in[k % 4] + k;
        out[4] = in[3];
        uint32_t *p = space == 0 ? shared : space == 1 ? slot : out + 4;
        out[0] = *p;
        *p = *p * 3 + 1;
        out[1] = shared[0];
        out[2] = *slot;
        out[3] = 1;
        const uint32_t *from = t & 1 ? shared : in;
        out[5] = byte(from, 2);
        out[6] = from[0];
        out[7] = from[1];
        out[8] = 0x77;
    }
}

static void memory_local(const uint32_t *in, uint32_t *out)
{
    uint8_t bytes[32];
    uint16_t halves[16];
    uint64_t longs[8];
    uint32_t fours[4][4];
    for (uint32_t k = 0; k < 32; k++)
        bytes[(k * 7 + in[0]) % 32] = (uint8_t)(in[k % 4] >> (k % 24));
    for (uint32_t k = 0; k < 16; k++)
        halves[(k * 3 + in[1]) % 16] = (uint16_t)(bytes[(k + in[2]) % 32] * 257 + k);
    for (uint32_t k = 0; k < 8; k++)
        longs[(k + in[2]) % 8] = (uint64_t)halves[(k * 2 + in[3]) % 16] << 30 | bytes[k];
    for (uint32_t k = 0; k < 4; k++) {
        const uint32_t four[] = {in[k], (uint32_t)longs[k], (uint32_t)(longs[k + 4] >> 20), k};
        memcpy(fours[(k + in[3]) % 4], four, sizeof four);
    }
    put(&out, bytes[in[1] % 32]);
    put(&out, halves[in[2] % 16]);
    put64(&out, longs[in[3] % 8]);
    const uint32_t *four = fours[in[0] % 4];
    put(&out, four[0] + four[1]);
    put(&out, four[2] ^ four[3]);
}

static void memory_packed(const uint32_t *in, uint32_t *out)
{
    put(&out, half(in, 1) | half(in, 2) << 16);
    put(&out, half(in, 3) << 8 | byte(in, 1));
    put64(&out, wide(in, 2));
    put(&out, in[3] + in[0]);
}

static const struct program programs[] = {
    {.kernel = "memory_widths", .in = 8, .out = 16, .each = memory_widths},
    {.kernel = "memory_cached", .in = 8, .out = 9, .each = memory_cached},
    {.kernel = "memory_shared", .in = 4, .out = 10, .whole = memory_shared},
    {.kernel = "memory_dynamic", .shape = {{8}, {128}, 640}, .in = 1, .out = 2, .whole = memory_dynamic},
    {.kernel = "memory_generic", .in = 4, .out = 9, .whole = memory_generic},
    {.kernel = "memory_local", .in = 4, .out = 6, .each = memory_local},
    {.kernel = "memory_packed", .in = 4, .out = 5, .each = memory_packed},
};

int main(void)
{
    return PROGRAMS_RUN("memory", programs, PROGRAMS_COMMON, "sm_35-O0", "sm_61-O0", PROGRAMS_NEWER);
}
