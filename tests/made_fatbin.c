/* SPDX-License-Identifier: MIT */
/* See fatbin.h. */
#include "made_fatbin.h"

#include "programs/folder.h"

#include <halfwarp/archive.h>
#include <halfwarp/listing.h>
#include <halfwarp/module.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TARGETS_MAX 16

static _Noreturn void stop(const char *what, const char *why)
{
    fprintf(stderr, "%s: %s\n", what, why);
    exit(99);
}

/* A file with a NUL behind its end, or NULL. */
static char *read_file(const char *path, size_t *bytes)
{
    FILE *file = fopen(path, "rb");

    if (!file)
        return NULL;
    fseek(file, 0, SEEK_END);
    *bytes = (size_t)ftell(file);
    rewind(file);
    char *data = calloc(1, *bytes + 1);
    if (!data || fread(data, 1, *bytes, file) != *bytes)
        stop(path, "cannot be read");
    fclose(file);
    return data;
}

static uint8_t *assemble(const char *text, const char *name, size_t *bytes)
{
    struct hw_module *module;
    struct hw_error error;
    uint8_t *cubin;

    if (hw_listing_read(text, HW_LISTING_NATIVE, NULL, &module, &error) != HW_OK ||
        hw_module_write(module, HW_CONTAINER_ELF64, &cubin, bytes, &error) != HW_OK)
        stop(name, error.text);
    hw_module_free(module);
    return cubin;
}

uint8_t *fatbin_cubin(const char *program, const char *target, size_t *bytes)
{
    char path[256];

    snprintf(path, sizeof path, "%s/%s.%s.cubin", programs_folder(target), program, target);
    uint8_t *cubin = (uint8_t *)read_file(path, bytes);
    if (cubin)
        return cubin;
    snprintf(path, sizeof path, "tests/data/programs/%s.%s.sass", program, target);
    char *text = read_file(path, bytes);
    if (!text)
        stop(path, "is not there");
    cubin = assemble(text, path, bytes);
    free(text);
    return cubin;
}

/* Of parts that are no longer wanted then. */
static void make(struct fatbin *fatbin, const char *name, struct hw_fatbin_part *parts, size_t count)
{
    struct hw_error error;

    *fatbin = (struct fatbin){.wrapper = {0x466243b1, 1, NULL, NULL}};
    if (hw_fatbin_write(parts, count, &fatbin->bytes, &fatbin->length, &error) != HW_OK)
        stop(name, error.text);
    fatbin->wrapper.container = fatbin->bytes;
    while (count > 0)
        free((void *)parts[--count].bytes);
}

void fatbin_make(struct fatbin *fatbin, const char *program, const char *const targets[])
{
    struct hw_fatbin_part parts[TARGETS_MAX] = {0};
    size_t count = 0;

    for (; targets[count]; count++) {
        if (count == TARGETS_MAX)
            stop(program, "is wanted for too many targets");
        parts[count].bytes = fatbin_cubin(program, targets[count], &parts[count].length);
    }
    make(fatbin, program, parts, count);
}

void fatbin_make_text(struct fatbin *fatbin, const char *listing)
{
    struct hw_fatbin_part part = {0};

    part.bytes = assemble(listing, "listing", &part.length);
    make(fatbin, "listing", &part, 1);
}

void fatbin_make_ptx(struct fatbin *fatbin, const char *ptx, const char *const cubins[])
{
    struct hw_fatbin_part parts[TARGETS_MAX] = {{.bytes = strdup(ptx), .length = strlen(ptx)}};
    size_t count = 1;

    for (; cubins[count - 1]; count++) {
        if (count == TARGETS_MAX ||
            !(parts[count].bytes = read_file(cubins[count - 1], &parts[count].length)))
            stop(cubins[count - 1], "cannot be read");
    }
    make(fatbin, "PTX", parts, count);
}

/* An entry begins with its kind, its head's bytes and its body's, at 28 stands the target. */
void fatbin_rename(struct fatbin *fatbin, uint32_t from, uint32_t to)
{
    uint32_t head, target;
    uint64_t body;

    for (size_t at = 16; at < fatbin->length; at += head + body) {
        memcpy(&head, fatbin->bytes + at + 4, sizeof head);
        memcpy(&body, fatbin->bytes + at + 8, sizeof body);
        memcpy(&target, fatbin->bytes + at + 28, sizeof target);
        if (target == from)
            memcpy(fatbin->bytes + at + 28, &to, sizeof to);
    }
}

void fatbin_free(struct fatbin *fatbin)
{
    free(fatbin->bytes);
}
