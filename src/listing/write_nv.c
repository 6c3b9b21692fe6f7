/* SPDX-License-Identifier: MIT */
/* This writer prints a module as a listing in NVIDIA's text.  docs/listing.md describes the directives. */
#include "listing/listing_internal.h"

#include <halfwarp/names.h>
#include <halfwarp/sched.h>

#include "listing/live_columns.h"
#include "listing/write.h"
#include "listing/write_source.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where scheduling begins when the text before it is shorter. */
#define SCHED_COLUMN 48

struct nv_writer {
    const struct hw_module *module;
    const struct hw_target *target;
    const struct hw_listing_options *options;
    enum hw_syntax syntax;
    struct hw_buffer *out;
    struct hw_debug_lines sources; /* where they are wanted */
    struct hw_liveness liveness;   /* where it is wanted */
};

/* ---------------------------------------------------------------- kernels */

static void put_raw(struct hw_buffer *out, const struct hw_code_line *line, const struct hw_insn *insn)
{
    hw_buffer_printf(out,
                     "        .u32 0x%08" PRIx32 "    // no whole instruction can begin at 0x%" PRIx32 "\n",
                     (uint32_t)insn->word[0], line->address);
}

/* The reuse bits that an instruction's own text shows. */
static uint32_t shown_reuse(const struct nv_writer *w, const struct hw_insn *insn, uint32_t address)
{
    char text[HW_TEXT_MAX];
    struct hw_insn again;
    if (!(insn->control & HW_CONTROL_REUSE))
        return 0;
    hw_print(insn, w->syntax, address, text, sizeof(text));
    if (hw_parse(w->target, w->syntax, text, address, &again, NULL) != HW_OK ||
        again.control == HW_NO_CONTROL)
        return 0;
    return again.control & HW_CONTROL_REUSE;
}

/* An instruction's text with its scheduling before the notes. */
static void put_text(const struct nv_writer *w, const struct hw_insn *insn, uint32_t address,
                     const char *text)
{
    const char *notes = strstr(text, " # ");
    size_t length = notes ? (size_t)(notes - text) : strlen(text);
    const bool shown = w->options->sched || insn->control == HW_CONTROL_ABSENT;
    if (!shown || insn->control == HW_NO_CONTROL) {
        hw_buffer_add(w->out, text, strlen(text));
        return;
    }
    char sched[HW_SCHED_TEXT_MAX];
    hw_sched_print(hw_sched_kind(w->target), insn->control, shown_reuse(w, insn, address), sched,
                   sizeof(sched));
    hw_buffer_printf(w->out, "%-*.*s  %s%s", SCHED_COLUMN, (int)length, text, sched, notes ? notes : "");
}

/* The control word before the first instruction of a group, as NVIDIA's listings show it: on a line of its
 * own. */
static void put_control_word(const struct nv_writer *w, const struct hw_kernel *kernel, uint32_t address)
{
    size_t word = hw_code_entry(w->target, address);
    if (word == address || !hw_code_is_control(w->target, kernel->code, word))
        return;
    hw_buffer_printf(w->out, "        /*%04" PRIx64 "*/     /*0x%08" PRIx32 "%08" PRIx32 "*/\n",
                     w->options->base + word, hw_get32(kernel->code + word + 4),
                     hw_get32(kernel->code + word));
}

static void put_hex(struct hw_buffer *out, uint64_t address, const struct hw_insn *insn)
{
    const unsigned low = insn->bytes < 8 ? insn->bytes : 8;
    hw_buffer_printf(out, "/*%04" PRIx64 "*/     /*0x", address);
    if (insn->bytes > 8)
        hw_buffer_printf(out, "%0*" PRIx64, 2 * (insn->bytes - 8), insn->word[1]);
    hw_buffer_printf(out, "%0*" PRIx64 "*/     ", 2 * low, insn->word[0]);
}

/* Returns where in the output the instruction's own line begins. */
static size_t put_line(const struct nv_writer *w, const struct hw_code_lines *lines,
                       const struct hw_code_line *line)
{
    char text[HW_TEXT_MAX], constants[160];
    struct hw_insn insn;
    if (line->function)
        hw_buffer_printf(w->out, "%s:\n", line->function);
    if (line->labelled)
        hw_buffer_printf(w->out, HW_LABEL_PREFIX "%04" PRIx64 ":\n", lines->base + line->address);
    hw_code_line_insn(lines, line, &insn);
    if (line->raw) {
        put_raw(w->out, line, &insn);
        return w->out->length;
    }
    hw_code_line_print(lines, line, &insn, w->syntax, HW_LABEL_PREFIX, text);
    if (w->options->hex)
        put_control_word(w, lines->kernel, line->address);
    const size_t start = w->out->length;
    hw_buffer_add(w->out, "        ", 8);
    if (w->options->hex)
        put_hex(w->out, lines->base + line->address, &insn);
    put_text(w, &insn, line->address, text);
    if (w->options->constants && hw_code_constants(lines->kernel, &insn, constants, sizeof(constants)))
        hw_buffer_printf(w->out, "    // %s", constants);
    hw_buffer_add(w->out, "\n", 1);
    return start;
}

/* The instructions of a kernel, with labels and, where that changes, where they come from.  `starts` has room
 * for two lines each: what stands before an instruction, and the instruction. */
