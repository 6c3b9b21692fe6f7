/* SPDX-License-Identifier: MIT */
/* Gradients of recurrent networks: first of the data, which leaves those of all sums in the reserve space,
 * then of the weights. */
#include "cuda/dnn/dropout.h"
#include "cuda/dnn/gemm.h"
#include "cuda/dnn/rnn.h"

#include <stdlib.h>
#include <string.h>

struct backward_state {
    const struct hw_dnn_rnn_work *work;
    void *reserve;
    const double *weights, *hx, *cx;
    double *dh, *dcell;            /* of all pseudo layers */
    double *total, *full, *from_h; /* of one step: gradients of h, before a projection, through the matrix */
    double *gradients;             /* of the weights */
};

/* One pseudo layer on its way. */
struct pseudo_layer {
    int pseudo, layer, direction;
    struct hw_dnn_kept kept;
    const double *hx, *cx;
    size_t hidden, output, vector, slots, place; /* sizes, and where the direction is in a vector */
};

static struct pseudo_layer enter(const struct backward_state *state, int layer, int direction)
{
    const struct hw_dnn_rnn_work *work = state->work;
    const struct hw_dnn_network *network = &work->network;
    const int pseudo = layer * network->directions + direction;
    const size_t before = (size_t)pseudo * (size_t)work->batch;
    struct pseudo_layer p = {.pseudo = pseudo,
                             .layer = layer,
                             .direction = direction,
                             .hidden = (size_t)network->hidden,
                             .output = (size_t)network->output,
                             .slots = (size_t)(network->slots * network->hidden)};

    p.kept = hw_dnn_kept(network, state->reserve, work->steps, work->batch, layer, direction);
    p.vector = p.output * (size_t)network->directions;
    p.place = (size_t)direction * p.output;
    p.hx = state->hx + before * p.output;
    p.cx = state->cx ? state->cx + before * p.hidden : NULL;
    return p;
}

/* The step before this one in the layer's direction; -1: the sequence begins. */
static int step_before(const struct hw_dnn_rnn_work *work, const struct pseudo_layer *p, int t, size_t b)
{
    if (p->direction == 0)
        return t - 1;
    return t + 1 < work->length[b] ? t + 1 : -1;
}

static const double *old_h(const struct hw_dnn_rnn_work *work, const struct pseudo_layer *p, int t, size_t b)
{
    const int before = step_before(work, p, t, b);

    return before < 0 ? p->hx + b * p->output
                      : p->kept.output + ((size_t)before * (size_t)work->batch + b) * p->vector + p->place;
}

static const double *old_cell(const struct hw_dnn_rnn_work *work, const struct pseudo_layer *p, int t,
                              size_t b)
{
    const int before = step_before(work, p, t, b);

    return before < 0 ? p->cx + b * p->hidden
                      : p->kept.cells + ((size_t)before * (size_t)work->batch + b) * p->hidden;
}

/* --- data --- */

/* The gradient of h before a projection. */
static void unproject(const struct backward_state *state, const struct pseudo_layer *p, int t)
{
    const struct hw_dnn_network *network = &state->work->network;
    const size_t batch = (size_t)state->work->batch, count = batch * p->output;

    if (!network->projects) {
        memcpy(state->full, state->total, count * sizeof *state->full);
        return;
    }
    const struct hw_dnn_weight w = hw_dnn_rnn_matrix(network, p->pseudo, 2 * network->gates);
    memcpy(p->kept.h_gradients + (size_t)t * count, state->total, count * sizeof *state->total);
    hw_dnn_gemm_doubles(batch, p->hidden, p->output, (struct hw_dnn_matrix){state->total, p->output, false},
                        (struct hw_dnn_matrix){state->weights + w.offset, p->hidden, false}, 0, state->full,
                        p->hidden);
}

