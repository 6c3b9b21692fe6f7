/* SPDX-License-Identifier: MIT */
/* The driver API: occupancy of kernels with every number of registers on a device of every compute
 * capability.  The answers are those of hw_occupancy, of which test_occupancy has the examples. */
#include "cuda/driver/driver.h"
#include "cuda_driver.h"
#include "fact.h"
#include "made_fatbin.h"
#include "unit/machine/occupancy_random.h"

#include <stdio.h>

#define CASES 100000

static const char *const chips[] = {"sm_10", "sm_11", "sm_12", "sm_13", "sm_20", "sm_21", "sm_30", "sm_32",
                                    "sm_35", "sm_37", "sm_50", "sm_52", "sm_53", "sm_60", "sm_61", "sm_62"};
#define CHIPS (sizeof chips / sizeof chips[0])

static uint32_t shared_of(uint32_t registers)
{
    return 16 + registers % 7 * 520;
}

/* A kernel r1, r2, ... for each number of registers. */
static CUmodule load(const char *target, uint32_t most_registers)
{
    struct fatbin fatbin;
    CUmodule module;
    char *text = NULL;
    size_t bytes;
    FILE *listing = open_memstream(&text, &bytes);

    fprintf(listing, ".target %s\n%s", target, target[3] == '1' ? "" : ".container elf64\n");
    for (uint32_t r = 1; r <= most_registers; r++)
        fprintf(listing, ".kernel r%u\n.registers %u\n.shared %u\n.code\n%s\n.end\n", r, r, shared_of(r),
                target[3] == '1' ? "RET" : "EXIT");
    fclose(listing);
    fatbin_make_text(&fatbin, text);
    assert_cu(cuModuleLoadData(&module, fatbin.bytes));
    fatbin_free(&fatbin);
    free(text);
    return module;
}

static void ask(struct hw_block_needs *needs, CUfunction function, uint64_t *seed)
{
    const uint32_t fixed = shared_of(needs->registers);
    const size_t dynamic = splitmix64(seed) % (splitmix64(seed) % 4 ? 8000 : 60000);
    struct hw_occupancy occupancy;
    int blocks = -1, flagged = -1;
    size_t room;

    needs->threads = 1 + (uint32_t)(splitmix64(seed) % 1030);
    needs->shared_bytes = fixed + dynamic;
    needs->preference = (enum hw_cache_preference)(splitmix64(seed) % 4);
    assert_cu(cuFuncSetCacheConfig(function, (int)needs->preference));
    hw_occupancy(needs, &occupancy);
    assert_cu(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, (int)needs->threads, dynamic));
    assert_cu(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&flagged, function, (int)needs->threads,
                                                                   dynamic, 1));
    assert_true(blocks == (int)occupancy.blocks && flagged == blocks);
    if (blocks == 0 || needs->preference)
        return;
    assert_cu(cuOccupancyAvailableDynamicSMemPerBlock(&room, function, blocks, (int)needs->threads));
    assert_true(room >= dynamic);
    assert_cu(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, (int)needs->threads, room));
    assert_int_equal(blocks, occupancy.blocks);
    assert_cu(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, (int)needs->threads, room + 1));
    assert_true(blocks < (int)occupancy.blocks);
}

static void every_chip(void **state)
{
    uint64_t seed = 1;

    (void)state;
    for (size_t c = 0; c < CHIPS; c++) {
        struct hw_block_needs needs = {.chip = chip_named(chips[c])};
        const uint32_t most = needs.chip->registers_compiled;
        CUfunction functions[256];
        CUcontext context;
        char name[16];
        assert_cu(cuCtxCreate_v2(&context, 0, (CUdevice)c));
        CUmodule module = load(chips[c], most);
        for (uint32_t r = 1; r <= most; r++) {
            snprintf(name, sizeof name, "r%u", r);
            assert_cu(cuModuleGetFunction(&functions[r], module, name));
        }
        for (unsigned i = 0; i < CASES / CHIPS; i++) {
            needs.registers = 1 + (uint32_t)(splitmix64(&seed) % most);
            ask(&needs, functions[needs.registers], &seed);
        }
        assert_cu(cuModuleUnload(module));
        assert_cu(cuCtxDestroy_v2(context));
    }
}

/* --- preferences, flags and errors, on 2.0 --- */

static size_t half_of_all(int threads)
{
    return (size_t)threads * 48;
}

