/* SPDX-License-Identifier: MIT */
/* The process of the compiler is invisible to the program whose kernels run, and may end at any time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "jit/jit_client.h"
#include "unit/jit/jit_requests.h"

static volatile sig_atomic_t signals;

static void count_signal(int number)
{
    (void)number;
    signals = signals + 1;
}

/* Have the small program compiled, with a destination of its own. */
static hw_status ask(uint16_t d)
{
    struct program program;
    struct hw_error error;
    uint8_t *object;
    size_t size;

    make_program(&program);
    program.uop[MOVE].d = d;
    struct hw_cache_key key = key_of_program(&program);
    const hw_status status = hw_jit_client_compile(&key, &object, &size, &error);
    hw_cache_key_clear(&key);
    if (status == HW_OK)
        free(object);
    return status;
}

/* --- who is there --- */

/* Whether a process is a compiler of this test's process group. */
static bool is_compiler(pid_t process)
{
    char path[64], text[256] = "", name[64];
    int group;

    snprintf(path, sizeof path, "/proc/%d/stat", process);
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    const bool read = fgets(text, sizeof text, file) != NULL;
    fclose(file);
    return read && sscanf(text, "%*d (%63[^)]) %*c %*d %d", name, &group) == 2 && group == getpgrp() &&
           strcmp(name, "halfwarp-jit") == 0 && !strstr(text, ") Z ");
}

/* The compilers that are there; one of them. */
static unsigned count_compilers(pid_t *one)
{
    DIR *directory = opendir("/proc");
    const struct dirent *entry;
    unsigned count = 0;

    while (directory && (entry = readdir(directory)))
        if (is_compiler((pid_t)atoi(entry->d_name))) {
            count++;
            if (one)
                *one = (pid_t)atoi(entry->d_name);
        }
    closedir(directory);
    return count;
}

static void wait_for_compilers(unsigned count)
{
    for (unsigned i = 0; count_compilers(NULL) != count; i++) {
        assert_true(i < 10000);
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
}

static int begin(void **state)
{
    (void)state;
    return setpgid(0, 0) == 0 || getpgrp() == getpid() ? 0 : -1;
}

/* --- tests --- */

static void it_is_no_child(void **state)
{
    (void)state;
    signal(SIGCHLD, count_signal);
    assert_int_equal(ask(1), HW_OK);
    assert_int_equal(count_compilers(NULL), 1);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
    pid_t process = 0;
    count_compilers(&process);
    assert_int_equal(kill(process, SIGKILL), 0);
    wait_for_compilers(0);
    assert_int_equal(signals, 0);
    signal(SIGCHLD, SIG_DFL);
}

static void one_that_has_ended_is_started_again(void **state)
{
    (void)state;
    for (uint16_t i = 0; i < 3; i++) {
        pid_t process = 0;
        assert_int_equal(ask(i), HW_OK);
        assert_int_equal(count_compilers(&process), 1);
        assert_int_equal(kill(process, SIGKILL), 0);
        wait_for_compilers(0);
    }
}

/* The end of a pipe that this process closes is closed. */
static void it_holds_no_files(void **state)
{
    int ends[2];
    char byte;

    (void)state;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(ask(1), HW_OK);
    assert_int_equal(count_compilers(NULL), 1);
    close(ends[1]);
    assert_int_equal(read(ends[0], &byte, 1), 0);
    close(ends[0]);
}

static void a_child_of_fork_has_its_own(void **state)
{
    int status;

    (void)state;
    assert_int_equal(ask(1), HW_OK);
    const pid_t child = fork();
    if (child == 0)
        _exit(ask(2) == HW_OK && count_compilers(NULL) == 2 ? 0 : 1);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(ask(3), HW_OK);
    wait_for_compilers(1);
}

/* What a program prints to a stream that it has closed shall not reach the compiler. */
static void closed_streams_stay_closed(void **state)
{
    static const unsigned closed[] = {1u << STDOUT_FILENO, 1u << STDIN_FILENO | 1u << STDOUT_FILENO, 7};

    (void)state;
    for (size_t i = 0; i < sizeof closed / sizeof *closed; i++) {
        int status;
        const pid_t child = fork();
        if (child == 0) {
            bool open = false;
            for (int file = 0; file < 3; file++)
                if (closed[i] >> file & 1)
                    close(file);
            const bool answered = ask(4) == HW_OK && ask(5) == HW_OK;
            for (int file = 0; file < 3; file++)
                open |= (closed[i] >> file & 1) && fcntl(file, F_GETFD) >= 0;
            _exit(answered ? open : 2);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(status, 0);
    }
}

static void *ask_often(void *first)
{
    for (uint16_t i = 0; i < 8; i++)
        assert_int_equal(ask((uint16_t)(*(uint16_t *)first + i)), HW_OK);
    return NULL;
}

static void threads_take_turns(void **state)
{
    enum { THREADS = 4 };
    pthread_t thread[THREADS];
    uint16_t first[THREADS];

    (void)state;
    for (uint16_t i = 0; i < THREADS; i++) {
        first[i] = (uint16_t)(10 * i);
        assert_int_equal(pthread_create(&thread[i], NULL, ask_often, &first[i]), 0);
    }
    for (unsigned i = 0; i < THREADS; i++)
        assert_int_equal(pthread_join(thread[i], NULL), 0);
    assert_int_equal(count_compilers(NULL), 1);
}

/* A child forks while another thread of its parent is asking. */
static void a_fork_may_come_at_any_time(void **state)
{
    pthread_t thread;
    uint16_t first = 100;

    (void)state;
    assert_int_equal(pthread_create(&thread, NULL, ask_often, &first), 0);
    for (unsigned i = 0; i < 4; i++) {
        int status;
        const pid_t child = fork();
        if (child == 0) /* a way out at which the thread sanitizer does not miss the parent's thread */
            kill(getpid(), ask(200) == HW_OK ? SIGKILL : SIGTERM);
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(status, SIGKILL);
    }
    assert_int_equal(pthread_join(thread, NULL), 0);
}

/* A process that ends while it waits for an answer, by all ways out. */
static void *ask_one(void *unused)
{
    ask(1);
    return unused;
}

static void an_end_comes_at_any_time(void **state)
{
    (void)state;
    wait_for_compilers(1);
    for (unsigned i = 0; i < 9; i++) {
        int status;
        const pid_t child = fork();
        if (child == 0) {
            pthread_t thread;
            pthread_create(&thread, NULL, ask_one, NULL);
            pthread_detach(thread);
            nanosleep(&(struct timespec){.tv_nsec = 3000000l * i}, NULL);
            if (i % 3 == 0)
                exit(0);
            if (i % 3 == 1)
                _exit(0);
            kill(getpid(), SIGKILL);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(status, i % 3 == 2 ? SIGKILL : 0);
    }
    wait_for_compilers(1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_no_child),
        cmocka_unit_test(one_that_has_ended_is_started_again),
        cmocka_unit_test(it_holds_no_files),
        cmocka_unit_test(closed_streams_stay_closed),
        cmocka_unit_test(a_child_of_fork_has_its_own),
        cmocka_unit_test(threads_take_turns),
        cmocka_unit_test(a_fork_may_come_at_any_time),
        cmocka_unit_test(an_end_comes_at_any_time),
    };
    return cmocka_run_group_tests(tests, begin, NULL);
}
