/* SPDX-License-Identifier: MIT */
/* Attention with a causal mask as frameworks compose it of operations of cuDNN's backend, forward against
 * loops, and backward against differences of them: two heads of Q share one of K and V. */
#include "cuda_dnn_backend.h"

enum { IMAGES = 2, HEADS = 2, ROWS = 4, KEYS = 3, DEPTH = 5, WIDE = 2, MOST = 40 };

static const double scale_by = 0.5, minus_infinity = -INFINITY;

/* A graph that grows; tensors in memory are numbered from 0 on, those between from 100. */
struct net {
    cudnnBackendDescriptor_t tensor[MOST], operation[MOST];
    void *pointer[16];
    int tensors, operations, in_memory;
};

static cudnnBackendDescriptor_t keep(struct net *net, cudnnBackendDescriptor_t tensor)
{
    return net->tensor[net->tensors++] = tensor;
}

static cudnnBackendDescriptor_t in_memory(struct net *net, const struct box *box)
{
    net->pointer[net->in_memory] = box->device;
    return keep(net, make_tensor(box, net->in_memory++));
}

/* K or V with rows and columns exchanged. */
static cudnnBackendDescriptor_t turned(struct net *net, const struct box *box)
{
    struct box view = *box;

    view.size[2] = box->size[3], view.size[3] = box->size[2];
    view.stride[2] = box->stride[3], view.stride[3] = box->stride[2];
    return in_memory(net, &view);
}

static cudnnBackendDescriptor_t by_value(struct net *net, const double *value)
{
    static const struct box one = {
        .type = CUDNN_DATA_DOUBLE, .dims = 4, .size = {1, 1, 1, 1}, .stride = {1, 1, 1, 1}};
    cudnnBackendDescriptor_t tensor = begin_tensor(&one, net->in_memory);

    RIGHT(SET(tensor, TENSOR_IS_BY_VALUE, BOOLEAN, bool, true));
    RIGHT(cudnnBackendFinalize(tensor));
    net->pointer[net->in_memory++] = (void *)value;
    return keep(net, tensor);
}

static cudnnBackendDescriptor_t between(struct net *net, int rows, int columns)
{
    return keep(net, make_between(CUDNN_DATA_DOUBLE, 100 + net->tensors,
                                  (const int[]){IMAGES, HEADS, rows, columns}));
}

/* The transpose of what has the sizes of scores, as a view. */
static cudnnBackendDescriptor_t transpose(struct net *net, cudnnBackendDescriptor_t x)
{
    const struct box view = {.type = CUDNN_DATA_DOUBLE,
                             .dims = 4,
                             .size = {IMAGES, HEADS, KEYS, ROWS},
                             .stride = {HEADS * ROWS * KEYS, ROWS * KEYS, 1, KEYS}};
    cudnnBackendDescriptor_t y = keep(net, make_virtual(&view, 100 + net->tensors, CUDNN_DATA_DOUBLE));

    RIGHT(cudnnBackendFinalize(net->operation[net->operations++] = begin_reshape(x, y)));
    return y;
}

static cudnnBackendDescriptor_t multiply(struct net *net, cudnnBackendDescriptor_t a,
                                         cudnnBackendDescriptor_t b, cudnnBackendDescriptor_t c)
{
    RIGHT(cudnnBackendFinalize(net->operation[net->operations++] = begin_matmul(a, b, c)));
    return c;
}

static cudnnBackendDescriptor_t reduce(struct net *net, cudnnReduceTensorOp_t op, cudnnBackendDescriptor_t x,
                                       cudnnBackendDescriptor_t y)
{
    RIGHT(cudnnBackendFinalize(net->operation[net->operations++] = begin_reduction(op, x, y)));
    return y;
}

static cudnnBackendDescriptor_t point(struct net *net, cudnnPointwiseMode_t mode, cudnnBackendDescriptor_t x,
                                      cudnnBackendDescriptor_t b, cudnnBackendDescriptor_t y)
{
    net->operation[net->operations++] = make_pointwise(mode, x, b, y);
    return y;
}

