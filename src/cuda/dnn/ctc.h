/* SPDX-License-Identifier: MIT */
/* Connectionist temporal classification (Graves et al. 2006): the cost of one sequence. */
#ifndef HW_CUDA_DNN_CTC_H
#define HW_CUDA_DNN_CTC_H

#include <stdbool.h>
#include <stddef.h>

/* Logarithms of probabilities of `steps` steps, `stride` numbers apart, over `alphabet` symbols, where 0 is
 * the blank one; the labels are symbols. */
struct hw_dnn_ctc {
    const double *log_probability;
    size_t stride;
    int steps, alphabet, labels;
    const int *label;
};

/* Whether the labels do not fit into the steps. */
bool hw_dnn_ctc_is_too_long(const struct hw_dnn_ctc *ctc);
/* The cost, -log of the probability of the labels; `share` (steps * alphabet) becomes how much of it each
 * symbol has at each step, which sums to 1 in a step.  False: no memory. */
bool hw_dnn_ctc_cost(const struct hw_dnn_ctc *ctc, double *cost, double *share);

#endif
