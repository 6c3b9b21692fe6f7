/* SPDX-License-Identifier: MIT */
/* Recurrent networks forward. */
#include "cuda/dnn/dropout.h"
#include "cuda/dnn/gemm.h"
#include "cuda/dnn/rnn.h"

#include <stdlib.h>
#include <string.h>

struct forward_state {
    const struct hw_dnn_rnn_work *work;
    const double *weights;
    double *from_x, *from_h; /* products: of all steps, of one */
    double *full, *next;     /* h before and behind a projection, of one step */
    double *h, *cell;        /* of all pseudo layers */
};

static void add_bias(double *rows, size_t count, const double *bias, size_t width)
{
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < width; k++)
            rows[i * width + k] += bias[k];
}

/* Products of all steps with x, with their biases. */
static void multiply_input(const struct forward_state *state, int pseudo, const double *input, size_t inputs)
{
    const struct hw_dnn_network *network = &state->work->network;
    const size_t rows = (size_t)state->work->steps * (size_t)state->work->batch;
    const size_t hidden = (size_t)network->hidden, width = (size_t)network->gates * hidden;
    const struct hw_dnn_weight w = hw_dnn_rnn_matrix(network, pseudo, 0),
                               bias = hw_dnn_rnn_bias(network, pseudo, 0);

    if (w.rows > 0)
        hw_dnn_gemm_doubles(rows, width, inputs, (struct hw_dnn_matrix){input, inputs, false},
                            (struct hw_dnn_matrix){state->weights + w.offset, inputs, true}, 0, state->from_x,
                            width);
    for (size_t i = 0; w.rows == 0 && i < rows * (size_t)network->gates; i++)
        memcpy(state->from_x + i * hidden, input + i / (size_t)network->gates * inputs,
               hidden * sizeof *input);
    if (bias.rows > 0)
        add_bias(state->from_x, rows, state->weights + bias.offset, width);
}

static void multiply_h(const struct forward_state *state, int pseudo, const double *h)
{
    const struct hw_dnn_network *network = &state->work->network;
    const size_t batch = (size_t)state->work->batch, output = (size_t)network->output;
    const size_t width = (size_t)network->gates * (size_t)network->hidden;
    const struct hw_dnn_weight r = hw_dnn_rnn_matrix(network, pseudo, network->gates),
                               bias = hw_dnn_rnn_bias(network, pseudo, network->gates);

    hw_dnn_gemm_doubles(batch, width, output, (struct hw_dnn_matrix){h, output, false},
                        (struct hw_dnn_matrix){state->weights + r.offset, output, true}, 0, state->from_h,
                        width);
    if (bias.rows > 0)
        add_bias(state->from_h, batch, state->weights + bias.offset, width);
}

/* h of this step; the projected one is a product for all sequences. */
static const double *project(const struct forward_state *state, int pseudo)
{
    const struct hw_dnn_network *network = &state->work->network;
    const size_t hidden = (size_t)network->hidden, output = (size_t)network->output;

    if (!network->projects)
        return state->full;
    const struct hw_dnn_weight p = hw_dnn_rnn_matrix(network, pseudo, 2 * network->gates);
    hw_dnn_gemm_doubles(
        (size_t)state->work->batch, output, hidden, (struct hw_dnn_matrix){state->full, hidden, false},
        (struct hw_dnn_matrix){state->weights + p.offset, hidden, true}, 0, state->next, output);
    return state->next;
}

static void do_step(const struct forward_state *state, int pseudo, int t, const struct hw_dnn_kept *kept,
                    double *h, double *cell)
{
    const struct hw_dnn_rnn_work *work = state->work;
    const struct hw_dnn_network *network = &work->network;
    const size_t hidden = (size_t)network->hidden, output = (size_t)network->output;
    const size_t width = (size_t)network->gates * hidden, slots = (size_t)network->slots * hidden;
    const size_t vector = output * (size_t)network->directions;
    const size_t place = (size_t)(pseudo % network->directions) * output;

    multiply_h(state, pseudo, h);
    for (size_t b = 0; b < (size_t)work->batch; b++) {
        const size_t row = (size_t)t * (size_t)work->batch + b;
        if (t >= work->length[b])
            continue;
        hw_dnn_cell_forward(network, state->from_x + row * width, state->from_h + b * width, h + b * output,
                            kept->slots + row * slots, cell + b * hidden, state->full + b * hidden);
        if (network->mode == CUDNN_LSTM)
            memcpy(kept->cells + row * hidden, cell + b * hidden, hidden * sizeof *cell);
    }
    const double *next = project(state, pseudo);
    for (size_t b = 0; b < (size_t)work->batch; b++) {
        const size_t row = (size_t)t * (size_t)work->batch + b;
        double *result = kept->output + row * vector + place;
        if (t < work->length[b])
            memcpy(h + b * output, next + b * output, output * sizeof *h);
        for (size_t k = 0; k < output; k++)
            result[k] = t < work->length[b] ? h[b * output + k] : 0;
    }
}

