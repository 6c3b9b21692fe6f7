/* SPDX-License-Identifier: MIT */
/* This file finds an instruction set by its name and answers questions about its forms (encodings). */
#include "isa/isas.h"
#include "isa/tables.h"

#include "target_name.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct hw_isa *const hw_isas[HW_ISA_COUNT] = {
    [HW_ISA_TESLA] = &hw_isa_tesla,   [HW_ISA_FERMI] = &hw_isa_fermi,
    [HW_ISA_KEPLER] = &hw_isa_kepler, [HW_ISA_MAXWELL] = &hw_isa_maxwell,
    [HW_ISA_VOLTA] = &hw_isa_volta,   [HW_ISA_BLACKWELL] = &hw_isa_blackwell};
static const char *const program_names[HW_PROGRAM_COUNT] = {"cp", "vp", "gp", "fp", "tcp", "tep"};

const struct hw_isa *hw_isa_at(unsigned index)
{
    return index < HW_ISA_COUNT ? hw_isas[index] : NULL;
}

const char *hw_isa_name(const struct hw_isa *isa)
{
    return isa->name;
}

const char *hw_isa_chip(const struct hw_isa *isa, unsigned index)
{
    return index < isa->chip_count ? isa->chip[index] : NULL;
}

unsigned hw_isa_unit(const struct hw_isa *isa)
{
    return isa->min_bytes;
}

const struct hw_form *hw_isa_form(const struct hw_isa *isa, unsigned index)
{
    return index < isa->form_count ? &isa->form[index] : NULL;
}

static bool find_in(const struct hw_isa *isa, const char *name, struct hw_target *target)
{
    for (unsigned i = 0; i < isa->chip_count; i++)
        if (!strcmp(isa->chip[i], name)) {
            *target = (struct hw_target){isa, (uint8_t)i, HW_PROGRAM_CP};
            return true;
        }
    for (unsigned i = 0; i < isa->alias_count; i++)
        if (!strcmp(isa->alias[i].name, name)) {
            *target = (struct hw_target){isa, isa->alias[i].chip, HW_PROGRAM_CP};
            return true;
        }
    return false;
}

static bool find_target(const char *name, struct hw_target *target)
{
    for (unsigned n = 0; n < HW_ISA_COUNT; n++)
        if (find_in(hw_isas[n], name, target))
            return true;
    return false;
}

/* The compute capabilities that there are, in one line and in their order; with the chips it would be a
 * page. */
static void list_capabilities(char *text, size_t size)
{
    struct hw_target target;
    size_t at = 0;
    text[0] = '\0';
    for (unsigned capability = 10; capability < HW_CAPABILITIES && at < size; capability++) {
        char name[8];
        snprintf(name, sizeof name, "sm_%u", capability);
        if (find_target(name, &target))
            at += (size_t)snprintf(text + at, size - at, "%s%s", at ? " " : "", name);
    }
}

/* The newest compute capability that there is. */
static unsigned newest(void)
{
    struct hw_target target;
    char name[8];
    unsigned capability = HW_CAPABILITIES - 1;

    do
        snprintf(name, sizeof name, "sm_%u", capability);
    while (!find_target(name, &target) && --capability > 10);
    return capability;
}

/* The targets of the compute capability whose number stands in a name: plain, accelerated, of a family. */
static bool list_of_number(const char *name, char *text, size_t size)
{
    const unsigned long capability = strtoul(name + strcspn(name, "0123456789"), NULL, 10);
    struct hw_target target;
    size_t at = 0;

    for (unsigned s = 0; s < HW_TARGET_SUFFIXES && capability < HW_CAPABILITIES; s++) {
        char one[16];
        snprintf(one, sizeof one, "sm_%lu%s", capability, hw_target_suffix_text((enum hw_target_suffix)s));
        if (find_target(one, &target))
            at += (size_t)snprintf(text + at, size - at, "%s%s", at ? " or " : "", one);
    }
    return at > 0;
}

