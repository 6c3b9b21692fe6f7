/* SPDX-License-Identifier: MIT */
/* Kernels that go straight on, as most that are written for an element a thread: addresses, loads, a few
 * instructions, stores, and perhaps an end for the threads behind the last element.  Often all lanes' places
 * lie in a series, and what is stored last; but not always.  Behind the end there may be code that no way
 * leads to, as where a kernel takes a function's address: loops, jumps back into the kernel, calls. */
#include "random_text.h"

enum {
    FARTHEST = 0x80, /* in units of 16 bytes */
    STRAIGHT = 99    /* the label of the kernel */
};

static const char *const later_widths[] = {"", ".64", ".128"}, *const tesla_widths[] = {"32", "64", "128"};

/* Threads from some number on end. */
static void put_bounds(struct random_kernel *k)
{
    const unsigned number = random_choose(k, 200);

    random_put_literal(k, 34, number);
    random_put(k, random_is_tesla(k) ? "ISET.S32.C0 o[0x7f], R0, R34, GT\n"
                                     : "ISETP.GT.AND P0, PT, R0, R34, PT\n");
    random_put_guarded(k, (struct random_condition){0, false}, random_is_tesla(k) ? "RET" : "EXIT", "");
}

/* An access of the thread's own place, or of one for all. */
static void put_access(struct random_kernel *k, bool loads, unsigned width)
{
    const unsigned base = loads && random_one_in(k, 4) ? RANDOM_BLOCK : RANDOM_GLOBAL,
                   data = RANDOM_FIRST_DATA + 4 * random_choose(k, RANDOM_DATA / 4),
                   offset = 16 * random_choose(k, FARTHEST);

    if (random_is_volta(k) && loads)
        random_put(k, "LDG.E%s%s R%u, [R%u+0x%x]\n", later_widths[width], random_scope(k), data, base,
                   offset);
    else if (random_is_volta(k))
        random_put(k, "STG.E%s%s [R%u+0x%x], R%u\n", later_widths[width], random_scope(k), base, offset,
                   data);
    else if (!random_is_tesla(k) && loads)
        random_put(k, "LD_WORD%s R%u, [R%u+0x%x]\n", later_widths[width], data, base, offset);
    else if (!random_is_tesla(k))
        random_put(k, "ST_WORD%s [R%u+0x%x], R%u\n", later_widths[width], base, offset, data);
    else if (loads)
        random_put(k, "GLD.U%s R%u, global14[R%u]\n", tesla_widths[width], data, base);
    else
        random_put(k, "GST.U%s global14[R%u], R%u\n", tesla_widths[width], base, data);
}

static void put_address(struct random_kernel *k, unsigned width)
{
    random_put_place(k, 2 + width);
    if (random_one_in(k, 4))
        random_put(k,
                   random_is_tesla(k)   ? "IADD32I R32, R32, 0x%x\n"
                   : random_is_volta(k) ? "IADD3 R32, R32, 0x%x, RZ\n"
                                        : "IADD R32, R32, 0x%x\n",
                   random_one_in(k, 8) ? 4u : 16 * random_choose(k, FARTHEST));
    random_put_global_at(k, 32);
}

/* A small loop, as the compiler likes them: accesses and arithmetic, and words that are the same each time.
 */
static void put_loop(struct random_kernel *k)
{
    const unsigned label = k->labels++;

    random_put(k, "small%u: NOP\n", label);
    for (unsigned left = 1 + random_choose(k, 3); left; left--)
        put_access(k, !random_one_in(k, 3), random_one_in(k, 3) ? 1 + random_choose(k, 2) : 0);
    for (unsigned left = 1 + random_choose(k, 6); left; left--)
        random_put_insn(k, RANDOM_ARITHMETIC, random_is_volta(k) ? 16 : 8);
    random_put_branch(k, "small", label);
}

void random_put_unreached(struct random_kernel *k)
{
    for (unsigned left = 1 + random_choose(k, 3); left; left--)
        put_loop(k);
}

void random_put_straight_kernel(struct random_kernel *k)
{
    unsigned width = random_choose(k, 3);

    random_put_begin(k);
    random_put(k, "kernel%u: NOP\n", STRAIGHT);
    if (random_one_in(k, 2))
        put_bounds(k);
    if (random_one_in(k, 6) && !random_is_tesla(k))
        random_put(k, random_is_volta(k) ? "MOV R%u, @loops\n" : "MOV32I R%u, @loops\n", random_data(k));
    put_address(k, width);
    for (unsigned left = random_choose(k, 4); left; left--)
        put_access(k, true, width);
    for (unsigned left = random_choose(k, 6); left; left--)
        if (random_one_in(k, 4))
            random_put_logic(k);
        else
            random_put_insn(k, RANDOM_ARITHMETIC, random_is_volta(k) ? 16 : 8);
    if (random_one_in(k, 2))
        put_address(k, width = random_choose(k, 3));
    for (unsigned left = 1 + random_choose(k, 3); left; left--)
        put_access(k, random_one_in(k, 10), width);
    random_put(k, random_is_tesla(k) ? "NOP # exit\n" : "EXIT\n");
    random_put(k, "loops: NOP\n");
    if (random_one_in(k, 2))
        random_put_unreached(k);
    if (random_one_in(k, 2))
        random_put_branch(k, "kernel", STRAIGHT);
    if (random_one_in(k, 3))
        random_put_statements(k);
}
