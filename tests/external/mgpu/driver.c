/* SPDX-License-Identifier: MIT */
/* Modules, kernels and launches of the CUDA driver interface, on top of the library.
 *
 * One context, one device of capability 2.0, launches that finish before they return.  The kernels of a
 * module have the same variables, so each image after a module's first is loaded beside it. */
#include "driver.h"

#include <halfwarp/isa.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TARGET "sm_20"

struct driver_counts driver_counts;
unsigned driver_turn;

CUresult driver_failed(const struct hw_error *error, CUresult number)
{
    fprintf(stderr, "%s\n", error->text);
    return number;
}

static bool find_chip(struct hw_target *target, const struct hw_chip_info **chip, struct hw_error *error)
{
    return hw_target_find(TARGET, target, error) == HW_OK && hw_chip_find(TARGET, chip, error) == HW_OK;
}

struct hw_memory *driver_memory(void)
{
    static struct hw_memory *memory;
    struct hw_error error;
    struct hw_target target;
    const struct hw_chip_info *chip;

    if (memory)
        return memory;
    if (!find_chip(&target, &chip, &error) || hw_memory_create(&memory, &error) != HW_OK) {
        fprintf(stderr, "%s\n", error.text);
        exit(1);
    }
    hw_memory_fit(memory, &target, MGPU_POINTER_BITS);
    return memory;
}

/* --- modules --- */

static uint8_t *read_file(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = NULL;
    long size = -1;

    if (!file)
        return NULL;
    if (fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) >= 0)
        bytes = malloc((size_t)size + 1);
    rewind(file);
    *length = bytes ? fread(bytes, 1, (size_t)size, file) : 0;
    fclose(file);
    return bytes;
}

CUresult cuModuleLoad(CUmodule *module, const char *path)
{
    struct hw_error error;
    size_t length;
    uint8_t *bytes = read_file(path, &length);
    struct CUmod_st *made = calloc(1, sizeof *made);

    if (!bytes || !made) {
        free(bytes);
        free(made);
        fprintf(stderr, "cannot read %s\n", path);
        return CUDA_ERROR_FILE_NOT_FOUND;
    }
    const hw_status status = hw_module_read(bytes, length, &made->module, &error);
    free(bytes);
    if (status != HW_OK) {
        free(made);
        return driver_failed(&error, CUDA_ERROR_INVALID_IMAGE);
    }
    *module = made;
    return CUDA_SUCCESS;
}

CUresult cuModuleUnload(CUmodule module)
{
    while (module->functions) { /* the first of all is the last: the others use its variables */
        struct CUfunc_st *function = module->functions;
        module->functions = function->next;
        hw_image_unload(&function->image);
        free(function);
    }
    hw_module_free(module->module);
    free(module);
    return CUDA_SUCCESS;
}

static const struct hw_image *first_image(const struct CUmod_st *module)
{
    const struct CUfunc_st *function = module->functions;

    while (function && function->next)
        function = function->next;
    return function ? &function->image : NULL;
}

CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name)
{
    struct hw_error error;

    for (*function = module->functions; *function; *function = (*function)->next)
        if (strcmp((*function)->image.kernel->name, name) == 0)
            return CUDA_SUCCESS;
    const struct hw_kernel *kernel = hw_module_find_kernel(module->module, name);
    const struct hw_image *first = first_image(module);
    struct CUfunc_st *made = kernel ? calloc(1, sizeof *made) : NULL;

    if (!made)
        return CUDA_ERROR_NOT_FOUND;
    const hw_status status =
        first ? hw_image_load_beside(&made->image, module->module, kernel, first, &error)
              : hw_image_load(&made->image, module->module, kernel, driver_memory(), &error);
    if (status != HW_OK) {
        free(made);
        return driver_failed(&error, CUDA_ERROR_INVALID_IMAGE);
    }
    made->module = module;
    made->next = module->functions;
    module->functions = *function = made;
    return CUDA_SUCCESS;
}

CUresult cuModuleGetGlobal(CUdeviceptr *address, size_t *bytes, CUmodule module, const char *name)
{
    struct hw_error error;
    uint64_t place;
    const struct hw_symbol *symbol = hw_module_find_symbol(module->module, name);
    const struct hw_image *image = first_image(module);

    if (!symbol || !image || hw_image_symbol(image, module->module, name, &place, &error) != HW_OK)
        return CUDA_ERROR_NOT_FOUND;
    *address = (CUdeviceptr)place;
    *bytes = symbol->bytes;
    return CUDA_SUCCESS;
}

CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attribute, CUfunction function)
{
    const struct hw_kernel *kernel = function->image.kernel;
    const int values[] = {
        [CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK] = 1024,
        [CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES] = (int)kernel->shared_bytes,
        [CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES] = (int)kernel->local_bytes,
        [CU_FUNC_ATTRIBUTE_NUM_REGS] = (int)kernel->registers,
        [CU_FUNC_ATTRIBUTE_PTX_VERSION] = 20,
        [CU_FUNC_ATTRIBUTE_BINARY_VERSION] = 20,
    };

    *value = values[attribute];
    return CUDA_SUCCESS;
}

/* --- launches --- */

/* The parameters as mgpu hands them over: one buffer, laid out already. */
static void take_buffer(void **extra, struct hw_launch *launch)
{
    for (; *extra != CU_LAUNCH_PARAM_END; extra += 2) {
        if (extra[0] == CU_LAUNCH_PARAM_BUFFER_POINTER)
            launch->params = extra[1];
        else
            launch->param_bytes = (uint32_t) * (const size_t *)extra[1];
    }
}

CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                        unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                        CUstream stream, void **arguments, void **extra)
{
    const struct hw_kernel *kernel = function->image.kernel;
    struct driver_slots slots;
    struct hw_target target;
    const struct hw_chip_info *chip;
    struct hw_launch launch;
    struct hw_launch_result result;
    struct hw_error error;

    (void)stream;
    (void)arguments;
    if (!find_chip(&target, &chip, &error))
        return driver_failed(&error, CUDA_ERROR_LAUNCH_FAILED);
    hw_launch_init(&launch, &target, chip, driver_memory());
    hw_image_bind(&function->image, &launch);
    take_buffer(extra, &launch);
    if ((int32_t)launch.param_bytes != kernel->param_bytes) {
        fprintf(stderr, "%s: %u bytes of parameters; it has %d\n", kernel->name, launch.param_bytes,
                kernel->param_bytes);
        return CUDA_ERROR_INVALID_VALUE;
    }
    if (!driver_bind_textures(function, &launch, &slots))
        return CUDA_ERROR_INVALID_VALUE;
    launch.code.turn = driver_turn;
    launch.shared_bytes += shared_bytes;
    memcpy(launch.grid, (uint32_t[3]){grid_x, grid_y, grid_z}, sizeof launch.grid);
    memcpy(launch.block, (uint32_t[3]){block_x, block_y, block_z}, sizeof launch.block);
    driver_counts.launches++;
    driver_counts.kernels += !function->launched;
    function->launched = true;
    if (hw_launch_run(&launch, &result, &error) != HW_OK) {
        fprintf(stderr, "%s: ", kernel->name);
        return driver_failed(&error, CUDA_ERROR_LAUNCH_FAILED);
    }
    driver_counts.instructions += result.stats.thread_instructions;
    return CUDA_SUCCESS;
}
