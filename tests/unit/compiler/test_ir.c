/* SPDX-License-Identifier: MIT */
/* The IR: SSA construction, dominators and loops, and functions that the verifier rejects. */
#include "compiler/ir/ir_check.h"
#include "compiler/ir/ir_print.h"
#include "compiler/ir/ir_ssa.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct setup {
    struct hw_arena arena;
    struct hw_ir_function *function;
};

enum { I = 1, SUM, ODD };

static struct hw_ir_value *variable(struct setup *s, uint32_t number)
{
    return hw_ir_variable(s->function, number == ODD ? HW_IR_KIND_PRED : HW_IR_KIND_32, number);
}

static struct hw_ir_value *word(struct setup *s, uint32_t bits)
{
    return hw_ir_constant(s->function, HW_IR_KIND_32, bits);
}

/* An instruction with one result, which becomes a variable's value unless that is 0. */
static struct hw_ir_insn *append_op(struct setup *s, struct hw_ir_block *block, enum hw_ir_op op, uint32_t to,
                                    struct hw_ir_value *a, struct hw_ir_value *b)
{
    const struct hw_ir_modifiers how = {.type = HW_TYPE_S32};
    struct hw_ir_value *operand[] = {a, b};
    const uint8_t kind = to == ODD ? HW_IR_KIND_PRED : HW_IR_KIND_32;
    const struct hw_ir_made made = {
        .op = op, .how = &how, .results = 1, .kind = &kind, .operands = b ? 2 : 1, .operand = operand};
    struct hw_ir_insn *insn = hw_ir_insn(s->function, block, NULL, &made);

    insn->result->variable = to;
    return insn;
}

static void end_block(struct setup *s, struct hw_ir_block *block, enum hw_ir_op op, struct hw_ir_value *value,
                      struct hw_ir_block *a, struct hw_ir_block *b)
{
    const struct hw_ir_made made = {.op = op, .operands = value ? 1 : 0, .operand = &value};

    hw_ir_end(s->function, block, &made, (struct hw_ir_block *[]){a, b}, b ? 2 : a ? 1 : 0);
}

/* sum = 0; for (i = 0; i < 10; i++) if (i & 1) sum += i; return sum; and an unreachable block. */
static void make_loop(struct setup *s, struct hw_ir_block *block[7])
{
    for (unsigned i = 0; i < 7; i++)
        block[i] = hw_ir_block(s->function);
    append_op(s, block[0], HW_IR_COPY, I, word(s, 0), NULL);
    append_op(s, block[0], HW_IR_COPY, SUM, word(s, 0), NULL);
    end_block(s, block[0], HW_IR_JUMP, NULL, block[1], NULL);
    append_op(s, block[1], HW_IR_SETP, ODD, variable(s, I), word(s, 10));
    end_block(s, block[1], HW_IR_BRANCH, variable(s, ODD), block[2], block[5]);
    append_op(s, block[2], HW_IR_AND, ODD, variable(s, I), word(s, 1));
    end_block(s, block[2], HW_IR_BRANCH, variable(s, ODD), block[3], block[4]);
    append_op(s, block[3], HW_IR_ADD, SUM, variable(s, SUM), variable(s, I));
    end_block(s, block[3], HW_IR_JUMP, NULL, block[4], NULL);
    append_op(s, block[4], HW_IR_ADD, I, variable(s, I), word(s, 1));
    end_block(s, block[4], HW_IR_JUMP, NULL, block[1], NULL);
    end_block(s, block[5], HW_IR_RETURN, variable(s, SUM), NULL, NULL);
    end_block(s, block[6], HW_IR_JUMP, NULL, block[4], NULL);
}

static int begin_setup(void **state)
{
    struct setup *s = calloc(1, sizeof *s);

    s->function = hw_ir_function(&s->arena, "sum");
    *state = s;
    return 0;
}

static int finish_setup(void **state)
{
    struct setup *s = *state;

    hw_arena_clear(&s->arena);
    free(s);
    return 0;
}

static void is_right(const struct setup *s)
{
    struct hw_error error = {0};

    if (hw_ir_check(s->function, &error))
        fail_msg("%s", error.text);
}

static void make_ssa(struct setup *s, struct hw_ir_block *block[7])
{
    make_loop(s, block);
    hw_ir_drop_unreached(s->function, hw_ir_flow(s->function));
    hw_ir_ssa(s->function, hw_ir_flow(s->function));
}

