/* SPDX-License-Identifier: MIT */
/* The operations of which cuDNN's backend is asked to compose attention, each alone, against loops. */
#include "cuda_dnn_backend.h"

enum { A = 2, B = 4, C = 3, D = 5, COUNT = A * B * C * D };

static const int sizes[] = {A, B, C, D};

/* --- indices and selection --- */

static void test_indices(void **state)
{
    static const int behind[] = {B * C * D, C * D, D, 1};
    double expected[COUNT];

    (void)state;
    struct box x = make_box(CUDNN_DATA_FLOAT, WITH_GAPS, 4, sizes),
               y = make_box(CUDNN_DATA_INT32, CHANNELS_LAST, 4, sizes);
    cudnnBackendDescriptor_t of_x = make_tensor(&x, 0), of_y = make_tensor(&y, 1);
    void *const pointers[] = {x.device, y.device};
    for (int axis = 0; axis < 4; axis++) {
        cudnnBackendDescriptor_t operation = begin_index(axis, of_x, of_y);
        RIGHT(cudnnBackendFinalize(operation));
        for (int i = 0; i < COUNT; i++)
            expected[i] = i / behind[axis] % sizes[axis];
        RIGHT(execute(make_plan(&operation, 1), 2, pointers));
        compare(&y, expected);
    }
    for (int axis = -1; axis < 5; axis += 5) {
        cudnnBackendDescriptor_t operation = begin_index(axis, of_x, of_y);
        BAD(cudnnBackendFinalize(operation)); /* -1 is what it is without being set */
        drop(operation);
    }
    drop(of_x), drop(of_y);
    free_box(&x), free_box(&y);
}

/* The causal mask as older libraries have it: indices, a comparison to truth values, a selection. */
static void test_composed_mask(void **state)
{
    float masked = -7;
    double expected[COUNT];

    (void)state;
    struct box x = make_box(CUDNN_DATA_HALF, DENSE, 4, sizes),
               y = make_box(CUDNN_DATA_FLOAT, DENSE, 4, sizes);
    cudnnBackendDescriptor_t tensors[] = {make_tensor(&x, 0),
                                          make_tensor(&y, 1),
                                          make_by_value(2),
                                          make_between(CUDNN_DATA_INT32, 10, sizes),
                                          make_between(CUDNN_DATA_INT32, 11, sizes),
                                          make_between(CUDNN_DATA_BOOLEAN, 12, sizes)};
    cudnnBackendDescriptor_t operations[] = {
        begin_index(2, tensors[0], tensors[3]), begin_index(3, tensors[0], tensors[4]),
        make_pointwise(CUDNN_POINTWISE_CMP_GE, tensors[3], tensors[4], tensors[5]),
        make_select(tensors[5], tensors[0], tensors[2], tensors[1])};
    void *const pointers[] = {x.device, y.device, &masked};
    RIGHT(cudnnBackendFinalize(operations[0]));
    RIGHT(cudnnBackendFinalize(operations[1]));
    for (int i = 0; i < COUNT; i++)
        expected[i] = i / D % C >= i % D ? x.value[i] : (double)masked;
    RIGHT(execute(make_plan(operations, 4), 3, pointers));
    compare(&y, expected);
    for (size_t i = 0; i < sizeof tensors / sizeof *tensors; i++)
        drop(tensors[i]);
    free_box(&x), free_box(&y);
}

/* --- reductions --- */

