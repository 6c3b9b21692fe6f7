/* SPDX-License-Identifier: MIT */
/* Coordinates of a layered graph (block_graph_layers.h): each vertex near the middle of its neighbours,
 * layers below each other, edges through the gaps between them. */
#include "listing/block_graph_layers.h"

#include <stdlib.h>
#include <string.h>

enum { PASSES = 8 };
#define GAP_X  22.0 /* between boxes */
#define GAP_Y  42.0 /* between layers */
#define LANE   9.0  /* between edges that go back */
#define CORNER 14.0 /* how far an edge leaves its box before it turns */

static void measure(const struct hw_block_graph *graph, struct hw_layers *layers)
{
    for (size_t i = 0; i < graph->node_count; i++) {
        size_t longest = 0;
        for (size_t line = 0; line < graph->nodes[i].line_count; line++)
            if (strlen(graph->nodes[i].lines[line]) > longest)
                longest = strlen(graph->nodes[i].lines[line]);
        layers->vertices[i].width = (double)longest * HW_BLOCK_GRAPH_LETTER + 2 * HW_BLOCK_GRAPH_MARGIN;
        layers->vertices[i].height =
            (double)graph->nodes[i].line_count * HW_BLOCK_GRAPH_LINE + HW_BLOCK_GRAPH_MARGIN;
    }
}

/* For each vertex of a layer the mean of the middles of its neighbours above, or below. */
static void want_middles(struct hw_layers *layers, uint32_t layer, bool down)
{
    const uint32_t *first = layers->first_piece + (down && layer ? layer - 1 : layer);

    for (uint32_t i = layers->first[layer]; i < layers->first[layer + 1]; i++)
        layers->vertices[layers->sorted[i]].wanted = layers->vertices[layers->sorted[i]].neighbours = 0;
    for (uint32_t i = first[0]; i < first[1] && (layer || !down); i++) {
        const struct hw_layer_piece *piece = &layers->pieces[layers->by_layer[i]];
        struct hw_layer_vertex *vertex = &layers->vertices[down ? piece->to : piece->from];
        vertex->wanted += layers->vertices[down ? piece->from : piece->to].x;
        vertex->neighbours++;
    }
    for (uint32_t i = layers->first[layer]; i < layers->first[layer + 1]; i++) {
        struct hw_layer_vertex *vertex = &layers->vertices[layers->sorted[i]];
        vertex->wanted = vertex->neighbours ? vertex->wanted / vertex->neighbours : vertex->x;
    }
}

static double distance(const struct hw_layer_vertex *one, const struct hw_layer_vertex *other)
{
    return (one->width + other->width) / 2 + GAP_X;
}

/* Place a layer: once pushed to the right and once to the left until nothing overlaps, then in between. */
static void set_layer(struct hw_layers *layers, uint32_t layer)
{
    const uint32_t *list = layers->sorted + layers->first[layer];
    const uint32_t count = layers->first[layer + 1] - layers->first[layer];

    for (uint32_t i = 0; i < count; i++) {
        struct hw_layer_vertex *vertex = &layers->vertices[list[i]];
        const struct hw_layer_vertex *left = i ? &layers->vertices[list[i - 1]] : NULL;
        vertex->x = vertex->wanted;
        if (left && vertex->x < left->x + distance(left, vertex))
            vertex->x = left->x + distance(left, vertex);
    }
    double limit = 0;
    for (uint32_t i = count; i-- > 0;) {
        struct hw_layer_vertex *vertex = &layers->vertices[list[i]];
        double x = vertex->wanted;
        if (i + 1 < count && x > limit - distance(vertex, &layers->vertices[list[i + 1]]))
            x = limit - distance(vertex, &layers->vertices[list[i + 1]]);
        limit = x;
        vertex->x = (vertex->x + x) / 2;
    }
}

static void set_middles(struct hw_layers *layers)
{
    for (uint32_t layer = 0; layer < layers->layer_count; layer++)
        set_layer(layers, layer);
    for (unsigned pass = 0; pass < PASSES; pass++)
        for (uint32_t i = 0; i < layers->layer_count; i++) {
            const uint32_t layer = pass % 2 == 0 ? i : layers->layer_count - 1 - i;
            want_middles(layers, layer, pass % 2 == 0);
            set_layer(layers, layer);
        }
}

/* ---------------------------------------------------------------- the picture */

static bool add_point(struct hw_block_graph_route *route, double x, double y)
{
    if (!hw_module_grow(&route->points, route->count, sizeof *route->points))
        return false;
    route->points[route->count++] = (struct hw_block_graph_point){x, y};
    return true;
}

/* Where on the bottom of a box an edge leaves, or on the top it arrives: edges beside each other. */
static double port(const struct hw_block_graph *graph, uint32_t edge, const struct hw_block_graph_box *box,
                   bool leaves)
{
    const struct hw_block_graph_edge *mine = &graph->edges[edge];
    unsigned count = 0, number = 0;

    for (uint32_t i = 0; i < graph->edge_count; i++) {
        if (leaves ? graph->edges[i].from != mine->from : graph->edges[i].to != mine->to)
            continue;
        number += i < edge;
        count++;
    }
    return box->x + box->width * (number + 1) / (count + 1);
}

