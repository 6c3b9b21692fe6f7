/* SPDX-License-Identifier: MIT */
/* Damaged ELF cubins, each placed so that it ends right before a page that cannot be read: libelf is not
 * compiled with our sanitizers, so what it reads behind the end must be caught this way. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <sys/mman.h>
#include <unistd.h>

#include <halfwarp/listing.h>
#include <halfwarp/module.h>

static const enum hw_container classes[] = {HW_CONTAINER_ELF32, HW_CONTAINER_ELF64};

/* Pages, the last of which cannot be read. */
struct guarded {
    uint8_t *start, *end;
    size_t length;
};

static struct guarded guard(size_t room)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), size = (room + page - 1) / page * page;
    uint8_t *start = mmap(NULL, size + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(start != MAP_FAILED);
    assert_int_equal(mprotect(start + size, page, PROT_NONE), 0);
    return (struct guarded){start, start + size, size + page};
}

/* Read `bytes` from right before the page; an error says why. */
static hw_status try(const struct guarded *memory, const uint8_t *bytes, size_t length,
                     struct hw_module **module, struct hw_error *error)
{
    uint8_t *at = memcpy(memory->end - length, bytes, length);
    *error = (struct hw_error){0};
    hw_status status = hw_module_read(at, length, module, error);
    if (status)
        assert_true(error->text[0]);
    assert_memory_equal(at, bytes, length); /* reading changes nothing */
    return status;
}

static uint8_t *write_and_free(struct hw_module *module, enum hw_container container, size_t *length)
{
    struct hw_error error;
    uint8_t *bytes = NULL;
    if (hw_module_write(module, container, &bytes, length, &error))
        fail_msg("%s", error.text);
    hw_module_free(module);
    return bytes;
}

/* From sm_20 on: a kernel with parameters, literals, records and an address in its code. */
static uint8_t *build_later(enum hw_container container, size_t *length)
{
    static const char text[] =
        ".target sm_20\n.info 4 IMAGE_SIZE 16 image\n.u32 0, 0xffffffff, 0xffffffff, 0xffffffff\n"
        ".kernel k\n.registers 4\n.shared 16\n.param_base 32\n.param_bytes 4\n.param 0 0 4 0x1f000 "
        "0xffffffff\n"
        ".info 4 IMAGE_SLOT 8 image\n.u32 0, 1\n"
        ".code\nplace:\nMOV32I R2, 0x0\nEXIT\n.const 16 0 4\n.u32 1\n.end\n"
        ".section .nv.global 8 3 4 0 16\n"
        ".symbol heap .nv.global 1 1 0 4 4\n.symbol image - 10 1 0 0 0\n"
        ".relocate .text.k place R_CUDA_ABS32_LO_26 heap\n";
    struct hw_module *module;
    struct hw_error error;
    if (hw_listing_read(text, HW_LISTING_NATIVE, NULL, &module, &error))
        fail_msg("%s", error.text);
    return write_and_free(module, container, length);
}

/* A module with a kernel, a constant, a sampler and two addresses of a variable. */
static uint8_t *build(enum hw_container container, size_t *length)
{
    static const char text[] =
        "architecture {sm_13}\nabiversion {1}\nmodname {cubin}\n"
        "consts  {\n\tname = table\n\tsegname = const\n\tsegnum = 0\n\toffset = 0\n\tbytes = 4\n"
        "\tmem  {\n\t\t0x3f800000 \n\t}\n}\n"
        "sampler  {\n\tname = image\n\ttexunit = 3\n}\n"
        "reloc  {\n\tname = heap\n\tsegname = reloc\n\tsegnum = 14\n\toffset = 0\n\tbytes = 4096\n}\n"
        "reloc  {\n\tname = heap\n\tsegname = reloc\n\tsegnum = 14\n\toffset = 4\n\tbytes = 4096\n}\n"
        "code  {\n\tname = k\n\tlmem = 8\n\tsmem = 24\n\treg = 2\n\tbar = 0\n"
        "\tbincode  {\n\t\t0x10000801 0000000000 \n\t}\n}\n";
    struct hw_module *module;
    struct hw_error error;
    if (hw_module_read((const uint8_t *)text, sizeof text - 1, &module, &error))
        fail_msg("%s", error.text);
    return write_and_free(module, container, length);
}

