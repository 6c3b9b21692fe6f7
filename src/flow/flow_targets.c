/* SPDX-License-Identifier: MIT */
/* A file names addresses of its code: functions by symbols, return addresses by relocations, the targets of
 * indirect jumps by records of .nv.info. */
#include "flow/flow_internal.h"

#include "module/nv_info.h"

/* EIATTR_INDIRECT_BRANCH_TARGETS: groups of the offset of a jump, a zero, a count, and that many targets
 * (src/module/attributes.c). */
enum { BRANCH_HEAD = 3 };

static bool is_branch_record(const struct hw_nv_info *info)
{
    return info->attribute == HW_ATTRIBUTE_BRANCH_TARGETS && info->data;
}

bool hw_flow_next_target(const struct hw_flow_graph *flow, uint32_t address, size_t *cursor, uint32_t *target)
{
    size_t number = 0; /* of the target, in all that the records state for this jump */

    for (size_t i = 0; i < flow->kernel->infos.count; i++) {
        const struct hw_nv_info *info = &flow->kernel->infos.list[i];
        const size_t words = is_branch_record(info) ? info->value / 4u : 0;
        for (size_t at = 0; at + BRANCH_HEAD <= words;) {
            const size_t count = hw_get32(info->data + 4 * (at + 2));
            if (count > words - at - BRANCH_HEAD)
                break;
            const bool is_mine = hw_get32(info->data + 4 * at) == address;
            if (is_mine && *cursor < number + count) {
                *target = hw_get32(info->data + 4 * (at + BRANCH_HEAD + (*cursor - number)));
                ++*cursor;
                return true;
            }
            number += is_mine ? count : 0;
            at += BRANCH_HEAD + count;
        }
    }
    return false;
}

static void mark(struct hw_flow_maker *maker, uint64_t address)
{
    const uint32_t insn = hw_flow_insn_at(maker->flow, address);

    if (insn < maker->cfg.count)
        maker->cfg.step[insn].leader = true;
}

bool hw_flow_is_indirect(const struct hw_flow_maker *maker, uint32_t insn)
{
    const struct hw_flow_graph *flow = maker->flow;
    const struct hw_sched_insn *step = &maker->cfg.step[insn];

    if (step->calls || step->returns)
        return false;
    return step->flow == HW_FLOW_INDIRECT ||
           (step->flow == HW_FLOW_JUMP && step->target == HW_NOWHERE &&
            !hw_operand_reloc(flow->module, flow->kernel, flow->address[insn]));
}

/* What a relocation adds to its symbol. */
static uint64_t addend_of(const struct hw_flow_graph *flow, const struct hw_reloc *reloc,
                          const struct hw_reloc_kind *kind)
{
    if (reloc->explicit_addend)
        return (uint64_t)reloc->addend;
    return reloc->offset + kind->bytes <= flow->kernel->code_bytes
               ? hw_reloc_get(kind, flow->kernel->code + reloc->offset)
               : 0;
}

/* Of the code's own relocations: an instruction whose target is another function has no target here, and an
 * address within this code begins a block. */
static void follow_relocs(struct hw_flow_maker *maker)
{
    const struct hw_flow_graph *flow = maker->flow;

    for (size_t i = 0; i < flow->module->reloc_count; i++) {
        const struct hw_reloc *reloc = &flow->module->relocs[i];
        const struct hw_reloc_kind *kind = hw_reloc_kind(reloc->type);
        if (!reloc->symbol || !kind || !kind->bits || !hw_is_code_of(reloc->section, flow->kernel))
            continue;
        const struct hw_symbol *symbol = hw_module_find_symbol(flow->module, reloc->symbol);
        const bool is_here = symbol && symbol->section && hw_is_code_of(symbol->section, flow->kernel);
        const uint64_t address = is_here ? symbol->value + addend_of(flow, reloc, kind) : 0;
        const uint32_t insn = hw_flow_insn_at(flow, reloc->offset);
        if (is_here && address)
            mark(maker, address);
        if (insn >= maker->cfg.count || flow->address[insn] != reloc->offset)
            continue;
        struct hw_sched_insn *step = &maker->cfg.step[insn];
        const uint32_t target = is_here ? hw_flow_insn_at(flow, address) : maker->cfg.count;
        if (step->target != HW_NOWHERE)
            step->target = target < maker->cfg.count ? target : HW_NOWHERE;
        step->leaves_function |= step->flow == HW_FLOW_JUMP && step->target == HW_NOWHERE;
    }
}

void hw_flow_mark_leaders(struct hw_flow_maker *maker)
{
    const struct hw_flow_graph *flow = maker->flow;
    uint32_t target;

    for (size_t i = 0; i < flow->module->symbol_count; i++) {
        const struct hw_symbol *symbol = flow->module->symbols[i];
        if (symbol->type == HW_SYMBOL_FUNCTION && symbol->section &&
            hw_is_code_of(symbol->section, flow->kernel))
            mark(maker, symbol->value);
    }
    follow_relocs(maker);
    for (uint32_t i = 0; i < maker->cfg.count; i++)
        if (hw_flow_is_indirect(maker, i))
            for (size_t cursor = 0; hw_flow_next_target(flow, flow->address[i], &cursor, &target);)
                mark(maker, target);
}
