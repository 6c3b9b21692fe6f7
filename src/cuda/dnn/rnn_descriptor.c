/* SPDX-License-Identifier: MIT */
/* Descriptors of recurrent networks. */
#include "cuda/dnn/rnn.h"

struct cudnnRNNStruct hw_dnn_rnn(struct hw_dnn_call *call, const struct cudnnRNNStruct *descriptor)
{
    const bool set = hw_dnn_is(descriptor, HW_DNN_RNN) && descriptor->set;

    hw_dnn_need(call, set);
    return set ? *descriptor : (struct cudnnRNNStruct){.layers = 0};
}

enum { MOST_LAYERS = 1 << 10, MOST_NUMBERS = 1 << 20 }; /* so that all sizes fit into a size_t */

/* Keep a descriptor if it can be one. */
static cudnnStatus_t keep(struct hw_dnn_call *call, cudnnRNNDescriptor_t descriptor,
                          const struct cudnnRNNStruct *value)
{
    hw_dnn_need(call, hw_dnn_is(descriptor, HW_DNN_RNN) && (unsigned)value->algo < CUDNN_RNN_ALGO_COUNT &&
                          (unsigned)value->mode <= CUDNN_GRU &&
                          (unsigned)value->bias <= CUDNN_RNN_SINGLE_REC_BIAS &&
                          (unsigned)value->direction <= CUDNN_BIDIRECTIONAL &&
                          (unsigned)value->input_mode <= CUDNN_SKIP_INPUT);
    hw_dnn_need(call, value->hidden > 0 && value->layers > 0 && value->projected > 0 &&
                          value->projected <= value->hidden);
    if (value->dropout)
        hw_dnn_need(call, hw_dnn_is(value->dropout, HW_DNN_DROPOUT));
    hw_dnn_check(
        call, value->hidden <= MOST_NUMBERS && value->input <= MOST_NUMBERS && value->layers <= MOST_LAYERS,
        CUDNN_STATUS_NOT_SUPPORTED);
    hw_dnn_support(call, hw_dnn_is_real(value->type), "a recurrent network of this type");
    if (value->projected != value->hidden)
        hw_dnn_check(call, value->mode == CUDNN_LSTM, CUDNN_STATUS_NOT_SUPPORTED);
    if (hw_dnn_is_ready(call))
        *descriptor = *value;
    return hw_dnn_end(call);
}

cudnnStatus_t cudnnSetRNNDescriptor_v8(cudnnRNNDescriptor_t rnn_desc, cudnnRNNAlgo_t algo,
                                       cudnnRNNMode_t cell_mode, cudnnRNNBiasMode_t bias_mode,
                                       cudnnDirectionMode_t dir_mode, cudnnRNNInputMode_t input_mode,
                                       cudnnDataType_t data_type, cudnnDataType_t math_prec,
                                       cudnnMathType_t math_type, int32_t input_size, int32_t hidden_size,
                                       int32_t proj_size, int32_t num_layers,
                                       cudnnDropoutDescriptor_t dropout_desc, uint32_t aux_flags)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);
    const struct cudnnRNNStruct value = {.set = true,
                                         .algo = algo,
                                         .mode = cell_mode,
                                         .bias = bias_mode,
                                         .direction = dir_mode,
                                         .input_mode = input_mode,
                                         .type = data_type,
                                         .math_type = math_prec,
                                         .math = math_type,
                                         .input = input_size,
                                         .hidden = hidden_size,
                                         .projected = proj_size,
                                         .layers = num_layers,
                                         .dropout = dropout_desc,
                                         .flags = aux_flags};

    hw_dnn_need(&call, input_size > 0 && (unsigned)math_type <= CUDNN_FMA_MATH);
    hw_dnn_need(&call, input_mode != CUDNN_SKIP_INPUT || input_size == hidden_size);
    return keep(&call, rnn_desc, &value);
}

cudnnStatus_t cudnnGetRNNDescriptor_v8(cudnnRNNDescriptor_t rnn_desc, cudnnRNNAlgo_t *algo,
                                       cudnnRNNMode_t *cell_mode, cudnnRNNBiasMode_t *bias_mode,
                                       cudnnDirectionMode_t *dir_mode, cudnnRNNInputMode_t *input_mode,
                                       cudnnDataType_t *data_type, cudnnDataType_t *math_prec,
                                       cudnnMathType_t *math_type, int32_t *input_size, int32_t *hidden_size,
                                       int32_t *proj_size, int32_t *num_layers,
                                       cudnnDropoutDescriptor_t *dropout_desc, uint32_t *aux_flags)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);
    const struct cudnnRNNStruct rnn = hw_dnn_rnn(&call, rnn_desc);

    hw_dnn_need(&call, !rnn.of_6);
    if (hw_dnn_is_ready(&call)) {
        HW_DNN_GIVE(algo, rnn.algo);
        HW_DNN_GIVE(cell_mode, rnn.mode);
        HW_DNN_GIVE(bias_mode, rnn.bias);
        HW_DNN_GIVE(dir_mode, rnn.direction);
        HW_DNN_GIVE(input_mode, rnn.input_mode);
        HW_DNN_GIVE(data_type, rnn.type);
        HW_DNN_GIVE(math_prec, rnn.math_type);
        HW_DNN_GIVE(math_type, rnn.math);
        HW_DNN_GIVE(input_size, rnn.input);
        HW_DNN_GIVE(hidden_size, rnn.hidden);
        HW_DNN_GIVE(proj_size, rnn.projected);
        HW_DNN_GIVE(num_layers, rnn.layers);
        HW_DNN_GIVE(dropout_desc, rnn.dropout);
        HW_DNN_GIVE(aux_flags, rnn.flags);
    }
    return hw_dnn_end(&call);
}

