/* SPDX-License-Identifier: MIT */
/* A piece of work of a stream, and the one place where streams get theirs.
 *
 * Every call that gives a stream something to do describes it in a struct hw_cuda_work and submits that.
 * Where the stream is captured, the work becomes a node of a graph (stream_capture.h).  Else it is done in
 * order of the stream (stream_queue.h): at once, if that is quick and nothing is before it. */
#ifndef HW_CUDA_CORE_STREAMS_STREAM_WORK_H
#define HW_CUDA_CORE_STREAMS_STREAM_WORK_H

#include "cuda/core/cuda_core.h"

struct hw_child;
struct hw_child_queue;
struct hw_cuda_bodies;
struct hw_cuda_condition;
struct hw_cuda_environment;
struct hw_cuda_graph;
struct hw_cuda_grids;
struct hw_cuda_pending;
struct hw_cuda_updatable;
struct hw_cuda_upload;
struct hw_memory_op;
struct hw_shared_event;

#pragma GCC visibility push(default)

enum hw_cuda_work_kind {
    HW_CUDA_WORK_EMPTY = 0, /* nothing but an order */
    HW_CUDA_WORK_KERNEL,
    HW_CUDA_WORK_COPY,
    HW_CUDA_WORK_FILL,
    HW_CUDA_WORK_HOST,
    HW_CUDA_WORK_RECORD,
    HW_CUDA_WORK_WAIT,
    HW_CUDA_WORK_SHARED_WAIT, /* for another process's record: never a node */
    HW_CUDA_WORK_LIBRARY,     /* of hw_cuda_work */
    HW_CUDA_WORK_MEMORY_OPS,  /* waits for values in memory, and writes them */
    HW_CUDA_WORK_CHILD,       /* a graph: only as a node */
    HW_CUDA_WORK_ALLOC,       /* memory of a graph: only as nodes */
    HW_CUDA_WORK_FREE,
    HW_CUDA_WORK_CONDITIONAL, /* chooses a graph: only as a node, and in launches of graphs */
    HW_CUDA_WORK_CONDITIONS,  /* assigns conditions: only in launches of graphs */
    HW_CUDA_WORK_ENVIRONMENT, /* the end of one, of graphs: only in queues */
    HW_CUDA_WORK_UPLOAD,      /* of a graph: likewise */
    HW_CUDA_WORK_KINDS
};

struct hw_cuda_kernel_work {
    struct hw_cuda_kernel *kernel;
    dim3 grid, block;
    size_t shared_bytes, parameter_bytes;
    const void *parameters;
    bool cooperative;  /* its blocks may wait for each other: all are on the device at once */
    bool programmatic; /* it may begin when the kernel before it in the stream allows that */
    uint64_t printed;  /* the number that its output has (launch_output.h); 0: a new one */
    /* Of a launch on several devices: what its grids share (multi_device.h), and which of them it is. */
    struct hw_cuda_grids *grids;
    uint32_t grid_rank;
    /* Of a launch by a kernel: the queue of its tree, and what it is there (launch_tree.h); else NULL. */
    struct hw_child_queue *queue;
    struct hw_child *child;
    /* Of a node of a graph that launches graphs, or that they launch; else NULL. */
    struct hw_cuda_environment *environment;
    struct hw_cuda_updatable *updatable; /* of a node that kernels change; else NULL */
};

struct hw_cuda_copy_work {
    struct hw_cuda_end to, from;
    size_t width, height, depth;
};

/* Elements of a box: `pitch` bytes from row to row, `slice` from slice to slice. */
struct hw_cuda_fill_work {
    void *address;
    size_t pitch, slice;
    uint32_t value;
    size_t element, width, height, depth;
};

/* A function of the program.  `call` brings it the error of the context; NULL: it is a function of `data`,
 * which is not called after an error. */
struct hw_cuda_host_work {
    void (*function)(void *data);
    void *data;
    cudaStream_t stream; /* as the program named it, for `call` */
    void (*call)(const struct hw_cuda_host_work *work, cudaError_t status);
};

struct hw_cuda_library_work {
    hw_cuda_work_fn *function;
    void *data;
    size_t bytes;
    bool copies;   /* it is a copy, for those that look at a graph; else a kernel */
    bool is_short; /* it reads nothing but `data`, and takes no time to speak of */
};

