/* SPDX-License-Identifier: MIT */
/* Emits machine code as listing lines: see emit.h.  A block that only jumps is elided.  If an edge leads to a
 * reconvergence point, the jump there is the instruction that waits (SYNC, BRK or the flag .S). */
#include "compiler/codegen/emit.h"

#include <stdio.h>
#include <string.h>

#include "compiler/codegen/target_hooks.h"

#define MAX_LINES 2048u

/* Where an edge leads. */
struct aim {
    enum { TO_BLOCK, TO_JOIN, TO_EXIT } kind;
    uint32_t block;
};

struct emission {
    struct hw_codegen_target *target;
    const struct hw_mir_function *function;
    const struct hw_codegen_reconvergence *reconvergence;
    struct hw_codegen_emitted *to;
    const struct hw_codegen_target_hooks *family;
    struct hw_codegen_address_registers reuse; /* since the block's start */
    const char *wait;                          /* the instruction that waits for the other lanes */
};

static bool is_only(const struct emission *e, uint32_t block, const char *template)
{
    const struct hw_mir_insn *insn = e->function->block[block]->first;

    return insn && !insn->next && insn->template == template && !e->reconvergence->push[block];
}

static struct aim aim_of(const struct emission *e, uint32_t block, unsigned edge)
{
    /* A circle of blocks that only jump is a loop that stays. */
    for (uint32_t steps = 0; steps <= e->function->block_count; steps++) {
        if (e->reconvergence->pops[edge][block])
            return (struct aim){.kind = TO_JOIN, .block = e->function->block[block]->to[edge]};
        const uint32_t to = e->function->block[block]->to[edge];
        if (is_only(e, to, hw_codegen_exit))
            return (struct aim){.kind = TO_EXIT};
        if (!is_only(e, to, hw_codegen_jump) || e->reconvergence->is_join[to])
            return (struct aim){.kind = TO_BLOCK, .block = to};
        block = to;
        edge = 0;
    }
    return (struct aim){.kind = TO_BLOCK, .block = block};
}

/* Whether a block is elided: it emits no lines. */
static bool is_elided(const struct emission *e, uint32_t block)
{
    if (!e->function->block[block]->first)
        return true;
    if (block == 0 || e->reconvergence->is_join[block])
        return false;
    if (is_only(e, block, hw_codegen_exit)) /* falling into it would need it */
        return false;
    if (!is_only(e, block, hw_codegen_jump))
        return false;
    const struct aim aim = aim_of(e, block, 0);
    return aim.kind != TO_BLOCK || aim.block != block;
}

static void emit_edge(struct emission *e, const char *guard, struct aim aim)
{
    struct hw_codegen_buffer *text = &e->to->text;
    const bool is_before = e->family->guards_before;

    hw_codegen_print(text, "        %s", is_before ? guard : "");
    if (aim.kind == TO_JOIN && !e->family->reconverges_at_target)
        hw_codegen_print(text, "%s\n", e->reconvergence->is_break[aim.block] ? "BRK" : e->wait);
    else if (aim.kind == TO_EXIT)
        hw_codegen_print(text, "%s %s\n", e->family->exit, is_before ? "" : guard);
    else
        hw_codegen_print(text, "BRA %s%s%c%u\n", is_before ? "" : guard, !is_before && *guard ? ", " : "",
                         aim.kind == TO_JOIN ? 'j' : e->family->label, aim.block);
    e->to->lines++;
}

/* At a reconvergence point, the instruction that waits stands before the block: only edges that pop the
 * point fall through to it. */
static bool is_next(const struct emission *e, struct aim aim, uint32_t next)
{
    if (aim.block != next || aim.kind == TO_EXIT)
        return false;
    return e->family->reconverges_at_target && e->reconvergence->is_join[next] ? aim.kind == TO_JOIN
                                                                               : aim.kind == TO_BLOCK;
}

static void write_guard(const struct emission *e, const struct hw_mir_operand *operand, bool is_opposite,
                        char text[16])
{
    const bool inv = operand->inv != is_opposite;

    if (operand->kind == HW_MIR_OPERAND_CONDITION)
        snprintf(text, 16, "%s.%s", operand->text, inv ? "EQ" : "NE");
    else
        snprintf(text, 16, "@%sP%u ", inv ? "!" : "", e->function->reg[operand->reg].phys);
}

static bool is_same(struct aim a, struct aim b)
{
    return a.kind == b.kind && (a.kind == TO_EXIT || a.block == b.block);
}

