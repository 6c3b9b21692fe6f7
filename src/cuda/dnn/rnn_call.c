/* SPDX-License-Identifier: MIT */
/* The calls of recurrent networks: cuDNN 8's, and those of cuDNN 7 ("Ex") and 6.  There, backward weights add
 * to what is there. */
#include "cuda/dnn/rnn_arguments.h"

/* --- cuDNN 8 --- */

static cudnnDataType_t type_of(cudnnRNNDescriptor_t descriptor)
{
    return hw_dnn_is(descriptor, HW_DNN_RNN) ? descriptor->type : CUDNN_DATA_FLOAT;
}

cudnnStatus_t cudnnRNNForward(cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc,
                              cudnnForwardMode_t fwd_mode, const int32_t *dev_seq_lengths,
                              cudnnRNNDataDescriptor_t x_desc, const void *x, cudnnRNNDataDescriptor_t y_desc,
                              void *y, cudnnTensorDescriptor_t h_desc, const void *hx, void *hy,
                              cudnnTensorDescriptor_t c_desc, const void *cx, void *cy,
                              size_t weight_space_size, const void *weight_space, size_t workspace_size,
                              void *workspace, size_t reserve_size, void *reserve)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);

    (void)dev_seq_lengths, (void)workspace_size, (void)workspace; /* the host's lengths are the same */
    hw_dnn_need(&call, (unsigned)fwd_mode <= CUDNN_FWD_MODE_TRAINING);
    const struct hw_dnn_rnn_arguments arguments = {.x = {{.data = x_desc}, x},
                                                   .y = {{.data = y_desc}, y},
                                                   .hx = {h_desc, hx},
                                                   .hy = {h_desc, hy},
                                                   .cx = {c_desc, cx},
                                                   .cy = {c_desc, cy},
                                                   .weight_type = type_of(rnn_desc),
                                                   .weights = weight_space,
                                                   .weight_bytes = weight_space_size,
                                                   .training = fwd_mode == CUDNN_FWD_MODE_TRAINING,
                                                   .reserve = reserve,
                                                   .reserve_bytes = reserve_size};
    return hw_dnn_rnn_call_forward(&call, rnn_desc, &arguments);
}

cudnnStatus_t cudnnRNNBackwardData_v8(cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc,
                                      const int32_t *dev_seq_lengths, cudnnRNNDataDescriptor_t y_desc,
                                      const void *y, const void *dy, cudnnRNNDataDescriptor_t x_desc,
                                      void *dx, cudnnTensorDescriptor_t h_desc, const void *hx,
                                      const void *dhy, void *dhx, cudnnTensorDescriptor_t c_desc,
                                      const void *cx, const void *dcy, void *dcx, size_t weight_space_size,
                                      const void *weight_space, size_t workspace_size, void *workspace,
                                      size_t reserve_size, void *reserve)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);
    const struct hw_dnn_rnn_arguments arguments = {.dx = {{.data = x_desc}, dx},
                                                   .dy = {{.data = y_desc}, dy},
                                                   .hx = {h_desc, hx},
                                                   .dhy = {h_desc, dhy},
                                                   .dhx = {h_desc, dhx},
                                                   .cx = {c_desc, cx},
                                                   .dcy = {c_desc, dcy},
                                                   .dcx = {c_desc, dcx},
                                                   .weight_type = type_of(rnn_desc),
                                                   .weights = weight_space,
                                                   .weight_bytes = weight_space_size,
                                                   .reserve = reserve,
                                                   .reserve_bytes = reserve_size};

    (void)dev_seq_lengths, (void)y, (void)workspace_size, (void)workspace;
    return hw_dnn_rnn_call_backward_data(&call, rnn_desc, &arguments);
}

cudnnStatus_t cudnnRNNBackwardWeights_v8(cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc,
                                         cudnnWgradMode_t add_grad, const int32_t *dev_seq_lengths,
                                         cudnnRNNDataDescriptor_t x_desc, const void *x,
                                         cudnnTensorDescriptor_t h_desc, const void *hx,
                                         cudnnRNNDataDescriptor_t y_desc, const void *y,
                                         size_t weight_space_size, void *dweight_space, size_t workspace_size,
                                         void *workspace, size_t reserve_size, void *reserve)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);
    const struct hw_dnn_rnn_arguments arguments = {.x = {{.data = x_desc}, x},
                                                   .hx = {h_desc, hx},
                                                   .weight_type = type_of(rnn_desc),
                                                   .weights = dweight_space,
                                                   .weight_bytes = weight_space_size,
                                                   .reserve = reserve,
                                                   .reserve_bytes = reserve_size};

    (void)dev_seq_lengths, (void)y_desc, (void)y, (void)workspace_size, (void)workspace;
    hw_dnn_check(&call, add_grad == CUDNN_WGRAD_MODE_ADD, CUDNN_STATUS_NOT_SUPPORTED); /* as NVIDIA's */
    return hw_dnn_rnn_call_backward_weights(&call, rnn_desc, &arguments);
}

