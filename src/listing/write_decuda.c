/* SPDX-License-Identifier: MIT */
/* This writer prints a module in the language of decuda and cudasm, in the form of `decuda -o`.
 *
 * A directive that cudasm does not know stands behind a `#` at the beginning of a line, as decuda writes a
 * kernel's constants.  cudasm takes it for a comment, and our reader does not.  So nothing is lost, and
 * cudasm can read the rest of the file.  docs/listing.md describes the directives. */
#include "listing/listing_internal.h"
#include "listing/write.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct decuda_writer {
    const struct hw_module *module;
    const struct hw_target *target;
    const struct hw_listing_options *options;
    struct hw_buffer *out;
};

static const char label_prefix[] = "label";

/* Copy lines, each behind a `#` and without its blanks; `hidden` is emptied. */
static void put_hidden(struct hw_buffer *out, struct hw_buffer *hidden)
{
    const char *text = (const char *)hidden->bytes, *end = hidden->length ? text + hidden->length : text;
    while (text < end) {
        while (*text == ' ')
            text++;
        const char *line_end = memchr(text, '\n', (size_t)(end - text));
        size_t length = (size_t)((line_end ? line_end + 1 : end) - text);
        hw_buffer_add(out, "#", 1);
        hw_buffer_add(out, text, length);
        text += length;
    }
    out->failed |= hidden->failed;
    free(hidden->bytes);
    *hidden = (struct hw_buffer){NULL, 0, 0, false};
}

/* decuda's block: rows of four words with the byte offset. */
static void put_constseg(struct hw_buffer *out, const struct hw_const *c)
{
    hw_buffer_printf(out, "#.constseg %" PRIu32 ":0x%04" PRIx32 " const\n#{\n", c->bank, c->offset);
    for (uint32_t at = 0; at < c->bytes; at += 4) {
        hw_buffer_printf(out, "%s0x%08" PRIx32, at % 16 ? ", " : "#d.u32 ", hw_get32(c->data + at));
        if (at % 16 == 12 || at + 4 >= c->bytes)
            hw_buffer_printf(out, " // %04" PRIx32 "\n", at & ~15u);
    }
    hw_buffer_printf(out, "#}\n");
}

static void put_kernel_const(const struct decuda_writer *w, const struct hw_const *c)
{
    struct hw_buffer hidden = {NULL, 0, 0, false};
    if (c->data && c->bytes && c->bytes % 4 == 0 && !c->extras.count) {
        put_constseg(w->out, c);
        return;
    }
    hw_write_const(&hidden, c);
    put_hidden(w->out, &hidden);
}

static void put_words(struct hw_buffer *out, const struct hw_insn *insn)
{
    hw_buffer_printf(out, "d.u32 0x%08" PRIx32, (uint32_t)insn->word[0]);
    if (insn->bytes == 8)
        hw_buffer_printf(out, ", 0x%08" PRIx32, (uint32_t)(insn->word[0] >> 32));
}

static void put_line(const struct decuda_writer *w, const struct hw_kernel *kernel,
                     const struct hw_code_lines *lines, const struct hw_code_line *line)
{
    char text[HW_TEXT_MAX], constants[160];
    struct hw_insn insn;
    if (line->labelled)
        hw_buffer_printf(w->out, "%s%" PRIu32 ": ", label_prefix, line->label);
    hw_code_line_insn(lines, line, &insn);
    if (insn.form) {
        hw_code_line_print(lines, line, &insn, HW_SYNTAX_DECUDA, label_prefix, text);
        hw_buffer_add(w->out, text, strlen(text));
    } else {
        put_words(w->out, &insn);
    }
    if (w->options->hex)
        hw_buffer_printf(w->out, "    // %04" PRIx32 ": %0*" PRIx64, line->address, 2 * insn.bytes,
                         insn.word[0]);
    if (w->options->constants && hw_code_constants(kernel, &insn, constants, sizeof(constants)))
        hw_buffer_printf(w->out, "    // %s", constants);
    hw_buffer_add(w->out, "\n", 1);
}

static hw_status put_kernel(const struct decuda_writer *w, const struct hw_kernel *kernel,
                            struct hw_error *error)
{
    struct hw_code_lines lines;
    struct hw_buffer hidden = {NULL, 0, 0, false};
    hw_status status = hw_code_lines_read(w->target, w->module, kernel, &lines, error);
    if (status != HW_OK)
        return status;
    hw_buffer_printf(w->out, "// Disassembling ");
    hw_write_name(w->out, kernel->name);
    hw_buffer_printf(w->out, "\n.entry ");
    hw_write_name(w->out, kernel->name);
    hw_buffer_printf(w->out,
                     "\n{\n.lmem %" PRIu32 "\n.smem %" PRIu32 "\n.reg %" PRIu32 "\n.bar %" PRIu32 "\n",
                     kernel->local_bytes, kernel->shared_bytes, kernel->registers, kernel->barriers);
    hw_write_kernel_records(&hidden, kernel, &lines);
    if (hidden.length)
        hw_buffer_printf(&hidden, ".code\n"); /* a record's data goes on until then */
    put_hidden(w->out, &hidden);
    for (size_t i = 0; i < lines.count; i++)
        put_line(w, kernel, &lines, &lines.list[i]);
    for (size_t i = 0; i < kernel->const_count; i++)
        put_kernel_const(w, kernel->consts[i]);
    hw_buffer_printf(w->out, "}\n");
    free(lines.list);
    return HW_OK;
}

hw_status hw_listing_write_decuda(const struct hw_module *module, const struct hw_target *target,
                                  const struct hw_listing_options *options, struct hw_buffer *out,
                                  struct hw_error *error)
{
    const struct decuda_writer w = {module, target, options, out};
    const struct hw_kernel *only = options->kernel ? hw_module_find_kernel(module, options->kernel) : NULL;
    struct hw_buffer hidden = {NULL, 0, 0, false};
    if (options->kernel && !only)
        return hw_fail(error, HW_ERR_NOT_FOUND, "listing", "there is no kernel '%s'", options->kernel);
    hw_write_head(&hidden, module, only);
    put_hidden(out, &hidden);
    if (only)
        return put_kernel(&w, only, error);
    hw_status status = HW_OK;
    for (size_t i = 0; i < module->item_count && status == HW_OK; i++) {
        const struct hw_declaration *item = &module->items[i];
        hw_write_item(&hidden, module, item);
        put_hidden(out, &hidden);
        if (item->kind == HW_DECLARATION_KERNEL)
            status = put_kernel(&w, module->kernels[item->index], error);
    }
    hw_write_sections(&hidden, module, target);
    put_hidden(out, &hidden);
    return status;
}
