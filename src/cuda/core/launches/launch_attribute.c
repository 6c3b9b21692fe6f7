/* SPDX-License-Identifier: MIT */
/* See launch_attribute.h.  (driver_types.h of CUDA 12 and 13 has the numbers.)
 *
 * Events of a launch are recorded behind it: that is when its last block has said or done what they wait for,
 * at the latest.  Where the launch is captured, what waits for them depends on a port of its node. */
#include "cuda/core/launches/launch_attribute.h"

#include "cuda/core/graphs/updatable_node.h"
#include "cuda/core/log/reason.h"
#include "cuda/core/streams/stream.h"
#include "cuda/core/streams/stream_capture.h"
#include "cuda/core/streams/stream_event.h"

enum {
    COOPERATIVE = 2,
    CLUSTER = 4,
    PROGRAMMATIC = 6, /* the kernel before it in the stream says when it may begin */
    BLOCKS_EVENT = 7, /* when all blocks have said that what depends on them may begin */
    PREFERRED_CLUSTER = 11,
    BEGUN_EVENT = 12, /* when all blocks have begun */
    UPDATABLE_NODE = 13,
    LAST_NUMBER = 16
};

static bool is_event(const struct hw_cuda_launch_attribute *attribute)
{
    return attribute->number == BLOCKS_EVENT || attribute->number == BEGUN_EVENT;
}

/* An event that has no time, and that only this process has. */
static cudaError_t check_event(const struct hw_cuda_launch_attribute *attribute)
{
    const cudaError_t error = hw_cuda_event_check(attribute->value.event);

    if (error != cudaSuccess)
        return error;
    if (attribute->value.event_flags)
        return hw_cuda_fail(cudaErrorInvalidValue, "flags %d of launch attribute %d; expected 0",
                            attribute->value.event_flags, attribute->number);
    return hw_cuda_event_is_light(attribute->value.event)
               ? cudaSuccess
               : hw_cuda_fail(cudaErrorInvalidValue,
                              "the event of launch attribute %d has a time, or is for other processes; "
                              "expected one of cudaEventDisableTiming",
                              attribute->number);
}

/* The port of a kernel at which an event of it happens. */
static struct hw_edge port_of(const struct hw_cuda_launch_attribute *attribute)
{
    if (attribute->number == BEGUN_EVENT)
        return (struct hw_edge){.from_port = HW_PORT_BEGUN};
    return (struct hw_edge){.from_port = attribute->value.at_begin ? HW_PORT_BEGUN : HW_PORT_PROGRAMMATIC,
                            .type = HW_DEPENDENCY_PROGRAMMATIC};
}

static bool is_cluster(const unsigned dimension[3])
{
    return dimension[0] > 1 || dimension[1] > 1 || dimension[2] > 1;
}

static cudaError_t take(const struct hw_cuda_launch_attribute *attribute, struct hw_cuda_kernel_work *work)
{
    if (attribute->number < 0 || attribute->number > LAST_NUMBER)
        return hw_cuda_fail(cudaErrorInvalidValue, "launch attribute %d; expected 0 to %d", attribute->number,
                            LAST_NUMBER);
    if (is_event(attribute))
        return check_event(attribute);
    switch (attribute->number) {
    case COOPERATIVE: work->cooperative = attribute->value.whole != 0; return cudaSuccess;
    case PROGRAMMATIC: work->programmatic = attribute->value.whole != 0; return cudaSuccess;
    case CLUSTER:
    case PREFERRED_CLUSTER:
        return is_cluster(attribute->value.dimension)
                   ? hw_cuda_fail(cudaErrorNotSupported, "clusters of several blocks (launch attribute %d)",
                                  attribute->number)
                   : cudaSuccess;
    default: return cudaSuccess;
    }
}

/* The nodes that the next one of a captured stream depends on: the last one, behind a launch; NULL: it is not
 * captured. */
static const struct hw_cuda_nodes *captured_nodes(cudaStream_t stream)
{
    hw_graph graph;

    return hw_cuda_capturing() ? hw_cuda_capture_nodes(hw_cuda_stream_resolve(stream), &graph) : NULL;
}

/* The program reads the node in its attribute. */
static cudaError_t make_updatable(cudaStream_t stream, const struct hw_cuda_launch_attribute *attribute)
{
    return hw_cuda_updatable_set(captured_nodes(stream)->node[0],
                                 (struct hw_updatable_value *)(uintptr_t)&attribute->value);
}

/* Such nodes are of captures only. */
static bool wants_capture(const struct hw_cuda_launch_attribute *attributes, unsigned count)
{
    unsigned i = 0;

    while (i < count && (attributes[i].number != UPDATABLE_NODE || !attributes[i].value.whole))
        i++;
    return i < count;
}

/* What is done behind the launch. */
static cudaError_t take_behind(cudaStream_t stream, const struct hw_cuda_launch_attribute *attribute)
{
    if (is_event(attribute)) {
        const cudaError_t error = hw_cuda_event_record(attribute->value.event, stream, false);
        if (error == cudaSuccess)
            hw_cuda_capture_record_port(attribute->value.event, port_of(attribute));
        return error;
    }
    return attribute->number == UPDATABLE_NODE && attribute->value.whole ? make_updatable(stream, attribute)
                                                                         : cudaSuccess;
}

cudaError_t hw_cuda_kernel_submit_with(cudaStream_t stream, const struct hw_cuda_kernel_work *work,
                                       const struct hw_cuda_launch_attribute *attributes, unsigned count)
{
    struct hw_cuda_kernel_work wanted = *work;
    cudaError_t error = count && !attributes
                            ? hw_cuda_fail(cudaErrorInvalidValue, "%u launch attributes at null", count)
                            : cudaSuccess;

    for (unsigned i = 0; i < count && error == cudaSuccess; i++)
        error = take(&attributes[i], &wanted);
    if (error == cudaSuccess && wants_capture(attributes, count) && !captured_nodes(stream))
        error = hw_cuda_fail(cudaErrorInvalidValue,
                             "a node that kernels change (launch attribute %d); expected "
                             "a stream that is captured",
                             UPDATABLE_NODE);
    if (error == cudaSuccess)
        error = hw_cuda_kernel_submit(stream, &wanted);
    for (unsigned i = 0; i < count && error == cudaSuccess; i++)
        error = take_behind(stream, &attributes[i]);
    return error;
}
