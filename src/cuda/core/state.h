/* The state behind cuda.h, for the files of this room alone. */
#ifndef HW_CUDA_STATE_H
#define HW_CUDA_STATE_H

#include "cuda/core/cuda_core.h"
#include "cuda/core/table.h"

#include <halfwarp/chip.h>
#include <halfwarp/image.h>
#include <halfwarp/isa.h>
#include <halfwarp/memory.h>
#include <halfwarp/module.h>
#include <halfwarp/surface.h>

/* --- what the program registers: names of its fat binaries' contents, by the address that host code uses
 * --- */

enum hw_cuda_kind {
    HW_CUDA_KERNEL = 1,
    HW_CUDA_VARIABLE,
    HW_CUDA_TEXTURE,
    HW_CUDA_SURFACE,
    HW_CUDA_MODULE, /* from here on kinds of handles only */
    HW_CUDA_STREAM,
    HW_CUDA_EVENT,
    HW_CUDA_ARRAY,
};

struct hw_cuda_item {
    struct hw_cuda_item *next;
    struct hw_cuda_fatbin *fatbin;
    enum hw_cuda_kind kind;
    const void *host;
    const char *name;
    size_t bytes;         /* of a variable */
    bool constant;        /* a variable */
    bool normalized_read; /* a texture */
};

struct hw_cuda_fatbin {
    struct hw_cuda_fatbin *next;
    const uint8_t *bytes; /* the container, in the program or `made`; NULL: it is none */
    size_t length;
    uint8_t *made; /* of what programs before CUDA 4 register */
    struct hw_cuda_item *items;
};

/* --- code in a context --- */

struct hw_cuda_texture {
    struct hw_cuda_texture *next;
    struct hw_cuda_module *module; /* NULL: no module's */
    struct hw_cuda_context *context;
    const char *name;                    /* in the module's file or the program */
    const struct textureReference *host; /* of a registered one */
    struct hw_cuda_sampling sampling;
    struct hw_cuda_binding binding;
    size_t offset;                   /* bytes before the memory that it is bound to */
    struct hw_cuda_sampling made_of; /* what `texture` was made of, besides the binding */
    struct hw_texture texture;
    bool usable; /* `texture` is something to sample */
};

struct hw_cuda_surface {
    struct hw_cuda_surface *next;
    struct hw_cuda_module *module;
    const char *name;
    const struct surfaceReference *host;
    const struct cudaArray *array; /* NULL: not bound */
    struct hw_surface surface;
};

/* A texture or surface that a kernel names: which entry of the launch's table it is. */
struct hw_cuda_use {
    uint32_t entry;
    struct hw_cuda_texture *texture;
    struct hw_cuda_surface *surface;
};

struct hw_cuda_kernel {
    struct hw_cuda_kernel *next;
    struct hw_cuda_module *module;
    const struct hw_kernel *code; /* in the module */
    struct hw_target target;      /* what the device reads the code as */
    struct hw_image image;
    struct hw_cuda_use *use;
    size_t use_count;
    bool misaligned;       /* that accesses were has been told */
    bool partial_barriers; /* that warps came to barriers in parts has been told */
    void *notes;
};

struct hw_cuda_module {
    struct hw_cuda_module *next;
    struct hw_cuda_context *context;
    const struct hw_cuda_fatbin *fatbin; /* NULL: loaded by the driver interface */
    cudaError_t trouble;                 /* why there is no code */
    struct hw_module *code;
    struct hw_image base; /* of any kernel: it has the variables, which all kernels share */
    bool based;
    uint64_t home[HW_BANKS];        /* where the constants of a bank are in device memory; 0: nowhere */
    struct hw_cuda_kernel *kernels; /* those that were asked for */
    struct hw_cuda_texture *textures;
    struct hw_cuda_surface *surfaces;
};

/* --- devices and contexts --- */

