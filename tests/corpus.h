/* SPDX-License-Identifier: MIT */
/* The corpus beside the repository, for tests: files of $HW_SHARED/corpus (../shared where that is not set).
 * Tests of it are skipped where it is not there. */
#ifndef HW_TESTS_CORPUS_H
#define HW_TESTS_CORPUS_H

#include <stddef.h>

struct sample; /* samples.h */

/* The path of a file or folder of the corpus ("vectors/tesla_alu.tsv"). */
void corpus_path(char *path, size_t size, const char *name);

/* All files in a folder of the corpus ("cubin"), in the order of their names; *count is 0 where there is no
 * such folder.  The caller frees the list with sample_free. */
struct sample *corpus_files(const char *folder, size_t *count);

/* A file of the corpus as text, which the caller frees; skips the test where there is none. */
char *corpus_text(const char *folder, const char *name);

#endif
