/* SPDX-License-Identifier: MIT */
/* The child queue of a launch: the grids that its kernels launch themselves (dynamic parallelism), and the
 * copies and fills that they ask for.
 *
 * The launch of the host is the root of a tree.  Each item of the queue is the child of the grid whose thread
 * has submitted it.  The queue says when an item may run:
 *
 *   - Items that one grid has submitted to one of its streams run one behind the other.  The NULL stream is
 *     that of a block.  Items of the fire-and-forget stream wait for nothing.
 *   - An item behind cudaStreamWaitEvent waits for what the event has recorded, too.
 *   - An item of the tail stream waits until its parent's grid has ended and everything else that this grid
 *     has submitted, and earlier tails, are complete.
 *
 * An item is complete when it has run and all of its children are complete; the launch of the host when the
 * root is.  Only kernels of toolkits before 12 can wait for their children (cudaDeviceSynchronize); so it is
 * right to run them after their parent's grid has ended, or while it waits, and also to run them beside it.
 * Deeper items are taken first, and those of one depth in the order of their submission, so that recursion
 * keeps few items waiting.
 *
 * Whoever runs the launch drives the queue: hw_child_queue_take gives an item that may run, hw_child_run runs
 * it.  Every function may be called by several threads at once.
 * @see CUDA C++ Programming Guide, "CUDA Dynamic Parallelism" */
#ifndef HW_MACHINE_DEVICE_LAUNCH_CHILD_QUEUE_H
#define HW_MACHINE_DEVICE_LAUNCH_CHILD_QUEUE_H

#include "machine/device_launch/device_error.h"
#include "machine/device_launch/device_handle.h"

#include <halfwarp/machine.h>

struct hw_kernel;

#define HW_CHILD_DEPTH 24u /* levels below the root: the guide, "Nesting depth" */
#define HW_CHILD_PENDING \
    2048u /* items that have not begun: the guide, cudaLimitDevRuntimePendingLaunchCount */

enum hw_child_kind {
    HW_CHILD_KERNEL = 0,
    HW_CHILD_COPY, /* of bytes in device memory, or a fill */
    HW_CHILD_MARK  /* it only waits for an event */
};

enum hw_placed { HW_PLACED_IN_STREAM = 0, HW_PLACED_AT_ONCE, HW_PLACED_AT_TAIL };

/* A stream of a grid: of one block, or thread, where the handle is that of a default stream. */
struct hw_child_stream {
    enum hw_placed placed;
    uint64_t handle, owner;
};

/* A box of lines to copy or to fill: `pitch` bytes from line to line, `slice` from layer to layer. */
struct hw_child_box {
    bool fills;
    uint8_t value;
    uint64_t to, to_pitch, to_slice;
    uint64_t from, from_pitch, from_slice;
    uint64_t width, height, depth;
};

struct hw_child {
    enum hw_child_kind kind;
    struct hw_child *parent; /* the grid that has submitted it; NULL: it is the root */
    uint64_t submitter;      /* the block of that grid, by its number */
    uint32_t level;          /* 0: the root */
    struct hw_child_stream stream;

    const struct hw_kernel *kernel; /* of a kernel: */
    uint32_t grid[3], block[3], shared_bytes;
    uint8_t *params;
    uint32_t param_bytes;
    struct hw_child_box box; /* of a copy */

    /* For the queue alone. */
    struct hw_child *next, *prev; /* of the same level */
    uint64_t number;              /* in the order of submission, from 1 on */
    uint64_t awaited;             /* the number of the item that it waits for beside its stream; 0: none */
    uint64_t buffer;              /* the device address of its parameters, until it is submitted */
    uint32_t open;                /* its children that are not complete; of them, those at its tail: */
    uint32_t tails;
    bool taken, ended;
};

struct hw_child_queue;

/* What cudaFuncGetAttributes says of a kernel, as CUDA lays it out (cudaFuncAttributes). */
struct hw_function_attributes {
    uint64_t shared_bytes, const_bytes, local_bytes;
    int32_t max_threads, registers, ptx_version, binary_version, cache_mode;
    int32_t max_dynamic_bytes, carveout; /* since CUDA 9 */
};

/* A change of a node of a graph, which kernels make (cudaGraphKernelNodeUpdate). */
enum hw_node_field { HW_CHANGED_GRID = 1, HW_CHANGED_PARAM, HW_CHANGED_ENABLED };
struct hw_node_change {
    uint64_t node; /* as device code knows it */
    uint32_t field;
    uint32_t grid[3];
    bool enabled;
    const void *value; /* of a parameter: */
    uint64_t offset, bytes;
};

