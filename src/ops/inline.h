/* SPDX-License-Identifier: MIT */
/* HW_INLINE: functions that become part of their callers, where their parameters are constants.
 *
 * Accesses to memory are stamped out for every width and space of memory from a few such functions, and are
 * fast because each copy keeps only what it needs.  A sanitizer's build (HW_SANITIZE) leaves the choice to
 * the compiler: the checks of all copies are the same, and with them in every copy a file takes ten times as
 * long. */
#ifndef HW_OPS_INLINE_H
#define HW_OPS_INLINE_H

#ifdef HW_SANITIZED
#define HW_INLINE static inline
#else
#define HW_INLINE static inline __attribute__((always_inline))
#endif

#endif
