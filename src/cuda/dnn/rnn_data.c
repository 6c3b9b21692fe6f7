/* SPDX-License-Identifier: MIT */
/* Descriptors of the data of recurrent networks: sequences of several lengths. */
#include "cuda/dnn/rnn.h"

#include <stdlib.h>
#include <string.h>

cudnnStatus_t cudnnDestroyRNNDataDescriptor(cudnnRNNDataDescriptor_t rnn_data_desc)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);

    if (rnn_data_desc) {
        hw_dnn_need(&call, hw_dnn_is(rnn_data_desc, HW_DNN_RNN_DATA));
        if (hw_dnn_is_ready(&call)) {
            free(rnn_data_desc->length);
            hw_dnn_object_free(rnn_data_desc, HW_DNN_RNN_DATA);
        }
    }
    return hw_dnn_end(&call);
}

cudnnStatus_t cudnnSetRNNDataDescriptor(cudnnRNNDataDescriptor_t rnn_data_desc, cudnnDataType_t data_type,
                                        cudnnRNNDataLayout_t layout, int max_seq_length, int batch_size,
                                        int vector_size, const int *seq_length_array, void *padding_fill)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);

    hw_dnn_need(&call, hw_dnn_is(rnn_data_desc, HW_DNN_RNN_DATA) &&
                           (unsigned)layout <= CUDNN_RNN_DATA_LAYOUT_BATCH_MAJOR_UNPACKED &&
                           max_seq_length > 0 && batch_size > 0 && vector_size > 0 && seq_length_array);
    hw_dnn_support(&call, hw_dnn_is_real(data_type), "data of this type");
    for (int b = 0; hw_dnn_is_ready(&call) && b < batch_size; b++) {
        hw_dnn_need(&call, seq_length_array[b] >= 0 && seq_length_array[b] <= max_seq_length);
        if (b > 0 && layout == CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_PACKED)
            hw_dnn_need(&call, seq_length_array[b] <= seq_length_array[b - 1]);
    }
    if (hw_dnn_is_ready(&call)) {
        const size_t bytes = (size_t)batch_size * sizeof *seq_length_array;
        int *length = malloc(bytes);
        hw_dnn_check(&call, length != NULL, CUDNN_STATUS_ALLOC_FAILED);
        if (length) {
            memcpy(length, seq_length_array, bytes);
            free(rnn_data_desc->length);
            *rnn_data_desc = (struct cudnnRNNDataStruct){
                .type = data_type,
                .layout = layout,
                .longest = max_seq_length,
                .batch = batch_size,
                .vector = vector_size,
                .length = length,
                .fill = padding_fill ? hw_dnn_element(data_type, padding_fill) : 0,
                .has_fill = padding_fill != NULL};
        }
    }
    return hw_dnn_end(&call);
}

cudnnStatus_t cudnnGetRNNDataDescriptor(cudnnRNNDataDescriptor_t rnn_data_desc, cudnnDataType_t *data_type,
                                        cudnnRNNDataLayout_t *layout, int *max_seq_length, int *batch_size,
                                        int *vector_size, int array_length_requested, int *seq_length_array,
                                        void *padding_fill)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);

    hw_dnn_need(&call, hw_dnn_is(rnn_data_desc, HW_DNN_RNN_DATA) && array_length_requested >= 0);
    hw_dnn_need(&call, hw_dnn_is_ready(&call) && rnn_data_desc->longest > 0);
    if (hw_dnn_is_ready(&call)) {
        HW_DNN_GIVE(data_type, rnn_data_desc->type);
        HW_DNN_GIVE(layout, rnn_data_desc->layout);
        HW_DNN_GIVE(max_seq_length, rnn_data_desc->longest);
        HW_DNN_GIVE(batch_size, rnn_data_desc->batch);
        HW_DNN_GIVE(vector_size, rnn_data_desc->vector);
        for (int b = 0; seq_length_array && b < array_length_requested && b < rnn_data_desc->batch; b++)
            seq_length_array[b] = rnn_data_desc->length[b];
        if (padding_fill && rnn_data_desc->has_fill) {
            const struct cudnnTensorStruct one = hw_dnn_packed(rnn_data_desc->type, 1, (const int[]){1});
            hw_dnn_store_doubles(&one, padding_fill, &rnn_data_desc->fill, 1, 0);
        }
    }
    return hw_dnn_end(&call);
}
