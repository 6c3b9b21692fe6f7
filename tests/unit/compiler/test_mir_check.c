/* SPDX-License-Identifier: MIT */
/* The MIR verifier accepts what holds its invariants, and names each that a broken function violates. */
#include "compiler/mir/mir_check.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { BEGIN, SIDE, OTHER, END, BLOCKS };

/* A diamond; two edges lead from its second side to its end. */
struct diamond {
    struct hw_arena arena;
    struct hw_mir_function *function;
    struct hw_mir_block *block[BLOCKS];
    struct hw_mir_insn *insn[2]; /* of BEGIN */
};

static void create_diamond(struct diamond *d)
{
    static const uint8_t edges[][2] = {
        {BEGIN, SIDE}, {BEGIN, OTHER}, {SIDE, END}, {OTHER, END}, {OTHER, END}};

    *d = (struct diamond){.arena = {.chunks = NULL}};
    d->function = hw_mir_function(&d->arena);
    for (unsigned i = 0; i < BLOCKS; i++)
        d->block[i] = hw_mir_block(d->function);
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++)
        hw_mir_edge(d->function, edges[i][0], edges[i][1]);
    const struct hw_mir_insn insn = {
        .template = "MOV %0, %1",
        .operands = 2,
        .written = 1,
        .operand = {{.kind = HW_MIR_OPERAND_REG, .reg = hw_mir_reg(d->function, HW_MIR_FILE_GENERAL, 1)},
                    {.kind = HW_MIR_OPERAND_BLOCK, .value = END}}};
    for (unsigned i = 0; i < 2; i++)
        d->insn[i] = hw_mir_insn(d->function, d->block[BEGIN], NULL, &insn);
}

/* `what`: a part of what the verifier says; NULL: nothing. */
static void check_diamond(struct diamond *d, const char *what)
{
    struct hw_error error = {.text = ""};
    const hw_status status = hw_mir_check(d->function, "a test", &error);

    if (!what != !status || (what && !strstr(error.text, what)))
        fail_msg("\"%s\" in place of \"%s\"", error.text, what ? what : "");
    hw_arena_clear(&d->arena);
}

static void a_diamond_is_accepted(void **state)
{
    struct diamond d;
    (void)state;
    create_diamond(&d);
    check_diamond(&d, NULL);
}

/* The order of predecessors says nothing. */
static void predecessors_have_no_order(void **state)
{
    struct diamond d;
    (void)state;
    create_diamond(&d);
    d.block[END]->from[0] = OTHER;
    d.block[END]->from[2] = SIDE;
    check_diamond(&d, NULL);
}

static void stale_predecessors_are_found(void **state)
{
    struct diamond d;
    (void)state;
    create_diamond(&d);
    d.block[SIDE]->to_count = 0; /* as if-conversion empties a side */
    check_diamond(&d, "block 3: a predecessor has no edge to it");
    create_diamond(&d);
    d.block[END]->from[0] = BEGIN;
    check_diamond(&d, "block 3: a predecessor has no edge to it");
    create_diamond(&d);
    d.block[END]->from[0] = BLOCKS;
    check_diamond(&d, "block 3: a predecessor has no edge to it");
}

static void missing_predecessors_are_found(void **state)
{
    struct diamond d;
    (void)state;
    create_diamond(&d);
    d.block[BEGIN]->to[0] = END;
    check_diamond(&d, "block 1: a predecessor has no edge to it");
    create_diamond(&d);
    d.block[END]->from_count--;
    check_diamond(&d, "block 3: a block with an edge to it is no predecessor");
    create_diamond(&d);
    d.block[OTHER]->from_count = 0;
    check_diamond(&d, "block 2: a block with an edge to it is no predecessor");
}

static void blocks_that_do_not_exist_are_found(void **state)
{
    struct diamond d;
    (void)state;
    create_diamond(&d);
    d.block[SIDE]->to[0] = BLOCKS;
    check_diamond(&d, "block 1: a successor does not exist");
    create_diamond(&d);
    d.block[SIDE]->number = END;
    check_diamond(&d, "block 1: its number is another");
    create_diamond(&d);
    d.insn[1]->operand[1].value = BLOCKS;
    check_diamond(&d, "block 0: an operand names what does not exist");
}

static void broken_instructions_are_found(void **state)
{
    struct diamond d;
    (void)state;
    create_diamond(&d);
    d.insn[1]->prev = NULL;
    check_diamond(&d, "block 0: instructions are not linked both ways");
    create_diamond(&d);
    d.block[BEGIN]->last = d.insn[0];
    check_diamond(&d, "block 0: its last instruction is another");
    create_diamond(&d);
    d.insn[0]->written = 3;
    check_diamond(&d, "block 0: an instruction has more results than operands");
    create_diamond(&d);
    d.insn[0]->operand[0].reg = 0;
    check_diamond(&d, "block 0: an operand names what does not exist");
    create_diamond(&d);
    d.insn[0]->guard = (struct hw_mir_operand){.kind = HW_MIR_OPERAND_REG, .reg = 2};
    check_diamond(&d, "block 0: a guard names no register");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_diamond_is_accepted),
        cmocka_unit_test(predecessors_have_no_order),
        cmocka_unit_test(stale_predecessors_are_found),
        cmocka_unit_test(missing_predecessors_are_found),
        cmocka_unit_test(blocks_that_do_not_exist_are_found),
        cmocka_unit_test(broken_instructions_are_found),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
