/* Whether this is a build whose sanitizer keeps its own memory where that of devices would be: pointers of
 * the host and of devices cannot be the same there. */
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

#endif
