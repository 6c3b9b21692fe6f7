/* SPDX-License-Identifier: MIT */
/* Inlining decisions: which calls stay calls, and which functions need code of their own.
 *
 * Leaf functions are removed again and again, and of the rest those without callers: what remains is
 * recursive, or lies between such functions.  Functions are removed in an order in which callers come before
 * callees; along it the copies of each function are counted. */
#include "compiler/passes/passes.h"

#define LARGE      256u  /* operations of a function that may be too large to be copied often */
#define MAX_COPIED 8192u /* operations that all copies of a function may have */
#define MOST       (UINT64_C(1) << 40)

struct call_edge {
    uint32_t from, to;
};

struct call_counting {
    const struct hw_ir_module *module;
    struct hw_arena *arena;
    bool has_stack;
    struct call_edge *edge;
    size_t edges, edge_capacity;
    uint32_t *first_of[2];   /* by routine: where its edges begin in `by`, as caller and as callee */
    struct call_edge *by[2]; /* sorted by caller, by callee */
    uint32_t *left;          /* by routine: callees, then callers, that have not gone */
    bool *gone;
    uint32_t *order, count; /* callers first */
    uint64_t *size, *copies;
    bool *needs_kernel; /* by routine: it names textures or surfaces, which on some chips only kernels can */
};

static struct hw_ir_routine *callee_of(const struct hw_ir_insn *insn)
{
    struct hw_ir_routine *routine =
        insn->op == HW_IR_CALL && insn->how.symbol ? insn->how.symbol->routine : NULL;

    return routine && routine->function ? routine : NULL;
}

/* --- the call graph ---------------------------------------------------------------------------------- */

static void list_edges(struct call_counting *c)
{
    for (uint32_t r = 0; r < c->module->routines; r++) {
        const struct hw_ir_function *function = c->module->routine[r]->function;
        for (uint32_t i = 0; function && i < function->block_count; i++)
            for (const struct hw_ir_insn *insn = function->block[i]->first; insn; insn = insn->next) {
                const struct hw_ir_routine *callee = callee_of(insn);
                c->size[r]++;
                c->needs_kernel[r] |= insn->how.symbol && insn->how.symbol->opaque;
                if (!callee)
                    continue;
                c->edge = hw_arena_grow(c->arena, c->edge, c->edges, &c->edge_capacity, sizeof *c->edge);
                c->edge[c->edges++] = (struct call_edge){r, callee->number};
            }
    }
}

static uint32_t end_of(const struct call_edge *edge, unsigned side)
{
    return side ? edge->to : edge->from;
}

/* Sorted by one end: `first_of` is where those of each routine begin. */
static void sort_edges(struct call_counting *c, unsigned side)
{
    const size_t routines = c->module->routines;
    uint32_t *first = hw_arena_array(c->arena, routines + 2, sizeof *first);

    c->by[side] = hw_arena_array(c->arena, c->edges + 1, sizeof(struct call_edge));
    for (size_t i = 0; i < c->edges; i++)
        first[end_of(&c->edge[i], side) + 2]++;
    for (size_t r = 2; r < routines + 2; r++)
        first[r] += first[r - 1];
    for (size_t i = 0; i < c->edges; i++)
        c->by[side][first[end_of(&c->edge[i], side) + 1]++] = c->edge[i];
    c->first_of[side] = first;
}

/* --- cycles -------------------------------------------------------------------------------------------- */

/* Removes functions that have no edge of one direction left; they go into `list` in their order. */
static uint32_t remove_leaves(struct call_counting *c, unsigned side, uint32_t *list)
{
    const uint32_t routines = (uint32_t)c->module->routines;
    uint32_t count = 0;

    for (uint32_t r = 0; r < routines; r++) {
        c->left[r] = 0;
        for (uint32_t i = c->first_of[side][r]; i < c->first_of[side][r + 1]; i++)
            c->left[r] += !c->gone[end_of(&c->by[side][i], !side)];
        if (!c->gone[r] && !c->left[r])
            list[count++] = r;
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t r = list[i];
        c->gone[r] = true;
        for (uint32_t k = c->first_of[!side][r]; k < c->first_of[!side][r + 1]; k++) {
            const uint32_t other = end_of(&c->by[!side][k], side);
            if (!c->gone[other] && --c->left[other] == 0)
                list[count++] = other;
        }
    }
    return count;
}

static void order_callers_first(struct call_counting *c)
{
    const uint32_t routines = (uint32_t)c->module->routines;
    uint32_t *last = hw_arena_array(c->arena, (size_t)routines + 1, sizeof *last);
    const uint32_t lasts = remove_leaves(c, 0, last);

    c->count = remove_leaves(c, 1, c->order);
    for (uint32_t r = 0; r < routines; r++)
        if (!c->gone[r]) {
            c->module->routine[r]->is_noinline = true;
            c->order[c->count++] = r;
        }
    for (uint32_t i = lasts; i-- > 0;)
        c->order[c->count++] = last[i];
}