static void emit_branch(struct emission *e, uint32_t block, const struct hw_mir_insn *insn, uint32_t next)
{
    const struct aim yes = aim_of(e, block, 0), no = aim_of(e, block, 1);
    const struct hw_mir_operand *operand = &insn->operand[0];
    char guard[16], other[16];

    if (operand->kind == HW_MIR_OPERAND_FIXED || is_same(yes, no)) {
        const struct aim aim = operand->inv ? no : yes;
        if (!is_next(e, aim, next))
            emit_edge(e, "", aim);
        return;
    }
    write_guard(e, operand, false, guard);
    write_guard(e, operand, true, other);
    if (is_next(e, yes, next)) {
        emit_edge(e, other, no);
        return;
    }
    emit_edge(e, guard, yes);
    if (!is_next(e, no, next))
        emit_edge(e, "", no);
}

/* --- instructions ----------------------------------------------------------------------------------------
 */

/* What of an address goes into a line; NULL: nothing. */
static const char *kind_of(const struct hw_mir_operand *operand, const char *line, bool is_high)
{
    if (operand->kind == HW_MIR_OPERAND_CONSTANT)
        return line[strcspn(line, "[\n")] == '[' ? "CONST_FIELD19" : NULL;
    if (strncmp(line, "JCAL", 4) == 0)
        return "ABS32";
    const char *name = *line == '@' ? strchr(line, ' ') + 1 : line; /* a guard may stand before it */

    if (strncmp(name, "MOV32I", 6) != 0)
        return NULL;
    return operand->bank == HW_IMMEDIATE_OFFSET ? "ABS16" : is_high ? "ABS32_HI" : "ABS32_LO";
}

static void emit_label(struct emission *e, const struct hw_mir_operand *operand, const char *kind)
{
    struct hw_codegen_emitted *to = e->to;

    to->reloc = hw_arena_grow(to->text.arena, to->reloc, to->relocs, &to->reloc_capacity, sizeof *to->reloc);
    to->reloc[to->relocs++] =
        (struct hw_codegen_reloc){.label = ++to->labels,
                                  .symbol = operand->text,
                                  .kind = kind,
                                  .is_constant = operand->kind == HW_MIR_OPERAND_CONSTANT,
                                  .addend = operand->value};
    hw_codegen_print(&to->text, "r%u:\n", to->labels);
}

static const struct hw_mir_operand *relocated(const struct hw_mir_insn *insn)
{
    for (unsigned i = insn->written; i < insn->operands; i++)
        if ((insn->operand[i].kind == HW_MIR_OPERAND_IMMEDIATE ||
             insn->operand[i].kind == HW_MIR_OPERAND_CONSTANT) &&
            insn->operand[i].text)
            return &insn->operand[i];
    return NULL;
}

/* Moves of a register to itself are elided. */
static bool does_nothing(const char *line, size_t length)
{
    const char *comma = memchr(line, ',', length);

    if (strncmp(line, "MOV R", 5) != 0 || !comma)
        return false;
    const size_t first = (size_t)(comma - line) - 4, second = length - (size_t)(comma - line) - 2;
    return first == second && memcmp(line + 4, comma + 2, first) == 0;
}

/* A line in which $1 and $2 are labels of this instruction. */
static void put_line(struct emission *e, const char *line, size_t length, uint32_t labels)
{
    struct hw_codegen_buffer *text = &e->to->text;
    const bool is_label = length && line[length - 1] == ':';

    hw_codegen_print(text, "%s", is_label ? "" : "        ");
    for (size_t i = 0; i < length; i++) {
        const char *label = memchr(line + i, '$', length - i);
        const size_t until = label ? (size_t)(label - line) : length;
        hw_codegen_append(text, line + i, until - i);
        if (label)
            hw_codegen_print(text, "s%u_", labels);
        i = until;
    }
    hw_codegen_print(text, "\n");
    e->to->lines += !is_label;
}

static void emit_lines(struct emission *e, const struct hw_mir_insn *insn, const char *text)
{
    const struct hw_mir_operand *symbol = relocated(insn);
    const uint32_t labels = strchr(text, '$') ? ++e->to->labels : 0;
    unsigned number = 0;

    while (*text) {
        const size_t length = strcspn(text, "\n");
        const char *kind = symbol ? kind_of(symbol, text, number > 0) : NULL;
        if (kind)
            emit_label(e, symbol, kind);
        if (!does_nothing(text, length))
            put_line(e, text, length, labels);
        number++;
        text += length + (text[length] != '\0');
    }
}

static void write_lines(struct emission *e, const struct hw_mir_insn *insn)
{
    char text[MAX_LINES];

    hw_codegen_print_insn(insn, e->function->reg, text, sizeof text);
    if (e->family->reuse_addresses)
        e->family->reuse_addresses(&e->reuse, e->function, insn, text);
    emit_lines(e, insn, text);
}

