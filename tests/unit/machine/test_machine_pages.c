/* SPDX-License-Identifier: MIT */
/* Accesses of kernels beside allocations: to nothing, or to the pages that a chip has mapped there. */
#include "unit/engine/maxwell.h"

#include <sys/mman.h>
#include <unistd.h>

#define PAGE      0x20000u
#define MAPPED    UINT64_C(0x300000000)
#define HOST_PAGE 4096u

/* Loads the word at the second parameter, and puts a word there or adds to it, as the test asks. */
#define ADDRESS      "MOV R4, c[0x0][0x148]\nMOV R5, c[0x0][0x14c]\n"
#define LOAD         START ADDRESS "LDG.E R6, [R4]\n" STORE("R6") END
#define STORE_BESIDE START ADDRESS "MOV32I R6, 0x1234\nSTG.E [R4], R6\n" END
#define ADD_BESIDE   START ADDRESS "MOV32I R6, 0x100\nRED.E.ADD [R4], R6\nLDG.E R6, [R4]\n" STORE("R6") END
#define LOAD_GENERIC START ADDRESS "LD.E R6, [R4]\n" STORE("R6") END
/* Lane l loads word l from there on. */
#define LOAD_ROW \
    START ADDRESS "ISCADD R4.CC, R0, R4, 0x2\nIADD.X R5, R5, RZ\nLDG.E R6, [R4]\n" STORE("R6") END

static void run_at(struct kernel *k, uint64_t address, bool there)
{
    k->params[2] = (uint32_t)address;
    k->params[3] = (uint32_t)(address >> 32);
    if (there)
        kernel_expect_ok(k);
    else
        kernel_expect_fault(k, HW_FAULT_ADDRESS);
    if (!there)
        assert_int_equal(k->result.fault.address, address);
}

/* A kernel and 0x100 bytes at MAPPED. */
static void make_mapped(struct kernel *k, uint32_t threads, const char *source, uint32_t page)
{
    make(k, threads, source);
    assert_int_equal(hw_memory_map(k->memory, MAPPED, 0x100, &k->error), HW_OK);
    assert_int_equal(hw_memory_map_pages(k->memory, page, &k->error), HW_OK);
}

static void bounds_are_exact_unless_asked(void **state)
{
    struct kernel k;

    (void)state;
    make_mapped(&k, 1, LOAD, 0);
    run_at(&k, MAPPED + 0xfc, true);
    run_at(&k, MAPPED + 0x100, false);
    run_at(&k, MAPPED - 4, false);
    kernel_free(&k);
}

static void a_page_and_the_one_below_are_there(void **state)
{
    static const char *const sources[] = {LOAD, STORE_BESIDE, ADD_BESIDE, LOAD_GENERIC};

    (void)state;
    for (unsigned i = 0; i < sizeof sources / sizeof sources[0]; i++) {
        struct kernel k;
        make_mapped(&k, 1, sources[i], PAGE);
        run_at(&k, MAPPED + 0x100, true);
        run_at(&k, MAPPED + PAGE - 4, true);
        run_at(&k, MAPPED + PAGE, false);
        run_at(&k, MAPPED - 4, true);
        run_at(&k, MAPPED - PAGE, true);
        run_at(&k, MAPPED - PAGE - 4, false);
        run_at(&k, 0, false);
        run_at(&k, UINT64_MAX - 3, false);
        kernel_free(&k);
    }
}

/* One access of lanes inside and outside of an allocation, as in Rodinia's srad_v2. */
static void lanes_on_both_sides(void **state)
{
    struct kernel k;

    (void)state;
    make_mapped(&k, 32, LOAD_ROW, PAGE);
    assert_int_equal(hw_memory_fill(k.memory, MAPPED, 0x11, 0x100, &k.error), HW_OK);
    run_at(&k, MAPPED - 64, true);
    for (unsigned lane = 0; lane < 32; lane++)
        assert_int_equal(k.out[lane], lane < 16 ? 0 : 0x11111111);
    run_at(&k, MAPPED + 0x100 - 64, true);
    for (unsigned lane = 0; lane < 32; lane++)
        assert_int_equal(k.out[lane], lane < 16 ? 0x11111111 : 0);
    kernel_free(&k);
}

/* What was written stays, is none of the memory that functions give out, and is gone when it is allocated. */
static void what_is_written_stays(void **state)
{
    struct kernel k;
    uint32_t word;

    (void)state;
    make_mapped(&k, 1, ADD_BESIDE, PAGE);
    run_at(&k, MAPPED + 0x200, true);
    run_at(&k, MAPPED + 0x200, true);
    assert_int_equal(k.out[0], 0x200);
    assert_false(hw_memory_allocated(k.memory, MAPPED + 0x200, 4));
    assert_int_equal(hw_memory_read(k.memory, MAPPED + 0x200, &word, 4, &k.error), HW_ERR_RANGE);
    assert_int_equal(hw_memory_map(k.memory, MAPPED + 0x200, 4, &k.error), HW_OK);
    assert_int_equal(hw_memory_read(k.memory, MAPPED + 0x200, &word, 4, &k.error), HW_OK);
    assert_int_equal(word, 0);
    kernel_free(&k);
}

