/* SPDX-License-Identifier: MIT */
/* Texture and surface references: variables of a module that host code binds.  On the device such a variable
 * is a handle (an attribute of clang's), so that reads by references are reads by objects. */
#ifndef HALFWARP_CUDA_DEVICE_REFERENCES_H
#define HALFWARP_CUDA_DEVICE_REFERENCES_H

#include "surfaces.h"
#include "textures.h"
#include "../host/runtime_overloads.h"

template <class T, int type = cudaTextureType1D, enum cudaTextureReadMode mode = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture : public textureReference {
#ifndef __CUDA_ARCH__
    texture(int is_normalized = 0, enum cudaTextureFilterMode filter = cudaFilterModePoint,
            enum cudaTextureAddressMode address = cudaAddressModeClamp)
        : texture(is_normalized, filter, address, cudaCreateChannelDesc<T>())
    {
    }
    texture(int is_normalized, enum cudaTextureFilterMode filter, enum cudaTextureAddressMode address,
            struct cudaChannelFormatDesc format)
        : textureReference()
    {
        normalized = is_normalized;
        filterMode = filter;
        addressMode[0] = addressMode[1] = addressMode[2] = address;
        channelDesc = format;
    }
#endif
};

template <class T, int type = cudaSurfaceType1D>
struct __attribute__((device_builtin_surface_type)) surface : public surfaceReference {
};
template <int type>
struct __attribute__((device_builtin_surface_type)) surface<void, type> : public surfaceReference {
};

/* What a read gives: the type of the texels, or as many floats. */
template <class T, enum cudaTextureReadMode mode> struct hw_read_as { typedef T type; };
template <int count> struct hw_floats;
template <> struct hw_floats<1> {
    typedef float type;
};
template <> struct hw_floats<2> {
    typedef float2 type;
};
template <> struct hw_floats<4> {
    typedef float4 type;
};
template <class T> struct hw_read_as<T, cudaReadModeNormalizedFloat> {
    typedef typename hw_floats<hw_channels<T>::COUNT>::type type;
};

template <class Reference> HW_DEVICE unsigned long long hw_handle(Reference reference)
{
    unsigned long long handle;
    __builtin_memcpy(&handle, &reference, sizeof handle);
    return handle;
}

#define HW_UNPACK(...) __VA_ARGS__
#define HW_LIST        , HW_UNPACK
#define HW_BY_REFERENCE(name, kind, parameters, names)                                             \
    template <class T, enum cudaTextureReadMode mode>                                              \
    HW_DEVICE typename hw_read_as<T, mode>::type name(texture<T, kind, mode> t HW_LIST parameters) \
    {                                                                                              \
        return name<typename hw_read_as<T, mode>::type>(hw_handle(t) HW_LIST names);               \
    }
#define HW_SURFACE_BY_REFERENCE(shape, kind, parameters, names)                      \
    template <class T, class S>                                                      \
    HW_DEVICE T shape##read(surface<S, kind> s HW_LIST parameters,                   \
                            cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)     \
    {                                                                                \
        return shape##read<T>(hw_handle(s) HW_LIST names, mode);                     \
    }                                                                                \
    template <class T, class S>                                                      \
    HW_DEVICE void shape##read(T *value, surface<S, kind> s HW_LIST parameters,      \
                               cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)  \
    {                                                                                \
        *value = shape##read<T>(hw_handle(s) HW_LIST names, mode);                   \
    }                                                                                \
    template <class T, class S>                                                      \
    HW_DEVICE void shape##write(T value, surface<S, kind> s HW_LIST parameters,      \
                                cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) \
    {                                                                                \
        shape##write(value, hw_handle(s) HW_LIST names, mode);                       \
    }

/* clang-format off */
HW_BY_REFERENCE(tex1Dfetch, cudaTextureType1D, (int x), (x))
HW_BY_REFERENCE(tex1D, cudaTextureType1D, (float x), (x))
HW_BY_REFERENCE(tex2D, cudaTextureType2D, (float x, float y), (x, y))
HW_BY_REFERENCE(tex3D, cudaTextureType3D, (float x, float y, float z), (x, y, z))
HW_BY_REFERENCE(tex1DLayered, cudaTextureType1DLayered, (float x, int layer), (x, layer))
HW_BY_REFERENCE(tex2DLayered, cudaTextureType2DLayered, (float x, float y, int layer), (x, y, layer))
HW_BY_REFERENCE(texCubemap, cudaTextureTypeCubemap, (float x, float y, float z), (x, y, z))
HW_BY_REFERENCE(texCubemapLayered, cudaTextureTypeCubemapLayered, (float x, float y, float z, int layer),
                (x, y, z, layer))
