/* SPDX-License-Identifier: MIT */
/* Random trees of launches, driven by several threads at once: every item runs once, in the order of its
 * stream, behind what its event has recorded, and tails behind everything else of their grid. */
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/module.h>

#include "machine/device_launch/child_queue.h"
#include "machine/memory/parameter_pool.h"

#define THREADS   4
#define ITEMS     600 /* of a tree, at most */
#define STREAMS   3
#define CHILDREN  5
#define MAX_LEVEL 5u

/* What the test knows of an item: where it stands, when it began and when all of it was over. */
#define NOBODY (-2)
struct item {
    _Atomic int parent; /* -1: the root; written last */
    enum hw_placed placed;
    uint64_t stream;
    int awaited; /* an item that an event has recorded; -1: none */
    _Atomic uint32_t begun, ran;
    _Atomic int open; /* its grid, and children that are not over */
    _Atomic uint32_t over;
};

struct tree {
    struct hw_memory *memory;
    struct hw_child_queue *queue;
    struct item item[ITEMS];
    _Atomic int count;
    _Atomic uint32_t clock;
    _Atomic int wrong;
    uint32_t seed;
};

static struct hw_kernel kernels[ITEMS]; /* an item is known by its kernel */

static uint32_t draw(uint32_t *seed, uint32_t below)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 8) % below;
}

static void require(struct tree *tree, bool ok)
{
    if (!ok)
        atomic_fetch_add(&tree->wrong, 1);
}

/* An item's grid, or one of its children, is over; so may be its parents. */
static void close_one(struct tree *tree, int number)
{
    while (number >= 0 && atomic_fetch_sub(&tree->item[number].open, 1) == 1) {
        atomic_store(&tree->item[number].over, atomic_fetch_add(&tree->clock, 1) + 1);
        number = atomic_load(&tree->item[number].parent);
    }
}

/* Submit children of a grid; `number`: -1 is the root. */
static void submit_children(struct tree *tree, struct hw_child *grid, int number, uint32_t seed)
{
    const int wanted = grid->level < MAX_LEVEL ? (int)draw(&seed, CHILDREN) : 0;
    int recorded = -1;
    uint64_t event = 0;

    for (int i = 0; i < wanted; i++) {
        const int made = atomic_fetch_add(&tree->count, 1);
        uint64_t address = 0;
        if (made >= ITEMS)
            return;
        struct item *item = &tree->item[made];
        item->placed = (enum hw_placed)draw(&seed, 3);
        item->stream = item->placed == HW_PLACED_IN_STREAM ? 1 + draw(&seed, STREAMS) : 0;
        item->awaited = -1;
        atomic_store(&item->open, 1);
        if (number >= 0)
            atomic_fetch_add(&tree->item[number].open, 1);
        const struct hw_child_stream stream = {.placed = item->placed, .handle = item->stream};
        if (item->placed == HW_PLACED_IN_STREAM && recorded >= 0 && draw(&seed, 2)) {
            const struct hw_child mark = {
                .kind = HW_CHILD_MARK, .parent = grid, .stream = stream, .awaited = event};
            item->awaited = recorded;
            require(tree, hw_child_submit(tree->queue, &mark) == 0);
        }
        atomic_store(&item->parent, number);
        const struct hw_child shape = {.parent = grid, .kernel = &kernels[made], .param_bytes = 16};
        require(tree, hw_child_reserve(tree->queue, &shape, &address) == 0);
        require(tree, hw_child_launch(tree->queue, hw_child_reserved(tree->queue, address), &stream) == 0);
        if (item->placed == HW_PLACED_IN_STREAM && draw(&seed, 2)) {
            event = hw_child_last(tree->queue, grid, &stream);
            recorded = event ? made : -1;
        }
    }
}

