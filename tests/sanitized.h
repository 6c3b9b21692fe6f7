/* What tests must know of the sanitizer that they are built with.
 *
 * SANITIZED: it keeps its own memory where that of devices would be; pointers of the host and of devices cannot be
 * the same there.  ONE_THREAD_STEP(n): under the thread sanitizer n, else 1.  That sanitizer finds nothing in work on
 * one thread and makes it fifteen times as long: of many like inputs such a test takes every nth there. */
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

#define ONE_THREAD_STEP(n) 1
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#undef ONE_THREAD_STEP
#define ONE_THREAD_STEP(n) (n)
#endif
#endif

#endif
