/* Making arrays, and what texels a channel format means. */
#include "cuda/array.h"

#include <stdlib.h>

#define ARRAY_BYTES_MAX HW_CUDA_MEMORY_BYTES

/* By kind (signed, unsigned, float) and bits (8, 16, 32). */
static const uint8_t texel_types[3][3] = {
    {HW_TEXEL_S8, HW_TEXEL_S16, HW_TEXEL_S32},
    {HW_TEXEL_U8, HW_TEXEL_U16, HW_TEXEL_U32},
    {HW_TEXEL_TYPES, HW_TEXEL_F16, HW_TEXEL_F32},
};

bool hw_cuda_texel_format(const struct cudaChannelFormatDesc *format, struct hw_texture *texture)
{
    const int bits[4] = {format->x, format->y, format->z, format->w};
    unsigned channels = 0;

    while (channels < 4 && bits[channels] == format->x && bits[channels] != 0)
        channels++;
    for (unsigned i = channels; i < 4; i++)
        if (bits[i] != 0)
            return false;
    if (channels == 0 || channels == 3 || (unsigned)format->f > cudaChannelFormatKindFloat ||
        (format->x != 8 && format->x != 16 && format->x != 32))
        return false;
    texture->channels = (uint8_t)channels;
    texture->type = texel_types[format->f][format->x == 8 ? 0 : format->x == 16 ? 1 : 2];
    return texture->type != HW_TEXEL_TYPES;
}

/* Width, height and depth or layers as the flags say; false when they are impossible. */
static bool set_extent(struct hw_texture *texture, struct cudaExtent extent, unsigned flags)
{
    const bool layered = flags & cudaArrayLayered, cube = flags & cudaArrayCubemap;
    const size_t slices = extent.depth ? extent.depth : 1, rows = extent.height ? extent.height : 1;

    if (extent.width == 0 || extent.width > HW_TEXTURE_MAX_EXTENT || rows > HW_TEXTURE_MAX_EXTENT ||
        slices > HW_TEXTURE_MAX_EXTENT || (layered && extent.depth == 0))
        return false;
    if (cube && (extent.width != extent.height || extent.depth % 6 != 0 || extent.depth == 0))
        return false;
    texture->width = (uint32_t)extent.width;
    texture->height = (uint32_t)rows;
    texture->depth = layered || cube ? 1 : (uint32_t)slices;
    texture->layers = layered || cube ? (uint32_t)slices : 0;
    texture->cube = cube;
    texture->dimensions = extent.height == 0 ? 1 : extent.depth == 0 || layered || cube ? 2 : 3;
    texture->row_pitch = extent.width * hw_texture_texel_bytes(texture);
    texture->slice_pitch = texture->row_pitch * rows;
    texture->bytes = texture->slice_pitch * slices;
    return texture->slice_pitch / rows == texture->row_pitch &&
           texture->bytes / slices == texture->slice_pitch;
}

cudaError_t hw_cuda_array_create(struct cudaArray **array, const struct cudaChannelFormatDesc *format,
                                 struct cudaExtent extent, unsigned flags)
{
    struct hw_texture texture = {.type = 0};

    if (!array || !format)
        return cudaErrorInvalidValue;
    if (!hw_cuda_texel_format(format, &texture))
        return cudaErrorInvalidChannelDescriptor;
    if (!set_extent(&texture, extent, flags))
        return cudaErrorInvalidValue;
    if (texture.bytes > ARRAY_BYTES_MAX - hw_cuda.used)
        return cudaErrorMemoryAllocation;
    struct cudaArray *made = calloc(1, sizeof *made);
    uint8_t *data = calloc(1, texture.bytes);
    if (!made || !data) {
        free(made);
        free(data);
        return cudaErrorMemoryAllocation;
    }
    texture.data = data;
    *made = (struct cudaArray){
        .next = hw_cuda.arrays, .format = *format, .flags = flags, .data = data, .texture = texture};
    hw_cuda.used += texture.bytes;
    hw_cuda.arrays = *array = made;
    return cudaSuccess;
}

static struct cudaArray **find_array(const struct cudaArray *array)
{
    struct cudaArray **link = &hw_cuda.arrays;

    while (*link && *link != array)
        link = &(*link)->next;
    return link;
}

/* Textures and surfaces bound to an array that goes are bound no more. */
static void unbind(const struct cudaArray *array)
{
    for (struct hw_cuda_fatbin *fatbin = hw_cuda.fatbins; fatbin; fatbin = fatbin->next) {
        for (struct hw_cuda_texture *texture = fatbin->textures; texture; texture = texture->next)
            texture->bound = texture->bound && texture->texture.data != array->data;
        for (struct hw_cuda_surface *surface = fatbin->surfaces; surface; surface = surface->next)
            surface->bound = surface->bound && surface->surface.data != array->data;
    }
}

cudaError_t hw_cuda_array_destroy(struct cudaArray *array)
{
    struct cudaArray **link = find_array(array);

    if (!array)
        return cudaSuccess;
    if (!*link)
        return cudaErrorInvalidValue;
    *link = array->next;
    unbind(array);
    hw_cuda.used -= array->texture.bytes;
    free(array->data);
    free(array);
    return cudaSuccess;
}

void hw_cuda_arrays_clear(void)
{
    while (hw_cuda.arrays)
        hw_cuda_array_destroy(hw_cuda.arrays);
}

bool hw_cuda_array_known(const struct cudaArray *array)
{
    return array && *find_array(array);
}

const struct cudaChannelFormatDesc *hw_cuda_array_format(const struct cudaArray *array)
{
    return &array->format;
}

size_t hw_cuda_array_texel(const struct cudaArray *array)
{
    return hw_texture_texel_bytes(&array->texture);
}

size_t hw_cuda_array_pitch(const struct cudaArray *array)
{
    return array->texture.row_pitch;
}
