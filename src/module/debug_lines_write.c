/* SPDX-License-Identifier: MIT */
/* See debug_lines_write.h.  One unit with all files and a sequence for each kernel, which begins at an
 * address that is relocated against the kernel's symbol (DWARF Debugging Information Format 2, section 6.2).
 * Rows are made of the standard steps alone: sections stay small, for code is. */
#include "module/debug_lines_write.h"

#include "module/module_internal.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

enum { STEP_COPY = 1, STEP_ADVANCE, STEP_LINE, STEP_FILE };
enum { EXTENDED = 0, EXTENDED_END = 1, EXTENDED_ADDRESS = 2 };
enum { LINE_BASE = 1, LINE_RANGE = 1, OPCODE_BASE = 10 };
enum { RELOC_32 = 1, RELOC_64 = 2 }; /* R_CUDA_32, R_CUDA_64 */

/* Bytes that grow; after a failure nothing is added. */
struct line_output {
    uint8_t *bytes;
    size_t count, room;
    bool failed;
};

static void append_number(struct line_output *out, uint64_t value, unsigned bytes)
{
    if (out->count + bytes > out->room) {
        const size_t room = 2 * out->room + 256;
        uint8_t *grown = realloc(out->bytes, room);
        out->failed |= !grown;
        if (!grown)
            return;
        out->bytes = grown;
        out->room = room;
    }
    for (unsigned i = 0; i < bytes; i++)
        out->bytes[out->count++] = (uint8_t)(value >> 8 * i);
}

static void put_variable(struct line_output *out, uint64_t value)
{
    for (; value > 0x7f; value >>= 7)
        append_number(out, (value & 0x7f) | 0x80, 1);
    append_number(out, value, 1);
}

static void put_signed(struct line_output *out, int64_t value)
{
    while (value > 0x3f || value < -0x40) {
        append_number(out, ((uint64_t)value & 0x7f) | 0x80, 1);
        value >>= 7;
    }
    append_number(out, (uint64_t)value & 0x7f, 1);
}

static void put_text(struct line_output *out, const char *text)
{
    for (; *text; text++)
        append_number(out, (unsigned char)*text, 1);
    append_number(out, 0, 1);
}

/* A length of four bytes, known when what it counts is there. */
static void fill_length(struct line_output *out, size_t at)
{
    if (!out->failed)
        hw_put32(out->bytes + at, (uint32_t)(out->count - at - 4));
}

static void put_head(struct line_output *out, const char *const *file, size_t files)
{
    static const uint8_t operands[OPCODE_BASE - 1] = {0, 1, 1, 1, 1, 0, 0, 0, 1};

    append_number(out, 0, 4);
    append_number(out, 2, 2);
    const size_t header = out->count;
    append_number(out, 0, 4);
    append_number(out, 1, 1); /* bytes of a step */
    append_number(out, 1, 1); /* rows begin statements */
    append_number(out, LINE_BASE, 1);
    append_number(out, LINE_RANGE, 1);
    append_number(out, OPCODE_BASE, 1);
    for (unsigned i = 0; i < sizeof operands; i++)
        append_number(out, operands[i], 1);
    append_number(out, 0, 1); /* no folders: names have theirs */
    for (size_t i = 0; i < files; i++) {
        put_text(out, file[i]);
        append_number(out, 0, 3); /* folder, time, size */
    }
    append_number(out, 0, 1);
    fill_length(out, header);
}

static hw_status put_start(struct hw_module *module, struct line_output *out, const char *kernel,
                           struct hw_error *error)
{
    const unsigned bytes = module->container == HW_CONTAINER_ELF32 ? 4 : 8;

    append_number(out, EXTENDED, 1);
    put_variable(out, bytes + 1);
    append_number(out, EXTENDED_ADDRESS, 1);
    const struct hw_reloc reloc = {.section = ".debug_line",
                                   .offset = out->count,
                                   .type = bytes == 4 ? RELOC_32 : RELOC_64,
                                   .symbol = (char *)(uintptr_t)kernel};
    append_number(out, 0, bytes);
    return hw_module_add_reloc(module, &reloc, error);
}

/* The rows of one kernel; how many of the locations they took. */
static size_t put_rows(struct line_output *out, const struct hw_kernel *kernel,
                       const struct hw_debug_position *position, size_t positions)
{
    uint32_t address = 0, file = 1, line = 1;
    size_t taken = 0;

    for (; taken < positions && !strcmp(position[taken].kernel, position->kernel); taken++) {
        if (position[taken].file != file) {
            append_number(out, STEP_FILE, 1);
            put_variable(out, file = position[taken].file);
        }
        append_number(out, STEP_LINE, 1);
        put_signed(out, (int64_t)position[taken].line - line);
        append_number(out, STEP_ADVANCE, 1);
        put_variable(out, position[taken].address - address);
        append_number(out, STEP_COPY, 1);
        line = position[taken].line;
        address = position[taken].address;
    }
    append_number(out, STEP_ADVANCE, 1);
    put_variable(out, kernel->code_bytes - address);
    append_number(out, EXTENDED, 1);
    put_variable(out, 1);
    append_number(out, EXTENDED_END, 1);
    return taken;
}

hw_status hw_debug_lines_add(struct hw_module *module, const char *const *file, size_t files,
                             const struct hw_debug_position *position, size_t positions,
                             struct hw_error *error)
{
    struct line_output out = {.bytes = NULL};
    hw_status status = HW_OK;

    if (!positions)
        return HW_OK;
    put_head(&out, file, files);
    for (size_t i = 0; i < positions && status == HW_OK && !out.failed;) {
        const struct hw_kernel *kernel = hw_module_find_kernel(module, position[i].kernel);
        status = kernel ? put_start(module, &out, position[i].kernel, error)
                        : hw_fail(error, HW_ERR_NOT_FOUND, HW_MODULE_ERROR, "there is no code called %s",
                                  position[i].kernel);
        if (kernel)
            i += put_rows(&out, kernel, position + i, positions - i);
    }
    fill_length(&out, 0);
    if (out.failed)
        status = hw_module_no_memory(error);
    const struct hw_section section = {.name = (char[]){".debug_line"},
                                       .type = SHT_PROGBITS,
                                       .align = 1,
                                       .data = out.bytes,
                                       .bytes = out.count};
    if (status == HW_OK)
        status = hw_module_add_section(module, &section, error);
    free(out.bytes);
    return status;
}
