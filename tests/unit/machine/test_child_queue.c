/* SPDX-License-Identifier: MIT */
/* The queue of kernels that kernels launch: which item may run when, what is bounded, what a fault drops. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/module.h>

#include "machine/device_launch/child_queue.h"
#include "machine/memory/parameter_pool.h"

/* A kernel is a letter; running it writes the letter, and submits what `submit` says for it. */
struct tree {
    struct hw_memory *memory;
    struct hw_child_queue *queue;
    char ran[256];
    void (*submit)(struct tree *tree, struct hw_child *grid, char letter);
    char fails; /* the letter that fails */
};

static struct hw_kernel kernels[128];

static bool run_letter(void *context, struct hw_child_queue *queue, struct hw_child *child)
{
    struct tree *tree = context;
    const char letter = (char)(child->kernel - kernels);

    (void)queue;
    strncat(tree->ran, &letter, 1);
    if (tree->submit)
        tree->submit(tree, child, letter);
    return letter != tree->fails;
}

static void begin_limited(struct tree *tree, uint32_t pending)
{
    const struct hw_child_host host = {.context = tree, .run = run_letter, .pending = pending};

    memset(tree, 0, sizeof *tree);
    assert_int_equal(hw_memory_create(&tree->memory, NULL), HW_OK);
    assert_int_equal(hw_memory_make_parameter_pool(tree->memory, NULL), HW_OK);
    tree->queue = hw_child_queue_create(tree->memory, &host);
    assert_non_null(tree->queue);
}

static void begin(struct tree *tree)
{
    begin_limited(tree, 0);
}

static void end(struct tree *tree)
{
    hw_child_queue_destroy(tree->queue);
    hw_memory_destroy(tree->memory);
}

static const struct hw_child_stream tail = {.placed = HW_PLACED_AT_TAIL},
                                    at_once = {.placed = HW_PLACED_AT_ONCE};

static struct hw_child_stream stream(uint64_t number)
{
    return (struct hw_child_stream){.placed = HW_PLACED_IN_STREAM, .handle = number};
}

static int launch(struct tree *tree, struct hw_child *grid, char letter, struct hw_child_stream where)
{
    const struct hw_child shape = {
        .kind = HW_CHILD_KERNEL, .parent = grid, .kernel = &kernels[(unsigned char)letter], .param_bytes = 4};
    uint64_t address = 0;
    const int error = hw_child_reserve(tree->queue, &shape, &address);

    if (error)
        return error;
    assert_int_not_equal(address, 0);
    struct hw_child *child = hw_child_reserved(tree->queue, address);
    assert_non_null(child);
    return hw_child_launch(tree->queue, child, &where);
}

static void submit_mark(struct tree *tree, struct hw_child *grid, struct hw_child_stream where,
                        uint64_t awaited)
{
    const struct hw_child mark = {.kind = HW_CHILD_MARK, .parent = grid, .stream = where, .awaited = awaited};

    assert_int_equal(hw_child_submit(tree->queue, &mark), 0);
}

static struct hw_child *root(struct tree *tree)
{
    return hw_child_queue_root(tree->queue);
}

static void run_all(struct tree *tree)
{
    struct hw_child *child;

    while ((child = hw_child_queue_take(tree->queue)))
        hw_child_run(tree->queue, child);
}

static char letter_of(const struct hw_child *child)
{
    return child ? (char)(child->kernel - kernels) : '-';
}

/* A stream is an order; different streams, and the fire-and-forget stream, have none between them. */
static void streams_are_orders(void **state)
{
    struct tree tree;

    (void)state;
    begin(&tree);
    launch(&tree, root(&tree), 'a', stream(1));
    launch(&tree, root(&tree), 'b', stream(1));
    launch(&tree, root(&tree), 'c', stream(2));
    launch(&tree, root(&tree), 'd', at_once);
    launch(&tree, root(&tree), 'e', at_once);
    struct hw_child *a = hw_child_queue_take(tree.queue);
    assert_int_equal(letter_of(a), 'a');
    assert_int_equal(letter_of(hw_child_queue_take(tree.queue)), 'c');
    assert_int_equal(letter_of(hw_child_queue_take(tree.queue)), 'd');
    assert_int_equal(letter_of(hw_child_queue_take(tree.queue)), 'e');
    assert_null(hw_child_queue_take(tree.queue));
    hw_child_run(tree.queue, a);
    assert_int_equal(letter_of(hw_child_queue_take(tree.queue)), 'b');
    end(&tree);
}

