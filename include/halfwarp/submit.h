/* SPDX-License-Identifier: MIT */
/* A submitter sends launches of Tesla's code to a channel as a driver does, by methods.
 *
 * A submitter is a small user-mode driver.  It gives the compute object the code, constants, textures, local
 * memory and stack of a launch in memory of its own, and the rest by methods; what the object still knows
 * from the last launch is not sent again.  The results are those of hw_launch_run, except that one worker
 * runs the blocks: each warp has its slot on the chip.
 *
 * What methods cannot say is HW_ERR_UNSUPPORTED: more than 256 bytes of parameters, registers that are
 * preset, textures that are functions, listeners.
 *
 * Stability: may change. */
#ifndef HALFWARP_SUBMIT_H
#define HALFWARP_SUBMIT_H

#include <halfwarp/machine.h>
#include <halfwarp/method_stream.h>

#ifdef __cplusplus
extern "C" {
#endif

struct hw_submitter;
hw_status hw_submitter_create(struct hw_submitter **stage, struct hw_error *error);
/* NULL is allowed. */
void hw_submitter_destroy(struct hw_submitter *stage);

/* As hw_launch_run.  A launch of another chip, memory or execution context, or with other limits, begins with
 * a new channel.  HW_ERR_LAUNCH: the compute object has refused it, with the reason that it has given. */
hw_status hw_submitter_run(struct hw_submitter *stage, const struct hw_launch *launch,
                           struct hw_launch_result *result, struct hw_error *error);

/* Writes the stream that a launch is for a new channel: memory as it is before the launch, objects, methods.
 * Nothing runs.  Virtual addresses are the launch's device addresses.  The stream must be empty; the caller
 * frees it. */
hw_status hw_submitter_stream(const struct hw_launch *launch, struct hw_method_stream *stream,
                              struct hw_error *error);

#ifdef __cplusplus
}
#endif
#endif
