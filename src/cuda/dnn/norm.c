/* SPDX-License-Identifier: MIT */
/* See norm.h. */
#include "cuda/dnn/norm.h"

#include "cuda/dnn/activation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- arguments --- */

void hw_dnn_norm_mode(struct hw_dnn_call *call, struct hw_dnn_norm *norm, unsigned mode, unsigned ops,
                      const struct cudnnActivationStruct *activation)
{
    hw_dnn_need(call,
                mode <= CUDNN_BATCHNORM_SPATIAL_PERSISTENT && ops <= CUDNN_BATCHNORM_OPS_BN_ADD_ACTIVATION);
    norm->each_activation = mode == CUDNN_BATCHNORM_PER_ACTIVATION;
    if (ops == CUDNN_BATCHNORM_OPS_BN || !hw_dnn_is_ready(call))
        return;
    hw_dnn_need(call, hw_dnn_is(activation, HW_DNN_ACTIVATION) && activation->set);
    if (!hw_dnn_is_ready(call))
        return;
    hw_dnn_support(call,
                   activation->mode == CUDNN_ACTIVATION_RELU || activation->mode == CUDNN_ACTIVATION_IDENTITY,
                   "an activation that is not ReLU");
    norm->activation = *activation;
}

/* How many numbers each parameter has. */
static size_t features_of(const struct hw_dnn_norm *norm)
{
    const struct cudnnTensorStruct *x = &norm->x.tensor;

    return norm->each_activation ? hw_dnn_count(x) / (size_t)x->size[0] : (size_t)x->size[1];
}

struct hw_dnn_operand hw_dnn_norm_parameter(struct hw_dnn_call *call, const struct hw_dnn_norm *norm,
                                            const struct cudnnTensorStruct *descriptor, const void *memory)
{
    const struct hw_dnn_operand operand = hw_dnn_optional(call, descriptor, memory);

    if (memory && hw_dnn_is_ready(call))
        hw_dnn_need(call, hw_dnn_count(&operand.tensor) == features_of(norm));
    return operand;
}

void hw_dnn_norm_scalars(struct hw_dnn_call *call, const struct hw_dnn_norm *norm, const void *alpha,
                         const void *beta, double *to_alpha, double *to_beta)
{
    hw_dnn_need(call, alpha && beta);
    if (hw_dnn_is_ready(call)) {
        *to_alpha = hw_dnn_scalar(alpha, norm->x.tensor.type);
        *to_beta = hw_dnn_scalar(beta, norm->x.tensor.type);
    }
}

size_t hw_dnn_norm_reserve_bytes(const struct cudnnTensorStruct *x)
{
    return (hw_dnn_count(x) + 7) / 8;
}

void hw_dnn_norm_derive(struct hw_dnn_call *call, struct cudnnTensorStruct *derived,
                        const struct cudnnTensorStruct *descriptor, bool each_activation)
{
    struct cudnnTensorStruct x = hw_dnn_tensor(call, descriptor);

    hw_dnn_need(call, hw_dnn_is(derived, HW_DNN_TENSOR));
    if (!hw_dnn_is_ready(call))
        return;
    if (x.type != CUDNN_DATA_DOUBLE)
        x.type = CUDNN_DATA_FLOAT;
    x.format = CUDNN_TENSOR_NCHW;
    for (int i = 0; i < x.dims; i++)
        if (i == 0 || (i > 1 && !each_activation))
            x.size[i] = 1;
    hw_dnn_pack(&x);
    *derived = x;
}

/* --- work --- */

/* What the work has in the host, dense; parameters have `features` numbers. */
struct norm_state {
    const struct hw_dnn_norm *norm;
    cudaError_t error;
    size_t count, features, inner; /* `inner` elements in turn belong to each feature */
    double *x, *scale, *bias, *mean, *deviation;
};

/* A parameter's numbers; where it is not given, room for them. */
static double *parameter(struct norm_state *state, const struct hw_dnn_operand *operand)
{
    double *values = NULL;

    if (state->error != cudaSuccess)
        return NULL;
    if (operand->memory)
        return hw_dnn_gather(operand, &state->error);
    values = calloc(state->features, sizeof *values);
    if (!values)
        state->error = cudaErrorMemoryAllocation;
    return values;
}

