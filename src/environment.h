/* SPDX-License-Identifier: MIT */
/* This file declares the environment variables that halfwarp reads, and checks their values.
 *
 * A value that is none of those allowed is an error, which the commands, launches and our CUDA libraries give
 * before anything runs: a word that is misspelled is not to be taken for one that was omitted. */
#ifndef HW_ENVIRONMENT_H
#define HW_ENVIRONMENT_H

#include <halfwarp/status.h>

#include <stdbool.h>
#include <stdint.h>

#define HW_MOST_WORKERS_WANTED 256    /* at most */
#define HW_MOST_MHZ_WANTED     100000 /* of a clock, at most */

/* Name, what its value is (enum environment_kind), and which: the words that are allowed, with bars between
 * them, and the least and the largest number.  ANY: a file, a folder, or what has a check where it is read.
 */
/* clang-format off */
#define HW_ENVIRONMENT(ROW) \
    ROW(ASYNC, WORD_OR_WHOLE, "early|late", 1, 4294967295.0) \
    ROW(CHIP, ANY, "", 0, 0) \
    ROW(CLANG, ANY, "", 0, 0) \
    ROW(COVERAGE, OUTPUT, "", 0, 0) \
    ROW(COVERAGE_BY, WORD, "line|instruction", 0, 0) \
    ROW(CUDA_HEADERS, ANY, "", 0, 0) \
    ROW(ENGINE, WORD, "auto|interpreter|jit|baseline", 0, 0) \
    ROW(FAIL, ANY, "", 0, 0) \
    ROW(GUARD, WORD, "0|1", 0, 0) \
    ROW(HOST_LIBRARIES, ANY, "", 0, 0) \
    ROW(JITLINK, WORD_OR_FILE, "own", 0, 0) \
    ROW(JIT_CACHE, ANY, "", 0, 0) \
    ROW(JIT_CACHE_SIZE, ANY, "", 0, 0) \
    ROW(JIT_DUMP, FOLDER, "", 0, 0) \
    ROW(JIT_SYMBOLS, FOLDER, "", 0, 0) \
    ROW(JIT_TIMES, ANY, "", 0, 0) \
    ROW(LOG, WORDS, "0|1|launches|calls|errors|ptx|libraries|json", 0, 0) \
    ROW(LOG_FILE, ANY, "", 0, 0) \
    ROW(MANGLED, WORD, "0|1", 0, 0) \
    ROW(MEMORY, SIZES, "", 0, 0) \
    ROW(METHODS, WORD, "0|1", 0, 0) \
    ROW(NVRTC, WORD, "own", 0, 0) \
    ROW(ORDER, WORD_OR_WHOLE, "fixed|free", 1, 4294967295.0) \
    ROW(PERF_MAP, WORD, "0|1", 0, 0) \
    ROW(PREVIEW, WORD, "0|1", 0, 0) \
    ROW(PYTHON, ANY, "", 0, 0) \
    ROW(REPLAY, WORD, "0|1|check|always", 0, 0) \
    ROW(SET, ANY, "", 0, 0) \
    ROW(SOBOL, ANY, "", 0, 0) \
    ROW(STRICT, WORD, "0|1", 0, 0) \
    ROW(SUMMARY, WORD, "0|1|json", 0, 0) \
    ROW(SWEEP_LOST, NUMBER, "seconds", 2, 1e6) \
    ROW(SWEEP_TOOL, ANY, "", 0, 0) \
    ROW(TIME, WORDS, "0|1|trace|csv|json|reuse", 0, 0) \
    ROW(TIMEOUT, NUMBER, "seconds", 0, 1e9) \
    ROW(TIME_CLOCK, WHOLE, "MHz", 0, HW_MOST_MHZ_WANTED) \
    ROW(TIME_EVENTS, ANY, "", 0, 0) \
    ROW(TIME_FILE, ANY, "", 0, 0) \
    ROW(TIME_MEMORY_CLOCK, WHOLE, "MHz", 0, HW_MOST_MHZ_WANTED) \
    ROW(TIME_METRICS, ANY, "", 0, 0) \
    ROW(WORKERS, WHOLE, "host threads", 0, HW_MOST_WORKERS_WANTED)
/* clang-format on */

#define HW_ENVIRONMENT_NUMBER(name, kind, which, least, most) HW_ENVIRONMENT_##name,
enum hw_environment { HW_ENVIRONMENT(HW_ENVIRONMENT_NUMBER) HW_ENVIRONMENT_COUNT };
#undef HW_ENVIRONMENT_NUMBER

/* The value as it is; NULL: it is not set, or empty. */
const char *hw_environment(enum hw_environment variable);

/* Of what has one word: which, by its index in the list; `otherwise` where it is not set, or wrong. */
unsigned hw_environment_word(enum hw_environment variable, unsigned otherwise);
/* The words 0 and 1: whether it is 1. */
bool hw_environment_is_on(enum hw_environment variable);
/* Of what has words with commas between them: whether this is one. */
bool hw_environment_has(enum hw_environment variable, const char *word);
/* Of a number: `otherwise` where it is not set, or wrong. */
double hw_environment_number(enum hw_environment variable, double otherwise);

/* Whether a variable has a value that is allowed; and whether all have. */
hw_status hw_environment_check_one(enum hw_environment variable, struct hw_error *error);
hw_status hw_environment_check(struct hw_error *error);

#endif