static size_t put_code(const struct nv_writer *w, const struct hw_code_lines *lines,
                       struct hw_live_line *starts)
{
    const struct hw_section *section = hw_code_section(w->module, lines->kernel);
    const struct hw_debug_row *source = NULL;
    size_t count = 0;
    for (size_t i = 0; i < lines->count; i++) {
        const size_t before = w->out->length;
        const struct hw_debug_row *row = hw_debug_lines_find(&w->sources, section, lines->list[i].address);
        if (row && row != source)
            hw_write_source(w->out, w->module, &w->sources, row, w->options->lines);
        source = row;
        const size_t start = put_line(w, lines, &lines->list[i]);
        if (!starts)
            continue;
        starts[count++] = (struct hw_live_line){before, HW_NO_TARGET};
        starts[count++] =
            (struct hw_live_line){start, lines->list[i].raw ? HW_NO_TARGET : lines->list[i].address};
    }
    return count;
}

/* The same with live registers behind the instructions. */
static hw_status put_live_code(const struct nv_writer *w, const struct hw_code_lines *lines,
                               struct hw_error *error)
{
    struct hw_live_columns columns;
    size_t number = 0;
    struct hw_live_line *starts = malloc((2 * lines->count + 1) * sizeof *starts);
    if (!starts)
        return hw_module_no_memory(error);
    while (w->module->kernels[number] != lines->kernel)
        number++;
    const struct hw_live_kernel *live = &w->liveness.kernels[number];
    size_t count = put_code(w, lines, starts);
    uint32_t insn = 0;
    for (size_t i = 0; i < count; i++) { /* addresses to numbers */
        const uint32_t address = starts[i].insn;
        while (address != HW_NO_TARGET && insn < live->flow.insn_count && live->flow.address[insn] < address)
            insn++;
        starts[i].insn = address == HW_NO_TARGET ? HW_NO_TARGET : insn;
    }
    hw_live_columns_begin(&columns, live, w->options->live);
    hw_live_columns_write(&columns, starts, count, w->out);
    free(starts);
    return HW_OK;
}

/* A name that is no symbol's own; it has no control characters, so the comment ends with its line. */
static void put_readable_name(struct hw_buffer *out, const char *symbol)
{
    char *name = hw_readable_name(symbol);

    if (name && strcmp(name, symbol) != 0)
        hw_buffer_printf(out, "    // %s", name);
    free(name);
}

static hw_status put_kernel(const struct nv_writer *w, const struct hw_kernel *kernel, struct hw_error *error)
{
    struct hw_code_lines lines;
    hw_status status = hw_code_lines_read(w->target, w->module, kernel, &lines, error);
    if (status != HW_OK)
        return status;
    lines.base = w->options->base;
    lines.symbolic = !w->options->kernel; /* else the relocations are not in the listing */
    hw_buffer_printf(w->out, "\n%s ", kernel->function ? ".function" : ".kernel");
    hw_write_name(w->out, kernel->name);
    if (w->options->names)
        put_readable_name(w->out, kernel->name);
    hw_buffer_printf(
        w->out, "\n.registers %" PRIu32 "\n.shared %" PRIu32 "\n.local %" PRIu32 "\n.barriers %" PRIu32 "\n",
        kernel->registers, kernel->shared_bytes, kernel->local_bytes, kernel->barriers);
    hw_write_kernel_records(w->out, kernel, &lines);
    hw_buffer_printf(w->out, ".code\n");
    if (w->options->live)
        status = put_live_code(w, &lines, error);
    else
        put_code(w, &lines, NULL);
    for (size_t i = 0; i < kernel->const_count; i++)
        hw_write_const(w->out, kernel->consts[i]);
    hw_buffer_printf(w->out, ".end\n");
    free(lines.list);
    return status;
}

/* ---------------------------------------------------------------- the module */

static hw_status put_item(const struct nv_writer *w, const struct hw_declaration *item,
                          struct hw_error *error)
{
    if (item->kind == HW_DECLARATION_KERNEL)
        return put_kernel(w, w->module->kernels[item->index], error);
    hw_write_item(w->out, w->module, item);
    return HW_OK;
}

static hw_status put_module(const struct nv_writer *w, struct hw_error *error)
{
    const char *wanted = w->options->kernel;
    const struct hw_kernel *kernel = wanted ? hw_module_find_kernel(w->module, wanted) : NULL;
    hw_status status = HW_OK;

    if (wanted && !kernel)
        return hw_fail(error, HW_ERR_NOT_FOUND, "listing", "there is no kernel '%s'", wanted);
    if (w->options->live)
        hw_live_columns_legend(w->out);
    hw_write_head(w->out, w->module, kernel);
    if (kernel)
        return put_kernel(w, kernel, error);
    for (size_t i = 0; i < w->module->item_count && status == HW_OK; i++)
        status = put_item(w, &w->module->items[i], error);
    hw_write_sections(w->out, w->module, w->target);
    return status;
}

hw_status hw_listing_write_nv(const struct hw_module *module, const struct hw_target *target,
                              const struct hw_listing_options *options, struct hw_buffer *out,
                              struct hw_error *error)
{
    struct nv_writer w = {.module = module,
                          .target = target,
                          .options = options,
                          .syntax = (enum hw_syntax)options->syntax,
                          .out = out};
    hw_status status = HW_OK;

    if (options->syntax == HW_LISTING_NATIVE)
        w.syntax = hw_target_syntax(target);
    if (options->lines)
        status = hw_debug_table_read(module, options->lines == HW_LINES_PTX ? HW_DEBUG_PTX : HW_DEBUG_SOURCE,
                                     &w.sources, error);
    if (status == HW_OK && options->live)
        status = hw_liveness_read(module, &w.liveness, error);
    if (status == HW_OK)
        status = put_module(&w, error);
    hw_liveness_free(&w.liveness);
    hw_debug_lines_free(&w.sources);
    return status;
}
