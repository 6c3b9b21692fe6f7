/* SPDX-License-Identifier: MIT */
/* Arithmetic of warps with few active lanes: instructions made of random words of every instruction set, in
 * every build, with every kind of mask of executing lanes.
 *
 * What all lanes get together, each executing lane must get alone, and everything else keep what it has: by
 * the function for all lanes, and where the lanes lie in one window by the one for few.  Which operations
 * there are nobody has to write down here; that every function of the lists has had its turn is asked at the
 * end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/isa.h>

#include "ops/select/alu.h"
#include "ops/lanes/lane_functions.h"
#include "splitmix.h"

/* Words a chip, and how often a function is tried. */
enum { WORDS = 400000, OFTEN = 300, OFTEN_SAMPLE = 40 };

/* Operands are pairs of registers below REG_COND. */
enum { REG_COND = 16, REG_FLAGS, REG_SINK, REG_COUNT = REG_SINK + 2 };

struct state {
    _Alignas(64) hw_lanes reg[REG_COUNT];
    uint32_t pred[HW_PREDICATES];
};

static const struct {
    const char *name;
    unsigned chip;
} chips[] = {{"sm_10", HW_CHIP_G80},   {"sm_13", HW_CHIP_G200},  {"sm_20", HW_CHIP_GF100},
             {"sm_35", HW_CHIP_GK110}, {"sm_50", HW_CHIP_GM107}, {"sm_53", HW_CHIP_GM20B},
             {"sm_75", HW_CHIP_TU102}, {"sm_86", HW_CHIP_GA102}, {"sm_89", HW_CHIP_AD102}};

static uint64_t random_state,
    word_state; /* which words there are does not depend on how often they are tried */

static uint64_t random_bits(void)
{
    return splitmix64(&random_state);
}

/* Words that mean something as numbers of some kind: small ones, ends of ranges, high words of doubles,
 * halves. */
static uint32_t random_word(void)
{
    static const uint32_t edges[] = {0,          0x80000000, 1,          0x7fffffff, 0xffffffff,
                                     0x00800000, 0x807fffff, 0x3f800000, 0x7f800000, 0xff800000,
                                     0x7f7fffff, 0x7ff00000, 0xfff80000, 0x000fffff, 0x00100000,
                                     0x3ff00000, 0x4f000000, 0x7c003c00, 0xffff0000, 32};
    const uint64_t r = random_bits();

    switch (r & 7) {
    case 0: return edges[(r >> 8) % (sizeof edges / sizeof *edges)];
    case 1: return edges[(r >> 8) % (sizeof edges / sizeof *edges)] + (uint32_t)(r >> 40) % 3 - 1;
    case 2: return (uint32_t)(r >> 20) % 70;
    case 3: return ((uint32_t)(r >> 8) & 0x80ffffffu) + 0x3e000000u; /* about 1 */
    case 4: return ((uint32_t)(r >> 8) & 0x801fffffu) + 0x3fe00000u; /* about 1, as a double */
    default: return (uint32_t)(r >> 16);
    }
}

static void fill(struct state *state)
{
    for (unsigned l = 0; l < HW_LANES; l++) {
        for (unsigned i = 0; i < REG_COUNT; i++)
            state->reg[i][l] = random_word();
        state->reg[REG_COND][l] &= 15;
        state->reg[REG_FLAGS][l] &= 15;
    }
    for (unsigned i = 0; i < HW_PREDICATES; i++)
        state->pred[i] = (uint32_t)random_bits();
    state->pred[HW_PT] = ~0u;
}

/* Run a function on a copy of the state. */
static void run(hw_uop_fn *fn, const struct hw_uop *uop, const struct state *before, uint32_t exec,
                struct state *after)
{
    struct hw_regs regs = {.reg = after->reg, .exec = exec};

    *after = *before;
    memcpy(regs.pred, before->pred, sizeof regs.pred);
    regs.first = (unsigned)__builtin_ctz(exec) / HW_NARROW_LANES * HW_NARROW_LANES;
    fn(&regs, uop);
    memcpy(after->pred, regs.pred, sizeof regs.pred);
}

/* The lanes of `exec` as in `full`, the others as before. */
static void mix(const struct state *before, const struct state *full, uint32_t exec, struct state *expected)
{
    *expected = *before;
    for (unsigned i = 0; i < REG_COUNT; i++)
        for (unsigned l = 0; l < HW_LANES; l++)
            if (exec >> l & 1)
                expected->reg[i][l] = full->reg[i][l];
    for (unsigned i = 0; i < HW_PREDICATES; i++)
        expected->pred[i] = (before->pred[i] & ~exec) | (full->pred[i] & exec);
}

