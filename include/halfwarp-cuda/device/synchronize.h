/* SPDX-License-Identifier: MIT */
/* Barriers, fences, votes and shuffles.
 *
 * The instructions that name the lanes that take part (.sync) are used from sm_70 on; before that the lanes
 * of a warp that run are together, and older code has the shorter instructions, which old versions of PTX
 * have too. */
#ifndef HALFWARP_CUDA_DEVICE_SYNCHRONIZE_H
#define HALFWARP_CUDA_DEVICE_SYNCHRONIZE_H

#include "places.h"

#define HW_FULL_MASK 0xffffffffu

/* __syncthreads() is clang's own.  Clang 14 takes shared memory that only one function names for unchanged by
 * it. */
#if __clang_major__ < 15
HW_DEVICE void hw_synchronize()
{
    asm volatile("bar.sync 0;" : : : "memory");
}
#define __syncthreads() hw_synchronize()
#endif

HW_DEVICE int __syncthreads_count(int predicate)
{
    int count;
    asm volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0; bar.red.popc.u32 %0, 0, p; }"
                 : "=r"(count)
                 : "r"(predicate)
                 : "memory");
    return count;
}

#define HW_BARRIER_OF(name, operation)                                             \
    HW_DEVICE int name(int predicate)                                              \
    {                                                                              \
        int result;                                                                \
        asm volatile("{ .reg .pred p, q; setp.ne.s32 p, %1, 0; bar.red." operation \
                     ".pred q, 0, p; selp.s32 %0, 1, 0, q; }"                      \
                     : "=r"(result)                                                \
                     : "r"(predicate)                                              \
                     : "memory");                                                  \
        return result;                                                             \
    }
HW_BARRIER_OF(__syncthreads_and, "and")
HW_BARRIER_OF(__syncthreads_or, "or")
#undef HW_BARRIER_OF

HW_DEVICE void __threadfence_block()
{
    asm volatile("membar.cta;" : : : "memory");
}
HW_DEVICE void __threadfence()
{
    asm volatile("membar.gl;" : : : "memory");
}
HW_DEVICE void __threadfence_system()
{
    asm volatile("membar.sys;" : : : "memory");
}

HW_DEVICE void __syncwarp(unsigned mask = HW_FULL_MASK)
{
#if __CUDA_ARCH__ >= 700
    asm volatile("bar.warp.sync %0;" : : "r"(mask) : "memory");
#else
    (void)mask;
    asm volatile("" : : : "memory");
#endif
}

#if __CUDA_ARCH__ >= 700
#define HW_SYNC         ".sync"
#define HW_SYNC_MASK    ", %2"
#define HW_SHUFFLE_MASK ", %4"
#else
#define HW_SYNC
#define HW_SYNC_MASK
#define HW_SHUFFLE_MASK
#endif

#define HW_VOTE(name, operation)                                                           \
    HW_DEVICE int name##_sync(unsigned mask, int predicate)                                \
    {                                                                                      \
        int result;                                                                        \
        asm volatile("{ .reg .pred p, q; setp.ne.s32 p, %1, 0; vote" HW_SYNC "." operation \
                     ".pred q, p" HW_SYNC_MASK "; selp.s32 %0, 1, 0, q; }"                 \
                     : "=r"(result)                                                        \
                     : "r"(predicate), "r"(mask));                                         \
        return result;                                                                     \
    }                                                                                      \
    HW_DEVICE int name(int predicate)                                                      \
    {                                                                                      \
        return name##_sync(HW_FULL_MASK, predicate);                                       \
    }

/* clang-format off */
HW_VOTE(__all, "all")
HW_VOTE(__any, "any")
HW_VOTE(__uni, "uni")
/* clang-format on */
#undef HW_VOTE

HW_DEVICE unsigned __ballot_sync(unsigned mask, int predicate)
{
    unsigned result;
    asm volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0; vote" HW_SYNC ".ballot.b32 %0, p" HW_SYNC_MASK "; }"
                 : "=r"(result)
                 : "r"(predicate), "r"(mask));
    return result;
}
HW_DEVICE unsigned __ballot(int predicate)
{
    return __ballot_sync(HW_FULL_MASK, predicate);
}

