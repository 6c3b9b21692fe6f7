/* SPDX-License-Identifier: MIT */
/* See ir_run.h: control, memory, calls, and what lanes do together where there is one. */
#include "ir_run.h"

#include <stdlib.h>
#include <string.h>

#define MAX_DEPTH 16u

/* A function that runs. */
struct frame {
    struct ir_run *run;
    const struct hw_ir_function *function;
    const uint64_t *argument;
    uint64_t *value, *variable; /* by their numbers */
    uint64_t *result;
};

static bool give_up(struct ir_run *run, const char *what)
{
    if (!run->failure)
        run->failure = what;
    return false;
}

uint64_t ir_run_cut(uint64_t value, unsigned bits)
{
    return bits >= 64 ? value : value & (((uint64_t)1 << bits) - 1);
}

/* --- memory -----------------------------------------------------------------------------------------------
 */

static uint32_t address_of(struct ir_run *run, const struct hw_ir_symbol *symbol)
{
    const uint32_t align = symbol->align ? symbol->align : 1;

    for (unsigned i = 0; i < run->symbols; i++)
        if (run->symbol[i].symbol == symbol)
            return run->symbol[i].address;
    if (run->symbols == IR_RUN_SYMBOLS || symbol->bytes > IR_RUN_BYTES / 4) {
        give_up(run, "too many symbols, or too large a one");
        return 0;
    }
    const uint8_t space = symbol->space;
    const uint32_t size = (uint32_t)symbol->bytes;
    run->top[space] += size + align;
    if (run->top[space] > IR_RUN_BYTES / 2) {
        give_up(run, "too much memory");
        return 0;
    }
    const uint32_t address = (IR_RUN_BYTES - run->top[space] + align - 1) / align * align;
    run->symbol[run->symbols].symbol = symbol;
    run->symbol[run->symbols++].address = address;
    for (uint64_t i = 0; i < symbol->data_bytes && i < size; i++)
        run->memory[space][address + i] = symbol->data[i];
    for (uint32_t i = 0; i < symbol->pointers; i++) {
        const struct hw_ir_pointer *pointer = &symbol->pointer[i];
        uint64_t bits = address_of(run, pointer->symbol) + (uint64_t)pointer->offset;
        if (pointer->bytes == 1)
            bits >>= 8 * pointer->byte;
        memcpy(run->memory[space] + address + pointer->at, &bits, pointer->bytes);
    }
    return address;
}

static uint64_t window(unsigned space)
{
    return space == HW_IR_SPACE_SHARED  ? IR_RUN_SHARED
           : space == HW_IR_SPACE_LOCAL ? IR_RUN_LOCAL
           : space == HW_IR_SPACE_CONST ? IR_RUN_CONST
                                        : 0;
}

/* Where a generic address leads. */
static unsigned space_of(uint64_t address)
{
    return address >= IR_RUN_LOCAL                                            ? HW_IR_SPACE_LOCAL
           : address >= IR_RUN_SHARED                                         ? HW_IR_SPACE_SHARED
           : address >= IR_RUN_CONST && address < IR_RUN_CONST + IR_RUN_BYTES ? HW_IR_SPACE_CONST
                                                                              : HW_IR_SPACE_GLOBAL;
}

static uint8_t *memory_at(struct ir_run *run, unsigned space, uint64_t address, unsigned bytes)
{
    if (space == HW_IR_SPACE_GENERIC) {
        space = space_of(address);
        address -= window(space);
    }
    if (address > IR_RUN_BYTES - bytes || address % bytes) {
        give_up(run, "an access out of memory, or not aligned");
        return NULL;
    }
    return run->memory[space] + address;
}

static uint64_t extended(uint64_t bits, unsigned type)
{
    const unsigned width = ir_run_type_bits(type);
    const bool is_signed = type == HW_TYPE_S8 || type == HW_TYPE_S16 || type == HW_TYPE_S32;

    return is_signed ? (uint64_t)((int64_t)(bits << (64 - width)) >> (64 - width)) : bits;
}

/* Address and offset: of 32 bits they are added so. */
static uint64_t place_of(const struct hw_ir_insn *insn, const uint64_t *in)
{
    const uint64_t sum = in[0] + insn->how.bits;

    return insn->operand[0].value->kind == HW_IR_KIND_32 ? (uint32_t)sum : sum;
}

