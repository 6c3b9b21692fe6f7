/* SPDX-License-Identifier: MIT */
/* See ctc.h: the forward and backward variables over labels with blanks between, as logarithms. */
#include "cuda/dnn/ctc.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* States are labels with blanks around. */
static int states_of(const struct hw_dnn_ctc *ctc)
{
    return 2 * ctc->labels + 1;
}

static int symbol(const struct hw_dnn_ctc *ctc, int state)
{
    return state % 2 ? ctc->label[state / 2] : 0;
}

static double log_probability(const struct hw_dnn_ctc *ctc, int step, int state)
{
    return ctc->log_probability[(size_t)step * ctc->stride + (size_t)symbol(ctc, state)];
}

bool hw_dnn_ctc_is_too_long(const struct hw_dnn_ctc *ctc)
{
    int needed = ctc->labels;

    for (int i = 1; i < ctc->labels; i++)
        needed += ctc->label[i] == ctc->label[i - 1];
    return needed > ctc->steps;
}

static double log_add(double a, double b)
{
    const double most = a > b ? a : b, least = a > b ? b : a;

    return least == -INFINITY ? most : most + log1p(exp(least - most));
}

/* Whether a path may leave out the blank between two states that are two apart. */
static bool may_skip(const struct hw_dnn_ctc *ctc, int low, int high)
{
    return low >= 0 && high < states_of(ctc) && high % 2 && symbol(ctc, low) != symbol(ctc, high);
}

/* All paths that come to a state at a step, or with `back` that go on from it; both with the step itself. */
static void walk(const struct hw_dnn_ctc *ctc, double *paths, bool back)
{
    const int states = states_of(ctc), direction = back ? 1 : -1;

    for (int i = 0; i < ctc->steps; i++) {
        const int t = back ? ctc->steps - 1 - i : i;
        double *row = paths + (size_t)t * (size_t)states, *from = row + direction * states;
        for (int s = 0; s < states; s++) {
            double sum = -INFINITY;
            if (i == 0) {
                row[s] = (back ? s >= states - 2 : s < 2) ? log_probability(ctc, t, s) : -INFINITY;
                continue;
            }
            sum = from[s];
            if (s + direction >= 0 && s + direction < states)
                sum = log_add(sum, from[s + direction]);
            if (back ? may_skip(ctc, s, s + 2) : may_skip(ctc, s - 2, s))
                sum = log_add(sum, from[s + 2 * direction]);
            row[s] = sum + log_probability(ctc, t, s);
        }
    }
}

/* The shares of all states become those of symbols. */
static void divide(const struct hw_dnn_ctc *ctc, const double *forth, const double *back, double total,
                   double *share)
{
    const int states = states_of(ctc);

    memset(share, 0, (size_t)ctc->steps * (size_t)ctc->alphabet * sizeof *share);
    if (total == -INFINITY)
        return;
    for (int t = 0; t < ctc->steps; t++)
        for (int s = 0; s < states; s++) {
            const size_t at = (size_t)t * (size_t)states + (size_t)s;
            const double both = forth[at] + back[at];
            if (both > -INFINITY)
                share[(size_t)t * (size_t)ctc->alphabet + (size_t)symbol(ctc, s)] +=
                    exp(both - log_probability(ctc, t, s) - total);
        }
}

bool hw_dnn_ctc_cost(const struct hw_dnn_ctc *ctc, double *cost, double *share)
{
    const int states = states_of(ctc);
    const size_t count = (size_t)ctc->steps * (size_t)states;

    if (ctc->steps == 0) {
        *cost = ctc->labels > 0 ? INFINITY : 0;
        return true;
    }
    double *forth = malloc(count * sizeof *forth), *back = malloc(count * sizeof *back);
    if (forth && back) {
        walk(ctc, forth, false);
        walk(ctc, back, true);
        const double *last = forth + count - 1;
        const double total = states > 1 ? log_add(last[0], last[-1]) : last[0];
        *cost = -total;
        divide(ctc, forth, back, total, share);
    }
    const bool enough = forth && back;
    free(forth), free(back);
    return enough;
}
