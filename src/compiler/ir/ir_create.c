/* SPDX-License-Identifier: MIT */
/* Creates and changes functions of the IR.  Constants are shared: a hash table finds them again. */
#include "compiler/ir/ir.h"

#include <string.h>

static const struct {
    const char *name;
    unsigned is;
} ops[HW_IR_OP_COUNT] = {
#define OP(name, text, results, most_results, operands, most_operands, is) {text, is},
    HW_IR_OPS(OP)
#undef OP
};

const char *hw_ir_op_name(enum hw_ir_op op)
{
    return ops[op].name;
}

unsigned hw_ir_op_is(enum hw_ir_op op)
{
    return ops[op].is;
}

static const struct {
    const char *name;
    unsigned bits;
} kinds[HW_IR_KIND_COUNT] = {
    [HW_IR_KIND_NONE] = {"none", 0}, [HW_IR_KIND_PRED] = {"pred", 1}, [HW_IR_KIND_CARRY] = {"carry", 1},
    [HW_IR_KIND_16] = {"16", 16},    [HW_IR_KIND_32] = {"32", 32},    [HW_IR_KIND_64] = {"64", 64},
};

unsigned hw_ir_kind_bits(enum hw_ir_kind kind)
{
    return kinds[kind].bits;
}

const char *hw_ir_kind_name(enum hw_ir_kind kind)
{
    return kinds[kind].name;
}

struct hw_ir_function *hw_ir_function(struct hw_arena *arena, const char *name)
{
    struct hw_ir_function *function = hw_arena_alloc(arena, sizeof *function);

    function->arena = arena;
    function->name = name;
    return function;
}

struct hw_ir_block *hw_ir_block(struct hw_ir_function *function)
{
    struct hw_ir_block *block = hw_arena_alloc(function->arena, sizeof *block);

    function->block = hw_arena_grow(function->arena, function->block, function->block_count,
                                    &function->block_capacity, sizeof(struct hw_ir_block *));
    block->number = function->block_count;
    function->block[function->block_count++] = block;
    return block;
}

/* --- uses ------------------------------------------------------------------------------------------ */

static void add_use(struct hw_ir_use *operand, struct hw_ir_value *value)
{
    operand->value = value;
    operand->next = value->uses;
    operand->link = &value->uses;
    if (value->uses)
        value->uses->link = &operand->next;
    value->uses = operand;
}

static void use_no_more(struct hw_ir_use *operand)
{
    *operand->link = operand->next;
    if (operand->next)
        operand->next->link = operand->link;
}

void hw_ir_set_operand(struct hw_ir_insn *insn, unsigned which, struct hw_ir_value *value)
{
    use_no_more(&insn->operand[which]);
    add_use(&insn->operand[which], value);
}

/* Operands that move to a larger array are entered anew. */
void hw_ir_add_operand(struct hw_ir_function *function, struct hw_ir_insn *phi, struct hw_ir_value *value)
{
    if (phi->operands == phi->operand_capacity) {
        struct hw_ir_use *old = phi->operand;
        phi->operand =
            hw_arena_grow(function->arena, old, phi->operands, &phi->operand_capacity, sizeof *old);
        for (uint32_t i = 0; i < phi->operands; i++) {
            use_no_more(&old[i]);
            add_use(&phi->operand[i], old[i].value);
        }
    }
    phi->operand[phi->operands].by = phi;
    add_use(&phi->operand[phi->operands++], value);
}

void hw_ir_replace(struct hw_ir_value *old, struct hw_ir_value *value)
{
    while (old->uses) {
        struct hw_ir_use *operand = old->uses;
        use_no_more(operand);
        add_use(operand, value);
    }
}

/* --- instructions ---------------------------------------------------------------------------------- */

static struct hw_ir_insn *create_insn(struct hw_ir_function *function, const struct hw_ir_made *made)
{
    struct hw_ir_insn *insn = hw_arena_alloc(function->arena, sizeof *insn);

    insn->op = (uint16_t)made->op;
    insn->line = function->line;
    insn->file = function->file;
    insn->text_line = function->text_line;
    insn->text_column = function->text_column;
    if (made->how)
        insn->how = *made->how;
    insn->results = (uint16_t)made->results;
    insn->result = hw_arena_array(function->arena, made->results, sizeof *insn->result);
    for (unsigned i = 0; i < made->results; i++)
        insn->result[i] = (struct hw_ir_value){
            .number = ++function->values, .kind = made->kind[i], .which = (uint8_t)i, .from = insn};
    insn->operands = made->operands;
    insn->operand_capacity = made->operands;
    insn->operand = hw_arena_array(function->arena, made->operands, sizeof *insn->operand);
    for (unsigned i = 0; i < made->operands; i++) {
        insn->operand[i].by = insn;
        add_use(&insn->operand[i], made->operand[i]);
    }
    return insn;
}

static void link_in(struct hw_ir_block *block, struct hw_ir_insn *insn, struct hw_ir_insn *next)
{
    insn->block = block;
    insn->next = next;
    insn->prev = next ? next->prev : block->last;
    *(insn->prev ? &insn->prev->next : &block->first) = insn;
    *(next ? &next->prev : &block->last) = insn;
}

