/* SPDX-License-Identifier: MIT */
/* This table holds the properties of all operations (operations.h) as data. */
#include <halfwarp/operations.h>

/* What a line's column `does` stands for. */
#define HW_DOES_OTHER                 .takes = HW_TAKES_NONE
#define HW_DOES_ALU(what)             .takes = HW_TAKES_##what
#define HW_DOES_FLOW(kind, of)        .flow = HW_FLOW_##kind, .token = HW_TOKEN_##of
#define HW_DOES_MEMORY(effect, where) .memory = HW_EFFECT_##effect, .space = HW_SPACE_##where

static const struct hw_operation_info operations[HW_OP_COUNT] = {
#define HW_OP_LINE(op, writing, does, issuing, list, text) \
    [HW_OP_##op] = {.name = #op,                           \
                    .operands = list,                      \
                    .summary = text,                       \
                    .writes = HW_WRITES_##writing,         \
                    .issue = HW_ISSUE_##issuing,           \
                    HW_DOES_##does},
    HW_OPERATIONS(HW_OP_LINE)
#undef HW_OP_LINE
};

static const struct hw_operation_info no_operation = {.name = "?", .operands = "?", .summary = "?"};

const struct hw_operation_info *hw_operation_info(unsigned op)
{
    return op < HW_OP_COUNT ? &operations[op] : &no_operation;
}
