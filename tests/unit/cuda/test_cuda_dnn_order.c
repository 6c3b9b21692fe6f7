/* SPDX-License-Identifier: MIT */
/* Graphs of cuDNN's backend whose operations are listed in any order, and what their tensors may be. */
#include "cuda_dnn_backend.h"

enum { A = 2, B = 4, C = 3, D = 5, COUNT = A * B * C * D };

static const int sizes[] = {A, B, C, D};

/* Operations are listed from the last to the first, and strides of what is virtual overlap: cudnn-frontend
 * does both.  y = -|x + 1| by a constant; and two operations that wait for each other. */
static void test_any_order(void **state)
{
    float one = 1;
    double expected[COUNT];

    (void)state;
    struct box x = make_box(CUDNN_DATA_FLOAT, DENSE, 4, sizes),
               y = make_box(CUDNN_DATA_FLOAT, DENSE, 4, sizes), odd = x;
    odd.stride[1] = D, odd.stride[2] = C * D;
    cudnnBackendDescriptor_t tensors[] = {make_tensor(&x, 0), make_tensor(&y, 1), make_by_value(2),
                                          make_virtual(&odd, 10, CUDNN_DATA_FLOAT),
                                          make_virtual(&odd, 11, CUDNN_DATA_FLOAT)};
    cudnnBackendDescriptor_t operations[] = {
        make_pointwise(CUDNN_POINTWISE_NEG, tensors[4], NULL, tensors[1]),
        make_pointwise(CUDNN_POINTWISE_ABS, tensors[3], NULL, tensors[4]),
        make_pointwise(CUDNN_POINTWISE_ADD, tensors[0], tensors[2], tensors[3])};
    void *const pointers[] = {x.device, y.device, &one};
    for (int i = 0; i < COUNT; i++)
        expected[i] = -fabs(x.value[i] + 1);
    RIGHT(execute(make_plan(operations, 3), 3, pointers));
    compare(&y, expected);
    cudnnBackendDescriptor_t circle[] = {make_pointwise(CUDNN_POINTWISE_NEG, tensors[3], NULL, tensors[4]),
                                         make_pointwise(CUDNN_POINTWISE_NEG, tensors[4], NULL, tensors[3])},
                             graph = BACKEND(OPERATIONGRAPH);
    RIGHT(SET(graph, OPERATIONGRAPH_HANDLE, HANDLE, cudnnHandle_t, dnn));
    RIGHT(SET_CHILDREN(graph, OPERATIONGRAPH_OPS, circle[0], circle[1]));
    BAD(cudnnBackendFinalize(graph));
    drop(circle[0]), drop(circle[1]), drop(graph);
    for (size_t i = 0; i < sizeof tensors / sizeof *tensors; i++)
        drop(tensors[i]);
    free_box(&x), free_box(&y);
}

/* Eight of them are in a byte of memory, says NVIDIA: not done. */
static void test_truth_in_memory(void **state)
{
    (void)state;
    struct box x = make_number(1);
    cudnnBackendDescriptor_t of_x = make_tensor(&x, 0), truth = begin_tensor(&x, 1),
                             operation = BACKEND(OPERATION_POINTWISE), mode = make_mode(CUDNN_POINTWISE_NEG);
    RIGHT(SET(truth, TENSOR_DATA_TYPE, DATA_TYPE, cudnnDataType_t, CUDNN_DATA_BOOLEAN));
    RIGHT(cudnnBackendFinalize(truth));
    RIGHT(SET_CHILDREN(operation, OPERATION_POINTWISE_PW_DESCRIPTOR, mode));
    RIGHT(SET_CHILDREN(operation, OPERATION_POINTWISE_XDESC, of_x));
    RIGHT(SET_CHILDREN(operation, OPERATION_POINTWISE_YDESC, truth));
    assert_int_equal(cudnnBackendFinalize(operation), CUDNN_STATUS_NOT_SUPPORTED);
    drop(of_x), drop(truth), drop(operation), drop(mode);
    free_box(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_any_order, dnn_setup, dnn_teardown),
        cmocka_unit_test_setup_teardown(test_truth_in_memory, dnn_setup, dnn_teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
