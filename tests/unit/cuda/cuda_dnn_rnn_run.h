/* SPDX-License-Identifier: MIT */
/* For tests of cuDNN's recurrent networks: networks in the library, memory for a run of one, and comparisons
 * with the loops. */
#ifndef CUDA_DNN_RNN_RUN_H
#define CUDA_DNN_RNN_RUN_H

#include "cuda_dnn_rnn.h"

/* --- networks --- */

static inline void find_weights(struct rnn *r)
{
    cudnnTensorDescriptor_t matrix, bias;
    size_t bytes = 0;
    void *const base = (void *)4096;

    RIGHT(cudnnGetRNNWeightSpaceSize(dnn, r->descriptor, &bytes));
    r->weights = bytes / sizeof(double);
    RIGHT(cudnnCreateTensorDescriptor(&matrix));
    RIGHT(cudnnCreateTensorDescriptor(&bias));
    for (int p = 0; p < r->layers * r->directions; p++)
        for (int id = 0; id < 2 * r->gates + (r->output != HIDDEN); id++) {
            void *at_matrix, *at_bias, *alone;
            RIGHT(cudnnGetRNNWeightParams(dnn, r->descriptor, p, bytes, base, id, matrix, &at_matrix, bias,
                                          &at_bias));
            RIGHT(cudnnGetRNNWeightParams(dnn, r->descriptor, p, bytes, base, id, NULL, &alone, NULL, NULL));
            assert_ptr_equal(alone, at_matrix);
            RIGHT(cudnnGetRNNWeightParams(dnn, r->descriptor, p, bytes, base, id, NULL, NULL, bias, &alone));
            assert_ptr_equal(alone, at_bias);
            r->matrix[p][id] = at_matrix ? (int)(((char *)at_matrix - (char *)base) / 8) : -1;
            r->bias[p][id] = at_bias ? (int)(((char *)at_bias - (char *)base) / 8) : -1;
            assert_int_equal(at_matrix != NULL, !(r->skips && p < r->directions && id < r->gates));
            assert_int_equal(at_bias != NULL, has_bias(r, id) && id < 2 * r->gates);
        }
    cudnnDestroyTensorDescriptor(matrix);
    cudnnDestroyTensorDescriptor(bias);
}

static inline struct rnn make_rnn(cudnnRNNMode_t mode, int layers, int directions, int output,
                                  cudnnRNNBiasMode_t bias, bool skips)
{
    struct rnn r = {.mode = mode,
                    .bias_mode = bias,
                    .layers = layers,
                    .directions = directions,
                    .gates = mode == CUDNN_LSTM  ? 4
                             : mode == CUDNN_GRU ? 3
                                                 : 1,
                    .output = output,
                    .skips = skips};

    RIGHT(cudnnCreateDropoutDescriptor(&r.dropout));
    RIGHT(cudnnSetDropoutDescriptor(r.dropout, dnn, 0, NULL, 0, 0));
    RIGHT(cudnnCreateRNNDescriptor(&r.descriptor));
    RIGHT(cudnnSetRNNDescriptor_v8(r.descriptor, CUDNN_RNN_ALGO_STANDARD, mode, bias,
                                   directions == 2 ? CUDNN_BIDIRECTIONAL : CUDNN_UNIDIRECTIONAL,
                                   skips ? CUDNN_SKIP_INPUT : CUDNN_LINEAR_INPUT, CUDNN_DATA_DOUBLE,
                                   CUDNN_DATA_DOUBLE, CUDNN_DEFAULT_MATH, INPUT, HIDDEN, output, layers,
                                   r.dropout, CUDNN_RNN_PADDED_IO_ENABLED));
    find_weights(&r);
    return r;
}

static inline void free_rnn(struct rnn *r)
{
    RIGHT(cudnnDestroyRNNDescriptor(r->descriptor));
    RIGHT(cudnnDestroyDropoutDescriptor(r->dropout));
}

/* --- a run of one --- */

/* Device memory of all arrays, as the library sees them. */
struct run {
    struct rnn *r;
    cudnnRNNDataLayout_t layout;
    double *operands, *gradients; /* random, in the host */
    void *x, *y, *dx, *dy, *hx, *hy, *cx, *cy, *dhx, *dhy, *dcx, *dcy, *w, *dw, *reserve;
    size_t reserve_bytes, weight_bytes;
    cudnnRNNDataDescriptor_t of_x, of_y;
    cudnnTensorDescriptor_t of_h, of_c;
};

static inline double *random_numbers(size_t count)
{
    double *values = malloc(count * sizeof *values);

    for (size_t i = 0; i < count; i++)
        values[i] = random_eighth() / 2 + (double)(i % 7) / 256;
    return values;
}

static inline void *device_doubles(const double *values, size_t count)
{
    return device_copy(values, count * sizeof *values);
}

static inline void *device_sequences(const struct run *run, const double *values, int vector)
{
    double other[STEPS * BATCH * 2 * HIDDEN] = {0};

    relayout(run->layout, vector, (double *)values, other, false);
    return device_doubles(other, (size_t)(STEPS * BATCH * vector));
}

static inline cudnnRNNDataDescriptor_t make_data(cudnnRNNDataLayout_t layout, int vector)
{
    cudnnRNNDataDescriptor_t data;
    double fill = 0;

    RIGHT(cudnnCreateRNNDataDescriptor(&data));
    RIGHT(
        cudnnSetRNNDataDescriptor(data, CUDNN_DATA_DOUBLE, layout, STEPS, BATCH, vector, rnn_length, &fill));
    return data;
}

