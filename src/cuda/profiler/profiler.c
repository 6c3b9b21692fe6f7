/* SPDX-License-Identifier: MIT */
/* See profiler.h. */
#include "cuda/profiler/profiler.h"

#include "cuda/base/message.h"
#include "cuda/profiler/profiler_metrics.h"
#include "cuda/profiler/profiler_record.h"
#include "cuda/profiler/profiler_options.h"
#include "machine/chip/resident_limit.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct hw_profiler_device {
    struct hw_timer *timer; /* NULL: the chip has no model */
    struct hw_device_timeline timeline;
    int ordinal;
};

static struct {
    struct hw_profiler_device *device[HW_PROFILER_DEVICES];
    struct hw_profiler_record record;
    double values[HW_METRICS_MAX]; /* of the last launch */
    uint64_t now;                  /* of the host */
    pid_t process;                 /* that was timed: its children do not tell it again */
} state;

bool hw_profiler_on(void)
{
    return hw_profiler_options()->on;
}

bool hw_profiler_reuses(void)
{
    return hw_profiler_options()->reuse;
}

/* --- devices --- */

static void begin_device(struct hw_profiler_device *device, const struct hw_timer_options *options)
{
    const struct hw_card *card = options->card               ? options->card
                                 : options->chip->card_count ? &options->chip->cards[0]
                                                             : NULL;
    struct hw_profiler_board *board = &state.record.board[device->ordinal];
    struct hw_error error;

    /* The same choices as the timer's. */
    const uint32_t memory_khz = options->memory_clock_khz ? options->memory_clock_khz
                                : card                    ? card->memory_clock_khz
                                                          : 1000000;
    *board = (struct hw_profiler_board){.chip = options->chip, .memory_clock_khz = memory_khz};
    if (card) {
        board->card = card->name;
        board->sms = card->mps;
        board->clock_khz = card->shader_clock_khz;
    }
    if (options->clock_khz)
        board->clock_khz = options->clock_khz;
    if (device->ordinal >= state.record.board_count)
        state.record.board_count = device->ordinal + 1;
    hw_device_timeline_begin(&device->timeline, options->chip, memory_khz, card ? card->memory_bits : 64,
                             &state.now);
    if (hw_timer_create(options, &device->timer, &error) != HW_OK) {
        device->timer = NULL;
        hw_cuda_message("launches are not timed: %s", error.text);
    }
}

struct hw_profiler_device *hw_profiler_device(int ordinal, const struct hw_chip_info *chip,
                                              const struct hw_card *card, uint32_t workers)
{
    const struct hw_profiler_options *wish = hw_profiler_options();

    if (!wish->on || ordinal < 0 || ordinal >= HW_PROFILER_DEVICES)
        return NULL;
    if (!state.device[ordinal]) {
        const struct hw_timer_options options = {.chip = chip,
                                                 .card = card,
                                                 .clock_khz = wish->clock_khz,
                                                 .memory_clock_khz = wish->memory_clock_khz,
                                                 .workers = workers};
        struct hw_profiler_device *made = calloc(1, sizeof *made);
        if (!made)
            return NULL;
        made->ordinal = ordinal;
        begin_device(made, &options);
        state.process = getpid();
        state.device[ordinal] = made;
    }
    return state.device[ordinal];
}

struct hw_device_timeline *hw_profiler_timeline(struct hw_profiler_device *device)
{
    return &device->timeline;
}

hw_status hw_profiler_run(struct hw_profiler_device *device, const struct hw_launch *launch,
                          struct hw_launch_result *result, struct hw_launch_time *time,
                          struct hw_error *error)
{
    memset(time, 0, sizeof *time);
    if (!device->timer)
        return hw_launch_run(launch, result, error);
    unsigned metrics;
    hw_profiler_metrics(&metrics);
    memset(state.values, 0, sizeof state.values);
    const hw_status status = metrics
                                 ? hw_profiler_count(device->timer, launch, result, time, state.values, error)
                                 : hw_timer_run(device->timer, launch, result, time, error);
    time->insn = NULL; /* the next launch's */
    time->insn_count = 0;
    time->interval = NULL;
    time->interval_count = 0;
    if (time->sms)
        state.record.board[device->ordinal].sms = time->sms;
    if (time->clock_khz)
        state.record.board[device->ordinal].clock_khz = time->clock_khz;
    return status;
}

