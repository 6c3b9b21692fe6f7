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

#include <halfwarp/modifiers.h>

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

/* From Hopper on a phase is complete when no arrival is pending and no byte is expected.  What ptxas's code
 * for sm_90 and sm_100 does (init, pending_count, test_wait, arrive.noComplete) shows most of the layout:
 *
 *   bit 63       the phase's parity
 *   bits 62:43   2^20 less the arrivals that are pending, modulo 2^20
 *   bits 42:21   bytes that are expected, with a sign, for some may come before they are
 *   bits 20:1    2^20 less the arrivals that the next phase expects
 *
 * That the bytes are in 42:21 follows from what is left. */
#define HW_MBARRIER_COUNT 0xfffffu
#define HW_MBARRIER_BYTES 0x3fffffu

/* The barrier after so many arrivals, so many bytes that are expected, and so many arrivals that no later
 * phase expects. */
static inline uint64_t hw_mbarrier_transact(uint64_t barrier, uint32_t arrivals, uint32_t bytes,
                                            uint32_t drops)
{
    const uint32_t next = ((uint32_t)(barrier >> 1) + drops) & HW_MBARRIER_COUNT,
                   expected = ((uint32_t)(barrier >> 21) + bytes) & HW_MBARRIER_BYTES;
    uint32_t pending = ((uint32_t)(barrier >> 43) + arrivals) & HW_MBARRIER_COUNT, parity = barrier >> 63;

    if (pending == 0 && expected == 0) {
        parity ^= 1;
        pending = next;
    }
    return (uint64_t)parity << 63 | (uint64_t)pending << 43 | (uint64_t)expected << 21 | (uint64_t)next << 1 |
           (barrier & 1);
}

/* The barrier after an event: `atom` less HW_ATOM_SYNC is an enum hw_sync, with HW_ATOM_SYNC_DROPS. */
static inline uint64_t hw_mbarrier_event(uint64_t barrier, unsigned atom, uint32_t number)
{
    const unsigned sync = (atom - HW_ATOM_SYNC) & ~(unsigned)HW_ATOM_SYNC_DROPS;
    uint32_t arrivals = 0, bytes = 0;

    switch (sync) {
    case HW_SYNC_A1TR:
        arrivals = 1;
        bytes = number;
        break;
    case HW_SYNC_A1T0: arrivals = 1; break;
    case HW_SYNC_A0T1: bytes = 1; break;
    case HW_SYNC_A0TR: bytes = number; break;
    case HW_SYNC_A0TX: bytes = 0 - number; break;
    case HW_SYNC_ART0: arrivals = number; break;
    case HW_SYNC_COPY: bytes = ~0u; break;
    default: break;
    }
    return hw_mbarrier_transact(barrier, arrivals, bytes, atom & HW_ATOM_SYNC_DROPS ? arrivals : 0);
}

#endif
