/* SPDX-License-Identifier: MIT */
/* Memory, textures on memory, and the questions about the device that mgpu asks.
 *
 * mgpu also knows arrays, events and just-in-time options, but the parts of it that run here do not use
 * them. */
#include "driver.h"

#include <halfwarp/memory.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- device and context --- */

CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device)
{
    (void)device;
    *major = 2;
    *minor = 0;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetName(char *name, int length, CUdevice device)
{
    (void)device;
    snprintf(name, (size_t)length, "halfwarp");
    return CUDA_SUCCESS;
}

CUresult cuDeviceTotalMem(size_t *bytes, CUdevice device)
{
    (void)device;
    *bytes = (size_t)1 << 31;
    return CUDA_SUCCESS;
}

/* Only the number of multiprocessors decides anything: how many blocks a launch has. */
CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device)
{
    (void)device;
    *value = attribute == CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT ? 14 : 1024;
    return CUDA_SUCCESS;
}

CUresult cuCtxGetCurrent(CUcontext *context)
{
    *context = (CUcontext)driver_memory();
    return CUDA_SUCCESS;
}

CUresult cuCtxGetDevice(CUdevice *device)
{
    *device = 0;
    return CUDA_SUCCESS;
}

CUresult cuCtxCreate(CUcontext *context, unsigned flags, CUdevice device)
{
    (void)flags;
    (void)device;
    return cuCtxGetCurrent(context);
}

CUresult cuCtxDestroy(CUcontext context)
{
    (void)context;
    return CUDA_SUCCESS;
}

/* --- memory --- */

CUresult cuMemAlloc(CUdeviceptr *address, size_t bytes)
{
    struct hw_error error;
    uint64_t place;

    if (hw_memory_alloc(driver_memory(), bytes ? bytes : 1, &place, &error) != HW_OK)
        return driver_failed(&error, CUDA_ERROR_OUT_OF_MEMORY);
    *address = (CUdeviceptr)place;
    return CUDA_SUCCESS;
}

CUresult cuMemFree(CUdeviceptr address)
{
    struct hw_error error;

    return hw_memory_free(driver_memory(), address, &error) == HW_OK ? CUDA_SUCCESS
                                                                     : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t bytes)
{
    struct hw_error error;

    return hw_memory_write(driver_memory(), to, from, bytes, &error) == HW_OK
               ? CUDA_SUCCESS
               : driver_failed(&error, CUDA_ERROR_INVALID_VALUE);
}

CUresult cuMemcpyDtoH(void *to, CUdeviceptr from, size_t bytes)
{
    struct hw_error error;

    return hw_memory_read(driver_memory(), from, to, bytes, &error) == HW_OK
               ? CUDA_SUCCESS
               : driver_failed(&error, CUDA_ERROR_INVALID_VALUE);
}

CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t bytes)
{
    void *copy = malloc(bytes + 1);
    CUresult result = copy ? cuMemcpyDtoH(copy, from, bytes) : CUDA_ERROR_OUT_OF_MEMORY;

    if (result == CUDA_SUCCESS)
        result = cuMemcpyHtoD(to, copy, bytes);
    free(copy);
    return result;
}

CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t bytes)
{
    return cuMemcpyDtoD(to, from, bytes);
}

CUresult cuMemsetD32(CUdeviceptr to, unsigned value, size_t words)
{
    CUresult result = CUDA_SUCCESS;

    for (size_t i = 0; i < words && result == CUDA_SUCCESS; i++)
        result = cuMemcpyHtoD(to + (CUdeviceptr)(4 * i), &value, sizeof value);
    return result;
}

/* --- textures on linear memory --- */

