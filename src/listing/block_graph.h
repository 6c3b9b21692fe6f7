/* SPDX-License-Identifier: MIT */
/* A control-flow graph as it is drawn: nodes with lines of text, edges between lines.  block_graph.c makes it
 * of a kernel's flow (halfwarp/flow.h), block_graph_dot.c and block_graph_svg.c write it. */
#ifndef HW_LISTING_BLOCK_GRAPH_H
#define HW_LISTING_BLOCK_GRAPH_H

#include "listing/listing_internal.h"

#include <halfwarp/flow.h>

struct hw_block_graph_node {
    char *name;      /* the label of its first instruction, or the function's name; unique */
    char **lines;    /* the text, without newlines */
    bool *exits;     /* of each line: an edge leaves from it */
    uint32_t *insns; /* of each line the instruction; HW_NO_TARGET: a line of the source */
    size_t line_count;
    uint32_t function; /* of flow.functions; HW_CFG_OUTSIDE: it stands for code elsewhere */
    uint32_t first_block, block_count;
};

struct hw_block_graph_edge {
    uint32_t from, to; /* nodes */
    size_t line;       /* of `from`: where it begins */
    uint8_t kind;      /* enum hw_cfg_edge */
    bool is_possible;
};

struct hw_block_graph {
    struct hw_flow_graph flow;
    struct hw_block_graph_node *nodes;
    size_t node_count;
    struct hw_block_graph_edge *edges;
    size_t edge_count;
};

/* The graph of a kernel: hw_block_graph_free is needed in any case. */
hw_status hw_block_graph_make(const struct hw_module *module, const struct hw_kernel *kernel,
                              const struct hw_block_graph_options *options, struct hw_block_graph *graph,
                              struct hw_error *error);
void hw_block_graph_free(struct hw_block_graph *graph);

/* The graphs of several kernels in one picture. */
void hw_block_graph_write_dot(const struct hw_block_graph *graphs, size_t count, struct hw_buffer *out);
hw_status hw_block_graph_write_svg(const struct hw_block_graph *graphs, size_t count, struct hw_buffer *out,
                                   struct hw_error *error);

/* --- block_graph_layout.c --- */

/* Where the nodes of one graph are, and the ways of its edges, in the picture's units. */
struct hw_block_graph_point {
    double x, y;
};
struct hw_block_graph_box {
    double x, y, width, height; /* x, y: the upper left corner */
};
struct hw_block_graph_route {
    struct hw_block_graph_point *points;
    size_t count;
};
struct hw_block_graph_layout {
    struct hw_block_graph_box *boxes;    /* one a node */
    struct hw_block_graph_route *routes; /* one an edge */
    size_t route_count;
    double width, height;
};
#define HW_BLOCK_GRAPH_LINE   13.0 /* height of a line of text */
#define HW_BLOCK_GRAPH_LETTER 6.02 /* width of a letter: 0.602 of the font's size, 10 */
#define HW_BLOCK_GRAPH_MARGIN 6.0  /* between text and the border of its box */

/* Layers from the top down by the longest way from the entry, without the edges that go back; within a layer
 * in the order of the neighbours.  An edge over several layers has a place in each; one that goes back is
 * drawn at the right.  False: out of memory.  hw_block_graph_layout_free is needed in any case. */
bool hw_block_graph_lay_out(const struct hw_block_graph *graph, struct hw_block_graph_layout *layout);
void hw_block_graph_layout_free(struct hw_block_graph_layout *layout);

#endif
