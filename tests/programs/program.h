/* SPDX-License-Identifier: MIT */
/* Test programs as tables: the CUDA kernels of tests/programs, each checked against a reference in C.
 *
 * Most kernels take (in, out, n): thread i of n reads `in` words at in + i * in and writes `out` words at
 * out + i * out.  The input is made by a deterministic generator in which every pair of edge values occurs.
 * The reference is a function of one thread's words (`each`), or of all of them (`whole`) where threads work
 * together.  A kernel that takes other parameters has a function of its own (`custom`).
 *
 * Every kernel is two tests for every variant (target and way of compiling) of its cubin: as it was compiled,
 * and as `as` makes it again from its listing without scheduling. */
#ifndef HW_TESTS_PROGRAMS_PROGRAM_H
#define HW_TESTS_PROGRAMS_PROGRAM_H

#include "device.h"

/* What the input words are. */
enum fill {
    FILL_INT,      /* edges of integers of all widths, and random words */
    FILL_FLOAT,    /* edges of binary32, random bits, random numbers of moderate size */
    FILL_DOUBLE,   /* pairs of words, the same for binary64 */
    FILL_HALF,     /* two binary16 in a word */
    FILL_MODERATE, /* binary32 between -4 and 4 */
    FILL_SMALL     /* integers from 0 to 255 */
};

/* When an output word is right. */
enum match {
    MATCH_WORDS,  /* equal */
    MATCH_FLOAT,  /* equal, or both a NaN of binary32 */
    MATCH_DOUBLE, /* pairs of words: equal, or both a NaN of binary64 */
    MATCH_HALF,   /* two binary16 in a word: equal, or both NaN */
    MATCH_NEAR,   /* binary32 within struct near */
    MATCH_NEAR64  /* binary64 within struct near */
};

/* How far a number may lie from the reference: either bound is enough. */
struct near {
    uint32_t ulps;
    double absolute;
};

/* One thread's words, and all threads' words: n is the number of threads. */
typedef void program_each(const uint32_t *in, uint32_t *out);
typedef void program_whole(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n);
typedef void program_custom(struct device *device);

#define PROGRAM_SCALARS 16

struct program {
    const char *kernel;
    unsigned from, to;       /* compute capability * 10, the first and the last that has it; 0: all */
    struct shape shape;      /* all zero: 8 blocks of 128 */
    uint32_t in, out;        /* words a thread */
    const uint32_t *scalars; /* parameters behind in, out and n, or NULL */
    uint32_t scalar_words;   /* at most PROGRAM_SCALARS */
    enum fill fill;
    enum match match;
    const struct near *near; /* MATCH_NEAR, MATCH_NEAR64: one for each number of a thread */
    program_each *each;
    program_whole *whole;
    program_custom *custom;
};

/* Run all programs of tests/data/programs/NAME.VARIANT.cubin for each variant of a list that ends with NULL,
 * as a cmocka group; returns what main should.  `async`: for which values of hw_launch_code.async beside 0, a
 * list that ends with 0; NULL: for none. */
int programs_run(const char *name, const struct program *programs, size_t count, const char *const *variants,
                 const uint64_t *async);

/* The variants that most programs have. */
#define PROGRAMS_COMMON    "sm_20", "sm_30", "sm_35", "sm_50", "sm_61"
#define PROGRAMS_TO_HOPPER "sm_70", "sm_75", "sm_80", "sm_86", "sm_90"
#define PROGRAMS_NEWER     PROGRAMS_TO_HOPPER, "sm_100", "sm_120"

#define PROGRAMS_RUN(name, programs, ...)                                  \
    programs_run(name, programs, sizeof(programs) / sizeof((programs)[0]), \
                 (const char *const[]){__VA_ARGS__, NULL}, NULL)

/* The same, and with asynchronous operations as late as can be, and at points drawn from seeds. */
#define PROGRAMS_RUN_ASYNC(name, programs, ...)                            \
    programs_run(name, programs, sizeof(programs) / sizeof((programs)[0]), \
                 (const char *const[]){__VA_ARGS__, NULL},                 \
                 (const uint64_t[]){HW_ASYNC_LATE, 1, 2, 3, 4, 5, 6, 0})

#endif