/* Rows to one number; all to one; four heads to two, of which each has two in turn. */
static void test_reductions(void **state)
{
    static const int results[][4] = {{A, B, C, 1}, {1, 1, 1, 1}, {A, 2, C, D}};
    static const cudnnReduceTensorOp_t ops[] = {CUDNN_REDUCE_TENSOR_ADD, CUDNN_REDUCE_TENSOR_MAX,
                                                CUDNN_REDUCE_TENSOR_MIN, CUDNN_REDUCE_TENSOR_AVG};

    (void)state;
    struct box x = make_box(CUDNN_DATA_FLOAT, WITH_GAPS, 4, sizes);
    cudnnBackendDescriptor_t of_x = make_tensor(&x, 0);
    for (int round = 0; round < 12; round++) {
        const int *size = results[round / 4];
        double expected[COUNT];
        struct box y = make_box(CUDNN_DATA_FLOAT, CHANNELS_LAST, 4, size);
        cudnnBackendDescriptor_t of_y = make_tensor(&y, 1),
                                 operation = begin_reduction(ops[round % 4], of_x, of_y);
        void *const pointers[] = {x.device, y.device};
        for (size_t i = 0; i < y.count; i++)
            expected[i] = round % 4 == 1 ? -9 : round % 4 == 2 ? 9 : 0;
        for (int i = 0; i < COUNT; i++) {
            const int a = i / (B * C * D), b = i / (C * D) % B, c = i / D % C, d = i % D;
            double *to =
                &expected[((a / (A / size[0]) * size[1] + b / (B / size[1])) * size[2] + c / (C / size[2])) *
                              size[3] +
                          d / (D / size[3])];
            *to = round % 4 == 1   ? fmax(*to, x.value[i])
                  : round % 4 == 2 ? fmin(*to, x.value[i])
                                   : *to + x.value[i] / (round % 4 == 3 ? COUNT / (double)y.count : 1);
        }
        RIGHT(cudnnBackendFinalize(operation));
        RIGHT(execute(make_plan(&operation, 1), 2, pointers));
        compare(&y, expected);
        drop(of_y);
        free_box(&y);
    }
    struct box uneven = make_box(CUDNN_DATA_FLOAT, DENSE, 4, (const int[]){A, 3, C, D});
    cudnnBackendDescriptor_t of_uneven = make_tensor(&uneven, 1),
                             operation = begin_reduction(CUDNN_REDUCE_TENSOR_ADD, of_x, of_uneven);
    BAD(cudnnBackendFinalize(operation)); /* four heads are no three */
    drop(operation), drop(of_uneven), drop(of_x);
    free_box(&x), free_box(&uneven);
}

/* --- reshapes --- */

/* A view has the order of memory, so that one with exchanged strides is the transpose; also from floats to
 * halves.  A logical reshape has the order of coordinates. */
static void test_reshapes(void **state)
{
    double expected[COUNT];

    (void)state;
    struct box x = make_box(CUDNN_DATA_FLOAT, DENSE, 4, sizes),
               y = make_box(CUDNN_DATA_HALF, DENSE, 4, (const int[]){A, B, D, C}),
               gaps = make_box(CUDNN_DATA_HALF, WITH_GAPS, 4, sizes);
    y.stride[2] = 1, y.stride[3] = D;
    cudnnBackendDescriptor_t of_x = make_tensor(&x, 0), of_y = make_tensor(&y, 1),
                             of_gaps = make_tensor(&gaps, 1);
    void *const pointers[] = {x.device, y.device};
    cudnnBackendDescriptor_t view = begin_reshape(of_x, of_y), logical = begin_reshape(of_x, of_y),
                             wrong = begin_reshape(of_x, of_gaps);
    for (int i = 0; i < COUNT; i++)
        expected[i] = x.value[i / (C * D) * C * D + i % C * D + i / C % D];
    RIGHT(cudnnBackendFinalize(view));
    RIGHT(execute(make_plan(&view, 1), 2, pointers));
    compare(&y, expected);
    RIGHT(
        SET(logical, OPERATION_RESHAPE_MODE, RESHAPE_MODE, cudnnBackendReshapeMode_t, CUDNN_RESHAPE_LOGICAL));
    RIGHT(cudnnBackendFinalize(logical));
    RIGHT(execute(make_plan(&logical, 1), 2, pointers));
    compare(&y, x.value);
    assert_int_equal(cudnnBackendFinalize(wrong), CUDNN_STATUS_NOT_SUPPORTED);
    drop(wrong), drop(of_x), drop(of_y), drop(of_gaps);
    free_box(&x), free_box(&y), free_box(&gaps);
}

/* A part of a packed tensor, transposed: its dimensions are exchanged with their strides. */
static void test_view_of_a_part(void **state)
{
    double expected[COUNT];

    (void)state;
    struct box x = make_box(CUDNN_DATA_FLOAT, WITH_GAPS, 4, sizes),
               y = make_box(CUDNN_DATA_FLOAT, WITH_GAPS, 4, (const int[]){A, B, D, C});
    y.stride[0] = x.stride[0], y.stride[1] = x.stride[1];
    y.stride[2] = x.stride[3], y.stride[3] = x.stride[2];
    cudnnBackendDescriptor_t of_x = make_tensor(&x, 0), of_y = make_tensor(&y, 1),
                             view = begin_reshape(of_x, of_y);
    void *const pointers[] = {x.device, y.device};
    for (int i = 0; i < COUNT; i++)
        expected[i] = x.value[i / (C * D) * C * D + i % C * D + i / C % D];
    RIGHT(cudnnBackendFinalize(view));
    RIGHT(execute(make_plan(&view, 1), 2, pointers));
    compare(&y, expected);
    drop(of_x), drop(of_y);
    free_box(&x), free_box(&y);
}

/* --- masks --- */

