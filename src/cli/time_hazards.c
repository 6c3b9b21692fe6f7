/* SPDX-License-Identifier: MIT */
/* See time_hazards.h.  What is unsafe follows from the code alone (hw_sched_check): along every path, whether
 * the kernel takes it or not. */
#include "cli/time_hazards.h"

#include "cli/file_kind.h"
#include "cli/hazard_report.h"

#include <halfwarp/chip.h>
#include <halfwarp/listing.h>
#include <halfwarp/sched.h>

#include <stdlib.h>

struct hazard_check {
    const struct hw_run_options *options;
    const char *kernel; /* the symbol of the only one; NULL: all */
    struct hw_hazard_report report;
    size_t skipped;                                    /* cubins that have no scheduling bits */
    char target[sizeof((struct hw_entry *)0)->target]; /* of the first of them */
    bool failed;                                       /* some cubin could not be checked */
};

static void take_hazard(void *context, const struct hw_hazard *hazard)
{
    hw_hazard_report_hazard(context, hazard);
}

static void find_pairs(struct hw_hazard_report *report, const struct hw_kernel *kernel)
{
    const struct hw_target *target = &report->cubin.target;
    const enum hw_sched_kind kind = hw_sched_kind(target);
    struct hw_insn insn, next;
    size_t at = 0;

    while (kind == HW_SCHED_COUNTS &&
           hw_decode_code(target, kernel->code, kernel->code_bytes, &at, &insn) == HW_OK) {
        const struct hw_sched sched = hw_sched_unpack(kind, insn.control);
        const size_t first = at;
        size_t second = at += insn.bytes;
        if (insn.control == HW_CONTROL_ABSENT || sched.stall || sched.unstated ||
            hw_decode_code(target, kernel->code, kernel->code_bytes, &second, &next) != HW_OK)
            continue;
        const char *fault = hw_sched_pair_fault(target, &insn, &next);
        if (fault)
            hw_hazard_report_pair(report, fault, (uint32_t)first, (uint32_t)second);
    }
}

static hw_status check_kernel(struct hazard_check *check, const struct hw_kernel *kernel,
                              struct hw_error *error)
{
    struct hw_hazard_report *report = &check->report;

    hw_hazard_report_kernel(report, kernel);
    const hw_status status =
        hw_sched_check(&report->cubin.target, kernel->code, kernel->code_bytes, take_hazard, report, error);
    find_pairs(report, kernel);
    return status;
}

/* `entry` is NULL where the file is a listing. */
static hw_status check_module(struct hazard_check *check, const struct hw_module *module, size_t index,
                              const struct hw_entry *entry, struct hw_error *error)
{
    struct hw_target target;
    hw_status status = hw_target_find(module->target, &target, error);

    if (status == HW_OK && hw_sched_kind(&target) == HW_SCHED_NONE) {
        if (!check->skipped++)
            snprintf(check->target, sizeof check->target, "%s", module->target);
        return HW_OK;
    }
    if (status != HW_OK || (check->kernel && !hw_module_find_kernel(module, check->kernel)))
        return status;
    hw_hazard_report_cubin(&check->report, module, &target, index, entry);
    for (size_t i = 0; status == HW_OK && i < module->kernel_count; i++)
        if (!check->kernel || hw_module_find_kernel(module, check->kernel) == module->kernels[i])
            status = check_kernel(check, module->kernels[i], error);
    hw_hazard_report_cubin_end(&check->report, status == HW_OK);
    return status;
}

/* One that cannot be checked does not hide the others. */
static void check_entry(void *context, const struct hw_archive *archive, size_t index)
{
    struct hazard_check *check = context;
    const struct hw_entry *entry = archive->kind == HW_ARCHIVE_CUBIN ? NULL : &archive->entries[index];
    struct hw_module *module = NULL;
    struct hw_error error;
    hw_status status = hw_cli_read_entry(archive, index, &module, &error);

    if (status == HW_OK)
        status = check_module(check, module, index, entry, &error);
    hw_module_free(module);
    if (status == HW_OK)
        return;
    check->failed = true;
    hw_report(check->options->file, NULL, &error);
    if (entry)
        hw_complain("that was entry %zu, a cubin for %s", index, entry->target);
}