CUresult cuModuleGetTexRef(CUtexref *texture, CUmodule module, const char *name)
{
    const struct hw_symbol *symbol = hw_module_find_symbol(module->module, name);

    if (!symbol || symbol->type != HW_SYMBOL_TEXTURE || module->texture_count == MOST_TEXTURES)
        return CUDA_ERROR_NOT_FOUND;
    *texture = &module->textures[module->texture_count++];
    snprintf((*texture)->name, sizeof(*texture)->name, "%s", name);
    return CUDA_SUCCESS;
}

CUresult cuTexRefSetFormat(CUtexref texture, CUarray_format format, int channels)
{
    texture->format = format;
    texture->channels = channels;
    return CUDA_SUCCESS;
}

CUresult cuTexRefSetFlags(CUtexref texture, unsigned flags)
{
    (void)texture;
    return flags == CU_TRSF_READ_AS_INTEGER ? CUDA_SUCCESS : CUDA_ERROR_NOT_SUPPORTED;
}

CUresult cuTexRefSetAddress(size_t *offset, CUtexref texture, CUdeviceptr address, size_t bytes)
{
    *offset = 0;
    texture->address = address;
    texture->bytes = bytes;
    return CUDA_SUCCESS;
}

static bool bind_texture(const struct CUtex_st *from, struct hw_texture *to)
{
    const unsigned bytes = 4u * (unsigned)from->channels;
    const void *data = hw_memory_host(driver_memory(), from->address, from->bytes);

    *to = (struct hw_texture){
        .data = data,
        .bytes = from->bytes,
        .width = (uint32_t)(from->bytes / bytes),
        .height = 1,
        .depth = 1,
        .dimensions = 1,
        .type = from->format == CU_AD_FORMAT_FLOAT ? HW_TEXEL_F32 : HW_TEXEL_U32,
        .channels = (uint8_t)from->channels,
        .address = {HW_TEXTURE_ADDRESS_CLAMP, HW_TEXTURE_ADDRESS_CLAMP, HW_TEXTURE_ADDRESS_CLAMP},
    };
    return data != NULL;
}

/* A file says which slot of a kernel is whose; what is not bound stays empty. */
bool driver_bind_textures(const struct CUfunc_st *function, struct hw_launch *launch,
                          struct driver_slots *slots)
{
    const struct CUmod_st *module = function->module;

    *slots = (struct driver_slots){0};
    for (unsigned i = 0; i < module->texture_count; i++) {
        const struct hw_reference *slot = hw_image_reference(&function->image, module->textures[i].name);
        if (!slot || !module->textures[i].address)
            continue;
        if (slot->entry >= MOST_TEXTURES || !bind_texture(&module->textures[i], &slots->texture[slot->entry]))
            return false;
        slots->slot[slot->entry].texture = &slots->texture[slot->entry];
    }
    launch->textures.bindless = slots->slot;
    launch->textures.bindless_count = MOST_TEXTURES;
    return true;
}

/* --- what no part that runs here calls --- */

#define NOT_SUPPORTED(name, ...)         \
    CUresult name(__VA_ARGS__)           \
    {                                    \
        return CUDA_ERROR_NOT_SUPPORTED; \
    }
#pragma GCC diagnostic ignored "-Wunused-parameter"
NOT_SUPPORTED(cuModuleLoadDataEx, CUmodule *module, const void *image, unsigned count, CUjit_option *options,
              void **values)
NOT_SUPPORTED(cuTexRefSetAddressMode, CUtexref texture, int dimension, CUaddress_mode mode)
NOT_SUPPORTED(cuTexRefSetArray, CUtexref texture, CUarray array, unsigned flags)
NOT_SUPPORTED(cuTexRefSetFilterMode, CUtexref texture, CUfilter_mode mode)
NOT_SUPPORTED(cuArrayCreate, CUarray *array, const CUDA_ARRAY_DESCRIPTOR *descriptor)
NOT_SUPPORTED(cuArray3DCreate, CUarray *array, const CUDA_ARRAY3D_DESCRIPTOR *descriptor)
NOT_SUPPORTED(cuArrayDestroy, CUarray array)
