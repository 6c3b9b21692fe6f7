/* SPDX-License-Identifier: MIT */
/* Pointwise operations of cuDNN's backend: all modes against numbers from tables, and the slopes against
 * differences. */
#include "cuda_dnn_backend.h"

static const struct {
    cudnnPointwiseMode_t mode;
    bool binary;
    double x, b, y; /* worked out by hand or by tables */
} modes[] = {
    {CUDNN_POINTWISE_ADD, true, 2, 3, 5},
    {CUDNN_POINTWISE_MUL, true, 2, 3, 6},
    {CUDNN_POINTWISE_MIN, true, 2, 3, 2},
    {CUDNN_POINTWISE_MAX, true, 2, 3, 3},
    {CUDNN_POINTWISE_SQRT, false, 9, 0, 3},
    {CUDNN_POINTWISE_ADD_SQUARE, true, 2, 3, 11},
    {CUDNN_POINTWISE_DIV, true, 3, 2, 1.5},
    {CUDNN_POINTWISE_MOD, true, 7, 3, 1},
    {CUDNN_POINTWISE_POW, true, 2, 3, 8},
    {CUDNN_POINTWISE_SUB, true, 2, 3, -1},
    {CUDNN_POINTWISE_ABS, false, -2, 0, 2},
    {CUDNN_POINTWISE_CEIL, false, 1.25, 0, 2},
    {CUDNN_POINTWISE_COS, false, 1, 0, 0.54030230586813977},
    {CUDNN_POINTWISE_EXP, false, 1, 0, 2.7182818284590452},
    {CUDNN_POINTWISE_FLOOR, false, -1.25, 0, -2},
    {CUDNN_POINTWISE_LOG, false, 2, 0, 0.69314718055994531},
    {CUDNN_POINTWISE_NEG, false, 2, 0, -2},
    {CUDNN_POINTWISE_RSQRT, false, 4, 0, 0.5},
    {CUDNN_POINTWISE_SIN, false, 1, 0, 0.84147098480789651},
    {CUDNN_POINTWISE_TAN, false, 1, 0, 1.5574077246549022},
    {CUDNN_POINTWISE_ERF, false, 1, 0, 0.84270079294971487},
    {CUDNN_POINTWISE_IDENTITY, false, 7, 0, 7},
    {CUDNN_POINTWISE_RECIPROCAL, false, 4, 0, 0.25},
    {CUDNN_POINTWISE_ATAN2, true, 1, -1, 2.3561944901923449},
    {CUDNN_POINTWISE_RELU_FWD, false, -3, 0, 0},
    {CUDNN_POINTWISE_TANH_FWD, false, 1, 0, 0.76159415595576489},
    {CUDNN_POINTWISE_SIGMOID_FWD, false, 1, 0, 0.7310585786300049},
    {CUDNN_POINTWISE_ELU_FWD, false, -1, 0, -0.63212055882855767},
    {CUDNN_POINTWISE_GELU_FWD, false, 1, 0, 0.84134474606854293},
    {CUDNN_POINTWISE_SOFTPLUS_FWD, false, 1, 0, 1.3132616875182228},
    {CUDNN_POINTWISE_SWISH_FWD, false, 1, 0, 0.7310585786300049},
    {CUDNN_POINTWISE_GELU_APPROX_TANH_FWD, false, 1, 0, 0.84119199060827676},
    {CUDNN_POINTWISE_CMP_EQ, true, 2, 3, 0},
    {CUDNN_POINTWISE_CMP_NEQ, true, 2, 3, 1},
    {CUDNN_POINTWISE_CMP_GT, true, 2, 3, 0},
    {CUDNN_POINTWISE_CMP_GE, true, 3, 3, 1},
    {CUDNN_POINTWISE_CMP_LT, true, 2, 3, 1},
    {CUDNN_POINTWISE_CMP_LE, true, 4, 3, 0},
    {CUDNN_POINTWISE_LOGICAL_AND, true, 1, 0, 0},
    {CUDNN_POINTWISE_LOGICAL_OR, true, 1, 0, 1},
    {CUDNN_POINTWISE_LOGICAL_NOT, false, 1, 0, 0},
};

