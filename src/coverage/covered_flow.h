/* SPDX-License-Identifier: MIT */
/* The blocks of covered code: which instructions are alternatives, of which a thread comes to one. */
#ifndef HW_COVERAGE_COVERED_FLOW_H
#define HW_COVERAGE_COVERED_FLOW_H

#include <halfwarp/module.h>

struct hw_covered_edge {
    uint32_t from, to;
};

/* A function that stayed a call, in the kernel's own section. */
struct hw_covered_inner {
    char *name;
    uint32_t address;
};

struct hw_covered_flow {
    uint32_t *address; /* of each block, in ascending order */
    uint32_t block_count;
    struct hw_covered_edge *edge; /* by `from`, without those that close loops */
    uint32_t edge_count;
    struct hw_covered_inner *inner;
    uint32_t inner_count;
};

/* Of code that cannot be followed there are no blocks.  False: no memory. */
bool hw_covered_flow_read(struct hw_covered_flow *flow, const struct hw_module *module,
                          const struct hw_kernel *kernel);
void hw_covered_flow_free(struct hw_covered_flow *flow);

/* The block of an offset. */
uint32_t hw_covered_block(const struct hw_covered_flow *flow, uint64_t offset);

/* A block and how many threads executed something in it. */
struct hw_covered_weight {
    uint32_t block;
    uint64_t threads;
};
/* The threads of alternatives: a large sum over blocks of which none leads to another (but round a loop), at
 * least the largest of all.  Sorts the blocks.  False: no memory. */
bool hw_covered_alternatives(const struct hw_covered_flow *flow, struct hw_covered_weight *weights,
                             size_t count, uint64_t *threads);

#endif
