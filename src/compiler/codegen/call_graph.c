/* SPDX-License-Identifier: MIT */
/* Writes the sections of call_graph.h.  They hold pairs of words, with a marker before each kind; prototypes
 * are offsets of texts in the string table: a number sign, the result, and each parameter by a letter and,
 * of an array, its length. */
#include "compiler/codegen/call_graph.h"

#include <string.h>

struct call_pair {
    uint32_t of, with;
};

struct pairs {
    struct call_pair *pair;
    size_t count, capacity;
};

struct graph_writing {
    const struct hw_ir_module *module;
    const struct hw_codegen_symbols *symbols;
    const uint32_t *id;
    struct pairs calls, taken, indirect, takers, prototypes;
    bool *is_taken; /* by routine */
    struct hw_codegen_buffer strings;
};

static void append_word(struct graph_writing *g, struct pairs *to, uint32_t of, uint32_t with)
{
    for (size_t i = to->count; i-- > 0 && to->pair[i].of == of;)
        if (to->pair[i].with == with)
            return;
    to->pair = hw_arena_grow(g->module->arena, to->pair, to->count, &to->capacity, sizeof *to->pair);
    to->pair[to->count++] = (struct call_pair){of, with};
}

static uint32_t number_of(const struct graph_writing *g, const struct hw_ir_routine *routine)
{
    return hw_codegen_symbol_number(g->symbols, g->id[routine->number]);
}

/* --- prototypes ------------------------------------------------------------------------------------------
 */

static void print_all(struct hw_codegen_buffer *to, const struct hw_ir_parameter *parameter, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        hw_codegen_print(to, "%c", parameter[i].letter);
        if (parameter[i].elements)
            hw_codegen_print(to, "%u", parameter[i].elements);
    }
}

/* The offset of a text among those with a terminating zero, the first of which is empty. */
static uint32_t prototype_of(struct graph_writing *g, const struct hw_ir_signature *signature)
{
    struct hw_codegen_buffer text = {.arena = g->module->arena};

    hw_codegen_print(&text, "#%s", signature->outs ? "" : "v");
    print_all(&text, signature->out, signature->outs);
    print_all(&text, signature->in, signature->ins);
    /* Zeros are written as line ends here. */
    hw_codegen_print(&text, "\n");
    if (!g->strings.length)
        hw_codegen_print(&g->strings, "\n");
    for (const char *at = g->strings.text + 1; *at; at = strchr(at, '\n') + 1)
        if (strncmp(at, text.text, text.length) == 0)
            return (uint32_t)(at - g->strings.text);
    const uint32_t offset = (uint32_t)g->strings.length;
    hw_codegen_print(&g->strings, "%s", text.text);
    return offset;
}

/* --- finding ---------------------------------------------------------------------------------------------
 */

static void collect_calls(struct graph_writing *g, const struct hw_ir_symbol *symbol)
{
    if (!symbol->is_function || g->is_taken[symbol->routine->number])
        return;
    g->is_taken[symbol->routine->number] = true;
    append_word(g, &g->taken, number_of(g, symbol->routine), prototype_of(g, &symbol->routine->signature));
}

static void look_into(struct graph_writing *g, const struct hw_ir_routine *routine)
{
    const uint32_t number = number_of(g, routine);

    for (uint32_t i = 0; i < routine->function->block_count; i++)
        for (const struct hw_ir_insn *insn = routine->function->block[i]->first; insn; insn = insn->next) {
            if (insn->op == HW_IR_CALL && insn->how.symbol)
                append_word(g, &g->calls, number, number_of(g, insn->how.symbol->routine));
            else if (insn->op == HW_IR_CALL)
                append_word(g, &g->indirect, number, prototype_of(g, insn->how.extra));
            for (uint32_t k = 0; k < insn->operands; k++) {
                const struct hw_ir_insn *from = insn->operand[k].value->from;
                if (from->op != HW_IR_SYMBOL || !from->how.symbol->is_function)
                    continue;
                collect_calls(g, from->how.symbol);
                append_word(g, &g->takers, number, number_of(g, from->how.symbol->routine));
            }
        }
}