/* The same handle in another block is another stream. */
static void streams_have_owners(void **state)
{
    struct tree tree;
    struct hw_child_stream other = stream(1);

    (void)state;
    other.owner = 1;
    begin(&tree);
    launch(&tree, root(&tree), 'a', stream(1));
    launch(&tree, root(&tree), 'b', other);
    assert_int_equal(letter_of(hw_child_queue_take(tree.queue)), 'a');
    assert_int_equal(letter_of(hw_child_queue_take(tree.queue)), 'b');
    end(&tree);
}

/* A tail waits for the grid, for all that it has launched with their own children, and for earlier tails. */
static void launch_below(struct tree *tree, struct hw_child *grid, char letter)
{
    if (letter == 'a') {
        launch(tree, grid, 'x', tail);
        launch(tree, grid, 'y', at_once);
    }
    if (letter == 't')
        launch(tree, grid, 'z', tail);
}

static void tails_come_last(void **state)
{
    struct tree tree;

    (void)state;
    begin(&tree);
    tree.submit = launch_below;
    launch(&tree, root(&tree), 't', tail);
    launch(&tree, root(&tree), 'u', tail);
    launch(&tree, root(&tree), 'a', stream(1));
    launch(&tree, root(&tree), 'b', stream(1));
    run_all(&tree);
    assert_string_equal(tree.ran, "ayxb");
    assert_false(hw_child_queue_is_complete(tree.queue));
    hw_child_queue_end_root(tree.queue);
    run_all(&tree);
    assert_string_equal(tree.ran, "ayxbtzu");
    assert_true(hw_child_queue_is_complete(tree.queue));
    end(&tree);
}

/* What stands behind a kernel in its stream waits for the kernel's children. */
static void descend(struct tree *tree, struct hw_child *grid, char letter)
{
    if (letter >= 'a' && letter < 'd')
        launch(tree, grid, (char)(letter + 1), at_once);
}

static void a_kernel_is_complete_with_its_children(void **state)
{
    struct tree tree;

    (void)state;
    begin(&tree);
    tree.submit = descend;
    launch(&tree, root(&tree), 'a', stream(1));
    launch(&tree, root(&tree), 'A', stream(1));
    hw_child_queue_end_root(tree.queue);
    run_all(&tree);
    assert_string_equal(tree.ran, "abcdA");
    end(&tree);
}

/* A mark holds its stream until what the event has recorded is complete. */
static void events_order_streams(void **state)
{
    struct tree tree;
    const struct hw_child_stream first = stream(1);

    (void)state;
    begin(&tree);
    assert_int_equal(hw_child_last(tree.queue, root(&tree), &first), 0);
    launch(&tree, root(&tree), 'a', stream(1));
    const uint64_t recorded = hw_child_last(tree.queue, root(&tree), &first);
    assert_int_not_equal(recorded, 0);
    launch(&tree, root(&tree), 'b', stream(1));
    submit_mark(&tree, root(&tree), stream(2), recorded);
    launch(&tree, root(&tree), 'c', stream(2));
    struct hw_child *a = hw_child_queue_take(tree.queue);
    assert_int_equal(letter_of(a), 'a');
    assert_null(hw_child_queue_take(tree.queue));
    hw_child_run(tree.queue, a);
    assert_int_equal(letter_of(hw_child_queue_take(tree.queue)), 'b');
    assert_int_equal(letter_of(hw_child_queue_take(tree.queue)), 'c');
    end(&tree);
}

