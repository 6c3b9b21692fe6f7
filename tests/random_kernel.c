/* SPDX-License-Identifier: MIT */
/* A kernel is a list of statements; those that have a body contain further lists.  Text is written at once.
 */
#include "random_text.h"

#include "machine/device_runtime.h"
#include "unit/engine/generations.h"

enum { MOST_LINES = 330, MOST_LABELS = 36, FUNCTIONS = 3, COUNTERS = 8 };

/* Where a list of statements stands. */
struct place {
    unsigned depth;
    bool in_branch, in_loop, in_function;
};

/* --- statements --- */

static void put_list(struct random_kernel *k, struct place place);

static const char *join(const struct random_kernel *k)
{
    return random_is_tesla(k) ? "NOP.S" : "JOIN";
}

/* With two ways or one; Tesla's both come to the instruction that joins. */
static void put_if(struct random_kernel *k, struct place place)
{
    const unsigned label = k->labels++;

    place.in_branch = true;
    random_put(k, "SSY @end%u\n", label);
    random_put_branch(k, "then", label);
    if (random_one_in(k, 2))
        put_list(k, place);
    random_put(k, random_is_tesla(k) ? "BRA @end%u\n" : "JOIN\n", label);
    random_put(k, "then%u: NOP\n", label);
    put_list(k, place);
    random_put(k, random_is_tesla(k) ? "end%u: NOP.S\n" : "JOIN\nend%u: NOP\n", label);
}

/* A jump forward over some code without a place to meet again. */
static void put_skip(struct random_kernel *k, struct place place)
{
    const unsigned label = k->labels++;

    random_put_branch(k, "skip", label);
    put_list(k, place);
    random_put(k, "skip%u: NOP\n", label);
}

/* P0 or C0: the counter is at the last round, which is the same for all or each thread's own. */
static void put_last_round(struct random_kernel *k, unsigned counter, unsigned mask, bool uniform)
{
    if (uniform)
        random_put_literal(k, 34, mask);
    else
        random_put_and(k, 34, 0, mask);
    random_put(
        k, random_is_tesla(k) ? "ISET.S32.C0 o[0x7f], R%u, R34, GT\n" : "ISETP.GT.AND P0, PT, R%u, R34, PT\n",
        counter);
}

static void put_zero(struct random_kernel *k, unsigned number)
{
    random_put(k, random_is_tesla(k) ? "MVI R%u, 0x0\n" : "MOV R%u, RZ\n", number);
}

static void put_next(struct random_kernel *k, unsigned counter)
{
    if (random_is_tesla(k))
        random_put(k, "IADD R%u, R%u, R35\n", counter, counter);
    else
        random_put(k, "IADD R%u, R%u, 0x1\n", counter, counter);
}

/* With a place for BRK, from Fermi on also one for CONT in each round. */
static void put_loop(struct random_kernel *k, struct place place)
{
    const unsigned label = k->labels++, counter = RANDOM_COUNTER + k->counters++,
                   mask = 1 + random_choose(k, 4);
    const bool uniform = random_one_in(k, 2), continues = !random_is_tesla(k) && random_one_in(k, 2);

    place.in_loop = true;
    put_zero(k, counter);
    random_put(k, "PBK @out%u\n", label);
    random_put(k, "round%u: NOP\n", label);
    if (continues)
        random_put(k, "PCNT @next%u\n", label);
    put_last_round(k, counter, mask, uniform);
    random_put_guarded(k, (struct random_condition){0, false}, "BRK", "");
    put_list(k, place);
    if (continues)
        random_put(k, "CONT\n");
    random_put(k, "next%u: NOP\n", label);
    put_next(k, counter);
    random_put(k, "BRA @round%u\nout%u: NOP\n", label, label);
}

