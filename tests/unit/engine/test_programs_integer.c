/* SPDX-License-Identifier: MIT */
/* Integer arithmetic of Maxwell and Pascal kernels: tests/programs/integer.cu against C. */
#include "programs/program.h"
#include "programs/reference.h"

/* --- helpers: wide products, sums that saturate ------------------------------------------------ */

static uint64_t product_signed(uint32_t a, uint32_t b)
{
    return (uint64_t)((int64_t)(int32_t)a * (int32_t)b);
}

static uint32_t high_signed(uint32_t a, uint32_t b)
{
    return (uint32_t)(product_signed(a, b) >> 32);
}

static uint64_t high64(uint64_t a, uint64_t b)
{
    uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
    uint64_t middle = al * bh + (al * bl >> 32), other = ah * bl + (uint32_t)middle;
    return ah * bh + (middle >> 32) + (other >> 32);
}

static uint64_t high64_signed(uint64_t a, uint64_t b)
{
    return high64(a, b) - (a >> 63 ? b : 0) - (b >> 63 ? a : 0);
}

static uint32_t saturate(int64_t value)
{
    return value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? 0x80000000u : (uint32_t)(int32_t)value;
}

static uint32_t min_signed(uint32_t a, uint32_t b)
{
    return (int32_t)a < (int32_t)b ? a : b;
}

static uint32_t distance(uint32_t a, uint32_t b)
{
    return (int32_t)a < (int32_t)b ? b - a : a - b;
}

/* --- references ----------------------------------------------------------------------------------- */

static void int_add(const uint32_t *in, uint32_t *out)
{
    const uint32_t a = in[0], b = in[1], c = in[2];
    put(&out, a + b);
    put(&out, a - b);
    put(&out, c - a - b);
    put(&out, a + b + c);
    put64(&out, wide(in, 0) + wide(in, 2));
    put64(&out, wide(in, 0) - wide(in, 2));
    put(&out, (a + 0x1234) & 0xffff);
    put(&out, (uint32_t)(int8_t)(a - b));
    const uint32_t y[4] = {b, c, in[3], 0};
    uint64_t carry = 0;
    for (int i = 0; i < 4; i++) {
        carry += (uint64_t)in[i] + y[i];
        put(&out, (uint32_t)carry);
        carry >>= 32;
    }
    uint64_t borrow = 0;
    for (int i = 0; i < 4; i++) {
        const uint64_t difference = (uint64_t)in[i] - y[i] - borrow;
        put(&out, (uint32_t)difference);
        borrow = difference >> 63;
    }
}

static void int_saturate(const uint32_t *in, uint32_t *out)
{
    const int64_t a = (int32_t)in[0], b = (int32_t)in[1];
    put(&out, saturate(a + b));
    put(&out, saturate(a - b));
    put(&out, saturate(a + 1000000000));
    put(&out, saturate((int32_t)high_signed(in[0], in[1]) + a));
    put(&out, a < 0 ? 0 - in[0] : in[0]);
    put(&out, 0 - in[0]);
}

static void int_scaled(const uint32_t *in, uint32_t *out)
{
    const uint32_t a = in[0], b = in[1], c = in[2];
    const uint64_t x = wide(in, 0), y = wide(in, 2);
    put(&out, (a << 3) + b);
    put(&out, b - (a << 5));
    put(&out, (a << 2) - b);
    put(&out, (a << 7) + 12345678u);
    put(&out, (a << 31) + b);
    put64(&out, (x << 3) + y);
    put64(&out, y - (x << 2));
    put64(&out, x + ((uint64_t)c << 2));
    put64(&out, x + ((uint64_t)(int64_t)(int32_t)c << 4));
    put(&out, (uint32_t)((int32_t)a / 8));
    put(&out, (uint32_t)((int32_t)a % 16));
}

static void int_mul(const uint32_t *in, uint32_t *out)
{
    const uint32_t a = in[0], b = in[1], c = in[2];
    const uint64_t x = wide(in, 0), y = wide(in, 2);
    put(&out, a * b);
    put(&out, a * b + c);
    put(&out, c - a * b);
    put(&out, (uint32_t)((uint64_t)a * b >> 32));
    put(&out, high_signed(a, b));
    put64(&out, (uint64_t)a * b);
    put64(&out, product_signed(a, b));
    put64(&out, (uint64_t)a * b + x);
    put64(&out, product_signed(a, c) + y);
    put64(&out, x * y);
    put64(&out, high64(x, y));
    put64(&out, high64_signed(x, y));
    put(&out, a * 0x9e3779b9u);
    put(&out, a * 10u + b);
    put64(&out, x * 6364136223846793005u + 1442695040888963407u);
    put(&out, (a & 0xffff) * (b & 0xffff));
    put(&out, (uint32_t)((int16_t)a * (int16_t)b) + c);
}

static void int_mul_ptx(const uint32_t *in, uint32_t *out)
{
    const uint32_t a = in[0], b = in[1], c = in[2];
    const uint64_t unsigned24 = (uint64_t)(a & 0xffffff) * (b & 0xffffff);
    const uint64_t signed24 = product_signed(sar32(a << 8, 8), sar32(b << 8, 8));
    put(&out, (uint32_t)unsigned24);
    put(&out, (uint32_t)signed24);
    put(&out, (uint32_t)(unsigned24 >> 16));
    put(&out, (uint32_t)(signed24 >> 16));
    put(&out, (uint32_t)unsigned24 + c);
    put(&out, (uint32_t)signed24 + c);
    put(&out, (uint32_t)(signed24 >> 16) + c);
    put(&out, (uint32_t)((uint64_t)a * b >> 32) + c);
    put(&out, high_signed(a, b) + c);
    put(&out, (a < b ? b - a : a - b) + c);
    put(&out, distance(a, b) + c);
    put(&out, (uint32_t)((int16_t)a * (int16_t)(a >> 16)));
    put(&out, (b & 0xffff) * (b >> 16) + c);
    const uint64_t low = (uint64_t)(a * b) + c;
    put(&out, (uint32_t)low);
    put(&out, (uint32_t)((uint64_t)a * b >> 32) + c + (uint32_t)(low >> 32));
}

