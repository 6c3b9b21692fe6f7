/* See fatbin.h. */
#include "fatbin.h"

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

static uint8_t *code_of(const char *program, const char *target, size_t *bytes)
{
    char path[256];

    snprintf(path, sizeof path, "tests/programs/%s.%s.cubin", program, target);
    uint8_t *cubin = (uint8_t *)read_file(path, bytes);
    if (cubin)
        return cubin;
    snprintf(path, sizeof path, "tests/programs/%s.%s.sass", program, target);
    return assemble(path, bytes);
}

void fatbin_make(struct fatbin *fatbin, const char *program, const char *const targets[])
{
    struct hw_fatbin_part parts[TARGETS_MAX] = {0};
    struct hw_error error;
    size_t count = 0;

    for (; targets[count]; count++) {
        if (count == TARGETS_MAX)
            stop(program, "is wanted for too many targets");
        parts[count].bytes = code_of(program, targets[count], &parts[count].length);
    }
    *fatbin = (struct fatbin){.wrapper = {0x466243b1, 1, NULL, NULL}};
    if (hw_fatbin_write(parts, count, &fatbin->bytes, &fatbin->length, &error) != HW_OK)
        stop(program, error.text);
    fatbin->wrapper.container = fatbin->bytes;
    while (count > 0)
        free((void *)parts[--count].bytes);
}

void fatbin_free(struct fatbin *fatbin)
{
    free(fatbin->bytes);
}
