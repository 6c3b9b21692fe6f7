/* SPDX-License-Identifier: MIT */
/* Products of matrices in graphs: the last two coordinates of tensors are rows and columns, those before are
 * batches, in which several matrices of a factor in turn may share one of the other.  Sums are accumulated in
 * double precision. */
#include "cuda/dnn/backend_graph.h"
#include "cuda/dnn/gemm.h"

#include <stdlib.h>

struct matmul_sizes {
    size_t m, n, k, batches;
    const struct cudnnTensorStruct *a, *b, *c;
};

static struct matmul_sizes sizes_of(const struct hw_dnn_graph *graph, const struct hw_dnn_step *step)
{
    struct matmul_sizes sizes = {.a = hw_dnn_graph_tensor(graph, step->x),
                                 .b = hw_dnn_graph_tensor(graph, step->b),
                                 .c = hw_dnn_graph_tensor(graph, step->y)};
    const int rows = sizes.c->dims - 2, columns = sizes.c->dims - 1;

    sizes.m = (size_t)sizes.c->size[rows];
    sizes.n = (size_t)sizes.c->size[columns];
    sizes.k = (size_t)sizes.a->size[sizes.a->dims - 1];
    sizes.batches = hw_dnn_count(sizes.c) / sizes.m / sizes.n;
    return sizes;
}

static bool fits(const struct matmul_sizes *p, bool turned)
{
    const int dims = p->c->dims, rows = dims - 2, columns = dims - 1;

    if (p->a->dims != dims || p->b->dims != dims)
        return false;
    for (int i = 0; i < rows; i++) {
        const int of_a = p->a->size[i], of_b = p->b->size[i], most = of_a > of_b ? of_a : of_b;
        if (most % of_a != 0 || most % of_b != 0 || p->c->size[i] != most)
            return false;
    }
    return p->a->size[rows] == p->c->size[rows] &&
           p->b->size[turned ? columns : rows] == p->a->size[columns] &&
           p->b->size[turned ? rows : columns] == p->c->size[columns];
}

/* One number for all matrices, or one for each of a batch. */
static bool is_for_matrices(const struct hw_dnn_graph *graph, int slot, const struct cudnnTensorStruct *c)
{
    const struct cudnnTensorStruct *tensor = hw_dnn_graph_tensor(graph, slot);

    return hw_dnn_stretches(tensor, c) && tensor->size[c->dims - 1] == 1 && tensor->size[c->dims - 2] == 1;
}

void hw_dnn_matmul_push(struct hw_dnn_call *call, struct hw_dnn_graph *graph, const struct hw_dnn_step *step)
{
    if (!hw_dnn_is_ready(call))
        return;
    hw_dnn_support(call, hw_dnn_graph_tensor(graph, step->y)->dims >= 2, "a product of vectors");
    if (!hw_dnn_is_ready(call))
        return;
    const struct matmul_sizes sizes = sizes_of(graph, step);
    const int counts[] = {step->w, step->t, step->dy};
    hw_dnn_need(call, fits(&sizes, step->turned));
    for (unsigned i = 0; i < sizeof counts / sizeof *counts && hw_dnn_is_ready(call); i++)
        hw_dnn_need(call, counts[i] == HW_DNN_NO_SLOT || is_for_matrices(graph, counts[i], sizes.c));
    hw_dnn_graph_push(call, graph, step);
}

void hw_dnn_matmul_add(struct hw_dnn_call *call, const struct hw_dnn_node *operation,
                       struct hw_dnn_graph *graph)
{
    const struct hw_dnn_node *matmul = hw_dnn_node_child(operation, CUDNN_ATTR_OPERATION_MATMUL_DESC, 0);
    struct hw_dnn_step step = hw_dnn_graph_step(HW_DNN_STEP_MATMUL);

