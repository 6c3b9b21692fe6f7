/* SPDX-License-Identifier: MIT */
/* The compiler's libraries of arithmetic: division, remainders, reciprocals, roots, sums and products in
 * every rounding, compiled and run on random operands and on all pairs of special ones, against the host's
 * own.
 *
 * usage: check_arithmetic COUNT [SEED [TARGET]].  So many operands for all operations together.  Prints TAP.
 */
#include <halfwarp/compiler.h>
#include "unit/ops/splitmix.h"

#include <halfwarp/chip.h>
#include <halfwarp/image.h>
#include <halfwarp/machine.h>

#include <fenv.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK  256u
#define BLOCKS 64u
#define PAIRS  (BLOCK * BLOCKS) /* of a launch */

enum type { U32, S32, U64, S64, F32, F64 };
enum work { DIV, REM, RCP, SQRT, FMA, ADD, MUL };
enum { OPERANDS = 3 };
struct operation {
    const char *text;
    enum type type;
    enum work work;
    int round;
    bool ftz;
};

/* clang-format off */
#define ROUNDED(X, name, work, text, type) \
    X(name ".rn" text, type, work, FE_TONEAREST) X(name ".rz" text, type, work, FE_TOWARDZERO) \
    X(name ".rm" text, type, work, FE_DOWNWARD) X(name ".rp" text, type, work, FE_UPWARD)
#define EXACT(text, type, work, round) {text, type, work, round, false},
#define FLUSHED(text, type, work, round) {text, type, work, round, true},
static const struct operation operations[] = {
    EXACT("div.u32", U32, DIV, 0) EXACT("div.s32", S32, DIV, 0) EXACT("rem.u32", U32, REM, 0) EXACT("rem.s32", S32, REM, 0)
    EXACT("div.u64", U64, DIV, 0) EXACT("div.s64", S64, DIV, 0) EXACT("rem.u64", U64, REM, 0) EXACT("rem.s64", S64, REM, 0)
    ROUNDED(EXACT, "div", DIV, ".f32", F32) ROUNDED(EXACT, "rcp", RCP, ".f32", F32) ROUNDED(EXACT, "sqrt", SQRT, ".f32", F32)
    ROUNDED(FLUSHED, "div", DIV, ".ftz.f32", F32) ROUNDED(FLUSHED, "rcp", RCP, ".ftz.f32", F32)
    ROUNDED(FLUSHED, "sqrt", SQRT, ".ftz.f32", F32)
    ROUNDED(EXACT, "fma", FMA, ".f32", F32) ROUNDED(EXACT, "add", ADD, ".f32", F32) ROUNDED(EXACT, "mul", MUL, ".f32", F32)
    ROUNDED(FLUSHED, "fma", FMA, ".ftz.f32", F32) ROUNDED(FLUSHED, "add", ADD, ".ftz.f32", F32)
    ROUNDED(FLUSHED, "mul", MUL, ".ftz.f32", F32)
    ROUNDED(EXACT, "div", DIV, ".f64", F64) ROUNDED(EXACT, "rcp", RCP, ".f64", F64) ROUNDED(EXACT, "sqrt", SQRT, ".f64", F64)
};
/* clang-format on */
enum { OPERATIONS = sizeof operations / sizeof *operations };
static const char *const targets[] = {"sm_13", "sm_20", "sm_30", "sm_35", "sm_50", "sm_61"};
enum { TARGETS = sizeof targets / sizeof *targets };

static const char *const type_names[] = {"u32", "s32", "u64", "s64", "f32", "f64"};
static uint64_t operand[OPERANDS][PAIRS], result[PAIRS];

static bool is_long(enum type type)
{
    return type == U64 || type == S64 || type == F64;
}

/* --- operands --- */

static const uint64_t special_integers[] = {0,
                                            1,
                                            2,
                                            3,
                                            10,
                                            0x7fffffff,
                                            0x80000000,
                                            0x80000001,
                                            0xfffffffe,
                                            0xffffffff,
                                            0x100000000,
                                            0x7fffffffffffffff,
                                            0x8000000000000000,
                                            0x8000000000000001,
                                            0xffffffff00000000,
                                            0xffffffffffffffff};
