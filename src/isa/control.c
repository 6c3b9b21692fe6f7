/* Scheduling bits: the names of the 21 bits that an instruction has, and where they lie in code.
 *
 * In the word, from bit 0: stall 4, no-yield 1, write scoreboard 3, read scoreboard 3, wait mask 6, reuse 4.
 * A control word stands before the instructions of its group and holds the bits of the first one lowest. */
#include <halfwarp/sched.h>

#include "isa/rows.h"

struct hw_sched hw_sched_unpack(uint32_t control)
{
    return (struct hw_sched){.stall = control & 15,
                             .yield = !(control >> 4 & 1),
                             .write = control >> 5 & 7,
                             .read = control >> 8 & 7,
                             .wait = control >> 11 & 63,
                             .reuse = control >> 17 & 15};
}

uint32_t hw_sched_pack(const struct hw_sched *sched)
{
    return (sched->stall & 15u) | (sched->yield ? 0 : 1u << 4) | (sched->write & 7u) << 5 | (sched->read & 7u) << 8 |
           (sched->wait & 63u) << 11 | (sched->reuse & 15u) << 17;
}

/* ---------------------------------------------------------------- in code */

static size_t group_bytes(const struct hw_isa *isa)
{
    return (isa->group + 1u) * isa->max_bytes;
}

size_t hw_code_place(const struct hw_isa *isa, size_t offset)
{
    return isa->group && offset % group_bytes(isa) == 0 ? offset + isa->max_bytes : offset;
}

size_t hw_code_entry(const struct hw_isa *isa, size_t offset)
{
    bool first = isa->group && offset % group_bytes(isa) == isa->max_bytes;
    return first ? offset - isa->max_bytes : offset;
}

size_t hw_code_whole(const struct hw_isa *isa, size_t length)
{
    return isa->group ? length - length % group_bytes(isa) : length;
}

/* Where an instruction's bits lie in its group's control word; those of the last reach to the word's end. */
static bool find_bits(const struct hw_isa *isa, size_t offset, size_t *word, unsigned *shift, unsigned *bits)
{
    if (!isa->group || offset % isa->max_bytes || offset % group_bytes(isa) == 0)
        return false;
    unsigned slot = (unsigned)(offset % group_bytes(isa) / isa->max_bytes) - 1;
    *word = offset / group_bytes(isa) * group_bytes(isa);
    *shift = slot * isa->group_bits;
    *bits = slot + 1u == isa->group ? 8u * isa->max_bytes - *shift : isa->group_bits;
    return true;
}

static uint64_t load(const uint8_t *bytes)
{
    uint64_t word = 0;
    for (unsigned i = 0; i < 8; i++)
        word |= (uint64_t)bytes[i] << (8 * i);
    return word;
}

uint32_t hw_code_control(const struct hw_isa *isa, const void *code, size_t offset)
{
    size_t word;
    unsigned shift, bits;
    if (!find_bits(isa, offset, &word, &shift, &bits))
        return HW_NO_CONTROL;
    return (uint32_t)(load((const uint8_t *)code + word) >> shift) & ((1u << bits) - 1);
}

void hw_code_set_control(const struct hw_isa *isa, void *code, size_t offset, uint32_t control)
{
    size_t word;
    unsigned shift, bits;
    if (!find_bits(isa, offset, &word, &shift, &bits))
        return;
    uint8_t *at = (uint8_t *)code + word;
    uint64_t mask = ((1ull << bits) - 1) << shift;
    uint64_t value = (load(at) & ~mask) | ((uint64_t)control << shift & mask);
    for (unsigned i = 0; i < 8; i++)
        at[i] = (uint8_t)(value >> (8 * i));
}
