/* SPDX-License-Identifier: MIT */
/* This file reads cubins, alone or in archives, and hands on each of their kernels. */
#include "kernel_files.h"

#include <halfwarp/archive.h>
#include <halfwarp/sched.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void read_cubin(const char *file, const uint8_t *bytes, size_t size, kernel_visit *visit)
{
    struct hw_module *module;
    struct hw_error error;
    if (hw_module_read(bytes, size, &module, &error) != HW_OK) {
        fprintf(stderr, "%s: %s\n", file, error.text);
        return;
    }
    struct kernel_place place = {.file = file, .target_name = module->target};
    if (hw_target_find(module->target, &place.target, &error) == HW_OK &&
        hw_sched_kind(&place.target) == HW_SCHED_SCOREBOARDS)
        for (size_t k = 0; k < module->kernel_count; k++) {
            place.kernel = module->kernels[k];
            visit(&place);
        }
    hw_module_free(module);
}

static uint8_t *whole_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        fprintf(stderr, "%s: cannot be read\n", path);
        exit(1);
    }
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    uint8_t *bytes = malloc(*size + 1);
    if (!bytes || fread(bytes, 1, *size, file) != *size)
        exit(1);
    fclose(file);
    return bytes;
}

void each_kernel(const char *path, size_t step, const char *only, kernel_visit *visit)
{
    struct hw_archive *archive;
    struct hw_error error;
    size_t size;
    uint8_t *bytes = whole_file(path, &size);
    if (hw_archive_open(bytes, size, &archive, &error) != HW_OK)
        exit(1);
    for (size_t i = 0, n = 0; i < archive->entry_count; i++) {
        uint8_t *cubin;
        size_t length;
        if (archive->entries[i].kind != HW_ENTRY_CUBIN ||
            (*only && *archive->entries[i].target && strcmp(archive->entries[i].target, only)))
            continue;
        if (n++ % step)
            continue;
        if (hw_entry_unpack(archive, i, &cubin, &length, &error) == HW_OK) {
            read_cubin(path, cubin, length, visit);
            free(cubin);
        }
    }
    hw_archive_close(archive);
    free(bytes);
}
