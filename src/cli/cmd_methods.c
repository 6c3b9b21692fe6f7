/* SPDX-License-Identifier: MIT */
/* halfwarp methods: the methods of the objects of Tesla's channels, from their rows. */
#include "cli/methods_command.h"

struct methods_options {
    bool json, markdown;
};

/* clang-format off */
static const struct hw_option methods_options[] = {
    {"--json", .help = "all methods of a class with their fields", HW_FLAG(struct methods_options, json)},
    {"--markdown", .help = "the same as a section of a page", HW_FLAG(struct methods_options, markdown)},
    HW_OPTIONS_END,
};
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

static int run(int argc, char **argv)
{
    struct hw_list operands = {.count = 0};
    struct methods_options options = {.json = false};
    int status;

    if (!hw_args_parse(argc, argv, &hw_command_methods, &options, &operands, &status))
        return status;
    if (operands.count == 0 && (options.json || options.markdown))
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
    if (options.json)
        hw_methods_json(object, stdout);
    else if (options.markdown)
        hw_methods_markdown(object, stdout);
    else
        hw_methods_list(object, stdout);
    return HW_EXIT_DONE;
}

/* clang-format off */
const struct hw_command hw_command_methods = {
    .name = "methods",
    .summary = "the methods of Tesla's channels: numbers, fields, values",
    .usage = HW_STRINGS("halfwarp methods [CLASS [METHOD [DATA]]] [--json|--markdown]"),
    .description =
        "What a driver may send to the objects of a channel (docs/methods.md). Without a class, list the classes. "
        "With one, list its methods; with a method, show its fields and the values that the hardware takes; with "
        "data, say what that means. CLASS is channel, compute, m2mf, 2d, 3d, a name or a number; METHOD and DATA "
        "are names or numbers. The exit status is 1 if the hardware refuses the data.",
    .groups = HW_GROUPS(HW_GROUP(NULL, methods_options)),
    .examples = HW_EXAMPLES(
        {"halfwarp methods", "the classes"},
        {"halfwarp methods compute", "the methods of one"},
        {"halfwarp methods compute GRIDDIM", "the fields of a method"},
        {"halfwarp methods 0x50c0 0x3a4 0x20004", "what a word means"},
        {"halfwarp methods 3d --json", "a class for a program to read"}),
    .pages = HW_STRINGS("docs/methods.md"),
    .operands = 3,
    .run = run,
};
/* clang-format on */
