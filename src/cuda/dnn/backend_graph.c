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

int hw_dnn_graph_slot(struct hw_dnn_call *call, struct hw_dnn_graph *graph,
                      const struct hw_dnn_node *operation, cudnnBackendAttributeName_t name, bool counts)
{
    const struct hw_dnn_node *node = hw_dnn_node_child(operation, name, 0);

    hw_dnn_need(call, node != NULL);
    if (!hw_dnn_is_ready(call))
        return HW_DNN_NO_SLOT;
    const int64_t id = hw_dnn_node_integer(node, CUDNN_ATTR_TENSOR_UNIQUE_ID, 0);
    for (int i = 0; i < graph->slots; i++)
        if (graph->slot[i].id == id) {
            graph->slot[i].counts = graph->slot[i].counts || counts;
            return i;
        }
    hw_dnn_support(call, graph->slots < HW_DNN_MOST_SLOTS, "a graph of so many tensors");
    if (!hw_dnn_is_ready(call))
        return HW_DNN_NO_SLOT;
    graph->slot[graph->slots] =
        (struct hw_dnn_slot){.operand = {.tensor = hw_dnn_backend_tensor(call, node)},
                             .id = id,
                             .is_virtual = hw_dnn_node_integer(node, CUDNN_ATTR_TENSOR_IS_VIRTUAL, 0),
                             .by_value = hw_dnn_node_integer(node, CUDNN_ATTR_TENSOR_IS_BY_VALUE, 0),
                             .counts = counts};
    return graph->slots++;
}