static void variables_become_values(void **state)
{
    struct setup *s = *state;
    struct hw_ir_block *block[7];
    char *text;
    size_t size;
    FILE *file = open_memstream(&text, &size);

    make_ssa(s, block);
    is_right(s);
    hw_ir_print(s->function, file);
    fclose(file);
    /* two phis at the loop's header, one at the join; none for the predicate */
    assert_string_equal(text, "function sum\n"
                              "b0:\n"
                              "\t%2:32 = copy.s32 #0\n"
                              "\t%3:32 = copy.s32 #0\n"
                              "\tjump b1\n"
                              "b1:\t\t\t// from b0, b4\n"
                              "\t%15:32 = phi %3, %14\n"
                              "\t%13:32 = phi %2, %12\n"
                              "\t%6:pred = setp.s32 %13, #0xa\n"
                              "\tbranch %6, b2, b5\n"
                              "b2:\t\t\t// from b1\n"
                              "\t%9:pred = and.s32 %13, #0x1\n"
                              "\tbranch %9, b3, b4\n"
                              "b3:\t\t\t// from b2\n"
                              "\t%11:32 = add.s32 %15, %13\n"
                              "\tjump b4\n"
                              "b4:\t\t\t// from b2, b3\n"
                              "\t%14:32 = phi %15, %11\n"
                              "\t%12:32 = add.s32 %13, #0x1\n"
                              "\tjump b1\n"
                              "b5:\t\t\t// from b1\n"
                              "\treturn %15\n");
    free(text);
}

static void dominators_and_loops_are_found(void **state)
{
    struct setup *s = *state;
    struct hw_ir_block *block[7];

    make_ssa(s, block);
    const struct hw_ir_flow *flow = hw_ir_flow(s->function);
    const uint32_t *rpo = flow->rpo;
    assert_int_equal(flow->count, 6);
    for (unsigned i = 0; i < 6; i++) {
        static const uint32_t above[] = {0, 0, 1, 2, 2, 1}, in_loop[] = {0, 1, 1, 1, 1, 0};
        assert_int_equal(flow->idom[rpo[i]], rpo[above[i]]);
        assert_int_equal(flow->depth[rpo[i]], in_loop[i]);
        assert_int_equal(flow->loop[rpo[i]], in_loop[i] ? rpo[1] : HW_IR_NOWHERE);
    }
    assert_true(hw_ir_dominates(flow, rpo[1], rpo[4]));
    assert_true(hw_ir_dominates(flow, rpo[4], rpo[4]));
    assert_false(hw_ir_dominates(flow, rpo[3], rpo[4]));
    assert_false(hw_ir_dominates(flow, rpo[4], rpo[1]));
}

static void what_is_read_before_it_is_written_is_undefined(void **state)
{
    struct setup *s = *state;
    struct hw_ir_block *block = hw_ir_block(s->function);

    const struct hw_ir_insn *sum = append_op(s, block, HW_IR_ADD, SUM, variable(s, SUM), variable(s, I));
    end_block(s, block, HW_IR_RETURN, variable(s, SUM), NULL, NULL);
    hw_ir_ssa(s->function, hw_ir_flow(s->function));
    is_right(s);
    assert_int_equal(sum->operand[0].value->from->op, HW_IR_UNDEFINED);
    assert_ptr_equal(block->last->operand[0].value, sum->result);
}

static void constants_are_one_value(void **state)
{
    struct setup *s = *state;
    struct hw_ir_value *first[1000];

    for (uint32_t i = 0; i < 1000; i++)
        first[i] = word(s, i * i);
    for (uint32_t i = 0; i < 1000; i++) {
        uint64_t bits;
        assert_ptr_equal(word(s, i * i), first[i]);
        assert_true(hw_ir_is_constant(first[i], &bits));
        assert_int_equal(bits, i * i);
    }
    assert_ptr_equal(hw_ir_constant(s->function, HW_IR_KIND_16, 0x10003),
                     hw_ir_constant(s->function, HW_IR_KIND_16, 3));
    assert_ptr_not_equal(hw_ir_constant(s->function, HW_IR_KIND_16, 4), word(s, 4));
}

static void uses_follow_replacements(void **state)
{
    struct setup *s = *state;
    struct hw_ir_block *block[7];

    make_ssa(s, block);
    struct hw_ir_insn *add = block[3]->first;
    assert_int_equal(add->op, HW_IR_ADD);
    hw_ir_replace(add->result, word(s, 5));
    assert_null(add->result->uses);
    hw_ir_remove(add);
    is_right(s);
    assert_int_equal(block[3]->first->op, HW_IR_JUMP);
}

