/* Scheduling bits: the names of those that an instruction has, and where they lie in code.
 *
 * Scoreboards, 21 bits, from bit 0: stall 4, no-yield 1, write scoreboard 3, read scoreboard 3, wait mask 6,
 * reuse 4.  Counts, 8 bits: 0x20 + n waits for n cycles, 4 issues with the next, 0 says nothing (envytools,
 * Fermi CUDA ISA).  A control word stands before the instructions of its group and holds the bits of the
 * first one lowest. */
#include <halfwarp/sched.h>

#include "isa/tables.h"

#define COUNT_BITS   8u
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

#define WORD_BYTES 8u

/* The control words of a target's code; NULL: it has none. */
static const struct hw_control *control_of(const struct hw_target *target)
{
    const struct hw_control *control = &target->isa->control;
    return control->chips >> target->chip & 1 ? control : NULL;
}

static size_t group_bytes(const struct hw_control *control)
{
    return (control->group + 1u) * WORD_BYTES;
}

enum hw_sched_kind hw_sched_kind(const struct hw_target *target)
{
    const struct hw_control *control = control_of(target);
    if (!control)
        return HW_SCHED_NONE;
    return control->bits == COUNT_BITS ? HW_SCHED_COUNTS : HW_SCHED_SCOREBOARDS;
}

unsigned hw_target_group(const struct hw_target *target)
{
    const struct hw_control *control = control_of(target);
    return control ? control->group : 0;
}

size_t hw_code_place(const struct hw_target *target, size_t offset)
{
    const struct hw_control *control = control_of(target);
    return control && offset % group_bytes(control) == 0 ? offset + WORD_BYTES : offset;
}

size_t hw_code_entry(const struct hw_target *target, size_t offset)
{
    const struct hw_control *control = control_of(target);
    return control && offset % group_bytes(control) == WORD_BYTES ? offset - WORD_BYTES : offset;
}

size_t hw_code_whole(const struct hw_target *target, size_t length)
{
    const struct hw_control *control = control_of(target);
    return control ? length - length % group_bytes(control) : length;
}

static uint64_t load(const uint8_t *bytes)
{
    uint64_t word = 0;
    for (unsigned i = 0; i < WORD_BYTES; i++)
        word |= (uint64_t)bytes[i] << (8 * i);
    return word;
}

bool hw_code_is_control(const struct hw_target *target, const void *code, size_t offset)
{
    const struct hw_control *control = control_of(target);
    return control && offset % group_bytes(control) == 0 &&
           (load((const uint8_t *)code + offset) & control->mask) == control->value;
}

uint64_t hw_code_control_word(const struct hw_target *target)
{
    const struct hw_control *control = control_of(target);
    return control ? control->value : 0;
}

/* Where an instruction's bits lie in its group's control word; those of the last reach to the fixed bits. */
static bool find_bits(const struct hw_target *target, const void *code, size_t offset, size_t *word,
                      unsigned *shift, uint64_t *mask)
{
    const struct hw_control *control = control_of(target);
    if (!control || offset % WORD_BYTES || offset % group_bytes(control) == 0)
        return false;
    unsigned slot = (unsigned)(offset % group_bytes(control) / WORD_BYTES) - 1;
    *word = offset / group_bytes(control) * group_bytes(control);
    *shift = control->first + slot * control->bits;
    *mask = (1ull << (slot + 1u == control->group ? control->end - *shift : control->bits)) - 1;
    return hw_code_is_control(target, code, *word);
}

uint32_t hw_code_control(const struct hw_target *target, const void *code, size_t offset)
{
    size_t word;
    unsigned shift;
    uint64_t mask;
    if (offset % WORD_BYTES)
        return HW_NO_CONTROL;
    if (!find_bits(target, code, offset, &word, &shift, &mask))
        return control_of(target) ? HW_CONTROL_ABSENT : HW_NO_CONTROL;
    return (uint32_t)(load((const uint8_t *)code + word) >> shift & mask);
}

void hw_code_set_control(const struct hw_target *target, void *code, size_t offset, uint32_t control)
{
    size_t word;
    unsigned shift;
    uint64_t mask;
    if (!find_bits(target, code, offset, &word, &shift, &mask))
        return;
    uint8_t *at = (uint8_t *)code + word;
    uint64_t value = (load(at) & ~(mask << shift)) | (control & mask) << shift;
    for (unsigned i = 0; i < WORD_BYTES; i++)
        at[i] = (uint8_t)(value >> (8 * i));
}
