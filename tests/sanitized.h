/* SPDX-License-Identifier: MIT */
/* The sanitizer that the tests are built with.
 *
 * SANITIZED: it keeps its own memory where that of devices would be; pointers of the host and of devices
 * cannot be the same there.  ADDRESS_SANITIZED: it is the one that finds accesses beyond what was taken.
 * ONE_THREAD_STEP(n): under the thread sanitizer n, else 1.  That sanitizer finds nothing in work on one
 * thread and makes it fifteen times as long: of many like inputs such a test takes every nth there.
 * RACING_WORKERS(n): under the thread sanitizer 1, else n: for kernels whose blocks race through plain loads
 * and stores, as kernels that wait for each other do; it would report their races as ours. */
#ifndef HW_TESTS_SANITIZED_H
#define HW_TESTS_SANITIZED_H

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

#ifdef __SANITIZE_ADDRESS__
#define ADDRESS_SANITIZED 1
#elif defined(__has_feature)
#define ADDRESS_SANITIZED __has_feature(address_sanitizer)
#else
#define ADDRESS_SANITIZED 0
#endif

#define ONE_THREAD_STEP(n) 1
#define RACING_WORKERS(n)  (n)
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#undef ONE_THREAD_STEP
#define ONE_THREAD_STEP(n) (n)
#undef RACING_WORKERS
#define RACING_WORKERS(n) 1
#endif
#endif

#endif
