/* SPDX-License-Identifier: MIT */
/* The memory spaces as a kernel sees them. */
#include "kernel.h"

#define START      "MOV32 R1, g [0x4]\nMOV32 R2, g [0x4]\nMVI R15, 0x4\n"
#define STORE(reg) "GST.U32 global14[R1], " reg "\nIADD R1, R1, R15\n"
#define END        "NOP # exit\n"

static void bind(struct kernel *k, unsigned bank, const void *data, uint32_t bytes)
{
    k->launch.bank[bank] = (struct hw_bank){.data = data, .bytes = bytes};
}

/* Every constant space, at fixed addresses and through an address register, up to 64 KiB. */
static void test_constant_spaces(void **state)
{
    static uint32_t data[16][16384];
    struct kernel k;

    (void)state;
    for (uint32_t bank = 0; bank < 16; bank++) {
        char source[400];
        snprintf(source, sizeof source,
                 START "FMUL R4, R0, c[0x%x][0x1]\nMVC R4, c[0x%x][0x1]\nMVI R5, 0xfffc\nR2A A1, R5\nMVC R6, "
                       "c[0x%x][A1+0x0]\n" STORE("R4") STORE("R6") END,
                 bank, bank, bank);
        data[bank][1] = 0x1000 + bank;
        data[bank][16383] = 0x2000 + bank;
        kernel_make(&k, "g80", source);
        bind(&k, bank, data[bank], 65536);
        kernel_expect_ok(&k);
        assert_int_equal(k.out[0], 0x1000 + bank);
        assert_int_equal(k.out[1], 0x2000 + bank);
        kernel_free(&k);
    }
    hw_fact("SF-062");
    hw_fact("SF-247");
    kernel_make(&k, "g80", END);
    bind(&k, 0, data, 65537);
    assert_int_equal(kernel_run(&k), HW_ERR_LAUNCH);
    kernel_free(&k);
    hw_fact("SF-248");
}

/* Loads of 16 bits extend by the sign that their name says, not the operand. */
static void test_signed_halves(void **state)
{
    static const uint32_t word = 0x7fffcafe;
    struct kernel k;

    (void)state;
    kernel_make(&k, "g200",
                START
                "MVI R4, 0x9abc\nR2G.U16.U32 g [0x20], R4\nLDS.S16 R5, g [0x20]\nLDS.U16 R6, g [0x20]\n"
                "MVC.S16 R7, c[0x1][0x0]\nMVC.U16 R8, c[0x1][0x0]\nMVC.S16 R9, c[0x1][0x1]\n" STORE("R5")
                    STORE("R6") STORE("R7") STORE("R8") STORE("R9") END);
    bind(&k, 1, &word, 4);
    k.launch.shared_bytes = 128;
    kernel_expect_ok(&k);
    assert_int_equal(k.out[0], 0xffff9abc);
    assert_int_equal(k.out[1], 0x9abc);
    assert_int_equal(k.out[2], 0xffffcafe);
    assert_int_equal(k.out[3], 0xcafe);
    assert_int_equal(k.out[4], 0x7fff);
    kernel_free(&k);
}

static void test_constants_beyond(void **state)
{
    static const uint32_t word = 7;
    struct kernel k;

    (void)state;
    kernel_make(&k, "g80", START "MVC R4, c[0x1][0x1]\n" END);
    kernel_expect_fault(&k, HW_FAULT_UNBOUND);
    bind(&k, 1, &word, 4);
    kernel_expect_fault(&k, HW_FAULT_ADDRESS);
    assert_int_equal(k.result.fault.address, 4);
    assert_int_equal(k.result.fault.space, HW_OPERAND_CONST);
    assert_int_equal(k.result.fault.space_index, 1);
    kernel_free(&k);
    kernel_make(&k, "g80", START "MVI R5, 0x4\nR2A A1, R5\nMVC R4, c[0x1][A1+0x0]\n" END);
    bind(&k, 1, &word, 4);
    kernel_expect_fault(&k, HW_FAULT_ADDRESS);
    assert_int_equal(k.result.fault.address, 4);
    kernel_free(&k);
}

