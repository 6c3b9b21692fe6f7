/* SPDX-License-Identifier: MIT */
/* This file reads and writes scheduling bits (control codes): their names, and their positions in code.
 *
 * Scoreboards, 21 bits, from bit 0: stall 4, no-yield 1, write scoreboard 3, read scoreboard 3, wait mask 6,
 * reuse 4.  Counts, 8 bits: 0x20 + n waits for n cycles, 4 issues with the next, 0 says nothing (envytools,
 * Fermi CUDA ISA).
 *
 * The ISA says where they lie.  Either a control word stands before a group of instructions and holds the
 * bits of the first one lowest, or each instruction's own word has bits for them.  Only code with control
 * words has groups; in other code an instruction may begin anywhere. */
#include <halfwarp/scheduling_bits.h>

#include "isa/scheduling_bits_check.h"
#include "isa/tables.h"

#define COUNT_STATED 0x20u
#define COUNT_MASK   0x1fu
#define COUNT_PAIR   0x04u

/* ---------------------------------------------------------------- counts */

static struct hw_sched unpack_count(uint32_t control)
{
    struct hw_sched sched = {.write = HW_SCHED_NO_BARRIER, .read = HW_SCHED_NO_BARRIER};
    if (control & COUNT_STATED) {
        sched.stall = (uint8_t)((control & COUNT_MASK) + 1);
        sched.other = (uint8_t)(control & ~(COUNT_STATED | COUNT_MASK));
    } else if (control & COUNT_PAIR) {
        sched.other = (uint8_t)(control & ~COUNT_PAIR);
    } else {
        sched.unstated = true;
        sched.other = (uint8_t)control;
    }
    return sched;
}

static uint32_t pack_count(const struct hw_sched *sched)
{
    if (sched->unstated)
        return sched->other;
    return sched->other | (sched->stall ? COUNT_STATED | ((sched->stall - 1u) & COUNT_MASK) : COUNT_PAIR);
}

/* ---------------------------------------------------------------- scoreboards */

static struct hw_sched unpack_scoreboards(uint32_t control)
{
    return (struct hw_sched){.stall = control & 15,
                             .yield = !(control >> 4 & 1),
                             .write = control >> 5 & 7,
                             .read = control >> 8 & 7,
                             .wait = control >> 11 & 63,
                             .reuse = control >> 17 & 15};
}

static uint32_t pack_scoreboards(const struct hw_sched *sched)
{
    return (sched->stall & 15u) | (sched->yield ? 0 : 1u << 4) | (sched->write & 7u) << 5 |
           (sched->read & 7u) << 8 | (sched->wait & 63u) << 11 | (sched->reuse & 15u) << 17;
}

struct hw_sched hw_sched_unpack(enum hw_sched_kind kind, uint32_t control)
{
    const bool none = control == HW_CONTROL_ABSENT || control == HW_NO_CONTROL;
    return kind == HW_SCHED_COUNTS ? unpack_count(none ? 0 : control & 0xff) : unpack_scoreboards(control);
}

uint32_t hw_sched_pack(enum hw_sched_kind kind, const struct hw_sched *sched)
{
    return kind == HW_SCHED_COUNTS ? pack_count(sched) : pack_scoreboards(sched);
}

/* ---------------------------------------------------------------- in code */

#define WORD_BYTES 8u /* of a control word */

/* Where a target's scheduling bits lie; NULL: its code has none. */
static const struct hw_control *control_of(const struct hw_target *target)
{
    const struct hw_control *control = &target->isa->control;
    return control->chips >> target->chip & 1 ? control : NULL;
}

/* The same where they lie in words of their own. */
static const struct hw_control *groups_of(const struct hw_target *target)
{
    const struct hw_control *control = control_of(target);
    return control && control->group ? control : NULL;
}

static size_t group_bytes(const struct hw_control *control)
{
    return (control->group + 1u) * WORD_BYTES;
}

enum hw_sched_kind hw_sched_kind(const struct hw_target *target)
{
    const struct hw_control *control = control_of(target);
    return control ? (enum hw_sched_kind)control->kind : HW_SCHED_NONE;
}

unsigned hw_target_group(const struct hw_target *target)
{
    const struct hw_control *control = groups_of(target);
    return control ? control->group : 0;
}

/* ---------------------------------------------------------------- groups */

size_t hw_code_next_offset(const struct hw_target *target, size_t offset)
{
    const struct hw_control *control = groups_of(target);
    return control && offset % group_bytes(control) == 0 ? offset + WORD_BYTES : offset;
}

