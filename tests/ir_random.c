/* SPDX-License-Identifier: MIT */
/* See ir_random.h. */
#include "ir_random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compiler/ir/ir_check.h"
#include "compiler/ir/ir_flow.h"
#include "compiler/ir/ir_print.h"
#include "compiler/ir/ir_ssa.h"

#define STEPS 400u /* of a run: a loop that does not end is left */

uint32_t ir_random_pick(struct ir_random *s, uint32_t below)
{
    s->seed = s->seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(s->seed >> 33) % below;
}

void ir_random_check(const struct ir_random *s)
{
    struct hw_error error = {0};

    if (!hw_ir_check(s->function, &error))
        return;
    hw_ir_print(s->function, stderr);
    fail_msg("%s", error.text);
}

/* --- random programs -------------------------------------------------------------------------------- */

static struct hw_ir_value *some_value(struct ir_random *s)
{
    static const uint32_t constants[] = {0, 1, 2, 3, 8, 31, 32, 0x80000000, 0xffffffff, 0x1234};

    return ir_random_pick(s, 3)
               ? hw_ir_variable(s->function, HW_IR_KIND_32, 1 + ir_random_pick(s, IR_RANDOM_VARIABLES))
               : hw_ir_constant(s->function, HW_IR_KIND_32, constants[ir_random_pick(s, 10)]);
}

static struct hw_ir_value *add_insn(struct ir_random *s, struct hw_ir_block *block, enum hw_ir_op op,
                                    unsigned operands, enum hw_ir_kind kind, uint32_t variable)
{
    static const uint8_t types[] = {HW_TYPE_U32, HW_TYPE_S32};
    struct hw_ir_value *operand[3] = {some_value(s), some_value(s), some_value(s)};
    const struct hw_ir_modifiers how = {.type = types[ir_random_pick(s, 2)],
                                        .cmp = (uint8_t)(op == HW_IR_SETP ? 1 + ir_random_pick(s, 6) : 0)};
    const struct hw_ir_made made = {.op = op,
                                    .how = &how,
                                    .results = 1,
                                    .kind = &(uint8_t){(uint8_t)kind},
                                    .operands = operands,
                                    .operand = operand};
    struct hw_ir_insn *insn = NULL;

    for (uint32_t times = 1 + !ir_random_pick(s, 4); times > 0; times--) /* sometimes the same twice */
        insn = hw_ir_insn(s->function, block, NULL, &made);
    insn->result->variable = variable;
    if (insn->prev && insn->prev->op == op)
        insn->prev->result->variable = variable ? 1 + ir_random_pick(s, IR_RANDOM_VARIABLES) : 0;
    return insn->result;
}

static void fill_block(struct ir_random *s, struct hw_ir_block *block)
{
    static const struct {
        enum hw_ir_op op;
        unsigned operands;
    } ops[] = {{HW_IR_ADD, 2},  {HW_IR_SUB, 2}, {HW_IR_MUL, 2}, {HW_IR_MAD, 3},  {HW_IR_AND, 2},
               {HW_IR_OR, 2},   {HW_IR_XOR, 2}, {HW_IR_NOT, 1}, {HW_IR_NEG, 1},  {HW_IR_SHL, 2},
               {HW_IR_SHR, 2},  {HW_IR_MIN, 2}, {HW_IR_MAX, 2}, {HW_IR_COPY, 1}, {HW_IR_ABS, 1},
               {HW_IR_POPC, 1}, {HW_IR_REM, 2}, {HW_IR_DIV, 2}};

    for (uint32_t left = ir_random_pick(s, 6); left > 0; left--) {
        const uint32_t which = ir_random_pick(s, sizeof ops / sizeof *ops);
        add_insn(s, block, ops[which].op, ops[which].operands, HW_IR_KIND_32,
                 1 + ir_random_pick(s, IR_RANDOM_VARIABLES));
    }
}

static void end_block(struct ir_random *s, struct hw_ir_block *block, struct hw_ir_block *a,
                      struct hw_ir_block *b)
{
    if (ir_random_pick(s, 3)) {
        struct hw_ir_value *p = ir_random_pick(s, 4)
                                    ? add_insn(s, block, HW_IR_SETP, 2, HW_IR_KIND_PRED, 0)
                                    : hw_ir_constant(s->function, HW_IR_KIND_PRED, ir_random_pick(s, 2));
        const struct hw_ir_made made = {.op = HW_IR_BRANCH, .operands = 1, .operand = &p};
        hw_ir_end(s->function, block, &made, (struct hw_ir_block *[]){a, b}, 2);
    } else {
        hw_ir_end(s->function, block, &(struct hw_ir_made){.op = HW_IR_JUMP}, &a, 1);
    }
}

/* Blocks, and arguments in variables. */
static void begin_function(struct ir_random *s, struct hw_ir_block **block, uint32_t count)
{
    s->function = hw_ir_function(&s->arena, "random");
    for (uint32_t i = 0; i < count; i++)
        block[i] = hw_ir_block(s->function);
    for (uint32_t v = 1; v <= IR_RANDOM_VARIABLES; v++) {
        const struct hw_ir_made made = {.op = HW_IR_ARGUMENT,
                                        .how = &(struct hw_ir_modifiers){.number = v},
                                        .results = 1,
                                        .kind = &(uint8_t){HW_IR_KIND_32}};
        hw_ir_insn(s->function, block[0], NULL, &made)->result->variable = v;
    }
}