/* Freed memory is there as long as its page is another allocation's, too. */
static void freed_memory(void **state)
{
    struct kernel k;

    (void)state;
    make_mapped(&k, 1, LOAD, PAGE);
    assert_int_equal(hw_memory_map(k.memory, MAPPED + 0x1000, 0x100, &k.error), HW_OK);
    assert_int_equal(hw_memory_free(k.memory, MAPPED + 0x1000, &k.error), HW_OK);
    run_at(&k, MAPPED + 0x1000, true);
    assert_int_equal(hw_memory_free(k.memory, MAPPED, &k.error), HW_OK);
    run_at(&k, MAPPED + 0x1000, false);
    kernel_free(&k);
}

/* Page-locked memory of the host has the host's pages, and takes none away when it goes. */
static void files_have_pages_of_the_host(void **state)
{
    const int file = memfd_create("pages", MFD_CLOEXEC);
    uint64_t locked;
    struct kernel k;

    (void)state;
    assert_true(file >= 0 && ftruncate(file, HOST_PAGE) == 0);
    make_mapped(&k, 1, LOAD, PAGE);
    hw_memory_alloc_within(k.memory, MAPPED + 4 * PAGE, UINT64_MAX);
    assert_int_equal(hw_memory_alloc_file(k.memory, file, 0, 100, &locked, &k.error), HW_OK);
    assert_int_equal(locked, MAPPED + 4 * PAGE);
    run_at(&k, locked + 100, true);
    run_at(&k, locked + HOST_PAGE, false);
    run_at(&k, locked - 4, false);
    assert_int_equal(hw_memory_map(k.memory, locked + HOST_PAGE, 4, &k.error), HW_OK);
    run_at(&k, locked + HOST_PAGE + 4, true);
    run_at(&k, locked - 4, true);
    assert_int_equal(hw_memory_free(k.memory, locked, &k.error), HW_OK);
    run_at(&k, locked + 100, true);
    close(file);
    kernel_free(&k);
}

/* Code with 32-bit addresses has its memory far enough above the first page, which nothing but an allocation
 * maps. */
static void the_first_page_is_nobodys(void **state)
{
    struct kernel k;
    uint64_t address;

    (void)state;
    make(&k, 1, LOAD);
    assert_int_equal(hw_memory_map_pages(k.memory, PAGE, &k.error), HW_OK);
    hw_memory_alloc_within(k.memory, 0, UINT32_MAX);
    assert_int_equal(hw_memory_alloc(k.memory, 4, &address, &k.error), HW_OK);
    assert_int_equal(address, 2 * PAGE);
    run_at(&k, PAGE, true);
    run_at(&k, PAGE - 4, false);
    assert_int_equal(hw_memory_map(k.memory, 0x100, 4, &k.error), HW_OK);
    run_at(&k, 0x100, true);
    run_at(&k, 0x104, false);
    kernel_free(&k);
}

static void sizes_that_are_none(void **state)
{
    static const uint32_t sizes[] = {3, PAGE + 4096, 2 * HW_MEMORY_PAGE_MAX, UINT32_MAX};
    struct hw_memory *memory;
    struct hw_error error;

    (void)state;
    assert_int_equal(hw_memory_create(&memory, &error), HW_OK);
    for (unsigned i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        assert_int_equal(hw_memory_map_pages(memory, sizes[i], &error), HW_ERR_ARGUMENT);
        assert_non_null(strstr(error.text, "expected a power of 2 up to 2097152"));
    }
    hw_memory_destroy(memory);
}

/* All chips have one that the memory takes. */
static void chips_have_pages(void **state)
{
    struct hw_memory *memory;
    const struct hw_chip_info *chip;

    (void)state;
    assert_int_equal(hw_memory_create(&memory, NULL), HW_OK);
    for (unsigned i = 0; (chip = hw_chip_at(i)) != NULL; i++) {
        assert_true(chip->memory_page >= 0x10000);
        assert_int_equal(hw_memory_map_pages(memory, chip->memory_page, NULL), HW_OK);
    }
    hw_memory_destroy(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_are_exact_unless_asked),
        cmocka_unit_test(a_page_and_the_one_below_are_there),
        cmocka_unit_test(lanes_on_both_sides),
        cmocka_unit_test(what_is_written_stays),
        cmocka_unit_test(freed_memory),
        cmocka_unit_test(files_have_pages_of_the_host),
        cmocka_unit_test(the_first_page_is_nobodys),
        cmocka_unit_test(sizes_that_are_none),
        cmocka_unit_test(chips_have_pages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
