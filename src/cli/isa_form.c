/* SPDX-License-Identifier: MIT */
/* This file describes a form, worked out without knowledge of the instruction set: from the bit pattern of
 * its row, the names of its fields, and an example's text and meaning. */
#include "cli/isa_form.h"

#include <stdio.h>
#include <string.h>

/* Append the runs of set bits in `mask` (bit numbers of the picture, as an array) to `where`. */
static void put_runs(const bool *set, unsigned width, char *where, size_t size)
{
    size_t used = 0;
    where[0] = '\0';
    for (unsigned bit = width; bit-- > 0;) {
        if (!set[bit])
            continue;
        unsigned low = bit;
        while (low > 0 && set[low - 1])
            low--;
        const char *comma = used ? ", " : "";
        int added = low == bit ? snprintf(where + used, size - used, "%s%u", comma, bit)
                               : snprintf(where + used, size - used, "%s%u:%u", comma, bit, low);
        used += (size_t)added;
        if (used >= size)
            return;
        bit = low;
    }
}

static void find_bits(const struct hw_form *form, char letter, char *where, size_t size)
{
    const char *picture = hw_form_picture(form);
    unsigned width = (unsigned)strlen(picture);
    bool set[128] = {false};
    for (unsigned i = 0; i < width; i++)
        set[width - 1 - i] = picture[i] == letter;
    put_runs(set, width, where, size);
}

void isa_form_bits(const struct hw_form *form, char mark, char where[ISA_FORM_RANGES * 4])
{
    find_bits(form, mark, where, ISA_FORM_RANGES * 4);
}

struct isa_field isa_form_field(const struct hw_form *form, unsigned index)
{
    const char *picture = hw_form_picture(form);
    unsigned seen = 0;
    const char *at = picture;
    for (; *at; at++)
        if (!strchr("01-+?=", *at) && !memchr(picture, *at, (size_t)(at - picture)) && seen++ == index)
            break;
    struct isa_field field = {
        .letter = *at, .name = hw_form_field_name(form, index), .bits = hw_form_field_bits(form, index)};
    find_bits(form, *at, field.where, sizeof field.where);
    return field;
}

/* ---------------------------------------------------------------- the example */

/* What a field holds in an example.  Multiples of four are first registers of pairs and quads too. */
static uint64_t example_value(const char *name)
{
    static const struct {
        const char *name;
        uint64_t value;
    } values[] = {
        {"dst", 4},     {"src1", 8}, {"src2", 12}, {"src3", 16},  {"literal", 0x10}, {"offset", 4},
        {"target", 16}, {"bank", 1}, {"test", 15}, {"lanes", 15}, {"mask", 15},
    };
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        if (!strcmp(values[i].name, name))
            return values[i].value;
    return 0;
}

static const struct hw_isa *isa_of(const struct hw_form *form)
{
    const struct hw_isa *isa;
    const struct hw_form *other;
    for (unsigned i = 0; (isa = hw_isa_at(i)); i++)
        for (unsigned r = 0; (other = hw_isa_form(isa, r)); r++)
            if (other == form)
                return isa;
    return NULL;
}

/* The first chip and program type that have the form; every form has one. */
static struct hw_target target_of(const struct hw_form *form)
{
    struct hw_target target = {.isa = isa_of(form)};
    while (!hw_form_legal(form, target.chip, target.program)) {
        target.program = (uint8_t)((target.program + 1) % HW_PROGRAM_COUNT);
        target.chip = (uint8_t)(target.chip + (target.program == 0));
    }
    return target;
}

/* Whether the fields make an instruction of this form whose text needs no note. */
static bool is_plain(const struct hw_target *target, struct hw_insn *insn)
{
    struct hw_insn again;
    uint8_t code[16];
    char text[HW_TEXT_MAX];
    hw_encode(insn);
    hw_insn_store(insn, code);
    hw_print(insn, HW_SYNTAX_NV, 0, text, sizeof text);
    return !hw_decode(target, code, insn->bytes, &again) && again.form == insn->form && !strstr(text, " # ");
}

