/* Translation: the walk over the code that turns each instruction into micro-ops.
 *
 * An instruction becomes, in this order: a guard that sets the executing lanes or skips the rest; loads
 * of memory operands; the operation; what a trace wants; the exit flag; the end of the guard; the join
 * flag.  A guarded instruction's exit concerns the lanes that execute it, its join the whole path.  NOP
 * exits and joins whatever its guard says.  Whatever cannot be executed becomes a micro-op that stops the
 * kernel when it is reached, so code that is never executed never hurts.
 *
 * @see the NV50 wiki page and envytools' Tesla ISA notes; that NOP ignores its guard is how compilers
 * use it. */
#include "engine/translate.h"

#include <stdlib.h>
#include <string.h>

/* Number the rows.  Literals come last because their number is not known yet. */
static void number_rows(struct hw_rows *rows, uint32_t registers)
{
    uint16_t next = (uint16_t)((registers + 3) & ~3u);
    rows->registers = next;
    rows->cond = next;
    next += 4;
    rows->addr = next;
    next += 8;
    rows->zero = next;
    next += 4;
    rows->sink = next;
    next += 4;
    rows->temp = next;
    next += HW_TEMP_ROWS;
    rows->literal = next;
}

/* A plain move of a word from memory is a load. */
static bool translate_moved_load(struct hw_translator *t)
{
    const struct hw_view *view = &t->view;
    const struct hw_operand *d = &view->operand[0], *memory = &view->operand[1];
    uint16_t row;
    uint8_t part;

    if (view->op != HW_OP_MOV || view->mod[HW_MOD_LANES] != 0xf || view->cond_out >= 0 ||
        d->kind != HW_OPERAND_REG || d->bytes != 4 || memory->kind != HW_OPERAND_SHARED)
        return false;
    if (hw_destination_row(t, d, &row, &part))
        hw_emit_load(t, memory, row);
    return true;
}

/* Arithmetic: rows and parts of all operands, then the function. */
static void translate_alu(struct hw_translator *t)
{
    const struct hw_view *view = &t->view;
    struct hw_uop made = {.cond_out = HW_NO_ROW, .cond_in = HW_NO_ROW};
    uint16_t *const row[4] = {&made.d, &made.a, &made.b, &made.c};
    uint8_t *const part[4] = {&made.d_part, &made.a_part, &made.b_part, &made.c_part};

    if (view->operand_count > 4 || !hw_alu_bind(view, t->table, t->launch->target.chip, &made)) {
        hw_emit_fault(t, HW_FAULT_ILLEGAL, HW_BAD_OPERATION, 0);
        return;
    }
    for (unsigned i = 0; i < view->operand_count; i++)
        if (i == 0 ? !hw_destination_row(t, &view->operand[i], row[i], part[i])
                   : !hw_source_row(t, &view->operand[i], row[i], part[i]))
            return;
    if (view->cond_out >= 0)
        made.cond_out = hw_cond_row(t, (unsigned)view->cond_out);
    if (view->mod[HW_MOD_CARRY])
        made.cond_in = hw_cond_row(t, view->mod[HW_MOD_CARRY] - 1u);
    *hw_emit(t, made.fn) = made;
    hw_clear_beyond(t, &view->operand[0]);
    if (view->operand[0].kind == HW_OPERAND_ADDR && view->operand[0].reg == 7)
        hw_emit(t, hw_uop_addr_warp)->d = made.d;
}

static void translate_special(struct hw_translator *t)
{
    uint16_t row;
    uint8_t part;
    if (!hw_destination_row(t, &t->view.operand[0], &row, &part))
        return;
    struct hw_uop *uop = hw_emit(t, hw_uop_s2r);
    uop->d = row;
    uop->imm = t->view.operand[1].reg;
}

/* Operations that test their guard themselves, or vote on it, or do nothing. */
static bool guards_itself(unsigned op)
{
    switch (op) {
    case HW_OP_BRA:
    case HW_OP_BRX:
    case HW_OP_RET:
    case HW_OP_BRK:
    case HW_OP_VOTE:
    case HW_OP_NOP:
    case HW_OP_TRAP:
    case HW_OP_BPT:
    case HW_OP_CALL:
    case HW_OP_SSY:
    case HW_OP_PBK:
    case HW_OP_PRET:
    case HW_OP_BAR:
    case HW_OP_QUADON:
    case HW_OP_QUADPOP: return true;
    default: return false;
    }
}

static bool is_flow(unsigned op)
{
    return guards_itself(op) && op != HW_OP_VOTE && op != HW_OP_NOP;
}

