/* halfwarp isa: the reference manual, written from the rows of the instruction sets. */
/* summary: the instruction reference: forms, bit pictures, operands, what they do */
#include "cli/cli.h"
#include "cli/isa_form.h"
#include "cli/json.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static const char help[] =
    "usage: halfwarp isa [--isa NAME] [--type cp|vp|gp|fp] [--json] [OPCODE]\n"
    "\n"
    "Without an opcode, list the instructions by the unit that executes them.  With one, show every form of "
    "it:\n"
    "its bits, the fields in them, an example, its operands and what it does.\n"
    "\n"
    "  --isa NAME   only what this chip or compute capability has, as in g200 or sm_10, or all of an\n"
    "               instruction set, as in tesla (the default is the oldest)\n"
    "  --type TYPE  only what programs of this type may use: compute, vertex, geometry, fragment\n"
    "  --json       the same as JSON, one object a form\n"
    "\n"
    "  halfwarp isa --isa sm_10\n"
    "  halfwarp isa IMAD\n"
    "  halfwarp isa --isa sm_13 --type cp --json GATOM\n";

/* What is asked for. */
struct query {
    const struct hw_isa *isa;
    const char *opcode; /* NULL: all */
    int chip, program;  /* -1: any */
};

static bool wanted(const struct query *query, const struct hw_row *row)
{
    if (query->opcode && strcasecmp(query->opcode, hw_row_mnemonic(row)))
        return false;
    for (unsigned chip = 0; hw_isa_chip(query->isa, chip); chip++)
        for (unsigned program = 0; program < HW_PROGRAM_COUNT; program++)
            if ((query->chip < 0 || chip == (unsigned)query->chip) &&
                (query->program < 0 || program == (unsigned)query->program) &&
                hw_row_legal(row, chip, program))
                return true;
    return false;
}

/* The next form from number *index on that is wanted; NULL past the last. */
static const struct hw_row *next_row(const struct query *query, unsigned *index)
{
    const struct hw_row *row;
    while ((row = hw_isa_row(query->isa, (*index)++)))
        if (wanted(query, row))
            return row;
    return NULL;
}

/* ---------------------------------------------------------------- the list of instructions */

/* Whether an earlier wanted form has the same mnemonic (or, with `unit`, the same unit). */
static bool seen_before(const struct query *query, const struct hw_row *row, bool unit)
{
    const struct hw_row *other;
    for (unsigned index = 0; (other = next_row(query, &index)) && other != row;)
        if (!strcmp(unit ? hw_row_unit(other) : hw_row_mnemonic(other),
                    unit ? hw_row_unit(row) : hw_row_mnemonic(row)))
            return true;
    return false;
}

static unsigned count_forms(const struct query *query, const char *mnemonic)
{
    unsigned count = 0;
    const struct hw_row *row;
    for (unsigned index = 0; (row = next_row(query, &index));)
        count += !strcmp(hw_row_mnemonic(row), mnemonic);
    return count;
}

static void list_unit(const struct query *query, const char *unit)
{
    const struct hw_row *row;
    printf("unit %-7s forms\n", unit);
    for (unsigned index = 0; (row = next_row(query, &index));)
        if (!strcmp(hw_row_unit(row), unit) && !seen_before(query, row, false))
            printf("  %-10s %6u  %s\n", hw_row_mnemonic(row), count_forms(query, hw_row_mnemonic(row)),
                   hw_row_summary(row));
    putchar('\n');
}