/* All elements, and the feature of each. */
#define EACH_ELEMENT(state, i, f)                                            \
    for (size_t first = 0, f = 0; first < (state)->count;                    \
         first += (state)->inner, f = f + 1 < (state)->features ? f + 1 : 0) \
        for (size_t i = first; i < first + (state)->inner; i++)

static struct norm_state begin(const struct hw_dnn_norm *norm)
{
    struct norm_state state = {
        .norm = norm, .count = hw_dnn_count(&norm->x.tensor), .features = features_of(norm)};

    state.inner = norm->each_activation ? 1 : state.count / state.features / (size_t)norm->x.tensor.size[0];
    state.x = hw_dnn_gather(&norm->x, &state.error);
    state.scale = parameter(&state, &norm->scale);
    state.bias = parameter(&state, &norm->bias);
    state.mean = parameter(&state, norm->inference ? &norm->mean : &norm->saved_mean);
    state.deviation = parameter(&state, norm->inference ? &norm->variance : &norm->saved_deviation);
    return state;
}

static void end(struct norm_state *state)
{
    free(state->x), free(state->scale), free(state->bias), free(state->mean), free(state->deviation);
}

/* Means and variances of x; the variances where deviations will be. */
static void measure(struct norm_state *state)
{
    const double each = (double)(state->count / state->features);

    memset(state->mean, 0, state->features * sizeof *state->mean);
    memset(state->deviation, 0, state->features * sizeof *state->deviation);
    EACH_ELEMENT(state, i, f)
        state->mean[f] += state->x[i];
    for (size_t f = 0; f < state->features; f++)
        state->mean[f] /= each;
    EACH_ELEMENT(state, i, f) {
        const double off = state->x[i] - state->mean[f];
        state->deviation[f] += off * off;
    }
    for (size_t f = 0; f < state->features; f++)
        state->deviation[f] /= each;
}

static void put(struct norm_state *state, const struct hw_dnn_operand *to, const double *values, double alpha,
                double beta)
{
    if (to->memory && state->error == cudaSuccess)
        state->error = hw_dnn_spread(to, values, alpha, beta);
}

/* Running means and variances, of which the latter are those of a sample. */
static void update_running(struct norm_state *state)
{
    const struct hw_dnn_norm *norm = state->norm;
    const double each = (double)(state->count / state->features), factor = norm->factor;

    put(state, &norm->mean, state->mean, factor, 1 - factor);
    put(state, &norm->variance, state->deviation, factor * (each > 1 ? each / (each - 1) : 1), 1 - factor);
}

static void invert(struct norm_state *state)
{
    for (size_t f = 0; f < state->features; f++)
        state->deviation[f] = 1 / sqrt(state->deviation[f] + state->norm->epsilon);
}

/* The bits of the reserve space; NULL: there are none to keep. */
static uint8_t *reserve_of(struct norm_state *state)
{
    const struct hw_dnn_norm *norm = state->norm;

    if (!norm->activation.set || norm->inference || state->error != cudaSuccess)
        return NULL;
    uint8_t *bits = hw_cuda_device_memory(norm->reserve, hw_dnn_norm_reserve_bytes(&norm->x.tensor));
    if (!bits)
        state->error = cudaErrorInvalidDevicePointer;
    return bits;
}

static void normalize(struct norm_state *state, const double *z, uint8_t *bits)
{
    const struct cudnnActivationStruct *activation = &state->norm->activation;

    if (bits)
        memset(bits, 0, hw_dnn_norm_reserve_bytes(&state->norm->x.tensor));
    EACH_ELEMENT(state, i, f) {
        double y = state->scale[f] * (state->x[i] - state->mean[f]) * state->deviation[f] + state->bias[f];
        if (z)
            y += z[i];
        if (bits && (activation->mode == CUDNN_ACTIVATION_IDENTITY || y > 0))
            bits[i / 8] |= (uint8_t)(1u << i % 8);
        state->x[i] = activation->set ? hw_dnn_activate(activation, y) : y;
    }
}

