/* SPDX-License-Identifier: MIT */
/* A library with the functions of nvJitLink, for tests of what calls them: it makes no code.  LINKER_VERSION
 * is 12 or 13; as an older nvJitLink does, it refuses PTX after version LINKER_PTX.
 *
 * What it links is the last cubin that it is given.  PTX that has "refused" in it is an error, and other PTX
 * names a cubin's file in a comment, `// cubin PATH`.  The info log has the options.  Like the real one it
 * asks the driver before it begins. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SUCCESS, PTX_COMPILE = 4, INTERNAL = 6, INPUT_PTX = 2 };

#define EXPORTED(name, ...) \
    int name(__VA_ARGS__);  \
    int name(__VA_ARGS__)

#define NAME(name, version)  __nvJitLink##name##_##version##_0
#define NAMED(name, version) NAME(name, version)
#define LINKER(name, ...)    EXPORTED(NAMED(name, LINKER_VERSION), __VA_ARGS__)

struct link {
    char info[256], error[64];
    uint8_t *cubin;
    size_t bytes;
};

static void keep(struct link *link, const void *data, size_t bytes)
{
    free(link->cubin);
    link->cubin = malloc(bytes ? bytes : 1);
    link->bytes = link->cubin ? bytes : 0;
    if (link->cubin)
        memcpy(link->cubin, data, bytes);
}

static int keep_file(struct link *link, const char *text)
{
    const char *name = strstr(text, "// cubin ");
    static uint8_t bytes[1 << 16];
    char path[256] = "";

    if (!name || sscanf(name, "// cubin %255s", path) != 1)
        return PTX_COMPILE;
    FILE *file = fopen(path, "rb");
    if (!file)
        return PTX_COMPILE;
    keep(link, bytes, fread(bytes, 1, sizeof bytes, file));
    fclose(file);
    return SUCCESS;
}

LINKER(Create, struct link **handle, uint32_t count, const char **options)
{
    int (*initialize)(unsigned) = (int (*)(unsigned))(uintptr_t)dlsym(RTLD_DEFAULT, "cuInit");
    char info[256] = "";

    if (LINKER_VERSION > 12)
        strcpy(info, "later: ");
    if (!initialize || initialize(0) != 0)
        return INTERNAL;
    for (uint32_t i = 0; i < count; i++) {
        strncat(info, options[i], sizeof info - strlen(info) - 2);
        strcat(info, " ");
    }
    struct link *link = strstr(info, "-maxrregcount=9999") ? NULL : calloc(1, sizeof *link);
    if (!link)
        return INTERNAL;
    strcpy(link->info, info);
    *handle = link;
    return SUCCESS;
}

LINKER(Destroy, struct link **handle)
{
    free((*handle)->cubin);
    free(*handle);
    *handle = NULL;
    return SUCCESS;
}

LINKER(AddData, struct link *link, int input, const void *data, size_t bytes, const char *name)
{
    (void)name;
    if (input != INPUT_PTX) {
        keep(link, data, bytes);
        return SUCCESS;
    }
    if (strstr(data, ".version 1.") || strstr(data, ".version 3.0")) /* cannot be linked */
        return PTX_COMPILE;
    const char *version = strstr(data, ".version ");
    if (version && atoi(version + strlen(".version ")) > LINKER_PTX) {
        snprintf(link->error, sizeof link->error, "Unsupported .version, LINKER_PTX is %d\n", LINKER_PTX);
        return PTX_COMPILE;
    }
    if (!strstr(data, "refused"))
        return keep_file(link, data);
    strcpy(link->error, "line 2: refused");
    return PTX_COMPILE;
}

LINKER(Complete, struct link *link)
{
    return link->bytes ? SUCCESS : INTERNAL;
}

LINKER(GetLinkedCubinSize, struct link *link, size_t *bytes)
{
    *bytes = link->bytes;
    return SUCCESS;
}

LINKER(GetLinkedCubin, struct link *link, void *cubin)
{
    memcpy(cubin, link->cubin, link->bytes);
    return SUCCESS;
}

LINKER(GetErrorLogSize, struct link *link, size_t *bytes)
{
    *bytes = strlen(link->error) + 1;
    return SUCCESS;
}

LINKER(GetErrorLog, struct link *link, char *text)
{
    strcpy(text, link->error);
    return SUCCESS;
}

LINKER(GetInfoLogSize, struct link *link, size_t *bytes)
{
    *bytes = strlen(link->info) + 1;
    return SUCCESS;
}

LINKER(GetInfoLog, struct link *link, char *text)
{
    strcpy(text, link->info);
    return SUCCESS;
}

/* What a library with NVIDIA's runtime inside does first. */
EXPORTED(ask_for_tables, void)
{
    int (*ask)(const void **, const void *) =
        (int (*)(const void **, const void *))(uintptr_t)dlsym(RTLD_DEFAULT, "cuGetExportTable");
    const void *table;

    return ask ? ask(&table, "0123456789abcdef") : -1;
}
