/* SPDX-License-Identifier: MIT */
/* The attributes of the backend's descriptors. */
#include "cuda/dnn/backend_graph.h"
#include "cuda/dnn/backend_node.h"

enum { MOST_SPATIAL = CUDNN_DIM_MAX - 2, MOST_IDS = 64 };

/* clang-format off */
#define DESCRIPTOR(type) CUDNN_BACKEND_##type##_DESCRIPTOR
#define VALUE(type, name, kind, most, required) \
    {DESCRIPTOR(type), CUDNN_ATTR_##name, CUDNN_TYPE_##kind, most, required, false, 0},
#define GIVEN(type, name, kind) {DESCRIPTOR(type), CUDNN_ATTR_##name, CUDNN_TYPE_##kind, 1, false, true, 0},
#define CHILD(type, name, most, required, of) \
    {DESCRIPTOR(type), CUDNN_ATTR_##name, CUDNN_TYPE_BACKEND_DESCRIPTOR, most, required, false, DESCRIPTOR(of)},
#define CHILDREN_GIVEN(type, name, of) \
    {DESCRIPTOR(type), CUDNN_ATTR_##name, CUDNN_TYPE_BACKEND_DESCRIPTOR, 1, false, true, DESCRIPTOR(of)},
#define CONVOLUTION(type, name, x, y, w) \
    VALUE(type, name##_ALPHA, FLOAT, 1, true) \
    VALUE(type, name##_BETA, FLOAT, 1, true) \
    CHILD(type, name##_CONV_DESC, 1, true, CONVOLUTION) \
    CHILD(type, name##_##x, 1, true, TENSOR) \
    CHILD(type, name##_##y, 1, true, TENSOR) \
    CHILD(type, name##_##w, 1, true, TENSOR)

static const struct hw_dnn_rule rules[] = {
    VALUE(TENSOR, TENSOR_DATA_TYPE, DATA_TYPE, 1, true)
    VALUE(TENSOR, TENSOR_DIMENSIONS, INT64, CUDNN_DIM_MAX, true)
    VALUE(TENSOR, TENSOR_STRIDES, INT64, CUDNN_DIM_MAX, true)
    VALUE(TENSOR, TENSOR_UNIQUE_ID, INT64, 1, true)
    VALUE(TENSOR, TENSOR_BYTE_ALIGNMENT, INT64, 1, true)
    VALUE(TENSOR, TENSOR_VECTOR_COUNT, INT64, 1, false)
    VALUE(TENSOR, TENSOR_VECTORIZED_DIMENSION, INT64, 1, false)
    VALUE(TENSOR, TENSOR_IS_VIRTUAL, BOOLEAN, 1, false)
    VALUE(TENSOR, TENSOR_IS_BY_VALUE, BOOLEAN, 1, false)
    VALUE(TENSOR, TENSOR_REORDERING_MODE, TENSOR_REORDERING_MODE, 1, false)

    VALUE(CONVOLUTION, CONVOLUTION_COMP_TYPE, DATA_TYPE, 1, true)
    VALUE(CONVOLUTION, CONVOLUTION_CONV_MODE, CONVOLUTION_MODE, 1, true)
    VALUE(CONVOLUTION, CONVOLUTION_SPATIAL_DIMS, INT64, 1, true)
    VALUE(CONVOLUTION, CONVOLUTION_DILATIONS, INT64, MOST_SPATIAL, true)
    VALUE(CONVOLUTION, CONVOLUTION_FILTER_STRIDES, INT64, MOST_SPATIAL, true)
    VALUE(CONVOLUTION, CONVOLUTION_PRE_PADDINGS, INT64, MOST_SPATIAL, true)
    VALUE(CONVOLUTION, CONVOLUTION_POST_PADDINGS, INT64, MOST_SPATIAL, true)

    VALUE(POINTWISE, POINTWISE_MODE, POINTWISE_MODE, 1, true)
    VALUE(POINTWISE, POINTWISE_MATH_PREC, DATA_TYPE, 1, true)
    VALUE(POINTWISE, POINTWISE_NAN_PROPAGATION, NAN_PROPOGATION, 1, false)
    VALUE(POINTWISE, POINTWISE_RELU_LOWER_CLIP, DOUBLE, 1, false)
    VALUE(POINTWISE, POINTWISE_RELU_UPPER_CLIP, DOUBLE, 1, false)
    VALUE(POINTWISE, POINTWISE_RELU_LOWER_CLIP_SLOPE, DOUBLE, 1, false)
    VALUE(POINTWISE, POINTWISE_ELU_ALPHA, DOUBLE, 1, false)
    VALUE(POINTWISE, POINTWISE_SOFTPLUS_BETA, DOUBLE, 1, false)
    VALUE(POINTWISE, POINTWISE_SWISH_BETA, DOUBLE, 1, false)

    CONVOLUTION(OPERATION_CONVOLUTION_FORWARD, OPERATION_CONVOLUTION_FORWARD, X, Y, W)
    CONVOLUTION(OPERATION_CONVOLUTION_BACKWARD_DATA, OPERATION_CONVOLUTION_BWD_DATA, DX, DY, W)
    CONVOLUTION(OPERATION_CONVOLUTION_BACKWARD_FILTER, OPERATION_CONVOLUTION_BWD_FILTER, X, DY, DW)

    CHILD(OPERATION_POINTWISE, OPERATION_POINTWISE_PW_DESCRIPTOR, 1, true, POINTWISE)
    CHILD(OPERATION_POINTWISE, OPERATION_POINTWISE_XDESC, 1, false, TENSOR)
    CHILD(OPERATION_POINTWISE, OPERATION_POINTWISE_BDESC, 1, false, TENSOR)
    CHILD(OPERATION_POINTWISE, OPERATION_POINTWISE_TDESC, 1, false, TENSOR)
    CHILD(OPERATION_POINTWISE, OPERATION_POINTWISE_YDESC, 1, false, TENSOR)
    CHILD(OPERATION_POINTWISE, OPERATION_POINTWISE_DXDESC, 1, false, TENSOR)
    CHILD(OPERATION_POINTWISE, OPERATION_POINTWISE_DYDESC, 1, false, TENSOR)
    VALUE(OPERATION_POINTWISE, OPERATION_POINTWISE_ALPHA1, FLOAT, 1, false)
    VALUE(OPERATION_POINTWISE, OPERATION_POINTWISE_ALPHA2, FLOAT, 1, false)

    VALUE(OPERATIONGRAPH, OPERATIONGRAPH_HANDLE, HANDLE, 1, true)
    CHILD(OPERATIONGRAPH, OPERATIONGRAPH_OPS, HW_DNN_MOST_STEPS, true, OPERATION_POINTWISE)
    GIVEN(OPERATIONGRAPH, OPERATIONGRAPH_ENGINE_GLOBAL_COUNT, INT64)

    CHILD(ENGINE, ENGINE_OPERATION_GRAPH, 1, true, OPERATIONGRAPH)
    VALUE(ENGINE, ENGINE_GLOBAL_INDEX, INT64, 1, true)
    VALUE(ENGINE, ENGINE_SM_COUNT_TARGET, INT32, 1, false)
    CHILDREN_GIVEN(ENGINE, ENGINE_KNOB_INFO, KNOB_INFO)
    CHILDREN_GIVEN(ENGINE, ENGINE_LAYOUT_INFO, LAYOUT_INFO)
    GIVEN(ENGINE, ENGINE_NUMERICAL_NOTE, NUMERICAL_NOTE)
    GIVEN(ENGINE, ENGINE_BEHAVIOR_NOTE, BEHAVIOR_NOTE)

    CHILD(ENGINECFG, ENGINECFG_ENGINE, 1, true, ENGINE)
    CHILD(ENGINECFG, ENGINECFG_KNOB_CHOICES, MOST_IDS, false, KNOB_CHOICE)

    VALUE(ENGINEHEUR, ENGINEHEUR_MODE, HEUR_MODE, 1, true)
    CHILD(ENGINEHEUR, ENGINEHEUR_OPERATION_GRAPH, 1, true, OPERATIONGRAPH)
    VALUE(ENGINEHEUR, ENGINEHEUR_SM_COUNT_TARGET, INT32, 1, false)
    CHILDREN_GIVEN(ENGINEHEUR, ENGINEHEUR_RESULTS, ENGINECFG)

    VALUE(EXECUTION_PLAN, EXECUTION_PLAN_HANDLE, HANDLE, 1, false)
    CHILD(EXECUTION_PLAN, EXECUTION_PLAN_ENGINE_CONFIG, 1, true, ENGINECFG)
    GIVEN(EXECUTION_PLAN, EXECUTION_PLAN_WORKSPACE_SIZE, INT64)

    VALUE(VARIANT_PACK, VARIANT_PACK_UNIQUE_IDS, INT64, MOST_IDS, true)
    VALUE(VARIANT_PACK, VARIANT_PACK_DATA_POINTERS, VOID_PTR, MOST_IDS, true)
    VALUE(VARIANT_PACK, VARIANT_PACK_INTERMEDIATES, VOID_PTR, MOST_IDS, false)
    VALUE(VARIANT_PACK, VARIANT_PACK_WORKSPACE, VOID_PTR, 1, false)
};
/* clang-format on */

enum { RULES = sizeof rules / sizeof *rules };

/* These have no attributes: the one engine has neither knobs nor layouts. */
static bool is_empty(cudnnBackendDescriptorType_t type)
{
    return type == CUDNN_BACKEND_KNOB_CHOICE_DESCRIPTOR || type == CUDNN_BACKEND_KNOB_INFO_DESCRIPTOR ||
           type == CUDNN_BACKEND_LAYOUT_INFO_DESCRIPTOR;
}

bool hw_dnn_rule_knows(cudnnBackendDescriptorType_t type)
{
    for (int i = 0; i < RULES; i++)
        if (rules[i].descriptor == type)
            return true;
    return is_empty(type);
}

const struct hw_dnn_rule *hw_dnn_rule_find(cudnnBackendDescriptorType_t type,
                                           cudnnBackendAttributeName_t name)
{
    for (int i = 0; i < RULES; i++)
        if (rules[i].descriptor == type && rules[i].name == name)
            return &rules[i];
    return NULL;
}

static bool is_convolution(cudnnBackendDescriptorType_t type)
{
    return type == CUDNN_BACKEND_OPERATION_CONVOLUTION_FORWARD_DESCRIPTOR ||
           type == CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_DATA_DESCRIPTOR ||
           type == CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_FILTER_DESCRIPTOR;
}

/* A graph takes all operations. */
bool hw_dnn_rule_takes(const struct hw_dnn_rule *rule, const struct hw_dnn_node *node)
{
    return node->finalized && (node->type == rule->of ||
                               (rule->name == CUDNN_ATTR_OPERATIONGRAPH_OPS && is_convolution(node->type)));
}

bool hw_dnn_rule_complete(const struct hw_dnn_node *node)
{
    for (int i = 0; i < RULES; i++)
        if (rules[i].descriptor == node->type && rules[i].required && !hw_dnn_node_find(node, rules[i].name))
            return false;
    return true;
}

size_t hw_dnn_attribute_bytes(cudnnBackendAttributeType_t type)
{
    switch (type) {
    case CUDNN_TYPE_BOOLEAN: return sizeof(bool);
    case CUDNN_TYPE_HANDLE:
    case CUDNN_TYPE_INT64:
    case CUDNN_TYPE_DOUBLE:
    case CUDNN_TYPE_VOID_PTR:
    case CUDNN_TYPE_BACKEND_DESCRIPTOR: return sizeof(int64_t);
    default: return sizeof(int32_t);
    }
}
