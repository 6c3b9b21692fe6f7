/* SPDX-License-Identifier: MIT */
/* The calls of connectionist temporal classification.  Labels and lengths are the host's, or since cuDNN 8
 * the device's. */
#include "cuda/dnn/ctc.h"
#include "cuda/dnn/tensor.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_LABEL = 256 };

/* --- work --- */

/* Where they are in the host's memory when the work runs. */
struct ctc_labels {
    const int *label, *labels, *steps; /* labels of all sequences; how many each has; how many steps */
};

struct ctc_work {
    struct hw_dnn_operand probabilities, gradients;
    void *costs;
    bool softmax, keeps_gradients; /* of what is not within bounds */
    struct ctc_labels of_device;   /* label NULL: they are behind this */
    int numbers[];                 /* labels of each, steps of each, the labels */
};

/* What the work has in the host, dense: [step][sequence][symbol]. */
struct ctc_state {
    const struct ctc_work *work;
    int steps, batch, alphabet;
    double *logs, *costs, *gradients, *share;
};

/* Probabilities become their logarithms, by a softmax if they are not normalized. */
static void normalize(const struct ctc_state *state)
{
    const size_t alphabet = (size_t)state->alphabet;
    const size_t rows = (size_t)state->steps * (size_t)state->batch;

    for (size_t r = 0; r < rows; r++) {
        double *row = state->logs + r * alphabet, most = -INFINITY, sum = 0;
        for (size_t k = 0; k < alphabet; k++)
            most = row[k] > most ? row[k] : most;
        for (size_t k = 0; k < alphabet; k++)
            sum += exp(row[k] - most);
        for (size_t k = 0; k < alphabet; k++)
            row[k] = state->work->softmax ? row[k] - most - log(sum) : log(row[k]);
    }
}

/* The gradients of one sequence, from the shares. */
static void differentiate(const struct ctc_state *state, int sequence, const struct hw_dnn_ctc *ctc)
{
    for (int t = 0; t < state->steps; t++)
        for (int k = 0; k < state->alphabet; k++) {
            const size_t at =
                ((size_t)t * (size_t)state->batch + (size_t)sequence) * (size_t)state->alphabet + (size_t)k;
            const double probability = exp(state->logs[at]);
            const double share =
                t < ctc->steps ? state->share[(size_t)t * (size_t)state->alphabet + (size_t)k] : 0;
            double gradient = state->work->softmax ? probability - share
                              : share > 0          ? -share / probability
                                                   : 0;
            if (t >= ctc->steps)
                gradient = 0;
            state->gradients[at] = gradient;
        }
}

static bool is_right(const struct ctc_state *state, const struct hw_dnn_ctc *ctc)
{
    bool right = ctc->steps >= 0 && ctc->steps <= state->steps;

    for (int i = 0; i < ctc->labels; i++)
        right = right && ctc->label[i] > 0 && ctc->label[i] < state->alphabet;
    return right;
}

static cudaError_t do_sequence(const struct ctc_state *state, int sequence, struct hw_dnn_ctc ctc)
{
    if (!is_right(state, &ctc))
        return cudaErrorInvalidValue;
    if (!hw_dnn_ctc_cost(&ctc, &state->costs[sequence], state->share))
        return cudaErrorMemoryAllocation;
    if (!state->gradients || (state->work->keeps_gradients && hw_dnn_ctc_is_too_long(&ctc)))
        return cudaSuccess;
    if (hw_dnn_ctc_is_too_long(&ctc))
        ctc.steps = 0; /* no gradient at all */
    differentiate(state, sequence, &ctc);
    return cudaSuccess;
}

/* Labels and lengths, which the device may have. */
static cudaError_t find_labels(const struct ctc_work *work, int batch, struct ctc_labels *labels)
{
    const size_t bytes = (size_t)batch * sizeof(int);
    size_t sum = 0;

    *labels = (struct ctc_labels){work->numbers + 2 * batch, work->numbers, work->numbers + batch};
    if (!work->of_device.label)
        return cudaSuccess;
    labels->labels = hw_cuda_device_memory((void *)work->of_device.labels, bytes);
    labels->steps = hw_cuda_device_memory((void *)work->of_device.steps, bytes);
    if (!labels->labels || !labels->steps)
        return cudaErrorInvalidDevicePointer;
    for (int b = 0; b < batch; b++) {
        if (labels->labels[b] < 0 || labels->labels[b] > LONGEST_LABEL)
            return cudaErrorInvalidValue;
        sum += (size_t)labels->labels[b];
    }
    labels->label = hw_cuda_device_memory((void *)work->of_device.label, sum > 0 ? sum * sizeof(int) : 1);
    return labels->label ? cudaSuccess : cudaErrorInvalidDevicePointer;
}