/* A block waits for what it has launched, with the children of that, and for no tail. */
static void a_block_awaits_its_own(void **state)
{
    struct tree tree;

    (void)state;
    begin(&tree);
    tree.submit = descend;
    assert_false(hw_child_queue_awaits(tree.queue, root(&tree), 0));
    launch(&tree, root(&tree), 'T', tail);
    assert_false(hw_child_queue_awaits(tree.queue, root(&tree), 0));
    launch(&tree, root(&tree), 'a', at_once);
    assert_true(hw_child_queue_awaits(tree.queue, root(&tree), 0));
    assert_false(hw_child_queue_awaits(tree.queue, root(&tree), 1));
    hw_child_run(tree.queue, hw_child_queue_take(tree.queue));
    assert_true(hw_child_queue_awaits(tree.queue, root(&tree), 0));
    run_all(&tree);
    assert_false(hw_child_queue_awaits(tree.queue, root(&tree), 0));
    assert_string_equal(tree.ran, "abcd");
    end(&tree);
}

static int deepest_error;

static void nest(struct tree *tree, struct hw_child *grid, char letter)
{
    deepest_error = launch(tree, grid, letter, at_once);
}

static void nesting_is_bounded(void **state)
{
    struct tree tree;

    (void)state;
    begin(&tree);
    tree.submit = nest;
    launch(&tree, root(&tree), 'n', at_once);
    hw_child_queue_end_root(tree.queue);
    run_all(&tree);
    assert_int_equal(strlen(tree.ran), HW_CHILD_DEPTH);
    assert_int_equal(deepest_error, HW_CDP_TOO_DEEP);
    assert_true(hw_child_queue_is_complete(tree.queue));
    end(&tree);
}

/* What is reserved counts, what has begun no more. */
static void pending_items_are_bounded(void **state)
{
    struct tree tree;

    (void)state;
    begin_limited(&tree, 3);
    for (int i = 0; i < 3; i++)
        assert_int_equal(launch(&tree, root(&tree), 'a', at_once), 0);
    assert_int_equal(launch(&tree, root(&tree), 'a', at_once), HW_CDP_OUT_OF_RESOURCES);
    assert_non_null(hw_child_queue_take(tree.queue));
    const struct hw_child shape = {.parent = root(&tree), .kernel = &kernels['b']};
    uint64_t address;
    assert_int_equal(hw_child_reserve(tree.queue, &shape, &address), 0);
    assert_int_equal(launch(&tree, root(&tree), 'a', at_once), HW_CDP_OUT_OF_RESOURCES);
    hw_child_release(tree.queue, hw_child_reserved(tree.queue, address));
    assert_null(hw_child_reserved(tree.queue, address));
    assert_int_equal(launch(&tree, root(&tree), 'a', at_once), 0);
    end(&tree);
}

static void after_a_fault_nothing_runs(void **state)
{
    struct tree tree;

    (void)state;
    begin(&tree);
    tree.submit = launch_below;
    tree.fails = 'a';
    launch(&tree, root(&tree), 'a', stream(1));
    launch(&tree, root(&tree), 'b', stream(2));
    launch(&tree, root(&tree), 't', tail);
    hw_child_queue_end_root(tree.queue);
    run_all(&tree);
    assert_string_equal(tree.ran, "a");
    assert_true(hw_child_queue_is_complete(tree.queue));
    assert_int_equal(launch(&tree, root(&tree), 'c', at_once), 0);
    assert_null(hw_child_queue_take(tree.queue));
    end(&tree);
}

/* Parameters are those that memory holds at the launch. */
static void parameters_are_taken(void **state)
{
    struct tree tree;
    const struct hw_child_stream where = at_once;
    uint64_t address = 0;

    (void)state;
    begin(&tree);
    const struct hw_child shape = {.parent = root(&tree), .kernel = &kernels['p'], .param_bytes = 4};
    assert_int_equal(hw_child_reserve(tree.queue, &shape, &address), 0);
    assert_int_equal(hw_memory_write(tree.memory, address, "abcd", 4, NULL), HW_OK);
    assert_null(hw_child_reserved(tree.queue, address + 4));
    assert_int_equal(hw_child_launch(tree.queue, hw_child_reserved(tree.queue, address), &where), 0);
    assert_int_equal(hw_memory_write(tree.memory, address, "efgh", 4, NULL), HW_OK);
    assert_null(hw_child_reserved(tree.queue, address));
    const struct hw_child *child = hw_child_queue_take(tree.queue);
    assert_int_equal(child->param_bytes, 4);
    assert_memory_equal(child->params, "abcd", 4);
    end(&tree);
}

