/* SPDX-License-Identifier: MIT */
/* The call graph of a kernel: the code that it may run.  That is its own code, the functions that relocations
 * of it name, and what these name in turn.  An indirect jump or call may reach every function of the module
 * whose address is in data or was in a register: another kernel may have stored the pointer. */
#include "machine/device_runtime.h"
#include "machine/image/image_link.h"

#include <stdlib.h>
#include <string.h>

#define PIECE_ALIGN 128u /* of each code in the image; groups of instructions begin where they did */

#define fail(error, status, ...) hw_fail(error, status, "image", __VA_ARGS__)

struct reached_code {
    struct hw_image *image;
    const struct hw_image_layout *layout;
    bool *reached;     /* by number of a code */
    uint32_t *waiting; /* codes that are reached and not yet looked at */
    uint32_t waiting_count;
    bool by_address; /* something that is reached jumps or calls by address */
};

static void add_reached(struct reached_code *reach, uint32_t code)
{
    if (reach->reached[code])
        return;
    reach->reached[code] = true;
    reach->waiting[reach->waiting_count++] = code;
}

static void reach_taken(struct reached_code *at)
{
    if (at->by_address)
        return;
    at->by_address = true;
    for (uint32_t i = 0; i < at->layout->module->kernel_count; i++)
        if (at->layout->code[i].is_taken && at->layout->code[i].kernel->function &&
            !at->layout->code[i].is_replaced)
            add_reached(at, i);
    if (at->layout->data_names_hosts)
        at->image->calls_out = true;
}

/* Whether an instruction goes where a register or a constant says.  A return does not count: it goes where a
 * call came from. */
static bool goes_by_address(const struct hw_insn *insn)
{
    struct hw_semantics view;
    uint64_t target;

    hw_insn_semantics(insn, &view);
    switch (hw_operation_info(view.op)->flow) {
    case HW_FLOW_INDIRECT: return view.op != HW_OP_RETP;
    case HW_FLOW_JUMP:
    case HW_FLOW_CALL: return !hw_insn_target(insn, 0, &target);
    default: return false;
    }
}

static bool code_goes_by_address(const struct hw_target *target, const struct hw_kernel *code)
{
    struct hw_insn insn;
    size_t at = 0;

    if (!target->isa)
        return true;
    while (at < code->code_bytes) {
        const bool valid = hw_decode_code(target, code->code, code->code_bytes, &at, &insn) == HW_OK;
        if (valid && insn.form && goes_by_address(&insn))
            return true;
        at += valid ? insn.bytes : hw_isa_unit(target->isa);
    }
    return false;
}

/* The name of a function that the machine serves. */
static const char *called_name(const struct hw_image_layout *layout, uint32_t symbol)
{
    const char *replaced = hw_layout_replaced(layout, symbol);

    return replaced ? replaced : layout->module->symbols[symbol]->name;
}

/* The kernel may call a function that the machine serves, or would have to. */
static void reach_hosts(struct reached_code *at, const char *name)
{
    struct hw_image *image = at->image;

    image->calls_out = true;
    image->launches |= hw_device_call_launches(name);
    image->uses |= hw_device_call_use(name);
    if (hw_device_call_address(name))
        return;
    image->misses_more |= image->missing && strcmp(image->missing, name) != 0;
    image->missing = image->missing ? image->missing : name;
}

static void follow_section(struct reached_code *at, uint32_t number)
{
    const struct hw_image_layout *layout = at->layout;

    for (uint32_t i = layout->section[number].first_reloc; i < layout->section[number + 1].first_reloc; i++) {
        const uint32_t symbol = layout->reloc[i].symbol, named = hw_layout_code_of(layout, symbol);
        if (symbol != HW_LAYOUT_NONE && hw_layout_is_hosts(layout, symbol))
            reach_hosts(at, called_name(layout, symbol));
        else if (named != HW_LAYOUT_NONE && layout->code[named].kernel->function)
            add_reached(at, named);
    }
}

