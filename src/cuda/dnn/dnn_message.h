/* SPDX-License-Identifier: MIT */
/* Sentences about what is not there, each once. */
#ifndef HW_CUDA_DNN_DNN_MESSAGE_H
#define HW_CUDA_DNN_DNN_MESSAGE_H

/* A function cannot do something.  The name is a literal.  With the lock of src/cuda. */
void hw_dnn_message_once(const char *function, const char *what);
/* What the functions call that nobody has written (tools/exportgen). */
int hw_dnn_missing(const char *library, const char *name, unsigned char *told);

#endif
