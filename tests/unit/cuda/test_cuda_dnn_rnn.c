/* SPDX-License-Identifier: MIT */
/* cuDNN's recurrent networks by all of its interfaces against loops over the definitions, and their gradients
 * against differences of these loops; dropout between layers, clipping, and the errors of wrong use. */
#include "cuda_dnn_rnn_run.h"

#include <pthread.h>

/* --- the interfaces --- */

#define FORWARD(run, mode, weight_bytes, reserve_bytes)                                                  \
    cudnnRNNForward(dnn, (run)->r->descriptor, mode, NULL, (run)->of_x, (run)->x, (run)->of_y, (run)->y, \
                    (run)->of_h, (run)->hx, (run)->hy, (run)->of_c, (run)->cx, (run)->cy, weight_bytes,  \
                    (run)->w, 0, NULL, reserve_bytes, (run)->reserve)

static void train_8(const struct run *run)
{
    RIGHT(FORWARD(run, CUDNN_FWD_MODE_TRAINING, run->weight_bytes, run->reserve_bytes));
    RIGHT(cudnnRNNBackwardData_v8(dnn, run->r->descriptor, NULL, run->of_y, run->y, run->dy, run->of_x,
                                  run->dx, run->of_h, run->hx, run->dhy, run->dhx, run->of_c, run->cx,
                                  run->dcy, run->dcx, run->weight_bytes, run->w, 0, NULL, run->reserve_bytes,
                                  run->reserve));
    RIGHT(cudnnRNNBackwardWeights_v8(dnn, run->r->descriptor, CUDNN_WGRAD_MODE_ADD, NULL, run->of_x, run->x,
                                     run->of_h, run->hx, run->of_y, run->y, run->weight_bytes, run->dw, 0,
                                     NULL, run->reserve_bytes, run->reserve));
}

static cudnnFilterDescriptor_t make_weights(const struct rnn *r)
{
    cudnnFilterDescriptor_t made;

    RIGHT(cudnnCreateFilterDescriptor(&made));
    RIGHT(cudnnSetFilterNdDescriptor(made, CUDNN_DATA_DOUBLE, CUDNN_TENSOR_NCHW, 3,
                                     (const int[]){(int)r->weights, 1, 1}));
    return made;
}

static void train_7(const struct run *run)
{
    cudnnFilterDescriptor_t w = make_weights(run->r);

    RIGHT(cudnnRNNForwardTrainingEx(dnn, run->r->descriptor, run->of_x, run->x, run->of_h, run->hx, run->of_c,
                                    run->cx, w, run->w, run->of_y, run->y, run->of_h, run->hy, run->of_c,
                                    run->cy, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0,
                                    run->reserve, run->reserve_bytes));
    RIGHT(cudnnRNNBackwardDataEx(dnn, run->r->descriptor, run->of_y, run->y, run->of_y, run->dy, NULL, NULL,
                                 run->of_h, run->dhy, run->of_c, run->dcy, w, run->w, run->of_h, run->hx,
                                 run->of_c, run->cx, run->of_x, run->dx, run->of_h, run->dhx, run->of_c,
                                 run->dcx, NULL, NULL, NULL, 0, run->reserve, run->reserve_bytes));
    RIGHT(cudnnRNNBackwardWeightsEx(dnn, run->r->descriptor, run->of_x, run->x, run->of_h, run->hx, run->of_y,
                                    run->y, NULL, 0, w, run->dw, run->reserve, run->reserve_bytes));
    /* Once more, without what training keeps. */
#define INFER_7(of_x)                                                                                \
    cudnnRNNForwardInferenceEx(dnn, run->r->descriptor, of_x, run->x, run->of_h, run->hx, run->of_c, \
                               run->cx, w, run->w, run->of_y, run->y, run->of_h, run->hy, run->of_c, \
                               run->cy, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0)
    cudaMemset(run->y, 0, count_y(run->r) * sizeof(double));
    RIGHT(INFER_7(run->of_x));
    BAD(INFER_7(NULL));
    cudnnDestroyFilterDescriptor(w);
}

/* One tensor a step. */
static void make_steps(cudnnTensorDescriptor_t *steps, int vector)
{
    for (int t = 0; t < STEPS; t++) {
        const int count = t < rnn_length[1] ? 2 : 1, size[] = {count, vector, 1}, stride[] = {vector, 1, 1};
        RIGHT(cudnnCreateTensorDescriptor(&steps[t]));
        RIGHT(cudnnSetTensorNdDescriptor(steps[t], CUDNN_DATA_DOUBLE, 3, size, stride));
    }
}