/* One number for all, or for each image. */
static cudnnBackendDescriptor_t set_length(cudnnBackendDescriptor_t mask, cudnnBackendAttributeName_t name,
                                           const struct box *box, int64_t id)
{
    cudnnBackendDescriptor_t tensor = make_tensor(box, id);

    RIGHT(cudnnBackendSetAttribute(mask, name, CUDNN_TYPE_BACKEND_DESCRIPTOR, 1, &tensor));
    return tensor;
}

/* Bounds on the right (round 0: causal; 1: shifted; 2: with lengths) and on the left (3; 4: with lengths). */
static void test_band_masks(void **state)
{
    float masked = -5;

    (void)state;
    for (int round = 0; round < 5; round++) {
        const bool left = round > 2, lengths = round == 2 || round == 4;
        double expected[COUNT];
        struct box x = make_box(CUDNN_DATA_FLOAT, WITH_GAPS, 4, sizes),
                   y = make_box(CUDNN_DATA_FLOAT, DENSE, 4, sizes),
                   bound = make_box(CUDNN_DATA_INT32, DENSE, 4, (const int[]){1, 1, 1, 1}),
                   rows = make_box(CUDNN_DATA_INT32, DENSE, 4, (const int[]){A, 1, 1, 1}),
                   columns = make_box(CUDNN_DATA_INT32, DENSE, 4, (const int[]){A, 1, 1, 1});
        bound.value[0] = 1;
        for (int i = 0; i < A; i++)
            rows.value[i] = C - i, columns.value[i] = D;
        upload(&bound), upload(&rows), upload(&columns);
        cudnnBackendDescriptor_t tensors[] = {
            make_tensor(&x, 0), make_by_value(1), make_tensor(&y, 2), NULL, NULL, NULL};
        cudnnBackendDescriptor_t mask = begin_band_mask(
            left ? CUDNN_POINTWISE_CMP_GT : CUDNN_POINTWISE_CMP_GE, tensors[0], tensors[1], tensors[2]);
        if (round > 0)
            tensors[3] = set_length(mask,
                                    left ? CUDNN_ATTR_OPERATION_DIAGONAL_BAND_MASK_LEFT_BOUND_DESC
                                         : CUDNN_ATTR_OPERATION_DIAGONAL_BAND_MASK_SHIFT_RIGHT_BOUND_DESC,
                                    &bound, 3);
        if (lengths) {
            tensors[4] = set_length(mask, CUDNN_ATTR_OPERATION_DIAGONAL_BAND_MASK_SEQ_LEN_QDESC, &rows, 4);
            tensors[5] =
                set_length(mask, CUDNN_ATTR_OPERATION_DIAGONAL_BAND_MASK_SEQ_LEN_KVDESC, &columns, 5);
        }
        for (int i = 0; i < COUNT; i++) {
            const int row = i / D % C, column = i % D, by = round > 0,
                      shift = lengths ? D - (C - i / (B * C * D)) : 0;
            expected[i] =
                (left ? column + by - shift > row : row + shift + by >= column) ? x.value[i] : (double)masked;
        }
        void *const pointers[] = {x.device, &masked, y.device, bound.device, rows.device, columns.device};
        RIGHT(cudnnBackendFinalize(mask));
        RIGHT(execute(make_plan(&mask, 1), 6, pointers));
        compare(&y, expected);
        for (size_t i = 0; i < sizeof tensors / sizeof *tensors; i++)
            if (tensors[i])
                drop(tensors[i]);
        free_box(&x), free_box(&y), free_box(&bound), free_box(&rows), free_box(&columns);
    }
}

static void test_wrong_masks(void **state)
{
    (void)state;
    struct box x = make_box(CUDNN_DATA_FLOAT, DENSE, 4, sizes);
    cudnnBackendDescriptor_t of_x = make_tensor(&x, 0), one = make_by_value(1);
    cudnnBackendDescriptor_t adds = begin_band_mask(CUDNN_POINTWISE_ADD, of_x, one, of_x),
                             both = begin_band_mask(CUDNN_POINTWISE_CMP_GE, of_x, one, of_x),
                             small = begin_band_mask(CUDNN_POINTWISE_CMP_GE, of_x, one, one);
    RIGHT(SET_CHILDREN(both, OPERATION_DIAGONAL_BAND_MASK_LEFT_BOUND_DESC, one));
    RIGHT(SET_CHILDREN(both, OPERATION_DIAGONAL_BAND_MASK_SHIFT_RIGHT_BOUND_DESC, one));
    assert_int_equal(cudnnBackendFinalize(adds), CUDNN_STATUS_NOT_SUPPORTED);
    assert_int_equal(cudnnBackendFinalize(both), CUDNN_STATUS_NOT_SUPPORTED);
    BAD(cudnnBackendFinalize(small));
    drop(adds), drop(both), drop(small), drop(of_x), drop(one);
    free_box(&x);
}

