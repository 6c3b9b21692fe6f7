/* SPDX-License-Identifier: MIT */
/* Register allocation: random machine code computes the same with physical registers as with virtual ones.
 *
 * The oracle runs code twice: with the values of virtual registers, and with those of physical ones, where a
 * wrong assignment shows as a wrong output.  The result of an instruction is a hash of its sources. */
#include "compiler/mir/mir_allocate.h"
#include "compiler/mir/mir_coalesce.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define MAX_REGS 4096u
#define STEPS    300u /* of a run */
#define OUTPUTS  4096u

struct setup {
    struct hw_arena arena;
    struct hw_mir_function *function;
    uint64_t seed;
    uint32_t joined; /* copies that hw_mir_coalesce took away */
    uint32_t regs;   /* that the program has to begin with */
    uint32_t remade; /* values that were computed once more */
    uint32_t kept;   /* the last registers, written only where the program begins */
};

static uint32_t pick(struct setup *s, uint32_t below)
{
    s->seed = s->seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(s->seed >> 33) % below;
}

/* --- random code ------------------------------------------------------------------------------------ */

static uint32_t some_of(struct setup *s, enum hw_mir_file file, uint32_t first, uint32_t count)
{
    uint32_t reg;

    do
        reg = first + pick(s, count);
    while (s->function->reg[reg].file != file);
    return reg;
}

static uint32_t some_reg(struct setup *s, enum hw_mir_file file)
{
    return some_of(s, file, 1, s->regs);
}

static uint32_t some_written(struct setup *s, enum hw_mir_file file)
{
    return some_of(s, file, 1, s->regs - s->kept);
}

/* All of a register, or a word of it. */
static struct hw_mir_operand some_operand(struct setup *s, bool is_written)
{
    const uint32_t reg = is_written ? some_written(s, HW_MIR_FILE_GENERAL) : some_reg(s, HW_MIR_FILE_GENERAL),
                   words = s->function->reg[reg].words;

    if (words > 1 && pick(s, 2))
        return (struct hw_mir_operand){.kind = HW_MIR_OPERAND_PART, .reg = reg, .value = pick(s, words)};
    return (struct hw_mir_operand){.kind = HW_MIR_OPERAND_REG, .reg = reg};
}

static struct hw_mir_operand predicate(struct setup *s)
{
    return (struct hw_mir_operand){
        .kind = HW_MIR_OPERAND_REG, .reg = some_written(s, HW_MIR_FILE_PREDICATES), .inv = pick(s, 2)};
}

static void add_random(struct setup *s, struct hw_mir_block *block)
{
    struct hw_mir_insn insn = {.template = "HASH", .operands = 3, .written = 1};

    for (unsigned i = 0; i < 3; i++)
        insn.operand[i] = some_operand(s, i < 2);
    switch (pick(s, 8)) {
    case 0: /* comes out */
        insn.template = "OUT";
        insn.written = 0;
        insn.has_side_effects = true;
        break;
    case 1: /* a copy */
        insn.template = NULL;
        insn.operands = 2;
        insn.operand[0] =
            (struct hw_mir_operand){.kind = HW_MIR_OPERAND_REG, .reg = some_written(s, HW_MIR_FILE_GENERAL)};
        do
            insn.operand[1] =
                (struct hw_mir_operand){.kind = HW_MIR_OPERAND_REG, .reg = some_reg(s, HW_MIR_FILE_GENERAL)};
        while (s->function->reg[insn.operand[1].reg].words != s->function->reg[insn.operand[0].reg].words);
        break;
    case 2: insn.operand[0] = predicate(s); break;
    case 3: insn.operand[2] = predicate(s); break;
    case 4: /* two results */
        insn.written = 2;
        if (insn.operand[0].reg == insn.operand[1].reg)
            insn.written = 1;
        break;
    default: break;
    }
    if (!pick(s, 5))
        insn.guard = predicate(s);
    hw_mir_insn(s->function, block, NULL, &insn);
}

/* Where the program begins: a number, or of the last registers what is computed from others of these. */
static void add_begin(struct setup *s, uint32_t reg)
{
    const uint32_t first = s->regs - s->kept + 1;
    struct hw_mir_insn insn = {.template = "BEGIN",
                               .operand = {{.kind = HW_MIR_OPERAND_REG, .reg = reg},
                                           {.kind = HW_MIR_OPERAND_IMMEDIATE, .value = reg}},
                               .operands = 2,
                               .written = 1};

    if (reg > first + 1 && pick(s, 2)) {
        insn.template = "DERIVE";
        for (; insn.operands < 2 + pick(s, 3); insn.operands++)
            insn.operand[insn.operands] = (struct hw_mir_operand){
                .kind = HW_MIR_OPERAND_REG, .reg = some_of(s, HW_MIR_FILE_GENERAL, first, reg - first)};
    }
    hw_mir_insn(s->function, s->function->block[0], NULL, &insn);
}

