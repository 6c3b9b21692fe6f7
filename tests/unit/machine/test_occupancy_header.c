/* SPDX-License-Identifier: MIT */
/* What cuda_occupancy.h of CUDA 13.5 answers for each compute capability that it knows: registers of blocks,
 * and blocks where shared memory and cache share their bytes and a kernel prefers a size. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <halfwarp/occupancy.h>

#include "unit/machine/occupancy_random.h"

/* Of warps that are no multiple of those of the register file's parts. */
static void registers_of_blocks(void **state)
{
    (void)state;
    static const struct {
        const char *chip;
        uint32_t threads, registers, of_block, blocks;
        /* clang-format off */
    } rows[] = {
        {"3.0", 176, 38, 7680, 8},
        {"3.2", 277, 37, 11520, 5},
        {"3.5", 421, 50, 25088, 2},
        {"3.7", 74, 22, 2304, 56},
        {"5.0", 411, 53, 23296, 2},
        {"5.2", 329, 39, 14080, 4},
        {"5.3", 415, 58, 26624, 2},
        {"6.0", 180, 42, 9216, 7},
        {"6.1", 332, 25, 11264, 5},
        {"6.2", 347, 28, 11264, 5},
        {"7.0", 85, 25, 3072, 21},
        {"7.2", 300, 34, 12800, 4},
        {"7.5", 441, 20, 10752, 6},
        {"8.0", 454, 38, 19200, 3},
        {"8.6", 214, 38, 8960, 6},
        {"8.7", 202, 38, 8960, 6},
        {"8.8", 223, 50, 12544, 5},
        {"8.9", 86, 28, 3072, 21},
        {"9.0", 428, 54, 25088, 2},
        {"10.0", 217, 52, 12544, 5},
        {"10.3", 434, 37, 17920, 3},
        {"10.7", 440, 51, 25088, 2},
        {"11.0", 91, 25, 3072, 21},
        {"12.0", 262, 23, 6912, 9},
        {"12.1", 279, 55, 16128, 4},
    };
    /* clang-format on */
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct hw_block_needs needs = {
            .chip = chip_named(rows[i].chip), .threads = rows[i].threads, .registers = rows[i].registers};
        struct hw_occupancy got;
        hw_occupancy(&needs, &got);
        if (got.block_registers != rows[i].of_block || got.fit[HW_LIMIT_REGISTERS] != rows[i].blocks)
            fail_msg("%s, %u threads: %u registers a block, %u blocks", rows[i].chip, rows[i].threads,
                     got.block_registers, got.fit[HW_LIMIT_REGISTERS]);
    }
}