/* --- softmax --- */

/* All results, without and with a sink for each head. */
static void test_softmax(void **state)
{
    static const int of_rows[] = {A, B, C, 1};

    (void)state;
    for (int round = 0; round < 2; round++) {
        double y_expected[COUNT], expected[3][COUNT / D];
        struct box x = make_box(CUDNN_DATA_FLOAT, WITH_GAPS, 4, sizes),
                   y = make_box(CUDNN_DATA_FLOAT, DENSE, 4, sizes),
                   sink = make_box(CUDNN_DATA_FLOAT, DENSE, 4, (const int[]){1, B, 1, 1}), row[3];
        cudnnBackendDescriptor_t of_x = make_tensor(&x, 0), of_y = make_tensor(&y, 1),
                                 of_sink = make_tensor(&sink, 2), of_row[3];
        cudnnBackendDescriptor_t operation = begin_softmax(of_x, of_y);
        for (int i = 0; i < 3; i++) {
            row[i] = make_box(CUDNN_DATA_FLOAT, DENSE, 4, of_rows);
            of_row[i] = make_tensor(&row[i], 3 + i);
        }
        RIGHT(SET_CHILDREN(operation, OPERATION_SOFTMAX_STATS_DESC, of_row[0]));
        RIGHT(SET_CHILDREN(operation, OPERATION_SOFTMAX_MAX_DESC, of_row[1]));
        RIGHT(SET_CHILDREN(operation, OPERATION_SOFTMAX_SUM_EXP_DESC, of_row[2]));
        if (round == 1) {
            RIGHT(SET_CHILDREN(operation, OPERATION_SOFTMAX_SINK_DESC, of_sink));
            RIGHT(SET(operation, OPERATION_SOFTMAX_STATS_LOG2, BOOLEAN, bool, true));
        }
        for (int i = 0; i < COUNT / D; i++) {
            const double own = sink.value[i / C % B];
            double most = round ? own : -9, sum;
            for (int j = 0; j < D; j++)
                most = fmax(most, x.value[i * D + j]);
            sum = round ? exp(own - most) : 0;
            for (int j = 0; j < D; j++)
                sum += exp(x.value[i * D + j] - most);
            for (int j = 0; j < D; j++)
                y_expected[i * D + j] = exp(x.value[i * D + j] - most) / sum;
            expected[0][i] = (most + log(sum)) / (round ? log(2) : 1);
            expected[1][i] = most;
            expected[2][i] = sum;
        }
        void *const pointers[] = {x.device,      y.device,      sink.device,
                                  row[0].device, row[1].device, row[2].device};
        RIGHT(cudnnBackendFinalize(operation));
        RIGHT(execute(make_plan(&operation, 1), 6, pointers));
        compare(&y, y_expected);
        for (int i = 0; i < 3; i++) {
            compare(&row[i], expected[i]);
            drop(of_row[i]);
            free_box(&row[i]);
        }
        drop(of_x), drop(of_y), drop(of_sink);
        free_box(&x), free_box(&y), free_box(&sink);
    }
}

/* Weights of a row that a mask covers are 0. */
static void test_covered_row(void **state)
{
    const float covered[] = {-INFINITY, -INFINITY, -INFINITY};
    const double zeros[3] = {0};

    (void)state;
    struct box x = make_box(CUDNN_DATA_FLOAT, DENSE, 3, (const int[]){1, 1, 3}),
               y = make_box(CUDNN_DATA_FLOAT, DENSE, 3, (const int[]){1, 1, 3});
    cudnnBackendDescriptor_t of_x = make_tensor(&x, 0), of_y = make_tensor(&y, 1),
                             operation = begin_softmax(of_x, of_y), wide = begin_softmax(of_x, of_y);
    void *const pointers[] = {x.device, y.device};
    assert_int_equal(cudaMemcpy(x.device, covered, sizeof covered, cudaMemcpyHostToDevice), cudaSuccess);
    RIGHT(cudnnBackendFinalize(operation));
    RIGHT(execute(make_plan(&operation, 1), 2, pointers));
    compare(&y, zeros);
    RIGHT(SET_CHILDREN(wide, OPERATION_SOFTMAX_STATS_DESC, of_x));
    BAD(cudnnBackendFinalize(wide)); /* statistics are one number a row */
    drop(wide), drop(of_x), drop(of_y);
    free_box(&x), free_box(&y);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, dnn_setup, dnn_teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_indices),     TEST(test_composed_mask),  TEST(test_reductions),
        TEST(test_reshapes),    TEST(test_view_of_a_part), TEST(test_band_masks),
        TEST(test_wrong_masks), TEST(test_softmax),        TEST(test_covered_row),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