static void compare(const struct hw_alu_table *table, const struct hw_semantics *view, uint32_t exec,
                    const char *function, const struct state *expected, const struct state *got)
{
    if (memcmp(expected->pred, got->pred, sizeof got->pred) != 0)
        fail_msg("%s %s: other predicates by %s in lanes %08x", table->name,
                 hw_operation_info(view->op)->name, function, exec);
    for (unsigned i = 0; i < REG_COUNT; i++)
        for (unsigned l = 0; l < HW_LANES; l++)
            if (expected->reg[i][l] != got->reg[i][l])
                fail_msg("%s %s: by %s in lanes %08x row %u of lane %u is %08x, expected %08x", table->name,
                         hw_operation_info(view->op)->name, function, exec, i, l, got->reg[i][l],
                         expected->reg[i][l]);
}

static bool in_one_window(uint32_t exec)
{
    return exec >> (unsigned)__builtin_ctz(exec) / HW_NARROW_LANES * HW_NARROW_LANES < 1u << HW_NARROW_LANES;
}

static void check_mask(const struct hw_alu_table *table, const struct hw_semantics *view,
                       const struct hw_uop *uop, const struct state *before, const struct state *full,
                       uint32_t exec)
{
    static struct state expected, after;

    run(uop->fn, uop, before, exec, &after);
    mix(before, full, exec, &expected);
    if (view->op == HW_OP_BALLOT || view->op == HW_OP_SHFL) /* what they say depends on who is asked */
        expected = after;
    compare(table, view, exec, "fn", &expected, &after);
    if (in_one_window(exec)) {
        run(uop->narrow, uop, before, exec, &after);
        compare(table, view, exec, "few", &expected, &after);
    }
}

/* Each single lane in turn, all of a window, some of one, halves, and any. */
static void check_masks(const struct hw_alu_table *table, const struct hw_semantics *view,
                        const struct hw_uop *uop)
{
    static struct state before, full;
    static unsigned turn;
    const uint32_t window = 0xffu << turn / 8 % 4 * 8, some = (uint32_t)random_bits() & window;

    fill(&before);
    run(uop->fn, uop, &before, ~0u, &full);
    check_mask(table, view, uop, &before, &full, 1u << turn++ % HW_LANES);
    check_mask(table, view, uop, &before, &full, window);
    check_mask(table, view, uop, &before, &full, turn & 1 ? 0xffff0000u : 0x0000ffffu);
    check_mask(table, view, uop, &before, &full, (uint32_t)random_bits() | 1u << turn % HW_LANES);
    if (some)
        check_mask(table, view, uop, &before, &full, some);
}

/* A register for what an operand holds, and which part of its words. */
static uint16_t register_of(const struct hw_semantics *view, int index, bool whole_words, uint8_t *part)
{
    if (index < 0)
        return REG_SINK;
    const struct hw_operand *operand = &view->operand[index];
    if (operand->kind == HW_OPERAND_COND)
        return index == 0 ? REG_FLAGS : REG_COND;
    if (!whole_words && operand->bytes == 2)
        *part = random_bits() & 1 ? HW_PART_LOW : HW_PART_HIGH;
    return (uint16_t)(random_bits() % (REG_COND / 2) * 2);
}

static bool bind(const struct hw_semantics *view, const struct hw_alu_table *table, unsigned chip,
                 struct hw_uop *uop)
{
    struct hw_alu_operands found;
    uint8_t unused;

    *uop = (struct hw_uop){0};
    hw_alu_operands(view, &found);
    uop->d = register_of(view, found.reg[0], false, &uop->d_part);
    uop->a = register_of(view, found.reg[1], found.whole_words, &uop->a_part);
    uop->b = register_of(view, found.reg[2], found.whole_words, &uop->b_part);
    uop->c = register_of(view, found.reg[3], found.whole_words, &unused);
    uop->cond_in = found.cond_in >= 0 ? REG_COND : HW_NO_REGISTER;
    uop->cond_out = found.cond_out >= 0 ? REG_FLAGS : HW_NO_REGISTER;
    return hw_alu_select(view, table, hw_chip_traits_of(chip), uop);
}

/* --- which functions had their turn --- */