/* Through the matrices of h, gate by gate. */
static void multiply_back(const struct backward_state *state, const struct pseudo_layer *p, int t)
{
    const struct hw_dnn_network *network = &state->work->network;
    const size_t batch = (size_t)state->work->batch;
    const double *rows = p->kept.slot_gradients + (size_t)t * batch * p->slots;

    for (int gate = 0; gate < network->gates; gate++) {
        const struct hw_dnn_weight r = hw_dnn_rnn_matrix(network, p->pseudo, network->gates + gate);
        const double *slot = rows + (size_t)hw_dnn_recurrent_slot(network, gate) * p->hidden;
        hw_dnn_gemm_doubles(batch, p->output, p->hidden, (struct hw_dnn_matrix){slot, p->slots, false},
                            (struct hw_dnn_matrix){state->weights + r.offset, p->output, false}, gate > 0,
                            state->from_h, p->output);
    }
}

static void do_step(const struct backward_state *state, const struct pseudo_layer *p, int t, const double *dy,
                    double *dh, double *dcell)
{
    const struct hw_dnn_rnn_work *work = state->work;
    const size_t batch = (size_t)work->batch, first = (size_t)t * batch;

    for (size_t b = 0; b < batch; b++)
        for (size_t k = 0; k < p->output; k++)
            state->total[b * p->output + k] =
                t < work->length[b] ? dh[b * p->output + k] + dy[(first + b) * p->vector + p->place + k] : 0;
    unproject(state, p, t);
    for (size_t b = 0; b < batch; b++) {
        double *gradients = p->kept.slot_gradients + (first + b) * p->slots;
        const bool lstm = work->network.mode == CUDNN_LSTM;
        memset(gradients, 0, p->slots * sizeof *gradients);
        if (t < work->length[b])
            hw_dnn_cell_backward(&work->network, p->kept.slots + (first + b) * p->slots,
                                 lstm ? p->kept.cells + (first + b) * p->hidden : NULL,
                                 lstm ? old_cell(work, p, t, b) : NULL, old_h(work, p, t, b),
                                 state->full + b * p->hidden, dcell + b * p->hidden, gradients);
    }
    multiply_back(state, p, t);
    for (size_t b = 0; b < batch; b++)
        for (size_t k = 0; t < work->length[b] && k < p->output; k++)
            dh[b * p->output + k] = state->from_h[b * p->output + k] +
                                    (work->network.projects ? 0 : state->full[b * p->output + k]);
}

/* dinput += what comes through the matrices of x. */
static void multiply_input(const struct backward_state *state, const struct pseudo_layer *p, double *dinput,
                           size_t inputs)
{
    const struct hw_dnn_network *network = &state->work->network;
    const size_t rows = (size_t)state->work->steps * (size_t)state->work->batch;
    const size_t width = (size_t)network->gates * p->hidden;
    const struct hw_dnn_weight w = hw_dnn_rnn_matrix(network, p->pseudo, 0);

    if (w.rows > 0) {
        hw_dnn_gemm_doubles(
            rows, inputs, width, (struct hw_dnn_matrix){p->kept.slot_gradients, p->slots, false},
            (struct hw_dnn_matrix){state->weights + w.offset, inputs, false}, 1, dinput, inputs);
        return;
    }
    for (size_t row = 0; row < rows; row++)
        for (size_t k = 0; k < width; k++)
            dinput[row * inputs + k % p->hidden] += p->kept.slot_gradients[row * p->slots + k];
}

/* The gradient of a layer's input, to be freed. */
static double *do_layer(const struct backward_state *state, int layer, const double *dy, cudaError_t *error)
{
    const struct hw_dnn_rnn_work *work = state->work;
    const struct hw_dnn_network *network = &work->network;
    const size_t inputs = (size_t)hw_dnn_layer_input(network, layer);
    const size_t count = (size_t)work->steps * (size_t)work->batch * inputs;
    double *dinput = hw_dnn_doubles(count, error);

    for (int direction = 0; dinput && direction < network->directions; direction++) {
        const struct pseudo_layer p = enter(state, layer, direction);
        const size_t before = (size_t)p.pseudo * (size_t)work->batch;
        for (int i = work->steps - 1; i >= 0; i--)
            do_step(state, &p, direction ? work->steps - 1 - i : i, dy, state->dh + before * p.output,
                    state->dcell + before * p.hidden);
        multiply_input(state, &p, dinput, inputs);
    }
    if (dinput && layer > 0 && work->dropout.rate > 0)
        hw_dnn_dropout_apply(&work->dropout, enter(state, layer, 0).kept.stays, dinput, count);
    return dinput;
}