/* In most rows a block needs more than its kernel prefers. */
static void blocks_of_sizes(void **state)
{
    (void)state;
    static const struct {
        const char *chip;
        uint32_t threads, registers, shared_bytes;
        enum hw_cache_preference preference;
        uint32_t carveout, blocks;
        /* clang-format off */
    } rows[] = {
        {"3.0", 192, 24, 9004, HW_PREFER_L1, 0, 1},
        {"3.0", 32, 48, 21990, HW_PREFER_EQUAL, 0, 1},
        {"3.0", 32, 24, 42695, HW_PREFER_SHARED, 0, 1},
        {"3.2", 128, 72, 3632, HW_PREFER_L1, 0, 4},
        {"3.2", 32, 16, 21714, HW_PREFER_EQUAL, 0, 1},
        {"3.2", 64, 40, 34160, HW_PREFER_SHARED, 0, 1},
        {"3.5", 224, 72, 7850, HW_PREFER_L1, 0, 2},
        {"3.5", 256, 88, 20291, HW_PREFER_EQUAL, 0, 1},
        {"3.5", 256, 32, 22222, HW_PREFER_SHARED, 0, 2},
        {"3.7", 224, 56, 28740, HW_PREFER_L1, 0, 2},
        {"3.7", 32, 104, 12534, HW_PREFER_EQUAL, 0, 7},
        {"3.7", 256, 64, 33293, HW_PREFER_NONE, 0, 3},
        {"7.0", 256, 64, 46056, HW_PREFER_NONE, 23, 1},
        {"7.0", 32, 80, 42121, HW_PREFER_NONE, 40, 1},
        {"7.0", 96, 72, 33975, HW_PREFER_NONE, 10, 1},
        {"7.0", 160, 64, 14080, HW_PREFER_L1, 0, 1},
        {"7.0", 64, 64, 29356, HW_PREFER_EQUAL, 0, 2},
        {"7.2", 160, 16, 24835, HW_PREFER_NONE, 5, 1},
        {"7.2", 64, 80, 19075, HW_PREFER_NONE, 10, 1},
        {"7.2", 96, 40, 43050, HW_PREFER_NONE, 39, 1},
        {"7.2", 256, 80, 20275, HW_PREFER_L1, 0, 1},
        {"7.2", 96, 104, 27900, HW_PREFER_EQUAL, 0, 2},
        {"7.5", 160, 56, 17180, HW_PREFER_NONE, 19, 1},
        {"7.5", 256, 32, 19465, HW_PREFER_NONE, 30, 1},
        {"7.5", 32, 88, 30262, HW_PREFER_NONE, 17, 1},
        {"7.5", 224, 48, 23494, HW_PREFER_L1, 0, 1},
        {"7.5", 64, 56, 23856, HW_PREFER_EQUAL, 0, 1},
        {"8.0", 256, 64, 71355, HW_PREFER_NONE, 26, 1},
        {"8.0", 32, 64, 59136, HW_PREFER_NONE, 10, 1},
        {"8.0", 320, 16, 64903, HW_PREFER_NONE, 4, 1},
        {"8.0", 64, 56, 39104, HW_PREFER_L1, 0, 1},
        {"8.0", 64, 104, 48615, HW_PREFER_EQUAL, 0, 2},
        {"8.6", 192, 104, 42360, HW_PREFER_NONE, 30, 1},
        {"8.6", 128, 64, 39195, HW_PREFER_NONE, 39, 1},
        {"8.6", 96, 88, 639, HW_PREFER_NONE, 1, 4},
        {"8.6", 32, 104, 32488, HW_PREFER_L1, 0, 1},
        {"8.6", 320, 72, 47705, HW_PREFER_EQUAL, 0, 1},
        {"8.7", 64, 40, 71095, HW_PREFER_NONE, 18, 1},
        {"8.7", 64, 104, 53969, HW_PREFER_NONE, 21, 1},
        {"8.7", 64, 56, 23910, HW_PREFER_NONE, 12, 1},
        {"8.7", 160, 48, 47694, HW_PREFER_L1, 0, 1},
        {"8.7", 96, 56, 79462, HW_PREFER_EQUAL, 0, 1},
        {"8.8", 96, 80, 30775, HW_PREFER_NONE, 20, 1},
        {"8.8", 96, 80, 13017, HW_PREFER_NONE, 7, 1},
        {"8.8", 160, 64, 14541, HW_PREFER_NONE, 13, 1},
        {"8.8", 256, 72, 25419, HW_PREFER_L1, 0, 1},
        {"8.8", 32, 48, 17842, HW_PREFER_EQUAL, 0, 3},
        {"8.9", 320, 64, 12516, HW_PREFER_NONE, 13, 1},
        {"8.9", 32, 16, 39965, HW_PREFER_NONE, 34, 1},
        {"8.9", 288, 24, 45047, HW_PREFER_NONE, 9, 1},
        {"8.9", 64, 80, 43674, HW_PREFER_L1, 0, 1},
        {"8.9", 32, 24, 19363, HW_PREFER_EQUAL, 0, 3},
        {"9.0", 192, 88, 32436, HW_PREFER_NONE, 13, 1},
        {"9.0", 160, 48, 114450, HW_PREFER_NONE, 32, 1},
        {"9.0", 224, 32, 111287, HW_PREFER_NONE, 19, 1},
        {"9.0", 224, 24, 40692, HW_PREFER_L1, 0, 1},
        {"9.0", 64, 24, 64480, HW_PREFER_EQUAL, 0, 2},
        {"10.0", 96, 24, 44860, HW_PREFER_NONE, 3, 1},
        {"10.0", 320, 32, 79679, HW_PREFER_NONE, 11, 1},
        {"10.0", 224, 48, 77195, HW_PREFER_NONE, 23, 1},
        {"10.0", 96, 40, 79570, HW_PREFER_L1, 0, 1},
        {"10.0", 128, 104, 61592, HW_PREFER_EQUAL, 0, 2},
        {"10.3", 32, 80, 48110, HW_PREFER_NONE, 3, 1},
        {"10.3", 320, 56, 108466, HW_PREFER_NONE, 23, 1},
        {"10.3", 256, 56, 86392, HW_PREFER_NONE, 9, 1},
        {"10.3", 96, 56, 207, HW_PREFER_L1, 0, 6},
        {"10.3", 64, 56, 59765, HW_PREFER_EQUAL, 0, 2},
        {"10.7", 288, 80, 102478, HW_PREFER_NONE, 16, 1},
        {"10.7", 256, 32, 111615, HW_PREFER_NONE, 31, 1},
        {"10.7", 160, 56, 142070, HW_PREFER_NONE, 17, 1},
        {"10.7", 192, 24, 106484, HW_PREFER_L1, 0, 1},
        {"10.7", 64, 96, 69062, HW_PREFER_EQUAL, 0, 2},
        {"11.0", 256, 64, 17564, HW_PREFER_NONE, 6, 1},
        {"11.0", 288, 80, 113146, HW_PREFER_NONE, 18, 1},
        {"11.0", 192, 32, 84164, HW_PREFER_NONE, 16, 1},
        {"11.0", 224, 72, 20209, HW_PREFER_L1, 0, 1},
        {"11.0", 128, 88, 113229, HW_PREFER_EQUAL, 0, 1},
        {"12.0", 224, 48, 49613, HW_PREFER_NONE, 7, 1},
        {"12.0", 224, 24, 45667, HW_PREFER_NONE, 16, 1},
        {"12.0", 64, 104, 41069, HW_PREFER_NONE, 8, 1},
        {"12.0", 128, 80, 8044, HW_PREFER_L1, 0, 1},
        {"12.0", 288, 48, 20070, HW_PREFER_EQUAL, 0, 3},
        {"12.1", 256, 80, 38610, HW_PREFER_NONE, 16, 1},
        {"12.1", 256, 80, 30869, HW_PREFER_NONE, 2, 1},
        {"12.1", 192, 88, 15169, HW_PREFER_NONE, 14, 1},
        {"12.1", 224, 64, 22991, HW_PREFER_L1, 0, 1},
        {"12.1", 32, 96, 13757, HW_PREFER_EQUAL, 0, 4},
    };
    /* clang-format on */
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct hw_block_needs needs = {.chip = chip_named(rows[i].chip),
                                             .threads = rows[i].threads,
                                             .registers = rows[i].registers,
                                             .shared_bytes = rows[i].shared_bytes,
                                             .preference = rows[i].preference,
                                             .carveout = rows[i].carveout};
        struct hw_occupancy got;
        hw_occupancy(&needs, &got);
        if (got.blocks != rows[i].blocks)
            fail_msg("%s, %u threads, %u bytes, %u percent: %u blocks of %u bytes, expected %u", rows[i].chip,
                     rows[i].threads, rows[i].shared_bytes, rows[i].carveout, got.blocks, got.mp_shared,
                     rows[i].blocks);
    }
}

