/* SPDX-License-Identifier: MIT */
/* Random programs on the host: what operations give, and what threads have in the end. */
#include "ops/scalar/fp32.h"
#include "ptx_statement.h"
#include "unit/ops/splitmix.h"

#include <halfwarp/modifiers.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- values --- */

static int64_t s32(uint64_t x)
{
    return (int32_t)x;
}

static int64_t s24(uint64_t x)
{
    return (int32_t)((uint32_t)x << 8) >> 8;
}

static uint64_t saturated_s32(int64_t x)
{
    return (uint64_t)(x < INT32_MIN ? INT32_MIN : x > INT32_MAX ? INT32_MAX : x);
}

static bool flushes; /* of the program that runs */

static uint32_t flushed(uint32_t word)
{
    return flushes && (word & 0x7f800000) == 0 ? word & 0x80000000 : word;
}

static struct hw_fp32_mode rounded(enum hw_round round)
{
    return (struct hw_fp32_mode){.round = round, .ftz = flushes ? HW_FTZ_FLUSH : HW_FTZ_NONE};
}

/* Conversions to and from doubles flush nothing. */
static float whole_f(uint64_t bits)
{
    const uint32_t word = (uint32_t)bits;
    float x;

    memcpy(&x, &word, sizeof x);
    return x;
}

static uint64_t whole_fb(float x)
{
    uint32_t word;

    memcpy(&word, &x, sizeof word);
    return word;
}

static float f(uint64_t bits)
{
    return whole_f(flushed((uint32_t)bits));
}

static uint64_t fb(float x)
{
    return flushed((uint32_t)whole_fb(x));
}

