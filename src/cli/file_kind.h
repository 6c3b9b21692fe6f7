/* SPDX-License-Identifier: MIT */
/* A file that a subcommand does not read may be known all the same: then its error says what it is and what
 * takes it. */
#ifndef HW_CLI_FILE_KIND_H
#define HW_CLI_FILE_KIND_H

#include <halfwarp/status.h>

#include <stddef.h>

enum hw_file_kind {
    HW_FILE_UNKNOWN,
    HW_FILE_EMPTY,
    HW_FILE_TEXT, /* and none of these */
    HW_FILE_CUDA, /* CUDA C++ */
    HW_FILE_PTX,
    HW_FILE_LISTING, /* `halfwarp as` */
    HW_FILE_CUBIN,   /* in text */
    HW_FILE_ELF,
    HW_FILE_THIN, /* a static library that only names its members */
    HW_FILE_PYTHON,
    HW_FILE_SCRIPT,
    HW_FILE_JSON
};

enum hw_file_kind hw_file_kind(const void *data, size_t size);

/* Kinds as a set. */
#define HW_FILE_KIND(kind) (1u << (kind))

/* Whether a file is of a kind that the subcommand reads, or of none that is known here; else HW_ERR_FORMAT:
 * "expected a cubin; the file is PTX: `halfwarp cc ...`". */
hw_status hw_file_kind_check(const void *data, size_t size, unsigned kinds, const char *expected,
                             struct hw_error *error);

#endif
