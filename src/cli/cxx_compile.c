/* SPDX-License-Identifier: MIT */
/* See cxx.h: a source becomes PTX and a cubin for each target, these a fatbin, and that a part of the object
 * that clang makes of the host's half of the source. */
#include "cli/cxx.h"

#include "compiler/clang/clang_definitions.h"

#include <halfwarp/archive.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FATBIN "device.fatbin"

/* --- the device --- */

/* Machine code for each target; and the PTX of each that clang knows, of which later chips take the best. */
struct cxx_code {
    struct hw_fatbin_part part[2 * HW_CODE_TARGETS];
    unsigned count;
};

static void free_code(struct cxx_code *code)
{
    while (code->count > 0)
        free((void *)(uintptr_t)code->part[--code->count].bytes);
}

static hw_status make_cubin(const struct hw_cxx *cxx, const char *target, const char *ptx,
                            struct cxx_code *code, struct hw_error *error)
{
    const struct hw_compile_options options = {
        .target = target, .level = cxx->level, .most_registers = cxx->most_registers};
    struct hw_module *module = NULL;
    uint8_t *bytes = NULL;
    size_t length = 0;
    hw_status status = hw_compile_ptx(ptx, strlen(ptx), &options, &module, error);

    if (status == HW_OK)
        status = hw_module_write(module, module->container, &bytes, &length, error);
    if (status == HW_OK)
        code->part[code->count++] = (struct hw_fatbin_part){.bytes = bytes, .length = length};
    hw_module_free(module);
    return status;
}

/* Whether the PTX of a target goes into the fatbin.  That of the first chips is as good as any if there is no
 * other. */
static bool keeps_ptx(const struct hw_cxx *cxx, unsigned number)
{
    return strcmp(cxx->targets.name[number], "sm_20") >= 0 || number + 1 == cxx->targets.count;
}

static bool make_one(const struct hw_cxx *cxx, const char *input, unsigned number, struct cxx_code *code)
{
    struct hw_error error;
    char name[PATH_MAX];
    void *ptx = NULL;
    size_t size = 0;

    if (!hw_cuda_source_ptx(input, cxx->targets.name[number], cxx->level, &cxx->source, &ptx, &size))
        return false;
    const bool done = make_cubin(cxx, cxx->targets.name[number], ptx, code, &error) == HW_OK;
    if (!done) {
        snprintf(name, sizeof name, "%s (%s)", input, cxx->targets.name[number]);
        hw_report(name, ptx, &error);
    }
    if (done && keeps_ptx(cxx, number))
        code->part[code->count++] = (struct hw_fatbin_part){.bytes = ptx, .length = size};
    else
        free(ptx);
    return done;
}

static bool make_code(const struct hw_cxx *cxx, const char *input, struct cxx_code *code)
{
    for (unsigned i = 0; i < cxx->targets.count; i++)
        if (!make_one(cxx, input, i, code))
            return false;
    return true;
}

/* The fatbin as a file, whose name is put into *path. */
static bool write_code(const struct hw_cxx *cxx, const struct cxx_code *code, char path[PATH_MAX + 32])
{
    struct hw_error error;
    uint8_t *fatbin = NULL;
    size_t length = 0;
    hw_status status = hw_fatbin_write(code->part, code->count, &fatbin, &length, &error);

    snprintf(path, PATH_MAX + 32, "%s/" FATBIN, cxx->folder.path);
    if (status == HW_OK)
        status = hw_write_file(path, fatbin, length, &error);
    free(fatbin);
    if (status != HW_OK)
        hw_report(NULL, NULL, &error);
    return status == HW_OK;
}

/* --- the host --- */

static void add_each(struct hw_clang_arguments *list, const char *option, const struct hw_list *values)
{
    for (unsigned i = 0; i < values->count; i++)
        hw_clang_argument(list, "%s%s", option, values->item[i]);
}

/* The same options as those of the device's part. */
static bool add_options(const struct hw_cxx *cxx, struct hw_clang_arguments *list)
{
    struct hw_cuda_source_arguments arguments;
    struct hw_cuda_options options = {.target = NULL};
    struct hw_error error;

    hw_cuda_source_options(&cxx->source, &arguments, &options);
    if (hw_clang_write_definitions(&cxx->folder, &options, &error) != HW_OK)
        return hw_report(NULL, NULL, &error), false;
    hw_clang_arguments_of_definitions(&cxx->folder, &options, list);
    for (size_t i = 0; i < arguments.count; i++)
        hw_clang_argument(list, "%s", arguments.item[i]);
    hw_clang_argument(list, "-O%u", cxx->level);
    if (cxx->source.debug)
        hw_clang_argument(list, "-g");
    if (cxx->threads)
        hw_clang_argument(list, "-pthread");
    add_each(list, "-W", &cxx->warnings);
    add_each(list, "-f", &cxx->features);
    add_each(list, "-m", &cxx->machine);
    add_each(list, "", &cxx->host);
    return true;
}

/* Run clang for an object: what is in the list already, the options, the files. */
static bool run_for(const struct hw_cxx *cxx, struct hw_clang_arguments *list, const char *input,
                    const char *object)
{
    if (!add_options(cxx, list)) {
        hw_clang_arguments_free(list);
        return false;
    }
    hw_clang_argument(list, "-c");
    hw_clang_argument_file(list, input);
    hw_clang_argument(list, "-o");
    hw_clang_argument(list, "%s", object);
    return hw_cxx_run(cxx, list);
}

static bool compile_host(const struct hw_cxx *cxx, const char *input, const char *fatbin, const char *object)
{
    struct hw_clang_arguments list = {.item = NULL};

    hw_clang_arguments_of_language(&cxx->clang, &list);
    hw_clang_argument(&list, "--cuda-host-only");
    if (fatbin) {
        hw_clang_argument(&list, "-Xclang");
        hw_clang_argument(&list, "-fcuda-include-gpubinary");
        hw_clang_argument(&list, "-Xclang");
        hw_clang_argument(&list, "%s", fatbin);
    }
    return run_for(cxx, &list, input, object);
}

/* A source without CUDA is compiled as C or C++, and finds our headers. */
static bool compile_plain(const struct hw_cxx *cxx, const char *input, const char *object)
{
    struct hw_clang_arguments list = {.item = NULL};

    hw_clang_argument(&list, "%s", cxx->clang.path);
    hw_clang_argument(&list, "-I%s", cxx->clang.headers);
    return run_for(cxx, &list, input, object);
}

bool hw_cxx_compile(const struct hw_cxx *cxx, const char *input, const char *object)
{
    struct cxx_code code = {.count = 0};
    char fatbin[PATH_MAX + 32];

    if (!hw_is_cuda_source(input))
        return compile_plain(cxx, input, object);
    const bool done = make_code(cxx, input, &code) && write_code(cxx, &code, fatbin) &&
                      compile_host(cxx, input, fatbin, object);
    free_code(&code);
    return done;
}
