/* SPDX-License-Identifier: MIT */
/* Tensors in device memory: where they are, and their elements as the host's numbers.
 *
 * Work has copies of descriptors in its data, since programs may change theirs.  Most of it gathers a tensor
 * into a dense array in the order of its coordinates, computes, and spreads the result: so each operation
 * takes all layouts and types. */
#ifndef HW_CUDA_DNN_TENSOR_H
#define HW_CUDA_DNN_TENSOR_H

#include "cuda/dnn/dnn_call.h"
#include "cuda/dnn/dnn_descriptor.h"

/* 0: a type that is none, or that has several elements in one. */
size_t hw_dnn_type_bytes(cudnnDataType_t type);
bool hw_dnn_is_real(cudnnDataType_t type); /* float, double, half, bfloat16 */
/* Elements, and elements from the first to behind the last in memory. */
size_t hw_dnn_count(const struct cudnnTensorStruct *tensor);
size_t hw_dnn_span(const struct cudnnTensorStruct *tensor);
bool hw_dnn_same_size(const struct cudnnTensorStruct *a, const struct cudnnTensorStruct *b);
/* Whether neither of both is more than this, even where they are more than a size_t holds. */
bool hw_dnn_is_within(const struct cudnnTensorStruct *tensor, size_t most);
/* Whether an operand has the result's sizes, or 1; and then where element `index` of the result is found in
 * the operand's elements, dense. */
bool hw_dnn_stretches(const struct cudnnTensorStruct *operand, const struct cudnnTensorStruct *result);
size_t hw_dnn_place_in(const struct cudnnTensorStruct *operand, const struct cudnnTensorStruct *result,
                       size_t index);
/* Strides without gaps, for the sizes and format that are set. */
void hw_dnn_pack(struct cudnnTensorStruct *tensor);
/* A dense tensor in the order of its coordinates. */
struct cudnnTensorStruct hw_dnn_packed(cudnnDataType_t type, int dims, const int *size);
/* Whether its elements are dense, in the order of its coordinates. */
bool hw_dnn_is_packed(const struct cudnnTensorStruct *tensor);

/* A descriptor's value if it is set, else the call has a bad parameter. */
struct cudnnTensorStruct hw_dnn_tensor(struct hw_dnn_call *call, const struct cudnnTensorStruct *descriptor);
struct cudnnTensorStruct hw_dnn_filter(struct hw_dnn_call *call, const struct cudnnTensorStruct *descriptor);

/* A tensor with its memory. */
struct hw_dnn_operand {
    struct cudnnTensorStruct tensor;
    void *memory; /* of the device; NULL where an optional one is not given */
    void *host;   /* not NULL: it is here instead */
};

/* One that a call needs; one that it may do without, whose descriptor does not count then. */
struct hw_dnn_operand hw_dnn_operand(struct hw_dnn_call *call, const struct cudnnTensorStruct *descriptor,
                                     const void *memory);
struct hw_dnn_operand hw_dnn_optional(struct hw_dnn_call *call, const struct cudnnTensorStruct *descriptor,
                                      const void *memory);
/* The host's number for a scalar argument, by the type of the tensors; `fallback` for NULL. */
double hw_dnn_element(cudnnDataType_t type, const void *element); /* one of the host's memory */
double hw_dnn_scalar(const void *scalar, cudnnDataType_t type);

/* --- in work --- */

/* Where an operand is in the host; NULL where the memory is not the device's. */
void *hw_dnn_host(const struct hw_dnn_operand *operand);
/* Its elements, dense, to be freed; NULL: `*error` says why. */
double *hw_dnn_gather(const struct hw_dnn_operand *operand, cudaError_t *error);
/* Room for its elements, zeroed, to be freed. */
double *hw_dnn_room(const struct hw_dnn_operand *operand, cudaError_t *error);
/* operand = alpha * values + beta * operand, where a factor of 0 reads nothing (math/scaled.h). */
cudaError_t hw_dnn_spread(const struct hw_dnn_operand *operand, const double *values, double alpha,
                          double beta);
/* The same of the host's memory of a tensor. */
void hw_dnn_load_doubles(const struct cudnnTensorStruct *tensor, const void *host, double *values);
void hw_dnn_load_floats(const struct cudnnTensorStruct *tensor, const void *host, float *values);
void hw_dnn_store_doubles(const struct cudnnTensorStruct *tensor, void *host, const double *values,
                          double alpha, double beta);
void hw_dnn_store_floats(const struct cudnnTensorStruct *tensor, void *host, const float *values, float alpha,
                         float beta);

#endif
