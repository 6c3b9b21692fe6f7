/* SPDX-License-Identifier: MIT */
/* `run [OPTIONS] [--] PROGRAM [ARGS...]`, and `time` in that form: an unmodified CUDA program, with our
 * libraries in front of it.
 *
 * The program is executed in place of this one, with the folder of our libraries first in LD_LIBRARY_PATH,
 * our audit library, that of device files, and the options in variables that they read; so its output, its
 * exit status and its signals are its own.  It may be any program, such as an interpreter that loads CUDA's
 * libraries later; `--` in front of it says that it is one. */
#include "cli/bundled_libraries.h"
#include "cli/needed_libraries.h"
#include "cli/program_line.h"
#include "cli/python_packages.h"
#include "cli/run.h"

#include "engine/tiers/tiers.h"
#include "environment.h"
#include "program_path.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define AUDIT "libhalfwarp-audit.so" /* tells the loader to take ours (cuda/audit) */
#define NODES "libhalfwarp-nodes.so" /* answers for /dev/nvidia0 (cuda/nodes) */

/* Options behind the file that make a line one about a kernel of it, by any of their names. */
static bool names_kernel(const struct hw_command *command, char **arguments)
{
    static const char *const kernel_options[] = {"-k", "--grid", "--block"};

    for (; *arguments; arguments++) {
        const struct hw_option *option =
            hw_option_find(command, false, *arguments, strcspn(*arguments, "="), NULL);
        for (size_t i = 0; option && i < sizeof kernel_options / sizeof *kernel_options; i++)
            if (strcmp(option->name, kernel_options[i]) == 0)
                return true;
    }
    return false;
}

/* --- our libraries --- */

/* Put folders or files around what a variable of the loader has, with colons between them. */
static bool put_around(const char *variable, const char *front, const char *behind)
{
    const char *parts[] = {front, getenv(variable), behind};
    char text[8 * PATH_MAX] = "";
    size_t used = 0;

    for (size_t i = 0; i < sizeof parts / sizeof *parts && used < sizeof text; i++)
        if (parts[i] && *parts[i])
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", used ? ":" : "", parts[i]);
    return used < sizeof text && setenv(variable, text, 1) == 0;
}

/* The library that answers for device files comes behind those that the user preloads.  GCC's address
 * sanitizer wants to be the first library of a program, so a program that needs it goes without. */
static bool offer_nodes(const struct hw_needed_libraries *needs, const char *folder)
{
    char nodes[2 * PATH_MAX];

    snprintf(nodes, sizeof nodes, "%s/%s", folder, NODES);
    return needs->sanitizer[0] || put_around("LD_PRELOAD", NULL, nodes);
}

/* NVRTC is NVIDIA's where there is one, unless ours is wanted (cuda/audit has paths then, too). */
static bool offer_nvrtc(const char *folder)
{
    const bool first = hw_environment(HW_ENVIRONMENT_NVRTC) != NULL; /* `own` */
    char own[2 * PATH_MAX];

    snprintf(own, sizeof own, "%s/nvrtc", folder);
    return put_around("LD_LIBRARY_PATH", first ? own : NULL, first ? NULL : own);
}

static int execute(const struct hw_program_line *line, const struct hw_needed_libraries *needs,
                   const char *folder)
{
    char audit[2 * PATH_MAX], compilers[4 * PATH_MAX];

    snprintf(audit, sizeof audit, "%s/%s", folder, AUDIT);
    const bool set = hw_python_compilers(line->program[0], compilers, sizeof compilers) &&
                     put_around("LD_LIBRARY_PATH", folder, compilers) && offer_nvrtc(folder) &&
                     put_around("LD_AUDIT", audit, NULL) && offer_nodes(needs, folder);
    if (!set)
        return hw_complain("no memory");
    /* The file that was inspected, unless it is one of PATH. */
    (line->marked ? execvp : execv)(line->program[0], line->program);
    return hw_complain("%s cannot be run: %s", line->program[0], strerror(errno));
}

/* OpenGL programs of that time need a GLUT that distributions no longer have under that name. */
static bool lacks_glut(const struct hw_needed_libraries *needs)
{
    void *library = needs->glut[0] ? dlopen(needs->glut, RTLD_LAZY) : NULL;

    if (library)
        dlclose(library);
    return needs->glut[0] && !library;
}