/* All variables are what it gives. */
static void end_function(struct ir_random *s, struct hw_ir_block *last)
{
    struct hw_ir_value *result[IR_RANDOM_VARIABLES];

    for (uint32_t v = 1; v <= IR_RANDOM_VARIABLES; v++)
        result[v - 1] = hw_ir_variable(s->function, HW_IR_KIND_32, v);
    const struct hw_ir_made made = {.op = HW_IR_RETURN, .operands = IR_RANDOM_VARIABLES, .operand = result};
    hw_ir_end(s->function, last, &made, NULL, 0);
    hw_ir_drop_unreached(s->function, hw_ir_flow(s->function));
    hw_ir_ssa(s->function, hw_ir_flow(s->function));
}

void ir_random_make(struct ir_random *s)
{
    struct hw_ir_block *block[9];
    const uint32_t count = 2 + ir_random_pick(s, 7);

    begin_function(s, block, count);
    for (uint32_t i = 0; i + 1 < count; i++) {
        fill_block(s, block[i]);
        end_block(s, block[i], block[1 + ir_random_pick(s, count - 1)],
                  block[1 + ir_random_pick(s, count - 1)]);
    }
    end_function(s, block[count - 1]);
}

static struct hw_ir_value *add_known(struct ir_random *s, struct hw_ir_block *block, enum hw_ir_op op,
                                     enum hw_ir_kind kind, uint32_t variable, struct hw_ir_value *a,
                                     struct hw_ir_value *b)
{
    struct hw_ir_value *operand[] = {a, b};
    const struct hw_ir_modifiers how = {.type = HW_TYPE_U32, .cmp = (uint8_t)(op == HW_IR_SETP ? 1 : 0)};
    const struct hw_ir_made made = {.op = op,
                                    .how = &how,
                                    .results = 1,
                                    .kind = &(uint8_t){(uint8_t)kind},
                                    .operands = b ? 2 : 1,
                                    .operand = operand};
    struct hw_ir_insn *insn = hw_ir_insn(s->function, block, NULL, &made);

    insn->result->variable = variable;
    return insn->result;
}

/* A number that passes do not know: the low bits of an argument, so that it is small. */
static struct hw_ir_value *unknown(struct ir_random *s, struct hw_ir_block *block)
{
    struct hw_ir_value *low =
        add_known(s, block, HW_IR_SHR, HW_IR_KIND_32, 0,
                  hw_ir_variable(s->function, HW_IR_KIND_32, 1 + ir_random_pick(s, IR_RANDOM_VARIABLES)),
                  hw_ir_constant(s->function, HW_IR_KIND_32, 26 + ir_random_pick(s, 6)));
    struct hw_ir_value *base = hw_ir_constant(
        s->function, HW_IR_KIND_32, (const uint32_t[]){0, 0, 0xffffffe0, 0x7fffffe0}[ir_random_pick(s, 4)]);
    return add_known(s, block, HW_IR_ADD, HW_IR_KIND_32, 0, low, base);
}

void ir_random_loop(struct ir_random *s, bool is_known)
{
    const uint32_t counter = IR_RANDOM_VARIABLES + 1;
    const uint32_t step = is_known               ? 1 + ir_random_pick(s, 3)
                          : ir_random_pick(s, 2) ? 1 + ir_random_pick(s, 4)
                                                 : 0u - 1 - ir_random_pick(s, 4);
    struct hw_ir_block *block[3];

    begin_function(s, block, 3);
    struct hw_ir_value *count = hw_ir_variable(s->function, HW_IR_KIND_32, counter),
                       *sum = hw_ir_variable(s->function, HW_IR_KIND_32, 1);
    struct hw_ir_value *first = hw_ir_constant(s->function, HW_IR_KIND_32, ir_random_pick(s, 30)),
                       *limit = hw_ir_constant(s->function, HW_IR_KIND_32, ir_random_pick(s, 200));
    first = is_known || !ir_random_pick(s, 3) ? first : unknown(s, block[0]);
    limit = is_known || !ir_random_pick(s, 3) ? limit : unknown(s, block[0]);
    add_known(s, block[0], HW_IR_COPY, HW_IR_KIND_32, counter, first, NULL);
    const struct hw_ir_made jump = {.op = HW_IR_JUMP};
    hw_ir_end(s->function, block[0], &jump, &block[1], 1);
    fill_block(s, block[1]);
    add_known(s, block[1], HW_IR_ADD, HW_IR_KIND_32, 1, sum, count);
    struct hw_ir_value *before = add_known(s, block[1], HW_IR_COPY, HW_IR_KIND_32, 0, count, NULL);
    add_known(s, block[1], HW_IR_ADD, HW_IR_KIND_32, counter, count,
              hw_ir_constant(s->function, HW_IR_KIND_32, step));
    struct hw_ir_value *tested = ir_random_pick(s, 2) ? before : count;
    const bool is_second = !is_known && ir_random_pick(s, 2), is_left = !is_known && ir_random_pick(s, 2);
    struct hw_ir_value *goes_on = add_known(s, block[1], HW_IR_SETP, HW_IR_KIND_PRED, 0,
                                            is_second ? limit : tested, is_second ? tested : limit);
    const struct hw_ir_made branch = {.op = HW_IR_BRANCH, .operands = 1, .operand = &goes_on};
    hw_ir_end(s->function, block[1], &branch,
              (struct hw_ir_block *[]){block[1 + is_left], block[2 - is_left]}, 2);
    end_function(s, block[2]);
}

