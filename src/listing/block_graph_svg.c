/* SPDX-License-Identifier: MIT */
/* Control-flow graphs as a picture in SVG, which needs no other program: kernels below each other. */
#include "listing/block_graph.h"

#include <stdlib.h>
#include <string.h>

static const char *const kinds[] = {[HW_CFG_FALL_THROUGH] = "fall",
                                    [HW_CFG_TAKEN] = "taken",
                                    [HW_CFG_CALL] = "call",
                                    [HW_CFG_RETURN] = "fall"};

#define BORDER  16.0
#define HEADING 24.0

static const char head[] = "<style>\n"
                           "text { font: 10px monospace; white-space: pre; fill: #111; }\n"
                           "text.kernel { font: bold 13px sans-serif; }\n"
                           "text.label { font: 9px sans-serif; fill: #555; }\n"
                           "text.source { fill: #2a6f2a; } text.name { font-weight: bold; }\n"
                           "rect.block { fill: #fbfbf7; stroke: #666; } rect.outside { fill: #fff; stroke: "
                           "#666; stroke-dasharray: 4 3; }\n"
                           "path { fill: none; stroke-width: 1.2; }\n"
                           "path.fall { stroke: #777; } path.taken { stroke: #1f5fbf; } path.call { stroke: "
                           "#2a7a2a; stroke-dasharray: 5 3; }\n"
                           "path.possible { stroke-dasharray: 2 3; }\n"
                           "@media (prefers-color-scheme: dark) {\n"
                           "svg { background: #181818; } text { fill: #ddd; } text.label { fill: #aaa; } "
                           "text.source { fill: #8c8; }\n"
                           "rect.block { fill: #222; stroke: #999; } rect.outside { fill: #181818; }\n"
                           "path.taken { stroke: #7fb0ff; } path.fall { stroke: #aaa; }\n"
                           "}\n"
                           "</style>\n"
                           "<defs>\n";

static void put_text(struct hw_buffer *out, const char *text)
{
    for (; *text; text++) {
        switch (*text) {
        case '<': hw_buffer_printf(out, "&lt;"); break;
        case '>': hw_buffer_printf(out, "&gt;"); break;
        case '&': hw_buffer_printf(out, "&amp;"); break;
        default: hw_buffer_add(out, text, 1); break;
        }
    }
}

static void put_node(struct hw_buffer *out, const struct hw_block_graph_node *node,
                     const struct hw_block_graph_box *box)
{
    hw_buffer_printf(
        out, "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"3\"/>\n",
        node->function == HW_CFG_OUTSIDE ? "outside" : "block", box->x, box->y, box->width, box->height);
    for (size_t i = 0; i < node->line_count; i++) {
        hw_buffer_printf(out, "<text%s x=\"%.1f\" y=\"%.1f\">",
                         !i                               ? " class=\"name\""
                         : node->insns[i] == HW_NO_TARGET ? " class=\"source\""
                                                          : "",
                         box->x + HW_BLOCK_GRAPH_MARGIN, box->y + (double)(i + 1) * HW_BLOCK_GRAPH_LINE - 2);
        put_text(out, node->lines[i]);
        hw_buffer_printf(out, "</text>\n");
    }
}

/* Straight where it goes down, curved where it turns. */
static void put_edge(struct hw_buffer *out, const struct hw_block_graph_edge *edge,
                     const struct hw_block_graph_route *route)
{
    const struct hw_block_graph_point *p = route->points;

    hw_buffer_printf(out, "<path class=\"%s%s\" marker-end=\"url(#arrow-%s)\" d=\"M%.1f %.1f",
                     kinds[edge->kind], edge->is_possible ? " possible" : "", kinds[edge->kind], p[0].x,
                     p[0].y);
    for (size_t i = 1; i < route->count; i++) {
        const double middle = (p[i - 1].y + p[i].y) / 2;
        if (p[i].x == p[i - 1].x || p[i].y == p[i - 1].y)
            hw_buffer_printf(out, " L%.1f %.1f", p[i].x, p[i].y);
        else
            hw_buffer_printf(out, " C%.1f %.1f %.1f %.1f %.1f %.1f", p[i - 1].x, middle, p[i].x, middle,
                             p[i].x, p[i].y);
    }
    hw_buffer_printf(out, "\"/>\n<text class=\"label\" x=\"%.1f\" y=\"%.1f\">%s</text>\n", p[0].x + 3,
                     p[0].y + 10, hw_flow_edge_name(edge->kind));
}

static void put_graph(struct hw_buffer *out, const struct hw_block_graph *graph,
                      const struct hw_block_graph_layout *layout, double y)
{
    hw_buffer_printf(out, "<g transform=\"translate(%.1f %.1f)\">\n<text class=\"kernel\" x=\"0\" y=\"0\">",
                     BORDER, y + HEADING);
    put_text(out, graph->flow.kernel->name);
    hw_buffer_printf(out, "</text>\n<g transform=\"translate(0 8)\">\n");
    for (size_t i = 0; i < graph->edge_count; i++)
        put_edge(out, &graph->edges[i], &layout->routes[i]);
    for (size_t i = 0; i < graph->node_count; i++)
        put_node(out, &graph->nodes[i], &layout->boxes[i]);
    hw_buffer_printf(out, "</g>\n</g>\n");
}

static void put_picture(struct hw_buffer *out, const struct hw_block_graph *graphs,
                        const struct hw_block_graph_layout *layouts, size_t count)
{
    static const char *const colors[][2] = {{"fall", "#777"}, {"taken", "#1f5fbf"}, {"call", "#2a7a2a"}};
    double width = 0, height = BORDER, y = 0;

    for (size_t i = 0; i < count; i++) {
        const double heading = (double)strlen(graphs[i].flow.kernel->name) * 8;
        width = layouts[i].width > width ? layouts[i].width : width;
        width = heading > width ? heading : width;
        height += layouts[i].height + HEADING + BORDER;
    }
    hw_buffer_printf(out,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
                     "viewBox=\"0 0 %.0f %.0f\">\n%s",
                     width + 2 * BORDER, height, width + 2 * BORDER, height, head);
    for (size_t i = 0; i < sizeof colors / sizeof colors[0]; i++)
        hw_buffer_printf(
            out,
            "<marker id=\"arrow-%s\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" "
            "markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" style=\"fill:%s;stroke:none\"/>"
            "</marker>\n",
            colors[i][0], colors[i][1]);
    hw_buffer_printf(out, "</defs>\n");
    for (size_t i = 0; i < count; i++) {
        put_graph(out, &graphs[i], &layouts[i], y);
        y += layouts[i].height + HEADING + BORDER;
    }
    hw_buffer_printf(out, "</svg>\n");
}

hw_status hw_block_graph_write_svg(const struct hw_block_graph *graphs, size_t count, struct hw_buffer *out,
                                   struct hw_error *error)
{
    struct hw_block_graph_layout *layouts = calloc(count + 1, sizeof *layouts);
    bool done = layouts != NULL;

    for (size_t i = 0; i < count && done; i++)
        done = hw_block_graph_lay_out(&graphs[i], &layouts[i]);
    if (done)
        put_picture(out, graphs, layouts, count);
    for (size_t i = 0; i < count && layouts; i++)
        hw_block_graph_layout_free(&layouts[i]);
    free(layouts);
    return done ? HW_OK : hw_module_no_memory(error);
}