static bool reach(struct ir_run *run, const struct hw_ir_insn *insn, const uint64_t *in, uint64_t *out)
{
    const unsigned bytes = ir_run_type_bits(insn->how.type) / 8;
    const unsigned count = insn->op == HW_IR_LOAD ? insn->results : insn->operands - 1;
    const unsigned all = bytes * (count == 3 ? 4 : count);

    uint8_t *at = memory_at(run, insn->how.space, place_of(insn, in), all);
    for (unsigned i = 0; at && i < count; i++, at += bytes)
        if (insn->op == HW_IR_LOAD) {
            out[i] = 0;
            memcpy(&out[i], at, bytes);
            out[i] = extended(out[i], insn->how.type);
        } else {
            memcpy(at, &in[1 + i], bytes);
        }
    return !run->failure;
}

static uint64_t atomic_result(const struct hw_ir_insn *insn, uint64_t old, const uint64_t *in)
{
    const unsigned bits = ir_run_type_bits(insn->how.type);
    const bool is_signed = insn->how.type == HW_TYPE_S32 || insn->how.type == HW_TYPE_S64;
    const int64_t a = (int64_t)(old << (64 - bits)), b = (int64_t)(in[1] << (64 - bits));
    const bool less = is_signed ? a < b : (uint64_t)a < (uint64_t)b;
    uint64_t sum = old + in[1];

    switch (insn->how.number & 255) {
    case HW_ATOM_ADD:
        if (insn->how.type == HW_TYPE_F32 || insn->how.type == HW_TYPE_F64 ||
            insn->how.type == HW_TYPE_F16X2) {
            struct hw_ir_insn add = *insn;
            add.op = HW_IR_ADD;
            ir_run_float(&add, (const uint64_t[4]){old, in[1]}, &sum);
        }
        return sum;
    case HW_ATOM_EXCH: return in[1];
    case HW_ATOM_CAS: return old == in[1] ? in[2] : old;
    case HW_ATOM_INC: return old >= in[1] ? 0 : old + 1;
    case HW_ATOM_DEC: return old == 0 || old > in[1] ? in[1] : old - 1;
    case HW_ATOM_MIN: return less ? old : in[1];
    case HW_ATOM_MAX: return less ? in[1] : old;
    case HW_ATOM_AND: return old & in[1];
    case HW_ATOM_OR: return old | in[1];
    default: return old ^ in[1];
    }
}

static bool atomic(struct ir_run *run, const struct hw_ir_insn *insn, const uint64_t *in, uint64_t *out)
{
    const unsigned bytes = ir_run_type_bits(insn->how.type) / 8;
    uint8_t *at = memory_at(run, insn->how.space, place_of(insn, in), bytes);

    if (!at)
        return false;
    out[0] = 0;
    memcpy(&out[0], at, bytes);
    const uint64_t now = atomic_result(insn, out[0], in);
    memcpy(at, &now, bytes);
    return true;
}

/* --- one lane ----------------------------------------------------------------------------------------------
 */

/* What lanes do together, where there is one. */
static bool together(const struct hw_ir_insn *insn, const uint64_t *in, uint64_t *out)
{
    switch (insn->op) {
    case HW_IR_BARRIER: out[0] = insn->operands > 2 ? in[2] : 0; return true;
    case HW_IR_VOTE: out[0] = insn->how.number == HW_IR_VOTE_SAME ? 1 : in[0]; return true;
    case HW_IR_SHUFFLE:
        out[0] = in[0];
        out[1] = 1;
        return true;
    case HW_IR_ACTIVE: out[0] = 1; return true;
    case HW_IR_FENCE:
    case HW_IR_PREFETCH:
    case HW_IR_PMEVENT:
    case HW_IR_BREAKPOINT: return true;
    default: return false;
    }
}

/* --- instructions ------------------------------------------------------------------------------------------
 */

static uint64_t read_value(const struct frame *frame, const struct hw_ir_value *value)
{
    const struct hw_ir_insn *from = value->from;

    switch (from->op) {
    case HW_IR_CONSTANT: return from->how.bits;
    case HW_IR_UNDEFINED: return 0;
    case HW_IR_VARIABLE: return frame->variable[from->how.number];
    case HW_IR_SYMBOL:
        if (from->how.symbol->is_function)
            return (uintptr_t)from->how.symbol;
        return address_of(frame->run, from->how.symbol) + from->how.bits;
    default: return frame->value[value->number];
    }
}

static bool call(struct frame *frame, const struct hw_ir_insn *insn, uint64_t *in, uint64_t *out)
{
    const bool is_direct = insn->how.symbol != NULL;
    const struct hw_ir_symbol *symbol = insn->how.symbol;

    if (!is_direct)
        symbol = (const struct hw_ir_symbol *)(uintptr_t)in[0];
    if (!symbol->routine || !symbol->routine->function)
        return give_up(frame->run, "a function without a body");
    return ir_run(frame->run, symbol->routine->function, in + !is_direct, out);
}

