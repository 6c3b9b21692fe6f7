/* SPDX-License-Identifier: MIT */
/* Descriptors of graphs become steps (backend_graph.h). */
#include "cuda/dnn/backend_graph.h"

#include <limits.h>
#include <math.h>
#include <string.h>

/* --- tensors --- */

struct cudnnTensorStruct hw_dnn_backend_tensor(struct hw_dnn_call *call, const struct hw_dnn_node *node)
{
    const struct hw_dnn_attribute *sizes = hw_dnn_node_find(node, CUDNN_ATTR_TENSOR_DIMENSIONS),
                                  *strides = hw_dnn_node_find(node, CUDNN_ATTR_TENSOR_STRIDES);
    struct cudnnTensorStruct tensor = {
        .type = (cudnnDataType_t)hw_dnn_node_integer(node, CUDNN_ATTR_TENSOR_DATA_TYPE, 0)};

    hw_dnn_need(call, sizes->count > 0 && sizes->count == strides->count);
    hw_dnn_support(call, hw_dnn_type_bytes(tensor.type) > 0, "a tensor of this type");
    hw_dnn_support(call, hw_dnn_node_integer(node, CUDNN_ATTR_TENSOR_VECTOR_COUNT, 1) == 1,
                   "a layout of vectors of channels");
    hw_dnn_support(call, hw_dnn_node_integer(node, CUDNN_ATTR_TENSOR_REORDERING_MODE, 0) == 0,
                   "a reordered tensor");
    for (int64_t i = 0; hw_dnn_is_ready(call) && i < sizes->count; i++) {
        const int64_t size = ((const int64_t *)sizes->values)[i],
                      stride = ((const int64_t *)strides->values)[i];
        hw_dnn_need(call, size > 0 && size <= INT_MAX && stride >= 0);
        tensor.size[i] = (int)size;
        tensor.stride[i] = stride;
    }
    tensor.dims = (int)sizes->count;
    if (hw_dnn_is_ready(call))
        hw_dnn_check(call, hw_dnn_is_within(&tensor, INT_MAX), CUDNN_STATUS_NOT_SUPPORTED);
    return tensor;
}

static int add_slot(struct hw_dnn_call *call, struct hw_dnn_graph *graph, struct hw_dnn_slot slot)
{
    hw_dnn_support(call, graph->slots < HW_DNN_MOST_SLOTS, "a graph of so many tensors");
    if (!hw_dnn_is_ready(call))
        return HW_DNN_NO_SLOT;
    graph->slot[graph->slots] = slot;
    return graph->slots++;
}

int hw_dnn_graph_slot(struct hw_dnn_call *call, struct hw_dnn_graph *graph,
                      const struct hw_dnn_node *operation, cudnnBackendAttributeName_t name, bool counts)
{
    const struct hw_dnn_node *node = hw_dnn_node_child(operation, name, 0);

    hw_dnn_need(call, node != NULL);
    if (!hw_dnn_is_ready(call))
        return HW_DNN_NO_SLOT;
    const int64_t id = hw_dnn_node_integer(node, CUDNN_ATTR_TENSOR_UNIQUE_ID, 0);
    const int known = hw_dnn_graph_slot_of(graph, id);
    if (known != HW_DNN_NO_SLOT) {
        graph->slot[known].counts = graph->slot[known].counts || counts;
        return known;
    }
    const struct cudnnTensorStruct layout = hw_dnn_backend_tensor(call, node);
    if (!hw_dnn_is_ready(call))
        return HW_DNN_NO_SLOT;
    const bool is_virtual = hw_dnn_node_integer(node, CUDNN_ATTR_TENSOR_IS_VIRTUAL, 0);
    const struct hw_dnn_slot slot = {
        .operand = {.tensor = is_virtual ? hw_dnn_packed(layout.type, layout.dims, layout.size) : layout},
        .layout = layout,
        .id = id,
        .is_virtual = is_virtual,
        .by_value = hw_dnn_node_integer(node, CUDNN_ATTR_TENSOR_IS_BY_VALUE, 0),
        .counts = counts};
    /* NVIDIA documents that a byte has eight of them. */
    hw_dnn_support(call, layout.type != CUDNN_DATA_BOOLEAN || is_virtual,
                   "a CUDNN_DATA_BOOLEAN tensor in memory");
    return add_slot(call, graph, slot);
}

int hw_dnn_graph_slot_if_set(struct hw_dnn_call *call, struct hw_dnn_graph *graph,
                             const struct hw_dnn_node *operation, cudnnBackendAttributeName_t name)
{
    return hw_dnn_node_find(operation, name) ? hw_dnn_graph_slot(call, graph, operation, name, true)
                                             : HW_DNN_NO_SLOT;
}

int hw_dnn_graph_slot_of(const struct hw_dnn_graph *graph, int64_t id)
{
    for (int i = 0; i < graph->slots; i++)
        if (graph->slot[i].id == id)
            return i;
    return HW_DNN_NO_SLOT;
}

