/* SPDX-License-Identifier: MIT */
/* Variables of a module, constant and global: tests/programs/variables.cu against C. */
#include "programs/program.h"
#include "programs/reference.h"

static const uint32_t primes[16] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53};

static void variable_constant(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    static const uint8_t bytes[8] = {1, 200, 3, 255, 5, 128, 7, 8};
    static const int8_t signs[4] = {-1, 100, -128, 7};
    static const int16_t halves[4] = {-300, 20000, -32768, 5};
    static const double weights[4] = {0.5, -1.25, 1e10, 3.0};
    static const uint64_t longs[2] = {0x0123456789abcdef, 0xfedcba9876543210};
    static const float sums[4] = {5, 13, -5, 0.5f}, products[4] = {6, 42, 6, 0.03125f};
    for (uint32_t i = 0; i < n; i++, in += 2) {
        const uint32_t k = in[0], byte = 4 + k % 7;
        put(&out, primes[3] + primes[i / shape->block[0]]);
        put(&out, primes[k % 16]);
        put(&out, bytes[k % 8]);
        put(&out, (uint32_t)signs[k % 4]);
        put(&out, (uint32_t)halves[k % 4]);
        putd(&out, weights[k % 4]);
        put64(&out, longs[k % 2]);
        putf(&out, sums[k % 4]);
        putf(&out, products[k % 4]);
        put(&out, in[1] & 1 ? primes[k % 16] : 0);
        put(&out, in[1] & 2 ? bytes[1 + k % 7] : primes[byte / 4] >> 8 * (byte % 4) & 0xff);
    }
}

static uint32_t through(const uint32_t *p, uint32_t k)
{
    return p[k] * 3 + p[k + 1];
}

static void variable_generic(const uint32_t *in, uint32_t *out)
{
    const uint32_t *p = in[1] & 1 ? primes : in;
    put(&out, through(p, in[1] & 1 ? in[0] % 2 : 0));
    put(&out, p[in[1] & 1]);
    put(&out, through(in[1] % 2 ? primes + 9 : primes + 2, in[0] % 6));
}

static void variable_global(const uint32_t *in, uint32_t *out)
{
    static const char *const names[3] = {"warp", "lane", "predicate"};
    const uint32_t k = in[0];
    put(&out, (10 * 7 + 20) * 7 + 40);
    put(&out, 2 * (8 - k % 8));
    put(&out, (uint32_t)names[k % 3][k % 4]);
    put(&out, (k + 1) % 4);
    putd(&out, 2.5 * (k % 16));
    put(&out, 0);
    put(&out, 4);
    put(&out, 32);
}

/* What a kernel has left in variables; a second launch finds it there. */
static void variable_written(struct device *device)
{
    const uint32_t in[4] = {1, 2, 3, 4}, twice[4] = {102, 204, 306, 408};
    const struct shape shape = {{1}, {32}, 0};
    const struct {
        uint64_t in, out;
        uint32_t n;
    } params = {device_alloc(device, sizeof in), device_alloc(device, 128), 77};
    uint32_t counters[4];
    uint64_t stamp;
    device_write(device, params.in, in, sizeof in);
    device_prepare(device, "variable_written", &shape);
    device_run_ok(device, &params, 20);
    device_run_ok(device, &params, 20);
    device_read(device, device_variable(device, "counters"), counters, sizeof counters);
    device_read(device, device_variable(device, "stamp"), &stamp, sizeof stamp);
    assert_memory_equal(counters, twice, sizeof twice);
    assert_int_equal(stamp, (uint64_t)77 << 40 | 77);
}

static void variable_static(const uint32_t *in, uint32_t *out)
{
    static const uint8_t shapes[10] = {0x3f, 0x06, 0x5b, 0x4f, 0x66, 0x6d, 0x7d, 0x07, 0x7f, 0x6f};
    uint32_t power = 1;
    for (uint32_t k = 0; k < in[0] % 8; k++)
        power *= 10;
    put(&out, shapes[in[0] % 10] | 3 << 8);
    put(&out, power * 3);
}

static const struct program programs[] = {
    {.kernel = "variable_constant", .shape = {{8}, {128}, 0}, .in = 2, .out = 13, .whole = variable_constant},
    {.kernel = "variable_generic", .from = 30, .in = 2, .out = 3, .each = variable_generic},
    {.kernel = "variable_global", .in = 1, .out = 9, .each = variable_global},
    {.kernel = "variable_written", .custom = variable_written},
    {.kernel = "variable_static", .in = 1, .out = 2, .each = variable_static},
};

int main(void)
{
    return PROGRAMS_RUN("variables", programs, PROGRAMS_COMMON, PROGRAMS_NEWER);
}
