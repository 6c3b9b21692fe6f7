/* SPDX-License-Identifier: MIT */
/* See bank_conflicts.h. */
#include "timing/access/bank_conflicts.h"

#include "timing/access/sequential.h"

#include <string.h>

#define BANKS_MAX 32u

/* Different rows of each bank that a part of the warp names; and the most of one bank. */
struct bank_words {
    uint32_t most;
    uint32_t count[BANKS_MAX];
    uint32_t row[BANKS_MAX][32];
};

static void add_word(struct bank_words *words, uint32_t bank, uint32_t row)
{
    const uint32_t count = words->count[bank];

    for (uint32_t i = 0; i < count; i++)
        if (words->row[bank][i] == row)
            return;
    if (count == 32)
        return;
    words->row[bank][count] = row;
    words->count[bank] = count + 1;
    words->most = count + 1 > words->most ? count + 1 : words->most;
}

/* Passes of the lanes [first, first + count). */
static uint32_t passes_of(const struct hw_microarchitecture *micro, const struct hw_access_event *event,
                          unsigned first, unsigned count)
{
    const uint32_t banks = micro->shared_banks < BANKS_MAX ? micro->shared_banks : BANKS_MAX;
    const uint32_t row = banks * micro->shared_bank_bytes; /* bytes that all banks deliver in a pass */
    const uint32_t bytes = event->bytes < 4 ? 4 : event->bytes;
    struct bank_words words;
    uint64_t last = HW_NO_ADDRESS;

    words.most = 0;
    memset(words.count, 0, sizeof words.count);
    for (unsigned lane = first; lane < first + count; lane++) {
        const uint64_t address = event->address[lane];
        if (!(event->lanes >> lane & 1) || address == last) /* neighbours often name one word */
            continue;
        last = address;
        for (uint32_t byte = 0; byte < bytes; byte += 4) {
            const uint32_t at = (uint32_t)address + byte; /* shared memory has less than 4 GiB */
            add_word(&words, at / 4 % banks, at / row);
        }
    }
    return words.most;
}

/* The same for chips that broadcast: a pass gives one word to any number of lanes, and each other bank serves
 * one lane.  Which word is broadcast is not documented: here one that most lanes want. */
static uint32_t passes_of_one_broadcast(const struct hw_microarchitecture *micro,
                                        const struct hw_access_event *event, unsigned first, unsigned count)
{
    const uint32_t banks = micro->shared_banks < BANKS_MAX ? micro->shared_banks : BANKS_MAX;
    uint32_t left = event->lanes >> first & (uint32_t)((UINT64_C(1) << count) - 1);
    uint32_t passes = 0;

    for (; left; passes++) {
        uint32_t best = 0, busy = 0;
        for (uint32_t todo = left; todo; todo &= todo - 1) {
            const uint64_t word = event->address[first + (unsigned)__builtin_ctz(todo)] / 4;
            uint32_t equal = 0;
            for (uint32_t others = left; others; others &= others - 1)
                if (event->address[first + (unsigned)__builtin_ctz(others)] / 4 == word)
                    equal |= others & -others;
            if (__builtin_popcount(equal) > __builtin_popcount(best))
                best = equal;
        }
        busy = 1u << event->address[first + (unsigned)__builtin_ctz(best)] / 4 % banks;
        left &= ~best;
        for (uint32_t todo = left; todo; todo &= todo - 1) {
            const uint32_t bank = 1u << event->address[first + (unsigned)__builtin_ctz(todo)] / 4 % banks;
            left &= busy & bank ? left : ~(todo & -todo);
            busy |= bank;
        }
    }
    return passes;
}

uint32_t hw_shared_passes(const struct hw_chip_info *chip, const struct hw_access_event *event)
{
    const struct hw_microarchitecture *micro = &chip->micro;
    const unsigned words = event->bytes <= 4 ? 1 : event->bytes / 4u;
    const unsigned width = micro->shared_bank_bytes > 4 && words > 1 ? words / 2 : words;
    const unsigned own = words == 4 ? micro->shared_wide_lanes : 32;
    const unsigned part = micro->own_units ? own : micro->shared_lanes / (width ? width : 1);
    const bool stores = event->kind == HW_ACCESS_STORE && micro->shared_store_words;
    uint32_t passes = 0;

    if (!event->address || event->lanes == 0)
        return event->lanes != 0;
    if (hw_is_sequential(event))
        return 32 / part;
    for (unsigned first = 0; first < 32; first += part)
        if (micro->shared_broadcasts == 1 && words == 1)
            passes += passes_of_one_broadcast(micro, event, first, part);
        else
            passes += passes_of(micro, event, first, part);
    if (words == 4)
        for (unsigned first = 0; first < 32; first += part)
            passes += event->lanes >> first & (UINT32_MAX >> (32 - part)) ? micro->shared_wide_passes : 0;
    return stores && passes < words ? words : passes;
}

uint32_t hw_constant_passes(const struct hw_access_event *event)
{
    uint64_t seen[32];
    uint32_t count = 0;

    for (unsigned lane = 0; lane < 32; lane++) {
        uint32_t i = 0;
        if (!(event->lanes >> lane & 1))
            continue;
        while (i < count && seen[i] != event->address[lane])
            i++;
        if (i == count)
            seen[count++] = event->address[lane];
    }
    return count;
}
