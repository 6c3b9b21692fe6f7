/* SPDX-License-Identifier: MIT */
/* A cache on disk: what is found again and what is not, whatever happened to the files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <sys/stat.h>

#include "unit/cache/cached_code.h"

#define CODE 100 /* bytes */

static void code_is_found_by_its_key(void **state)
{
    char path[LONGEST];
    struct stat status;

    (void)state;
    assert_false(finds(1, CODE));
    keep(1, CODE);
    assert_true(finds(1, CODE));
    assert_false(finds(2, CODE));
    keep(2, CODE / 2);
    assert_true(finds(1, CODE));
    assert_true(finds(2, CODE / 2));
    keep(3, 0);
    assert_true(finds(3, 0));
    assert_int_equal(count_files(folder.path, NULL), 3);
    path_of(path, 1);
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
}

/* A file that is another's by its name. */
static void the_whole_key_is_compared(void **state)
{
    char one[LONGEST], two[LONGEST];

    (void)state;
    keep(1, CODE);
    path_of(one, 1);
    path_of(two, 2);
    assert_int_equal(rename(one, two), 0);
    assert_false(finds(2, CODE));
}

/* --- damage --- */

static void flip(int file, off_t at)
{
    uint8_t byte;

    assert_int_equal(pread(file, &byte, 1, at), 1);
    byte ^= 0x10;
    assert_int_equal(pwrite(file, &byte, 1, at), 1);
}

static void damaged_files_are_replaced(void **state)
{
    char path[LONGEST];
    struct stat status;

    (void)state;
    keep(1, CODE);
    path_of(path, 1);
    const int file = open(path, O_RDWR);
    assert_int_equal(fstat(file, &status), 0);
    for (off_t at = 0; at < status.st_size; at++) {
        flip(file, at);
        assert_false(finds(1, CODE));
        flip(file, at);
    }
    assert_true(finds(1, CODE));
    assert_int_equal(ftruncate(file, status.st_size + 1), 0);
    assert_false(finds(1, CODE));
    for (off_t size = status.st_size; size--;) {
        assert_int_equal(ftruncate(file, size), 0);
        assert_false(finds(1, CODE));
    }
    close(file);
    keep(1, CODE);
    assert_true(finds(1, CODE));
}

static void what_is_no_file_of_the_user_is_not_read(void **state)
{
    char path[LONGEST], other[LONGEST];

    (void)state;
    keep(1, CODE);
    path_of(path, 1);
    path_of(other, 2);
    assert_int_equal(chmod(path, 0620), 0);
    assert_false(finds(1, CODE));
    assert_int_equal(chmod(path, 0600), 0);
    assert_true(finds(1, CODE));
    if (geteuid() == 0) {
        assert_int_equal(chown(path, 1, (gid_t)-1), 0);
        assert_false(finds(1, CODE));
        assert_int_equal(chown(path, 0, (gid_t)-1), 0);
    }
    assert_int_equal(rename(path, other), 0);
    assert_int_equal(symlink(other, path), 0);
    assert_false(finds(1, CODE));
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_false(finds(1, CODE));
    keep(1, CODE);
    assert_true(finds(1, CODE));
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkdir(path, 0700), 0);
    keep(1, CODE);
    assert_false(finds(1, CODE));
}

/* --- folders --- */

static void folders_that_cannot_be_used_are_not(void **state)
{
    char path[LONGEST];

    (void)state;
    keep(1, CODE);
    assert_int_equal(chmod(folder_name, 0720), 0);
    assert_false(finds(1, CODE));
    keep(2, CODE);
    assert_int_equal(chmod(folder_name, 0700), 0);
    assert_true(finds(1, CODE));
    assert_false(finds(2, CODE));
    path_of(path, 1);
    choose(path, NULL); /* a file */
    keep(3, CODE);
    assert_false(finds(3, CODE));
    snprintf(path, sizeof path, "%s/1/2/3/4/5", folder_name);
    choose(path, NULL); /* too deep */
    keep(3, CODE);
    assert_false(finds(3, CODE));
    assert_int_not_equal(access(folder_name, F_OK), -1);
    hw_cache_dir_choose(&folder,
                        &(struct hw_cache_options){.is_off = true, .named = folder_name, .own = "own"});
    keep(4, CODE);
    assert_false(finds(4, CODE));
    choose(folder_name, "0");
    assert_false(finds(1, CODE));
}

static void the_folder_is_made(void **state)
{
    char path[300], expected[LONGEST];
    struct stat status;

    (void)state;
    snprintf(path, sizeof path, "%s/home", folder_name);
    assert_int_equal(mkdir(path, 0755), 0);
    setenv("HOME", path, 1);
    unsetenv("XDG_CACHE_HOME");
    choose("", NULL);
    snprintf(expected, sizeof expected, "%s/.cache/halfwarp/own", path);
    assert_string_equal(folder.path, expected);
    assert_false(finds(1, CODE));
    assert_int_equal(count_files(path, NULL), 0); /* looking makes nothing */
    keep(1, CODE);
    assert_true(finds(1, CODE));
    assert_int_equal(stat(expected, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0700);

    setenv("XDG_CACHE_HOME", "relative", 1);
    choose("", NULL);
    assert_string_equal(folder.path, expected);
    snprintf(path, sizeof path, "%s/xdg", folder_name);
    setenv("XDG_CACHE_HOME", path, 1);
    choose("", NULL);
    keep(1, CODE);
    assert_true(finds(1, CODE));
    assert_int_equal(count_files(path, NULL), 1);
    unsetenv("XDG_CACHE_HOME");
    unsetenv("HOME");
    choose("", NULL);
    assert_string_equal(folder.path, "");
    keep(1, CODE);
    assert_false(finds(1, CODE));
}

/* A program may change its directory. */
static void a_name_is_of_where_the_program_began(void **state)
{
    (void)state;
    assert_int_equal(chdir(folder_name), 0);
    choose("here", NULL);
    assert_int_equal(chdir("/"), 0);
    keep(1, CODE);
    assert_true(finds(1, CODE));
    assert_int_equal(count_files(folder_name, NULL), 1);
}

static void sizes_are_read(void **state)
{
    static const struct {
        const char *text;
        uint64_t bytes;
    } sizes[] = {{"1000", 1000},
                 {"3K", 3 << 10},
                 {"64M", 64 << 20},
                 {"2G", 2ull << 30},
                 {"", 256 << 20},
                 {"M", 256 << 20},
                 {"-1", 256 << 20},
                 {"64MB", 256 << 20},
                 {"5x", 256 << 20},
                 {" 5", 256 << 20},
                 {"99999999999G", 256 << 20},
                 {"0", 0},
                 {"99999999999999999999999", 256 << 20}};

    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        choose(folder_name, sizes[i].text);
        assert_int_equal(folder.limit, sizes[i].bytes);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, remove_folder)
    const struct CMUnitTest tests[] = {
        TEST(code_is_found_by_its_key),
        TEST(the_whole_key_is_compared),
        TEST(damaged_files_are_replaced),
        TEST(what_is_no_file_of_the_user_is_not_read),
        TEST(folders_that_cannot_be_used_are_not),
        TEST(the_folder_is_made),
        TEST(a_name_is_of_where_the_program_began),
        TEST(sizes_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
