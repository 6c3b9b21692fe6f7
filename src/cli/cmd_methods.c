/* SPDX-License-Identifier: MIT */
/* halfwarp methods: the methods of the objects of Tesla's channels, from their rows. */
/* summary: the methods of Tesla's channels: numbers, fields, values */
#include "cli/methods_command.h"

/* A line of the text is a line here. */
/* clang-format off */
static const char help[] =
    "usage: halfwarp methods [CLASS [METHOD [DATA]]] [--json|--markdown]\n"
    "\n"
    "What a driver may send to the objects of a channel (docs/methods.md).  Without a class, list the classes.  With\n"
    "one, list its methods; with a method, show its fields and the values that the hardware takes; with data, say\n"
    "what that means.  CLASS is channel, compute, m2mf, 2d, 3d, a name or a number; METHOD and DATA are names or\n"
    "numbers.  The exit status is 1 if the hardware refuses the data.\n"
    "\n"
    "  --json       all methods of a class with their fields\n"
    "  --markdown   the same as a section of a page\n"
    "\n"
    "  halfwarp methods\n"
    "  halfwarp methods compute\n"
    "  halfwarp methods compute GRIDDIM\n"
    "  halfwarp methods 0x50c0 0x3a4 0x20004\n"
    "  halfwarp methods 3d --json\n";
/* clang-format on */

static int explain(const struct hw_object_class *object, const char *name, const char *data)
{
    const struct hw_method *method;
    struct hw_error error;
    uint32_t number, word;

    if (hw_method_number(object, name, &number, &error) != HW_OK)
        return hw_complain("%s", error.text);
    method = hw_method_find(object, number, NULL);
    if (!data && !method)
        return hw_complain("%s has no method 0x%04x", object->name, number);
    if (!data) {
        hw_methods_show(object, method, stdout);
        return HW_EXIT_DONE;
    }
    if (hw_method_parse_value(method, data, &word, &error) != HW_OK)
        return hw_complain("%s", error.text);
    return hw_methods_show_data(object, number, word, stdout) ? HW_EXIT_DONE : HW_EXIT_FAILED;
}

int hw_cmd_methods(int argc, char **argv)
{
    struct hw_list operands = {.count = 0};
    bool as_json = false, as_markdown = false;
    const struct hw_option options[] = {{"--json", .flag = &as_json}, {"--markdown", .flag = &as_markdown}};
    int status;

    if (!hw_args_parse(argc, argv, help, options, sizeof options / sizeof *options, &operands, 3, &status))
        return status;
    if (operands.count == 0 && (as_json || as_markdown))
        return hw_usage_error("methods", "expected a CLASS");
    if (operands.count == 0) {
        hw_methods_list_classes(stdout);
        return HW_EXIT_DONE;
    }
    const struct hw_object_class *object = hw_object_class_named(operands.item[0]);
    if (!object)
        return hw_complain("there is no class `%s`; `halfwarp methods` lists what there is",
                           operands.item[0]);
    if (operands.count > 1)
        return explain(object, operands.item[1], operands.count > 2 ? operands.item[2] : NULL);
    if (as_json)
        hw_methods_json(object, stdout);
    else if (as_markdown)
        hw_methods_markdown(object, stdout);
    else
        hw_methods_list(object, stdout);
    return HW_EXIT_DONE;
}
