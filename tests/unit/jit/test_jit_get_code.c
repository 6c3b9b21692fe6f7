/* SPDX-License-Identifier: MIT */
/* Compiled code is cached: within the process by key, between processes in files; and it runs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>

#include "cache/cache_file.h"
#include "jit/jit_cache_dir.h"
#include "unit/jit/jit_requests.h"
#include "unit/cache/temporary_folder.h"

static int begin(void **state)
{
    const int failed = make_folder(state);

    setenv("HALFWARP_JIT_CACHE", folder_name, 1);
    unsetenv("HALFWARP_JIT_DUMP");
    return failed;
}

static struct hw_compiled_code *compile(const struct program *program)
{
    struct hw_compiled_code *compiled = NULL;
    struct hw_error error;

    if (hw_jit_compile(&program->source, &compiled, &error) != HW_OK)
        fail_msg("%s", error.text);
    assert_true(compiled->entry[0]);
    return compiled;
}

static void programs_share_code(void **state)
{
    struct program one, two, other;

    (void)state;
    make_program(&one);
    make_program(&two);
    make_program(&other);
    other.uop[MOVE].d = 2;
    struct hw_compiled_code *const first = compile(&one), *const second = compile(&two),
                                   *const third = compile(&other);
    assert_ptr_equal(first, second);
    assert_ptr_not_equal(first, third);
    hw_jit_free(first);
    expect_to_run(&two, second->run);
    hw_jit_free(second);
    hw_jit_free(third);
    assert_int_equal(count_files(folder_name, NULL), 2);
}

/* What a file is now, and when it was last used. */
static struct stat state_of(const char *path)
{
    struct stat status;

    assert_int_equal(stat(path, &status), 0);
    return status;
}

static void code_comes_from_the_cache(void **state)
{
    const struct timespec long_ago[2] = {{.tv_sec = 1000}, {.tv_sec = 1000}};
    struct program program;
    char path[LONGEST];

    (void)state;
    make_program(&program);
    hw_jit_free(compile(&program));
    assert_int_equal(count_files(folder_name, path), 1);
    assert_int_equal(utimensat(AT_FDCWD, path, long_ago, 0), 0);
    const struct stat made = state_of(path);
    struct hw_compiled_code *const compiled = compile(&program);
    const struct stat used = state_of(path);
    assert_int_equal(made.st_ino, used.st_ino);
    assert_true(used.st_mtim.tv_sec > 1000);
    expect_to_run(&program, compiled->run);
    hw_jit_free(compiled);
}

/* A file that is whole, and has no code in it. */
static void what_cannot_be_loaded_is_compiled(void **state)
{
    struct hw_cache_dir folder;
    struct hw_cache_key key;
    struct hw_cache_found found;
    struct program program;

    (void)state;
    make_program(&program);
    hw_jit_cache_dir_choose(&folder);
    key = key_of_program(&program);
    hw_cache_file_store(&folder, &key, "no object file", 14);
    assert_int_equal(count_files(folder_name, NULL), 1);
    struct hw_compiled_code *const compiled = compile(&program);
    expect_to_run(&program, compiled->run);
    hw_jit_free(compiled);
    assert_true(hw_cache_file_find(&folder, &key, &found));
    assert_true(found.size > 14);
    free(found.whole);
    hw_cache_key_clear(&key);
}

static void *compile_often(void *unused)
{
    struct program program;

    make_program(&program);
    for (unsigned i = 0; i < 20; i++) {
        struct hw_compiled_code *const one = compile(&program), *const two = compile(&program);
        assert_ptr_equal(one, two);
        hw_jit_free(one);
        hw_jit_free(two);
    }
    return unused;
}

static void threads_share_code(void **state)
{
    enum { THREADS = 4 };
    pthread_t thread[THREADS];

    (void)state;
    for (unsigned i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, compile_often, NULL), 0);
    for (unsigned i = 0; i < THREADS; i++)
        assert_int_equal(pthread_join(thread[i], NULL), 0);
    assert_int_equal(count_files(folder_name, NULL), 1);
}

static unsigned leavings;

static void count_leaving(struct hw_regs *regs, const struct hw_uop *uop)
{
    (void)regs;
    (void)uop;
    leavings++;
}

/* How often lanes leave by an instruction that does so where P1 is true. */
static unsigned leavings_of(hw_uop_fn *fn, enum hw_code_warps lanes, uint32_t active, uint32_t where)
{
    static _Alignas(64) hw_lanes reg[8];
    static const struct hw_launch launch;
    struct program program;
    struct hw_block block = {.launch = &launch, .program = &program.program};
    struct hw_warp warp = {.regs = {.reg = reg, .pred = {0, where, [7] = ~0u}, .exec = active},
                           .active = active,
                           .block = &block};

    make_program(&program);
    program.source.lanes = lanes;
    program.uop[BRANCH].fn = hw_uop_nop;
    struct hw_uop *const leaving = &program.uop[CALL];
    leaving->fn = leaving->narrow = fn;
    leaving->p_in = 1;
    struct hw_compiled_code *const compiled = compile(&program);
    leaving->fn = leaving->narrow = count_leaving;
    leavings = 0;
    compiled->run(&warp);
    assert_int_equal(warp.event, HW_EVENT_STOP); /* of the last micro-operation */
    hw_jit_free(compiled);
    return leavings;
}

static void only_lanes_that_leave_call(void **state)
{
    hw_uop_fn *const all[] = {hw_uop_exit, hw_uop_ret, hw_uop_brk, hw_uop_cont, hw_uop_longjmp, hw_uop_sync};

    (void)state;
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
        assert_int_equal(leavings_of(all[i], HW_CODE_FULL_WARPS, ~0u, 0), 0);
        assert_int_equal(leavings_of(all[i], HW_CODE_FULL_WARPS, ~0u, 1), 1);
        assert_int_equal(leavings_of(all[i], HW_CODE_FULL_WARPS, ~0u, ~0u), 1);
        assert_int_equal(leavings_of(all[i], HW_CODE_PARTIAL_WARPS, 0xffff, 0xffff0000), 0);
        assert_int_equal(leavings_of(all[i], HW_CODE_PARTIAL_WARPS, 0xffff, 0x18000), 1);
    }
}

/* Each test has an empty folder of the same name, since the library asks for the name once. */
static int empty_folder(void **state)
{
    char command[512];

    (void)state;
    snprintf(command, sizeof command, "rm -f '%s'/*", folder_name);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(programs_share_code, empty_folder),
        cmocka_unit_test_setup(code_comes_from_the_cache, empty_folder),
        cmocka_unit_test_setup(what_cannot_be_loaded_is_compiled, empty_folder),
        cmocka_unit_test_setup(threads_share_code, empty_folder),
        cmocka_unit_test_setup(only_lanes_that_leave_call, empty_folder),
    };
    return cmocka_run_group_tests(tests, begin, remove_folder);
}