/* --- work --- */

static void keep(const struct hw_profiler_device *device, const char *name, struct hw_profiler_entry *entry,
                 const struct hw_launch_time *time)
{
    entry->device = device->ordinal;
    hw_profiler_record_add(&state.record, name, entry, time, state.values, hw_profiler_options()->trace);
}

/* What the blocks of a launch take of all that the chip holds at once. */
static uint32_t share_of(const struct hw_launch *launch)
{
    const uint64_t blocks = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
    const uint64_t resident = hw_resident_blocks(launch);

    if (blocks >= resident)
        return HW_WHOLE_DEVICE;
    return (uint32_t)((blocks * HW_WHOLE_DEVICE + resident - 1) / resident);
}

void hw_profiler_kernel(struct hw_profiler_device *device, struct hw_stream_time *stream,
                        const struct hw_profiler_kernel *kernel)
{
    const struct hw_launch *launch = kernel->launch;
    struct hw_profiler_entry entry = {.kernel = true,
                                      .registers = kernel->registers,
                                      .static_shared = kernel->static_shared,
                                      .dynamic_shared = launch->dynamic_shared_bytes,
                                      .stream = kernel->stream};

    memcpy(entry.grid, launch->grid, sizeof entry.grid);
    memcpy(entry.block, launch->block, sizeof entry.block);
    entry.span = hw_device_kernel(&device->timeline, stream, kernel->time->picoseconds, share_of(launch));
    keep(device, kernel->name, &entry, kernel->time);
}

void hw_profiler_move(struct hw_profiler_device *device, struct hw_stream_time *stream,
                      unsigned stream_number, enum hw_transfer move, uint64_t bytes, bool page_locked)
{
    static const char *const names[HW_TRANSFER_COUNT] = {
        [HW_TRANSFER_HTOD] = "[CUDA memcpy HtoD]", [HW_TRANSFER_DTOH] = "[CUDA memcpy DtoH]",
        [HW_TRANSFER_DTOD] = "[CUDA memcpy DtoD]", [HW_TRANSFER_HTOA] = "[CUDA memcpy HtoA]",
        [HW_TRANSFER_ATOH] = "[CUDA memcpy AtoH]", [HW_TRANSFER_ATOA] = "[CUDA memcpy AtoA]",
        [HW_TRANSFER_ATOD] = "[CUDA memcpy AtoD]", [HW_TRANSFER_DTOA] = "[CUDA memcpy DtoA]",
        [HW_TRANSFER_SET] = "[CUDA memset]"};
    const bool in = move == HW_TRANSFER_HTOD || move == HW_TRANSFER_HTOA;
    const bool out = move == HW_TRANSFER_DTOH || move == HW_TRANSFER_ATOH;
    struct hw_device_timeline *timeline = &device->timeline;
    struct hw_profiler_entry entry = {.bytes = bytes, .stream = stream_number};

    if (in || out)
        entry.span = hw_device_copy(timeline, stream, in ? HW_LINK_TO_DEVICE : HW_LINK_FROM_DEVICE, bytes,
                                    page_locked);
    else
        entry.span = hw_device_move(timeline, stream, move == HW_TRANSFER_SET ? bytes : 2 * bytes);
    if ((in || out) && !(stream && page_locked))
        hw_device_wait(timeline, entry.span.end);
    keep(device, names[move], &entry, NULL);
}

/* When the program ends, or drops the library. */
__attribute__((destructor)) static void write_and_forget(void)
{
    if (state.process == getpid())
        hw_profiler_write(&state.record);
    for (int i = 0; i < HW_PROFILER_DEVICES; i++)
        if (state.device[i]) {
            hw_timer_destroy(state.device[i]->timer);
            free(state.device[i]);
            state.device[i] = NULL;
        }
    hw_profiler_record_clear(&state.record);
    state.process = 0;
}
