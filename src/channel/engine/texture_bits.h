/* SPDX-License-Identifier: MIT */
/* This table has the bits of texture descriptors: word, lowest bit, how many.
 * @see envytools, rnndb/graph/g80_texture.xml */
#ifndef HW_CHANNEL_ENGINE_TEXTURE_BITS_H
#define HW_CHANNEL_ENGINE_TEXTURE_BITS_H

#include <stdint.h>

#define HW_TIC_SIZES          0, 0, 6
#define HW_TIC_DATA(i)        0, 6 + 3 * (i), 3 /* types of red, green, blue, alpha */
#define HW_TIC_SOURCE(i)      0, 18 + 3 * (i), 3
#define HW_TIC_ADDRESS        1, 0, 32
#define HW_TIC_ADDRESS_HIGH   2, 0, 8
#define HW_TIC_SRGB           2, 10, 1
#define HW_TIC_TYPE           2, 14, 4
#define HW_TIC_PITCH_LAYOUT   2, 18, 1
#define HW_TIC_BLOCK_HEIGHT   2, 22, 3
#define HW_TIC_BLOCK_DEPTH    2, 25, 3
#define HW_TIC_NORMALIZED     2, 31, 1
#define HW_TIC_PITCH          3, 0, 20
#define HW_TIC_WIDTH          4, 0, 30
#define HW_TIC_HEIGHT         5, 0, 16 /* 0: 65536 */
#define HW_TIC_DEPTH          5, 16, 12
#define HW_TIC_LEVELS         5, 28, 4 /* the last one */
#define HW_TIC_HAS_VIEW       4, 31, 1 /* word 7 has the next two, else a colour */
#define HW_TIC_VIEW_FIRST     7, 0, 4  /* levels that lookups see */
#define HW_TIC_VIEW_LAST      7, 4, 4
#define HW_TSC_WRAP(i)        0, 3 * (i), 3
#define HW_TSC_COMPARES       0, 9, 1
#define HW_TSC_MAG_FILTER     1, 0, 2
#define HW_TSC_MIN_FILTER     1, 4, 2
#define HW_TSC_FILTER_NEAREST 1
#define HW_TSC_FILTER_LINEAR  2
#define HW_TSC_MIP_FILTER     1, 6, 2 /* between levels; less than NEAREST: one level */
#define HW_TSC_MIP_NEAREST    2
#define HW_TSC_MIP_LINEAR     3
#define HW_TSC_LOD_BIAS       1, 12, 13 /* signed; these three have 8 bits of fraction */
#define HW_TSC_MIN_LOD        2, 0, 12
#define HW_TSC_MAX_LOD        2, 12, 12

/* TEXTURE_TYPE, the types of components, and where a result comes from. */
enum hw_tic_type {
    HW_TIC_TYPE_1D = 0,
    HW_TIC_TYPE_2D,
    HW_TIC_TYPE_3D,
    HW_TIC_TYPE_CUBE,
    HW_TIC_TYPE_1D_ARRAY,
    HW_TIC_TYPE_2D_ARRAY,
    HW_TIC_TYPE_BUFFER,
    HW_TIC_TYPE_RECT,
    HW_TIC_TYPE_CUBE_ARRAY
};
enum hw_tic_data {
    HW_TIC_DATA_SNORM = 1,
    HW_TIC_DATA_UNORM,
    HW_TIC_DATA_SINT,
    HW_TIC_DATA_UINT,
    HW_TIC_DATA_FLOAT = 7
};
enum hw_tic_source { HW_TIC_SOURCE_ZERO = 0, HW_TIC_SOURCE_CHANNEL = 2, HW_TIC_SOURCE_ONE = 6 };

static inline uint32_t hw_descriptor_get(const uint32_t *descriptor, unsigned word, unsigned low,
                                         unsigned bits)
{
    return (uint32_t)(descriptor[word] >> low & (((uint64_t)1 << bits) - 1));
}

static inline void hw_descriptor_set(uint32_t *descriptor, uint32_t value, unsigned word, unsigned low,
                                     unsigned bits)
{
    const uint32_t mask = (uint32_t)((((uint64_t)1 << bits) - 1) << low);

    descriptor[word] = (descriptor[word] & ~mask) | (value << low & mask);
}

#endif