/* The older functions find weights where the later one does. */
static void find_weights_6(const struct rnn *r, cudnnRNNDescriptor_t rnn, cudnnTensorDescriptor_t x,
                           cudnnFilterDescriptor_t w)
{
    char *const base = (char *)4096;
    cudnnFilterDescriptor_t found;
    void *at = NULL;

    RIGHT(cudnnCreateFilterDescriptor(&found));
    for (int p = 0; p < r->layers * r->directions; p++)
        for (int id = 0; id < 2 * r->gates; id++) {
            RIGHT(cudnnGetRNNLinLayerMatrixParams(dnn, rnn, p, x, w, base, id, found, &at));
            assert_ptr_equal(at, base + r->matrix[p][id] * (int)sizeof(double));
            RIGHT(cudnnGetRNNLinLayerBiasParams(dnn, rnn, p, x, w, base, id, found, &at));
            assert_ptr_equal(at, base + r->bias[p][id] * (int)sizeof(double));
        }
    BAD(cudnnGetRNNLinLayerMatrixParams(dnn, rnn, -1, x, w, base, 0, found, &at));
    BAD(cudnnGetRNNLinLayerBiasParams(dnn, rnn, 0, x, w, base, 99, found, &at));
    cudnnDestroyFilterDescriptor(found);
}

static void train_6(const struct run *run)
{
    const struct rnn *r = run->r;
    cudnnTensorDescriptor_t x[STEPS], y[STEPS];
    cudnnFilterDescriptor_t w = make_weights(r);
    cudnnRNNDescriptor_t rnn;
    size_t bytes = 0;

    make_steps(x, INPUT);
    make_steps(y, r->directions * r->output);
    RIGHT(cudnnCreateRNNDescriptor(&rnn));
    RIGHT(cudnnSetRNNDescriptor_v6(dnn, rnn, HIDDEN, r->layers, r->dropout, CUDNN_LINEAR_INPUT,
                                   r->directions == 2 ? CUDNN_BIDIRECTIONAL : CUDNN_UNIDIRECTIONAL, r->mode,
                                   CUDNN_RNN_ALGO_STANDARD, CUDNN_DATA_DOUBLE));
    if (r->output != HIDDEN)
        RIGHT(cudnnSetRNNProjectionLayers(dnn, rnn, r->output, 0));
    RIGHT(cudnnGetRNNParamsSize(dnn, rnn, x[0], &bytes, CUDNN_DATA_DOUBLE));
    assert_int_equal(bytes, run->weight_bytes);
    RIGHT(cudnnGetRNNTrainingReserveSize(dnn, rnn, STEPS, x, &bytes));
    assert_int_equal(bytes, run->reserve_bytes);
    RIGHT(cudnnRNNForwardTraining(dnn, rnn, STEPS, x, run->x, run->of_h, run->hx, run->of_c, run->cx, w,
                                  run->w, y, run->y, run->of_h, run->hy, run->of_c, run->cy, NULL, 0,
                                  run->reserve, run->reserve_bytes));
    RIGHT(cudnnRNNBackwardData(dnn, rnn, STEPS, y, run->y, y, run->dy, run->of_h, run->dhy, run->of_c,
                               run->dcy, w, run->w, run->of_h, run->hx, run->of_c, run->cx, x, run->dx,
                               run->of_h, run->dhx, run->of_c, run->dcx, NULL, 0, run->reserve,
                               run->reserve_bytes));
    RIGHT(cudnnRNNBackwardWeights(dnn, rnn, STEPS, x, run->x, run->of_h, run->hx, y, run->y, NULL, 0, w,
                                  run->dw, run->reserve, run->reserve_bytes));
    RIGHT(cudnnGetRNNWorkspaceSize(dnn, rnn, STEPS, x, &bytes));
    BAD(cudnnGetRNNWorkspaceSize(dnn, rnn, STEPS, x, NULL));
#define INFER_6(steps)                                                                                      \
    cudnnRNNForwardInference(dnn, rnn, steps, x, run->x, run->of_h, run->hx, run->of_c, run->cx, w, run->w, \
                             y, run->y, run->of_h, run->hy, run->of_c, run->cy, NULL, 0)
    cudaMemset(run->y, 0, count_y(r) * sizeof(double));
    RIGHT(INFER_6(STEPS));
    BAD(INFER_6(0));
    find_weights_6(r, rnn, x[0], w);
    RIGHT(cudnnBuildRNNDynamic(dnn, rnn, BATCH));
    BAD(cudnnBuildRNNDynamic(dnn, rnn, 0));
    for (int t = 0; t < STEPS; t++)
        cudnnDestroyTensorDescriptor(x[t]), cudnnDestroyTensorDescriptor(y[t]);
    cudnnDestroyFilterDescriptor(w);
    RIGHT(cudnnDestroyRNNDescriptor(rnn));
}

