/* The corpus beside the repository, for tests: files of $HW_SHARED/corpus (../shared where it is not set). */
#ifndef HW_TESTS_CORPUS_H
#define HW_TESTS_CORPUS_H

#include <stddef.h>
#include <stdint.h>

/* A file in memory; `bytes` is NULL where there is none.  The caller frees it. */
struct corpus_file {
    char name[256];
    uint8_t *bytes;
    size_t size;
};

/* All regular files in a folder of the corpus ("cubin"), in the order of their names; *count is 0 where
 * there is no such folder.  The caller frees each file's bytes and the list: corpus_free. */
struct corpus_file *corpus_files(const char *folder, size_t *count);
void corpus_free(struct corpus_file *files, size_t count);

#endif
