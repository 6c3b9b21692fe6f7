/* SPDX-License-Identifier: MIT */
/* See random_text.h. */
#include "random_text.h"

#include <assert.h>

#include "unit/engine/generations.h"

unsigned random_choose(struct random_kernel *k, unsigned count)
{
    return random_below(&k->insns, count);
}

bool random_one_in(struct random_kernel *k, unsigned count)
{
    return random_choose(k, count) == 0;
}

unsigned random_data(struct random_kernel *k)
{
    return RANDOM_FIRST_DATA + random_choose(k, RANDOM_DATA);
}

bool random_is_tesla(const struct random_kernel *k)
{
    return k->generation == RANDOM_TESLA;
}

bool random_is_volta(const struct random_kernel *k)
{
    return k->generation == RANDOM_VOLTA;
}

const char *random_scope(const struct random_kernel *k)
{
    return strcmp(k->chip, "gv100") == 0 || strcmp(k->chip, "tu102") == 0 ? ".SYS" : "";
}

/* The text of Tesla, of Fermi to Pascal, or of later chips. */
static const char *pick(const struct random_kernel *k, const char *tesla, const char *later,
                        const char *volta)
{
    return random_is_tesla(k) ? tesla : random_is_volta(k) ? volta : later;
}

void random_put(struct random_kernel *k, const char *format, ...)
{
    char line[600];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    for (const char *at = strchr(line, '\n'); at; at = strchr(at + 1, '\n'))
        k->lines++;
    if (k->generation < GENERATIONS)
        k->used += generation_text(k->generation, line, k->text + k->used, sizeof k->text - k->used);
    else
        k->used += (size_t)snprintf(k->text + k->used, sizeof k->text - k->used, "%s", line);
    assert(k->used + 1 < sizeof k->text);
}

/* --- straight code --- */

void random_put_insn(struct random_kernel *k, enum random_kind kind, unsigned bytes)
{
    char text[HW_TEXT_MAX];
    struct hw_insn insn;

    random_insn(&k->insns, kind, bytes, &insn);
    hw_print(&insn, hw_target_syntax(&k->insns.target), 0, text, sizeof text);
    k->used += (size_t)snprintf(k->text + k->used, sizeof k->text - k->used, "%s\n", text);
    k->lines++;
}

void random_put_straight(struct random_kernel *k)
{
    const unsigned bytes = random_is_volta(k) ? 16 : 8;

    for (unsigned left = 1 + random_choose(k, 10); left; left--)
        if (random_is_tesla(k) && random_one_in(k, 6)) { /* short ones stand in pairs */
            random_put_insn(k, RANDOM_ARITHMETIC, 4);
            random_put_insn(k, RANDOM_ARITHMETIC, 4);
        } else if (random_one_in(k, 6)) {
            random_put_logic(k);
        } else {
            random_put_insn(k, random_one_in(k, 5) ? RANDOM_MEMORY : RANDOM_ARITHMETIC, bytes);
        }
}

/* --- addresses --- */

void random_put_begin(struct random_kernel *k)
{
    random_put(k, "%s",
               pick(k,
                    "MOV32 R2, g [0x4]\nMOV32 R3, g [0x4]\nI2I.U32.U16 R33, g [0x6].U16\nMVI R35, 0x1\n"
                    "LOP32I.AND R0, R0, 0xffff\nSHL R33, R33, 0xe\nIADD R2, R2, R33\n",
                    "S2R R0, TID_X\nMOV R2, OUT_LOW\nMOV R3, OUT_HIGH\nS2R R33, SR_CTAID.X\n"
                    "SHL R33, R33, 0xe\nIADD R2.CC, R2, R33\nIADD.X R3, R3, RZ\n",
                    "S2R R0, SR_TID.X\nMOV R2, c[0x0][0x160]\nMOV R3, c[0x0][0x164]\nS2R R33, SR_CTAID.X\n"
                    "SHF.L.U32 R33, R33, 0xe, RZ\nIADD3 R2, P6, R2, R33, RZ\n"
                    "IADD3.X R3, R3, RZ, RZ, P6, !PT\n"));
}

/* R20, or the pair: the block's part and register `offset`. */
void random_put_global_at(struct random_kernel *k, unsigned offset)
{
    random_put(k,
               pick(k, "IADD R20, R2, R%u\n", "IADD R20.CC, R2, R%u\nIADD.X R21, R3, RZ\n",
                    "IADD3 R20, P6, R2, R%u, RZ\nIADD3.X R21, R3, RZ, RZ, P6, !PT\n"),
               offset);
}

void random_put_and(struct random_kernel *k, unsigned to, unsigned from, unsigned mask)
{
    random_put(k,
               pick(k, "LOP32I.AND R%u, R%u, 0x%x\n", "LOP.AND R%u, R%u, 0x%x\n",
                    "LOP3.LUT R%u, R%u, 0x%x, RZ, 0xc0, !PT\n"),
               to, from, mask);
}