/* Each thread's l[] is its own; a kernel may have 64 KiB of it. */
static void test_local(void **state)
{
    struct kernel k;

    (void)state;
    kernel_make(
        &k, "g80",
        START
        "LST.U32 local [0x0], R0\nMVI R4, 0xfff8\nR2A A2, R4\nLST.U8 local [A2+0x5], R0\nMVI R5, 0x1234abcd\n"
        "LST.U16 local [0x8], R5\nLLD.U32 R6, local [0x0]\nLLD.U8 R7, local [0xfffd]\nLLD.S16 R8, local "
        "[0x8]\n"
        "IADD R6, R6, R7\nSHL R9, R0, 0x2\nIADD R1, R1, R9\nGST.U32 global14[R1], R6\n"
        "MVI R9, 0x200\nIADD R1, R1, R9\nGST.U32 global14[R1], R8 # exit\n");
    k.launch.local_bytes = 65536;
    k.launch.block[0] = 100;
    kernel_expect_ok(&k);
    for (uint32_t i = 0; i < 100; i++) {
        assert_int_equal(k.out[i], i + (i & 0xff));
        assert_int_equal(k.out[128 + i], 0xffffabcd);
    }
    k.launch.local_bytes = 32768;
    kernel_expect_fault(&k, HW_FAULT_ADDRESS);
    assert_int_equal(k.result.fault.space, HW_OPERAND_LOCAL);
    assert_int_equal(k.result.fault.address, 0xfffd);
    kernel_free(&k);
    hw_fact("SF-064");
}

/* Addresses in all spaces but g[] have 16 bits and wrap. */
static void test_address_width(void **state)
{
    struct kernel k;

    (void)state;
    kernel_make(&k, "g80",
                START
                "MVI R4, 0xfff0\nR2A A1, R4\nMVI R5, 0x99\nR2G.U32.U32 g [A1+0xc], R5\nMOV R6, g [0x8]\n"
                "LST.U32 local [A1+0x14], R5\nLLD.U32 R7, local [0x4]\n" STORE("R6")
                    STORE("R7") "MVI R8, 0x80000000\nMVI R9, 0x5\nGST.U32 global14[R8], R9\n" END);
    k.launch.local_bytes = 16;
    assert_int_equal(hw_memory_map(k.memory, 0x80000000u, 4, NULL), HW_OK);
    kernel_expect_ok(&k);
    assert_int_equal(k.out[0], 0x99);
    assert_int_equal(k.out[1], 0x99);
    assert_int_equal(*(uint32_t *)hw_memory_host(k.memory, 0x80000000u, 4), 5);
    kernel_free(&k);
    hw_fact("SF-071");
    hw_fact("SF-261");
}

/* g0 to g15 are bound on their own; compilers use g14, which launches bind to all of memory. */
static void test_global_segments(void **state)
{
    struct kernel k;
    uint64_t other;

    (void)state;
    kernel_make(&k, "g80",
                START
                "MVI R4, 0x10\nMVI R5, 0x77\nGST.U32 global3[R4], R5\nGLD.U32 R6, global15[R4]\n" STORE("R6")
                    END);
    assert_int_equal(hw_memory_alloc(k.memory, 256, &other, NULL), HW_OK);
    kernel_expect_fault(&k, HW_FAULT_UNBOUND);
    k.launch.segment[3] =
        (struct hw_segment){.mode = HW_SEGMENT_LINEAR, .base = (uint32_t)other, .limit = 0xff};
    k.launch.segment[15] =
        (struct hw_segment){.mode = HW_SEGMENT_LINEAR, .base = (uint32_t)other, .limit = 0xff};
    kernel_expect_ok(&k);
    assert_int_equal(k.out[0], 0x77);
    assert_int_equal(*(uint32_t *)hw_memory_host(k.memory, other + 0x10, 4), 0x77);
    k.launch.segment[15].limit = 0xf;
    kernel_expect_fault(&k, HW_FAULT_ADDRESS);
    kernel_free(&k);
    hw_fact("SF-065");
    hw_fact("SF-136");
    hw_fact("SF-250");
}

