/* SPDX-License-Identifier: MIT */
/* Status codes and errors are how every part of halfwarp reports what went wrong.
 *
 * A function that can fail returns an hw_status.  If the caller passes a struct hw_error, the function fills
 * it with one sentence: what is wrong, where, and what was expected.  The caller owns the structure; nothing
 * is allocated and no global state is kept, so errors are as thread-safe as the call that made them.
 *
 * Stability: stable. */
#ifndef HALFWARP_STATUS_H
#define HALFWARP_STATUS_H

#include <stdarg.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum hw_status {
    HW_OK = 0,
    HW_ERR_ARGUMENT,    /* the caller passed something impossible (a null pointer, a size of zero) */
    HW_ERR_NO_MEMORY,   /* the host is out of memory */
    HW_ERR_IO,          /* a file could not be opened, read or written */
    HW_ERR_FORMAT,      /* the input is not what it claims to be: malformed, truncated, hostile */
    HW_ERR_SYNTAX,      /* text that is no instruction, directive or number */
    HW_ERR_RANGE,       /* a value that is understood but does not fit its field */
    HW_ERR_NOT_FOUND,   /* a name (chip, kernel, form, symbol) that does not exist */
    HW_ERR_UNSUPPORTED, /* understood, but not something this version does */
    HW_ERR_LAUNCH,      /* a launch that the chip cannot hold: grid, block, registers, shared memory */
    HW_ERR_FAULT,       /* the kernel itself went wrong: see struct hw_fault in machine.h */
    HW_ERR_LIMIT        /* a limit that the caller set was reached */
} hw_status;

/* One error.  `text` is a whole sentence without file name and line: those stand in their own
 * fields so that a tool can print `file:line:column: text` with the source line and a caret. */
struct hw_error {
    hw_status status;
    const char *module; /* "isa", "module", "machine", ...: static string, never freed */
    char text[320];     /* the sentence, always NUL-terminated */
    unsigned line;      /* 1-based, 0 where there is none */
    unsigned column;    /* 1-based, 0 where there is none */
    uint64_t offset;    /* byte offset in a binary input, where that is what locates it */
};

/* The status as one lower-case word ("range", "not found"), for logs and JSON. */
const char *hw_status_name(hw_status status);

/* Fill `error` (which may be NULL) with a printf-style sentence and return `status`.
 * Text that does not fit is cut; line, column and offset are set to 0. */
hw_status hw_fail(struct hw_error *error, hw_status status, const char *module, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 4, 5)))
#endif
    ;

#ifdef __cplusplus
}
#endif
#endif
