/* SPDX-License-Identifier: MIT */
/* Sequences between their layouts and dense doubles; and what training keeps. */
#include "cuda/dnn/rnn.h"

#include <stdlib.h>
#include <string.h>

double *hw_dnn_doubles(size_t count, cudaError_t *error)
{
    double *values = *error == cudaSuccess ? calloc(count > 0 ? count : 1, sizeof *values) : NULL;

    if (!values && *error == cudaSuccess)
        *error = cudaErrorMemoryAllocation;
    return values;
}

double *hw_dnn_gather_or_zeros(const struct hw_dnn_operand *operand, size_t count, cudaError_t *error)
{
    if (!operand->memory || *error != cudaSuccess)
        return hw_dnn_doubles(count, error);
    return hw_dnn_gather(operand, error);
}

/* --- layouts --- */

/* How many sequences have a step; they are the first ones where data are packed. */
static int running(const struct hw_dnn_rnn_work *work, int step)
{
    int count = 0;

    for (int b = 0; b < work->batch; b++)
        count += work->length[b] > step;
    return count;
}

static size_t vectors_in_memory(const struct hw_dnn_rnn_work *work, const struct hw_dnn_sequences *sequences)
{
    size_t sum = 0;

    if (sequences->layout != CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_PACKED)
        return (size_t)work->steps * (size_t)work->batch;
    for (int b = 0; b < work->batch; b++)
        sum += (size_t)work->length[b];
    return sum;
}

static char *host_of(const struct hw_dnn_rnn_work *work, const struct hw_dnn_sequences *sequences,
                     cudaError_t *error)
{
    const size_t bytes =
        vectors_in_memory(work, sequences) * (size_t)sequences->vector * hw_dnn_type_bytes(sequences->type);
    char *host = *error == cudaSuccess ? hw_cuda_device_memory(sequences->memory, bytes) : NULL;

    if (!host && *error == cudaSuccess)
        *error = cudaErrorInvalidDevicePointer;
    return host;
}

/* One step of sequences, which the dense values have as `batch` vectors. */
static struct cudnnTensorStruct step_of(const struct hw_dnn_rnn_work *work,
                                        const struct hw_dnn_sequences *sequences, int count)
{
    const int size[] = {1, count, sequences->vector};
    struct cudnnTensorStruct tensor = hw_dnn_packed(sequences->type, 3, size);

    if (sequences->layout == CUDNN_RNN_DATA_LAYOUT_BATCH_MAJOR_UNPACKED)
        tensor.stride[1] = (int64_t)work->steps * sequences->vector;
    return tensor;
}

/* Visit all steps: load them, or store what is inside sequences and fill the rest. */
static void each_step(const struct hw_dnn_rnn_work *work, const struct hw_dnn_sequences *sequences,
                      char *host, double *values, bool store)
{
    const size_t vector = (size_t)sequences->vector, row = (size_t)work->batch * vector;
    const size_t bytes = vector * hw_dnn_type_bytes(sequences->type);
    const bool packed = sequences->layout == CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_PACKED,
               batch_major = sequences->layout == CUDNN_RNN_DATA_LAYOUT_BATCH_MAJOR_UNPACKED;

    for (int t = 0; t < work->steps; t++, values += row) {
        const int count = packed ? running(work, t) : work->batch;
        const struct cudnnTensorStruct tensor = step_of(work, sequences, count > 0 ? count : 1);
        if (store && count > 0)
            hw_dnn_store_doubles(&tensor, host, values, 1, 0);
        else if (count > 0)
            hw_dnn_load_doubles(&tensor, host, values);
        host += (batch_major ? 1 : (size_t)count) * bytes;
    }
}

/* Set what is behind the ends. */
static void pad(const struct hw_dnn_rnn_work *work, int vector, double *values, double fill)
{
    for (int t = 0; t < work->steps; t++)
        for (int b = 0; b < work->batch; b++, values += vector)
            for (int i = 0; t >= work->length[b] && i < vector; i++)
                values[i] = fill;
}

double *hw_dnn_sequences_load(const struct hw_dnn_rnn_work *work, const struct hw_dnn_sequences *from,
                              cudaError_t *error)
{
    char *host = host_of(work, from, error);
    double *values = hw_dnn_doubles((size_t)work->steps * (size_t)work->batch * (size_t)from->vector, error);

    if (values) {
        each_step(work, from, host, values, false);
        pad(work, from->vector, values, 0);
    }
    return values;
}

cudaError_t hw_dnn_sequences_store(const struct hw_dnn_rnn_work *work, const struct hw_dnn_sequences *to,
                                   const double *values)
{
    const size_t count = (size_t)work->steps * (size_t)work->batch * (size_t)to->vector;
    cudaError_t error = cudaSuccess;
    char *host = host_of(work, to, &error);
    double *padded = hw_dnn_doubles(count, &error);

    if (padded) {
        memcpy(padded, values, count * sizeof *padded);
        pad(work, to->vector, padded, to->fill);
        each_step(work, to, host, padded, true);
    }
    free(padded);
    return error;
}

/* --- what training keeps --- */

/* Numbers of each array of a direction, and of a layer. */
struct kept_sizes {
    size_t slots, cells, h_gradients, output, stays;
};

static struct kept_sizes sizes_of(const struct hw_dnn_network *network, size_t rows)
{
    const size_t hidden = (size_t)network->hidden, output = (size_t)network->output;
    const size_t of_layer = rows * output * (size_t)network->directions;

    return (struct kept_sizes){.slots = rows * (size_t)network->slots * hidden,
                               .cells = network->mode == CUDNN_LSTM ? rows * hidden : 0,
                               .h_gradients = network->projects ? rows * output : 0,
                               .output = of_layer,
                               .stays = (of_layer + 63) / 64};
}

static size_t of_direction(const struct kept_sizes *sizes)
{
    return 2 * sizes->slots + sizes->cells + sizes->h_gradients;
}

size_t hw_dnn_reserve_bytes(const struct hw_dnn_network *network, int steps, int batch)
{
    const double rows = (double)steps * batch, width = (double)network->hidden * 16 + network->output * 4.0;

    if (rows * width * network->layers > 0x1p37)
        return 0;
    const struct kept_sizes sizes = sizes_of(network, (size_t)steps * (size_t)batch);
    return (size_t)network->layers * sizeof(double) *
           ((size_t)network->directions * of_direction(&sizes) + sizes.output + sizes.stays);
}

struct hw_dnn_kept hw_dnn_kept(const struct hw_dnn_network *network, void *reserve, int steps, int batch,
                               int layer, int direction)
{
    const struct kept_sizes sizes = sizes_of(network, (size_t)steps * (size_t)batch);
    const size_t directions = (size_t)network->directions * of_direction(&sizes);
    double *of_layer = (double *)reserve + (size_t)layer * (directions + sizes.output + sizes.stays);
    double *at = of_layer + (size_t)direction * of_direction(&sizes);

    return (struct hw_dnn_kept){.slots = at,
                                .slot_gradients = at + sizes.slots,
                                .cells = at + 2 * sizes.slots,
                                .h_gradients = at + 2 * sizes.slots + sizes.cells,
                                .output = of_layer + directions,
                                .stays = (uint8_t *)(of_layer + directions + sizes.output)};
}