void isa_form_example(const struct hw_form *form, struct hw_insn *insn)
{
    struct hw_target target = target_of(form);
    *insn = (struct hw_insn){.form = form};
    /* Some forms exclude a 0. */
    for (unsigned i = 0; i < hw_form_field_count(form) && !is_plain(&target, insn); i++) {
        uint64_t before = insn->field[i];
        insn->field[i] = 1;
        if (!is_plain(&target, insn))
            insn->field[i] = before;
    }
    for (unsigned i = 0; i < hw_form_field_count(form); i++) {
        unsigned bits = hw_form_field_bits(form, i);
        uint64_t before = insn->field[i];
        bool plain = is_plain(&target, insn);
        insn->field[i] = example_value(hw_form_field_name(form, i));
        /* Keep a value only where it fits and does no harm: some forms want a field at 0. */
        if ((bits < 64 && insn->field[i] >> bits) || (!is_plain(&target, insn) && plain))
            insn->field[i] = before;
    }
    hw_encode(insn);
}

/* ---------------------------------------------------------------- operands and flags */

static void register_words(const struct hw_operand *operand, char *text, size_t size)
{
    const char *uniform = operand->kind == HW_OPERAND_UREG ? "uniform " : "";

    if (operand->bytes == 2)
        snprintf(text, size, "half register");
    else if (operand->bytes < 8)
        snprintf(text, size, "%sregister", uniform);
    else if (operand->bytes == 8)
        snprintf(text, size, "%sregister pair", uniform);
    else
        snprintf(text, size, "%u %sregisters", operand->bytes / 4u, uniform);
}

void isa_form_operand(const struct hw_operand *operand, char *text, size_t size)
{
    static const char *const words[] = {
        [HW_OPERAND_NONE] = "nothing",
        [HW_OPERAND_COND] = "condition code register",
        [HW_OPERAND_PRED] = "predicate",
        [HW_OPERAND_ADDR] = "address register",
        [HW_OPERAND_SREG] = "special register",
        [HW_OPERAND_OUT] = "output register",
        [HW_OPERAND_DISCARD] = "nothing",
        [HW_OPERAND_IMM] = "literal",
        [HW_OPERAND_CONST] = "constant memory",
        [HW_OPERAND_SHARED] = "shared memory",
        [HW_OPERAND_LOCAL] = "local memory",
        [HW_OPERAND_GLOBAL] = "global memory",
        [HW_OPERAND_ATTR] = "attributes",
        [HW_OPERAND_PRIM] = "primitive's attributes",
        [HW_OPERAND_VARYING] = "interpolated input",
        [HW_OPERAND_CODE] = "code address",
        [HW_OPERAND_BARRIER] = "barrier",
        [HW_OPERAND_TEXTURE] = "texture",
        [HW_OPERAND_SAMPLER] = "sampler",
        [HW_OPERAND_GENERIC] = "generic memory",
        [HW_OPERAND_SURFACE] = "surface coordinates",
        [HW_OPERAND_UPRED] = "uniform predicate",
        [HW_OPERAND_BREG] = "convergence barrier",
        [HW_OPERAND_TENSOR] = "tensor memory",
    };
    bool memory = (operand->kind >= HW_OPERAND_CONST && operand->kind <= HW_OPERAND_VARYING) ||
                  operand->kind == HW_OPERAND_GENERIC;
    if (operand->kind == HW_OPERAND_REG || operand->kind == HW_OPERAND_UREG)
        register_words(operand, text, size);
    else if (memory)
        snprintf(text, size, "%u bits of %s", 8u * operand->bytes, words[operand->kind]);
    else
        snprintf(text, size, "%s", words[operand->kind]);
}

const char *isa_form_condition(const struct hw_form *form)
{
    struct hw_insn insn = {.form = form};
    struct hw_semantics view;
    hw_insn_semantics(&insn, &view);
    if (view.cond_out >= 0)
        return "always";
    for (unsigned i = 0; i < hw_form_field_count(form); i++) {
        insn.field[i] = 1;
        hw_insn_semantics(&insn, &view);
        if (view.cond_out >= 0)
            return "on request";
        insn.field[i] = 0;
    }
    return "no";
}
