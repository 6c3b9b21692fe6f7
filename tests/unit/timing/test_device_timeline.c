/* SPDX-License-Identifier: MIT */
/* The timeline of a device: the rules of timing/device/device_timeline.h, each on chips where it shows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "timing/device/device_timeline.h"

#define US HW_PS_PER_US

static struct hw_device_timeline device;
static uint64_t now;

/* A device without costs that the rules are not about. */
static void begin(const char *name)
{
    static struct hw_microarchitecture micro;
    const struct hw_chip_info *chip;
    struct hw_error error;

    assert_int_equal(hw_chip_find(name, &chip, &error), HW_OK);
    now = 0;
    hw_device_timeline_begin(&device, chip, 1000000, 64, &now);
    micro = chip->micro;
    micro.call_ns = 0;
    micro.link_ns = 1000;
    micro.link_mbps = 1000;
    micro.pageable_mbps = 500;
    device.micro = &micro;
}

static void assert_span(struct hw_time_span span, uint64_t first, uint64_t end)
{
    assert_int_equal(span.begin, first * US);
    assert_int_equal(span.end, end * US);
}

static void one_stream_keeps_its_order(void **state)
{
    struct hw_stream_time stream = {0};

    (void)state;
    begin("gk110");
    assert_span(hw_device_kernel(&device, &stream, 10 * US, 1), 0, 10);
    assert_span(hw_device_copy(&device, &stream, HW_LINK_FROM_DEVICE, 1000, true), 10, 12);
    assert_span(hw_device_kernel(&device, &stream, 10 * US, 1), 12, 22);
    assert_int_equal(hw_device_done(&device, &stream), 22 * US);
    assert_int_equal(now, 0); /* nobody has waited */
    hw_device_wait(&device, hw_device_idle(&device));
    assert_int_equal(now, 22 * US);
}

static void kernels_run_side_by_side_where_there_is_room(void **state)
{
    struct hw_stream_time a = {0}, b = {0}, c = {0};

    (void)state;
    begin("g200"); /* never */
    assert_span(hw_device_kernel(&device, &a, 10 * US, 1), 0, 10);
    assert_span(hw_device_kernel(&device, &b, 10 * US, 1), 10, 20);
    begin("gf100");
    a = b = c = (struct hw_stream_time){0};
    assert_span(hw_device_kernel(&device, &a, 10 * US, HW_WHOLE_DEVICE / 2), 0, 10);
    assert_span(hw_device_kernel(&device, &b, 20 * US, HW_WHOLE_DEVICE / 2), 0, 20);
    assert_span(hw_device_kernel(&device, &c, 5 * US, 1), 10, 15);
    assert_span(hw_device_kernel(&device, &a, 5 * US, HW_WHOLE_DEVICE), 20, 25);
}

static void sixteen_at_once_on_fermi(void **state)
{
    struct hw_stream_time stream[17] = {0};

    (void)state;
    begin("gf100");
    for (int i = 0; i < 16; i++)
        assert_span(hw_device_kernel(&device, &stream[i], 10 * US, 1), 0, 10);
    assert_span(hw_device_kernel(&device, &stream[16], 10 * US, 1), 10, 20);
}

/* The second kernel of a stream holds up those of others behind it, where they share a queue. */
static void one_queue_or_many(void **state)
{
    static const struct {
        const char *chip;
        uint64_t first;
    } cases[] = {{"gf100", 10}, {"gk104", 10}, {"gk110", 0}};

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct hw_stream_time a = {0}, b = {0};
        begin(cases[i].chip);
        hw_device_kernel(&device, &a, 10 * US, 1);
        hw_device_kernel(&device, &a, 10 * US, 1);
        assert_span(hw_device_kernel(&device, &b, 10 * US, 1), cases[i].first, cases[i].first + 10);
    }
}