#define SEEN_MAX 1024
static struct {
    hw_uop_fn *fn;
    unsigned times;
} seen[SEEN_MAX];
static unsigned seen_count;

/* How often a function was bound.  A table with open addressing: most words ask. */
static unsigned *times_of(hw_uop_fn *fn)
{
    unsigned i = (unsigned)((uintptr_t)fn / 16 % SEEN_MAX);

    while (seen[i].fn && seen[i].fn != fn)
        i = (i + 1) % SEEN_MAX;
    if (!seen[i].fn)
        assert_true(++seen_count < SEEN_MAX);
    seen[i].fn = fn;
    return &seen[i].times;
}

static void check_all_seen(const struct hw_alu_table *table)
{
/* clang-format off */
#define LIST(family, COUNT) {#family, table->family, table->narrow->family, HW_LANES_##COUNT##_COUNT}
    /* clang-format on */
    const struct {
        const char *name;
        hw_uop_fn *const *all, *const *narrow;
        unsigned count;
    } lists[] = {
        LIST(move, MOVE),
        LIST(integer, INTEGER),
        LIST(sum, SUM),
        LIST(bits, BITS),
        LIST(xmad, XMAD),
        LIST(compare, COMPARE),
        LIST(predicate, PREDICATE),
        LIST(video, VIDEO),
        LIST(fp32, FP32),
        LIST(fmad, FMAD),
        LIST(fp32_compare, FP32_COMPARE),
        LIST(sfu, SFU),
        LIST(convert, CONVERT),
        LIST(convert_wide, CONVERT_WIDE),
        LIST(fp64, FP64),
        LIST(half, HALF),
        LIST(carry, CARRY),
        LIST(pack, PACK),
    };

    for (unsigned n = 0; n < sizeof lists / sizeof *lists; n++)
        for (unsigned i = 0; i < lists[n].count; i++) {
            if (*times_of(lists[n].all[i]) == 0)
                fail_msg("%s: nothing is bound to function %u of %s", table->name, i, lists[n].name);
            if (lists[n].narrow[i] ? *times_of(lists[n].narrow[i]) == 0
                                   : lists[n].all[i] != table->predicate[HW_LANES_PREDICATE_SHFL])
                fail_msg("%s: function %u of %s has none for few lanes", table->name, i, lists[n].name);
        }
}

/* Random bits; every second word has those that one of the forms wants, which chance would rarely give. */
static void random_encoding(const struct hw_target *target, unsigned forms, uint64_t word[2])
{
    const uint64_t choice = splitmix64(&word_state);
    uint64_t mask[2], value[2];

    word[0] = splitmix64(&word_state);
    word[1] = splitmix64(&word_state);
    if (choice & 1)
        return;
    hw_form_fixed(hw_isa_form(target->isa, (unsigned)(choice >> 1) % forms), mask, value);
    for (unsigned i = 0; i < 2; i++)
        word[i] = (word[i] & ~mask[i]) | value[i];
}

/* What a random word says, if it is arithmetic; a function that was often tried is left alone. */
static void check_word(const struct hw_alu_table *table, const struct hw_target *target, unsigned forms,
                       unsigned chip)
{
    uint64_t word[2];
    struct hw_insn insn;
    struct hw_semantics view;
    struct hw_uop uop;

    random_encoding(target, forms, word);
    if (hw_decode(target, word, sizeof word, &insn) != HW_OK || !insn.form)
        return;
    hw_insn_semantics(&insn, &view);
    if (!bind(&view, table, chip, &uop))
        return;
    ++*times_of(uop.narrow);
    if (++*times_of(uop.fn) <= (getenv("HW_SAMPLE") ? OFTEN_SAMPLE : OFTEN))
        check_masks(table, &view, &uop);
}

static void narrow_lanes(void **state)
{
    const struct hw_alu_table *table;

    (void)state;
    for (unsigned n = 0; (table = hw_alu_table_at(n)) != NULL; n++) {
        random_state = word_state = 11;
        seen_count = 0;
        memset(seen, 0, sizeof seen);
        for (unsigned i = 0; i < sizeof chips / sizeof *chips; i++) {
            struct hw_target target;
            unsigned forms = 0;

            assert_int_equal(hw_target_find(chips[i].name, &target, NULL), HW_OK);
            while (hw_isa_form(target.isa, forms))
                forms++;
            for (unsigned word = 0; word < WORDS; word++)
                check_word(table, &target, forms, chips[i].chip);
        }
        check_all_seen(table);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(narrow_lanes)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