HW_BY_REFERENCE(tex1DLod, cudaTextureType1D, (float x, float level), (x, level))
HW_BY_REFERENCE(tex2DLod, cudaTextureType2D, (float x, float y, float level), (x, y, level))
HW_BY_REFERENCE(tex3DLod, cudaTextureType3D, (float x, float y, float z, float level), (x, y, z, level))
HW_BY_REFERENCE(tex2DGrad, cudaTextureType2D, (float x, float y, float2 dx, float2 dy), (x, y, dx, dy))
HW_SURFACE_BY_REFERENCE(surf1D, cudaSurfaceType1D, (int x), (x))
HW_SURFACE_BY_REFERENCE(surf2D, cudaSurfaceType2D, (int x, int y), (x, y))
HW_SURFACE_BY_REFERENCE(surf3D, cudaSurfaceType3D, (int x, int y, int z), (x, y, z))
HW_SURFACE_BY_REFERENCE(surf1DLayered, cudaSurfaceType1DLayered, (int x, int layer), (x, layer))
HW_SURFACE_BY_REFERENCE(surf2DLayered, cudaSurfaceType2DLayered, (int x, int y, int layer), (x, y, layer))
/* clang-format on */
#undef HW_BY_REFERENCE
#undef HW_SURFACE_BY_REFERENCE
#undef HW_LIST
#undef HW_UNPACK

/* The host binds them. */
#define HW_HOST    static inline __attribute__((unused))
#define HW_TEXTURE template <class T, int type, enum cudaTextureReadMode mode> HW_HOST cudaError_t
HW_TEXTURE cudaBindTexture(size_t *offset, const texture<T, type, mode> &t, const void *address,
                           const struct cudaChannelFormatDesc &format, size_t bytes = 0xffffffff)
{
    return ::cudaBindTexture(offset, (const struct textureReference *)&t, address, &format, bytes);
}
HW_TEXTURE cudaBindTexture(size_t *offset, const texture<T, type, mode> &t, const void *address,
                           size_t bytes = 0xffffffff)
{
    return cudaBindTexture(offset, t, address, t.channelDesc, bytes);
}
HW_TEXTURE cudaBindTexture2D(size_t *offset, const texture<T, type, mode> &t, const void *address,
                             const struct cudaChannelFormatDesc &format, size_t width, size_t height,
                             size_t pitch)
{
    return ::cudaBindTexture2D(offset, (const struct textureReference *)&t, address, &format, width, height,
                               pitch);
}
HW_TEXTURE cudaBindTexture2D(size_t *offset, const texture<T, type, mode> &t, const void *address,
                             size_t width, size_t height, size_t pitch)
{
    return cudaBindTexture2D(offset, t, address, t.channelDesc, width, height, pitch);
}
HW_TEXTURE cudaBindTextureToArray(const texture<T, type, mode> &t, cudaArray_const_t array,
                                  const struct cudaChannelFormatDesc &format)
{
    return ::cudaBindTextureToArray((const struct textureReference *)&t, array, &format);
}
HW_TEXTURE cudaBindTextureToArray(const texture<T, type, mode> &t, cudaArray_const_t array)
{
    struct cudaChannelFormatDesc format;
    const cudaError_t error = cudaGetChannelDesc(&format, array);
    return error == cudaSuccess ? cudaBindTextureToArray(t, array, format) : error;
}
HW_TEXTURE cudaUnbindTexture(const texture<T, type, mode> &t)
{
    return ::cudaUnbindTexture((const struct textureReference *)&t);
}
template <class T, int type>
HW_HOST cudaError_t cudaBindSurfaceToArray(const surface<T, type> &s, cudaArray_const_t array,
                                           const struct cudaChannelFormatDesc &format)
{
    return ::cudaBindSurfaceToArray((const struct surfaceReference *)&s, array, &format);
}
template <class T, int type>
HW_HOST cudaError_t cudaBindSurfaceToArray(const surface<T, type> &s, cudaArray_const_t array)
{
    struct cudaChannelFormatDesc format;
    const cudaError_t error = cudaGetChannelDesc(&format, array);
    return error == cudaSuccess
               ? ::cudaBindSurfaceToArray((const struct surfaceReference *)&s, array, &format)
               : error;
}
#undef HW_TEXTURE
#undef HW_HOST

#endif
