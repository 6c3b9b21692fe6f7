/* SPDX-License-Identifier: MIT */
/* This file runs a launch by methods: as a driver submits it to a channel, run so or written down. */
#include "cli/run.h"

#include <halfwarp/submit.h>

hw_status hw_run_by_methods(const struct hw_kernel_run *run, struct hw_launch_result *result,
                            struct hw_error *error)
{
    struct hw_submitter *stage = NULL;
    hw_status status = hw_submitter_create(&stage, error);

    if (status == HW_OK)
        status = hw_submitter_run(stage, &run->launch, result, error);
    hw_submitter_destroy(stage);
    return status;
}

hw_status hw_run_show_methods(const struct hw_kernel_run *run, struct hw_error *error)
{
    struct hw_method_stream stream = {.item = NULL};
    hw_status status = hw_submitter_stream(&run->launch, &stream, error);

    for (unsigned i = 0; i < run->buffers.count && status == HW_OK; i++) {
        struct hw_stream_item item = {.kind = HW_STREAM_BUFFER,
                                      .address = run->buffers.list[i].address,
                                      .bytes = run->buffers.list[i].bytes};
        snprintf(item.name, sizeof item.name, "%.*s", HW_STREAM_NAME - 1, run->buffers.list[i].name);
        status = hw_method_stream_add(&stream, &item, error);
    }
    if (status == HW_OK)
        status = hw_method_stream_write(stdout, &stream, error);
    hw_method_stream_free(&stream);
    return status;
}
