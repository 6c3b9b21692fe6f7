/* SPDX-License-Identifier: MIT */
/* ELF cubins: modules built here go to both classes and back, and damaged files are refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/module.h>

static const enum hw_container classes[] = {HW_CONTAINER_ELF32, HW_CONTAINER_ELF64};

struct image {
    uint8_t *bytes;
    size_t length;
};

static struct image write_as(const struct hw_module *module, enum hw_container container)
{
    struct image image;
    struct hw_error error = {0};
    if (hw_module_write(module, container, &image.bytes, &image.length, &error))
        fail_msg("%s", error.text);
    return image;
}

static struct hw_module *read_back(const struct image *image)
{
    struct hw_module *module;
    struct hw_error error = {0};
    if (hw_module_read(image->bytes, image->length, &module, &error))
        fail_msg("%u:%u: %s", error.line, error.column, error.text);
    return module;
}

static void same_image(const struct image *a, const struct image *b)
{
    assert_int_equal(a->length, b->length);
    assert_memory_equal(a->bytes, b->bytes, a->length);
}

/* text -> ELF -> text is the identity, for both classes. */
static void survives_elf(const char *text)
{
    struct image first = {(uint8_t *)(uintptr_t)text, strlen(text)};
    struct hw_module *module = read_back(&first);
    for (size_t i = 0; i < 2; i++) {
        struct image elf = write_as(module, classes[i]);
        struct hw_module *again = read_back(&elf);
        assert_int_equal(again->container, classes[i]);
        struct image second = write_as(again, HW_CONTAINER_TEXT);
        same_image(&first, &second);
        free(second.bytes);
        free(elf.bytes);
        hw_module_free(again);
    }
    hw_module_free(module);
}

#define KERNEL(name, extra)                                                        \
    "code  {\n\tname = " name "\n\tlmem = 1\n\tsmem = 24\n\treg = 2\n\tbar = 15\n" \
    "\tbincode  {\n\t\t0x10000801 0000000000 \n\t}\n" extra "}\n"
#define LITERALS(bank, offset, bytes, mem)                                                                \
    "\tconst  {\n\t\tsegname = const\n\t\tsegnum = " bank "\n\t\toffset = " offset "\n\t\tbytes = " bytes \
    "\n" mem "\t}\n"
#define WORD(word) "\t\tmem  {\n\t\t\t" word " \n\t\t}\n"

static void text_survives_elf(void **state)
{
    (void)state;
    survives_elf("architecture {sm_10}\nabiversion {0}\nmodname {cubin}\n");
    survives_elf(
        "architecture {sm_13}\nabiversion {1}\n" KERNEL("k", LITERALS("1", "0", "4", WORD("0x3f800000"))));
    survives_elf(
        "architecture {sm_12}\nabiversion {2}\nmodname {two words}\n"
        "sampler  {\n\tname = image\n\ttexunit = 3\n}\n" KERNEL(
            "b",
            "") "consts  {\n\tname = bare\n\tsegname = const\n\tsegnum = 0\n\toffset = 8\n\tbytes = 40\n}\n"
                "reloc  {\n\tname = heap\n\tsegname = reloc\n\tsegnum = 14\n\toffset = 4\n\tbytes = 4096\n}\n"
                "consts  {\n\tsegname = const\n\tsegnum = 2\n\toffset = 0\n\tbytes = 3\n\tmem  {\n"
                "\t\t0x00030201 \n\t}\n}\n" KERNEL("a", ""));
}

static void what_elf_has_no_section_for_survives_too(void **state)
{
    (void)state;
    survives_elf(
        "architecture {sm_11}\nabiversion {1}\nmodname {cubin}\n"
        "profile {sm_11}\n"
        "code  {\n\tunit = gpu\n\tname = k\n\tlmem = 0\n\tsmem = 24\n\treg = 2\n\tbar = 0\n"
        "\tparams_SMEM  {\n\t\tp0  {\n\t\t\toffset = 16\n\t\t}\n\t}\n"
        "\tbincode  {\n\t}\n"
        "\tconst  {\n\t\tsegname = const\n\t\talign = 16\n\t\tsegnum = 1\n\t\toffset = 0\n\t\tbytes = 0\n"
        "\t\tmem  {\n\t\t}\n\t\tlast = 1\n\t}\n"
        "\tdebug = off\n}\n"
        "sampler  {\n\tname = image\n\ttexunit = 3\n\tfilter = linear\n}\n"
        "trailer  {\n\tx = y\n}\n");
    survives_elf("architecture {sm_10}\nabiversion {0}\n" KERNEL(
        "split", LITERALS("1", "8", "4", WORD("0x00000002")) LITERALS("1", "0", "4", "") LITERALS(
                     "0", "16", "4", WORD("0x00000001")) LITERALS("3", "8", "0", "\t\tmem  {\n\t\t}\n"))
                     KERNEL("split2", LITERALS("2", "4", "4", WORD("0000000000"))));
}