static void follow_relocs(struct reached_code *at, uint32_t number)
{
    const struct hw_layout_code *code = &at->layout->code[number];

    for (uint32_t i = code->first_section; i != HW_LAYOUT_NONE; i = at->layout->section[i].next)
        follow_section(at, i);
    if (!at->by_address && code_goes_by_address(&at->layout->target, code->kernel))
        reach_taken(at);
}

/* --- the code ------------------------------------------------------------------------------------ */

static uint32_t round_up(size_t bytes)
{
    return (uint32_t)((bytes + PIECE_ALIGN - 1) / PIECE_ALIGN * PIECE_ALIGN);
}

static void add_piece(struct hw_image *image, uint64_t address, const uint8_t *code, size_t bytes)
{
    const uint32_t offset = round_up(image->code_bytes);

    if (bytes)
        memcpy(image->code + offset, code, bytes);
    image->code_bytes = offset + bytes;
    image->piece[image->piece_count++] =
        (struct hw_code_piece){.address = (uint32_t)address, .offset = offset, .bytes = (uint32_t)bytes};
}

/* Copy the reached code, in the order of addresses. */
static hw_status take_code(const struct reached_code *at, uint32_t own, struct hw_error *error)
{
    const struct hw_image_layout *layout = at->layout;
    struct hw_image *image = at->image;
    const uint32_t count = (uint32_t)layout->module->kernel_count;
    size_t bytes = round_up(image->kernel->code_bytes), pieces = 1;

    for (uint32_t i = 0; i < count; i++) {
        if (!at->reached[i] || i == own)
            continue;
        bytes += round_up(layout->code[i].kernel->code_bytes);
        pieces++;
    }
    image->code = calloc(1, bytes + 1);
    image->piece = calloc(pieces, sizeof *image->piece);
    if (!image->code || !image->piece)
        return fail(error, HW_ERR_NO_MEMORY, "no memory for %zu bytes of code", bytes);
    add_piece(image, 0, image->kernel->code, image->kernel->code_bytes);
    for (uint32_t i = 0; i < count; i++) {
        const struct hw_layout_code *code = &layout->code[i];
        if (!at->reached[i] || i == own || code->section == HW_LAYOUT_NONE)
            continue;
        const uint64_t address = layout->section[code->section].address;
        add_piece(image, address, layout->functions + (address - layout->functions_at),
                  code->kernel->code_bytes);
        if (!layout->is_counted && code->kernel->registers > image->registers)
            image->registers = code->kernel->registers;
    }
    image->calls = pieces > 1 || image->calls_out;
    image->grows = hw_image_stack_grows(&layout->target, image->kernel);
    return HW_OK;
}

hw_status hw_image_take_code(struct hw_image *image, struct hw_error *error)
{
    const struct hw_image_layout *layout = image->layout;
    const uint32_t own = hw_layout_find(&layout->code_names, image->kernel->name);
    const size_t count = layout->module->kernel_count + 1;
    struct reached_code at = {.image = image, .layout = layout};
    hw_status status = HW_OK;

    if (own == HW_LAYOUT_NONE || layout->code[own].section == HW_LAYOUT_NONE)
        return fail(error, HW_ERR_FORMAT, "the file has no section with the code of %s", image->kernel->name);
    at.reached = calloc(count, sizeof *at.reached);
    at.waiting = calloc(count, sizeof *at.waiting);
    if (!at.reached || !at.waiting)
        status = fail(error, HW_ERR_NO_MEMORY, "no memory for %zu functions", count);
    if (status == HW_OK) {
        add_reached(&at, own);
        while (at.waiting_count)
            follow_relocs(&at, at.waiting[--at.waiting_count]);
        status = take_code(&at, own, error);
    }
    free(at.reached);
    free(at.waiting);
    return status;
}
