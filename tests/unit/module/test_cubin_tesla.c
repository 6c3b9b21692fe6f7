/* SPDX-License-Identifier: MIT */
/* ELF cubins of sm_1x as NVIDIA's compilers lay them out, which differs from how ours does: sections of
 * kernels in the other order than their symbols, a symbol for each section, textures that no kernel reads or
 * that kernels read through different units.  Their listing, assembled, must be a file of the same
 * listing. */
#include "cubin_listing.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Numbers of sections and symbols. */
enum { TEXT_B = 4, INFO_B, TEXT_A, INFO_A, INFO, SECTIONS };
enum { KERNEL_A = 6, KERNEL_B, NEAR, FAR, UNUSED, SYMBOLS };

static const char section_names[] =
    "\0.shstrtab\0.strtab\0.symtab\0.text.b\0.nv.info.b\0.text.a\0.nv.info.a\0.nv.info";
static const char symbol_names[] = "\0a\0b\0near\0far\0unused";

/* Records: format, attribute and bytes in a word, then the data. */
#define RECORD(attribute, bytes) (4u | (attribute) << 8 | (uint32_t)(bytes) << 16)
#define IMAGE_SLOT(symbol, unit) RECORD(0x02, 8), symbol, unit
#define IMAGE_SIZE(symbol)       RECORD(0x07, 16), symbol, ~0u, ~0u, ~0u
#define EXTERNS(symbol)          RECORD(0x0f, 4), symbol
#define PARAMS(bytes)            (3u | 0x18u << 8 | (bytes) << 16), RECORD(0x17, 12), 0, 0, 0x3f000 | (bytes) << 18
#define SYNC_STACK               RECORD(0x0d, 8), 0x10008, 1

static const uint32_t code[] = {0xf0000001, 0xe0000001};
static const uint32_t records_a[] = {IMAGE_SLOT(NEAR, 0), PARAMS(8u), SYNC_STACK};
static const uint32_t records_b[] = {SYNC_STACK, IMAGE_SLOT(NEAR, 1), EXTERNS(KERNEL_A), PARAMS(4u),
                                     IMAGE_SLOT(FAR, 0)};
static const uint32_t records[] = {IMAGE_SIZE(UNUSED), IMAGE_SIZE(FAR), IMAGE_SIZE(NEAR)};

static uint32_t string_offset(const char *table, size_t size, const char *name)
{
    const char *found = memmem(table, size, name, strlen(name) + 1);
    assert_non_null(found);
    return (uint32_t)(found - table);
}

static Elf64_Sym symbol(const char *name, unsigned type, uint16_t section)
{
    return (Elf64_Sym){.st_name = string_offset(symbol_names, sizeof symbol_names, name),
                       .st_info = ELF64_ST_INFO(STB_GLOBAL, type),
                       .st_other = 0x10,
                       .st_shndx = section};
}

struct image {
    struct {
        Elf64_Ehdr header;
        Elf64_Shdr sections[SECTIONS];
    } table;
    uint8_t contents[4096];
    size_t used;
};

static void put(struct image *image, unsigned section, const char *name, uint32_t type, const void *bytes,
                size_t size)
{
    Elf64_Shdr *header = &image->table.sections[section];
    header->sh_name = string_offset(section_names, sizeof section_names, name);
    header->sh_type = type;
    header->sh_flags = type == SHT_PROGBITS ? SHF_ALLOC : 0;
    header->sh_offset = offsetof(struct image, contents) + image->used;
    header->sh_size = size;
    header->sh_addralign = type == SHT_SYMTAB ? 8 : 4;
    memcpy(image->contents + image->used, bytes, size);
    image->used += (size + 7) / 8 * 8;
}

static void put_kernel(struct image *image, unsigned text, const char *name, unsigned info,
                       const char *info_name, const uint32_t *kernel_records, size_t size)
{
    put(image, text, name, SHT_PROGBITS, code, sizeof code);
    put(image, info, info_name, SHT_PROGBITS, kernel_records, size);
    image->table.sections[text].sh_link = 3;
    image->table.sections[text].sh_info = 4u << 24;
    image->table.sections[info].sh_info = text;
}

