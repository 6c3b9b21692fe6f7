/* SPDX-License-Identifier: MIT */
/* See completion.h: what values may be, by their kind. */
#include "cli/completion.h"

#include "cli/cli.h"
#include "cli/manual.h"
#include "isa/isas.h"
#include "target_name.h"

#include <halfwarp/archive.h>
#include <halfwarp/chip.h>
#include <halfwarp/counters.h>
#include <halfwarp/isa.h>
#include <halfwarp/module.h>

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

void hw_completion_offer(const struct hw_completion *completion, const char *word, const char *help)
{
    const size_t typed = strlen(completion->typed);

    if (completion->any_case ? strncasecmp(word, completion->typed, typed) != 0
                             : strncmp(word, completion->typed, typed) != 0)
        return;
    fprintf(completion->to, "%s%s", completion->before, word);
    if (help)
        fprintf(completion->to, "\t%.*s", (int)strcspn(help, "\n"), help);
    fputc('\n', completion->to);
}

static void offer_chips(const struct hw_completion *completion)
{
    const struct hw_chip_info *chip;

    for (unsigned i = 0; (chip = hw_chip_at(i)) != NULL; i++)
        hw_completion_offer(completion, chip->name, chip->aliases);
}

/* The compute capabilities that have chips, plain and with the suffixes that there are. */
static void offer_targets(const struct hw_completion *completion)
{
    const struct hw_chip_info *chip;
    struct hw_target target;
    char name[16];

    for (unsigned i = 10 * HW_TARGET_SUFFIXES; i < HW_CAPABILITIES * HW_TARGET_SUFFIXES; i++) {
        const unsigned capability = i / HW_TARGET_SUFFIXES;
        char plain[16];
        snprintf(plain, sizeof plain, "sm_%u", capability);
        snprintf(name, sizeof name, "%s%s", plain,
                 hw_target_suffix_text((enum hw_target_suffix)(i % HW_TARGET_SUFFIXES)));
        if (hw_chip_find(plain, &chip, NULL) == HW_OK && chip->capability == capability &&
            hw_target_find(name, &target, NULL) == HW_OK)
            hw_completion_offer(completion, name, NULL);
    }
}

static void offer_metrics(const struct hw_completion *completion, bool events)
{
    const struct hw_metric *metric;

    for (unsigned i = 0; (metric = hw_metric_at(i)) != NULL; i++)
        if (metric->event == events)
            hw_completion_offer(completion, metric->name, metric->definition);
    hw_completion_offer(completion, "all", NULL);
}

/* Whether a form before number `end` of what is chosen has this mnemonic. */
static bool is_earlier(const struct hw_manual *chosen, unsigned end, const char *mnemonic)
{
    struct hw_manual manual = *chosen;
    unsigned index = 0;

    manual.opcode = mnemonic;
    return hw_manual_next(&manual, &index) && index <= end;
}

static bool is_in_earlier_set(unsigned end, const char *mnemonic)
{
    struct hw_manual manual = {.chip = -1, .program = -1};
    bool found = false;

    for (unsigned i = 0; i < end && !found; i++) {
        manual.isa = hw_isa_at(i);
        found = is_earlier(&manual, UINT_MAX, mnemonic);
    }
    return found;
}

static void offer_set(const struct hw_completion *completion, const struct hw_manual *manual,
                      unsigned earlier_sets)
{
    const size_t typed = strlen(completion->typed);
    const struct hw_form *form;

    for (unsigned next = 0; (form = hw_manual_next(manual, &next)) != NULL;) {
        const char *mnemonic = hw_form_mnemonic(form);
        if (!strncasecmp(mnemonic, completion->typed, typed) && !is_earlier(manual, next - 1, mnemonic) &&
            !is_in_earlier_set(earlier_sets, mnemonic))
            hw_completion_offer(completion, mnemonic, hw_form_summary(form));
    }
}

/* Each mnemonic once, with what its first form does: of all sets, or of what --isa names.  `halfwarp isa`
 * takes them in small letters, too. */
static void offer_opcodes(const struct hw_completion *wanted, const char *isa)
{
    struct hw_manual manual = {.program = -1};
    struct hw_completion completion = *wanted;

    completion.any_case = true;
    if (isa && hw_manual_choose(&manual, isa, NULL) == HW_OK) {
        offer_set(&completion, &manual, 0);
        return;
    }
    manual.chip = -1;
    for (unsigned i = 0; (manual.isa = hw_isa_at(i)) != NULL; i++)
        offer_set(&completion, &manual, i);
}

static void offer_kernels_of(const struct hw_completion *completion, const struct hw_archive *archive,
                             size_t index)
{
    struct hw_module *module = NULL;

    if (archive->entries[index].kind == HW_ENTRY_CUBIN &&
        hw_cli_read_entry(archive, index, &module, NULL) == HW_OK)
        for (size_t i = 0; i < module->kernel_count; i++)
            hw_completion_offer(completion, module->kernels[i]->name, module->target);
    hw_module_free(module);
}

static void offer_kernels(const struct hw_completion *completion, const char *file)
{
    struct hw_archive *archive = NULL;
    void *data = NULL;
    size_t size;

    if (!file || strcmp(file, "-") == 0 || hw_read_file(file, HW_FILE_MAX, &data, &size, NULL) != HW_OK)
        return;
    if (hw_archive_open(data, size, &archive, NULL) == HW_OK)
        for (size_t i = 0; i < archive->entry_count; i++)
            offer_kernels_of(completion, archive, i);
    hw_archive_close(archive);
    free(data);
}

void hw_completion_values(const struct hw_completion *completion, enum hw_value_kind kind,
                          const struct hw_completion_context *context)
{
    switch (kind) {
    case HW_KIND_TEXT:
    case HW_KIND_NUMBER: break;
    case HW_KIND_FILE:
    case HW_KIND_OUTPUT:
    case HW_KIND_CHANGED: fputs(":files\n", completion->to); break;
    case HW_KIND_FOLDER: fputs(":folders\n", completion->to); break;
    case HW_KIND_CHIP: offer_chips(completion); break;
    case HW_KIND_TARGET: offer_targets(completion); break;
    case HW_KIND_METRIC: offer_metrics(completion, false); break;
    case HW_KIND_EVENT: offer_metrics(completion, true); break;
    case HW_KIND_OPCODE: offer_opcodes(completion, context->isa); break;
    case HW_KIND_KERNEL: offer_kernels(completion, context->file); break;
    case HW_KIND_COMMAND:
        for (size_t i = 0; hw_commands[i]; i++)
            hw_completion_offer(completion, hw_commands[i]->name, hw_commands[i]->summary);
        break;
    }
}
