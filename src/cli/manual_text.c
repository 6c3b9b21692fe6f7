/* SPDX-License-Identifier: MIT */
/* This writer prints the manual as text: instructions by the unit that executes them, and all about the forms
 * of one. */
#include "cli/isa_form.h"
#include "isa/register_groups.h"
#include "cli/manual.h"

#include <stdio.h>
#include <string.h>

/* ---------------------------------------------------------------- the list of instructions */

/* Whether an earlier wanted form has the same mnemonic (or, with `unit`, the same unit). */
static bool seen_before(const struct hw_manual *manual, const struct hw_form *form, bool unit)
{
    const struct hw_form *other;
    for (unsigned index = 0; (other = hw_manual_next(manual, &index)) && other != form;)
        if (!strcmp(unit ? hw_form_unit(other) : hw_form_mnemonic(other),
                    unit ? hw_form_unit(form) : hw_form_mnemonic(form)))
            return true;
    return false;
}

static unsigned count_forms(const struct hw_manual *manual, const char *mnemonic)
{
    unsigned count = 0;
    const struct hw_form *form;
    for (unsigned index = 0; (form = hw_manual_next(manual, &index));)
        count += !strcmp(hw_form_mnemonic(form), mnemonic);
    return count;
}

static void list_unit(const struct hw_manual *manual, const char *unit)
{
    const struct hw_form *form;
    printf("unit %-7s forms\n", unit);
    for (unsigned index = 0; (form = hw_manual_next(manual, &index));)
        if (!strcmp(hw_form_unit(form), unit) && !seen_before(manual, form, false))
            printf("  %-10s %6u  %s\n", hw_form_mnemonic(form), count_forms(manual, hw_form_mnemonic(form)),
                   hw_form_summary(form));
    putchar('\n');
}

void hw_manual_list(const struct hw_manual *manual)
{
    const struct hw_form *form;
    for (unsigned index = 0; (form = hw_manual_next(manual, &index));)
        if (!seen_before(manual, form, true))
            list_unit(manual, hw_form_unit(form));
    printf("`halfwarp isa OPCODE` shows the forms of one.\n");
}

/* ---------------------------------------------------------------- one form as text */

/* 32 bits a line, in bytes, under the numbers of the bits that the bytes begin with. */
static void draw_picture(const char *picture)
{
    unsigned width = (unsigned)strlen(picture);
    for (unsigned top = width; top >= 32; top -= 32) {
        const char *at = picture + (width - top);
        printf("    bit %-9u%-9u%-9u%u\n        ", top - 1, top - 9, top - 17, top - 25);
        for (unsigned byte = 0; byte < 4; byte++)
            printf("%.8s%s", at + 8 * byte, byte < 3 ? " " : "\n");
    }
}

static void put_legend(const struct hw_form *form)
{
    static const struct {
        char mark;
        const char *text;
    } marks[] = {{'-', "ignored, assembled as 0"},
                 {'+', "ignored, assembled as 1"},
                 {'?', "unknown, 0 in compiled code"}};
    for (unsigned i = 0; i < hw_form_field_count(form); i++) {
        struct isa_field field = isa_form_field(form, i);
        bool last = i % 3 == 2 || i + 1 == hw_form_field_count(form);
        printf("    %c  %-9s %-*s%s", field.letter, field.name, last ? 0 : 14, field.where, last ? "\n" : "");
    }
    for (unsigned i = 0; i < 3; i++) {
        char where[ISA_FORM_RANGES * 4];
        isa_form_bits(form, marks[i].mark, where);
        if (where[0])
            printf("    %c  %s: bits %s\n", marks[i].mark, marks[i].text, where);
    }
}

static void put_where_legal(const struct hw_manual *manual, const struct hw_form *form)
{
    printf("    on");
    for (unsigned chip = 0; hw_isa_chip(manual->isa, chip); chip++)
        for (unsigned program = 0; program < HW_PROGRAM_COUNT; program++)
            if (hw_form_legal(form, chip, program)) {
                printf(" %s", hw_isa_chip(manual->isa, chip));
                break;
            }
    printf("; in");
    for (unsigned program = 0; program < HW_PROGRAM_COUNT; program++)
        for (unsigned chip = 0; hw_isa_chip(manual->isa, chip); chip++)
            if (hw_form_legal(form, chip, program)) {
                printf(" %s", hw_program_name(program));
                break;
            }
    printf("; condition code written: %s\n", isa_form_condition(form));
}

static void put_operands(const struct hw_insn *example)
{
    struct hw_semantics view;
    hw_grouped_semantics(example, &view);
    if (!view.operand_count)
        return;
    printf("    operands: ");
    for (unsigned i = 0; i < view.operand_count; i++) {
        char text[64];
        isa_form_operand(&view.operand[i], text, sizeof text);
        printf("%s%s", i ? ", " : "", text);
    }
    putchar('\n');
}

static void show_form(const struct hw_manual *manual, const struct hw_form *form)
{
    struct hw_insn example;
    char text[HW_TEXT_MAX];
    isa_form_example(form, &example);
    hw_print(&example, HW_SYNTAX_NV, 0, text, sizeof text);
    printf("  %s   (%s)\n", text, hw_form_name(form));
    draw_picture(hw_form_picture(form));
    put_legend(form);
    put_operands(&example);
    put_where_legal(manual, form);
    putchar('\n');
}

void hw_manual_forms(const struct hw_manual *manual)
{
    const struct hw_form *form;
    const char *summary = "";
    for (unsigned index = 0; (form = hw_manual_next(manual, &index));) {
        if (strcmp(summary, hw_form_summary(form))) {
            summary = hw_form_summary(form);
            printf("%s: %s (unit %s)\n", hw_form_mnemonic(form), summary, hw_form_unit(form));
            const struct hw_operation_info *op = hw_operation_info(hw_form_op(form));
            printf("  %s%s%s: %s\n\n", op->name, *op->operands ? " " : "", op->operands, op->summary);
        }
        show_form(manual, form);
    }
}
