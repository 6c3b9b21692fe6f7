/* SPDX-License-Identifier: MIT */
/* Compiles CUDA C++ to PTX by running clang: see compiler.h.
 *
 * A source or header that is given as text becomes a file in a temporary folder; the PTX comes through a
 * pipe. */
#include "compiler/clang/clang_arguments.h"
#include "compiler/clang/clang_definitions.h"
#include "compiler/clang/clang_process.h"
#include "compiler/clang/host_constants.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SOURCE  "source.cu"
#define HEADERS "h/h/h/h/h/h/h/h" /* deep, for names that begin with ../ */
#define DEPTH   8

struct clang_job {
    const struct hw_cuda_file *source;
    const struct hw_cuda_options *options;
    struct hw_clang clang;
    struct hw_clang_folder folder;
    struct hw_clang_arguments arguments;
};

/* --- files --- */

/* Whether a name stays within the folder of temporary files. */
static bool keeps_folder(const char *name)
{
    int depth = DEPTH;

    for (const char *part = name; *part && depth > 0; part += strcspn(part, "/"), part += strspn(part, "/"))
        depth += strncmp(part, "../", 3) == 0 ? -1 : 1;
    return *name && *name != '/' && depth > 0;
}

static hw_status write_header(const struct clang_job *job, const struct hw_cuda_file *header,
                              struct hw_error *error)
{
    char name[HW_CLANG_PATH_MAX];

    if (!keeps_folder(header->name) ||
        snprintf(name, sizeof name, HEADERS "/%s", header->name) >= (int)sizeof name)
        return hw_fail(error, HW_ERR_RANGE, "clang", "a header cannot be called '%.200s' here", header->name);
    return hw_clang_folder_write(&job->folder, name, header->text, header->length, error);
}

/* A name as a string of C. */
static void write_quoted(FILE *to, const char *name)
{
    putc('"', to);
    for (; *name; name++) {
        if (*name == '"' || *name == '\\')
            putc('\\', to);
        putc(*name == '\n' ? ' ' : *name, to);
    }
    putc('"', to);
}

/* The text as clang gets it: with its name, by which errors call it. */
static hw_status write_source(const struct clang_job *job, struct hw_error *error)
{
    char *text = NULL;
    size_t length = 0;
    FILE *to = open_memstream(&text, &length);

    if (!to)
        return hw_fail(error, HW_ERR_NO_MEMORY, "clang", "no memory for a source");
    if (job->options->all_for_device)
        fputs("#pragma clang force_cuda_host_device begin\n", to);
    fputs("#line 1 ", to);
    write_quoted(to, job->source->name);
    putc('\n', to);
    fwrite(job->source->text, 1, job->source->length, to);
    if (job->options->all_for_device)
        fputs("\n#pragma clang force_cuda_host_device end\n", to);
    hw_status status = HW_ERR_NO_MEMORY;
    if (fclose(to) == 0)
        status = hw_clang_folder_write(&job->folder, SOURCE, text, length, error);
    free(text);
    return status;
}

static hw_status write_files(struct clang_job *job, struct hw_error *error)
{
    hw_status status = HW_OK;

    if (!job->source->text && !job->options->header_count && !job->options->definition_count)
        return HW_OK;
    status = hw_clang_folder_make(&job->folder, error);
    if (status == HW_OK)
        status = hw_clang_write_definitions(&job->folder, job->options, error);
    if (status == HW_OK && job->source->text)
        status = write_source(job, error);
    for (size_t i = 0; status == HW_OK && i < job->options->header_count; i++)
        status = write_header(job, &job->options->headers[i], error);
    return status;
}

/* --- the command --- */

/* A source finds headers beside itself, also where it is a text with the name of a file. */
static void add_folder_of_source(struct clang_job *job)
{
    const char *slash = strrchr(job->source->name, '/');

    if (job->source->text && slash)
        hw_clang_argument(&job->arguments, "-iquote%.*s", (int)(slash - job->source->name),
                          job->source->name);
}