/* Scores of columns behind the row's own become minus infinity. */
static cudnnBackendDescriptor_t mask(struct net *net, cudnnBackendDescriptor_t x)
{
    cudnnBackendDescriptor_t row = between(net, ROWS, KEYS), column = between(net, ROWS, KEYS),
                             y = between(net, ROWS, KEYS);
    cudnnBackendDescriptor_t stays = keep(
        net, make_between(CUDNN_DATA_BOOLEAN, 100 + net->tensors, (const int[]){IMAGES, HEADS, ROWS, KEYS}));

    RIGHT(cudnnBackendFinalize(net->operation[net->operations++] = begin_index(2, x, row)));
    RIGHT(cudnnBackendFinalize(net->operation[net->operations++] = begin_index(3, x, column)));
    point(net, CUDNN_POINTWISE_CMP_GE, row, column, stays);
    net->operation[net->operations++] = make_select(stays, x, by_value(net, &minus_infinity), y);
    return y;
}

static void run(struct net *net)
{
    RIGHT(execute(make_plan(net->operation, net->operations), net->in_memory, net->pointer));
    for (int i = 0; i < net->tensors; i++)
        drop(net->tensor[i]);
}

/* --- the definition --- */

struct attention {
    struct box q, k, v, o, statistics;
};

static struct attention make_attention(void)
{
    const cudnnDataType_t type = CUDNN_DATA_DOUBLE;

    return (struct attention){
        .q = make_box(type, WITH_GAPS, 4, (const int[]){IMAGES, HEADS, ROWS, DEPTH}),
        .k = make_box(type, DENSE, 4, (const int[]){IMAGES, 1, KEYS, DEPTH}),
        .v = make_box(type, WITH_GAPS, 4, (const int[]){IMAGES, 1, KEYS, WIDE}),
        .o = make_box(type, CHANNELS_LAST, 4, (const int[]){IMAGES, HEADS, ROWS, WIDE}),
        .statistics = make_box(type, DENSE, 4, (const int[]){IMAGES, HEADS, ROWS, 1}),
    };
}

static void free_attention(struct attention *p)
{
    free_box(&p->q), free_box(&p->k), free_box(&p->v), free_box(&p->o), free_box(&p->statistics);
}

/* O, and the logarithm of each row's sum of exponentials if it is wanted. */
static void attend(const double *q, const double *k, const double *v, double *o, double *statistics)
{
    for (int row = 0; row < IMAGES * HEADS * ROWS; row++) {
        const int image = row / (HEADS * ROWS), columns = row % ROWS < KEYS ? row % ROWS + 1 : KEYS;
        double weight[KEYS], sum = 0;
        for (int j = 0; j < columns; j++) {
            weight[j] = 0;
            for (int d = 0; d < DEPTH; d++)
                weight[j] += scale_by * q[row * DEPTH + d] * k[(image * KEYS + j) * DEPTH + d];
            sum += weight[j] = exp(weight[j]);
        }
        for (int d = 0; d < WIDE; d++) {
            o[row * WIDE + d] = 0;
            for (int j = 0; j < columns; j++)
                o[row * WIDE + d] += weight[j] / sum * v[(image * KEYS + j) * WIDE + d];
        }
        if (statistics)
            statistics[row] = log(sum);
    }
}

static void of_q(const void *problem, const double *x, double *y)
{
    const struct attention *p = problem;

    attend(x, p->k.value, p->v.value, y, NULL);
}

static void of_k(const void *problem, const double *x, double *y)
{
    const struct attention *p = problem;

    attend(p->q.value, x, p->v.value, y, NULL);
}

static void of_v(const void *problem, const double *x, double *y)
{
    const struct attention *p = problem;

    attend(p->q.value, p->k.value, x, y, NULL);
}

/* --- as it is composed --- */

static void test_forward(void **state)
{
    double o[IMAGES * HEADS * ROWS * WIDE], statistics[IMAGES * HEADS * ROWS];

    (void)state;
    need_library(dnn_blas);
    struct attention p = make_attention();
    struct net net = {.tensors = 0};
    cudnnBackendDescriptor_t scores =
        multiply(&net, in_memory(&net, &p.q), turned(&net, &p.k), between(&net, ROWS, KEYS));
    scores = point(&net, CUDNN_POINTWISE_MUL, scores, by_value(&net, &scale_by), between(&net, ROWS, KEYS));
    scores = mask(&net, scores);
    cudnnBackendDescriptor_t most = reduce(&net, CUDNN_REDUCE_TENSOR_MAX, scores, between(&net, ROWS, 1));
    scores = point(&net, CUDNN_POINTWISE_SUB, scores, most, between(&net, ROWS, KEYS));
    scores = point(&net, CUDNN_POINTWISE_EXP, scores, NULL, between(&net, ROWS, KEYS));
    cudnnBackendDescriptor_t sum = reduce(&net, CUDNN_REDUCE_TENSOR_ADD, scores, between(&net, ROWS, 1));
    cudnnBackendDescriptor_t of_sum = point(&net, CUDNN_POINTWISE_LOG, sum, NULL, between(&net, ROWS, 1));
    point(&net, CUDNN_POINTWISE_ADD, most, of_sum, in_memory(&net, &p.statistics));
    scores = point(&net, CUDNN_POINTWISE_DIV, scores, sum, between(&net, ROWS, KEYS));
    multiply(&net, scores, in_memory(&net, &p.v), in_memory(&net, &p.o));
    attend(p.q.value, p.k.value, p.v.value, o, statistics);
    run(&net);
    compare(&p.o, o);
    compare(&p.statistics, statistics);
    free_attention(&p);
}

