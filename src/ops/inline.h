/* SPDX-License-Identifier: MIT */
/* HW_INLINE forces inlining of functions whose parameters are constants in their callers.
 *
 * Accesses to memory are stamped out for every width and space of memory from a few such functions, and are
 * fast because each copy keeps only what it needs.  Builds that are only tested (HW_LESS_INLINE) leave the
 * choice to the compiler: a file takes half as long with clang, and a tenth with a sanitizer, whose checks
 * are the same in all copies. */
#ifndef HW_OPS_INLINE_H
#define HW_OPS_INLINE_H

#ifdef HW_LESS_INLINE
#define HW_INLINE static inline
#else
#define HW_INLINE static inline __attribute__((always_inline))
#endif

#endif