static void build(struct image *image)
{
    Elf64_Sym symbols[SYMBOLS] = {[KERNEL_A] = symbol("a", STT_FUNC, TEXT_A),
                                  [KERNEL_B] = symbol("b", STT_FUNC, TEXT_B),
                                  [NEAR] = symbol("near", 10, SHN_UNDEF),
                                  [FAR] = symbol("far", 10, SHN_UNDEF),
                                  [UNUSED] = symbol("unused", 10, SHN_UNDEF)};
    for (uint16_t i = 1; i < KERNEL_A; i++)
        symbols[i] =
            (Elf64_Sym){.st_info = ELF64_ST_INFO(STB_LOCAL, STT_SECTION), .st_shndx = (uint16_t)(i + 3)};
    *image = (struct image){.table.header = {.e_ident = "\177ELF\2\1\1\063\2",
                                             .e_type = ET_EXEC,
                                             .e_machine = EM_CUDA,
                                             .e_version = EV_CURRENT,
                                             .e_flags = 10 << 16 | 0x100 | 10,
                                             .e_shoff = sizeof(Elf64_Ehdr),
                                             .e_ehsize = sizeof(Elf64_Ehdr),
                                             .e_shentsize = sizeof(Elf64_Shdr),
                                             .e_shnum = SECTIONS,
                                             .e_shstrndx = 1}};
    put(image, 1, ".shstrtab", SHT_STRTAB, section_names, sizeof section_names);
    put(image, 2, ".strtab", SHT_STRTAB, symbol_names, sizeof symbol_names);
    put(image, 3, ".symtab", SHT_SYMTAB, symbols, sizeof symbols);
    image->table.sections[3].sh_link = 2;
    image->table.sections[3].sh_info = KERNEL_A;
    image->table.sections[3].sh_entsize = sizeof(Elf64_Sym);
    put_kernel(image, TEXT_B, ".text.b", INFO_B, ".nv.info.b", records_b, sizeof records_b);
    put_kernel(image, TEXT_A, ".text.a", INFO_A, ".nv.info.a", records_a, sizeof records_a);
    put(image, INFO, ".nv.info", SHT_PROGBITS, records, sizeof records);
}

static struct hw_module *read_bytes(const void *bytes, size_t size)
{
    struct hw_module *module;
    struct hw_error error = {0};
    if (hw_module_read(bytes, size, &module, &error))
        fail_msg("%s", error.text);
    return module;
}

static struct hw_module *read_image(void)
{
    struct image image;
    build(&image);
    return read_bytes(&image, offsetof(struct image, contents) + image.used);
}

static struct hw_module *through(struct hw_module *module, enum hw_container container)
{
    struct file file;
    struct hw_error error = {0};
    if (hw_module_write(module, container, &file.bytes, &file.size, &error))
        fail_msg("%s", error.text);
    hw_module_free(module);
    module = read_bytes(file.bytes, file.size);
    free(file.bytes);
    return module;
}

static char *listing(const struct hw_module *module, int syntax, const char *kernel)
{
    const struct hw_listing_options options = {.syntax = syntax, .kernel = kernel};
    struct hw_error error = {0};
    char *text;
    size_t length;
    if (hw_listing_write(module, &options, &text, &length, &error))
        fail_msg("%s", error.text);
    return text;
}

static struct hw_module *assemble(const char *text, int syntax)
{
    struct hw_module *module;
    struct hw_error error = {0};
    if (hw_listing_read(text, syntax, NULL, &module, &error))
        fail_msg("line %u: %s\n%s", error.line, error.text, text);
    return module;
}

static void its_listing_makes_a_file_of_the_same_listing(void **state)
{
    static const int syntaxes[] = {HW_LISTING_NATIVE, HW_SYNTAX_DECUDA};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct hw_module *module = read_image();
        char *before = listing(module, syntaxes[i], NULL);
        hw_module_free(module);
        module = through(assemble(before, syntaxes[i]), HW_CONTAINER_ELF64);
        char *after = listing(module, syntaxes[i], NULL);
        assert_string_equal(before, after);
        hw_module_free(module);
        free(before);
        free(after);
    }
}

static void a_listing_names_symbols_and_has_no_numbers_of_them(void **state)
{
    (void)state;
    struct hw_module *module = read_image();
    char *text = listing(module, HW_LISTING_NATIVE, NULL);
    assert_non_null(strstr(text, ".info 4 IMAGE_SIZE 16 unused\n        .u32 0x00000000, 0xffffffff,"));
    assert_non_null(strstr(text, ".info 4 IMAGE_SLOT 8 near\n        .u32 0x00000000, 0x00000001\n"));
    assert_non_null(strstr(text, ".info 4 EXTERNS 4 a\n        .u32 0x00000000\n"));
    assert_non_null(strstr(text, ".param_slot 1\n.param_bytes 8\n"));
    assert_non_null(strstr(text, ".param_slot 3\n.param_bytes 4\n"));
    assert_non_null(strstr(text, ".sampler near 1\n.sampler far 0\n.sampler unused 0 unread\n"));
    free(text);
    hw_module_free(module);
}