static hw_status check_listing(struct hazard_check *check, const char *text, struct hw_error *error)
{
    struct hw_module *module = NULL;
    const struct hw_kernel *kernel;
    hw_status status = hw_listing_read(text, HW_LISTING_NATIVE, NULL, &module, error);

    if (status == HW_OK && check->options->kernel) {
        status = hw_cli_find_kernel(module, check->options->kernel, &kernel, error);
        check->kernel = status == HW_OK ? kernel->name : NULL;
    }
    if (status == HW_OK)
        status = check_module(check, module, 0, NULL, error);
    hw_module_free(module);
    return status;
}

static hw_status check_archive(struct hazard_check *check, const struct hw_archive *archive,
                               const struct hw_chip_info *chip, struct hw_error *error)
{
    const struct hw_code_choice choice = {.target = check->options->target,
                                          .capability = chip ? chip->capability : 0};
    char *symbol;
    hw_status status = hw_cli_find_symbol(archive, check->options->kernel, &symbol, error);

    check->kernel = symbol;
    if (status == HW_OK)
        status = hw_cli_for_cubins(archive, &choice, check_entry, check, error);
    free(symbol);
    return status;
}

/* Why nothing was checked. */
static hw_status explain_nothing(const struct hazard_check *check, struct hw_error *error)
{
    if (check->skipped)
        return hw_fail(error, HW_ERR_UNSUPPORTED, "cli", "code of %s has no scheduling bits", check->target);
    return hw_fail(error, HW_ERR_NOT_FOUND, "cli", "none of the cubins that were chosen has kernel %.200s",
                   check->options->kernel ? check->options->kernel : "");
}

static hw_status check_data(struct hazard_check *check, const void *data, size_t size,
                            const struct hw_chip_info *chip, bool json, FILE *out, struct hw_error *error)
{
    const bool is_listing = hw_file_kind(data, size) == HW_FILE_LISTING;
    struct hw_archive *archive = NULL;
    hw_status status = HW_OK;

    if (!is_listing)
        status = hw_cli_open_archive(data, size, 0, &archive, error);
    hw_hazard_report_begin(&check->report, out, json, archive && archive->kind != HW_ARCHIVE_CUBIN);
    if (status == HW_OK)
        status = is_listing ? check_listing(check, data, error) : check_archive(check, archive, chip, error);
    if (status == HW_OK && !check->report.cubins && !check->failed)
        status = explain_nothing(check, error);
    if (status == HW_OK && check->report.cubins)
        hw_hazard_report_end(&check->report, !check->failed);
    else
        hw_hazard_report_drop(&check->report);
    hw_archive_close(archive);
    return status;
}

int hw_time_hazards(const struct hw_run_options *options, bool json, const char *name)
{
    struct hazard_check check = {.options = options};
    struct hw_error error = {.text = ""};
    void *data = NULL;
    size_t size = 0;
    FILE *out = NULL;
    const struct hw_chip_info *chip = NULL;

    if (options->chip && hw_chip_find(options->chip, &chip, &error) != HW_OK)
        return hw_usage_error("time", "--chip: %s", error.text);
    hw_status status = hw_read_file(options->file, HW_FILE_MAX, &data, &size, &error);

    if (status == HW_OK)
        status = hw_open_output(name, &out, &error);
    if (status == HW_OK) {
        status = check_data(&check, data, size, chip, json, out, &error);
        struct hw_error unwritten;
        if (hw_close_output(name, out, &unwritten) != HW_OK && status == HW_OK) {
            status = unwritten.status;
            error = unwritten;
        }
    }
    free(data);
    if (status != HW_OK)
        return hw_report_option("time", options->file, &error);
    return check.report.hazards || check.failed ? HW_EXIT_FAILED : HW_EXIT_DONE;
}