struct hw_cuda_memory_work {
    void *address;
    size_t bytes;
};

/* A batch of operations (stream_memory_ops.h). */
struct hw_cuda_memory_ops_work {
    const struct hw_memory_op *op;
    size_t count;
    int interface;                   /* enum hw_memory_ops_interface */
    struct hw_cuda_context *context; /* whose device does it */
};

/* A record that a wait is for (ipc_wait.h); kept work is a user of the event. */
struct hw_cuda_shared_wait_work {
    struct hw_shared_event *event;
    uint64_t record;
};

/* A conditional node (graphs/conditional.h). */
struct hw_cuda_conditional_work {
    struct hw_cuda_condition *condition;
    int type;
    unsigned size;
    struct hw_cuda_bodies *bodies; /* NULL: the node is to be made */
    struct hw_cuda_pending *end;   /* of an item: what comes after the node, */
    uint64_t printed;              /* and as what its kernels print */
};

struct hw_cuda_condition_value {
    struct hw_cuda_condition *condition;
    uint32_t value;
};

struct hw_cuda_conditions_work {
    const struct hw_cuda_condition_value *list;
    size_t count;
};

struct hw_cuda_work {
    _Alignas(16) enum hw_cuda_work_kind kind; /* what is kept behind it is aligned, too */
    bool external;                            /* an event's: it is a node where it is captured */
    bool source_in_order;                     /* a copy's: its turn is when any memory is read */
    union {
        struct hw_cuda_kernel_work kernel;
        struct hw_cuda_copy_work copy;
        struct hw_cuda_fill_work fill;
        struct hw_cuda_host_work host;
        cudaEvent_t event;
        struct hw_cuda_library_work library;
        struct hw_cuda_graph *child;
        struct hw_cuda_memory_work memory;
        struct hw_cuda_memory_ops_work memory_ops;
        struct hw_cuda_shared_wait_work shared_wait;
        struct hw_cuda_conditional_work conditional;
        struct hw_cuda_conditions_work conditions;
        struct hw_cuda_environment *environment;
        struct hw_cuda_upload *upload;
    };
};

/* Launch a kernel in its context, in order of a stream of that. */
cudaError_t hw_cuda_kernel_submit(cudaStream_t stream, const struct hw_cuda_kernel_work *work);
/* Do it in order of a stream, which is known. */
cudaError_t hw_cuda_submit(cudaStream_t stream, const struct hw_cuda_work *work);
/* What a call returns that waits for what it has asked of a stream, and before it for `error`. */
cudaError_t hw_cuda_finish(cudaStream_t stream, cudaError_t error);
/* Fill; the second is done when it returns if the host sees the memory, as calls without `Async` are (CUDA
 * Runtime API, "API synchronization behavior"). */
typedef cudaError_t hw_cuda_fill_fn(cudaStream_t stream, const struct hw_cuda_fill_work *fill);
hw_cuda_fill_fn hw_cuda_fill, hw_cuda_fill_now;
/* Call a function of the program. */
cudaError_t hw_cuda_call_host(cudaStream_t stream, const struct hw_cuda_host_work *host);
/* hw_cuda_work of what is short. */
cudaError_t hw_cuda_work_short(cudaStream_t stream, hw_cuda_work_fn *work, void *data, size_t bytes);
/* hw_cuda_work of a copy. */
cudaError_t hw_cuda_copy_line(cudaStream_t stream, hw_cuda_work_fn *copy, void *data, size_t bytes);

#pragma GCC visibility pop

/* --- for those that keep work: queues and graphs --- */

/* Whether it could run, as far as that is known before: what a call says that only keeps it. */
cudaError_t hw_cuda_work_check(const struct hw_cuda_work *work);
/* A copy with all that it points to in our memory, freed by hw_cuda_work_drop; NULL: no memory. */
struct hw_cuda_work *hw_cuda_work_keep(const struct hw_cuda_work *work);
void hw_cuda_work_drop(struct hw_cuda_work *work);
/* The same, with what it reads of memory of the host that is not page-locked, as the call found it. */
struct hw_cuda_work *hw_cuda_work_keep_now(const struct hw_cuda_work *work);
bool hw_cuda_work_reads_host(const struct hw_cuda_work *work);
/* Whether it writes such memory: the program may use that when the call is over. */
bool hw_cuda_work_writes_host(const struct hw_cuda_work *work);

#endif