/* --- cuDNN 6 and 7 --- */

/* Weights have a filter's descriptor there. */
static void describe_weights(struct hw_dnn_call *call, cudnnFilterDescriptor_t descriptor,
                             struct hw_dnn_rnn_arguments *arguments)
{
    const struct cudnnTensorStruct w = hw_dnn_filter(call, descriptor);

    if (hw_dnn_is_ready(call)) {
        arguments->weight_type = w.type;
        arguments->weight_bytes = hw_dnn_count(&w) * hw_dnn_type_bytes(w.type);
    }
}

/* Attention to other sequences is in the interface only. */
static void refuse_attention(struct hw_dnn_call *call, const void *const *attention, int count)
{
    for (int i = 0; i < count; i++)
        hw_dnn_check(call, attention[i] == NULL, CUDNN_STATUS_NOT_SUPPORTED);
}

#define STEPS(descriptors)                         \
    {                                              \
        .steps = seq_length, .step = (descriptors) \
    }

cudnnStatus_t cudnnRNNForwardInference(
    cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc, int seq_length,
    const cudnnTensorDescriptor_t *x_desc, const void *x, cudnnTensorDescriptor_t hx_desc, const void *hx,
    cudnnTensorDescriptor_t cx_desc, const void *cx, cudnnFilterDescriptor_t w_desc, const void *w,
    const cudnnTensorDescriptor_t *y_desc, void *y, cudnnTensorDescriptor_t hy_desc, void *hy,
    cudnnTensorDescriptor_t cy_desc, void *cy, void *workspace, size_t workspace_bytes)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);
    struct hw_dnn_rnn_arguments arguments = {.x = {STEPS(x_desc), x},
                                             .y = {STEPS(y_desc), y},
                                             .hx = {hx_desc, hx},
                                             .hy = {hy_desc, hy},
                                             .cx = {cx_desc, cx},
                                             .cy = {cy_desc, cy},
                                             .weights = w};

    (void)workspace, (void)workspace_bytes;
    hw_dnn_need(&call, x_desc && y_desc);
    describe_weights(&call, w_desc, &arguments);
    return hw_dnn_rnn_call_forward(&call, rnn_desc, &arguments);
}

cudnnStatus_t cudnnRNNForwardTraining(cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc, int seq_length,
                                      const cudnnTensorDescriptor_t *x_desc, const void *x,
                                      cudnnTensorDescriptor_t hx_desc, const void *hx,
                                      cudnnTensorDescriptor_t cx_desc, const void *cx,
                                      cudnnFilterDescriptor_t w_desc, const void *w,
                                      const cudnnTensorDescriptor_t *y_desc, void *y,
                                      cudnnTensorDescriptor_t hy_desc, void *hy,
                                      cudnnTensorDescriptor_t cy_desc, void *cy, void *workspace,
                                      size_t workspace_bytes, void *reserve, size_t reserve_bytes)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);
    struct hw_dnn_rnn_arguments arguments = {.x = {STEPS(x_desc), x},
                                             .y = {STEPS(y_desc), y},
                                             .hx = {hx_desc, hx},
                                             .hy = {hy_desc, hy},
                                             .cx = {cx_desc, cx},
                                             .cy = {cy_desc, cy},
                                             .weights = w,
                                             .training = true,
                                             .reserve = reserve,
                                             .reserve_bytes = reserve_bytes};

    (void)workspace, (void)workspace_bytes;
    hw_dnn_need(&call, x_desc && y_desc);
    describe_weights(&call, w_desc, &arguments);
    return hw_dnn_rnn_call_forward(&call, rnn_desc, &arguments);
}

