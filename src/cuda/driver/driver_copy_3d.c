/* SPDX-License-Identifier: MIT */
/* Copies of rows and slices, whose two ends a structure describes.  A plane is a box of one slice. */
#include "cuda/driver/driver_work.h"

#include "cuda/core/log/reason.h"
#include "cuda/driver/driver_copy.h"

/* One end of a box as the structure has it. */
struct side {
    size_t x, y, z, lod;
    unsigned type;
    const void *host;
    CUdeviceptr device;
    CUarray array;
    size_t pitch, rows;
};

struct box {
    size_t width, height, depth;
};

/* Rows and slices must not overlap, where there are several; an array has its own.  `which` is "src" or
 * "dst", as the structure's members begin. */
static CUresult set_memory(const char *which, const struct side *side, const struct box *box,
                           struct hw_cuda_end *end)
{
    const bool rows = box->height > 1 || box->depth > 1, slices = box->depth > 1;

    if (side->pitch > INT32_MAX) /* CU_DEVICE_ATTRIBUTE_MAX_PITCH */
        return hw_cuda_fail(CUDA_ERROR_INVALID_VALUE, "%sPitch is %zu; expected at most %d", which,
                            side->pitch, INT32_MAX);
    if (rows && (side->x > side->pitch || box->width > side->pitch - side->x))
        return hw_cuda_fail(CUDA_ERROR_INVALID_VALUE,
                            "%sPitch is %zu; expected at least %sXInBytes and WidthInBytes, %zu and %zu",
                            which, side->pitch, which, side->x, box->width);
    if (slices && (side->y > side->rows || box->height > side->rows - side->y))
        return hw_cuda_fail(CUDA_ERROR_INVALID_VALUE,
                            "%sHeight is %zu; expected at least %sY and Height, %zu and %zu", which,
                            side->rows, which, side->y, box->height);
    end->pitch = side->pitch;
    end->rows = side->rows;
    return CUDA_SUCCESS;
}

static CUresult set_end(const char *which, const struct side *side, const struct box *box,
                        struct hw_cuda_end *end)
{
    *end = (struct hw_cuda_end){.x = side->x, .y = side->y, .z = side->z};
    if (side->lod != 0) /* there are no levels of detail */
        return hw_cuda_fail(CUDA_ERROR_INVALID_VALUE, "%sLOD is %zu; expected 0", which, side->lod);
    switch (side->type) {
    case CU_MEMORYTYPE_HOST:
        end->memory = side->host;
        hw_cuda_place_end(end);
        return set_memory(which, side, box, end);
    case CU_MEMORYTYPE_DEVICE:
    case CU_MEMORYTYPE_UNIFIED:
        end->memory = hw_cu_pointer(side->device);
        end->device = side->type == CU_MEMORYTYPE_DEVICE || hw_cu_is_device(side->device);
        return set_memory(which, side, box, end);
    case CU_MEMORYTYPE_ARRAY: end->array = side->array; return CUDA_SUCCESS;
    default:
        return hw_cuda_fail(CUDA_ERROR_INVALID_VALUE, "%sMemoryType is %u; expected 1 to 4", which,
                            side->type);
    }
}

static CUresult copy_sides(const struct side *to, const struct side *from, const struct box *box,
                           CUstream stream)
{
    struct hw_cuda_end there, here;
    CUresult result = set_end("dst", to, box, &there);

    if (result == CUDA_SUCCESS)
        result = set_end("src", from, box, &here);
    return result == CUDA_SUCCESS ? hw_cu_copy(&there, &here, box->width, box->height, box->depth, stream)
                                  : result;
}

static CUresult fail_null(void)
{
    return hw_cuda_fail(CUDA_ERROR_INVALID_VALUE, "the copy's description is null");
}

CUresult hw_cu_copy_2d(const CUDA_MEMCPY2D *copy, CUstream stream)
{
    if (!copy)
        return fail_null();
    const struct side from = {
        copy->srcXInBytes, copy->srcY,     0, 0, copy->srcMemoryType, copy->srcHost, copy->srcDevice,
        copy->srcArray,    copy->srcPitch, 0};
    const struct side to = {
        copy->dstXInBytes, copy->dstY,     0, 0, copy->dstMemoryType, copy->dstHost, copy->dstDevice,
        copy->dstArray,    copy->dstPitch, 0};
    const struct box box = {copy->WidthInBytes, copy->Height, 1};
    return copy_sides(&to, &from, &box, stream);
}

