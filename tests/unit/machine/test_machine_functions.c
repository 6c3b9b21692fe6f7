/* SPDX-License-Identifier: MIT */
/* A function has one address in all kernels of a module: one program runs all kernels of a random module, in
 * random order and each from an image of its own, and calls through pointers that others have stored. */
#include <halfwarp/chip.h>
#include <halfwarp/compiler.h>
#include <halfwarp/image.h>
#include <halfwarp/listing.h>
#include <halfwarp/machine.h>

#include "random_module.h"
#include "unit/ops/splitmix.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { LAUNCHES = 60, SEEDS = 4 };

#define NOBODY UINT32_MAX

/* A program: its module, images in the order in which kernels were first launched, and what lies in the
 * buffer as the host knows it. */
struct program {
    struct module_plan plan;
    struct hw_module *module;
    struct hw_memory *memory;
    struct hw_execution_context *execution_context; /* keeps translated code of all kernels */
    struct hw_image image[MODULE_KERNELS];
    bool is_loaded[MODULE_KERNELS];
    unsigned first; /* the kernel whose image the others lie beside */
    bool is_any_loaded;
    uint64_t buffer;
    uint32_t stored[MODULE_SLOTS]; /* functions, kernels after them, or nothing */
    uint32_t object;               /* its class */
    const char *target;
    uint64_t seed, random;
};

static unsigned below(struct program *program, unsigned count)
{
    return (unsigned)(splitmix64(&program->random) % count);
}

static void load(struct program *program, unsigned kernel, struct hw_error *error)
{
    char name[16];

    snprintf(name, sizeof name, "k%u", kernel);
    const struct hw_kernel *code = hw_module_find_kernel(program->module, name);
    struct hw_image *image = &program->image[kernel];
    const hw_status status =
        program->is_any_loaded
            ? hw_image_load_beside(image, program->module, code, &program->image[program->first], error)
            : hw_image_load(image, program->module, code, program->memory, error);
    if (status != HW_OK)
        fail_msg("%s, seed %u: %s", program->target, (unsigned)program->seed, error->text);
    if (!program->is_any_loaded)
        program->first = kernel;
    program->is_any_loaded = program->is_loaded[kernel] = true;
}

/* Run a kernel and return its result. */
static uint32_t launch(struct program *program, unsigned kernel, uint32_t i, uint32_t x)
{
    struct {
        uint64_t buffer;
        uint32_t i, x;
    } params = {program->buffer, i, x};
    const struct hw_chip_info *chip;
    struct hw_launch_result result;
    struct hw_launch launch;
    struct hw_target target;
    struct hw_error error;
    uint32_t got;

    if (!program->is_loaded[kernel])
        load(program, kernel, &error);
    assert_int_equal(hw_target_find(program->module->target, &target, &error), HW_OK);
    assert_int_equal(hw_chip_find(program->module->target, &chip, &error), HW_OK);
    hw_launch_init(&launch, &target, chip, program->memory);
    hw_image_bind(&program->image[kernel], &launch);
    launch.params = &params;
    launch.param_bytes = sizeof params;
    launch.host.workers = 1;
    launch.host.execution_context = below(program, 2) ? program->execution_context : NULL;
    if (hw_launch_run(&launch, &result, &error) != HW_OK)
        fail_msg("%s, seed %u, k%u: %s", program->target, (unsigned)program->seed, kernel, error.text);
    assert_int_equal(hw_memory_read(program->memory, program->buffer + MODULE_RESULT_AT, &got, 4, &error),
                     HW_OK);
    return got;
}

/* What it has to leave; false where a kernel would call nothing. */
static bool expect(struct program *program, unsigned kernel, uint32_t i, uint32_t x, uint32_t *result)
{
    const struct module_plan *plan = &program->plan;
    const unsigned named = plan->named[kernel];
    unsigned function = NOBODY;

    x = module_step(&plan->kernel[kernel], x);
    switch (plan->kind[kernel]) {
    case MODULE_STORE: program->stored[i] = named; break;
    case MODULE_NAME_KERNEL: program->stored[i] = MODULE_FUNCTIONS + named; break;
    case MODULE_MAKE: program->object = named; break;
    case MODULE_COMPARE: x = program->stored[i] == named; break;
    case MODULE_COMPARE_KERNEL: x = program->stored[i] == MODULE_FUNCTIONS + named; break;
    case MODULE_CALL_STORED: function = program->stored[i]; break;
    case MODULE_CALL_METHOD:
        function = program->object == NOBODY ? NOBODY : plan->method[program->object][named];
        break;
    case MODULE_CALL_BOTH: x = module_function(plan, named, x); /* fall through */
    default: function = plan->table[i]; break;
    }
    if (module_calls(plan->kind[kernel])) {
        if (function >= MODULE_FUNCTIONS)
            return false;
        x = module_function(plan, function, x);
    }
    *result = x;
    return true;
}

