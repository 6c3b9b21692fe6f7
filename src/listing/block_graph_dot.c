/* SPDX-License-Identifier: MIT */
/* Control-flow graphs in the language of Graphviz: a frame (cluster) for each function, a box for each node,
 * in which lines that edges leave from have ports, as in what nvdisasm -cfg writes. */
#include "listing/block_graph.h"

#include <inttypes.h>
#include <string.h>

static const char *const colors[] = {[HW_CFG_FALL_THROUGH] = "gray40",
                                     [HW_CFG_TAKEN] = "blue",
                                     [HW_CFG_CALL] = "darkgreen",
                                     [HW_CFG_RETURN] = "gray40"};

/* A string in quotes; of a record's label also what has a meaning there. */
static void put_text(struct hw_buffer *out, const char *text, bool is_record)
{
    for (; *text; text++) {
        if (*text == '"' || *text == '\\' || (is_record && strchr("{}|<> []", *text)))
            hw_buffer_add(out, "\\", 1);
        hw_buffer_add(out, text, 1);
    }
}

/* A node's name, which is unique among all kernels. */
static void put_name(struct hw_buffer *out, const struct hw_block_graph *graph, uint32_t number)
{
    const struct hw_block_graph_node *node = &graph->nodes[number];

    hw_buffer_printf(out, "\"");
    put_text(out, node->name, false);
    if (strcmp(node->name, graph->flow.kernel->name) != 0) {
        hw_buffer_printf(out, " ");
        put_text(out, graph->flow.kernel->name, false);
    }
    hw_buffer_printf(out, "\"");
}

static void put_node(struct hw_buffer *out, const struct hw_block_graph *graph, uint32_t number)
{
    const struct hw_block_graph_node *node = &graph->nodes[number];
    bool begins = true;

    put_name(out, graph, number);
    hw_buffer_printf(out, " [label=\"{<entry>");
    for (size_t i = 0; i < node->line_count; i++) {
        const bool is_exit = node->exits[i];
        if (is_exit && !begins)
            hw_buffer_printf(out, "|");
        if (is_exit)
            hw_buffer_printf(out, "<exit%zu>", i);
        put_text(out, node->lines[i], true);
        hw_buffer_printf(out, "\\l");
        begins = is_exit && i + 1 < node->line_count;
        if (begins)
            hw_buffer_printf(out, "|");
    }
    hw_buffer_printf(out, "}\"%s];\n", node->function == HW_CFG_OUTSIDE ? ",style=dashed" : "");
}

static void put_edge(struct hw_buffer *out, const struct hw_block_graph *graph,
                     const struct hw_block_graph_edge *edge)
{
    put_name(out, graph, edge->from);
    hw_buffer_printf(out, ":exit%zu -> ", edge->line);
    put_name(out, graph, edge->to);
    hw_buffer_printf(out, ":entry:n [label=\"%s\",color=%s,style=%s];\n", hw_flow_edge_name(edge->kind),
                     colors[edge->kind], edge->is_possible || edge->kind == HW_CFG_CALL ? "dashed" : "solid");
}

static void put_function(struct hw_buffer *out, const struct hw_block_graph *graph, uint32_t function)
{
    const char *name = graph->flow.functions[function].name;

    hw_buffer_printf(out, "subgraph \"cluster_");
    put_text(out, graph->flow.kernel->name, false);
    hw_buffer_printf(out, "_%" PRIu32 "\" {\nlabel=\"", function);
    put_text(out, name ? name : "a function without a name", false);
    hw_buffer_printf(out, "\";\n");
    for (uint32_t i = 0; i < graph->node_count; i++)
        if (graph->nodes[i].function == function)
            put_node(out, graph, i);
    hw_buffer_printf(out, "}\n");
}

void hw_block_graph_write_dot(const struct hw_block_graph *graphs, size_t count, struct hw_buffer *out)
{
    hw_buffer_printf(out, "digraph f {\nnode [fontname=\"Courier\",fontsize=10,shape=record];\n"
                          "edge [fontname=\"Helvetica\",fontsize=9];\n");
    for (size_t g = 0; g < count; g++) {
        const struct hw_block_graph *graph = &graphs[g];
        for (uint32_t i = 0; i < graph->flow.function_count; i++)
            put_function(out, graph, i);
        for (uint32_t i = 0; i < graph->node_count; i++)
            if (graph->nodes[i].function == HW_CFG_OUTSIDE)
                put_node(out, graph, i);
        for (size_t i = 0; i < graph->edge_count; i++)
            put_edge(out, graph, &graph->edges[i]);
    }
    hw_buffer_printf(out, "}\n");
}