/* What is damaged: each of the two in both classes. */
static uint8_t *build_any(size_t number, size_t *length)
{
    return (number / 2 ? build_later : build)(classes[number % 2], length);
}

/* The end stands still, so the start takes every alignment: libelf takes other ways for tables that are not
 * aligned. */
static void reading_stays_inside_a_file_cut_off_anywhere(void **state)
{
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        size_t length;
        uint8_t *bytes = build_any(i, &length);
        struct guarded memory = guard(length);
        for (size_t cut = 0; cut < length; cut++) {
            struct hw_module *module;
            struct hw_error error;
            assert_int_not_equal(try(&memory, bytes, cut, &module, &error), HW_OK);
        }
        munmap(memory.start, memory.length);
        free(bytes);
    }
}

static uint32_t next_random(uint32_t *seed)
{
    *seed = *seed * 1664525 + 1013904223;
    return *seed >> 8;
}

/* Put a number at some limit somewhere into the file, more often into its headers than elsewhere. */
static void damage(uint8_t *bytes, size_t length, uint32_t *seed)
{
    static const uint64_t numbers[] = {0,      1,          3,          0x7f,       0xff,
                                       0xffff, 0x7fffffff, 0xffffffff, 1ull << 40, UINT64_MAX};
    uint64_t number = numbers[next_random(seed) % (sizeof numbers / sizeof numbers[0])];
    size_t width = (size_t)1 << next_random(seed) % 4;
    size_t at =
        next_random(seed) % 4 ? length - 1 - next_random(seed) % (length / 2) : next_random(seed) % length;
    memcpy(bytes + at, &number, width < length - at ? width : length - at);
}

static void reading_stays_inside_a_damaged_file(void **state)
{
    (void)state;
    size_t rounds = getenv("HW_SAMPLE") ? 5000 : 50000;
    for (size_t i = 0; i < 4; i++) {
        size_t length, accepted = 0;
        uint8_t *bytes = build_any(i, &length), *copy = malloc(length);
        struct guarded memory = guard(length + 1);
        assert_non_null(copy);
        for (uint32_t seed = 1, round = 0; round < rounds; round++) {
            struct hw_module *module;
            struct hw_error error;
            memcpy(copy, bytes, length);
            for (uint32_t count = 1 + next_random(&seed) % 3; count; count--)
                damage(copy, length, &seed);
            accepted += try(&memory, copy, length, &module, &error) == HW_OK;
            hw_module_free(module);
        }
        assert_true(accepted && accepted < rounds);
        munmap(memory.start, memory.length);
        free(copy);
        free(bytes);
    }
}

/* --- one thing wrong at a time --------------------------------------------------------------------- */

/* Fields of ELF64 section headers. */
enum { SH_NAME = 0, SH_TYPE = 4, SH_SIZE = 32, SH_LINK = 40, SH_ALIGN = 48, SH_BYTES = 64 };

static uint8_t *section_header(uint8_t *bytes, unsigned index)
{
    uint64_t headers;
    memcpy(&headers, bytes + 40, sizeof headers);
    return bytes + headers + index * SH_BYTES;
}

static unsigned section_of_type(uint8_t *bytes, uint32_t type)
{
    for (unsigned i = 1; i < bytes[60]; i++)
        if (!memcmp(section_header(bytes, i) + SH_TYPE, &type, sizeof type))
            return i;
    fail_msg("no section of type %u", type);
    return 0;
}