/* Its end is a jump backwards that fewer and fewer lanes take. */
static void put_repeat(struct random_kernel *k, struct place place)
{
    const unsigned label = k->labels++, counter = RANDOM_COUNTER + k->counters++,
                   mask = 1 + random_choose(k, 5);
    const bool uniform = random_one_in(k, 2);
    char target[40];

    place.in_branch = true;
    put_zero(k, counter);
    random_put(k, "SSY @meet%u\nagain%u: NOP\n", label, label);
    put_list(k, place);
    put_next(k, counter);
    put_last_round(k, counter, mask, uniform);
    snprintf(target, sizeof target, "@again%u", label);
    random_put_guarded(k, (struct random_condition){0, true}, "BRA", target);
    random_put(k, random_is_tesla(k) ? "meet%u: NOP.S\n" : "JOIN\nmeet%u: NOP\n", label);
}

/* What a kernel prints, asserts and takes of the heap, by the calls of Fermi to Pascal.  The thread's own
 * words are the text, and what it prints; there is never so much memory. */
static void put_external(struct random_kernel *k)
{
    const unsigned external = random_choose(k, HW_DEVICE_CALL_FREE);

    if (external == HW_DEVICE_CALL_MALLOC || random_one_in(k, 8)) {
        random_put(k, "MOV32I R5, 0x7fff0000\n");
    } else {
        random_put_own(k);
        for (unsigned i = RANDOM_FIRST_DATA; i < RANDOM_FIRST_DATA + 8; i += 2)
            random_put(k, "MOV R%u, R20\nMOV R%u, R21\n", i, i + 1);
    }
    random_put(k, "JCAL 0x%x\n", HW_DEVICE_CALL_BASE + external * HW_DEVICE_CALL_STEP);
}

static void put_call(struct random_kernel *k)
{
    const unsigned known = k->functions;

    if (k->calls_out && random_one_in(k, 3)) {
        put_external(k);
        return;
    }
    if (known < FUNCTIONS && (!known || random_one_in(k, 2)))
        k->functions++;
    /* Only functions that are not written yet: no recursion. */
    if (k->functions > k->functions_made)
        random_put(k, "CAL @function%u\n",
                   k->functions_made + random_choose(k, k->functions - k->functions_made));
}

static void put_leave(struct random_kernel *k, struct place place)
{
    const struct random_condition condition = random_put_condition(k);

    if (place.in_loop && random_one_in(k, 2))
        random_put_guarded(k, condition, "BRK", "");
    else if (place.in_function && random_one_in(k, 2))
        random_put_guarded(k, condition, "RET", "");
    else if (place.in_branch && !random_is_tesla(k) && random_one_in(k, 2))
        random_put_guarded(k, condition, join(k), "");
    else if (random_one_in(k, 4))
        random_put_guarded(k, condition, "BRA", "@leave");
    else if (random_one_in(k, 4) && !random_is_tesla(k))
        random_put_guarded(k, condition, "EXIT", "");
}

static void put_barrier(struct random_kernel *k)
{
    random_put(k, random_is_tesla(k) ? "BAR.ARV.WAIT b0, 0xfff\n" : "BARRIER\n");
}

/* --- faults --- */

static void put_wrong_address(struct random_kernel *k)
{
    const struct random_condition condition = random_put_condition(k);
    const char *guard = condition.negated ? "!" : "";

    if (random_is_tesla(k))
        random_put(k, random_one_in(k, 2) ? "MVI R20, 0x%x\n" : "LOP32I.OR R20, R20, 0x%x\n",
                   1u << random_choose(k, 32));
    else if (random_one_in(k, 2))
        random_put(k, "@%sP%u IADD R20, R20, 0x%x\n", guard, condition.number, 1 + random_choose(k, 3));
    else
        random_put(k, "@%sP%u MOV32I R%u, 0x%x\n", guard, condition.number, random_one_in(k, 2) ? 21 : 22,
                   1u << random_choose(k, 32));
    for (unsigned i = 0; i < 3; i++)
        random_put_insn(k, RANDOM_MEMORY, 8);
}