static cudaError_t do_data(const struct backward_state *state)
{
    const struct hw_dnn_rnn_work *work = state->work;
    cudaError_t error = cudaSuccess;
    double *gradients = hw_dnn_sequences_load(work, &work->dy, &error);

    for (int layer = work->network.layers - 1; layer >= 0 && gradients; layer--) {
        double *below = do_layer(state, layer, gradients, &error);
        free(gradients);
        gradients = below;
    }
    if (gradients)
        error = hw_dnn_sequences_store(work, &work->dx, gradients);
    free(gradients);
    if (error == cudaSuccess && work->dhx.memory)
        error = hw_dnn_spread(&work->dhx, state->dh, 1, 0);
    if (error == cudaSuccess && work->dcx.memory && work->network.mode == CUDNN_LSTM)
        error = hw_dnn_spread(&work->dcx, state->dcell, 1, 0);
    return error;
}

static void *reserve_of(const struct hw_dnn_rnn_work *work, cudaError_t *error)
{
    void *reserve =
        hw_cuda_device_memory(work->reserve, hw_dnn_reserve_bytes(&work->network, work->steps, work->batch));

    if (!reserve && *error == cudaSuccess)
        *error = cudaErrorInvalidDevicePointer;
    return reserve;
}

cudaError_t hw_dnn_rnn_backward_data(void *data)
{
    const struct hw_dnn_rnn_work *work = data;
    const struct hw_dnn_network *network = &work->network;
    const size_t batch = (size_t)work->batch, output = (size_t)network->output;
    const size_t hidden = (size_t)network->hidden;
    const size_t states = batch * (size_t)(network->layers * network->directions);
    cudaError_t error = cudaSuccess;
    void *reserve = reserve_of(work, &error);
    double *weights = error == cudaSuccess ? hw_dnn_gather(&work->w, &error) : NULL;
    double *hx = hw_dnn_gather_or_zeros(&work->hx, states * output, &error);
    double *cx = hw_dnn_gather_or_zeros(&work->cx, states * hidden, &error);
    const struct backward_state state = {
        .work = work,
        .reserve = reserve,
        .weights = weights,
        .hx = hx,
        .cx = cx,
        .dh = hw_dnn_gather_or_zeros(&work->dhy, states * output, &error),
        .dcell = hw_dnn_gather_or_zeros(&work->dcy, states * hidden, &error),
        .total = hw_dnn_doubles(batch * output, &error),
        .full = hw_dnn_doubles(batch * hidden, &error),
        .from_h = hw_dnn_doubles(batch * output, &error),
    };

    if (error == cudaSuccess)
        error = do_data(&state);
    free(weights), free(hx), free(cx), free(state.dh), free(state.dcell), free(state.total);
    free(state.full), free(state.from_h);
    return error;
}

/* --- weights --- */

/* A weight's gradient += rows of gradients (`step` apart) turned, times rows of values. */
static void add_product(const struct backward_state *state, struct hw_dnn_weight weight, size_t height,
                        const double *gradients, size_t step, const double *values)
{
    const size_t rows = (size_t)state->work->steps * (size_t)state->work->batch;

    if (weight.rows > 0)
        hw_dnn_gemm_doubles(height, (size_t)weight.columns, rows,
                            (struct hw_dnn_matrix){gradients, step, true},
                            (struct hw_dnn_matrix){values, (size_t)weight.columns, false}, 1,
                            state->gradients + weight.offset, (size_t)weight.columns);
}

static void add_bias(const struct backward_state *state, struct hw_dnn_weight weight, const double *gradients,
                     size_t step)
{
    const size_t rows = (size_t)state->work->steps * (size_t)state->work->batch;

    for (size_t row = 0; row < rows; row++)
        for (size_t k = 0; k < (size_t)weight.rows; k++)
            state->gradients[weight.offset + k] += gradients[row * step + k];
}

