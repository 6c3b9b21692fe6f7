/* SPDX-License-Identifier: MIT */
/* A submitter has a channel for launches, and remembers what it has sent for one. */
#include "channel/submit/submit_state.h"

#include "machine/chip/kernel_abi.h"

#include <halfwarp/texture.h>

#include <stdlib.h>
#include <string.h>

#define PARAMS_MOST 256u

hw_status hw_submitter_create(struct hw_submitter **stage, struct hw_error *error)
{
    *stage = calloc(1, sizeof **stage);
    return *stage ? HW_OK : hw_fail(error, HW_ERR_NO_MEMORY, "stage", "no memory for a stage");
}

void hw_submit_clear(struct hw_submitter *stage)
{
    for (unsigned i = 0; i < HW_SUBMIT_SPACES; i++)
        free(stage->constant[i]);
    for (size_t i = 0; i < stage->staged_count; i++)
        free(stage->staged[i].data);
    free(stage->staged);
    hw_channel_destroy(stage->channel);
    *stage = (struct hw_submitter){.channel = NULL};
}

void hw_submitter_destroy(struct hw_submitter *stage)
{
    if (stage)
        hw_submit_clear(stage);
    free(stage);
}

/* --- the channel --- */

uint16_t hw_submit_class(const struct hw_chip_info *chip)
{
    const struct hw_object_class *object;
    uint16_t newest = 0;

    for (unsigned i = 0; (object = hw_object_class_at(i)) != NULL; i++)
        if (object->kind == HW_OBJECT_COMPUTE && hw_tesla_chip_in(object->chips, chip->id))
            newest = object->number;
    return newest;
}

hw_status hw_submit_begin(struct hw_submitter *stage, struct hw_error *error)
{
    static const struct {
        uint32_t method, handle;
    } first[] = {
        {HW_CHANNEL_OBJECT, HW_SUBMIT_ENGINE},   {HW_COMPUTE_DMA_GLOBAL, HW_SUBMIT_GLOBAL},
        {HW_COMPUTE_DMA_LOCAL, HW_SUBMIT_OWN},   {HW_COMPUTE_DMA_STACK, HW_SUBMIT_OWN},
        {HW_COMPUTE_DMA_CODE_CB, HW_SUBMIT_OWN}, {HW_COMPUTE_DMA_TSC, HW_SUBMIT_OWN},
        {HW_COMPUTE_DMA_TIC, HW_SUBMIT_OWN},
    };
    hw_status status = HW_OK;

    for (unsigned i = 0; i < sizeof first / sizeof first[0] && status == HW_OK; i++)
        status = hw_submit_send(stage, first[i].method, first[i].handle, error);
    return status;
}

/* The first error counts. */
static void keep_report(void *context, const struct hw_channel_report *report)
{
    struct hw_submitter *stage = context;

    if (stage->reported || !hw_report_is_error(report->kind))
        return;
    stage->reported = true;
    stage->report = *report;
}

/* The launch's memory is the card's, without pages; the stage's own memory is the host's. */
static hw_status open_channel(struct hw_submitter *stage, const struct hw_launch *launch,
                              struct hw_error *error)
{
    const struct hw_channel_setup setup = {.chip = launch->code.chip,
                                           .units = launch->placement.units,
                                           .vram = launch->memory,
                                           .host_bytes = hw_submit_memory_bytes(),
                                           .execution_context = launch->host.execution_context,
                                           .workers = launch->host.workers,
                                           .max_instructions = launch->limits.max_instructions,
                                           .strict = launch->limits.max_alignment == 0,
                                           .report = keep_report,
                                           .context = stage};
    const struct hw_dma_object global = {.number = HW_DMA_CLASS_READ_WRITE,
                                         .target = HW_DMA_TARGET_VRAM,
                                         .access = HW_DMA_ACCESS_READ_WRITE,
                                         .limit = UINT32_MAX},
                               own = {.number = HW_DMA_CLASS_READ_WRITE,
                                      .target = HW_DMA_TARGET_HOST,
                                      .access = HW_DMA_ACCESS_READ_WRITE,
                                      .limit = hw_submit_memory_bytes() - 1};

