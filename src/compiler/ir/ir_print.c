/* SPDX-License-Identifier: MIT */
/* Prints the IR: see ir_print.h.  Modifiers of an instruction that are 0 are not printed. */
#include "compiler/ir/ir_print.h"

#include <inttypes.h>

static const char *const types[] = {
    [HW_TYPE_U8] = "u8",     [HW_TYPE_S8] = "s8",       [HW_TYPE_U16] = "u16", [HW_TYPE_S16] = "s16",
    [HW_TYPE_U24] = "u24",   [HW_TYPE_S24] = "s24",     [HW_TYPE_U32] = "u32", [HW_TYPE_S32] = "s32",
    [HW_TYPE_U64] = "u64",   [HW_TYPE_S64] = "s64",     [HW_TYPE_F16] = "f16", [HW_TYPE_F32] = "f32",
    [HW_TYPE_F64] = "f64",   [HW_TYPE_B16] = "b16",     [HW_TYPE_B32] = "b32", [HW_TYPE_B64] = "b64",
    [HW_TYPE_B128] = "b128", [HW_TYPE_F16X2] = "f16x2",
};
static const char *const spaces[HW_IR_SPACE_COUNT] = {"", ".global", ".shared", ".local", ".const", ".param"};
static const char *const caches[] = {"", ".ca", ".cg", ".cs", ".lu", ".cv", ".wb", ".wt", ".nc"};
static const char *const rounds[] = {"", ".rm", ".rp", ".rz"};

static void print_value(const struct hw_ir_value *value, FILE *to)
{
    const struct hw_ir_insn *from = value->from;

    switch (from->op) {
    case HW_IR_CONSTANT: fprintf(to, "#%#" PRIx64, from->how.bits); return;
    case HW_IR_UNDEFINED: fputs("undefined", to); return;
    case HW_IR_VARIABLE: fprintf(to, "$%" PRIu32, from->how.number); return;
    case HW_IR_SYMBOL: fprintf(to, "@%s%+" PRId64, from->how.symbol->name, (int64_t)from->how.bits); return;
    default: fprintf(to, "%%%" PRIu32, value->number);
    }
}

static void print_how(const struct hw_ir_modifiers *how, FILE *to)
{
    const struct {
        bool is;
        const char *text;
    } flags[] = {
        {how->ftz, ".ftz"},
        {how->sat, ".sat"},
        {how->nan, ".nan"},
        {how->full, ".full"},
        {how->approximate, ".approx"},
        {how->integral, ".integral"},
        {how->wrap, ".wrap"},
        {how->loose, ".loose"},
        {how->is_volatile, ".volatile"},
    };

    fputs(spaces[how->space], to);
    fputs(caches[how->cache], to);
    fputs(rounds[how->round], to);
    for (unsigned i = 0; i < sizeof flags / sizeof *flags; i++)
        if (flags[i].is)
            fputs(flags[i].text, to);
    if (how->cmp)
        fprintf(to, ".%s%s%s%s", how->cmp & 1 ? "l" : "", how->cmp & 2 ? "e" : "", how->cmp & 4 ? "g" : "",
                how->cmp & 8 ? "u" : "");
    if (how->type)
        fprintf(to, ".%s", types[how->type]);
    if (how->from)
        fprintf(to, ".%s", types[how->from]);
    if (how->number)
        fprintf(to, " %" PRIu32, how->number);
    if (how->symbol)
        fprintf(to, " @%s", how->symbol->name);
    if (how->bits)
        fprintf(to, " %+" PRId64, (int64_t)how->bits);
}

void hw_ir_print_insn(const struct hw_ir_insn *insn, FILE *to)
{
    fputc('\t', to);
    for (uint32_t i = 0; i < insn->results; i++) {
        fprintf(to, "%s%%%" PRIu32 ":%s", i ? ", " : "", insn->result[i].number,
                hw_ir_kind_name((enum hw_ir_kind)insn->result[i].kind));
        if (insn->result[i].variable)
            fprintf(to, "=$%" PRIu32, insn->result[i].variable);
    }
    fprintf(to, "%s%s", insn->results ? " = " : "", hw_ir_op_name((enum hw_ir_op)insn->op));
    print_how(&insn->how, to);
    for (uint32_t i = 0; i < insn->operands; i++) {
        fputs(i ? ", " : " ", to);
        print_value(insn->operand[i].value, to);
    }
    if (hw_ir_op_is((enum hw_ir_op)insn->op) & HW_IR_IS_END)
        for (uint32_t i = 0; i < insn->block->to_count; i++)
            fprintf(to, "%sb%" PRIu32, i || insn->operands ? ", " : " ", insn->block->to[i]->number);
    fputc('\n', to);
}

void hw_ir_print(const struct hw_ir_function *function, FILE *to)
{
    fprintf(to, "function %s\n", function->name);
    for (uint32_t i = 0; i < function->block_count; i++) {
        const struct hw_ir_block *block = function->block[i];
        fprintf(to, "b%" PRIu32 ":", block->number);
        for (uint32_t k = 0; k < block->from_count; k++)
            fprintf(to, "%sb%" PRIu32, k ? ", " : "\t\t\t// from ", block->from[k]->number);
        fputc('\n', to);
        for (const struct hw_ir_insn *insn = block->first; insn; insn = insn->next)
            hw_ir_print_insn(insn, to);
    }
}