static inline cudnnTensorDescriptor_t make_state(const struct rnn *r, int width)
{
    const int size[] = {r->layers * r->directions, BATCH, width}, stride[] = {BATCH * width, width, 1};
    cudnnTensorDescriptor_t made;

    RIGHT(cudnnCreateTensorDescriptor(&made));
    RIGHT(cudnnSetTensorNdDescriptor(made, CUDNN_DATA_DOUBLE, 3, size, stride));
    return made;
}

static inline struct run begin_run(struct rnn *r, cudnnRNNDataLayout_t layout)
{
    struct run run = {.r = r, .layout = layout, .weight_bytes = r->weights * sizeof(double)};
    double *o = run.operands = random_numbers(count_operands(r));
    double *g = run.gradients = random_numbers(count_results(r));
    const int vector = r->directions * r->output;
    double *zeros = calloc(count_operands(r) + count_results(r), sizeof *zeros);

    for (int i = 0; i < STEPS * BATCH; i++)
        for (int k = 0; i / BATCH >= rnn_length[i % BATCH] && k < vector; k++)
            g[i * vector + k] = 0; /* y has nothing there */
    run.x = device_sequences(&run, o, INPUT);
    run.y = device_doubles(zeros, count_y(r));
    run.dx = device_doubles(zeros, count_x());
    run.dy = device_sequences(&run, g, vector);
    run.hx = device_doubles(o + count_x(), count_h(r));
    run.cx = device_doubles(o + count_x() + count_h(r), count_cells(r));
    run.w = device_doubles(o + count_x() + count_h(r) + count_cells(r), r->weights);
    run.dhy = device_doubles(g + count_y(r), count_h(r));
    run.dcy = device_doubles(g + count_y(r) + count_h(r), count_cells(r));
    run.hy = device_doubles(zeros, count_h(r));
    run.dhx = device_doubles(zeros, count_h(r));
    run.cy = device_doubles(zeros, count_cells(r));
    run.dcx = device_doubles(zeros, count_cells(r));
    run.dw = device_doubles(zeros, r->weights);
    run.of_x = make_data(layout, INPUT);
    run.of_y = make_data(layout, vector);
    run.of_h = make_state(r, r->output);
    run.of_c = make_state(r, HIDDEN);
    RIGHT(cudnnGetRNNTempSpaceSizes(dnn, r->descriptor, CUDNN_FWD_MODE_TRAINING, run.of_x, NULL,
                                    &run.reserve_bytes));
    assert_int_equal(cudaMalloc(&run.reserve, run.reserve_bytes), cudaSuccess);
    free(zeros);
    return run;
}

static inline void end_run(struct run *run)
{
    void *all[] = {run->x,   run->y,   run->dx,  run->dy,  run->hx, run->hy, run->cx,     run->cy,
                   run->dhx, run->dhy, run->dcx, run->dcy, run->w,  run->dw, run->reserve};

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        cudaFree(all[i]);
    free(run->operands);
    free(run->gradients);
    RIGHT(cudnnDestroyRNNDataDescriptor(run->of_x));
    RIGHT(cudnnDestroyRNNDataDescriptor(run->of_y));
    RIGHT(cudnnDestroyTensorDescriptor(run->of_h));
    RIGHT(cudnnDestroyTensorDescriptor(run->of_c));
}

/* --- comparisons --- */

static inline void compare_doubles(const char *name, const void *device, const double *expected, size_t count)
{
    double *values = malloc(count * sizeof *values);

    host_copy(values, device, count * sizeof *values);
    for (size_t i = 0; i < count; i++)
        if (!(fabs(values[i] - expected[i]) <= 1e-7))
            fail_msg("%s[%zu] is %.9g, expected %.9g", name, i, values[i], expected[i]);
    free(values);
}

static inline void compare_sequences(const char *name, const struct run *run, const void *device,
                                     double *expected, int vector)
{
    double other[STEPS * BATCH * 2 * HIDDEN] = {0}, dense[STEPS * BATCH * 2 * HIDDEN] = {0};

    host_copy(other, device, (size_t)(STEPS * BATCH * vector) * sizeof *other);
    relayout(run->layout, vector, dense, other, true);
    for (int i = 0; i < STEPS * BATCH * vector; i++)
        if (!(fabs(dense[i] - expected[i]) <= 1e-7))
            fail_msg("%s[%d] is %.9g, expected %.9g", name, i, dense[i], expected[i]);
}

static inline void compare_forward(const struct run *run)
{
    const struct rnn *r = run->r;
    double *results = calloc(count_results(r), sizeof *results);

    run_network(r, run->operands, results);
    compare_sequences("y", run, run->y, results, r->directions * r->output);
    compare_doubles("hy", run->hy, results + count_y(r), count_h(r));
    if (r->mode == CUDNN_LSTM)
        compare_doubles("cy", run->cy, results + count_y(r) + count_h(r), count_cells(r));
    free(results);
}

static inline void compare_backward(const struct run *run)
{
    const struct rnn *r = run->r;
    double *g = gradient(run_network, r, run->operands, count_operands(r), run->gradients, count_results(r));

    compare_sequences("dx", run, run->dx, g, INPUT);
    compare_doubles("dhx", run->dhx, g + count_x(), count_h(r));
    if (r->mode == CUDNN_LSTM)
        compare_doubles("dcx", run->dcx, g + count_x() + count_h(r), count_cells(r));
    compare_doubles("dw", run->dw, g + count_x() + count_h(r) + count_cells(r), r->weights);
    free(g);
}

#endif
