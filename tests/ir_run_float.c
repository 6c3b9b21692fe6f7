/* SPDX-License-Identifier: MIT */
/* See ir_run.h: floats, by the references of src/ops/scalar, and video instructions. */
#include <fenv.h>
#include <math.h>
#include <string.h>

#include <halfwarp/modifiers.h>

#include "ir_run.h"
#include "ops/scalar/convert.h"
#include "ops/scalar/fp16.h"
#include "ops/scalar/fp32.h"
#include "ops/scalar/fp64.h"

#define SIGN16 0x8000u

static float as_float(uint32_t bits)
{
    float x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint32_t float_bits(float x)
{
    uint32_t bits;

    memcpy(&bits, &x, sizeof bits);
    return hw_fp32_is_nan(bits) ? HW_FP32_NAN : bits;
}

static double as_double(uint64_t bits)
{
    double x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint64_t double_bits(double x)
{
    uint64_t bits;

    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* --- single and double --- */

/* Quotients and roots in the C library's arithmetic, rounded as is asked for. */
static double divided(const struct hw_ir_insn *insn, double a, double b, bool is_single)
{
    static const int modes[] = {[HW_ROUND_RN] = FE_TONEAREST,
                                [HW_ROUND_RM] = FE_DOWNWARD,
                                [HW_ROUND_RP] = FE_UPWARD,
                                [HW_ROUND_RZ] = FE_TOWARDZERO};
    volatile double x = a, y = b, wide;
    volatile float s = (float)a, t = (float)b, single;

    fesetround(modes[insn->how.round]);
    if (insn->op == HW_IR_SQRT) {
        wide = sqrt(x);
        single = sqrtf(s);
    } else {
        wide = x / y;
        single = s / t;
    }
    fesetround(FE_TONEAREST);
    return is_single ? (double)single : wide;
}

bool ir_run_rounds(void)
{
    const struct hw_ir_insn insn = {.op = HW_IR_DIV, .how = {.round = HW_ROUND_RZ}};

    return divided(&insn, 1, 3, true) < 1.0 / 3;
}

/* PTX, div.approx: above 2^126 a divisor gives 0, and of an infinity NaN. */
static float divisor(const struct hw_ir_insn *insn, float b)
{
    return insn->how.approximate && !insn->how.full && fabsf(b) > 0x1p126f ? copysignf(INFINITY, b) : b;
}

static double function_of(unsigned op, double x)
{
    switch (op) {
    case HW_IR_RSQRT: return 1 / sqrt(x);
    case HW_IR_SIN: return sin(x);
    case HW_IR_COS: return cos(x);
    case HW_IR_EX2: return exp2(x);
    default: return log2(x);
    }
}

static bool tested(const struct hw_ir_insn *insn, double x, double least_normal)
{
    switch (insn->how.number) {
    case HW_IR_TEST_FINITE: return isfinite(x);
    case HW_IR_TEST_INFINITE: return isinf(x);
    case HW_IR_TEST_NUMBER: return !isnan(x);
    case HW_IR_TEST_NAN: return isnan(x);
    case HW_IR_TEST_NORMAL: return isfinite(x) && fabs(x) >= least_normal;
    default: return x != 0 && fabs(x) < least_normal;
    }
}

static uint32_t single_minimum(const struct hw_ir_insn *insn, uint32_t a, uint32_t b)
{
    if (insn->how.nan && (hw_fp32_is_nan(a) || hw_fp32_is_nan(b)))
        return HW_FP32_NAN;
    return (insn->op == HW_IR_MIN ? hw_fp32_min : hw_fp32_max)(a, b, insn->how.ftz);
}

static bool single(const struct hw_ir_insn *insn, const uint64_t *in, uint64_t *out)
{
    const struct hw_fp32_mode mode = {.round = insn->how.round, .ftz = insn->how.ftz};
    const bool ftz = insn->how.ftz;
    uint32_t x[3], result;

    for (unsigned i = 0; i < 3; i++)
        x[i] = ftz ? hw_fp32_flush((uint32_t)in[i]) : (uint32_t)in[i];
    const float a = as_float(x[0]), b = as_float(x[1]);
    switch (insn->op) {
    case HW_IR_ADD: result = hw_fp32_add(x[0], x[1], mode); break;
    case HW_IR_SUB:
        result = hw_fp32_add(x[0], hw_fp32_is_nan(x[1]) ? x[1] : x[1] ^ HW_FP32_SIGN, mode);
        break;
    case HW_IR_MUL: result = hw_fp32_mul(x[0], x[1], mode); break;
    case HW_IR_FMA: result = hw_fp32_fma(x[0], x[1], x[2], mode); break;
    case HW_IR_MAD: result = hw_fp32_add(hw_fp32_mul(x[0], x[1], mode), x[2], mode); break;
    case HW_IR_ABS: result = x[0] & ~HW_FP32_SIGN; break;
    case HW_IR_NEG: result = x[0] ^ HW_FP32_SIGN; break;
    case HW_IR_MIN:
    case HW_IR_MAX: result = single_minimum(insn, x[0], x[1]); break;
    case HW_IR_DIV:
        result = float_bits((float)divided(insn, (double)a, (double)divisor(insn, b), true));
        break;
    case HW_IR_RCP: result = float_bits((float)divided(insn, 1, (double)a, true)); break;
    case HW_IR_SQRT: result = float_bits((float)divided(insn, (double)a, 1, true)); break;
    case HW_IR_RSQRT:
    case HW_IR_SIN:
    case HW_IR_COS:
    case HW_IR_EX2:
    case HW_IR_LG2: result = float_bits((float)function_of(insn->op, (double)a)); break;
    case HW_IR_COPYSIGN: result = (x[0] & ~HW_FP32_SIGN) | (x[1] & HW_FP32_SIGN); break;
    case HW_IR_TESTP: result = tested(insn, (double)a, 0x1p-126); break;
    default: return false;
    }
    if (ftz && insn->op != HW_IR_TESTP)
        result = hw_fp32_flush(result);
    *out = insn->how.sat ? hw_fp32_saturate(result, HW_SAT_CLEARS_NAN) : result;
    return true;
}

static bool twofold_bits(const struct hw_ir_insn *insn, const uint64_t *in, uint64_t *out)
{
    const unsigned round = insn->how.round;
    const double a = as_double(in[0]), b = as_double(in[1]);

    switch (insn->op) {
    case HW_IR_ADD: *out = hw_fp64_add(in[0], in[1], round); return true;
    case HW_IR_SUB: *out = hw_fp64_add(in[0], in[1] ^ HW_FP64_SIGN, round); return true;
    case HW_IR_MUL: *out = hw_fp64_mul(in[0], in[1], round); return true;
    case HW_IR_FMA: *out = hw_fp64_fma(in[0], in[1], in[2], round); return true;
    case HW_IR_ABS: *out = in[0] & ~HW_FP64_SIGN; return true;
    case HW_IR_NEG: *out = in[0] ^ HW_FP64_SIGN; return true;
    case HW_IR_MIN: *out = hw_fp64_min(in[0], in[1]); return true;
    case HW_IR_MAX: *out = hw_fp64_max(in[0], in[1]); return true;
    case HW_IR_DIV: *out = double_bits(divided(insn, a, b, false)); return true;
    case HW_IR_RCP: *out = double_bits(divided(insn, 1, a, false)); return true;
    case HW_IR_SQRT: *out = double_bits(divided(insn, a, 1, false)); return true;
    case HW_IR_RSQRT: *out = double_bits(function_of(insn->op, a)); return true;
    case HW_IR_COPYSIGN: *out = (in[0] & ~HW_FP64_SIGN) | (in[1] & HW_FP64_SIGN); return true;
    case HW_IR_TESTP: *out = tested(insn, a, 0x1p-1022); return true;
    default: return false;
    }
}

/* Which NaN comes of several PTX leaves open: one is as good as another. */
static bool twofold(const struct hw_ir_insn *insn, const uint64_t *in, uint64_t *out)
{
    const bool done = twofold_bits(insn, in, out);
    const bool only_signs = insn->op == HW_IR_ABS || insn->op == HW_IR_NEG || insn->op == HW_IR_COPYSIGN;

    if (done && !only_signs && hw_fp64_is_nan(*out))
        *out = HW_FP64_INFINITY | HW_FP64_INFINITY >> 1;
    return done;
}

/* --- halves --- */

uint64_t ir_run_half(uint64_t bits, bool ftz)
{
    return ftz && !(bits & 0x7c00) ? bits & SIGN16 : bits & 0xffff;
}

static double widened(uint64_t half)
{
    return (double)as_float(hw_fp16_widen((uint32_t)half & 0xffff));
}

/* The nearer of the neighbours below and above, of two the even one. */
uint64_t ir_run_to_half(uint64_t bits)
{
    const struct hw_conversion down = {.type = HW_TYPE_F16, .type2 = HW_TYPE_F64, .round = HW_ROUND_RM},
                               up = {.type = HW_TYPE_F16, .type2 = HW_TYPE_F64, .round = HW_ROUND_RP};
    const double x = as_double(bits);
    uint32_t flags = 0;
    const uint64_t low = hw_convert_f2f(&down, bits, &flags), high = hw_convert_f2f(&up, bits, &flags);
    const double below = isinf(widened(low)) ? -65536 : widened(low),
                 above = isinf(widened(high)) ? 65536 : widened(high);

    if (isnan(x) || isinf(x) || low == high)
        return low;
    if (x - below == above - x)
        return low & 1 ? high : low;
    return x - below < above - x ? low : high;
}

/* Computed in double, where products are exact, and rounded once; so a sum with one needs no fma, of which
 * valgrind's gives 0 for -0. */
static bool half(const struct hw_ir_insn *insn, const uint64_t *in, uint64_t *out)
{
    double x[3], result;

    for (unsigned i = 0; i < 3; i++)
        x[i] = widened(ir_run_half(in[i], insn->how.ftz));
    switch (insn->op) {
    case HW_IR_ABS: *out = ir_run_half(in[0], insn->how.ftz) & ~(uint64_t)SIGN16; return true;
    case HW_IR_NEG: *out = ir_run_half(in[0], insn->how.ftz) ^ SIGN16; return true;
    case HW_IR_ADD: result = x[0] + x[1]; break;
    case HW_IR_SUB: result = x[0] - x[1]; break;
    case HW_IR_MUL: result = x[0] * x[1]; break;
    case HW_IR_FMA: result = x[0] * x[1] + x[2]; break;
    case HW_IR_MIN: result = fmin(x[0], x[1]); break;
    case HW_IR_MAX: result = fmax(x[0], x[1]); break;
    default: return false;
    }
    if (insn->how.sat)
        result = result > 0 ? (result < 1 ? result : 1) : 0;
    *out = ir_run_half(ir_run_to_half(double_bits(result)), insn->how.ftz);
    return true;
}

bool ir_run_float(const struct hw_ir_insn *insn, const uint64_t in[4], uint64_t *out)
{
    uint64_t high[3], low_out, high_out;

    switch (insn->how.type) {
    case HW_TYPE_F32: return single(insn, in, out);
    case HW_TYPE_F64: return twofold(insn, in, out);
    case HW_TYPE_F16: return half(insn, in, out);
    default: break;
    }
    for (unsigned i = 0; i < 3; i++)
        high[i] = in[i] >> 16;
    if (!half(insn, in, &low_out) || !half(insn, high, &high_out))
        return false;
    *out = (low_out & 0xffff) | (high_out & 0xffff) << 16;
    return true;
}