static void list_instructions(const struct query *query)
{
    const struct hw_row *row;
    for (unsigned index = 0; (row = next_row(query, &index));)
        if (!seen_before(query, row, true))
            list_unit(query, hw_row_unit(row));
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

static void put_legend(const struct hw_row *row)
{
    static const struct {
        char mark;
        const char *text;
    } marks[] = {{'-', "ignored, assembled as 0"},
                 {'+', "ignored, assembled as 1"},
                 {'?', "unknown, 0 in compiled code"}};
    for (unsigned i = 0; i < hw_row_field_count(row); i++) {
        struct isa_field field = isa_form_field(row, i);
        bool last = i % 3 == 2 || i + 1 == hw_row_field_count(row);
        printf("    %c  %-9s %-*s%s", field.letter, field.name, last ? 0 : 14, field.where, last ? "\n" : "");
    }
    for (unsigned i = 0; i < 3; i++) {
        char where[ISA_FORM_RANGES * 4];
        isa_form_bits(row, marks[i].mark, where);
        if (where[0])
            printf("    %c  %s: bits %s\n", marks[i].mark, marks[i].text, where);
    }
}

static void put_where_legal(const struct query *query, const struct hw_row *row)
{
    printf("    on");
    for (unsigned chip = 0; hw_isa_chip(query->isa, chip); chip++)
        for (unsigned program = 0; program < HW_PROGRAM_COUNT; program++)
            if (hw_row_legal(row, chip, program)) {
                printf(" %s", hw_isa_chip(query->isa, chip));
                break;
            }
    printf("; in");
    for (unsigned program = 0; program < HW_PROGRAM_COUNT; program++)
        for (unsigned chip = 0; hw_isa_chip(query->isa, chip); chip++)
            if (hw_row_legal(row, chip, program)) {
                printf(" %s", hw_program_name(program));
                break;
            }
    printf("; condition code written: %s\n", isa_form_condition(row));
}

static void put_operands(const struct hw_insn *example)
{
    struct hw_view view;
    hw_insn_view(example, &view);
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

static void show_form(const struct query *query, const struct hw_row *row)
{
    struct hw_insn example;
    char text[HW_TEXT_MAX];
    isa_form_example(row, &example);
    hw_print(&example, HW_SYNTAX_NV, 0, text, sizeof text);
    printf("  %s   (%s)\n", text, hw_row_name(row));
    draw_picture(hw_row_picture(row));
    put_legend(row);
    put_operands(&example);
    put_where_legal(query, row);
    putchar('\n');
}

static void show_forms(const struct query *query)
{
    const struct hw_row *row;
    const char *summary = "";
    for (unsigned index = 0; (row = next_row(query, &index));) {
        if (strcmp(summary, hw_row_summary(row))) {
            summary = hw_row_summary(row);
            printf("%s: %s (unit %s)\n", hw_row_mnemonic(row), summary, hw_row_unit(row));
            printf("  %s%s%s: %s\n\n", hw_op_name(hw_row_op(row)), *hw_op_operands(hw_row_op(row)) ? " " : "",
                   hw_op_operands(hw_row_op(row)), hw_op_summary(hw_row_op(row)));
        }
        show_form(query, row);
    }
}

/* ---------------------------------------------------------------- JSON */

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

static void json_legal(struct json_object *json, const struct query *query, const struct hw_row *row)
{
    struct json_object *chips = hw_json_object(json, "chips");
    for (unsigned chip = 0; hw_isa_chip(query->isa, chip); chip++) {
        char programs[16] = "";
        for (unsigned program = 0; program < HW_PROGRAM_COUNT; program++)
            if (hw_row_legal(row, chip, program)) {
                strcat(programs, programs[0] ? " " : "");
                strcat(programs, hw_program_name(program));
            }
        if (programs[0])
            hw_json_text(chips, hw_isa_chip(query->isa, chip), programs);
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

static void json_form(struct json_object *list, const struct query *query, const struct hw_row *row)
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
    json_legal(json, query, row);
}

static void show_json(const struct query *query)
{
    struct json_object *list = hw_json_list(NULL, NULL);
    const struct hw_row *row;
    for (unsigned index = 0; (row = next_row(query, &index));)
        json_form(list, query, row);
    hw_json_print(list, stdout);
}

/* ---------------------------------------------------------------- the command */

static int show(const struct query *query, bool as_json)
{
    unsigned index = 0;
    if (!next_row(query, &index))
        return query->opcode
                   ? hw_complain("there is no instruction `%s` here; `halfwarp isa` lists what there is",
                                 query->opcode)
                   : hw_complain("no instruction is left");
    if (as_json)
        show_json(query);
    else if (query->opcode)
        show_forms(query);
    else
        list_instructions(query);
    return HW_EXIT_DONE;
}

/* The instruction set of this name, NULL where there is none. */
static const struct hw_isa *isa_named(const char *name)
{
    const struct hw_isa *isa;
    for (unsigned i = 0; (isa = hw_isa_at(i)); i++)
        if (!strcmp(hw_isa_name(isa), name))
            break;
    return isa;
}

/* Turn the names into a query; HW_EXIT_DONE or the exit status. */
static int resolve(struct query *query, const char *isa, const char *type)
{
    struct hw_target target;
    struct hw_error error;
    uint8_t program;
    if (type && hw_program_find(type, &program, &error))
        return hw_usage_error("isa", "%s", error.text);
    query->program = type ? program : -1;
    query->chip = -1;
    query->isa = isa ? isa_named(isa) : hw_isa_at(0);
    if (query->isa)
        return HW_EXIT_DONE;
    if (hw_target_find(isa, &target, &error))
        return hw_usage_error("isa", "%s", error.text);
    query->isa = target.isa;
    query->chip = target.chip;
    return HW_EXIT_DONE;
}

int hw_cmd_isa(int argc, char **argv)
{
    struct query query = {.opcode = NULL};
    struct hw_list opcodes = {.count = 0};
    const char *isa = NULL, *type = NULL;
    bool as_json = false;
    int status;
    const struct hw_option options[] = {
        {"--isa", .value = &isa},
        {"--type", .value = &type},
        {"--json", .flag = &as_json},
    };
    if (!hw_args_parse(argc, argv, help, options, sizeof options / sizeof options[0], &opcodes, 1, &status))
        return status;
    query.opcode = opcodes.item[0];
    status = resolve(&query, isa, type);
    return status == HW_EXIT_DONE ? show(&query, as_json) : status;
}