static void int_div(const uint32_t *in, uint32_t *out)
{
    const uint32_t a = in[0], b = in[1] ? in[1] : 3;
    const int32_t s = (int32_t)a, t = (int32_t)b == -1 ? 7 : (int32_t)b;
    const int32_t narrow = (int16_t)(b | 1);
    put(&out, a / b);
    put(&out, a % b);
    put(&out, (uint32_t)(s / t));
    put(&out, (uint32_t)(s % t));
    put(&out, a / 7u);
    put(&out, a % 1000003u);
    put(&out, (uint32_t)(s / -11));
    put(&out, (uint32_t)(s % 360));
    put(&out, a / ((b & 0xff) | 1));
    put(&out, (uint32_t)((int64_t)s / narrow)); /* the chip wraps where C does not say */
}

static void int_div64(const uint32_t *in, uint32_t *out)
{
    const uint64_t a = wide(in, 0), b = wide(in, 2) ? wide(in, 2) : 3;
    const int64_t s = (int64_t)a, t = (int64_t)b == -1 ? 7 : (int64_t)b;
    put64(&out, a / b);
    put64(&out, a % b);
    put64(&out, (uint64_t)(s / t));
    put64(&out, (uint64_t)(s % t));
    put64(&out, a / 1000000007u);
    put64(&out, (uint64_t)(s / 1000));
    put64(&out, a % ((b & 0xffffffff) | 1));
}

static void int_minmax(const uint32_t *in, uint32_t *out)
{
    const uint32_t a = in[0], b = in[1], c = in[2];
    const uint64_t x = wide(in, 0), y = wide(in, 2);
    const bool less = (int64_t)x < (int64_t)y;
    const uint32_t floor100 = min_signed(a, (uint32_t)-100) == a ? (uint32_t)-100 : a;
    put(&out, a < b ? a : b);
    put(&out, a < b ? b : a);
    put(&out, min_signed(a, b));
    put(&out, min_signed(a, b) == a ? b : a);
    put64(&out, x < y ? x : y);
    put64(&out, x < y ? y : x);
    put64(&out, less ? x : y);
    put64(&out, less ? y : x);
    put(&out, min_signed(floor100, 100));
    put(&out, a < 0x12345678u ? a : 0x12345678u);
    put(&out, distance(a, b) + c);
    put(&out, (a < b ? b - a : a - b) + c);
    put(&out, (uint32_t)(((int64_t)(int32_t)a + (int32_t)b) >> 1));
    put(&out, (uint32_t)(((uint64_t)a + b + 1) >> 1));
    put64(&out, x >> 63 ? 0 - x : x);
}

/* Four bytes times four bytes, and two halves times two bytes; each operand signed or not. */
static uint32_t dot4(uint32_t a, bool a_signed, uint32_t b, bool b_signed, uint32_t sum)
{
    for (int i = 0; i < 32; i += 8) {
        const uint32_t x = a >> i & 0xff, y = b >> i & 0xff;
        sum += (a_signed ? (uint32_t)(int8_t)x : x) * (b_signed ? (uint32_t)(int8_t)y : y);
    }
    return sum;
}

static uint32_t dot2(uint32_t a, bool a_signed, uint32_t b, bool b_signed, uint32_t sum)
{
    for (int i = 0; i < 2; i++) {
        const uint32_t x = a >> 16 * i & 0xffff, y = b >> 8 * i & 0xff;
        sum += (a_signed ? (uint32_t)(int16_t)x : x) * (b_signed ? (uint32_t)(int8_t)y : y);
    }
    return sum;
}

static void int_dot(const uint32_t *in, uint32_t *out)
{
    const uint32_t a = in[0], b = in[1], c = in[2], high = b >> 16;
    put(&out, dot4(a, true, b, true, c));
    put(&out, dot4(a, false, b, false, c));
    put(&out, dot4(a, true, b, false, c));
    put(&out, dot4(a, false, b, true, c));
    put(&out, dot2(a, true, b, true, c));
    put(&out, dot2(a, true, high, true, c));
    put(&out, dot2(a, false, b, false, c));
    put(&out, dot2(a, false, high, false, c));
    put(&out, dot2(a, true, b, false, c));
    put(&out, dot2(a, true, high, false, c));
    put(&out, dot2(a, false, b, true, c));
    put(&out, dot2(a, false, high, true, c));
}

static const struct program programs[] = {
    {.kernel = "int_add", .in = 4, .out = 18, .each = int_add},
    {.kernel = "int_saturate", .in = 2, .out = 6, .each = int_saturate},
    {.kernel = "int_scaled", .in = 4, .out = 15, .each = int_scaled},
    {.kernel = "int_mul", .in = 4, .out = 27, .each = int_mul},
    {.kernel = "int_mul_ptx", .in = 3, .out = 15, .each = int_mul_ptx},
    {.kernel = "int_div", .in = 2, .out = 10, .each = int_div},
    {.kernel = "int_div64", .in = 4, .out = 14, .each = int_div64},
    {.kernel = "int_minmax", .in = 4, .out = 20, .each = int_minmax},
    {.kernel = "int_dot", .from = 61, .in = 3, .out = 12, .each = int_dot},
};

int main(void)
{
    return PROGRAMS_RUN("integer", programs, PROGRAMS_COMMON, "sm_35-O0", "sm_50-O0", PROGRAMS_NEWER);
}