static cudaError_t do_forward(void *data)
{
    const struct hw_dnn_norm *norm = data;
    struct norm_state state = begin(norm);
    double *z = NULL;

    if (state.error == cudaSuccess && norm->z.memory)
        z = hw_dnn_gather(&norm->z, &state.error);
    if (state.error == cudaSuccess && !norm->inference) {
        measure(&state);
        update_running(&state);
    }
    uint8_t *bits = reserve_of(&state);
    if (state.error == cudaSuccess) {
        invert(&state);
        normalize(&state, z, bits);
        put(&state, &norm->y, state.x, norm->alpha, norm->beta);
    }
    if (!norm->inference) {
        put(&state, &norm->saved_mean, state.mean, 1, 0);
        put(&state, &norm->saved_deviation, state.deviation, 1, 0);
    }
    free(z);
    end(&state);
    return state.error;
}

/* Gradients of scale and bias; the elements of x become normalized ones. */
static void sum_gradients(struct norm_state *state, const double *dy, double *dscale, double *dbias)
{
    EACH_ELEMENT(state, i, f) {
        state->x[i] = (state->x[i] - state->mean[f]) * state->deviation[f];
        dscale[f] += dy[i] * state->x[i];
        dbias[f] += dy[i];
    }
}

static void differentiate(struct norm_state *state, double *dy, double *dscale, double *dbias)
{
    const struct hw_dnn_norm *norm = state->norm;
    const double each = (double)(state->count / state->features);
    const uint8_t *bits = reserve_of(state);

    if (state->error != cudaSuccess)
        return;
    if (!norm->saved_mean.memory) {
        measure(state);
        invert(state);
    }
    for (size_t i = 0; bits && i < state->count; i++)
        if (!(bits[i / 8] >> i % 8 & 1))
            dy[i] = 0;
    put(state, &norm->dz, dy, 1, 0);
    sum_gradients(state, dy, dscale, dbias);
    EACH_ELEMENT(state, i, f) {
        dy[i] = state->scale[f] * state->deviation[f] * (dy[i] - (dbias[f] + state->x[i] * dscale[f]) / each);
    }
    put(state, &norm->dx, dy, norm->alpha, norm->beta);
    put(state, &norm->dscale, dscale, norm->parameter_alpha, norm->parameter_beta);
    put(state, &norm->dbias, dbias, norm->parameter_alpha, norm->parameter_beta);
}

static cudaError_t do_backward(void *data)
{
    const struct hw_dnn_norm *norm = data;
    struct norm_state state = begin(norm);
    const struct hw_dnn_operand none = {.memory = NULL};
    double *dscale = parameter(&state, &none), *dbias = parameter(&state, &none);
    double *dy = state.error == cudaSuccess ? hw_dnn_gather(&norm->dy, &state.error) : NULL;

    if (dy)
        differentiate(&state, dy, dscale, dbias);
    free(dscale), free(dbias), free(dy);
    end(&state);
    return state.error;
}

/* --- what calls have in common --- */

static void check_common(struct hw_dnn_call *call, const struct hw_dnn_norm *norm,
                         const struct hw_dnn_operand *other)
{
    hw_dnn_need(call, hw_dnn_same_size(&norm->x.tensor, &other->tensor) && norm->epsilon >= 0);
    hw_dnn_need(call, !norm->saved_mean.memory == !norm->saved_deviation.memory);
    if (hw_dnn_is_ready(call) && norm->activation.set && !norm->inference)
        hw_dnn_need(call, norm->reserve && norm->reserve_bytes >= hw_dnn_norm_reserve_bytes(&norm->x.tensor));
}

void hw_dnn_norm_forward(struct hw_dnn_call *call, struct hw_dnn_norm *norm)
{
    check_common(call, norm, &norm->y);
    hw_dnn_need(call,
                norm->scale.memory && norm->bias.memory && !norm->mean.memory == !norm->variance.memory);
    if (norm->z.memory)
        hw_dnn_need(call, hw_dnn_same_size(&norm->x.tensor, &norm->z.tensor));
    hw_dnn_work(call, do_forward, norm, sizeof *norm);
}

void hw_dnn_norm_backward(struct hw_dnn_call *call, struct hw_dnn_norm *norm)
{
    check_common(call, norm, &norm->dy);
    hw_dnn_need(call, hw_dnn_same_size(&norm->x.tensor, &norm->dx.tensor));
    hw_dnn_need(call, norm->scale.memory && norm->dscale.memory && norm->dbias.memory);
    if (norm->dz.memory)
        hw_dnn_need(call, hw_dnn_same_size(&norm->x.tensor, &norm->dz.tensor));
    hw_dnn_work(call, do_backward, norm, sizeof *norm);
}
