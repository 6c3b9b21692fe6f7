/* SPDX-License-Identifier: MIT */
/* See operand.h. */
#include "cuda/math/operand.h"

#include "cuda/core/cuda_core.h"

size_t hw_math_matrix_bytes(int64_t rows, int64_t columns, int64_t ld, size_t element)
{
    size_t count;

    if (rows <= 0 || columns <= 0)
        return 0;
    if (__builtin_mul_overflow((size_t)(columns - 1), (size_t)ld, &count) ||
        __builtin_add_overflow(count, (size_t)rows, &count) || __builtin_mul_overflow(count, element, &count))
        return SIZE_MAX;
    return count;
}

bool hw_math_there(const void *address, size_t bytes)
{
    return bytes == 0 || hw_cuda_device_memory(address, bytes);
}

bool hw_math_operands_there(const struct hw_math_operand *operand, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!hw_math_there(operand[i].address, operand[i].bytes))
            return false;
    return true;
}

bool hw_math_operands_take(struct hw_math_operand *operand, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        operand[i].host =
            operand[i].bytes ? hw_cuda_device_memory(operand[i].address, operand[i].bytes) : NULL;
        if (operand[i].bytes && !operand[i].host)
            return false;
    }
    return true;
}