static void check(struct rnn r, cudnnRNNDataLayout_t layout, void (*train)(const struct run *run))
{
    struct run run = begin_run(&r, layout);

    train(&run);
    compare_forward(&run);
    compare_backward(&run);
    end_run(&run);
    free_rnn(&r);
}

static void test_networks(void **state)
{
    (void)state;
    need_library(dnn_blas);
    for (int i = 0; i < 12; i++) {
        const cudnnRNNMode_t mode = (cudnnRNNMode_t)(i % 4);
        check(make_rnn(mode, 1 + i / 4 % 2, 1 + (i / 2) % 2, mode == CUDNN_LSTM && i > 4 ? 2 : HIDDEN,
                       (cudnnRNNBiasMode_t)((i + 2) % 4), i == 9 || i == 11),
              (cudnnRNNDataLayout_t)(i % 3), train_8);
    }
}

static void test_older_interfaces(void **state)
{
    (void)state;
    need_library(dnn_blas);
    check(make_rnn(CUDNN_GRU, 2, 2, HIDDEN, CUDNN_RNN_DOUBLE_BIAS, false),
          CUDNN_RNN_DATA_LAYOUT_BATCH_MAJOR_UNPACKED, train_7);
    check(make_rnn(CUDNN_LSTM, 2, 1, 2, CUDNN_RNN_DOUBLE_BIAS, false), CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_PACKED,
          train_6);
    check(make_rnn(CUDNN_RNN_TANH, 1, 2, HIDDEN, CUDNN_RNN_DOUBLE_BIAS, false),
          CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_PACKED, train_6);
}

/* All that goes from layer to layer is dropped in training, and nothing in inference. */
static void test_dropout(void **state)
{
    void *states;

    (void)state;
    need_library(dnn_blas);
    struct rnn r = make_rnn(CUDNN_GRU, 2, 2, HIDDEN, CUDNN_RNN_DOUBLE_BIAS, false);
    struct run run = begin_run(&r, CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_UNPACKED);
    assert_int_equal(cudaMalloc(&states, 64), cudaSuccess);
    RIGHT(cudnnSetDropoutDescriptor(r.dropout, dnn, 1, states, 64, 1));
    r.drops_all = true;
    train_8(&run);
    compare_forward(&run);
    compare_backward(&run);
    r.drops_all = false;
    RIGHT(FORWARD(&run, CUDNN_FWD_MODE_INFERENCE, run.weight_bytes, 0));
    compare_forward(&run);
    cudaFree(states);
    end_run(&run);
    free_rnn(&r);
}

static void test_clipping(void **state)
{
    cudnnRNNClipMode_t mode;
    double most;

    (void)state;
    need_library(dnn_blas);
    struct rnn r = make_rnn(CUDNN_LSTM, 1, 1, HIDDEN, CUDNN_RNN_NO_BIAS, false);
    struct run run = begin_run(&r, CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_UNPACKED);
    RIGHT(cudnnRNNSetClip_v8(r.descriptor, CUDNN_RNN_CLIP_MINMAX, CUDNN_PROPAGATE_NAN, -0.125, 0.125));
    RIGHT(cudnnRNNGetClip_v8(r.descriptor, &mode, NULL, NULL, &most));
    assert_true(mode == CUDNN_RNN_CLIP_MINMAX && most == 0.125);
    r.clips = true;
    RIGHT(FORWARD(&run, CUDNN_FWD_MODE_INFERENCE, run.weight_bytes, 0));
    compare_forward(&run);
    assert_int_equal(FORWARD(&run, CUDNN_FWD_MODE_TRAINING, run.weight_bytes, run.reserve_bytes),
                     CUDNN_STATUS_NOT_SUPPORTED);
    BAD(cudnnRNNSetClip_v8(r.descriptor, CUDNN_RNN_CLIP_MINMAX, CUDNN_PROPAGATE_NAN, 1, 0));
    end_run(&run);
    free_rnn(&r);
}