static cudaError_t do_sequences(const struct ctc_state *state)
{
    struct ctc_labels labels;
    cudaError_t error = find_labels(state->work, state->batch, &labels);

    for (int b = 0; b < state->batch && error == cudaSuccess; b++) {
        const struct hw_dnn_ctc ctc = {.log_probability = state->logs + (size_t)b * (size_t)state->alphabet,
                                       .stride = (size_t)state->batch * (size_t)state->alphabet,
                                       .steps = labels.steps[b],
                                       .alphabet = state->alphabet,
                                       .labels = labels.labels[b],
                                       .label = labels.label};
        error = do_sequence(state, b, ctc);
        labels.label += labels.labels[b];
    }
    return error;
}

static cudaError_t do_ctc(void *data)
{
    const struct ctc_work *work = data;
    const int *size = work->probabilities.tensor.size;
    const struct hw_dnn_operand costs = {.tensor = hw_dnn_packed(CUDNN_DATA_FLOAT, 1, (const int[]){size[1]}),
                                         .memory = work->costs};
    cudaError_t error = cudaSuccess;
    struct ctc_state state = {.work = work, .steps = size[0], .batch = size[1], .alphabet = size[2]};

    state.logs = hw_dnn_gather(&work->probabilities, &error);
    state.share = error == cudaSuccess ? hw_dnn_room(&work->probabilities, &error) : NULL;
    state.costs = error == cudaSuccess ? hw_dnn_room(&costs, &error) : NULL;
    if (error == cudaSuccess && work->gradients.memory)
        state.gradients = hw_dnn_gather(&work->gradients, &error);
    if (error == cudaSuccess) {
        normalize(&state);
        error = do_sequences(&state);
    }
    if (error == cudaSuccess)
        error = hw_dnn_spread(&costs, state.costs, 1, 0);
    if (error == cudaSuccess && state.gradients)
        error = hw_dnn_spread(&work->gradients, state.gradients, 1, 0);
    free(state.logs), free(state.share), free(state.costs), free(state.gradients);
    return error;
}

/* --- calls --- */

/* What both calls and the sizes of their workspaces check. */
static void check(struct hw_dnn_call *call, cudnnCTCLossDescriptor_t descriptor,
                  const struct cudnnTensorStruct *probabilities, const struct cudnnTensorStruct *gradients,
                  unsigned algo)
{
    hw_dnn_need(call, hw_dnn_is(descriptor, HW_DNN_CTC) && algo <= CUDNN_CTC_LOSS_ALGO_NON_DETERMINISTIC);
    hw_dnn_need(call, hw_dnn_is_ready(call) && descriptor->set && probabilities->dims == 3);
    if (hw_dnn_is_ready(call) && gradients->dims > 0)
        hw_dnn_need(call, hw_dnn_same_size(probabilities, gradients));
    hw_dnn_check(call, hw_dnn_is_real(probabilities->type), CUDNN_STATUS_NOT_SUPPORTED);
}

/* Lengths and labels in the host, within bounds; the sum of the lengths. */
static size_t check_labels(struct hw_dnn_call *call, const struct ctc_labels *labels,
                           const struct cudnnTensorStruct *probabilities)
{
    size_t sum = 0;

    hw_dnn_need(call, labels->label && labels->labels && labels->steps);
    for (int b = 0; hw_dnn_is_ready(call) && b < probabilities->size[1]; b++) {
        const int count = labels->labels[b], steps = labels->steps[b];
        hw_dnn_need(call,
                    count >= 0 && count <= LONGEST_LABEL && steps >= 0 && steps <= probabilities->size[0]);
        for (int i = 0; hw_dnn_is_ready(call) && i < count; i++) {
            const int symbol = labels->label[sum + (size_t)i];
            hw_dnn_need(call, symbol > 0 && symbol < probabilities->size[2]);
        }
        sum += hw_dnn_is_ready(call) ? (size_t)count : 0;
    }
    return sum;
}

