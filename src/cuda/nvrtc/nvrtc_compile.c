/* SPDX-License-Identifier: MIT */
/* nvrtcCompileProgram: the source to PTX by clang, and to a cubin where the option names a chip; for later
 * chips by NVIDIA's NVRTC. */
#include "cuda/nvrtc/nvrtc_messages.h"
#include "cuda/nvrtc/nvrtc_names.h"
#include "cuda/nvrtc/nvrtc_options.h"
#include "cuda/nvrtc/nvrtc_theirs.h"

#include "cuda/core/modules/source_compiler.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SECONDS 600u /* of clang */
#define MORE    6    /* arguments of ours */

static nvrtcResult result_of(hw_status status)
{
    switch (status) {
    case HW_OK: return NVRTC_SUCCESS;
    case HW_ERR_NO_MEMORY: return NVRTC_ERROR_OUT_OF_MEMORY;
    case HW_ERR_SYNTAX: return NVRTC_ERROR_COMPILATION;
    case HW_ERR_RANGE: return NVRTC_ERROR_INVALID_INPUT;
    default: return NVRTC_ERROR_BUILTIN_OPERATION_FAILURE; /* there is no clang, or no place for files */
    }
}

/* What a compilation is given. */
struct nvrtc_job {
    struct hw_nvrtc_program *program;
    const struct hw_nvrtc_options *wish;
    char target[16];
    struct hw_cuda_options options;
    struct hw_cuda_file *headers;
    const char **arguments;
};

static bool list_headers(struct nvrtc_job *job)
{
    const struct hw_nvrtc_program *program = job->program;

    job->headers = calloc(program->header_count + 1, sizeof *job->headers);
    for (size_t i = 0; job->headers && i < program->header_count; i++)
        job->headers[i] = (struct hw_cuda_file){program->headers[i].name, program->headers[i].text,
                                                strlen(program->headers[i].text)};
    job->options.headers = job->headers;
    job->options.header_count = program->header_count;
    return job->headers;
}

static bool list_arguments(struct nvrtc_job *job)
{
    const struct hw_nvrtc_options *wish = job->wish;
    size_t count = wish->clang_count;

    job->arguments = calloc(count + MORE, sizeof *job->arguments);
    if (!job->arguments)
        return false;
    memcpy(job->arguments, wish->clang, count * sizeof *job->arguments);
    if (wish->standard) {
        job->arguments[count++] = "--std";
        job->arguments[count++] = wish->standard;
    }
    if (wish->quiet)
        job->arguments[count++] = "-w";
    if (!wish->has_initializer_list)
        job->arguments[count++] = "-DHW_NO_INITIALIZER_LIST";
    if (!wish->has_move)
        job->arguments[count++] = "-DHW_NO_MOVE_FORWARD";
    job->options.arguments = job->arguments;
    job->options.argument_count = count;
    return true;
}

static bool prepare(struct nvrtc_job *job)
{
    const struct hw_nvrtc_options *wish = job->wish;

    snprintf(job->target, sizeof job->target, "sm_%u", wish->number);
    job->options = (struct hw_cuda_options){.target = job->target,
                                            .level = wish->debug ? 0 : 3,
                                            .debug = wish->debug,
                                            .lines = wish->lines,
                                            .flush = wish->flush,
                                            .rough_divide = !wish->precise_divide,
                                            .rough_root = !wish->precise_root,
                                            .separate = !wish->fused,
                                            .fast_math = wish->fast_math,
                                            .at_run_time = true,
                                            .all_for_device = wish->all_for_device,
                                            .definitions = wish->definitions,
                                            .definition_count = wish->definition_count,
                                            .seconds = SECONDS};
    return list_headers(job) && list_arguments(job);
}

static nvrtcResult make_ptx(struct nvrtc_job *job)
{
    struct hw_nvrtc_program *program = job->program;
    struct hw_error error = {0};
    char *text = hw_nvrtc_names_add(program), *messages = NULL, *ptx = NULL;

    if (!text || !prepare(job)) {
        free(text);
        return NVRTC_ERROR_OUT_OF_MEMORY;
    }
    const struct hw_cuda_file source = {program->name, text, strlen(text)};
    const hw_status status = hw_cuda_source_to_ptx(&source, &job->options, &ptx, &messages, &error);
    char *const worded = messages ? hw_nvrtc_messages(messages) : NULL;
    if (worded && *worded)
        hw_nvrtc_say(program, "%s", worded);
    else if (status != HW_OK)
        hw_nvrtc_say(program, "halfwarp: %s\n", error.text);
    free(worded);
    free(messages);
    free(text);
    program->ptx = ptx;
    if (status == HW_OK && !hw_nvrtc_names_take(program, ptx))
        return NVRTC_ERROR_OUT_OF_MEMORY;
    return result_of(status);
}

static nvrtcResult make_cubin(struct nvrtc_job *job)
{
    struct hw_nvrtc_program *program = job->program;
    const struct hw_compile_options options = {
        .target = job->target, .level = 3, .most_registers = job->wish->registers};
    struct hw_error error = {0};
    const hw_status status =
        hw_cuda_ptx_to_cubin(program->ptx, &options, &program->cubin, &program->cubin_bytes, &error);

    if (status == HW_OK)
        return NVRTC_SUCCESS;
    hw_nvrtc_say(program, "halfwarp: %s: error: %s\n", job->target, error.text);
    return status == HW_ERR_NO_MEMORY ? NVRTC_ERROR_OUT_OF_MEMORY : NVRTC_ERROR_COMPILATION;
}

static nvrtcResult compile(struct hw_nvrtc_program *program, const struct hw_nvrtc_options *wish)
{
    struct nvrtc_job job = {.program = program, .wish = wish};
    nvrtcResult result = make_ptx(&job);

    if (result == NVRTC_SUCCESS && wish->wants_cubin)
        result = make_cubin(&job);
    free(job.headers);
    free(job.arguments);
    return result;
}

static nvrtcResult compile_own(struct hw_nvrtc_program *program, int count, const char *const *options)
{
    struct hw_nvrtc_options wish;
    nvrtcResult result = hw_nvrtc_options_read(program, count, options, &wish);

    if (result == NVRTC_SUCCESS)
        result = compile(program, &wish);
    hw_nvrtc_options_free(&wish);
    return result;
}

/* NVIDIA's does what ours cannot: another target, or code for a later link.  Where none that is found has the
 * target, the first says so. */
static nvrtcResult compile_by_either(struct hw_nvrtc_program *program, int count, const char *const *options)
{
    bool later_link;
    const unsigned target = hw_nvrtc_options_target(count, options, &later_link);

    if (!later_link && (!target || hw_cuda_is_target(target)))
        return compile_own(program, count, options);
    const struct hw_nvrtc_theirs *theirs = hw_nvrtc_theirs(target);
    if (!theirs)
        theirs = hw_nvrtc_theirs(0);
    return theirs ? hw_nvrtc_theirs_compile(theirs, program, count, options)
                  : compile_own(program, count, options);
}

nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int count, const char *const *options)
{
    if (!program)
        return NVRTC_ERROR_INVALID_PROGRAM;
    if (count < 0 || (count && !options))
        return NVRTC_ERROR_INVALID_INPUT;
    hw_nvrtc_forget(program);
    program->tried = true;
    const nvrtcResult result = compile_by_either(program, count, options);
    if (result != NVRTC_SUCCESS) { /* nothing but the log is left */
        free(program->ptx);
        program->ptx = NULL;
    }
    program->compiled = result == NVRTC_SUCCESS;
    return result;
}