/* Whether another item of the same grid has to be over before this one begins. */
static bool comes_before(const struct tree *tree, int other, int number)
{
    const struct item *item = &tree->item[number], *earlier = &tree->item[other];

    if (other < number && item->awaited == other)
        return true;
    if (item->placed == HW_PLACED_AT_TAIL)
        return earlier->placed != HW_PLACED_AT_TAIL || other < number;
    return other < number && item->placed == HW_PLACED_IN_STREAM && earlier->placed == item->placed &&
           earlier->stream == item->stream;
}

static void check_order(struct tree *tree, int number)
{
    const int parent = atomic_load(&tree->item[number].parent), count = atomic_load(&tree->count);

    for (int i = 0; i < count && i < ITEMS; i++)
        if (i != number && atomic_load(&tree->item[i].parent) == parent && comes_before(tree, i, number))
            require(tree, atomic_load(&tree->item[i].over) != 0);
    if (tree->item[number].placed == HW_PLACED_AT_TAIL && parent >= 0)
        require(tree, atomic_load(&tree->item[parent].ran) != 0);
}

static bool run_item(void *context, struct hw_child_queue *queue, struct hw_child *child)
{
    struct tree *tree = context;
    const int number = (int)(child->kernel - kernels);

    (void)queue;
    require(tree, atomic_fetch_add(&tree->item[number].begun, 1) == 0);
    check_order(tree, number);
    submit_children(tree, child, number, tree->seed + (uint32_t)number * 7919u);
    atomic_store(&tree->item[number].ran, 1);
    close_one(tree, number);
    return true;
}

/* Take all that may run, or as much as there is room for, and run one of it, drawn at random. */
#define TAKEN 8u
static void *drive(void *context)
{
    struct tree *tree = context;
    struct hw_child *taken[TAKEN], *child;
    uint32_t count = 0, seed = tree->seed;

    while (!hw_child_queue_is_complete(tree->queue)) {
        while (count < TAKEN && (child = hw_child_queue_take(tree->queue)))
            taken[count++] = child;
        if (count) {
            const uint32_t chosen = draw(&seed, count);
            child = taken[chosen];
            taken[chosen] = taken[--count];
            hw_child_run(tree->queue, child);
        } else {
            sched_yield();
        }
    }
    return NULL;
}

static void run_tree(uint32_t seed, int threads)
{
    struct tree *tree = calloc(1, sizeof *tree);
    const struct hw_child_host host = {.context = tree, .run = run_item};
    pthread_t thread[THREADS];

    assert_non_null(tree);
    assert_int_equal(hw_memory_create(&tree->memory, NULL), HW_OK);
    assert_int_equal(hw_memory_make_parameter_pool(tree->memory, NULL), HW_OK);
    tree->queue = hw_child_queue_create(tree->memory, &host);
    assert_non_null(tree->queue);
    tree->seed = seed * 65537u + 1;
    for (int i = 0; i < ITEMS; i++)
        atomic_init(&tree->item[i].parent, NOBODY);
    for (int i = 1; i < threads; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, drive, tree), 0);
    for (uint32_t i = 0; i < 4; i++)
        submit_children(tree, hw_child_queue_root(tree->queue), -1, seed + i);
    hw_child_queue_end_root(tree->queue);
    drive(tree);
    for (int i = 1; i < threads; i++)
        pthread_join(thread[i], NULL);
    const int count = atomic_load(&tree->count) < ITEMS ? atomic_load(&tree->count) : ITEMS;
    for (int i = 0; i < count; i++)
        require(tree, atomic_load(&tree->item[i].begun) == 1 && atomic_load(&tree->item[i].over) != 0);
    assert_int_equal(atomic_load(&tree->wrong), 0);
    hw_child_queue_destroy(tree->queue);
    hw_memory_destroy(tree->memory);
    free(tree);
}

static void one_thread(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < 200; seed++)
        run_tree(seed, 1);
}

static void several_threads(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < 200; seed++)
        run_tree(seed, THREADS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_thread),
        cmocka_unit_test(several_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