static void *run_often(void *argument)
{
    struct run *run = argument;

    for (int i = 0; i < 5; i++)
        RIGHT(FORWARD(run, CUDNN_FWD_MODE_TRAINING, run->weight_bytes, run->reserve_bytes));
    return NULL;
}

static void test_four_threads(void **state)
{
    pthread_t thread[4];
    struct run run[4];

    (void)state;
    need_library(dnn_blas);
    struct rnn r = make_rnn(CUDNN_LSTM, 2, 2, HIDDEN, CUDNN_RNN_DOUBLE_BIAS, false);
    for (int i = 0; i < 4; i++) {
        run[i] = begin_run(&r, (cudnnRNNDataLayout_t)(i % 3));
        assert_int_equal(pthread_create(&thread[i], NULL, run_often, &run[i]), 0);
    }
    for (int i = 0; i < 4; i++) {
        assert_int_equal(pthread_join(thread[i], NULL), 0);
        compare_forward(&run[i]);
        end_run(&run[i]);
    }
    free_rnn(&r);
}

static void test_wrong_descriptors(void **state)
{
    cudnnRNNDescriptor_t rnn;
    cudnnRNNDataDescriptor_t data;
    cudnnPersistentRNNPlan_t plan;
    int length[] = {1, 2}, steps;
    size_t bytes;

    (void)state;
    RIGHT(cudnnCreateRNNDescriptor(&rnn));
    RIGHT(cudnnCreateRNNDataDescriptor(&data));
#define SET_RNN(mode, input_mode, type, input, projected, layers, dropout)                                  \
    cudnnSetRNNDescriptor_v8(rnn, 0, mode, CUDNN_RNN_DOUBLE_BIAS, 0, input_mode, type, 0, 0, input, HIDDEN, \
                             projected, layers, dropout, 0)
    BAD(cudnnGetRNNWeightSpaceSize(dnn, rnn, &bytes)); /* not set */
    BAD(SET_RNN(4, 0, CUDNN_DATA_FLOAT, 2, HIDDEN, 1, NULL));
    BAD(SET_RNN(0, 1, CUDNN_DATA_FLOAT, 2, HIDDEN, 1, NULL)); /* x is not of h's size */
    BAD(SET_RNN(0, 0, CUDNN_DATA_FLOAT, 0, HIDDEN, 1, NULL));
    BAD(SET_RNN(0, 0, CUDNN_DATA_FLOAT, 2, HIDDEN + 1, 1, NULL));
    BAD(SET_RNN(0, 0, CUDNN_DATA_FLOAT, 2, HIDDEN, 0, NULL));
    BAD(SET_RNN(0, 0, CUDNN_DATA_FLOAT, 2, HIDDEN, 1, (cudnnDropoutDescriptor_t)rnn));
    assert_int_equal(SET_RNN(0, 0, CUDNN_DATA_FLOAT, 2, 1, 1, NULL), CUDNN_STATUS_NOT_SUPPORTED);
    assert_int_equal(SET_RNN(0, 0, CUDNN_DATA_FLOAT, INT32_MAX, HIDDEN, 1, NULL), CUDNN_STATUS_NOT_SUPPORTED);
    assert_int_equal(SET_RNN(0, 0, CUDNN_DATA_FLOAT, 2, HIDDEN, INT32_MAX, NULL), CUDNN_STATUS_NOT_SUPPORTED);
    assert_int_equal(SET_RNN(0, 0, CUDNN_DATA_INT8, 2, HIDDEN, 1, NULL), CUDNN_STATUS_NOT_SUPPORTED);
    RIGHT(SET_RNN(0, 0, CUDNN_DATA_FLOAT, 2, HIDDEN, 1, NULL));
    RIGHT(cudnnGetRNNWeightSpaceSize(dnn, rnn, &bytes));
    assert_int_equal(bytes, (HIDDEN * 2 + HIDDEN * HIDDEN + 2 * HIDDEN) * 4);
#define SET_DATA(layout, steps, batch, vector, lengths) \
    cudnnSetRNNDataDescriptor(data, CUDNN_DATA_FLOAT, layout, steps, batch, vector, lengths, NULL)
    BAD(cudnnGetRNNDataDescriptor(data, NULL, NULL, &steps, NULL, NULL, 0, NULL, NULL));
    BAD(SET_DATA(3, 2, 2, 1, length));
    BAD(SET_DATA(0, 1, 2, 1, length));                                      /* too long */
    BAD(SET_DATA(CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_PACKED, 2, 2, 1, length)); /* not sorted */
    BAD(SET_DATA(0, 2, 2, 0, length));
    BAD(SET_DATA(0, 2, 2, 1, NULL));
    RIGHT(SET_DATA(0, 2, 2, 1, length));
    RIGHT(cudnnGetRNNDataDescriptor(data, NULL, NULL, &steps, NULL, NULL, 1, length, NULL));
    assert_int_equal(steps, 2);
    RIGHT(cudnnDestroyRNNDataDescriptor(data));
    BAD(cudnnDestroyRNNDataDescriptor(data));
    BAD(cudnnCreatePersistentRNNPlan(rnn, 0, CUDNN_DATA_FLOAT, &plan));
    BAD(cudnnSetPersistentRNNPlan(rnn, (cudnnPersistentRNNPlan_t)rnn));
    RIGHT(cudnnCreatePersistentRNNPlan(rnn, 2, CUDNN_DATA_FLOAT, &plan));
    RIGHT(cudnnSetPersistentRNNPlan(rnn, plan));
    RIGHT(cudnnDestroyPersistentRNNPlan(plan));
    BAD(cudnnDestroyPersistentRNNPlan(plan));
    RIGHT(cudnnDestroyRNNDescriptor(rnn));
}

