/* SPDX-License-Identifier: MIT */
/* See memory_system.h. */
#include "timing/model/memory_system.h"

#include "timing/access/coalesce.h"
#include "timing/model/work.h"

#include <halfwarp/listener.h>

#include <stdlib.h>
#include <string.h>

uint32_t hw_sector_ticks(uint64_t bytes_by_clock)
{
    return (uint32_t)(HW_SECTOR_BYTES * HW_TICKS / (bytes_by_clock ? bytes_by_clock : 1));
}

/* The width of a channel: the chip's, or what a bus is made of that no whole number of these makes.  A GTX
 * 1080 Ti's 352 bits are 11 channels of 32. */
static uint32_t channel_bits(uint32_t chips, uint32_t bus)
{
    while (bus) {
        const uint32_t rest = chips % bus;
        chips = bus;
        bus = rest;
    }
    return chips;
}

/* A sector's time in a channel of so many bits, in clocks of the multiprocessors: that of the pins, or of the
 * way from there to the second cache, whose clock is another. */
static uint32_t channel_ticks(const struct hw_chip_info *chip, const struct hw_board *board, uint32_t bits)
{
    const struct hw_microarchitecture *micro = &chip->micro;
    const uint64_t bytes_by_kilosecond = (uint64_t)board->memory_khz * 2 * bits * micro->dram_efficiency / 8;
    const uint32_t fill = hw_sector_ticks((uint64_t)micro->fill_bytes * micro->l2_clock * bits /
                                          micro->dram_channel_bits / 100);

    if (!bytes_by_kilosecond)
        return fill;
    return (uint32_t)hw_later(fill, (uint64_t)HW_SECTOR_BYTES * HW_TICKS * board->sm_khz * 100 /
                                        bytes_by_kilosecond);
}

/* Memory's part of its latency is a time and no number of clocks: measured at the clock of the chip's first
 * card, it has more clocks where they are faster. */
static uint32_t latency_dram(const struct hw_chip_info *chip, const struct hw_board *board)
{
    const struct hw_microarchitecture *micro = &chip->micro;
    const uint32_t usual = chip->card_count ? chip->cards[0].shader_clock_khz : board->sm_khz;

    if (micro->latency_dram <= micro->latency_l2 || !usual)
        return micro->latency_dram;
    return micro->latency_l2 +
           (uint32_t)((uint64_t)(micro->latency_dram - micro->latency_l2) * board->sm_khz / usual);
}

/* Parts of the second cache beside each channel: a card with fewer channels than others of its chip has
 * fewer of them, and as much less of the cache (K20: 5 of 6 channels and 1280 of 1536 KiB). */
static uint32_t slices_by_channel(const struct hw_chip_info *chip, uint32_t channels, uint32_t bits)
{
    const struct hw_microarchitecture *micro = &chip->micro;
    uint32_t most = 0;

    for (unsigned i = 0; i < chip->card_count; i++)
        if (chip->cards[i].memory_bits / bits > most)
            most = chip->cards[i].memory_bits / bits;
    if (most < channels)
        most = channels;
    return micro->l2_slices > most ? micro->l2_slices / most : 1;
}

hw_status hw_memory_system_create(struct hw_memory_system *system, const struct hw_chip_info *chip,
                                  const struct hw_board *board, struct hw_error *error)
{
    const struct hw_microarchitecture *micro = &chip->micro;
    const uint32_t bits = channel_bits(micro->dram_channel_bits, board->memory_bits);
    bool ok;

    memset(system, 0, sizeof *system);
    system->chip = chip;
    system->channels = board->memory_bits / bits ? board->memory_bits / bits : 1;
    system->slices = system->channels * slices_by_channel(chip, system->channels, bits);
    system->slice = calloc(system->slices, sizeof *system->slice);
    system->channel = aligned_alloc(sizeof *system->channel, system->channels * sizeof *system->channel);
    ok = system->slice && system->channel;
    for (uint32_t i = 0; ok && i < system->slices; i++)
        ok = hw_sector_cache_create(&system->slice[i].cache, micro->l2_bytes / micro->l2_slices,
                                    micro->l2_ways);
    system->slice_ticks = hw_sector_ticks((uint64_t)micro->l2_slice_bytes * micro->l2_clock / 100);
    system->write_ticks = hw_sector_ticks((uint64_t)micro->l2_write_bytes * micro->l2_clock / 100);
    system->channel_ticks = channel_ticks(chip, board, bits);
    system->latency_dram = latency_dram(chip, board);
    system->atomic_ticks = 4 * HW_TICKS / (micro->l2_atomic_bytes ? micro->l2_atomic_bytes : 1);
    if (ok)
        return HW_OK;
    hw_memory_system_destroy(system);
    return hw_fail(error, HW_ERR_NO_MEMORY, "time", "no memory for the model of the caches");
}

void hw_memory_system_destroy(struct hw_memory_system *system)
{
    for (uint32_t i = 0; system->slice && i < system->slices; i++)
        hw_sector_cache_destroy(&system->slice[i].cache);
    free(system->slice);
    free(system->channel);
    memset(system, 0, sizeof *system);
}

void hw_memory_system_settle(struct hw_memory_system *system)
{
    for (uint32_t i = 0; i < system->slices; i++) {
        system->slice[i].free = 0;
        memset(&system->slice[i].traffic, 0, sizeof system->slice[i].traffic);
        hw_series_begin(&system->slice[i].dram);
        for (uint32_t e = 0; e < system->slice[i].cache.sets * system->slice[i].cache.ways; e++)
            system->slice[i].cache.entry[e].ready = 0;
    }
    memset(system->channel, 0, system->channels * sizeof *system->channel);
}

