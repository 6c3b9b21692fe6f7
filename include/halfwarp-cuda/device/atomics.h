/* SPDX-License-Identifier: MIT */
/* Atomics.  What a target lacks is a loop around compare-and-swap.  The scopes of a block and of the system
 * are instructions from sm_60 on; before that every atomic has the scope of the device, and these are it. */
#ifndef HALFWARP_CUDA_DEVICE_ATOMICS_H
#define HALFWARP_CUDA_DEVICE_ATOMICS_H

#include "numbers.h"

/* Compare-and-swap of a word or two: the base of the others. */
HW_DEVICE int atomicCAS(int *address, int compare, int value)
{
    return __nvvm_atom_cas_gen_i(address, compare, value);
}
HW_DEVICE unsigned atomicCAS(unsigned *address, unsigned compare, unsigned value)
{
    return (unsigned)__nvvm_atom_cas_gen_i((int *)address, (int)compare, (int)value);
}
HW_DEVICE unsigned long long atomicCAS(unsigned long long *address, unsigned long long compare,
                                       unsigned long long value)
{
    return (unsigned long long)__nvvm_atom_cas_gen_ll((long long *)address, (long long)compare,
                                                      (long long)value);
}

template <int size> struct hw_atomic_word {
    typedef unsigned type;
};
template <> struct hw_atomic_word<8> {
    typedef unsigned long long type;
};

/* The loop: `change` makes the new value of the old one. */
template <class T, class Change> HW_DEVICE T hw_atomic_loop(T *address, Change change)
{
    typedef typename hw_atomic_word<sizeof(T)>::type word;
    word *place = (word *)address, old = *(volatile word *)place, seen;
    do {
        seen = old;
        T value, changed;
        __builtin_memcpy(&value, &seen, sizeof value);
        changed = change(value);
        word next;
        __builtin_memcpy(&next, &changed, sizeof next);
        old = atomicCAS(place, seen, next);
    } while (old != seen);
    T result;
    __builtin_memcpy(&result, &old, sizeof result);
    return result;
}

#define HW_ATOMIC(name, T, builtin, U)             \
    HW_DEVICE T name(T *address, T value)          \
    {                                              \
        return (T)builtin((U *)address, (U)value); \
    }
#define HW_ATOMIC_LOOP(name, T, expression)                                               \
    HW_DEVICE T name(T *address, T value)                                                 \
    {                                                                                     \
        return hw_atomic_loop(                                                            \
            address, [value](T old) __attribute__((device)) { return (T)(expression); }); \
    }
