/* SPDX-License-Identifier: MIT */
/* An mbarrier (PTX, sm_80 on) is a barrier in memory: an arrival changes its 64 bits.
 *
 * The PTX ISA calls the object opaque.  Its layout on sm_80 and sm_86 is what compiled code does with it:
 *
 *   upper word   bit 31 is the phase's parity (test_wait compares it); bits 30:0 are 2^31 less the arrivals
 *                that are pending (pending_count), so the arrival that makes them 0 carries into the parity
 *   lower word   2^30 less the arrivals that the next phase expects (init; arrive_drop adds 1 to it)
 *
 * The chip alone knows how the next phase begins.  Here its pending arrivals are the expected ones, as the
 * PTX ISA says.  A guess is what happens when none is expected any more: each arrival completes a phase. */
#ifndef HW_OPS_SCALAR_MBARRIER_H
#define HW_OPS_SCALAR_MBARRIER_H

#include <stdint.h>

/* The barrier after one more arrival. */
static inline uint64_t hw_mbarrier_arrive(uint64_t barrier)
{
    const uint32_t expected = (uint32_t)barrier, before = (uint32_t)(barrier >> 32), parity = 1u << 31;
    uint32_t after = before + 1;

    if ((after ^ before) & parity)
        after = (after & parity) | ((expected + (1u << 30)) & (parity - 1));
    return (uint64_t)after << 32 | expected;
}

#endif
