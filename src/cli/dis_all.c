/* SPDX-License-Identifier: MIT */
/* See dis_all.h. */
#include "cli/dis_all.h"

#include "cli/cli.h"
#include "cli/info.h"
#include "cli/json.h"

#include <halfwarp/archive.h>

#include <json-c/json_tokener.h>
#include <stdlib.h>
#include <string.h>

/* What is done with each text. */
struct output {
    const struct hw_dis_all *all;
    FILE *out;
    struct json_object *list; /* NULL for text */
    size_t count;
};

static void add_text(const struct output *output, size_t index, const struct hw_entry *entry,
                     const char *text, size_t length)
{
    fprintf(output->out, "%s// %s: entry %zu, cubin for %s%s%s\n", output->count ? "\n" : "",
            output->all->file, index, entry->target[0] ? entry->target : "an unknown target",
            entry->member ? ", member " : "", entry->member ? entry->member : "");
    fwrite(text, 1, length, output->out);
}

static void add_json(const struct output *output, size_t index, const struct hw_entry *entry,
                     const char *text)
{
    struct json_object *json = hw_json_object(output->list, NULL), *listing = json_tokener_parse(text);
    hw_info_entry_json(json, index, entry);
    json_object_object_add(json, "listing", listing);
}

static bool is_wanted(const struct hw_dis_all *all, const struct hw_entry *entry)
{
    return entry->kind == HW_ENTRY_CUBIN && (!all->target || strcmp(all->target, entry->target) == 0);
}

static int list_entry(struct output *output, const struct hw_archive *archive, size_t index)
{
    const struct hw_dis_all *all = output->all;
    struct hw_module *module = NULL;
    struct hw_error error;
    char *text = NULL;
    size_t length = 0;
    hw_status status = hw_cli_read_entry(archive, index, &module, &error);
    if (!status && (!all->kernel || hw_module_find_kernel(module, all->kernel))) {
        status = all->text(all->context, module, &text, &length, &error);
        if (!status && output->list)
            add_json(output, index, &archive->entries[index], text);
        else if (!status)
            add_text(output, index, &archive->entries[index], text, length);
        output->count++;
    }
    hw_module_free(module);
    free(text);
    if (!status)
        return HW_EXIT_DONE;
    hw_report(all->file, NULL, &error);
    return hw_complain("that was entry %zu, a cubin for %s", index, archive->entries[index].target);
}

int hw_dis_all(const struct hw_dis_all *all, const void *data, size_t size, FILE *out)
{
    struct hw_dis_all wanted = *all;
    struct output output = {.all = &wanted, .out = out, .list = all->json ? hw_json_list(NULL, NULL) : NULL};
    struct hw_archive *archive;
    struct hw_error error;
    char *symbol = NULL;
    int result = HW_EXIT_DONE;
    if (hw_cli_open_archive(data, size, 0, &archive, &error) != HW_OK)
        result = hw_report(all->file, NULL, &error);
    else if (hw_cli_find_symbol(archive, all->kernel, &symbol, &error) != HW_OK)
        result = hw_report(all->file, NULL, &error);
    wanted.kernel = symbol;
    const size_t count = result == HW_EXIT_DONE ? archive->entry_count : 0;
    for (size_t i = 0; i < count; i++)
        if (is_wanted(all, &archive->entries[i]) && list_entry(&output, archive, i) != HW_EXIT_DONE)
            result = HW_EXIT_FAILED;
    if (result == HW_EXIT_DONE && !output.count)
        result = hw_complain("%s: there is no cubin%s%s%s%s in this file", all->file,
                             all->target ? " for " : "", all->target ? all->target : "",
                             all->kernel ? " with kernel " : "", all->kernel ? all->kernel : "");
    hw_archive_close(archive);
    free(symbol);
    if (output.list)
        hw_json_print(output.list, out);
    return result;
}