/* What cuDNN 6 has no argument for is as its users expect. */
cudnnStatus_t cudnnSetRNNDescriptor_v6(cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc, int hidden_size,
                                       int num_layers, cudnnDropoutDescriptor_t dropout_desc,
                                       cudnnRNNInputMode_t input_mode, cudnnDirectionMode_t direction,
                                       cudnnRNNMode_t cell_mode, cudnnRNNAlgo_t algo,
                                       cudnnDataType_t math_prec)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);
    const struct cudnnRNNStruct value = {.set = true,
                                         .of_6 = true,
                                         .algo = algo,
                                         .mode = cell_mode,
                                         .bias = CUDNN_RNN_DOUBLE_BIAS,
                                         .direction = direction,
                                         .input_mode = input_mode,
                                         .type = math_prec,
                                         .math_type = math_prec,
                                         .hidden = hidden_size,
                                         .projected = hidden_size,
                                         .layers = num_layers,
                                         .dropout = dropout_desc};

    return keep(&call, rnn_desc, &value);
}

cudnnStatus_t cudnnGetRNNDescriptor_v6(cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc, int *hidden_size,
                                       int *num_layers, cudnnDropoutDescriptor_t *dropout_desc,
                                       cudnnRNNInputMode_t *input_mode, cudnnDirectionMode_t *direction,
                                       cudnnRNNMode_t *cell_mode, cudnnRNNAlgo_t *algo,
                                       cudnnDataType_t *math_prec)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);
    const struct cudnnRNNStruct rnn = hw_dnn_rnn(&call, rnn_desc);

    if (hw_dnn_is_ready(&call)) {
        HW_DNN_GIVE(hidden_size, rnn.hidden);
        HW_DNN_GIVE(num_layers, rnn.layers);
        HW_DNN_GIVE(dropout_desc, rnn.dropout);
        HW_DNN_GIVE(input_mode, rnn.input_mode);
        HW_DNN_GIVE(direction, rnn.direction);
        HW_DNN_GIVE(cell_mode, rnn.mode);
        HW_DNN_GIVE(algo, rnn.algo);
        HW_DNN_GIVE(math_prec, rnn.math_type);
    }
    return hw_dnn_end(&call);
}

/* --- clipping of cells --- */

static cudnnStatus_t set_clip(struct hw_dnn_call *call, cudnnRNNDescriptor_t descriptor,
                              cudnnRNNClipMode_t mode, cudnnNanPropagation_t nan, double least, double most)
{
    hw_dnn_rnn(call, descriptor);
    hw_dnn_need(call, (unsigned)mode <= CUDNN_RNN_CLIP_MINMAX && (unsigned)nan <= CUDNN_PROPAGATE_NAN);
    hw_dnn_need(call, mode == CUDNN_RNN_CLIP_NONE || least <= most);
    if (hw_dnn_is_ready(call)) {
        descriptor->clip = mode;
        descriptor->clip_nan = nan;
        descriptor->clip_least = least;
        descriptor->clip_most = most;
    }
    return hw_dnn_end(call);
}

static cudnnStatus_t get_clip(struct hw_dnn_call *call, cudnnRNNDescriptor_t descriptor,
                              cudnnRNNClipMode_t *mode, cudnnNanPropagation_t *nan, double *least,
                              double *most)
{
    const struct cudnnRNNStruct rnn = hw_dnn_rnn(call, descriptor);

    if (hw_dnn_is_ready(call)) {
        HW_DNN_GIVE(mode, rnn.clip);
        HW_DNN_GIVE(nan, rnn.clip_nan);
        HW_DNN_GIVE(least, rnn.clip_least);
        HW_DNN_GIVE(most, rnn.clip_most);
    }
    return hw_dnn_end(call);
}

cudnnStatus_t cudnnRNNSetClip_v8(cudnnRNNDescriptor_t rnn_desc, cudnnRNNClipMode_t clip_mode,
                                 cudnnNanPropagation_t clip_nan_opt, double lclip, double rclip)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);

    return set_clip(&call, rnn_desc, clip_mode, clip_nan_opt, lclip, rclip);
}