cudnnStatus_t cudnnRNNBackwardData(
    cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc, int seq_length,
    const cudnnTensorDescriptor_t *y_desc, const void *y, const cudnnTensorDescriptor_t *dy_desc,
    const void *dy, cudnnTensorDescriptor_t dhy_desc, const void *dhy, cudnnTensorDescriptor_t dcy_desc,
    const void *dcy, cudnnFilterDescriptor_t w_desc, const void *w, cudnnTensorDescriptor_t hx_desc,
    const void *hx, cudnnTensorDescriptor_t cx_desc, const void *cx, const cudnnTensorDescriptor_t *dx_desc,
    void *dx, cudnnTensorDescriptor_t dhx_desc, void *dhx, cudnnTensorDescriptor_t dcx_desc, void *dcx,
    void *workspace, size_t workspace_bytes, void *reserve, size_t reserve_bytes)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);
    struct hw_dnn_rnn_arguments arguments = {.dx = {STEPS(dx_desc), dx},
                                             .dy = {STEPS(dy_desc), dy},
                                             .hx = {hx_desc, hx},
                                             .dhx = {dhx_desc, dhx},
                                             .dhy = {dhy_desc, dhy},
                                             .cx = {cx_desc, cx},
                                             .dcx = {dcx_desc, dcx},
                                             .dcy = {dcy_desc, dcy},
                                             .weights = w,
                                             .reserve = reserve,
                                             .reserve_bytes = reserve_bytes};

    (void)y_desc, (void)y, (void)workspace, (void)workspace_bytes;
    hw_dnn_need(&call, dx_desc && dy_desc);
    describe_weights(&call, w_desc, &arguments);
    return hw_dnn_rnn_call_backward_data(&call, rnn_desc, &arguments);
}

cudnnStatus_t cudnnRNNBackwardWeights(cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc, int seq_length,
                                      const cudnnTensorDescriptor_t *x_desc, const void *x,
                                      cudnnTensorDescriptor_t hx_desc, const void *hx,
                                      const cudnnTensorDescriptor_t *y_desc, const void *y,
                                      const void *workspace, size_t workspace_bytes,
                                      cudnnFilterDescriptor_t dw_desc, void *dw, const void *reserve,
                                      size_t reserve_bytes)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);
    struct hw_dnn_rnn_arguments arguments = {.x = {STEPS(x_desc), x},
                                             .hx = {hx_desc, hx},
                                             .weights = dw,
                                             .reserve = reserve,
                                             .reserve_bytes = reserve_bytes};

    (void)y_desc, (void)y, (void)workspace, (void)workspace_bytes;
    hw_dnn_need(&call, x_desc != NULL);
    describe_weights(&call, dw_desc, &arguments);
    return hw_dnn_rnn_call_backward_weights(&call, rnn_desc, &arguments);
}

cudnnStatus_t cudnnRNNForwardInferenceEx(
    cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc, cudnnRNNDataDescriptor_t x_desc, const void *x,
    cudnnTensorDescriptor_t hx_desc, const void *hx, cudnnTensorDescriptor_t cx_desc, const void *cx,
    cudnnFilterDescriptor_t w_desc, const void *w, cudnnRNNDataDescriptor_t y_desc, void *y,
    cudnnTensorDescriptor_t hy_desc, void *hy, cudnnTensorDescriptor_t cy_desc, void *cy,
    cudnnRNNDataDescriptor_t k_desc, const void *keys, cudnnRNNDataDescriptor_t c_desc, void *c_attn,
    cudnnRNNDataDescriptor_t i_desc, void *i_attn, cudnnRNNDataDescriptor_t q_desc, void *queries,
    void *workspace, size_t workspace_bytes)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);
    struct hw_dnn_rnn_arguments arguments = {.x = {{.data = x_desc}, x},
                                             .y = {{.data = y_desc}, y},
                                             .hx = {hx_desc, hx},
                                             .hy = {hy_desc, hy},
                                             .cx = {cx_desc, cx},
                                             .cy = {cy_desc, cy},
                                             .weights = w};

    (void)k_desc, (void)c_desc, (void)i_desc, (void)q_desc, (void)workspace, (void)workspace_bytes;
    refuse_attention(&call, (const void *const[]){keys, c_attn, i_attn, queries}, 4);
    describe_weights(&call, w_desc, &arguments);
    return hw_dnn_rnn_call_forward(&call, rnn_desc, &arguments);
}

