/* SPDX-License-Identifier: MIT */
/* See rnn_arguments.h; and how much memory a network needs. */
#include "cuda/dnn/rnn_arguments.h"

#include "cuda/dnn/gemm.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

/* --- sequences --- */

/* The tensor of a step: sequences, numbers, 1. */
static struct cudnnTensorStruct step_tensor(struct hw_dnn_call *call, const struct hw_dnn_rnn_input *input,
                                            int t)
{
    const struct cudnnTensorStruct tensor = hw_dnn_tensor(call, input->step[t]);

    hw_dnn_need(call, tensor.dims >= 3 && hw_dnn_is_packed(&tensor) &&
                          hw_dnn_count(&tensor) == (size_t)tensor.size[0] * (size_t)tensor.size[1]);
    return tensor;
}

/* How many steps, sequences, and numbers there are in one place; of which type. */
struct rnn_extent {
    int steps, batch, vector;
    cudnnDataType_t type;
};

static struct rnn_extent extent_of(struct hw_dnn_call *call, const struct hw_dnn_rnn_input *input)
{
    if (!input->step) {
        const struct cudnnRNNDataStruct *data = input->data;
        hw_dnn_need(call, hw_dnn_is(data, HW_DNN_RNN_DATA));
        hw_dnn_need(call, hw_dnn_is_ready(call) && data->longest > 0);
        if (hw_dnn_is_ready(call))
            return (struct rnn_extent){data->longest, data->batch, data->vector, data->type};
    }
    hw_dnn_need(call, input->steps > 0);
    if (!hw_dnn_is_ready(call))
        return (struct rnn_extent){0};
    const struct cudnnTensorStruct first = step_tensor(call, input, 0);
    return (struct rnn_extent){input->steps, first.size[0], first.size[1], first.type};
}

/* The lengths of sequences, of which no step has more than the step before. */
static void count_steps(struct hw_dnn_call *call, const struct hw_dnn_rnn_input *input, int batch,
                        int *length)
{
    int before = batch;

    memset(length, 0, (size_t)batch * sizeof *length);
    for (int t = 0; t < input->steps && hw_dnn_is_ready(call); t++) {
        const struct cudnnTensorStruct tensor = step_tensor(call, input, t);
        hw_dnn_need(call, tensor.size[0] <= before);
        before = tensor.size[0];
        for (int b = 0; hw_dnn_is_ready(call) && b < before; b++)
            length[b]++;
    }
}

static size_t work_bytes(int batch)
{
    return sizeof(struct hw_dnn_rnn_work) + (size_t)batch * sizeof(int);
}

static struct hw_dnn_rnn_work *begin(struct hw_dnn_call *call, const struct cudnnRNNStruct *rnn,
                                     const struct hw_dnn_rnn_input *x)
{
    const struct rnn_extent extent = extent_of(call, x);

    hw_dnn_need(call, rnn->of_6 || extent.vector == rnn->input);
    hw_dnn_need(call, rnn->input_mode != CUDNN_SKIP_INPUT || extent.vector == rnn->hidden);
    if (!hw_dnn_is_ready(call))
        return NULL;
    struct hw_dnn_rnn_work *work = calloc(1, work_bytes(extent.batch));
    hw_dnn_check(call, work != NULL, CUDNN_STATUS_ALLOC_FAILED);
    if (!work)
        return NULL;
    work->network = hw_dnn_network(rnn, extent.vector);
    work->steps = extent.steps;
    work->batch = extent.batch;
    if (rnn->dropout && hw_dnn_is(rnn->dropout, HW_DNN_DROPOUT))
        work->dropout = *rnn->dropout;
    if (x->step)
        count_steps(call, x, extent.batch, work->length);
    else
        memcpy(work->length, x->data->length, (size_t)extent.batch * sizeof(int));
    hw_dnn_check(call, hw_dnn_reserve_bytes(&work->network, work->steps, work->batch) > 0,
                 CUDNN_STATUS_NOT_SUPPORTED);
    return work;
}

