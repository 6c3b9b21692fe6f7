/* SPDX-License-Identifier: MIT */
/* Conversions between all formats: tests/programs/convert.cu against C. */
#include "programs/half.h"
#include "programs/program.h"
#include "programs/reference.h"
#include "programs/rounding.h"

static void convert_int_float(const uint32_t *in, uint32_t *out)
{
    const uint32_t a = in[0];
    for (int i = 0; i < ROUNDINGS; i++)
        putf(&out, from_unsigned32(rounding_modes[i], a));
    for (int i = 0; i < ROUNDINGS; i++)
        putf(&out, from_signed32(rounding_modes[i], (int32_t)a));
    putf(&out, (uint8_t)a);
    putf(&out, (int8_t)(a >> 8));
    putf(&out, (uint8_t)(a >> 16));
    putf(&out, (uint8_t)(a >> 24));
    putf(&out, (int16_t)a);
    putf(&out, (uint16_t)(a >> 16));
}

static void convert_int_double(const uint32_t *in, uint32_t *out)
{
    const uint64_t a = wide(in, 0);
    for (int i = 0; i < ROUNDINGS; i++)
        putd(&out, from_unsigned64(rounding_modes[i], a));
    for (int i = 0; i < ROUNDINGS; i++)
        putd(&out, from_signed64(rounding_modes[i], (int64_t)a));
    putd(&out, in[0]);
    putd(&out, (int32_t)in[0]);
    putd(&out, (int16_t)in[0]);
    putd(&out, (uint8_t)in[0]);
    for (int i = 0; i < ROUNDINGS; i++)
        putf(&out, from_unsigned32(rounding_modes[i], a));
    for (int i = 0; i < ROUNDINGS; i++)
        putf(&out, from_signed32(rounding_modes[i], (int64_t)a));
}

static void convert_float_int(const uint32_t *in, uint32_t *out)
{
    const double a = f32(in[0]), number = isnan(a) ? 1.5 : a;
    for (int i = 0; i < ROUNDINGS; i++)
        put(&out, (uint32_t)to_integer(rounding_modes[i], a, 32, true));
    for (int i = 0; i < ROUNDINGS; i++)
        put(&out, (uint32_t)to_integer(rounding_modes[i], a, 32, false));
    put(&out, (uint32_t)to_integer(FE_TOWARDZERO, a, 16, true));
    put(&out, (uint32_t)to_integer(FE_TONEAREST, a, 16, false));
    put(&out, (uint32_t)to_integer(FE_TOWARDZERO, a, 8, true));
    put(&out, (uint32_t)to_integer(FE_DOWNWARD, a, 8, false));
    put64(&out, to_integer(FE_TOWARDZERO, number, 64, true));
    put64(&out, to_integer(FE_UPWARD, number, 64, false));
    put64(&out, to_integer(FE_TONEAREST, number, 64, true));
    put64(&out, to_integer(FE_DOWNWARD, number, 64, false));
}

static void convert_double_int(const uint32_t *in, uint32_t *out)
{
    const double given = f64(wide(in, 0)), a = isnan(given) ? 1.5 : given;
    for (int i = 0; i < ROUNDINGS; i++)
        put(&out, (uint32_t)to_integer(rounding_modes[i], a, 32, true));
    for (int i = 0; i < ROUNDINGS; i++)
        put(&out, (uint32_t)to_integer(rounding_modes[i], a, 32, false));
    for (int i = 0; i < ROUNDINGS; i++)
        put64(&out, to_integer(rounding_modes[i], a, 64, true));
    for (int i = 0; i < ROUNDINGS; i++)
        put64(&out, to_integer(rounding_modes[i], a, 64, false));
}

static void convert_float_float(const uint32_t *in, uint32_t *out)
{
    const double a = f64(wide(in, 0));
    const float f = f32(in[0]);
    for (int i = 0; i < ROUNDINGS; i++)
        putf(&out, narrow32(rounding_modes[i], a));
    for (int i = 0; i < ROUNDINGS; i++)
        putf(&out, (float)integral(rounding_modes[i], f));
    putf(&out, rintf(flush(f)));
    putf(&out, saturate32(f));
    putf(&out, saturate32(rintf(f)));
    putf(&out, flush(f));
    putf(&out, saturate32((float)a));
    putf(&out, narrow32_flushed(FE_TONEAREST, a));
}

