/* SPDX-License-Identifier: MIT */
/* A layered graph (after Sugiyama): vertices are the nodes of a control-flow graph, and behind them one for
 * each layer that an edge passes.  block_graph_layers.c assigns layers and orders, block_graph_layout.c
 * coordinates. */
#ifndef HW_LISTING_BLOCK_GRAPH_LAYERS_H
#define HW_LISTING_BLOCK_GRAPH_LAYERS_H

#include "listing/block_graph.h"

struct hw_layer_vertex {
    uint32_t layer;
    uint32_t order; /* in its layer */
    double x;       /* its middle */
    double width, height;
    double wanted; /* where it would be alone */
    uint32_t neighbours;
};

/* A piece of an edge from one layer to the next. */
struct hw_layer_piece {
    uint32_t from, to; /* vertices */
    uint32_t edge;
};

struct hw_layers {
    struct hw_layer_vertex *vertices;
    uint32_t vertex_count, layer_count;
    struct hw_layer_piece *pieces; /* those of an edge in their order */
    uint32_t piece_count;
    uint32_t *by_layer;    /* pieces by the layer that they begin in */
    uint32_t *first_piece; /* those of layer i are by_layer[first_piece[i]] and on */
    uint32_t *sorted;      /* vertices by layer and order: those of layer i are sorted[first[i]] and on */
    uint32_t *first;
    bool *goes_back; /* of each edge: it leads to its own layer, or one above, and has no pieces */
};

/* False: out of memory; hw_layers_free is needed in any case. */
bool hw_layers_make(const struct hw_block_graph *graph, struct hw_layers *layers);
void hw_layers_free(struct hw_layers *layers);

#endif