static void run(struct program *program)
{
    for (unsigned k = 0; k < LAUNCHES; k++) {
        const unsigned kernel = below(program, MODULE_KERNELS);
        const uint32_t i = below(program, MODULE_SLOTS), x = (uint32_t)splitmix64(&program->random);
        uint32_t right;
        if (!expect(program, kernel, i, x, &right))
            continue;
        const uint32_t got = launch(program, kernel, i, x);
        if (got != right)
            fail_msg("%s, seed %u: launch %u, of k%u, gives 0x%x; expected 0x%x", program->target,
                     (unsigned)program->seed, k, kernel, got, right);
    }
}

static void run_program(struct program *program)
{
    struct hw_error error;

    assert_int_equal(hw_memory_create(&program->memory, &error), HW_OK);
    assert_int_equal(hw_execution_context_create(&program->execution_context, &error), HW_OK);
    assert_int_equal(hw_memory_alloc(program->memory, MODULE_BUFFER, &program->buffer, &error), HW_OK);
    memset(hw_memory_host(program->memory, program->buffer, MODULE_BUFFER), 0, MODULE_BUFFER);
    run(program);
    for (unsigned i = 0; i < MODULE_KERNELS; i++)
        if (program->is_loaded[i] && i != program->first)
            hw_image_unload(&program->image[i]);
    if (program->is_any_loaded)
        hw_image_unload(&program->image[program->first]);
    hw_execution_context_destroy(program->execution_context);
    hw_memory_destroy(program->memory);
    hw_module_free(program->module);
}

static void begin(struct program *program, const char *target, uint64_t seed)
{
    *program = (struct program){.target = target, .seed = seed, .random = seed, .object = NOBODY};
    memset(program->stored, 0xff, sizeof program->stored);
    module_plan_make(&program->plan, seed);
}

static void of_our_compiler(void **state)
{
    static const char *const targets[] = {"sm_20", "sm_30", "sm_35", "sm_50", "sm_61"};
    static struct program program;

    (void)state;
    for (unsigned i = 0; i < SEEDS * 5; i++) {
        struct hw_error error;
        size_t length;
        begin(&program, targets[i % 5], i + 1);
        const char *text = module_ptx(&program.plan, &length);
        const struct hw_compile_options options = {.target = program.target, .level = i % 4};
        if (hw_compile_ptx(text, length, &options, &program.module, &error) != HW_OK)
            fail_msg("%s, seed %u, line %u: %s", program.target, i + 1, error.line, error.text);
        run_program(&program);
    }
}

/* A listing as the cubin that it becomes, with symbols of all code. */
static hw_status assemble(const char *text, struct hw_module **module, struct hw_error *error)
{
    struct hw_module *read = NULL;
    uint8_t *bytes = NULL;
    size_t length = 0;
    hw_status status = hw_listing_read(text, HW_SYNTAX_NV, NULL, &read, error);

    if (status == HW_OK)
        status = hw_module_write(read, HW_CONTAINER_ELF64, &bytes, &length, error);
    if (status == HW_OK)
        status = hw_module_read(bytes, length, module, error);
    hw_module_free(read);
    free(bytes);
    return status;
}

static void of_nvidias_compiler(void **state)
{
    static const char *const targets[] = {"sm_75", "sm_80", "sm_86", "sm_89"};
    static struct program program;

    (void)state;
    for (unsigned i = 0; i < SEEDS * 4; i++) {
        struct hw_error error;
        begin(&program, targets[i % 4], i + 101);
        if (assemble(module_listing(&program.plan, program.target), &program.module, &error) != HW_OK)
            fail_msg("%s, seed %u, line %u: %s", program.target, i + 101, error.line, error.text);
        run_program(&program);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_our_compiler),
        cmocka_unit_test(of_nvidias_compiler),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