/* clang-format off */
HW_ATOMIC(atomicAdd, int, __nvvm_atom_add_gen_i, int)
HW_ATOMIC(atomicAdd, unsigned, __nvvm_atom_add_gen_i, int)
HW_ATOMIC(atomicAdd, unsigned long long, __nvvm_atom_add_gen_ll, long long)
HW_ATOMIC(atomicAdd, float, __nvvm_atom_add_gen_f, float)
#if __CUDA_ARCH__ >= 600
HW_ATOMIC(atomicAdd, double, __nvvm_atom_add_gen_d, double)
#else
HW_ATOMIC_LOOP(atomicAdd, double, old + value)
#endif
HW_ATOMIC(atomicExch, int, __nvvm_atom_xchg_gen_i, int)
HW_ATOMIC(atomicExch, unsigned, __nvvm_atom_xchg_gen_i, int)
HW_ATOMIC(atomicExch, unsigned long long, __nvvm_atom_xchg_gen_ll, long long)
HW_ATOMIC(atomicMin, int, __nvvm_atom_min_gen_i, int)
HW_ATOMIC(atomicMin, unsigned, __nvvm_atom_min_gen_ui, unsigned)
HW_ATOMIC(atomicMax, int, __nvvm_atom_max_gen_i, int)
HW_ATOMIC(atomicMax, unsigned, __nvvm_atom_max_gen_ui, unsigned)
HW_ATOMIC(atomicInc, unsigned, __nvvm_atom_inc_gen_ui, unsigned)
HW_ATOMIC(atomicDec, unsigned, __nvvm_atom_dec_gen_ui, unsigned)
HW_ATOMIC(atomicAnd, int, __nvvm_atom_and_gen_i, int)
HW_ATOMIC(atomicAnd, unsigned, __nvvm_atom_and_gen_i, int)
HW_ATOMIC(atomicOr, int, __nvvm_atom_or_gen_i, int)
HW_ATOMIC(atomicOr, unsigned, __nvvm_atom_or_gen_i, int)
HW_ATOMIC(atomicXor, int, __nvvm_atom_xor_gen_i, int)
HW_ATOMIC(atomicXor, unsigned, __nvvm_atom_xor_gen_i, int)
#if __CUDA_ARCH__ >= 320
HW_ATOMIC(atomicMin, long long, __nvvm_atom_min_gen_ll, long long)
HW_ATOMIC(atomicMin, unsigned long long, __nvvm_atom_min_gen_ull, unsigned long long)
HW_ATOMIC(atomicMax, long long, __nvvm_atom_max_gen_ll, long long)
HW_ATOMIC(atomicMax, unsigned long long, __nvvm_atom_max_gen_ull, unsigned long long)
HW_ATOMIC(atomicAnd, unsigned long long, __nvvm_atom_and_gen_ll, long long)
HW_ATOMIC(atomicOr, unsigned long long, __nvvm_atom_or_gen_ll, long long)
HW_ATOMIC(atomicXor, unsigned long long, __nvvm_atom_xor_gen_ll, long long)
#else
HW_ATOMIC_LOOP(atomicMin, long long, old < value ? old : value)
HW_ATOMIC_LOOP(atomicMin, unsigned long long, old < value ? old : value)
HW_ATOMIC_LOOP(atomicMax, long long, old > value ? old : value)
HW_ATOMIC_LOOP(atomicMax, unsigned long long, old > value ? old : value)
HW_ATOMIC_LOOP(atomicAnd, unsigned long long, old & value)
HW_ATOMIC_LOOP(atomicOr, unsigned long long, old | value)
HW_ATOMIC_LOOP(atomicXor, unsigned long long, old ^ value)
#endif
/* clang-format on */

HW_DEVICE int atomicSub(int *address, int value)
{
    return atomicAdd(address, -value);
}
HW_DEVICE unsigned atomicSub(unsigned *address, unsigned value)
{
    return atomicAdd(address, 0u - value);
}
HW_DEVICE float atomicExch(float *address, float value)
{
    return __int_as_float(atomicExch((int *)address, __float_as_int(value)));
}

#if __CUDA_ARCH__ >= 700
HW_DEVICE unsigned short atomicCAS(unsigned short *address, unsigned short compare, unsigned short value)
{
    unsigned short old;
    asm volatile("atom.cas.b16 %0, [%1], %2, %3;"
                 : "=h"(old)
                 : "l"(address), "h"(compare), "h"(value)
                 : "memory");
    return old;
}
#endif

/* The other scopes. */
#if __CUDA_ARCH__ >= 600
#define HW_SCOPED2(name, T, scope, ptx_scope, operation, letter)     \
    HW_DEVICE T name##scope(T *address, T value)                     \
    {                                                                \
        T old;                                                       \
        asm volatile("atom" ptx_scope "." operation " %0, [%1], %2;" \
                     : "=" letter(old)                               \
                     : "l"(address), letter(value)                   \
                     : "memory");                                    \
        return old;                                                  \
    }
#define HW_SCOPED_CAS(T, scope, ptx_scope, bits, letter)               \
    HW_DEVICE T atomicCAS##scope(T *address, T compare, T value)       \
    {                                                                  \
        T old;                                                         \
        asm volatile("atom" ptx_scope ".cas" bits " %0, [%1], %2, %3;" \
                     : "=" letter(old)                                 \
                     : "l"(address), letter(compare), letter(value)    \
                     : "memory");                                      \
        return old;                                                    \
    }
#else
#define HW_SCOPED2(name, T, scope, ptx_scope, operation, letter) \
    HW_DEVICE T name##scope(T *address, T value)                 \
    {                                                            \
        return name(address, value);                             \
    }
