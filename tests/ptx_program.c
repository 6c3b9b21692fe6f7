/* SPDX-License-Identifier: MIT */
/* See ptx_program.h. */
#include "ptx_program.h"

#include "ops/scalar/fp32.h"
#include "ptx_access.h"
#include "ptx_operations.h"
#include "unit/ops/splitmix.h"

#include <halfwarp/modifiers.h>

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { OPERATION, TWO_WAYS, LOOP, LEAVE, LOCAL_STORE, LOCAL_LOAD, ACCESS, CALL, EXCHANGE };
enum class { W, D, F, G, P };

static const char classes[] = "wdfgp";

/* --- values --- */

static int64_t s32(uint64_t x)
{
    return (int32_t)x;
}

static int64_t s24(uint64_t x)
{
    return (int32_t)((uint32_t)x << 8) >> 8;
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

struct operation {
    const char *text, *classes;
};
static const struct operation operations[] = {
#define ENTRY(text, classes, value) {text, classes},
    PTX_OPERATIONS(ENTRY)
#undef ENTRY
};
enum { OPERATIONS = sizeof operations / sizeof *operations, FIRST_CASE = __COUNTER__ + 1 };

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

static enum class class_of(char letter) { return (enum class)(strchr(classes, letter) - classes); }

static uint64_t bits_of(enum class class, uint64_t value)
{
    return class == P ? value != 0 : class == W || class == F ? (uint32_t)value : value;
}

/* --- making --- */

struct place {
    unsigned depth;
    bool in_function;
    unsigned loops; /* around it */
};

static unsigned below(struct ptx_program *program, unsigned count)
{
    return (unsigned)((splitmix64(&program->state) >> 32) % count);
}

static bool one_in(struct ptx_program *program, unsigned count)
{
    return below(program, count) == 0;
}

static bool is_there(const struct ptx_program *program, const struct operation *operation)
{
    return program->has_double || !strchr(operation->classes, 'g');
}

static struct ptx_statement *make_list(struct ptx_program *program, struct place place);

static enum kind make_kind(struct ptx_program *program, struct place place)
{
    const unsigned choice = below(program, 20);

    if (choice == 0 && place.depth < 3)
        return TWO_WAYS;
    if (choice == 1 && place.depth < 3)
        return LOOP;
    if (choice < 4 && place.loops && place.depth > 1)
        return LEAVE;
    if (place.in_function)
        return OPERATION;
    if (choice == 2)
        return one_in(program, 2) ? LOCAL_STORE : LOCAL_LOAD;
    if (choice == 3)
        return CALL;
    if (choice > 16)
        return ACCESS;
    return choice == 4 && place.depth == 0 ? EXCHANGE : OPERATION;
}

static struct ptx_statement *make_statement(struct ptx_program *program, struct place place)
{
    struct ptx_statement *s = &program->pool[program->count++];

    const bool has_one = program->seed < OPERATIONS && !place.in_function;
    *s = (struct ptx_statement){.kind = has_one ? OPERATION : (uint8_t)make_kind(program, place),
                                .guard = PTX_EACH};
    uint8_t *const reg[] = {&s->d, &s->a, &s->b, &s->c};
    for (unsigned i = 0; i < 4; i++)
        *reg[i] = (uint8_t)below(program, PTX_EACH);
    do
        s->op = (uint8_t)(has_one ? program->seed : below(program, OPERATIONS));
    while (!has_one && !is_there(program, &operations[s->op]));
    const bool single = strchr(operations[s->op].text, ';')[1] == '\0';
    if (s->kind == LEAVE)
        s->d = (uint8_t)(1 + s->d % place.loops);
    if (s->kind == TWO_WAYS || s->kind == LEAVE ||
        (s->kind == LOOP ? one_in(program, 2) : (single || s->kind == ACCESS) && one_in(program, 6))) {
        s->guard = (uint8_t)below(program, PTX_EACH);
        s->guard_negated = one_in(program, 2);
    }
    place.depth++;
    place.loops += s->kind == LOOP;
    if (s->kind == TWO_WAYS || s->kind == LOOP)
        s->then = make_list(program, place);
    if (s->kind == TWO_WAYS && one_in(program, 2))
        s->other = make_list(program, place);
    return s;
}

static struct ptx_statement *make_list(struct ptx_program *program, struct place place)
{
    struct ptx_statement *first = NULL, **end = &first;
    const unsigned count = place.depth || place.in_function ? 1 + below(program, 6) : 20;

    for (unsigned i = 0; i < count && program->count + 8 < PTX_STATEMENTS; i++) {
        *end = make_statement(program, place);
        end = &(*end)->next;
    }
    return first;
}

/* --- text --- */

__attribute__((format(printf, 2, 3))) static void put(struct ptx_program *program, const char *format, ...)
{
    const size_t room = sizeof program->text - program->length;
    va_list arguments;

    va_start(arguments, format);
    const int length = vsnprintf(program->text + program->length, room, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= room)
        abort();
    program->length += (size_t)length;
}

static void put_guard(struct ptx_program *program, const struct ptx_statement *s)
{
    if (s->guard < PTX_EACH)
        put(program, "@%s%%p%u ", s->guard_negated ? "!" : "", s->guard);
}

/* With $d, $a, $b and $c as the registers of `s`, of these classes. */
static void put_text(struct ptx_program *program, const char *text, const char *letters,
                     const struct ptx_statement *s)
{
    const uint8_t reg[] = {s->d, s->a, s->b, s->c};

    for (const char *at = text; *at; at++)
        if (*at == '$') {
            const unsigned which = *++at == 'd' ? 0 : (unsigned)(*at - 'a') + 1;
            put(program, "%%%c%u", letters[which], reg[which]);
        } else {
            put(program, "%c", *at);
        }
}

static void put_operation(struct ptx_program *program, const struct ptx_statement *s)
{
    put_guard(program, s);
    put_text(program, operations[s->op].text, operations[s->op].classes, s);
    put(program, "\n");
}

static void put_list(struct ptx_program *program, const struct ptx_statement *list);

static void put_two_ways(struct ptx_program *program, const struct ptx_statement *s)
{
    const unsigned label = program->labels++;

    put_guard(program, s);
    put(program, "bra then%u;\n", label);
    put_list(program, s->other);
    put(program, "bra end%u;\nthen%u:\n", label, label);
    put_list(program, s->then);
    put(program, "end%u:\n", label);
}

static void put_loop(struct ptx_program *program, const struct ptx_statement *s)
{
    const unsigned label = program->labels++;

    put(program, "and.b32 %%n%u, %%w%u, 7;\n", label, s->a);
    put(program, "loop%u:\nsetp.eq.u32 %%q, %%n%u, 0;\n@%%q bra end%u;\n", label, label, label);
    program->loop[program->loops++] = label;
    put_list(program, s->then);
    program->loops--;
    if (s->guard < PTX_EACH) {
        put_guard(program, s);
        put(program, "bra end%u;\n", label);
    }
    put(program, "sub.u32 %%n%u, %%n%u, 1;\nbra loop%u;\nend%u:\n", label, label, label, label);
}

static void put_local_place(struct ptx_program *program, const struct ptx_statement *s)
{
    put(program,
        "and.b32 %%t, %%w%u, 7;\nmul.wide.u32 %%u, %%t, 4;\nmov.u64 %%v, words;\nadd.u64 %%v, %%v, %%u;\n",
        s->a);
}

static unsigned own_place(const struct ptx_statement *s)
{
    return ptx_access_place(ptx_access(s->op), (unsigned)s->b * PTX_EACH + s->c);
}

static void put_access(struct ptx_program *program, const struct ptx_statement *s)
{
    const struct ptx_access *access = ptx_access(s->op);

    put_guard(program, s);
    put_text(program, access->before, (char[]){access->class, access->class}, s);
    put(program, "[%%in+%u]", own_place(s));
    put_text(program, access->behind, (char[]){access->class, access->class}, s);
    put(program, "\n");
}

/* How a function is called: it may become a copy, is called by address, or leads to itself. */
enum call_way { COPIED, BY_ADDRESS, NESTED, CALL_WAYS };
#define NESTED_CALLS 2

static enum call_way way_of(const struct ptx_program *program, const struct ptx_statement *s)
{
    return program->has_stack ? (enum call_way)((s->a + s->b + s->d) % CALL_WAYS) : COPIED;
}

static void put_call(struct ptx_program *program, const struct ptx_statement *s)
{
    static const char *const calls[CALL_WAYS] = {
        [COPIED] = "call (r), mixed, (x, y);\n",
        [BY_ADDRESS] = "mov.u64 %v, mixed;\n"
                       "kind: .callprototype (.param .b32 _) _ (.param .b32 _, .param .b32 _);\n"
                       "call (r), %v, (x, y), kind;\n",
        [NESTED] = "{ .param .b32 n;\nst.param.b32 [n], 2;\ncall (r), nested, (x, y, n); }\n"};

    put(program,
        "{ .param .b32 x; .param .b32 y; .param .b32 r;\nst.param.b32 [x], %%w%u;\nst.param.b32 [y], %%w%u;\n"
        "%sld.param.b32 %%w%u, [r]; }\n",
        s->a, s->b, calls[way_of(program, s)], s->d);
}

/* The sum of y and the function of itself, so many times within each other. */
static void put_nested(struct ptx_program *program)
{
    put(program,
        ".func (.param .b32 r) nested(.param .b32 x, .param .b32 y, .param .b32 n)\n{\n"
        ".reg .b32 %%x, %%y, %%z, %%n;\n.reg .pred %%p;\n"
        "ld.param.u32 %%x, [x];\nld.param.u32 %%y, [y];\nld.param.u32 %%n, [n];\n"
        "{ .param .b32 a; .param .b32 b; .param .b32 q;\nst.param.b32 [a], %%x;\nst.param.b32 [b], %%y;\n"
        "call (q), mixed, (a, b);\nld.param.b32 %%z, [q]; }\n"
        "setp.eq.u32 %%p, %%n, 0;\n@%%p bra done;\nsub.u32 %%n, %%n, 1;\n"
        "{ .param .b32 a; .param .b32 b; .param .b32 c; .param .b32 q;\nst.param.b32 [a], %%z;\n"
        "st.param.b32 [b], %%x;\nst.param.b32 [c], %%n;\ncall (q), nested, (a, b, c);\n"
        "ld.param.b32 %%z, [q]; }\nadd.u32 %%z, %%z, %%y;\n"
        "done:\nst.param.b32 [r], %%z;\nret;\n}\n");
}

static void put_exchange(struct ptx_program *program, const struct ptx_statement *s)
{
    put(program,
        "mov.u32 %%t, %%tid.x;\nmul.wide.u32 %%u, %%t, 4;\nmov.u64 %%v, shared;\nadd.u64 %%v, %%v, %%u;\n"
        "st.shared.u32 [%%v], %%w%u;\nbar.sync 0;\nxor.b32 %%t, %%t, %u;\nmul.wide.u32 %%u, %%t, 4;\n"
        "mov.u64 %%v, shared;\nadd.u64 %%v, %%v, %%u;\nld.shared.u32 %%w%u, [%%v];\nbar.sync 0;\n",
        s->a, s->op % PTX_THREADS, s->d);
}

static void put_list(struct ptx_program *program, const struct ptx_statement *list)
{
    for (const struct ptx_statement *s = list; s; s = s->next)
        switch ((enum kind)s->kind) {
        case OPERATION: put_operation(program, s); break;
        case TWO_WAYS: put_two_ways(program, s); break;
        case LOOP: put_loop(program, s); break;
        case LEAVE:
            put_guard(program, s);
            put(program, "bra end%u;\n", program->loop[program->loops - s->d]);
            break;
        case LOCAL_STORE:
            put_local_place(program, s);
            put(program, "st.local.u32 [%%v], %%w%u;\n", s->b);
            break;
        case LOCAL_LOAD:
            put_local_place(program, s);
            put(program, "ld.local.u32 %%w%u, [%%v];\n", s->d);
            break;
        case ACCESS: put_access(program, s); break;
        case CALL: put_call(program, s); break;
        case EXCHANGE: put_exchange(program, s); break;
        }
}

static void put_registers(struct ptx_program *program)
{
    put(program, ".reg .b32 %%w<%d>, %%n<%d>, %%t;\n.reg .b64 %%d<%d>, %%u, %%v, %%in, %%out;\n", PTX_EACH,
        PTX_STATEMENTS, PTX_EACH);
    put(program, ".reg .f32 %%f<%d>;\n.reg .pred %%p<%d>, %%q;\n", PTX_EACH, PTX_EACH);
    if (program->has_double)
        put(program, ".reg .f64 %%g<%d>;\n", PTX_EACH);
}

/* Registers of a function begin as 0 except for its arguments. */
static void put_function(struct ptx_program *program)
{
    put(program, ".func (.param .b32 r) mixed(.param .b32 x, .param .b32 y)\n{\n");
    put_registers(program);
    for (unsigned i = 0; i < PTX_EACH; i++) {
        put(program, "mov.u32 %%w%u, 0;\nmov.u64 %%d%u, 0;\nmov.f32 %%f%u, 0f00000000;\n", i, i, i);
        if (program->has_double)
            put(program, "mov.f64 %%g%u, 0d0000000000000000;\n", i);
        put(program, "setp.ne.u32 %%p%u, 0, 0;\n", i);
    }
    put(program, "ld.param.u32 %%w0, [x];\nld.param.u32 %%w1, [y];\n");
    put_list(program, program->function);
    put(program, "st.param.b32 [r], %%w2;\nret;\n}\n");
}

static void put_functions(struct ptx_program *program)
{
    put_function(program);
    if (program->has_stack)
        put_nested(program);
}

/* Where a register lies among a thread's words. */
static unsigned word_of(enum class class, unsigned reg)
{
    static const unsigned first[] = {0, 1, 3, 4, 6};

    return PTX_EACH * first[class] + reg * (class == D || class == G ? 2 : 1);
}

static void put_kernel(struct ptx_program *program)
{
    put(program,
        ".visible .entry random(.param .u64 out, .param .u64 in)\n{\n.local .align 4 .b8 words[32];\n"
        ".shared .align 4 .b8 shared[%d];\n",
        4 * PTX_THREADS);
    put_registers(program);
    put(program,
        "mov.u32 %%t, %%tid.x;\nmul.wide.u32 %%u, %%t, %d;\nld.param.u64 %%in, [in];\n"
        "add.u64 %%in, %%in, %%u;\nld.param.u64 %%out, [out];\nadd.u64 %%out, %%out, %%u;\n",
        4 * PTX_WORDS);
    put(program, "mov.u32 %%t, 0;\n");
    for (unsigned i = 0; i < 8; i++)
        put(program, "st.local.u32 [words+%u], %%t;\n", 4 * i);
    for (unsigned i = 0; i < PTX_EACH; i++) {
        put(program, "ld.global.u32 %%w%u, [%%in+%u];\nld.global.u64 %%d%u, [%%in+%u];\n", i,
            4 * word_of(W, i), i, 4 * word_of(D, i));
        put(program, "ld.global.f32 %%f%u, [%%in+%u];\n", i, 4 * word_of(F, i));
        if (program->has_double)
            put(program, "ld.global.f64 %%g%u, [%%in+%u];\n", i, 4 * word_of(G, i));
        put(program, "ld.global.u32 %%t, [%%in+%u];\nsetp.ne.u32 %%p%u, %%t, 0;\n", 4 * word_of(P, i), i);
    }
    put_list(program, program->first);
    for (unsigned i = 0; i < PTX_OWN_BYTES / 8; i++)
        put(program, "ld.global.u64 %%u, [%%in+%u];\nxor.b64 %%d%u, %%d%u, %%u;\n", 8 * i, i, i);
    for (unsigned i = 0; i < PTX_EACH; i++) {
        put(program, "st.global.u32 [%%out+%u], %%w%u;\nst.global.u64 [%%out+%u], %%d%u;\n",
            4 * word_of(W, i), i, 4 * word_of(D, i), i);
        put(program, "st.global.f32 [%%out+%u], %%f%u;\n", 4 * word_of(F, i), i);
        if (program->has_double)
            put(program, "st.global.f64 [%%out+%u], %%g%u;\n", 4 * word_of(G, i), i);
        put(program, "selp.u32 %%t, 1, 0, %%p%u;\nst.global.u32 [%%out+%u], %%t;\n", i, 4 * word_of(P, i));
    }
    put(program, "ret;\n}\n");
}

void ptx_program_make(struct ptx_program *program, uint64_t seed, const char *target)
{
    *program = (struct ptx_program){.seed = seed,
                                    .state = seed,
                                    .has_double = strcmp(target, "sm_13") >= 0,
                                    .flushes = strcmp(target, "sm_20") < 0,
                                    .has_stack = strcmp(target, "sm_20") >= 0};
    if (seed >= OPERATIONS)
        program->function = make_list(program, (struct place){.in_function = true});
    program->first = make_list(program, (struct place){0});
    put(program, ".version %s\n.target %s\n.address_size 64\n",
        strcmp(target, "sm_50") < 0   ? "3.1"
        : strcmp(target, "sm_60") < 0 ? "4.3"
                                      : "5.0",
        target);
    if (program->function)
        put_functions(program);
    put_kernel(program);
}

/* --- running --- */

static bool passes(const struct ptx_statement *s, const struct ptx_thread *thread)
{
    return s->guard >= PTX_EACH || (thread->reg[P][s->guard] != 0) != s->guard_negated;
}

static void operate(const struct ptx_statement *s, struct ptx_thread *thread)
{
    const char *letters = operations[s->op].classes;
    const uint8_t reg[] = {s->a, s->b, s->c};
    uint64_t operand[3] = {0};

    if (!passes(s, thread))
        return;
    for (unsigned i = 0; i < 3; i++)
        if (letters[1 + i] != '-')
            operand[i] = thread->reg[class_of(letters[1 + i])][reg[i]];
    const enum class class = class_of(letters[0]);
    thread->reg[class][s->d] = bits_of(class, result_of(s->op, operand[0], operand[1], operand[2]));
}

/* How many loops around are left by that. */
static unsigned run_list(const struct ptx_program *program, const struct ptx_statement *list,
                         struct ptx_thread *thread);

static uint32_t mixed(const struct ptx_program *program, uint32_t x, uint32_t y)
{
    struct ptx_thread callee = {.reg = {{x, y}}};

    run_list(program, program->function, &callee);
    return (uint32_t)callee.reg[W][2];
}

static uint32_t nested(const struct ptx_program *program, uint32_t x, uint32_t y, unsigned depth)
{
    const uint32_t z = mixed(program, x, y);

    return depth ? nested(program, z, x, depth - 1) + y : z;
}

static void call(const struct ptx_program *program, const struct ptx_statement *s, struct ptx_thread *thread)
{
    const uint32_t x = (uint32_t)thread->reg[W][s->a], y = (uint32_t)thread->reg[W][s->b];

    thread->reg[W][s->d] =
        way_of(program, s) == NESTED ? nested(program, x, y, NESTED_CALLS) : mixed(program, x, y);
}

static unsigned loop(const struct ptx_program *program, const struct ptx_statement *s,
                     struct ptx_thread *thread)
{
    for (uint64_t left = thread->reg[W][s->a] & 7; left; left--) {
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
    uint64_t *reg = thread->reg[class_of(access->class)];

    if (passes(s, thread))
        reg[s->d] = ptx_access_do(access, thread->own, own_place(s), reg[s->d], reg[s->a]);
}

static unsigned run_one(const struct ptx_program *program, const struct ptx_statement *s,
                        struct ptx_thread *thread)
{
    uint32_t *word = &thread->local[thread->reg[W][s->a] & 7];

    switch ((enum kind)s->kind) {
    case OPERATION: operate(s, thread); break;
    case TWO_WAYS: return run_list(program, passes(s, thread) ? s->then : s->other, thread);
    case LOOP: return loop(program, s, thread);
    case LEAVE: return passes(s, thread) ? s->d : 0;
    case LOCAL_STORE: *word = (uint32_t)thread->reg[W][s->b]; break;
    case LOCAL_LOAD: thread->reg[W][s->d] = *word; break;
    case ACCESS: do_access(s, thread); break;
    case CALL: call(program, s, thread); break;
    case EXCHANGE: abort(); /* is of all threads at once */
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
        shared[i] = thread[i].reg[W][s->a];
    for (unsigned i = 0; i < PTX_THREADS; i++)
        thread[i].reg[W][s->d] = shared[i ^ s->op % PTX_THREADS];
}

/* Numbers of all kinds: any bits, small ones, and floats of ordinary size. */
uint32_t ptx_program_input(const struct ptx_program *program, unsigned thread, unsigned word)
{
    uint64_t state = program->seed * 0x100000 + thread * 64 + word;
    const uint64_t random = splitmix64(&state);
    const uint32_t bits = (uint32_t)(random >> 32);
    const bool is_single = word >= word_of(F, 0) && word < word_of(G, 0);
    const bool is_high = word >= word_of(G, 0) && word < word_of(P, 0) && word % 2;

    if (word >= word_of(P, 0))
        return bits & 1;
    if (is_single && random % 4)
        return (uint32_t)fb((float)(int32_t)bits / 65536);
    if (is_high && random % 4)
        return (bits & 0x800fffff) | (0x3f0 + (bits >> 20 & 31)) << 20;
    return random % 4 == 1 ? bits & 0xff : bits;
}

static uint64_t begins_with(const struct ptx_program *program, unsigned thread, enum class class,
                            unsigned reg)
{
    const unsigned word = word_of(class, reg);
    const uint64_t low = ptx_program_input(program, thread, word);

    return class == D || class == G ? low | (uint64_t)ptx_program_input(program, thread, word + 1) << 32
                                    : low;
}

void ptx_program_run(const struct ptx_program *program, struct ptx_thread thread[PTX_THREADS])
{
    flushes = program->flushes;
    memset(thread, 0, PTX_THREADS * sizeof *thread);
    for (unsigned i = 0; i < PTX_THREADS; i++) {
        for (unsigned class = 0; class < PTX_CLASSES; class ++)
            for (unsigned reg = 0; reg < PTX_EACH; reg++)
                thread[i].reg[class][reg] = begins_with(program, i, (enum class) class, reg);
        for (unsigned word = 0; word < PTX_OWN_BYTES / 4; word++) {
            const uint32_t input = ptx_program_input(program, i, word);
            memcpy(thread[i].own + 4 * word, &input, sizeof input);
        }
    }
    for (const struct ptx_statement *s = program->first; s; s = s->next)
        if (s->kind == EXCHANGE)
            exchange(s, thread);
        else
            for (unsigned i = 0; i < PTX_THREADS; i++)
                run_one(program, s, &thread[i]);
    for (unsigned i = 0; i < PTX_THREADS; i++)
        for (unsigned reg = 0; reg < PTX_OWN_BYTES / 8; reg++) {
            uint64_t own;
            memcpy(&own, thread[i].own + 8 * reg, sizeof own);
            thread[i].reg[D][reg] ^= own;
        }
}

static bool is_same(enum class class, uint64_t a, uint64_t b)
{
    return a == b || (class == F && isnan(f(a)) && isnan(f(b))) || (class == G && isnan(g(a)) && isnan(g(b)));
}

bool ptx_program_is_right(const struct ptx_thread *thread, const uint32_t stored[PTX_WORDS])
{
    for (unsigned class = 0; class < PTX_CLASSES; class ++)
        for (unsigned reg = 0; reg < PTX_EACH; reg++) {
            const uint32_t *word = &stored[word_of((enum class) class, reg)];
            const uint64_t got = class == D || class == G ? word[0] | (uint64_t)word[1] << 32 : word[0];
            if (!is_same((enum class) class, thread->reg[class][reg], got))
                return false;
        }
    return true;
}