hw_status hw_target_find(const char *name, struct hw_target *target, struct hw_error *error)
{
    if (find_target(name, target))
        return HW_OK;
    if (!error) /* many names are tried to find the capabilities that there are */
        return HW_ERR_NOT_FOUND;
    const unsigned last = newest();
    if (strncmp(name, "sm_", 3) == 0 && strtoul(name + 3, NULL, 10) > last)
        return hw_fail(error, HW_ERR_NOT_FOUND, "isa",
                       "'%.40s' is no target that is known; the newest is sm_%u", name, last);
    char names[384];
    if (list_of_number(name, names, sizeof names))
        return hw_fail(error, HW_ERR_NOT_FOUND, "isa", "'%.40s' is no target; did you mean %s?", name, names);
    list_capabilities(names, sizeof(names));
    return hw_fail(error, HW_ERR_NOT_FOUND, "isa",
                   "'%.40s' is no target; there are: %s, and chips by name, as gf100", name, names);
}

enum hw_syntax hw_target_syntax(const struct hw_target *target)
{
    return target->isa->chip_old >> target->chip & 1 ? HW_SYNTAX_NV42 : HW_SYNTAX_NV;
}

/* Whether forms have texts in decuda's language; a table of mnemonics without any has one empty slot. */
static bool speaks_decuda(const struct hw_isa *isa)
{
    return isa->mnemonic_slots[HW_TEXT_DECUDA] > 1;
}

hw_status hw_target_check_syntax(const struct hw_target *target, enum hw_syntax syntax,
                                 struct hw_error *error)
{
    if (syntax != HW_SYNTAX_DECUDA || speaks_decuda(target->isa))
        return HW_OK;
    return hw_fail(error, HW_ERR_NOT_FOUND, "isa",
                   "decuda's language is for sm_10 to sm_13; for %s there are nv, nv-4.2 and nv-4.0",
                   target->isa->chip[target->chip]);
}

hw_status hw_program_find(const char *name, uint8_t *program, struct hw_error *error)
{
    for (unsigned i = 0; i < HW_PROGRAM_COUNT; i++)
        if (!strcmp(program_names[i], name)) {
            *program = (uint8_t)i;
            return HW_OK;
        }
    return hw_fail(error, HW_ERR_NOT_FOUND, "isa",
                   "'%.40s' is no program type; there are: cp vp gp fp tcp tep", name);
}

const char *hw_program_name(unsigned program)
{
    return program < HW_PROGRAM_COUNT ? program_names[program] : "?";
}

bool hw_isa_has_program(const struct hw_isa *isa, unsigned program)
{
    return program < HW_PROGRAM_COUNT && isa->tree[program].node;
}

const char *hw_form_name(const struct hw_form *form)
{
    return hw_form_text(form, form->name);
}
const char *hw_form_mnemonic(const struct hw_form *form)
{
    return hw_form_text(form, form->mnemonic);
}
unsigned hw_form_bytes(const struct hw_form *form)
{
    return form->bytes;
}
const char *hw_form_picture(const struct hw_form *form)
{
    return hw_form_text(form, form->picture);
}
const char *hw_form_summary(const struct hw_form *form)
{
    return hw_form_text(form, form->summary);
}
unsigned hw_form_op(const struct hw_form *form)
{
    return form->op;
}
unsigned hw_form_field_count(const struct hw_form *form)
{
    return form->field_count;
}

bool hw_form_legal(const struct hw_form *form, unsigned chip, unsigned program)
{
    return (form->chips >> chip & 1) && (form->programs >> program & 1);
}

const char *hw_form_field_name(const struct hw_form *form, unsigned field)
{
    return field < form->field_count ? hw_field_text(form, field) : NULL;
}

unsigned hw_form_field_bits(const struct hw_form *form, unsigned field)
{
    return field < form->field_count ? hw_form_fields(form)[field].bits : 0;
}

void hw_form_fixed(const struct hw_form *form, uint64_t mask[2], uint64_t value[2])
{
    memcpy(mask, form->fixed.mask, sizeof(form->fixed.mask));
    memcpy(value, form->fixed.value, sizeof(form->fixed.value));
}
