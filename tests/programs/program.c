/* SPDX-License-Identifier: MIT */
/* The runner of program.h: input, launch, comparison, and the list of cmocka tests. */
#include "program.h"

#include "fill.h"
#include "reference.h"

#define GUARD_WORDS 32 /* behind the output, where nobody may write */
#define GUARD       0xa5a5a5a5u
#define LEAST_FLOAT 0x00800000u /* that is no denormal */

struct case_of {
    const char *file, *variant;
    const struct program *program;
    struct remade *remade; /* NULL: as it was compiled */
    uint64_t async;        /* hw_launch_code.async */
    char name[96];
};

static const struct shape usual_shape = {{8, 1, 1}, {128, 1, 1}, 0};

static uint32_t threads_of(const struct shape *shape)
{
    uint32_t n = 1;
    for (int i = 0; i < 3; i++)
        n *= (shape->grid[i] ? shape->grid[i] : 1) * (shape->block[i] ? shape->block[i] : 1);
    return n;
}

static bool half_matches(uint32_t want, uint32_t got)
{
    return want == got || ((want & 0x7fff) > 0x7c00 && (got & 0x7fff) > 0x7c00);
}

/* The distance of two numbers in units of the last place: their bits as steps from zero. */
static uint64_t steps_between(uint64_t a, uint64_t b, uint64_t sign)
{
    const int64_t from = a & sign ? -(int64_t)(a ^ sign) : (int64_t)a;
    const int64_t to = b & sign ? -(int64_t)(b ^ sign) : (int64_t)b;
    return from > to ? (uint64_t)from - (uint64_t)to : (uint64_t)to - (uint64_t)from;
}

static bool near32(const struct near *near, uint32_t want, uint32_t got)
{
    if (is_nan32(want) || is_nan32(got))
        return is_nan32(want) && is_nan32(got);
    return steps_between(want, got, 0x80000000) <= near->ulps ||
           fabs((double)f32(want) - f32(got)) <= near->absolute;
}

static bool near64(const struct near *near, const uint32_t *want, const uint32_t *got)
{
    const uint64_t w = wide(want, 0), g = wide(got, 0);
    if (isnan(f64(w)) || isnan(f64(g)))
        return isnan(f64(w)) && isnan(f64(g));
    return steps_between(w, g, (uint64_t)1 << 63) <= near->ulps || fabs(f64(w) - f64(g)) <= near->absolute;
}

static bool matches(const struct program *program, const uint32_t *want, const uint32_t *got, uint32_t k)
{
    switch (program->match) {
    case MATCH_WORDS: break;
    case MATCH_FLOAT: return want[k] == got[k] || (is_nan32(want[k]) && is_nan32(got[k]));
    case MATCH_DOUBLE:
        return want[k] == got[k] || (isnan(f64(wide(want, k & ~1u))) && isnan(f64(wide(got, k & ~1u))));
    case MATCH_HALF:
        return half_matches(want[k] & 0xffff, got[k] & 0xffff) && half_matches(want[k] >> 16, got[k] >> 16);
    case MATCH_NEAR: return near32(&program->near[k], want[k], got[k]);
    case MATCH_NEAR64: return near64(&program->near[k / 2], want + (k & ~1u), got + (k & ~1u));
    }
    return want[k] == got[k];
}

/* Chips before GF100 read denormals of single precision as zeros, and give none; a result that would round to
 * the least number that is none is zero, too. */
static bool flushes(const struct device *device, const struct program *program)
{
    return device->chip->capability < 20 && (program->match == MATCH_FLOAT || program->match == MATCH_NEAR);
}

static void flush(uint32_t *words, uint32_t count, uint32_t least)
{
    for (uint32_t k = 0; k < count; k++)
        if ((words[k] & 0x7fffffff) < least)
            words[k] &= 0x80000000;
}

/* A wrong word, with the thread's input behind it. */
static void report(const struct program *program, const uint32_t *in, uint32_t thread, uint32_t k,
                   uint32_t want, uint32_t got)
{
    char inputs[128] = "";
    for (uint32_t i = 0, at = 0; i < program->in && at < sizeof inputs - 12; i++)
        at += (uint32_t)sprintf(inputs + at, " %08x", in[thread * program->in + i]);
    fail_msg("thread %u, word %u: expected %08x, got %08x; its input is%s", thread, k, want, got, inputs);
}

static void compare(const struct program *program, const uint32_t *in, const uint32_t *want,
                    const uint32_t *got, uint32_t n)
{
    for (uint32_t thread = 0; thread < n; thread++)
        for (uint32_t k = 0; k < program->out; k++) {
            const uint32_t *w = want + thread * program->out, *g = got + thread * program->out;
            if (!matches(program, w, g, k))
                report(program, in, thread, k, w[k], g[k]);
        }
    for (uint32_t k = 0; k < GUARD_WORDS; k++)
        if (got[n * program->out + k] != GUARD)
            fail_msg("word %u behind the output was written: %08x", k, got[n * program->out + k]);
}

