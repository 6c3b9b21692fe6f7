/* SPDX-License-Identifier: MIT */
/* clang runs as a child process: it is started without a shell, has a time limit, and its output is
 * captured. */
#ifndef HW_COMPILER_CLANG_CLANG_PROCESS_H
#define HW_COMPILER_CLANG_CLANG_PROCESS_H

#include <halfwarp/status.h>

#include <stddef.h>

/* What a process wrote: malloc'ed, terminated by a NUL. */
struct hw_clang_text {
    char *text;
    size_t length;
};

/* Both streams of a process that has ended. */
struct hw_clang_result {
    struct hw_clang_text out, messages; /* standard output and standard error */
    int status;                         /* of its exit; 128 and the number of the signal that ended it */
};

/* Run the program at the path arguments[0]; the list ends with NULL.  Its standard input is empty.
 * HW_OK: it ran and ended, however; hw_clang_result_free frees the result, also that of a failure.
 * HW_ERR_LIMIT: it took longer than `seconds` and was ended. */
hw_status hw_clang_run(char *const *arguments, unsigned seconds, struct hw_clang_result *result,
                       struct hw_error *error);

void hw_clang_result_free(struct hw_clang_result *result);

#endif
