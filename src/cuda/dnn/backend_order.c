/* SPDX-License-Identifier: MIT */
/* The order of a graph's steps.  Programs give operations in any order: what they read and write decides. */
#include "cuda/dnn/backend_graph.h"

#include <string.h>

enum { OPERANDS = 6, RESULTS = 4 };

/* Which of a convolution's slots is the result. */
static int main_result(const struct hw_dnn_step *step)
{
    if (step->kind != HW_DNN_STEP_CONVOLUTION || step->convolution.direction == HW_CONVOLVE_FORWARD)
        return step->y;
    return step->convolution.direction == HW_CONVOLVE_BACKWARD_DATA ? step->x : step->w;
}

static void results_of(const struct hw_dnn_step *step, int *results)
{
    const int all[RESULTS] = {main_result(step), step->statistics, step->most, step->sum};

    memcpy(results, all, sizeof all);
}

/* HW_DNN_NO_SLOT stands in the result's place: an operation may write what it reads. */
static void operands_of(const struct hw_dnn_step *step, int *operands)
{
    const int all[OPERANDS] = {step->x, step->w, step->y, step->b, step->t, step->dy},
              result = main_result(step);

    for (int i = 0; i < OPERANDS; i++)
        operands[i] = all[i] == result ? HW_DNN_NO_SLOT : all[i];
}

/* Whether a step from `first` on writes a slot. */
static bool is_written(const struct hw_dnn_graph *graph, int first, int slot)
{
    int results[RESULTS];

    for (int i = first; i < graph->steps; i++) {
        results_of(&graph->step[i], results);
        for (int k = 0; k < RESULTS; k++)
            if (results[k] == slot)
                return true;
    }
    return false;
}

/* Whether nothing that a step reads is written by those from `first` on. */
static bool can_be_done(const struct hw_dnn_graph *graph, int first, const struct hw_dnn_step *step)
{
    int operands[OPERANDS];

    operands_of(step, operands);
    for (int i = 0; i < OPERANDS; i++)
        if (operands[i] != HW_DNN_NO_SLOT && is_written(graph, first, operands[i]))
            return false;
    return true;
}

static void check_slots(struct hw_dnn_call *call, const struct hw_dnn_graph *graph,
                        const struct hw_dnn_step *step)
{
    int operands[OPERANDS], results[RESULTS];

    operands_of(step, operands);
    results_of(step, results);
    for (int i = 0; i < OPERANDS; i++)
        if (operands[i] != HW_DNN_NO_SLOT && graph->slot[operands[i]].is_virtual &&
            graph->slot[operands[i]].counts)
            hw_dnn_support(call, is_written(graph, 0, operands[i]),
                           "a graph with a virtual tensor that no operation writes");
    for (int i = 0; i < RESULTS; i++)
        hw_dnn_need(call, results[i] == HW_DNN_NO_SLOT || !graph->slot[results[i]].by_value);
}

void hw_dnn_graph_order(struct hw_dnn_call *call, struct hw_dnn_graph *graph)
{
    for (int i = 0; i < graph->steps; i++)
        check_slots(call, graph, &graph->step[i]);
    for (int first = 0; first < graph->steps && hw_dnn_is_ready(call); first++) {
        int next = first;
        while (next < graph->steps && !can_be_done(graph, first, &graph->step[next]))
            next++;
        hw_dnn_need(call, next < graph->steps); /* else operations wait for each other */
        if (!hw_dnn_is_ready(call))
            return;
        const struct hw_dnn_step step = graph->step[next];
        memmove(&graph->step[first + 1], &graph->step[first], (size_t)(next - first) * sizeof *graph->step);
        graph->step[first] = step;
    }
}
