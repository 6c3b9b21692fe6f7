/* SPDX-License-Identifier: MIT */
/* The scheduler: random blocks compute the same in their new order, use no more registers than allowed, and
 * start long dependence chains first.
 *
 * A register's word, a cell of memory and the carry hold numbers; the result of an instruction is a hash of
 * its sources. */
#include "compiler/mir/mir_schedule.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compiler/mir/mir_liveness.h"

enum { REGS = 24, LINES = 40, CELLS = 4, MEMORIES = 3, ROUNDS = 3000, FEW = 20 };

enum template { BEGIN, COMPUTE, SLOW, LOAD, STORE, FENCE, CARRY_OUT, CARRY_IN, WALL, FORMS };
static const char *const templates[FORMS] = {
    [BEGIN] = "",      [COMPUTE] = "compute", [SLOW] = "slow",   [LOAD] = "load", [STORE] = "store",
    [FENCE] = "fence", [CARRY_OUT] = "out",   [CARRY_IN] = "in", [WALL] = "wall"};

static unsigned form_of(const struct hw_mir_insn *insn)
{
    unsigned template = 0;

    while (insn->template && insn->template != templates[template])
        template ++;
    return insn->template ? template : COMPUTE;
}

/* `line` says which memory an access is of, and how many bytes from its register on. */
static struct hw_mir_sched_info info_of(void *context, const struct hw_mir_insn *insn)
{
    const unsigned template = form_of(insn);
    struct hw_mir_sched_info info = {.latency = {template == SLOW || template == LOAD ? 20 : 4, 8},
                                     .lines = template != BEGIN};

    (void)context;
    if (template == LOAD)
        info.reads = (uint8_t)(1u << insn->line % MEMORIES);
    if (template == STORE)
        info.writes = (uint8_t)(1u << insn->line % MEMORIES);
    if (template == LOAD || template == STORE) {
        info.has_location = true;
        info.base = template == LOAD ? 1 : 0;
        info.offset = 4 * (insn->line / MEMORIES);
        info.bytes = 4;
    }
    if (template == FENCE)
        info.reads = info.writes = HW_MIR_ALL;
    info.writes_carry = template == CARRY_OUT;
    info.reads_carry = template == CARRY_IN;
    info.is_barrier = template == WALL;
    return info;
}

/* --- random blocks ----------------------------------------------------------------------------------- */

struct setup {
    struct hw_arena arena;
    struct hw_mir_function *function;
    uint64_t seed;
};

static uint32_t pick(struct setup *s, uint32_t below)
{
    s->seed = s->seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(s->seed >> 33) % below;
}

static struct hw_mir_operand some_operand(struct setup *s)
{
    const uint32_t reg = 1 + pick(s, REGS);
    struct hw_mir_operand operand = {.kind = HW_MIR_OPERAND_REG, .reg = reg};

    if (s->function->reg[reg].words > 1 && pick(s, 2)) {
        operand.kind = HW_MIR_OPERAND_PART;
        operand.value = pick(s, s->function->reg[reg].words);
    }
    return operand;
}

static void add_line(struct setup *s, struct hw_mir_block *block)
{
    struct hw_mir_insn insn = {.template = templates[COMPUTE + pick(s, FORMS - COMPUTE)],
                               .line = pick(s, 2 * MEMORIES)};
    const unsigned template = form_of(&insn);

    insn.written = template != STORE && template != FENCE && template != WALL;
    insn.operands = (uint8_t)(insn.written + 1 + pick(s, 2));
    for (unsigned i = 0; i < insn.operands; i++)
        insn.operand[i] = some_operand(s);
    if (template == LOAD || template == STORE) { /* few addresses, so that accesses alias */
        insn.operand[insn.written] = (struct hw_mir_operand){.kind = HW_MIR_OPERAND_REG, .reg = 1};
        insn.operands = 2;
    }
    if (!pick(s, 5)) {
        insn.guard = (struct hw_mir_operand){.kind = HW_MIR_OPERAND_REG, .reg = 1 + pick(s, REGS)};
    } else if (template == COMPUTE && !pick(s, 3)) {
        insn.template = NULL;
        insn.operands = 2;
    }
    hw_mir_insn(s->function, block, NULL, &insn);
}

static void make_block(struct setup *s)
{
    s->function = hw_mir_function(&s->arena);
    struct hw_mir_block *block = hw_mir_block(s->function), *end = hw_mir_block(s->function);
    struct hw_mir_insn all = {.template = templates[FENCE]};

    for (unsigned i = 0; i < REGS; i++)
        hw_mir_reg(s->function, HW_MIR_FILE_GENERAL, i % 3 ? 1 : 2);
    for (unsigned i = 0; i < LINES; i++)
        add_line(s, block);
    for (uint32_t reg = 1; reg <= REGS / 2; reg++) { /* the others are not read after the block */
        all.operand[0] = (struct hw_mir_operand){.kind = HW_MIR_OPERAND_REG, .reg = reg};
        all.operands = 1;
        hw_mir_insn(s->function, end, NULL, &all);
    }
    hw_mir_edge(s->function, 0, 1);
}