struct hw_ir_insn *hw_ir_insn(struct hw_ir_function *function, struct hw_ir_block *block,
                              struct hw_ir_insn *next, const struct hw_ir_made *made)
{
    struct hw_ir_insn *insn = create_insn(function, made);

    link_in(block, insn, next);
    return insn;
}

void hw_ir_add_edge(struct hw_ir_function *function, struct hw_ir_block *from, struct hw_ir_block *to)
{
    to->from = hw_arena_grow(function->arena, to->from, to->from_count, &to->from_capacity,
                             sizeof(struct hw_ir_block *));
    to->from[to->from_count++] = from;
}

struct hw_ir_insn *hw_ir_end(struct hw_ir_function *function, struct hw_ir_block *block,
                             const struct hw_ir_made *made, struct hw_ir_block *const *to, unsigned count)
{
    block->to = hw_arena_array(function->arena, count, sizeof(struct hw_ir_block *));
    block->to_count = count;
    for (unsigned i = 0; i < count; i++) {
        struct hw_ir_block *successor = to[i];
        block->to[i] = successor;
        hw_ir_add_edge(function, block, successor);
    }
    return hw_ir_insn(function, block, NULL, made);
}

struct hw_ir_block *hw_ir_split(struct hw_ir_function *function, struct hw_ir_insn *insn)
{
    struct hw_ir_block *block = insn->block, *rest = hw_ir_block(function);

    rest->first = insn->next;
    rest->last = block->last;
    insn->next->prev = NULL;
    insn->next = NULL;
    block->last = insn;
    for (struct hw_ir_insn *moved = rest->first; moved; moved = moved->next)
        moved->block = rest;
    rest->to = block->to;
    rest->to_count = block->to_count;
    block->to = NULL;
    block->to_count = 0;
    for (uint32_t i = 0; i < rest->to_count; i++)
        for (uint32_t k = 0; k < rest->to[i]->from_count; k++)
            if (rest->to[i]->from[k] == block)
                rest->to[i]->from[k] = rest;
    return rest;
}

uint32_t hw_ir_successor_index(const struct hw_ir_block *from, const struct hw_ir_block *to)
{
    uint32_t which = 0;

    while (from->to[which] != to)
        which++;
    return which;
}

struct hw_ir_block *hw_ir_split_edge(struct hw_ir_function *function, struct hw_ir_block *from,
                                     uint32_t which)
{
    struct hw_ir_block *to = from->to[which], *between = hw_ir_block(function);
    const struct hw_ir_made jump = {.op = HW_IR_JUMP};
    uint32_t edge = 0;

    /* Where a block goes to another twice, the first edge of it that is still there. */
    while (to->from[edge] != from)
        edge++;
    hw_ir_end(function, between, &jump, &to, 1);
    to->from_count--;
    to->from[edge] = between;
    from->to[which] = between;
    hw_ir_add_edge(function, from, between);
    return between;
}

void hw_ir_remove(struct hw_ir_insn *insn)
{
    for (uint32_t i = 0; i < insn->operands; i++)
        use_no_more(&insn->operand[i]);
    insn->operands = 0;
    *(insn->prev ? &insn->prev->next : &insn->block->first) = insn->next;
    *(insn->next ? &insn->next->prev : &insn->block->last) = insn->prev;
    insn->block = NULL;
}

void hw_ir_move(struct hw_ir_insn *insn, struct hw_ir_block *block, struct hw_ir_insn *next)
{
    *(insn->prev ? &insn->prev->next : &insn->block->first) = insn->next;
    *(insn->next ? &insn->next->prev : &insn->block->last) = insn->prev;
    link_in(block, insn, next);
}

void hw_ir_remove_edge(struct hw_ir_block *to, uint32_t which)
{
    for (struct hw_ir_insn *phi = to->first; phi && phi->op == HW_IR_PHI; phi = phi->next) {
        for (uint32_t i = which; i + 1 < phi->operands; i++)
            hw_ir_set_operand(phi, i, phi->operand[i + 1].value);
        use_no_more(&phi->operand[--phi->operands]);
    }
    to->from_count--;
    for (uint32_t i = which; i < to->from_count; i++)
        to->from[i] = to->from[i + 1];
}

/* --- constants ------------------------------------------------------------------------------------- */

/* Slots decide the order of the table, so the hash must not depend on host addresses. */
static uint64_t hash_of(enum hw_ir_op op, enum hw_ir_kind kind, const struct hw_ir_modifiers *how)
{
    uint64_t hash = (uint64_t)op << 8 | (uint64_t)kind;

    hash = (hash ^ how->bits) * 0x9e3779b97f4a7c15u;
    hash = (hash ^ hash >> 32 ^ how->number) * 0x9e3779b97f4a7c15u;
    for (const char *name = how->symbol ? how->symbol->name : ""; *name; name++)
        hash = (hash ^ hash >> 32 ^ (unsigned char)*name) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 32;
}

