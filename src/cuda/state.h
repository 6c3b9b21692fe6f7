/* The state behind cuda.h, for the files of this room alone. */
#ifndef HW_CUDA_STATE_H
#define HW_CUDA_STATE_H

#include "cuda/cuda.h"

#include <halfwarp/chip.h>
#include <halfwarp/image.h>
#include <halfwarp/isa.h>
#include <halfwarp/memory.h>
#include <halfwarp/module.h>
#include <halfwarp/surface.h>

/* What the host knows by an address: a kernel, a variable, a texture or a surface of a fat binary. */
struct hw_cuda_kernel {
    struct hw_cuda_kernel *next;
    struct hw_cuda_fatbin *fatbin;
    const void *host;
    const char *name;
    struct hw_image image;
    bool loaded;
};

struct hw_cuda_variable {
    struct hw_cuda_variable *next;
    struct hw_cuda_fatbin *fatbin;
    const void *host;
    const char *name;
    size_t bytes;
    bool constant;
};

struct hw_cuda_texture {
    struct hw_cuda_texture *next;
    const struct textureReference *host;
    const char *name;
    bool normalized_read;
    bool bound;
    struct hw_texture texture;
};

struct hw_cuda_surface {
    struct hw_cuda_surface *next;
    const struct surfaceReference *host;
    const char *name;
    bool bound;
    struct hw_surface surface;
};

struct hw_cuda_fatbin {
    struct hw_cuda_fatbin *next;
    const uint8_t *bytes; /* the container, in the program */
    size_t length;
    struct hw_module *module; /* the one for the device, read when it is needed first */
    cudaError_t trouble;      /* why there is none */
    struct hw_cuda_kernel *kernels;
    struct hw_cuda_variable *variables;
    struct hw_cuda_texture *textures;
    struct hw_cuda_surface *surfaces;
    struct hw_cuda_kernel *first; /* the first that was loaded: the others share its variables */
};

struct hw_cuda_host_block {
    struct hw_cuda_host_block *next;
    void *pointer;
    uint64_t address;
};

struct hw_cuda_state {
    const struct hw_chip_info *chip; /* chosen at the first call that asks; NULL: not yet */
    struct hw_target target;
    struct hw_memory *memory; /* NULL: the device is not in use */
    uint64_t fence;           /* memory behind g15, see launch.c */
    uint64_t used;            /* bytes that programs have allocated */
    cudaError_t fault;        /* what a kernel left */
    size_t limits[HW_CUDA_LIMITS];
    struct hw_cuda_fatbin *fatbins;
    struct hw_cuda_host_block *host_blocks;
    struct cudaArray *arrays;
    struct CUstream_st *streams;
    struct CUevent_st *events;
};
extern struct hw_cuda_state hw_cuda;

#define HW_CUDA_FENCE_BYTES 65536u

/* Bytes of memory that a device says it has. */
#define HW_CUDA_MEMORY_BYTES ((uint64_t)1 << 30)

/* Print `halfwarp: ` and a sentence on standard error. */
void hw_cuda_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Seconds since some moment. */
double hw_cuda_seconds(void);

/* The chip, which is chosen now where it was not; false when there is none of the name that was asked for. */
bool hw_cuda_choose_chip(void);
/* The highest capability of the program's cubins (20 for 2.0); 0: there is none. */
unsigned hw_cuda_fatbin_capability(void);

/* Read the module of a fat binary that suits the device. */
cudaError_t hw_cuda_fatbin_open(struct hw_cuda_fatbin *fatbin);
void hw_cuda_fatbin_unload(struct hw_cuda_fatbin *fatbin);
/* By host address, else by name; NULL: none. */
struct hw_cuda_kernel *hw_cuda_find_kernel(const void *host);
struct hw_cuda_variable *hw_cuda_find_variable(const void *host);
struct hw_cuda_texture *hw_cuda_find_texture(const struct textureReference *host);
struct hw_cuda_surface *hw_cuda_find_surface(const struct surfaceReference *host);
/* Load a kernel's image. */
cudaError_t hw_cuda_kernel_load(struct hw_cuda_kernel *kernel);

void hw_cuda_arrays_clear(void);
void hw_cuda_host_clear(void);
void hw_cuda_streams_clear(void);

#endif
