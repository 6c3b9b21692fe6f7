/* SPDX-License-Identifier: MIT */
/* Sums over the whole program, written when it ends: launches by kernel, copies by direction. */
#include "cuda/core/log/log.h"

#include "cuda/core/executor/executor.h"
#include "names/shown.h"

#include <halfwarp/names.h>
#include <inttypes.h>
#include <json-c/json_object.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct sum {
    char *name; /* of a kernel and its chip */
    const char *chip;
    uint64_t launches, replayed, instructions;
    double seconds;
};

struct copies {
    uint64_t count, bytes;
    double seconds;
};

enum { FROM_DEVICE = 1, TO_DEVICE = 2, DIRECTIONS = 4 };
static const char *const direction_names[DIRECTIONS] = {
    [0] = "host to host",
    [FROM_DEVICE] = "device to host",
    [TO_DEVICE] = "host to device",
    [FROM_DEVICE | TO_DEVICE] = "device to device",
};

static struct {
    pthread_mutex_t lock;
    struct sum *sums;
    size_t count;
    struct copies copies[DIRECTIONS];
    pid_t process; /* that has added something: its children do not tell it again */
} all = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* --- adding up --- */

/* The sums of a kernel; NULL where the host has no memory for more. */
static struct sum *sum_of(const char *kernel, const char *chip)
{
    for (size_t i = 0; i < all.count; i++)
        if (strcmp(all.sums[i].name, kernel) == 0 && strcmp(all.sums[i].chip, chip) == 0)
            return &all.sums[i];
    struct sum *more = realloc(all.sums, (all.count + 1) * sizeof *more);
    char *name = strdup(kernel);
    if (more)
        all.sums = more;
    if (!more || !name) {
        free(name);
        return NULL;
    }
    more[all.count] = (struct sum){.name = name, .chip = chip};
    return &more[all.count++];
}

void hw_cuda_summary_launch(const struct hw_cuda_ran *ran)
{
    pthread_mutex_lock(&all.lock);
    all.process = getpid();
    struct sum *sum = sum_of(ran->kernel->name, ran->launch->code.chip->name);
    if (sum) {
        sum->launches++;
        sum->replayed += ran->replayed;
        sum->instructions += ran->result->stats.thread_instructions;
        sum->seconds += ran->seconds;
    }
    pthread_mutex_unlock(&all.lock);
}

void hw_cuda_log_copy(const struct hw_cuda_end *to, const struct hw_cuda_end *from, size_t bytes,
                      double seconds)
{
    const int direction =
        (from->device || from->array ? FROM_DEVICE : 0) | (to->device || to->array ? TO_DEVICE : 0);

    if (!hw_cuda_log_sums())
        return;
    pthread_mutex_lock(&all.lock);
    all.process = getpid();
    all.copies[direction].count++;
    all.copies[direction].bytes += bytes;
    all.copies[direction].seconds += seconds;
    pthread_mutex_unlock(&all.lock);
}

/* --- writing --- */

static int by_seconds(const void *one, const void *other)
{
    const struct sum *a = one, *b = other;

    return a->seconds < b->seconds ? 1 : a->seconds > b->seconds ? -1 : strcmp(a->name, b->name);
}

static struct sum total(void)
{
    struct sum whole = {0};

    for (size_t i = 0; i < all.count; i++) {
        whole.launches += all.sums[i].launches;
        whole.replayed += all.sums[i].replayed;
        whole.instructions += all.sums[i].instructions;
        whole.seconds += all.sums[i].seconds;
    }
    return whole;
}

static void put_register(FILE *out, const struct sum *sum, const char *name, const char *chip)
{
    fprintf(out, "%9" PRIu64 " %9" PRIu64 " %20" PRIu64 " %11.3f  %s%s%s\n", sum->launches, sum->replayed,
            sum->instructions, sum->seconds, name, chip ? " on " : "", chip ? chip : "");
}

static void put_kernel(FILE *out, const struct sum *sum)
{
    char *name = hw_shown_name(sum->name);

    put_register(out, sum, name ? name : sum->name, sum->chip);
    free(name);
}

static void put_as_text(void)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    const struct sum whole = total();

    if (!out)
        return;
    fprintf(out, "halfwarp: summary\n%9s %9s %20s %11s  %s\n", "launches", "replayed", "thread instructions",
            "seconds", "kernel");
    for (size_t i = 0; i < all.count; i++)
        put_kernel(out, &all.sums[i]);
    put_register(out, &whole, "total", NULL);
    fprintf(out, "%9s %30s %11s  %s\n", "copies", "bytes", "seconds", "direction");
    for (int i = 0; i < DIRECTIONS; i++)
        if (all.copies[i].count)
            fprintf(out, "%9" PRIu64 " %30" PRIu64 " %11.3f  %s\n", all.copies[i].count, all.copies[i].bytes,
                    all.copies[i].seconds, direction_names[i]);
    if (fclose(out) == 0)
        hw_cuda_log_write(text, length);
    free(text);
}

static void fill_sum(struct json_object *object, const struct sum *sum)
{
    hw_cuda_log_number(object, "launches", sum->launches);
    hw_cuda_log_number(object, "replayed", sum->replayed);
    hw_cuda_log_number(object, "instructions", sum->instructions);
    hw_cuda_log_seconds(object, sum->seconds);
}

static struct json_object *kernels_as_json(void)
{
    struct json_object *list = json_object_new_array();

    for (size_t i = 0; list && i < all.count; i++) {
        struct json_object *kernel = json_object_new_object();
        char *readable = hw_readable_name(all.sums[i].name);
        hw_cuda_log_text(kernel, "kernel", all.sums[i].name);
        hw_cuda_log_text(kernel, "demangled_name", readable);
        free(readable);
        hw_cuda_log_text(kernel, "chip", all.sums[i].chip);
        fill_sum(kernel, &all.sums[i]);
        json_object_array_add(list, kernel);
    }
    return list;
}

static struct json_object *copies_as_json(void)
{
    struct json_object *list = json_object_new_array();

    for (int i = 0; list && i < DIRECTIONS; i++) {
        if (!all.copies[i].count)
            continue;
        struct json_object *copies = json_object_new_object();
        hw_cuda_log_text(copies, "direction", direction_names[i]);
        hw_cuda_log_number(copies, "copies", all.copies[i].count);
        hw_cuda_log_number(copies, "bytes", all.copies[i].bytes);
        hw_cuda_log_seconds(copies, all.copies[i].seconds);
        json_object_array_add(list, copies);
    }
    return list;
}

static void put_as_json(void)
{
    struct json_object *object = hw_cuda_log_begin("summary");
    const struct sum whole = total();

    fill_sum(object, &whole);
    hw_cuda_log_list(object, "kernels", kernels_as_json());
    hw_cuda_log_list(object, "copies", copies_as_json());
    hw_cuda_log_end(object);
}

/* When the program ends, or drops the library. */
__attribute__((destructor)) static void put_and_forget(void)
{
    const enum hw_cuda_log_form form = hw_cuda_log_summary();

    hw_cuda_executor_settle();
    pthread_mutex_lock(&all.lock);
    if (all.count)
        qsort(all.sums, all.count, sizeof *all.sums, by_seconds);
    if (form != HW_CUDA_LOG_NONE && (all.process == 0 || all.process == getpid()))
        (form == HW_CUDA_LOG_JSON ? put_as_json : put_as_text)();
    for (size_t i = 0; i < all.count; i++)
        free(all.sums[i].name);
    free(all.sums);
    all.sums = NULL;
    all.count = 0;
    pthread_mutex_unlock(&all.lock);
}
