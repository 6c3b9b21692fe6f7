/* SPDX-License-Identifier: MIT */
/* The corpus' text cubins: written back byte for byte, through both ELF classes too; cut off anywhere or with
 * bytes changed at random, each is a file or an error, never a crash. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/module.h>

#include "corpus.h"
#include "fact.h"
#include "samples.h"

#define SAMPLE_STEP(n) (getenv("HW_SMALL_SAMPLE") ? (n) : 1)

#define MUTATIONS (100 / SAMPLE_STEP(4)) /* a file and container */

struct corpus {
    struct sample *files;
    size_t count;
};

static int load(void **state)
{
    static struct corpus corpus;
    corpus.files = corpus_files("cubin", &corpus.count);
    *state = &corpus;
    return 0;
}

static int unload(void **state)
{
    struct corpus *corpus = *state;
    sample_free(corpus->files, corpus->count);
    return 0;
}

static const struct corpus *need_corpus(void **state)
{
    const struct corpus *corpus = *state;
    if (!corpus->count)
        skip();
    return corpus;
}

static struct hw_module *must_read(const char *name, const uint8_t *bytes, size_t size)
{
    struct hw_module *module;
    struct hw_error error = {0};
    if (hw_module_read(bytes, size, &module, &error))
        fail_msg("%s:%u:%u: %s", name, error.line, error.column, error.text);
    return module;
}

static uint8_t *must_write(const char *name, const struct hw_module *module, enum hw_container container,
                           size_t *size)
{
    uint8_t *bytes;
    struct hw_error error = {0};
    if (hw_module_write(module, container, &bytes, size, &error))
        fail_msg("%s: %s", name, error.text);
    return bytes;
}

static void same_text(const struct sample *file, const struct hw_module *module)
{
    size_t size;
    uint8_t *bytes = must_write(file->name, module, HW_CONTAINER_TEXT, &size);
    if (size != file->size || memcmp(bytes, file->bytes, size) != 0)
        fail_msg("%s is not written back as it was", file->name);
    free(bytes);
}

static void each_is_written_back_byte_for_byte(void **state)
{
    const struct corpus *corpus = need_corpus(state);
    for (size_t i = 0; i < corpus->count; i++) {
        struct hw_module *module =
            must_read(corpus->files[i].name, corpus->files[i].bytes, corpus->files[i].size);
        same_text(&corpus->files[i], module);
        hw_module_free(module);
    }
}

static void each_survives_elf(void **state)
{
    const struct corpus *corpus = need_corpus(state);
    for (size_t i = 0; i < corpus->count; i++) {
        const struct sample *file = &corpus->files[i];
        struct hw_module *module = must_read(file->name, file->bytes, file->size);
        for (enum hw_container class = HW_CONTAINER_ELF32; class <= HW_CONTAINER_ELF64; class ++) {
            size_t size;
            uint8_t *elf = must_write(file->name, module, class, &size);
            struct hw_module *again = must_read(file->name, elf, size);
            same_text(file, again);
            hw_module_free(again);
            free(elf);
        }
        hw_module_free(module);
    }
}

/* Literals of a kernel stand in c1, the module's constants in c0, addresses of global variables in c14. */
static void segments_have_their_uses(void **state)
{
    const struct corpus *corpus = need_corpus(state);
    size_t literals = 0, constants = 0;
    for (size_t i = 0; i < corpus->count; i++) {
        struct hw_module *module =
            must_read(corpus->files[i].name, corpus->files[i].bytes, corpus->files[i].size);
        for (size_t k = 0; k < module->kernel_count; k++) {
            literals += module->kernels[k]->const_count;
            for (size_t c = 0; c < module->kernels[k]->const_count; c++)
                assert_int_equal(module->kernels[k]->consts[c]->bank, 1);
        }
        constants += module->const_count;
        for (size_t c = 0; c < module->const_count; c++)
            assert_int_equal(module->consts[c]->bank, 0);
        for (size_t r = 0; r < module->variable_count; r++)
            assert_int_equal(module->variables[r]->bank, 14);
        hw_module_free(module);
    }
    assert_true(literals > 0 && constants > 0);

    /* The bounds and the third use, which this corpus may lack. */
    static const char relocation[] =
        "architecture {sm_10} abiversion {0} reloc { name = heap segname = reloc "
        "segnum = 14 offset = 0 bytes = 4 }";
    struct hw_module *module = must_read("relocation", (const uint8_t *)relocation, strlen(relocation));
    assert_int_equal(module->variables[0]->bank, 14);
    assert_int_equal(hw_module_add_const(module, "last", 15, 0, 4, NULL, 0, NULL, NULL), HW_OK);
    assert_int_equal(hw_module_add_const(module, "past", 16, 0, 4, NULL, 0, NULL, NULL), HW_ERR_RANGE);
    hw_module_free(module);
    hw_fact("SF-247");
}

