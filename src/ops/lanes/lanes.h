/* SPDX-License-Identifier: MIT */
/* Lane functions (lanes_*.c) share these helpers, which read operands and write results.
 *
 * A file of lane functions is compiled once for each vector extension; HW_VARIANT is the name of the build
 * and the lists that it exports end in it, everything else in it is static.  The loops over lanes are plain C
 * that the compiler turns into vector code: no branch on data inside, results into a local register first,
 * then one masked store. */
#ifndef HW_OPS_LANES_LANES_H
#define HW_OPS_LANES_LANES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "ops/lanes/lane_functions.h"
#include "ops/scalar/cond.h"
#include "ops/lanes/lanes_narrow.h"
#include "ops/value_types.h"
#include "ops/uop.h"

#ifdef __AVX2__
#include <immintrin.h>
#endif

#ifndef HW_VARIANT
#define HW_VARIANT base
#endif
#define HW_LANES_PASTE(a, b)      a##b
#define HW_LANES_NAME(a, b)       HW_LANES_PASTE(a, b)
#define HW_LANE_FUNCTIONS(family) HW_LANES_NAME(hw_lanes_##family##_, HW_VARIANT)

/* A loop over lanes.  clang would unroll it before its vectoriser sees it. */
#if defined(__clang__) && SLICED && LANES == 16 /* a loop that is vectorized later, too (jit_optimize.c) */
#define FOR_LANES(l)                                                                                   \
    _Pragma("clang loop unroll(disable) vectorize_width(16) interleave_count(1)") for (unsigned l = 0; \
                                                                                       l < LANES; l++)
#elif defined(__clang__)
#define FOR_LANES(l) _Pragma("clang loop unroll(disable)") for (unsigned l = 0; l < LANES; l++)
#else
#define FOR_LANES(l) for (unsigned l = 0; l < LANES; l++)
#endif

/* A loop over those that execute, by `regs`: for what is done lane by lane. */
#define FOR_EXECUTING(l)                                                                           \
    for (uint32_t left_ = executing(regs), l; left_ && (l = (uint32_t)__builtin_ctz(left_), true); \
         left_ &= left_ - 1)

/* 32 words like a register's, on the stack. */
typedef struct {
    _Alignas(REGISTER_ALIGN) uint32_t lane[LANES];
} lanes;

/* Lane l's bit of a lane mask: a table, because not every vector extension shifts lane by lane. */
static const _Alignas(64) uint32_t lane_bit[HW_LANES] = {
    1u << 0,  1u << 1,  1u << 2,  1u << 3,  1u << 4,  1u << 5,  1u << 6,  1u << 7,
    1u << 8,  1u << 9,  1u << 10, 1u << 11, 1u << 12, 1u << 13, 1u << 14, 1u << 15,
    1u << 16, 1u << 17, 1u << 18, 1u << 19, 1u << 20, 1u << 21, 1u << 22, 1u << 23,
    1u << 24, 1u << 25, 1u << 26, 1u << 27, 1u << 28, 1u << 29, 1u << 30, 1u << 31,
};

/* How far above the lowest bit of its word a part begins. */
static inline unsigned part_shift(unsigned part)
{
    return part >= HW_PART_BYTE0 ? 8 * (part - HW_PART_BYTE0) : part == HW_PART_HIGH ? 16 : 0;
}

/* Which part of its register a conversion's source is. */
static inline unsigned source_part(const struct hw_uop *uop)
{
    return uop->convert.part ? uop->convert.part : uop->a_part;
}

/* An operand extended from `type` (an integer type of at most 32 bits) to words.  The result is the
 * register itself where nothing needs doing, else `buffer`. */
static inline const uint32_t *operand(const struct hw_regs *regs, unsigned reg, unsigned part, unsigned type,
                                      lanes *buffer)
{
    const uint32_t *source = register_at(regs, reg);
    const unsigned bits = hw_type_bits(type), low = part_shift(part);
    const unsigned left = 32 - (low + bits < 32 ? low + bits : 32), right = left + low;

    if (right == 0)
        return source;
    if (hw_type_signed(type))
        FOR_LANES(l)
            buffer->lane[l] = (uint32_t)((int32_t)(source[l] << left) >> right);
    else
        FOR_LANES(l)
            buffer->lane[l] = source[l] << left >> right;
    return buffer->lane;
}

/* The widest vectors of this build.  Copies are spelled with them because the compiler's memcpy uses
 * narrower ones, which cannot stay in the registers where the result is. */
#if defined(__AVX512F__) && LANES >= 16
#define VECTOR_BYTES 64
#elif defined(__AVX2__)
#define VECTOR_BYTES 32
#else
#define VECTOR_BYTES 16
#endif
typedef uint32_t vector __attribute__((vector_size(VECTOR_BYTES), may_alias));

static inline void copy_lanes(uint32_t *d, const uint32_t *value)
{
    for (unsigned i = 0; i < REGISTER_BYTES / VECTOR_BYTES; i++)
        ((vector *)(void *)d)[i] = ((const vector *)(const void *)value)[i];
}

/* The words of `value` where `exec` has a lane.  Vectors, for where a condition chooses between two registers
 * LLVM chooses between two addresses, and loads lane by lane. */
static inline void blend_lanes(uint32_t *d, const uint32_t *value, uint32_t exec)
{
#if VECTOR_BYTES == 64
    for (unsigned i = 0; i < LANES; i += 16)
        _mm512_store_si512(d + i, _mm512_mask_mov_epi32(_mm512_load_si512(d + i), (__mmask16)(exec >> i),
                                                        _mm512_load_si512(value + i)));
#else
    for (unsigned i = 0; i < REGISTER_BYTES / VECTOR_BYTES; i++) {
        vector *old = (vector *)(void *)d + i;
        const vector fresh = ((const vector *)(const void *)value)[i];
        const vector keep = (vector)((((const vector *)(const void *)lane_bit)[i] & exec) == 0);

        *old = (*old & keep) | (fresh & ~keep);
    }
#endif
}