/* The slot of an instruction in the table, or the free one where it belongs. */
static struct hw_ir_insn **slot_of(struct hw_ir_insn **table, size_t capacity, enum hw_ir_op op,
                                   enum hw_ir_kind kind, const struct hw_ir_modifiers *how)
{
    size_t at = hash_of(op, kind, how) & (capacity - 1);

    while (table[at] &&
           !(table[at]->op == op && table[at]->result->kind == kind && table[at]->how.bits == how->bits &&
             table[at]->how.number == how->number && table[at]->how.symbol == how->symbol))
        at = (at + 1) & (capacity - 1);
    return &table[at];
}

static void grow_capacity(struct hw_ir_function *function)
{
    const size_t capacity = function->constant_capacity ? 2 * function->constant_capacity : 64;
    struct hw_ir_insn **table = hw_arena_array(function->arena, capacity, sizeof(struct hw_ir_insn *));

    for (size_t i = 0; i < function->constant_capacity; i++) {
        struct hw_ir_insn *old = function->constant[i];
        if (old)
            *slot_of(table, capacity, (enum hw_ir_op)old->op, (enum hw_ir_kind)old->result->kind, &old->how) =
                old;
    }
    function->constant = table;
    function->constant_capacity = capacity;
}

static struct hw_ir_value *floating(struct hw_ir_function *function, enum hw_ir_op op, enum hw_ir_kind kind,
                                    const struct hw_ir_modifiers *how)
{
    if (4 * (function->constants + 1) > 3 * function->constant_capacity)
        grow_capacity(function);
    struct hw_ir_insn **slot = slot_of(function->constant, function->constant_capacity, op, kind, how);
    if (!*slot) {
        *slot = create_insn(
            function,
            &(struct hw_ir_made){.op = op, .how = how, .results = 1, .kind = &(uint8_t){(uint8_t)kind}});
        function->constants++;
    }
    return (*slot)->result;
}

struct hw_ir_value *hw_ir_constant(struct hw_ir_function *function, enum hw_ir_kind kind, uint64_t bits)
{
    const unsigned width = hw_ir_kind_bits(kind);
    const struct hw_ir_modifiers how = {.bits = width == 64 ? bits : bits & (((uint64_t)1 << width) - 1)};

    return floating(function, HW_IR_CONSTANT, kind, &how);
}

struct hw_ir_value *hw_ir_undefined(struct hw_ir_function *function, enum hw_ir_kind kind)
{
    return floating(function, HW_IR_UNDEFINED, kind, &(struct hw_ir_modifiers){0});
}

struct hw_ir_value *hw_ir_address(struct hw_ir_function *function, enum hw_ir_kind kind,
                                  const struct hw_ir_symbol *symbol, int64_t offset)
{
    const struct hw_ir_modifiers how = {.symbol = symbol, .bits = (uint64_t)offset};

    return floating(function, HW_IR_SYMBOL, kind, &how);
}

struct hw_ir_value *hw_ir_low_word(struct hw_ir_function *function, struct hw_ir_insn *next,
                                   struct hw_ir_value *value)
{
    const struct hw_ir_modifiers how = {.type = HW_TYPE_U32, .from = HW_TYPE_U64};
    const struct hw_ir_made convert = {.op = HW_IR_CONVERT,
                                       .how = &how,
                                       .results = 1,
                                       .kind = &(uint8_t){HW_IR_KIND_32},
                                       .operands = 1,
                                       .operand = &value};
    uint64_t bits;

    if (hw_ir_is_constant(value, &bits))
        return hw_ir_constant(function, HW_IR_KIND_32, bits);
    if (value->from->op == HW_IR_SYMBOL)
        return hw_ir_address(function, HW_IR_KIND_32, value->from->how.symbol,
                             (int64_t)value->from->how.bits);
    if (value->from->op == HW_IR_UNDEFINED)
        return hw_ir_undefined(function, HW_IR_KIND_32);
    return hw_ir_insn(function, next->block, next, &convert)->result;
}

struct hw_ir_value *hw_ir_variable(struct hw_ir_function *function, enum hw_ir_kind kind, uint32_t number)
{
    if (number > function->variables)
        function->variables = number;
    return floating(function, HW_IR_VARIABLE, kind, &(struct hw_ir_modifiers){.number = number});
}

bool hw_ir_same_modifiers(const struct hw_ir_modifiers *a, const struct hw_ir_modifiers *b)
{
    return a->type == b->type && a->from == b->from && a->round == b->round && a->cmp == b->cmp &&
           a->space == b->space && a->cache == b->cache && a->ftz == b->ftz && a->sat == b->sat &&
           a->nan == b->nan && a->approximate == b->approximate && a->full == b->full &&
           a->integral == b->integral && a->wrap == b->wrap && a->loose == b->loose &&
           a->is_volatile == b->is_volatile && a->number == b->number && a->bits == b->bits &&
           a->symbol == b->symbol && a->extra == b->extra;
}

bool hw_ir_is_constant(const struct hw_ir_value *value, uint64_t *bits)
{
    if (value->from->op != HW_IR_CONSTANT)
        return false;
    *bits = value->from->how.bits;
    return true;
}
