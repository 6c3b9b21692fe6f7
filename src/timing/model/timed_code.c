/* SPDX-License-Identifier: MIT */
/* See timed_code.h. */
#include "timing/model/timed_code.h"

#include "isa/timing.h"
#include "machine/chip/kernel_abi.h"

#include <halfwarp/effects.h>
#include <halfwarp/sched.h>

#include <stdlib.h>
#include <string.h>

static void add(uint16_t *list, uint8_t *count, unsigned most, unsigned value)
{
    if (*count < most)
        list[(*count)++] = (uint16_t)value;
}

static void add_registers(uint16_t *list, uint8_t *count, unsigned most,
                          const struct hw_register_range *ranges, unsigned range_count)
{
    for (unsigned i = 0; i < range_count; i++)
        for (unsigned r = ranges[i].first; r < ranges[i].first + ranges[i].count && r < HW_WAIT_PRED; r++)
            add(list, count, most, r);
}

static void add_bits(uint16_t *list, uint8_t *count, unsigned most, unsigned bits, unsigned first)
{
    for (unsigned i = 0; bits >> i; i++)
        if (bits >> i & 1)
            add(list, count, most, first + i);
}

static void read_effects(const struct hw_insn *insn, struct hw_timed_insn *out)
{
    struct hw_effects e;

    hw_insn_effects(insn, &e);
    add_registers(out->read, &out->read_count, HW_TIMED_READS, e.read, e.read_count);
    add_bits(out->read, &out->read_count, HW_TIMED_READS, e.pred_read, HW_WAIT_PRED);
    add_bits(out->read, &out->read_count, HW_TIMED_READS, e.cond_read, HW_WAIT_COND);
    add_bits(out->read, &out->read_count, HW_TIMED_READS, e.addr_read, HW_WAIT_ADDR);
    add_registers(out->write, &out->write_count, HW_TIMED_WRITES, e.write, e.write_count);
    add_bits(out->write, &out->write_count, HW_TIMED_WRITES, e.pred_written, HW_WAIT_PRED);
    add_bits(out->write, &out->write_count, HW_TIMED_WRITES, e.cond_written, HW_WAIT_COND);
    add_bits(out->write, &out->write_count, HW_TIMED_WRITES, e.addr_written, HW_WAIT_ADDR);
}

/* The bank of a register: the lowest bit of `bits` gives the lower bit of its number. */
static unsigned bank_of(unsigned reg, unsigned bits)
{
    const unsigned low = bits & -bits, high = bits & ~low;

    return ((reg & low) != 0) + 2u * ((reg & high) != 0);
}

/* The registers that the sources name: how often each bank is read, and what lies in the slots. */
static void read_registers(const struct hw_semantics *view, unsigned bank_bits, struct hw_timed_insn *out)
{
    uint16_t seen[HW_MAX_OPERANDS];
    unsigned slot = 0, count = 0;

    for (unsigned s = 0; s < HW_TIMED_SLOTS; s++)
        out->slot[s] = HW_RZ;
    for (unsigned i = hw_semantics_written(view); i < view->operand_count; i++) {
        const struct hw_operand *o = &view->operand[i];
        bool again = false;
        if (o->kind == HW_OPERAND_PRED)
            continue;
        const unsigned at = slot++;
        if (o->kind != HW_OPERAND_REG || o->reg >= HW_RZ)
            continue;
        for (unsigned j = 0; j < count; j++)
            again |= seen[j] == o->reg;
        seen[count++] = o->reg;
        if (!again)
            out->bank[bank_of(o->reg, bank_bits)]++;
        if (at < HW_TIMED_SLOTS) {
            out->slot[at] = o->reg;
            out->slot_bank[at] = (uint8_t)bank_of(o->reg, bank_bits);
            out->kept |= out->sched.reuse & 1u << at;
        }
    }
}

static bool is_load(const struct hw_operation_info *info, const struct hw_timed_insn *out)
{
    return out->work == HW_WORK_TEXTURE || (info->memory & HW_EFFECT_LOAD && info->space != HW_SPACE_NONE);
}

/* Whether the operands of arithmetic come from memory: Tesla's and Fermi's may. */
static bool takes_memory(const struct hw_semantics *view)
{
    for (unsigned i = 0; i < view->operand_count; i++)
        if (view->operand[i].kind == HW_OPERAND_SHARED)
            return true;
    return false;
}

