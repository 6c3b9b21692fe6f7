/* SPDX-License-Identifier: MIT */
/* Descriptors of connectionist temporal classification. */
#include "cuda/dnn/cudnn_api.h"
#include "cuda/dnn/dnn_call.h"
#include "cuda/dnn/dnn_descriptor.h"

static cudnnStatus_t set(const char *name, cudnnCTCLossDescriptor_t descriptor,
                         const struct cudnnCTCLossStruct *value)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(name);

    hw_dnn_need(&call, hw_dnn_is(descriptor, HW_DNN_CTC) &&
                           (unsigned)value->normalization <= CUDNN_LOSS_NORMALIZATION_SOFTMAX &&
                           (unsigned)value->gradient_mode <= CUDNN_CTC_SKIP_OOB_GRADIENTS &&
                           value->longest_label >= 0);
    hw_dnn_need(&call, value->compute == CUDNN_DATA_FLOAT); /* as NVIDIA's */
    if (hw_dnn_is_ready(&call))
        *descriptor = *value;
    return hw_dnn_end(&call);
}

cudnnStatus_t cudnnSetCTCLossDescriptor(cudnnCTCLossDescriptor_t ctc_loss_desc, cudnnDataType_t comp_type)
{
    return set(__func__, ctc_loss_desc, &(struct cudnnCTCLossStruct){.set = true, .compute = comp_type});
}

cudnnStatus_t cudnnSetCTCLossDescriptorEx(cudnnCTCLossDescriptor_t ctc_loss_desc, cudnnDataType_t comp_type,
                                          cudnnLossNormalizationMode_t norm_mode,
                                          cudnnNanPropagation_t grad_mode)
{
    return set(__func__, ctc_loss_desc,
               &(struct cudnnCTCLossStruct){true, comp_type, norm_mode, (int)grad_mode, 0});
}

cudnnStatus_t cudnnSetCTCLossDescriptor_v8(cudnnCTCLossDescriptor_t ctc_loss_desc, cudnnDataType_t comp_type,
                                           cudnnLossNormalizationMode_t norm_mode,
                                           cudnnNanPropagation_t grad_mode, int max_label_length)
{
    return set(__func__, ctc_loss_desc,
               &(struct cudnnCTCLossStruct){true, comp_type, norm_mode, (int)grad_mode, max_label_length});
}

cudnnStatus_t cudnnSetCTCLossDescriptor_v9(cudnnCTCLossDescriptor_t ctc_loss_desc, cudnnDataType_t comp_type,
                                           cudnnLossNormalizationMode_t norm_mode,
                                           cudnnCTCGradMode_t grad_mode, int max_label_length)
{
    return set(__func__, ctc_loss_desc,
               &(struct cudnnCTCLossStruct){true, comp_type, norm_mode, (int)grad_mode, max_label_length});
}

static cudnnStatus_t get(const char *name, cudnnCTCLossDescriptor_t descriptor, cudnnDataType_t *compute,
                         cudnnLossNormalizationMode_t *normalization, int *gradient_mode, int *longest_label)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(name);

    hw_dnn_need(&call, hw_dnn_is(descriptor, HW_DNN_CTC) && descriptor->set);
    if (hw_dnn_is_ready(&call)) {
        HW_DNN_GIVE(compute, descriptor->compute);
        HW_DNN_GIVE(normalization, descriptor->normalization);
        HW_DNN_GIVE(gradient_mode, descriptor->gradient_mode);
        HW_DNN_GIVE(longest_label, descriptor->longest_label);
    }
    return hw_dnn_end(&call);
}

cudnnStatus_t cudnnGetCTCLossDescriptor(cudnnCTCLossDescriptor_t ctc_loss_desc, cudnnDataType_t *comp_type)
{
    return get(__func__, ctc_loss_desc, comp_type, NULL, NULL, NULL);
}

cudnnStatus_t cudnnGetCTCLossDescriptorEx(cudnnCTCLossDescriptor_t ctc_loss_desc, cudnnDataType_t *comp_type,
                                          cudnnLossNormalizationMode_t *norm_mode,
                                          cudnnNanPropagation_t *grad_mode)
{
    return get(__func__, ctc_loss_desc, comp_type, norm_mode, (int *)grad_mode, NULL);
}

cudnnStatus_t cudnnGetCTCLossDescriptor_v8(cudnnCTCLossDescriptor_t ctc_loss_desc, cudnnDataType_t *comp_type,
                                           cudnnLossNormalizationMode_t *norm_mode,
                                           cudnnNanPropagation_t *grad_mode, int *max_label_length)
{
    return get(__func__, ctc_loss_desc, comp_type, norm_mode, (int *)grad_mode, max_label_length);
}

cudnnStatus_t cudnnGetCTCLossDescriptor_v9(cudnnCTCLossDescriptor_t ctc_loss_desc, cudnnDataType_t *comp_type,
                                           cudnnLossNormalizationMode_t *norm_mode,
                                           cudnnCTCGradMode_t *grad_mode, int *max_label_length)
{
    return get(__func__, ctc_loss_desc, comp_type, norm_mode, (int *)grad_mode, max_label_length);
}