size_t hw_code_entry(const struct hw_target *target, size_t offset)
{
    const struct hw_control *control = groups_of(target);
    return control && offset % group_bytes(control) == WORD_BYTES ? offset - WORD_BYTES : offset;
}

size_t hw_code_whole(const struct hw_target *target, size_t length)
{
    const struct hw_control *control = groups_of(target);
    return control ? length - length % group_bytes(control) : length;
}

static uint64_t load(const uint8_t *bytes)
{
    uint64_t word = 0;
    for (unsigned i = 0; i < 8; i++)
        word |= (uint64_t)bytes[i] << (8 * i);
    return word;
}

static void store(uint8_t *bytes, uint64_t word)
{
    for (unsigned i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(word >> (8 * i));
}

bool hw_code_is_control(const struct hw_target *target, const void *code, size_t offset)
{
    const struct hw_control *control = groups_of(target);
    return control && offset % group_bytes(control) == 0 &&
           (load((const uint8_t *)code + offset) & control->mask) == control->value;
}

uint64_t hw_code_control_word(const struct hw_target *target)
{
    const struct hw_control *control = groups_of(target);
    return control ? control->value : 0;
}

/* ---------------------------------------------------------------- an instruction's bits */

bool hw_code_has_control(const struct hw_target *target, const struct hw_insn *insn, size_t offset)
{
    const struct hw_control *control = control_of(target);
    return control && (control->group ? offset % WORD_BYTES == 0 : insn->form != NULL);
}

/* Where an instruction's bits lie: the offset of the word in the code, and the bits within it. */
struct control_position {
    size_t word;
    unsigned shift, bits;
};

static unsigned slot_of(const struct hw_control *control, size_t offset)
{
    return (unsigned)(offset % group_bytes(control) / WORD_BYTES) - 1;
}

/* The bits of a group's last instruction reach to the fixed ones. */
static unsigned slot_bits(const struct hw_control *control, unsigned slot)
{
    return slot + 1u == control->group ? control->end - control->first - slot * control->bits : control->bits;
}

unsigned hw_code_control_bits(const struct hw_target *target, size_t offset)
{
    const struct hw_control *control = control_of(target);
    return control->group ? slot_bits(control, slot_of(control, offset)) : control->bits;
}

/* In its group's control word. */
static bool find_in_group(const struct hw_target *target, const struct hw_control *control, const void *code,
                          size_t offset, struct control_position *position)
{
    if (offset % WORD_BYTES || offset % group_bytes(control) == 0)
        return false;
    const unsigned slot = slot_of(control, offset);
    position->word = offset / group_bytes(control) * group_bytes(control);
    position->shift = control->first + slot * control->bits;
    position->bits = slot_bits(control, slot);
    return hw_code_is_control(target, code, position->word);
}

static bool find_position(const struct hw_target *target, const void *code, size_t offset,
                          struct control_position *position)
{
    const struct hw_control *control = control_of(target);
    if (control && control->group)
        return find_in_group(target, control, code, offset, position);
    if (control)
        *position = (struct control_position){offset, control->first, control->bits};
    return control != NULL;
}

/* The word of up to 128 bits that an offset lies in: only the part up to its bits is sure to exist.
 */
static void load_position(const uint8_t *code, const struct control_position *position, uint64_t word[2])
{
    word[0] = load(code + position->word);
    word[1] = position->shift + position->bits > 64 ? load(code + position->word + 8) : 0;
}

uint32_t hw_code_control(const struct hw_target *target, const void *code, size_t offset)
{
    struct control_position position;
    uint64_t word[2];
    if (groups_of(target) && offset % WORD_BYTES)
        return HW_NO_CONTROL;
    if (!find_position(target, code, offset, &position))
        return control_of(target) ? HW_CONTROL_ABSENT : HW_NO_CONTROL;
    load_position(code, &position, word);
    return (uint32_t)hw_extract(word, position.shift, position.bits);
}

void hw_code_set_control(const struct hw_target *target, void *code, size_t offset, uint32_t control)
{
    struct control_position position;
    uint64_t word[2];
    if (!find_position(target, code, offset, &position))
        return;
    load_position(code, &position, word);
    hw_insert(word, position.shift, position.bits, control);
    store((uint8_t *)code + position.word, word[0]);
    if (position.shift + position.bits > 64)
        store((uint8_t *)code + position.word + 8, word[1]);
}
