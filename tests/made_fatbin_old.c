/* SPDX-License-Identifier: MIT */
/* See made_fatbin_old.h. */
#include "made_fatbin_old.h"

#include <halfwarp/listing.h>
#include <halfwarp/module.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Noreturn void stop(const char *what, const char *why)
{
    fprintf(stderr, "%s: %s\n", what, why);
    exit(99);
}

static char *read_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = calloc(1, 1 << 20);

    if (!file || !text || fread(text, 1, (1 << 20) - 1, file) == 0)
        stop(path, "cannot be read");
    fclose(file);
    return text;
}

/* With a NUL behind its end. */
static uint8_t *make_cubin(const char *listing, enum hw_container container, size_t *length)
{
    struct hw_module *module;
    struct hw_error error;
    uint8_t *bytes;
    char *text = read_text(listing);

    if (hw_listing_read(text, HW_LISTING_NATIVE, NULL, &module, &error) != HW_OK ||
        hw_module_write(module, container, &bytes, length, &error) != HW_OK)
        stop(listing, error.text);
    hw_module_free(module);
    free(text);
    bytes = realloc(bytes, *length + 1);
    if (!bytes)
        stop(listing, "no memory");
    bytes[*length] = '\0';
    return bytes;
}

static void begin(struct fatbin_old *fatbin, unsigned long version)
{
    memset(fatbin, 0, sizeof *fatbin);
    fatbin->registered.magic = 0x1ee55a01;
    fatbin->registered.version = version;
    fatbin->registered.key = "81bb892378501d16";
    fatbin->registered.source = "test.cu";
    fatbin->registered.usage = " ";
    fatbin->registered.ptx = fatbin->ptx;
    fatbin->registered.cubins = fatbin->cubins;
    fatbin->registered.elf =
        version >= 4 ? (const void *)fatbin->elf : (const void *)1; /* not there before */
}

void fatbin_old_make(struct fatbin_old *fatbin, const char *listing, const char *target, int version)
{
    size_t length;

    begin(fatbin, (unsigned long)version);
    if (version < 4) {
        fatbin->cubins[0].profile = target;
        fatbin->cubins[0].text = (const char *)make_cubin(listing, HW_CONTAINER_TEXT, &length);
        return;
    }
    fatbin->elf[0].profile = target;
    fatbin->elf[0].bytes = make_cubin(listing, HW_CONTAINER_ELF64, &length);
    fatbin->elf[0].length = (unsigned)length;
    fatbin->elf[0].next = &fatbin->elf[1];
}

void fatbin_old_make_ptx(struct fatbin_old *fatbin, const char *text, const char *target)
{
    begin(fatbin, 4);
    fatbin->ptx[0].profile = target;
    fatbin->ptx[0].text = text;
}

void fatbin_old_free(struct fatbin_old *fatbin)
{
    free((void *)fatbin->cubins[0].text);
    free(fatbin->elf[0].bytes);
}