/* Whether `text` without blanks at its end is all of the first `length` bytes. */
static bool same_but_blanks(const uint8_t *text, size_t size, const uint8_t *bytes, size_t length)
{
    while (size && text[size - 1] == '\n')
        size--;
    while (length && strchr(" \t\n", bytes[length - 1]))
        length--;
    return size == length && memcmp(text, bytes, size) == 0;
}

/* A file that was cut off is refused, or it was cut behind a whole block and reads as what is left. */
static void check_cut(const struct sample *file, size_t length)
{
    struct hw_module *module;
    struct hw_error error = {0};
    uint8_t *copy =
        malloc(length + !length); /* no byte more, so that the sanitizer sees reading past the end */
    assert_non_null(copy);
    memcpy(copy, file->bytes, length);
    if (hw_module_read(copy, length, &module, &error) == HW_OK) {
        size_t size;
        uint8_t *text = must_write(file->name, module, HW_CONTAINER_TEXT, &size);
        assert_true(same_but_blanks(text, size, copy, length));
        free(text);
        hw_module_free(module);
    } else {
        assert_true(error.text[0] != '\0');
    }
    free(copy);
}

static void each_can_be_cut_off_anywhere(void **state)
{
    const struct corpus *corpus = need_corpus(state);
    for (size_t i = 0; i < corpus->count; i++)
        for (size_t length = 0; length < corpus->files[i].size; length += SAMPLE_STEP(7))
            check_cut(&corpus->files[i], length);
}

static void each_elf_can_be_cut_off_anywhere(void **state)
{
    const struct corpus *corpus = need_corpus(state);
    for (size_t i = 0; i < corpus->count; i++) {
        const struct sample *file = &corpus->files[i];
        struct hw_module *module = must_read(file->name, file->bytes, file->size), *again;
        size_t size;
        uint8_t *elf = must_write(file->name, module, i % 2 ? HW_CONTAINER_ELF64 : HW_CONTAINER_ELF32, &size);
        for (size_t length = 0; length < size; length += SAMPLE_STEP(7))
            if (hw_module_read(elf, length, &again, NULL) == HW_OK)
                fail_msg("%s: the first %zu of %zu bytes pass for an ELF cubin", file->name, length, size);
        free(elf);
        hw_module_free(module);
    }
}

/* --- random changes ----------------------------------------------------------------------------- */

static uint32_t random_below(uint64_t *seed, size_t bound)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((*seed >> 33) % bound);
}

/* What was read from a damaged file must be writable and, written, stand still. */
static void check_damaged(const char *name, const uint8_t *bytes, size_t size)
{
    struct hw_module *module;
    uint8_t *first, *second;
    size_t first_size, second_size;
    if (hw_module_read(bytes, size, &module, NULL))
        return;
    enum hw_container container = module->container;
    if (hw_module_write(module, container, &first, &first_size, NULL) == HW_OK) {
        struct hw_module *again = must_read(name, first, first_size);
        second = must_write(name, again, container, &second_size);
        if (first_size != second_size || memcmp(first, second, first_size) != 0)
            fail_msg("%s: a damaged file does not stand still when written and read", name);
        free(first);
        free(second);
        hw_module_free(again);
    }
    hw_module_free(module);
}

static void damage(const char *name, const uint8_t *bytes, size_t size, uint64_t *seed)
{
    uint8_t *copy = malloc(size);
    assert_non_null(copy);
    for (int i = 0; i < MUTATIONS; i++) {
        memcpy(copy, bytes, size);
        for (uint32_t changes = 1 + random_below(seed, 4); changes; changes--)
            copy[random_below(seed, size)] = (uint8_t)random_below(seed, 256);
        check_damaged(name, copy, size);
    }
    free(copy);
}

static void each_can_be_damaged(void **state)
{
    const struct corpus *corpus = need_corpus(state);
    uint64_t seed = 1;
    for (size_t i = 0; i < corpus->count; i++) {
        const struct sample *file = &corpus->files[i];
        struct hw_module *module = must_read(file->name, file->bytes, file->size);
        damage(file->name, file->bytes, file->size, &seed);
        for (enum hw_container class = HW_CONTAINER_ELF32; class <= HW_CONTAINER_ELF64; class ++) {
            size_t size;
            uint8_t *elf = must_write(file->name, module, class, &size);
            damage(file->name, elf, size, &seed);
            free(elf);
        }
        hw_module_free(module);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_is_written_back_byte_for_byte), cmocka_unit_test(each_survives_elf),
        cmocka_unit_test(segments_have_their_uses),           cmocka_unit_test(each_can_be_cut_off_anywhere),
        cmocka_unit_test(each_elf_can_be_cut_off_anywhere),   cmocka_unit_test(each_can_be_damaged),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
