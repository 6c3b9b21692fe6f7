/* SPDX-License-Identifier: MIT */
/* Device code's calls of the system, and the ways to stop: tests/programs/service.cu. */
#include "programs/program.h"
#include "programs/reference.h"

#define THREADS 32u

static const struct shape one_warp = {{1}, {THREADS}, 0};

struct printed {
    char text[2048];
    size_t bytes;
};

static void collect(void *context, const char *text, size_t bytes)
{
    struct printed *printed = context;
    assert_true(printed->bytes + bytes < sizeof printed->text);
    memcpy(printed->text + printed->bytes, text, bytes);
    printed->bytes += bytes;
}

static void service_printf(struct device *device)
{
    struct printed printed = {"", 0};
    char want[2048];
    const uint32_t n = 3;
    size_t at = (size_t)sprintf(want, "plain, %d%%\n", 100);
    for (uint32_t t = 0; t < n; t++)
        at += (size_t)sprintf(want + at, "%u: %5d|%-6x|%08.3f|%s|%c|%llu|0x%x\n", t, -(int)t * 1000, t * 255,
                              t * 1.5, t & 1 ? "odd" : "even", 'a' + (int)t, (unsigned long long)t << 40,
                              t + 4096);
    sprintf(want + at, "%e %g %i %ld %+d %#o %.2s\n", 12345.678, 0.0001, -1, -5000000000, 7, 8u, "abc");
    device_prepare(device, "service_printf", &one_warp);
    device->launch.host.output = collect;
    device->launch.host.output_context = &printed;
    device_run_ok(device, &n, 4);
    assert_string_equal(printed.text, want);
}

/* Launch with a parameter behind the output's address and look at the words that it wrote. */
static hw_status run(struct device *device, const char *kernel, uint64_t param, uint32_t *got, uint32_t words)
{
    const uint64_t params[2] = {device_alloc(device, words * 4), param};
    device_prepare(device, kernel, &one_warp);
    const hw_status status = device_run(device, params, 16);
    device_read(device, params[0], got, words * 4);
    return status;
}

static void expect_fault(struct device *device, const char *kernel, uint64_t param, unsigned kind,
                         uint32_t thread)
{
    uint32_t got[THREADS];
    assert_int_equal(run(device, kernel, param, got, THREADS), HW_ERR_FAULT);
    if (device->result.fault.kind != kind)
        fail_msg("%s", device->error.text);
    assert_int_equal(device->result.fault.thread[0], thread);
    assert_int_equal(got[thread], 1);
}

static void service_assert(struct device *device)
{
    uint32_t got[THREADS];
    assert_int_equal(run(device, "service_assert", THREADS, got, THREADS), HW_OK);
    for (uint32_t t = 0; t < THREADS; t++)
        assert_int_equal(got[t], 2);
    expect_fault(device, "service_assert", 20, HW_FAULT_ASSERT, 20);
    assert_non_null(strstr(device->error.text, "threadIdx.x < limit"));
}

static void service_malloc(struct device *device)
{
    uint32_t got[3 * THREADS];
    if (run(device, "service_malloc", 3, got, 3 * THREADS) != HW_OK)
        fail_msg("%s", device->error.text);
    for (uint32_t t = 0; t < THREADS; t++) {
        uint32_t sum = 0;
        for (uint32_t k = 3 + t % 4; k > 0; k--)
            sum = sum * 3 + t * 10 + k - 1;
        assert_int_equal(got[t], sum);
        assert_int_equal(got[THREADS + t], t / 2 * (t / 2));
        assert_int_equal(got[2 * THREADS + t], 1);
    }
}

static void service_trap(struct device *device)
{
    uint32_t got[THREADS];
    assert_int_equal(run(device, "service_trap", 99, got, THREADS), HW_OK);
    expect_fault(device, "service_trap", 5, HW_FAULT_TRAP, 5);
}

/* For these targets ptxas makes a trap of PTX's brkpt, too. */
static void service_breakpoint(struct device *device)
{
    expect_fault(device, "service_breakpoint", 0, HW_FAULT_TRAP, 0);
}

static void service_exit(struct device *device)
{
    uint32_t got[THREADS];
    assert_int_equal(run(device, "service_exit", 0, got, THREADS), HW_OK);
    for (uint32_t t = 0; t < THREADS; t++)
        assert_int_equal(got[t], t % 3 == 1 ? 1 : 2);
}

static void service_null(struct device *device)
{
    expect_fault(device, "service_null", 0, HW_FAULT_ADDRESS, 5);
    assert_int_equal(device->result.fault.address, 0);
}

static const struct program programs[] = {
    {.kernel = "service_printf", .custom = service_printf},
    {.kernel = "service_assert", .custom = service_assert},
    {.kernel = "service_malloc", .custom = service_malloc},
    {.kernel = "service_trap", .custom = service_trap},
    {.kernel = "service_exit", .custom = service_exit},
    {.kernel = "service_breakpoint", .custom = service_breakpoint},
    {.kernel = "service_null", .custom = service_null},
};

int main(void)
{
    return PROGRAMS_RUN("service", programs, PROGRAMS_COMMON, PROGRAMS_NEWER);
}
