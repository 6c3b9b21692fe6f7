/* SPDX-License-Identifier: MIT */
/* See completion.h: what values may be, by their kind. */
#include "cli/completion.h"

#include "cli/cli.h"
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

void hw_completion_offer(const struct hw_completion *completion, const char *word, const char *help)
{
    if (strncmp(word, completion->typed, strlen(completion->typed)) != 0)
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

static bool is_earlier(const struct hw_isa *isa, unsigned end, const char *mnemonic)
{
    const struct hw_form *form;

    for (unsigned i = 0; i < end && (form = hw_isa_form(isa, i)) != NULL; i++)
        if (!strcmp(hw_form_mnemonic(form), mnemonic))
            return true;
    return false;
}

/* Each mnemonic once, with what its first form does. */
static void offer_opcodes(const struct hw_completion *completion)
{
    const size_t typed = strlen(completion->typed);
    const struct hw_isa *isa;
    const struct hw_form *form;

    for (unsigned i = 0; (isa = hw_isa_at(i)) != NULL; i++)
        for (unsigned n = 0; (form = hw_isa_form(isa, n)) != NULL; n++) {
            const char *mnemonic = hw_form_mnemonic(form);
            bool known = strncmp(mnemonic, completion->typed, typed) || is_earlier(isa, n, mnemonic);
            for (unsigned k = 0; k < i && !known; k++)
                known = is_earlier(hw_isa_at(k), UINT_MAX, mnemonic);
            if (!known)
                hw_completion_offer(completion, mnemonic, hw_form_summary(form));
        }
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

void hw_completion_values(const struct hw_completion *completion, enum hw_value_kind kind, const char *file)
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
    case HW_KIND_OPCODE: offer_opcodes(completion); break;
    case HW_KIND_KERNEL: offer_kernels(completion, file); break;
    case HW_KIND_COMMAND:
        for (size_t i = 0; hw_commands[i]; i++)
            hw_completion_offer(completion, hw_commands[i]->name, hw_commands[i]->summary);
        break;
    }
}