static void run_table(struct device *device, const struct program *program)
{
    const struct shape *shape = program->shape.block[0] ? &program->shape : &usual_shape;
    const uint32_t n = threads_of(shape), words = n * program->out + GUARD_WORDS;
    uint32_t *in = calloc(n * program->in + 1, 4), *want = malloc(words * 4), *got = malloc(words * 4);
    struct {
        uint64_t in, out;
        uint32_t n, scalars[PROGRAM_SCALARS];
    } params = {device_alloc(device, n * program->in * 4 + 4), device_alloc(device, words * 4), n, {0}};

    if (program->scalars)
        memcpy(params.scalars, program->scalars, program->scalar_words * 4);
    fill_words(program->fill, in, program->in, n);
    if (flushes(device, program))
        flush(in, n * program->in, LEAST_FLOAT);
    for (uint32_t k = 0; k < words; k++)
        want[k] = GUARD;
    device_write(device, params.in, in, n * program->in * 4);
    device_write(device, params.out, want, words * 4);
    if (program->whole)
        program->whole(shape, in, want, n);
    for (uint32_t i = 0; program->each && i < n; i++)
        program->each(in + i * program->in, want + i * program->out);
    device_prepare(device, program->kernel, shape);
    device_run_ok(device, &params, 20 + program->scalar_words * 4);
    device_read(device, params.out, got, words * 4);
    if (flushes(device, program)) {
        flush(want, n * program->out, LEAST_FLOAT + 1);
        flush(got, n * program->out, LEAST_FLOAT + 1);
    }
    compare(program, in, want, got, n);
    free(in);
    free(want);
    free(got);
}

static void run_case(void **state)
{
    const struct case_of *test = *state;
    struct device device;
    device_open(&device, test->file, test->variant);
    device.async = test->async;
    if (test->remade)
        device_reassemble(&device, test->remade);
    if (test->program->custom)
        test->program->custom(&device);
    else
        run_table(&device, test->program);
    device_close(&device);
}

static void name_case(struct case_of *test)
{
    char async[32] = "";

    if (test->async == HW_ASYNC_LATE)
        snprintf(async, sizeof async, " late");
    else if (test->async)
        snprintf(async, sizeof async, " seed %u", (unsigned)test->async);
    snprintf(test->name, sizeof test->name, "%s %s%s%s", test->program->kernel, test->variant,
             test->remade ? " re-assembled" : "", async);
}

/* The cases of one variant, behind those that are there. */
static size_t add_cases(const char *file, const struct program *programs, size_t count, const char *variant,
                        struct remade *remade, uint64_t async, struct case_of *test)
{
    const unsigned target = (unsigned)atoi(variant + 3);
    size_t added = 0;

    for (size_t i = 0; i < count; i++) {
        if (target < programs[i].from || (programs[i].to && target > programs[i].to))
            continue;
        struct case_of *t = &test[added++];
        *t = (struct case_of){
            .file = file, .variant = variant, .program = &programs[i], .remade = remade, .async = async};
        name_case(t);
    }
    return added;
}

/* For cubins that others than build.py have made (tests/external/ptx): one variant in place of those listed.
 */
static const char *const *chosen(const char *const *variants)
{
    static const char *only[2];

    only[0] = getenv("HW_PROGRAMS_VARIANT");
    return only[0] ? only : variants;
}

int programs_run(const char *name, const struct program *programs, size_t count, const char *const *variants,
                 const uint64_t *async)
{
    size_t variant_count = 0, tests = 0, later = 0;
    variants = chosen(variants);
    while (variants[variant_count])
        variant_count++;
    while (async && async[later])
        later++;
    struct case_of *test = calloc(count * variant_count * (2 + later), sizeof *test);
    struct CMUnitTest *unit = calloc(count * variant_count * (2 + later), sizeof *unit);
    struct remade *remade = calloc(variant_count, sizeof *remade);
    const bool elsewhere = getenv("HW_PROGRAMS") != NULL, once = elsewhere || getenv("HW_SMALL_SAMPLE");
    for (size_t v = 0; v < variant_count; v++) {
        if (elsewhere && !device_has(name, variants[v]))
            continue;
        tests += add_cases(name, programs, count, variants[v], NULL, 0, test + tests);
        if (!once)
            tests += add_cases(name, programs, count, variants[v], &remade[v], 0, test + tests);
        for (size_t i = 0; i < later; i++)
            tests += add_cases(name, programs, count, variants[v], NULL, async[i], test + tests);
    }
    for (size_t i = 0; i < tests; i++)
        unit[i] = (struct CMUnitTest){test[i].name, run_case, NULL, NULL, &test[i]};
    int failed = _cmocka_run_group_tests(name, unit, tests, NULL, NULL);
    for (size_t v = 0; v < variant_count; v++)
        free(remade[v].bytes);
    free(remade);
    free(unit);
    free(test);
    return failed;
}