HW_DEVICE unsigned __activemask()
{
#if __CUDA_ARCH__ >= 700
    unsigned result;
    asm volatile("activemask.b32 %0;" : "=r"(result));
    return result;
#else
    return __ballot(1);
#endif
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 300
/* Shuffles of a word: of what lane of its segment, and where the segment ends (`clamp`). */
#define HW_SHUFFLE_WORD(name, operation)                                                               \
    HW_DEVICE unsigned hw_shuffle_##name(unsigned mask, unsigned value, unsigned lane, unsigned clamp) \
    {                                                                                                  \
        unsigned result;                                                                               \
        asm volatile("shfl" HW_SYNC "." operation ".b32 %0, %1, %2, %3" HW_SHUFFLE_MASK ";"            \
                     : "=r"(result)                                                                    \
                     : "r"(value), "r"(lane), "r"(clamp), "r"(mask));                                  \
        return result;                                                                                 \
    }
HW_SHUFFLE_WORD(index, "idx")
HW_SHUFFLE_WORD(up, "up")
HW_SHUFFLE_WORD(down, "down")
HW_SHUFFLE_WORD(butterfly, "bfly")
#undef HW_SHUFFLE_WORD

/* A value of one or two words, word by word. */
#define HW_SHUFFLE(name, word, end)                                                                   \
    template <class T> HW_DEVICE T name##_sync(unsigned mask, T value, unsigned lane, int width = 32) \
    {                                                                                                 \
        unsigned words[(sizeof(T) + 3) / 4] = {};                                                     \
        __builtin_memcpy(words, &value, sizeof value);                                                \
        for (unsigned k = 0; k < (sizeof(T) + 3) / 4; k++)                                            \
            words[k] = hw_shuffle_##word(mask, words[k], lane, (unsigned)(32 - width) << 8 | (end));  \
        __builtin_memcpy(&value, words, sizeof value);                                                \
        return value;                                                                                 \
    }                                                                                                 \
    template <class T> HW_DEVICE T name(T value, unsigned lane, int width = 32)                       \
    {                                                                                                 \
        return name##_sync(HW_FULL_MASK, value, lane, width);                                         \
    }

/* clang-format off */
HW_SHUFFLE(__shfl, index, 31)
HW_SHUFFLE(__shfl_up, up, 0)
HW_SHUFFLE(__shfl_down, down, 31)
HW_SHUFFLE(__shfl_xor, butterfly, 31)
/* clang-format on */
#undef HW_SHUFFLE
#endif

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
template <class T> HW_DEVICE unsigned __match_any_sync(unsigned mask, T value)
{
    unsigned result;
    if (sizeof value == 8)
        asm volatile("match.any.sync.b64 %0, %1, %2;"
                     : "=r"(result)
                     : "l"(*(const unsigned long long *)&value), "r"(mask));
    else
        asm volatile("match.any.sync.b32 %0, %1, %2;"
                     : "=r"(result)
                     : "r"(*(const unsigned *)&value), "r"(mask));
    return result;
}

template <class T> HW_DEVICE unsigned __match_all_sync(unsigned mask, T value, int *predicate)
{
    unsigned result, all;
    if (sizeof value == 8)
        asm volatile("{ .reg .pred p; match.all.sync.b64 %0|p, %2, %3; selp.u32 %1, 1, 0, p; }"
                     : "=r"(result), "=r"(all)
                     : "l"(*(const unsigned long long *)&value), "r"(mask));
    else
        asm volatile("{ .reg .pred p; match.all.sync.b32 %0|p, %2, %3; selp.u32 %1, 1, 0, p; }"
                     : "=r"(result), "=r"(all)
                     : "r"(*(const unsigned *)&value), "r"(mask));
    *predicate = (int)all;
    return result;
}
#endif

#undef HW_SYNC
#undef HW_SYNC_MASK
#undef HW_SHUFFLE_MASK

HW_DEVICE void __nanosleep(unsigned nanoseconds)
{
#if __CUDA_ARCH__ >= 700
    asm volatile("nanosleep.u32 %0;" : : "r"(nanoseconds));
#else
    (void)nanoseconds;
#endif
}

#endif
