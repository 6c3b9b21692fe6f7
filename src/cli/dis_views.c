/* SPDX-License-Identifier: MIT */
/* See dis_views.h. */
#include "cli/dis_views.h"

#include "cli/cli.h"
#include "listing/code_registers.h"

#include <halfwarp/scheduling_bits.h>

#include <inttypes.h>
#include <string.h>

const struct hw_option_word hw_dis_graphs[] = {
    {"dot", "in the language of Graphviz (default)"},
    {"svg", "a picture"},
    {.name = NULL},
};
const struct hw_option_word hw_dis_live[] = {
    {"wide", "a column for each register (default)"},
    {"narrow", "columns of one character"},
    {"count", "only how many are live"},
    {.name = NULL},
};
const struct hw_option_word hw_dis_sources[] = {
    {"lines", "file and line of the source (default)"},
    {"inlined", "of inlined code also where it was called"},
    {"ptx", "the line of the PTX, with its text"},
    {.name = NULL},
};

/* The number of a word, from 1; 0 for NULL. */
static int number_of(const char *word, const struct hw_option_word *words)
{
    return word ? (int)hw_option_word_number(words, word) + 1 : 0;
}

static bool ends_with(const char *text, const char *end)
{
    const size_t length = strlen(text), tail = strlen(end);

    return length > tail && !strcmp(text + length - tail, end);
}

/* What a picture's name ends with that --cfg does not write; NULL: another name. */
static const char *other_picture(const char *output)
{
    static const char *const ends[] = {".png", ".pdf", ".jpg", ".jpeg", ".gif", ".ps", ".eps", ".webp"};

    for (size_t i = 0; output && i < sizeof ends / sizeof ends[0]; i++)
        if (ends_with(output, ends[i]))
            return ends[i];
    return NULL;
}

int hw_dis_views(const struct dis_views *views, const char *output, struct hw_listing_options *listing,
                 struct hw_block_graph_options *graph)
{
    listing->live = number_of(views->live, hw_dis_live);
    listing->lines = number_of(views->source, hw_dis_sources);
    if (views->extended && !views->cfg)
        return hw_usage_error("dis", "--extended is about blocks: it needs --cfg");
    const char *other = views->cfg ? other_picture(output) : NULL;
    if (other)
        return hw_usage_error("dis",
                              "--cfg writes dot or svg, not %s; `dot -T%s` draws what it writes as dot",
                              other, other + 1);
    graph->svg = number_of(views->cfg, hw_dis_graphs) == 2 || (output && ends_with(output, ".svg"));
    graph->extended = views->extended;
    graph->lines = listing->lines;
    graph->offsets = listing->hex;
    return HW_EXIT_DONE;
}

/* ---------------------------------------------------------------- code without a container */

/* Bytes of what code consists of: instructions, or groups of them with a control word. */
static unsigned unit_of(const struct hw_target *target)
{
    const unsigned group = hw_target_group(target);

    return group ? (group + 1) * 8 : hw_isa_unit(target->isa);
}

hw_status hw_dis_raw(const struct dis_raw *raw, const void *data, size_t size, struct hw_module **module,
                     uint64_t *base, struct hw_error *error)
{
    struct hw_target target;
    struct hw_kernel *kernel;

    *base = 0;
    hw_status status = hw_target_find(raw->isa, &target, error);
    if (status == HW_OK && raw->base)
        status = hw_number(raw->base, UINT64_MAX >> 1, false, base, error);
    if (status != HW_OK)
        return status;
    const unsigned unit = unit_of(&target), insn = hw_isa_unit(target.isa);
    if (*base % unit)
        return hw_fail(error, HW_ERR_RANGE, "cli", "--base is a multiple of 0x%x for %s, not %.40s", unit,
                       raw->isa, raw->base);
    if (!size || size % insn)
        return hw_fail(error, HW_ERR_FORMAT, "cli",
                       "%zu bytes are no code of %s, whose instructions have %u bytes each", size, raw->isa,
                       insn);
    status = hw_module_create(raw->isa, 0, module, error);
    if (status == HW_OK)
        status = hw_module_add_kernel(*module, "code", &kernel, error);
    if (status == HW_OK)
        status = hw_kernel_set_code(kernel, data, size, error);
    if (status == HW_OK)
        kernel->registers = hw_code_registers(&target, data, size);
    return status;
}