struct hw_cuda_context {
    struct hw_cuda_context *next;
    struct hw_cuda_device *device;
    bool active;    /* it has been used, and not been destroyed or reset since */
    bool destroyed; /* it is only kept because stacks of threads hold it */
    unsigned flags;
    unsigned users;    /* of a context of the driver interface */
    unsigned holders;  /* how often it is on stacks of threads */
    cudaError_t fault; /* what a kernel left */
    int cache, banks;
    unsigned address_bits; /* of the code in it: 64, until a module has 32 */
    size_t limits[HW_CUDA_LIMITS];
    uint64_t fence; /* memory behind g15, see launch.c; 0: not yet */
    struct hw_cuda_module *modules;
    struct hw_cuda_texture *textures; /* of no module */
    struct hw_cuda_objects *objects;  /* of textures and surfaces; NULL: none yet */
    struct cudaArray *arrays;
    struct CUstream_st *streams;
    struct CUevent_st *events;
    struct cudaGraphicsResource *gl_resources;
    struct hw_cuda_table kernels; /* by host address */
    struct hw_cuda_table peers;   /* contexts whose memory this one may use */
};

struct hw_cuda_device {
    int ordinal;
    const struct hw_chip_info *chip;
    struct hw_target target;
    uint64_t used; /* bytes that programs have allocated */
    struct hw_cuda_context primary;
};

/* A piece of device memory that a program allocated. */
struct hw_cuda_block {
    uint64_t address, bytes;
    struct hw_cuda_context *context;
};

/* Page-locked memory. */
struct hw_cuda_host_block {
    struct hw_cuda_host_block *next;
    struct hw_cuda_context *context;
    uint8_t *pointer;
    uint64_t address, bytes;
    unsigned flags;
    bool registered; /* the program's own memory */
};

struct hw_cuda_state {
    struct hw_cuda_device *devices; /* chosen at the first call that asks; NULL: not yet */
    int device_count;
    struct hw_memory *memory;         /* of all devices: one address space; NULL: no context is active */
    struct hw_runner *runner;         /* there when the memory is */
    unsigned active;                  /* contexts */
    struct hw_cuda_context *contexts; /* all that have been used, also destroyed ones on stacks */
    struct hw_cuda_context *context;  /* of the call that goes on */
    cudaError_t trouble;              /* why it may not go on */
    struct hw_cuda_fatbin *fatbins;
    struct hw_cuda_block *blocks; /* by address */
    size_t block_count, block_capacity;
    struct hw_cuda_host_block *host_blocks;
    struct hw_cuda_table handles; /* of modules, kernels, textures, ...: what each is */
};
extern struct hw_cuda_state hw_cuda;

#define HW_CUDA_FENCE_BYTES       65536u
#define HW_CUDA_TEXTURE_ALIGNMENT 256 /* of memory that a texture begins at */

/* The capability from which on 64-bit programs have one address space for host and devices. */
#define HW_CUDA_UNIFIED 20

/* Bytes of memory that a device says it has. */
#define HW_CUDA_MEMORY_BYTES ((uint64_t)1 << 30)

/* Print `halfwarp: ` and a sentence on standard error. */
void hw_cuda_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Seconds since some moment. */
double hw_cuda_seconds(void);

/* Handles: tell them apart from other pointers. */
bool hw_cuda_handle_add(const void *handle, enum hw_cuda_kind kind);
void hw_cuda_handle_remove(const void *handle);
bool hw_cuda_is(const void *handle, enum hw_cuda_kind kind);

/* A device; NULL: there is none of that number. */
struct hw_cuda_device *hw_cuda_device_at(int ordinal);
/* Capability of the device of the current context (20 for 2.0). */
unsigned hw_cuda_capability(void);

/* The calling thread's context for a call: that on top of its stack, else where `primary` is set the primary
 * context of its device, which is put there; NULL: none. */
struct hw_cuda_context *hw_cuda_thread_context(bool primary);
/* Make a context ready for use. */
bool hw_cuda_context_activate(struct hw_cuda_context *context);
/* Free a destroyed context that no stack holds any more. */
void hw_cuda_context_settle(struct hw_cuda_context *context);

/* The highest capability of the program's cubins (20 for 2.0); 0: there is none. */
unsigned hw_cuda_fatbin_capability(void);
/* What the program registered, by its host address, else by name, which counts how many have it. */
const struct hw_cuda_item *hw_cuda_item_find(enum hw_cuda_kind kind, const void *host, unsigned *same);

