/* SPDX-License-Identifier: MIT */
/* Finding the corpus beside the repository. */
#include "corpus.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "samples.h"

void corpus_path(char *path, size_t size, const char *name)
{
    const char *shared = getenv("HW_SHARED");
    snprintf(path, size, "%s/corpus/%s", shared ? shared : "../shared", name);
}

struct sample *corpus_files(const char *folder, size_t *count)
{
    char path[1024];
    corpus_path(path, sizeof path, folder);
    return sample_files(path, "", count);
}

char *corpus_text(const char *folder, const char *name)
{
    char path[1024], within[256];
    snprintf(within, sizeof within, "%s/%s", folder, name);
    corpus_path(path, sizeof path, within);
    if (access(path, R_OK) != 0)
        skip();
    return (char *)sample_read(path).bytes;
}
