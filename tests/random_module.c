/* SPDX-License-Identifier: MIT */
/* See random_module.h. */
#include "random_module.h"

#include "unit/ops/splitmix.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STEPS 40u /* at most, of a function or in front of a kernel's call */
#define TEXT  (1u << 17)

/* Relocations stand behind all code of a listing. */
static struct text {
    char text[TEXT];
    size_t length;
} text, behind;

__attribute__((format(printf, 2, 3))) static void say_to(struct text *to, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    to->length += (size_t)vsnprintf(to->text + to->length, TEXT - to->length, format, list);
    va_end(list);
    if (to->length >= TEXT)
        abort();
}
#define say(...)        say_to(&text, __VA_ARGS__)
#define say_behind(...) say_to(&behind, __VA_ARGS__)

static unsigned below(uint64_t *state, unsigned count)
{
    return (unsigned)(splitmix64(state) % count);
}

static struct module_steps some_steps(uint64_t *state)
{
    return (struct module_steps){1 + below(state, STEPS), (uint32_t)splitmix64(state) & 0x7fffffff,
                                 (uint32_t)splitmix64(state) & 0x7fffffff};
}

/* Each kind is there. */
void module_plan_make(struct module_plan *plan, uint64_t seed)
{
    static const unsigned most[MODULE_KINDS] = {[MODULE_STORE] = MODULE_FUNCTIONS,
                                                [MODULE_NAME_KERNEL] = MODULE_KERNELS,
                                                [MODULE_MAKE] = MODULE_CLASSES,
                                                [MODULE_CALL_STORED] = 1,
                                                [MODULE_CALL_TABLE] = 1,
                                                [MODULE_CALL_METHOD] = MODULE_METHODS,
                                                [MODULE_CALL_BOTH] = MODULE_FUNCTIONS,
                                                [MODULE_COMPARE] = MODULE_FUNCTIONS,
                                                [MODULE_COMPARE_KERNEL] = MODULE_KERNELS};
    uint64_t random = seed, *const state = &random;

    for (unsigned i = 0; i < MODULE_FUNCTIONS; i++) {
        plan->function[i] = some_steps(state);
        plan->next[i] = i + 1 + below(state, MODULE_FUNCTIONS - i);
        plan->table[i] = below(state, MODULE_FUNCTIONS);
    }
    for (unsigned i = 0; i < MODULE_CLASSES * MODULE_METHODS; i++)
        plan->method[i / MODULE_METHODS][i % MODULE_METHODS] = below(state, MODULE_FUNCTIONS);
    for (unsigned i = 0; i < MODULE_KERNELS; i++) {
        plan->kernel[i] = some_steps(state);
        plan->kind[i] = i < MODULE_KINDS ? i : below(state, MODULE_KINDS);
        plan->named[i] = below(state, most[plan->kind[i]]);
    }
}

uint32_t module_step(const struct module_steps *steps, uint32_t x)
{
    for (unsigned i = 0; i < steps->count; i++)
        x = x * steps->factor + steps->sum;
    return x;
}

uint32_t module_function(const struct module_plan *plan, unsigned function, uint32_t x)
{
    for (; function < MODULE_FUNCTIONS; function = plan->next[function])
        x = module_step(&plan->function[function], x);
    return x;
}

bool module_calls(enum module_kind kind)
{
    return kind >= MODULE_CALL_STORED && kind <= MODULE_CALL_BOTH;
}

static bool names_function(enum module_kind kind)
{
    return kind == MODULE_STORE || kind == MODULE_CALL_BOTH || kind == MODULE_COMPARE;
}

/* "f3", "k2", "class1"; good until the next one. */
static const char *symbol_of(char kind, unsigned number)
{
    static char name[16];

    snprintf(name, sizeof name, "%s%u", kind == 'c' ? "class" : kind == 'k' ? "k" : "f", number);
    return name;
}

