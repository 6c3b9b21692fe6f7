/* SPDX-License-Identifier: MIT */
/* See time_hazards.h.  What is unsafe follows from the code alone (hw_sched_check): along every path, whether
 * the kernel takes it or not. */
#include "cli/time_hazards.h"

#include <halfwarp/sched.h>

#include <stdio.h>

struct hazards {
    struct hw_target target;
    const struct hw_kernel *kernel;
    bool is_one_of_many; /* kernels, so that its name is told */
    unsigned count, pairs;
};

/* Before anything is told of a kernel that is one of many. */
static void print_heading(const struct hazards *hazards)
{
    if (hazards->is_one_of_many && !hazards->count && !hazards->pairs)
        printf("%s:\n", hazards->kernel->name);
}

static void print_insn(const struct hazards *hazards, const char *role, uint32_t offset)
{
    char text[HW_TEXT_MAX] = "?";
    struct hw_insn insn;
    size_t at = offset;

    if (hw_decode_code(&hazards->target, hazards->kernel->code, hazards->kernel->code_bytes, &at, &insn) ==
        HW_OK)
        hw_print(&insn, hw_target_syntax(&hazards->target), at, text, sizeof text);
    printf("  %-9s /*%04zx*/ %s\n", role, at, text);
}

static void print_hazard(void *context, const struct hw_hazard *hazard)
{
    struct hazards *hazards = context;
    char text[HW_HAZARD_TEXT];

    print_heading(hazards);
    hazards->count++;
    printf("hazard: %s\n", hw_hazard_print(hazard, text));
    print_insn(hazards, "producer", hazard->producer);
    print_insn(hazards, "consumer", hazard->offset);
}

/* Pairs that the bits state and that the chip issues one behind the other: slow, and no hazard. */
static void print_pairs(struct hazards *hazards)
{
    const struct hw_target *target = &hazards->target;
    const enum hw_sched_kind kind = hw_sched_kind(target);
    const uint8_t *code = hazards->kernel->code;
    const size_t bytes = hazards->kernel->code_bytes;
    struct hw_insn insn, next;
    size_t at = 0;

    while (kind == HW_SCHED_COUNTS && hw_decode_code(target, code, bytes, &at, &insn) == HW_OK) {
        const struct hw_sched sched = hw_sched_unpack(kind, insn.control);
        const size_t first = at;
        size_t second = at += insn.bytes;
        if (insn.control == HW_CONTROL_ABSENT || sched.stall || sched.unstated ||
            hw_decode_code(target, code, bytes, &second, &next) != HW_OK)
            continue;
        const char *fault = hw_sched_pair_fault(target, &insn, &next);
        if (!fault)
            continue;
        print_heading(hazards);
        hazards->pairs++;
        printf("pair that issues apart: %s\n", fault);
        print_insn(hazards, "first", (uint32_t)first);
        print_insn(hazards, "second", (uint32_t)second);
    }
}

static hw_status check_kernel(struct hazards *all, const struct hw_kernel *kernel, struct hw_error *error)
{
    struct hazards hazards = {.target = all->target, .kernel = kernel, .is_one_of_many = all->is_one_of_many};
    const hw_status status =
        hw_sched_check(&hazards.target, kernel->code, kernel->code_bytes, print_hazard, &hazards, error);

    print_pairs(&hazards);
    all->count += hazards.count;
    all->pairs += hazards.pairs;
    return status;
}

static hw_status check_module(struct hazards *all, const struct hw_module *module, const char *name,
                              struct hw_error *error)
{
    const struct hw_kernel *kernel;
    hw_status status = hw_target_find(module->target, &all->target, error);

    if (status == HW_OK && hw_sched_kind(&all->target) == HW_SCHED_NONE)
        return hw_fail(error, HW_ERR_UNSUPPORTED, "cli", "code of %s has no scheduling bits", module->target);
    if (status == HW_OK && name) {
        status = hw_cli_find_kernel(module, name, &kernel, error);
        return status == HW_OK ? check_kernel(all, kernel, error) : status;
    }
    all->is_one_of_many = module->kernel_count > 1;
    for (size_t i = 0; status == HW_OK && i < module->kernel_count; i++)
        status = check_kernel(all, module->kernels[i], error);
    return status;
}

int hw_time_hazards(const struct hw_run_options *options)
{
    struct hw_error error = {.text = ""};
    struct hw_module *module = NULL;
    struct hazards all = {.count = 0};
    hw_status status = hw_run_open_module(options, &module, &error);

    if (status == HW_OK)
        status = check_module(&all, module, options->kernel, &error);
    hw_module_free(module);
    if (status != HW_OK)
        return hw_report_option("time", options->file, &error);
    printf("%u hazard%s\n", all.count, all.count == 1 ? "" : "s");
    if (all.pairs)
        printf(all.pairs == 1 ? "%u pair issues apart\n" : "%u pairs issue apart\n", all.pairs);
    return all.count ? HW_EXIT_FAILED : HW_EXIT_DONE;
}
