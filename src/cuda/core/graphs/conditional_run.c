/* SPDX-License-Identifier: MIT */
/* How launches reach conditional nodes.
 *
 * A conditional node is two items: one that decides, and the node's end, which comes after it.  When the
 * first one's turn has come, it looks at the condition and adds the items of a body between itself and the
 * end.  A WHILE adds one more that decides behind the body:
 *
 *     decides -> body -> decides -> body -> decides -> end
 *
 * A host that waits for the launch waits for all of them (`asked` of stream_queue.h), and they are in its
 * environment. */
#include "cuda/core/graphs/conditional.h"

#include "cuda/base/message.h"
#include "cuda/core/devices/context.h"
#include "cuda/core/executor/stall.h"
#include "cuda/core/streams/stream_queue.h"

/* Whether what a node would repeat is given up, for the program ends. */
static bool is_given_up(void)
{
    static bool told;

    if (!hw_cuda_stall_is_past_end())
        return false;
    if (!told)
        hw_cuda_message("a conditional node of a graph was still in its loop when the program ended, and was "
                        "stopped");
    told = true;
    return true;
}

/* It is not even asked any more, for other work that ran then was stopped before. */
void hw_cuda_conditional_drop(const struct hw_cuda_conditional_work *work)
{
    if (hw_cuda_conditional_repeats(work))
        (void)is_given_up();
}

/* Kernels of the body have been unloaded, mostly since the program ends. */
static cudaError_t give_up_lost(struct hw_cuda_context *context)
{
    if (context->failed == cudaSuccess)
        hw_cuda_message(
            "a conditional node of a graph was stopped: the code of its kernels was unloaded, or an "
            "array or an event that they use is gone");
    if (context->failed == cudaSuccess)
        context->failed = cudaErrorCudartUnloading;
    return cudaSuccess;
}

cudaError_t hw_cuda_conditional_decide(struct hw_cuda_pending *item)
{
    const struct hw_cuda_conditional_work *work = &item->work->conditional;
    const struct hw_cuda_graph_launch launch = {.stream = item->stream,
                                                .asked = item->asked,
                                                .environment = item->environment,
                                                .printed = work->printed};
    const bool repeats = hw_cuda_conditional_repeats(work);
    hw_graph body = hw_cuda_conditional_choose(work);
    struct hw_cuda_pending *again = NULL;

    if (!body || (repeats && is_given_up()))
        return cudaSuccess;
    cudaError_t error = hw_cuda_graph_check_nodes(body);
    if (error != cudaSuccess)
        return give_up_lost(item->context);
    struct hw_cuda_pending *begin = hw_cuda_graph_add_order(&launch);
    if (!begin)
        return cudaErrorMemoryAllocation;
    hw_cuda_item_after(begin, item);
    if (repeats && !(again = hw_cuda_graph_add_work(&launch, item->work)))
        error = cudaErrorMemoryAllocation;
    if (again)
        hw_cuda_item_after(work->end, again);
    if (error == cudaSuccess)
        error = hw_cuda_graph_queue(body, &launch, begin, again ? again : work->end);
    if (again)
        hw_cuda_item_go(again);
    hw_cuda_item_go(begin);
    hw_cuda_item_release(begin);
    return error;
}

void hw_cuda_conditional_run(const struct hw_cuda_conditional_work *work, cudaStream_t stream,
                             struct hw_cuda_context *context)
{
    for (hw_graph body; context->failed == cudaSuccess && (body = hw_cuda_conditional_choose(work));) {
        hw_cuda_graph_run(body, stream, context);
        if (!hw_cuda_conditional_repeats(work))
            break;
    }
}
