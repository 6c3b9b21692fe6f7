/* SPDX-License-Identifier: MIT */
/* This file prints the warnings of `halfwarp cc`. */
#include "cli/cc_command.h"

#include <stdio.h>

static int warn(const struct hw_cc_command *command, const char *input, const char *sentence)
{
    if (command->is_silent)
        return HW_EXIT_DONE;
    fprintf(stderr, "%s: %s: %s\n", input, command->warnings_fail ? "error" : "warning", sentence);
    return command->warnings_fail ? HW_EXIT_FAILED : HW_EXIT_DONE;
}

static int warn_of_kernel(const struct hw_cc_command *command, const struct hw_cc_usage *usage,
                          const char *what)
{
    char sentence[512];

    snprintf(sentence, sizeof sentence, "%s in '%.300s' for %s", what, usage->name, usage->target);
    return warn(command, usage->input, sentence);
}

int hw_cc_warn_of_memory(const struct hw_cc_command *command, const struct hw_cc_usages *usages, size_t from)
{
    int status = HW_EXIT_DONE;

    for (size_t i = from; i < usages->count; i++) {
        const struct hw_cc_usage *usage = &usages->list[i];
        if (command->warns_of_spills && usage->is.spill_stores + usage->is.spill_loads)
            status |= warn_of_kernel(command, usage, "Registers are spilled to local memory");
        if (command->warns_of_stacks && usage->is.stack)
            status |= warn_of_kernel(command, usage, "Local memory is used");
    }
    return status;
}

int hw_cc_warn_of_target(const struct hw_cc_command *command, const char *input, const char *text,
                         size_t size, const char *target)
{
    const unsigned of = hw_ptx_target(text, size);
    char sentence[128];
    unsigned chip;

    if (sscanf(target, "sm_%u", &chip) != 1 || of <= chip)
        return HW_EXIT_DONE;
    snprintf(sentence, sizeof sentence,
             "the text is for sm_%u, and sm_%u is earlier: NVIDIA's assembler refuses that", of, chip);
    return warn(command, input, sentence);
}
