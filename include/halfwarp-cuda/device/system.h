/* SPDX-License-Identifier: MIT */
/* What kernels ask of the system: printf, memory, assert, ends of a kernel; and reads of memory by the way
 * they take. */
#ifndef HALFWARP_CUDA_DEVICE_SYSTEM_H
#define HALFWARP_CUDA_DEVICE_SYSTEM_H

#include "vectors.h"

extern "C" {
__device__ int vprintf(const char *format, const char *arguments);
__device__ int printf(const char *format, ...); /* clang makes vprintf of it */
/* By another name, and through an assembly that does nothing, since clang takes a malloc whose memory is
 * unused for one that succeeds and need not be. */
__device__ void *hw_allocate(size_t bytes) __asm__("malloc") __attribute__((nothrow));
HW_DEVICE void *malloc(size_t bytes)
{
    void *memory = hw_allocate(bytes);
    asm volatile("" : "+l"(memory));
    return memory;
}
__device__ void free(void *memory) __attribute__((nothrow));
__device__ void __assertfail(const char *condition, const char *file, unsigned line, const char *function,
                             size_t character_bytes) __attribute__((noreturn));
HW_DEVICE void *memcpy(void *to, const void *from, size_t bytes)
{
    return __builtin_memcpy(to, from, bytes);
}
HW_DEVICE void *memmove(void *to, const void *from, size_t bytes)
{
    return __builtin_memmove(to, from, bytes);
}
HW_DEVICE void *memset(void *to, int value, size_t bytes)
{
    return __builtin_memset(to, value, bytes);
}
/* What the host's assert() calls. */
__device__ static inline __attribute__((noreturn, unused)) void
__assert_fail(const char *condition, const char *file, unsigned line, const char *function)
{
    __assertfail(condition, file, line, function, sizeof(char));
}
}

HW_DEVICE void __trap()
{
    asm volatile("trap;");
}
HW_DEVICE void __brkpt()
{
    asm volatile("brkpt;");
}
HW_DEVICE void __prof_trigger(int counter)
{
    (void)counter;
}
HW_DEVICE unsigned __isGlobal(const void *address)
{
    return __nvvm_isspacep_global(address);
}
HW_DEVICE unsigned __isShared(const void *address)
{
    return __nvvm_isspacep_shared(address);
}
HW_DEVICE unsigned __isConstant(const void *address)
{
    return __nvvm_isspacep_const(address);
}
HW_DEVICE unsigned __isLocal(const void *address)
{
    return __nvvm_isspacep_local(address);
}
HW_DEVICE size_t __cvta_generic_to_shared(const void *address)
{
    size_t offset;
    asm("cvta.to.shared.u64 %0, %1;" : "=l"(offset) : "l"(address));
    return offset;
}
HW_DEVICE size_t __cvta_generic_to_global(const void *address)
{
    size_t offset;
    asm("cvta.to.global.u64 %0, %1;" : "=l"(offset) : "l"(address));
    return offset;
}

/* Loads and stores with a rule for caches.  A read through the cache of textures is one of sm_32 on. */
#define HW_LOADS(name, code, T, PTX_TYPE, letter, word)                              \
    HW_DEVICE T name(const T *address)                                               \
    {                                                                                \
        word value;                                                                  \
        asm volatile(code PTX_TYPE " %0, [%1];" : "=" letter(value) : "l"(address)); \
        return (T)value;                                                             \
    }
#define HW_LOADS2(name, code, T, element, PTX_TYPE, letter, word)                                           \
    HW_DEVICE T name(const T *address)                                                                      \
    {                                                                                                       \
        word x, y;                                                                                          \
        asm volatile(code ".v2" PTX_TYPE " {%0, %1}, [%2];" : "=" letter(x), "=" letter(y) : "l"(address)); \
        return T{(element)x, (element)y};                                                                   \
    }
#define HW_LOADS4(name, code, T, element, PTX_TYPE, letter, word)                 \
    HW_DEVICE T name(const T *address)                                            \
    {                                                                             \
        word x, y, z, w;                                                          \
        asm volatile(code ".v4" PTX_TYPE " {%0, %1, %2, %3}, [%4];"               \
                     : "=" letter(x), "=" letter(y), "=" letter(z), "=" letter(w) \
                     : "l"(address));                                             \
        return T{(element)x, (element)y, (element)z, (element)w};                 \
    }