static bool compute(struct frame *frame, const struct hw_ir_insn *insn, uint64_t *in, uint64_t *out)
{
    struct ir_run *run = frame->run;

    switch (insn->op) {
    case HW_IR_ARGUMENT: out[0] = frame->argument[insn->how.number]; return true;
    case HW_IR_SPECIAL:
    case HW_IR_CLOCK: out[0] = run->special[insn->how.number]; return true;
    case HW_IR_TO_GENERIC: out[0] = in[0] + window(insn->how.space); return true;
    case HW_IR_FROM_GENERIC: out[0] = in[0] - window(insn->how.space); return true;
    case HW_IR_IS_SPACE: out[0] = insn->how.space == space_of(in[0]); return true;
    case HW_IR_LOAD:
    case HW_IR_STORE: return reach(run, insn, in, out);
    case HW_IR_ATOMIC: return atomic(run, insn, in, out);
    case HW_IR_CALL: return call(frame, insn, in, out);
    default: break;
    }
    if (together(insn, in, out) || ir_run_math(insn, in, out))
        return true;
    return give_up(run, hw_ir_op_name((enum hw_ir_op)insn->op));
}

static bool do_insn(struct frame *frame, const struct hw_ir_insn *insn)
{
    uint64_t *in = calloc((size_t)insn->operands + insn->results + 8, sizeof *in),
             *out = in + insn->operands + 4;

    for (uint32_t i = 0; i < insn->operands; i++)
        in[i] = ir_run_cut(read_value(frame, insn->operand[i].value),
                           hw_ir_kind_bits((enum hw_ir_kind)insn->operand[i].value->kind));
    const bool done = compute(frame, insn, in, out);
    for (uint32_t i = 0; i < insn->results; i++) {
        const struct hw_ir_value *result = &insn->result[i];
        frame->value[result->number] = ir_run_cut(out[i], hw_ir_kind_bits((enum hw_ir_kind)result->kind));
        frame->variable[result->variable] = frame->value[result->number];
    }
    free(in);
    return done;
}

/* Phis read all before one is written. */
static void do_phis(struct frame *frame, const struct hw_ir_block *block, const struct hw_ir_block *from)
{
    uint64_t *value = calloc((size_t)frame->function->values + 1, sizeof *value);
    size_t count = 0;
    uint32_t edge = 0;

    while (edge < block->from_count && block->from[edge] != from)
        edge++;
    for (const struct hw_ir_insn *phi = block->first; phi->op == HW_IR_PHI; phi = phi->next)
        value[count++] = read_value(frame, phi->operand[edge].value);
    count = 0;
    for (const struct hw_ir_insn *phi = block->first; phi->op == HW_IR_PHI; phi = phi->next)
        frame->value[phi->result->number] = value[count++];
    free(value);
}

static const struct hw_ir_block *next_block(struct frame *frame, const struct hw_ir_block *block)
{
    const struct hw_ir_insn *end = block->last;
    const uint64_t which = end->operands ? read_value(frame, end->operand[0].value) : 0;

    switch (end->op) {
    case HW_IR_JUMP: return block->to[0];
    case HW_IR_BRANCH: return block->to[!(which & 1)];
    case HW_IR_SWITCH: return which < block->to_count ? block->to[which] : NULL;
    case HW_IR_RETURN:
        for (uint32_t i = 0; i < end->operands; i++)
            frame->result[i] = read_value(frame, end->operand[i].value);
        return NULL;
    default: return NULL;
    }
}

bool ir_run(struct ir_run *run, const struct hw_ir_function *function, const uint64_t *argument,
            uint64_t *result)
{
    struct frame frame = {.run = run, .function = function, .argument = argument, .result = result};
    const struct hw_ir_block *block = function->block[0], *from = NULL;

    if (run->depth == MAX_DEPTH)
        return give_up(run, "calls that go too deep");
    run->depth++;
    frame.value = calloc((size_t)function->values + 1, sizeof *frame.value);
    frame.variable = calloc((size_t)function->variables + 1, sizeof *frame.variable);
    while (block && !run->failure) {
        const struct hw_ir_insn *insn = block->first;
        if (insn->op == HW_IR_PHI)
            do_phis(&frame, block, from);
        for (; insn->next && !run->failure; insn = insn->next) {
            if (run->steps-- <= 1)
                give_up(run, "too many steps");
            else if (insn->op != HW_IR_PHI)
                do_insn(&frame, insn);
        }
        from = block;
        block = run->failure ? NULL : next_block(&frame, block);
    }
    free(frame.value);
    free(frame.variable);
    run->depth--;
    return !run->failure;
}