static void make_random(struct setup *s, uint32_t regs, uint32_t most_insns)
{
    const uint32_t blocks = 1 + pick(s, 8);

    s->function = hw_mir_function(&s->arena);
    s->kept = pick(s, 2) ? pick(s, regs - 1) : 0;
    s->regs = regs;
    hw_mir_reg(s->function, HW_MIR_FILE_PREDICATES, 1);
    hw_mir_reg(s->function, HW_MIR_FILE_GENERAL, 1);
    while (s->function->regs < regs) {
        static const unsigned widths[] = {1, 1, 1, 2, 2, 4};
        if (s->function->regs >= regs - s->kept || pick(s, 6))
            hw_mir_reg(s->function, HW_MIR_FILE_GENERAL, widths[pick(s, 6)]);
        else
            hw_mir_reg(s->function, HW_MIR_FILE_PREDICATES, 1);
    }
    for (uint32_t i = 0; i < blocks; i++)
        hw_mir_block(s->function)->depth = pick(s, 3);
    for (uint32_t reg = 1; reg <= regs; reg++)
        add_begin(s, reg);
    for (uint32_t i = 0; i < blocks; i++) {
        for (uint32_t left = pick(s, most_insns); left > 0; left--)
            add_random(s, s->function->block[i]);
        if (i + 1 == blocks)
            break;
        const struct hw_mir_insn branch = {
            .template = "BRANCH", .operand = {predicate(s)}, .operands = 1, .has_side_effects = true};
        hw_mir_insn(s->function, s->function->block[i], NULL, &branch);
        hw_mir_edge(s->function, i, blocks > 1 ? 1 + pick(s, blocks - 1) : 0);
        hw_mir_edge(s->function, i, i + 1);
    }
}

/* --- registers in memory ---------------------------------------------------------------------------- */

static void add_access(struct setup *s, struct hw_mir_block *block, struct hw_mir_insn *next,
                       const char *template, uint32_t reg, uint32_t at)
{
    const struct hw_mir_insn access = {.template = template,
                                       .operand = {{.kind = HW_MIR_OPERAND_REG, .reg = reg},
                                                   {.kind = HW_MIR_OPERAND_IMMEDIATE, .value = at}},
                                       .operands = 2,
                                       .written = strcmp(template, "LOAD") == 0,
                                       .has_side_effects = true};

    hw_mir_insn(s->function, block, next, &access);
}

static void load(void *context, struct hw_mir_block *block, struct hw_mir_insn *next, uint32_t reg,
                 uint32_t at)
{
    add_access(context, block, next, "LOAD", reg, at);
}

static void store(void *context, struct hw_mir_block *block, struct hw_mir_insn *next, uint32_t reg,
                  uint32_t at)
{
    add_access(context, block, next, "STORE", reg, at);
}

/* --- the judge -------------------------------------------------------------------------------------- */

struct run {
    const struct hw_mir_function *function;
    bool is_allocated;
    uint32_t value[HW_MIR_FILE_COUNT][4 * MAX_REGS];
    uint32_t memory[4 * MAX_REGS];
    uint32_t output[OUTPUTS], outputs;
};

static uint32_t *words_of(struct run *run, const struct hw_mir_operand *operand)
{
    const struct hw_mir_reg *reg = &run->function->reg[operand->reg];
    const uint32_t part = operand->kind == HW_MIR_OPERAND_PART ? (uint32_t)operand->value : 0;

    if (run->is_allocated)
        assert_int_not_equal(reg->phys, HW_MIR_UNASSIGNED);
    return &run->value[reg->file][run->is_allocated ? reg->phys + part : 4 * operand->reg + part];
}

static unsigned width_of(const struct run *run, const struct hw_mir_operand *operand)
{
    return operand->kind == HW_MIR_OPERAND_PART ? 1 : run->function->reg[operand->reg].words;
}

static bool holds(struct run *run, const struct hw_mir_operand *operand)
{
    return (*words_of(run, operand) & 1) != operand->inv;
}

static uint32_t hash_reads(struct run *run, const struct hw_mir_insn *insn)
{
    uint32_t hash = 2166136261u;

    for (unsigned i = insn->written; i < insn->operands; i++)
        if (insn->operand[i].kind == HW_MIR_OPERAND_IMMEDIATE)
            hash = (hash ^ (uint32_t)insn->operand[i].value) * 16777619u;
        else
            for (unsigned word = 0; word < width_of(run, &insn->operand[i]); word++)
                hash = (hash ^ hash >> 15 ^ words_of(run, &insn->operand[i])[word]) * 16777619u;
    return hash ^ hash >> 13;
}