/* Exponents as distances from the ends, or from 1; fractions. */
static const int special_exponents[] = {0, 1, 2, -1, -2, 1000, 1001};

/* A float with the given sign, exponent field and fraction, for 23 or 52 bits of it. */
static uint64_t float_of(bool wide, uint64_t sign, uint64_t exponent, uint64_t fraction)
{
    return wide ? sign << 63 | exponent << 52 | (fraction & 0xfffffffffffff)
                : sign << 31 | exponent << 23 | (fraction & 0x7fffff);
}

static uint64_t random_float(bool wide, uint64_t *state)
{
    const uint64_t random = splitmix64(state), most = wide ? 2047 : 255, one = wide ? 1023 : 127;
    const int near = special_exponents[(random >> 8) % 7];
    const uint64_t exponent = random % 4 == 0   ? (random >> 20) % most
                              : random % 4 == 1 ? one - 2 + (random >> 20) % 5
                              : near >= 1000    ? one + (uint64_t)near - 1000
                              : near < 0        ? most + 1 + (uint64_t)(int64_t)near
                                                : (uint64_t)near;
    uint64_t fraction = splitmix64(state);

    if (random >> 32 & 1)
        fraction = random >> 33 & 1 ? ~(fraction & 3) : fraction & 3;
    return float_of(wide, random >> 63, exponent, fraction);
}

static uint64_t random_operand(enum type type, uint64_t *state)
{
    const uint64_t random = splitmix64(state);

    if (type >= F32)
        return random_float(type == F64, state);
    const uint64_t bits = random % 8 ? splitmix64(state) >> (random >> 8) % (is_long(type) ? 64 : 32)
                                     : special_integers[(random >> 8) % 16];
    return is_long(type) ? bits : (uint32_t)(bits >> (random >> 16 & 1 ? 32 : 0));
}

/* --- what is right --- */

static float f32(uint64_t bits)
{
    const uint32_t word = (uint32_t)bits;
    float x;

    memcpy(&x, &word, sizeof x);
    return x;
}

