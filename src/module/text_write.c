/* SPDX-License-Identifier: MIT */
/* This writer makes text cubins in NVIDIA's layout: tabs, two blanks before a block's brace, four words a
 * line each followed by a blank, and a zero word as ten zeros. */
#include "module/nv_info.h"

static const char tabs[] = "\t\t\t\t";

/* A block being written: how deep its members are indented, how many stand there, what goes between. */
struct text_writer {
    struct hw_buffer *out;
    const struct hw_extras *extras;
    size_t next_extra;
    uint32_t members;
    int depth;
};

/* The unknown members that stood before the next known one; all that remain if `last`. */
static void put_extras(struct text_writer *writer, bool last)
{
    for (; writer->next_extra < writer->extras->count; writer->next_extra++) {
        const struct hw_extra *extra = &writer->extras->list[writer->next_extra];
        if (!last && extra->slot > writer->members)
            return;
        hw_buffer_printf(writer->out, "%.*s%s\n", writer->depth, tabs, extra->text);
    }
}

/* Begin a member. */
static void put_indent(struct text_writer *writer)
{
    put_extras(writer, false);
    writer->members++;
    hw_buffer_printf(writer->out, "%.*s", writer->depth, tabs);
}

static void put_number(struct text_writer *writer, const char *key, uint32_t value)
{
    put_indent(writer);
    hw_buffer_printf(writer->out, "%s = %u\n", key, value);
}

static void put_text(struct text_writer *writer, const char *key, const char *value)
{
    if (!value)
        return;
    put_indent(writer);
    hw_buffer_printf(writer->out, "%s = %s\n", key, value);
}

static void put_words(struct text_writer *writer, const char *key, const uint8_t *bytes, size_t length)
{
    put_indent(writer);
    hw_buffer_printf(writer->out, "%s  {\n", key);
    for (size_t at = 0; at < length; at += 4) {
        uint32_t word = hw_get32(bytes + at);
        if (at % 16 == 0)
            hw_buffer_printf(writer->out, "%.*s", writer->depth + 1, tabs);
        hw_buffer_printf(writer->out, word ? "0x%08x " : "00%08x ", word);
        if (at % 16 == 12 || at + 4 == length)
            hw_buffer_add(writer->out, "\n", 1);
    }
    hw_buffer_printf(writer->out, "%.*s}\n", writer->depth, tabs);
}

static struct text_writer open_block(struct hw_buffer *out, const char *keyword, int depth,
                                     const struct hw_extras *extras)
{
    hw_buffer_printf(out, "%.*s%s  {\n", depth, tabs, keyword);
    return (struct text_writer){.out = out, .extras = extras, .depth = depth + 1};
}

static void close_block(struct text_writer *writer, int depth)
{
    put_extras(writer, true);
    hw_buffer_printf(writer->out, "%.*s}\n", depth, tabs);
}

static void put_segment(struct text_writer *writer, const char *name, const char *segname, uint32_t bank,
                        uint32_t offset, uint32_t bytes)
{
    put_text(writer, "name", name);
    put_text(writer, "segname", segname);
    put_number(writer, "segnum", bank);
    put_number(writer, "offset", offset);
    put_number(writer, "bytes", bytes);
}

static void put_const(struct hw_buffer *out, const struct hw_const *piece, const char *keyword, int depth)
{
    struct text_writer writer = open_block(out, keyword, depth, &piece->extras);
    put_segment(&writer, piece->name, "const", piece->bank, piece->offset, piece->bytes);
    if (piece->data)
        put_words(&writer, "mem", piece->data, hw_round_up4(piece->bytes));
    close_block(&writer, depth);
}

static void put_variable(struct hw_buffer *out, const struct hw_variable *variable)
{
    struct text_writer writer = open_block(out, "reloc", 0, &variable->extras);
    put_segment(&writer, variable->name, "reloc", variable->bank, variable->offset, variable->bytes);
    close_block(&writer, 0);
}

static void put_sampler(struct hw_buffer *out, const struct hw_sampler *sampler, uint32_t *free_unit)
{
    struct text_writer writer = open_block(out, "sampler", 0, &sampler->extras);
    put_text(&writer, "name", sampler->name);
    put_number(&writer, "texunit", sampler->unread ? (*free_unit)++ : sampler->unit);
    close_block(&writer, 0);
}

static void put_kernel(struct hw_buffer *out, const struct hw_kernel *kernel)
{
    struct text_writer writer = open_block(out, "code", 0, &kernel->extras);
    put_text(&writer, "name", kernel->name);
    put_number(&writer, "lmem", kernel->local_bytes);
    put_number(&writer, "smem", kernel->shared_bytes);
    put_number(&writer, "reg", kernel->registers);
    put_number(&writer, "bar", kernel->barriers);
    put_words(&writer, "bincode", kernel->code, kernel->code_bytes);
    for (size_t i = 0; i < kernel->const_count; i++) {
        put_extras(&writer, false);
        writer.members++;
        put_const(out, kernel->consts[i], "const", 1);
    }
    close_block(&writer, 0);
}

void hw_cubin_text_write(const struct hw_module *module, struct hw_buffer *out)
{
    hw_buffer_printf(out, "architecture {%s}\nabiversion {%u}\n", module->target, module->abi_version);
    uint32_t free_unit = hw_samplers_free_unit(module);
    if (module->name)
        hw_buffer_printf(out, "modname {%s}\n", module->name);
    for (size_t i = 0; i < module->item_count; i++) {
        size_t index = module->items[i].index;
        switch (module->items[i].kind) {
        case HW_DECLARATION_CONST: put_const(out, module->consts[index], "consts", 0); break;
        case HW_DECLARATION_VARIABLE: put_variable(out, module->variables[index]); break;
        case HW_DECLARATION_SAMPLER: put_sampler(out, module->samplers[index], &free_unit); break;
        case HW_DECLARATION_KERNEL: put_kernel(out, module->kernels[index]); break;
        case HW_DECLARATION_EXTRA: hw_buffer_printf(out, "%s\n", module->extras[index].text); break;
        }
    }
}