/* Programs' numbers for tensors are not negative, so those of ours are. */
int hw_dnn_graph_own_slot(struct hw_dnn_call *call, struct hw_dnn_graph *graph, int dims, const int *size)
{
    return add_slot(call, graph,
                    (struct hw_dnn_slot){.operand = {.tensor = hw_dnn_packed(CUDNN_DATA_DOUBLE, dims, size)},
                                         .id = INT64_MIN + graph->slots,
                                         .is_virtual = true,
                                         .counts = true});
}

const struct cudnnTensorStruct *hw_dnn_graph_tensor(const struct hw_dnn_graph *graph, int slot)
{
    return &graph->slot[slot].operand.tensor;
}

struct hw_dnn_gathered hw_dnn_gather_slot(const struct hw_dnn_graph *graph, int slot,
                                          const struct cudnnTensorStruct *result, cudaError_t *error)
{
    struct hw_dnn_gathered operand = {.values = NULL};

    if (slot == HW_DNN_NO_SLOT || *error != cudaSuccess)
        return operand;
    operand.tensor = hw_dnn_graph_tensor(graph, slot);
    operand.whole = hw_dnn_same_size(operand.tensor, result);
    operand.values = hw_dnn_gather(&graph->slot[slot].operand, error);
    return operand;
}

double hw_dnn_gathered_at(const struct hw_dnn_gathered *operand, const struct cudnnTensorStruct *result,
                          size_t i)
{
    if (!operand->values)
        return 0;
    return operand->values[operand->whole ? i : hw_dnn_place_in(operand->tensor, result, i)];
}

/* --- steps --- */

struct hw_dnn_step hw_dnn_graph_step(enum hw_dnn_step_kind kind)
{
    return (struct hw_dnn_step){.kind = kind,
                                .x = HW_DNN_NO_SLOT,
                                .w = HW_DNN_NO_SLOT,
                                .y = HW_DNN_NO_SLOT,
                                .b = HW_DNN_NO_SLOT,
                                .t = HW_DNN_NO_SLOT,
                                .dy = HW_DNN_NO_SLOT,
                                .statistics = HW_DNN_NO_SLOT,
                                .most = HW_DNN_NO_SLOT,
                                .sum = HW_DNN_NO_SLOT};
}

void hw_dnn_graph_push(struct hw_dnn_call *call, struct hw_dnn_graph *graph, const struct hw_dnn_step *step)
{
    hw_dnn_support(call, graph->steps < HW_DNN_MOST_STEPS, "a graph of so many operations");
    if (hw_dnn_is_ready(call))
        graph->step[graph->steps++] = *step;
}

/* --- convolutions --- */

static const struct {
    cudnnBackendDescriptorType_t type;
    enum hw_dnn_direction direction;
    cudnnBackendAttributeName_t alpha, beta, convolution, x, w, y;
} convolutions[] = {
    {CUDNN_BACKEND_OPERATION_CONVOLUTION_FORWARD_DESCRIPTOR, HW_CONVOLVE_FORWARD,
     CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_ALPHA, CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_BETA,
     CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_CONV_DESC, CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_X,
     CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_W, CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_Y},
    {CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_DATA_DESCRIPTOR, HW_CONVOLVE_BACKWARD_DATA,
     CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_ALPHA, CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_BETA,
     CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_CONV_DESC, CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DX,
     CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_W, CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DY},
    {CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_FILTER_DESCRIPTOR, HW_CONVOLVE_BACKWARD_FILTER,
     CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_ALPHA, CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_BETA,
     CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_CONV_DESC, CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_X,
     CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DW, CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DY},
};

static void copy_integers(const struct hw_dnn_node *node, cudnnBackendAttributeName_t name, int *to)
{
    const struct hw_dnn_attribute *array = hw_dnn_node_find(node, name);

    for (int64_t i = 0; i < array->count; i++)
        to[i] = (int)((const int64_t *)array->values)[i];
}

/* The value of a convolution's descriptor, of which the channels of x and w say how many groups there are. */
static struct cudnnConvolutionStruct convolution_of(struct hw_dnn_call *call, const struct hw_dnn_node *node,
                                                    int channels, int of_group)
{
    struct cudnnConvolutionStruct value = {
        .dims = (int)hw_dnn_node_integer(node, CUDNN_ATTR_CONVOLUTION_SPATIAL_DIMS, 0),
        .mode = (cudnnConvolutionMode_t)hw_dnn_node_integer(node, CUDNN_ATTR_CONVOLUTION_CONV_MODE, 0),
        .groups = channels / of_group};
    int behind[HW_DNN_SPATIAL_DIMS] = {0};

    copy_integers(node, CUDNN_ATTR_CONVOLUTION_DILATIONS, value.dilation);
    copy_integers(node, CUDNN_ATTR_CONVOLUTION_FILTER_STRIDES, value.stride);
    copy_integers(node, CUDNN_ATTR_CONVOLUTION_PRE_PADDINGS, value.padding);
    copy_integers(node, CUDNN_ATTR_CONVOLUTION_POST_PADDINGS, behind);
    hw_dnn_support(call, memcmp(value.padding, behind, sizeof behind) == 0, "padding that is not symmetric");
    return value;
}

