/* SPDX-License-Identifier: MIT */
/* See own_threads.h. */
#include "own_threads.h"

#include <dirent.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

struct beginning {
    void *(*start)(void *);
    void *argument;
};

static _Atomic unsigned threads;

static void begin_child(void)
{
    atomic_store(&threads, 0);
}

__attribute__((constructor)) static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, begin_child);
}

static void *run(void *beginning)
{
    const struct beginning own = *(struct beginning *)beginning;

    free(beginning);
    void *result = own.start(own.argument);
    atomic_fetch_sub(&threads, 1);
    return result;
}

bool hw_own_thread_create(pthread_t *thread, void *(*start)(void *), void *argument)
{
    struct beginning *beginning = malloc(sizeof *beginning);
    sigset_t all, before;

    if (!beginning)
        return false;
    *beginning = (struct beginning){start, argument};
    atomic_fetch_add(&threads, 1);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const bool created = pthread_create(thread, NULL, run, beginning) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (created)
        return true;
    atomic_fetch_sub(&threads, 1);
    free(beginning);
    return false;
}

/* Of the thread sanitizer, which has a thread of its own; NULL: it is not there. */
__attribute__((weak)) void __tsan_init(void);

unsigned hw_own_threads(void)
{
    return atomic_load(&threads) + (__tsan_init != NULL);
}

unsigned hw_process_threads(void)
{
    DIR *tasks = opendir("/proc/self/task");
    unsigned count = 0;

    if (!tasks)
        return 0;
    for (const struct dirent *entry; (entry = readdir(tasks));)
        count += entry->d_name[0] != '.';
    closedir(tasks);
    return count;
}

uint32_t hw_processor_count(void)
{
    cpu_set_t set;

    if (sched_getaffinity(0, sizeof set, &set) == 0)
        return (uint32_t)CPU_COUNT(&set);
    const long online = sysconf(_SC_NPROCESSORS_ONLN); /* reads a file: longer than a small launch takes */
    return online > 0 ? (uint32_t)online : 1;
}
