/* SPDX-License-Identifier: MIT */
/* Convolutions: what one is, independent of the interface that asks for it, and its three directions.
 *
 * Each is a product of matrices: the filter (a row a filter) and patches of the input (a column a position of
 * the output), which are gathered as the product needs them ("im2col").  Channels in groups are so many
 * smaller convolutions. */
#ifndef HW_CUDA_DNN_CONVOLUTION_H
#define HW_CUDA_DNN_CONVOLUTION_H

#include "cuda/dnn/tensor.h"

enum { HW_DNN_CONVOLVED_DIMS = 3 };

struct hw_dnn_geometry {
    int groups;
    bool flipped; /* a convolution in the sense of mathematics */
    /* Always three dimensions; those that there are not come first, with size 1. */
    int input[HW_DNN_CONVOLVED_DIMS], window[HW_DNN_CONVOLVED_DIMS], output[HW_DNN_CONVOLVED_DIMS];
    int padding[HW_DNN_CONVOLVED_DIMS], stride[HW_DNN_CONVOLVED_DIMS], dilation[HW_DNN_CONVOLVED_DIMS];
};

enum hw_dnn_direction { HW_CONVOLVE_FORWARD, HW_CONVOLVE_BACKWARD_DATA, HW_CONVOLVE_BACKWARD_FILTER };

/* x, w and y are the input, the filter and the output, or in backward directions the gradients of these. What
 * the direction computes is alpha * result + beta * what was there; forward, then come what may be added and
 * the activation: y = activation(alpha * convolution + beta * y + added_factor * added + bias). */
struct hw_dnn_convolution {
    enum hw_dnn_direction direction;
    struct hw_dnn_geometry geometry;
    struct hw_dnn_operand x, w, y;
    double alpha, beta;
    struct hw_dnn_operand added, bias; /* memory NULL: none */
    double added_factor;
    struct cudnnActivationStruct activation; /* not set: none */
};

/* Put the geometry together from descriptors, which are checked against each other. */
void hw_dnn_measure(struct hw_dnn_call *call, const struct cudnnConvolutionStruct *descriptor,
                    struct hw_dnn_convolution *convolution);
/* The same of a descriptor's value, where the result may have another type than the operands. */
void hw_dnn_measure_value(struct hw_dnn_call *call, const struct cudnnConvolutionStruct *value,
                          struct hw_dnn_convolution *convolution);
/* Size of the output along dimension `i` of the descriptor. */
int64_t hw_dnn_output_size(const struct cudnnConvolutionStruct *descriptor, int i, int input, int window);
/* Do it in the stream of the call's handle. */
void hw_dnn_convolve(struct hw_dnn_call *call, struct hw_dnn_convolution *convolution);
/* The work itself. */
cudaError_t hw_dnn_do_convolution(void *convolution);

/* Where operands are in the host. */
struct hw_dnn_hosts {
    void *x, *w, *y, *added, *bias;
};
cudaError_t hw_dnn_convolve_floats(const struct hw_dnn_convolution *work, const struct hw_dnn_hosts *host);
cudaError_t hw_dnn_convolve_doubles(const struct hw_dnn_convolution *work, const struct hw_dnn_hosts *host);

/* --- algorithms to choose from (convolution_algorithm.c) --- */

cudnnStatus_t hw_dnn_algorithm_count(const char *name, cudnnHandle_t handle, enum hw_dnn_direction direction,
                                     int *count);
cudnnStatus_t hw_dnn_choose_algorithm(const char *name, cudnnHandle_t handle, enum hw_dnn_direction direction,
                                      cudnnTensorDescriptor_t x, cudnnFilterDescriptor_t w,
                                      cudnnTensorDescriptor_t y, cudnnConvolutionDescriptor_t descriptor,
                                      int requested, int *returned, cudnnConvolutionFwdAlgoPerf_t *result);
cudnnStatus_t hw_dnn_workspace(const char *name, cudnnHandle_t handle, enum hw_dnn_direction direction,
                               cudnnTensorDescriptor_t x, cudnnFilterDescriptor_t w,
                               cudnnTensorDescriptor_t y, cudnnConvolutionDescriptor_t descriptor,
                               unsigned algorithm, size_t *bytes);

/* One image of an operand of x or y. */
static inline struct cudnnTensorStruct hw_dnn_image(const struct cudnnTensorStruct *tensor)
{
    struct cudnnTensorStruct image = *tensor;

    image.size[0] = 1;
    return image;
}

#endif
