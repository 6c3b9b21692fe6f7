/* SPDX-License-Identifier: MIT */
/* The cost and the gain of replay for a program, counted instead of timed.
 *
 * Replay's own sources are linked into this program, which has its own clock for them: a launch takes as long
 * as a test says, a look at the clock a little, and hashing, for which most of replay's time goes, so long a
 * byte. The kernel of these launches is a function here; whether it ran or was replayed, memory has to be as
 * it leaves it. */
#include "cuda/replay/replay.h"
#include "cuda/base/message.h"
#include "machine/chip/kernel_abi.h"
#include "engine/scheduler/hash.h"
#include "machine/memory/device_memory.h"
#include "machine/memory/memory_dirty.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define MOST          0.05  /* of the seconds that launches took */
#define HASH_RATE     2.5e9 /* bytes in a second */
#define CLOCK_SECONDS 5e-8  /* to read it */
#define CODE_BYTES    40000u
#define HIDDEN        250u /* a word that no sample of memory has */
#define SMALL         4096u
#define LARGE         (32u << 20)

/* --- what replay stands on --- */

static double now;
static size_t hashed;

double hw_cuda_seconds(void)
{
    return now += CLOCK_SECONDS;
}

void hw_cuda_message(const char *format, ...)
{
    fail_msg("replay says: %s", format);
}

uint64_t hw_hash_bytes(const void *data, size_t bytes)
{
    const uint8_t *at = data;
    uint64_t hash = bytes, word;

    now += (double)bytes / HASH_RATE;
    hashed += bytes;
    for (; bytes >= sizeof word; bytes -= sizeof word, at += sizeof word) {
        memcpy(&word, at, sizeof word);
        hash = hw_hash_word(hash, word);
    }
    for (; bytes > 0; bytes--)
        hash = hw_hash_word(hash, *at++);
    return hash;
}

/* --- a program of launches --- */

static struct {
    struct hw_memory *memory;
    uint64_t address;
    struct hw_launch launch;
    uint32_t parameter;
    double seconds; /* that a launch takes */
    double ran, cost;
    unsigned launches, replayed;
    unsigned looks; /* launches for which more was hashed than for the first one, which is its key */
    size_t key_bytes;
} it;

static uint8_t code[CODE_BYTES];

static void begin(uint32_t bytes, double seconds)
{
    const struct hw_chip_info *chip;
    struct hw_target target;
    struct hw_error error;

    memset(&it, 0, sizeof it);
    now = 0;
    it.seconds = seconds;
    assert_int_equal(hw_chip_find("gk110", &chip, &error), HW_OK);
    assert_int_equal(hw_target_of_code(chip, "sm_35", &target, &error), HW_OK);
    assert_int_equal(hw_memory_create(&it.memory, &error), HW_OK);
    assert_int_equal(hw_memory_alloc(it.memory, bytes, &it.address, &error), HW_OK);
    hw_launch_init(&it.launch, &target, chip, it.memory);
    it.launch.code.data = code;
    it.launch.code.bytes = CODE_BYTES;
    it.launch.params = &it.parameter;
    it.launch.param_bytes = sizeof it.parameter;
}

/* Also what replay has seen so far of programs is forgotten. */
static void end(void)
{
    hw_cuda_replay_clear();
    hw_memory_destroy(it.memory);
}

static void write_word(uint32_t number, uint32_t value)
{
    assert_int_equal(hw_memory_write(it.memory, it.address + 4 * number, &value, 4, NULL), HW_OK);
}

static uint32_t *words(void)
{
    return hw_memory_translate(it.memory, it.address, SMALL);
}

static uint32_t result_of(const uint32_t *word)
{
    return 3 * word[0] + (word[HIDDEN] ^ it.parameter);
}

static void run(struct hw_launch_result *result)
{
    uint32_t *word = words();

    hw_dirty_map_begin_launch(hw_memory_dirty_map(it.memory));
    hw_dirty_map_end_launch(hw_memory_dirty_map(it.memory));
    word[2] = result_of(word);
    memset(result, 0, sizeof *result);
    result->stats.thread_instructions = word[2];
    now += it.seconds;
    it.ran += it.seconds;
}

/* `beside`: other work ran beside it. */
static bool launch_beside(bool beside)
{
    const uint32_t expected = result_of(words());
    struct hw_launch_result result;
    struct hw_launch_time time = {.cycles = 0};
    const size_t before = hashed;
    double start = now;

    const bool replayed = hw_cuda_replay(&it.launch, &result, &time, hw_cuda_seconds());
    it.cost += now - start;
    if (!replayed) {
        run(&result);
        start = now;
        if (beside)
            hw_cuda_replay_abandon(hw_cuda_seconds());
        else
            hw_cuda_replay_keep(&it.launch, &result, HW_OK, &time, hw_cuda_seconds());
        it.cost += now - start;
    }
    assert_int_equal(words()[2], expected);
    assert_int_equal(result.stats.thread_instructions, expected);
    if (it.launches++ == 0)
        it.key_bytes = hashed - before;
    it.replayed += replayed;
    it.looks += hashed - before > it.key_bytes;
    return replayed;
}

