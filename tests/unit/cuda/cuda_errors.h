/* SPDX-License-Identifier: MIT */
/* For tests that bring about every error number of an API once.
 *
 * assert_error() notes what calls have returned.  In the end each number must have been seen, or be on the
 * test's list of those that nothing brings about, and not both. */
#ifndef HW_TESTS_CUDA_ERRORS_H
#define HW_TESTS_CUDA_ERRORS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include <cmocka.h>

static bool seen[1000];

#undef assert_error
#define assert_error(call, error)      \
    do {                               \
        assert_int_equal(call, error); \
        seen[error] = true;            \
    } while (0)

struct never {
    int error;
    const char *reason;
};

static inline void assert_seen_or_never(int error, const struct never *never, size_t count)
{
    bool is_never = false;

    for (size_t i = 0; i < count; i++)
        is_never |= never[i].error == error;
    if (seen[error] == is_never)
        fail_msg("error %d: %s", error, is_never ? "seen, and said never to be" : "not seen");
}

/* A kernel that waits at a barrier for more threads than there are. */
static const char stuck_listing[] =
    ".target sm_20\n.container elf64\n.kernel stuck\n.registers 4\n.barriers 4\n"
    ".param_base 32\n.param_bytes 0\n.code\n"
    "        BAR.RED.POPC RZ, 0x3, 0xa0, PT\n        EXIT\n.end\n";

#endif