static void emit_copy(struct emission *e, const struct hw_mir_insn *insn)
{
    static const char *const templates[] = {"MOV %0, %1", "MOV %0, %1\nMOV %0', %1'",
                                            "MOV %0, %1\nMOV %0', %1'\nMOV %0'', %1''\nMOV %0''', %1'''"};
    const struct hw_mir_reg *reg = &e->function->reg[insn->operand[0].reg];
    struct hw_mir_insn move = *insn;

    move.template =
        reg->file == HW_MIR_FILE_PREDICATES ? "PSETP.AND.AND %0, PT, %1, PT, PT" : templates[reg->words / 2];
    write_lines(e, &move);
}

static void emit_insn(struct emission *e, const struct hw_mir_insn *insn)
{
    if (!insn->template) {
        emit_copy(e, insn);
        return;
    }
    if (strncmp(insn->template, "BAR.", 4) == 0 && insn->operands &&
        insn->operand[0].kind == HW_MIR_OPERAND_IMMEDIATE && insn->operand[0].value >= e->to->barriers)
        e->to->barriers = (uint32_t)insn->operand[0].value + 1;
    write_lines(e, insn);
}

static void emit_end(struct emission *e, uint32_t block, const struct hw_mir_insn *insn, uint32_t next)
{
    if (e->reconvergence->push[block]) {
        hw_codegen_print(&e->to->text, "        %s %c%u\n",
                         e->reconvergence->is_break[e->reconvergence->push[block] - 1] ? "PBK" : "SSY",
                         e->family->reconverges_at_target ? 'j' : e->family->label,
                         e->reconvergence->push[block] - 1);
        e->to->lines++;
    }
    if (insn->template == hw_codegen_return) {
        hw_codegen_print(&e->to->text, "        RET\n");
        e->to->lines++;
    } else if (insn->template == hw_codegen_branch)
        emit_branch(e, block, insn, next);
    else if (insn->template == hw_codegen_exit)
        emit_edge(e, "", (struct aim){.kind = TO_EXIT});
    else {
        const struct aim aim = aim_of(e, block, 0);
        if (!is_next(e, aim, next))
            emit_edge(e, "", aim);
    }
}

/* Where the source's line changes.  What has none, such as moves that join values, belongs to the line before
 * it. */
static void emit_line(struct emission *e, const struct hw_mir_insn *insn)
{
    struct hw_codegen_emitted *to = e->to;
    const struct hw_codegen_line_entry *last =
        to->line_entries ? &to->line_entry[to->line_entries - 1] : NULL;

    if (!insn->line || (last && last->line == insn->line && last->file == insn->file))
        return;
    to->line_entry = hw_arena_grow(to->text.arena, to->line_entry, to->line_entries, &to->line_entry_capacity,
                                   sizeof *to->line_entry);
    to->line_entry[to->line_entries++] =
        (struct hw_codegen_line_entry){.insn = to->lines, .file = insn->file, .line = insn->line};
}

static bool is_end(const struct hw_mir_insn *insn)
{
    return insn->template == hw_codegen_jump || insn->template == hw_codegen_branch ||
           insn->template == hw_codegen_exit || insn->template == hw_codegen_return;
}

void hw_codegen_emit(struct hw_codegen_target *target, const struct hw_mir_function *function,
                     const uint32_t *order, uint32_t count,
                     const struct hw_codegen_reconvergence *reconvergence, struct hw_codegen_emitted *emitted)
{
    struct emission e = {
        .target = target, .function = function, .reconvergence = reconvergence, .to = emitted};
    uint32_t *kept = hw_arena_array(target->scratch, (size_t)count + 1, sizeof *kept), left = 0;

    e.family = target->family;
    e.wait = e.family->wait[!hw_codegen_accepts(target, e.family->wait[0])];
    for (uint32_t i = 0; i < count; i++)
        if (!is_elided(&e, order[i]))
            kept[left++] = order[i];
    kept[left] = UINT32_MAX;
    for (uint32_t i = 0; i < left; i++) {
        if (e.family->reconverges_at_target && reconvergence->is_join[kept[i]]) {
            hw_codegen_print(&emitted->text, "j%u:\n        %s\n", kept[i], e.wait);
            emitted->lines++;
        }
        hw_codegen_print(&emitted->text, "%c%u:\n", e.family->label, kept[i]);
        e.reuse = (struct hw_codegen_address_registers){.next = 0};
        for (const struct hw_mir_insn *insn = function->block[kept[i]]->first; insn; insn = insn->next) {
            emit_line(&e, insn);
            if (is_end(insn))
                emit_end(&e, kept[i], insn, kept[i + 1]);
            else
                emit_insn(&e, insn);
        }
    }
}