static bool launch(void)
{
    return launch_beside(false);
}

static void expect_cheap(void)
{
    assert_int_equal(it.replayed, 0);
    if (it.cost > MOST * it.ran)
        fail_msg("%u launches: replay took %.2f %% of their %g s", it.launches, 100 * it.cost / it.ran,
                 it.ran);
}

/* --- programs that gain nothing --- */

static void inputs_that_always_differ(void **state)
{
    (void)state;
    begin(SMALL, 100e-6);
    for (uint32_t i = 0; i < 4000; i++) {
        write_word(0, i);
        launch();
    }
    expect_cheap();
    assert_in_range(it.looks, 2, 30);
    end();
}

static void parameters_that_always_differ(void **state)
{
    (void)state;
    begin(LARGE, 100e-6);
    for (it.parameter = 0; it.parameter < 4000; it.parameter++)
        launch();
    expect_cheap();
    assert_int_equal(it.looks, 0);
    end();
}

/* Few launches of much memory: what they find may not be copied each time. */
static void much_memory(void **state)
{
    (void)state;
    begin(LARGE, 20e-3);
    for (uint32_t i = 0; i < 50; i++) {
        write_word(LARGE / 8, i);
        write_word(0, i);
        launch();
    }
    expect_cheap();
    end();
}

static void changes_that_samples_miss(void **state)
{
    (void)state;
    begin(LARGE, 20e-3);
    for (uint32_t i = 0; i < 4000; i++) {
        write_word(HIDDEN, i);
        launch();
    }
    expect_cheap();
    assert_in_range(it.looks, 2, 30);
    end();
}

static void more_keys_than_are_kept(void **state)
{
    (void)state;
    begin(SMALL, 100e-6);
    for (uint32_t i = 0; i < 9000; i++) {
        it.parameter = i % 3000;
        launch();
    }
    expect_cheap();
    end();
}

/* --- programs that gain --- */

static void same_again_and_again(void **state)
{
    (void)state;
    begin(LARGE, 100e-3);
    for (int i = 0; i < 500; i++)
        launch();
    assert_in_range(it.replayed, 480, 499);
    end();
}

/* What runs beside other work cannot be kept, but its seconds pay for looks as others do. */
static void few_run_alone(void **state)
{
    (void)state;
    begin(LARGE, 100e-3);
    for (uint32_t i = 0; i < 500; i++)
        launch_beside(i % 10 != 9);
    assert_in_range(it.replayed, 300, 499);
    end();
}

/* Inputs that differ for long and then no more: not longer than that, or than the longest wait. */
static void a_late_beginning(uint32_t differ)
{
    begin(SMALL, 100e-6);
    for (uint32_t i = 0; i < differ; i++) {
        write_word(0, i);
        launch();
    }
    assert_int_equal(it.replayed, 0);
    for (uint32_t i = 0; i < differ + 10 && i < 1100; i++)
        launch();
    assert_true(it.replayed > 0);
    for (int i = 0; i < 50; i++)
        assert_true(launch());
    end();
}

static void late_beginnings(void **state)
{
    (void)state;
    a_late_beginning(20);
    a_late_beginning(300);
    a_late_beginning(20000);
}

/* Inputs that come back in turn. */
static void circles(void **state)
{
    (void)state;
    for (uint32_t length = 2; length <= 4; length++) {
        begin(SMALL, 100e-6);
        for (uint32_t i = 0; i < 1000; i++) {
            write_word(0, i % length);
            launch();
        }
        assert_in_range(it.replayed, 700, 999);
        end();
    }
}

static void sequences_of_keys(void **state)
{
    (void)state;
    begin(SMALL, 100e-6);
    for (uint32_t i = 0; i < 3000; i++) {
        it.parameter = i % 300;
        launch();
    }
    assert_in_range(it.replayed, 300 * 4, 300 * 8);
    end();
}

/* What a key only names may become something else at the same place. */
static void other_code_at_its_place(void **state)
{
    (void)state;
    begin(SMALL, 100e-6);
    for (int i = 0; i < 100; i++)
        launch();
    assert_true(launch());
    code[CODE_BYTES / 2] ^= 1;
    assert_false(launch());
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inputs_that_always_differ),
        cmocka_unit_test(parameters_that_always_differ),
        cmocka_unit_test(much_memory),
        cmocka_unit_test(changes_that_samples_miss),
        cmocka_unit_test(more_keys_than_are_kept),
        cmocka_unit_test(same_again_and_again),
        cmocka_unit_test(few_run_alone),
        cmocka_unit_test(late_beginnings),
        cmocka_unit_test(circles),
        cmocka_unit_test(sequences_of_keys),
        cmocka_unit_test(other_code_at_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