static void copies_take_engines(void **state)
{
    struct hw_stream_time a = {0}, b = {0}, c = {0};

    (void)state;
    begin("gf100"); /* one each way, beside kernels */
    assert_span(hw_device_kernel(&device, &a, 10 * US, HW_WHOLE_DEVICE), 0, 10);
    assert_span(hw_device_copy(&device, &b, HW_LINK_TO_DEVICE, 1000, true), 0, 2);
    assert_span(hw_device_copy(&device, &c, HW_LINK_FROM_DEVICE, 1000, false), 0, 3);
    assert_span(hw_device_copy(&device, &c, HW_LINK_TO_DEVICE, 1000, true), 3, 5);
    begin("g200"); /* one for both */
    a = b = c = (struct hw_stream_time){0};
    assert_span(hw_device_kernel(&device, &a, 10 * US, 1), 0, 10);
    assert_span(hw_device_copy(&device, &b, HW_LINK_TO_DEVICE, 1000, true), 0, 2);
    assert_span(hw_device_copy(&device, &c, HW_LINK_FROM_DEVICE, 1000, true), 2, 4);
    begin("g80"); /* none: copies and kernels take turns */
    a = b = c = (struct hw_stream_time){0};
    assert_span(hw_device_kernel(&device, &a, 10 * US, 1), 0, 10);
    assert_span(hw_device_copy(&device, &b, HW_LINK_TO_DEVICE, 1000, true), 10, 12);
    assert_span(hw_device_kernel(&device, &c, 10 * US, 1), 12, 22);
}

static void the_default_stream_waits_and_is_waited_for(void **state)
{
    struct hw_stream_time a = {0}, alone = {.alone = true};

    (void)state;
    begin("gk110");
    assert_span(hw_device_kernel(&device, &a, 10 * US, 1), 0, 10);
    assert_span(hw_device_kernel(&device, &alone, 50 * US, 1), 0, 50);
    assert_span(hw_device_kernel(&device, NULL, 10 * US, 1), 10, 20);
    assert_span(hw_device_kernel(&device, &a, 10 * US, 1), 20, 30);
    assert_int_equal(hw_device_idle(&device), 50 * US);
}

static void a_stream_waits_for_an_event(void **state)
{
    struct hw_stream_time a = {0}, b = {0};

    (void)state;
    begin("gk110");
    hw_device_kernel(&device, &a, 10 * US, 1);
    hw_device_hold(&device, &b, hw_device_done(&device, &a));
    assert_span(hw_device_kernel(&device, &b, 10 * US, 1), 10, 20);
}

/* Memory of 16 GB/s at 64 bits, less what the chip's efficiency leaves. */
static void moves_take_all_of_the_device(void **state)
{
    struct hw_stream_time a = {0}, b = {0};

    (void)state;
    begin("gf100");
    const struct hw_time_span span = hw_device_move(&device, &a, 1000000);
    assert_int_equal(device.memory_mbps, 16000 * device.micro->dram_efficiency / 100);
    assert_int_equal(span.end - span.begin, US + 1000000 * US / device.memory_mbps);
    assert_int_equal(hw_device_kernel(&device, &b, US, 1).begin, span.end);
}

static void a_host_that_is_too_far_ahead_waits(void **state)
{
    struct hw_stream_time stream = {0};

    (void)state;
    begin("gk110");
    for (uint64_t i = 0; i < HW_LAUNCHES_AHEAD; i++)
        hw_device_kernel(&device, &stream, US, 1);
    assert_int_equal(now, 0);
    assert_span(hw_device_kernel(&device, &stream, US, 1), HW_LAUNCHES_AHEAD, HW_LAUNCHES_AHEAD + 1);
    assert_int_equal(now, US); /* one place is free */
}

static void calls_take_the_host_time(void **state)
{
    struct hw_stream_time stream = {0};
    const struct hw_chip_info *chip;
    struct hw_error error;

    (void)state;
    assert_int_equal(hw_chip_find("gk110", &chip, &error), HW_OK);
    now = 0;
    hw_device_timeline_begin(&device, chip, 1000000, 64, &now);
    const uint64_t call = chip->micro.call_ns * HW_PS_PER_NS;
    assert_int_equal(hw_device_kernel(&device, &stream, 1, 1).begin, call);
    assert_int_equal(hw_device_kernel(&device, &stream, 1, 1).begin, 2 * call);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_stream_keeps_its_order),
        cmocka_unit_test(kernels_run_side_by_side_where_there_is_room),
        cmocka_unit_test(sixteen_at_once_on_fermi),
        cmocka_unit_test(one_queue_or_many),
        cmocka_unit_test(copies_take_engines),
        cmocka_unit_test(the_default_stream_waits_and_is_waited_for),
        cmocka_unit_test(a_stream_waits_for_an_event),
        cmocka_unit_test(moves_take_all_of_the_device),
        cmocka_unit_test(a_host_that_is_too_far_ahead_waits),
        cmocka_unit_test(calls_take_the_host_time),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
