/* SPDX-License-Identifier: MIT */
/* halfwarp isa: the reference manual, written from the rows of the instruction sets. */
/* summary: the instruction reference: forms, bit pictures, operands, what they do */
#include "cli/cli.h"
#include "cli/code_options.h"
#include "cli/manual.h"

#include <string.h>

/* A line of the text is a line here. */
/* clang-format off */
static const char help[] =
    "usage: halfwarp isa [--isa NAME] [--type TYPE] [--json] [OPCODE]\n"
    "\n"
    "Without an opcode, list the instructions by the unit that executes them.  With one, show every form of it:\n"
    "its bits, the fields in them, an example, its operands and what it does.\n"
    "\n"
    "  --isa NAME   only what this chip or compute capability has, as in g200 or sm_10, or all of an\n"
    "               instruction set, as in tesla or maxwell; left out: the oldest, or the oldest that has OPCODE\n"
    "  --type TYPE  only what programs of this type may use: cp compute, vp vertex, gp geometry, fp\n"
    "               fragment, tcp and tep tessellation control and evaluation\n"
    "  --json       the same as JSON, one object a form\n"
    "\n"
    "  halfwarp isa --isa sm_10\n"
    "  halfwarp isa IMAD\n"
    "  halfwarp isa XMAD\n"
    "  halfwarp isa --isa sm_61 --type cp --json IDP\n";
/* clang-format on */

static int print_manual(const struct hw_manual *manual, bool as_json)
{
    unsigned index = 0;
    if (!hw_manual_next(manual, &index))
        return manual->opcode
                   ? hw_complain("there is no instruction `%s` here; `halfwarp isa` lists what there is",
                                 manual->opcode)
                   : hw_complain("no instruction is left");
    if (as_json)
        hw_manual_json(manual);
    else if (manual->opcode)
        hw_manual_forms(manual);
    else
        hw_manual_list(manual);
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

/* What the names of --isa and --type mean; HW_EXIT_DONE or the exit status. */
static int resolve(struct hw_manual *manual, const char *isa, const char *type)
{
    struct hw_target target;
    struct hw_error error;
    uint8_t program;
    if (type && hw_program_find(type, &program, &error))
        return hw_usage_error("isa", "%s", error.text);
    manual->program = type ? program : -1;
    manual->chip = -1;
    manual->isa = isa ? isa_named(isa) : hw_isa_at(0);
    if (manual->isa)
        return HW_EXIT_DONE;
    if (hw_code_target(isa, NULL, &target, &error))
        return hw_usage_error("isa", "%s", error.text);
    manual->isa = target.isa;
    manual->chip = target.chip;
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

int hw_cmd_isa(int argc, char **argv)
{
    struct hw_manual manual = {.opcode = NULL};
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
    manual.opcode = opcodes.item[0];
    status = resolve(&manual, isa, type);
    if (status == HW_EXIT_DONE && !isa)
        choose_isa(&manual);
    return status == HW_EXIT_DONE ? print_manual(&manual, as_json) : status;
}