cudnnStatus_t cudnnRNNGetClip_v8(cudnnRNNDescriptor_t rnn_desc, cudnnRNNClipMode_t *clip_mode,
                                 cudnnNanPropagation_t *clip_nan_opt, double *lclip, double *rclip)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);

    return get_clip(&call, rnn_desc, clip_mode, clip_nan_opt, lclip, rclip);
}

cudnnStatus_t cudnnRNNSetClip_v9(cudnnRNNDescriptor_t rnn_desc, cudnnRNNClipMode_t clip_mode, double lclip,
                                 double rclip)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);

    return set_clip(&call, rnn_desc, clip_mode, CUDNN_NOT_PROPAGATE_NAN, lclip, rclip);
}

cudnnStatus_t cudnnRNNGetClip_v9(cudnnRNNDescriptor_t rnn_desc, cudnnRNNClipMode_t *clip_mode, double *lclip,
                                 double *rclip)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);

    return get_clip(&call, rnn_desc, clip_mode, NULL, lclip, rclip);
}

cudnnStatus_t cudnnRNNSetClip(cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc,
                              cudnnRNNClipMode_t clip_mode, cudnnNanPropagation_t clip_nan_opt, double lclip,
                              double rclip)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);

    return set_clip(&call, rnn_desc, clip_mode, clip_nan_opt, lclip, rclip);
}

cudnnStatus_t cudnnRNNGetClip(cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc,
                              cudnnRNNClipMode_t *clip_mode, cudnnNanPropagation_t *clip_nan_opt,
                              double *lclip, double *rclip)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);

    return get_clip(&call, rnn_desc, clip_mode, clip_nan_opt, lclip, rclip);
}

/* --- projections, in cuDNN 6's way; 0 is none --- */

cudnnStatus_t cudnnSetRNNProjectionLayers(cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc,
                                          int rec_proj_size, int out_proj_size)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);
    const struct cudnnRNNStruct rnn = hw_dnn_rnn(&call, rnn_desc);
    const int size = rec_proj_size == 0 ? rnn.hidden : rec_proj_size;

    hw_dnn_need(&call, size > 0 && size <= rnn.hidden && out_proj_size >= 0);
    hw_dnn_check(&call, out_proj_size == 0 && (size == rnn.hidden || rnn.mode == CUDNN_LSTM),
                 CUDNN_STATUS_NOT_SUPPORTED);
    if (hw_dnn_is_ready(&call))
        rnn_desc->projected = size;
    return hw_dnn_end(&call);
}

cudnnStatus_t cudnnGetRNNProjectionLayers(cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc,
                                          int *rec_proj_size, int *out_proj_size)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);
    const struct cudnnRNNStruct rnn = hw_dnn_rnn(&call, rnn_desc);

    if (hw_dnn_is_ready(&call)) {
        HW_DNN_GIVE(rec_proj_size, rnn.projected);
        HW_DNN_GIVE(out_proj_size, 0);
    }
    return hw_dnn_end(&call);
}

/* Nothing is compiled for a size of batch. */
cudnnStatus_t cudnnBuildRNNDynamic(cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc, int mini_batch)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);

    hw_dnn_rnn(&call, rnn_desc);
    hw_dnn_need(&call, mini_batch > 0);
    return hw_dnn_end(&call);
}

/* --- plans for one size of batch --- */

cudnnStatus_t cudnnCreatePersistentRNNPlan(cudnnRNNDescriptor_t rnn_desc, int minibatch,
                                           cudnnDataType_t data_type, cudnnPersistentRNNPlan_t *plan)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);

    hw_dnn_rnn(&call, rnn_desc);
    hw_dnn_need(&call, minibatch > 0 && hw_dnn_is_real(data_type) && plan);
    if (hw_dnn_is_ready(&call)) {
        struct cudnnPersistentRNNPlan *made = hw_dnn_object_new(HW_DNN_RNN_PLAN, sizeof *made);
        hw_dnn_check(&call, made != NULL, CUDNN_STATUS_ALLOC_FAILED);
        if (made)
            made->batch = minibatch;
        *plan = made;
    }
    return hw_dnn_end(&call);
}

cudnnStatus_t cudnnDestroyPersistentRNNPlan(cudnnPersistentRNNPlan_t plan)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);

    if (plan)
        hw_dnn_need(&call, hw_dnn_object_free(plan, HW_DNN_RNN_PLAN));
    return hw_dnn_end(&call);
}

cudnnStatus_t cudnnSetPersistentRNNPlan(cudnnRNNDescriptor_t rnn_desc, cudnnPersistentRNNPlan_t plan)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);

    hw_dnn_rnn(&call, rnn_desc);
    hw_dnn_need(&call, hw_dnn_is(plan, HW_DNN_RNN_PLAN));
    return hw_dnn_end(&call);
}