static void each_wrong_number_is_named(void **state)
{
    (void)state;
    enum { SYMTAB = 2, STRTAB = 3, REL = 9 };
    static const struct {
        uint32_t type; /* of the section whose header is changed, or 0: the file's header */
        size_t field;
        uint64_t number;
        size_t width;
        const char *sentence;
    } cases[] = {
        {0, 6, 2, 1, "at byte 0x6: ELF version 2; expected 1"},
        {0, 60, 0, 2, "0 section headers"}, /* libelf would look for the count in the first header */
        {0, 60, 0xffff, 2, "the section headers (65535 from byte"},
        {0, 40, UINT64_MAX, 8, "pass the end of the file"},
        {0, 62, 3, 2, "name outside the name table, section 3"},
        {STRTAB, SH_NAME, 0xffffffff, 4, "name outside the name table"},
        {STRTAB, SH_SIZE, UINT64_MAX, 8, "name outside the name table"},
        {SYMTAB, SH_SIZE, 25, 8, "section .symtab has 25 bytes; expected records of 24"},
        {SYMTAB, SH_SIZE, 1ull << 63, 8, "section .symtab (0x8000000000000000 bytes"},
        {SYMTAB, SH_LINK, 0, 4, "section 0, which is no string table"},
        {REL, SH_SIZE, 17, 8, "section .rel.nv.constant14 has 17 bytes; expected records of 16"},
    };
    size_t length;
    uint8_t *bytes = build(HW_CONTAINER_ELF64, &length), *copy = malloc(length);
    struct guarded memory = guard(length);
    assert_non_null(copy);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct hw_module *module;
        struct hw_error error;
        memcpy(copy, bytes, length);
        uint8_t *header = cases[i].type ? section_header(copy, section_of_type(copy, cases[i].type)) : copy;
        memcpy(header + cases[i].field, &cases[i].number, cases[i].width);
        assert_int_not_equal(try(&memory, copy, length, &module, &error), HW_OK);
        if (!strstr(error.text, cases[i].sentence))
            fail_msg("\"%s\" does not say \"%s\"", error.text, cases[i].sentence);
    }
    munmap(memory.start, memory.length);
    free(copy);
    free(bytes);
}

/* A foreign section (here the kernel's local memory under another name) with numbers that ELF forbids. */
static void foreign_sections_are_written_as_elf_allows(void **state)
{
    (void)state;
    const uint64_t align = 24, size = 1ull << 40;
    size_t length, narrow_length = 0;
    uint8_t *bytes = build(HW_CONTAINER_ELF64, &length), *again = NULL, *narrow = NULL;
    struct hw_module *module;
    struct hw_error error;
    char *name = memmem(bytes, length, ".nv.local.k", 11);
    assert_non_null(name);
    memcpy(name, ".debug_loc.", 11);
    uint8_t *header = section_header(bytes, section_of_type(bytes, 8));
    while (memcmp(header + SH_SIZE, &(uint64_t){8}, 8))
        header += SH_BYTES;
    memcpy(header + SH_ALIGN, &align, sizeof align);
    memcpy(header + SH_SIZE, &size, sizeof size);
    assert_int_equal(hw_module_read(bytes, length, &module, &error), HW_OK);
    assert_int_equal(module->section_count, 1);
    assert_int_equal(module->sections[0].align, 8);
    module->sections[0].align = 24;
    assert_int_equal(hw_module_write(module, HW_CONTAINER_ELF64, &again, &length, &error), HW_ERR_RANGE);
    assert_non_null(
        strstr(error.text, "section .debug_loc. is aligned to 0x18; expected 0 or a power of two"));
    module->sections[0].align = 8;
    assert_int_equal(hw_module_write(module, HW_CONTAINER_ELF32, &narrow, &narrow_length, &error),
                     HW_ERR_RANGE);
    assert_non_null(strstr(error.text, "section .debug_loc. has 0x10000000000 bytes"));
    assert_int_equal(hw_module_write(module, HW_CONTAINER_ELF64, &again, &length, &error), HW_OK);
    hw_module_free(module);
    assert_int_equal(hw_module_read(again, length, &module, &error), HW_OK);
    assert_int_equal(module->sections[0].align, 8);
    assert_true(module->sections[0].bytes == size);
    hw_module_free(module);
    free(again);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reading_stays_inside_a_file_cut_off_anywhere),
        cmocka_unit_test(reading_stays_inside_a_damaged_file),
        cmocka_unit_test(each_wrong_number_is_named),
        cmocka_unit_test(foreign_sections_are_written_as_elf_allows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