void random_put_literal(struct random_kernel *k, unsigned number, unsigned value)
{
    random_put(k, pick(k, "MVI R%u, 0x%x\n", "MOV32I R%u, 0x%x\n", "MOV R%u, 0x%x\n"), number, value);
}

void random_put_place(struct random_kernel *k, unsigned shift)
{
    random_put(k, pick(k, "SHL R32, R0, 0x%x\n", "SHL R32, R0, 0x%x\n", "SHF.L.U32 R32, R0, 0x%x, RZ\n"),
               shift);
}

/* R20: the thread's own words in the second half of the block's part. */
void random_put_own(struct random_kernel *k)
{
    random_put_place(k, 6);
    random_put(
        k, "%s",
        pick(k, "IADD32I R32, R32, 0x2000\n", "IADD R32, R32, 0x2000\n", "IADD3 R32, R32, 0x2000, RZ\n"));
    random_put_global_at(k, 32);
}

/* For global memory: one thread's place beside the next one's, at random places, or the same for all. */
void random_put_global(struct random_kernel *k)
{
    const unsigned shift = 2 + random_choose(k, 4);

    k->insns.most_global = 16;
    switch (random_choose(k, 4)) {
    case 0:
    case 1:
        random_put_place(k, shift);
        k->insns.most_global = shift < 4 ? 1u << shift : 16;
        break;
    case 2: random_put_and(k, 32, random_data(k), 0x1ff0); break;
    default: random_put_and(k, 32, 0, 0x40); break;
    }
    random_put_global_at(k, 32);
}

void random_put_shared(struct random_kernel *k)
{
    k->insns.most_shared = 4u << random_choose(k, 3);
    if (k->insns.most_shared < 16)
        random_put_place(k, k->insns.most_shared / 4 + 1);
    else
        random_put_and(k, 32, random_data(k), 0x3f0);
    random_put_and(k, 22, 32, 0x3ff);
    if (random_is_tesla(k))
        random_put(k, "R2A A1, R22\n");
}

void random_put_local(struct random_kernel *k)
{
    random_put_and(k, 23, random_one_in(k, 2) ? random_data(k) : 0, 0x30);
    random_put(k,
               pick(k, "R2A A2, R23\n", "MOV32I R33, 0x%x\nIADD R23, R23, R33\n",
                    "MOV R33, 0x%x\nIADD3 R23, R23, R33, RZ\n"),
               0x1000000 - RANDOM_LOCAL_BYTES);
}

void random_put_address(struct random_kernel *k)
{
    switch (random_choose(k, 4)) {
    case 0: random_put_shared(k); break;
    case 1: random_put_local(k); break;
    default: random_put_global(k); break;
    }
}

/* --- conditions --- */

/* A fresh one by comparing: of data, of the thread's number, or of the block's address; or what is there. */
struct random_condition random_put_condition(struct random_kernel *k)
{
    const struct random_condition condition = {random_choose(k, random_is_tesla(k) ? 4 : 7),
                                               random_one_in(k, 2)};
    unsigned left = random_data(k), right = random_data(k);

    switch (random_choose(k, 4)) {
    case 0: return condition;
    case 1: random_put_and(k, left = 33, 0, 1 + random_choose(k, 40)); break;
    case 2: left = right = RANDOM_BLOCK; break;
    default: break;
    }
    if (random_is_tesla(k))
        random_put(k, "ISET.S32.C%u o[0x7f], R%u, R%u, %s\n", condition.number, left, right,
                   random_one_in(k, 2) ? "LT" : "NE");
    else
        random_put(k, "ISETP.%s.AND P%u, PT, R%u, R%u, PT\n", random_one_in(k, 2) ? "LT" : "EQ",
                   condition.number, left, right);
    return condition;
}

/* An instruction of control flow under a condition; `target` may be empty. */
void random_put_guarded(struct random_kernel *k, struct random_condition condition, const char *name,
                        const char *target)
{
    if (random_is_tesla(k))
        random_put(k, "%s C%u.%s%s%s\n", name, condition.number, condition.negated ? "EQ" : "NE",
                   *target ? ", " : "", target);
    else
        random_put(k, "@%sP%u %s %s\n", condition.negated ? "!" : "", condition.number, name, target);
}

void random_put_branch(struct random_kernel *k, const char *to, unsigned label)
{
    static const char *const tests[] = {"LT", "NEU", "LO", "GT", "HS", "LE"};
    const struct random_condition condition = random_put_condition(k);
    char target[40];

    snprintf(target, sizeof target, "@%s%u", to, label);
    if (k->generation < GENERATIONS && random_one_in(k, 6))
        random_put(k, "%sBRA CC.%s, %s\n", random_one_in(k, 2) ? "@P1 " : "", tests[random_choose(k, 6)],
                   target);
    else
        random_put_guarded(k, condition, !random_is_tesla(k) && random_one_in(k, 20) ? "BRA.U" : "BRA",
                           target);
}