static void copies_and_fills(void **state)
{
    struct tree tree;
    uint64_t memory = 0;
    char bytes[65] = "";

    (void)state;
    begin(&tree);
    assert_int_equal(hw_memory_alloc(tree.memory, 64, &memory, NULL), HW_OK);
    assert_int_equal(hw_memory_write(tree.memory, memory, "abcdefgh", 8, NULL), HW_OK);
    const struct hw_child copy = {.kind = HW_CHILD_COPY,
                                  .parent = root(&tree),
                                  .stream = stream(1),
                                  .box = {.to = memory + 16,
                                          .to_pitch = 4,
                                          .from = memory,
                                          .from_pitch = 3,
                                          .width = 2,
                                          .height = 2,
                                          .depth = 1}};
    const struct hw_child fill = {
        .kind = HW_CHILD_COPY,
        .parent = root(&tree),
        .stream = stream(1),
        .box = {.fills = true, .value = 'x', .to = memory + 18, .width = 2, .height = 1, .depth = 1}};
    assert_int_equal(hw_child_submit(tree.queue, &copy), 0);
    assert_int_equal(hw_child_submit(tree.queue, &fill), 0);
    hw_child_queue_end_root(tree.queue);
    run_all(&tree);
    assert_int_equal(hw_memory_read(tree.memory, memory + 16, bytes, 6, NULL), HW_OK);
    assert_string_equal(bytes, "abxxde");
    end(&tree);
}

/* Handles are a grid's own, and gone with it. */
static void handles_belong_to_a_grid(void **state)
{
    struct tree tree;
    uint64_t recorded = 9;

    (void)state;
    begin(&tree);
    launch(&tree, root(&tree), 'a', at_once);
    struct hw_child *a = hw_child_queue_take(tree.queue);
    struct hw_device_handle event = {.kind = HW_CREATED_EVENT, .grid = a};
    event.value = hw_child_queue_create_handle(tree.queue, &event);
    assert_true(hw_child_queue_record(tree.queue, &event, 5));
    assert_true(hw_child_queue_find_handle(tree.queue, &event, &recorded));
    assert_int_equal(recorded, 5);
    struct hw_device_handle other = event;
    other.grid = root(&tree);
    assert_false(hw_child_queue_find_handle(tree.queue, &other, NULL));
    other = event;
    other.kind = HW_CREATED_STREAM;
    assert_false(hw_child_queue_destroy_handle(tree.queue, &other));
    hw_child_run(tree.queue, a);
    assert_false(hw_child_queue_find_handle(tree.queue, &event, NULL));
    end(&tree);
}

static void errors_are_a_threads(void **state)
{
    struct tree tree;

    (void)state;
    begin(&tree);
    for (uint32_t i = 0; i < 2000; i++) {
        const struct hw_device_thread thread = {.grid = root(&tree), .block = i / 100, .thread = i % 100};
        hw_child_queue_set_error(tree.queue, &thread, (int)i + 1);
    }
    for (uint32_t i = 0; i < 2000; i++) {
        const struct hw_device_thread thread = {.grid = root(&tree), .block = i / 100, .thread = i % 100};
        assert_int_equal(hw_child_queue_error(tree.queue, &thread, false), (int)i + 1);
        assert_int_equal(hw_child_queue_error(tree.queue, &thread, true), (int)i + 1);
        assert_int_equal(hw_child_queue_error(tree.queue, &thread, true), 0);
    }
    assert_string_equal(hw_device_error_name(HW_CDP_TOO_DEEP), "cudaErrorLaunchMaxDepthExceeded");
    assert_string_equal(hw_device_error_text(0), "no error");
    end(&tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(streams_are_orders),
        cmocka_unit_test(streams_have_owners),
        cmocka_unit_test(tails_come_last),
        cmocka_unit_test(a_kernel_is_complete_with_its_children),
        cmocka_unit_test(events_order_streams),
        cmocka_unit_test(a_block_awaits_its_own),
        cmocka_unit_test(nesting_is_bounded),
        cmocka_unit_test(pending_items_are_bounded),
        cmocka_unit_test(after_a_fault_nothing_runs),
        cmocka_unit_test(parameters_are_taken),
        cmocka_unit_test(copies_and_fills),
        cmocka_unit_test(handles_belong_to_a_grid),
        cmocka_unit_test(errors_are_a_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