static size_t slots(const struct hw_kernel *kernel, const char *name)
{
    size_t count = 0;
    for (size_t i = 0; i < kernel->infos.count; i++)
        count += kernel->infos.list[i].attribute == hw_attribute_find("IMAGE_SLOT") &&
                 strcmp(kernel->infos.list[i].symbols[0], name) == 0;
    return count;
}

static void a_texture_stays_with_the_kernels_that_read_it(void **state)
{
    (void)state;
    struct hw_module *module = through(through(read_image(), HW_CONTAINER_ELF32), HW_CONTAINER_ELF64);
    const struct hw_kernel *a = hw_module_find_kernel(module, "a"), *b = hw_module_find_kernel(module, "b");
    assert_int_equal(slots(a, "near"), 1);
    assert_int_equal(slots(a, "far"), 0);
    assert_int_equal(slots(a, "unused"), 0);
    assert_int_equal(slots(b, "near"), 1);
    assert_int_equal(slots(b, "far"), 1);
    assert_int_equal(slots(b, "unused"), 0);
    hw_module_free(module);
}

/* Text cannot say that nobody reads it: a unit that nobody reads stands for that. */
static void text_gives_an_unread_texture_a_unit_of_its_own(void **state)
{
    (void)state;
    struct hw_module *module = through(read_image(), HW_CONTAINER_TEXT);
    assert_string_equal(module->samplers[2]->name, "unused");
    assert_int_equal(module->samplers[2]->unit, 2);
    assert_false(module->samplers[2]->unread);
    module = through(module, HW_CONTAINER_ELF64);
    assert_int_equal(slots(module->kernels[0], "unused"), 1); /* as of all text */
    hw_module_free(module);
}

static void what_only_other_kernels_read_is_unread_without_them(void **state)
{
    (void)state;
    struct hw_module *module = read_image();
    assert_int_equal(hw_module_extract_kernel(module, "a", NULL), HW_OK);
    assert_int_equal(module->samplers[0]->unit, 0); /* b's was 1 */
    assert_false(module->samplers[0]->unread);
    assert_true(module->samplers[1]->unread);
    module = through(module, HW_CONTAINER_ELF64);
    assert_int_equal(slots(module->kernels[0], "far"), 0);
    hw_module_free(module);
}

static void a_listing_of_one_kernel_can_be_assembled(void **state)
{
    static const int syntaxes[] = {HW_LISTING_NATIVE, HW_SYNTAX_DECUDA};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct hw_module *module = read_image();
        char *text = listing(module, syntaxes[i], "a");
        hw_module_free(module);
        module = through(assemble(text, syntaxes[i]), HW_CONTAINER_ELF64);
        assert_int_equal(slots(module->kernels[0], "near"), 1);
        assert_int_equal(module->sampler_count, 1);
        hw_module_free(module);
        free(text);
    }
}

static void a_record_of_an_unknown_symbol_is_refused(void **state)
{
    static const char *const targets[] = {"sm_10", "sm_20"};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        char text[200];
        struct file file;
        struct hw_error error = {0};
        snprintf(text, sizeof text, ".target %s\n.kernel k\n.info 4 IMAGE_SLOT 8 nobody\n.u32 0, 1\n.end\n",
                 targets[i]);
        struct hw_module *module = from_listing(text);
        assert_int_equal(hw_module_write(module, HW_CONTAINER_ELF64, &file.bytes, &file.size, &error),
                         HW_ERR_NOT_FOUND);
        assert_string_equal(
            error.text, "a record IMAGE_SLOT (0x02) is for symbol nobody, which the module does not have");
        hw_module_free(module);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(its_listing_makes_a_file_of_the_same_listing),
        cmocka_unit_test(a_listing_names_symbols_and_has_no_numbers_of_them),
        cmocka_unit_test(a_texture_stays_with_the_kernels_that_read_it),
        cmocka_unit_test(text_gives_an_unread_texture_a_unit_of_its_own),
        cmocka_unit_test(what_only_other_kernels_read_is_unread_without_them),
        cmocka_unit_test(a_listing_of_one_kernel_can_be_assembled),
        cmocka_unit_test(a_record_of_an_unknown_symbol_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