static double g(uint64_t bits)
{
    double x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint64_t gb(double x)
{
    uint64_t bits;

    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* Chips that flush leave what is no number (facts/isa). */
static float saturated(float x)
{
    if (flushes && isnan(x))
        return x;
    return x > 0 ? x < 1 ? x : 1 : 0;
}

static uint64_t to_s32(double x)
{
    return isnan(x) ? 0 : (uint64_t)(x < INT32_MIN ? INT32_MIN : x > INT32_MAX ? INT32_MAX : (int32_t)x);
}

/* From a double the chip makes the least number of a NaN. */
static uint64_t to_s32_of_double(double x)
{
    return isnan(x) ? (uint64_t)INT32_MIN : to_s32(x);
}

static uint64_t to_u32(double x)
{
    return isnan(x) || x < 0 ? 0 : x > UINT32_MAX ? UINT32_MAX : (uint32_t)x;
}

/* A NaN is the least number here, too. */
static uint64_t to_s64(double x)
{
    return isnan(x) || x < -0x1p63 ? (uint64_t)1 << 63 : x >= 0x1p63 ? INT64_MAX : (uint64_t)(int64_t)x;
}

static uint64_t reversed(uint64_t x, unsigned bits)
{
    uint64_t result = 0;

    for (unsigned i = 0; i < bits; i++)
        result |= (x >> i & 1) << (bits - 1 - i);
    return result;
}

static uint64_t highest_unlike_sign(uint64_t a)
{
    const uint32_t x = (uint32_t)(s32(a) < 0 ? ~a : a);

    return x ? 31 - (uint64_t)__builtin_clz(x) : UINT32_MAX;
}

/* bfe: position and length are bytes; the sign is that of the field, or of the word where it ends before. */
static uint64_t field(uint64_t a, uint64_t b, uint64_t c, bool is_signed)
{
    const unsigned at = b & 0xff, length = c & 0xff, last = at + length - 1 < 31 ? at + length - 1 : 31;
    const uint64_t sign = is_signed && length ? a >> last & 1 : 0;
    uint64_t result = 0;

    for (unsigned i = 0; i < 32; i++)
        result |= (i < length && at + i < 32 ? a >> (at + i) & 1 : sign) << i;
    return result;
}

static uint64_t permuted(uint64_t a, uint64_t b, uint64_t c)
{
    const uint64_t bytes = a | b << 32;
    uint64_t result = 0;

    for (unsigned i = 0; i < 4; i++) {
        const unsigned choice = c >> 4 * i & 15;
        const uint64_t byte = bytes >> 8 * (choice & 7) & 0xff;
        result |= (choice & 8 ? byte & 0x80 ? 0xff : 0 : byte) << 8 * i;
    }
    return result;
}

/* --- operations --- */

enum { FIRST_CASE = __COUNTER__ + 1 };

static uint64_t result_of(unsigned op, uint64_t a, uint64_t b, uint64_t c)
{
    switch (op + FIRST_CASE) {
#define ENTRY(text, classes, value) \
    case __COUNTER__: return (uint64_t)(value);
        PTX_OPERATIONS(ENTRY)
#undef ENTRY
    default: abort();
    }
}

static uint64_t bits_of(enum ptx_class class, uint64_t value)
{
    return class == PTX_CLASS_P                           ? value != 0
           : class == PTX_CLASS_W || class == PTX_CLASS_F ? (uint32_t)value
                                                          : value;
}

/* --- running --- */

static bool passes(const struct ptx_statement *s, const struct ptx_thread *thread)
{
    return s->guard >= PTX_EACH || (thread->reg[PTX_CLASS_P][s->guard] != 0) != s->guard_negated;
}

static void operate(const struct ptx_statement *s, struct ptx_thread *thread)
{
    const char *letters = ptx_operations[s->op].classes;
    const uint8_t reg[] = {s->a, s->b, s->c};
    uint64_t operand[3] = {0};

    if (!passes(s, thread))
        return;
    for (unsigned i = 0; i < 3; i++)
        if (letters[1 + i] != '-')
            operand[i] = s->numbers >> i & 1 ? s->number[i] : thread->reg[ptx_class(letters[1 + i])][reg[i]];
    const enum ptx_class class = ptx_class(letters[0]);
    thread->reg[class][s->d] = bits_of(class, result_of(s->op, operand[0], operand[1], operand[2]));
}

/* How many loops around are left by that. */
static unsigned run_list(const struct ptx_program *program, const struct ptx_statement *list,
                         struct ptx_thread *thread);

static uint32_t mixed(const struct ptx_program *program, uint32_t x, uint32_t y)
{
    struct ptx_thread callee = {.reg = {{x, y}}};

    run_list(program, program->function, &callee);
    return (uint32_t)callee.reg[PTX_CLASS_W][2];
}

static uint32_t nested(const struct ptx_program *program, uint32_t x, uint32_t y, unsigned depth)
{
    const uint32_t z = mixed(program, x, y);

    return depth ? nested(program, z, x, depth - 1) + y : z;
}

static void call(const struct ptx_program *program, const struct ptx_statement *s, struct ptx_thread *thread)
{
    const uint32_t x = (uint32_t)thread->reg[PTX_CLASS_W][s->a], y = (uint32_t)thread->reg[PTX_CLASS_W][s->b];

    thread->reg[PTX_CLASS_W][s->d] = ptx_statement_call(program, s) == PTX_CALL_NESTED
                                         ? nested(program, x, y, PTX_NESTED_CALLS)
                                         : mixed(program, x, y);
}

static unsigned loop(const struct ptx_program *program, const struct ptx_statement *s,
                     struct ptx_thread *thread)
{
    for (uint64_t left = thread->reg[PTX_CLASS_W][s->a] & 7; left; left--) {
        const unsigned leaves = run_list(program, s->then, thread);
        if (leaves)
            return leaves - 1;
        if (s->guard < PTX_EACH && passes(s, thread))
            break;
    }
    return 0;
}

static void do_access(const struct ptx_statement *s, struct ptx_thread *thread)
{
    const struct ptx_access *access = ptx_access(s->op);
    uint64_t *reg = thread->reg[ptx_class(access->class)];

    if (passes(s, thread))
        reg[s->d] = ptx_access_do(access, thread->own, ptx_statement_place(s), reg[s->d], reg[s->a]);
}

static unsigned run_one(const struct ptx_program *program, const struct ptx_statement *s,
                        struct ptx_thread *thread)
{
    uint32_t *word = &thread->local[thread->reg[PTX_CLASS_W][s->a] & 7];

    switch ((enum ptx_kind)s->kind) {
    case PTX_DO: operate(s, thread); break;
    case PTX_TWO_WAYS: return run_list(program, passes(s, thread) ? s->then : s->other, thread);
    case PTX_LOOP: return loop(program, s, thread);
    case PTX_LEAVE: return passes(s, thread) ? s->d : 0;
    case PTX_LOCAL_STORE: *word = (uint32_t)thread->reg[PTX_CLASS_W][s->b]; break;
    case PTX_LOCAL_LOAD: thread->reg[PTX_CLASS_W][s->d] = *word; break;
    case PTX_ACCESS: do_access(s, thread); break;
    case PTX_CALL: call(program, s, thread); break;
    case PTX_EXCHANGE: abort(); /* is of all threads at once */
    }
    return 0;
}

static unsigned run_list(const struct ptx_program *program, const struct ptx_statement *list,
                         struct ptx_thread *thread)
{
    unsigned leaves = 0;

    for (const struct ptx_statement *s = list; s && !leaves; s = s->next)
        leaves = run_one(program, s, thread);
    return leaves;
}

static void exchange(const struct ptx_statement *s, struct ptx_thread thread[PTX_THREADS])
{
    uint64_t shared[PTX_THREADS];

    for (unsigned i = 0; i < PTX_THREADS; i++)
        shared[i] = thread[i].reg[PTX_CLASS_W][s->a];
    for (unsigned i = 0; i < PTX_THREADS; i++)
        thread[i].reg[PTX_CLASS_W][s->d] = shared[i ^ s->op % PTX_THREADS];
}

/* Numbers of all kinds: any bits, small ones, and floats of ordinary size. */
uint32_t ptx_program_input(const struct ptx_program *program, unsigned thread, unsigned word)
{
    uint64_t state = program->seed * 0x100000 + thread * 64 + word;
    const uint64_t random = splitmix64(&state);
    const uint32_t bits = (uint32_t)(random >> 32);
    const bool is_single = word >= ptx_class_word(PTX_CLASS_F, 0) && word < ptx_class_word(PTX_CLASS_G, 0);
    const bool is_high =
        word >= ptx_class_word(PTX_CLASS_G, 0) && word < ptx_class_word(PTX_CLASS_P, 0) && word % 2;

    if (word >= ptx_class_word(PTX_CLASS_P, 0))
        return bits & 1;
    if (is_single && random % 4)
        return (uint32_t)fb((float)(int32_t)bits / 65536);
    if (is_high && random % 4)
        return (bits & 0x800fffff) | (0x3f0 + (bits >> 20 & 31)) << 20;
    return random % 4 == 1 ? bits & 0xff : bits;
}

static uint64_t begins_with(const struct ptx_program *program, unsigned thread, enum ptx_class class,
                            unsigned reg)
{
    const unsigned word = ptx_class_word(class, reg);
    const uint64_t low = ptx_program_input(program, thread, word);

    return class == PTX_CLASS_D || class == PTX_CLASS_G
               ? low | (uint64_t)ptx_program_input(program, thread, word + 1) << 32
               : low;
}

void ptx_program_run(const struct ptx_program *program, struct ptx_thread thread[PTX_THREADS])
{
    flushes = program->flushes;
    memset(thread, 0, PTX_THREADS * sizeof *thread);
    for (unsigned i = 0; i < PTX_THREADS; i++) {
        for (unsigned class = 0; class < PTX_CLASSES; class ++)
            for (unsigned reg = 0; reg < PTX_EACH; reg++)
                thread[i].reg[class][reg] = begins_with(program, i, (enum ptx_class) class, reg);
        for (unsigned word = 0; word < PTX_OWN_BYTES / 4; word++) {
            const uint32_t input = ptx_program_input(program, i, word);
            memcpy(thread[i].own + 4 * word, &input, sizeof input);
        }
    }
    for (const struct ptx_statement *s = program->first; s; s = s->next)
        if (s->kind == PTX_EXCHANGE)
            exchange(s, thread);
        else
            for (unsigned i = 0; i < PTX_THREADS; i++)
                run_one(program, s, &thread[i]);
    for (unsigned i = 0; i < PTX_THREADS; i++)
        for (unsigned reg = 0; reg < PTX_OWN_BYTES / 8; reg++) {
            uint64_t own;
            memcpy(&own, thread[i].own + 8 * reg, sizeof own);
            thread[i].reg[PTX_CLASS_D][reg] ^= own;
        }
}

static bool is_same(enum ptx_class class, uint64_t a, uint64_t b)
{
    return a == b || (class == PTX_CLASS_F && isnan(f(a)) && isnan(f(b))) ||
           (class == PTX_CLASS_G && isnan(g(a)) && isnan(g(b)));
}

bool ptx_program_is_right(const struct ptx_thread *thread, const uint32_t stored[PTX_WORDS])
{
    for (unsigned class = 0; class < PTX_CLASSES; class ++)
        for (unsigned reg = 0; reg < PTX_EACH; reg++) {
            const uint32_t *word = &stored[ptx_class_word((enum ptx_class) class, reg)];
            const uint64_t got =
                class == PTX_CLASS_D || class == PTX_CLASS_G ? word[0] | (uint64_t)word[1] << 32 : word[0];
            if (!is_same((enum ptx_class) class, thread->reg[class][reg], got))
                return false;
        }
    return true;
}