static void put_fault(struct random_kernel *k)
{
    const struct random_condition condition = random_put_condition(k);

    switch (random_choose(k, 9)) {
    case 0: put_barrier(k); break; /* wherever this is */
    case 1:
        random_put(k, random_is_tesla(k) ? "BAR.ARV.WAIT b1, 0x2\n" : "@P0 BAR_SYNC 0x1, 0x20BAR_LAST\n");
        break;
    case 2: random_put_guarded(k, condition, "BRA", random_is_tesla(k) ? "0x3ff8" : "0x7ff8"); break;
    case 3:
        random_put(k, ".word 0x%08x%08x\n", random_choose(k, UINT32_MAX), random_choose(k, UINT32_MAX));
        break;
    case 4: random_put(k, "%s\n", join(k)); break;
    case 5: random_put_guarded(k, condition, "BRK", ""); break;
    case 6:
        if (k->functions > k->functions_made) /* which then calls itself without end */
            random_put(k, "CAL @endless\n");
        break;
    default: put_wrong_address(k); break;
    }
}

/* --- lists --- */

static void put_statement(struct random_kernel *k, struct place place)
{
    const struct place inside = {place.depth - (place.depth > 0), place.in_branch, place.in_loop,
                                 place.in_function};
    const bool has_room = place.depth && k->labels < MOST_LABELS && k->lines < MOST_LINES;
    const unsigned chosen = random_choose(k, 32);

    if (k->faults && random_one_in(k, 25))
        put_fault(k);
    else if (chosen < 4 && has_room)
        put_if(k, inside);
    else if (chosen < 5 && has_room)
        put_skip(k, inside);
    else if (chosen < 7 && has_room && k->counters < COUNTERS)
        put_loop(k, inside);
    else if (chosen < 9 && has_room && k->counters < COUNTERS)
        put_repeat(k, inside);
    else if (chosen < 11)
        put_call(k);
    else if (chosen < 13)
        put_leave(k, place);
    else if (chosen < 15 && !place.in_branch && !place.in_loop && !place.in_function)
        put_barrier(k);
    else if (chosen < 20)
        random_put_address(k);
    else
        random_put_straight(k);
}

static void put_list(struct random_kernel *k, struct place place)
{
    for (unsigned left = 1 + random_choose(k, 4); left && k->lines < MOST_LINES; left--)
        put_statement(k, place);
}

/* --- the kernel --- */

static void put_begin(struct random_kernel *k)
{
    random_put_begin(k);
    random_put_own(k);
    for (unsigned i = 0; i < RANDOM_DATA; i += 4)
        if (random_one_in(k, 6)) /* they begin as zero */
            random_put(k, random_is_tesla(k) ? "IADD32I R20, R20, 0x10\n" : "");
        else if (random_is_tesla(k))
            random_put(k, "GLD.U128 R%u, global14[R20]\nIADD32I R20, R20, 0x10\n", RANDOM_FIRST_DATA + i);
        else
            random_put(k, "LD_WORD.128 R%u, [R20+0x%x]\n", RANDOM_FIRST_DATA + i, 4 * i);
    random_put_global(k);
    random_put_shared(k);
    random_put_local(k);
}

/* Predicates go into registers, and these to memory. */
static void put_end(struct random_kernel *k)
{
    random_put(k, "leave: NOP\n");
    for (unsigned i = 0; i < (random_is_tesla(k) ? 4 : 7); i++)
        if (random_is_tesla(k))
            random_put(k, "C2R R33, C%u\nLOP.XOR R%u, R%u, R33\n", i, RANDOM_FIRST_DATA + i,
                       RANDOM_FIRST_DATA + i);
        else
            random_put(k, "@P%u LOP32I.XOR R%u, R%u, 0x%x\n", i, RANDOM_FIRST_DATA + i, RANDOM_FIRST_DATA + i,
                       0x55u << i);
    random_put_own(k);
    for (unsigned i = 0; i < RANDOM_DATA; i += 4)
        if (random_is_tesla(k))
            random_put(k, "GST.U128 global14[R20], R%u\nIADD32I R20, R20, 0x10\n", RANDOM_FIRST_DATA + i);
        else
            random_put(k, "ST_WORD.128 [R20+0x%x], R%u\n", 4 * i, RANDOM_FIRST_DATA + i);
    random_put(k, random_is_tesla(k) ? "NOP # exit\n" : "EXIT\n");
}

