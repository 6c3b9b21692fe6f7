/* SPDX-License-Identifier: MIT */
/* Descriptors as text. */
#ifndef HW_CUDA_DNN_BACKEND_TEXT_H
#define HW_CUDA_DNN_BACKEND_TEXT_H

#include "cuda/dnn/backend_node.h"

/* To be freed; NULL: no memory. */
char *hw_dnn_node_text(const struct hw_dnn_node *node, size_t *length);
/* The node of a text, held once; NULL: it is no such text, and the call fails. */
struct hw_dnn_node *hw_dnn_node_read(struct hw_dnn_call *call, const char *text, size_t length);

#endif
