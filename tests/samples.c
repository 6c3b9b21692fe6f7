/* SPDX-License-Identifier: MIT */
/* Reading files whole. */
#include "samples.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
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
    sample.bytes[sample.size] = '\0';
    fclose(file);
    return sample;
}

static bool is_wanted(const struct dirent *entry, const char *ending)
{
    const char *name = entry->d_name;
    size_t length = strlen(name), tail = strlen(ending);
    return name[0] != '.' && entry->d_type != DT_DIR && length >= tail &&
           strcmp(name + length - tail, ending) == 0;
}

struct sample *sample_files(const char *folder, const char *ending, size_t *count)
{
    struct dirent **names = NULL;
    int found = scandir(folder, &names, NULL, alphasort);
    struct sample *samples = calloc(found > 0 ? (size_t)found : 1, sizeof *samples);
    assert_non_null(samples);
    *count = 0;
    for (int i = 0; i < found; i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", folder, names[i]->d_name);
        if (is_wanted(names[i], ending)) {
            samples[*count] = sample_read(path);
            snprintf(samples[(*count)++].name, sizeof samples->name, "%s", names[i]->d_name);
        }
        free(names[i]);
    }
    free(names);
    return samples;
}

struct sample *sample_cubins(const char *folder, size_t *count)
{
    struct sample *samples = sample_files(folder, ".cubin", count);
    assert_true(*count > 0);
    return samples;
}

void sample_free(struct sample *samples, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(samples[i].bytes);
    free(samples);
}
