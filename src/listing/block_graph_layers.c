/* SPDX-License-Identifier: MIT */
/* See block_graph_layers.h. */
#include "listing/block_graph_layers.h"

#include <stdlib.h>

enum { SWEEPS = 8 };

/* ---------------------------------------------------------------- edges that go back, and layers */

/* A depth-first search: edges to a node that is being visited go back.  Nodes are in `finished` in the order
 * in which they are done. */
struct layer_search {
    const struct hw_block_graph *graph;
    uint8_t *state; /* 0 new, 1 on the way, 2 done */
    uint32_t *stack, *next_edge, *finished;
    uint32_t depth, done;
};

static void visit(struct layer_search *search, struct hw_layers *layers, uint32_t root)
{
    const struct hw_block_graph *graph = search->graph;

    search->stack[search->depth++] = root;
    search->state[root] = 1;
    while (search->depth) {
        const uint32_t node = search->stack[search->depth - 1];
        uint32_t edge = search->next_edge[node];
        while (edge < graph->edge_count && graph->edges[edge].from != node)
            edge++;
        if (edge >= graph->edge_count) {
            search->state[node] = 2;
            search->finished[search->done++] = node;
            search->depth--;
            continue;
        }
        search->next_edge[node] = edge + 1;
        const uint32_t to = graph->edges[edge].to;
        layers->goes_back[edge] = search->state[to] == 1;
        if (!search->state[to]) {
            search->state[to] = 1;
            search->stack[search->depth++] = to;
        }
    }
}

/* Each node below all that lead to it. */
static void assign_layers(const struct layer_search *search, struct hw_layers *layers)
{
    const struct hw_block_graph *graph = search->graph;

    for (uint32_t i = search->done; i-- > 0;) {
        const uint32_t node = search->finished[i];
        for (uint32_t edge = 0; edge < graph->edge_count; edge++) {
            const struct hw_block_graph_edge *e = &graph->edges[edge];
            if (e->from != node || layers->goes_back[edge])
                continue;
            const uint32_t below = layers->vertices[node].layer + 1;
            if (layers->vertices[e->to].layer < below)
                layers->vertices[e->to].layer = below;
        }
    }
}

static bool find_layers(const struct hw_block_graph *graph, struct hw_layers *layers)
{
    struct layer_search search = {.graph = graph,
                                  .state = calloc(graph->node_count + 1, 1),
                                  .stack = malloc((graph->node_count + 1) * sizeof(uint32_t)),
                                  .next_edge = calloc(graph->node_count + 1, sizeof(uint32_t)),
                                  .finished = malloc((graph->node_count + 1) * sizeof(uint32_t))};
    const bool done = search.state && search.stack && search.next_edge && search.finished;

    if (done) {
        for (uint32_t i = 0; i < graph->node_count; i++)
            if (!search.state[i])
                visit(&search, layers, i);
        assign_layers(&search, layers);
    }
    free(search.state);
    free(search.stack);
    free(search.next_edge);
    free(search.finished);
    return done;
}

/* ---------------------------------------------------------------- pieces of edges */

static bool add_piece(struct hw_layers *layers, uint32_t from, uint32_t to, uint32_t edge)
{
    if (!hw_module_grow(&layers->pieces, layers->piece_count, sizeof *layers->pieces))
        return false;
    layers->pieces[layers->piece_count++] = (struct hw_layer_piece){from, to, edge};
    return true;
}

/* A vertex that an edge passes in a layer.  The array has been made for them. */
static uint32_t add_vertex(struct hw_layers *layers, uint32_t layer)
{
    layers->vertices[layers->vertex_count] = (struct hw_layer_vertex){.layer = layer, .width = 4};
    return layers->vertex_count++;
}

static bool cut_edges(const struct hw_block_graph *graph, struct hw_layers *layers)
{
    uint32_t more = 0;

    for (uint32_t i = 0; i < graph->edge_count; i++) {
        const struct hw_block_graph_edge *edge = &graph->edges[i];
        const uint32_t above = layers->vertices[edge->from].layer, below = layers->vertices[edge->to].layer;
        layers->goes_back[i] |= below <= above;
        more += layers->goes_back[i] ? 0 : below - above - 1;
    }
    void *bigger = realloc(layers->vertices, (layers->vertex_count + more + 1) * sizeof *layers->vertices);
    if (!bigger)
        return false;
    layers->vertices = bigger;
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        const struct hw_block_graph_edge *edge = &graph->edges[i];
        const uint32_t below = layers->vertices[edge->to].layer;
        uint32_t from = edge->from;
        if (layers->goes_back[i])
            continue;
        for (uint32_t layer = layers->vertices[from].layer + 1; layer <= below; layer++) {
            const uint32_t to = layer == below ? edge->to : add_vertex(layers, layer);
            if (!add_piece(layers, from, to, i))
                return false;
            from = to;
        }
    }
    return true;
}