/* What a kernel names. */
static const char *name_of(const struct module_plan *plan, unsigned kernel)
{
    const enum module_kind kind = plan->kind[kernel];

    return symbol_of(names_function(kind) ? 'f' : kind == MODULE_MAKE ? 'c' : 'k', plan->named[kernel]);
}

/* --- PTX --- */

static void ptx_steps(const struct module_steps *steps)
{
    for (unsigned i = 0; i < steps->count; i++)
        say("mad.lo.u32 %%x, %%x, %u, %u;\n", steps->factor, steps->sum);
}

static void ptx_tables(const char *name, const unsigned *function, unsigned count)
{
    say(".global .u64 %s[%u] = {", name, count);
    for (unsigned i = 0; i < count; i++)
        say("%sf%u", i ? ", " : "", function[i]);
    say("};\n");
}

static void ptx_call(const char *what, const char *prototype)
{
    say("{ .param .b32 in; .param .b32 out; st.param.b32 [in], %%x;\n"
        "call (out), %s, (in)%s; ld.param.b32 %%x, [out]; }\n",
        what, prototype);
}

static void ptx_kernel(const struct module_plan *plan, unsigned number)
{
    const enum module_kind kind = plan->kind[number];

    say(".visible .entry k%u(.param .u64 p, .param .u32 i, .param .u32 x) {\n"
        ".reg .u64 %%p, %%q, %%a; .reg .u32 %%i, %%x, %%y; .reg .pred %%c;\n"
        "prototype: .callprototype (.param .b32 _) _ (.param .b32 _);\n"
        "ld.param.u64 %%p, [p]; ld.param.u32 %%i, [i]; ld.param.u32 %%x, [x];\n",
        number);
    ptx_steps(&plan->kernel[number]);
    say("mul.wide.u32 %%q, %%i, 8; add.u64 %%q, %%q, %%p;\n");
    if (kind == MODULE_CALL_TABLE || kind == MODULE_CALL_BOTH)
        say("mov.u64 %%a, table; mul.wide.u32 %%q, %%i, 8; add.u64 %%q, %%q, %%a;\n");
    if (kind == MODULE_CALL_METHOD)
        say("ld.global.u64 %%q, [%%p + %d]; add.u64 %%q, %%q, %u;\n", MODULE_OBJECT_AT,
            8 * plan->named[number]);
    if (kind == MODULE_STORE || kind == MODULE_NAME_KERNEL || kind == MODULE_MAKE || kind == MODULE_COMPARE ||
        kind == MODULE_COMPARE_KERNEL)
        say("mov.u64 %%a, %s;\n", name_of(plan, number));
    if (kind == MODULE_STORE || kind == MODULE_NAME_KERNEL)
        say("st.global.u64 [%%q], %%a;\n");
    if (kind == MODULE_MAKE)
        say("st.global.u64 [%%p + %d], %%a;\n", MODULE_OBJECT_AT);
    if (kind == MODULE_COMPARE || kind == MODULE_COMPARE_KERNEL)
        say("ld.global.u64 %%q, [%%q]; setp.eq.u64 %%c, %%q, %%a; selp.u32 %%x, 1, 0, %%c;\n");
    if (kind == MODULE_CALL_BOTH)
        ptx_call(name_of(plan, number), "");
    if (module_calls(kind)) {
        say("ld.global.u64 %%a, [%%q];\n");
        ptx_call("%a", ", prototype");
    }
    say("st.global.u32 [%%p + %d], %%x; ret; }\n", MODULE_RESULT_AT);
}

