/* SPDX-License-Identifier: MIT */
/* For tests of cuDNN's recurrent networks: networks as loops over their definitions. */
#ifndef CUDA_DNN_RNN_H
#define CUDA_DNN_RNN_H

#include "cuda/dnn/cudnn_api.h"
#include "cuda_dnn_gradient.h"

enum { STEPS = 4, BATCH = 2, INPUT = 3, HIDDEN = 3, MOST_PSEUDO = 4, MOST_ID = 9 };
static const int rnn_length[BATCH] = {STEPS, 2};

/* A network, and where its weights are: elements from the start; -1: there is none. */
struct rnn {
    cudnnRNNMode_t mode;
    cudnnRNNBiasMode_t bias_mode;
    int layers, directions, gates, output;
    bool skips, drops_all, clips;
    int matrix[MOST_PSEUDO][MOST_ID], bias[MOST_PSEUDO][MOST_ID];
    size_t weights;
    cudnnRNNDescriptor_t descriptor;
    cudnnDropoutDescriptor_t dropout;
};

/* Numbers of x, of y, of all h and of all cells; all operands stand in one array in the order x, h, cells,
 * weights, and all results as y, h, cells. */
static inline size_t count_x(void)
{
    return STEPS * BATCH * INPUT;
}
static inline size_t count_y(const struct rnn *r)
{
    return (size_t)(STEPS * BATCH * r->directions * r->output);
}
static inline size_t count_h(const struct rnn *r)
{
    return (size_t)(r->layers * r->directions * BATCH * r->output);
}
static inline size_t count_cells(const struct rnn *r)
{
    return (size_t)(r->layers * r->directions * BATCH * HIDDEN);
}
static inline size_t count_operands(const struct rnn *r)
{
    return count_x() + count_h(r) + count_cells(r) + r->weights;
}
static inline size_t count_results(const struct rnn *r)
{
    return count_y(r) + count_h(r) + count_cells(r);
}

static inline double rnn_sigmoid(double x)
{
    return 1 / (1 + exp(-x));
}

/* Row k of a product, with its bias. */
static inline double row_of(const double *w, int matrix, int bias, int k, const double *in, int count)
{
    double sum = bias < 0 ? 0 : w[bias + k];

    for (int i = 0; i < count; i++)
        sum += w[matrix + k * count + i] * in[i];
    return sum;
}

/* One step of one sequence: h and the cell become new. */
static inline void rnn_step(const struct rnn *r, int pseudo, const double *w, const double *in, int inputs,
                            double *h, double *cell)
{
    double from_x[4][HIDDEN], from_h[4][HIDDEN], made[HIDDEN];

    for (int g = 0; g < r->gates; g++)
        for (int k = 0; k < HIDDEN; k++) {
            const int bias = r->bias[pseudo][g];
            from_x[g][k] = r->matrix[pseudo][g] < 0 ? in[k] + (bias < 0 ? 0 : w[bias + k])
                                                    : row_of(w, r->matrix[pseudo][g], bias, k, in, inputs);
            from_h[g][k] =
                row_of(w, r->matrix[pseudo][r->gates + g], r->bias[pseudo][r->gates + g], k, h, r->output);
        }
    for (int k = 0; k < HIDDEN; k++) {
        const double sum = from_x[0][k] + from_h[0][k];
        if (r->mode == CUDNN_LSTM) {
            cell[k] = rnn_sigmoid(from_x[1][k] + from_h[1][k]) * cell[k] +
                      rnn_sigmoid(sum) * tanh(from_x[2][k] + from_h[2][k]);
            if (r->clips)
                cell[k] = fmin(fmax(cell[k], -0.125), 0.125);
            made[k] = rnn_sigmoid(from_x[3][k] + from_h[3][k]) * tanh(cell[k]);
        } else if (r->mode == CUDNN_GRU) {
            const double update = rnn_sigmoid(from_x[1][k] + from_h[1][k]);
            const double fresh = tanh(from_x[2][k] + rnn_sigmoid(sum) * from_h[2][k]);
            made[k] = (1 - update) * fresh + update * h[k];
        } else {
            made[k] = r->mode == CUDNN_RNN_TANH ? tanh(sum) : fmax(sum, 0);
        }
    }
    for (int k = 0; k < r->output; k++)
        h[k] = r->output == HIDDEN ? made[k] : row_of(w, r->matrix[pseudo][8], -1, k, made, HIDDEN);
}

static inline void run_network(const void *problem, const double *operands, double *results)
{
    const struct rnn *r = problem;
    const double *x = operands, *hx = x + count_x(), *cx = hx + count_h(r), *w = cx + count_cells(r);
    double *y = results, *hy = y + count_y(r), *cy = hy + count_h(r);
    double input[STEPS * BATCH * 2 * HIDDEN] = {0};
    const int vector = r->directions * r->output;

    memcpy(input, x, count_x() * sizeof *x);
    memcpy(hy, hx, count_h(r) * sizeof *hx);
    memcpy(cy, cx, count_cells(r) * sizeof *cx);
    for (int layer = 0; layer < r->layers; layer++) {
        const int inputs = layer == 0 ? INPUT : vector;
        memset(y, 0, count_y(r) * sizeof *y);
        for (int d = 0; d < r->directions; d++)
            for (int b = 0; b < BATCH; b++)
                for (int i = 0; i < rnn_length[b]; i++) {
                    const int pseudo = layer * r->directions + d, at = pseudo * BATCH + b;
                    const int row = (d ? rnn_length[b] - 1 - i : i) * BATCH + b;
                    rnn_step(r, pseudo, w, input + row * inputs, inputs, hy + at * r->output,
                             cy + at * HIDDEN);
                    memcpy(y + row * vector + d * r->output, hy + at * r->output,
                           (size_t)r->output * sizeof *y);
                }
        for (size_t i = 0; i < count_y(r); i++)
            input[i] = r->drops_all ? 0 : y[i];
    }
}

/* Whether a layer has a bias of an id. */
static inline bool has_bias(const struct rnn *r, int id)
{
    const bool input = id < r->gates;

    return r->bias_mode == CUDNN_RNN_DOUBLE_BIAS ||
           (id < 2 * r->gates &&
            r->bias_mode == (input ? CUDNN_RNN_SINGLE_INP_BIAS : CUDNN_RNN_SINGLE_REC_BIAS));
}

/* Dense values as a layout has them, or back. */
static inline void relayout(cudnnRNNDataLayout_t layout, int vector, double *dense, double *other, bool back)
{
    int packed = 0;

    for (int t = 0; t < STEPS; t++)
        for (int b = 0; b < BATCH; b++) {
            const bool inside = t < rnn_length[b];
            const int place = layout == CUDNN_RNN_DATA_LAYOUT_BATCH_MAJOR_UNPACKED ? b * STEPS + t
                              : layout == CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_UNPACKED ? t * BATCH + b
                                                                                   : packed;
            packed += inside;
            if (!inside && layout == CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_PACKED)
                continue;
            double *from = back ? other + place * vector : dense + (t * BATCH + b) * vector;
            memcpy(back ? dense + (t * BATCH + b) * vector : other + place * vector, from,
                   (size_t)vector * sizeof *from);
        }
}

#endif
