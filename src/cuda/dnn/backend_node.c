/* SPDX-License-Identifier: MIT */
/* See backend_node.h. */
#include "cuda/dnn/backend_node.h"

#include <stdlib.h>
#include <string.h>

struct hw_dnn_node *hw_dnn_node_new(cudnnBackendDescriptorType_t type)
{
    struct hw_dnn_node *node = calloc(1, sizeof *node);

    if (node) {
        node->type = type;
        node->holders = 1;
    }
    return node;
}

void hw_dnn_node_hold(struct hw_dnn_node *node)
{
    node->holders++;
}

static void forget(struct hw_dnn_attribute *attribute)
{
    if (attribute->type == CUDNN_TYPE_BACKEND_DESCRIPTOR)
        for (int64_t i = 0; i < attribute->count; i++)
            hw_dnn_node_drop(((struct hw_dnn_node **)attribute->values)[i]);
    free(attribute->values);
}

void hw_dnn_node_clear(struct hw_dnn_node *node)
{
    for (int i = 0; i < node->count; i++)
        forget(&node->attribute[i]);
    node->count = 0;
    node->finalized = false;
}

/* Nodes are in no circle: only finalized ones are attributes. */
void hw_dnn_node_drop(struct hw_dnn_node *node)
{
    if (--node->holders > 0)
        return;
    hw_dnn_node_clear(node);
    free(node);
}

bool hw_dnn_node_set(struct hw_dnn_node *node, cudnnBackendAttributeName_t name,
                     cudnnBackendAttributeType_t type, int64_t count, const void *values)
{
    const size_t bytes = (size_t)count * hw_dnn_attribute_bytes(type);
    struct hw_dnn_attribute *attribute = (struct hw_dnn_attribute *)hw_dnn_node_find(node, name);
    const struct hw_dnn_attribute made = {name, type, count, malloc(bytes > 0 ? bytes : 1)};

    if (!made.values || (!attribute && node->count == HW_DNN_MOST_ATTRIBUTES)) {
        free(made.values);
        return false;
    }
    if (bytes > 0)
        memcpy(made.values, values, bytes);
    if (type == CUDNN_TYPE_BACKEND_DESCRIPTOR)
        for (int64_t i = 0; i < count; i++)
            hw_dnn_node_hold(((struct hw_dnn_node **)made.values)[i]);
    if (attribute)
        forget(attribute);
    else
        attribute = &node->attribute[node->count++];
    *attribute = made;
    return true;
}

const struct hw_dnn_attribute *hw_dnn_node_find(const struct hw_dnn_node *node,
                                                cudnnBackendAttributeName_t name)
{
    for (int i = 0; i < node->count; i++)
        if (node->attribute[i].name == name)
            return &node->attribute[i];
    return NULL;
}

int64_t hw_dnn_node_count(const struct hw_dnn_node *node, cudnnBackendAttributeName_t name)
{
    const struct hw_dnn_attribute *attribute = hw_dnn_node_find(node, name);

    return attribute ? attribute->count : 0;
}

int64_t hw_dnn_node_integer(const struct hw_dnn_node *node, cudnnBackendAttributeName_t name,
                            int64_t fallback)
{
    const struct hw_dnn_attribute *attribute = hw_dnn_node_find(node, name);

    if (!attribute || attribute->count == 0)
        return fallback;
    switch (hw_dnn_attribute_bytes(attribute->type)) {
    case 1: return *(const bool *)attribute->values;
    case 4: return *(const int32_t *)attribute->values;
    default: return *(const int64_t *)attribute->values;
    }
}

double hw_dnn_node_number(const struct hw_dnn_node *node, cudnnBackendAttributeName_t name, double fallback)
{
    const struct hw_dnn_attribute *attribute = hw_dnn_node_find(node, name);

    if (!attribute || attribute->count == 0)
        return fallback;
    return attribute->type == CUDNN_TYPE_DOUBLE ? *(const double *)attribute->values
                                                : (double)*(const float *)attribute->values;
}

struct hw_dnn_node *hw_dnn_node_child(const struct hw_dnn_node *node, cudnnBackendAttributeName_t name,
                                      int64_t i)
{
    const struct hw_dnn_attribute *attribute = hw_dnn_node_find(node, name);

    return attribute && i < attribute->count ? ((struct hw_dnn_node **)attribute->values)[i] : NULL;
}
