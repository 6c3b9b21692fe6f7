/* SPDX-License-Identifier: MIT */
/* Whole files in memory, for tests: what tests/data holds, and the corpus (corpus.h). */
#ifndef HW_TESTS_SAMPLES_H
#define HW_TESTS_SAMPLES_H

#include <stddef.h>
#include <stdint.h>

struct sample {
    char name[256]; /* of a list's files without the folder */
    uint8_t *bytes; /* and a NUL behind them */
    size_t size;
};

/* One file, by its path from the root of the repository; the test fails where there is none.  The caller
 * frees its bytes. */
struct sample sample_read(const char *path);

/* All files in a folder whose names end so, in the order of their names; *count is 0 where there is no such
 * folder. The caller frees the list with sample_free. */
struct sample *sample_files(const char *folder, const char *ending, size_t *count);

/* All cubins in a folder of the repository: the test fails where there are none. */
struct sample *sample_cubins(const char *folder, size_t *count);
void sample_free(struct sample *samples, size_t count);

#endif
