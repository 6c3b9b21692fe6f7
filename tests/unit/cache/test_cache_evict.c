/* SPDX-License-Identifier: MIT */
/* A cache on disk stays small, and several processes may use it at once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

#include "unit/cache/cached_code.h"

/* Say that a file was last used some hours ago. */
static void make_old(unsigned number, unsigned hours)
{
    const struct timespec times[] = {{.tv_sec = time(NULL) - 3600 * (time_t)hours},
                                     {.tv_sec = time(NULL) - 3600 * (time_t)hours}};
    char path[LONGEST];

    path_of(path, number);
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

static void touch(const char *name, unsigned hours)
{
    const struct timespec times[] = {{.tv_sec = time(NULL) - 3600 * (time_t)hours},
                                     {.tv_sec = time(NULL) - 3600 * (time_t)hours}};
    char path[LONGEST];

    snprintf(path, sizeof path, "%s/%s", folder.path, name);
    const int file = open(path, O_CREAT | O_WRONLY, 0600);
    assert_int_equal(futimens(file, times), 0);
    close(file);
}

static bool exists(const char *name)
{
    char path[LONGEST];

    snprintf(path, sizeof path, "%s/%s", folder.path, name);
    return access(path, F_OK) == 0;
}

/* 14 codes of some 4 KiB fit into 15 of 16 parts of 64 KiB; the next makes room for itself. */
static void what_was_not_used_for_longest_goes(void **state)
{
    enum { SIZE = 4050 };
    const char *const others[] = {"k0123456789abcdef0123456789abcdef.new.1",
                                  "k0123456789abcdef0123456789abcdee.new.2", "kernel",
                                  "k0123456789abcdef0123456789abcdef2"};

    (void)state;
    choose(folder_name, "64K");
    for (unsigned i = 0; i < 14; i++) {
        keep(i, SIZE);
        make_old(i, 20 - i);
    }
    for (unsigned i = 0; i < 14; i++) {
        assert_true(finds(i, SIZE));
        make_old(i, 20 - i);
    }
    assert_true(finds(0, SIZE)); /* is new again */
    touch(others[0], 2);
    touch(others[1], 0);
    touch(others[2], 100);
    touch(others[3], 100);
    keep(14, SIZE);
    assert_true(finds(0, SIZE));
    for (unsigned i = 1; i < 15; i++)
        assert_int_equal(finds(i, SIZE), i >= 5);
    assert_false(exists(others[0])); /* abandoned */
    assert_true(exists(others[1]));
    assert_true(exists(others[2])); /* not ours */
    assert_true(exists(others[3]));
    keep(16, 65000); /* larger than all may be */
    assert_false(finds(16, 65000));
}

static uint64_t bytes_in_folder(void)
{
    uint64_t sum = 0;
    char path[LONGEST];
    struct stat status;

    for (unsigned i = 0; i < 64; i++) {
        path_of(path, i);
        if (stat(path, &status) == 0)
            sum += (uint64_t)status.st_size;
    }
    return sum;
}

static void the_bound_holds(void **state)
{
    (void)state;
    choose(folder_name, "100K");
    for (unsigned i = 0; i < 200; i++) {
        keep(i % 64, 1000 + 100 * (i % 40));
        assert_true(bytes_in_folder() <= folder.limit);
    }
}

/* --- processes --- */

/* A process that keeps and finds codes that others keep, find and prune. */
static void work(unsigned seed)
{
    choose(folder_name, "50K");
    for (unsigned i = 0; i < 300; i++) {
        seed = seed * 1664525 + 1013904223;
        const unsigned number = seed >> 27;
        if (!finds(number, 2000 + number))
            keep(number, 2000 + number);
    }
}

static void processes_share_a_folder(void **state)
{
    enum { PROCESSES = 4 };
    pid_t child[PROCESSES];
    int status;

    (void)state;
    for (unsigned i = 0; i < PROCESSES; i++) {
        child[i] = fork();
        if (child[i] == 0) {
            work(i);
            _exit(0); /* a failed assertion ends otherwise, with another status */
        }
        assert_true(child[i] > 0);
    }
    for (unsigned i = 0; i < PROCESSES; i++) {
        assert_int_equal(waitpid(child[i], &status, 0), child[i]);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    unsigned found = 0;
    for (unsigned i = 0; i < 32; i++)
        found += finds(i, 2000 + i);
    assert_true(found > 0);
    assert_int_equal(count_files(folder.path, NULL), found); /* nothing unfinished is left */
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, remove_folder)
    const struct CMUnitTest tests[] = {
        TEST(what_was_not_used_for_longest_goes),
        TEST(the_bound_holds),
        TEST(processes_share_a_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
