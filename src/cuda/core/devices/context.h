/* SPDX-License-Identifier: MIT */
/* Contexts: a program's state on a device.  Here are the lists of the things that a context owns; their own
 * headers declare them. */
#ifndef HW_CUDA_CORE_DEVICES_CONTEXT_H
#define HW_CUDA_CORE_DEVICES_CONTEXT_H

#include "cuda/core/launches/assertion.h"
#include "cuda/core/cuda_core.h"
#include "cuda/core/streams/stream_order.h"
#include "cuda/core/pointer_map.h"

struct hw_cuda_device;
struct hw_cuda_module;
struct hw_cuda_objects;

/* By which blocks of cooperative launches find each other (launches/cooperative.c): those that no launch
 * has. */
#define HW_CUDA_PLACES 4096
struct hw_cuda_places {
    unsigned made, count;
    uint64_t place[HW_CUDA_PLACES];
};

struct hw_cuda_context {
    struct hw_cuda_context *next;
    struct hw_cuda_device *device;
    bool active;    /* it has been used, and not been destroyed or reset since */
    bool destroyed; /* it is only kept because stacks of threads hold it */
    unsigned flags;
    unsigned users; /* of a context of the driver interface; of a primary one also the runtime, once it has */
    bool runtime_uses;      /* been used by that */
    unsigned holders;       /* how often it is on stacks of threads */
    cudaError_t failed;     /* what a kernel left: no work of the context runs any more; */
    cudaError_t fault;      /* and what calls return, once one has waited for it */
    char failed_kernel[64]; /* its name, or as much of it; "": it was other work */
    struct hw_cuda_assertions assertions;
    int cache, banks;
    unsigned address_bits; /* of the code in it: 64, until a module has 32 */
    size_t limits[HW_CUDA_LIMITS];
    struct hw_cuda_places places;
    uint64_t fence; /* memory behind g15, see launch_setup.c; 0: not yet */
    struct hw_cuda_module *modules;
    struct hw_cuda_texture *textures; /* of no module */
    struct hw_cuda_objects *objects;  /* of textures and surfaces; NULL: none yet */
    struct cudaArray *arrays;
    struct cudaMipmappedArray *mipmaps;
    struct CUstream_st *streams;
    struct hw_cuda_stream_order ordering; /* of the legacy default stream */
    struct CUevent_st *events;
    /* Shared with OpenGL, and how they are freed: set with the first of them (cuda/gl/gl.c). */
    struct cudaGraphicsResource *gl_resources;
    void (*gl_clear)(struct hw_cuda_context *context);
    struct hw_cuda_pointer_map kernels; /* by host address */
    struct hw_cuda_pointer_map peers;   /* contexts whose memory this one may use */
};

/* The contexts, and what all of them share. */
struct hw_cuda_state {
    bool runtime_used;                /* a call of the runtime has ended */
    struct hw_cuda_context *contexts; /* all that have been used, also destroyed ones on stacks */
    struct hw_cuda_context *context;  /* of the call that goes on */
    struct hw_memory *memory;         /* of all devices: one address space; NULL: no context is active */
    struct hw_execution_context *execution_context; /* there when the memory is */
    struct hw_submitter *stage;                     /* for launches by methods; NULL: there was none yet */
};
extern struct hw_cuda_state hw_cuda;

/* The calling thread's context for a call: that on top of its stack, else where `primary` is set the primary
 * context of its device, which is put there; NULL: none. */
struct hw_cuda_context *hw_cuda_thread_context(bool primary);
/* A limit of a context, set or preset (limit.c); 0: its device has none. */
size_t hw_cuda_limit(const struct hw_cuda_context *context, enum cudaLimit limit);
/* Make a context ready for use. */
bool hw_cuda_context_activate(struct hw_cuda_context *context);
/* The runtime uses a context: of a primary one it is a user, until that is taken down. */
void hw_cuda_context_use(struct hw_cuda_context *context);
/* Free a destroyed context that no stack holds any more. */
void hw_cuda_context_settle(struct hw_cuda_context *context);

#endif
