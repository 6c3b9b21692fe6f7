/* SPDX-License-Identifier: MIT */
/* This file compiles for `halfwarp cc`: each input for each target.
 *
 * One target makes a cubin, several, or --ptx, a fatbin that holds the cubins and the PTX.  Nothing is
 * written before all of an output has compiled. */
#include "cli/cc_command.h"
#include "cli/file_kind.h"

#include <halfwarp/archive.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The pieces of one output: cubins or listings by target, then the PTX. */
struct cc_pieces {
    uint8_t *bytes[HW_CODE_TARGETS];
    size_t length[HW_CODE_TARGETS];
};

/* One input. */
struct cc_job {
    const struct hw_cc_command *command;
    const char *input;
    char *text; /* of PTX, with a NUL behind it; made of CUDA C++, that for the target */
    size_t size;
    struct hw_compile_options how;
    struct hw_cc_usages *usages;
    unsigned refusals; /* that were printed */
    struct cc_pieces pieces;
};

/* --- what the compiler reports --- */

static void take_usage(void *context, const struct hw_kernel_usage *usage)
{
    const struct cc_job *job = context;

    hw_cc_usage_add(job->usages, usage, job->input, job->how.target);
}

/* The text may hold NULs; then no line of it is shown. */
static int report(const struct cc_job *job, const struct hw_error *error)
{
    return hw_report(job->input, strlen(job->text) == job->size ? job->text : NULL, error);
}

static void take_refusal(void *context, const char *name, const struct hw_error *reason)
{
    struct cc_job *job = context;

    (void)name; /* the sentence has it */
    job->refusals++;
    report(job, reason);
}

/* --- one target --- */

static hw_status compile_listing(struct cc_job *job, unsigned target, struct hw_error *error)
{
    char *listing;
    const hw_status status = hw_compile_listing(job->text, job->size, &job->how, &listing, error);

    job->pieces.bytes[target] = (uint8_t *)listing;
    job->pieces.length[target] = listing ? strlen(listing) : 0;
    return status;
}

static hw_status compile_cubin(struct cc_job *job, unsigned target, struct hw_error *error)
{
    struct hw_module *module;
    hw_status status = hw_compile_ptx(job->text, job->size, &job->how, &module, error);

    if (status == HW_OK && job->usages->failed)
        status = hw_fail(error, HW_ERR_NO_MEMORY, "cli", "no memory for what kernels take");
    if (status == HW_OK)
        status = hw_module_write(module, module->container, &job->pieces.bytes[target],
                                 &job->pieces.length[target], error);
    hw_module_free(module);
    return status;
}

/* The PTX for a target, which is the same for all unless it is made of CUDA C++. */
static int read_text(struct cc_job *job)
{
    struct hw_error error;
    void *data = NULL;

    if (hw_is_cuda_source(job->input)) {
        free(job->text);
        job->text = NULL;
        if (!hw_cuda_source_ptx(job->input, job->how.target, job->how.level, &job->command->source, &data,
                                &job->size))
            return HW_EXIT_FAILED;
        job->text = data;
    } else if (!job->text) {
        if (hw_read_file(job->input, HW_FILE_MAX, &data, &job->size, &error) != HW_OK)
            return hw_report(job->input, NULL, &error);
        job->text = data;
        const unsigned kinds = HW_FILE_KIND(HW_FILE_PTX) | HW_FILE_KIND(HW_FILE_LISTING) |
                               HW_FILE_KIND(HW_FILE_TEXT) | HW_FILE_KIND(HW_FILE_EMPTY);
        if (hw_file_kind_check(data, job->size, kinds, "PTX, or CUDA C++ in a file of the name .cu",
                               &error) != HW_OK)
            return hw_report(job->input, NULL, &error);
    }
    return HW_EXIT_DONE;
}

