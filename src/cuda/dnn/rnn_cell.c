/* SPDX-License-Identifier: MIT */
/* One step of a cell, forward and back.  Slots: of an LSTM the input, forget, new and output gates; of a GRU
 * the reset, update and new gates and the part of the new gate's sum that comes from h; of the others h.
 *
 * Slot gradients: of a GRU the fourth is the new gate's for the products with h, the third that for x. */
#include "cuda/dnn/rnn.h"

#include <math.h>

enum { INPUT_GATE, FORGET_GATE, NEW_GATE, OUTPUT_GATE };   /* LSTM */
enum { RESET_SLOT, UPDATE_SLOT, NEW_SLOT, FROM_OLD_SLOT }; /* GRU */

static double sigmoid(double x)
{
    return 1 / (1 + exp(-x));
}

static double clip(const struct hw_dnn_network *network, double cell)
{
    return !network->clips ? cell : cell < network->least ? network->least : fmin(cell, network->most);
}

static void lstm_forward(const struct hw_dnn_network *network, const double *in, const double *recurrent,
                         double *slots, double *cell, double *h)
{
    const int n = network->hidden;

    for (int k = 0; k < n; k++) {
        double gate[4];
        for (int g = 0; g < 4; g++) {
            const double sum = in[g * n + k] + recurrent[g * n + k];
            slots[g * n + k] = gate[g] = g == NEW_GATE ? tanh(sum) : sigmoid(sum);
        }
        cell[k] = clip(network, gate[FORGET_GATE] * cell[k] + gate[INPUT_GATE] * gate[NEW_GATE]);
        h[k] = gate[OUTPUT_GATE] * tanh(cell[k]);
    }
}

static void gru_forward(int n, const double *in, const double *recurrent, const double *old_h, double *slots,
                        double *h)
{
    for (int k = 0; k < n; k++) {
        const double reset = sigmoid(in[k] + recurrent[k]);
        const double update = sigmoid(in[n + k] + recurrent[n + k]);
        const double from_old = recurrent[2 * n + k], made = tanh(in[2 * n + k] + reset * from_old);
        slots[RESET_SLOT * n + k] = reset;
        slots[UPDATE_SLOT * n + k] = update;
        slots[NEW_SLOT * n + k] = made;
        slots[FROM_OLD_SLOT * n + k] = from_old;
        h[k] = (1 - update) * made + update * old_h[k];
    }
}

void hw_dnn_cell_forward(const struct hw_dnn_network *network, const double *in, const double *recurrent,
                         const double *old_h, double *slots, double *cell, double *h)
{
    if (network->mode == CUDNN_LSTM) {
        lstm_forward(network, in, recurrent, slots, cell, h);
        return;
    }
    if (network->mode == CUDNN_GRU) {
        gru_forward(network->hidden, in, recurrent, old_h, slots, h);
        return;
    }
    for (int k = 0; k < network->hidden; k++) {
        const double sum = in[k] + recurrent[k];
        slots[k] = h[k] = network->mode == CUDNN_RNN_TANH ? tanh(sum) : sum > 0 ? sum : 0;
    }
}

static void lstm_backward(int n, const double *slots, const double *cell, const double *old_cell, double *dh,
                          double *dcell, double *gradients)
{
    for (int k = 0; k < n; k++) {
        const double i = slots[INPUT_GATE * n + k], f = slots[FORGET_GATE * n + k];
        const double made = slots[NEW_GATE * n + k], o = slots[OUTPUT_GATE * n + k], t = tanh(cell[k]);
        const double dc = dcell[k] + dh[k] * o * (1 - t * t);
        gradients[OUTPUT_GATE * n + k] = dh[k] * t * o * (1 - o);
        gradients[INPUT_GATE * n + k] = dc * made * i * (1 - i);
        gradients[FORGET_GATE * n + k] = dc * old_cell[k] * f * (1 - f);
        gradients[NEW_GATE * n + k] = dc * i * (1 - made * made);
        dcell[k] = dc * f;
        dh[k] = 0;
    }
}

static void gru_backward(int n, const double *slots, const double *old_h, double *dh, double *gradients)
{
    for (int k = 0; k < n; k++) {
        const double reset = slots[RESET_SLOT * n + k], update = slots[UPDATE_SLOT * n + k];
        const double made = slots[NEW_SLOT * n + k], from_old = slots[FROM_OLD_SLOT * n + k];
        const double dmade = dh[k] * (1 - update) * (1 - made * made);
        gradients[NEW_SLOT * n + k] = dmade;
        gradients[FROM_OLD_SLOT * n + k] = dmade * reset;
        gradients[RESET_SLOT * n + k] = dmade * from_old * reset * (1 - reset);
        gradients[UPDATE_SLOT * n + k] = dh[k] * (old_h[k] - made) * update * (1 - update);
        dh[k] *= update;
    }
}

void hw_dnn_cell_backward(const struct hw_dnn_network *network, const double *slots, const double *cell,
                          const double *old_cell, const double *old_h, double *dh, double *dcell,
                          double *slot_gradients)
{
    if (network->mode == CUDNN_LSTM) {
        lstm_backward(network->hidden, slots, cell, old_cell, dh, dcell, slot_gradients);
        return;
    }
    if (network->mode == CUDNN_GRU) {
        gru_backward(network->hidden, slots, old_h, dh, slot_gradients);
        return;
    }
    for (int k = 0; k < network->hidden; k++) {
        const double h = slots[k], slope = network->mode == CUDNN_RNN_TANH ? 1 - h * h : h > 0;
        slot_gradients[k] = dh[k] * slope;
        dh[k] = 0;
    }
}

void hw_dnn_cell_output(const struct hw_dnn_network *network, const double *slots, const double *cell,
                        double *h)
{
    for (int k = 0; k < network->hidden; k++)
        h[k] = slots[OUTPUT_GATE * network->hidden + k] * tanh(cell[k]);
}

int hw_dnn_recurrent_slot(const struct hw_dnn_network *network, int gate)
{
    return network->mode == CUDNN_GRU && gate == NEW_SLOT ? FROM_OLD_SLOT : gate;
}