static void translate_operation(struct hw_translator *t)
{
    if (t->view.op == HW_OP_S2R)
        translate_special(t);
    else if (!hw_translate_flow(t) && !hw_translate_memory(t) && !hw_translate_texture(t) &&
             !translate_moved_load(t))
        translate_alu(t);
}

/* What a trace shows of the instruction: its destination registers and condition code. */
static void note_writes(struct hw_translator *t)
{
    const struct hw_view *view = &t->view;
    struct hw_code_writes *writes = &t->code->writes[t->code->insn_count - 1];
    const struct hw_operand *d = &view->operand[0];
    unsigned words = d->bytes <= 4 ? 1 : d->bytes / 4u;
    bool stores = view->op == HW_OP_ST || view->op == HW_OP_RED;

    memset(writes, 0, sizeof *writes);
    if (view->operand_count == 0 || stores || is_flow(view->op))
        return;
    if (view->op == HW_OP_TEX)
        words = (unsigned)__builtin_popcount(view->mod[HW_MOD_MASK] & 0xfu);
    for (unsigned i = 0; d->kind == HW_OPERAND_REG && i < words && d->reg + i < t->launch->registers; i++) {
        writes->item[writes->count].kind = HW_OPERAND_REG;
        writes->item[writes->count].number = (uint8_t)(d->reg + i);
        writes->item[writes->count++].row = (uint16_t)(d->reg + i);
    }
    int cond = d->kind == HW_OPERAND_COND ? (int)d->reg : view->cond_out;
    if (cond >= 0) {
        writes->item[writes->count].kind = HW_OPERAND_COND;
        writes->item[writes->count].number = (uint8_t)cond;
        writes->item[writes->count++].row = hw_cond_row(t, (unsigned)cond);
    }
    if (d->kind == HW_OPERAND_ADDR) {
        writes->item[writes->count].kind = HW_OPERAND_ADDR;
        writes->item[writes->count].number = (uint8_t)d->reg;
        writes->item[writes->count++].row = hw_addr_row(t, d->reg, false);
    }
}

/* One instruction.  The guard's distance is known only when the rest has been emitted. */
static void translate_insn(struct hw_translator *t)
{
    const struct hw_view *view = &t->view;
    bool guarded = view->guard.kind == HW_GUARD_COND && !guards_itself(view->op);
    bool trace = t->launch->trace != NULL;
    uint32_t guard = t->code->uop_count;

    if (trace)
        note_writes(t);
    if (trace && is_flow(view->op))
        hw_emit(t, hw_uop_trace);
    if (guarded) {
        struct hw_uop *uop = hw_emit(t, hw_uop_guard);
        uop->a = hw_cond_row(t, view->guard.reg);
        uop->mode = view->guard.test;
    }
    translate_operation(t);
    if (guarded && !t->no_memory)
        t->code->uop[guard].imm = t->code->uop_count - guard;
    if (trace && !is_flow(view->op))
        hw_emit(t, hw_uop_trace);
    if (view->flow & HW_FLOW_EXIT)
        hw_emit(t, hw_uop_exit);
    else if (guarded)
        hw_emit(t, hw_uop_unguard);
    if (view->flow & HW_FLOW_JOIN)
        hw_emit(t, hw_uop_join);
    if (t->code->uop_count ==
        guard) /* every instruction has a micro-op, so that jumps to it are counted right */
        hw_emit(t, hw_uop_nop);
}

/* Open the next instruction in the list. */
static struct hw_code_insn *add_insn(struct hw_translator *t, uint32_t pc)
{
    struct hw_code *code = t->code;

    if (code->insn_count == t->insn_capacity) {
        uint32_t wanted = t->insn_capacity ? t->insn_capacity * 2 : 256;
        struct hw_code_insn *grown = realloc(code->insn, wanted * sizeof *grown);
        if (grown)
            code->insn = grown;
        if (t->launch->trace) {
            struct hw_code_writes *writes = realloc(code->writes, wanted * sizeof *writes);
            if (writes)
                code->writes = writes;
            if (!writes)
                grown = NULL;
        }
        if (!grown) {
            t->no_memory = true;
            return NULL;
        }
        t->insn_capacity = wanted;
    }
    struct hw_code_insn *insn = &code->insn[code->insn_count++];
    memset(insn, 0, sizeof *insn);
    insn->pc = pc;
    insn->uop = code->uop_count;
    t->temps = 0;
    return insn;
}