/* Why a program cannot run with our libraries, as a status that is not 0; 0 when it can. */
static int refuse(const char *program, const struct hw_needed_libraries *needs, const char *folder)
{
    const char *const library = needs->runtime[0] ? needs->runtime : needs->driver;
    const char *const coverage = hw_environment(HW_ENVIRONMENT_COVERAGE);
    struct hw_error error;

    if (needs->is_library)
        return hw_complain("%s is a shared library, and no program", program);
    if (hw_engine_check(&error) != HW_OK || (coverage && hw_coverage_check(coverage, &error) != HW_OK))
        return hw_complain("%s", error.text);
    if (library[0] && !hw_has_library(folder, library))
        return hw_complain("%s needs %s, which is none of our libraries (docs/cuda.md)", program, library);
    if (!library[0] && needs->has_code)
        return hw_complain("%s has NVIDIA's runtime inside; build it with `nvcc -cudart shared`", program);
    if (lacks_glut(needs))
        return hw_complain("%s needs %s, which this machine does not have: a link of that name to freeglut's "
                           "libglut.so.3.12, in a folder of LD_LIBRARY_PATH, will do",
                           program, needs->glut);
    return HW_EXIT_DONE;
}

/* A script of Python is run by Python: put that in front of it.  The line gets a list of its own. */
static bool put_python_in_front(struct hw_program_line *line, int count)
{
    const char *python = hw_environment(HW_ENVIRONMENT_PYTHON);
    char **with = calloc((size_t)count + 2, sizeof *with);

    if (!with)
        return false;
    with[0] = (char *)(uintptr_t)(python ? python : "python3");
    memcpy(with + 1, line->program, (size_t)count * sizeof *with);
    line->program = with; /* until this process becomes another program */
    line->marked = true;
    return true;
}

static bool is_script(const char *program)
{
    const size_t length = strlen(program);

    return length > 3 && strcmp(program + length - 3, ".py") == 0;
}

/* Whether it is a command that a shell would find by its name, and no file here. */
static bool is_command(const char *name)
{
    char path[PATH_MAX];

    return !strchr(name, '/') && access(name, F_OK) != 0 && hw_program_path(name, path);
}

/* Whether the line is one of a program that is executed, and not one about a kernel of a file.  One that has
 * nothing of CUDA may be an interpreter, or have its GPU code in a library. */
static bool is_about_program(const struct hw_program_line *line, const struct hw_needed_libraries *needs)
{
    if (line->marked)
        return true;
    return needs->is_program && !names_kernel(line->command, line->program + 1);
}

/* Options about a kernel of a file do nothing for a program, that `--` says there is: refuse them. */
static bool refuse_of_file(const struct hw_program_line *line, char **argv, int *status)
{
    struct hw_needed_libraries needs;

    while (*argv && strcmp(*argv, "--") != 0)
        argv++;
    if (!line->of_file || !*argv || !argv[1])
        return false;
    hw_needed_libraries_read(argv[1], &needs);
    if (!needs.is_program && !is_script(argv[1]) && !is_command(argv[1]))
        return false;
    *status = hw_usage_error(line->command->name, "%.*s is for a kernel of a file, not for a program",
                             (int)strcspn(line->of_file, "="), line->of_file);
    return true;
}

bool hw_run_program(int argc, char **argv, const struct hw_command *command, const char *words, int *status)
{
    struct hw_program_line line = {.command = command, .words = words};
    const char *wrong = NULL;
    struct hw_needed_libraries needs;
    char folder[PATH_MAX];

    if (!hw_program_line_split(argc, argv, &line, &wrong)) {
        if (wrong)
            *status = hw_unknown_option(command, wrong);
        return wrong || refuse_of_file(&line, argv, status);
    }
    if (is_script(line.program[0]) && !put_python_in_front(&line, argc - (int)(line.program - argv))) {
        *status = hw_complain("no memory");
        return true;
    }
    line.marked |= is_command(line.program[0]);
    if (!line.marked && hw_program_line_is_missing(&line)) {
        *status = hw_complain("cannot open %s: %s", line.program[0], strerror(errno));
        return true;
    }
    hw_needed_libraries_read(line.program[0], &needs);
    if (!is_about_program(&line, &needs))
        return false;
    *status = hw_program_line_apply(&line);
    if (*status != HW_EXIT_DONE)
        return true;
    if (!hw_bundled_libraries(folder)) {
        *status = hw_complain(HW_OWN_LIBRARIES_MISSING);
        return true;
    }
    *status = refuse(line.program[0], &needs, folder);
    if (*status == HW_EXIT_DONE)
        *status = execute(&line, &needs, folder);
    return true;
}