static void convert_to_double(const uint32_t *in, uint32_t *out)
{
    putd(&out, f32(in[0]));
    putd(&out, flush(f32(in[0])));
    for (int i = 0; i < ROUNDINGS; i++)
        putd(&out, integral(rounding_modes[i], f64(wide(in, 0))));
}

static void convert_half(const uint32_t *in, uint32_t *out)
{
    const float a = f32(in[0]);
    const uint32_t h = in[0] & 0xffff;
    for (int i = 0; i < ROUNDINGS; i++)
        put(&out, half_from(rounding_modes[i], a));
    put(&out, half_from(FE_TONEAREST, flush(a)));
    put(&out, half_saturate(half_from(FE_TONEAREST, a)));
    putf(&out, (float)half_value(h));
    putf(&out, (float)half_value(h)); /* .ftz is of single precision, and no half becomes denormal there */
    putf(&out, (float)half_value(in[0] >> 16));
    put(&out, (uint32_t)to_integer(FE_TONEAREST, half_value(h), 32, true));
    put(&out, (uint32_t)to_integer(FE_TOWARDZERO, half_value(h), 32, false));
    put(&out, half_from(FE_TONEAREST, (int32_t)in[0]));
    put(&out, half_from(FE_TOWARDZERO, in[0]));
    put(&out, half_from(FE_TONEAREST, rint(half_value(h))));
}

static int64_t clamp(int64_t value, int64_t low, int64_t high)
{
    return value < low ? low : value > high ? high : value;
}

static void convert_int_int(const uint32_t *in, uint32_t *out)
{
    const int64_t a = in[0], s = (int32_t)in[0], x = (int64_t)wide(in, 0);
    put(&out, (uint32_t)clamp(a, 0, 255));
    put(&out, (uint32_t)clamp(s, 0, 255));
    put(&out, (uint32_t)clamp(a, 0, 127));
    put(&out, (uint8_t)clamp(s, -128, 127));
    put(&out, (uint32_t)clamp(a, 0, 65535));
    put(&out, (uint32_t)clamp(s, 0, 65535));
    put(&out, (uint32_t)clamp(a, 0, 32767));
    put(&out, (uint16_t)clamp(s, -32768, 32767));
    put(&out, (uint32_t)clamp(s, 0, INT32_MAX));
    put(&out, (uint32_t)clamp(a, 0, INT32_MAX));
    put(&out, (uint32_t)clamp(x, 0, UINT32_MAX));
    put(&out, (uint32_t)clamp(x, INT32_MIN, INT32_MAX));
    put(&out, (uint32_t)(int8_t)in[0]);
    put(&out, (uint32_t)(int16_t)(in[0] >> 16));
    put(&out, (uint8_t)(in[0] >> 8));
    put64(&out, (uint64_t)s);
    put64(&out, (uint64_t)(int8_t)(in[0] >> 16));
}

static const struct program programs[] = {
    {.kernel = "convert_int_float", .in = 1, .out = 14, .each = convert_int_float},
    {.kernel = "convert_int_double", .in = 2, .out = 32, .each = convert_int_double},
    {.kernel = "convert_float_int", .in = 1, .out = 20, .fill = FILL_FLOAT, .each = convert_float_int},
    {.kernel = "convert_double_int", .in = 2, .out = 24, .fill = FILL_DOUBLE, .each = convert_double_int},
    {.kernel = "convert_float_float",
     .in = 2,
     .out = 14,
     .fill = FILL_DOUBLE,
     .match = MATCH_FLOAT,
     .each = convert_float_float},
    {.kernel = "convert_to_double",
     .in = 2,
     .out = 12,
     .fill = FILL_DOUBLE,
     .match = MATCH_DOUBLE,
     .each = convert_to_double},
    {.kernel = "convert_half",
     .in = 1,
     .out = 14,
     .fill = FILL_FLOAT,
     .match = MATCH_FLOAT,
     .each = convert_half},
    {.kernel = "convert_int_int", .in = 2, .out = 19, .each = convert_int_int},
};

int main(void)
{
    return PROGRAMS_RUN("convert", programs, PROGRAMS_COMMON, PROGRAMS_NEWER);
}