static double f64(uint64_t bits)
{
    double x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint64_t flushed(uint64_t bits)
{
    return (bits & 0x7f800000) ? bits : bits & 0x80000000;
}

static float computed(enum work work, float x, float y, float z)
{
    switch (work) {
    case DIV: return x / y;
    case RCP: return 1 / x;
    case SQRT: return sqrtf(x);
    case ADD: return x + y;
    case MUL: return x * y;
    default: return fmaf(x, y, z);
    }
}

/* The same, 2^64 times as large, where that is a number of a usual size. */
static float enlarged(enum work work, float x, float y, float z)
{
    const float much = 0x1p64f;

    switch (work) {
    case RCP: return much / x;
    case ADD: return computed(work, x * much, y * much, 0);
    default:
        return fabsf(x) < fabsf(y) ? computed(work, x * much, y, z * much)
               : work == DIV       ? x * much / y
                                   : computed(work, x, y * much, z * much);
    }
}

/* In the rounding that is set.  A result is flushed if it is too small without a least exponent: 2^64 away
 * from it. */
static uint64_t single(const struct operation *operation, bool ftz, const uint64_t bits[OPERANDS])
{
    volatile float in[OPERANDS];
    uint32_t word;

    for (unsigned i = 0; i < OPERANDS; i++)
        in[i] = f32(ftz ? flushed(bits[i]) : bits[i]);
    volatile float value = computed(operation->work, in[0], in[1], in[2]);
    if (ftz && operation->work != SQRT && fabsf(value) <= 0x1p-126f &&
        fabsf(enlarged(operation->work, in[0], in[1], in[2])) < 0x1p-62f)
        value = copysignf(0, value);
    const float last = value;
    memcpy(&word, &last, sizeof word);
    return word;
}

static uint64_t wide(const struct operation *operation, uint64_t a, uint64_t b)
{
    const volatile double x = f64(a), y = f64(b);
    const volatile double z = operation->work == DIV ? x / y : operation->work == RCP ? 1 / x : sqrt(x);
    const double value = z;
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint64_t integer(const struct operation *operation, uint64_t a, uint64_t b)
{
    const bool is_signed = operation->type == S32 || operation->type == S64;
    const __int128 x = !is_signed ? (__int128)a : operation->type == S32 ? (int32_t)a : (int64_t)a;
    const __int128 y = !is_signed ? (__int128)b : operation->type == S32 ? (int32_t)b : (int64_t)b;
    const uint64_t bits = y == 0 ? UINT64_MAX : (uint64_t)(operation->work == DIV ? x / y : x % y);

    return is_long(operation->type) ? bits : (uint32_t)bits;
}

/* Before GF100 singles are flushed always, and words divided by zero are anything; later they are all ones.
 */
static bool is_right(const struct operation *operation, bool is_early, unsigned pair)
{
    const uint64_t in[OPERANDS] = {operand[0][pair], operand[1][pair], operand[2][pair]}, got = result[pair];

    switch (operation->type) {
    case F32: {
        const uint64_t right = single(operation, operation->ftz || is_early, in);
        return got == right || (isnan(f32(right)) && isnan(f32(got)));
    }
    case F64: {
        const uint64_t right = wide(operation, in[0], in[1]);
        return got == right || (isnan(f64(right)) && isnan(f64(got)));
    }
    default:
        return got == integer(operation, in[0], in[1]) || (is_early && !is_long(operation->type) && !in[1]);
    }
}

/* --- running --- */

static hw_status compile(const struct operation *operation, const char *target, struct hw_module **module,
                         struct hw_error *error)
{
    static const char *const operands[] = {[DIV] = ", %b", [REM] = ", %b", [RCP] = "",        [SQRT] = "",
                                           [ADD] = ", %b", [MUL] = ", %b", [FMA] = ", %b, %e"};
    const char *name = type_names[operation->type];
    const struct hw_compile_options options = {.target = target, .level = 3};
    char text[2048];
    const int length = snprintf(
        text, sizeof text,
        ".version 4.0\n.target sm_20\n.address_size 64\n.entry each(.param .u64 out, .param .u64 in)\n{\n"
        ".reg .u64 %%o, %%i, %%at; .reg .%s %%a, %%b, %%e, %%d; .reg .u32 %%t, %%c, %%n;\n"
        "mov.u32 %%t, %%tid.x; mov.u32 %%c, %%ctaid.x; mov.u32 %%n, %%ntid.x; mad.lo.u32 %%t, %%c, %%n, "
        "%%t;\n"
        "mul.wide.u32 %%at, %%t, 8; ld.param.u64 %%o, [out]; ld.param.u64 %%i, [in];\n"
        "add.u64 %%o, %%o, %%at; add.u64 %%i, %%i, %%at; ld.global.%s %%a, [%%i]; ld.global.%s %%b, "
        "[%%i+%u]; ld.global.%s %%e, [%%i+%u];\n"
        "%s %%d, %%a%s;\nst.global.%s [%%o], %%d; exit;\n}\n",
        name, name, name, PAIRS * 8, name, PAIRS * 16, operation->text, operands[operation->work], name);

    return hw_compile_ptx(text, (size_t)length, &options, module, error);
}

struct device {
    struct hw_memory *memory;
    struct hw_image image;
    struct hw_launch launch;
    struct hw_launch_result result;
    uint64_t address[2];
};

static hw_status prepare(struct device *device, const struct hw_module *module, struct hw_error *error)
{
    const struct hw_chip_info *chip;
    struct hw_target target;
    hw_status status = hw_target_find(module->target, &target, error);

    if (status == HW_OK)
        status = hw_chip_find(module->target, &chip, error);
    if (status == HW_OK)
        status = hw_image_load(&device->image, module, hw_module_find_kernel(module, "each"), device->memory,
                               error);
    if (status == HW_OK)
        status = hw_memory_alloc(device->memory, sizeof result, &device->address[0], error);
    if (status == HW_OK)
        status = hw_memory_alloc(device->memory, sizeof operand, &device->address[1], error);
    if (status != HW_OK)
        return status;
    hw_launch_init(&device->launch, &target, chip, device->memory);
    hw_image_bind(&device->image, &device->launch);
    device->launch.block[0] = BLOCK;
    device->launch.grid[0] = BLOCKS;
    device->launch.params = device->address;
    device->launch.param_bytes = sizeof device->address;
    return HW_OK;
}

/* Every fourth sum of a product has little left. */
static void cancel(uint64_t (*to)[PAIRS])
{
    for (unsigned i = 0; i < PAIRS; i += 4) {
        const float most = -f32(to[0][i]) * f32(to[1][i]);
        uint32_t bits;

        memcpy(&bits, &most, sizeof bits);
        to[2][i] = bits ^ (i >> 2 & 3);
    }
}

/* How many operands of a launch come out wrong; the first is told. */
static unsigned run(struct device *device, const struct operation *operation, const char *target,
                    uint64_t *state, struct hw_error *error)
{
    const bool is_early = strncmp(target, "sm_1", 4) == 0;
    unsigned wrong = 0;

    for (unsigned i = 0; i < PAIRS; i++)
        for (unsigned k = 0; k < OPERANDS; k++)
            operand[k][i] = random_operand(operation->type, state);
    if (operation->work == FMA)
        cancel(operand);
    hw_memory_write(device->memory, device->address[1], operand, sizeof operand, error);
    memset(hw_memory_host(device->memory, device->address[0], sizeof result), 0, sizeof result);
    if (hw_launch_run(&device->launch, &device->result, error) != HW_OK)
        return PAIRS;
    memcpy(result, hw_memory_host(device->memory, device->address[0], sizeof result), sizeof result);
    fesetround(operation->round);
    for (unsigned i = 0; i < PAIRS; i++)
        if (!is_right(operation, is_early, i) && !wrong++)
            printf("#   %s on %s: of 0x%" PRIx64 ", 0x%" PRIx64 " and 0x%" PRIx64 " it gives 0x%" PRIx64 "\n",
                   operation->text, target, operand[0][i], operand[1][i], operand[2][i], result[i]);
    fesetround(FE_TONEAREST);
    return wrong;
}

static bool check(const struct operation *operation, const char *target, unsigned launches, uint64_t *state)
{
    struct hw_error error = {.text = ""};
    struct hw_module *module = NULL;
    struct device device = {.memory = NULL};
    unsigned wrong = 0;
    hw_status status = compile(operation, target, &module, &error);

    if (status == HW_OK)
        status = hw_memory_create(&device.memory, &error);
    if (status == HW_OK)
        status = prepare(&device, module, &error);
    for (unsigned i = 0; status == HW_OK && i < launches; i++)
        wrong += run(&device, operation, target, state, &error);
    if (status != HW_OK || *error.text)
        printf("#   %s on %s: %s\n", operation->text, target, error.text);
    if (device.memory) {
        hw_image_unload(&device.image);
        hw_memory_destroy(device.memory);
    }
    hw_module_free(module);
    return status == HW_OK && !wrong;
}

int main(int argc, char **argv)
{
    const uint64_t count = argc >= 2 && argc <= 4 ? strtoull(argv[1], NULL, 10) : 0;
    uint64_t state = argc >= 3 ? strtoull(argv[2], NULL, 10) : 1;
    const unsigned launches = (unsigned)(count / PAIRS / OPERATIONS / 16 + 1);
    unsigned wrong = 0;

    if (!count) {
        fprintf(stderr, "usage: %s COUNT [SEED [TARGET]]\n", argv[0]);
        return 2;
    }
    for (unsigned i = 0; i < OPERATIONS; i++)
        wrong += !check(&operations[i], argc == 4 ? argv[3] : targets[i % TARGETS], launches, &state);
    printf("%s 1 - %d operations on %u operands each, %u are wrong\n", wrong ? "not ok" : "ok", OPERATIONS,
           launches * PAIRS, wrong);
    return wrong > 0;
}