static void do_access(struct run *run, const struct hw_mir_insn *insn)
{
    uint32_t *words = words_of(run, &insn->operand[0]), *memory = &run->memory[insn->operand[1].value / 4];
    const size_t bytes = 4 * width_of(run, &insn->operand[0]);

    if (insn->written)
        memcpy(words, memory, bytes);
    else
        memcpy(memory, words, bytes);
}

static void do_insn(struct run *run, const struct hw_mir_insn *insn)
{
    if (hw_mir_is_reg(&insn->guard) && !holds(run, &insn->guard))
        return;
    if (hw_mir_is_copy(insn)) {
        memmove(words_of(run, &insn->operand[0]), words_of(run, &insn->operand[1]),
                4 * width_of(run, &insn->operand[0]));
        return;
    }
    if (strcmp(insn->template, "LOAD") == 0 || strcmp(insn->template, "STORE") == 0) {
        do_access(run, insn);
        return;
    }
    const uint32_t hash = hash_reads(run, insn);
    if (strcmp(insn->template, "OUT") == 0 && run->outputs < OUTPUTS)
        run->output[run->outputs++] = hash;
    for (unsigned i = 0; i < insn->written; i++)
        for (unsigned word = 0; word < width_of(run, &insn->operand[i]); word++)
            words_of(run, &insn->operand[i])[word] = hash * (2 * (4 * i + word) + 1);
}

static void run_code(struct run *run, const struct hw_mir_function *function, bool is_allocated)
{
    const struct hw_mir_block *block = function->block[0];

    memset(run, 0, sizeof *run);
    run->function = function;
    run->is_allocated = is_allocated;
    for (unsigned step = 0; step < STEPS; step++) {
        for (const struct hw_mir_insn *insn = block->first; insn; insn = insn->next)
            if (!insn->template || strcmp(insn->template, "BRANCH") != 0)
                do_insn(run, insn);
        if (!block->to_count)
            return;
        block = function->block[block->to[!holds(run, &block->last->operand[0])]];
    }
}

/* --- tests ------------------------------------------------------------------------------------------ */

static uint32_t insns_of(const struct hw_mir_function *function)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < function->block_count; i++)
        for (const struct hw_mir_insn *insn = function->block[i]->first; insn; insn = insn->next)
            count++;
    return count;
}

static bool can_rematerialise(const struct hw_mir_insn *insn)
{
    return insn->template[0] == 'B' || insn->template[0] == 'D'; /* BEGIN, DERIVE */
}

static uint32_t values_of(const struct hw_mir_function *function)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < function->block_count; i++)
        for (const struct hw_mir_insn *insn = function->block[i]->first; insn; insn = insn->next)
            count += insn->template && strcmp(insn->template, "BRANCH") != 0 && can_rematerialise(insn);
    return count;
}

/* False: there are too few registers without spills. */
static bool try_to_allocate(struct setup *s, struct hw_mir_register_set allocatable,
                            struct hw_mir_allocated *allocated)
{
    static struct run before, after;
    const uint16_t *const count = allocatable.count;

    run_code(&before, s->function, false);
    if (pick(s, 2)) {
        const uint32_t insns = insns_of(s->function);
        hw_mir_coalesce(s->function, &allocatable);
        s->joined += insns - insns_of(s->function);
    }
    const uint32_t values = values_of(s->function);
    if (!hw_mir_allocate(s->function, &allocatable, allocated))
        return false;
    s->remade += values_of(s->function) > values;
    assert_true(allocated->used[HW_MIR_FILE_GENERAL] <= count[HW_MIR_FILE_GENERAL]);
    assert_true(allocated->used[HW_MIR_FILE_PREDICATES] <= count[HW_MIR_FILE_PREDICATES]);
    for (uint32_t reg = 1; reg <= s->function->regs; reg++)
        if (s->function->reg[reg].phys != HW_MIR_UNASSIGNED)
            assert_int_equal(s->function->reg[reg].phys % s->function->reg[reg].words, 0);
    run_code(&after, s->function, true);
    assert_int_equal(before.outputs, after.outputs);
    assert_memory_equal(before.output, after.output, before.outputs * sizeof *before.output);
    return true;
}

static void allocate(struct setup *s, unsigned general, unsigned predicates,
                     struct hw_mir_allocated *allocated)
{
    const struct hw_mir_register_set allocatable = {.count = {(uint16_t)general, (uint16_t)predicates},
                                                    .load = load,
                                                    .store = store,
                                                    .context = s,
                                                    .can_rematerialise = can_rematerialise};

    assert_true(try_to_allocate(s, allocatable, allocated));
}