static cudnnStatus_t lose(struct hw_dnn_call *call, cudnnCTCLossDescriptor_t descriptor, unsigned algo,
                          struct hw_dnn_operand probabilities, struct hw_dnn_operand gradients, void *costs,
                          const struct ctc_labels *labels, bool of_device)
{
    size_t count = 0;

    hw_dnn_need(call, costs != NULL);
    check(call, descriptor, &probabilities.tensor, &gradients.tensor, algo);
    if (of_device)
        hw_dnn_need(call, labels->label && labels->labels && labels->steps);
    else if (hw_dnn_is_ready(call))
        count = 2 * (size_t)probabilities.tensor.size[1] + check_labels(call, labels, &probabilities.tensor);
    const size_t bytes = sizeof(struct ctc_work) + count * sizeof(int);
    struct ctc_work *work = hw_dnn_is_ready(call) ? calloc(1, bytes) : NULL;
    if (hw_dnn_is_ready(call))
        hw_dnn_check(call, work != NULL, CUDNN_STATUS_ALLOC_FAILED);
    if (work) {
        const size_t batch = (size_t)probabilities.tensor.size[1];
        *work =
            (struct ctc_work){.probabilities = probabilities,
                              .gradients = gradients,
                              .costs = costs,
                              .softmax = descriptor->normalization == CUDNN_LOSS_NORMALIZATION_SOFTMAX,
                              .keeps_gradients = descriptor->gradient_mode == CUDNN_CTC_SKIP_OOB_GRADIENTS,
                              .of_device = of_device ? *labels : (struct ctc_labels){NULL, NULL, NULL}};
        if (!of_device) {
            memcpy(work->numbers, labels->labels, batch * sizeof(int));
            memcpy(work->numbers + batch, labels->steps, batch * sizeof(int));
            memcpy(work->numbers + 2 * batch, labels->label, (count - 2 * batch) * sizeof(int));
        }
        hw_dnn_work(call, do_ctc, work, bytes);
    }
    free(work);
    return hw_dnn_end(call);
}

cudnnStatus_t cudnnCTCLoss(cudnnHandle_t handle, cudnnTensorDescriptor_t probs_desc, const void *probs,
                           const int *host_labels, const int *host_label_lengths,
                           const int *host_input_lengths, void *costs, cudnnTensorDescriptor_t gradients_desc,
                           void *gradients, cudnnCTCLossAlgo_t algo, cudnnCTCLossDescriptor_t ctc_loss_desc,
                           void *workspace, size_t workspace_bytes)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);
    const struct ctc_labels labels = {host_labels, host_label_lengths, host_input_lengths};

    (void)workspace, (void)workspace_bytes;
    return lose(&call, ctc_loss_desc, algo, hw_dnn_operand(&call, probs_desc, probs),
                hw_dnn_optional(&call, gradients_desc, gradients), costs, &labels, false);
}

cudnnStatus_t cudnnCTCLoss_v8(cudnnHandle_t handle, cudnnCTCLossAlgo_t algo,
                              cudnnCTCLossDescriptor_t ctc_loss_desc, cudnnTensorDescriptor_t probs_desc,
                              const void *probs, const int *labels, const int *label_lengths,
                              const int *input_lengths, void *costs, cudnnTensorDescriptor_t gradients_desc,
                              void *gradients, size_t workspace_bytes, void *workspace)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);
    const struct ctc_labels of_device = {labels, label_lengths, input_lengths};

    (void)workspace, (void)workspace_bytes;
    return lose(&call, ctc_loss_desc, algo, hw_dnn_operand(&call, probs_desc, probs),
                hw_dnn_optional(&call, gradients_desc, gradients), costs, &of_device, true);
}

static cudnnStatus_t no_bytes(struct hw_dnn_call *call, unsigned algo, cudnnCTCLossDescriptor_t descriptor,
                              cudnnTensorDescriptor_t probabilities, cudnnTensorDescriptor_t gradients,
                              size_t *bytes)
{
    const struct cudnnTensorStruct of_probabilities = hw_dnn_tensor(call, probabilities);
    const struct cudnnTensorStruct of_gradients =
        gradients ? hw_dnn_tensor(call, gradients) : (struct cudnnTensorStruct){.dims = 0};

    check(call, descriptor, &of_probabilities, &of_gradients, algo);
    hw_dnn_need(call, bytes != NULL);
    if (hw_dnn_is_ready(call))
        *bytes = 0;
    return hw_dnn_end(call);
}

cudnnStatus_t cudnnGetCTCLossWorkspaceSize(cudnnHandle_t handle, cudnnTensorDescriptor_t probs_desc,
                                           cudnnTensorDescriptor_t gradients_desc, const int *labels,
                                           const int *label_lengths, const int *input_lengths,
                                           cudnnCTCLossAlgo_t algo, cudnnCTCLossDescriptor_t ctc_loss_desc,
                                           size_t *bytes)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);

    hw_dnn_need(&call, labels && label_lengths && input_lengths);
    return no_bytes(&call, algo, ctc_loss_desc, probs_desc, gradients_desc, bytes);
}

cudnnStatus_t cudnnGetCTCLossWorkspaceSize_v8(cudnnHandle_t handle, cudnnCTCLossAlgo_t algo,
                                              cudnnCTCLossDescriptor_t ctc_loss_desc,
                                              cudnnTensorDescriptor_t probs_desc,
                                              cudnnTensorDescriptor_t gradients_desc, size_t *bytes)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);

    return no_bytes(&call, algo, ctc_loss_desc, probs_desc, gradients_desc, bytes);
}