/* Neighbouring pairs of lines lie in one slice, all slices have their turn, mixed so that round distances use
 * all of them. */
uint32_t hw_memory_slice(const struct hw_memory_system *system, uint64_t line)
{
    uint64_t pair = line >> 1;

    pair ^= pair >> 5 ^ pair >> 11 ^ pair >> 17;
    return (uint32_t)(pair % system->slices);
}

uint32_t hw_memory_channel(const struct hw_memory_system *system, uint32_t slice)
{
    return slice * system->channels / system->slices;
}

static uint32_t count(unsigned sectors)
{
    return (uint32_t)__builtin_popcount(sectors);
}

/* A channel moves sectors; returns the clocks that the first of them waits. */
static uint64_t use_channel(struct hw_memory_system *system, uint32_t slice, uint64_t at, unsigned sectors)
{
    uint64_t *channel = &system->channel[hw_memory_channel(system, slice)].free;
    const uint64_t begin = hw_later(at * HW_TICKS, *channel);

    hw_series_add(&system->slice[slice].dram, begin / HW_TICKS, count(sectors));
    *channel = begin + (uint64_t)count(sectors) * system->channel_ticks;
    return (*channel - at * HW_TICKS - system->channel_ticks) / HW_TICKS;
}

/* A line goes to memory; a slice does not run far ahead of its channel. */
static void write_back(struct hw_memory_system *system, uint32_t slice, uint64_t at,
                       const struct hw_cached_line *gone)
{
    if (!gone->line || !gone->dirty)
        return;
    system->slice[slice].traffic.dram_writes += count(gone->dirty);
    const uint64_t waits = use_channel(system, slice, at, gone->dirty), queue = system->chip->micro.l2_queue;
    if (waits > queue)
        system->slice[slice].free = hw_later(system->slice[slice].free, (at + waits - queue) * HW_TICKS);
}

/* When a slice begins to serve a request; it is taken for that long. */
static uint64_t use_slice(struct hw_memory_system *system, struct hw_slice *slice,
                          const struct hw_memory_request *request)
{
    const bool atomic = request->kind == HW_ACCESS_ATOMIC || request->kind == HW_ACCESS_REDUCTION;
    const uint64_t begin = hw_later(request->time * HW_TICKS, slice->free);
    const uint32_t sector = request->kind == HW_ACCESS_STORE ? system->write_ticks : system->slice_ticks;
    uint64_t ticks = (uint64_t)count(request->sectors) * sector;

    if (atomic)
        ticks = hw_later(ticks, (uint64_t)request->passes * system->atomic_ticks);
    slice->free = begin + ticks;
    return (begin + ticks - 1) / HW_TICKS;
}

static void note_access(struct hw_memory_traffic *traffic, const struct hw_memory_request *request,
                        unsigned hits)
{
    const uint32_t sectors = count(request->sectors);

    switch (request->kind) {
    case HW_ACCESS_STORE:
    case HW_ACCESS_UNLOCK: traffic->l2_writes += sectors; break;
    case HW_ACCESS_ATOMIC:
    case HW_ACCESS_REDUCTION: traffic->l2_atomics += sectors; break;
    default: traffic->l2_reads += sectors; traffic->l2_read_hits += count(hits);
    }
}

void hw_memory_serve(struct hw_memory_system *system, struct hw_memory_request *request)
{
    const struct hw_microarchitecture *micro = &system->chip->micro;
    const uint32_t number = request->slice;
    struct hw_slice *slice = &system->slice[number];
    const bool writes = request->kind == HW_ACCESS_STORE || request->kind == HW_ACCESS_UNLOCK;
    const uint64_t served = use_slice(system, slice, request);
    struct hw_cached_line *entry = hw_sector_cache_find(&slice->cache, request->line), gone = {0};
    const unsigned hits = entry ? entry->valid & request->sectors : 0, misses = request->sectors & ~hits;
    uint64_t answer = served + micro->latency_l2;

    note_access(&slice->traffic, request, hits);
    if (!entry) {
        entry = hw_sector_cache_make(&slice->cache, request->line, &gone);
        if (entry)
            write_back(system, number, served, &gone);
    }
    if (hits)
        answer = hw_later(answer, entry->ready);
    if (misses && (!writes || !entry)) {
        const uint64_t waits = use_channel(system, number, served, misses);
        *(writes ? &slice->traffic.dram_writes : &slice->traffic.dram_reads) += count(misses);
        answer = hw_later(answer, served + system->latency_dram + waits);
        if (entry)
            entry->ready = answer;
    }
    if (entry) {
        entry->valid |= request->sectors;
        if (request->kind != HW_ACCESS_LOAD && request->kind != HW_ACCESS_TEXTURE)
            entry->dirty |= request->sectors;
    }
    request->served = served;
    request->time = answer;
}

struct hw_memory_traffic hw_memory_traffic(const struct hw_memory_system *system)
{
    struct hw_memory_traffic sum = {0};

    for (uint32_t i = 0; i < system->slices; i++) {
        const struct hw_memory_traffic *part = &system->slice[i].traffic;
        sum.l2_reads += part->l2_reads;
        sum.l2_read_hits += part->l2_read_hits;
        sum.l2_writes += part->l2_writes;
        sum.l2_atomics += part->l2_atomics;
        sum.dram_reads += part->dram_reads;
        sum.dram_writes += part->dram_writes;
    }
    return sum;
}