static void code_does_what_it_did(void **state)
{
    struct setup s = {.seed = 3};
    unsigned in_memory = 0, fitting = 0;

    (void)state;
    for (unsigned round = 0; round < 2500; round++) {
        struct hw_mir_allocated allocated;
        make_random(&s, 2 + pick(&s, 40), 40);
        allocate(&s, 24 + 4 * pick(&s, 20), 4 + pick(&s, 4), &allocated);
        in_memory += allocated.bytes != 0;
        fitting += allocated.bytes == 0;
        hw_arena_clear(&s.arena);
    }
    printf("%u programs kept registers in memory, %u did not; %u copies were joined before; %u computed "
           "values again\n",
           in_memory, fitting, s.joined, s.remade);
    assert_true(in_memory > 300 && fitting > 300 && s.joined > 300 && s.remade > 100);
}

/* Without memory it is done, or not at all. */
static void without_memory(void **state)
{
    struct setup s = {.seed = 5};
    unsigned fitting = 0;

    (void)state;
    for (unsigned round = 0; round < 1500; round++) {
        struct hw_mir_allocated allocated = {.bytes = 0};
        make_random(&s, 2 + pick(&s, 40), 40);
        const struct hw_mir_register_set allocatable = {.count = {(uint16_t)(16 + 4 * pick(&s, 16)), 7},
                                                        .can_rematerialise = can_rematerialise};
        const bool fits = try_to_allocate(&s, allocatable, &allocated);
        assert_int_equal(allocated.bytes == 0, fits); /* else they are what is missing */
        fitting += fits;
        hw_arena_clear(&s.arena);
    }
    printf("%u programs fit, %u of them computed values again\n", fitting, s.remade);
    assert_true(fitting > 300 && fitting < 1200 && s.remade > 20);
}

/* A chain of copies through registers that do not interfere needs one register and no copy. */
static void copies_vanish(void **state)
{
    struct setup s = {.seed = 1};
    struct hw_mir_allocated allocated;
    uint32_t count = 0;

    (void)state;
    s.function = hw_mir_function(&s.arena);
    struct hw_mir_block *block = hw_mir_block(s.function);
    for (unsigned i = 0; i < 10; i++)
        hw_mir_reg(s.function, HW_MIR_FILE_GENERAL, 2);
    const struct hw_mir_insn begin = {.template = "BEGIN",
                                      .operand = {{.kind = HW_MIR_OPERAND_REG, .reg = 1}},
                                      .operands = 1,
                                      .written = 1};
    hw_mir_insn(s.function, block, NULL, &begin);
    for (uint32_t i = 1; i < 10; i++) {
        const struct hw_mir_insn copy = {
            .operand = {{.kind = HW_MIR_OPERAND_REG, .reg = i + 1}, {.kind = HW_MIR_OPERAND_REG, .reg = i}},
            .operands = 2,
            .written = 1};
        hw_mir_insn(s.function, block, NULL, &copy);
    }
    const struct hw_mir_insn out = {.template = "OUT",
                                    .operand = {{.kind = HW_MIR_OPERAND_REG, .reg = 10}},
                                    .operands = 1,
                                    .has_side_effects = true};
    hw_mir_insn(s.function, block, NULL, &out);
    allocate(&s, 8, 1, &allocated);
    for (const struct hw_mir_insn *insn = block->first; insn; insn = insn->next)
        count++;
    assert_int_equal(count, 2);
    assert_int_equal(allocated.used[HW_MIR_FILE_GENERAL], 2);
    assert_int_equal(allocated.bytes, 0);
    hw_arena_clear(&s.arena);
}

/* An instruction that needs more than there is. */
static void too_few_registers_are_an_error(void **state)
{
    struct setup s = {.seed = 1};
    struct hw_mir_allocated allocated;
    const struct hw_mir_register_set allocatable = {
        .count = {4, 1}, .load = load, .store = store, .context = &s};
    struct hw_mir_insn insn = {.template = "OUT", .operands = 3, .has_side_effects = true};

    (void)state;
    s.function = hw_mir_function(&s.arena);
    struct hw_mir_block *block = hw_mir_block(s.function);
    for (unsigned i = 0; i < 3; i++)
        insn.operand[i] = (struct hw_mir_operand){.kind = HW_MIR_OPERAND_REG,
                                                  .reg = hw_mir_reg(s.function, HW_MIR_FILE_GENERAL, 2)};
    hw_mir_insn(s.function, block, NULL, &insn);
    const struct hw_mir_insn begin = {.template = "BEGIN",
                                      .operand = {insn.operand[0], insn.operand[1], insn.operand[2]},
                                      .operands = 3,
                                      .written = 3};
    hw_mir_insn(s.function, block, block->first, &begin);
    assert_false(hw_mir_allocate(s.function, &allocatable, &allocated));
    hw_arena_clear(&s.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(code_does_what_it_did),
        cmocka_unit_test(without_memory),
        cmocka_unit_test(copies_vanish),
        cmocka_unit_test(too_few_registers_are_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