static void do_direction(const struct forward_state *state, int layer, int direction, const double *input,
                         void *reserve)
{
    const struct hw_dnn_rnn_work *work = state->work;
    const struct hw_dnn_network *network = &work->network;
    const int pseudo = layer * network->directions + direction;
    const size_t before = (size_t)pseudo * (size_t)work->batch;
    const struct hw_dnn_kept kept = hw_dnn_kept(network, reserve, work->steps, work->batch, layer, direction);

    multiply_input(state, pseudo, input, (size_t)hw_dnn_layer_input(network, layer));
    for (int i = 0; i < work->steps; i++)
        do_step(state, pseudo, direction ? work->steps - 1 - i : i, &kept,
                state->h + before * (size_t)network->output, state->cell + before * (size_t)network->hidden);
}

/* The output of the layer below with some dropped; to be freed. */
static double *dropped(const struct hw_dnn_rnn_work *work, const struct hw_dnn_kept *below, uint8_t *stays,
                       cudaError_t *error)
{
    const size_t count =
        (size_t)work->steps * (size_t)work->batch * (size_t)hw_dnn_layer_input(&work->network, 1);
    double *values = hw_dnn_doubles(count, error);

    if (!values)
        return NULL;
    memcpy(values, below->output, count * sizeof *values);
    if (work->training && work->dropout.rate > 0) {
        *error = hw_dnn_dropout_draw(&work->dropout, stays, count);
        hw_dnn_dropout_apply(&work->dropout, stays, values, count);
    }
    return values;
}

static cudaError_t do_layers(const struct forward_state *state, const double *x, void *reserve)
{
    const struct hw_dnn_rnn_work *work = state->work;
    const struct hw_dnn_network *network = &work->network;
    cudaError_t error = cudaSuccess;

    for (int layer = 0; layer < network->layers && error == cudaSuccess; layer++) {
        const struct hw_dnn_kept kept = hw_dnn_kept(network, reserve, work->steps, work->batch, layer, 0);
        double *input = NULL;
        if (layer > 0) {
            const struct hw_dnn_kept below =
                hw_dnn_kept(network, reserve, work->steps, work->batch, layer - 1, 0);
            input = dropped(work, &below, kept.stays, &error);
        }
        for (int direction = 0; direction < network->directions && error == cudaSuccess; direction++)
            do_direction(state, layer, direction, layer > 0 ? input : x, reserve);
        free(input);
    }
    return error;
}

/* y and the last h and cells. */
static cudaError_t give(const struct forward_state *state, void *reserve)
{
    const struct hw_dnn_rnn_work *work = state->work;
    const struct hw_dnn_kept last =
        hw_dnn_kept(&work->network, reserve, work->steps, work->batch, work->network.layers - 1, 0);
    cudaError_t error = hw_dnn_sequences_store(work, &work->y, last.output);

    if (error == cudaSuccess && work->hy.memory)
        error = hw_dnn_spread(&work->hy, state->h, 1, 0);
    if (error == cudaSuccess && work->cy.memory && work->network.mode == CUDNN_LSTM)
        error = hw_dnn_spread(&work->cy, state->cell, 1, 0);
    return error;
}

cudaError_t hw_dnn_rnn_forward(void *data)
{
    const struct hw_dnn_rnn_work *work = data;
    const struct hw_dnn_network *network = &work->network;
    const size_t bytes = hw_dnn_reserve_bytes(network, work->steps, work->batch);
    const size_t batch = (size_t)work->batch, rows = batch * (size_t)work->steps;
    const size_t width = (size_t)(network->gates * network->hidden);
    const size_t states = batch * (size_t)(network->layers * network->directions);
    cudaError_t error = cudaSuccess;
    double *x = hw_dnn_sequences_load(work, &work->x, &error);
    double *weights = error == cudaSuccess ? hw_dnn_gather(&work->w, &error) : NULL;
    void *own = work->training ? NULL : hw_dnn_doubles(bytes / sizeof(double), &error);
    void *reserve = work->training ? hw_cuda_device_memory(work->reserve, bytes) : own;

    if (!reserve && error == cudaSuccess)
        error = cudaErrorInvalidDevicePointer;
    struct forward_state state = {
        .work = work,
        .weights = weights,
        .from_x = hw_dnn_doubles(rows * width, &error),
        .from_h = hw_dnn_doubles(batch * width, &error),
        .full = hw_dnn_doubles(batch * (size_t)network->hidden, &error),
        .next = hw_dnn_doubles(batch * (size_t)network->output, &error),
        .h = hw_dnn_gather_or_zeros(&work->hx, states * (size_t)network->output, &error),
        .cell = hw_dnn_gather_or_zeros(&work->cx, states * (size_t)network->hidden, &error),
    };
    if (error == cudaSuccess)
        error = do_layers(&state, x, reserve);
    if (error == cudaSuccess)
        error = give(&state, reserve);
    free(x), free(weights), free(own), free(state.from_x), free(state.from_h), free(state.full);
    free(state.next), free(state.h), free(state.cell);
    return error;
}