static void put_functions(struct random_kernel *k)
{
    random_put(k, "endless: NOP\nCAL @endless\nRET\n");
    while (k->functions_made < k->functions) {
        random_put(k, "function%u: NOP\n", k->functions_made++);
        put_list(k, (struct place){.depth = 1, .in_function = true});
        random_put(k, "RET\n");
    }
}

void random_put_statements(struct random_kernel *k)
{
    if (random_is_volta(k)) {
        random_put_volta_statements(k);
        return;
    }
    put_list(k, (struct place){.depth = 2});
    random_put(k, random_is_tesla(k) ? "leave: NOP # exit\n" : "leave: EXIT\n");
    put_functions(k);
}

static void choose_shape(struct random_kernel *k)
{
    k->faults = random_one_in(k, 2);
    k->insns.careless = k->faults;
    k->insns.flushes = !random_is_tesla(k) && random_one_in(k, 6);
    k->blocks = 1 + random_choose(k, RANDOM_BLOCKS);
    k->block[0] = random_one_in(k, 2) ? 32 * (1 + random_choose(k, 3)) : 1 + random_choose(k, 96);
    k->block[1] = !random_is_tesla(k) && random_one_in(k, 4) ? 2 : 1;
    k->lanes = random_one_in(k, 12) && !random_is_volta(k) ? 16 : 32;
    k->turn = random_one_in(k, 8) ? 1 + random_choose(k, 9) : 0;
    k->workers = random_one_in(k, 3) ? 2 : 1;
    k->strict = k->faults && random_one_in(k, 3);
    k->stack_entries = k->faults && random_one_in(k, 6) ? 1 + random_choose(k, 12) : 0;
    k->calls_out = !random_is_tesla(k) && random_one_in(k, 4);
    k->max_instructions = k->faults && random_one_in(k, 8) ? 200 + random_choose(k, 2000) : 30000;
}

static const struct {
    const char *chip;
    uint8_t generation;
} chips[RANDOM_CHIPS] = {
    {"g80", RANDOM_TESLA},   {"g92", RANDOM_TESLA},   {"gt200", RANDOM_TESLA}, {"gf100", GF100},
    {"gf104", GF100},        {"gk104", GK104},        {"gk110", GK110},        {"gm107", GM107},
    {"gm204", GM107},        {"gp100", GM107},        {"gp104", GM107},        {"gv100", RANDOM_VOLTA},
    {"tu102", RANDOM_VOLTA}, {"ga100", RANDOM_VOLTA}, {"ga102", RANDOM_VOLTA}, {"ad102", RANDOM_VOLTA}};

const char *random_kernel_chip(uint64_t seed)
{
    return chips[seed % RANDOM_CHIPS].chip;
}

bool random_kernel_has_chip(const char *name)
{
    for (unsigned i = 0; i < RANDOM_CHIPS; i++)
        if (strcmp(chips[i].chip, name) == 0)
            return true;
    return false;
}

void random_kernel_make(struct random_kernel *k, uint64_t seed)
{
    const struct hw_chip_info *info;
    struct hw_target target;
    struct hw_error error;

    memset(k, 0, sizeof *k);
    k->seed = seed;
    k->chip = random_kernel_chip(seed);
    k->generation = chips[seed % RANDOM_CHIPS].generation;
    if (hw_chip_find(k->chip, &info, &error) != HW_OK ||
        hw_target_find(info->variant, &target, &error) != HW_OK)
        abort();
    random_insns_begin(&k->insns, &target, seed);
    choose_shape(k);
    if (random_one_in(k, 4)) {
        random_put_straight_kernel(k);
        return;
    }
    if (random_is_volta(k)) {
        random_put_volta_kernel(k);
        return;
    }
    put_begin(k);
    for (unsigned parts = 1 + random_choose(k, 4); parts; parts--)
        put_list(k, (struct place){.depth = 3});
    put_end(k);
    if (random_one_in(k, 3))
        random_put_unreached(k);
    put_functions(k);
}
