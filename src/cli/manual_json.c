/* SPDX-License-Identifier: MIT */
/* This writer prints the manual as JSON, one object a form. */
#include "cli/isa_form.h"
#include "isa/register_groups.h"
#include "cli/json.h"
#include "cli/manual.h"
#include "cli/word_text.h"

#include <stdio.h>
#include <string.h>

static void json_fields(struct json_object *json, const struct hw_form *form)
{
    struct json_object *fields = hw_json_list(json, "fields");
    for (unsigned i = 0; i < hw_form_field_count(form); i++) {
        struct isa_field field = isa_form_field(form, i);
        char letter[2] = {field.letter, '\0'};
        struct json_object *object = hw_json_object(fields, NULL);
        hw_json_text(object, "letter", letter);
        hw_json_text(object, "name", field.name);
        hw_json_text(object, "bits", field.where);
    }
}

static void json_legal(struct json_object *json, const struct hw_manual *manual, const struct hw_form *form)
{
    struct json_object *chips = hw_json_object(json, "chips");
    for (unsigned chip = 0; hw_isa_chip(manual->isa, chip); chip++) {
        char programs[32] = "";
        for (unsigned program = 0; program < HW_PROGRAM_COUNT; program++)
            if (hw_form_legal(form, chip, program)) {
                strcat(programs, programs[0] ? " " : "");
                strcat(programs, hw_program_name(program));
            }
        if (programs[0])
            hw_json_text(chips, hw_isa_chip(manual->isa, chip), programs);
    }
}

static void json_example(struct json_object *json, const struct hw_form *form)
{
    struct hw_insn example;
    struct hw_semantics view;
    char text[HW_TEXT_MAX], word[HW_WORD_TEXT];
    isa_form_example(form, &example);
    hw_print(&example, HW_SYNTAX_NV, 0, text, sizeof text);
    hw_word_text(&example, "0x", word);
    hw_json_text(json, "example", text);
    hw_json_text(json, "encoding", word);
    hw_grouped_semantics(&example, &view);
    struct json_object *operands = hw_json_list(json, "operands");
    for (unsigned i = 0; i < view.operand_count; i++) {
        isa_form_operand(&view.operand[i], text, sizeof text);
        hw_json_text(operands, NULL, text);
    }
}

static void json_form(struct json_object *list, const struct hw_manual *manual, const struct hw_form *form)
{
    struct json_object *json = hw_json_object(list, NULL);
    const struct hw_operation_info *op = hw_operation_info(hw_form_op(form));
    hw_json_text(json, "name", hw_form_name(form));
    hw_json_text(json, "mnemonic", hw_form_mnemonic(form));
    hw_json_text(json, "summary", hw_form_summary(form));
    hw_json_text(json, "unit", hw_form_unit(form));
    hw_json_text(json, "operation", op->name);
    hw_json_text(json, "operation_operands", op->operands);
    hw_json_text(json, "operation_does", op->summary);
    hw_json_text(json, "picture", hw_form_picture(form));
    json_fields(json, form);
    json_example(json, form);
    hw_json_text(json, "writes_condition_code", isa_form_condition(form));
    json_legal(json, manual, form);
}

void hw_manual_json(const struct hw_manual *manual)
{
    struct json_object *list = hw_json_list(NULL, NULL);
    const struct hw_form *form;
    for (unsigned index = 0; (form = hw_manual_next(manual, &index));)
        json_form(list, manual, form);
    hw_json_print(list, stdout);
}