/* The pieces by the layers that they begin in. */
static bool sort_pieces(struct hw_layers *layers)
{
    layers->by_layer = malloc((layers->piece_count + 1) * sizeof *layers->by_layer);
    layers->first_piece = calloc(layers->layer_count + 3, sizeof *layers->first_piece);
    if (!layers->by_layer || !layers->first_piece)
        return false;
    uint32_t *next = layers->first_piece + 1; /* becomes the first of each layer as they are filled */
    for (uint32_t i = 0; i < layers->piece_count; i++)
        next[layers->vertices[layers->pieces[i].from].layer + 1]++;
    for (uint32_t i = 1; i <= layers->layer_count; i++)
        next[i] += next[i - 1];
    for (uint32_t i = 0; i < layers->piece_count; i++)
        layers->by_layer[next[layers->vertices[layers->pieces[i].from].layer]++] = i;
    return true;
}

/* ---------------------------------------------------------------- order within layers */

static bool sort_layers(struct hw_layers *layers)
{
    for (uint32_t i = 0; i < layers->vertex_count; i++)
        if (layers->vertices[i].layer >= layers->layer_count)
            layers->layer_count = layers->vertices[i].layer + 1;
    layers->first = calloc(layers->layer_count + 2, sizeof *layers->first);
    layers->sorted = malloc((layers->vertex_count + 1) * sizeof *layers->sorted);
    if (!layers->first || !layers->sorted)
        return false;
    for (uint32_t i = 0; i < layers->vertex_count; i++)
        layers->first[layers->vertices[i].layer + 1]++;
    for (uint32_t i = 0; i < layers->layer_count; i++)
        layers->first[i + 1] += layers->first[i];
    uint32_t *next = calloc(layers->layer_count + 1, sizeof *next);
    if (!next)
        return false;
    for (uint32_t i = 0; i < layers->vertex_count; i++) {
        struct hw_layer_vertex *vertex = &layers->vertices[i];
        vertex->order = next[vertex->layer]++;
        layers->sorted[layers->first[vertex->layer] + vertex->order] = i;
    }
    free(next);
    return true;
}

/* The mean order of the neighbours above (or below); its own where it has none. */
static void want_orders(struct hw_layers *layers, bool down)
{
    for (uint32_t i = 0; i < layers->vertex_count; i++)
        layers->vertices[i].wanted = layers->vertices[i].neighbours = 0;
    for (uint32_t i = 0; i < layers->piece_count; i++) {
        const struct hw_layer_piece *piece = &layers->pieces[i];
        struct hw_layer_vertex *vertex = &layers->vertices[down ? piece->to : piece->from];
        vertex->wanted += layers->vertices[down ? piece->from : piece->to].order;
        vertex->neighbours++;
    }
    for (uint32_t i = 0; i < layers->vertex_count; i++) {
        struct hw_layer_vertex *vertex = &layers->vertices[i];
        vertex->wanted = vertex->neighbours ? vertex->wanted / vertex->neighbours : vertex->order;
    }
}

/* Insertion sort keeps the order of equals, and layers are short. */
static void sort_layer(struct hw_layers *layers, uint32_t layer)
{
    uint32_t *list = layers->sorted + layers->first[layer];
    const uint32_t count = layers->first[layer + 1] - layers->first[layer];

    for (uint32_t i = 1; i < count; i++)
        for (uint32_t k = i; k && layers->vertices[list[k]].wanted < layers->vertices[list[k - 1]].wanted;
             k--) {
            const uint32_t moved = list[k];
            list[k] = list[k - 1];
            list[k - 1] = moved;
        }
    for (uint32_t i = 0; i < count; i++)
        layers->vertices[list[i]].order = i;
}

bool hw_layers_make(const struct hw_block_graph *graph, struct hw_layers *layers)
{
    *layers = (struct hw_layers){.vertices = calloc(graph->node_count + 1, sizeof *layers->vertices),
                                 .vertex_count = (uint32_t)graph->node_count,
                                 .goes_back = calloc(graph->edge_count + 1, sizeof(bool))};
    if (!layers->vertices || !layers->goes_back || !find_layers(graph, layers) || !cut_edges(graph, layers) ||
        !sort_layers(layers) || !sort_pieces(layers))
        return false;
    for (unsigned sweep = 0; sweep < SWEEPS; sweep++) {
        want_orders(layers, sweep % 2 == 0);
        for (uint32_t layer = 0; layer < layers->layer_count; layer++)
            sort_layer(layers, layer);
    }
    return true;
}

void hw_layers_free(struct hw_layers *layers)
{
    free(layers->vertices);
    free(layers->pieces);
    free(layers->sorted);
    free(layers->first);
    free(layers->by_layer);
    free(layers->first_piece);
    free(layers->goes_back);
    *layers = (struct hw_layers){.vertices = NULL};
}
