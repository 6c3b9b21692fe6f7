/* SPDX-License-Identifier: MIT */
/* Two symbols for one function of a drop-in library.
 *
 * A program's call comes to an entry, which tools/exportgen makes (it may make the call fail: inject.h); what
 * the function does is its body, which the library's own code calls, so that only calls of the program are
 * counted.  C code knows both by one name, which __func__ has, too: a program's code as the entry, the
 * library's (HW_API_INSIDE) as the body. */
#ifndef HW_CUDA_INJECT_API_BODY_H
#define HW_CUDA_INJECT_API_BODY_H

#ifdef HW_API_INSIDE
#define HW_API_BODY(name)  __asm__("hw_body_" #name) __attribute__((visibility("hidden")))
#define HW_API_ENTRY(name) __asm__(#name) __attribute__((visibility("default")))
#else
#define HW_API_BODY(name)
#endif

#endif