cudnnStatus_t cudnnRNNForwardTrainingEx(
    cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc, cudnnRNNDataDescriptor_t x_desc, const void *x,
    cudnnTensorDescriptor_t hx_desc, const void *hx, cudnnTensorDescriptor_t cx_desc, const void *cx,
    cudnnFilterDescriptor_t w_desc, const void *w, cudnnRNNDataDescriptor_t y_desc, void *y,
    cudnnTensorDescriptor_t hy_desc, void *hy, cudnnTensorDescriptor_t cy_desc, void *cy,
    cudnnRNNDataDescriptor_t k_desc, const void *keys, cudnnRNNDataDescriptor_t c_desc, void *c_attn,
    cudnnRNNDataDescriptor_t i_desc, void *i_attn, cudnnRNNDataDescriptor_t q_desc, void *queries,
    void *workspace, size_t workspace_bytes, void *reserve, size_t reserve_bytes)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);
    struct hw_dnn_rnn_arguments arguments = {.x = {{.data = x_desc}, x},
                                             .y = {{.data = y_desc}, y},
                                             .hx = {hx_desc, hx},
                                             .hy = {hy_desc, hy},
                                             .cx = {cx_desc, cx},
                                             .cy = {cy_desc, cy},
                                             .weights = w,
                                             .training = true,
                                             .reserve = reserve,
                                             .reserve_bytes = reserve_bytes};

    (void)k_desc, (void)c_desc, (void)i_desc, (void)q_desc, (void)workspace, (void)workspace_bytes;
    refuse_attention(&call, (const void *const[]){keys, c_attn, i_attn, queries}, 4);
    describe_weights(&call, w_desc, &arguments);
    return hw_dnn_rnn_call_forward(&call, rnn_desc, &arguments);
}

cudnnStatus_t cudnnRNNBackwardDataEx(
    cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc, cudnnRNNDataDescriptor_t y_desc, const void *y,
    cudnnRNNDataDescriptor_t dy_desc, const void *dy, cudnnRNNDataDescriptor_t dc_desc, const void *dc_attn,
    cudnnTensorDescriptor_t dhy_desc, const void *dhy, cudnnTensorDescriptor_t dcy_desc, const void *dcy,
    cudnnFilterDescriptor_t w_desc, const void *w, cudnnTensorDescriptor_t hx_desc, const void *hx,
    cudnnTensorDescriptor_t cx_desc, const void *cx, cudnnRNNDataDescriptor_t dx_desc, void *dx,
    cudnnTensorDescriptor_t dhx_desc, void *dhx, cudnnTensorDescriptor_t dcx_desc, void *dcx,
    cudnnRNNDataDescriptor_t dk_desc, void *dkeys, void *workspace, size_t workspace_bytes, void *reserve,
    size_t reserve_bytes)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);
    struct hw_dnn_rnn_arguments arguments = {.dx = {{.data = dx_desc}, dx},
                                             .dy = {{.data = dy_desc}, dy},
                                             .hx = {hx_desc, hx},
                                             .dhx = {dhx_desc, dhx},
                                             .dhy = {dhy_desc, dhy},
                                             .cx = {cx_desc, cx},
                                             .dcx = {dcx_desc, dcx},
                                             .dcy = {dcy_desc, dcy},
                                             .weights = w,
                                             .reserve = reserve,
                                             .reserve_bytes = reserve_bytes};

    (void)y_desc, (void)y, (void)dc_desc, (void)dk_desc, (void)workspace, (void)workspace_bytes;
    refuse_attention(&call, (const void *const[]){dc_attn, dkeys}, 2);
    describe_weights(&call, w_desc, &arguments);
    return hw_dnn_rnn_call_backward_data(&call, rnn_desc, &arguments);
}

cudnnStatus_t cudnnRNNBackwardWeightsEx(cudnnHandle_t handle, cudnnRNNDescriptor_t rnn_desc,
                                        cudnnRNNDataDescriptor_t x_desc, const void *x,
                                        cudnnTensorDescriptor_t hx_desc, const void *hx,
                                        cudnnRNNDataDescriptor_t y_desc, const void *y, void *workspace,
                                        size_t workspace_bytes, cudnnFilterDescriptor_t dw_desc, void *dw,
                                        void *reserve, size_t reserve_bytes)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);
    struct hw_dnn_rnn_arguments arguments = {.x = {{.data = x_desc}, x},
                                             .hx = {hx_desc, hx},
                                             .weights = dw,
                                             .reserve = reserve,
                                             .reserve_bytes = reserve_bytes};

    (void)y_desc, (void)y, (void)workspace, (void)workspace_bytes;
    describe_weights(&call, dw_desc, &arguments);
    return hw_dnn_rnn_call_backward_weights(&call, rnn_desc, &arguments);
}