const char *module_ptx(const struct module_plan *plan, size_t *length)
{
    text.length = 0;
    say(".version 6.0\n.target sm_20\n.address_size 64\n");
    for (unsigned i = 0; i < MODULE_FUNCTIONS; i++)
        say(".func (.param .b32 r) f%u (.param .b32 a);\n", i);
    for (unsigned i = 0; i < MODULE_KERNELS; i++)
        say(".entry k%u(.param .u64 p, .param .u32 i, .param .u32 x);\n", i);
    ptx_tables("table", plan->table, MODULE_FUNCTIONS);
    for (unsigned i = 0; i < MODULE_CLASSES; i++) {
        char name[16];
        snprintf(name, sizeof name, "class%u", i);
        ptx_tables(name, plan->method[i], MODULE_METHODS);
    }
    for (unsigned i = 0; i < MODULE_FUNCTIONS; i++) {
        say(".func (.param .b32 r) f%u (.param .b32 a) {\n.reg .u32 %%x;\nld.param.b32 %%x, [a];\n", i);
        ptx_steps(&plan->function[i]);
        if (plan->next[i] < MODULE_FUNCTIONS)
            ptx_call(symbol_of('f', plan->next[i]), "");
        say("st.param.b32 [r], %%x; ret; }\n");
    }
    for (unsigned i = 0; i < MODULE_KERNELS; i++)
        ptx_kernel(plan, i);
    *length = text.length;
    return text.text;
}

/* --- listings --- */

/* The code that is written, and the place of its next instruction. */
static char owner[16];
static unsigned place;

static void begin(char kind, unsigned number)
{
    snprintf(owner, sizeof owner, "%c%u", kind, number);
    place = 0;
}

static void insn(const char *line)
{
    say("%s\n", line);
    place += 16;
}

static void listed_steps(const struct module_steps *steps)
{
    char line[64];

    for (unsigned i = 0; i < steps->count; i++) {
        snprintf(line, sizeof line, "IMAD R4, R4, 0x%x, RZ", steps->factor);
        insn(line);
        snprintf(line, sizeof line, "IADD3 R4, R4, 0x%x, RZ", steps->sum);
        insn(line);
    }
}

/* Two registers become the address of a symbol, and something more. */
static void listed_address(unsigned reg, const char *symbol, unsigned addend)
{
    static const char *const half[] = {"LO", "HI"};
    char line[32];

    for (unsigned i = 0; i < 2; i++) {
        say_behind(".relocate .text.%s %u R_CUDA_ABS32_%s_32 %s %u\n", owner, place, half[i], symbol, addend);
        snprintf(line, sizeof line, "MOV R%u, 0x0", reg + i);
        insn(line);
    }
}

static void listed_call(void)
{
    listed_address(20, owner, place + 3 * 16);
    insn("CALL.ABS.NOINC R6");
}

/* A function that calls another one keeps where it returns to in registers that those behind it do not use,
 * beyond those of the kernels. */
static void listed_function(const struct module_plan *plan, unsigned number)
{
    const unsigned kept = 24 + 2 * number;
    const bool calls = plan->next[number] < MODULE_FUNCTIONS;
    char line[32];

    begin('f', number);
    say("\n.function f%u\n.registers %u\n.code\n", number, kept + 2);
    listed_steps(&plan->function[number]);
    for (unsigned i = 0; calls && i < 2; i++) {
        snprintf(line, sizeof line, "MOV R%u, R%u", kept + i, 20 + i);
        insn(line);
    }
    if (calls) {
        listed_address(6, symbol_of('f', plan->next[number]), 0);
        listed_call();
    }
    for (unsigned i = 0; calls && i < 2; i++) {
        snprintf(line, sizeof line, "MOV R%u, R%u", 20 + i, kept + i);
        insn(line);
    }
    say("RET.ABS.NODEC R20 0x0\n.end\n");
}

