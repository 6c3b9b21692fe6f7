/* SPDX-License-Identifier: MIT */
/* This file prepares a kernel of a file for its launch: found, loaded into memory, its grid and limits
 * set. */
#include "cli/file_kind.h"
#include "cli/needed_libraries.h"
#include "cli/run.h"
#include "machine/chip/kernel_abi.h"
#include "engine/launch/worker_pool.h"

#include <halfwarp/listing.h>
#include <stdlib.h>
#include <string.h>

/* The capability of the chip that is asked for, 0 where none is; a wrong name is an error later. */
static unsigned wanted_capability(const struct hw_run_options *options)
{
    const struct hw_chip_info *chip;
    return options->chip && hw_chip_find(options->chip, &chip, NULL) == HW_OK ? chip->capability : 0;
}

/* An option of a program may have made the line one about a kernel, which then is not there. */
static hw_status offer_program(const struct hw_run_options *options, hw_status status, struct hw_error *error)
{
    const struct hw_error wrong = *error;
    struct hw_needed_libraries needs;

    if (status != HW_ERR_NOT_FOUND || !options->kernel)
        return status;
    hw_needed_libraries_read(options->file, &needs);
    return needs.is_program ? hw_fail(error, status, wrong.module,
                                      "%.150s; `halfwarp %s -- %.100s ...` runs the program itself",
                                      wrong.text, options->command, options->file)
                            : status;
}

hw_status hw_run_open_module(const struct hw_run_options *options, struct hw_module **module,
                             struct hw_error *error)
{
    void *data;
    size_t size;
    hw_status status = hw_read_file(options->file, HW_FILE_MAX, &data, &size, error);
    if (status != HW_OK)
        return status;
    const struct hw_code_choice choice = {.target = options->target,
                                          .kernel = options->kernel,
                                          .capability = wanted_capability(options),
                                          .runs = true};
    if (hw_file_kind(data, size) == HW_FILE_LISTING)
        status = hw_listing_read(data, HW_LISTING_NATIVE, NULL, module, error);
    else
        status = hw_cli_open_module(data, size, &choice, module, error);
    free(data);
    return status;
}

hw_status hw_run_open(struct hw_kernel_run *run, struct hw_error *error)
{
    const struct hw_run_options *options = run->options;
    hw_status status = hw_run_open_module(options, &run->module, error);
    if (status == HW_OK)
        status = hw_cli_find_kernel(run->module, options->kernel, &run->kernel, error);
    if (status == HW_OK)
        hw_shown_name_short(run->kernel->name, run->name);
    return offer_program(options, status, error);
}

/* Code runs on chips of its own compute capability's first digit, from its own chip on (CUDA C Programming
 * Guide, binary compatibility). */
static hw_status check_chip(const struct hw_kernel_run *run, const struct hw_chip_info *chip,
                            struct hw_error *error)
{
    const struct hw_chip_info *code_chip;
    hw_status status = hw_chip_find(run->module->target, &code_chip, error);

    if (status == HW_OK &&
        (chip->capability < code_chip->capability || chip->capability / 10 != code_chip->capability / 10))
        status = hw_fail(error, HW_ERR_LAUNCH, "cli", "the code is for %s; chip %s is sm_%u",
                         run->module->target, chip->name, chip->capability);
    return status;
}

hw_status hw_run_prepare(struct hw_kernel_run *run, struct hw_error *error)
{
    const char *name = run->options->chip ? run->options->chip : run->module->target;
    const struct hw_chip_info *chip;
    struct hw_target target;
    hw_status status = hw_chip_find(name, &chip, error);

    if (status != HW_OK && run->options->chip) {
        error->module = "cli"; /* the option is wrong, not the file */
        return error->status = HW_ERR_SYNTAX;
    }
    if (status == HW_OK)
        status = check_chip(run, chip, error);
    if (status == HW_OK)
        status = hw_target_of_code(chip, run->module->target, &target, error);
    if (status == HW_OK)
        status = hw_memory_create(&run->memory, error);
    if (status != HW_OK)
        return status;
    target.program = run->module->program;
    for (unsigned i = 0; status == HW_OK && i < run->options->symbols.count; i++)
        status = hw_run_symbol(run->module, run->options->symbols.item[i], error);
    if (status != HW_OK)
        return status;
    status = hw_image_load(&run->image, run->module, run->kernel, run->memory, error);
    if (status != HW_OK)
        return status;
    hw_launch_init(&run->launch, &target, chip, run->memory);
    hw_image_bind(&run->image, &run->launch);
    run->buffers.memory = run->memory;
    return hw_run_check_code(run, error);
}

/* What no file states is not limited: text cubins give neither the dynamic shared memory of a launch nor the
 * unit of their local memory size, and how the chips treat misaligned wide accesses is not known. */
