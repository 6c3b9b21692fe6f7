/* SPDX-License-Identifier: MIT */
/* Arithmetic on the two halves or four bytes of a word.  GK104 to GM107 have instructions for some of it,
 * which code here does not use: element by element is what others have. */
#ifndef HALFWARP_CUDA_DEVICE_PACKED_H
#define HALFWARP_CUDA_DEVICE_PACKED_H

#include "integers.h"

/* Elements as whole numbers, and a word of elements, which keep their last bits. */
template <int bits, bool is_signed> struct hw_packed {
    static constexpr int COUNT = 32 / bits, LEAST = is_signed ? -(1 << (bits - 1)) : 0;
    static constexpr int GREATEST = is_signed ? (1 << (bits - 1)) - 1 : (int)((1u << bits) - 1);
    static constexpr unsigned MASK = (1u << bits) - 1;

    HW_DEVICE int element(unsigned word, int k)
    {
        return is_signed ? (int)(word << (32 - bits * (k + 1))) >> (32 - bits)
                         : (int)(word >> bits * k & MASK);
    }

    HW_DEVICE int clamped(int x) { return x < LEAST ? LEAST : x > GREATEST ? GREATEST : x; }

    template <class Operation> HW_DEVICE unsigned each(unsigned a, unsigned b, Operation operation)
    {
        unsigned result = 0;
        for (int k = 0; k < COUNT; k++)
            result |= ((unsigned)operation(element(a, k), element(b, k)) & MASK) << bits * k;
        return result;
    }
};

#define HW_PACKED2(name, bits, is_signed, expression)                                      \
    HW_DEVICE unsigned name(unsigned a, unsigned b)                                        \
    {                                                                                      \
        typedef hw_packed<bits, is_signed> type;                                           \
        return type::each(                                                                 \
            a, b, [](int x, int y) __attribute__((device)) { return (int)(expression); }); \
    }
#define HW_PACKED1(name, bits, is_signed, expression)                                    \
    HW_DEVICE unsigned name(unsigned a)                                                  \
    {                                                                                    \
        typedef hw_packed<bits, is_signed> type;                                         \
        return type::each(                                                               \
            a, a, [](int x, int) __attribute__((device)) { return (int)(expression); }); \
    }
#define HW_PACKED_SUM(name, bits, is_signed)                            \
    HW_DEVICE unsigned name(unsigned a, unsigned b)                     \
    {                                                                   \
        typedef hw_packed<bits, is_signed> type;                        \
        unsigned sum = 0;                                               \
        for (int k = 0; k < type::COUNT; k++) {                         \
            const int x = type::element(a, k), y = type::element(b, k); \
            sum += (unsigned)(x > y ? x - y : y - x);                   \
        }                                                               \
        return sum;                                                     \
    }

/* Comparisons: all bits of an element, or its last. */
#define HW_PACKED_COMPARE(n, bits, relation, s, is_signed, compare)           \
    HW_PACKED2(__vcmp##relation##s##n, bits, is_signed, x compare y ? -1 : 0) \
    HW_PACKED2(__vset##relation##s##n, bits, is_signed, x compare y ? 1 : 0)

#define HW_PACKED(n, bits)                                                          \
    HW_PACKED2(__vadd##n, bits, false, x + y)                                       \
    HW_PACKED2(__vsub##n, bits, false, x - y)                                       \
    HW_PACKED2(__vaddss##n, bits, true, type::clamped(x + y))                       \
    HW_PACKED2(__vaddus##n, bits, false, type::clamped(x + y))                      \
    HW_PACKED2(__vsubss##n, bits, true, type::clamped(x - y))                       \
    HW_PACKED2(__vsubus##n, bits, false, type::clamped(x - y))                      \
    HW_PACKED2(__vavgs##n, bits, true, x + y < 0 ? (x + y) >> 1 : (x + y + 1) >> 1) \
    HW_PACKED2(__vavgu##n, bits, false, (x + y + 1) >> 1)                           \
    HW_PACKED2(__vhaddu##n, bits, false, (x + y) >> 1)                              \
    HW_PACKED2(__vmins##n, bits, true, x < y ? x : y)                               \
    HW_PACKED2(__vminu##n, bits, false, x < y ? x : y)                              \
    HW_PACKED2(__vmaxs##n, bits, true, x > y ? x : y)                               \
    HW_PACKED2(__vmaxu##n, bits, false, x > y ? x : y)                              \
    HW_PACKED2(__vabsdiffs##n, bits, true, x > y ? x - y : y - x)                   \
    HW_PACKED2(__vabsdiffu##n, bits, false, x > y ? x - y : y - x)                  \
    HW_PACKED1(__vabs##n, bits, true, x < 0 ? -x : x)                               \
    HW_PACKED1(__vabsss##n, bits, true, type::clamped(x < 0 ? -x : x))              \
    HW_PACKED1(__vneg##n, bits, true, -x)                                           \
    HW_PACKED1(__vnegss##n, bits, true, type::clamped(-x))                          \
    HW_PACKED_SUM(__vsads##n, bits, true)                                           \
    HW_PACKED_SUM(__vsadu##n, bits, false)                                          \
    HW_PACKED_COMPARE(n, bits, eq, , false, ==)                                     \
    HW_PACKED_COMPARE(n, bits, ne, , false, !=)                                     \
    HW_PACKED_COMPARE(n, bits, lt, s, true, <)                                      \
    HW_PACKED_COMPARE(n, bits, lt, u, false, <)                                     \
    HW_PACKED_COMPARE(n, bits, le, s, true, <=)                                     \
    HW_PACKED_COMPARE(n, bits, le, u, false, <=)                                    \
    HW_PACKED_COMPARE(n, bits, gt, s, true, >)                                      \
    HW_PACKED_COMPARE(n, bits, gt, u, false, >)                                     \
    HW_PACKED_COMPARE(n, bits, ge, s, true, >=)                                     \
    HW_PACKED_COMPARE(n, bits, ge, u, false, >=)
/* clang-format off */
HW_PACKED(2, 16)
HW_PACKED(4, 8)
/* clang-format on */

#undef HW_PACKED
#undef HW_PACKED1
#undef HW_PACKED2
#undef HW_PACKED_SUM
#undef HW_PACKED_COMPARE

#endif