static void test_wrong_runs(void **state)
{
    (void)state;
    need_library(dnn_blas);
    struct rnn r = make_rnn(CUDNN_LSTM, 1, 1, HIDDEN, CUDNN_RNN_DOUBLE_BIAS, false);
    struct run run = begin_run(&r, CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_UNPACKED), wrong = run;
    BAD(FORWARD(&run, CUDNN_FWD_MODE_TRAINING, run.weight_bytes - 1, run.reserve_bytes));
    BAD(FORWARD(&run, CUDNN_FWD_MODE_TRAINING, run.weight_bytes, run.reserve_bytes - 1));
    BAD(FORWARD(&run, 2, run.weight_bytes, run.reserve_bytes));
    wrong.of_x = make_data(run.layout, INPUT + 1);
    BAD(FORWARD(&wrong, CUDNN_FWD_MODE_TRAINING, run.weight_bytes, run.reserve_bytes));
    RIGHT(cudnnDestroyRNNDataDescriptor(wrong.of_x));
    BAD(FORWARD(&wrong, CUDNN_FWD_MODE_TRAINING, run.weight_bytes, run.reserve_bytes));
    wrong = run;
    wrong.of_h = make_state(&r, HIDDEN + 1);
    BAD(FORWARD(&wrong, CUDNN_FWD_MODE_TRAINING, run.weight_bytes, run.reserve_bytes));
    RIGHT(cudnnDestroyTensorDescriptor(wrong.of_h));
    wrong = run;
    wrong.x = NULL;
    BAD(FORWARD(&wrong, CUDNN_FWD_MODE_TRAINING, run.weight_bytes, run.reserve_bytes));
    wrong.x = &wrong;
    assert_int_equal(FORWARD(&wrong, CUDNN_FWD_MODE_TRAINING, run.weight_bytes, run.reserve_bytes),
                     CUDNN_STATUS_EXECUTION_FAILED);
    wrong = run;
    wrong.reserve = NULL;
    BAD(FORWARD(&wrong, CUDNN_FWD_MODE_TRAINING, run.weight_bytes, run.reserve_bytes));
    assert_int_equal(cudnnRNNBackwardWeights_v8(dnn, r.descriptor, CUDNN_WGRAD_MODE_SET, NULL, run.of_x,
                                                run.x, run.of_h, run.hx, run.of_y, run.y, run.weight_bytes,
                                                run.dw, 0, NULL, run.reserve_bytes, run.reserve),
                     CUDNN_STATUS_NOT_SUPPORTED);
    end_run(&run);
    free_rnn(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_networks, dnn_setup, dnn_teardown),
        cmocka_unit_test_setup_teardown(test_older_interfaces, dnn_setup, dnn_teardown),
        cmocka_unit_test_setup_teardown(test_dropout, dnn_setup, dnn_teardown),
        cmocka_unit_test_setup_teardown(test_clipping, dnn_setup, dnn_teardown),
        cmocka_unit_test_setup_teardown(test_four_threads, dnn_setup, dnn_teardown),
        cmocka_unit_test_setup_teardown(test_wrong_descriptors, dnn_setup, dnn_teardown),
        cmocka_unit_test_setup_teardown(test_wrong_runs, dnn_setup, dnn_teardown),
    };

    single_threaded_blas();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
