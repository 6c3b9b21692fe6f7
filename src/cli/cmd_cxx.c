/* SPDX-License-Identifier: MIT */
/* halfwarp c++: programs of CUDA C++ by clang, our headers, our compiler and our libcudart. */
#include "cli/code_options.h"
#include "cli/cxx.h"
#include "cli/spared_files.h"

#include <halfwarp/chip.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_TARGET "sm_52"
#define MOST_LEVEL     3

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

/* The command, and what was given as text. */
struct cxx_line {
    struct hw_cxx cxx;
    const char *targets, *level;
};

/* clang-format off */
static const struct hw_option cxx_options[] = {
    {"-o", "--output-file", "FILE", "the program (default: a.out), or with -c the object (FILE.o)",
     .kind = HW_KIND_OUTPUT, HW_VALUE(struct cxx_line, cxx.output)},
    {"-c", "--compile", .help = "compile, do not link", HW_FLAG(struct cxx_line, cxx.only_objects)},
    {"--target", "-arch --gpu-architecture", "sm_NN,...", "what code is for (default: " DEFAULT_TARGET ")",
     .kind = HW_KIND_TARGET, HW_VALUE(struct cxx_line, targets)},
    {"-O", .argument = "LEVEL", .help = "0 to 3 (default 3), for host and device; also -O2", .joined = true,
     HW_VALUE(struct cxx_line, level)},
    {"--maxrregcount", "-maxrregcount", "N", "registers that a thread may have",
     .kind = HW_KIND_NUMBER, HW_VALUE(struct cxx_line, cxx.registers)},
    {"-v", "--verbose", .help = "print what is run", HW_FLAG(struct cxx_line, cxx.verbose)},
    HW_OPTIONS_END,
};

static const struct hw_option host_options[] = {
    {"-L", .argument = "FOLDER", .help = "where libraries are looked for, as compilers have it", .joined = true,
     .kind = HW_KIND_FOLDER, HW_VALUES(struct cxx_line, cxx.folders)},
    {"-l", .argument = "NAME", .help = "a library", .joined = true, HW_VALUES(struct cxx_line, cxx.libraries)},
    {"-pthread", .help = "threads", HW_FLAG(struct cxx_line, cxx.threads)},
    {"-W", .argument = "...", .help = "warnings", .joined = true, HW_VALUES(struct cxx_line, cxx.warnings)},
    {"-f", .argument = "...", .help = "features", .joined = true, HW_VALUES(struct cxx_line, cxx.features)},
    {"-m", .argument = "...", .help = "the machine", .joined = true, HW_VALUES(struct cxx_line, cxx.machine)},
    {"-Xcompiler", "--compiler-options", "OPTION", "for clang", HW_VALUES(struct cxx_line, cxx.host)},
    {"-Xlinker", "--linker-options", "OPTION", "for the linker", HW_VALUES(struct cxx_line, cxx.linker)},
    HW_OPTIONS_END,
};
/* clang-format on */

static int read_and_build(struct cxx_line *line, int argc, char **argv)
{
    struct hw_cxx *const cxx = &line->cxx;
    struct hw_error error;
    int status;

    if (!hw_args_parse(argc, argv, &hw_command_cxx, line, &cxx->inputs, &status))
        return status;
    if (!cxx->inputs.count)
        return hw_usage_error("c++", "which files are to be compiled?");
    if (cxx->only_objects && cxx->output && cxx->inputs.count > 1)
        return hw_usage_error("c++", "-o names one object, but there are several files");
    if (take_targets(cxx, line->targets, &error) != HW_OK ||
        hw_option_number("-O", line->level, MOST_LEVEL, &cxx->level, &error) != HW_OK ||
        hw_option_number("--maxrregcount", cxx->registers, 255, &cxx->most_registers, &error) != HW_OK)
        return hw_usage_error("c++", "%s", error.text);
    if (!cxx->only_objects && !cxx->output)
        cxx->output = "a.out";
    if (hw_check_output(cxx->output, &error) != HW_OK)
        return hw_report(NULL, NULL, &error);
    return build(cxx);
}

static int run(int argc, char **argv)
{
    struct cxx_line *line = calloc(1, sizeof *line);

    if (!line)
        return hw_complain("no memory");
    line->cxx.level = MOST_LEVEL;
    line->targets = DEFAULT_TARGET;
    const int status = read_and_build(line, argc, argv);
    free(line);
    return status;
}

/* clang-format off */
const struct hw_command hw_command_cxx = {
    .name = "c++",
    .summary = "build a whole CUDA program with clang, without a toolkit",
    .usage = HW_STRINGS("halfwarp c++ FILE... [-o PROGRAM] [--target sm_NN,...] [OPTION...]",
                        "halfwarp c++ -c FILE... [-o OBJECT] [--target sm_NN,...] [OPTION...]"),
    .description =
        "Build a CUDA program with the clang of this machine (14 to 19), headers, a compiler and a libcudart of "
        "ours: nothing of NVIDIA's. FILE is CUDA C++ (.cu), C or C++, an object, or a library. The program has "
        "machine code for each target, and PTX for others, which is compiled when it runs. It finds our libcudart "
        "where that lies now, and runs by itself or with `halfwarp run`.",
    .groups = HW_GROUPS(HW_GROUP(NULL, cxx_options),
                        HW_GROUP("The host's part", host_options),
                        HW_GROUP_AT("CUDA C++", hw_cuda_source_rows, offsetof(struct cxx_line, cxx.source))),
    .examples = HW_EXAMPLES(
        {"halfwarp c++ vectors.cu -c -o vectors.o --target sm_13,sm_35", "an object with code for two chips"}),
    .pages = HW_STRINGS("docs/compiler.md", "docs/cuda.md"),
    .operands = HW_LIST_MAX,
    .operand = HW_KIND_FILE,
    .run = run,
};
/* clang-format on */
