/* SPDX-License-Identifier: MIT */
/* Programmatic edges that captures make: of launch attributes, of events, and of what programs tell a
 * capture. */
#include "cuda/core/launches/launch_attribute.h"
#include "cuda/driver/driver.h"
#include "cuda/runtime/runtime.h"
#include "cuda_graphs.h"

enum { SERIALIZATION = 6, PROGRAMMATIC_EVENT = 7, BEGUN_EVENT = 12, DISABLE_TIMING = 2 };

static const struct hw_edge plain = {0},
                            early = {.from_port = HW_PORT_PROGRAMMATIC, .type = HW_DEPENDENCY_PROGRAMMATIC},
                            begun = {.from_port = HW_PORT_BEGUN, .type = HW_DEPENDENCY_PROGRAMMATIC},
                            order = {.from_port = HW_PORT_BEGUN};

static cudaStream_t stream, other;
static float *in, *out;

static int begin(void **state)
{
    fresh_device(state);
    in = zeroed(2 * BYTES);
    out = zeroed(BYTES);
    assert_cuda(cudaStreamCreateWithFlags(&stream, 1));
    assert_cuda(cudaStreamCreateWithFlags(&other, 1));
    assert_cuda(cudaStreamBeginCapture(stream, HW_CAPTURE_THREAD));
    return 0;
}

static void launch_in(cudaStream_t where, const struct hw_cuda_launch_attribute *attribute)
{
    uint32_t full = COUNT;
    const struct hw_launch_config config = {.grid = {1, 1, 1},
                                            .block = {COUNT, 1, 1},
                                            .stream = where,
                                            .attributes = attribute,
                                            .attribute_count = attribute != NULL};

    assert_cuda(cudaLaunchKernelExC(&config, &saxpy_stub, (void *[]){&in, &out, &full}));
}

static void launch_early(cudaStream_t where)
{
    launch_in(where, &(struct hw_cuda_launch_attribute){.number = SERIALIZATION, .value.whole = 1});
}

static cudaEvent_t launch_recorded(int number, int at_begin)
{
    cudaEvent_t event;

    assert_cuda(cudaEventCreateWithFlags(&event, DISABLE_TIMING));
    launch_in(stream, &(struct hw_cuda_launch_attribute){.number = number,
                                                         .value = {.event = event, .at_begin = at_begin}});
    return event;
}

/* Edges of what was captured, in the order of their nodes; it runs. */
static void ends_with(const struct hw_edge *edges, size_t count)
{
    hw_node from[4], to[4];
    struct hw_edge data[4];
    hw_graph graph;
    size_t had = 4;

    assert_cuda(cudaStreamEndCapture(stream, &graph));
    assert_cuda(cudaGraphGetEdges_v2(graph, from, to, data, &had));
    assert_int_equal(had, count);
    for (size_t i = 0; i < count; i++)
        assert_true(hw_edge_is_same(data[i], edges[i]));
    run_once(graph);
    assert_cuda(cudaGraphDestroy(graph));
}

#define ENDS_WITH(...)                               \
    ends_with((const struct hw_edge[]){__VA_ARGS__}, \
              sizeof((const struct hw_edge[]){__VA_ARGS__}) / sizeof(struct hw_edge))

/* The kernel before it in the stream, and nothing else. */
static void serialization(void **state)
{
    (void)state;
    launch_early(stream); /* the first, behind nothing */
    launch_early(stream);
    launch_in(stream, NULL);
    assert_cuda(cudaMemsetAsync(out, 0, BYTES, stream));
    launch_early(stream);
    ENDS_WITH(early, plain, plain, plain);
}

static void serialization_behind_another_stream(void **state)
{
    cudaEvent_t fork, join;

    (void)state;
    assert_cuda(cudaEventCreate(&fork));
    assert_cuda(cudaEventCreate(&join));
    launch_in(stream, NULL);
    assert_cuda(cudaEventRecord(fork, stream));
    assert_cuda(cudaStreamWaitEvent(other, fork, 0));
    launch_early(other); /* waits for the event: its own stream had no kernel */
    assert_cuda(cudaEventRecord(join, other));
    assert_cuda(cudaStreamWaitEvent(stream, join, 0));
    launch_early(stream); /* depends on both */
    ENDS_WITH(plain, plain, plain);
}

static void wait_and_join(cudaEvent_t event)
{
    cudaEvent_t join;

    assert_cuda(cudaEventCreate(&join));
    assert_cuda(cudaStreamWaitEvent(other, event, 0));
    launch_in(other, NULL);
    assert_cuda(cudaEventRecord(join, other));
    assert_cuda(cudaStreamWaitEvent(stream, join, 0));
}

static void programmatic_event(void **state)
{
    (void)state;
    wait_and_join(launch_recorded(PROGRAMMATIC_EVENT, 0));
    ENDS_WITH(early);
}

static void event_at_begin(void **state)
{
    (void)state;
    wait_and_join(launch_recorded(PROGRAMMATIC_EVENT, 1));
    ENDS_WITH(begun);
}