/* --- the judge -------------------------------------------------------------------------------------- */

static uint64_t read_value(const struct ir_random_run *run, const struct hw_ir_value *value)
{
    uint64_t bits;

    return hw_ir_is_constant(value, &bits)      ? bits
           : value->from->op == HW_IR_UNDEFINED ? 0
                                                : run->value[value->number];
}

/* A rest or quotient by 0 or -1, which chips say for themselves, is the operand here. */
static uint32_t divided(uint32_t a, uint32_t b, bool is_signed, bool rest)
{
    if (b == 0 || (is_signed && b == 0xffffffff))
        return a;
    if (is_signed)
        return (uint32_t)(rest ? (int32_t)a % (int32_t)b : (int32_t)a / (int32_t)b);
    return rest ? a % b : a / b;
}

static uint32_t do_insn(const struct ir_random_run *run, const struct hw_ir_insn *insn)
{
    const bool is_signed = insn->how.type == HW_TYPE_S32;
    uint32_t in[3] = {0};

    for (uint32_t i = 0; i < insn->operands; i++)
        in[i] = (uint32_t)read_value(run, insn->operand[i].value);
    const uint32_t a = in[0], b = in[1];
    const bool less = is_signed ? (int32_t)a < (int32_t)b : a < b;
    switch (insn->op) {
    case HW_IR_ARGUMENT: return 0x9e3779b9u * insn->how.number;
    case HW_IR_COPY: return a;
    case HW_IR_ADD: return a + b;
    case HW_IR_SUB: return a - b;
    case HW_IR_MUL: return a * b;
    case HW_IR_MAD: return a * b + in[2];
    case HW_IR_AND: return a & b;
    case HW_IR_OR: return a | b;
    case HW_IR_XOR: return a ^ b;
    case HW_IR_NOT: return ~a;
    case HW_IR_NEG: return 0 - a;
    case HW_IR_ABS: return is_signed && a >> 31 ? 0 - a : a;
    case HW_IR_POPC: return (uint32_t)__builtin_popcount(a);
    case HW_IR_MIN: return less ? a : b;
    case HW_IR_MAX: return less ? b : a;
    case HW_IR_SHL: return b > 31 ? 0 : a << b;
    case HW_IR_SHR: return is_signed ? (uint32_t)((int32_t)a >> (b > 31 ? 31 : b)) : b > 31 ? 0 : a >> b;
    case HW_IR_SETP: return (insn->how.cmp & (a == b ? 2 : less ? 1 : 4)) != 0;
    case HW_IR_DIV: return divided(a, b, is_signed, false);
    case HW_IR_REM: return divided(a, b, is_signed, true);
    default: fail_msg("%s", hw_ir_op_name((enum hw_ir_op)insn->op)); return 0;
    }
}

static const struct hw_ir_block *do_block(struct ir_random_run *run, const struct hw_ir_block *block,
                                          const struct hw_ir_block *from)
{
    const struct hw_ir_insn *insn = block->first;
    uint64_t phis[64];
    unsigned count = 0;

    for (const struct hw_ir_insn *phi = insn; phi->op == HW_IR_PHI; phi = phi->next) {
        uint32_t edge = 0;
        while (block->from[edge] != from)
            edge++;
        assert_true(count < 64);
        phis[count++] = read_value(run, phi->operand[edge].value);
    }
    for (unsigned i = 0; i < count; i++, insn = insn->next)
        run->value[insn->result->number] = phis[i];
    for (; insn->next; insn = insn->next)
        run->value[insn->result->number] = do_insn(run, insn);
    if (insn->op == HW_IR_RETURN) {
        for (uint32_t i = 0; i < IR_RANDOM_VARIABLES; i++)
            run->result[i] = (uint32_t)read_value(run, insn->operand[i].value);
        run->ended = true;
        return NULL;
    }
    return block->to[insn->op == HW_IR_BRANCH && !read_value(run, insn->operand[0].value)];
}

struct ir_random_run ir_random_go(struct ir_random *s)
{
    struct ir_random_run run = {
        .value = hw_arena_array(&s->arena, (size_t)s->function->values + 1, sizeof(uint64_t))};
    const struct hw_ir_block *block = s->function->block[0], *from = NULL;

    for (unsigned step = 0; block && step < STEPS; step++) {
        const struct hw_ir_block *next = do_block(&run, block, from);
        from = block;
        block = next;
        run.steps++;
    }
    return run;
}
