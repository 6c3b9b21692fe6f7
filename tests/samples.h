/* The samples in the repository, for tests: files that tests/data and tests/programs hold. */
#ifndef HW_TESTS_SAMPLES_H
#define HW_TESTS_SAMPLES_H

#include <stddef.h>
#include <stdint.h>

struct sample {
    char name[256];
    uint8_t *bytes;
    size_t size;
};

/* One file, by its path from the root of the repository; the test fails where there is none.  The caller
 * frees it. */
struct sample sample_read(const char *path);

/* All cubins in a folder, in the order of their names; the caller frees each one's bytes and the list. */
struct sample *sample_cubins(const char *folder, size_t *count);
void sample_free(struct sample *samples, size_t count);

#endif
