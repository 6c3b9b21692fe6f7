/* Texture references: what a program binds them to, read from the host's structure when it does. */
#include "cuda/array.h"
#include "cuda/state.h"

static struct hw_cuda_texture *find(const struct textureReference *host)
{
    return host ? hw_cuda_find_texture(host) : NULL;
}

/* How the reference samples, as the host's structure says now. */
static cudaError_t set_sampling(const struct hw_cuda_texture *reference, struct hw_texture *texture)
{
    const struct textureReference *host = reference->host;

    texture->read = reference->normalized_read ? HW_TEXTURE_NORMALIZED : HW_TEXTURE_ELEMENT;
    texture->filter = host->filterMode ? HW_TEXTURE_LINEAR : HW_TEXTURE_POINT;
    texture->normalized = host->normalized != 0 || texture->cube;
    for (int i = 0; i < 3; i++)
        texture->address[i] =
            host->addressMode[i] >= HW_TEXTURE_WRAP && host->addressMode[i] <= HW_TEXTURE_BORDER
                ? (uint8_t)host->addressMode[i]
                : HW_TEXTURE_CLAMP;
    if (texture->read == HW_TEXTURE_NORMALIZED &&
        (texture->type == HW_TEXEL_U32 || texture->type == HW_TEXEL_S32))
        return cudaErrorInvalidNormSetting;
    if (texture->filter == HW_TEXTURE_LINEAR && !hw_texture_returns_float(texture))
        return cudaErrorInvalidFilterSetting;
    return cudaSuccess;
}

static cudaError_t bind(struct hw_cuda_texture *reference, struct hw_texture *texture)
{
    const cudaError_t error = set_sampling(reference, texture);

    if (error != cudaSuccess)
        return error;
    if (hw_texture_check(texture, NULL) != HW_OK)
        return cudaErrorInvalidValue;
    reference->texture = *texture;
    reference->bound = true;
    return cudaSuccess;
}

cudaError_t hw_cuda_bind_array(const struct textureReference *host, const struct cudaArray *array,
                               const struct cudaChannelFormatDesc *format)
{
    struct hw_cuda_texture *reference = find(host);

    if (!reference)
        return cudaErrorInvalidTexture;
    if (!hw_cuda_array_known(array))
        return cudaErrorInvalidResourceHandle;
    struct hw_texture texture = array->texture;
    if (!format || !hw_cuda_texel_format(format, &texture))
        return cudaErrorInvalidChannelDescriptor;
    if (hw_texture_texel_bytes(&texture) != hw_texture_texel_bytes(&array->texture))
        return cudaErrorInvalidChannelDescriptor;
    return bind(reference, &texture);
}

cudaError_t hw_cuda_bind_memory(const struct textureReference *host,
                                const struct cudaChannelFormatDesc *format, const void *memory, size_t width,
                                size_t height, size_t pitch, size_t *offset)
{
    struct hw_cuda_texture *reference = find(host);
    struct hw_texture texture = {.dimensions = height ? 2 : 1,
                                 .width = (uint32_t)width,
                                 .height = (uint32_t)height,
                                 .depth = 1,
                                 .row_pitch = pitch};
    struct cudaDeviceProp properties;

    if (!reference)
        return cudaErrorInvalidTexture;
    if (!format || !hw_cuda_texel_format(format, &texture))
        return cudaErrorInvalidChannelDescriptor;
    hw_cuda_properties(&properties);
    const uint64_t address = (uintptr_t)memory, beyond = address % properties.textureAlignment;
    if ((beyond && !offset) || width > HW_TEXTURE_MAX_EXTENT || height > HW_TEXTURE_MAX_EXTENT)
        return cudaErrorInvalidValue;
    /* A texture begins at an aligned address; lookups of memory between have to add the offset. */
    if (!height)
        texture.width += (uint32_t)(beyond / hw_texture_texel_bytes(&texture));
    const uint64_t texel = hw_texture_texel_bytes(&texture);
    texture.bytes = height ? (height - 1) * pitch + width * texel + beyond : texture.width * texel;
    texture.data = hw_memory_host(hw_cuda.memory, address - beyond, texture.bytes);
    if (offset)
        *offset = beyond;
    return texture.data ? bind(reference, &texture) : cudaErrorInvalidValue;
}

cudaError_t hw_cuda_unbind(const struct textureReference *host)
{
    struct hw_cuda_texture *reference = find(host);

    if (!reference)
        return cudaErrorInvalidTexture;
    reference->bound = false;
    return cudaSuccess;
}