static double pointwise_once(cudnnPointwiseMode_t mode, double x, bool binary, double b)
{
    struct box of_x = make_number(x), of_b = make_number(b), of_y = make_number(0);
    cudnnBackendDescriptor_t tensors[] = {make_tensor(&of_x, 0), make_tensor(&of_b, 1),
                                          make_tensor(&of_y, 2)};
    cudnnBackendDescriptor_t operation =
        make_pointwise(mode, tensors[0], binary ? tensors[1] : NULL, tensors[2]);
    void *const pointers[] = {of_x.device, of_b.device, of_y.device};

    RIGHT(execute(make_plan(&operation, 1), 3, pointers));
    download(&of_y);
    const double y = of_y.value[0];
    for (int i = 0; i < 3; i++)
        drop(tensors[i]);
    free_box(&of_x), free_box(&of_b), free_box(&of_y);
    return y;
}

static void test_pointwise_modes(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        const double y = pointwise_once(modes[i].mode, modes[i].x, modes[i].binary, modes[i].b);
        if (!(fabs(y - modes[i].y) <= 1e-12))
            fail_msg("mode %d is %.17g, expected %.17g", modes[i].mode, y, modes[i].y);
    }
}

/* Backward modes are the slopes of forward ones, on both sides of 0. */
static void test_pointwise_slopes(void **state)
{
    (void)state;
    for (int i = 0; i < 16; i++) {
        const cudnnPointwiseMode_t forward = (cudnnPointwiseMode_t)(CUDNN_POINTWISE_RELU_FWD + i / 2);
        const double x = i % 2 ? 0.75 : -0.75, step = 1e-5;
        const double slope =
            (pointwise_once(forward, x + step, false, 0) - pointwise_once(forward, x - step, false, 0)) /
            (2 * step);
        const double y = pointwise_once((cudnnPointwiseMode_t)(forward + 100), x, true, 3);
        if (!(fabs(y - 3 * slope) <= 1e-8))
            fail_msg("mode %d is %.17g, expected %.17g", forward + 100, y, 3 * slope);
    }
}

static void test_select(void **state)
{
    (void)state;
    struct box x = make_number(5), b = make_number(6), y = make_number(0);
    for (int t = 0; t < 2; t++) {
        struct box of_t = make_number(t);
        cudnnBackendDescriptor_t operation = BACKEND(OPERATION_POINTWISE), mode = make_mode(601);
        cudnnBackendDescriptor_t tensors[] = {make_tensor(&x, 0), make_tensor(&b, 1), make_tensor(&y, 2),
                                              make_tensor(&of_t, 3)};
        RIGHT(SET_CHILDREN(operation, OPERATION_POINTWISE_PW_DESCRIPTOR, mode));
        RIGHT(SET_CHILDREN(operation, OPERATION_POINTWISE_XDESC, tensors[0]));
        RIGHT(SET_CHILDREN(operation, OPERATION_POINTWISE_BDESC, tensors[1]));
        RIGHT(SET_CHILDREN(operation, OPERATION_POINTWISE_YDESC, tensors[2]));
        BAD(cudnnBackendFinalize(operation)); /* no t */
        RIGHT(SET_CHILDREN(operation, OPERATION_POINTWISE_TDESC, tensors[3]));
        RIGHT(SET(operation, OPERATION_POINTWISE_ALPHA1, FLOAT, float, 2));
        RIGHT(cudnnBackendFinalize(operation));
        void *const pointers[] = {x.device, b.device, y.device, of_t.device};
        RIGHT(execute(make_plan(&operation, 1), 4, pointers));
        download(&y);
        assert_true(y.value[0] == (t ? 10 : 6));
        for (int i = 0; i < 4; i++)
            drop(tensors[i]);
        drop(mode);
        free_box(&of_t);
    }
    free_box(&x), free_box(&b), free_box(&y);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_pointwise_modes, dnn_setup, dnn_teardown),
        cmocka_unit_test_setup_teardown(test_pointwise_slopes, dnn_setup, dnn_teardown),
        cmocka_unit_test_setup_teardown(test_select, dnn_setup, dnn_teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
