/* SPDX-License-Identifier: MIT */
/* Prints one machine instruction: see asm_insn_printer.h. */
#include "compiler/codegen/asm_insn_printer.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "decimal.h"

struct writer {
    char *at, *end;
    bool is_short;    /* of room */
    bool refuses;     /* this operand slot takes no immediate */
    const char *line; /* of the template */
    const struct hw_mir_reg *reg;
};

static void append_text(struct writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void append_text(struct writer *w, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    const int length = vsnprintf(w->at, (size_t)(w->end - w->at), format, list);
    va_end(list);
    if (length < 0 || length >= w->end - w->at)
        w->is_short = true;
    else
        w->at += length;
}

static void print_register(struct writer *w, const struct hw_mir_operand *operand, unsigned word)
{
    static const struct hw_mir_reg examples[] = {{.file = HW_MIR_FILE_GENERAL, .phys = 4},
                                                 {.file = HW_MIR_FILE_PREDICATES, .phys = 1}};
    const struct hw_mir_reg *reg = w->reg ? &w->reg[operand->reg] : &examples[operand->bank];

    append_text(w, "%c%u", reg->file == HW_MIR_FILE_GENERAL ? 'R' : 'P',
                reg->phys + word + (operand->kind == HW_MIR_OPERAND_PART ? (unsigned)operand->value : 0));
}

static void print_decimal(struct writer *w, const char *format, double value)
{
    char text[64];

    if (isinf(value)) {
        append_text(w, "%cINF", value < 0 ? '-' : '+');
        return;
    }
    hw_decimal_write(text, sizeof text, format, value);
    append_text(w, "%s", text);
}

static void print_float(struct writer *w, uint32_t bits)
{
    float value;

    memcpy(&value, &bits, sizeof value);
    print_decimal(w, "%.9g", value);
}

static void print_double(struct writer *w, uint64_t bits)
{
    double value;

    memcpy(&value, &bits, sizeof value);
    print_decimal(w, "%.17g", value);
}

/* --- numbers ---------------------------------------------------------------------------------------- */

static bool line_has(const struct writer *w, const char *modifier)
{
    const char *found = strstr(w->line, modifier);

    return found && found < w->line + strcspn(w->line, "\n");
}

/* A word that is subtracted, in an instruction that adds.  What it adds is not always minus the word: a chip
 * subtracts a register by adding its complement and a carry of one, so a - 0 carries where a + 0 does not,
 * and of a high word it adds the complement only.  Saturation takes in the sign of the least number. */
static void print_subtracted(struct writer *w, uint32_t word, bool is_signed)
{
    const uint32_t least = (uint32_t)1 << 31;

    if (line_has(w, ".X"))
        word = ~word;
    else if (line_has(w, ".CC") && !word) {
        append_text(w, "-RZ");
        return;
    } else {
        w->refuses |= line_has(w, ".SAT") && word == least;
        word = 0 - word;
    }
    const bool negative = is_signed && word > least;
    append_text(w, "%s0x%" PRIx32, negative ? "-" : "", negative ? 0 - word : word);
}

/* A number of 32 bits; `negate`: a minus stands before it in the template. */
static void print_immediate(struct writer *w, const struct hw_mir_operand *operand, unsigned word,
                            bool negate)
{
    const uint64_t sign = operand->bank == HW_IMMEDIATE_DOUBLE ? (uint64_t)1 << 63 : (uint64_t)1 << 31;
    const uint64_t bits = (uint64_t)operand->value;
    const uint32_t low = (uint32_t)(bits >> 32 * word);

    if (operand->bank == HW_IMMEDIATE_FLOAT)
        print_float(w, (uint32_t)(negate ? bits ^ sign : bits));
    else if (operand->bank == HW_IMMEDIATE_FLOAT_BITS)
        append_text(w, "0x%" PRIx32, (uint32_t)(negate ? bits ^ sign : bits));
    else if (operand->bank == HW_IMMEDIATE_DOUBLE)
        print_double(w, negate ? bits ^ sign : bits);
    else if (negate)
        print_subtracted(w, low, operand->bank == HW_IMMEDIATE_SIGNED);
    else if (operand->bank == HW_IMMEDIATE_SIGNED && low > INT32_MAX)
        append_text(w, "-0x%" PRIx32, 0 - low);
    else
        append_text(w, "0x%" PRIx32, low);
}

/* --- operands ---------------------------------------------------------------------------------------- */

static void print_operand(struct writer *w, const struct hw_mir_operand *operand, unsigned word)
{
    switch (operand->kind) {
    case HW_MIR_OPERAND_REG:
    case HW_MIR_OPERAND_PART: print_register(w, operand, word); break;
    case HW_MIR_OPERAND_CONSTANT:
        append_text(w, "c[0x%x][0x%" PRIx64 "]", operand->bank, (uint64_t)operand->value + 4 * word);
        break;
    case HW_MIR_OPERAND_CELL:
        append_text(w, "%s[0x%" PRIx64 "]", operand->text, (uint64_t)operand->value / 4 + word);
        break;
    case HW_MIR_OPERAND_BLOCK: append_text(w, "b%" PRId64, operand->value); break;
    case HW_MIR_OPERAND_FIXED: append_text(w, "%s", operand->text); break;
    default: break;
    }
}

static bool is_predicate(const struct hw_mir_operand *operand)
{
    return operand->kind == HW_MIR_OPERAND_FIXED ? operand->text[0] == 'P'
                                                 : operand->bank == HW_MIR_FILE_PREDICATES;
}

/* A sign before an operand slot of the template is combined with the operand's own. */
static void print_signed(struct writer *w, const struct hw_mir_operand *operand, unsigned word, char sign)
{
    const bool negative = operand->neg != (sign == '-');

    if (operand->kind == HW_MIR_OPERAND_IMMEDIATE) {
        w->refuses |= operand->inv || operand->abs || (sign && sign != '-');
        print_immediate(w, operand, word, negative);
        return;
    }
    if (negative)
        append_text(w, "-");
    if (operand->inv != (sign == '!' || sign == '~'))
        append_text(w, "%c", is_predicate(operand) ? '!' : '~');
    if (operand->abs)
        append_text(w, "|");
    print_operand(w, operand, word);
    if (operand->abs)
        append_text(w, "|");
}

static unsigned number_of(char digit)
{
    return digit >= 'a' ? 10u + (unsigned)(digit - 'a') : (unsigned)(digit - '0');
}

static const char *print_operand_reference(struct writer *w, const struct hw_mir_insn *insn,
                                           const char *template, char sign)
{
    const struct hw_mir_operand *operand = &insn->operand[number_of(template[1])];
    unsigned word = 0;

    w->refuses |= operand->kind == HW_MIR_OPERAND_IMMEDIATE && template > w->line && template[-1] == '|';
    for (template += 2; *template == '\''; template ++)
        word++;
    print_signed(w, operand, word, sign);
    return template;
}

static void print_guard(struct writer *w, const struct hw_mir_operand *guard)
{
    if (guard->kind == HW_MIR_OPERAND_NONE)
        return;
    append_text(w, guard->inv ? "@!" : "@");
    print_operand(w, guard, 0);
    append_text(w, " ");
}

bool hw_codegen_print_insn(const struct hw_mir_insn *insn, const struct hw_mir_reg *reg, char *text,
                           size_t size)
{
    struct writer w = {.at = text, .end = text + size, .line = insn->template, .reg = reg};

    *text = '\0';
    print_guard(&w, &insn->guard);
    for (const char *template = insn->template; *template && !w.is_short;) {
        const char sign = strchr("-!~", *template) && template[1] == '%' ? *template ++ : 0;
        if (*template == '%') {
            template = print_operand_reference(&w, insn, template, sign);
            continue;
        }
        append_text(&w, "%c", *template);
        if (*template ++ == '\n') {
            w.line = template;
            print_guard(&w, &insn->guard);
        }
    }
    return !w.is_short && !w.refuses;
}
