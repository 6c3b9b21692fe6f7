/* SPDX-License-Identifier: MIT */
/* For tests of launches of graphs from the device: kernels that put letters into a log and launch graphs, and
 * graphs of them. */
#ifndef HW_TESTS_DEVICE_GRAPHS_H
#define HW_TESTS_DEVICE_GRAPHS_H

#include "cuda_driver.h"

#include "samples.h"

#include <stdbool.h>

#define LOG_WORDS   1024
#define DEVICE_FLAG 4u /* CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH */

/* Streams for graphs, as device code names them. */
#define TAIL    UINT64_C(0x0100000000000000)
#define FIRE    UINT64_C(0x0200000000000000)
#define SIBLING UINT64_C(0x0300000000000000)

static CUmodule module;
static CUstream stream;
static CUdeviceptr log_at;

static inline CUmodule load_ptx(const char *path)
{
    struct sample ptx = sample_read(path);
    CUmodule loaded = NULL;

    assert_cu(cuModuleLoadData(&loaded, ptx.bytes));
    free(ptx.bytes);
    return loaded;
}

static inline int begin_kernels(void **state)
{
    if (begin_context(state))
        return 1;
    module = load_ptx("tests/data/ptx/device_graphs.ptx");
    assert_cu(cuStreamCreate(&stream, 1));
    log_at = allocate(4 * LOG_WORDS);
    assert_cu(cuMemsetD32Async(log_at, 0, LOG_WORDS, stream));
    return 0;
}

static inline void launch_in(CUmodule of, const char *name, void **values)
{
    CUfunction function = NULL;

    assert_cu(cuModuleGetFunction(&function, of, name));
    assert_cu(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, stream, values, NULL));
}

static inline void letter(uint32_t which)
{
    launch_in(module, "letter", (void *[]){&log_at, &which});
}

/* What a kernel launches; the list stays, for the graph that it is in. */
struct item {
    CUgraphExec exec;
    uint64_t stream;
};

static inline void launches_by(const char *name, uint32_t which, const struct item *list, uint32_t count)
{
    CUdeviceptr address = copied(list, count * sizeof *list);

    launch_in(module, name, (void *[]){&log_at, &which, &address, &count});
}

static inline void launches(uint32_t which, const struct item *list, uint32_t count)
{
    launches_by("launch", which, list, count);
}

static inline void again(uint32_t which, uint32_t most)
{
    launch_in(module, "again", (void *[]){&log_at, &which, &most});
}

static inline void await(uint32_t which, uint32_t count)
{
    launch_in(module, "await", (void *[]){&log_at, &which, &count});
}

/* What the stream is asked for between the two becomes a graph. */
static inline void begin_graph(void)
{
    assert_cu(cuStreamBeginCapture_v2(stream, 2));
}

static inline CUgraph end_graph(void)
{
    CUgraph graph = NULL;

    assert_cu(cuStreamEndCapture(stream, &graph));
    return graph;
}

static inline CUgraphExec end_exec(unsigned flags)
{
    CUgraph graph = end_graph();
    CUgraphExec exec = NULL;

    assert_cu(cuGraphInstantiateWithFlags(&exec, graph, flags));
    assert_cu(cuGraphDestroy(graph));
    if (flags & DEVICE_FLAG)
        assert_cu(cuGraphUpload(exec, stream));
    return exec;
}

/* A device graph of one kernel that puts a letter; and one that launches others. */
static inline CUgraphExec letter_graph(uint32_t which)
{
    begin_graph();
    letter(which);
    return end_exec(DEVICE_FLAG);
}

static inline CUgraphExec launching_graph(uint32_t which, const struct item *list, uint32_t count,
                                          unsigned flags)
{
    begin_graph();
    launches(which, list, count);
    return end_exec(flags);
}

/* What the log has, when all is done that the stream was asked for; it is empty then. */
static inline uint32_t read_log(uint32_t words[LOG_WORDS])
{
    assert_cu(cuStreamSynchronize(stream));
    assert_cu(cuMemcpyDtoH_v2(words, log_at, 4 * LOG_WORDS));
    assert_cu(cuMemsetD32Async(log_at, 0, LOG_WORDS, stream));
    assert_true(words[0] < LOG_WORDS);
    return words[0];
}

static inline void has_log(const uint32_t *expected, uint32_t count)
{
    uint32_t words[LOG_WORDS];

    assert_int_equal(read_log(words), count);
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(words[1 + i], expected[i]);
}

static inline void has_letters(const char *letters)
{
    uint32_t words[LOG_WORDS];

    assert_int_equal(read_log(words), strlen(letters));
    for (uint32_t i = 0; i < words[0]; i++)
        assert_int_equal(words[1 + i], letters[i]);
}

/* The graph is launched, with a letter behind it in the stream. */
static inline void run_with_z(CUgraphExec exec)
{
    assert_cu(cuGraphLaunch(exec, stream));
    letter('Z');
}

#endif