static void test_backward(void **state)
{
    (void)state;
    need_library(dnn_blas);
    struct attention p = make_attention();
    struct box d_o = make_box(CUDNN_DATA_DOUBLE, DENSE, 4, p.o.size),
               d_q = make_box(CUDNN_DATA_DOUBLE, WITH_GAPS, 4, p.q.size),
               d_k = make_box(CUDNN_DATA_DOUBLE, DENSE, 4, p.k.size),
               d_v = make_box(CUDNN_DATA_DOUBLE, DENSE, 4, p.v.size),
               sums = make_box(CUDNN_DATA_DOUBLE, DENSE, 4, p.statistics.size);
    attend(p.q.value, p.k.value, p.v.value, p.o.value, p.statistics.value);
    upload(&p.o), upload(&p.statistics);
    struct net net = {.tensors = 0};
    cudnnBackendDescriptor_t q = in_memory(&net, &p.q), slope = in_memory(&net, &d_o),
                             scale = by_value(&net, &scale_by);
    cudnnBackendDescriptor_t both =
        point(&net, CUDNN_POINTWISE_MUL, slope, in_memory(&net, &p.o), between(&net, ROWS, WIDE));
    cudnnBackendDescriptor_t of_rows = reduce(&net, CUDNN_REDUCE_TENSOR_ADD, both, in_memory(&net, &sums));
    cudnnBackendDescriptor_t weights = multiply(&net, q, turned(&net, &p.k), between(&net, ROWS, KEYS));
    weights = point(&net, CUDNN_POINTWISE_MUL, weights, scale, between(&net, ROWS, KEYS));
    weights =
        point(&net, CUDNN_POINTWISE_SUB, weights, in_memory(&net, &p.statistics), between(&net, ROWS, KEYS));
    weights = mask(&net, weights);
    weights = point(&net, CUDNN_POINTWISE_EXP, weights, NULL, between(&net, ROWS, KEYS));
    reduce(&net, CUDNN_REDUCE_TENSOR_ADD,
           multiply(&net, transpose(&net, weights), slope, between(&net, KEYS, WIDE)), in_memory(&net, &d_v));
    cudnnBackendDescriptor_t inner = multiply(&net, slope, turned(&net, &p.v), between(&net, ROWS, KEYS));
    inner = point(&net, CUDNN_POINTWISE_SUB, inner, of_rows, between(&net, ROWS, KEYS));
    inner = point(&net, CUDNN_POINTWISE_MUL, inner, weights, between(&net, ROWS, KEYS));
    inner = point(&net, CUDNN_POINTWISE_MUL, inner, scale, between(&net, ROWS, KEYS));
    reduce(&net, CUDNN_REDUCE_TENSOR_ADD,
           multiply(&net, transpose(&net, inner), q, between(&net, KEYS, DEPTH)), in_memory(&net, &d_k));
    multiply(&net, inner, in_memory(&net, &p.k), in_memory(&net, &d_q));
    run(&net);
    compare_nearly(&d_q, gradient(of_q, &p, p.q.value, p.q.count, d_o.value, p.o.count));
    compare_nearly(&d_k, gradient(of_k, &p, p.k.value, p.k.count, d_o.value, p.o.count));
    compare_nearly(&d_v, gradient(of_v, &p, p.v.value, p.v.count, d_o.value, p.o.count));
    free_box(&d_o), free_box(&d_q), free_box(&d_k), free_box(&d_v), free_box(&sums);
    free_attention(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_forward, dnn_setup, dnn_teardown),
        cmocka_unit_test_setup_teardown(test_backward, dnn_setup, dnn_teardown),
    };

    single_threaded_blas();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
