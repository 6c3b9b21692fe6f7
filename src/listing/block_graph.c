/* SPDX-License-Identifier: MIT */
/* See block_graph.h. */
#include "listing/block_graph.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "module/debug_lines.h"

/* A graph while it is made. */
struct maker {
    struct hw_block_graph *graph;
    const struct hw_block_graph_options *options;
    struct hw_code_lines code;
    struct hw_debug_lines sources;
    const struct hw_section *section; /* of the code */
    enum hw_syntax syntax;
    uint32_t *node_of;  /* of each block; HW_NO_TARGET: it is not drawn */
    const char *source; /* the last line of the source that was written: its file, and which */
    uint32_t source_line;
};

/* ---------------------------------------------------------------- text */

static bool add_line(struct hw_block_graph_node *node, const char *text, uint32_t insn)
{
    char *copy = hw_module_copy_text(text, strlen(text));

    if (!copy || !hw_module_grow(&node->lines, node->line_count, sizeof *node->lines) ||
        !hw_module_grow(&node->insns, node->line_count, sizeof *node->insns) ||
        !hw_module_grow(&node->exits, node->line_count, sizeof *node->exits)) {
        free(copy);
        return false;
    }
    node->insns[node->line_count] = insn;
    node->exits[node->line_count] = false;
    node->lines[node->line_count++] = copy;
    return true;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

/* The line of the source, where it is another than before or a node begins. */
static bool add_source(struct maker *maker, struct hw_block_graph_node *node, uint32_t address)
{
    char text[HW_TEXT_MAX];
    uint32_t number = 0;
    const char *file = hw_debug_lines_source(&maker->sources, maker->section, address, &number);

    if (!file || (node->line_count && file == maker->source && number == maker->source_line))
        return true;
    maker->source = file;
    maker->source_line = number;
    snprintf(text, sizeof text, "// %s:%" PRIu32, base_name(file), number);
    return add_line(node, text, HW_NO_TARGET);
}

static bool add_insn(struct maker *maker, struct hw_block_graph_node *node, uint32_t insn)
{
    const uint32_t address = maker->graph->flow.address[insn];
    const struct hw_code_line *line = hw_code_line_at(&maker->code, address);
    char text[HW_TEXT_MAX + 16], *to = text;
    struct hw_insn decoded;

    if (!add_source(maker, node, address))
        return false;
    if (maker->options->offsets)
        to += sprintf(to, "%04" PRIx64 ":  ", maker->options->base + address);
    if (!line)
        return true;
    hw_code_line_insn(&maker->code, line, &decoded);
    hw_code_line_print(&maker->code, line, &decoded, maker->syntax, HW_LABEL_PREFIX, to);
    char *notes = strstr(to, " # "); /* what a listing needs to be read back */
    if (notes)
        *notes = '\0';
    return add_line(node, text, insn);
}

/* ---------------------------------------------------------------- nodes */

/* Whether a block continues the node of the one before it: where nodes are left at several lines, nothing but
 * that one leads to a block.  (A label may be a record's or a relocation's, too.) */
static bool continues(const struct maker *maker, uint32_t block)
{
    const struct hw_flow_graph *flow = &maker->graph->flow;
    const struct hw_code_line *line = hw_code_line_at(&maker->code, flow->address[flow->blocks[block].first]);
    bool is_followed = false;

    if (!maker->options->extended || !block || (line && line->entered) ||
        flow->functions[flow->blocks[block].function].block == block)
        return false;
    for (uint32_t i = 0; i < flow->edge_count; i++) {
        if (flow->edges[i].to != block)
            continue;
        if (flow->edges[i].from + 1 != block || flow->edges[i].kind == HW_CFG_TAKEN)
            return false;
        is_followed = true;
    }
    return is_followed;
}

static bool name_node(const struct maker *maker, struct hw_block_graph_node *node)
{
    const struct hw_flow_graph *flow = &maker->graph->flow;
    const struct hw_flow_function *function = &flow->functions[node->function];
    char label[32];

    snprintf(label, sizeof label, HW_LABEL_PREFIX "%04" PRIx64,
             maker->options->base + flow->address[flow->blocks[node->first_block].first]);
    const char *name = function->block == node->first_block && function->name ? function->name : label;
    node->name = hw_module_copy_text(name, strlen(name));
    return node->name && add_line(node, name, HW_NO_TARGET);
}

static bool add_node(struct maker *maker, uint32_t block)
{
    struct hw_block_graph *graph = maker->graph;
    const struct hw_flow_graph *flow = &graph->flow;

    if (!hw_module_grow(&graph->nodes, graph->node_count, sizeof *graph->nodes))
        return false;
    struct hw_block_graph_node *node = &graph->nodes[graph->node_count++];
    *node = (struct hw_block_graph_node){.function = flow->blocks[block].function, .first_block = block};
    if (!name_node(maker, node))
        return false;
    uint32_t next = block;
    do {
        const struct hw_flow_block *part = &flow->blocks[next];
        maker->node_of[next++] = (uint32_t)(graph->node_count - 1);
        for (uint32_t i = 0; i < part->count; i++)
            if (!add_insn(maker, node, part->first + i))
                return false;
    } while (next < flow->block_count && flow->blocks[next].is_reached && continues(maker, next));
    node->block_count = next - block;
    return true;
}

/* The node that stands for what a call or an indirect jump reaches. */
static bool add_outside(struct maker *maker, const char *name, uint32_t *number)
{
    struct hw_block_graph *graph = maker->graph;

    for (size_t i = 0; i < graph->node_count; i++)
        if (graph->nodes[i].function == HW_CFG_OUTSIDE && !strcmp(graph->nodes[i].name, name)) {
            *number = (uint32_t)i;
            return true;
        }
    if (!hw_module_grow(&graph->nodes, graph->node_count, sizeof *graph->nodes))
        return false;
    *number = (uint32_t)graph->node_count;
    struct hw_block_graph_node *node = &graph->nodes[graph->node_count++];
    *node = (struct hw_block_graph_node){.function = HW_CFG_OUTSIDE,
                                         .name = hw_module_copy_text(name, strlen(name))};
    return node->name && add_line(node, name, HW_NO_TARGET);
}

/* ---------------------------------------------------------------- edges */

static size_t last_line_of(const struct hw_block_graph_node *node, const struct hw_flow_block *block)
{
    const uint32_t insn = block->first + block->count - 1;

    for (size_t i = node->line_count; i-- > 0;)
        if (node->insns[i] == insn)
            return i;
    return node->line_count - 1;
}

static bool add_edge(struct maker *maker, const struct hw_flow_edge *edge)
{
    struct hw_block_graph *graph = maker->graph;
    const uint32_t from = maker->node_of[edge->from];
    uint32_t to = HW_NO_TARGET;

    if (from == HW_NO_TARGET)
        return true;
    if (edge->to != HW_CFG_OUTSIDE)
        to = maker->node_of[edge->to];
    else if (!add_outside(maker, edge->callee ? edge->callee : "(address in a register)", &to))
        return false;
    const bool is_within = from == to && edge->kind != HW_CFG_TAKEN && edge->to == edge->from + 1;
    if (to == HW_NO_TARGET || is_within)
        return true;
    if (!hw_module_grow(&graph->edges, graph->edge_count, sizeof *graph->edges))
        return false;
    const size_t line = last_line_of(&graph->nodes[from], &graph->flow.blocks[edge->from]);
    graph->nodes[from].exits[line] = true;
    graph->edges[graph->edge_count++] = (struct hw_block_graph_edge){
        .from = from, .to = to, .line = line, .kind = edge->kind, .is_possible = edge->is_possible};
    return true;
}

static bool add_edges(struct maker *maker)
{
    const struct hw_flow_graph *flow = &maker->graph->flow;

    for (uint32_t i = 0; i < flow->edge_count; i++)
        if (!add_edge(maker, &flow->edges[i]))
            return false;
    for (uint32_t b = 0; b < flow->block_count; b++) {
        const struct hw_flow_edge unknown = {b, HW_CFG_OUTSIDE, HW_CFG_TAKEN, true, NULL};
        if (flow->blocks[b].has_unknown_exits && !add_edge(maker, &unknown))
            return false;
    }
    return true;
}

/* ---------------------------------------------------------------- the whole */

static bool make(struct maker *maker)
{
    const struct hw_flow_graph *flow = &maker->graph->flow;
    bool any_is_unknown = false;

    maker->node_of = malloc((flow->block_count + 1) * sizeof *maker->node_of);
    if (!maker->node_of)
        return false;
    for (uint32_t b = 0; b < flow->block_count; b++) {
        maker->node_of[b] = HW_NO_TARGET;
        any_is_unknown |= flow->blocks[b].has_unknown_exits && flow->blocks[b].is_reached;
    }
    for (uint32_t b = 0; b < flow->block_count; b++)
        if (maker->node_of[b] == HW_NO_TARGET && (flow->blocks[b].is_reached || any_is_unknown) &&
            !add_node(maker, b))
            return false;
    return add_edges(maker);
}

hw_status hw_block_graph_make(const struct hw_module *module, const struct hw_kernel *kernel,
                              const struct hw_block_graph_options *options, struct hw_block_graph *graph,
                              struct hw_error *error)
{
    struct maker maker = {.graph = graph, .options = options, .syntax = (enum hw_syntax)options->syntax};

    *graph = (struct hw_block_graph){.nodes = NULL};
    hw_status status = hw_flow_graph_read(module, kernel, &graph->flow, error);
    if (status == HW_OK)
        status = hw_code_lines_read(&graph->flow.target, module, kernel, &maker.code, error);
    if (status == HW_OK && options->lines)
        status = hw_debug_lines_read(module, &maker.sources, error);
    maker.code.base = options->base;
    maker.code.symbolic = true;
    if (status == HW_OK && options->syntax == HW_LISTING_NATIVE)
        maker.syntax = hw_target_syntax(&graph->flow.target);
    maker.section = hw_code_section(module, kernel);
    if (status == HW_OK && !make(&maker))
        status = hw_module_no_memory(error);
    free(maker.node_of);
    free(maker.code.list);
    hw_debug_lines_free(&maker.sources);
    return status;
}

void hw_block_graph_free(struct hw_block_graph *graph)
{
    for (size_t i = 0; i < graph->node_count; i++) {
        for (size_t line = 0; line < graph->nodes[i].line_count; line++)
            free(graph->nodes[i].lines[line]);
        free(graph->nodes[i].lines);
        free(graph->nodes[i].insns);
        free(graph->nodes[i].exits);
        free(graph->nodes[i].name);
    }
    free(graph->nodes);
    free(graph->edges);
    hw_flow_graph_free(&graph->flow);
    *graph = (struct hw_block_graph){.nodes = NULL};
}

hw_status hw_block_graph_write(const struct hw_module *module, const struct hw_block_graph_options *options,
                               char **text, size_t *length, struct hw_error *error)
{
    struct hw_buffer out = {NULL, 0, 0, false};
    struct hw_block_graph *graphs = calloc(module->kernel_count + 1, sizeof *graphs);
    size_t count = 0;
    hw_status status = graphs ? HW_OK : hw_module_no_memory(error);

    if (options->kernel && !hw_module_find_kernel(module, options->kernel))
        status = hw_fail(error, HW_ERR_NOT_FOUND, "listing", "there is no kernel '%s'", options->kernel);
    for (size_t i = 0; i < module->kernel_count && status == HW_OK; i++)
        if (!options->kernel || !strcmp(module->kernels[i]->name, options->kernel))
            status = hw_block_graph_make(module, module->kernels[i], options, &graphs[count++], error);
    if (status == HW_OK && options->svg)
        status = hw_block_graph_write_svg(graphs, count, &out, error);
    else if (status == HW_OK)
        hw_block_graph_write_dot(graphs, count, &out);
    for (size_t i = 0; i < count; i++)
        hw_block_graph_free(&graphs[i]);
    free(graphs);
    return hw_listing_finish(&out, status, text, length, error);
}
