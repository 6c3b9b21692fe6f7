/* SPDX-License-Identifier: MIT */
/* See symbolic.h.  Which number of the text the field is shows when the instruction is printed twice, with
 * two values in the field.  So nothing here depends on an instruction. */
#include "listing/symbolic.h"

#include "listing/write.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PROBE 0x40 /* a value that all fields hold, and that is aligned for all */

bool hw_symbolic_own_address(const struct hw_module *module, const struct hw_kernel *kernel,
                             const struct hw_reloc *reloc, uint64_t *address)
{
    const struct hw_reloc_kind *kind = hw_reloc_kind(reloc->type);
    const struct hw_symbol *symbol = hw_module_find_symbol(module, reloc->symbol);

    if (!kind || !kind->bits || !symbol || !symbol->section || !hw_is_code_of(symbol->section, kernel) ||
        !reloc->explicit_addend)
        return false;
    *address = symbol->value + (uint64_t)reloc->addend;
    return true;
}

/* ---------------------------------------------------------------- where the field is in the text */

/* The instruction with `value` in the relocation's field. */
static bool make_variant(const struct hw_code_lines *lines, const struct hw_code_line *line,
                         const struct hw_insn *insn, const struct hw_reloc_kind *kind, uint64_t value,
                         struct hw_insn *variant)
{
    uint8_t word[16] = {0};

    if (line->address + insn->bytes > lines->kernel->code_bytes)
        return false;
    memcpy(word, lines->kernel->code + line->address, insn->bytes);
    hw_reloc_put(kind, word, value);
    if (hw_decode(lines->target, word, insn->bytes, variant) != HW_OK || !variant->form)
        return false;
    variant->control = insn->control;
    hw_encode(variant);
    return true;
}

/* In two texts that differ in one number: where it begins, and how long it is in the first, where it may also
 * be a register of zeros, or absent: behind a `+` or a blank. */
static bool find_number(const char *one, const char *other, size_t *begin, size_t *length)
{
    size_t first = 0, a = strlen(one), b = strlen(other);

    while (one[first] && one[first] == other[first])
        first++;
    while (a > first && b > first && one[a - 1] == other[b - 1])
        a--, b--;
    if (a == first && b == first)
        return false;
    *begin = first;
    *length = 0;
    if (other[first] == '+' || (other[first] == ' ' && a == first)) /* zero is not shown */
        return true;
    while (first && (isalnum((unsigned char)one[first - 1])))
        first--;
    while (isalnum((unsigned char)one[a]))
        a++;
    *begin = first;
    *length = a - first;
    return true;
}

/* A constant is named with its bank: `c[0x0][0x0]` and `c[0x0][R0`, which the text begins at `begin`, give
 * way from the bank on. */
static void take_bank(const char *text, size_t *begin, size_t *length, const char **kept, size_t *kept_length)
{
    const char *open = text + *begin;

    while (open > text && *open != '[')
        open--;
    if (open - text < 6 || open[-1] != ']')
        return;
    const char *bank = open - 1;
    while (bank > text && *bank != '[')
        bank--;
    if (bank == text || bank[-1] != 'c')
        return;
    *kept = open + 1; /* the register, if any, between the bracket and the number */
    *kept_length = (size_t)(text + *begin - *kept);
    *length += *begin - (size_t)(bank + 1 - text);
    *begin = (size_t)(bank + 1 - text);
}

/* ---------------------------------------------------------------- the operand */

static bool is_unified(const struct hw_reloc_kind *kind)
{
    return !strncmp(kind->name, "UNIFIED", 7);
}

/* How nvdisasm writes a variable in that table was never seen. */
static bool is_unified_variable(const struct hw_module *module, const struct hw_reloc *reloc)
{
    const struct hw_symbol *symbol = hw_module_find_symbol(module, reloc->symbol);

    return is_unified(hw_reloc_kind(reloc->type)) && symbol && symbol->type != HW_SYMBOL_FUNCTION;
}

/* A function's number in a table in place of its address: what nvdisasm writes around its name. */
static const char *table_of(const struct hw_reloc_kind *kind)
{
    if (kind->value == HW_RELOC_FUNCTION)
        return HW_SYMBOLIC_DESCRIPTOR;
    return is_unified(kind) ? HW_SYMBOLIC_UNIFIED : NULL;
}

