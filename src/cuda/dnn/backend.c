/* SPDX-License-Identifier: MIT */
/* The calls of the backend. */
#include "cuda/dnn/backend_graph.h"
#include "cuda/dnn/backend_node.h"
#include "cuda/dnn/dnn_object.h"

#include <stdio.h>
#include <string.h>

enum { MOST_VALUES = 64 };

/* The node of a program's descriptor; NULL where it is none. */
static struct hw_dnn_node *node_of(struct hw_dnn_call *call, cudnnBackendDescriptor_t descriptor)
{
    const bool known = hw_dnn_is(descriptor, HW_DNN_BACKEND);

    hw_dnn_need(call, known);
    return known ? ((struct hw_dnn_backend *)descriptor)->node : NULL;
}

static struct hw_dnn_node *finalized_node(struct hw_dnn_call *call, cudnnBackendDescriptor_t descriptor,
                                          cudnnBackendDescriptorType_t type)
{
    struct hw_dnn_node *node = node_of(call, descriptor);

    hw_dnn_need(call, node && node->type == type && node->finalized);
    return node;
}

/* --- descriptors --- */

cudnnStatus_t cudnnBackendCreateDescriptor(cudnnBackendDescriptorType_t descriptor_type,
                                           cudnnBackendDescriptor_t *descriptor)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);

    hw_dnn_need(&call, descriptor != NULL);
    hw_dnn_support(&call, hw_dnn_rule_name(descriptor_type) != NULL, "a descriptor of this type");
    if (hw_dnn_is_ready(&call)) {
        struct hw_dnn_node *node = hw_dnn_node_new(descriptor_type);
        struct hw_dnn_backend *backend = node ? hw_dnn_object_new(HW_DNN_BACKEND, sizeof *backend) : NULL;
        hw_dnn_check(&call, backend != NULL, CUDNN_STATUS_ALLOC_FAILED);
        if (backend)
            backend->node = node;
        else if (node)
            hw_dnn_node_drop(node);
        *descriptor = backend;
    }
    return hw_dnn_end(&call);
}

cudnnStatus_t cudnnBackendDestroyDescriptor(cudnnBackendDescriptor_t descriptor)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);

    if (descriptor) {
        struct hw_dnn_node *node = node_of(&call, descriptor);
        if (node) {
            hw_dnn_node_drop(node);
            hw_dnn_object_free(descriptor, HW_DNN_BACKEND);
        }
    }
    return hw_dnn_end(&call);
}

/* As new, of the same type. */
cudnnStatus_t cudnnBackendInitialize(cudnnBackendDescriptor_t descriptor)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);
    struct hw_dnn_node *node = node_of(&call, descriptor);

    if (node) {
        struct hw_dnn_node *made = hw_dnn_node_new(node->type);
        hw_dnn_check(&call, made != NULL, CUDNN_STATUS_ALLOC_FAILED);
        if (made) {
            hw_dnn_node_drop(node);
            ((struct hw_dnn_backend *)descriptor)->node = made;
        }
    }
    return hw_dnn_end(&call);
}

cudnnStatus_t cudnnBackendFinalize(cudnnBackendDescriptor_t descriptor)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);
    struct hw_dnn_node *node = node_of(&call, descriptor);

    if (node)
        hw_dnn_support(&call, hw_dnn_rule_knows(node->type), hw_dnn_rule_name(node->type));
    hw_dnn_need(&call, node && hw_dnn_rule_complete(node));
    if (hw_dnn_is_ready(&call) && !node->finalized)
        hw_dnn_node_check(&call, node);
    if (hw_dnn_is_ready(&call))
        node->finalized = true;
    return hw_dnn_end(&call);
}

/* --- attributes --- */

static const struct hw_dnn_rule *rule_of(struct hw_dnn_call *call, const struct hw_dnn_node *node,
                                         cudnnBackendAttributeName_t name, cudnnBackendAttributeType_t type)
{
    const struct hw_dnn_rule *rule = node ? hw_dnn_rule_find(node->type, name) : NULL;

    if (node && !rule) {
        char what[96];
        snprintf(what, sizeof what, "attribute %d of %s", (int)name, hw_dnn_rule_name(node->type));
        hw_dnn_support(call, false, what);
    }
    hw_dnn_check(call, rule != NULL, CUDNN_STATUS_NOT_SUPPORTED);
    if (rule)
        hw_dnn_need(call, hw_dnn_rule_takes_type(rule, type));
    return rule;
}

/* Programs' descriptors as nodes. */
static void find_nodes(struct hw_dnn_call *call, const struct hw_dnn_rule *rule,
                       const cudnnBackendDescriptor_t *from, int64_t count, struct hw_dnn_node **nodes)
{
    for (int64_t i = 0; i < count && hw_dnn_is_ready(call); i++) {
        nodes[i] = node_of(call, from[i]);
        hw_dnn_need(call, nodes[i] && hw_dnn_rule_takes(rule, nodes[i]));
    }
}