static hw_status make_command(struct clang_job *job, struct hw_error *error)
{
    struct hw_clang_arguments *list = &job->arguments;
    unsigned number;
    const hw_status status = hw_clang_target(job->options->target, &number, error);

    if (status != HW_OK)
        return status;
    hw_clang_arguments_of_language(&job->clang, list);
    hw_clang_arguments_of_definitions(&job->folder, job->options, list);
    if (job->options->header_count)
        hw_clang_argument(list, "-I%s/" HEADERS, job->folder.path);
    add_folder_of_source(job);
    hw_clang_arguments_of_device(&job->clang, job->options, number, list);
    hw_clang_argument(list, "-S");
    hw_clang_argument(list, "-o");
    hw_clang_argument(list, "-");
    if (job->source->text)
        hw_clang_argument(list, "%s/" SOURCE, job->folder.path);
    else
        hw_clang_argument_file(list, job->source->name);
    return list->failed ? hw_fail(error, HW_ERR_NO_MEMORY, "clang", "no memory for a command") : HW_OK;
}

/* --- what came of it --- */

/* Headers that were given as texts have their own names in messages, not those of the files. */
static void drop_folder(const struct clang_job *job, char *messages)
{
    char folder[HW_CLANG_PATH_MAX + sizeof HEADERS + 2];
    const int length = snprintf(folder, sizeof folder, "%s/" HEADERS "/", job->folder.path);

    for (char *at = messages; job->folder.path[0] && (at = strstr(at, folder)) != NULL;)
        memmove(at, at + length, strlen(at + length) + 1);
}

/* The first line that says what is wrong. */
static hw_status first_error(const struct clang_job *job, const struct hw_clang_result *result,
                             struct hw_error *error)
{
    const char *found = strstr(result->messages.text, "error: ");
    const char *line = found ? found : result->messages.text;

    if (found && result->status < 128)
        return hw_fail(error, HW_ERR_SYNTAX, "clang", "%.200s: %.*s", job->source->name,
                       (int)strcspn(line, "\n"), line);
    return hw_fail(error, HW_ERR_SYNTAX, "clang", "%.100s: %.150s failed with status %d", job->source->name,
                   job->clang.path, result->status);
}

static hw_status run_clang(struct clang_job *job, char **ptx, char **messages, struct hw_error *error)
{
    struct hw_clang_result result;
    hw_status status = hw_clang_run(job->arguments.item, job->options->seconds, &result, error);

    if (status == HW_OK)
        drop_folder(job, result.messages.text);
    if (status == HW_OK && result.status != 0)
        status = first_error(job, &result, error);
    *messages = result.messages.text;
    result.messages.text = NULL;
    if (status == HW_OK) {
        *ptx = result.out.text;
        result.out.text = NULL;
    }
    hw_clang_result_free(&result);
    if (status == HW_OK && !hw_clang_drop_constants(*ptx, messages))
        status = hw_fail(error, HW_ERR_NO_MEMORY, "clang", "no memory for PTX");
    return status;
}

hw_status hw_compile_cuda(const struct hw_cuda_file *source, const struct hw_cuda_options *options,
                          char **ptx, char **messages, struct hw_error *error)
{
    struct clang_job *job = calloc(1, sizeof *job);
    hw_status status;

    *ptx = *messages = NULL;
    if (!job)
        return hw_fail(error, HW_ERR_NO_MEMORY, "clang", "no memory for a command");
    job->source = source;
    job->options = options;
    status = hw_clang_find(&job->clang, error);
    if (status == HW_OK)
        status = write_files(job, error);
    if (status == HW_OK)
        status = make_command(job, error);
    if (status == HW_OK)
        status = run_clang(job, ptx, messages, error);
    hw_clang_folder_remove(&job->folder);
    hw_clang_arguments_free(&job->arguments);
    free(job);
    return status;
}