static void completion_event(void **state)
{
    (void)state;
    wait_and_join(launch_recorded(BEGUN_EVENT, 0));
    ENDS_WITH(order);
}

/* Work that is no kernel cannot begin early; a stream that has the whole kernel before it has no less of it.
 */
static void full_where_it_must_be(void **state)
{
    cudaEvent_t join;
    const cudaEvent_t event = launch_recorded(PROGRAMMATIC_EVENT, 0);

    (void)state;
    assert_cuda(cudaEventCreate(&join));
    assert_cuda(cudaStreamWaitEvent(other, event, 0));
    assert_cuda(cudaMemsetAsync(in, 0, BYTES, other));
    assert_cuda(cudaEventRecord(join, other));
    assert_cuda(cudaStreamWaitEvent(stream, event, 0));
    launch_in(stream, NULL);
    assert_cuda(cudaStreamWaitEvent(stream, join, 0));
    ENDS_WITH(plain, plain);
}

/* What the next one depends on, asked and told, and lost by no question. */
static void information(void **state)
{
    const struct hw_edge *data = NULL;
    const hw_node *nodes = NULL;
    hw_node kernel;
    unsigned long long number;
    hw_graph graph;
    size_t count = 9;
    int status = -1;

    (void)state;
    assert_cuda(cudaStreamWaitEvent(other, launch_recorded(PROGRAMMATIC_EVENT, 0), 0));
    assert_cuda(cudaStreamGetCaptureInfo_v3(other, &status, &number, &graph, &nodes, &data, &count));
    assert_true(count == 1 && data && hw_edge_is_same(*data, early));
    assert_error(cudaStreamGetCaptureInfo_v2(other, &status, &number, &graph, &nodes, &count),
                 cudaErrorLossyQuery);
    assert_error(cudaStreamGetCaptureInfo_v3(other, &status, &number, &graph, NULL, &data, &count),
                 cudaErrorInvalidValue);
    assert_int_equal(cuStreamGetCaptureInfo_v2((CUstream)other, &status, &number, &graph, &nodes, &count),
                     CUDA_ERROR_LOSSY_QUERY);
    assert_cuda(cudaStreamGetCaptureInfo_v3(other, &status, &number, NULL, NULL, NULL, &count));
    assert_cuda(cudaStreamGetCaptureInfo_v3(stream, &status, &number, &graph, &nodes, &data, &count));
    assert_true(count == 1 && data && hw_edge_is_plain(*data));
    kernel = *nodes;
    assert_error(cudaStreamUpdateCaptureDependencies_v2(stream, &kernel, &(struct hw_edge){.type = 1}, 1, 1),
                 cudaErrorInvalidValue);
    assert_cuda(cudaStreamUpdateCaptureDependencies_v2(stream, &kernel, &begun, 1, 1));
    launch_in(stream, NULL);
    assert_cuda(cudaStreamGetCaptureInfo_v3(stream, &status, &number, &graph, &nodes, &data, &count));
    kernel = *nodes;
    assert_cuda(cudaStreamUpdateCaptureDependencies_v2(other, &kernel, NULL, 1, 1));
    ENDS_WITH(begun);
}

/* A capture goes on in a graph that is there. */
static void into_a_graph(void **state)
{
    hw_graph graph, captured;
    hw_node from[2], to[2];
    struct hw_edge data[2];
    size_t count = 2;

    (void)state;
    launch_in(stream, NULL);
    assert_cuda(cudaStreamEndCapture(stream, &graph));
    assert_cuda(cudaGraphGetNodes(graph, from, &count));
    assert_int_equal(count, 1);
    assert_error(cudaStreamBeginCaptureToGraph(stream, graph, from, &(struct hw_edge){.to_port = 1}, 1,
                                               HW_CAPTURE_THREAD),
                 cudaErrorInvalidValue);
    assert_cuda(cudaStreamBeginCaptureToGraph(stream, graph, from, &early, 1, HW_CAPTURE_THREAD));
    launch_in(stream, NULL);
    assert_cuda(cudaStreamEndCapture(stream, &captured));
    assert_ptr_equal(captured, graph);
    count = 2;
    assert_cuda(cudaGraphGetEdges_v2(graph, from, to, data, &count));
    assert_true(count == 1 && hw_edge_is_same(data[0], early));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(serialization, begin),
        cmocka_unit_test_setup(serialization_behind_another_stream, begin),
        cmocka_unit_test_setup(programmatic_event, begin),
        cmocka_unit_test_setup(event_at_begin, begin),
        cmocka_unit_test_setup(completion_event, begin),
        cmocka_unit_test_setup(full_where_it_must_be, begin),
        cmocka_unit_test_setup(information, begin),
        cmocka_unit_test_setup(into_a_graph, begin),
    };

    setenv("HALFWARP_CHIP", "gf100", 1);
    return cmocka_run_group_tests(tests, register_code, unregister_program);
}
