/* SPDX-License-Identifier: MIT */
/* Expands pseudo-instructions: see expand_pseudos.h.
 *
 * A template whose result may share a register with a source is not split: between its instructions both
 * would be live and would need different registers.  So only a template with a one-word result, or one that
 * reads all wider sources late (early clobber), is split.  Each write of a scratch register but the last gets
 * a virtual register of its own, which other instructions need not wait for; the last may be a result, too.
 */
#include "compiler/codegen/expand_pseudos.h"

#include <string.h>

/* Instructions that work on words, and write the first operand only. */
static const char *const simple[] = {"XMAD", "IADD", "ISUB", "IMUL", "IMAD", "ISCADD", "MOV",
                                     "SHL",  "SHR",  "LOP",  "BFE",  "BFI",  "SEL"};

struct line_split {
    struct hw_mir_function *function;
    struct hw_mir_block *block;
    struct hw_mir_insn *insn;
    uint32_t own[HW_MIR_OPERANDS]; /* of operands written beside the first: the register now */
};

static bool is_simple(const char *line)
{
    for (unsigned i = 0; i < sizeof simple / sizeof simple[0]; i++)
        if (strncmp(line, simple[i], strlen(simple[i])) == 0)
            return true;
    return false;
}

static bool are_simple(const char *template)
{
    for (const char *line = template; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (!is_simple(line))
            return false;
    }
    return true;
}

static bool may_split(const struct hw_mir_function *function, const struct hw_mir_insn *insn)
{
    if (!insn->template || !strchr(insn->template, '\n') || insn->has_side_effects || !insn->written ||
        insn->guard.kind != HW_MIR_OPERAND_NONE || !are_simple(insn->template))
        return false;
    for (unsigned i = 1; i < insn->written; i++)
        if (insn->operand[i].kind != HW_MIR_OPERAND_REG || function->reg[insn->operand[i].reg].words != 1)
            return false;
    for (unsigned i = insn->written; i < insn->operands; i++) /* of an address, each line has its own word */
        if (insn->operand[i].kind == HW_MIR_OPERAND_IMMEDIATE && insn->operand[i].text)
            return false;
    const struct hw_mir_operand *to = &insn->operand[0];
    if (to->kind != HW_MIR_OPERAND_REG || function->reg[to->reg].words == 1)
        return hw_mir_is_reg(to);
    for (unsigned i = insn->written; i < insn->operands; i++)
        if (hw_mir_is_reg(&insn->operand[i]) && function->reg[insn->operand[i].reg].words > 1 &&
            !(insn->early_clobber >> i & 1))
            return false;
    return true;
}

/* The operand that a slot of the template stands for, and its word; *length: of the slot. */
static struct hw_mir_operand operand_at(const struct line_split *split, const char *reference, size_t *length,
                                        unsigned *which)
{
    *which = (unsigned)(reference[1] >= 'a' ? reference[1] - 'a' + 10 : reference[1] - '0');
    struct hw_mir_operand operand = split->insn->operand[*which];
    size_t word = 0;

    while (reference[2 + word] == '\'')
        word++;
    *length = 2;
    if (!hw_mir_is_reg(&operand))
        return operand;
    *length += word;
    if (*which && *which < split->insn->written && split->own[*which])
        operand.reg = split->own[*which];
    if (operand.kind == HW_MIR_OPERAND_PART)
        operand.value += (int64_t)word;
    else if (split->function->reg[operand.reg].words > 1) {
        operand.kind = HW_MIR_OPERAND_PART;
        operand.value = (int64_t)word;
    }
    return operand;
}

/* Whether one of the lines from here on writes an operand. */
static bool is_written_again(const char *line, unsigned which)
{
    for (line = strchr(line, '\n'); line; line = strchr(line + 1, '\n')) {
        const char *to = strchr(line, ' ');
        if (to && to[1] == '%' && to[2] == (char)(which < 10 ? '0' + which : 'a' + which - 10))
            return true;
    }
    return false;
}

static void emit_line(struct line_split *split, const char *line, size_t length)
{
    struct hw_mir_insn made = {.line = split->insn->line, .file = split->insn->file};
    char *template = hw_arena_alloc(split->function->arena, length + 1);
    unsigned own = 0;
    size_t at = 0;

    for (size_t i = 0; i < length;) {
        if (line[i] != '%') {
            template[at++] = line[i++];
            continue;
        }
        size_t reference;
        unsigned which;
        struct hw_mir_operand operand = operand_at(split, line + i, &reference, &which);
        if (!made.operands &&
            !memchr(line, ',', i)) { /* the first operand of the line is the one it writes */
            made.written = 1;
            if (which) {
                own = which;
                operand.reg = is_written_again(line, which)
                                  ? hw_mir_reg(split->function, HW_MIR_FILE_GENERAL, 1)
                                  : split->insn->operand[which].reg;
            }
        }
        template[at++] = '%';
        template[at++] = (char)('0' + made.operands);
        made.operand[made.operands++] = operand;
        i += reference;
    }
    made.template = template;
    hw_mir_insn(split->function, split->block, split->insn, &made);
    if (own)
        split->own[own] = made.operand[0].reg;
}

static void split_insn(struct line_split *split)
{
    const struct hw_mir_operand *to = &split->insn->operand[0];

    if (to->kind == HW_MIR_OPERAND_REG && split->function->reg[to->reg].words > 1) {
        const struct hw_mir_insn begin = {.template = "", .operands = 1, .written = 1, .operand = {*to}};
        hw_mir_insn(split->function, split->block, split->insn, &begin);
    }
    memset(split->own, 0, sizeof split->own);
    for (const char *line = split->insn->template; *line;) {
        const size_t length = strcspn(line, "\n");
        emit_line(split, line, length);
        line += length + (line[length] != '\0');
    }
    hw_mir_remove(split->block, split->insn);
}

void hw_codegen_expand_pseudos(struct hw_mir_function *function)
{
    struct line_split split = {.function = function};

    for (uint32_t i = 0; i < function->block_count; i++) {
        split.block = function->block[i];
        for (struct hw_mir_insn *insn = split.block->first, *next; insn; insn = next) {
            next = insn->next;
            split.insn = insn;
            if (may_split(function, insn))
                split_insn(&split);
        }
    }
}
