/* SPDX-License-Identifier: MIT */
/* See blas_element.h. */
#include "cuda/blas/blas_element.h"

#include "cuda/math/short_float.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

cudaDataType hw_blas_element_part(cudaDataType type)
{
    switch (type) {
    case CUDA_C_32F: return CUDA_R_32F;
    case CUDA_C_64F: return CUDA_R_64F;
    case CUDA_C_16F: return CUDA_R_16F;
    case CUDA_C_16BF: return CUDA_R_16BF;
    case CUDA_C_8I: return CUDA_R_8I;
    default: return type;
    }
}

bool hw_blas_element_is_complex(cudaDataType type)
{
    return hw_blas_element_part(type) != type;
}

static size_t part_bytes(cudaDataType part)
{
    switch (part) {
    case CUDA_R_8I:
    case CUDA_R_8F_E4M3:
    case CUDA_R_8F_E5M2: return 1;
    case CUDA_R_16F:
    case CUDA_R_16BF: return 2;
    case CUDA_R_32F:
    case CUDA_R_32I: return 4;
    case CUDA_R_64F: return 8;
    default: return 0;
    }
}

size_t hw_blas_element_bytes(cudaDataType type)
{
    return part_bytes(hw_blas_element_part(type)) * (hw_blas_element_is_complex(type) ? 2 : 1);
}

/* --- one loop a type: from FROM, whose element is `here`, to TO --- */

#define LOOP(FROM, TO, value)                      \
    for (size_t i = 0; i < count; i++) {           \
        const FROM here = ((const FROM *)from)[i]; \
        ((TO *)to)[i] = (value);                   \
    }                                              \
    return

void hw_blas_widen_to_single(cudaDataType part, const void *from, size_t count, float *to)
{
    switch (part) {
    case CUDA_R_32F: memcpy(to, from, count * sizeof *to); return;
    case CUDA_R_64F: LOOP(double, float, (float)here);
    case CUDA_R_32I: LOOP(int32_t, float, (float)here);
    case CUDA_R_8I: LOOP(int8_t, float, (float)here);
    case CUDA_R_16F: LOOP(uint16_t, float, hw_half_to_single(here));
    case CUDA_R_16BF: LOOP(uint16_t, float, hw_bfloat_to_single(here));
    case CUDA_R_8F_E5M2: LOOP(uint8_t, float, hw_half_to_single((uint16_t)(here << 8)));
    case CUDA_R_8F_E4M3: LOOP(uint8_t, float, hw_e4m3_to_single(here));
    default: return;
    }
}

void hw_blas_widen_to_double(cudaDataType part, const void *from, size_t count, double *to)
{
    switch (part) {
    case CUDA_R_32F: LOOP(float, double, here);
    case CUDA_R_64F: memcpy(to, from, count * sizeof *to); return;
    case CUDA_R_32I: LOOP(int32_t, double, here);
    case CUDA_R_8I: LOOP(int8_t, double, here);
    case CUDA_R_16F: LOOP(uint16_t, double, hw_half_to_single(here));
    case CUDA_R_16BF: LOOP(uint16_t, double, hw_bfloat_to_single(here));
    case CUDA_R_8F_E5M2: LOOP(uint8_t, double, hw_half_to_single((uint16_t)(here << 8)));
    case CUDA_R_8F_E4M3: LOOP(uint8_t, double, hw_e4m3_to_single(here));
    default: return;
    }
}

/* A whole number between two; 0 for a NaN. */
static double limited(double value, double least, double most)
{
    return value < least ? least : value <= most ? nearbyint(value) : isnan(value) ? 0 : most;
}

void hw_blas_narrow_single(cudaDataType part, const float *from, size_t count, void *to)
{
    switch (part) {
    case CUDA_R_32F: memcpy(to, from, count * sizeof *from); return;
    case CUDA_R_64F: LOOP(float, double, here);
    case CUDA_R_32I: LOOP(float, int32_t, (int32_t)limited(here, INT32_MIN, INT32_MAX));
    case CUDA_R_8I: LOOP(float, int8_t, (int8_t)limited(here, INT8_MIN, INT8_MAX));
    case CUDA_R_16F: LOOP(float, uint16_t, hw_half_of_single(here));
    case CUDA_R_16BF: LOOP(float, uint16_t, hw_bfloat_of_single(here));
    case CUDA_R_8F_E5M2: LOOP(float, uint8_t, hw_e5m2_of_single(here));
    case CUDA_R_8F_E4M3: LOOP(float, uint8_t, hw_e4m3_of_single(here));
    default: return;
    }
}

void hw_blas_narrow_double(cudaDataType part, const double *from, size_t count, void *to)
{
    switch (part) {
    case CUDA_R_32F: LOOP(double, float, (float)here);
    case CUDA_R_64F: memcpy(to, from, count * sizeof *from); return;
    case CUDA_R_32I: LOOP(double, int32_t, (int32_t)limited(here, INT32_MIN, INT32_MAX));
    case CUDA_R_8I: LOOP(double, int8_t, (int8_t)limited(here, INT8_MIN, INT8_MAX));
    case CUDA_R_16F: LOOP(double, uint16_t, hw_half_of_single((float)here));
    case CUDA_R_16BF: LOOP(double, uint16_t, hw_bfloat_of_single((float)here));
    case CUDA_R_8F_E5M2: LOOP(double, uint8_t, hw_e5m2_of_single((float)here));
    case CUDA_R_8F_E4M3: LOOP(double, uint8_t, hw_e4m3_of_single((float)here));
    default: return;
    }
}