/* What a queue needs of those who made it.  A thread that runs a kernel may call its functions. */
struct hw_child_host {
    void *context;
    /* Run the grid of a kernel; false: it has failed, nothing more is to run. */
    bool (*run)(void *context, struct hw_child_queue *queue, struct hw_child *child);
    /* What device code asks about: an attribute of its device (cudaDeviceAttr), a limit (cudaLimit).  False,
     * or a NULL function: not known. */
    bool (*attribute)(void *context, int attribute, int *value);
    bool (*limit)(void *context, int limit, uint64_t *value);
    /* The same of a kernel: its attributes, and how many blocks of so many threads and bytes of dynamic
     * shared memory a multiprocessor holds (flags: cudaOccupancyDisableCachingOverride). */
    bool (*function)(void *context, const struct hw_kernel *kernel,
                     struct hw_function_attributes *attributes);
    bool (*occupancy)(void *context, const struct hw_kernel *kernel, int threads, uint64_t dynamic_bytes,
                      unsigned flags, int *blocks);
    /* Set the condition of a graph to a value.  NULL: done; else what is wrong with the handle; a NULL
     * function: there are no graphs. */
    const char *(*set_condition)(void *context, uint64_t handle, uint32_t value);
    /* Launch a graph in one of the streams for graphs, both as device code names them; the thread is one of
     * the launch at the root.  0, or CUDA's number of an error.  NULL: there are no graphs. */
    int (*launch_graph)(void *context, uint64_t graph, uint64_t stream);
    /* Change a node of a graph, by any thread. */
    int (*change_node)(void *context, const struct hw_node_change *change);
    int device, device_count; /* the number of its device, and how many there are; 0: one */
    uint32_t pending;         /* items that may wait; 0: HW_CHILD_PENDING */
};

/* NULL: no memory.  `memory` has a pool of parameters (parameter_pool.h). */
struct hw_child_queue *hw_child_queue_create(struct hw_memory *memory, const struct hw_child_host *host);
void hw_child_queue_destroy(struct hw_child_queue *queue);
const struct hw_child_host *hw_child_queue_host(const struct hw_child_queue *queue);
struct hw_child *hw_child_queue_root(struct hw_child_queue *queue);

/* --- for those who run the launch --- */

/* An item that may run now; NULL: none may. */
struct hw_child *hw_child_queue_take(struct hw_child_queue *queue);
/* The same, where those who run grids at once say whether what a grid has launched may run. */
typedef bool hw_child_may_run(void *context, const struct hw_child *grid);
struct hw_child *hw_child_queue_take_of(struct hw_child_queue *queue, hw_child_may_run *may, void *context);
/* Run it, and count it as ended. */
void hw_child_run(struct hw_child_queue *queue, struct hw_child *child);
/* Count one as ended that the caller has run itself; `ok` false: it has failed, nothing more is to run. */
void hw_child_end(struct hw_child_queue *queue, struct hw_child *child, bool ok);
/* The grid of the root has ended. */
void hw_child_queue_end_root(struct hw_child_queue *queue);
/* Drop everything that has not been taken: after a fault nothing more runs. */
void hw_child_queue_abandon(struct hw_child_queue *queue);
bool hw_child_queue_is_abandoned(struct hw_child_queue *queue);
/* Whether the root is complete. */
bool hw_child_queue_is_complete(struct hw_child_queue *queue);

/* --- for the functions of device code: 0, or CUDA's number of an error (device_error.h) --- */

/* Check a launch, and give it room for its parameters: a device address in child->buffer.  `shape` has kind,
 * parent, kernel, grid, block and shared_bytes. */
int hw_child_reserve(struct hw_child_queue *queue, const struct hw_child *shape, uint64_t *address);
/* Find what was reserved; NULL: nothing was there.  It stays reserved. */
struct hw_child *hw_child_reserved(struct hw_child_queue *queue, uint64_t address);
/* Submit what was reserved, which takes its parameters as they are in memory now. */
int hw_child_launch(struct hw_child_queue *queue, struct hw_child *child,
                    const struct hw_child_stream *stream);
/* Give up what was reserved. */
void hw_child_release(struct hw_child_queue *queue, struct hw_child *child);
/* Submit a copy or a mark. */
int hw_child_submit(struct hw_child_queue *queue, const struct hw_child *item);

/* Whether something that a block has submitted is not complete, tails aside. */
bool hw_child_queue_awaits(struct hw_child_queue *queue, const struct hw_child *grid, uint64_t block);

/* The last error of a thread: set it, or get it and forget it. */
void hw_child_queue_set_error(struct hw_child_queue *queue, const struct hw_device_thread *thread, int error);
int hw_child_queue_error(struct hw_child_queue *queue, const struct hw_device_thread *thread, bool forget);

/* Streams and events that device code has created.  Create one (0: no memory); find it, with what the event
 * has recorded; let an event record an item; destroy it.  False: the grid has none of that kind and number.
 */
uint64_t hw_child_queue_create_handle(struct hw_child_queue *queue, const struct hw_device_handle *handle);
bool hw_child_queue_find_handle(struct hw_child_queue *queue, const struct hw_device_handle *handle,
                                uint64_t *recorded);
bool hw_child_queue_record(struct hw_child_queue *queue, const struct hw_device_handle *event,
                           uint64_t number);
bool hw_child_queue_destroy_handle(struct hw_child_queue *queue, const struct hw_device_handle *handle);

/* The last item of a grid's stream that is not complete, as a number; 0: there is none. */
uint64_t hw_child_last(struct hw_child_queue *queue, const struct hw_child *grid,
                       const struct hw_child_stream *stream);

#endif