/* h before each step, and before the projection: rows of all steps. */
static void collect_h(const struct backward_state *state, const struct pseudo_layer *p, double *before,
                      double *full)
{
    const struct hw_dnn_rnn_work *work = state->work;
    const size_t batch = (size_t)work->batch;

    for (size_t row = 0; row < batch * (size_t)work->steps; row++) {
        const int t = (int)(row / batch);
        if (t >= work->length[row % batch])
            continue;
        memcpy(before + row * p->output, old_h(work, p, t, row % batch), p->output * sizeof *before);
        if (work->network.projects)
            hw_dnn_cell_output(&work->network, p->kept.slots + row * p->slots,
                               p->kept.cells + row * p->hidden, full + row * p->hidden);
    }
}

static void do_weights(const struct backward_state *state, const struct pseudo_layer *p, const double *input,
                       double *before, double *full)
{
    const struct hw_dnn_network *network = &state->work->network;

    collect_h(state, p, before, full);
    for (int gate = 0; gate < network->gates; gate++) {
        const double *of_x = p->kept.slot_gradients + (size_t)gate * p->hidden;
        const double *of_h =
            p->kept.slot_gradients + (size_t)hw_dnn_recurrent_slot(network, gate) * p->hidden;
        const int recurrent = network->gates + gate;
        add_product(state, hw_dnn_rnn_matrix(network, p->pseudo, gate), p->hidden, of_x, p->slots, input);
        add_product(state, hw_dnn_rnn_matrix(network, p->pseudo, recurrent), p->hidden, of_h, p->slots,
                    before);
        add_bias(state, hw_dnn_rnn_bias(network, p->pseudo, gate), of_x, p->slots);
        add_bias(state, hw_dnn_rnn_bias(network, p->pseudo, recurrent), of_h, p->slots);
    }
    if (network->projects)
        add_product(state, hw_dnn_rnn_matrix(network, p->pseudo, 2 * network->gates), p->output,
                    p->kept.h_gradients, p->output, full);
}

/* What a layer saw: x, or the output of the layer below with some dropped. */
static void take_input(const struct backward_state *state, int layer, double *input)
{
    const struct hw_dnn_rnn_work *work = state->work;
    const size_t count =
        (size_t)work->steps * (size_t)work->batch * (size_t)hw_dnn_layer_input(&work->network, layer);

    memcpy(input, enter(state, layer - 1, 0).kept.output, count * sizeof *input);
    if (work->dropout.rate > 0)
        hw_dnn_dropout_apply(&work->dropout, enter(state, layer, 0).kept.stays, input, count);
}

cudaError_t hw_dnn_rnn_backward_weights(void *data)
{
    const struct hw_dnn_rnn_work *work = data;
    const struct hw_dnn_network *network = &work->network;
    const size_t batch = (size_t)work->batch, rows = batch * (size_t)work->steps;
    const size_t states = batch * (size_t)(network->layers * network->directions);
    const size_t output = (size_t)network->output;
    cudaError_t error = cudaSuccess;
    void *reserve = reserve_of(work, &error);
    double *x = hw_dnn_sequences_load(work, &work->x, &error);
    double *hx = hw_dnn_gather_or_zeros(&work->hx, states * output, &error);
    double *input = hw_dnn_doubles(rows * (size_t)network->directions * output, &error);
    double *before = hw_dnn_doubles(rows * output, &error);
    double *full = hw_dnn_doubles(rows * (size_t)network->hidden, &error);
    const struct backward_state state = {
        .work = work,
        .reserve = reserve,
        .hx = hx,
        .gradients = hw_dnn_doubles(hw_dnn_weight_count(network), &error),
    };

    for (int i = 0; error == cudaSuccess && i < network->layers * network->directions; i++) {
        const struct pseudo_layer p = enter(&state, i / network->directions, i % network->directions);
        if (p.layer > 0)
            take_input(&state, p.layer, input);
        do_weights(&state, &p, p.layer > 0 ? input : x, before, full);
    }
    if (error == cudaSuccess)
        error = hw_dnn_spread(&work->dw, state.gradients, 1, 1);
    free(x), free(hx), free(input), free(before), free(full), free(state.gradients);
    return error;
}