static void check(hw_status status, const struct hw_error *error)
{
    if (status)
        fail_msg("%s", error->text);
}

/* A module with everything that only ELF can say. */
static struct hw_module *build(void)
{
    static const uint8_t code[] = {1, 0, 0, 0x10, 3, 0, 0, 0}, words[] = {9, 8, 7};
    static const uint8_t bounds[] = {224, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
    static const uint8_t texture[] = {0, 0, 0, 0, 5, 0, 0, 0};
    static const char *const image = "image";
    struct hw_error error = {0};
    struct hw_module *module;
    struct hw_kernel *kernel;
    struct hw_sampler *sampler;
    struct hw_variable *variable;
    check(hw_module_create("sm_13", 2, &module, &error), &error);
    check(hw_module_add_kernel(module, "first", &kernel, &error), &error);
    check(hw_kernel_set_code(kernel, code, sizeof code, &error), &error);
    kernel->registers = 124;
    kernel->shared_bytes = 16384;
    kernel->local_bytes = 40;
    kernel->barriers = 16;
    kernel->param_bytes = 12;
    struct hw_param params[] = {{1, 8, 4, 0x3f000, 0, false}, {0, 0, 8, 0x3f000, 0, false}};
    check(hw_kernel_add_param(kernel, &params[0], &error), &error);
    check(hw_kernel_add_param(kernel, &params[1], &error), &error);
    check(hw_kernel_add_const(kernel, 1, 0, sizeof words, words, sizeof words, NULL, &error), &error);
    check(hw_nv_infos_add(&kernel->infos, 4, 5, sizeof bounds, bounds, NULL, 0, &error), &error);
    check(hw_nv_infos_add(&kernel->infos, 4, 2, sizeof texture, texture, &image, 1, &error), &error);
    check(hw_nv_infos_add(&module->infos, 1, 9, 0, NULL, NULL, 0, &error), &error);
    check(hw_module_add_variable(module, "pair", 14, 4, 8, &variable, &error), &error);
    variable->data = malloc(8);
    assert_non_null(variable->data);
    memcpy(variable->data, "initial", 8);
    check(hw_module_add_variable(module, "pair", 14, 0, 8, &variable, &error), &error);
    variable->addend = 4;
    check(hw_module_add_variable(module, "hidden", 0, 0, 100, &variable, &error), &error);
    variable->unaddressed = true;
    check(hw_module_add_sampler(module, "image", 5, &sampler, &error), &error);
    return module;
}

static void same_kernel(const struct hw_kernel *a, const struct hw_kernel *b)
{
    assert_string_equal(a->name, b->name);
    assert_int_equal(a->code_bytes, b->code_bytes);
    assert_memory_equal(a->code, b->code, a->code_bytes);
    assert_int_equal(a->registers, b->registers);
    assert_int_equal(a->shared_bytes, b->shared_bytes);
    assert_int_equal(a->local_bytes, b->local_bytes);
    assert_int_equal(a->barriers, b->barriers);
    assert_int_equal(a->param_bytes, b->param_bytes);
    assert_int_equal(a->param_count, b->param_count);
    for (size_t i = 0; i < a->param_count; i++) {
        assert_int_equal(a->params[i].ordinal, b->params[i].ordinal);
        assert_int_equal(a->params[i].offset, b->params[i].offset);
        assert_int_equal(a->params[i].bytes, b->params[i].bytes);
        assert_int_equal(a->params[i].flags, b->params[i].flags);
    }
    assert_int_equal(a->const_count, b->const_count);
    assert_int_equal(a->consts[0]->bytes, b->consts[0]->bytes);
    assert_memory_equal(a->consts[0]->data, b->consts[0]->data, 4);
    assert_int_equal(a->infos.count, b->infos.count);
    for (size_t i = 0; i < a->infos.count; i++)
        assert_int_equal(a->infos.list[i].attribute, b->infos.list[i].attribute);
}

static void what_only_elf_says_survives_elf(void **state)
{
    (void)state;
    struct hw_module *module = build();
    for (size_t i = 0; i < 2; i++) {
        struct image elf = write_as(module, classes[i]);
        struct hw_module *again = read_back(&elf);
        same_kernel(module->kernels[0], again->kernels[0]);
        assert_string_equal(again->target, "sm_13");
        assert_int_equal(again->abi_version, 2);
        assert_null(again->name);
        assert_int_equal(again->infos.count, 1);
        assert_int_equal(again->infos.list[0].attribute, 9);
        assert_string_equal(again->kernels[0]->infos.list[1].symbols[0], "image");
        assert_int_equal(again->samplers[0]->unit, 5);
        assert_int_equal(again->variable_count, 3);
        assert_memory_equal(again->variables[0]->data, "initial", 8);
        assert_int_equal(again->variables[0]->offset, 4);
        assert_string_equal(again->variables[1]->name, "pair");
        assert_int_equal(again->variables[1]->offset, 0);
        assert_int_equal(again->variables[1]->addend, 4);
        assert_true(again->variables[2]->unaddressed);
        assert_int_equal(again->variables[2]->bytes, 100);
        assert_int_equal(again->const_count, 0);

        struct image second = write_as(again, classes[i]);
        same_image(&elf, &second);
        free(second.bytes);
        free(elf.bytes);
        hw_module_free(again);
    }
    hw_module_free(module);
}

/* Little-endian numbers in an ELF64 image. */
static uint64_t get(const uint8_t *p, unsigned bytes)
{
    uint64_t value = 0;
    for (unsigned i = bytes; i-- > 0;)
        value = value << 8 | p[i];
    return value;
}

/* A section of an unknown name is kept: here the kernel's local memory, renamed in the image itself. */
static void foreign_sections_are_carried(void **state)
{
    (void)state;
    struct hw_module *module = build();
    struct image elf = write_as(module, HW_CONTAINER_ELF64);
    char *name = memmem(elf.bytes, elf.length, ".nv.local.first", sizeof ".nv.local.first");
    assert_non_null(name);
    memcpy(name, ".debug_frame...", 15);
    struct hw_module *again = read_back(&elf);
    assert_int_equal(again->kernels[0]->local_bytes, 0);
    assert_int_equal(again->section_count, 1);
    assert_string_equal(again->sections[0].name, ".debug_frame...");
    assert_int_equal(again->sections[0].bytes, 40);
    struct image second = write_as(again, HW_CONTAINER_ELF64);
    assert_non_null(memmem(second.bytes, second.length, ".debug_frame...", 16));
    free(second.bytes);
    free(elf.bytes);
    hw_module_free(again);
    hw_module_free(module);
}

static void refused(const struct image *image, hw_status status, const char *sentence)
{
    struct hw_module *module;
    struct hw_error error = {0};
    assert_int_equal(hw_module_read(image->bytes, image->length, &module, &error), status);
    assert_null(module);
    if (!strstr(error.text, sentence))
        fail_msg("\"%s\" does not say \"%s\"", error.text, sentence);
}

static void other_machines_are_refused(void **state)
{
    (void)state;
    struct hw_module *module = build();
    struct image elf = write_as(module, HW_CONTAINER_ELF64);
    static const struct {
        size_t offset;
        uint8_t value;
        hw_status status;
        const char *sentence;
        /* clang-format off */
    } cases[] = {
        { 1, 'F', HW_ERR_FORMAT, "ELF magic" },
        { 4, 3, HW_ERR_FORMAT, "class 3" },
        { 5, 2, HW_ERR_UNSUPPORTED, "encoding 2" },
        { 18, 62, HW_ERR_UNSUPPORTED, "machine 62" },
        { 48, 15, HW_ERR_UNSUPPORTED, "sm_15" },
        { 58, 40, HW_ERR_FORMAT, "section headers of 40 bytes" },
        { 62, 200, HW_ERR_FORMAT, "section 200" },
        { 46, 1, HW_ERR_FORMAT, "pass the end" },
    };
    /* clang-format on */
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint8_t *byte = &elf.bytes[cases[i].offset], old = *byte;
        *byte = cases[i].value;
        refused(&elf, cases[i].status, cases[i].sentence);
        *byte = old;
    }
    uint64_t headers = get(elf.bytes + 40, 8);
    assert_true(headers + 64 * get(elf.bytes + 60, 2) == elf.length);
    free(elf.bytes);
    hw_module_free(module);
}

