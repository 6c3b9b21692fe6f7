/* SPDX-License-Identifier: MIT */
/* A launch state is one launch of a kernel, from the call that asks for it to its end.
 *
 *     hw_cuda_launch_prepare   in the call: all that the program may change afterwards is taken
 *     hw_cuda_launch_begin     the launch's turn has come; under the lock
 *     hw_cuda_launch_visit     blocks run; without the lock, by several threads, until it is over
 *     hw_cuda_launch_end       faults, log, clock; under the lock
 */
#ifndef HW_CUDA_CORE_LAUNCHES_LAUNCH_STATE_H
#define HW_CUDA_CORE_LAUNCHES_LAUNCH_STATE_H

#include "cuda/core/launches/launch_output.h"
#include "cuda/core/launches/launch_tree.h"
#include "cuda/core/streams/stream_work.h"

#include "engine/launch/progress.h"

#include <halfwarp/listener.h>
#include <halfwarp/machine.h>
#include <halfwarp/surface.h>
#include <halfwarp/texture.h>

struct hw_profiler_device;
struct hw_running_launch;

/* What a visit of a thread to work has come to.  Of those that are there at the same time only the last to
 * leave hears that the work is over or waits. */
enum hw_cuda_visit {
    HW_CUDA_VISIT_OVER,
    HW_CUDA_VISIT_WAITS, /* all its blocks on the device only wait for what others do */
    HW_CUDA_VISIT_LEFT,  /* others are at work */
    HW_CUDA_VISIT_MORE   /* it was asked to give way to others */
};

#define HW_CUDA_SMALL_PARAMETERS 256 /* bytes: more than most kernels have */

/* Thousands of them may wait, so they are no larger than need be. */
struct hw_cuda_launch_state {
    struct hw_cuda_launch_state *next_free;
    struct hw_cuda_kernel *kernel;
    cudaStream_t stream;
    struct hw_launch launch;
    struct hw_launch_result result;
    hw_status status;
    struct hw_error error;
    struct hw_profiler_device *clock; /* NULL: times do not matter */
    struct hw_progress progress;
    double begin;              /* hw_cuda_seconds() */
    struct hw_listener covers; /* counts its instructions, if the launch has a listener */
    bool may_replay, replayed;
    bool injected; /* it was made to fail, and does not run */
    bool stopped;  /* because of what has happened elsewhere */
    bool told;     /* that it only waits, where it is timed */
    /* Its blocks; NULL: no visit has begun yet, or it is timed or replayed. */
    _Atomic(struct hw_running_launch *) running;
    struct hw_cuda_grids *grids;              /* it is one of these, on several devices; NULL: of none */
    struct hw_cuda_tree tree;                 /* of the kernels that it launches */
    struct hw_cuda_output output, assertions; /* what it prints, and of assertions that fail */
    /* What the kernel's references were bound to in the call, and the table of all textures and surfaces. */
    struct hw_texture *texture;
    struct hw_surface *surface;
    struct hw_bindless *table;
    uint8_t *parameters; /* small_parameters, where there is room for them */
    uint8_t small_parameters[HW_CUDA_SMALL_PARAMETERS];
};

/* Make a launch state, which hw_cuda_launch_end or hw_cuda_launch_drop frees; `stream` is resolved. */
cudaError_t hw_cuda_launch_prepare(const struct hw_cuda_kernel_work *work, cudaStream_t stream,
                                   struct hw_cuda_launch_state **run);
/* Whether the chip can hold it. */
cudaError_t hw_cuda_launch_check(const struct hw_cuda_launch_state *run);
void hw_cuda_launch_begin(struct hw_cuda_launch_state *run);
enum hw_cuda_visit hw_cuda_launch_visit(struct hw_cuda_launch_state *run);
cudaError_t hw_cuda_launch_end(struct hw_cuda_launch_state *run);
/* Without the lock, in the first visit: its blocks may run; false: they cannot, as its end says. */
bool hw_cuda_launch_create(struct hw_cuda_launch_state *run);
/* The kernel that runs: it, or one that it has launched. */
const char *hw_cuda_launch_name(struct hw_cuda_launch_state *run);
/* While it runs: how many threads more it wants; how often it has not only waited; ask it to give way to
 * others; and stop it, so that it is over at the next visit: with a sentence it
 * only waits; NULL: in silence. */
uint32_t hw_cuda_launch_wants(struct hw_cuda_launch_state *run);
uint64_t hw_cuda_launch_moves(const struct hw_cuda_launch_state *run);
void hw_cuda_launch_give_way(struct hw_cuda_launch_state *run);
void hw_cuda_launch_stop(struct hw_cuda_launch_state *run, const char *sentence);
/* The same, as a kernel that it has launched has failed. */
void hw_cuda_launch_fails(struct hw_cuda_launch_state *run);
/* Stop blocks, which only wait, with nobody inside, or run. */
void hw_cuda_running_launch_stop(struct hw_running_launch *running, const char *sentence, bool waits);
/* Those of it, and of what its kernels have launched, whose blocks run: at most so many. */
size_t hw_cuda_launch_running(struct hw_cuda_launch_state *run, struct hw_running_launch **running,
                              size_t most);
void hw_cuda_launch_drop(struct hw_cuda_launch_state *run);

#endif