static void one_chip(void **state)
{
    CUcontext context;
    CUfunction function;
    int blocks, grid, block;
    size_t room = 0;

    (void)state;
    assert_cu(cuCtxCreate_v2(&context, 0, 4));
    CUmodule module = load("sm_20", 63);
    assert_cu(cuModuleGetFunction(&function, module, "r21")); /* with 16 bytes */

    assert_cu(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, 256, 8000));
    assert_int_equal(blocks, 5);
    assert_cu(cuCtxSetCacheConfig(CU_FUNC_CACHE_PREFER_L1));
    assert_cu(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, 256, 8000));
    assert_int_equal(blocks, 2); /* of 16 KiB */
    assert_cu(cuFuncSetCacheConfig(function, CU_FUNC_CACHE_PREFER_SHARED));
    assert_cu(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, 256, 8000));
    assert_int_equal(blocks, 5);
    assert_cu(cuFuncSetCacheConfig(function, CU_FUNC_CACHE_PREFER_NONE));
    assert_cu(cuCtxSetCacheConfig(CU_FUNC_CACHE_PREFER_NONE));

    assert_cu(cuOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, function, NULL, 0, 0, 0));
    assert_true(block == 672 && grid % 2 == 0);
    assert_cu(cuOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, function, half_of_all, 0, 512, 1));
    assert_int_equal(block, 480);
    assert_int_equal(cuOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, function, NULL, 0, 0, 2),
                     CUDA_ERROR_INVALID_VALUE);

    assert_cu(cuOccupancyAvailableDynamicSMemPerBlock(&room, function, 1, 256));
    assert_int_equal(room, 49152 - 16);
    assert_cu(cuOccupancyAvailableDynamicSMemPerBlock(&room, function, 5, 256));
    assert_int_equal(room, 9728 - 16);
    assert_int_equal(cuOccupancyAvailableDynamicSMemPerBlock(&room, function, 6, 256),
                     CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuOccupancyAvailableDynamicSMemPerBlock(&room, function, 0, 256),
                     CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuOccupancyAvailableDynamicSMemPerBlock(&room, function, 1, 0),
                     CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuOccupancyAvailableDynamicSMemPerBlock(NULL, function, 1, 32),
                     CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuOccupancyAvailableDynamicSMemPerBlock(&room, NULL, 1, 32), CUDA_ERROR_INVALID_HANDLE);
    assert_cu(cuModuleUnload(module));
    assert_cu(cuCtxDestroy_v2(context));
}

/* "0 B shared,  60 B const,  0 B loc,  50 regs; 640 max thr / block", as the course's programs print it. */
static void attributes_of_the_course(void **state)
{
    static const char listing[] = ".target sm_20\n.container elf64\n"
                                  ".kernel k\n.registers 50\n.code\nEXIT\n.end\n"
                                  ".const 2 0 60 c\n";
    static const struct {
        int attribute, value;
    } rows[] = {{CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, 0},
                {CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES, 60},
                {CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, 0},
                {CU_FUNC_ATTRIBUTE_NUM_REGS, 50},
                {CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 640}};
    struct fatbin fatbin;
    CUcontext context;
    CUmodule module;
    CUfunction function;
    int value;

    (void)state;
    assert_cu(cuCtxCreate_v2(&context, 0, 4));
    fatbin_make_text(&fatbin, listing);
    assert_cu(cuModuleLoadData(&module, fatbin.bytes));
    assert_cu(cuModuleGetFunction(&function, module, "k"));
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_cu(cuFuncGetAttribute(&value, rows[i].attribute, function));
        assert_int_equal(value, rows[i].value);
    }
    assert_cu(cuOccupancyMaxActiveBlocksPerMultiprocessor(&value, function, 640, 0));
    assert_int_equal(value, 1);
    assert_cu(cuOccupancyMaxActiveBlocksPerMultiprocessor(&value, function, 641, 0));
    assert_int_equal(value, 0);
    fatbin_free(&fatbin);
    assert_cu(cuCtxDestroy_v2(context));
    hw_fact("SF-405");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_chip),
        cmocka_unit_test(one_chip),
        cmocka_unit_test(attributes_of_the_course),
    };
    char names[8 * CHIPS] = "";

    for (size_t c = 0; c < CHIPS; c++)
        snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", c ? "," : "", chips[c]);
    setenv("HALFWARP_CHIP", names, 1);
    return cuInit(0) || cmocka_run_group_tests(tests, NULL, NULL);
}