static void every_truncation_is_refused(void **state)
{
    (void)state;
    struct hw_module *module = build();
    for (size_t i = 0; i < 2; i++) {
        struct image elf = write_as(module, classes[i]);
        for (size_t length = 0; length < elf.length; length++) {
            struct hw_module *again;
            struct hw_error error = {0};
            uint8_t *copy = malloc(length + !length);
            assert_non_null(copy);
            memcpy(copy, elf.bytes, length);
            assert_int_not_equal(hw_module_read(copy, length, &again, &error), HW_OK);
            assert_true(error.text[0]);
            free(copy);
        }
        free(elf.bytes);
    }
    hw_module_free(module);
}

static void cannot_be_written(struct hw_module *module, hw_status status, const char *sentence)
{
    struct hw_error error = {0};
    uint8_t *bytes;
    size_t length;
    assert_int_equal(hw_module_write(module, HW_CONTAINER_ELF32, &bytes, &length, &error), status);
    assert_null(bytes);
    if (!strstr(error.text, sentence))
        fail_msg("\"%s\" does not say \"%s\"", error.text, sentence);
}

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    struct hw_module *module = build();
    struct hw_kernel *kernel = module->kernels[0];
    kernel->registers = 256;
    cannot_be_written(module, HW_ERR_RANGE, "256 registers");
    kernel->registers = 1;
    kernel->barriers = 128;
    cannot_be_written(module, HW_ERR_RANGE, "128 barriers");
    kernel->barriers = 0;
    kernel->param_bytes = 65536;
    cannot_be_written(module, HW_ERR_RANGE, "65536 bytes of parameters");
    kernel->param_bytes = -1;
    module->abi_version = 256;
    cannot_be_written(module, HW_ERR_RANGE, "ABI version 256");
    module->abi_version = 0;
    module->target[3] = '0';
    cannot_be_written(module, HW_ERR_UNSUPPORTED, "sm_03");
    module->target[3] = '5';
    cannot_be_written(module, HW_ERR_UNSUPPORTED, "only sm_1x has");
    module->target[3] = '1';
    struct hw_const *piece;
    assert_int_equal(hw_kernel_add_const(kernel, 1, 1, 4, "abcd", 4, &piece, NULL), HW_OK);
    cannot_be_written(module, HW_ERR_UNSUPPORTED, "byte at offset 1");
    hw_module_free(module);
}

