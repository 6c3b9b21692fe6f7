/* SPDX-License-Identifier: MIT */
/* A library that stands for NVIDIA's NVRTC in tests/cli/test_nvrtc_search: it compiles nothing.  What it
 * "makes" is its own path; its log has the options, the headers and the name expressions.  It has sm_199 as a
 * target. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORTED(name, ...) \
    int name(__VA_ARGS__);  \
    int name(__VA_ARGS__)

struct program {
    char log[1000];
};

static const char *own_path(void)
{
    static char path[4096];
    Dl_info about;

    return dladdr((void *)(uintptr_t)own_path, &about) && realpath(about.dli_fname, path) ? path : "";
}

EXPORTED(nvrtcVersion, int *major, int *minor)
{
    *major = 13;
    *minor = 77;
    return 0;
}

EXPORTED(nvrtcGetNumSupportedArchs, int *count)
{
    *count = 1;
    return 0;
}

EXPORTED(nvrtcGetSupportedArchs, int *archs)
{
    *archs = 199;
    return 0;
}

EXPORTED(nvrtcCreateProgram, struct program **made, const char *source, const char *name, int count,
         const char *const *headers, const char *const *names)
{
    *made = calloc(1, sizeof **made);
    snprintf((*made)->log, sizeof(*made)->log, "%s %s", name, source);
    for (int i = 0; i < count; i++) {
        strcat(strcat((*made)->log, " "), names[i]);
        strcat(strcat((*made)->log, " "), headers[i]);
    }
    return 0;
}

EXPORTED(nvrtcDestroyProgram, struct program **made)
{
    free(*made);
    *made = NULL;
    return 0;
}

EXPORTED(nvrtcAddNameExpression, struct program *made, const char *expression)
{
    strcat(strcat(made->log, " "), expression);
    return 0;
}

EXPORTED(nvrtcGetLoweredName, struct program *made, const char *expression, const char **name)
{
    (void)made;
    (void)expression;
    *name = "lowered";
    return 0;
}

EXPORTED(nvrtcCompileProgram, struct program *made, int count, const char *const *options)
{
    for (int i = 0; i < count; i++)
        strcat(strcat(made->log, " "), options[i]);
    return strstr(made->log, "wrong") ? 6 : 0;
}

EXPORTED(nvrtcGetProgramLogSize, struct program *made, size_t *bytes)
{
    *bytes = strlen(made->log) + 1;
    return 0;
}

EXPORTED(nvrtcGetProgramLog, struct program *made, char *text)
{
    strcpy(text, made->log);
    return 0;
}

EXPORTED(nvrtcGetPTXSize, struct program *made, size_t *bytes)
{
    (void)made;
    *bytes = strlen(own_path()) + 1;
    return 0;
}

EXPORTED(nvrtcGetPTX, struct program *made, char *text)
{
    (void)made;
    strcpy(text, own_path());
    return 0;
}

EXPORTED(nvrtcGetLTOIRSize, struct program *made, size_t *bytes)
{
    (void)made;
    *bytes = 5;
    return 0;
}

EXPORTED(nvrtcGetLTOIR, struct program *made, char *code)
{
    (void)made;
    memcpy(code, "later", 5);
    return 0;
}