static void listed_kernel(const struct module_plan *plan, unsigned number, bool sys)
{
    const enum module_kind kind = plan->kind[number];
    const char *load = sys ? "LDG.E.64.SYS" : "LDG.E.64", *store = sys ? ".SYS" : "";
    char line[64];

    begin('k', number);
    say("\n.kernel k%u\n.registers 24\n.param_base 352\n.param_bytes 16\n.param 2 12 4 126976\n"
        ".param 1 8 4 126976\n.param 0 0 8 126976\n.code\n",
        number);
    insn("MOV R2, c[0x0][0x160]");
    insn("MOV R3, c[0x0][0x164]");
    insn("MOV R8, c[0x0][0x168]");
    insn("MOV R4, c[0x0][0x16c]");
    listed_steps(&plan->kernel[number]);
    if (kind == MODULE_CALL_TABLE || kind == MODULE_CALL_BOTH) {
        listed_address(12, "table", 0);
        insn("IMAD.WIDE.U32 R10, R8, 0x8, R12");
    } else if (kind == MODULE_CALL_METHOD) {
        snprintf(line, sizeof line, "%s R10, [R2+0x%x]", load, MODULE_OBJECT_AT);
        insn(line);
    } else
        insn("IMAD.WIDE.U32 R10, R8, 0x8, R2");
    if (!module_calls(kind))
        listed_address(12, name_of(plan, number), 0);
    if (kind == MODULE_STORE || kind == MODULE_NAME_KERNEL || kind == MODULE_MAKE) {
        snprintf(line, sizeof line, "STG.E.64%s [R%u+0x%x], R12", store, kind == MODULE_MAKE ? 2 : 10,
                 kind == MODULE_MAKE ? MODULE_OBJECT_AT : 0);
        insn(line);
    }
    if (kind == MODULE_CALL_BOTH) {
        listed_address(6, name_of(plan, number), 0);
        listed_call();
    }
    snprintf(line, sizeof line, "%s R6, [R10+0x%x]", load,
             kind == MODULE_CALL_METHOD ? 8 * plan->named[number] : 0);
    insn(line);
    if (module_calls(kind))
        listed_call();
    if (kind == MODULE_COMPARE || kind == MODULE_COMPARE_KERNEL) {
        insn("ISETP.EQ.U32.AND P0, PT, R6, R12, PT");
        insn("ISETP.EQ.U32.AND P0, PT, R7, R13, P0");
        insn("MOV R5, 0x1");
        insn("SEL R4, R5, RZ, P0");
    }
    snprintf(line, sizeof line, "STG.E%s [R2+0x%x], R4", store, MODULE_RESULT_AT);
    insn(line);
    insn("EXIT");
    say(".end\n");
}

static void listed_table(const char *name, unsigned at, const unsigned *function, unsigned count)
{
    say_behind(".symbol %s .nv.global.init 1 1 0 %u %u\n", name, at, 8 * count);
    for (unsigned i = 0; i < count; i++)
        say_behind(".relocate .nv.global.init %u R_CUDA_64 f%u\n", at + 8 * i, function[i]);
}

const char *module_listing(const struct module_plan *plan, const char *target)
{
    const bool sys = strcmp(target, "sm_80") < 0;

    text.length = behind.length = 0;
    say(".target %s\n.container elf64\n", target);
    for (unsigned i = 0; i < MODULE_FUNCTIONS; i++)
        listed_function(plan, i);
    for (unsigned i = 0; i < MODULE_KERNELS; i++)
        listed_kernel(plan, i, sys);
    say(".section .nv.global.init 1 3 8 0 %d\n", 8 * (MODULE_FUNCTIONS + MODULE_CLASSES * MODULE_METHODS));
    for (unsigned i = 0; i < MODULE_FUNCTIONS + MODULE_CLASSES * MODULE_METHODS; i++)
        say(".u32 0x0, 0x0\n");
    listed_table("table", 0, plan->table, MODULE_FUNCTIONS);
    for (unsigned i = 0; i < MODULE_CLASSES; i++) {
        char name[16];
        snprintf(name, sizeof name, "class%u", i);
        listed_table(name, 8 * (MODULE_FUNCTIONS + i * MODULE_METHODS), plan->method[i], MODULE_METHODS);
    }
    say("%s", behind.text);
    return text.text;
}