/* --- sizes --------------------------------------------------------------------------------------------- */

static uint64_t clamp_size(uint64_t number)
{
    return number < MOST ? number : MOST;
}

static void add_callees(struct call_counting *c)
{
    for (uint32_t i = c->count; i-- > 0;) {
        const uint32_t r = c->order[i];
        for (uint32_t k = c->first_of[0][r]; k < c->first_of[0][r + 1]; k++)
            if (!c->module->routine[c->by[0][k].to]->is_noinline) {
                c->size[r] = clamp_size(c->size[r] + c->size[c->by[0][k].to]);
                c->needs_kernel[r] |= c->needs_kernel[c->by[0][k].to];
            }
    }
}

static void count_copies(struct call_counting *c)
{
    for (uint32_t i = 0; i < c->count; i++) {
        const uint32_t r = c->order[i];
        struct hw_ir_routine *routine = c->module->routine[r];
        if (c->has_stack && !routine->is_kernel && !c->needs_kernel[r] && c->size[r] > LARGE &&
            c->copies[r] > MAX_COPIED / c->size[r])
            routine->is_noinline = true;
        if (routine->is_kernel || routine->is_noinline)
            c->copies[r] = 1;
        for (uint32_t k = c->first_of[0][r]; k < c->first_of[0][r + 1]; k++) {
            uint64_t *copies = &c->copies[c->by[0][k].to];
            *copies = clamp_size(*copies + c->copies[r]);
        }
    }
}

void hw_pass_choose_inlining(const struct hw_ir_module *module, bool has_stack, bool keeps_weak)
{
    struct call_counting c = {.module = module, .arena = module->arena, .has_stack = has_stack};
    const size_t capacity = module->routines + 1;

    c.left = hw_arena_array(c.arena, capacity, sizeof *c.left);
    c.gone = hw_arena_array(c.arena, capacity, sizeof *c.gone);
    c.order = hw_arena_array(c.arena, capacity, sizeof *c.order);
    c.size = hw_arena_array(c.arena, capacity, sizeof *c.size);
    c.copies = hw_arena_array(c.arena, capacity, sizeof *c.copies);
    c.needs_kernel = hw_arena_array(c.arena, capacity, sizeof *c.needs_kernel);
    for (uint32_t r = 0; r < module->routines; r++) {
        struct hw_ir_routine *routine = module->routine[r];
        routine->number = r;
        routine->is_noinline = (has_stack && routine->never_returns) ||
                               (keeps_weak && routine->symbol->linkage == HW_IR_LINK_WEAK);
    }
    list_edges(&c);
    sort_edges(&c, 0);
    sort_edges(&c, 1);
    order_callers_first(&c);
    add_callees(&c);
    count_copies(&c);
}

/* --- functions with code of their own ------------------------------------------------------------------ */

struct function_list {
    struct hw_ir_routine **list;
    size_t count;
};

static void mark_needed(struct function_list *needed, const struct hw_ir_symbol *symbol)
{
    struct hw_ir_routine *routine = symbol && symbol->is_function ? symbol->routine : NULL;

    if (!routine || !routine->function || routine->is_kernel || routine->has_code)
        return;
    routine->has_code = true;
    needed->list[needed->count++] = routine;
}

static void look_into(struct function_list *needed, const struct hw_ir_function *function)
{
    for (uint32_t i = 0; i < function->block_count; i++)
        for (const struct hw_ir_insn *insn = function->block[i]->first; insn; insn = insn->next) {
            if (insn->op == HW_IR_CALL)
                mark_needed(needed, insn->how.symbol);
            for (uint32_t k = 0; k < insn->operands; k++)
                if (insn->operand[k].value->from->op == HW_IR_SYMBOL)
                    mark_needed(needed, insn->operand[k].value->from->how.symbol);
        }
}

void hw_pass_find_functions(const struct hw_ir_module *module, bool all_visible)
{
    struct function_list needed = {.count = 0};

    needed.list = hw_arena_array(module->arena, module->routines + 1, sizeof(struct hw_ir_routine *));
    for (size_t i = 0; i < module->routines; i++)
        if (module->routine[i]->is_kernel && module->routine[i]->function)
            needed.list[needed.count++] = module->routine[i];
    for (size_t i = 0; all_visible && i < module->routines; i++)
        if (module->routine[i]->symbol->linkage != HW_IR_LINK_LOCAL)
            mark_needed(&needed, module->routine[i]->symbol);
    for (size_t i = 0; i < module->variables; i++)
        for (uint32_t k = 0; k < module->variable[i]->pointers; k++)
            mark_needed(&needed, module->variable[i]->pointer[k].symbol);
    for (size_t i = 0; i < needed.count; i++) {
        struct hw_ir_function *function = needed.list[i]->function;
        hw_pass_inline(function);
        hw_ir_drop_unreached(function, hw_ir_flow(function));
        look_into(&needed, function);
    }
}