static int compile_target(struct cc_job *job, unsigned target)
{
    struct hw_error error;

    job->how.target = job->command->targets.name[target];
    if (read_text(job) != HW_EXIT_DONE ||
        (!hw_is_cuda_source(job->input) && hw_cc_warn_of_target(job->command, job->input, job->text,
                                                                job->size, job->how.target) != HW_EXIT_DONE))
        return HW_EXIT_FAILED;
    const hw_status status =
        job->command->lists ? compile_listing(job, target, &error) : compile_cubin(job, target, &error);
    if (job->refusals) /* the error is one of them */
        return HW_EXIT_FAILED;
    return status == HW_OK ? HW_EXIT_DONE : report(job, &error);
}

/* --- what is written --- */

/* The name of an output where none was given: the input's in this folder, with another ending. */
static char *default_name(const struct cc_job *job)
{
    const struct hw_cc_command *command = job->command;
    const char *slash = strrchr(job->input, '/'), *base = slash ? slash + 1 : job->input;
    const char *dot = strrchr(base, '.');
    const int length = dot && dot > base ? (int)(dot - base) : (int)strlen(base);
    const char *ending = command->lists                                     ? "hwasm"
                         : command->targets.count > 1 || command->keeps_ptx ? "fatbin"
                                                                            : "cubin";
    char *name;

    return asprintf(&name, "%.*s.%s", length, base, ending) < 0 ? NULL : name;
}

static int write_bytes(const struct cc_job *job, const void *bytes, size_t length)
{
    char *made = job->command->output ? NULL : default_name(job);
    const char *name = made ? made : job->command->output;
    struct hw_error error;
    int status = HW_EXIT_DONE;

    if (!name)
        status = hw_complain("no memory for the name of an output");
    else if (hw_write_file(name, bytes, length, &error) != HW_OK)
        status = hw_report(name, NULL, &error);
    free(made);
    return status;
}

static int write_fatbin(const struct cc_job *job)
{
    const unsigned targets = job->command->targets.count;
    struct hw_fatbin_part part[HW_CODE_TARGETS + 1];
    struct hw_error error;
    uint8_t *fatbin;
    size_t length;

    for (unsigned i = 0; i < targets; i++)
        part[i] = (struct hw_fatbin_part){job->pieces.bytes[i], job->pieces.length[i]};
    part[targets] = (struct hw_fatbin_part){job->text, job->size};
    if (hw_fatbin_write(part, targets + job->command->keeps_ptx, &fatbin, &length, &error) != HW_OK)
        return hw_report(job->input, NULL, &error);
    const int status = write_bytes(job, fatbin, length);
    free(fatbin);
    return status;
}

static int write_output(const struct cc_job *job)
{
    if (job->command->targets.count == 1 && !job->command->keeps_ptx)
        return write_bytes(job, job->pieces.bytes[0], job->pieces.length[0]);
    return write_fatbin(job);
}

/* --- all --- */

static int compile_input(struct cc_job *job)
{
    const size_t before = job->usages->count;
    int status = HW_EXIT_DONE;

    for (unsigned i = 0; i < job->command->targets.count && status == HW_EXIT_DONE; i++)
        status = compile_target(job, i);
    if (status == HW_EXIT_DONE)
        status = hw_cc_warn_of_memory(job->command, job->usages, before);
    if (status == HW_EXIT_DONE)
        status = write_output(job);
    for (unsigned i = 0; i < job->command->targets.count; i++)
        free(job->pieces.bytes[i]);
    free(job->text);
    return status;
}

int hw_cc_run(const struct hw_cc_command *command)
{
    struct hw_cc_usages usages = {.list = NULL};
    int status = HW_EXIT_DONE;

    for (unsigned i = 0; i < command->inputs.count; i++) {
        struct cc_job job = {
            .command = command, .input = command->inputs.item[i], .how = command->how, .usages = &usages};
        job.how.entry = command->entries.item;
        job.how.entries = command->entries.count;
        job.how.used = take_usage;
        job.how.refused = take_refusal;
        job.how.context = &job;
        status |= compile_input(&job);
    }
    if (command->tells_usage && status == HW_EXIT_DONE)
        hw_cc_usage_print(&usages, command->as_json);
    hw_cc_usage_clear(&usages);
    return status;
}