    stage->code = launch->code;
    stage->memory = launch->memory;
    stage->execution_context = launch->host.execution_context;
    stage->limits = launch->limits;
    stage->workers = launch->host.workers;
    stage->units = launch->placement.units;
    hw_status status = hw_channel_create(&setup, &stage->channel, error);
    if (status == HW_OK)
        status =
            hw_channel_object(stage->channel, HW_SUBMIT_ENGINE, hw_submit_class(launch->code.chip), error);
    if (status == HW_OK)
        status = hw_channel_dma(stage->channel, HW_SUBMIT_GLOBAL, &global, error);
    if (status == HW_OK)
        status = hw_channel_dma(stage->channel, HW_SUBMIT_OWN, &own, error);
    return status == HW_OK ? hw_submit_begin(stage, error) : status;
}

static bool fits(const struct hw_submitter *stage, const struct hw_launch *launch)
{
    return stage->channel && stage->code.chip == launch->code.chip && stage->memory == launch->memory &&
           stage->execution_context == launch->host.execution_context &&
           stage->workers == launch->host.workers && stage->units == launch->placement.units &&
           stage->limits.max_instructions == launch->limits.max_instructions &&
           stage->limits.max_alignment == launch->limits.max_alignment;
}

/* --- a launch --- */

static bool has_levels(const struct hw_launch_textures *textures)
{
    bool has = false;

    for (unsigned i = 0; i < HW_TEXTURES; i++)
        has |= textures->unit[i] && textures->unit[i]->smaller;
    return has;
}

hw_status hw_submit_check(const struct hw_launch *launch, struct hw_error *error)
{
    const struct {
        bool wrong;
        const char *sentence;
    } checks[] = {
        {hw_kernel_abi_of(&launch->code.target)->shared_header == 0,
         "code of a chip that is not one of Tesla's"},
        {launch->param_bytes > PARAMS_MOST, "more than 256 bytes of parameters"},
        {launch->grid[2] > 1, "a grid of more than two dimensions"},
        {launch->preset_count != 0, "registers that do not start as zero"},
        {launch->graphics != NULL, "a graphics program"},
        {launch->textures.sample != NULL, "textures that are functions"},
        {has_levels(&launch->textures), "levels of detail"},
        {launch->listener_count != 0, "listeners to its instructions"},
        {launch->placement.local.memory || launch->placement.stack.memory,
         "areas of its own for what warps keep"},
    };

    for (unsigned i = 0; i < sizeof checks / sizeof checks[0]; i++)
        if (checks[i].wrong)
            return hw_fail(error, HW_ERR_UNSUPPORTED, "stage", "methods cannot say a launch with %s",
                           checks[i].sentence);
    return HW_OK;
}

/* What the channel has said, as hw_launch_run would say it. */
static hw_status outcome(const struct hw_submitter *stage, struct hw_launch_result *result,
                         struct hw_error *error)
{
    const struct hw_channel_report *report = &stage->report;

    result->stats = stage->result.stats;
    if (!stage->reported)
        return HW_OK;
    result->fault = report->fault;
    if (result->fault.kind == HW_FAULT_LIMIT)
        return hw_fail(error, HW_ERR_LIMIT, "launch", "%s", result->fault.sentence);
    if (result->fault.kind != HW_FAULT_NONE)
        return hw_fail(error, HW_ERR_FAULT, "launch", "%s", result->fault.sentence);
    return hw_fail(error, HW_ERR_LAUNCH, "launch", "%s", report->sentence);
}

hw_status hw_submitter_run(struct hw_submitter *stage, const struct hw_launch *launch,
                           struct hw_launch_result *result, struct hw_error *error)
{
    hw_status status = hw_submit_check(launch, error);

    *result = (struct hw_launch_result){.fault = {.kind = HW_FAULT_NONE}};
    if (status == HW_OK && !fits(stage, launch)) {
        hw_submit_clear(stage);
        status = open_channel(stage, launch, error);
    }
    stage->reported = false;
    if (status == HW_OK)
        status = hw_submit_launch(stage, launch, error);
    if (status != HW_OK) {
        hw_submit_clear(stage); /* what the object knows now is not clear */
        return status;
    }
    return outcome(stage, result, error);
}