static void put_operand(struct hw_buffer *out, const struct hw_code_lines *lines,
                        const struct hw_reloc *reloc, uint64_t addend)
{
    const struct hw_reloc_kind *kind = hw_reloc_kind(reloc->type);
    const char *half = kind->shift == 32 ? "32@hi(" : strstr(kind->name, "_LO_") ? "32@lo(" : "`(";
    const char *table = table_of(kind);
    uint64_t address;

    hw_buffer_printf(out, "%s%s%s", half, table ? table : "", addend ? "(" : "");
    hw_write_name(out, reloc->symbol);
    if (addend && hw_symbolic_own_address(lines->module, lines->kernel, reloc, &address) &&
        address == addend && hw_code_line_at(lines, address))
        hw_buffer_printf(out, " + " HW_LABEL_PREFIX "%04" PRIx64 "@srel", addend);
    else if (addend)
        hw_buffer_printf(out, " + %s0x%" PRIx64, (int64_t)addend < 0 ? "-" : "",
                         (int64_t)addend < 0 ? 0 - addend : addend);
    hw_buffer_printf(out, "%s%s)", addend ? ")" : "", table ? ")" : "");
}

/* Whether the reader makes the same instruction of the text, whose operand it replaces. */
static bool comes_back(const struct hw_code_lines *lines, const struct hw_code_line *line,
                       enum hw_syntax syntax, const char *text, const struct hw_insn *expected)
{
    char replaced[HW_TEXT_MAX + HW_SYMBOLIC_ROOM];
    struct hw_insn again;
    size_t length;

    if (!hw_symbolic_replace(text, text + strlen(text), replaced, &length) ||
        hw_parse(lines->target, syntax, replaced, line->address, &again, NULL) != HW_OK)
        return false;
    again.control = expected->control; /* its schedule is no part of the text */
    hw_encode(&again);
    return again.bytes == expected->bytes && again.word[0] == expected->word[0] &&
           again.word[1] == expected->word[1];
}

/* The field's content, as a relocation of this kind adds it. */
static bool field_addend(const struct hw_code_lines *lines, const struct hw_reloc *reloc, uint64_t *addend)
{
    const struct hw_reloc_kind *kind = hw_reloc_kind(reloc->type);

    if (reloc->offset + kind->bytes > lines->kernel->code_bytes)
        return false;
    const uint64_t field = hw_reloc_get(kind, lines->kernel->code + reloc->offset);
    *addend = reloc->explicit_addend ? (uint64_t)reloc->addend : field;
    return !reloc->explicit_addend || !field;
}

static bool build(const struct hw_code_lines *lines, const struct hw_code_line *line,
                  const struct hw_insn *insn, enum hw_syntax syntax, const struct hw_reloc *reloc,
                  struct hw_buffer *out)
{
    const struct hw_reloc_kind *kind = hw_reloc_kind(reloc->type);
    char zero[HW_TEXT_MAX], probe[HW_TEXT_MAX];
    const char *kept = "";
    struct hw_insn empty, other;
    size_t begin, length, kept_length = 0;
    uint64_t addend;

    if (kind->value == HW_RELOC_RELATIVE && !strcmp(reloc->symbol, lines->kernel->name))
        return false; /* the reader takes a kernel's own name for its first address */
    if (is_unified_variable(lines->module, reloc))
        return false;
    if (!field_addend(lines, reloc, &addend) || !make_variant(lines, line, insn, kind, 0, &empty) ||
        !make_variant(lines, line, insn, kind, (uint64_t)PROBE << kind->shift, &other))
        return false;
    hw_print(&empty, syntax, line->address, zero, sizeof zero);
    hw_print(&other, syntax, line->address, probe, sizeof probe);
    if (!find_number(zero, probe, &begin, &length))
        return false;
    const bool is_added = probe[begin] == '+', is_behind = probe[begin] == ' ';
    take_bank(zero, &begin, &length, &kept, &kept_length);
    hw_buffer_printf(out, "%.*s%.*s%s", (int)begin, zero, (int)kept_length, kept,
                     is_added    ? "+"
                     : is_behind ? " "
                                 : "");
    put_operand(out, lines, reloc, addend);
    hw_buffer_add(out, zero + begin + length, strlen(zero + begin + length) + 1);
    return !out->failed && out->length <= HW_TEXT_MAX &&
           comes_back(lines, line, syntax, (const char *)out->bytes, &empty);
}

bool hw_symbolic_print(const struct hw_code_lines *lines, const struct hw_code_line *line,
                       const struct hw_insn *insn, enum hw_syntax syntax, char *text)
{
    const struct hw_reloc *reloc = line->labelled && insn->form && syntax == HW_SYNTAX_NV
                                       ? hw_operand_reloc(lines->module, lines->kernel, line->address)
                                       : NULL;
    struct hw_buffer out = {NULL, 0, 0, false};
    const bool found = reloc && build(lines, line, insn, syntax, reloc, &out);

    if (found)
        memcpy(text, out.bytes, out.length);
    free(out.bytes);
    return found;
}
