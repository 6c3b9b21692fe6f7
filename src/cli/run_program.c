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
#include "cli/python_packages.h"
#include "cli/run.h"
#include "cli/values.h"

#include "engine/tiers/tiers.h"
#include "environment.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define AUDIT "libhalfwarp-audit.so" /* tells the loader to take ours (cuda/audit) */
#define NODES "libhalfwarp-nodes.so" /* answers for /dev/nvidia0 (cuda/nodes) */

/* clang-format off */
const struct hw_option hw_program_rows[] = {
    {"--chip", .argument = "NAME,...", .help = "the chip, or a card (\"GTX 980\"); of a list each is a device",
     .kind = HW_KIND_CHIP, HW_VARIABLE("HALFWARP_CHIP", NULL)},
    {"--memory", .argument = "SIZE", .help = "of a device: 8G, 512M; a number alone is MiB; of a list each is a device's",
     HW_VARIABLE("HALFWARP_MEMORY", NULL)},
    {"--workers", .argument = "N", .help = "host threads; no result depends on them", .kind = HW_KIND_NUMBER,
     HW_VARIABLE("HALFWARP_WORKERS", NULL)},
    {"--strict", .help = "refuse kernels that are in doubt", HW_VARIABLE("HALFWARP_STRICT", "1")},
    HW_OPTIONS_END,
};
/* clang-format on */

#define GIVEN_MAX 32

/* An option of the line, and its value. */
struct given_option {
    const struct hw_option *option;
    const char *value;
};

/* The command line of this form. */
struct program_line {
    const struct hw_command *command;
    const char *words; /* the variable to which options add words; NULL: none */
    struct given_option given[GIVEN_MAX];
    size_t count;
    bool marked;    /* `--` stands before the program, or it is a command: it is one whatever it looks like */
    char **program; /* and its arguments; NULL: none */
};

/* Keep an option's value; of one given twice the last counts. */
static bool keep(struct program_line *line, const struct hw_option *option, const char *value)
{
    size_t i = 0;

    while (i < line->count && line->given[i].option != option)
        i++;
    if (!value || i == GIVEN_MAX)
        return false;
    line->given[i] = (struct given_option){option, value};
    line->count += i == line->count;
    return true;
}

/* The option of argument *i, whose value may be the next one; false where it is none of this form. */
static bool take_option(struct program_line *line, int argc, char **argv, int *i)
{
    const size_t length = strcspn(argv[*i], "=");
    const char *behind = argv[*i][length] ? argv[*i] + length + 1 : NULL;
    const struct hw_option_group *group;
    const struct hw_option *option = hw_option_find(line->command, true, argv[*i], length, &group);

    if (!option || (behind && !option->argument))
        return false;
    if (!behind)
        behind = option->preset;
    if (!behind && *i + 1 < argc)
        behind = argv[++*i];
    return keep(line, option, behind);
}

/* Whether a word that stands before a program or a file is an option of no form of the command. */
static bool is_no_option(const struct hw_command *command, const char *word)
{
    const struct hw_option_group *group;
    const size_t length = strcspn(word, "=");

    return word[1] != '\0' && !hw_option_find(command, false, word, length, &group) &&
           !hw_option_find(command, true, word, length, &group) && strcmp(word, "-h") != 0 &&
           strcmp(word, "--help") != 0;
}

/* Options before the program; false where there are others than this form has: *wrong is one that no form
 * has. */
static bool split(int argc, char **argv, struct program_line *line, const char **wrong)
{
    int i = 1;

    for (; i < argc && argv[i][0] == '-'; i++) {
        if (strcmp(argv[i], "--") == 0) {
            line->marked = true;
            i++;
            break;
        }
        if (take_option(line, argc, argv, &i))
            continue;
        *wrong = is_no_option(line->command, argv[i]) ? argv[i] : NULL;
        return false;
    }
    line->program = i < argc ? argv + i : NULL;
    return line->program != NULL;
}