/* Read the code for a chip from an image (container.c). */
cudaError_t hw_cuda_container_read(const void *image, size_t length, const struct hw_chip_info *chip,
                                   struct hw_module **code, struct hw_error *error);
/* The highest capability among its cubins; 0: there is none, or it is no image. */
unsigned hw_cuda_container_capability(const void *image, size_t length);
/* What the pointer of __cudaRegisterFatBinary leads to; NULL: something else than CUDA 4 has. */
const uint8_t *hw_cuda_container_of(const void *wrapper, size_t *length);

/* The module of a fat binary in the current context, which is loaded now where it was not. */
cudaError_t hw_cuda_fatbin_module(const struct hw_cuda_fatbin *fatbin, struct hw_cuda_module **module);
void hw_cuda_module_destroy(struct hw_cuda_module *module);
/* A kernel made ready: its image and what it refers to (image.c). */
cudaError_t hw_cuda_kernel_create(struct hw_cuda_module *module, const struct hw_kernel *code,
                                  struct hw_cuda_kernel **kernel);
void hw_cuda_kernel_destroy(struct hw_cuda_kernel *kernel);
/* Load the image that has the variables, and give constants their home. */
cudaError_t hw_cuda_module_base(struct hw_cuda_module *module, struct hw_error *error);
void hw_cuda_module_unbase(struct hw_cuda_module *module);
/* The constant bank that a variable is in; HW_BANKS: none. */
unsigned hw_cuda_constant_bank(const struct hw_symbol *symbol);
/* The module's texture or surface of that name; NULL: none. */
struct hw_cuda_texture *hw_cuda_texture_find(const struct hw_cuda_module *module, const char *name);
struct hw_cuda_surface *hw_cuda_surface_find(const struct hw_cuda_module *module, const char *name);
/* Make one; NULL: no memory. */
struct hw_cuda_texture *hw_cuda_texture_add(struct hw_cuda_module *module, const char *name);
struct hw_cuda_surface *hw_cuda_surface_add(struct hw_cuda_module *module, const char *name);
/* Take what is bound into use as the reference's fields say now; false: it cannot be sampled. */
bool hw_cuda_texture_refresh(struct hw_cuda_texture *texture);
/* Unbind what is bound to an array, or to memory of a range that goes. */
void hw_cuda_forget_array(const struct cudaArray *array);
void hw_cuda_forget_memory(uint64_t address, uint64_t bytes);

/* Before memory is allocated for a context, or its code runs: addresses and mappings are as its device has
 * them. */
void hw_cuda_fit(const struct hw_cuda_context *context);

/* Device memory for a context, at addresses that its code can use. */
cudaError_t hw_cuda_allocate(struct hw_cuda_context *context, size_t bytes, uint64_t *address);

/* What the environment asks for: HALFWARP_GUARD, HALFWARP_STRICT, and of HALFWARP_WORKERS
 * hw_launch.host.workers. */
bool hw_cuda_guarded(void);
bool hw_cuda_strict(void);
uint32_t hw_cuda_workers(void);

/* Something about a kernel is in doubt: it is told on standard error.  False: HALFWARP_STRICT refuses
 * that. */
bool hw_cuda_doubt(const struct hw_kernel *kernel, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Whether bytes of device memory are all the program's. */
bool hw_cuda_in_reach(const void *address, uint64_t bytes);

/* Free all that a context owns. */
void hw_cuda_arrays_clear(struct hw_cuda_context *context);
void hw_cuda_blocks_clear(struct hw_cuda_context *context);
void hw_cuda_host_clear(struct hw_cuda_context *context);
void hw_cuda_streams_clear(struct hw_cuda_context *context);
void hw_cuda_textures_clear(struct hw_cuda_context *context);
void hw_cuda_gl_clear(struct hw_cuda_context *context);

/* What a stream belongs to: the current context where it is 0. */
struct hw_cuda_context *hw_cuda_stream_context(cudaStream_t stream);

#endif
