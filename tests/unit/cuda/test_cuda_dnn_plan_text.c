/* SPDX-License-Identifier: MIT */
/* Plans of cuDNN's backend as text: kept, made plans again, and refused where they are damaged. */
#include "cuda_dnn_backend.h"

enum { COUNT = 6 };

/* y = (x + a constant) * x, with alpha2 = -3: children, arrays, floats, negative numbers. */
static cudnnBackendDescriptor_t make_sample(const struct box *x, const struct box *y)
{
    cudnnBackendDescriptor_t tensors[] = {make_tensor(x, 0), make_tensor(y, 1), make_by_value(2),
                                          make_virtual(x, 10, CUDNN_DATA_FLOAT)},
                             mode = make_mode(CUDNN_POINTWISE_ADD), operations[2];

    operations[0] = BACKEND(OPERATION_POINTWISE);
    RIGHT(SET_CHILDREN(operations[0], OPERATION_POINTWISE_PW_DESCRIPTOR, mode));
    RIGHT(SET_CHILDREN(operations[0], OPERATION_POINTWISE_XDESC, tensors[0]));
    RIGHT(SET_CHILDREN(operations[0], OPERATION_POINTWISE_BDESC, tensors[2]));
    RIGHT(SET_CHILDREN(operations[0], OPERATION_POINTWISE_YDESC, tensors[3]));
    RIGHT(SET(operations[0], OPERATION_POINTWISE_ALPHA2, FLOAT, float, -3));
    RIGHT(cudnnBackendFinalize(operations[0]));
    operations[1] = make_pointwise(CUDNN_POINTWISE_MUL, tensors[3], tensors[0], tensors[1]);
    cudnnBackendDescriptor_t plan = make_plan(operations, 2);
    for (size_t i = 0; i < sizeof tensors / sizeof *tensors; i++)
        drop(tensors[i]);
    drop(mode);
    return plan;
}

static char *text_of(cudnnBackendDescriptor_t plan, int64_t *length)
{
    RIGHT(cudnnBackendGetAttribute(plan, CUDNN_ATTR_EXECUTION_PLAN_JSON_REPRESENTATION, CUDNN_TYPE_CHAR, 0,
                                   length, NULL));
    char *text = malloc((size_t)*length);
    RIGHT(cudnnBackendGetAttribute(plan, CUDNN_ATTR_EXECUTION_PLAN_JSON_REPRESENTATION, CUDNN_TYPE_CHAR,
                                   *length, length, text));
    return text;
}

/* A plan of a text, not finalized. */
static cudnnBackendDescriptor_t begin_plan(const char *text, int64_t length)
{
    cudnnBackendDescriptor_t plan = BACKEND(EXECUTION_PLAN);

    RIGHT(SET(plan, EXECUTION_PLAN_HANDLE, HANDLE, cudnnHandle_t, dnn));
    RIGHT(cudnnBackendSetAttribute(plan, CUDNN_ATTR_EXECUTION_PLAN_JSON_REPRESENTATION, CUDNN_TYPE_CHAR,
                                   length, text));
    return plan;
}

static void test_plan_again(void **state)
{
    double expected[COUNT];
    float constant = 0.5f;
    int64_t length, again;

    (void)state;
    struct box x = make_box(CUDNN_DATA_FLOAT, DENSE, 4, (const int[]){1, 1, 2, 3}),
               y = make_box(CUDNN_DATA_FLOAT, WITH_GAPS, 4, x.size);
    cudnnBackendDescriptor_t first = make_sample(&x, &y);
    char *text = text_of(first, &length);
    drop(first);
    cudnnBackendDescriptor_t plan = begin_plan(text, length);
    RIGHT(cudnnBackendFinalize(plan));
    char *same = text_of(plan, &again);
    assert_int_equal(again, length);
    assert_memory_equal(same, text, (size_t)length);
    void *const pointers[] = {x.device, y.device, &constant};
    for (int i = 0; i < COUNT; i++)
        expected[i] = (x.value[i] - 3 * constant) * x.value[i];
    RIGHT(execute(plan, 3, pointers));
    compare(&y, expected);
    free(text), free(same);
    free_box(&x), free_box(&y);
}

/* Every cut, and every byte as another one: refused, or a plan of another number. */
static void test_damaged_texts(void **state)
{
    static const char others[] = "[],-09x";
    int64_t length;

    (void)state;
    struct box x = make_box(CUDNN_DATA_FLOAT, DENSE, 4, (const int[]){1, 1, 2, 3});
    cudnnBackendDescriptor_t first = make_sample(&x, &x);
    char *text = text_of(first, &length);
    for (int64_t cut = 0; cut < length; cut += 7) {
        cudnnBackendDescriptor_t plan = begin_plan(text, cut);
        BAD(cudnnBackendFinalize(plan));
        drop(plan);
    }
    for (int64_t at = 0; at < length; at += 3) {
        const char kept = text[at];
        text[at] = others[at % (int64_t)(sizeof others - 1)];
        cudnnBackendDescriptor_t plan = begin_plan(text, length);
        const cudnnStatus_t status = cudnnBackendFinalize(plan);
        assert_true(status == CUDNN_STATUS_SUCCESS || status == CUDNN_STATUS_BAD_PARAM ||
                    status == CUDNN_STATUS_NOT_SUPPORTED);
        drop(plan);
        text[at] = kept;
    }
    cudnnBackendDescriptor_t none = BACKEND(EXECUTION_PLAN);
    BAD(cudnnBackendFinalize(none)); /* of nothing */
    drop(none), drop(first);
    free(text);
    free_box(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_plan_again, dnn_setup, dnn_teardown),
        cmocka_unit_test_setup_teardown(test_damaged_texts, dnn_setup, dnn_teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
