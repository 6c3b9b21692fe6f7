/* SPDX-License-Identifier: MIT */
/* If-conversion: which registers keep their old value under a guard, and are live before the branch. */
#include "compiler/codegen/if_convert.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "compiler/codegen/isel.h"
#include "compiler/mir/mir_check.h"
#include "compiler/mir/mir_liveness.h"

enum { BEGIN, SIDE, OTHER, END, BLOCKS };

/* A branch with a short side each way, and the block after them. */
struct branch_case {
    struct hw_arena arena;
    struct hw_mir_function *function;
    struct hw_mir_block *block[BLOCKS];
    struct hw_codegen_reconvergence reconvergence;
    uint32_t pair, guard;
};

static void append_insn(struct branch_case *c, unsigned block, const struct hw_mir_insn *insn)
{
    hw_mir_insn(c->function, c->block[block], NULL, insn);
}

static struct hw_mir_operand of(uint32_t reg)
{
    return (struct hw_mir_operand){.kind = HW_MIR_OPERAND_REG, .reg = reg};
}

static void check_mir(const struct hw_mir_function *function)
{
    struct hw_error error = {.text = ""};
    if (hw_mir_check(function, "if-conversion", &error))
        fail_msg("%s", error.text);
}

static void put_write(struct branch_case *c, unsigned block)
{
    append_insn(c, block,
                &(struct hw_mir_insn){
                    .template = "LDG.E.64 %0, [RZ]", .operands = 1, .written = 1, .operand = {of(c->pair)}});
}

/* Word by word, so the register begins before. */
static void put_words(struct branch_case *c, unsigned block)
{
    append_insn(c, block,
                &(struct hw_mir_insn){.template = "", .operands = 1, .written = 1, .operand = {of(c->pair)}});
    for (int64_t word = 0; word < 2; word++)
        append_insn(
            c, block,
            &(struct hw_mir_insn){.template = "MOV %0, RZ",
                                  .operands = 1,
                                  .written = 1,
                                  .operand = {{.kind = HW_MIR_OPERAND_PART, .reg = c->pair, .value = word}}});
}

static void open_case(struct branch_case *c)
{
    const struct hw_mir_insn jump = {.template = hw_codegen_jump, .has_side_effects = true};

    *c = (struct branch_case){.arena = {.chunks = NULL}};
    c->function = hw_mir_function(&c->arena);
    for (unsigned i = 0; i < BLOCKS; i++)
        c->block[i] = hw_mir_block(c->function);
    c->pair = hw_mir_reg(c->function, HW_MIR_FILE_GENERAL, 2);
    c->guard = hw_mir_reg(c->function, HW_MIR_FILE_PREDICATES, 1);
    for (unsigned side = SIDE; side <= OTHER; side++) {
        hw_mir_edge(c->function, BEGIN, side);
        hw_mir_edge(c->function, side, END);
    }
    c->reconvergence.push = hw_arena_array(&c->arena, BLOCKS, sizeof *c->reconvergence.push);
    c->reconvergence.is_join = hw_arena_array(&c->arena, BLOCKS, sizeof *c->reconvergence.is_join);
    for (unsigned k = 0; k < 2; k++)
        c->reconvergence.pops[k] = hw_arena_array(&c->arena, BLOCKS, sizeof *c->reconvergence.pops[k]);
    put_write(c, BEGIN);
    append_insn(c, BEGIN,
                &(struct hw_mir_insn){.template = hw_codegen_branch,
                                      .operands = 1,
                                      .has_side_effects = true,
                                      .operand = {of(c->guard)}});
    put_words(c, SIDE);
    append_insn(c, SIDE, &jump);
    append_insn(c, END,
                &(struct hw_mir_insn){.template = "STG.E.64 [RZ], %0",
                                      .operands = 1,
                                      .has_side_effects = true,
                                      .operand = {of(c->pair)}});
}

/* Whether the pair is live after its first write, after if-conversion. */
static bool is_live_before(struct branch_case *c)
{
    const struct hw_mir_insn jump = {.template = hw_codegen_jump, .has_side_effects = true};

    append_insn(c, OTHER, &jump);
    hw_codegen_if_convert(c->function, &c->reconvergence);
    check_mir(c->function);
    assert_int_equal(c->block[BEGIN]->to_count, 1);
    const struct hw_mir_liveness live = hw_mir_liveness(c->function);
    uint64_t *set = hw_mir_liveness_set(&live, live.out, BEGIN);
    for (const struct hw_mir_insn *insn = c->block[BEGIN]->last; insn != c->block[BEGIN]->first;
         insn = insn->prev)
        hw_mir_live_before(set, insn);
    const bool is_live = set[c->pair / 64] >> c->pair % 64 & 1;
    hw_arena_clear(&c->arena);
    return is_live;
}

static void one_side_keeps_the_old_value(void **state)
{
    struct branch_case c;
    (void)state;
    open_case(&c);
    assert_true(is_live_before(&c));
}

static void two_sides_need_no_old_value(void **state)
{
    struct branch_case c;
    (void)state;
    open_case(&c);
    put_words(&c, OTHER);
    assert_false(is_live_before(&c));
}

/* Both sides write it, but one reads it before: its old value is live. */
static void check_read_before(unsigned block)
{
    struct branch_case c;
    open_case(&c);
    put_words(&c, OTHER);
    const struct hw_mir_insn read = {
        .template = "STG.E.64 [RZ], %0", .operands = 1, .has_side_effects = true, .operand = {of(c.pair)}};
    hw_mir_insn(c.function, c.block[block], c.block[block]->first, &read);
    assert_true(is_live_before(&c));
}

static void a_side_that_reads_needs_the_old_value(void **state)
{
    (void)state;
    check_read_before(SIDE);
    check_read_before(OTHER);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(one_side_keeps_the_old_value),
                                       cmocka_unit_test(two_sides_need_no_old_value),
                                       cmocka_unit_test(a_side_that_reads_needs_the_old_value)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