/* clang-format off */
#define HW_LOAD_ALL(name, code)                                                                              \
    HW_LOADS(name, code, char, ".s8", "r", int)                                                              \
    HW_LOADS(name, code, signed char, ".s8", "r", int)                                                       \
    HW_LOADS(name, code, unsigned char, ".u8", "r", unsigned)                                                \
    HW_LOADS(name, code, short, ".s16", "h", short)                                                          \
    HW_LOADS(name, code, unsigned short, ".u16", "h", unsigned short)                                        \
    HW_LOADS(name, code, int, ".s32", "r", int)                                                              \
    HW_LOADS(name, code, unsigned, ".u32", "r", unsigned)                                                    \
    HW_LOADS(name, code, long, ".s64", "l", long)                                                            \
    HW_LOADS(name, code, unsigned long, ".u64", "l", unsigned long)                                          \
    HW_LOADS(name, code, long long, ".s64", "l", long long)                                                  \
    HW_LOADS(name, code, unsigned long long, ".u64", "l", unsigned long long)                                \
    HW_LOADS(name, code, float, ".f32", "f", float)                                                          \
    HW_LOADS(name, code, double, ".f64", "d", double)                                                        \
    HW_LOADS2(name, code, char2, signed char, ".s8", "r", int)                                               \
    HW_LOADS2(name, code, uchar2, unsigned char, ".u8", "r", unsigned)                                       \
    HW_LOADS2(name, code, short2, short, ".s16", "h", short)                                                 \
    HW_LOADS2(name, code, ushort2, unsigned short, ".u16", "h", unsigned short)                              \
    HW_LOADS2(name, code, int2, int, ".s32", "r", int)                                                       \
    HW_LOADS2(name, code, uint2, unsigned, ".u32", "r", unsigned)                                            \
    HW_LOADS2(name, code, longlong2, long long, ".s64", "l", long long)                                      \
    HW_LOADS2(name, code, ulonglong2, unsigned long long, ".u64", "l", unsigned long long)                   \
    HW_LOADS2(name, code, float2, float, ".f32", "f", float)                                                 \
    HW_LOADS2(name, code, double2, double, ".f64", "d", double)                                              \
    HW_LOADS4(name, code, char4, signed char, ".s8", "r", int)                                               \
    HW_LOADS4(name, code, uchar4, unsigned char, ".u8", "r", unsigned)                                       \
    HW_LOADS4(name, code, short4, short, ".s16", "h", short)                                                 \
    HW_LOADS4(name, code, ushort4, unsigned short, ".u16", "h", unsigned short)                              \
    HW_LOADS4(name, code, int4, int, ".s32", "r", int)                                                       \
    HW_LOADS4(name, code, uint4, unsigned, ".u32", "r", unsigned)                                            \
    HW_LOADS4(name, code, float4, float, ".f32", "f", float)
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 320
HW_LOAD_ALL(__ldg, "ld.global.nc")
#else
HW_LOAD_ALL(__ldg, "ld.global")
#endif
HW_LOAD_ALL(__ldca, "ld.global.ca")
HW_LOAD_ALL(__ldcg, "ld.global.cg")
HW_LOAD_ALL(__ldcs, "ld.global.cs")
HW_LOAD_ALL(__ldlu, "ld.global.lu")
HW_LOAD_ALL(__ldcv, "ld.global.cv")
/* clang-format on */
#undef HW_LOAD_ALL
#undef HW_LOADS
#undef HW_LOADS2
#undef HW_LOADS4

/* Stores: __stwb, __stcg, __stcs, __stwt of a scalar. */
#define HW_STORE(name, code, T, PTX_TYPE, letter)                                            \
    HW_DEVICE void name(T *address, T value)                                                 \
    {                                                                                        \
        asm volatile(code PTX_TYPE " [%0], %1;" : : "l"(address), letter(value) : "memory"); \
    }
#define HW_STORE_ALL(name, code)                          \
    HW_STORE(name, code, int, ".s32", "r")                \
    HW_STORE(name, code, unsigned, ".u32", "r")           \
    HW_STORE(name, code, long long, ".s64", "l")          \
    HW_STORE(name, code, unsigned long long, ".u64", "l") \
    HW_STORE(name, code, float, ".f32", "f")              \
    HW_STORE(name, code, double, ".f64", "d")
/* clang-format off */
HW_STORE_ALL(__stwb, "st.global.wb")
HW_STORE_ALL(__stcg, "st.global.cg")
HW_STORE_ALL(__stcs, "st.global.cs")
HW_STORE_ALL(__stwt, "st.global.wt")
/* clang-format on */
#undef HW_STORE_ALL
#undef HW_STORE

#endif