/* Each of these breaks one rule. */
static void what_is_no_function_is_found_out(void **state)
{
    struct setup *s = *state;
    struct hw_ir_block *block[7];
    struct hw_error error;

    make_ssa(s, block);
    /* a value of one side, used in the join */
    hw_ir_set_operand(block[4]->last->prev, 1, block[3]->first->result);
    assert_int_equal(hw_ir_check(s->function, &error), HW_ERR_ARGUMENT);
    assert_string_equal(error.text, "sum, block 4: an operand is not made where it is used");
    hw_ir_set_operand(block[4]->last->prev, 1, word(s, 1));
    is_right(s);
    /* a value before it is made */
    hw_ir_set_operand(block[3]->first, 0, block[3]->first->result);
    assert_int_equal(hw_ir_check(s->function, &error), HW_ERR_ARGUMENT);
    hw_ir_set_operand(block[3]->first, 0, word(s, 1));
    is_right(s);
    /* a phi without an operand for an edge */
    hw_ir_add_operand(s->function, block[1]->first, word(s, 1));
    assert_int_equal(hw_ir_check(s->function, &error), HW_ERR_ARGUMENT);
    assert_string_equal(error.text, "sum, block 1: a phi has not an operand for each edge");
}

static void a_block_must_end(void **state)
{
    struct setup *s = *state;
    struct hw_ir_block *block = hw_ir_block(s->function);
    struct hw_error error;

    assert_int_equal(hw_ir_check(s->function, &error), HW_ERR_ARGUMENT);
    assert_string_equal(error.text, "sum, block 0: it is empty");
    append_op(s, block, HW_IR_COPY, 0, word(s, 1), NULL);
    assert_int_equal(hw_ir_check(s->function, &error), HW_ERR_ARGUMENT);
    assert_string_equal(error.text, "sum, block 0: it does not end with what ends it");
    end_block(s, block, HW_IR_EXIT, NULL, NULL, NULL);
    is_right(s);
}

/* Random graphs: the tree of dominators against the definition, by taking each block away. */
static uint64_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

static void reach_without(const struct hw_ir_function *function, uint32_t without, bool *reached)
{
    uint32_t stack[64], depth = 0;

    memset(reached, 0, function->block_count * sizeof *reached);
    if (without == 0)
        return;
    reached[0] = true;
    stack[depth++] = 0;
    while (depth) {
        const struct hw_ir_block *block = function->block[stack[--depth]];
        for (uint32_t i = 0; i < block->to_count; i++) {
            const uint32_t to = block->to[i]->number;
            if (to != without && !reached[to]) {
                reached[to] = true;
                stack[depth++] = to;
            }
        }
    }
}

static void dominance_is_what_it_says(void **state)
{
    struct setup *s = *state;
    uint64_t seed = 7;

    for (unsigned round = 0; round < 300; round++) {
        const uint32_t count = 2 + (uint32_t)next_random(&seed) % 12;
        struct hw_ir_block *block[16];
        bool all[16], without[16];
        s->function = hw_ir_function(&s->arena, "random");
        for (uint32_t i = 0; i < count; i++)
            block[i] = hw_ir_block(s->function);
        for (uint32_t i = 0; i < count; i++) {
            struct hw_ir_block *a = block[1 + next_random(&seed) % (count - 1)],
                               *b = block[1 + next_random(&seed) % (count - 1)];
            end_block(s, block[i], HW_IR_BRANCH, hw_ir_constant(s->function, HW_IR_KIND_PRED, 1), a, b);
        }
        is_right(s);
        const struct hw_ir_flow *flow = hw_ir_flow(s->function);
        reach_without(s->function, HW_IR_NOWHERE, all);
        for (uint32_t i = 0; i < count; i++) {
            assert_int_equal(all[i], flow->rpo[i] != HW_IR_NOWHERE);
            reach_without(s->function, i, without);
            for (uint32_t k = 0; all[i] && k < count; k++)
                if (all[k])
                    assert_int_equal(hw_ir_dominates(flow, flow->rpo[i], flow->rpo[k]), !without[k]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(variables_become_values, begin_setup, finish_setup),
        cmocka_unit_test_setup_teardown(dominators_and_loops_are_found, begin_setup, finish_setup),
        cmocka_unit_test_setup_teardown(what_is_read_before_it_is_written_is_undefined, begin_setup,
                                        finish_setup),
        cmocka_unit_test_setup_teardown(constants_are_one_value, begin_setup, finish_setup),
        cmocka_unit_test_setup_teardown(uses_follow_replacements, begin_setup, finish_setup),
        cmocka_unit_test_setup_teardown(what_is_no_function_is_found_out, begin_setup, finish_setup),
        cmocka_unit_test_setup_teardown(a_block_must_end, begin_setup, finish_setup),
        cmocka_unit_test_setup_teardown(dominance_is_what_it_says, begin_setup, finish_setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