static struct hw_dnn_sequences sequences_of(struct hw_dnn_call *call, const struct hw_dnn_rnn_work *work,
                                            const struct hw_dnn_rnn_data *argument, int vector)
{
    const struct hw_dnn_rnn_input *data = &argument->as;
    const struct rnn_extent extent = extent_of(call, data);
    struct hw_dnn_sequences sequences = {.memory = (void *)argument->memory,
                                         .type = extent.type,
                                         .layout = CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_PACKED,
                                         .vector = vector};

    if (!hw_dnn_is_ready(call))
        return sequences;
    hw_dnn_need(call, argument->memory && extent.vector == vector && extent.steps == work->steps &&
                          extent.batch == work->batch && hw_dnn_is_real(extent.type));
    if (!data->step) {
        hw_dnn_need(call, memcmp(data->data->length, work->length, (size_t)work->batch * sizeof(int)) == 0);
        sequences.layout = data->data->layout;
        sequences.fill = data->data->fill;
    }
    return sequences;
}

/* Numbers of y in one place. */
static int vector_of(const struct hw_dnn_network *network)
{
    return network->directions * network->output;
}

/* --- other arguments --- */

/* h or cells of all pseudo layers, `width` numbers each; there need not be any. */
static struct hw_dnn_operand state_of(struct hw_dnn_call *call, const struct hw_dnn_rnn_work *work,
                                      const struct hw_dnn_rnn_tensor *state, int width)
{
    const struct hw_dnn_operand operand = hw_dnn_optional(call, state->descriptor, state->memory);
    const struct cudnnTensorStruct *tensor = &operand.tensor;

    if (state->memory && hw_dnn_is_ready(call))
        hw_dnn_need(call, tensor->dims >= 3 &&
                              tensor->size[0] == work->network.layers * work->network.directions &&
                              tensor->size[1] == work->batch && tensor->size[2] == width &&
                              hw_dnn_is_real(tensor->type));
    return operand;
}

static struct hw_dnn_operand weights_of(struct hw_dnn_call *call, const struct hw_dnn_rnn_work *work,
                                        const struct hw_dnn_rnn_arguments *arguments)
{
    struct hw_dnn_operand operand = {.memory = (void *)arguments->weights};
    const cudnnDataType_t type = arguments->weight_type;

    hw_dnn_need(call, arguments->weights && hw_dnn_is_real(type));
    if (!hw_dnn_is_ready(call))
        return operand;
    const size_t count = hw_dnn_weight_count(&work->network);
    hw_dnn_need(call, arguments->weight_bytes >= count * hw_dnn_type_bytes(type));
    hw_dnn_check(call, count > 0 && count <= INT32_MAX, CUDNN_STATUS_NOT_SUPPORTED);
    if (hw_dnn_is_ready(call))
        operand.tensor = hw_dnn_packed(type, 1, (const int[]){(int)count});
    return operand;
}

static void set_reserve(struct hw_dnn_call *call, struct hw_dnn_rnn_work *work,
                        const struct hw_dnn_rnn_arguments *arguments)
{
    const void *reserve = arguments->reserve;

    hw_dnn_need(call, reserve && (uintptr_t)reserve % alignof(double) == 0 &&
                          arguments->reserve_bytes >=
                              hw_dnn_reserve_bytes(&work->network, work->steps, work->batch));
    hw_dnn_support(call, !work->network.clips, "clipping in training");
    work->reserve = (void *)reserve;
    work->training = true;
}

/* --- calls --- */

static cudnnStatus_t finish(struct hw_dnn_call *call, struct hw_dnn_rnn_work *work, hw_cuda_work_fn *function)
{
    hw_dnn_need_gemm(call);
    if (work)
        hw_dnn_work(call, function, work, work_bytes(work->batch));
    free(work);
    return hw_dnn_end(call);
}

cudnnStatus_t hw_dnn_rnn_call_forward(struct hw_dnn_call *call, cudnnRNNDescriptor_t descriptor,
                                      const struct hw_dnn_rnn_arguments *arguments)
{
    const struct cudnnRNNStruct rnn = hw_dnn_rnn(call, descriptor);
    struct hw_dnn_rnn_work *work = begin(call, &rnn, &arguments->x.as);

    if (work) {
        const struct hw_dnn_network *network = &work->network;
        work->x = sequences_of(call, work, &arguments->x, network->input);
        work->y = sequences_of(call, work, &arguments->y, vector_of(network));
        work->hx = state_of(call, work, &arguments->hx, network->output);
        work->hy = state_of(call, work, &arguments->hy, network->output);
        if (network->mode == CUDNN_LSTM) {
            work->cx = state_of(call, work, &arguments->cx, network->hidden);
            work->cy = state_of(call, work, &arguments->cy, network->hidden);
        }
        work->w = weights_of(call, work, arguments);
        if (arguments->training)
            set_reserve(call, work, arguments);
    }
    return finish(call, work, hw_dnn_rnn_forward);
}