/* Code for slices has no branch here: where the mask is known, the compiler finds out what becomes of it. */
static inline void write_lanes(const struct hw_regs *regs, unsigned reg, uint32_t exec, const uint32_t *value)
{
    uint32_t *d = register_at(regs, reg);

    if (!SLICED && exec == ALL_LANES)
        copy_lanes(d, value);
    else
        blend_lanes(d, value, exec);
}

/* Put the low halves of `value` into one half of the destination's words. */
static inline void merge_half(const struct hw_regs *regs, const struct hw_uop *uop, uint32_t *value)
{
    const uint32_t *d = register_at(regs, uop->d);
    const unsigned shift = uop->d_part == HW_PART_HIGH ? 16 : 0;

    FOR_LANES(l)
        value[l] = (d[l] & 0xffff0000u >> shift) | (value[l] & 0xffff) << shift;
}

/* Write the result; `value` is scratch afterwards.  Whole words go from where they were computed: what is
 * written first and read again, here or in store_fp32, comes back from memory. */
static inline void store(const struct hw_regs *regs, const struct hw_uop *uop, uint32_t *value)
{
    if (__builtin_expect(uop->d_part == HW_PART_WORD, 1)) {
        write_lanes(regs, uop->d, executing(regs), value);
        return;
    }
    merge_half(regs, uop, value);
    write_lanes(regs, uop->d, executing(regs), value);
}

static inline bool wants_flags(const struct hw_uop *uop)
{
    return uop->cond_out != HW_NO_REGISTER;
}

/* Of all lanes, into whole words, without flags: what the interpreter has shorter code for. */
static inline bool is_plain(const struct hw_regs *regs, const struct hw_uop *uop)
{
    return !SLICED && executing(regs) == ALL_LANES && !wants_flags(uop) && uop->d_part == HW_PART_WORD;
}

static inline void store_flags(const struct hw_regs *regs, const struct hw_uop *uop, const uint32_t *flags)
{
    write_lanes(regs, uop->cond_out, executing(regs), flags);
}

/* The lanes, as a mask, whose word has its highest bit set; by hand, for compilers collect bits slowly. */
static inline uint32_t lanes_with_sign(const uint32_t *reg)
{
#if defined(__AVX512DQ__) && VECTOR_BYTES == 64
    uint32_t mask = 0;

    for (unsigned l = 0; l < LANES; l += 16)
        mask |= (uint32_t)_mm512_movepi32_mask(_mm512_load_si512(reg + l)) << l;
    return mask;
#elif defined(__AVX2__)
    const __m256 *part = (const __m256 *)(const void *)reg;
    uint32_t mask = 0;

    for (unsigned i = 0; i < LANES / 8; i++)
        mask |= (uint32_t)_mm256_movemask_ps(part[i]) << 8 * i;
    return mask;
#else
    uint32_t mask = 0;

    FOR_LANES(l)
        mask |= reg[l] >> 31 ? lane_bit[l] : 0;
    return mask;
#endif
}

/* The opposite: words of all ones where a lane mask has its bit. */
static inline void words_of_lanes(uint32_t mask, lanes *reg)
{
#if defined(__AVX512DQ__) && VECTOR_BYTES == 64
    for (unsigned l = 0; l < LANES; l += 16)
        _mm512_store_si512(reg->lane + l, _mm512_movm_epi32((__mmask16)(mask >> l)));
#else
    FOR_LANES(l)
        reg->lane[l] = lane_bit[l] & mask ? ~0u : 0;
#endif
}

/* How a comparison meets a predicate: modifier bool. */
static inline uint32_t combine(unsigned logic, uint32_t x, uint32_t y)
{
    return logic == HW_LOGIC_AND ? x & y : logic == HW_LOGIC_OR ? x | y : x ^ y;
}

/* What every SETP does with the lanes whose comparison holds: two predicates, of it and of its opposite. */
static inline void store_comparison(struct hw_regs *regs, const struct hw_uop *uop, uint32_t holds)
{
    const uint32_t with = read_pred(regs, uop->p_in);

    write_pred(regs, uop->p_out, combine(uop->logic2, holds, with));
    write_pred(regs, uop->p_out2, combine(uop->logic2, ~holds, with));
}

/* Z and S of integers of `bits` bits. */
static inline void integer_flags(const uint32_t *value, unsigned bits, lanes *flags)
{
    const unsigned shift = 32 - bits;

    FOR_LANES(l)
        flags->lane[l] = (value[l] << shift == 0 ? HW_FLAG_Z : 0) | (value[l] << shift >> 31) * HW_FLAG_S;
}

static inline void store_integer_flags(const struct hw_regs *regs, const struct hw_uop *uop,
                                       const uint32_t *value, unsigned bits)
{
    lanes flags;

    integer_flags(value, bits, &flags);
    store_flags(regs, uop, flags.lane);
}

/* What every SET does: `truth` where a comparison and the predicate say so; else 0. */
static inline void store_truth(struct hw_regs *regs, const struct hw_uop *uop, uint32_t holds)
{
    const uint32_t mask = combine(uop->logic2, holds, read_pred(regs, uop->p_in)), truth = uop->truth;
    lanes value;

    words_of_lanes(mask, &value);
    FOR_LANES(l)
        value.lane[l] &= truth;
    if (wants_flags(uop))
        store_integer_flags(regs, uop, value.lane, 32);
    store(regs, uop, value.lane);
}

#endif