/* Options behind the file that make a line one about a kernel of it. */
static bool names_kernel(char **arguments)
{
    static const char *const kernel_options[] = {"-k", "--grid", "--block"};

    for (; *arguments; arguments++)
        for (size_t i = 0; i < sizeof kernel_options / sizeof *kernel_options; i++) {
            const size_t length = strlen(kernel_options[i]);
            if (strncmp(*arguments, kernel_options[i], length) == 0 &&
                ((*arguments)[length] == '\0' || (*arguments)[length] == '='))
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

/* Set the variable of an option; one that holds words gets one more. */
static bool set_variable(const struct program_line *line, const struct given_option *given)
{
    const char *const variable = given->option->variable;
    const bool words = line->words && strcmp(variable, line->words) == 0;
    const char *before = words ? getenv(variable) : NULL;
    char text[256];

    if (!before || !*before)
        return setenv(variable, given->value, 1) == 0;
    snprintf(text, sizeof text, "%s,%s", before, given->value);
    return setenv(variable, text, 1) == 0;
}

/* A value that is empty would count as none (`--chip "$CHIP"`, where CHIP is not set). */
static const char *empty_option(const struct program_line *line)
{
    for (size_t i = 0; i < line->count; i++)
        if (!*line->given[i].value)
            return line->given[i].option->name;
    return NULL;
}

/* What is wrong with the values; of a variable that an option has set, by the option's name. */
static int complain_of_value(const struct program_line *line, const char *text)
{
    for (size_t i = 0; i < line->count; i++) {
        const struct hw_option *option = line->given[i].option;
        const size_t length = strlen(option->variable);
        if (strncmp(text, option->variable, length) == 0 && text[length] == ' ')
            return hw_usage_error(line->command->name, "%s%s", option->name, text + length);
    }
    return hw_usage_error(line->command->name, "%s", text);
}

/* What the command is to do with any program, and its options. */
static bool set_variables(const struct program_line *line)
{
    bool set = !line->words || setenv(line->words, "1", 1) == 0;

    for (size_t i = 0; i < line->count; i++)
        set = set && set_variable(line, &line->given[i]);
    return set;
}

/* HW_EXIT_DONE, or the status to end with. */
static int take_values(const struct program_line *line)
{
    const char *const empty = empty_option(line);
    struct hw_error error;

    if (empty)
        return hw_usage_error(line->command->name, "%s has no value", empty);
    if (!set_variables(line))
        return hw_complain("no memory");
    return hw_values_check(&error) == HW_OK ? HW_EXIT_DONE : complain_of_value(line, error.text);
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

static int execute(const struct program_line *line, const struct hw_needed_libraries *needs,
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
    struct hw_error error;

    if (hw_engine_check(&error) != HW_OK)
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
static bool put_python_in_front(struct program_line *line, int count)
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
    const char *path = getenv("PATH");
    char candidate[PATH_MAX];

    if (strchr(name, '/') || access(name, F_OK) == 0)
        return false;
    for (size_t length; path && *path; path += length + (path[length] == ':')) {
        length = strcspn(path, ":");
        const int printed = snprintf(candidate, sizeof candidate, "%.*s/%s", (int)length, path, name);
        if (printed > 0 && (size_t)printed < sizeof candidate && access(candidate, X_OK) == 0)
            return true;
    }
    return false;
}

/* Whether there is no such file; where options about a kernel follow, these are looked at first. */
static bool is_missing(const struct program_line *line)
{
    for (char **argument = line->program + 1; *argument; argument++)
        if (**argument == '-' && !is_no_option(line->command, *argument))
            return false;
    return strcmp(line->program[0], "-") != 0 && access(line->program[0], F_OK) != 0;
}

/* Whether the line is one of a program that is executed, and not one about a kernel of a file.  One that has
 * nothing of CUDA may be an interpreter, and what follows it is its own. */
static bool is_about_program(const struct program_line *line, const struct hw_needed_libraries *needs)
{
    if (line->marked)
        return true;
    return needs->is_program && !names_kernel(line->program + 1) &&
           (line->program[1] || hw_program_uses_cuda(needs));
}

bool hw_run_program(int argc, char **argv, const struct hw_command *command, const char *words, int *status)
{
    struct program_line line = {.command = command, .words = words};
    const char *wrong = NULL;
    struct hw_needed_libraries needs;
    char folder[PATH_MAX];

    if (!split(argc, argv, &line, &wrong)) {
        *status = wrong ? hw_unknown_option(command, wrong) : HW_EXIT_DONE;
        return wrong != NULL;
    }
    if (is_script(line.program[0]) && !put_python_in_front(&line, argc - (int)(line.program - argv))) {
        *status = hw_complain("no memory");
        return true;
    }
    line.marked |= is_command(line.program[0]);
    if (!line.marked && is_missing(&line)) {
        *status = hw_complain("cannot open %s: %s", line.program[0], strerror(errno));
        return true;
    }
    hw_needed_libraries_read(line.program[0], &needs);
    if (!is_about_program(&line, &needs))
        return false;
    *status = take_values(&line);
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