static bool reads_clock(const struct hw_target *target, const struct hw_semantics *view)
{
    if (view->op != HW_OP_S2R && view->op != HW_OP_CS2R)
        return false;
    return hw_kernel_abi_of(target)->special_lifetime(view->operand[1].reg) == HW_LIFETIME_CLOCK;
}

/* HW_MOD_CACHE of loads. */
enum { CACHE_NOT_KEPT = 1, CACHE_INVARIANT = 2 };

/* Where a load of global memory looks first: by its operator, by the chip, by what the file asks for.  What
 * others than the block see is in the second cache; a load that is not to be kept passes the first one by,
 * too, which is a guess for .NA. */
static enum hw_first_cache first_cache(const struct hw_launch *launch, const struct hw_insn *insn,
                                       const struct hw_semantics *view)
{
    const struct hw_microarchitecture *micro = &launch->code.chip->micro;
    const unsigned cache = view->mod[HW_MOD_CACHE];

    if (hw_timing_class(insn) == HW_CLASS_MEM_READONLY)
        return HW_CACHE_TEXTURE;
    if (cache == CACHE_NOT_KEPT || (view->mod[HW_MOD_ORDER] && view->mod[HW_MOD_SCOPE] != 0))
        return HW_CACHE_SECOND;
    if (cache == CACHE_INVARIANT && micro->l1_texture)
        return HW_CACHE_L1;
    return micro->l1_global || launch->code.caches_loads ? HW_CACHE_L1 : HW_CACHE_SECOND;
}

/* Where the first cache is that of textures, all but shared and constant memory lies behind the texture unit.
 * @see NVIDIA's Maxwell tuning guide: unified L1/texture cache */
static uint8_t pipe_of(const struct hw_launch *launch, const struct hw_work_times *times,
                       const struct hw_operation_info *info, const struct hw_semantics *view)
{
    if (times->pipe != HW_PIPE_MEMORY || info->space != HW_SPACE_DATA || !launch->code.chip->micro.l1_texture)
        return times->pipe;
    for (unsigned i = 0; i < view->operand_count; i++)
        if (view->operand[i].kind == HW_OPERAND_GLOBAL || view->operand[i].kind == HW_OPERAND_GENERIC ||
            view->operand[i].kind == HW_OPERAND_LOCAL)
            return HW_PIPE_TEXTURE;
    return times->pipe;
}

/* Where chips check what their code states: by how much a move of a constant takes longer than other moves.
 * chips/ has one latency for all (isa/timing: envytools measured 13 cycles on GK104 where others have 9). */
static uint16_t constant_latency(const struct hw_target *target, enum hw_sched_kind kind,
                                 const struct hw_insn *insn)
{
    const struct hw_timing_table *table = hw_timing_table(target);

    if (kind != HW_SCHED_COUNTS || !table || hw_timing_class(insn) != HW_CLASS_ALU_CONSTANT)
        return 0;
    return (uint16_t)(table->timing[HW_CLASS_ALU_CONSTANT].reg - table->timing[HW_CLASS_ALU].reg);
}

static void fill(const struct hw_launch *launch, const struct hw_work_times *times,
                 const struct hw_insn *insn, struct hw_timed_code *code, struct hw_timed_insn *out)
{
    const struct hw_microarchitecture *micro = &launch->code.chip->micro;
    struct hw_semantics view;

    hw_insn_semantics(insn, &view);
    const struct hw_operation_info *info = hw_operation_info(view.op);
    out->known = true;
    out->work = (uint8_t)hw_work_of(insn, &view);
    out->pipe = pipe_of(launch, &times[out->work], info, &view);
    out->jumps = info->flow != HW_FLOW_NONE && info->flow != HW_FLOW_PUSH && info->flow != HW_FLOW_BARRIER;
    out->jumps |= (view.also & HW_ALSO_JOIN) != 0;
    out->ends = info->flow == HW_FLOW_END || view.also & HW_ALSO_EXIT;
    out->loads = is_load(info, out);
    out->first_cache = (uint8_t)first_cache(launch, insn, &view);
    out->latency = (uint16_t)times[out->work].latency;
    out->latency_predicate =
        (uint16_t)(micro->latency_predicate > out->latency ? micro->latency_predicate : out->latency);
    if (takes_memory(&view) && !out->loads)
        out->latency += 2;
    out->latency += constant_latency(&launch->code.target, code->kind, insn);
    if (out->latency_predicate < out->latency)
        out->latency_predicate = out->latency;
    read_effects(insn, out);
    if (insn->control != HW_NO_CONTROL)
        out->sched = hw_sched_unpack(code->kind, insn->control);
    out->pairs = micro->issue_width > 1 &&
                 (code->kind == HW_SCHED_NONE || (out->sched.stall == 0 && !out->sched.unstated)) &&
                 insn->control != HW_CONTROL_ABSENT;
    out->three_sources = view.operand_count >= hw_semantics_written(&view) + 3;
    out->alone =
        view.op == HW_OP_DEPBAR; /* of set B's stated pairs the only kind that a GTX 980 takes apart */
    if (micro->register_banks && !hw_timed_has_queue(out))
        read_registers(&view, micro->register_bank_bits, out);
    code->reads_clock |= reads_clock(&launch->code.target, &view);
}

