/* SPDX-License-Identifier: MIT */
/* This file disassembles a kernel's code to lines: the offsets of its instructions, and labels for branch
 * targets. */
#include "listing/symbolic.h"
#include "module/nv_info.h"

#include <halfwarp/effects.h>
#include <halfwarp/sched.h>

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool add_line(struct hw_code_lines *lines, const struct hw_code_line *line)
{
    if (!hw_module_grow(&lines->list, lines->count, sizeof(*line)))
        return false;
    lines->list[lines->count++] = *line;
    return true;
}

/* Decode at an address; what is cut off or misaligned becomes a single word without a form. */
static bool decode_at(const struct hw_code_lines *lines, uint32_t address, struct hw_insn *insn)
{
    const struct hw_kernel *kernel = lines->kernel;
    size_t at = address;
    if (hw_decode_code(lines->target, kernel->code, hw_code_whole(lines->target, kernel->code_bytes), &at,
                       insn) == HW_OK)
        return insn->bytes == hw_insn_length(lines->target, kernel->code[at]);
    insn->form = NULL;
    insn->bytes = 4;
    insn->control = HW_NO_CONTROL;
    insn->word[0] = hw_get32(kernel->code + address);
    insn->word[1] = 0;
    return false;
}

void hw_code_line_insn(const struct hw_code_lines *lines, const struct hw_code_line *line,
                       struct hw_insn *insn)
{
    decode_at(lines, line->address, insn);
    if (line->raw)
        insn->form = NULL;
}

/* The code address that an instruction names. */
static uint32_t target_of(const struct hw_insn *insn, uint32_t address)
{
    uint64_t target;
    return hw_insn_target(insn, address, &target) && target < HW_NO_TARGET ? (uint32_t)target : HW_NO_TARGET;
}

/* ---------------------------------------------------------------- labels */

