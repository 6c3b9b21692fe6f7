/* SPDX-License-Identifier: MIT */
/* halfwarp isa: the reference manual, written from the rows of the instruction sets. */
#include "cli/cli.h"
#include "cli/code_options.h"
#include "cli/manual.h"

#include "nearest.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

struct isa_options {
    const char *isa, *type;
    bool json;
};

/* clang-format off */
static const struct hw_option isa_options[] = {
    {"--isa", .argument = "NAME", .help = "only what this chip or compute capability has, as in g200 or sm_10, or all "
     "of an instruction set, as in tesla or maxwell; left out: the oldest, or the oldest that has OPCODE",
     .kind = HW_KIND_TARGET, HW_VALUE(struct isa_options, isa)},
    {"--type", .argument = "TYPE", .help = "only what programs of this type may use; left out: of any",
     .words = hw_code_types, HW_VALUE(struct isa_options, type)},
    {"--json", .help = "the same as JSON, one object a form", HW_FLAG(struct isa_options, json)},
    HW_OPTIONS_END,
};
/* clang-format on */

/* Of a chip the parser knows which others have it, and what is near. */
static int no_opcode_on_chip(const struct hw_manual *manual)
{
    const struct hw_target target = {.isa = manual->isa,
                                     .chip = (uint8_t)manual->chip,
                                     .program =
                                         manual->program < 0 ? HW_PROGRAM_CP : (uint8_t)manual->program};
    struct hw_insn insn;
    struct hw_error error;
    char text[64];
    snprintf(text, sizeof text, "%s", manual->opcode);
    for (char *c = text; *c; c++)
        *c = (char)toupper((unsigned char)*c);
    if (hw_parse(&target, HW_SYNTAX_NV, text, 0, &insn, &error) != HW_ERR_NOT_FOUND)
        return hw_complain("there is no instruction `%s` here", manual->opcode);
    return hw_complain("there is no instruction `%s` here: %s", manual->opcode, error.text);
}

/* Of all sets where none is named, else of that one. */
static int no_opcode(const struct hw_manual *manual)
{
    const struct hw_isa *isa;
    const struct hw_form *form;
    struct hw_nearest nearest;
    char near[120];
    if (manual->chip >= 0)
        return no_opcode_on_chip(manual);
    hw_nearest_begin(&nearest, manual->opcode);
    for (unsigned i = 0; (isa = hw_isa_at(i)); i++)
        for (unsigned j = 0; (!manual->is_named || isa == manual->isa) && (form = hw_isa_form(isa, j)); j++)
            hw_nearest_offer(&nearest, hw_form_mnemonic(form), strlen(hw_form_mnemonic(form)));
    if (!*hw_nearest_write(&nearest, near, sizeof near))
        return hw_complain("there is no instruction `%s` here; `halfwarp isa` lists what there is",
                           manual->opcode);
    return hw_complain("there is no instruction `%s` here; did you mean %s?", manual->opcode, near);
}

static int print_manual(const struct hw_manual *manual, bool as_json)
{
    unsigned index = 0;
    if (!hw_manual_next(manual, &index))
        return manual->opcode ? no_opcode(manual) : hw_complain("no instruction is left");
    if (as_json)
        hw_manual_json(manual);
    else if (manual->opcode)
        hw_manual_forms(manual);
    else
        hw_manual_list(manual);
    return HW_EXIT_DONE;
}

/* What the names of --isa and --type mean; HW_EXIT_DONE or the exit status. */
static int resolve(struct hw_manual *manual, const char *isa, const char *type)
{
    struct hw_error error;
    uint8_t program;
    if (type && hw_program_find(type, &program, &error))
        return hw_usage_error("isa", "%s", error.text);
    manual->program = type ? program : -1;
    if (hw_manual_choose(manual, isa, &error))
        return hw_usage_error("isa", "%s", error.text);
    return HW_EXIT_DONE;
}

/* Where nothing names an instruction set: the first that has what is asked for, else the very first. */
static void choose_isa(struct hw_manual *manual)
{
    const struct hw_isa *isa;
    for (unsigned i = 0; (isa = hw_isa_at(i)); i++) {
        unsigned index = 0;
        manual->isa = isa;
        if (hw_manual_next(manual, &index))
            return;
    }
    manual->isa = hw_isa_at(0);
}

static int run(int argc, char **argv)
{
    struct hw_manual manual = {.opcode = NULL};
    struct hw_list opcodes = {.count = 0};
    struct isa_options options = {.isa = NULL};
    int status;
    if (!hw_args_parse(argc, argv, &hw_command_isa, &options, &opcodes, &status))
        return status;
    manual.opcode = opcodes.item[0];
    manual.is_named = options.isa != NULL;
    status = resolve(&manual, options.isa, options.type);
    if (status == HW_EXIT_DONE && !options.isa)
        choose_isa(&manual);
    return status == HW_EXIT_DONE ? print_manual(&manual, options.json) : status;
}

/* clang-format off */
const struct hw_command hw_command_isa = {
    .name = "isa",
    .summary = "the instruction reference: forms, bit pictures, operands, what they do",
    .usage = HW_STRINGS("halfwarp isa [--isa NAME] [--type TYPE] [--json] [OPCODE]"),
    .description =
        "Without an opcode, list the instructions by the unit that executes them. With one, show every form of "
        "it: its bits, the fields in them, an example, its operands and what it does.",
    .groups = HW_GROUPS(HW_GROUP(NULL, isa_options)),
    .examples = HW_EXAMPLES(
        {"halfwarp isa --isa sm_10", "what a compute capability has"},
        {"halfwarp isa IMAD", "an instruction, in the oldest instruction set that has it"},
        {"halfwarp isa XMAD", "one that only later chips have"},
        {"halfwarp isa --isa sm_61 --type cp --json IDP", "for a program to read"}),
    .pages = HW_STRINGS("docs/text.md"),
    .operands = 1,
    .operand = HW_KIND_OPCODE,
    .run = run,
};
/* clang-format on */