/* Pairs that the bits state and that the chip issues one behind the other. */
static void take_pairs_apart(const struct hw_launch *launch, const struct hw_code_piece *piece,
                             struct hw_timed_code *code)
{
    const struct hw_target *target = &launch->code.target;
    const uint8_t *bytes = (const uint8_t *)launch->code.data + piece->offset;
    struct hw_insn insn, next;

    for (uint32_t i = 0; code->kind == HW_SCHED_COUNTS && i < piece->bytes / code->unit; i++) {
        struct hw_timed_insn *timed = &code->insn[piece->address / code->unit + i];
        size_t at = timed->pc - piece->address, behind;
        if (!timed->pairs || hw_decode_code(target, bytes, piece->bytes, &at, &insn) != HW_OK)
            continue;
        behind = at + insn.bytes;
        if (hw_decode_code(target, bytes, piece->bytes, &behind, &next) == HW_OK)
            timed->pairs = !hw_sched_pair_fault(target, &insn, &next);
    }
}

/* A piece of the code.  Places are code addresses in units. */
static void read_piece(const struct hw_launch *launch, const struct hw_code_piece *piece,
                       const struct hw_work_times *times, struct hw_timed_code *code)
{
    const struct hw_target *target = &launch->code.target;
    const uint8_t *bytes = (const uint8_t *)launch->code.data + piece->offset;
    struct hw_timed_insn *const first = &code->insn[piece->address / code->unit];
    size_t offset = 0;

    while (offset < piece->bytes) {
        struct hw_insn insn;
        const size_t before = offset;
        if (hw_decode_code(target, bytes, piece->bytes, &offset, &insn) != HW_OK)
            break;
        struct hw_timed_insn *out = &first[offset / code->unit];
        for (size_t skipped = before / code->unit; skipped < offset / code->unit; skipped++)
            first[skipped].next = (uint32_t)(out - code->insn);
        out->pc = piece->address + (uint32_t)offset;
        out->line = out->pc / launch->code.chip->micro.code_line;
        if (insn.form)
            fill(launch, times, &insn, code, out);
        offset += insn.bytes;
        size_t next = hw_code_next_offset(target, offset);
        next = next < piece->bytes ? next : piece->bytes;
        out->next = (uint32_t)((piece->address + next) / code->unit);
    }
}

hw_status hw_timed_code_create(const struct hw_launch *launch, struct hw_timed_code *code,
                               struct hw_error *error)
{
    const uint32_t end = hw_code_end(&launch->code);
    struct hw_work_times times[HW_WORK_COUNT];

    memset(code, 0, sizeof *code);
    code->unit = hw_isa_unit(launch->code.target.isa);
    code->count = end / code->unit;
    code->lines = end / launch->code.chip->micro.code_line + 1;
    code->kind = hw_sched_kind(&launch->code.target);
    code->insn = calloc(code->count + 1, sizeof *code->insn);
    if (!code->insn)
        return hw_fail(error, HW_ERR_NO_MEMORY, "time", "no memory for the code's times");
    hw_work_times(launch->code.chip, launch->code.chip->micro.rate_fp64, times);
    for (uint32_t i = 0; i < hw_code_pieces(&launch->code); i++) {
        const struct hw_code_piece piece = hw_code_piece(&launch->code, i);
        read_piece(launch, &piece, times, code);
        take_pairs_apart(launch, &piece, code);
    }
    return HW_OK;
}

const struct hw_timed_insn *hw_timed_pair(const struct hw_timed_code *code, const struct hw_timed_insn *insn)
{
    const struct hw_timed_insn *second = &code->insn[insn->next];

    return insn->pairs && !second->alone && code->kind != HW_SCHED_NONE ? second : NULL;
}

void hw_timed_code_destroy(struct hw_timed_code *code)
{
    free(code->insn);
    memset(code, 0, sizeof *code);
}
