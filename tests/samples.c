/* Reading the samples in the repository. */
#include "samples.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <dirent.h>

struct sample sample_read(const char *path)
{
    struct sample sample = {.name = ""};
    snprintf(sample.name, sizeof sample.name, "%s", path);
    FILE *file = fopen(path, "rb");
    if (!file)
        fail_msg("cannot open %s", path);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    long size = ftell(file);
    assert_true(size >= 0);
    rewind(file);
    sample.size = (size_t)size;
    sample.bytes = malloc(sample.size + 1);
    assert_non_null(sample.bytes);
    assert_int_equal(fread(sample.bytes, 1, sample.size, file), sample.size);
    fclose(file);
    return sample;
}

static int is_cubin(const struct dirent *entry)
{
    const char *end = strrchr(entry->d_name, '.');
    return end && strcmp(end, ".cubin") == 0;
}

struct sample *sample_cubins(const char *folder, size_t *count)
{
    struct dirent **names;
    int found = scandir(folder, &names, is_cubin, alphasort);
    assert_true(found > 0);
    struct sample *samples = calloc((size_t)found, sizeof *samples);
    assert_non_null(samples);
    for (int i = 0; i < found; i++) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", folder, names[i]->d_name);
        samples[i] = sample_read(path);
        free(names[i]);
    }
    free(names);
    *count = (size_t)found;
    return samples;
}

void sample_free(struct sample *samples, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(samples[i].bytes);
    free(samples);
}