/* --- running ----------------------------------------------------------------------------------------- */

struct state {
    uint64_t word[REGS + 1][2], cell[MEMORIES][64], carry;
};

static uint64_t mix(uint64_t hash, uint64_t more)
{
    hash = (hash ^ more) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 31;
}

static uint64_t read_operand(const struct state *state, const struct hw_mir_operand *operand)
{
    if (operand->kind == HW_MIR_OPERAND_PART)
        return state->word[operand->reg][operand->value];
    return mix(state->word[operand->reg][0], state->word[operand->reg][1]);
}

static void run_insn(struct state *state, const struct hw_mir_insn *insn)
{
    const unsigned template = form_of(insn);
    uint64_t hash = insn->template ? template : 99;

    for (unsigned i = insn->written; i < insn->operands; i++)
        hash = mix(hash, read_operand(state, &insn->operand[i]));
    if (insn->guard.kind && read_operand(state, &insn->guard) % 2)
        return;
    uint64_t *cell = &state->cell[insn->line % MEMORIES][state->word[1][0] % 8 + insn->line / MEMORIES];
    if (template == LOAD)
        hash = mix(hash, *cell);
    if (template == STORE)
        *cell = hash;
    if (template == FENCE)
        for (unsigned i = 0; i < MEMORIES; i++)
            for (unsigned k = 0; k < 64; k++)
                state->cell[i][k] = mix(state->cell[i][k], hash);
    if (template == CARRY_IN)
        hash = mix(hash, state->carry);
    if (template == CARRY_OUT)
        state->carry = hash;
    for (unsigned i = 0; i < insn->written && template != BEGIN; i++)
        for (unsigned k = 0; k < 2; k++)
            if (insn->operand[i].kind == HW_MIR_OPERAND_REG || insn->operand[i].value == k)
                state->word[insn->operand[i].reg][k] = mix(hash, k);
}

static struct state run_block(const struct hw_mir_block *block)
{
    struct state state = {.carry = 1};

    for (unsigned i = 1; i <= REGS; i++)
        state.word[i][0] = mix(3, i), state.word[i][1] = mix(4, i);
    for (const struct hw_mir_insn *insn = block->first; insn; insn = insn->next)
        run_insn(&state, insn);
    return state;
}

static const struct hw_mir_sched_model model = {info_of, NULL};

static void gives_the_same(void **state)
{
    (void)state;
    for (unsigned round = 0; round < ROUNDS; round++) {
        struct setup s = {.seed = round};
        if (setjmp(s.arena.out))
            fail_msg("there is no memory");
        make_block(&s);
        const struct state before = run_block(s.function->block[0]);
        hw_mir_schedule(s.function, &model, (struct hw_mir_pressure_limit){.few = FEW});
        const struct state after = run_block(s.function->block[0]);
        for (unsigned i = 1; i <= REGS / 2; i++)
            for (unsigned k = 0; k < s.function->reg[i].words; k++)
                assert_true(before.word[i][k] == after.word[i][k]);
        assert_memory_equal(before.cell, after.cell, sizeof before.cell);
        hw_arena_clear(&s.arena);
    }
}

/* --- one block --------------------------------------------------------------------------------------- */

static struct hw_mir_operand reg(uint32_t number)
{
    return (struct hw_mir_operand){.kind = HW_MIR_OPERAND_REG, .reg = number};
}

/* Two loads, each followed by its use: the second load need not wait for the first use. */
static void loads_come_first(void **state)
{
    static const unsigned expected[] = {LOAD, LOAD, COMPUTE, COMPUTE};
    struct setup s = {.seed = 0};

    (void)state;
    if (setjmp(s.arena.out))
        fail_msg("there is no memory");
    s.function = hw_mir_function(&s.arena);
    struct hw_mir_block *block = hw_mir_block(s.function);
    for (unsigned i = 0; i < 5; i++)
        hw_mir_reg(s.function, HW_MIR_FILE_GENERAL, 1);
    for (uint32_t i = 0; i < 2; i++) {
        struct hw_mir_insn load = {
            .template = templates[LOAD], .operand = {reg(2 + i), reg(1)}, .operands = 2, .written = 1};
        struct hw_mir_insn use = {
            .template = templates[COMPUTE], .operand = {reg(4 + i), reg(2 + i)}, .operands = 2, .written = 1};
        hw_mir_insn(s.function, block, NULL, &load);
        hw_mir_insn(s.function, block, NULL, &use);
    }
    hw_mir_schedule(s.function, &model, (struct hw_mir_pressure_limit){.few = FEW});
    const struct hw_mir_insn *insn = block->first;
    for (unsigned i = 0; i < 4; i++, insn = insn->next)
        assert_int_equal(form_of(insn), expected[i]);
    hw_arena_clear(&s.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(gives_the_same), cmocka_unit_test(loads_come_first)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
