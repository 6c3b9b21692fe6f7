/* SPDX-License-Identifier: MIT */
/* Descriptors of the backend: bags of attributes, which a table (backend_rule.c) has for each type.  Once it
 * is finalized a descriptor does not change, so those that are attributes of others are shared: a node lives
 * as long as a program's descriptor or another node holds it. */
#ifndef HW_CUDA_DNN_BACKEND_NODE_H
#define HW_CUDA_DNN_BACKEND_NODE_H

#include "cuda/dnn/cudnn_backend.h"
#include "cuda/dnn/dnn_call.h"

enum { HW_DNN_MOST_ATTRIBUTES = 20, HW_DNN_MOST_STEPS = 64, HW_DNN_MOST_SLOTS = 128 };

struct hw_dnn_attribute {
    cudnnBackendAttributeName_t name;
    cudnnBackendAttributeType_t type;
    int64_t count;
    void *values; /* of descriptors: nodes */
};

struct hw_dnn_node {
    cudnnBackendDescriptorType_t type;
    bool finalized;
    unsigned holders;
    int count;
    struct hw_dnn_attribute attribute[HW_DNN_MOST_ATTRIBUTES];
};

/* What a program holds. */
struct hw_dnn_backend {
    struct hw_dnn_node *node;
};

struct hw_dnn_node *hw_dnn_node_new(cudnnBackendDescriptorType_t type); /* held once; NULL: no memory */
void hw_dnn_node_hold(struct hw_dnn_node *node);
void hw_dnn_node_drop(struct hw_dnn_node *node);
void hw_dnn_node_clear(struct hw_dnn_node *node);
/* Takes a copy of the values (holds nodes) in place of what was there; false: no memory. */
bool hw_dnn_node_set(struct hw_dnn_node *node, cudnnBackendAttributeName_t name,
                     cudnnBackendAttributeType_t type, int64_t count, const void *values);

/* NULL: it has not been set. */
const struct hw_dnn_attribute *hw_dnn_node_find(const struct hw_dnn_node *node,
                                                cudnnBackendAttributeName_t name);
/* The first value as a number; `fallback` where it has not been set. */
int64_t hw_dnn_node_integer(const struct hw_dnn_node *node, cudnnBackendAttributeName_t name,
                            int64_t fallback);
double hw_dnn_node_number(const struct hw_dnn_node *node, cudnnBackendAttributeName_t name, double fallback);
struct hw_dnn_node *hw_dnn_node_child(const struct hw_dnn_node *node, cudnnBackendAttributeName_t name,
                                      int64_t i);
int64_t hw_dnn_node_count(const struct hw_dnn_node *node, cudnnBackendAttributeName_t name);

/* --- what there may be (backend_rule.c) --- */

struct hw_dnn_rule {
    cudnnBackendDescriptorType_t descriptor;
    cudnnBackendAttributeName_t name;
    cudnnBackendAttributeType_t type;
    int most;                        /* elements */
    bool required;                   /* to finalize */
    bool given;                      /* by the library: not to be set */
    cudnnBackendDescriptorType_t of; /* of what type descriptors are */
};

/* Whether descriptors of a type can be finalized; and what a type is called, NULL for one that cuDNN lacks.
 */
bool hw_dnn_rule_knows(cudnnBackendDescriptorType_t type);
const char *hw_dnn_rule_name(cudnnBackendDescriptorType_t type);
/* NULL: there is no such attribute. */
const struct hw_dnn_rule *hw_dnn_rule_find(cudnnBackendDescriptorType_t type,
                                           cudnnBackendAttributeName_t name);
/* Whether its values may be given as this type: floats and doubles stand for each other. */
bool hw_dnn_rule_takes_type(const struct hw_dnn_rule *rule, cudnnBackendAttributeType_t type);
/* Whether a descriptor may be its value. */
bool hw_dnn_rule_takes(const struct hw_dnn_rule *rule, const struct hw_dnn_node *node);
/* Whether all that are required have been set. */
bool hw_dnn_rule_complete(const struct hw_dnn_node *node);
/* Bytes of an element; 0: a type that is not known. */
size_t hw_dnn_attribute_bytes(cudnnBackendAttributeType_t type);

/* Whether what has been set makes sense; and what is derived from it (backend_check.c). */
void hw_dnn_node_check(struct hw_dnn_call *call, struct hw_dnn_node *node);

#endif
