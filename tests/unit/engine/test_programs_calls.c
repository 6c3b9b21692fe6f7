/* SPDX-License-Identifier: MIT */
/* Calls, recursion, function pointers, jump tables, stack frames: tests/programs/calls.cu against C. */
#include "programs/program.h"
#include "programs/reference.h"

static uint32_t mix(uint32_t a, uint32_t b)
{
    return (a ^ b >> 3) * 0x01000193u + b;
}

static void call_plain(const uint32_t *in, uint32_t *out)
{
    put(&out, mix(in[0], in[1]));
    put(&out, mix(mix(in[2], in[3]), mix(in[1], in[0])));
    putd(&out, 1.5 * (in[0] & 0xfff) + (int32_t)sar32(in[1], 8));
    put64(&out, wide(in, 2) + in[1]);
    put64(&out, wide(in, 0) - in[1]);
}

static uint32_t ackermann(uint32_t m, uint32_t n)
{
    if (m == 0)
        return n + 1;
    return ackermann(m - 1, n ? ackermann(m, n - 1) : 1);
}

static void call_recursive(const uint32_t *in, uint32_t *out)
{
    uint32_t fibonacci[2] = {0, 1};
    for (uint32_t k = 0; k < in[2] % 12; k++) {
        const uint32_t next = fibonacci[0] + fibonacci[1];
        fibonacci[0] = fibonacci[1];
        fibonacci[1] = next;
    }
    put(&out, ackermann(in[0] % 3, in[1] % 6));
    put(&out, fibonacci[0]);
    put(&out, in[1] % 40 % 2 == 0);
}

static uint32_t operation(uint32_t which, uint32_t a, uint32_t b)
{
    switch (which) {
    case 0: return a + b;
    case 1: return a - b;
    case 2: return a * b;
    case 3: return b & 31 ? a << (b & 31) | a >> (32 - (b & 31)) : a;
    default: return mix(a, b);
    }
}

static void call_pointer(const uint32_t *in, uint32_t *out)
{
    put(&out, operation(in[2] % 5, in[0], in[1]));
    put(&out, operation(in[3] & 1 ? 0 : 2, in[0], 5));
    uint32_t value = in[1];
    for (uint32_t k = 0; k < in[3] % 7; k++)
        value = operation((k + in[0]) % 5, value, in[2] + k);
    put(&out, value);
}

static void call_virtual(const uint32_t *in, uint32_t *out)
{
    const uint32_t a = in[0], b = in[1];
    const bool square = b & 1;
    put(&out, square ? a * a : a * b);
    put(&out, square ? a * a + b : (a + b) * (b + b));
}

static uint32_t population(uint32_t value)
{
    uint32_t count = 0;
    for (; value; value &= value - 1)
        count++;
    return count;
}

static uint32_t leading_zeros(uint32_t value)
{
    uint32_t count = 32;
    for (; value; value >>= 1)
        count--;
    return count;
}

static uint32_t reversed(uint32_t value)
{
    uint32_t result = 0;
    for (int i = 0; i < 32; i++)
        result |= (value >> i & 1) << (31 - i);
    return result;
}

static void call_switch(const uint32_t *in, uint32_t *out)
{
    const uint32_t a = in[0], b = in[1], which = in[2] % 19;
    const uint32_t results[17] = {
        a + b,
        a - b,
        a * b,
        a & b,
        (a | b) ^ a << 5,
        a << 5,
        population(a),
        leading_zeros(b),
        reversed(a),
        a / (b | 1),
        0,
        a % 10,
        bits32((float)a),
        a < b ? a : b,
        in[a % 3] + 77,
        77,
        mix(a, b),
    };
    if (which == 10)
        return;
    put(&out, which < 17 ? results[which] : ~a);
    put(&out, which);
}

static void call_frame(const uint32_t *in, uint32_t *out)
{
    const uint32_t from = in[1] % 100;
    uint32_t sum = 0;
    for (uint32_t k = from; k < 200; k++)
        sum = sum * 31 + in[0] + k * in[1];
    put(&out, sum + in[0] + (from + 1) * in[1]);
    put(&out, in[0] + from * in[1]);
}

static void call_alloca(const uint32_t *in, uint32_t *out)
{
    const uint32_t count = in[0] % 50 + 1;
    uint32_t words[50], sum = 0;
    for (uint32_t k = 0; k < count; k++)
        words[k * 53 % count] = in[1] ^ k;
    for (uint32_t k = 0; k < count; k++)
        sum = sum * 3 + words[k];
    put(&out, sum);
}

static const struct program programs[] = {
    {.kernel = "call_plain", .in = 4, .out = 8, .each = call_plain},
    {.kernel = "call_recursive", .in = 3, .out = 3, .each = call_recursive},
    {.kernel = "call_pointer", .in = 4, .out = 3, .each = call_pointer},
    {.kernel = "call_virtual", .in = 2, .out = 2, .each = call_virtual},
    {.kernel = "call_switch", .in = 3, .out = 2, .each = call_switch},
    {.kernel = "call_frame", .in = 2, .out = 2, .each = call_frame},
    {.kernel = "call_alloca", .from = 52, .in = 2, .out = 1, .each = call_alloca},
};

int main(void)
{
    return PROGRAMS_RUN("calls", programs, PROGRAMS_COMMON, "sm_35-O0", "sm_50-O0", PROGRAMS_NEWER);
}