    step.x = hw_dnn_graph_slot(call, graph, operation, CUDNN_ATTR_OPERATION_MATMUL_ADESC, true);
    step.b = hw_dnn_graph_slot(call, graph, operation, CUDNN_ATTR_OPERATION_MATMUL_BDESC, true);
    step.y = hw_dnn_graph_slot(call, graph, operation, CUDNN_ATTR_OPERATION_MATMUL_CDESC, true);
    step.w =
        hw_dnn_graph_slot_if_set(call, graph, operation, CUDNN_ATTR_OPERATION_MATMUL_GEMM_M_OVERRIDE_DESC);
    step.t =
        hw_dnn_graph_slot_if_set(call, graph, operation, CUDNN_ATTR_OPERATION_MATMUL_GEMM_N_OVERRIDE_DESC);
    step.dy =
        hw_dnn_graph_slot_if_set(call, graph, operation, CUDNN_ATTR_OPERATION_MATMUL_GEMM_K_OVERRIDE_DESC);
    step.padding = hw_dnn_node_number(matmul, CUDNN_ATTR_MATMUL_PADDING_VALUE, 0);
    hw_dnn_support(
        call,
        hw_dnn_node_integer(operation, CUDNN_ATTR_OPERATION_MATMUL_IRREGULARLY_STRIDED_BATCH_COUNT, 1) == 1,
        "a product of an irregular batch of matrices");
    hw_dnn_matmul_push(call, graph, &step);
}

/* --- work --- */

/* The first element of the matrix that a factor has for matrix `batch` of the result. */
static size_t matrix_at(const struct cudnnTensorStruct *factor, const struct matmul_sizes *p, size_t batch)
{
    size_t place = 0, step = (size_t)factor->size[factor->dims - 1] * (size_t)factor->size[factor->dims - 2];

    for (int i = p->c->dims - 3; i >= 0; i--) {
        const size_t size = (size_t)p->c->size[i], own = (size_t)factor->size[i];
        place += batch % size / (size / own) * step;
        batch /= size;
        step *= own;
    }
    return place;
}

/* How much of a size counts for a matrix of the result; without values all. */
static size_t count_of(const struct hw_dnn_gathered *counted, const struct matmul_sizes *p, size_t batch,
                       size_t all)
{
    if (!counted->values)
        return all;
    const double value = hw_dnn_gathered_at(counted, p->c, batch * p->m * p->n);
    return value >= (double)all ? all : value > 0 ? (size_t)value : 0;
}

/* What is beyond the rows and columns that count. */
static void pad(double *c, const struct matmul_sizes *p, size_t rows, size_t columns, double padding)
{
    for (size_t i = 0; i < p->m; i++)
        for (size_t j = i < rows ? columns : 0; j < p->n; j++)
            c[i * p->n + j] = padding;
}

cudaError_t hw_dnn_do_matmul(const struct hw_dnn_graph *graph, const struct hw_dnn_step *step)
{
    const struct matmul_sizes p = sizes_of(graph, step);
    const struct hw_dnn_operand *result = &graph->slot[step->y].operand;
    const size_t ld_of_b = step->turned ? p.k : p.n;
    cudaError_t error = cudaSuccess;
    const struct hw_dnn_gathered of_m = hw_dnn_gather_slot(graph, step->w, p.c, &error),
                                 of_n = hw_dnn_gather_slot(graph, step->t, p.c, &error),
                                 of_k = hw_dnn_gather_slot(graph, step->dy, p.c, &error);
    double *a = error == cudaSuccess ? hw_dnn_gather(&graph->slot[step->x].operand, &error) : NULL;
    double *b = a ? hw_dnn_gather(&graph->slot[step->b].operand, &error) : NULL;
    double *c = b ? hw_dnn_room(result, &error) : NULL;

    for (size_t i = 0; c && i < p.batches; i++) {
        const size_t m = count_of(&of_m, &p, i, p.m), n = count_of(&of_n, &p, i, p.n),
                     k = count_of(&of_k, &p, i, p.k);
        double *to = c + i * p.m * p.n;
        if (m > 0 && n > 0 && k > 0)
            hw_dnn_gemm_doubles(m, n, k, (struct hw_dnn_matrix){a + matrix_at(p.a, &p, i), p.k, false},
                                (struct hw_dnn_matrix){b + matrix_at(p.b, &p, i), ld_of_b, step->turned}, 0,
                                to, p.n);
        pad(to, &p, m, n, step->padding);
    }
    if (c)
        error = hw_dnn_spread(result, c, 1, 0);
    free(a), free(b), free(c);
    free(of_m.values), free(of_n.values), free(of_k.values);
    return error;
}