/* A kernel that writes a tiled surface: a line number in the high half of the address. */
static void test_tiled_surface(void **state)
{
    struct kernel k;

    (void)state;
    kernel_make(&k, "g80", START "MVI R4, 0x00050040\nMVI R5, 0x77\nGST.U32 global2[R4], R5\n" END);
    k.launch.segment[2] = (struct hw_segment){
        .mode = HW_SEGMENT_TILED, .base = k.out_address, .limit = 0x000700ff, .pitch = 0x400};
    kernel_expect_ok(&k);
    assert_int_equal(k.out[(0x400 + 0x100 + 0x40) / 4], 0x77);
    k.launch.segment[2].limit = 0x000400ff;
    kernel_expect_fault(&k, HW_FAULT_ADDRESS);
    kernel_free(&k);
}

/* All access sizes of g[] and l[]. */
static void test_access_sizes(void **state)
{
    static const struct {
        const char *text;
        uint32_t stored[4], loaded[4];
        unsigned words;
    } size[] = {
        {"U8", {0x44}, {0x44}, 1},
        {"S8", {0x44}, {0x44}, 1},
        {"U16", {0x8844}, {0x8844}, 1},
        {"S16", {0x8844}, {0xffff8844}, 1},
        {"U32", {0x11228844}, {0x11228844}, 1},
        {"U64", {0x11228844, 0x55555555}, {0x11228844, 0x55555555}, 2},
        {"U128",
         {0x11228844, 0x55555555, 0x66666666, 0x77777777},
         {0x11228844, 0x55555555, 0x66666666, 0x77777777},
         4},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof size / sizeof size[0]; i++) {
        char source[700];
        struct kernel k;
        snprintf(source, sizeof source,
                 START "MVI R4, 0x11228844\nMVI R5, 0x55555555\nMVI R6, 0x66666666\nMVI R7, 0x77777777\n"
                       "GST.%s global14[R1], R4\nGLD.%s R8, global14[R1]\nLST.%s local [0x10], R4\nLLD.%s "
                       "R12, local [0x10]\n"
                       "MVI R3, 0x10\nIADD R1, R1, R3\nGST.U128 global14[R1], R8\nIADD R1, R1, R3\nGST.U128 "
                       "global14[R1], R12\n" END,
                 size[i].text, size[i].text, size[i].text, size[i].text);
        kernel_make(&k, "g80", source);
        k.launch.local_bytes = 32;
        k.launch.code.registers = 16;
        kernel_expect_ok(&k);
        for (unsigned word = 0; word < size[i].words; word++) {
            assert_int_equal(k.out[word], size[i].stored[word]);
            assert_int_equal(k.out[4 + word], size[i].loaded[word]);
            if (word < 3) /* R15 is the step of START */
                assert_int_equal(k.out[8 + word], size[i].loaded[word]);
        }
        if (size[i].words < 4)
            assert_int_equal(k.out[size[i].words], 0);
        kernel_free(&k);
    }
    hw_fact("SF-249");
}

/* The increment bit: the access is at the register's value, which then grows. */
static void test_post_increment(void **state)
{
    struct kernel k;

    (void)state;
    kernel_make(&k, "g80",
                START "ADA A1, A0, 0x100\nMVI R4, 0x61\nR2G.U8.U32 g [A1+=0x1], R4\nMVI R4, 0x62\nR2G.U8.U32 "
                      "g [A1+=0x1], R4\n"
                      "A2R R5, A1\nADA A2, A0, 0x100\nMOV R6, g [A2+0x0]\n" STORE("R5") STORE("R6") END);
    kernel_expect_ok(&k);
    assert_int_equal(k.out[0], 0x102);
    assert_int_equal(k.out[1], 0x6261);
    kernel_free(&k);
    hw_fact("SF-270");
}