cudnnStatus_t hw_dnn_rnn_call_backward_data(struct hw_dnn_call *call, cudnnRNNDescriptor_t descriptor,
                                            const struct hw_dnn_rnn_arguments *arguments)
{
    const struct cudnnRNNStruct rnn = hw_dnn_rnn(call, descriptor);
    struct hw_dnn_rnn_work *work = begin(call, &rnn, &arguments->dx.as);

    if (work) {
        const struct hw_dnn_network *network = &work->network;
        work->dx = sequences_of(call, work, &arguments->dx, network->input);
        work->dy = sequences_of(call, work, &arguments->dy, vector_of(network));
        work->hx = state_of(call, work, &arguments->hx, network->output);
        work->dhx = state_of(call, work, &arguments->dhx, network->output);
        work->dhy = state_of(call, work, &arguments->dhy, network->output);
        if (network->mode == CUDNN_LSTM) {
            work->cx = state_of(call, work, &arguments->cx, network->hidden);
            work->dcx = state_of(call, work, &arguments->dcx, network->hidden);
            work->dcy = state_of(call, work, &arguments->dcy, network->hidden);
        }
        work->w = weights_of(call, work, arguments);
        set_reserve(call, work, arguments);
    }
    return finish(call, work, hw_dnn_rnn_backward_data);
}

cudnnStatus_t hw_dnn_rnn_call_backward_weights(struct hw_dnn_call *call, cudnnRNNDescriptor_t descriptor,
                                               const struct hw_dnn_rnn_arguments *arguments)
{
    const struct cudnnRNNStruct rnn = hw_dnn_rnn(call, descriptor);
    struct hw_dnn_rnn_work *work = begin(call, &rnn, &arguments->x.as);

    if (work) {
        work->x = sequences_of(call, work, &arguments->x, work->network.input);
        work->hx = state_of(call, work, &arguments->hx, work->network.output);
        work->dw = weights_of(call, work, arguments);
        set_reserve(call, work, arguments);
    }
    return finish(call, work, hw_dnn_rnn_backward_weights);
}

/* --- sizes --- */

static void give_reserve(struct hw_dnn_call *call, cudnnRNNDescriptor_t descriptor,
                         const struct hw_dnn_rnn_input *x, bool training, size_t *bytes)
{
    const struct cudnnRNNStruct rnn = hw_dnn_rnn(call, descriptor);
    struct hw_dnn_rnn_work *work = begin(call, &rnn, x);

    if (hw_dnn_is_ready(call))
        HW_DNN_GIVE(bytes, training ? hw_dnn_reserve_bytes(&work->network, work->steps, work->batch) : 0);
    free(work);
}

cudnnStatus_t cudnnGetRNNTempSpaceSizes(cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc,
                                        cudnnForwardMode_t f_mode, cudnnRNNDataDescriptor_t x_desc,
                                        size_t *workspace_size, size_t *reserve_size)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);

    hw_dnn_need(&call, (unsigned)f_mode <= CUDNN_FWD_MODE_TRAINING);
    give_reserve(&call, rnn_desc, &(struct hw_dnn_rnn_input){.data = x_desc},
                 f_mode == CUDNN_FWD_MODE_TRAINING, reserve_size);
    if (hw_dnn_is_ready(&call))
        HW_DNN_GIVE(workspace_size, 0);
    return hw_dnn_end(&call);
}

cudnnStatus_t cudnnGetRNNWorkspaceSize(cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc, int seq_length,
                                       const cudnnTensorDescriptor_t *x_desc, size_t *bytes)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);

    hw_dnn_need(&call, x_desc && bytes);
    give_reserve(&call, rnn_desc, &(struct hw_dnn_rnn_input){.steps = seq_length, .step = x_desc}, false,
                 bytes);
    return hw_dnn_end(&call);
}

cudnnStatus_t cudnnGetRNNTrainingReserveSize(cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc,
                                             int seq_length, const cudnnTensorDescriptor_t *x_desc,
                                             size_t *bytes)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);

    hw_dnn_need(&call, x_desc && bytes);
    give_reserve(&call, rnn_desc, &(struct hw_dnn_rnn_input){.steps = seq_length, .step = x_desc}, true,
                 bytes);
    return hw_dnn_end(&call);
}
