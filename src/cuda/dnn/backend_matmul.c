/* SPDX-License-Identifier: MIT */
/* Products of matrices in graphs: the last two coordinates of tensors are rows and columns, those before are
 * batches, in which a factor may have one matrix for all.  Sums are accumulated in double precision. */
#include "cuda/dnn/backend_graph.h"
#include "cuda/dnn/gemm.h"

#include <stdlib.h>

struct matmul_sizes {
    size_t m, n, k, batches;
    const struct cudnnTensorStruct *a, *b, *c;
};

static struct matmul_sizes sizes_of(const struct hw_dnn_graph *graph, const struct hw_dnn_step *step)
{
    struct matmul_sizes sizes = {.a = &graph->slot[step->x].operand.tensor,
                                 .b = &graph->slot[step->b].operand.tensor,
                                 .c = &graph->slot[step->y].operand.tensor};
    const int rows = sizes.c->dims - 2, columns = sizes.c->dims - 1;

    sizes.m = (size_t)sizes.c->size[rows];
    sizes.n = (size_t)sizes.c->size[columns];
    sizes.k = (size_t)sizes.a->size[sizes.a->dims - 1];
    sizes.batches = hw_dnn_count(sizes.c) / sizes.m / sizes.n;
    return sizes;
}

static bool fits(const struct matmul_sizes *p)
{
    const int dims = p->c->dims;

    if (p->a->dims != dims || p->b->dims != dims)
        return false;
    for (int i = 0; i < dims - 2; i++) {
        const int of_a = p->a->size[i], of_b = p->b->size[i], most = of_a > of_b ? of_a : of_b;
        if ((of_a != 1 && of_a != most) || (of_b != 1 && of_b != most) || p->c->size[i] != most)
            return false;
    }
    return p->a->size[dims - 2] == p->c->size[dims - 2] && p->b->size[dims - 2] == p->a->size[dims - 1] &&
           p->b->size[dims - 1] == p->c->size[dims - 1];
}

void hw_dnn_matmul_add(struct hw_dnn_call *call, const struct hw_dnn_node *operation,
                       struct hw_dnn_graph *graph, struct hw_dnn_step *step)
{
    static const cudnnBackendAttributeName_t overrides[] = {CUDNN_ATTR_OPERATION_MATMUL_GEMM_M_OVERRIDE_DESC,
                                                            CUDNN_ATTR_OPERATION_MATMUL_GEMM_N_OVERRIDE_DESC,
                                                            CUDNN_ATTR_OPERATION_MATMUL_GEMM_K_OVERRIDE_DESC};

    step->kind = HW_DNN_STEP_MATMUL;
    step->x = hw_dnn_graph_slot(call, graph, operation, CUDNN_ATTR_OPERATION_MATMUL_ADESC, true);
    step->b = hw_dnn_graph_slot(call, graph, operation, CUDNN_ATTR_OPERATION_MATMUL_BDESC, true);
    step->y = hw_dnn_graph_slot(call, graph, operation, CUDNN_ATTR_OPERATION_MATMUL_CDESC, true);
    for (unsigned i = 0; i < sizeof overrides / sizeof *overrides; i++)
        hw_dnn_support(call, !hw_dnn_node_find(operation, overrides[i]),
                       "a product of matrices whose sizes are read from memory (GEMM_M_OVERRIDE and others)");
    hw_dnn_support(
        call,
        hw_dnn_node_integer(operation, CUDNN_ATTR_OPERATION_MATMUL_IRREGULARLY_STRIDED_BATCH_COUNT, 1) == 1,
        "a product of an irregular batch of matrices");
    if (!hw_dnn_is_ready(call))
        return;
    hw_dnn_support(call, graph->slot[step->y].operand.tensor.dims >= 2, "a product of vectors");
    if (!hw_dnn_is_ready(call))
        return;
    const struct matmul_sizes sizes = sizes_of(graph, step);
    hw_dnn_need(call, fits(&sizes));
}

/* The first element of the matrix that a factor has for matrix `batch` of the result. */
static size_t matrix_at(const struct cudnnTensorStruct *factor, const struct matmul_sizes *p, size_t batch)
{
    size_t place = 0, step = (size_t)factor->size[factor->dims - 1] * (size_t)factor->size[factor->dims - 2];

    for (int i = p->c->dims - 3; i >= 0; i--) {
        const size_t at = batch % (size_t)p->c->size[i];
        batch /= (size_t)p->c->size[i];
        place += (factor->size[i] == 1 ? 0 : at) * step;
        step *= (size_t)factor->size[i];
    }
    return place;
}

cudaError_t hw_dnn_do_matmul(const struct hw_dnn_graph *graph, const struct hw_dnn_step *step)
{
    const struct matmul_sizes p = sizes_of(graph, step);
    const struct hw_dnn_operand *result = &graph->slot[step->y].operand;
    cudaError_t error = cudaSuccess;
    double *a = hw_dnn_gather(&graph->slot[step->x].operand, &error);
    double *b = a ? hw_dnn_gather(&graph->slot[step->b].operand, &error) : NULL;
    double *c = b ? hw_dnn_room(result, &error) : NULL;

    for (size_t i = 0; c && i < p.batches; i++)
        hw_dnn_gemm_doubles(p.m, p.n, p.k, (struct hw_dnn_matrix){a + matrix_at(p.a, &p, i), p.k, false},
                            (struct hw_dnn_matrix){b + matrix_at(p.b, &p, i), p.n, false}, 0,
                            c + i * p.m * p.n, p.n);
    if (c)
        error = hw_dnn_spread(result, c, 1, 0);
    free(a), free(b), free(c);
    return error;
}