/* 16 KiB of shared memory a block, zero at the start, seen by all its threads and by no other block. */
static void test_shared(void **state)
{
    struct kernel k;

    (void)state;
    kernel_make(&k, "g80",
                "MOV32 R1, g [0x4]\nMOV32 R2, g [0x4]\nSHL R3, R0, 0x2\nR2A A1, R3\nADA A1, A1, 0x100\n"
                "MOV R4, g [A1+0x0]\n" /* zero in every block */
                "I2I.U32.U16 R5, g [0x6].U16\nIADD R4, R4, R5\nIADD R4, R4, R0\n"
                "R2G.U32.U32 g [A1+0x0], R4\nBAR.ARV.WAIT b0, 0xfff\n"
                "MVI R6, 0xff\nLOP.XOR R6, R0, R6\nSHL R6, R6, 0x2\nR2A A2, R6\nADA A2, A2, 0x100\nMOV R7, g "
                "[A2+0x0]\n"
                "SHL R5, R5, 0xa\nIADD R1, R1, R5\nIADD R1, R1, R3\nGST.U32 global14[R1], R7 # exit\n");
    k.launch.block[0] = 256;
    k.launch.grid[0] = 4;
    k.launch.shared_bytes = 16384;
    kernel_expect_ok(&k);
    for (uint32_t block = 0; block < 4; block++)
        for (uint32_t i = 0; i < 256; i++)
            assert_int_equal(k.out[block * 256 + i], (255 - i) + block);
    kernel_free(&k);
    hw_fact("SF-066");
    hw_fact("SF-113");
}

/* Shapes of a warp's access: unit stride, one address, any; whole warps and parts of one. */
static void test_access_shapes(void **state)
{
    struct kernel k;

    (void)state;
    for (uint32_t threads = 1; threads <= 96; threads += 19) {
        kernel_make(
            &k, "g80",
            "MOV32 R1, g [0x4]\nMOV32 R2, g [0x4]\nGLD.U32 R3, global14[R1]\n" /* one address */
            "MVI R4, 0x1f\nLOP.XOR R5, R0, R4\nSHL R5, R5, 0x2\nIADD R6, R1, R5\nGLD.U32 R7, global14[R6]\n"
            "SHL R8, R0, 0x2\nIADD R9, R1, R8\nGLD.U32 R10, global14[R9]\n" /* unit stride */
            "MVI R11, 0x400\nIADD R9, R9, R11\nGST.U32 global14[R9], R3\n"
            "IADD R9, R9, R11\nGST.U32 global14[R9], R7\nIADD R9, R9, R11\nGST.U32 global14[R9], R10 # "
            "exit\n");
        for (uint32_t i = 0; i < 256; i++)
            k.out[i] = 0x100 + i;
        k.launch.block[0] = threads;
        kernel_expect_ok(&k);
        for (uint32_t i = 0; i < 256; i++) {
            assert_int_equal(k.out[256 + i], i < threads ? 0x100 : 0);
            assert_int_equal(k.out[512 + i], i < threads ? 0x100 + (i ^ 0x1f) : 0);
            assert_int_equal(k.out[768 + i], i < threads ? 0x100 + i : 0);
        }
        kernel_free(&k);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_constant_spaces), cmocka_unit_test(test_constants_beyond),
        cmocka_unit_test(test_local),           cmocka_unit_test(test_address_width),
        cmocka_unit_test(test_global_segments), cmocka_unit_test(test_tiled_surface),
        cmocka_unit_test(test_access_sizes),    cmocka_unit_test(test_post_increment),
        cmocka_unit_test(test_signed_halves),   cmocka_unit_test(test_shared),
        cmocka_unit_test(test_access_shapes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
