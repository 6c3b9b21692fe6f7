/* Scheduling bits: the names of the 21 bits that an instruction has.
 *
 * In the word, from bit 0: stall 4, no-yield 1, write scoreboard 3, read scoreboard 3, wait mask 6, reuse 4. */
#include <halfwarp/sched.h>

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