/* Text may give a variable's address in several places; ELF has one symbol for it, and one place in the
 * order. */
static void relocations_that_stand_apart_are_refused(void **state)
{
    (void)state;
    struct hw_module *module = build();
    assert_int_equal(hw_module_add_variable(module, "pair", 14, 8, 8, NULL, NULL), HW_OK);
    cannot_be_written(module, HW_ERR_UNSUPPORTED, "relocations of variable pair");
    hw_module_free(module);
}

/* ELF has the chip as a number, so the target's name must be the one that the number gives. */
static void other_names_of_targets_are_refused(void **state)
{
    static const char *const target[] = {"sm_+10", "sm_-10", "sm_010", "sm_13a", "sm_", "compute_10"};

    (void)state;
    for (unsigned i = 0; i < sizeof target / sizeof target[0]; i++) {
        struct hw_module *module;
        struct hw_error error = {0};
        check(hw_module_create(target[i], 0, &module, &error), &error);
        cannot_be_written(module, HW_ERR_UNSUPPORTED, "cannot be written as an ELF cubin");
        hw_module_free(module);
    }
}

static void builders_check_their_arguments(void **state)
{
    (void)state;
    struct hw_error error = {0};
    struct hw_module *module;
    struct hw_kernel *kernel;
    assert_int_equal(hw_module_create("", 0, &module, &error), HW_ERR_RANGE);
    assert_int_equal(hw_module_create("sm_10", 0, &module, &error), HW_OK);
    assert_int_equal(hw_module_set_name(module, "a}", &error), HW_ERR_RANGE);
    assert_int_equal(hw_module_set_name(module, "a b", &error), HW_OK);
    assert_int_equal(hw_module_set_name(module, NULL, &error), HW_OK);
    assert_null(module->name);
    assert_int_equal(hw_module_add_kernel(module, "a b", NULL, &error), HW_ERR_RANGE);
    assert_int_equal(hw_module_add_kernel(module, "a", &kernel, &error), HW_OK);
    assert_int_equal(hw_module_add_kernel(module, "a", NULL, &error), HW_ERR_FORMAT);
    assert_int_equal(hw_kernel_set_code(kernel, "abc", 3, &error), HW_ERR_RANGE);
    assert_int_equal(hw_kernel_add_const(kernel, 16, 0, 4, NULL, 0, NULL, &error), HW_ERR_RANGE);
    assert_int_equal(hw_kernel_add_const(kernel, 1, 0, 4, "ab", 2, NULL, &error), HW_ERR_FORMAT);
    struct hw_param large = {.bytes = 16384};
    assert_int_equal(hw_kernel_add_param(kernel, &large, &error), HW_ERR_RANGE);
    assert_int_equal(hw_nv_infos_add(&kernel->infos, 4, 5, 4, NULL, NULL, 0, &error), HW_ERR_ARGUMENT);
    assert_int_equal(module->item_count, 1);
    hw_module_free(module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_survives_elf),
        cmocka_unit_test(what_elf_has_no_section_for_survives_too),
        cmocka_unit_test(what_only_elf_says_survives_elf),
        cmocka_unit_test(foreign_sections_are_carried),
        cmocka_unit_test(other_machines_are_refused),
        cmocka_unit_test(every_truncation_is_refused),
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(relocations_that_stand_apart_are_refused),
        cmocka_unit_test(other_names_of_targets_are_refused),
        cmocka_unit_test(builders_check_their_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
