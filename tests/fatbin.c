/* See fatbin.h; the container is the one that src/archive/fatbin.c reads. */
#include "fatbin.h"

#include <halfwarp/listing.h>
#include <halfwarp/module.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEAD_BYTES 16
#define ENTRY_BYTES 64
#define KIND_CUBIN 2

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

static uint8_t *assemble(const char *path, size_t *bytes)
{
    struct hw_module *module;
    struct hw_error error;
    uint8_t *cubin;
    char *text = read_file(path, bytes);

    if (!text)
        stop(path, "is not there");
    if (hw_listing_read(text, HW_LISTING_NATIVE, NULL, &module, &error) != HW_OK ||
        hw_module_write(module, HW_CONTAINER_ELF64, &cubin, bytes, &error) != HW_OK)
        stop(path, error.text);
    hw_module_free(module);
    free(text);
    return cubin;
}

static void put(uint8_t *to, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        to[i] = (uint8_t)(value >> 8 * i);
}

static void add(struct fatbin *fatbin, const uint8_t *cubin, size_t bytes, unsigned capability)
{
    const size_t padded = (bytes + 7) / 8 * 8, at = fatbin->length;

    fatbin->length += ENTRY_BYTES + padded;
    fatbin->bytes = realloc(fatbin->bytes, fatbin->length);
    if (!fatbin->bytes)
        stop("fatbin", "no memory");
    uint8_t *entry = fatbin->bytes + at;
    memset(entry, 0, ENTRY_BYTES + padded);
    put(entry, KIND_CUBIN, 2);
    put(entry + 2, 0x101, 2);
    put(entry + 4, ENTRY_BYTES, 4);
    put(entry + 8, padded, 8);
    put(entry + 28, capability, 4);
    put(entry + 40, 0x11, 8);
    memcpy(entry + ENTRY_BYTES, cubin, bytes);
}

void fatbin_make(struct fatbin *fatbin, const char *program, const char *const targets[])
{
    char path[256];

    *fatbin = (struct fatbin){.wrapper = {0x466243b1, 1, NULL, NULL}, .length = HEAD_BYTES};
    fatbin->bytes = calloc(1, HEAD_BYTES);
    if (!fatbin->bytes)
        stop("fatbin", "no memory");
    for (; *targets; targets++) {
        size_t bytes;
        snprintf(path, sizeof path, "tests/programs/%s.%s.cubin", program, *targets);
        uint8_t *cubin = (uint8_t *)read_file(path, &bytes);
        snprintf(path, sizeof path, "tests/programs/%s.%s.sass", program, *targets);
        if (!cubin)
            cubin = assemble(path, &bytes);
        add(fatbin, cubin, bytes, (unsigned)atoi(*targets + strlen("sm_")));
        free(cubin);
    }
    put(fatbin->bytes, 0xba55ed50, 4);
    put(fatbin->bytes + 4, 1, 2);
    put(fatbin->bytes + 6, HEAD_BYTES, 2);
    put(fatbin->bytes + 8, fatbin->length - HEAD_BYTES, 8);
    fatbin->wrapper.container = fatbin->bytes;
}

void fatbin_free(struct fatbin *fatbin)
{
    free(fatbin->bytes);
}
