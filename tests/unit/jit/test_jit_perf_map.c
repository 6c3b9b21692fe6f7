/* SPDX-License-Identifier: MIT */
/* Profilers find the kernel's name at the addresses of its code. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "jit/jit_get_code.h"
#include "unit/jit/jit_program.h"

#define KERNEL_NAME "_Z5saxpyifPfS_"

static char map_path[64];

/* Whether a line of the map has this address in it, and which name it gives it. */
static bool find_in_map(uintptr_t address, char name[256])
{
    FILE *map = fopen(map_path, "r");
    uintptr_t start, size;
    bool found = false;

    while (map && !found && fscanf(map, "%" SCNxPTR " %" SCNxPTR " %255[^\n]", &start, &size, name) == 3)
        found = address >= start && address - start < size;
    if (map)
        fclose(map);
    return found;
}

static struct hw_compiled_code *compile_program(struct program *program)
{
    struct hw_compiled_code *code = NULL;
    struct hw_error error;

    if (hw_jit_compile(&program->source, &code, &error) != HW_OK)
        fail_msg("%s", error.text);
    return code;
}

static void code_has_its_kernels_name(void **state)
{
    static char kernel_name[] = KERNEL_NAME;
    struct program program;
    char name[256];

    (void)state;
    make_program(&program);
    program.program.name = kernel_name;
    setenv("HALFWARP_PERF_MAP", "1", 1);
    struct hw_compiled_code *code = compile_program(&program);
    assert_true(find_in_map((uintptr_t)code->run, name));
    assert_string_equal(name, KERNEL_NAME " (full warps)");
    hw_jit_free(code);
    unlink(map_path);
    program.source.is_baseline = true;
    code = compile_program(&program);
    assert_true(find_in_map((uintptr_t)code->run, name));
    assert_string_equal(name, KERNEL_NAME " (full warps, baseline)");
    hw_jit_free(code);
    unlink(map_path);
}

static void no_map_is_written_unasked(void **state)
{
    struct program program;

    (void)state;
    make_program(&program);
    setenv("HALFWARP_PERF_MAP", "0", 1);
    hw_jit_free(compile_program(&program));
    assert_int_equal(access(map_path, F_OK), -1);
}

/* A link that another user has put there is not followed. */
static void links_are_not_followed(void **state)
{
    struct program program;
    char target[80];

    (void)state;
    snprintf(target, sizeof target, "%s.target", map_path);
    make_program(&program);
    setenv("HALFWARP_PERF_MAP", "1", 1);
    assert_int_equal(symlink(target, map_path), 0);
    hw_jit_free(compile_program(&program));
    assert_int_equal(access(target, F_OK), -1);
    unlink(map_path);
}

static int begin_maps(void **state)
{
    (void)state;
    snprintf(map_path, sizeof map_path, "/tmp/perf-%d.map", (int)getpid());
    return setenv("HALFWARP_JIT_CACHE", "off", 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(code_has_its_kernels_name),
                                       cmocka_unit_test(no_map_is_written_unasked),
                                       cmocka_unit_test(links_are_not_followed)};

    return cmocka_run_group_tests(tests, begin_maps, NULL);
}
