/* SPDX-License-Identifier: MIT */
/* See mir_check.h.  All edges together take linear time, since code is checked wherever it is compiled. */
#include "compiler/mir/mir_check.h"

struct mir_check {
    const struct hw_mir_function *function;
    const char *pass;
    struct hw_error *error;
};

static hw_status report(const struct mir_check *check, uint32_t block, const char *what)
{
    return hw_fail(check->error, HW_ERR_ARGUMENT, "compiler", "the compiler is wrong: after %s, block %u: %s",
                   check->pass, block, what);
}

/* --- edges -----------------------------------------------------------------------------------------------
 */

/* The edges of all blocks by their targets: sources of those to block i lie from first[i] to first[i + 1]. */
struct incoming {
    uint32_t *first, *source;
};

static struct incoming incoming_edges(const struct hw_mir_function *function)
{
    const uint32_t count = function->block_count;
    struct incoming in = {.first = hw_arena_array(function->arena, (size_t)count + 2, sizeof *in.first)};

    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < function->block[i]->to_count; k++)
            in.first[function->block[i]->to[k] + 2]++;
    for (uint32_t i = 2; i < count + 2; i++)
        in.first[i] += in.first[i - 1];
    in.source = hw_arena_array(function->arena, (size_t)in.first[count + 1] + 1, sizeof *in.source);
    for (uint32_t i = 0; i < count;
         i++) /* first[to + 1] is where the next goes; in the end, that block's end */
        for (uint32_t k = 0; k < function->block[i]->to_count; k++)
            in.source[in.first[function->block[i]->to[k] + 1]++] = i;
    return in;
}

static hw_status check_successors(const struct mir_check *check)
{
    const struct hw_mir_function *function = check->function;

    for (uint32_t i = 0; i < function->block_count; i++) {
        const struct hw_mir_block *block = function->block[i];
        if (block->number != i)
            return report(check, i, "its number is another");
        for (uint32_t k = 0; k < block->to_count; k++)
            if (block->to[k] >= function->block_count)
                return report(check, i, "a successor does not exist");
    }
    return HW_OK;
}

static hw_status check_predecessors(const struct mir_check *check)
{
    const struct hw_mir_function *function = check->function;
    const struct incoming in = incoming_edges(function);
    uint32_t *edges = hw_arena_array(function->arena, function->block_count, sizeof *edges);

    for (uint32_t i = 0; i < function->block_count; i++) {
        const struct hw_mir_block *block = function->block[i];
        for (uint32_t k = in.first[i]; k < in.first[i + 1]; k++)
            edges[in.source[k]]++;
        for (uint32_t k = 0; k < block->from_count; k++) {
            if (block->from[k] >= function->block_count || !edges[block->from[k]])
                return report(check, i, "a predecessor has no edge to it");
            edges[block->from[k]]--;
        }
        for (uint32_t k = in.first[i]; k < in.first[i + 1]; k++)
            if (edges[in.source[k]])
                return report(check, i, "a block with an edge to it is no predecessor");
    }
    return HW_OK;
}

/* --- instructions ----------------------------------------------------------------------------------------
 */

static bool is_valid_operand(const struct hw_mir_function *function, const struct hw_mir_operand *operand)
{
    if (hw_mir_is_reg(operand))
        return operand->reg && operand->reg <= function->regs;
    return operand->kind != HW_MIR_OPERAND_BLOCK ||
           (operand->value >= 0 && operand->value < function->block_count);
}

static hw_status check_insns(const struct mir_check *check, const struct hw_mir_block *block)
{
    const struct hw_mir_insn *prev = NULL;

    for (const struct hw_mir_insn *insn = block->first; insn; prev = insn, insn = insn->next) {
        if (insn->prev != prev)
            return report(check, block->number, "instructions are not linked both ways");
        if (insn->written > insn->operands || insn->operands > HW_MIR_OPERANDS)
            return report(check, block->number, "an instruction has more results than operands");
        if (!is_valid_operand(check->function, &insn->guard))
            return report(check, block->number, "a guard names no register");
        for (unsigned i = 0; i < insn->operands; i++)
            if (!is_valid_operand(check->function, &insn->operand[i]))
                return report(check, block->number, "an operand names what does not exist");
    }
    return block->last == prev ? HW_OK : report(check, block->number, "its last instruction is another");
}

hw_status hw_mir_check(const struct hw_mir_function *function, const char *pass, struct hw_error *error)
{
    const struct mir_check check = {.function = function, .pass = pass, .error = error};
    hw_status status = check_successors(&check);

    status = status ? status : check_predecessors(&check);
    for (uint32_t i = 0; i < function->block_count && !status; i++)
        status = check_insns(&check, function->block[i]);
    return status;
}
