/* SPDX-License-Identifier: MIT */
/* Fuzz the clock: any bytes as code of any chip, run plainly and timed.  The timed launch ends, and memory,
 * statistics and fault are those of the plain one, unless the code reads a clock. */
#include "any_launch.h"

#include <halfwarp/listener.h>
#include <halfwarp/timer.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The code reads a clock. */
static bool note_clock(void *context, const struct hw_event_source *at, uint64_t *value)
{
    (void)at;
    *(bool *)context = true;
    *value = 0;
    return true;
}

/* As many blocks as fit into the limit of instructions many times over. */
static void widen(struct hw_launch *launch, const uint8_t *data)
{
    launch->grid[0] = 1 + data[2] % 7;
    launch->grid[1] = 1 + data[1] % 3;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct hw_launch_result plain, timed;
    struct hw_launch_time time;
    struct any_launch any;
    struct hw_error error;
    struct hw_timer *timer;
    uint8_t memory[BUFFER];
    bool reads_clock = false;
    const struct hw_listener listener = {.context = &reads_clock, .clock = note_clock};

    if (!make_any_launch(&any, data, size))
        return 0;
    widen(&any.launch, data);
    any.launch.listeners = &listener;
    any.launch.listener_count = 1;
    const hw_status first = hw_launch_run(&any.launch, &plain, &error);
    memcpy(memory, hw_memory_host(any.launch.memory, any.buffer, BUFFER), BUFFER);

    if (!make_any_launch(&any, data, size))
        return 0;
    widen(&any.launch, data);
    const struct hw_timer_options options = {
        .chip = any.launch.code.chip, .sms = 1 + data[3] % 5, .workers = 1};
    if (hw_timer_create(&options, &timer, &error) != HW_OK)
        abort();
    const hw_status second = hw_timer_run(timer, &any.launch, &timed, &time, &error);
    hw_timer_destroy(timer);
    if (reads_clock)
        return 0;
    if (first != second)
        abort();
    expect_same_result(&plain, &timed);
    if (memcmp(memory, hw_memory_host(any.launch.memory, any.buffer, BUFFER), BUFFER) != 0)
        abort();
    if (second == HW_OK && time.warp_instructions != timed.stats.warp_instructions)
        abort();
    return 0;
}
