/* The manual as JSON, one object a form. */
#include "cli/isa_form.h"
#include "cli/json.h"
#include "cli/manual.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void json_fields(struct json_object *json, const struct hw_row *row)
{
    struct json_object *fields = hw_json_list(json, "fields");
    for (unsigned i = 0; i < hw_row_field_count(row); i++) {
        struct isa_field field = isa_form_field(row, i);
        char letter[2] = {field.letter, '\0'};
        struct json_object *object = hw_json_object(fields, NULL);
        hw_json_text(object, "letter", letter);
        hw_json_text(object, "name", field.name);
        hw_json_text(object, "bits", field.where);
    }
}

static void json_legal(struct json_object *json, const struct hw_manual *manual, const struct hw_row *row)
{
    struct json_object *chips = hw_json_object(json, "chips");
    for (unsigned chip = 0; hw_isa_chip(manual->isa, chip); chip++) {
        char programs[32] = "";
        for (unsigned program = 0; program < HW_PROGRAM_COUNT; program++)
            if (hw_row_legal(row, chip, program)) {
                strcat(programs, programs[0] ? " " : "");
                strcat(programs, hw_program_name(program));
            }
        if (programs[0])
            hw_json_text(chips, hw_isa_chip(manual->isa, chip), programs);
    }
}

static void json_example(struct json_object *json, const struct hw_row *row)
{
    struct hw_insn example;
    struct hw_view view;
    char text[HW_TEXT_MAX], word[40];
    isa_form_example(row, &example);
    hw_print(&example, HW_SYNTAX_NV, 0, text, sizeof text);
    int length = example.bytes > 8 ? snprintf(word, sizeof word, "%016" PRIx64, example.word[1]) : 0;
    snprintf(word + length, sizeof word - (size_t)length, "%0*" PRIx64,
             example.bytes > 8 ? 16 : 2 * example.bytes, example.word[0]);
    hw_json_text(json, "example", text);
    hw_json_text(json, "encoding", word);
    hw_insn_view(&example, &view);
    struct json_object *operands = hw_json_list(json, "operands");
    for (unsigned i = 0; i < view.operand_count; i++) {
        isa_form_operand(&view.operand[i], text, sizeof text);
        hw_json_text(operands, NULL, text);
    }
}

static void json_form(struct json_object *list, const struct hw_manual *manual, const struct hw_row *row)
{
    struct json_object *json = hw_json_object(list, NULL);
    hw_json_text(json, "name", hw_row_name(row));
    hw_json_text(json, "mnemonic", hw_row_mnemonic(row));
    hw_json_text(json, "summary", hw_row_summary(row));
    hw_json_text(json, "unit", hw_row_unit(row));
    hw_json_text(json, "operation", hw_op_name(hw_row_op(row)));
    hw_json_text(json, "operation_operands", hw_op_operands(hw_row_op(row)));
    hw_json_text(json, "operation_does", hw_op_summary(hw_row_op(row)));
    hw_json_text(json, "picture", hw_row_picture(row));
    json_fields(json, row);
    json_example(json, row);
    hw_json_text(json, "writes_condition_code", isa_form_condition(row));
    json_legal(json, manual, row);
}

void hw_manual_json(const struct hw_manual *manual)
{
    struct json_object *list = hw_json_list(NULL, NULL);
    const struct hw_row *row;
    for (unsigned index = 0; (row = hw_manual_next(manual, &index));)
        json_form(list, manual, row);
    hw_json_print(list, stdout);
}
