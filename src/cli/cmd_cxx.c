/* SPDX-License-Identifier: MIT */
/* halfwarp c++: programs of CUDA C++ by clang, our headers, our compiler and our libcudart. */
/* command: c++ */
/* summary: build a whole CUDA program with clang, without a toolkit */
#include "cli/code_options.h"
#include "cli/cxx.h"

#include <halfwarp/chip.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_TARGET "sm_52"
#define MOST_LEVEL     3

/* A line of the text is a line here. */
/* clang-format off */
static const char help[] =
    "usage: halfwarp c++ FILE... [-o PROGRAM] [--target sm_NN,...] [OPTION...]\n"
    "       halfwarp c++ -c FILE... [-o OBJECT] [--target sm_NN,...] [OPTION...]\n"
    "\n"
    "Build a CUDA program with the clang of this machine (14 to 19), headers, a compiler and a libcudart of\n"
    "ours: nothing of NVIDIA's.  FILE is CUDA C++ (.cu), C or C++, an object, or a library.  The program has\n"
    "machine code for each target, and PTX for others, which is compiled when it runs.  It finds our libcudart\n"
    "where that lies now, and runs by itself or with `halfwarp run`.\n"
    "\n"
    "  -o FILE             the program (default: a.out), or with -c the object (FILE.o)\n"
    "  -c                  compile, do not link\n"
    "  --target sm_NN,...  what code is for; also -arch (default: " DEFAULT_TARGET ")\n"
    "  -O LEVEL            0 to 3 (default 3), for host and device; also -O2\n"
    "  --maxrregcount N    registers that a thread may have\n"
    "  -L FOLDER, -l NAME, -pthread, -W..., -f..., -m...   for the host's part, as compilers have them\n"
    "  -Xcompiler OPTION, -Xlinker OPTION                  for clang, for the linker\n"
    "  -v                  print what is run\n"
    HW_CUDA_SOURCE_HELP
    "\n"
    "  halfwarp c++ vectors.cu -c -o vectors.o --target sm_13,sm_35\n";
/* clang-format on */

/* --- what kind a file is --- */

static const char *suffix_of(const char *name)
{
    const char *dot = strrchr(name, '.'), *slash = strrchr(name, '/');

    return dot && (!slash || dot > slash) ? dot : "";
}

static bool is_source(const char *name)
{
    static const char *const suffixes[] = {".c", ".cc", ".cpp", ".cxx", ".C"};

    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
        if (strcmp(suffix_of(name), suffixes[i]) == 0)
            return true;
    return hw_is_cuda_source(name);
}

/* --- steps --- */

/* The object of a source: what the program is linked from lies in the folder of temporary files. */
static const char *object_of(const struct hw_cxx *cxx, unsigned number, char path[PATH_MAX + 64])
{
    const char *input = cxx->inputs.item[number], *slash = strrchr(input, '/');
    const char *base = slash ? slash + 1 : input;

    if (!cxx->only_objects)
        snprintf(path, PATH_MAX + 64, "%s/%u.o", cxx->folder.path, number);
    else if (cxx->output)
        snprintf(path, PATH_MAX + 64, "%s", cxx->output);
    else
        snprintf(path, PATH_MAX + 64, "%.*s.o", (int)(strlen(base) - strlen(suffix_of(base))), base);
    return path;
}

/* Sources become objects, whose names replace theirs in the list. */
static bool compile_all(const struct hw_cxx *cxx, struct hw_list *objects)
{
    char path[PATH_MAX + 64];

    for (unsigned i = 0; i < cxx->inputs.count; i++) {
        const char *input = cxx->inputs.item[i];
        const bool compiles = is_source(input);
        char *name = strdup(compiles ? object_of(cxx, i, path) : input);
        objects->item[objects->count++] = name;
        if (!name)
            return hw_complain("no memory"), false;
        if (compiles && !hw_cxx_compile(cxx, input, name))
            return false;
    }
    return true;
}

static int build(struct hw_cxx *cxx)
{
    struct hw_list objects = {.count = 0};
    struct hw_error error;
    hw_status status = hw_clang_find(&cxx->clang, &error);

    if (status == HW_OK)
        status = hw_clang_folder_make(&cxx->folder, &error);
    if (status != HW_OK)
        return hw_report(NULL, NULL, &error);
    const bool done = compile_all(cxx, &objects) && (cxx->only_objects || hw_cxx_link(cxx, &objects));
    hw_clang_folder_remove(&cxx->folder);
    while (objects.count > 0)
        free((char *)(uintptr_t)objects.item[--objects.count]);
    return done ? HW_EXIT_DONE : HW_EXIT_FAILED;
}

/* --- the command line --- */

/* Of those that clang can write for. */
static hw_status take_targets(struct hw_cxx *cxx, const char *names, struct hw_error *error)
{
    hw_status status = hw_code_targets_add(&cxx->targets, names, error);
    unsigned number;

    for (unsigned i = 0; status == HW_OK && i < cxx->targets.count; i++)
        status = hw_clang_target(cxx->targets.name[i], &number, error);
    return status;
}

static bool parse(struct hw_cxx *cxx, int argc, char **argv, const char **targets, const char **level,
                  int *status)
{
    const struct hw_option table[] = {
        {"-o", .value = &cxx->output},
        {"-c", .flag = &cxx->only_objects},
        {"--target", .value = targets},
        {"-arch", .value = targets},
        {"-arch=", .joined = true, .value = targets},
        {"-O", .joined = true, .value = level},
        {"--maxrregcount", .value = &cxx->registers},
        {"-L", .joined = true, .list = &cxx->folders},
        {"-l", .joined = true, .list = &cxx->libraries},
        {"-Xcompiler", .list = &cxx->host},
        {"-Xlinker", .list = &cxx->linker},
        {"-pthread", .flag = &cxx->threads},
        {"-v", .flag = &cxx->verbose},
        HW_CUDA_SOURCE_OPTIONS(cxx->source),
        {"-W", .joined = true, .list = &cxx->warnings},
        {"-f", .joined = true, .list = &cxx->features},
        {"-m", .joined = true, .list = &cxx->machine},
    };

    return hw_args_parse(argc, argv, help, table, sizeof table / sizeof table[0], &cxx->inputs, HW_LIST_MAX,
                         status);
}

static int read_and_build(struct hw_cxx *cxx, int argc, char **argv)
{
    const char *targets = DEFAULT_TARGET, *level = NULL;
    struct hw_error error;
    int status;

    if (!parse(cxx, argc, argv, &targets, &level, &status))
        return status;
    if (!cxx->inputs.count)
        return hw_usage_error("c++", "which files are to be compiled?");
    if (cxx->only_objects && cxx->output && cxx->inputs.count > 1)
        return hw_usage_error("c++", "-o names one object, but there are several files");
    if (take_targets(cxx, targets, &error) != HW_OK ||
        hw_option_number("-O", level, MOST_LEVEL, &cxx->level, &error) != HW_OK ||
        hw_option_number("--maxrregcount", cxx->registers, 255, &cxx->most_registers, &error) != HW_OK)
        return hw_usage_error("c++", "%s", error.text);
    if (!cxx->only_objects && !cxx->output)
        cxx->output = "a.out";
    return build(cxx);
}

int hw_cmd_cxx(int argc, char **argv)
{
    struct hw_cxx *cxx = calloc(1, sizeof *cxx);

    if (!cxx)
        return hw_complain("no memory");
    cxx->level = MOST_LEVEL;
    const int status = read_and_build(cxx, argc, argv);
    free(cxx);
    return status;
}