static void collect_edges(struct graph_writing *g)
{
    for (size_t i = 0; i < g->module->routines; i++)
        if (hw_codegen_is_written(g->module->routine[i]))
            look_into(g, g->module->routine[i]);
    for (size_t i = 0; i < g->module->variables; i++)
        for (uint32_t k = 0; k < g->module->variable[i]->pointers; k++)
            collect_calls(g, g->module->variable[i]->pointer[k].symbol);
    for (size_t i = 0; i < g->module->routines; i++) {
        const struct hw_ir_routine *routine = g->module->routine[i];
        if (g->id[i] != UINT32_MAX && !routine->is_kernel && !g->is_taken[i] &&
            routine->symbol->linkage != HW_IR_LINK_LOCAL && routine->symbol->linkage != HW_IR_LINK_WEAK)
            append_word(g, &g->prototypes, number_of(g, routine), prototype_of(g, &routine->signature));
    }
}

static void name_all(const struct hw_ir_function *function, bool *is_named)
{
    for (uint32_t i = 0; i < function->block_count; i++)
        for (const struct hw_ir_insn *insn = function->block[i]->first; insn; insn = insn->next) {
            if (insn->op == HW_IR_CALL && insn->how.symbol)
                is_named[insn->how.symbol->routine->number] = true;
            for (uint32_t k = 0; k < insn->operands; k++) {
                const struct hw_ir_insn *from = insn->operand[k].value->from;
                if (from->op == HW_IR_SYMBOL && from->how.symbol->is_function)
                    is_named[from->how.symbol->routine->number] = true;
            }
        }
}

const bool *hw_codegen_find_named(const struct hw_ir_module *module)
{
    bool *is_named = hw_arena_array(module->arena, module->routines + 1, sizeof *is_named);

    for (size_t i = 0; i < module->routines; i++)
        if (hw_codegen_is_written(module->routine[i]))
            name_all(module->routine[i]->function, is_named);
    for (size_t i = 0; i < module->variables; i++)
        for (uint32_t k = 0; k < module->variable[i]->pointers; k++)
            if (module->variable[i]->pointer[k].symbol->is_function)
                is_named[module->variable[i]->pointer[k].symbol->routine->number] = true;
    return is_named;
}

bool hw_codegen_has_calls(const struct hw_ir_function *function)
{
    for (uint32_t i = 0; i < function->block_count; i++)
        for (const struct hw_ir_insn *insn = function->block[i]->first; insn; insn = insn->next)
            if (insn->op == HW_IR_CALL)
                return true;
    return false;
}

/* --- writing ---------------------------------------------------------------------------------------------
 */

static void write_pairs(const struct pairs *pairs, struct hw_codegen_buffer *to)
{
    for (size_t i = 0; i < pairs->count; i++)
        hw_codegen_print(to, "        .u32 0x%x, 0x%x\n", pairs->pair[i].of, pairs->pair[i].with);
}

static void write_strings(const struct hw_codegen_buffer *strings, struct hw_codegen_buffer *to)
{
    if (!strings->length)
        return;
    hw_codegen_print(to, ".section .strtab 3 0 1 0 %zu\n", strings->length);
    for (size_t i = 0; i < strings->length; i++)
        hw_codegen_print(to, "%s0x%02x%s", i % 16 == 0 ? "        .u8 " : "",
                         strings->text[i] == '\n' ? 0u : (unsigned char)strings->text[i],
                         i % 16 == 15 || i + 1 == strings->length ? "\n" : ", ");
}

void hw_codegen_write_call_graph(const struct hw_ir_module *module, const struct hw_codegen_symbols *symbols,
                                 const uint32_t *id, struct hw_codegen_buffer *to)
{
    struct graph_writing g = {
        .module = module, .symbols = symbols, .id = id, .strings = {.arena = module->arena}};

    g.is_taken = hw_arena_array(module->arena, module->routines + 1, sizeof *g.is_taken);
    collect_edges(&g);
    const struct pairs *const kinds[] = {&g.calls, &g.taken, &g.indirect, &g.takers};
    size_t pairs = 0;
    for (unsigned i = 0; i < 4; i++)
        pairs += 1 + kinds[i]->count;
    write_strings(&g.strings, to);
    hw_codegen_print(to, ".section .nv.callgraph 0x70000001 0 4 8 %zu link .symtab\n", 8 * pairs);
    for (unsigned i = 0; i < 4; i++) {
        hw_codegen_print(to, "        .u32 0x0, 0x%x\n", 0u - (i + 1));
        write_pairs(kinds[i], to);
    }
    if (!g.prototypes.count)
        return;
    hw_codegen_print(to, ".section .nv.prototype 0x70000002 0 4 8 %zu link .symtab\n",
                     8 * g.prototypes.count);
    write_pairs(&g.prototypes, to);
}