#define HW_SCOPED_CAS(T, scope, ptx_scope, bits, letter)         \
    HW_DEVICE T atomicCAS##scope(T *address, T compare, T value) \
    {                                                            \
        return atomicCAS(address, compare, value);               \
    }
#endif

#define HW_SCOPE(scope, ptx)                                                \
    HW_SCOPED2(atomicAdd, int, scope, ptx, "add.s32", "r")                  \
    HW_SCOPED2(atomicAdd, unsigned, scope, ptx, "add.u32", "r")             \
    HW_SCOPED2(atomicAdd, unsigned long long, scope, ptx, "add.u64", "l")   \
    HW_SCOPED2(atomicAdd, float, scope, ptx, "add.f32", "f")                \
    HW_SCOPED2(atomicAdd, double, scope, ptx, "add.f64", "d")               \
    HW_SCOPED2(atomicExch, int, scope, ptx, "exch.b32", "r")                \
    HW_SCOPED2(atomicExch, unsigned, scope, ptx, "exch.b32", "r")           \
    HW_SCOPED2(atomicExch, unsigned long long, scope, ptx, "exch.b64", "l") \
    HW_SCOPED2(atomicExch, float, scope, ptx, "exch.b32", "f")              \
    HW_SCOPED2(atomicMin, int, scope, ptx, "min.s32", "r")                  \
    HW_SCOPED2(atomicMin, unsigned, scope, ptx, "min.u32", "r")             \
    HW_SCOPED2(atomicMin, long long, scope, ptx, "min.s64", "l")            \
    HW_SCOPED2(atomicMin, unsigned long long, scope, ptx, "min.u64", "l")   \
    HW_SCOPED2(atomicMax, int, scope, ptx, "max.s32", "r")                  \
    HW_SCOPED2(atomicMax, unsigned, scope, ptx, "max.u32", "r")             \
    HW_SCOPED2(atomicMax, long long, scope, ptx, "max.s64", "l")            \
    HW_SCOPED2(atomicMax, unsigned long long, scope, ptx, "max.u64", "l")   \
    HW_SCOPED2(atomicInc, unsigned, scope, ptx, "inc.u32", "r")             \
    HW_SCOPED2(atomicDec, unsigned, scope, ptx, "dec.u32", "r")             \
    HW_SCOPED2(atomicAnd, int, scope, ptx, "and.b32", "r")                  \
    HW_SCOPED2(atomicAnd, unsigned, scope, ptx, "and.b32", "r")             \
    HW_SCOPED2(atomicAnd, unsigned long long, scope, ptx, "and.b64", "l")   \
    HW_SCOPED2(atomicOr, int, scope, ptx, "or.b32", "r")                    \
    HW_SCOPED2(atomicOr, unsigned, scope, ptx, "or.b32", "r")               \
    HW_SCOPED2(atomicOr, unsigned long long, scope, ptx, "or.b64", "l")     \
    HW_SCOPED2(atomicXor, int, scope, ptx, "xor.b32", "r")                  \
    HW_SCOPED2(atomicXor, unsigned, scope, ptx, "xor.b32", "r")             \
    HW_SCOPED2(atomicXor, unsigned long long, scope, ptx, "xor.b64", "l")   \
    HW_SCOPED_CAS(int, scope, ptx, ".b32", "r")                             \
    HW_SCOPED_CAS(unsigned, scope, ptx, ".b32", "r")                        \
    HW_SCOPED_CAS(unsigned long long, scope, ptx, ".b64", "l")              \
    HW_DEVICE int atomicSub##scope(int *address, int value)                 \
    {                                                                       \
        return atomicAdd##scope(address, -value);                           \
    }                                                                       \
    HW_DEVICE unsigned atomicSub##scope(unsigned *address, unsigned value)  \
    {                                                                       \
        return atomicAdd##scope(address, 0u - value);                       \
    }
/* clang-format off */
HW_SCOPE(_block, ".cta")
HW_SCOPE(_system, ".sys")
/* clang-format on */
#undef HW_SCOPE
#undef HW_SCOPED2
#undef HW_SCOPED_CAS
#undef HW_ATOMIC
#undef HW_ATOMIC_LOOP

#endif