static void open_limits(struct hw_kernel_run *run)
{
    struct hw_launch *launch = &run->launch;

    if (hw_kernel_abi_of(&launch->code.target)->shared_header)
        launch->limits.max_alignment = 4;
    if (run->module->container != HW_CONTAINER_TEXT)
        return;
    if (launch->local_bytes)
        launch->local_bytes = launch->code.chip->local_per_thread;
    if (!run->options->shared && !run->options->shared_as_declared &&
        launch->shared_bytes < launch->code.chip->shared_per_mp)
        launch->shared_bytes = launch->code.chip->shared_per_mp;
}

/* Shared memory beyond what the kernel declares; extern shared data begins at the next multiple of 16, as
 * compilers place it.  On Tesla the launch's header and the parameters come first. */
static void add_shared(struct hw_kernel_run *run, uint32_t bytes)
{
    struct hw_launch *launch = &run->launch;
    const uint32_t header = hw_kernel_abi_of(&launch->code.target)->shared_header;

    if (header && launch->shared_bytes < header + run->param_bytes)
        launch->shared_bytes = header + run->param_bytes;
    if (bytes)
        launch->shared_bytes = (launch->shared_bytes + 15) / 16 * 16 + bytes;
    launch->dynamic_shared_bytes = bytes;
}

/* Later chips have warps of 32 threads only. */
static hw_status take_lanes(const char *text, const struct hw_launch *launch, uint64_t *lanes,
                            struct hw_error *error)
{
    const hw_status status = hw_number(text, 32, false, lanes, error);

    if (status != HW_OK || *lanes == 32 ||
        (*lanes == 16 && hw_kernel_abi_of(&launch->code.target)->shared_header))
        return status;
    return hw_fail(error, HW_ERR_SYNTAX, "cli", "warps of %s threads; expected 32%s", text,
                   hw_kernel_abi_of(&launch->code.target)->shared_header ? " or 16" : "");
}

/* A seed, or the word for any order. */
static hw_status take_order(const char *text, struct hw_launch_host *host, struct hw_error *error)
{
    host->any_order = strcmp(text, "free") == 0;
    return host->any_order ? HW_OK : hw_number(text, UINT64_MAX, true, &host->order, error);
}

/* A word, or a seed. */
static hw_status take_async(const char *text, uint64_t *async, struct hw_error *error)
{
    const bool late = strcmp(text, "late") == 0;

    *async = late ? HW_ASYNC_LATE : 0;
    if (late || strcmp(text, "early") == 0)
        return HW_OK;
    const hw_status status = hw_number(text, UINT32_MAX, false, async, error);
    return status == HW_OK && *async
               ? HW_OK
               : hw_fail(error, HW_ERR_SYNTAX, "cli",
                         "--async is early, late or a seed from 1 to 4294967295, not `%s`", text);
}

hw_status hw_run_limits(struct hw_kernel_run *run, struct hw_error *error)
{
    const struct hw_run_options *options = run->options;
    struct hw_launch *launch = &run->launch;
    uint64_t shared = 0, workers = 0, stack = 0, turn = 0, lanes = 0;
    hw_status status = HW_OK;

    if (options->grid)
        status = hw_dimensions(options->grid, UINT32_MAX, launch->grid, error);
    if (status == HW_OK && options->block)
        status = hw_dimensions(options->block, UINT32_MAX, launch->block, error);
    if (status == HW_OK && options->shared)
        status = hw_number(options->shared, UINT32_MAX / 2, true, &shared, error);
    if (status == HW_OK && options->stack)
        status = hw_number(options->stack, UINT32_MAX, true, &stack, error);
    if (status == HW_OK && options->workers)
        status = hw_number(options->workers, HW_WORKERS_MAX, false, &workers, error);
    if (status == HW_OK && options->lanes)
        status = take_lanes(options->lanes, launch, &lanes, error);
    if (status == HW_OK && options->turn)
        status = hw_number(options->turn, HW_WARP_BUDGET, false, &turn, error);
    if (status == HW_OK && options->order)
        status = take_order(options->order, &launch->host, error);
    if (status == HW_OK && options->async)
        status = take_async(options->async, &launch->code.async, error);
    if (status == HW_OK && options->max_instructions)
        status =
            hw_number(options->max_instructions, UINT64_MAX, true, &launch->limits.max_instructions, error);
    if (status != HW_OK)
        return status;
    if (stack > launch->local_bytes)
        launch->local_bytes = (uint32_t)stack;
    launch->lanes = (uint32_t)lanes;
    launch->code.turn = (uint32_t)turn;
    launch->host.workers = (uint32_t)workers;
    launch->limits.strict = options->strict;
    if (options->trace) {
        launch->listeners = &hw_run_trace;
        launch->listener_count = 1;
    }
    if (!options->trace)
        hw_progress_begin(&run->progress, launch, run->name);
    add_shared(run, (uint32_t)shared);
    if (!options->strict)
        open_limits(run);
    return HW_OK;
}