cudnnStatus_t cudnnBackendSetAttribute(cudnnBackendDescriptor_t descriptor,
                                       cudnnBackendAttributeName_t attribute_name,
                                       cudnnBackendAttributeType_t attribute_type, int64_t element_count,
                                       const void *array_of_elements)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);
    struct hw_dnn_node *node = node_of(&call, descriptor), *nodes[MOST_VALUES];
    const void *values = array_of_elements;

    /* Of what is refused when it is finalized, where frameworks are ready for that. */
    if (node && !hw_dnn_rule_knows(node->type)) {
        hw_dnn_need(&call, element_count >= 0 && (values || element_count == 0));
        return hw_dnn_end(&call);
    }
    if (node)
        hw_dnn_check(&call, !node->finalized, CUDNN_STATUS_NOT_INITIALIZED);
    const struct hw_dnn_rule *rule = rule_of(&call, node, attribute_name, attribute_type);
    hw_dnn_need(&call, rule && !rule->given && element_count >= 0 && (values || element_count == 0));
    hw_dnn_need(&call, rule && (element_count == 1 || rule->most > 1));
    hw_dnn_check(&call, rule && element_count <= rule->most, CUDNN_STATUS_NOT_SUPPORTED);
    if (hw_dnn_is_ready(&call) && attribute_type == CUDNN_TYPE_BACKEND_DESCRIPTOR) {
        find_nodes(&call, rule, array_of_elements, element_count, nodes);
        values = nodes;
    }
    if (hw_dnn_is_ready(&call))
        hw_dnn_check(&call, hw_dnn_node_set(node, attribute_name, attribute_type, element_count, values),
                     CUDNN_STATUS_ALLOC_FAILED);
    return hw_dnn_end(&call);
}

/* The program has made descriptors of the type, which become these nodes. */
static void give_nodes(struct hw_dnn_call *call, struct hw_dnn_node **nodes, int64_t count,
                       const cudnnBackendDescriptor_t *to)
{
    for (int64_t i = 0; i < count; i++) {
        struct hw_dnn_node *old = node_of(call, to[i]);
        hw_dnn_need(call, old && old->type == nodes[i]->type);
        if (!hw_dnn_is_ready(call))
            return;
        hw_dnn_node_hold(nodes[i]);
        hw_dnn_node_drop(old);
        ((struct hw_dnn_backend *)to[i])->node = nodes[i];
    }
}

cudnnStatus_t cudnnBackendGetAttribute(cudnnBackendDescriptor_t const descriptor,
                                       cudnnBackendAttributeName_t attribute_name,
                                       cudnnBackendAttributeType_t attribute_type,
                                       int64_t requested_element_count, int64_t *element_count,
                                       void *array_of_elements)
{
    struct hw_dnn_call call = hw_dnn_begin_plain(__func__);
    const struct hw_dnn_node *node = node_of(&call, descriptor);

    if (node)
        hw_dnn_check(&call, node->finalized, CUDNN_STATUS_NOT_INITIALIZED);
    rule_of(&call, node, attribute_name, attribute_type);
    hw_dnn_need(&call, requested_element_count >= 0);
    if (!hw_dnn_is_ready(&call))
        return hw_dnn_end(&call);
    const struct hw_dnn_attribute *attribute = hw_dnn_node_find(node, attribute_name);
    const int64_t count = attribute ? attribute->count : 0;
    const int64_t given = count < requested_element_count ? count : requested_element_count;
    if (attribute)
        hw_dnn_need(&call, attribute->type == attribute_type);
    if (hw_dnn_is_ready(&call) && array_of_elements && given > 0) {
        if (attribute_type == CUDNN_TYPE_BACKEND_DESCRIPTOR)
            give_nodes(&call, attribute->values, given, array_of_elements);
        else
            memcpy(array_of_elements, attribute->values,
                   (size_t)given * hw_dnn_attribute_bytes(attribute_type));
    }
    if (hw_dnn_is_ready(&call))
        HW_DNN_GIVE(element_count, count);
    return hw_dnn_end(&call);
}

/* --- execution --- */

/* The graph that a plan stands for. */
static const struct hw_dnn_node *graph_of(const struct hw_dnn_node *plan)
{
    const struct hw_dnn_node *config = hw_dnn_node_child(plan, CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG, 0);
    const struct hw_dnn_node *engine = hw_dnn_node_child(config, CUDNN_ATTR_ENGINECFG_ENGINE, 0);

    return hw_dnn_node_child(engine, CUDNN_ATTR_ENGINE_OPERATION_GRAPH, 0);
}

/* No plan needs a workspace. */
cudnnStatus_t cudnnGetExecutionPlanWorkspaceSize(cudnnHandle_t handle,
                                                 cudnnBackendDescriptor_t execution_plan,
                                                 cudnnBackendDescriptor_t variant_pack, size_t *bytes)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);

    finalized_node(&call, execution_plan, CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR);
    finalized_node(&call, variant_pack, CUDNN_BACKEND_VARIANT_PACK_DESCRIPTOR);
    hw_dnn_need(&call, bytes != NULL);
    if (hw_dnn_is_ready(&call))
        *bytes = 0;
    return hw_dnn_end(&call);
}

cudnnStatus_t cudnnBackendExecute(cudnnHandle_t handle, cudnnBackendDescriptor_t execution_plan,
                                  cudnnBackendDescriptor_t variant_pack)
{
    struct hw_dnn_call call = hw_dnn_begin(__func__, handle);
    const struct hw_dnn_node *plan =
        finalized_node(&call, execution_plan, CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR);
    const struct hw_dnn_node *pack =
        finalized_node(&call, variant_pack, CUDNN_BACKEND_VARIANT_PACK_DESCRIPTOR);
    struct hw_dnn_graph graph = {0};

    if (hw_dnn_is_ready(&call)) {
        hw_dnn_graph_make(&call, graph_of(plan), &graph);
        hw_dnn_graph_bind(&call, pack, &graph);
        hw_dnn_graph_run(&call, &graph);
    }
    return hw_dnn_end(&call);
}