static bool route_down(const struct hw_block_graph *graph, const struct hw_layers *layers, const double *top,
                       uint32_t edge, uint32_t piece, struct hw_block_graph_layout *layout)
{
    const struct hw_block_graph_edge *e = &graph->edges[edge];
    const struct hw_block_graph_box *from = &layout->boxes[e->from], *to = &layout->boxes[e->to];
    struct hw_block_graph_route *route = &layout->routes[edge];
    const double x = port(graph, edge, from, true), bottom = from->y + from->height;
    const double layer_bottom = top[layers->vertices[e->from].layer + 1] - GAP_Y;
    bool done = add_point(route, x, bottom) && (layer_bottom <= bottom || add_point(route, x, layer_bottom));

    for (; done && piece < layers->piece_count && layers->pieces[piece].edge == edge; piece++) {
        const struct hw_layer_vertex *vertex = &layers->vertices[layers->pieces[piece].to];
        if (layers->pieces[piece].to >= graph->node_count)
            done = add_point(route, vertex->x, top[vertex->layer]) &&
                   add_point(route, vertex->x, top[vertex->layer + 1] - GAP_Y);
    }
    return done && add_point(route, port(graph, edge, to, false), to->y);
}

static bool route_back(const struct hw_block_graph *graph, const struct hw_layers *layers, const double *top,
                       uint32_t edge, double lane, struct hw_block_graph_layout *layout)
{
    const struct hw_block_graph_edge *e = &graph->edges[edge];
    const struct hw_block_graph_box *from = &layout->boxes[e->from], *to = &layout->boxes[e->to];
    struct hw_block_graph_route *route = &layout->routes[edge];
    const double x = port(graph, edge, from, true), into = port(graph, edge, to, false);
    const double below = top[layers->vertices[e->from].layer + 1] - GAP_Y + CORNER, above = to->y - CORNER;

    return add_point(route, x, from->y + from->height) && add_point(route, x, below) &&
           add_point(route, lane, below) && add_point(route, lane, above) && add_point(route, into, above) &&
           add_point(route, into, to->y);
}

static bool draw(const struct hw_block_graph *graph, const struct hw_layers *layers, const double *top,
                 struct hw_block_graph_layout *layout)
{
    double left = 0, right = 0;
    bool done = true;

    for (uint32_t i = 0; i < layers->vertex_count; i++) {
        const struct hw_layer_vertex *vertex = &layers->vertices[i];
        left = vertex->x - vertex->width / 2 < left ? vertex->x - vertex->width / 2 : left;
        right = vertex->x + vertex->width / 2 > right ? vertex->x + vertex->width / 2 : right;
    }
    for (uint32_t i = 0; i < layers->vertex_count; i++) {
        struct hw_layer_vertex *vertex = &layers->vertices[i];
        vertex->x -= left;
        if (i < graph->node_count)
            layout->boxes[i] = (struct hw_block_graph_box){vertex->x - vertex->width / 2, top[vertex->layer],
                                                           vertex->width, vertex->height};
    }
    double lane = right - left + GAP_X;
    uint32_t piece = 0;
    for (uint32_t i = 0; i < graph->edge_count && done; i++) {
        if (layers->goes_back[i]) {
            done = route_back(graph, layers, top, i, lane, layout);
            lane += LANE;
            continue;
        }
        done = route_down(graph, layers, top, i, piece, layout);
        while (piece < layers->piece_count && layers->pieces[piece].edge == i)
            piece++;
    }
    layout->width = lane;
    layout->height = top[layers->layer_count];
    return done;
}

bool hw_block_graph_lay_out(const struct hw_block_graph *graph, struct hw_block_graph_layout *layout)
{
    struct hw_layers layers;
    double *top = NULL;

    *layout = (struct hw_block_graph_layout){.boxes = calloc(graph->node_count + 1, sizeof *layout->boxes),
                                             .routes = calloc(graph->edge_count + 1, sizeof *layout->routes),
                                             .route_count = graph->edge_count};
    bool done = hw_layers_make(graph, &layers) && layout->boxes && layout->routes;
    if (done)
        top = calloc(layers.layer_count + 2, sizeof *top);
    if (top) {
        measure(graph, &layers);
        set_middles(&layers);
        for (uint32_t i = 0; i < layers.vertex_count; i++)
            if (layers.vertices[i].height > top[layers.vertices[i].layer + 1])
                top[layers.vertices[i].layer + 1] = layers.vertices[i].height;
        top[0] = CORNER; /* room for edges that go back to the first layer */
        for (uint32_t i = 0; i < layers.layer_count; i++)
            top[i + 1] += top[i] + GAP_Y;
    }
    done = done && top && draw(graph, &layers, top, layout);
    free(top);
    hw_layers_free(&layers);
    return done;
}

void hw_block_graph_layout_free(struct hw_block_graph_layout *layout)
{
    for (size_t i = 0; i < layout->route_count && layout->routes; i++)
        free(layout->routes[i].points);
    free(layout->boxes);
    free(layout->routes);
    *layout = (struct hw_block_graph_layout){.boxes = NULL};
}