static const struct cudnnTensorStruct *tensor_in(const struct hw_dnn_graph *graph, int slot)
{
    return &graph->slot[slot].operand.tensor;
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

static void add_convolution(struct hw_dnn_call *call, const struct hw_dnn_node *operation, unsigned kind,
                            struct hw_dnn_graph *graph, struct hw_dnn_step *step)
{
    struct hw_dnn_convolution *convolution = &step->convolution;
    const enum hw_dnn_direction direction = convolutions[kind].direction;

    step->kind = HW_DNN_STEP_CONVOLUTION;
    convolution->direction = direction;
    convolution->alpha = hw_dnn_node_number(operation, convolutions[kind].alpha, 1);
    convolution->beta = hw_dnn_node_number(operation, convolutions[kind].beta, 0);
    const bool counts = convolution->alpha != 0;
    step->x = hw_dnn_graph_slot(call, graph, operation, convolutions[kind].x,
                                counts || direction == HW_CONVOLVE_BACKWARD_DATA);
    step->w = hw_dnn_graph_slot(call, graph, operation, convolutions[kind].w,
                                counts || direction == HW_CONVOLVE_BACKWARD_FILTER);
    step->y = hw_dnn_graph_slot(call, graph, operation, convolutions[kind].y,
                                counts || direction == HW_CONVOLVE_FORWARD);
    if (!hw_dnn_is_ready(call))
        return;
    convolution->x.tensor = *tensor_in(graph, step->x);
    convolution->w.tensor = *tensor_in(graph, step->w);
    convolution->y.tensor = *tensor_in(graph, step->y);
    hw_dnn_need(call, convolution->x.tensor.dims > 2 && convolution->w.tensor.dims > 2);
    if (!hw_dnn_is_ready(call))
        return;
    const struct cudnnConvolutionStruct value =
        convolution_of(call, hw_dnn_node_child(operation, convolutions[kind].convolution, 0),
                       convolution->x.tensor.size[1], convolution->w.tensor.size[1]);
    hw_dnn_measure_value(call, &value, convolution);
}

/* --- pointwise operations --- */

static struct hw_dnn_pointwise pointwise_of(const struct hw_dnn_node *node)
{
    return (struct hw_dnn_pointwise){
        .mode = (cudnnPointwiseMode_t)hw_dnn_node_integer(node, CUDNN_ATTR_POINTWISE_MODE, 0),
        .lower = hw_dnn_node_number(node, CUDNN_ATTR_POINTWISE_RELU_LOWER_CLIP, 0),
        .upper = hw_dnn_node_number(node, CUDNN_ATTR_POINTWISE_RELU_UPPER_CLIP, (double)INFINITY),
        .slope = hw_dnn_node_number(node, CUDNN_ATTR_POINTWISE_RELU_LOWER_CLIP_SLOPE, 0),
        .elu_alpha = hw_dnn_node_number(node, CUDNN_ATTR_POINTWISE_ELU_ALPHA, 1),
        .softplus_beta = hw_dnn_node_number(node, CUDNN_ATTR_POINTWISE_SOFTPLUS_BETA, 1),
        .swish_beta = hw_dnn_node_number(node, CUDNN_ATTR_POINTWISE_SWISH_BETA, 1)};
}

/* The slot of an operand whose letter is among those that the mode takes. */
static int operand_slot(struct hw_dnn_call *call, struct hw_dnn_graph *graph,
                        const struct hw_dnn_node *operation, const char *operands, char letter,
                        cudnnBackendAttributeName_t name, double factor)
{
    if (!strchr(operands, letter) || (factor == 0 && !hw_dnn_node_find(operation, name)))
        return HW_DNN_NO_SLOT;
    return hw_dnn_graph_slot(call, graph, operation, name, factor != 0);
}

static void add_pointwise(struct hw_dnn_call *call, const struct hw_dnn_node *operation,
                          struct hw_dnn_graph *graph, struct hw_dnn_step *step)
{
    step->pointwise =
        pointwise_of(hw_dnn_node_child(operation, CUDNN_ATTR_OPERATION_POINTWISE_PW_DESCRIPTOR, 0));
    const char *operands = hw_dnn_pointwise_operands(step->pointwise.mode);
    const bool backward = strchr(operands, 'd') != NULL;
    step->alpha_x = hw_dnn_node_number(operation, CUDNN_ATTR_OPERATION_POINTWISE_ALPHA1, 1);
    step->alpha_b = hw_dnn_node_number(operation, CUDNN_ATTR_OPERATION_POINTWISE_ALPHA2, 1);
    step->x = operand_slot(call, graph, operation, operands, 'x', CUDNN_ATTR_OPERATION_POINTWISE_XDESC,
                           step->alpha_x);
    step->b = operand_slot(call, graph, operation, operands, 'b', CUDNN_ATTR_OPERATION_POINTWISE_BDESC,
                           step->alpha_b);
    step->t = operand_slot(call, graph, operation, operands, 't', CUDNN_ATTR_OPERATION_POINTWISE_TDESC, 1);
    step->dy = operand_slot(call, graph, operation, operands, 'd', CUDNN_ATTR_OPERATION_POINTWISE_DYDESC, 1);
    step->y = hw_dnn_graph_slot(
        call, graph, operation,
        backward ? CUDNN_ATTR_OPERATION_POINTWISE_DXDESC : CUDNN_ATTR_OPERATION_POINTWISE_YDESC, true);
    if (!hw_dnn_is_ready(call))
        return;
    const int slots[] = {step->x, step->b, step->t, step->dy};
    for (unsigned i = 0; i < sizeof slots / sizeof *slots; i++)
        if (slots[i] != HW_DNN_NO_SLOT)
            hw_dnn_need(call, hw_dnn_stretches(tensor_in(graph, slots[i]), tensor_in(graph, step->y)));
}

/* --- graphs --- */

void hw_dnn_graph_add(struct hw_dnn_call *call, const struct hw_dnn_node *operation,
                      struct hw_dnn_graph *graph)
{
    struct hw_dnn_step step = {.w = HW_DNN_NO_SLOT,
                               .b = HW_DNN_NO_SLOT,
                               .t = HW_DNN_NO_SLOT,
                               .dy = HW_DNN_NO_SLOT,
                               .statistics = HW_DNN_NO_SLOT};
    unsigned kind = 0;

    while (kind < sizeof convolutions / sizeof *convolutions && convolutions[kind].type != operation->type)
        kind++;
    if (kind < sizeof convolutions / sizeof *convolutions)
        add_convolution(call, operation, kind, graph, &step);
    else if (operation->type == CUDNN_BACKEND_OPERATION_MATMUL_DESCRIPTOR)
        hw_dnn_matmul_add(call, operation, graph, &step);
    else if (operation->type == CUDNN_BACKEND_OPERATION_SDPA_FWD_DESCRIPTOR)
        hw_dnn_attention_add(call, operation, graph, &step);
    else
        add_pointwise(call, operation, graph, &step);
    if (hw_dnn_is_ready(call))
        graph->step[graph->steps++] = step;
}

/* Which of a convolution's slots are operands, and which is the result. */
static int result_of(const struct hw_dnn_step *step)
{
    if (step->kind != HW_DNN_STEP_CONVOLUTION || step->convolution.direction == HW_CONVOLVE_FORWARD)
        return step->y;
    return step->convolution.direction == HW_CONVOLVE_BACKWARD_DATA ? step->x : step->w;
}

/* Virtual tensors are results before they are operands, and no constant is a result. */
static void check_order(struct hw_dnn_call *call, const struct hw_dnn_graph *graph)
{
    bool written[HW_DNN_MOST_SLOTS] = {false};

    for (int i = 0; i < graph->steps; i++) {
        const struct hw_dnn_step *step = &graph->step[i];
        const int slots[] = {step->x, step->w, step->y, step->b, step->t, step->dy};
        const int result = result_of(step);
        for (unsigned k = 0; k < sizeof slots / sizeof *slots; k++)
            if (slots[k] != HW_DNN_NO_SLOT && slots[k] != result && graph->slot[slots[k]].is_virtual &&
                graph->slot[slots[k]].counts)
                hw_dnn_support(call, written[slots[k]],
                               "a graph whose operations are in another order than they are done");
        hw_dnn_need(call, !graph->slot[result].by_value);
        written[result] = true;
        if (step->statistics != HW_DNN_NO_SLOT)
            written[step->statistics] = true;
    }
}

void hw_dnn_graph_make(struct hw_dnn_call *call, const struct hw_dnn_node *node, struct hw_dnn_graph *graph)
{
    const int64_t count = hw_dnn_node_count(node, CUDNN_ATTR_OPERATIONGRAPH_OPS);

    hw_dnn_need(call, count > 0);
    for (int64_t i = 0; i < count && hw_dnn_is_ready(call); i++)
        hw_dnn_graph_add(call, hw_dnn_node_child(node, CUDNN_ATTR_OPERATIONGRAPH_OPS, i), graph);
    if (hw_dnn_is_ready(call))
        check_order(call, graph);
}