static struct box sides_of(const CUDA_MEMCPY3D *copy, struct side *to, struct side *from)
{
    *from =
        (struct side){copy->srcXInBytes, copy->srcY,      copy->srcZ,     copy->srcLOD,   copy->srcMemoryType,
                      copy->srcHost,     copy->srcDevice, copy->srcArray, copy->srcPitch, copy->srcHeight};
    *to =
        (struct side){copy->dstXInBytes, copy->dstY,      copy->dstZ,     copy->dstLOD,   copy->dstMemoryType,
                      copy->dstHost,     copy->dstDevice, copy->dstArray, copy->dstPitch, copy->dstHeight};
    return (struct box){copy->WidthInBytes, copy->Height, copy->Depth};
}

static CUresult copy_box(const CUDA_MEMCPY3D *copy, CUstream stream)
{
    struct side from, to;
    const struct box box = sides_of(copy, &to, &from);

    return copy_sides(&to, &from, &box, stream);
}

/* In one context: the places of the two contexts are reserved. */
CUresult hw_cu_copy_3d(const CUDA_MEMCPY3D *copy, CUstream stream)
{
    if (!copy)
        return fail_null();
    if (copy->srcContext || copy->dstContext)
        return hw_cuda_fail(CUDA_ERROR_INVALID_VALUE, "reserved0 and reserved1 are %p and %p; expected null",
                            (const void *)copy->srcContext, (const void *)copy->dstContext);
    return copy_box(copy, stream);
}

/* A context is looked at only for memory of the device. */
static bool context_suits(unsigned type, CUcontext context)
{
    return type != CU_MEMORYTYPE_DEVICE || hw_cuda_context_is_valid(context);
}

CUresult hw_cu_copy_3d_peer(const CUDA_MEMCPY3D_PEER *copy, CUstream stream)
{
    if (!copy)
        return fail_null();
    if (!context_suits(copy->srcMemoryType, copy->srcContext))
        return hw_cuda_fail_handle(CUDA_ERROR_INVALID_CONTEXT, "srcContext", copy->srcContext);
    if (!context_suits(copy->dstMemoryType, copy->dstContext))
        return hw_cuda_fail_handle(CUDA_ERROR_INVALID_CONTEXT, "dstContext", copy->dstContext);
    return copy_box(copy, stream);
}

/* --- as nodes of graphs --- */

static void *function_of(struct hw_cuda_kernel *kernel)
{
    return kernel;
}

static cudaError_t read_copy(struct hw_cuda_copy_work *work, const void *copy)
{
    struct side from, to;
    const struct box box = sides_of(copy, &to, &from);
    CUresult result = set_end("dst", &to, &box, &work->to);

    if (result == CUDA_SUCCESS)
        result = set_end("src", &from, &box, &work->from);
    if (result != CUDA_SUCCESS || (work->to.array && !hw_cuda_array_is_valid(work->to.array)) ||
        (work->from.array && !hw_cuda_array_is_valid(work->from.array)))
        return cudaErrorInvalidValue;
    work->width = box.width;
    work->height = box.height;
    work->depth = box.depth;
    return cudaSuccess;
}

static unsigned type_of(const struct hw_cuda_end *end)
{
    return end->array ? CU_MEMORYTYPE_ARRAY : end->device ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST;
}

static void *host_of(const struct hw_cuda_end *end)
{
    return end->device ? NULL : (void *)(uintptr_t)end->memory;
}

static CUdeviceptr address_of(const struct hw_cuda_end *end)
{
    return end->device ? (uintptr_t)end->memory : 0;
}

static cudaError_t write_copy(void *to, const struct hw_cuda_copy_work *work)
{
    const struct hw_cuda_end *there = &work->to, *here = &work->from;

    *(CUDA_MEMCPY3D *)to = (CUDA_MEMCPY3D){
        .srcXInBytes = here->x,
        .srcY = here->y,
        .srcZ = here->z,
        .srcMemoryType = type_of(here),
        .srcHost = host_of(here),
        .srcDevice = address_of(here),
        .srcArray = (CUarray)(uintptr_t)here->array,
        .srcPitch = here->pitch,
        .srcHeight = here->rows,
        .dstXInBytes = there->x,
        .dstY = there->y,
        .dstZ = there->z,
        .dstMemoryType = type_of(there),
        .dstHost = host_of(there),
        .dstDevice = address_of(there),
        .dstArray = (CUarray)(uintptr_t)there->array,
        .dstPitch = there->pitch,
        .dstHeight = there->rows,
        .WidthInBytes = work->width,
        .Height = work->height,
        .Depth = work->depth,
    };
    return cudaSuccess;
}

/* Behind flags and a context. */
static const void *copy_in(const struct hw_node_any *any)
{
    return &any->room[2];
}

const struct hw_graph_api_own hw_cu_form = {function_of, read_copy, write_copy, copy_in, true};