/* Translate the whole code, and put a stop behind its end. */
static void translate_code(struct hw_translator *t)
{
    const struct hw_launch *launch = t->launch;
    const uint8_t *bytes = launch->code;
    uint32_t pc = 0;

    while (pc < launch->code_bytes && !t->no_memory) {
        struct hw_code_insn *insn = add_insn(t, pc);
        if (!insn)
            return;
        uint32_t word;
        memcpy(&word, bytes + pc, 4);
        hw_status status = hw_decode(&launch->target, bytes + pc, launch->code_bytes - pc, &insn->insn);
        uint32_t length = status == HW_OK ? insn->insn.bytes : 4;
        if (status != HW_OK || !insn->insn.row) {
            hw_emit_fault(t, HW_FAULT_ILLEGAL, HW_BAD_WORD, word);
        } else if (length == 8 && pc % 8 != 0) {
            hw_emit_fault(t, HW_FAULT_ILLEGAL, HW_BAD_LONG, pc);
        } else {
            hw_insn_view(&insn->insn, &t->view);
            translate_insn(t);
        }
        pc += length;
    }
    if (!t->no_memory && add_insn(t, pc))
        hw_emit_fault(t, HW_FAULT_JUMP, HW_BAD_END, pc);
}

/* Index of the instruction at a code address, or of none: insn_count. */
static uint32_t find_insn(const struct hw_code *code, uint32_t pc)
{
    uint32_t low = 0, high = code->insn_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (code->insn[middle].pc < pc)
            low = middle + 1;
        else
            high = middle;
    }
    return low < code->insn_count && code->insn[low].pc == pc ? low : code->insn_count;
}

bool hw_code_find(const struct hw_code *code, uint32_t pc, uint32_t *uop)
{
    uint32_t insn = find_insn(code, pc);
    if (insn + 1 >= code->insn_count) /* the last one is the stop behind the end */
        return false;
    *uop = code->insn[insn].uop;
    return true;
}

/* Code addresses become micro-ops.  A target where no instruction begins becomes a stop.  SSY wants the
 * place behind its target, because paths that wait there have executed the joining instruction. */
static void resolve_targets(struct hw_translator *t)
{
    struct hw_code *code = t->code;

    for (uint32_t i = 0; i < t->target_count && !t->no_memory; i++) {
        uint32_t from = t->target[i], address = code->uop[from].imm, insn = find_insn(code, address);
        if (insn + 1 < code->insn_count) {
            code->uop[from].imm = code->insn[code->uop[from].fn == hw_uop_ssy ? insn + 1 : insn].uop;
        } else {
            uint32_t stop = code->uop_count;
            hw_emit_fault(t, HW_FAULT_JUMP, HW_BAD_TARGET, address);
            if (!t->no_memory) {
                code->insn_of[stop] = code->insn_of[from];
                code->uop[from].imm = stop;
            }
        }
    }
}

void hw_code_destroy(struct hw_code *code)
{
    if (!code)
        return;
    free(code->uop);
    free(code->insn_of);
    free(code->insn);
    free(code->writes);
    free(code->literal);
    free(code);
}

hw_status hw_code_create(const struct hw_launch *launch, struct hw_code **code, struct hw_error *error)
{
    struct hw_translator t = {.launch = launch, .table = hw_alu_table()};
    hw_status status = HW_OK;

    t.code = calloc(1, sizeof *t.code);
    if (!t.code)
        return hw_fail(error, HW_ERR_NO_MEMORY, "engine", "no memory to translate the kernel");
    number_rows(&t.code->rows, launch->registers);
    t.code->cleared_rows = t.code->rows.addr; /* until an address register is used */
    hw_note_shared(&t);
    t.code->cond_lanes = t.table->cond_lanes;
    translate_code(&t);
    resolve_targets(&t);
    free(t.target);
    free(t.literal_table);
    if (t.no_memory)
        status = hw_fail(error, HW_ERR_NO_MEMORY, "engine", "no memory to translate the kernel");
    else if (t.code->literal_count + t.code->rows.literal >= HW_NO_ROW)
        status = hw_fail(error, HW_ERR_UNSUPPORTED, "engine",
                         "the kernel uses %u different constants; at most %u fit", t.code->literal_count,
                         HW_NO_ROW - t.code->rows.literal);
    else if (!hw_code_find(t.code, launch->entry, &t.code->start))
        status = hw_fail(error, HW_ERR_LAUNCH, "engine", "no instruction begins at the entry point 0x%x",
                         launch->entry);
    if (status != HW_OK) {
        hw_code_destroy(t.code);
        return status;
    }
    t.code->rows.count = (uint16_t)(t.code->rows.literal + t.code->literal_count);
    *code = t.code;
    return HW_OK;
}
