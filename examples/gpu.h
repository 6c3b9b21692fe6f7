/* SPDX-License-Identifier: MIT */
/* What the example programs share: a thin layer over the public API in which every error ends the program.
 *
 *     struct gpu gpu;
 *     gpu_begin(&gpu, argc, argv);                    read the cubin that the command line names
 *     uint64_t x = gpu_buffer(&gpu, bytes, data);     device memory
 *     gpu_u32(&gpu, n); gpu_pointer(&gpu, x);         the kernel's parameters, in their order
 *     gpu_run(&gpu, grid_x, grid_y, block_x, block_y);
 *     const uint32_t *result = gpu_memory(&gpu, x, bytes);
 *
 * A program of your own that wants to live on after an error calls the same functions of halfwarp and looks
 * at the hw_status that they return. */
#ifndef EXAMPLES_GPU_H
#define EXAMPLES_GPU_H

#include <halfwarp/image.h>
#include <halfwarp/texture.h>

struct gpu {
    struct hw_module *module;
    struct hw_memory *memory;
    struct hw_image image;
    struct hw_launch launch;
    struct hw_launch_result result; /* of the last gpu_run */
    uint8_t params[256];
    const char *output; /* file for the result, or NULL */
};

/* Command line of every example: CUBIN [WORKERS [OUTPUT]]. */
void gpu_begin(struct gpu *gpu, int argc, char **argv);
void gpu_open(struct gpu *gpu, const char *cubin);
void gpu_end(struct gpu *gpu);

/* Device memory of `bytes` bytes, filled from `data` unless that is NULL; and where to read it on the
 * host. */
uint64_t gpu_buffer(struct gpu *gpu, size_t bytes, const void *data);
void *gpu_memory(const struct gpu *gpu, uint64_t address, size_t bytes);

/* Append a parameter at its natural alignment.  A pointer takes 8 bytes, as in code of 64-bit hosts. */
void gpu_u32(struct gpu *gpu, uint32_t value);
void gpu_f32(struct gpu *gpu, float value);
void gpu_pointer(struct gpu *gpu, uint64_t address);

void gpu_run(struct gpu *gpu, uint32_t grid_x, uint32_t grid_y, uint32_t block_x, uint32_t block_y);

/* Compare with what the host found, say how it went, write the output; returns the program's exit status. */
int gpu_check(const struct gpu *gpu, const char *what, const void *got, const void *expected, size_t count,
              size_t size);
int gpu_check_picture(const struct gpu *gpu, const char *what, const uint8_t *got, const uint8_t *expected,
                      unsigned width, unsigned height);

/* The next of a fixed sequence of pseudo-random numbers. */
uint32_t gpu_random(void);

#endif
