/* SPDX-License-Identifier: MIT */
/* The five functions of the CUDA driver that openai-gemm's host code calls, on top of the library.
 *
 * Just enough for that program: one context, one device of the capability that gemm_capability says, launches
 * that finish before they return. */
#include "driver.h"

#include <halfwarp/image.h>
#include <halfwarp/isa.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CUDA_ERROR      1
#define LAUNCH_FAILED   719
#define ATTRIBUTE_MAJOR 75

struct CUmod_st {
    struct hw_module *module;
};

struct CUfunc_st {
    struct hw_image image;
};

int gemm_capability = 50;
uint64_t gemm_instructions;

static struct hw_memory *memory;

struct hw_memory *gemm_memory(void)
{
    struct hw_error error;

    if (!memory && hw_memory_create(&memory, &error) != HW_OK) {
        fprintf(stderr, "%s\n", error.text);
        exit(1);
    }
    return memory;
}

/* Say what went wrong; the driver's number for it. */
static int failed(const struct hw_error *error, int number)
{
    fprintf(stderr, "%s\n", error->text);
    return number;
}

/* A cubin in memory has no length beside it: its section header table is the last thing in it. */
static size_t elf64_bytes(const uint8_t *image)
{
    uint64_t sections, segments;
    uint16_t size, count, segment_size, segment_count;

    memcpy(&segments, image + 32, 8);
    memcpy(&sections, image + 40, 8);
    memcpy(&segment_size, image + 54, 2);
    memcpy(&segment_count, image + 56, 2);
    memcpy(&size, image + 58, 2);
    memcpy(&count, image + 60, 2);
    uint64_t end = sections + (uint64_t)size * count,
             segments_end = segments + (uint64_t)segment_size * segment_count;
    return end > segments_end ? end : segments_end;
}

int cuModuleLoadData(struct CUmod_st **module, const void *image)
{
    struct hw_error error;
    struct CUmod_st *made = calloc(1, sizeof *made);

    if (!made)
        return CUDA_ERROR;
    if (hw_module_read(image, elf64_bytes(image), &made->module, &error) != HW_OK) {
        free(made);
        return failed(&error, CUDA_ERROR);
    }
    *module = made;
    return 0;
}

int cuModuleGetFunction(struct CUfunc_st **function, struct CUmod_st *module, const char *name)
{
    struct hw_error error;
    struct CUfunc_st *made = calloc(1, sizeof *made);
    const struct hw_kernel *kernel = hw_module_find_kernel(module->module, name);

    if (!made || !kernel) {
        free(made);
        return CUDA_ERROR;
    }
    if (hw_image_load(&made->image, module->module, kernel, gemm_memory(), &error) != HW_OK) {
        free(made);
        return failed(&error, CUDA_ERROR);
    }
    *function = made;
    return 0;
}

int cuCtxGetDevice(int *device)
{
    *device = 0;
    return 0;
}

int cuDeviceGetAttribute(int *value, int attribute, int device)
{
    (void)device;
    *value = attribute == ATTRIBUTE_MAJOR ? gemm_capability / 10 : gemm_capability % 10;
    return 0;
}

int cuLaunchKernel(struct CUfunc_st *function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                   unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                   struct CUstream_st *stream, void **arguments, void **extra)
{
    const struct hw_kernel *kernel = function->image.kernel;
    char target_name[16];
    uint8_t params[4096] = {0};
    struct hw_target target;
    const struct hw_chip_info *chip;
    struct hw_launch launch;
    struct hw_launch_result result;
    struct hw_error error;

    (void)stream;
    (void)extra;
    snprintf(target_name, sizeof target_name, "sm_%d", gemm_capability);
    if (hw_target_find(target_name, &target, &error) != HW_OK ||
        hw_chip_find(target_name, &chip, &error) != HW_OK)
        return failed(&error, CUDA_ERROR);
    hw_launch_init(&launch, &target, chip, memory);
    hw_image_bind(&function->image, &launch);
    for (size_t i = 0; i < kernel->param_count; i++) {
        const struct hw_param *param = &kernel->params[i];
        memcpy(params + param->offset, arguments[param->ordinal], param->bytes);
    }
    launch.params = params;
    launch.param_bytes = (uint32_t)kernel->param_bytes;
    launch.shared_bytes += shared_bytes;
    memcpy(launch.grid, (uint32_t[3]){grid_x, grid_y, grid_z}, sizeof launch.grid);
    memcpy(launch.block, (uint32_t[3]){block_x, block_y, block_z}, sizeof launch.block);
    if (hw_launch_run(&launch, &result, &error) != HW_OK)
        return failed(&error, LAUNCH_FAILED);
    gemm_instructions += result.stats.thread_instructions;
    return 0;
}
