/* SPDX-License-Identifier: MIT */
/* SIMT stack spilling: entries become the words that the chip would have in memory, and come back from them.
 */
#include "machine/paths/stack_spill.h"

#include "machine/chip/sm_slot.h"
#include "machine/paths/control_flow.h"
#include "machine/paths/paths.h"
#include "machine/program.h"

#include <string.h>

/* Kinds of entries as the chip numbers them; 0: Tesla has none. */
static const uint8_t spilled_kind[HW_PATH_KINDS] = {
    [HW_PATH_BRANCH] = HW_SPILLED_BRANCH,
    [HW_PATH_CALL] = HW_SPILLED_CALL,
    [HW_PATH_LIMITED_CALL] = HW_SPILLED_LIMITED_CALL,
    [HW_PATH_BREAK] = HW_SPILLED_BREAK,
    [HW_PATH_SAVED_MASK] = HW_SPILLED_QUADON,
    [HW_PATH_JOIN] = HW_SPILLED_JOIN,
};

static bool path_kind(unsigned spilled, uint8_t *kind)
{
    for (uint8_t i = 0; i < HW_PATH_KINDS; i++)
        if (spilled != 0 && spilled_kind[i] == spilled) {
            *kind = i;
            return true;
        }
    return false;
}

/* The host address of an entry; NULL, with the fault reported: no memory is there, or none that may be
 * accessed so. */
static uint8_t *entry_bytes(struct hw_warp *warp, const struct hw_uop *uop, uint32_t number, bool writes)
{
    const struct hw_area *area = &warp->block->launch->placement.stack;
    const struct hw_area_part area_part = hw_warp_part(warp, area, HW_STACK_BLOCK * HW_STACK_ENTRY_BYTES);
    const uint64_t at = area->base + area_part.first + (uint64_t)(number / HW_STACK_BLOCK) * area_part.step +
                        number % HW_STACK_BLOCK * HW_STACK_ENTRY_BYTES;
    uint8_t *bytes = hw_area_bytes(area, at, HW_STACK_ENTRY_BYTES, writes);

    if (!bytes) {
        hw_warp_fault(warp, uop, HW_FAULT_ADDRESS, HW_NO_LANE, NULL,
                      "entry %u of the control-flow stack belongs to 0x%llx, %s", number,
                      (unsigned long long)at,
                      writes && area->read_only ? "which may only be read" : "where no memory is");
        warp->block->fault.memory_address = at;
    }
    return bytes;
}

static struct hw_stack_words words_of(const struct hw_warp *warp, uint32_t number,
                                      const struct hw_stack_entry *entry)
{
    const struct hw_program *program = warp->block->program;
    const uint32_t pc = program->insn[program->insn_of[entry->index]].pc;

    return hw_stack_entry_pack(pc, entry->mask, spilled_kind[entry->kind], number,
                               hw_block_location(warp->block).warp + warp->number);
}

bool hw_stack_spill(struct hw_warp *warp, const struct hw_uop *uop, uint32_t number,
                    const struct hw_stack_entry *entry)
{
    const struct hw_stack_words words = words_of(warp, number, entry);
    uint8_t *bytes = entry_bytes(warp, uop, number, true);

    if (bytes)
        memcpy(bytes, words.word, sizeof words.word);
    return bytes != NULL;
}

/* The index at which lanes go on that an entry sends to a code address: after the join, where they join. */
static bool find_index(const struct hw_program *program, uint32_t pc, unsigned kind, uint32_t *index)
{
    if (!hw_program_locate(program, pc, index))
        return false;
    const uint32_t insn = program->insn_of[*index];
    for (uint32_t i = *index; kind == HW_PATH_JOIN && i < program->uop_count && program->insn_of[i] == insn;
         i++)
        if (program->uop[i].fn == hw_uop_join)
            *index = i + 1;
    return true;
}

bool hw_stack_fill(struct hw_warp *warp, const struct hw_uop *uop, uint32_t number,
                   struct hw_stack_entry *entry)
{
    const struct hw_stack_words unchanged = words_of(warp, number, entry);
    const uint8_t *bytes = entry_bytes(warp, uop, number, false);
    struct hw_stack_words found;
    uint32_t pc, number_bits, warp_bits;
    unsigned kind;

    if (!bytes)
        return false;
    memcpy(found.word, bytes, sizeof found.word);
    if (!memcmp(found.word, unchanged.word, sizeof found.word))
        return true;
    hw_stack_entry_unpack(found, &pc, &entry->mask, &kind, &number_bits, &warp_bits);
    if (!path_kind(kind, &entry->kind))
        hw_warp_fault(warp, uop, HW_FAULT_STACK_MISMATCH, HW_NO_LANE, NULL,
                      "entry %u of the control-flow stack came back from memory as 0x%08x, which is no entry",
                      number, found.word[0]);
    else if (!find_index(warp->block->program, pc, entry->kind, &entry->index))
        hw_warp_fault(
            warp, uop, HW_FAULT_JUMP, HW_NO_LANE, &(struct hw_access){.address = pc},
            "entry %u of the control-flow stack came back from memory with the address 0x%x, where no "
            "instruction begins",
            number, pc);
    else
        return true;
    return false;
}
