/* SPDX-License-Identifier: MIT */
/* This file finds the natural loops of a function: a depth-first search meets the jumps back, and from each
 * the blocks are followed backwards to its target. */
#include "loop_depth.h"

#include <stdlib.h>
#include <string.h>

struct loops {
    const struct hw_cfg *flow;
    unsigned *depth;
    uint8_t *state; /* of a block: 0 not seen, 1 on the path, 2 done */
    uint8_t *child; /* the successor that comes next, 0 to 2 */
    uint32_t *path; /* the search's stack, and a worklist */
    bool *header;   /* a jump back leads here */
    bool *inside;   /* of the loop at hand */
    uint32_t *back; /* pairs: the block that jumps back, and its target */
    uint32_t backs;
};

static uint32_t successor(const struct hw_basic_block *block, unsigned which)
{
    return which ? block->jump : block->next;
}

static void search(struct loops *loops, uint32_t root)
{
    uint32_t depth = 0;
    loops->path[depth++] = root;
    loops->state[root] = 1;
    while (depth) {
        const uint32_t at = loops->path[depth - 1];
        if (loops->child[at] == 2) {
            loops->state[at] = 2;
            depth--;
            continue;
        }
        const uint32_t to = successor(&loops->flow->block[at], loops->child[at]++);
        if (to == HW_NOWHERE)
            continue;
        if (loops->state[to] == 1) {
            loops->header[to] = true;
            loops->back[2 * loops->backs] = at;
            loops->back[2 * loops->backs++ + 1] = to;
        } else if (!loops->state[to]) {
            loops->state[to] = 1;
            loops->path[depth++] = to;
        }
    }
}

static void add(struct loops *loops, uint32_t block, uint32_t *count)
{
    if (loops->inside[block])
        return;
    loops->inside[block] = true;
    loops->path[(*count)++] = block;
}

/* All jumps back to one target make one loop. */
static void measure(struct loops *loops, uint32_t header)
{
    const struct hw_cfg *flow = loops->flow;
    uint32_t count = 0;
    memset(loops->inside, 0, flow->block_count);
    add(loops, header, &count);
    for (uint32_t i = 0; i < loops->backs; i++)
        if (loops->back[2 * i + 1] == header)
            add(loops, loops->back[2 * i], &count);
    for (uint32_t done = 1; done < count; done++)
        for (uint32_t i = 0; i < flow->block_count; i++)
            if (flow->block[i].next == loops->path[done] || flow->block[i].jump == loops->path[done])
                add(loops, i, &count);
    for (uint32_t i = 0; i < count; i++)
        loops->depth[loops->path[i]]++;
}

void loop_depths(const struct hw_cfg *flow, unsigned *depth)
{
    const uint32_t count = flow->block_count;
    struct loops loops = {.flow = flow,
                          .depth = depth,
                          .state = calloc(count, 1),
                          .child = calloc(count, 1),
                          .path = calloc(count, sizeof(uint32_t)),
                          .header = calloc(count, sizeof(bool)),
                          .inside = calloc(count, sizeof(bool)),
                          .back = calloc(count, 4 * sizeof(uint32_t))};
    if (!loops.state || !loops.child || !loops.path || !loops.header || !loops.inside || !loops.back)
        abort();
    memset(depth, 0, count * sizeof(*depth));
    for (uint32_t i = 0; i < count; i++)
        if (!loops.state[i])
            search(&loops, i);
    for (uint32_t i = 0; i < count; i++)
        if (loops.header[i])
            measure(&loops, i);
    free(loops.back);
    free(loops.inside);
    free(loops.header);
    free(loops.path);
    free(loops.child);
    free(loops.state);
}
