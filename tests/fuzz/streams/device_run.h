/* SPDX-License-Identifier: MIT */
/* A program on CUDA's runtime and on the model at once.
 *
 * The model does each operation when the host asks for it: as there are no races, that is one of the orders
 * that are allowed, and all others have the same result. */
#ifndef TESTS_STREAMS_DEVICE_RUN_H
#define TESTS_STREAMS_DEVICE_RUN_H

#include "kernels.h"
#include "ordering.h"

#define REPORT_BYTES 512

/* What a host function is given. */
struct host_call {
    struct host_call *next;
    struct work work;
    uint32_t *to;
    const uint32_t *from;
};

struct graph_run {
    hw_graph graph;
    hw_exec exec;
    hw_node node[NODES_MAX];    /* of a graph by hand */
    uint32_t number[NODES_MAX]; /* of the nodes' work, as updates changed it */
    bool switched, off[NODES_MAX];
    struct kernel_arguments arguments[NODES_MAX];
};

struct run {
    const struct program *program;
    struct ordering ordering;
    uint32_t model[BUFFERS_MAX][WORDS];
    uint32_t *memory[BUFFERS_MAX], *address[BUFFERS_MAX]; /* of calls and of the host; of kernels */
    cudaStream_t stream[STREAMS_MAX], capture[DEVICES_MAX][CAPTURE_STREAMS];
    cudaEvent_t event[EVENTS_MAX];
    struct graph_run graph[GRAPHS_MAX];
    uint32_t *marks;
    uint64_t marks_address;
    struct host_call *calls;
    uint32_t at;   /* the operation */
    uint64_t seen; /* a hash of all that checks saw */
    bool failed;
    char report[REPORT_BYTES];
};

/* Whether streams can write values and wait for them: the driver's functions for that, which write one. */
bool run_has_values(void);
/* Run a program; false: run->report says what went wrong. */
bool program_run(struct run *run, const struct program *program);
/* Begin long work in all of a new program's streams, and return. */
void program_leave_pending(struct run *run, const struct program *program);

/* --- between the files --- */

/* Whether a call gave what it must; else the run has failed. */
bool run_expect(struct run *run, cudaError_t got, cudaError_t wanted, const char *call);
#define MUST(run, call)       run_expect(run, call, cudaSuccess, #call)
#define MUST_BE(run, call, e) run_expect(run, call, e, #call)

struct host_call *host_call_make(struct run *run, const struct work *work);
void host_call_do(void *call);
void run_launch(struct run *run, const struct work *work, cudaStream_t stream);
void run_copy(struct run *run, const struct work *work, cudaStream_t stream);
void run_fill(struct run *run, const struct work *work, cudaStream_t stream);
void run_scratch(struct run *run, const struct work *work, cudaStream_t stream);
void run_value(struct run *run, const struct operation *operation, cudaStream_t stream);
void run_prefetch(struct run *run, const struct operation *operation, cudaStream_t stream);
/* graph_run.c */
void run_instantiate(struct run *run, uint32_t graph);
void run_update(struct run *run, uint32_t graph, uint32_t node, uint32_t number, bool whole);
void run_switch(struct run *run, uint32_t graph, uint32_t node);
void run_model_graph(struct run *run, uint32_t graph);

#endif