/* The most shared memory of a block; -1: there is no room for so many blocks. */
static void most_of_sizes(void **state)
{
    (void)state;
    static const struct {
        const char *chip;
        uint32_t threads, registers;
        enum hw_cache_preference preference;
        uint32_t carveout, blocks;
        int64_t bytes;
        /* clang-format off */
    } rows[] = {
        {"7.0", 256, 16, HW_PREFER_NONE, 34, 5, 13056},
        {"7.0", 32, 72, HW_PREFER_NONE, 48, 5, 13056},
        {"7.0", 192, 64, HW_PREFER_NONE, 46, 6, -1},
        {"7.2", 96, 80, HW_PREFER_NONE, 19, 4, 8192},
        {"7.2", 64, 80, HW_PREFER_NONE, 8, 2, 4096},
        {"7.2", 256, 88, HW_PREFER_NONE, 68, 3, -1},
        {"7.5", 256, 64, HW_PREFER_NONE, 29, 4, 8192},
        {"7.5", 128, 64, HW_PREFER_NONE, 61, 6, 10752},
        {"7.5", 320, 104, HW_PREFER_NONE, 62, 2, -1},
        {"8.0", 32, 72, HW_PREFER_NONE, 68, 5, 25984},
        {"8.0", 64, 64, HW_PREFER_NONE, 51, 6, 16000},
        {"8.0", 288, 104, HW_PREFER_NONE, 13, 2, -1},
        {"8.6", 192, 40, HW_PREFER_NONE, 67, 5, 19456},
        {"8.6", 64, 16, HW_PREFER_NONE, 84, 6, 16000},
        {"8.6", 192, 72, HW_PREFER_NONE, 54, 6, -1},
        {"8.7", 192, 56, HW_PREFER_NONE, 6, 3, 4352},
        {"8.7", 160, 64, HW_PREFER_NONE, 80, 5, 25984},
        {"8.7", 288, 104, HW_PREFER_NONE, 43, 6, -1},
        {"8.8", 128, 48, HW_PREFER_NONE, 50, 5, 12032},
        {"8.8", 224, 40, HW_PREFER_NONE, 15, 6, 1664},
        {"8.8", 288, 64, HW_PREFER_NONE, 19, 5, -1},
        {"8.9", 320, 64, HW_PREFER_NONE, 63, 3, 20736},
        {"8.9", 64, 56, HW_PREFER_NONE, 28, 2, 15360},
        {"8.9", 320, 80, HW_PREFER_NONE, 19, 6, -1},
        {"9.0", 192, 64, HW_PREFER_NONE, 47, 3, 44032},
        {"9.0", 192, 40, HW_PREFER_NONE, 66, 4, 40960},
        {"9.0", 160, 88, HW_PREFER_NONE, 22, 6, -1},
        {"10.0", 224, 40, HW_PREFER_NONE, 71, 6, 26880},
        {"10.0", 160, 32, HW_PREFER_NONE, 83, 2, 99328},
        {"10.0", 288, 40, HW_PREFER_NONE, 82, 6, -1},
        {"10.3", 96, 56, HW_PREFER_NONE, 34, 5, 19456},
        {"10.3", 128, 104, HW_PREFER_NONE, 75, 4, 49152},
        {"10.3", 192, 88, HW_PREFER_NONE, 63, 5, -1},
        {"10.7", 320, 32, HW_PREFER_NONE, 46, 4, 40960},
        {"10.7", 224, 32, HW_PREFER_NONE, 35, 3, 44032},
        {"10.7", 224, 48, HW_PREFER_NONE, 64, 6, -1},
        {"11.0", 256, 56, HW_PREFER_NONE, 12, 3, 9856},
        {"11.0", 256, 80, HW_PREFER_NONE, 8, 3, 9856},
        {"11.0", 288, 72, HW_PREFER_NONE, 16, 6, -1},
        {"12.0", 224, 48, HW_PREFER_NONE, 75, 2, 50176},
        {"12.0", 128, 96, HW_PREFER_NONE, 52, 4, 15360},
        {"12.0", 288, 64, HW_PREFER_NONE, 19, 4, -1},
        {"12.1", 320, 96, HW_PREFER_NONE, 89, 2, 50176},
        {"12.1", 96, 24, HW_PREFER_NONE, 63, 3, 20736},
        {"12.1", 256, 64, HW_PREFER_NONE, 23, 5, -1},
    };
    /* clang-format on */
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct hw_block_needs needs = {.chip = chip_named(rows[i].chip),
                                             .threads = rows[i].threads,
                                             .registers = rows[i].registers,
                                             .preference = rows[i].preference,
                                             .carveout = rows[i].carveout};
        uint64_t bytes = 0;
        const int64_t got = hw_occupancy_max_shared(&needs, rows[i].blocks, &bytes) ? (int64_t)bytes : -1;
        if (got != rows[i].bytes)
            fail_msg("%s, %u threads, %u percent: %lld bytes, expected %lld", rows[i].chip, rows[i].threads,
                     rows[i].carveout, (long long)got, (long long)rows[i].bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers_of_blocks),
        cmocka_unit_test(blocks_of_sizes),
        cmocka_unit_test(most_of_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
