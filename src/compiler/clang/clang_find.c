/* SPDX-License-Identifier: MIT */
/* Searches for clang: see clang_find.h.  Nothing is cached between two searches: each costs a few
 * milliseconds beside a compilation of hundreds. */
#include "compiler/clang/clang_find.h"

#include "compiler/clang/clang_process.h"
#include "own_file.h"
#include "program_path.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define OLDEST        14u
#define FIRST_SECONDS 30u /* for a clang to say its version */

/* In the order in which they are taken; newer ones write better PTX. */
static const char *const names[] = {"clang-19", "clang-18", "clang-17", "clang-16",
                                    "clang-15", "clang-14", "clang"};

/* --- the version --- */

static hw_status query_version(struct hw_clang *clang, struct hw_error *error)
{
    char *const arguments[] = {clang->path, (char[]){"-dumpversion"}, NULL};
    struct hw_clang_result result;
    hw_status status = hw_clang_run(arguments, FIRST_SECONDS, &result, error);

    if (status == HW_OK) {
        clang->version = result.status == 0 ? (unsigned)strtoul(result.out.text, NULL, 10) : 0;
        if (!clang->version)
            status = hw_fail(error, HW_ERR_FORMAT, "clang", "%.200s does not say its version", clang->path);
        else if (clang->version < OLDEST)
            status = hw_fail(error, HW_ERR_UNSUPPORTED, "clang",
                             "%.200s is clang %u; CUDA C++ needs 14 or later", clang->path, clang->version);
    }
    hw_clang_result_free(&result);
    return status;
}

/* --- the headers --- */

static bool has_headers(const char *folder)
{
    char file[HW_CLANG_PATH_MAX + 32];

    snprintf(file, sizeof file, "%s/cuda_runtime.h", folder);
    return access(file, R_OK) == 0;
}

/* A build lies within the sources (build, build/cuda), or has a link to its headers; an installation has
 * PREFIX/include beside PREFIX/bin and PREFIX/lib, or above PREFIX/lib/TRIPLE/halfwarp. */
static bool headers_above(const char *file, char folder[HW_CLANG_PATH_MAX])
{
    static const char *const candidates[] = {"include", "../include", "../../include", "../../../include"};
    const char *slash = strrchr(file, '/');

    for (size_t i = 0; slash && i < sizeof candidates / sizeof *candidates; i++) {
        char tried[2 * HW_CLANG_PATH_MAX];
        snprintf(tried, sizeof tried, "%.*s/%s/halfwarp-cuda", (int)(slash - file), file, candidates[i]);
        char *real = realpath(tried, NULL);
        const bool fits = real && strlen(real) < HW_CLANG_PATH_MAX && has_headers(real);
        if (fits)
            strcpy(folder, real);
        free(real);
        if (fits)
            return true;
    }
    return false;
}

hw_status hw_clang_headers(char folder[HW_CLANG_PATH_MAX], struct hw_error *error)
{
    const char *options = getenv("HALFWARP_CUDA_HEADERS");
    char self[PATH_MAX];

    if (options && *options) {
        if (strlen(options) < HW_CLANG_PATH_MAX && has_headers(options))
            return strcpy(folder, options), HW_OK;
        return hw_fail(error, HW_ERR_NOT_FOUND, "clang",
                       "HALFWARP_CUDA_HEADERS names %.200s, where there is no cuda_runtime.h", options);
    }
    if (hw_own_file(self) && headers_above(self, folder))
        return HW_OK;
    return hw_fail(
        error, HW_ERR_NOT_FOUND, "clang",
        "the headers for CUDA C++ are missing: HALFWARP_CUDA_HEADERS may name the folder halfwarp-cuda");
}

/* --- both --- */

static hw_status find_program(struct hw_clang *clang, struct hw_error *error)
{
    const char *options = getenv("HALFWARP_CLANG");

    if (options && *options) {
        if (hw_program_path(options, clang->path))
            return HW_OK;
        return hw_fail(error, HW_ERR_NOT_FOUND, "clang", "HALFWARP_CLANG names %.200s, which is no program",
                       options);
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (hw_program_path(names[i], clang->path))
            return HW_OK;
    return hw_fail(error, HW_ERR_NOT_FOUND, "clang",
                   "CUDA C++ needs clang 14 to 19 (package clang-19), which is not there; HALFWARP_CLANG may "
                   "name one");
}

hw_status hw_clang_find(struct hw_clang *clang, struct hw_error *error)
{
    memset(clang, 0, sizeof *clang);
    hw_status status = find_program(clang, error);
    if (status == HW_OK)
        status = query_version(clang, error);
    return status == HW_OK ? hw_clang_headers(clang->headers, error) : status;
}