static void add_convolution(struct hw_dnn_call *call, const struct hw_dnn_node *operation,
                            struct hw_dnn_graph *graph)
{
    struct hw_dnn_step step = hw_dnn_graph_step(HW_DNN_STEP_CONVOLUTION);
    struct hw_dnn_convolution *convolution = &step.convolution;
    unsigned kind = 0;

    while (convolutions[kind].type != operation->type)
        kind++;
    const enum hw_dnn_direction direction = convolutions[kind].direction;
    convolution->direction = direction;
    convolution->alpha = hw_dnn_node_number(operation, convolutions[kind].alpha, 1);
    convolution->beta = hw_dnn_node_number(operation, convolutions[kind].beta, 0);
    const bool counts = convolution->alpha != 0;
    step.x = hw_dnn_graph_slot(call, graph, operation, convolutions[kind].x,
                               counts || direction == HW_CONVOLVE_BACKWARD_DATA);
    step.w = hw_dnn_graph_slot(call, graph, operation, convolutions[kind].w,
                               counts || direction == HW_CONVOLVE_BACKWARD_FILTER);
    step.y = hw_dnn_graph_slot(call, graph, operation, convolutions[kind].y,
                               counts || direction == HW_CONVOLVE_FORWARD);
    if (!hw_dnn_is_ready(call))
        return;
    convolution->x.tensor = *hw_dnn_graph_tensor(graph, step.x);
    convolution->w.tensor = *hw_dnn_graph_tensor(graph, step.w);
    convolution->y.tensor = *hw_dnn_graph_tensor(graph, step.y);
    hw_dnn_need(call, convolution->x.tensor.dims > 2 && convolution->w.tensor.dims > 2);
    if (!hw_dnn_is_ready(call))
        return;
    const struct cudnnConvolutionStruct value =
        convolution_of(call, hw_dnn_node_child(operation, convolutions[kind].convolution, 0),
                       convolution->x.tensor.size[1], convolution->w.tensor.size[1]);
    hw_dnn_measure_value(call, &value, convolution);
    hw_dnn_graph_push(call, graph, &step);
}

/* --- graphs --- */

static const struct {
    cudnnBackendDescriptorType_t type;
    void (*add)(struct hw_dnn_call *call, const struct hw_dnn_node *operation, struct hw_dnn_graph *graph);
} operations[] = {
    {CUDNN_BACKEND_OPERATION_CONVOLUTION_FORWARD_DESCRIPTOR, add_convolution},
    {CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_DATA_DESCRIPTOR, add_convolution},
    {CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_FILTER_DESCRIPTOR, add_convolution},
    {CUDNN_BACKEND_OPERATION_POINTWISE_DESCRIPTOR, hw_dnn_pointwise_add},
    {CUDNN_BACKEND_OPERATION_MATMUL_DESCRIPTOR, hw_dnn_matmul_add},
    {CUDNN_BACKEND_OPERATION_REDUCTION_DESCRIPTOR, hw_dnn_reduction_add},
    {CUDNN_BACKEND_OPERATION_RESHAPE_DESCRIPTOR, hw_dnn_reshape_add},
    {CUDNN_BACKEND_OPERATION_DIAGONAL_BAND_MASK_DESCRIPTOR, hw_dnn_band_mask_add},
    {CUDNN_BACKEND_OPERATION_SOFTMAX_DESCRIPTOR, hw_dnn_softmax_add},
    {CUDNN_BACKEND_OPERATION_SDPA_FWD_DESCRIPTOR, hw_dnn_attention_add},
};

enum { OPERATIONS = sizeof operations / sizeof *operations };

bool hw_dnn_graph_takes(cudnnBackendDescriptorType_t type)
{
    for (int i = 0; i < OPERATIONS; i++)
        if (operations[i].type == type)
            return true;
    return false;
}

void hw_dnn_graph_add(struct hw_dnn_call *call, const struct hw_dnn_node *operation,
                      struct hw_dnn_graph *graph)
{
    for (int i = 0; i < OPERATIONS; i++)
        if (operations[i].type == operation->type)
            operations[i].add(call, operation, graph);
}

void hw_dnn_graph_add_all(struct hw_dnn_call *call, const struct hw_dnn_node *node,
                          struct hw_dnn_graph *graph)
{
    const int64_t count = hw_dnn_node_count(node, CUDNN_ATTR_OPERATIONGRAPH_OPS);

    hw_dnn_need(call, count > 0);
    for (int64_t i = 0; i < count && hw_dnn_is_ready(call); i++)
        hw_dnn_graph_add(call, hw_dnn_node_child(node, CUDNN_ATTR_OPERATIONGRAPH_OPS, i), graph);
}

void hw_dnn_graph_make(struct hw_dnn_call *call, const struct hw_dnn_node *node, struct hw_dnn_graph *graph)
{
    hw_dnn_graph_add_all(call, node, graph);
    if (hw_dnn_is_ready(call))
        hw_dnn_graph_order(call, graph);
}