static struct hw_code_line *find_line(const struct hw_code_lines *lines, uint64_t address)
{
    size_t low = 0, high = lines->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (lines->list[middle].address < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low < lines->count && lines->list[low].address == address ? &lines->list[low] : NULL;
}

const struct hw_code_line *hw_code_line_at(const struct hw_code_lines *lines, uint64_t address)
{
    return find_line(lines, address);
}

/* The line that a jump to an address reaches: a control word is passed over. */
static struct hw_code_line *find_target(const struct hw_code_lines *lines, uint32_t target)
{
    if (target == HW_NO_TARGET)
        return NULL;
    struct hw_code_line *line = find_line(lines, target);
    return line ? line : find_line(lines, hw_code_next_offset(lines->target, target));
}

static void mark(const struct hw_code_lines *lines, uint64_t address, bool entered)
{
    struct hw_code_line *line = find_line(lines, address);
    if (!line)
        return;
    line->labelled = true;
    line->entered |= entered;
}

static void mark_records(const struct hw_code_lines *lines)
{
    const struct hw_nv_infos *infos = &lines->kernel->infos;
    for (size_t i = 0; i < infos->count; i++)
        for (size_t word = 0; infos->list[i].data && word < infos->list[i].value / 4u; word++)
            if (hw_nv_info_word(&infos->list[i], word) == HW_WORD_CODE)
                mark(lines, hw_get32(infos->list[i].data + 4 * word),
                     infos->list[i].attribute == HW_ATTRIBUTE_BRANCH_TARGETS);
    for (size_t i = 0; i < lines->module->reloc_count; i++) {
        const struct hw_reloc *reloc = &lines->module->relocs[i];
        uint64_t address;
        if (!hw_is_code_of(reloc->section, lines->kernel))
            continue;
        mark(lines, reloc->offset, false);
        if (hw_symbolic_own_address(lines->module, lines->kernel, reloc, &address))
            mark(lines, address, true);
    }
}

/* Whether a name is read as a label. */
static bool is_label(const char *name)
{
    if (isdigit((unsigned char)*name))
        return false;
    while (isalnum((unsigned char)*name) || (*name && strchr("_.$", *name)))
        name++;
    return !*name;
}

static void mark_functions(const struct hw_code_lines *lines)
{
    for (size_t i = 0; i < lines->module->symbol_count; i++) {
        const struct hw_symbol *symbol = lines->module->symbols[i];
        if (symbol->type != HW_SYMBOL_FUNCTION || !symbol->section || !symbol->value ||
            !hw_is_code_of(symbol->section, lines->kernel) || !is_label(symbol->name))
            continue;
        struct hw_code_line *line = find_line(lines, symbol->value);
        if (!line)
            line = find_line(lines, hw_code_next_offset(lines->target, (size_t)symbol->value));
        if (line && !line->function)
            line->function = symbol->name;
    }
}

static void mark_targets(const struct hw_code_lines *lines)
{
    for (size_t i = 0; i < lines->count; i++) {
        struct hw_code_line *target = find_target(lines, lines->list[i].target);
        if (target)
            target->labelled = target->entered = true;
    }
    mark_records(lines);
    mark_functions(lines);
    uint32_t count = 0;
    for (size_t i = 0; i < lines->count; i++)
        if (lines->list[i].labelled)
            lines->list[i].label = count++;
}

/* ---------------------------------------------------------------- lines */

hw_status hw_code_lines_read(const struct hw_target *target, const struct hw_module *module,
                             const struct hw_kernel *kernel, struct hw_code_lines *lines,
                             struct hw_error *error)
{
    *lines = (struct hw_code_lines){.module = module, .kernel = kernel, .target = target};
    size_t whole = hw_code_whole(target, kernel->code_bytes);
    for (size_t at = 0; at + 4 <= kernel->code_bytes;) {
        struct hw_insn insn;
        if (at < whole && hw_code_is_control(target, kernel->code, at))
            at = hw_code_next_offset(target, at);
        struct hw_code_line line = {.address = (uint32_t)at};
        line.raw = !decode_at(lines, line.address, &insn);
        line.target = line.raw ? HW_NO_TARGET : target_of(&insn, line.address);
        if (!add_line(lines, &line)) {
            free(lines->list);
            lines->list = NULL;
            lines->count = 0;
            return hw_module_no_memory(error);
        }
        at += insn.bytes;
    }
    mark_targets(lines);
    return HW_OK;
}

/* Replace the last `number` before the notes by `label`; the text has room for HW_TEXT_MAX characters. */
static void put_label(char *text, const char *number, const char *label)
{
    char *notes = strstr(text, " # "), *found = NULL;
    for (char *s = strstr(text, number); s && (!notes || s < notes); s = strstr(s + 1, number))
        found = s;
    size_t old = strlen(number), new = strlen(label), rest = found ? strlen(found + old) : 0;
    if (!found || strlen(text) + new >= HW_TEXT_MAX)
        return;
    memmove(found + new, found + old, rest + 1);
    memcpy(found, label, new);
}

/* Whether a call, or a return by a distance, names the address that the code begins with. */
static bool names_beginning(const struct hw_code_line *line, const struct hw_insn *insn)
{
    struct hw_semantics view;
    bool found = false;

    if (!insn->form)
        return false;
    hw_insn_semantics(insn, &view);
    const unsigned flow = hw_operation_info(view.op)->flow;
    const bool enters =
        flow == HW_FLOW_CALL || flow == HW_FLOW_RETURN || view.op == HW_OP_CALLP || view.op == HW_OP_RETP;
    for (unsigned i = 0; i < view.operand_count; i++)
        found |= view.operand[i].kind == HW_OPERAND_CODE && view.operand[i].flags & HW_OPERAND_RELATIVE &&
                 !(view.operand[i].offset + line->address + insn->bytes);
    return enters && found;
}

void hw_code_line_print(const struct hw_code_lines *lines, const struct hw_code_line *line,
                        const struct hw_insn *insn, enum hw_syntax syntax, const char *prefix, char *text)
{
    if (lines->symbolic && hw_symbolic_print(lines, line, insn, syntax, text))
        return;
    hw_print(insn, syntax, lines->base + line->address, text, HW_TEXT_MAX);
    char number[24], label[HW_TEXT_MAX];
    const char *name = lines->kernel->name;
    if (syntax == HW_SYNTAX_NV && is_label(name) && names_beginning(line, insn)) {
        snprintf(number, sizeof(number), "0x%llx", (unsigned long long)lines->base);
        snprintf(label, sizeof(label), "`(%s)", name);
        put_label(text, number, label);
        return;
    }
    const struct hw_code_line *target = find_target(lines, line->target);
    if (!target)
        return;
    bool exact = line->target != hw_code_entry(lines->target, target->address);
    snprintf(number, sizeof(number), "0x%llx", (unsigned long long)(lines->base + line->target));
    if (syntax == HW_SYNTAX_DECUDA)
        snprintf(label, sizeof(label), "%.16s%u", prefix, target->label);
    else if (target->function && !exact && syntax == HW_SYNTAX_NV)
        snprintf(label, sizeof(label), "`(%s)", target->function);
    else
        snprintf(label, sizeof(label), "%.16s%04llx%s", prefix,
                 (unsigned long long)(lines->base + target->address), exact ? HW_LABEL_EXACT : "");
    put_label(text, number, label);
}

/* The word at c[bank][offset], from the kernel's own constants. */
static bool constant_word(const struct hw_kernel *kernel, unsigned bank, int64_t offset, unsigned bytes,
                          uint32_t *value)
{
    for (size_t i = 0; i < kernel->const_count; i++) {
        const struct hw_const *c = kernel->consts[i];
        if (c->bank != bank || !c->data || offset < c->offset ||
            offset + bytes > (int64_t)c->offset + c->bytes)
            continue;
        *value = 0;
        for (unsigned b = 0; b < bytes; b++)
            *value |= (uint32_t)c->data[offset - c->offset + b] << (8 * b);
        return true;
    }
    return false;
}

bool hw_code_constants(const struct hw_kernel *kernel, const struct hw_insn *insn, char *text, size_t size)
{
    struct hw_semantics view;
    size_t at = 0;
    if (!insn->form)
        return false;
    hw_insn_semantics(insn, &view);
    for (unsigned i = 0; i < view.operand_count; i++) {
        const struct hw_operand *operand = &view.operand[i];
        uint32_t value;
        if (operand->kind != HW_OPERAND_CONST || operand->base_kind != HW_BASE_NONE || operand->bytes > 4 ||
            !constant_word(kernel, operand->space, operand->offset, operand->bytes, &value))
            continue;
        int n = snprintf(text + at, size - at, "%sc%u[0x%llx] = 0x%0*x", at ? ", " : "", operand->space,
                         (unsigned long long)operand->offset, operand->bytes * 2, value);
        if (n < 0 || (size_t)n >= size - at)
            break;
        at += (size_t)n;
    }
    return at > 0;
}
